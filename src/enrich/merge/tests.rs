use super::{super::precedence::tests::precedence, *};
use crate::model::{ArxivId, Doi, PersonName};

fn record(source: SourceName, kind: Kind, title: &str, authors: &[&str]) -> Record {
    let mut meta = Metadata::new(kind, Title::plain(title));
    meta.authors = authors
        .iter()
        .map(|n| PersonName::parse(n).into())
        .collect();
    Record::new(source, meta)
}

fn merge(records: &[Record], listing: &Listing) -> Option<MergedMetadata> {
    super::merge(records, listing, &precedence())
}

#[test]
fn each_field_comes_from_its_best_source() {
    let mut dblp = record(
        SourceName::DBLP,
        Kind::Journal,
        "On Sorting",
        &["Tomás Van Gool", "J. Roe"],
    );
    dblp.meta.venue = Some(Title::plain("J. Sort."));
    dblp.meta.date = Some(PartialDate::year(2022));
    let mut crossref = record(
        SourceName::CROSSREF,
        Kind::Journal,
        "ON SORTING OF THE STRINGS",
        &["Van Gool, Tomáš", "Roe, J."],
    );
    crossref.meta.venue = Some(Title::plain("Journal of Sorting"));
    crossref.meta.date = PartialDate::from_parts(2022, Some(3), None);
    crossref.meta.ids.doi =
        Some(Doi::parse("10.1/sort").unwrap_or_else(|_| Doi::parse("10.1000/sort").unwrap()));
    let mut corr = record(
        SourceName::DBLP,
        Kind::Preprint,
        "Sorting",
        &["Tomás Van Gool"],
    );
    corr.meta.ids.arxiv = Some(ArxivId::parse("2101.00001").unwrap());

    let merged = merge(&[dblp, crossref, corr], &Listing::titled("x")).unwrap();
    assert_eq!(merged.meta.title.text(), "On Sorting");
    assert_eq!(
        merged.meta.authors[0].name.sorting_form(),
        "Van Gool, Tomáš"
    );
    assert_eq!(merged.meta.venue.unwrap().text(), "Journal of Sorting");
    assert_eq!(merged.meta.date.unwrap().to_string(), "2022-03");
    assert_eq!(merged.meta.ids.arxiv.unwrap().as_str(), "2101.00001");
    assert_eq!(merged.origins[&Field::Doi].source, SourceName::CROSSREF);
    assert_eq!(merged.origins[&Field::Title].source, SourceName::DBLP);
}

#[test]
fn provenance_holds_the_day_and_contradicting_claims() {
    let mut dblp = record(
        SourceName::DBLP,
        Kind::Conference,
        "On Sorting",
        &["Jane Doe"],
    );
    dblp.learned = Some(jiff::civil::date(2026, 11, 1));
    dblp.meta.pages = crate::model::Pages::parse("1-9");
    let mut crossref = record(
        SourceName::CROSSREF,
        Kind::Conference,
        "On sorting.",
        &["J. Doe"],
    );
    crossref.learned = Some(jiff::civil::date(2026, 11, 20));
    crossref.meta.pages = crate::model::Pages::parse("1-12");
    crossref.meta.volume = Some("7".into());
    let merged = merge(&[dblp.clone(), crossref.clone()], &Listing::titled("x")).unwrap();
    let pages = &merged.origins[&Field::Pages];
    assert_eq!((pages.source, pages.day), (SourceName::DBLP, dblp.learned));
    assert_eq!(pages.others.len(), 1);
    assert_eq!(pages.others[0].day, crossref.learned);
    assert_eq!(pages.others[0].value, "1--12");
    assert_eq!(
        merged.origins[&Field::Volume],
        Provenance::new(SourceName::CROSSREF, crossref.learned)
    );
    assert!(merged.origins[&Field::Title].others.is_empty());
}

#[test]
fn listed_kind_wins() {
    let article = record(SourceName::DBLP, Kind::Journal, "On Sorting", &["Jane Doe"]);
    let kind = |listed: Kind| {
        let listing = Listing {
            kind: Some(listed),
            ..Listing::titled("On Sorting")
        };
        merge(std::slice::from_ref(&article), &listing)
            .unwrap()
            .meta
            .kind
    };
    assert_eq!(kind(Kind::Conference), Kind::Conference);
    assert_eq!(kind(Kind::Preprint), Kind::Journal, "published since");
}

#[test]
fn preprint_adds_only_its_arxiv_id() {
    let paper = record(SourceName::DBLP, Kind::Conference, "FAST", &["Jane Doe"]);
    let mut preprint = record(
        SourceName::ARXIV,
        Kind::Preprint,
        "FLASH",
        &["Jane Doe", "A. Other"],
    );
    preprint.meta.date = Some(PartialDate::year(2020));
    let merged = merge(&[paper, preprint], &Listing::titled("x")).unwrap();
    assert_eq!(merged.meta.title.text(), "FAST");
    assert_eq!(merged.meta.authors.len(), 1);
    assert_eq!(merged.meta.date, None);
}

#[test]
fn title_in_capitals_is_the_last_choice() {
    let loud = record(
        SourceName::DBLP,
        Kind::Conference,
        "KITTY: ACCURATE AND EFFICIENT CACHES",
        &[],
    );
    let calm = record(
        SourceName::CROSSREF,
        Kind::Conference,
        "Kitty: Accurate and Efficient Caches",
        &[],
    );
    let merged = merge(&[loud, calm], &Listing::titled("x")).unwrap();
    assert_eq!(merged.origins[&Field::Title].source, SourceName::CROSSREF);
}

#[test]
fn titles_are_completed_with_capitals_of_other_sources() {
    let title = |source, title| record(source, Kind::Conference, title, &[]);
    let dblp = title(
        SourceName::DBLP,
        "Scaling Spindle and Bert to Large Clusters of Small Machines",
    );
    let crossref = title(
        SourceName::CROSSREF,
        "Scaling Spindle and BERT to large clusters of small machines",
    );
    let merged = merge(&[dblp, crossref], &Listing::titled("x")).unwrap();
    assert_eq!(merged.origins[&Field::Title].source, SourceName::DBLP);
    assert_eq!(
        merged.meta.title.text(),
        "Scaling Spindle and BERT to Large Clusters of Small Machines"
    );
    let meant = crate::model::Run::Protected("Spindle".into());
    assert!(merged.meta.title.runs().contains(&meant));
}
