use crate::model::{Contributor, Isbn, Kind, Metadata, Pages, PersonName, Run, Title};
use crate::text::{fold, unlatex};

use super::dates::date;
use super::identify::{identify, verbatim};
use super::kinds::kind;
use super::names::names;
use super::read::BibEntry;

/// Converts an entry to metadata, alike for DBLP's exports and for entries written by people.
///
/// The entry should be one of [`super::BibEntries::resolved`], or inherited fields are missing. A
/// paper whose only venue is arXiv is a preprint, whatever its type; arXiv's own DOIs and URLs become
/// its arXiv id. Values that do not fit their field are omitted.
#[must_use]
pub fn metadata(entry: &BibEntry) -> Metadata {
    let mut meta = stated_metadata(entry);
    settle_preprint(entry, &mut meta);
    meta
}

/// Converts an entry to metadata field by field, without the detection of preprints.
#[must_use]
pub fn stated_metadata(entry: &BibEntry) -> Metadata {
    let text = |names: &[&str]| {
        first(entry, names)
            .map(unlatex::text)
            .filter(|t| !t.is_empty())
    };
    let identity = identify(entry);
    let mut meta = Metadata::new(kind(entry), full_title(entry));
    (meta.authors, meta.more_authors) = contributors(entry, "author");
    meta.editors = contributors(entry, "editor").0;
    meta.date = date(entry);
    meta.venue = venue(entry);
    meta.venue_short = text(&["shortjournal"]);
    meta.series = text(&["series"]);
    meta.volume = text(&["volume"]);
    meta.number = text(&["number", "issue"]);
    meta.pages = first(entry, &["pages", "page"])
        .map(unlatex::text)
        .and_then(|pages| Pages::parse(&pages));
    meta.collaboration = text(&["collaboration"]);
    meta.article_number = text(&["articleno", "eid", "article-number", "articlenumber"]);
    meta.chapter = text(&["chapter"]);
    meta.edition = text(&["edition"]);
    meta.genre = text(&["type"]).and_then(|words| meta.kind.genre(&words));
    meta.publisher = text(&["publisher"]);
    meta.address = text(&["address", "location"]);
    meta.institution = text(&["school", "institution"]);
    meta.isbn = entry
        .field("isbn")
        .map(verbatim)
        .and_then(|isbn| isbn_in(&isbn));
    meta.note = text(&["note"]);
    meta.ids = identity.ids;
    meta.arxiv_class = identity.arxiv_class;
    meta.url = identity.url;
    organisation(entry, &mut meta);
    meta
}

fn first<'a>(entry: &'a BibEntry, names: &[&str]) -> Option<&'a str> {
    names.iter().find_map(|name| entry.field(name))
}

fn full_title(entry: &BibEntry) -> Title {
    let title = entry.field("title").unwrap_or_default();
    with_subtitle(title, entry.field("subtitle"))
}

/// Appends a subtitle, unless the title already ends with it.
fn with_subtitle(title: &str, subtitle: Option<&str>) -> Title {
    let whole = unlatex::title(title);
    let Some(subtitle) = subtitle.map(unlatex::title).filter(|sub| !sub.is_empty()) else {
        return whole;
    };
    if whole.is_empty() || fold::fold(&whole.text()).ends_with(&fold::fold(&subtitle.text())) {
        return whole;
    }
    let joint = if whole.text().ends_with(['?', '!', ':']) {
        " "
    } else {
        ": "
    };
    let runs = whole.runs().iter().cloned();
    Title::from_runs(
        runs.chain([Run::Plain(joint.to_owned())])
            .chain(subtitle.runs().iter().cloned()),
    )
}

fn contributors(entry: &BibEntry, field: &str) -> (Vec<Contributor>, bool) {
    let (names, others) = names(entry.field(field).unwrap_or_default());
    let people: Vec<Contributor> = names
        .into_iter()
        .filter(|name| !PersonName::is_empty(name))
        .map(Contributor::from)
        .collect();
    (people, others)
}

