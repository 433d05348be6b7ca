//! Converts records of the literature.

use super::{
    service::NAME,
    wire::{Author, Paper, Publication, Valued},
};
use crate::{
    model::{
        ArxivId, Contributor, Doi, Isbn, Kind, Metadata, Pages, PartialDate, PersonName, Record,
        Title,
    },
    text::{markup, subtitle},
};

/// Returns the record of a paper; `None` without a title.
pub(super) fn record(paper: &Paper) -> Option<Record> {
    let published = paper.publication_info.iter().find(|it| is_main(it));
    let mut meta = Metadata::new(kind(paper, published), title(paper)?);
    people(&mut meta, paper);
    let doi = |it: &&Valued| it.material.as_deref().is_none_or(is_main_material);
    let doi = paper.dois.iter().find(doi);
    meta.ids.doi = doi.and_then(|it| Doi::parse(&it.value).ok());
    meta.ids.texkey = paper.texkeys.first().cloned();
    if let Some(eprint) = paper.arxiv_eprints.first() {
        meta.ids.arxiv = ArxivId::parse(&eprint.value).ok();
        meta.arxiv_class = eprint.categories.first().cloned();
    }
    meta.date = date(paper, &meta, published);
    place(&mut meta, paper, published);
    Some(Record::new(NAME, meta))
}

/// Returns the title of a paper.
pub(super) fn title(paper: &Paper) -> Option<Title> {
    let first = paper.titles.first()?;
    let title = markup::title(&first.title);
    if title.is_empty() {
        return None;
    }
    let subtitle = first.subtitle.as_deref().map(markup::title);
    Some(match subtitle.filter(|it| !it.is_empty()) {
        Some(subtitle) => subtitle::joined(title, &subtitle),
        None => title,
    })
}

fn is_main(publication: &Publication) -> bool {
    let is_main = publication.material.as_deref().is_none_or(is_main_material);
    is_main && publication.journal_title.is_some()
}

/// Whether what is told is of the publication itself, and not of its erratum, reprint or translation.
fn is_main_material(material: &str) -> bool {
    matches!(material, "publication" | "version")
}

fn kind(paper: &Paper, published: Option<&Publication>) -> Kind {
    let is = |kind: &str| paper.document_type.iter().any(|it| it == kind);
    if is("thesis") {
        match paper.thesis_info.degree_type.as_deref() {
            Some("phd" | "habilitation") | None => Kind::PhdThesis,
            _ => Kind::MastersThesis,
        }
    } else if is("proceedings") {
        Kind::Proceedings
    } else if is("book") {
        Kind::Book
    } else if is("book chapter") {
        Kind::Chapter
    } else if is("conference paper") && published.is_some() {
        Kind::Conference
    } else if published.is_some() {
        Kind::Journal
    } else if !paper.arxiv_eprints.is_empty() {
        Kind::Preprint
    } else if is("report") {
        Kind::Report
    } else {
        Kind::Other
    }
}

/// Adds authors, editors and the collaboration. Works that no person signed are those of the
/// collaboration.
fn people(meta: &mut Metadata, paper: &Paper) {
    let has = |author: &Author, role: &str| author.inspire_roles.iter().any(|it| it == role);
    let of =
        |author: &Author| Contributor::from(PersonName::parse(&markup::plain(&author.full_name)));
    for author in &paper.authors {
        if has(author, "supervisor") {
            continue;
        }
        let contributor = of(author);
        if contributor.name.is_empty() {
            continue;
        }
        if has(author, "editor") {
            meta.editors.push(contributor);
        } else {
            meta.authors.push(contributor);
        }
    }
    let names = paper
        .collaborations
        .iter()
        .map(|it| collaboration(&it.value));
    let names: Vec<String> = names.filter(|name| !name.is_empty()).collect();
    meta.collaboration = (!names.is_empty()).then(|| names.join(", "));
    if meta.authors.is_empty() {
        let groups = names.iter().map(|name| format!("{name} Collaboration"));
        let groups = paper.corporate_author.iter().cloned().chain(groups);
        let groups = groups.map(|name| Contributor::from(PersonName::organisation(&name)));
        meta.authors = groups.take(1).collect();
    }
}

/// `ATLAS collaboration` -> `ATLAS`
fn collaboration(name: &str) -> String {
    let name = markup::plain(name);
    let mut words: Vec<&str> = name.split_whitespace().collect();
    let is_word = |word: &&str| word.eq_ignore_ascii_case("collaboration");
    words.retain(|word| !is_word(word));
    words.join(" ")
}

fn date(paper: &Paper, meta: &Metadata, published: Option<&Publication>) -> Option<PartialDate> {
    let of = |text: &Option<String>| PartialDate::parse(text.as_deref()?);
    let year = published.and_then(|it| it.year).map(PartialDate::year);
    let thesis = &paper.thesis_info;
    let imprint = || paper.imprints.iter().find_map(|it| of(&it.date));
    let preprint = || of(&paper.preprint_date);
    match meta.kind {
        kind if kind.is_thesis() => of(&thesis.defense_date).or_else(|| of(&thesis.date)),
        Kind::Preprint => preprint(),
        _ => year.or_else(imprint).or_else(preprint),
    }
    .or_else(|| of(&paper.earliest_date))
}

