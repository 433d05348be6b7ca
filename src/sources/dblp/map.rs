//! Turns DBLP's vocabulary into records.

use std::collections::BTreeMap;

use super::{entry::RecordProperties, terms::key_of};
use crate::{
    model::{ArxivId, DblpKey, Doi, Isbn, Kind, Metadata, Pages, PartialDate, Record, SourceName},
    text::{dates::year_and_month, markup},
};

/// Returns the record of one of the entries; `None` when there is no such entry, or none with a
/// title.
pub(super) fn record(
    key: &DblpKey,
    entries: &BTreeMap<DblpKey, RecordProperties>,
) -> Option<Record> {
    let entry = entries.get(key)?;
    let parent_key = entry.first("publishedAsPartOf").and_then(key_of);
    let parent = parent_key.and_then(|parent| entries.get(&parent));
    let ids = RecordDois::of(key, entry);
    let kind = kind(entry, ids.arxiv.is_some());
    let mut meta = Metadata::new(kind, entry.title()?);
    meta.authors = RecordProperties::people(&entry.authors);
    meta.date = date(entry).or_else(|| date(parent?));
    meta.pages = entry.first("pagination").and_then(Pages::parse);
    meta.ids.dblp = Some(key.clone());
    meta.venue_short = entry.text("publishedIn");
    meta.publisher = entry.text("publishedBy");
    meta.address = entry.text("publishersAddress");
    meta.isbn = isbn(entry);
    meta.url = if ids.doi.is_none() && ids.arxiv.is_none() {
        page(entry)
    } else {
        None
    };
    meta.ids.doi = ids.doi;
    meta.ids.arxiv = ids.arxiv;
    match kind {
        Kind::Conference | Kind::Chapter => {
            stand_in(&mut meta, entry, parent);
        }
        Kind::Preprint if meta.ids.arxiv.is_some() => {}
        Kind::PhdThesis | Kind::MastersThesis => {
            meta.institution = entry.text("thesisAcceptedBySchool");
            meta.venue_short = None;
        }
        Kind::Book | Kind::Proceedings => {
            meta.editors = RecordProperties::people(&entry.editors);
            meta.series = entry.text("publishedInSeries");
            meta.volume = entry.text("publishedInSeriesVolume");
        }
        _ => {
            meta.venue = entry.first("publishedInJournal").map(markup::title);
            meta.volume = entry.text("publishedInJournalVolume");
            meta.number = entry.text("publishedInJournalVolumeIssue");
        }
    }
    Some(Record::new(SourceName::DBLP, meta).with_withdrawn(entry.is("Withdrawn")))
}

/// Adds what a paper has from its volume.
fn stand_in(meta: &mut Metadata, entry: &RecordProperties, parent: Option<&RecordProperties>) {
    let Some(parent) = parent else {
        // `publishedInBook` is the whole title for works of reference, and an acronym for
        // conferences.
        if meta.kind == Kind::Chapter {
            meta.venue = entry.first("publishedInBook").map(markup::title);
        }
        return;
    };
    let own = |field| entry.text(field).or_else(|| parent.text(field));
    meta.venue = parent.title();
    meta.editors = RecordProperties::people(&parent.editors);
    meta.series = own("publishedInSeries");
    meta.volume = own("publishedInSeriesVolume");
    meta.publisher = own("publishedBy");
    meta.address = own("publishersAddress");
    meta.isbn = isbn(entry).or_else(|| isbn(parent));
}

/// The class decides and not the key: some records under `journals/corr` are conference papers.
fn kind(entry: &RecordProperties, on_arxiv: bool) -> Kind {
    let named = [
        ("Phdthesis", Kind::PhdThesis),
        ("Mastersthesis", Kind::MastersThesis),
        ("Techreport", Kind::Report),
        ("Informal", Kind::Preprint),
        ("Withdrawn", Kind::Preprint),
        ("Data", Kind::Dataset),
        ("Inproceedings", Kind::Conference),
        ("Incollection", Kind::Chapter),
        ("Inbook", Kind::Chapter),
        ("Reference", Kind::Chapter),
        ("Proceedings", Kind::Proceedings),
        ("Editorship", Kind::Book),
        ("Book", Kind::Book),
        ("Article", Kind::Journal),
    ];
    let kind = named.iter().find(|(name, _)| entry.is(name));
    match kind.map(|(_, kind)| *kind) {
        Some(Kind::Journal) if on_arxiv || entry.first("publishedIn") == Some("CoRR") => {
            Kind::Preprint
        }
        Some(kind) => kind,
        None => Kind::Other,
    }
}

struct RecordDois {
    doi: Option<Doi>,
    arxiv: Option<ArxivId>,
}

