//! Conversion of a CSL-JSON item to a record.

use serde_json::Value;

use super::item::{CslItem, CslName, Date};
use crate::{
    formats::address,
    model::{
        ArxivId, Contributor, Doi, Isbn, Kind, Metadata, Orcid, Pages, PartialDate, PersonName,
        Record, SourceName, Title,
    },
    text::{dates, fold, markup},
};

/// Converts an item to a record from `source`; `None` when it has no title.
pub(crate) fn record(item: &CslItem, source: SourceName) -> Option<Record> {
    let title = markup::title(item.title.as_ref()?);
    if title.is_empty() {
        return None;
    }
    let mut meta = Metadata::new(kind(item), title);
    (meta.authors, meta.more_authors) = people(&item.author);
    (meta.editors, _) = people(&item.editor);
    meta.date = item.issued.as_ref().and_then(date);
    set_venue(&mut meta, item);
    meta.volume = plain(item.volume.as_ref());
    meta.number = plain(item.issue.as_ref());
    meta.pages = item.page.as_ref().and_then(|page| Pages::parse(page));
    meta.chapter = plain(item.chapter_number.as_ref());
    meta.edition = plain(item.edition.as_ref());
    meta.genre = plain(item.genre.as_ref()).and_then(|words| meta.kind.genre(&words));
    meta.publisher = plain(item.publisher.as_ref());
    meta.address = plain(item.publisher_place.as_ref());
    if meta.kind.is_thesis() || meta.kind == Kind::Report {
        meta.institution.clone_from(&meta.publisher);
    }
    if matches!(meta.kind, Kind::Report | Kind::Patent) {
        meta.number = meta.number.or_else(|| plain(item.number.as_ref()));
    }
    meta.isbn = item.isbn.as_ref().and_then(|isbn| {
        let mut each = isbn.split([' ', ',', ';']);
        each.find_map(|isbn| Isbn::parse(isbn).ok())
    });
    identify(&mut meta, item);
    settle_preprint(&mut meta);
    Some(Record::new(source, meta))
}

/// Maps the types of CSL 1.0.2, and those of Crossref, which doi.org does not always translate.
fn kind(item: &CslItem) -> Kind {
    match item.class.as_str() {
        "article-journal" | "article-magazine" | "article-newspaper" | "review" | "review-book"
        | "journal-article" => Kind::Journal,
        "paper-conference" | "proceedings-article" => Kind::Conference,
        "chapter" | "entry" | "entry-dictionary" | "entry-encyclopedia" | "book-chapter"
        | "reference-entry" => Kind::Chapter,
        "book" | "classic" | "monograph" | "edited-book" => Kind::Book,
        "proceedings" => Kind::Proceedings,
        "thesis" | "dissertation" => thesis(item),
        "report" => Kind::Report,
        "article" | "posted-content" => Kind::Preprint,
        "patent" => Kind::Patent,
        "dataset" => Kind::Dataset,
        "software" => Kind::Software,
        "webpage" | "post" | "post-weblog" => Kind::Web,
        _ => Kind::Other,
    }
}

fn thesis(item: &CslItem) -> Kind {
    const LOWER: [&str; 6] = ["master", "msc", "m.sc", "bachelor", "diplom", "licentiate"];
    let genre = item.genre.as_deref().unwrap_or_default().to_lowercase();
    if LOWER.iter().any(|word| genre.contains(word)) {
        Kind::MastersThesis
    } else {
        Kind::PhdThesis
    }
}

/// Converts the names; the flag is set where more follow, which Better BibTeX marks by `others`, as
/// BibTeX does.
fn people(names: &[CslName]) -> (Vec<Contributor>, bool) {
    let mut people: Vec<Contributor> = names.iter().map(contributor).collect();
    people.retain(|person| !person.name.is_empty());
    let more = people.last().is_some_and(|last| {
        last.name.given.is_empty() && matches!(&*last.name.family, "others" | "et al." | "et al")
    });
    if more {
        people.pop();
    }
    (people, more)
}