fn place(meta: &mut Metadata, paper: &Paper, published: Option<&Publication>) {
    let isbn = paper
        .isbns
        .iter()
        .find_map(|it| Isbn::parse(&it.value).ok());
    if matches!(meta.kind, Kind::Book | Kind::Proceedings | Kind::Chapter) {
        meta.isbn = isbn;
    }
    if let Some(imprint) = paper.imprints.first() {
        meta.publisher.clone_from(&imprint.publisher);
        meta.address.clone_from(&imprint.place);
    }
    if meta.kind.is_thesis() {
        let institutions = paper.thesis_info.institutions.first();
        meta.institution = institutions.map(|it| it.name.clone());
        meta.publisher = None;
    }
    if meta.kind == Kind::Report {
        meta.number = paper.report_numbers.first().map(|it| it.value.clone());
    }
    let Some(publication) = published.filter(|_| !meta.kind.is_thesis()) else {
        return;
    };
    meta.venue_short = publication.journal_title.as_deref().map(spaced);
    meta.volume.clone_from(&publication.journal_volume);
    meta.number.clone_from(&publication.journal_issue);
    match (
        &publication.artid,
        &publication.page_start,
        &publication.page_end,
    ) {
        (Some(number), _, None) => meta.article_number = Some(number.clone()),
        (_, Some(first), Some(last)) => meta.pages = Pages::parse(&format!("{first}-{last}")),
        (_, Some(first), None) => meta.pages = Pages::parse(first),
        _ => {}
    }
}

/// `Phys.Rev.Lett.` -> `Phys. Rev. Lett.`
fn spaced(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    let mut letters = name.chars().peekable();
    while let Some(letter) = letters.next() {
        out.push(letter);
        let is_next_word = letters.peek().is_some_and(|next| next.is_alphanumeric());
        if letter == '.' && is_next_word {
            out.push(' ');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn read(paper: Value) -> Metadata {
        record(&serde_json::from_value(paper).unwrap())
            .unwrap()
            .meta
    }

    #[test]
    fn paper_of_a_collaboration_is_read() {
        let meta = read(json!({
            "control_number": 1, "document_type": ["article"], "texkeys": ["Doe:2018abc", "Doe:2018old"],
            "titles": [{"title": "Search for looms at $\\sqrt{s}=13$ TeV"}, {"title": "Other"}],
            "authors": [{"full_name": "Doe, Jane"},
                {"full_name": "Roe, Bob", "inspire_roles": ["supervisor"]}],
            "collaborations": [{"value": "ATLAS"}],
            "dois": [{"value": "10.1103/PhysRevD.99.9", "material": "erratum"},
                {"value": "10.1103/PhysRevD.98.1"}],
            "arxiv_eprints": [{"value": "1801.00001", "categories": ["hep-ex", "hep-ph"]}],
            "publication_info": [{"journal_title": "Phys.Rev.D", "journal_volume": "99", "year": 2019,
                "material": "erratum"},
                {"journal_title": "Phys.Rev.D", "journal_volume": "98", "journal_issue": "3",
                 "page_start": "032001", "artid": "032001", "year": 2018}],
            "preprint_date": "2018-01-01"
        }));
        assert_eq!(meta.kind, Kind::Journal);
        assert_eq!(meta.authors.len(), 1);
        assert_eq!(meta.collaboration.as_deref(), Some("ATLAS"));
        assert_eq!(meta.ids.doi.unwrap().as_str(), "10.1103/physrevd.98.1");
        assert_eq!(meta.ids.arxiv.unwrap().as_str(), "1801.00001");
        assert_eq!(meta.ids.texkey.as_deref(), Some("Doe:2018abc"));
        assert_eq!(meta.arxiv_class.as_deref(), Some("hep-ex"));
        assert_eq!(meta.venue_short.as_deref(), Some("Phys. Rev. D"));
        assert_eq!(meta.article_number.as_deref(), Some("032001"));
        assert_eq!((meta.pages, meta.volume.as_deref()), (None, Some("98")));
        assert_eq!(meta.date.unwrap().to_string(), "2018");
    }

    #[test]
    fn collaboration_without_named_people_is_the_author() {
        let meta = read(json!({"titles": [{"title": "T"}],
            "collaborations": [{"value": "LOOM collaboration"}]}));
        assert_eq!(meta.authors[0].name.to_string(), "LOOM Collaboration");
        assert!(meta.authors[0].name.organisation);
        assert_eq!(meta.collaboration.as_deref(), Some("LOOM"));
    }

    #[test]
    fn kinds_follow_type_and_place() {
        let of = |kind: &str, journal: bool, eprint: bool| {
            let journal = json!([{"journal_title": "PoS", "journal_volume": "LOOM2020"}])
                .as_array()
                .filter(|_| journal)
                .cloned();
            let eprint = eprint.then(|| json!([{"value": "1801.00001"}]));
            read(json!({"titles": [{"title": "T"}], "document_type": [kind],
                "publication_info": journal, "arxiv_eprints": eprint}))
            .kind
        };
        assert_eq!(of("article", true, true), Kind::Journal);
        assert_eq!(of("article", false, true), Kind::Preprint);
        assert_eq!(of("conference paper", true, false), Kind::Conference);
        assert_eq!(of("conference paper", false, true), Kind::Preprint);
        assert_eq!(of("thesis", false, true), Kind::PhdThesis);
        assert_eq!(of("book", false, false), Kind::Book);
    }

    #[test]
    fn thesis_has_a_school() {
        let meta = read(
            json!({"titles": [{"title": "T"}], "document_type": ["thesis"],
            "thesis_info": {"degree_type": "master", "date": "2017",
                "institutions": [{"name": "Loom U."}]}}),
        );
        assert_eq!(meta.kind, Kind::MastersThesis);
        assert_eq!(meta.institution.as_deref(), Some("Loom U."));
        assert_eq!(meta.date.unwrap().to_string(), "2017");
    }
}