impl RecordDois {
    /// The identifiers; arXiv's own DOI becomes the arXiv id. Records from before 2022 may have no
    /// such DOI: then the page on arXiv or the key has the id.
    fn of(key: &DblpKey, entry: &RecordProperties) -> Self {
        let (mut of_arxiv, mut others) = (Vec::new(), Vec::new());
        for doi in entry
            .all("doi")
            .iter()
            .filter_map(|iri| Doi::parse(iri).ok())
        {
            match doi.arxiv() {
                Some(id) => of_arxiv.push(id),
                None if doi.prefix() != "10.48550" => others.push(doi),
                None => {}
            }
        }
        let first_page = entry.first("primaryDocumentPage");
        let primary = first_page.and_then(|page| Doi::parse(page).ok());
        let doi = primary
            .filter(|doi| others.contains(doi))
            .or_else(|| others.into_iter().next());
        let from_pages = || {
            let pages = entry.all("documentPage").iter();
            pages
                .filter(|page| page.contains("arxiv.org/"))
                .find_map(|page| ArxivId::parse(page).ok())
        };
        let from_key = || {
            let number = key.as_str().strip_prefix("journals/corr/abs-")?;
            ArxivId::parse(&number.replacen('-', ".", 1))
                .or_else(|_| ArxivId::parse(&number.replacen('-', "/", 1)))
                .ok()
        };
        Self {
            doi,
            arxiv: of_arxiv
                .into_iter()
                .next()
                .or_else(from_pages)
                .or_else(from_key),
        }
    }
}

fn date(entry: &RecordProperties) -> Option<PartialDate> {
    // As an xsd:gMonth (`--06`), or by its name.
    let month = entry.first("monthOfPublication");
    let month = month.map(|month| month.trim_matches('-'));
    year_and_month(entry.first("yearOfPublication")?, month)
}

fn isbn(entry: &RecordProperties) -> Option<Isbn> {
    entry
        .all("isbn")
        .iter()
        .find_map(|isbn| Isbn::parse(isbn.trim_start_matches("urn:isbn:")).ok())
}