/// Returns the journal or book title; where there is none, the text of `howpublished` unless it is a
/// URL.
fn venue(entry: &BibEntry) -> Option<Title> {
    let sources = match entry.kind.as_str() {
        "article" | "suppperiodical" | "review" => ["journal", "journaltitle", "booktitle"],
        _ => ["booktitle", "journal", "journaltitle"],
    };
    let name = sources.into_iter().find(|name| entry.field(name).is_some());
    let is_volume = matches!(entry.kind.as_str(), "book" | "proceedings" | "collection");
    if is_volume && entry.field("title").is_some() {
        // A volume's book title is the one its children inherit.
        return None;
    }
    let title = match name {
        Some("booktitle") => with_subtitle(entry.field("booktitle")?, entry.field("booksubtitle")),
        Some(name) => with_subtitle(entry.field(name)?, entry.field("journalsubtitle")),
        None => {
            let how = entry.field("howpublished")?;
            let is_address = how.contains("http") || how.contains("\\url") || how.contains("www.");
            unlatex::title(if is_address { "" } else { how })
        }
    };
    (!title.is_empty()).then_some(title)
}

/// Takes `organization` as the publisher of proceedings, web pages, software and datasets, and as the
/// institution of everything else.
fn organisation(entry: &BibEntry, meta: &mut Metadata) {
    let Some(name) = entry.field("organization").map(unlatex::text) else {
        return;
    };
    let place = match meta.kind {
        Kind::Conference | Kind::Proceedings | Kind::Web | Kind::Software | Kind::Dataset => {
            &mut meta.publisher
        }
        _ => &mut meta.institution,
    };
    place.get_or_insert(name);
}

fn isbn_in(text: &str) -> Option<Isbn> {
    Isbn::parse(text).ok().or_else(|| {
        text.split([',', ';', '/', ' '])
            .find_map(|part| Isbn::parse(part).ok())
    })
}

/// Returns whether a folded venue is one of the names under which people and services list arXiv.
fn is_arxiv_name(folded: &str) -> bool {
    let folded = folded.trim_start_matches("the ");
    ["corr", "computing research repository"].contains(&folded)
        || folded.starts_with("arxiv")
        || folded.starts_with("corr abs")
        || folded.starts_with("eprint arxiv")
}

/// Other preprint servers, folded.
const SERVERS: [&str; 12] = [
    "biorxiv",
    "medrxiv",
    "chemrxiv",
    "techrxiv",
    "psyarxiv",
    "engrxiv",
    "eartharxiv",
    "socarxiv",
    "hal",
    "ssrn",
    "research square",
    "iacr cryptology eprint archive",
];

fn settle_preprint(entry: &BibEntry, meta: &mut Metadata) {
    let venue = meta.venue.as_ref().map(|venue| fold::fold(&venue.text()));
    let folded = venue.unwrap_or_default();
    let on_arxiv = is_arxiv_name(&folded);
    let loose = matches!(
        meta.kind,
        Kind::Other | Kind::Web | Kind::Journal | Kind::Report
    ) && entry.kind != "techreport";
    if on_arxiv || loose && folded.is_empty() && meta.ids.arxiv.is_some() && meta.ids.doi.is_none()
    {
        let published_kind = matches!(
            meta.kind,
            Kind::Book | Kind::PhdThesis | Kind::MastersThesis
        );
        if !published_kind {
            meta.kind = Kind::Preprint;
        }
        meta.venue = None;
        // `volume = {abs/1706.03762}`, `number = {arXiv:..}`, `pages = {arXiv--1706}` and the
        // publisher repeat the id.
        meta.volume = None;
        meta.number = None;
        meta.pages = None;
        meta.publisher = meta
            .publisher
            .take()
            .filter(|name| !is_arxiv_name(&fold::fold(name)));
        meta.note = meta
            .note
            .take()
            .filter(|note| !fold::fold(note).starts_with("arxiv"));
    } else if SERVERS.iter().any(|server| folded.starts_with(server))
        && matches!(
            meta.kind,
            Kind::Other | Kind::Web | Kind::Journal | Kind::Report
        )
    {
        meta.kind = Kind::Preprint;
    }
}

#[cfg(test)]
mod tests {
    use super::super::read::read;
    use super::*;

