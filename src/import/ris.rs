//! Reads RIS, which reference managers and publishers export: lines of a two-letter tag, two
//! spaces, a hyphen and a value (the format's specification by Research Information Systems, as
//! Zotero and `EndNote` write it).

use super::{
    ImportWarning, ImportedList, LeftOut, LineRange, Reason, from_metadata,
    pinned_keys::{PinnedKeys, is_citable},
    refused::{MOST_ENTRIES, Refused},
};
use crate::formats::address;
use crate::model::{
    ArxivId, Contributor, Doi, Isbn, Kind, Metadata, Pages, PartialDate, PersonName, Title,
};
use crate::text::{dates, markup};

/// Whether a text is RIS, by its first lines.
pub(super) fn is_ris(text: &str) -> bool {
    let mut lines = text.trim_start_matches('\u{feff}').lines();
    lines
        .by_ref()
        .take(20)
        .any(|line| tag(line).is_some_and(|(tag, _)| tag == "TY"))
}

/// Reads a RIS file. A record's `ID` becomes its key if it looks like a citation key.
pub(super) fn read(text: &str) -> Result<ImportedList, Refused> {
    let mut import = ImportedList::default();
    let mut keys = PinnedKeys::default();
    let mut record: Option<RisRecord> = None;
    let mut number = 0;
    for line in text.trim_start_matches('\u{feff}').lines() {
        number += 1;
        if import.entries.len() + import.left_out.len() > MOST_ENTRIES {
            return Err(Refused::TooMany {
                limit: MOST_ENTRIES,
                what: "entries",
            });
        }
        let Some((tag, value)) = tag(line) else {
            // A value may continue on further lines.
            if let Some(record) = &mut record {
                record.go_on(line);
            }
            continue;
        };
        match tag {
            "TY" => {
                if let Some(open) = record.take() {
                    import.warnings.push(ImportWarning {
                        line: number,
                        column: 1,
                        message: format!(
                            "the record that begins on line {} has no end (`ER`): it ends here",
                            open.first
                        ),
                    });
                    open.finish(number - 1, &mut keys, &mut import);
                }
                record = Some(RisRecord::new(number, value));
            }
            "ER" => {
                if let Some(open) = record.take() {
                    open.finish(number, &mut keys, &mut import);
                }
            }
            tag => {
                if let Some(record) = &mut record {
                    record.fields.push((tag.to_owned(), value.to_owned()));
                }
            }
        }
    }
    if let Some(open) = record {
        open.finish(number, &mut keys, &mut import);
    }
    Ok(import)
}

/// Returns a line's tag and value. Some programs omit the spaces before the hyphen.
fn tag(line: &str) -> Option<(&str, &str)> {
    let (tag, rest) = line.split_at_checked(2)?;
    let is_tag = tag.starts_with(|c: char| c.is_ascii_uppercase())
        && tag
            .chars()
            .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
    let value = rest.trim_start().strip_prefix('-')?;
    (is_tag && rest.starts_with(' ') && (value.is_empty() || value.starts_with(' ')))
        .then(|| (tag, value.trim()))
}

struct RisRecord {
    first: usize,
    kind: String,
    fields: Vec<(String, String)>,
}

impl RisRecord {
    fn new(first: usize, kind: &str) -> Self {
        Self {
            first,
            kind: kind.to_owned(),
            fields: Vec::new(),
        }
    }

    fn go_on(&mut self, line: &str) {
        if let Some((_, value)) = self.fields.last_mut()
            && !line.trim().is_empty()
        {
            value.push(' ');
            value.push_str(line.trim());
        }
    }

    fn finish(self, last: usize, keys: &mut PinnedKeys, import: &mut ImportedList) {
        match from_metadata::listing(&self.metadata()) {
            Some(mut listing) => {
                let id = self.values("ID").find(|id| is_citable(id));
                match keys.pin(id.unwrap_or_default(), self.first) {
                    Ok(key) => listing.key = key,
                    Err(message) => import.warnings.push(ImportWarning {
                        line: self.first,
                        column: 1,
                        message,
                    }),
                }
                import
                    .entries
                    .push(from_metadata::entry(listing, self.first, last));
            }
            None => import.left_out.push(LeftOut {
                at: LineRange {
                    first: self.first,
                    last,
                },
                text: format!("TY  - {}", self.kind),
                reason: Reason::NoTitle,
            }),
        }
    }

