//! The SPARQL queries.
//!
//! They are written for the costs of the engine, `QLever`: simple groups joined by UNION, no
//! OPTIONAL of more than one triple (such a group is evaluated over all data first), few triple
//! patterns in a group, and names never joined to records (twenty times slower than reading the
//! signatures).

use super::terms::{doi_iri, literal, orcid_iri, person_iri, record_iri};
use crate::model::{DblpKey, DblpPid, Doi, Orcid};

const PREFIXES: &str = "\
PREFIX dblp: <https://dblp.org/rdf/schema#>
PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX ql: <http://qlever.cs.uni-freiburg.de/builtin-functions/>
";

/// The properties that are read of a publication and of its volume (local names in the schema of
/// DBLP, <https://dblp.org/rdf/schema>).
const FIELDS: [&str; 20] = [
    "title",
    "bibtexType",
    "yearOfPublication",
    "monthOfPublication",
    "doi",
    "pagination",
    "publishedIn",
    "publishedInJournal",
    "publishedInJournalVolume",
    "publishedInJournalVolumeIssue",
    "publishedInBook",
    "publishedInSeries",
    "publishedInSeriesVolume",
    "publishedBy",
    "publishersAddress",
    "thesisAcceptedBySchool",
    "isbn",
    "documentPage",
    "primaryDocumentPage",
    "publishedAsPartOf",
];

/// A page that DBLP marks as ambiguous only separates namesakes: it lists the papers of nobody in
/// particular.
const NOT_AMBIGUOUS: &str = "MINUS { ?person rdf:type dblp:AmbiguousCreator }";

/// The most pages that one name may find; a name as common as Wei Wang has hundreds.
const MOST_PAGES: usize = 100;

/// The most titles that one range or one set of words may find. The endpoint chooses which ones, so
/// a full range may lack the title looked for.
pub(super) const MOST_TITLES: usize = 200;

/// The look-up of a page.
#[derive(Debug)]
pub(super) enum PageLookup {
    Pid(DblpPid),
    Orcid(Orcid),
    /// The words of a name.
    Words(Vec<String>),
}

impl PageLookup {
    /// Returns the key of the stored answer.
    pub(super) fn key(&self) -> String {
        match self {
            Self::Pid(pid) => format!("pid {pid}"),
            Self::Orcid(orcid) => format!("orcid {orcid}"),
            Self::Words(words) => format!("name {}", words.join(" ")),
        }
    }
}

/// The date of the data: `?modified`. The graph states it of itself.
pub(super) const CHANGED: &str = "SELECT ?modified WHERE { <https://dblp.org/rdf/dblp.nt> \
     <http://purl.org/dc/terms/modified> ?modified }";

/// The pages looked for: `?person ?name ?n` (the number of publications); for one found by ORCID
/// iD, `?orcid`; for one found by name, `?of` with the number of the look-up; and in a row of its
/// own `?modified`, since a run sends this query first.
pub(super) fn pages(lookups: &[&PageLookup]) -> String {
    let pids = lookups.iter().filter_map(|look| match look {
        PageLookup::Pid(pid) => Some(person_iri(pid)),
        _ => None,
    });
    let orcids = lookups.iter().filter_map(|look| match look {
        PageLookup::Orcid(orcid) => Some(orcid_iri(orcid)),
        _ => None,
    });
    let mut groups = Vec::new();
    if let Some(values) = values("person", pids) {
        groups.push(format!(
            "{{ SELECT ?person ?name (COUNT(?pub) AS ?n) WHERE {{ {values} \
             ?person dblp:primaryCreatorName ?name . ?pub dblp:authoredBy ?person . \
             {NOT_AMBIGUOUS} }} GROUP BY ?person ?name }}"
        ));
    }
    if let Some(values) = values("orcid", orcids) {
        groups.push(format!(
            "{{ SELECT ?orcid ?person ?name (COUNT(?pub) AS ?n) WHERE {{ {values} \
             ?person dblp:orcid ?orcid . ?person dblp:primaryCreatorName ?name . \
             ?pub dblp:authoredBy ?person . }} GROUP BY ?orcid ?person ?name }}"
        ));
    }
    for (at, look) in lookups.iter().enumerate() {
        if let PageLookup::Words(words) = look {
            let group = format!(
                "{{ SELECT ?person ?name (COUNT(?pub) AS ?n) WHERE {{ \
                 ?text ql:contains-word {} . ?text ql:contains-entity ?name . \
                 ?person dblp:primaryCreatorName ?name . ?pub dblp:authoredBy ?person . \
                 {NOT_AMBIGUOUS} \
                 }} GROUP BY ?person ?name ORDER BY DESC(?n) LIMIT {MOST_PAGES} }}",
                literal(&words.join(" "))
            );
            groups.push(marked(&group, at));
        }
    }
    groups.push(format!("{{ {CHANGED} }}"));
    select("?person ?name ?n ?orcid ?modified ?of", &groups)
}

/// The titles on the pages: `?person ?pub ?title`.
pub(super) fn titles_of(pids: &[DblpPid]) -> String {
    let values = values("person", pids.iter().map(person_iri)).unwrap_or_default();
    format!(
        "{PREFIXES}SELECT ?person ?pub ?title WHERE {{ {values} \
         ?pub dblp:authoredBy ?person . ?pub dblp:title ?title . }}"
    )
}

