use super::*;
use crate::model::{ArxivId, Doi, Isbn, Pages, Title};

/// Returns metadata with the fields of any listing.
fn bare(kind: Kind) -> Metadata {
    let mut meta = Metadata::new(kind, Title::plain("A Title"));
    meta.authors = vec![PersonName::parse("Jane Doe").into()];
    meta.date = PartialDate::parse("2020-01-05");
    meta
}

/// Returns metadata with all fields.
fn rich(kind: Kind) -> Metadata {
    let text = |text: &str| Some(text.to_owned());
    let mut meta = bare(kind);
    meta.editors = vec![PersonName::parse("Ed Itor").into()];
    meta.venue = Some(Title::plain("Annals of Things"));
    meta.venue_short = text("AoT");
    meta.series = text("Lecture Notes in Things");
    meta.volume = text("12");
    meta.number = text("3-4");
    meta.pages = Pages::parse("1-9");
    meta.chapter = text("7");
    meta.edition = text("2");
    meta.genre = kind.genre("Memo");
    meta.publisher = text("ACM Press");
    meta.address = text("New York");
    meta.institution = text("MIT");
    meta.ids.doi = Doi::parse("10.1000/182").ok();
    meta.ids.arxiv = ArxivId::parse("2001.00001").ok();
    meta.arxiv_class = text("cs.NI");
    meta.isbn = Isbn::parse("978-3-16-148410-0").ok();
    meta.url = text("https://example.org/a_b");
    meta
}

/// Returns the same without the name of the venue.
fn homeless(kind: Kind) -> Metadata {
    let (venue, venue_short) = (None, None);
    Metadata {
        venue,
        venue_short,
        ..rich(kind)
    }
}

fn entry(meta: Metadata, dialect: Dialect) -> BibtexEntry {
    let work = Work::new("k", meta);
    of(&work, dialect, &RenderOptions::default())
}

/// Returns an entry's type and fields on one line.
fn shape(meta: Metadata, dialect: Dialect) -> String {
    let entry = entry(meta, dialect);
    let names: Vec<&str> = entry.fields.iter().map(|(name, _)| name.as_str()).collect();
    format!("{}: {}", entry.kind, names.join(" "))
}

fn shapes(of: fn(Kind) -> Metadata, dialect: Dialect) -> String {
    Kind::ALL
        .map(|kind| shape(of(kind), dialect) + "\n")
        .concat()
}