    /// Returns the record's metadata. The title is empty if it has none.
    fn metadata(&self) -> Metadata {
        let text = |tags: &[&str]| {
            let found = tags.iter().find_map(|tag| self.values(tag).next());
            found.map(markup::plain).filter(|text| !text.is_empty())
        };
        let people = |tags: &[&str]| -> Vec<Contributor> {
            let names = tags.iter().flat_map(|tag| self.values(tag));
            names.map(|name| PersonName::parse(name).into()).collect()
        };
        let title = ["TI", "T1", "CT", "BT"];
        let title = title.iter().find_map(|tag| self.values(tag).next());
        let title = markup::title(title.unwrap_or_default());
        let mut meta = Metadata::new(self.kind(), title);
        let name = meta.title.text();
        meta.authors = people(&["AU", "A1"]);
        meta.editors = people(&["ED", "A2"]);
        meta.date = self.date();
        let venues = ["T2", "JO", "JF", "JA", "J2", "BT"];
        meta.venue = venues
            .iter()
            .find_map(|tag| self.values(tag).next())
            .map(markup::title)
            .filter(|venue| !venue.is_empty() && venue.text() != name);
        let venue = meta.venue.as_ref().map(Title::text);
        meta.venue_short = text(&["JA", "J2"]).filter(|short| Some(short) != venue.as_ref());
        meta.series = text(&["T3"]);
        meta.volume = text(&["VL"]);
        meta.number = text(&["IS"]);
        meta.pages = match (text(&["SP"]), text(&["EP"])) {
            (Some(first), Some(last)) if !first.contains('-') => {
                Pages::parse(&format!("{first}--{last}"))
            }
            (pages, _) => pages.and_then(|pages| Pages::parse(&pages)),
        };
        if meta.kind == Kind::Chapter {
            meta.chapter = text(&["SE"]);
        }
        meta.edition = text(&["ET"]);
        meta.genre = text(&["M3", "U1"]).and_then(|words| meta.kind.genre(&words));
        meta.publisher = text(&["PB"]);
        if meta.kind.is_thesis() || meta.kind == Kind::Report {
            meta.institution.clone_from(&meta.publisher);
        }
        meta.address = text(&["CY", "PP"]);
        meta.isbn = text(&["SN"]).and_then(|isbn| Isbn::parse(&isbn).ok());
        meta.ids.doi = text(&["DO"]).and_then(|doi| Doi::parse(&doi).ok());
        self.addresses(&mut meta);
        // A DOI of arXiv is equivalent to its arXiv id.
        if let Some(arxiv) = meta.ids.doi.as_ref().and_then(Doi::arxiv) {
            meta.ids.arxiv = meta.ids.arxiv.or(Some(arxiv));
            meta.ids.doi = None;
        }
        if meta.kind == Kind::Other && meta.venue.is_none() && meta.ids.arxiv.is_some() {
            meta.kind = Kind::Preprint;
        }
        meta
    }

    fn date(&self) -> Option<PartialDate> {
        let first = |tags: &[&str]| {
            let found = tags.iter().find_map(|tag| self.values(tag).next());
            found.map(str::to_owned)
        };
        let year = first(&["PY", "Y1", "DA"])
            .as_deref()
            .and_then(dates::year)?;
        // Year, month and day, each followed by a slash.
        let day = first(&["DA", "Y1"]).unwrap_or_default();
        let parts: Vec<&str> = day.split(['/', '-']).map(str::trim).collect();
        let part = |at: usize| parts.get(at).and_then(|part| part.parse().ok());
        PartialDate::from_parts(year, part(1), part(2))
    }

    /// Sorts URLs into arXiv ids, DOIs and others.
    fn addresses(&self, meta: &mut Metadata) {
        for link in ["UR", "L1", "L2", "LK"]
            .iter()
            .flat_map(|tag| self.values(tag))
        {
            let arxiv = ArxivId::parse(link).ok();
            match arxiv.filter(|_| link.contains("arxiv.org")) {
                Some(id) => meta.ids.arxiv = Some(id),
                None if meta.url.is_none() && link.starts_with("http") => {
                    address::place(meta, link.to_owned());
                }
                None => {}
            }
        }
    }

    fn kind(&self) -> Kind {
        match self.kind.as_str() {
            "THES" => {
                let genre = self.values("M3").chain(self.values("U1")).next();
                if genre.is_some_and(|genre| genre.to_lowercase().contains("master")) {
                    Kind::MastersThesis
                } else {
                    Kind::PhdThesis
                }
            }
            "JOUR" | "EJOUR" | "JFULL" | "MGZN" | "NEWS" | "ABST" | "INPR" => Kind::Journal,
            "CONF" | "CPAPER" => Kind::Conference,
            "BOOK" | "EBOOK" | "EDBOOK" => Kind::Book,
            "CHAP" | "ECHAP" => Kind::Chapter,
            "RPRT" => Kind::Report,
            "PAT" => Kind::Patent,
            "DATA" => Kind::Dataset,
            "COMP" => Kind::Software,
            "ELEC" | "BLOG" | "WEB" => Kind::Web,
            _ => Kind::Other,
        }
    }