/// Where the publication itself can be read.
fn page(entry: &RecordProperties) -> Option<String> {
    entry
        .first("primaryDocumentPage")
        .or_else(|| entry.first("documentPage"))
        .map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::super::{
        entry::{entries, sign},
        wire::Row,
    };
    use super::*;

    const REC: &str = "https://dblp.org/rec/";
    const SCHEMA: &str = "https://dblp.org/rdf/schema#";

    fn facts(key: &str, pairs: &[(&str, &str)]) -> Vec<Row> {
        pairs
            .iter()
            .map(|(p, o)| {
                Row::of(&[
                    ("s", &format!("{REC}{key}")),
                    ("p", &format!("{SCHEMA}{p}")),
                    ("o", o),
                ])
            })
            .collect()
    }

    fn signature(key: &str, role: &str, ordinal: &str, name: &str) -> Row {
        Row::of(&[
            ("s", &format!("{REC}{key}")),
            ("role", &format!("{SCHEMA}{role}")),
            ("ordinal", ordinal),
            ("name", name),
            ("person", "https://dblp.org/pid/95/7448-1"),
            ("orcid", "https://orcid.org/0000-0002-1825-0097"),
        ])
    }

    fn only(rows: &[Row], signatures: &[Row], key: &str) -> Record {
        let mut entries = entries(rows);
        sign(&mut entries, signatures);
        record(&DblpKey::parse(key).unwrap(), &entries).unwrap()
    }

    #[test]
    fn paper_takes_fields_from_its_volume() {
        let mut rows = facts(
            "conf/sosp/ABC23",
            &[
                ("type", "https://dblp.org/rdf/schema#Publication"),
                ("type", "https://dblp.org/rdf/schema#Inproceedings"),
                ("title", "Storage at O(n<sup>2</sup>)."),
                ("yearOfPublication", "2023"),
                ("monthOfPublication", "--10"),
                ("doi", "https://doi.org/10.1145/3600006.3613145"),
                ("doi", "http://dx.doi.org/10.1145/3600006.3613145"),
                (
                    "primaryDocumentPage",
                    "https://doi.org/10.1145/3600006.3613145",
                ),
                ("pagination", "12-34"),
                ("publishedIn", "SOSP"),
                ("publishedAsPartOf", "https://dblp.org/rec/conf/sosp/2023"),
            ],
        );
        rows.extend(facts(
            "conf/sosp/2023",
            &[
                ("title", "Proceedings of the 29th Symposium, SOSP 2023."),
                ("publishedBy", "ACM"),
                ("isbn", "urn:isbn:9781939133335"),
                ("publishedInSeries", "Lecture Notes in Computer Science"),
                ("publishedInSeriesVolume", "7"),
            ],
        ));
        let signatures = [
            signature("conf/sosp/ABC23", "AuthorSignature", "2", "Juan de la Cruz"),
            signature("conf/sosp/ABC23", "AuthorSignature", "1", "Di Xu 0001"),
            signature("conf/sosp/ABC23", "AuthorSignature", "10", "Last Author"),
            signature("conf/sosp/2023", "EditorSignature", "1", "Ed Itor"),
        ];
        let record = only(&rows, &signatures, "conf/sosp/ABC23");
        let meta = record.meta;
        assert_eq!(meta.kind, Kind::Conference);
        assert_eq!(meta.title.text(), "Storage at O(n2)");
        let names: Vec<String> = meta.authors.iter().map(|a| a.name.sorting_form()).collect();
        assert_eq!(names, ["Xu, Di", "de la Cruz, Juan", "Author, Last"]);
        assert_eq!(meta.authors[0].pid.as_ref().unwrap().as_str(), "95/7448-1");
        assert!(meta.authors[0].orcid.is_some());
        assert_eq!(meta.editors[0].name.family, "Itor");
        assert_eq!(meta.date.unwrap().to_string(), "2023-10");
        assert_eq!(
            meta.venue.unwrap().text(),
            "Proceedings of the 29th Symposium, SOSP 2023"
        );
        assert_eq!(meta.venue_short.as_deref(), Some("SOSP"));
        assert_eq!(
            meta.series.as_deref(),
            Some("Lecture Notes in Computer Science")
        );
        assert_eq!(meta.volume.as_deref(), Some("7"));
        assert_eq!(meta.publisher.as_deref(), Some("ACM"));
        assert_eq!(meta.isbn.unwrap().as_str(), "9781939133335");
        assert_eq!(meta.pages.unwrap().to_string(), "12--34");
        assert_eq!(meta.ids.doi.unwrap().as_str(), "10.1145/3600006.3613145");
        assert_eq!(meta.url, None);
    }

    #[test]
    fn corr_record_is_a_preprint() {
        let corr = |extra: &[(&str, &str)]| {
            let mut rows = facts(
                "journals/corr/abs-1706-03762",
                &[
                    ("type", "https://dblp.org/rdf/schema#Informal"),
                    ("bibtexType", "http://purl.org/net/nknouf/ns/bibtex#Article"),
                    ("title", "Attention Is All You Need."),
                    ("publishedIn", "CoRR"),
                    ("publishedInJournal", "CoRR"),
                    ("publishedInJournalVolume", "abs/1706.03762"),
                ],
            );
            rows.extend(facts("journals/corr/abs-1706-03762", extra));
            only(&rows, &[], "journals/corr/abs-1706-03762").meta
        };
        for meta in [
            corr(&[("doi", "https://doi.org/10.48550/ARXIV.1706.03762")]),
            corr(&[("documentPage", "http://arxiv.org/abs/1706.03762")]),
            corr(&[]),
        ] {
            assert_eq!(meta.kind, Kind::Preprint);
            assert_eq!(meta.ids.arxiv.unwrap().as_str(), "1706.03762");
            assert_eq!((meta.ids.doi, meta.url), (None, None));
            assert_eq!((meta.venue, meta.volume), (None, None));
        }
    }

    #[test]
    fn kind_follows_the_class_and_not_the_key() {
        let rows = facts(
            "journals/corr/KingmaB14",
            &[
                ("type", "https://dblp.org/rdf/schema#Inproceedings"),
                ("title", "Adam."),
                ("publishedIn", "ICLR (Poster)"),
                ("documentPage", "http://arxiv.org/abs/1412.6980"),
            ],
        );
        let meta = only(&rows, &[], "journals/corr/KingmaB14").meta;
        assert_eq!(meta.kind, Kind::Conference);
        assert_eq!(meta.ids.arxiv.unwrap().as_str(), "1412.6980");
    }

    #[test]
    fn theses_books_and_articles() {
        let meta = |key: &str, pairs: &[(&str, &str)]| only(&facts(key, pairs), &[], key).meta;
        let thesis = meta(
            "phd/de/Doe2001",
            &[
                ("type", "https://dblp.org/rdf/schema#Book"),
                (
                    "bibtexType",
                    "http://purl.org/net/nknouf/ns/bibtex#Phdthesis",
                ),
                ("title", "On Things?"),
                ("thesisAcceptedBySchool", "TU Darmstadt"),
                ("documentPage", "http://example.org/thesis"),
            ],
        );
        assert_eq!(thesis.kind, Kind::PhdThesis);
        assert_eq!(thesis.title.text(), "On Things?");
        assert_eq!(thesis.institution.as_deref(), Some("TU Darmstadt"));
        assert_eq!(thesis.url.as_deref(), Some("http://example.org/thesis"));
        let article = meta(
            "journals/jmlr/Doe20",
            &[
                ("type", "https://dblp.org/rdf/schema#Article"),
                ("title", "Things."),
                ("publishedInJournal", "J. Mach. Learn. Res."),
                ("publishedInJournalVolume", "21"),
                ("publishedInJournalVolumeIssue", "4"),
            ],
        );
        assert_eq!(article.kind, Kind::Journal);
        assert_eq!(article.venue.unwrap().text(), "J. Mach. Learn. Res.");
        assert_eq!(article.volume.as_deref(), Some("21"));
        assert_eq!(article.number.as_deref(), Some("4"));
        let volume = meta(
            "conf/x/2020",
            &[
                ("type", "https://dblp.org/rdf/schema#Editorship"),
                (
                    "bibtexType",
                    "http://purl.org/net/nknouf/ns/bibtex#Proceedings",
                ),
                ("title", "Proceedings of X."),
            ],
        );
        assert_eq!(volume.kind, Kind::Proceedings);
    }
}