/// The works on the pages in short: `?page ?record ?name ?year ?doi ?extent`, once more with
/// `?mark` for withdrawn ones; and in a row of its own `?modified`.
pub(super) fn overview(pids: &[DblpPid]) -> String {
    let values = values("page", pids.iter().map(person_iri)).unwrap_or_default();
    let works = format!("{values} ?record dblp:authoredBy ?page .");
    format!(
        "{PREFIXES}SELECT ?modified ?page ?record ?name ?year ?doi ?extent ?mark WHERE {{ \
         {{ {works} ?record dblp:title ?name . \
         OPTIONAL {{ ?record dblp:yearOfPublication ?year }} \
         OPTIONAL {{ ?record dblp:doi ?doi }} \
         OPTIONAL {{ ?record dblp:pagination ?extent }} }} UNION\n\
         {{ {works} ?record rdf:type ?mark . FILTER(?mark = dblp:Withdrawn) }} UNION\n\
         {{ {CHANGED} }} }}"
    )
}

/// The fields of the publications and of their volumes: `?s ?p ?o`.
///
/// The properties are in a filter, which can only be evaluated after the subjects are known; as
/// VALUES an engine may take them first, and read all data for them.
pub(super) fn fields(keys: &[DblpKey]) -> String {
    let records = |name| values(name, keys.iter().map(record_iri)).unwrap_or_default();
    let mut wanted = String::from("?s ?p ?o . FILTER(?p IN (rdf:type");
    for field in FIELDS {
        wanted.push_str(", dblp:");
        wanted.push_str(field);
    }
    wanted.push_str("))");
    format!(
        "{PREFIXES}SELECT DISTINCT ?s ?p ?o WHERE {{ \
         {{ {} {wanted} }} UNION \
         {{ {} ?pub dblp:publishedAsPartOf ?s . {wanted} }} }}",
        records("s"),
        records("pub"),
    )
}

/// The signatures under publications and volumes: `?s ?role ?ordinal ?name` and, where known,
/// `?person ?orcid`.
pub(super) fn signatures(keys: &[DblpKey]) -> String {
    let values = values("s", keys.iter().map(record_iri)).unwrap_or_default();
    format!(
        "{PREFIXES}SELECT ?s ?role ?ordinal ?name ?person ?orcid WHERE {{ {values} \
         ?s dblp:hasSignature ?sig . ?sig rdf:type ?role . \
         ?sig dblp:signatureOrdinal ?ordinal . ?sig dblp:signatureDblpName ?name . \
         OPTIONAL {{ ?sig dblp:signatureCreator ?person }} \
         OPTIONAL {{ ?sig dblp:signatureOrcid ?orcid }} }}"
    )
}

/// The publications with these DOIs: `?doi ?pub`.
pub(super) fn by_dois(dois: &[Doi]) -> String {
    let values = values("doi", dois.iter().map(doi_iri)).unwrap_or_default();
    format!("{PREFIXES}SELECT ?doi ?pub WHERE {{ {values} ?pub dblp:doi ?doi . }}")
}

/// The publications whose titles are in the ranges, compared without regard to case, the upper end
/// excluded: `?pub ?title ?label ?of`, the last being the number of the range.
///
/// Each range is a group of its own with constants in its filter, which the endpoint answers from
/// its sorted titles; ranges as VALUES would be compared with every title there is.
pub(super) fn by_ranges(ranges: &[(String, String)]) -> String {
    let groups: Vec<String> = ranges
        .iter()
        .enumerate()
        .map(|(at, (low, high))| {
            let group = format!(
                "{{ SELECT ?pub ?title ?label WHERE {{ ?pub dblp:title ?title . \
                 FILTER(?title >= {} && ?title < {}) ?pub rdfs:label ?label . \
                 }} LIMIT {MOST_TITLES} }}",
                literal(low),
                literal(high)
            );
            marked(&group, at)
        })
        .collect();
    select("DISTINCT ?pub ?title ?label ?of", &groups)
}

/// The publications whose label (authors, title, year) has all words of one of the sets:
/// `?pub ?title ?label ?of`, the last being the number of the set.
pub(super) fn by_words(sets: &[Vec<String>]) -> String {
    let groups: Vec<String> = sets
        .iter()
        .enumerate()
        .map(|(at, words)| {
            let group = format!(
                "{{ SELECT ?pub ?title ?label WHERE {{ ?text ql:contains-word {} . \
                 ?text ql:contains-entity ?label . ?pub rdfs:label ?label . \
                 ?pub dblp:title ?title . }} LIMIT {MOST_TITLES} }}",
                literal(&words.join(" "))
            );
            marked(&group, at)
        })
        .collect();
    select("DISTINCT ?pub ?title ?label ?of", &groups)
}

/// A group whose rows have its number as `?of`, so that an answer to many questions can be
/// separated.
fn marked(group: &str, number: usize) -> String {
    format!("{{ {group} BIND({number} AS ?of) }}")
}

fn select(what: &str, groups: &[String]) -> String {
    format!(
        "{PREFIXES}SELECT {what} WHERE {{ {} }}",
        groups.join(" UNION\n")
    )
}

fn values(name: &str, iris: impl Iterator<Item = String>) -> Option<String> {
    let all = iris.collect::<Vec<_>>().join(" ");
    (!all.is_empty()).then(|| format!("VALUES ?{name} {{ {all} }}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_query_combines_all_lookups() {
        let query = pages(&[
            &PageLookup::Pid(DblpPid::parse("95/7448-1").unwrap()),
            &PageLookup::Orcid(Orcid::parse("0000-0002-1825-0097").unwrap()),
            &PageLookup::Words(vec!["di".into(), "xu".into()]),
        ]);
        assert_eq!(query.matches(" UNION").count(), 3);
        for part in [
            "VALUES ?person { <https://dblp.org/pid/95/7448-1> }",
            "VALUES ?orcid { <https://orcid.org/0000-0002-1825-0097> }",
            "ql:contains-word \"di xu\" .",
        ] {
            assert!(query.contains(part), "{query}");
        }
        let query = pages(&[&PageLookup::Words(vec!["xu".into()])]);
        assert!(!query.contains("VALUES"), "{query}");
    }
}