    fn values<'a>(&'a self, wanted: &'a str) -> impl Iterator<Item = &'a str> {
        let fields = self.fields.iter();
        fields
            .filter(move |(tag, value)| tag == wanted && !value.is_empty())
            .map(|(_, value)| value.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Field;

    #[test]
    fn records_of_publishers_are_read() {
        let text = "\u{feff}Provider: X\nTY  - JOUR\r\nAU  - Sample, Ada\r\nAU  - Doe, B.\r\n\
            TI  - On Looms\r\nand Mills\r\nT2  - TOCS\r\nPY  - 2023///\r\nDA  - 2023/04/01/\r\n\
            DO  - 10.1145/1.2\r\nUR  - https://arxiv.org/abs/1706.03762\r\nER  - \r\n\
            TY  - THES\nT1  - Mills\nA1  - Sample, Ada\nPB  - ETH\nM3  - Master's thesis\n\
            TY  - GEN\nAU  - X\nER  -\n";
        assert!(is_ris(text) && !is_ris("no\n@article{x}"));
        let import = read(text).unwrap();
        let [looms, mills] = import.entries.as_slice() else {
            panic!("{import:?}");
        };
        assert_eq!(looms.listing.title, "On Looms and Mills");
        assert_eq!(looms.listing.authors.len(), 2);
        assert_eq!(
            (looms.listing.year, looms.listing.month),
            (Some(2023), Some(4))
        );
        assert!(looms.listing.doi.is_some() && looms.listing.arxiv.is_some());
        assert_eq!((looms.at.first, looms.at.last), (2, 12));
        assert_eq!(mills.listing.kind, Some(Kind::MastersThesis));
        assert_eq!(mills.listing.venue.as_deref(), Some("ETH"));
        assert_eq!((import.left_out.len(), import.warnings.len()), (1, 1));
    }

    #[test]
    fn ids_that_look_like_keys_are_pinned() {
        let record =
            |id: &str, title: &str| format!("TY  - JOUR\nID  - {id}\nTI  - {title}\nER  - \n");
        let text = [
            record("sample2023looms", "A"),
            record("123", "B"),
            record("http://zotero.org/users/1/items/X", "C"),
            record("Sample2023Looms", "D"),
            record("two words", "E"),
        ];
        let import = read(&text.concat()).unwrap();
        let keys = import
            .entries
            .iter()
            .map(|entry| entry.listing.key.as_deref());
        let keys: Vec<Option<&str>> = keys.collect();
        assert_eq!(keys, [Some("sample2023looms"), None, None, None, None]);
        let lines: Vec<usize> = import.warnings.iter().map(|fault| fault.line).collect();
        assert_eq!(lines, [13, 17], "{:?}", import.warnings);
    }

    #[test]
    fn all_fields_of_a_record_are_kept() {
        let text = "TY  - CHAP\nTI  - On <i>Looms</i>\nAU  - Sample, Ada\nED  - Doe, B.\nT2  - Mills\n\
            T3  - Weaving\nVL  - 5\nIS  - 2\nSP  - 1\nEP  - 9\nET  - 2\nSE  - 3\nPB  - Springer\n\
            CY  - Berlin\nPY  - 2023\nER  -\nTY  - JOUR\nTI  - T\nJO  - PLoS ONE\nSP  - e123\nER  -\n";
        let import = read(text).unwrap();
        let told = |at: usize| {
            import.entries[at]
                .listing
                .imported
                .as_ref()
                .unwrap()
                .meta()
                .clone()
        };
        let looms = told(0);
        assert_eq!(looms.title.runs().len(), 2);
        let said = |field| looms.in_words(field).unwrap_or_default();
        for (field, want) in [
            (Field::Kind, "chapter"),
            (Field::Editors, "B. Doe"),
            (Field::Venue, "Mills"),
            (Field::Series, "Weaving"),
            (Field::Volume, "5"),
            (Field::Number, "2"),
            (Field::Pages, "1--9"),
            (Field::Edition, "2"),
            (Field::Chapter, "3"),
            (Field::Publisher, "Springer"),
            (Field::Address, "Berlin"),
        ] {
            assert_eq!(said(field), want, "{field:?}");
        }
        assert_eq!(
            (told(1).kind, import.entries[1].listing.kind),
            (Kind::Journal, None)
        );
    }
}