fn contributor(name: &CslName) -> Contributor {
    let literal = markup::plain(&name.literal);
    let given = markup::plain(&name.given);
    let family = markup::plain(&name.family);
    let mut parsed = if family.is_empty() && given.is_empty() {
        PersonName::organisation(&literal)
    } else {
        PersonName::from_parts(&given, &family)
    };
    if !parsed.organisation {
        let particles = [
            name.dropping_particle.as_str(),
            &name.non_dropping_particle,
            &parsed.particle,
        ];
        parsed.particle = particles
            .into_iter()
            .flat_map(str::split_whitespace)
            .collect::<Vec<_>>()
            .join(" ");
        let suffix = name.suffix.trim().trim_start_matches(',').trim_start();
        if !suffix.is_empty() {
            suffix.clone_into(&mut parsed.suffix);
        }
    }
    Contributor {
        orcid: name.orcid.as_ref().and_then(|id| Orcid::parse(id).ok()),
        ..parsed.into()
    }
}

fn date(date: &Date) -> Option<PartialDate> {
    match date {
        Date::Text(text) => dates::date(text),
        Date::Parts {
            parts,
            raw,
            literal,
        } => parts
            .first()
            .and_then(|parts| from_parts(parts))
            .or_else(|| {
                [raw, literal]
                    .into_iter()
                    .flatten()
                    .find_map(|text| dates::date(text))
            }),
    }
}

fn from_parts(parts: &[Value]) -> Option<PartialDate> {
    let part = |at: usize| match parts.get(at)? {
        Value::String(text) => text.trim().parse::<i32>().ok(),
        number => number.as_i64().and_then(|number| number.try_into().ok()),
    };
    let small = |at: usize| part(at).and_then(|number| u8::try_from(number).ok());
    PartialDate::from_parts(part(0)?, small(1), small(2))
}

fn set_venue(meta: &mut Metadata, item: &CslItem) {
    let title = |text: Option<&String>| {
        let title = markup::title(text?);
        (!title.is_empty()).then_some(title)
    };
    meta.venue = title(item.container_title.as_ref());
    if meta.kind == Kind::Conference {
        let event = item.event_title.as_ref().or(item.event.as_ref());
        meta.venue = meta.venue.take().or_else(|| title(event));
    }
    meta.series = plain(item.collection_title.as_ref());
    let venue = meta.venue.as_ref().map(Title::text);
    meta.venue_short = plain(item.container_title_short.as_ref())
        .or_else(|| plain(item.journal_abbreviation.as_ref()))
        .filter(|short| Some(short) != venue.as_ref());
}

/// Reads identifiers from their own fields, then from the URL and the lines of the note.
fn identify(meta: &mut Metadata, item: &CslItem) {
    let mut take = |doi: &str| {
        if let Ok(doi) = Doi::parse(doi) {
            address::take_doi(&mut meta.ids, doi);
        }
    };
    if let Some(doi) = &item.doi {
        take(doi);
    }
    let mut remarks = Vec::new();
    for line in item.note.iter().flat_map(|note| note.lines()) {
        match line.split_once(':') {
            Some((label, doi)) if label.trim().eq_ignore_ascii_case("doi") => take(doi),
            // `Citation Key: …`, `tex.month: …`, `_eprint: …` are variables and not notes.
            Some((label, _)) if label.split_whitespace().count() <= 2 => {}
            _ => remarks.push(line.trim()),
        }
    }
    let note = remarks.join(" ");
    meta.note = Some(note.trim().to_owned()).filter(|note| !note.is_empty());
    // Zotero writes `arXiv:1706.03762 [cs]` as the number, note or venue of a preprint on arXiv.
    let said = [&item.number, &item.note, &item.container_title];
    let mut words = said
        .into_iter()
        .flatten()
        .flat_map(|it| it.split_whitespace());
    let arxiv = words.find_map(|word| {
        let named = word.get(..6)?.eq_ignore_ascii_case("arxiv:");
        named.then(|| ArxivId::parse(word).ok())?
    });
    meta.ids.arxiv = meta.ids.arxiv.take().or(arxiv);
    if let Some(url) = &item.url {
        address::place(meta, url.clone());
    }
}

