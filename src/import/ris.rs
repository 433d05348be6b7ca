//! RIS, which reference managers and publishers export: lines of a tag of two letters, two blanks,
//! a hyphen and a value (the format's specification by Research Information Systems, as Zotero and
//! `EndNote` write it).

use super::{Fault, Import, LeftOut, Lines, Reason, read::MOST_ENTRIES, refused::Refused, told};
use crate::model::{ArxivId, Doi, Isbn, Kind, ListedAuthor, Listing, PersonName};
use crate::text::{dates, markup};

/// Whether a text is RIS by its first lines.
pub(super) fn is_ris(text: &str) -> bool {
    let mut lines = text.trim_start_matches('\u{feff}').lines();
    lines
        .by_ref()
        .take(20)
        .any(|line| tag(line).is_some_and(|(tag, _)| tag == "TY"))
}

/// Reads a file of RIS.
pub(super) fn read(text: &str) -> Result<Import, Refused> {
    let mut import = Import::default();
    let mut record: Option<Record> = None;
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
            // A value may go on over several lines.
            if let Some(record) = &mut record {
                record.go_on(line);
            }
            continue;
        };
        match tag {
            "TY" => {
                if let Some(open) = record.take() {
                    import.faults.push(Fault {
                        line: number,
                        column: 1,
                        what: format!(
                            "the record that begins on line {} has no end (`ER`): it ends here",
                            open.first
                        ),
                    });
                    open.finish(number - 1, &mut import);
                }
                record = Some(Record::new(number, value));
            }
            "ER" => {
                if let Some(open) = record.take() {
                    open.finish(number, &mut import);
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
        open.finish(number, &mut import);
    }
    Ok(import)
}

/// The tag of a line and its value; blanks before the hyphen are left away by some.
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

struct Record {
    first: usize,
    kind: String,
    fields: Vec<(String, String)>,
}

impl Record {
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

    fn finish(self, last: usize, import: &mut Import) {
        match self.listing() {
            Some(listing) => import.entries.push(told::entry(listing, self.first, last)),
            None => import.left_out.push(LeftOut {
                at: Lines {
                    first: self.first,
                    last,
                },
                text: format!("TY  - {}", self.kind),
                reason: Reason::NoTitle,
            }),
        }
    }

    fn listing(&self) -> Option<Listing> {
        let text = |tags: &[&str]| {
            let found = tags.iter().find_map(|tag| self.values(tag).next());
            found.map(markup::plain).filter(|text| !text.is_empty())
        };
        let mut listing = Listing::titled(text(&["TI", "T1", "CT", "BT"])?);
        let people = ["AU", "A1"].iter().flat_map(|tag| self.values(tag));
        listing.authors = people
            .map(|name| ListedAuthor::Named(PersonName::parse(name)))
            .collect();
        listing.venue = text(&["T2", "JO", "JF", "JA", "J2", "BT"])
            .filter(|venue| *venue != listing.title)
            .or_else(|| matches!(self.kind.as_str(), "THES" | "RPRT").then(|| text(&["PB"]))?);
        let date = text(&["PY", "Y1", "DA"]);
        listing.year = date.as_deref().and_then(dates::year);
        let day = text(&["DA", "Y1"]);
        listing.month = day.as_deref().and_then(|day| {
            let month = day.split(['/', '-']).nth(1)?.trim();
            month.parse().ok().filter(|month| (1..=12).contains(month))
        });
        listing.kind = self.kind();
        listing.doi = text(&["DO"]).and_then(|doi| Doi::parse(&doi).ok());
        listing.isbn = text(&["SN"]).and_then(|isbn| Isbn::parse(&isbn).ok());
        for address in ["UR", "L1", "L2", "LK"]
            .iter()
            .flat_map(|tag| self.values(tag))
        {
            let arxiv = ArxivId::parse(address).ok();
            match arxiv.filter(|_| address.contains("arxiv.org")) {
                Some(id) => listing.arxiv = Some(id),
                None if listing.url.is_none() && address.starts_with("http") => {
                    let doi = Doi::parse(address).ok();
                    match doi.filter(|_| address.contains("doi.org/")) {
                        Some(doi) => listing.doi = listing.doi.or(Some(doi)),
                        None => listing.url = Some(address.to_owned()),
                    }
                }
                None => {}
            }
        }
        // arXiv's own DOI is its id in other words.
        if let Some(arxiv) = listing.doi.as_ref().and_then(Doi::arxiv) {
            listing.arxiv = listing.arxiv.or(Some(arxiv));
            listing.doi = None;
        }
        Some(listing)
    }

    /// Only kinds that rule other works out; the rest is chosen too carelessly.
    fn kind(&self) -> Option<Kind> {
        Some(match self.kind.as_str() {
            "THES" => {
                let genre = self.values("M3").chain(self.values("U1")).next();
                if genre.is_some_and(|genre| genre.to_lowercase().contains("master")) {
                    Kind::MastersThesis
                } else {
                    Kind::PhdThesis
                }
            }
            "BOOK" => Kind::Book,
            "CHAP" => Kind::Chapter,
            "RPRT" => Kind::Report,
            "PAT" => Kind::Patent,
            "DATA" => Kind::Dataset,
            "COMP" => Kind::Software,
            _ => return None,
        })
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

    #[test]
    fn records_as_publishers_write_them() {
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
        assert_eq!((import.left_out.len(), import.faults.len()), (1, 1));
    }
}