    fn of(text: &str) -> Metadata {
        metadata(&read(text).entries[0])
    }

    fn people(contributors: &[Contributor]) -> Vec<String> {
        contributors.iter().map(|c| c.name.sorting_form()).collect()
    }

    #[test]
    fn dblp_export_is_converted() {
        let meta = of(r#"@inproceedings{DBLP:conf/gvd/Ley07,
  author    = {Michael Ley and
               Hagen H{\"{o}}pfner},
  editor    = {Friederike Klan},
  title     = {Datenqualit{\"{a}}t: Eine Herausforderung
               - Erfahrungen von der {DBLP}},
  booktitle = {2017 {ACM/IEEE} Joint Conference on Digital Libraries, {JCDL} 2017},
  series    = {Technical Report},
  pages     = {5--9},
  publisher = {{IEEE} Computer Society},
  year      = {2007},
  url       = {https://doi.org/10.1007/978-3-642-60831-5\_34},
  doi       = {10.1007/978-3-642-60831-5\_34},
  isbn      = {978-3-031-16399-9},
  timestamp = {Wed, 14 Nov 2018 00:00:00 +0100},
  biburl    = {https://dblp.org/rec/bib/conf/gvd/Ley07},
  bibsource = {dblp computer science bibliography, https://dblp.org}
}"#);
        assert_eq!(meta.kind, Kind::Conference);
        assert_eq!(
            meta.title.text(),
            "Datenqualität: Eine Herausforderung - Erfahrungen von der DBLP"
        );
        assert_eq!(people(&meta.authors), ["Ley, Michael", "Höpfner, Hagen"]);
        assert_eq!(people(&meta.editors), ["Klan, Friederike"]);
        assert_eq!(meta.year(), Some(2007));
        assert!(
            meta.venue
                .unwrap()
                .text()
                .starts_with("2017 ACM/IEEE Joint")
        );
        assert_eq!(meta.publisher.as_deref(), Some("IEEE Computer Society"));
        assert_eq!(meta.pages.unwrap().to_string(), "5--9");
        assert_eq!(meta.ids.dblp.unwrap().as_str(), "conf/gvd/Ley07");
        assert_eq!(
            meta.ids.doi.unwrap().as_str(),
            "10.1007/978-3-642-60831-5_34"
        );
        assert_eq!(meta.isbn.unwrap().as_str(), "9783031163999");
        assert_eq!(meta.url, None);
    }

    #[test]
    fn preprints_in_many_forms_are_detected() {
        for text in [
            "@article{DBLP:journals/corr/abs-1706-03762, title={T}, journal={CoRR}, \
             volume={abs/1706.03762}, year={2017}, url={http://arxiv.org/abs/1706.03762}, \
             eprinttype={arXiv}, eprint={1706.03762}}",
            "@article{x, title={T}, journal={arXiv preprint arXiv:1706.03762}, year=2017}",
            "@article{x, title={T}, journal={ArXiv}, volume={abs/1706.03762}, year=2017}",
            "@misc{x, title={T}, eprint={1706.03762v5}, archivePrefix={arXiv}, \
             primaryClass={cs.CL}, year=2017}",
            "@misc{x, title={T}, howpublished={arXiv:1706.03762 [cs.CL]}, year=2017}",
            "@online{x, title={T}, url={https://arxiv.org/pdf/1706.03762v2.pdf}, date={2017-06}}",
            "@misc{x, title={T}, doi={10.48550/arXiv.1706.03762}, publisher={arXiv}, year=2017}",
            "@article{x, title={T}, journal={arXiv e-prints}, pages={arXiv:1706.03762}, year=2017}",
            "@unpublished{x, title={T}, note={arXiv:1706.03762}, year=2017}",
            r"@misc{x, title={T}, howpublished={\url{https://arxiv.org/abs/1706.03762}}, year=2017}",
        ] {
            let meta = of(text);
            assert_eq!(meta.kind, Kind::Preprint, "{text}");
            let id = meta.ids.arxiv.as_ref().map(ToString::to_string);
            assert_eq!(id.as_deref(), Some("1706.03762"), "{text}");
            assert_eq!(meta.year(), Some(2017), "{text}");
            assert_eq!(
                (
                    meta.ids.doi,
                    meta.url,
                    meta.venue,
                    meta.volume,
                    meta.pages,
                    meta.publisher,
                    meta.note
                ),
                (None, None, None, None, None, None, None),
                "{text}"
            );
            if text.contains("cs.CL") {
                assert_eq!(meta.arxiv_class.as_deref(), Some("cs.CL"));
            }
        }
    }

    #[test]
    fn published_paper_with_an_eprint_stays_published() {
        let meta = of(
            "@inproceedings{x, title={T}, booktitle={NeurIPS}, year=2017, \
             eprint={1706.03762}, archiveprefix={arXiv}, url={https://papers.nips.cc/a\\_b}}",
        );
        assert_eq!(meta.kind, Kind::Conference);
        assert_eq!(meta.ids.arxiv.unwrap().as_str(), "1706.03762");
        assert_eq!(meta.url.as_deref(), Some("https://papers.nips.cc/a_b"));
        let adam = of(
            "@article{DBLP:journals/corr/KingmaB14, title={Adam}, journal={ICLR (Poster)}, year=2015}",
        );
        assert_eq!(adam.kind, Kind::Journal);
        assert_eq!(adam.ids.dblp.unwrap().as_str(), "journals/corr/KingmaB14");
    }

    #[test]
    fn types_of_both_dialects_have_their_kind() {
        for (text, want) in [
            ("@article{x, journaltitle={J}}", Kind::Journal),
            (
                "@article{x, journal={Advances in neural information processing systems}}",
                Kind::Conference,
            ),
            (
                "@article{x, journal={Proceedings of the VLDB Endowment}}",
                Kind::Journal,
            ),
            ("@conference{x, booktitle={C}}", Kind::Conference),
            ("@InCollection{x, booktitle={Handbook of X}}", Kind::Chapter),
            ("@phdthesis{x, school={MIT}}", Kind::PhdThesis),
            ("@phdthesis{x, type={Master's thesis}}", Kind::MastersThesis),
            ("@thesis{x, type={mathesis}}", Kind::MastersThesis),
            ("@thesis{x, type={phdthesis}}", Kind::PhdThesis),
            ("@techreport{x, institution={I}}", Kind::Report),
            ("@dataset{x}", Kind::Dataset),
            ("@software{x}", Kind::Software),
            ("@patent{x}", Kind::Patent),
            ("@misc{x, url={https://x.org}}", Kind::Web),
            ("@misc{x, howpublished={Talk at X}}", Kind::Other),
            ("@article{x, journal={bioRxiv}}", Kind::Preprint),
            (
                "@mastersthesis{x, eprint={1706.03762}}",
                Kind::MastersThesis,
            ),
            ("@unheardof{x}", Kind::Other),
        ] {
            assert_eq!(of(text).kind, want, "{text}");
        }
    }

    #[test]
    fn remaining_fields_are_converted() {
        let meta = of(
            r"@article{x, title={A Title}, subtitle={And More}, author={Doe, Jane and others},
            journaltitle={J. of {\'E}tudes}, volume=3, issue=4, eid={e12}, location={K{\o}benhavn},
            note={To appear in \emph{X}}, isbn={wrong}, month=sep, year=2019,
            ee={https://dx.doi.org/10.1000/X}, doi={nonsense}, keywords={DOI}}",
        );
        assert_eq!(meta.title.text(), "A Title: And More");
        assert!(meta.more_authors && meta.authors.len() == 1);
        assert_eq!(meta.venue.unwrap().text(), "J. of Études");
        assert_eq!(meta.volume.as_deref(), Some("3"));
        assert_eq!(meta.number.as_deref(), Some("4"));
        assert_eq!(meta.article_number.as_deref(), Some("e12"));
        assert_eq!(meta.address.as_deref(), Some("København"));
        assert_eq!(meta.note.as_deref(), Some("To appear in X"));
        assert_eq!(meta.isbn, None);
        assert_eq!(meta.date.unwrap().to_string(), "2019-09");
        assert_eq!(meta.ids.doi.unwrap().as_str(), "10.1000/x");
    }
}