/// Makes an item a preprint if its only venue is arXiv, whatever its type.
fn settle_preprint(meta: &mut Metadata) {
    let venue = meta.venue.as_ref().map(|venue| fold::fold(&venue.text()));
    let venue = venue.unwrap_or_default();
    let on_arxiv = venue.starts_with("arxiv") || venue == "corr";
    let nowhere = venue.is_empty() && meta.ids.arxiv.is_some() && meta.ids.doi.is_none();
    let loose = matches!(
        meta.kind,
        Kind::Journal | Kind::Preprint | Kind::Other | Kind::Web
    );
    if loose && (on_arxiv || nowhere) {
        meta.kind = Kind::Preprint;
        meta.venue = None;
        meta.venue_short = None;
        meta.volume = None;
        meta.publisher = None;
    }
}

fn plain(text: Option<&String>) -> Option<String> {
    text.map(|text| markup::plain(text))
        .filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use serde::Deserialize as _;
    use serde_json::json;

    use super::*;

    fn meta(item: &Value) -> Metadata {
        let item = CslItem::deserialize(item).unwrap();
        record(&item, SourceName::LIBRARY).unwrap().meta
    }

    #[test]
    fn paper_exported_by_zotero_is_mapped() {
        let meta = meta(&json!({
            "id": "zhouElectrode2023", "type": "paper-conference",
            "title": "Electrode: Accelerating distributed protocols with <span class=\"nocase\">eBPF</span>",
            "author": [{"family": "Zhou", "given": "Yang"}, {"literal": "The Team"}, {"family": "others"}],
            "editor": [{"family": "Balakrishnan", "given": "Mahesh", "suffix": "Jr."}],
            "container-title": "20th USENIX Symposium on NSDI", "collection-title": "NSDI '23",
            "event-title": "NSDI", "page": "1391-1407", "publisher": "USENIX Association",
            "publisher-place": "Boston, MA", "ISBN": "978-1-939133-33-5 978-3-16-148410-0",
            "issued": {"date-parts": [["2023", 4, "17"]]}, "volume": 1,
            "URL": "https://www.usenix.org/conference/nsdi23/presentation/zhou",
            "note": "Best paper\nCitation Key: x"
        }));
        assert_eq!(meta.kind, Kind::Conference);
        assert_eq!(
            meta.title.runs().last().map(crate::model::Run::text),
            Some("eBPF")
        );
        assert_eq!(meta.authors[0].name.to_string(), "Yang Zhou");
        assert!(meta.authors[1].name.organisation);
        assert!(meta.more_authors && meta.authors.len() == 2);
        assert_eq!(meta.editors[0].name.suffix, "Jr.");
        assert_eq!(meta.venue.unwrap().text(), "20th USENIX Symposium on NSDI");
        assert_eq!(meta.series.as_deref(), Some("NSDI '23"));
        assert_eq!(meta.pages.unwrap().to_string(), "1391--1407");
        assert_eq!(meta.publisher.as_deref(), Some("USENIX Association"));
        assert_eq!(meta.address.as_deref(), Some("Boston, MA"));
        assert_eq!(meta.isbn.unwrap().as_str(), "9781939133335");
        assert_eq!(meta.date.unwrap().to_string(), "2023-04-17");
        assert_eq!(meta.volume.as_deref(), Some("1"));
        assert_eq!(meta.note.as_deref(), Some("Best paper"));
        assert!(meta.url.unwrap().ends_with("/zhou"));
    }

    #[test]
    fn preprints_on_arxiv_are_recognised() {
        for item in [
            json!({"type": "article", "title": "T", "number": "arXiv:1706.03762", "publisher": "arXiv",
                "DOI": "10.48550/arXiv.1706.03762", "note": "arXiv:1706.03762 [cs]"}),
            json!({"type": "article-journal", "title": "T", "container-title": "arXiv:1706.03762 [cs]",
                "URL": "http://arxiv.org/abs/1706.03762"}),
            json!({"type": "webpage", "title": "T", "URL": "https://arxiv.org/abs/1706.03762v5"}),
        ] {
            let meta = meta(&item);
            assert_eq!(meta.kind, Kind::Preprint, "{item}");
            assert_eq!(meta.ids.arxiv.unwrap().as_str(), "1706.03762");
            assert_eq!(
                (meta.ids.doi, meta.venue, meta.publisher),
                (None, None, None)
            );
            assert_eq!(meta.note, None);
        }
        let published = meta(
            &json!({"type": "article-journal", "title": "T", "DOI": "10.1145/1.2",
            "container-title": "TOCS", "note": "arXiv:1706.03762 [cs]"}),
        );
        assert_eq!(published.kind, Kind::Journal);
        assert!(published.ids.arxiv.is_some() && published.ids.doi.is_some());
    }

    #[test]
    fn doi_is_read_from_note_and_url() {
        for (field, value) in [
            ("note", "Publisher: Springer\nDOI: 10.1007/1-2"),
            ("URL", "https://doi.org/10.1007/1-2"),
            ("DOI", "https://doi.org/10.1007/1-2"),
        ] {
            let meta = meta(&json!({"type": "chapter", "title": "T", field: value}));
            assert_eq!(meta.ids.doi.unwrap().as_str(), "10.1007/1-2");
            assert_eq!((meta.url, meta.note), (None, None));
        }
    }

    #[test]
    fn names_keep_particles() {
        let name = |name: Value| {
            let meta = meta(&json!({"title": "T", "author": [name]}));
            let name = meta.authors[0].name.clone();
            (name.particle, name.family, name.suffix)
        };
        for (given, want) in [
            (
                json!({"family": "Gool", "given": "Luc", "non-dropping-particle": "Van"}),
                ("Van", "Gool", ""),
            ),
            (
                json!({"family": "Beethoven", "given": "Ludwig", "dropping-particle": "van"}),
                ("van", "Beethoven", ""),
            ),
            (
                json!({"family": "de la Cruz", "given": "Juan"}),
                ("de la", "Cruz", ""),
            ),
            (
                json!({"family": "Steele", "given": "Guy L.", "suffix": ", Jr."}),
                ("", "Steele", "Jr."),
            ),
        ] {
            let (particle, family, suffix) = name(given);
            assert_eq!((&*particle, &*family, &*suffix), want);
        }
    }

    #[test]
    fn dates_are_read_in_every_form() {
        for (issued, want) in [
            (json!({"date-parts": [[2020]], "season": 1}), "2020"),
            (json!({"date-parts": [[2020, 3], [2020, 4]]}), "2020-03"),
            (json!({"raw": "2020-03-05"}), "2020-03-05"),
            (
                json!({"date-parts": [[]], "literal": "June 2017"}),
                "2017-06",
            ),
            (json!("2020-03-05/2020-04-01"), "2020-03-05"),
            (json!({"date-parts": [[null]]}), ""),
            (json!({"literal": "in press"}), ""),
            (json!(7), ""),
        ] {
            let date = meta(&json!({"title": "T", "issued": issued})).date;
            let shown = date.map_or_else(String::new, |date| date.to_string());
            assert_eq!(shown, want, "{issued}");
        }
    }

    #[test]
    fn types_are_mapped_to_kinds() {
        for (class, genre, want) in [
            ("thesis", "PhD thesis", Kind::PhdThesis),
            ("thesis", "Master's thesis", Kind::MastersThesis),
            ("article", "", Kind::Preprint),
            ("journal-article", "", Kind::Journal),
            ("motion_picture", "", Kind::Other),
        ] {
            let item = json!({"type": class, "genre": genre, "title": "T"});
            assert_eq!(meta(&item).kind, want, "{class}");
        }
        let report =
            meta(&json!({"type": "report", "title": "T", "number": "TR-1", "publisher": "MIT"}));
        assert_eq!(
            (report.number.as_deref(), report.institution.as_deref()),
            (Some("TR-1"), Some("MIT"))
        );
    }

    #[test]
    fn item_without_a_title_is_skipped() {
        for item in [
            json!({"type": "book"}),
            json!({"title": " "}),
            json!({"title": null}),
        ] {
            assert!(record(&CslItem::deserialize(&item).unwrap(), SourceName::LIBRARY).is_none());
        }
    }
}