#[test]
fn fields_of_each_kind_in_bibtex() {
    insta::assert_snapshot!(shapes(rich, Dialect::Bibtex), @r"
    inproceedings: author title booktitle series volume pages publisher year month doi eprint archivePrefix primaryClass url
    article: author title journal volume number pages year month doi eprint archivePrefix primaryClass url
    misc: author title year month howpublished doi eprint archivePrefix primaryClass url
    book: author title series volume edition publisher address year month doi eprint archivePrefix primaryClass url
    incollection: author editor title booktitle series volume edition chapter pages publisher address year month type doi eprint archivePrefix primaryClass url
    proceedings: editor title series volume publisher address year month doi eprint archivePrefix primaryClass url
    phdthesis: author title address year month type school doi eprint archivePrefix primaryClass url
    mastersthesis: author title address year month type school doi eprint archivePrefix primaryClass url
    techreport: author title number address year month type institution doi eprint archivePrefix primaryClass url
    misc: author title year month howpublished doi eprint archivePrefix primaryClass url
    misc: author title year month howpublished doi eprint archivePrefix primaryClass url
    misc: author title year month howpublished doi eprint archivePrefix primaryClass url
    misc: author title year month howpublished doi eprint archivePrefix primaryClass url
    misc: author title year month howpublished doi eprint archivePrefix primaryClass url
    ");
}

#[test]
fn arxiv_class_cannot_break_a_file() {
    for (class, want) in [
        ("cs.NI", Some("arXiv:2001.00001 [cs.NI]")),
        (
            "cond-mat.mes-hall",
            Some("arXiv:2001.00001 [cond-mat.mes-hall]"),
        ),
        ("x}, note = {y", Some("arXiv:2001.00001")),
        ("", Some("arXiv:2001.00001")),
    ] {
        let mut meta = rich(Kind::Preprint);
        meta.arxiv_class = Some(class.to_owned());
        let entry = entry(meta, Dialect::Bibtex);
        let field = |name: &str| {
            let (_, value) = entry.fields.iter().find(|(own, _)| own == name)?;
            match value {
                FieldValue::Text(text) | FieldValue::Verbatim(text) => Some(text.as_str()),
                _ => None,
            }
        };
        assert_eq!(field("howpublished"), want);
        assert_eq!(
            field("primaryClass").is_some(),
            want.is_some_and(|it| it.ends_with(']'))
        );
    }
}

#[test]
fn fields_of_each_kind_in_biblatex() {
    insta::assert_snapshot!(shapes(rich, Dialect::Biblatex), @r"
    inproceedings: author title booktitle series volume pages publisher date doi eprint eprinttype eprintclass url
    article: author title journaltitle volume number pages date doi eprint eprinttype eprintclass url
    online: author title date doi eprint eprinttype eprintclass url
    book: author title series volume edition publisher location date doi eprint eprinttype eprintclass url
    incollection: author editor title booktitle series volume edition chapter pages publisher location date doi eprint eprinttype eprintclass url
    proceedings: editor title series volume publisher location date doi eprint eprinttype eprintclass url
    thesis: author title location date type institution doi eprint eprinttype eprintclass url
    thesis: author title location date type institution doi eprint eprinttype eprintclass url
    report: author title number location date type institution doi eprint eprinttype eprintclass url
    patent: author title number date doi eprint eprinttype eprintclass url
    dataset: author title publisher date doi eprint eprinttype eprintclass url
    software: author title date organization doi eprint eprinttype eprintclass url
    online: author title date doi eprint eprinttype eprintclass url
    misc: author title date howpublished doi eprint eprinttype eprintclass url
    ");
}

#[test]
fn editions_and_parts_are_written() {
    let field = |kind, edition: &str, dialect, name: &str| {
        let edition = Some(edition.to_owned());
        let meta = Metadata {
            edition,
            ..homeless(kind)
        };
        let entry = entry(meta, dialect);
        let found = entry.fields.into_iter().find(|(own, _)| own == name);
        found.map(|(_, value)| value)
    };
    let text = |text: &str| Some(FieldValue::Text(text.to_owned()));
    let (classic, biber) = (Dialect::Bibtex, Dialect::Biblatex);
    for (edition, in_words, number) in [("2", "2nd", "2"), ("Third", "Third", "3")] {
        let of = |dialect| field(Kind::Book, edition, dialect, "edition");
        assert_eq!((of(classic), of(biber)), (text(in_words), text(number)));
    }
    for dialect in [classic, biber] {
        assert_eq!(field(Kind::Chapter, "2", dialect, "chapter"), text("7"));
        assert_eq!(field(Kind::Report, "2", dialect, "type"), text("Memo"));
    }
}

#[test]
fn fields_of_minimal_listings() {
    insta::assert_snapshot!(shapes(bare, Dialect::Bibtex), @r"
    misc: author title year month
    misc: author title year month
    misc: author title year month
    booklet: author title year month
    misc: author title year month
    proceedings: editor title year month
    misc: author title year month howpublished
    misc: author title year month howpublished
    misc: author title year month howpublished
    misc: author title year month howpublished
    misc: author title year month
    misc: author title year month
    misc: author title year month
    misc: author title year month
    ");
}

/// The fields without which btxdoc's styles warn and biblatex's data model is violated.
#[test]
fn required_fields_are_present() {
    for (dialect, kind, required) in [
        (Dialect::Bibtex, "article", "journal"),
        (Dialect::Bibtex, "inproceedings", "booktitle"),
        (Dialect::Bibtex, "incollection", "booktitle publisher"),
        (Dialect::Bibtex, "book", "publisher"),
        (Dialect::Bibtex, "inbook", "chapter publisher"),
        (Dialect::Bibtex, "phdthesis", "school"),
        (Dialect::Bibtex, "mastersthesis", "school"),
        (Dialect::Bibtex, "techreport", "institution"),
        (Dialect::Biblatex, "article", "journaltitle"),
        (Dialect::Biblatex, "inproceedings", "booktitle"),
        (Dialect::Biblatex, "incollection", "booktitle"),
        (Dialect::Biblatex, "thesis", "type institution"),
        (Dialect::Biblatex, "report", "type institution"),
        (Dialect::Biblatex, "patent", "number"),
    ] {
        let mut found = 0;
        for meta in Kind::ALL
            .into_iter()
            .flat_map(|kind| [bare(kind), rich(kind), homeless(kind)])
        {
            let entry = entry(meta, dialect);
            if entry.kind == kind {
                found += 1;
                for name in required.split(' ') {
                    assert!(
                        entry.fields.iter().any(|(own, _)| own == name),
                        "{kind} {name}"
                    );
                }
            }
        }
        assert!(found > 0, "no {kind}");
    }
}

#[test]
fn paper_of_a_collaboration_in_pubmed_has_its_fields_in_both_dialects() {
    let mut meta = rich(Kind::Journal);
    (meta.pages, meta.ids.arxiv, meta.arxiv_class) = (None, None, None);
    meta.article_number = Some("032001".to_owned());
    meta.collaboration = Some("LOOM".to_owned());
    meta.ids.pmid = crate::model::Pmid::parse("31000001").ok();
    assert_eq!(
        shape(meta.clone(), Dialect::Bibtex),
        "article: author collaboration title journal volume number pages year month doi pmid url"
    );
    assert_eq!(
        shape(meta.clone(), Dialect::Biblatex),
        "article: author collaboration title journaltitle volume number eid date doi eprint eprinttype url"
    );
    // The eprint that biblatex prints is arXiv's, if there are two.
    meta.ids.arxiv = ArxivId::parse("2001.00001").ok();
    let entry = entry(meta, Dialect::Biblatex);
    let kinds = entry.fields.iter().filter(|(name, _)| name == "eprinttype");
    let kinds: Vec<_> = kinds
        .map(|(_, value)| match value {
            FieldValue::Verbatim(text) => text.as_str(),
            _ => "",
        })
        .collect();
    assert_eq!(kinds, ["arxiv"]);
}
