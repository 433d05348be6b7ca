//! Every kind of malformed metadata seen in 2001 works of Crossref, in made-up works.

use serde::Deserialize as _;
use serde_json::{Value, json};

use super::*;

fn read(mut fields: Value) -> Option<Record> {
    let defaults = json!({"DOI": "10.1145/1.2", "type": "journal-article", "title": ["A Title"]});
    for (name, value) in defaults.as_object().unwrap() {
        if fields.get(name).is_none() {
            fields[name] = value.clone();
        }
    }
    record(
        &CrossrefWork::deserialize(&fields).unwrap(),
        SourceName::CROSSREF,
    )
}

fn meta(fields: Value) -> Metadata {
    read(fields).unwrap().meta
}

fn titled(title: &str) -> String {
    meta(json!({"title": [title]})).title.text()
}

#[test]
fn markup_and_doubled_escapes_are_removed() {
    assert_eq!(
        titled("&lt;title&gt;Noise and scale&lt;/title&gt;"),
        "Noise and scale"
    );
    assert_eq!(
        titled("Coupling and&amp;nbsp;BOLD data"),
        "Coupling and BOLD data"
    );
    assert_eq!(titled("R&amp;amp;D\n            today"), "R&D today");
    let title = meta(json!({"title": ["On <i>Drosophila</i> at O(n<sup>2</sup>)"]})).title;
    assert_eq!(title.text(), "On Drosophila at O(n2)");
    assert!(title.runs().contains(&Run::Emph("Drosophila".into())));
    assert!(title.runs().contains(&Run::Sup("2".into())));
}

#[test]
fn trailing_marks_are_removed() {
    for given in [
        "Longitudinal Data*",
        "Longitudinal Data:",
        "Longitudinal Data ,",
    ] {
        assert_eq!(titled(given), "Longitudinal Data");
    }
    assert_eq!(titled("Longitudinal Data<sup>*</sup>"), "Longitudinal Data");
    assert_eq!(titled("Why?"), "Why?");
}

#[test]
fn asterisk_of_a_name_is_kept() {
    for (given, want) in [
        (
            "Path Planning with Time-Bounded A*",
            "Path Planning with Time-Bounded A*",
        ),
        ("Optimality of RRT*:", "Optimality of RRT*"),
        ("Optimality of RRT**", "Optimality of RRT*"),
        ("Mapping of T2*", "Mapping of T2*"),
        ("Planning with D<sup>*</sup>", "Planning with D*"),
        ("PLANNING WITH A*", "PLANNING WITH A*"),
        ("LONGITUDINAL DATA*", "LONGITUDINAL DATA"),
        ("The Spread of COVID-19*", "The Spread of COVID-19"),
        ("Longitudinal Data *", "Longitudinal Data"),
    ] {
        assert_eq!(titled(given), want);
    }
}

#[test]
fn titles_in_capitals_are_kept() {
    assert_eq!(titled("AN AUDIO-VISUAL SYSTEM"), "AN AUDIO-VISUAL SYSTEM");
}

#[test]
fn subtitle_is_appended_once() {
    let with = |title: &str, subtitle: &str| {
        meta(json!({"title": [title], "subtitle": [subtitle]}))
            .title
            .text()
    };
    assert_eq!(with("Espresso", "Brewing Fast"), "Espresso: Brewing Fast");
    assert_eq!(with("Espresso:", "Brewing Fast"), "Espresso: Brewing Fast");
    assert_eq!(
        with("Espresso: Brewing fast", "Brewing Fast"),
        "Espresso: Brewing fast"
    );
    assert_eq!(
        with("Why Espresso?", "Brewing Fast"),
        "Why Espresso? Brewing Fast"
    );
    assert_eq!(with("Espresso", ""), "Espresso");
}

#[test]
fn translated_titles_are_omitted() {
    let fields = json!({"title": ["Three-Point Rule", "Futbolda Üç Puan Kuralı"]});
    assert_eq!(meta(fields).title.text(), "Three-Point Rule");
}

#[test]
fn parts_of_works_are_skipped() {
    for class in ["peer-review", "component", "journal-issue"] {
        assert!(read(json!({"type": class})).is_none(), "{class}");
    }
    assert!(read(json!({"title": []})).is_none());
    assert!(read(json!({"title": [" "]})).is_none());
}

#[test]
fn notice_under_the_works_title_is_skipped() {
    let notice = |title: &str, class: &str| {
        read(json!({"title": [title], "update-to": [{"DOI": "10.1/x", "type": class}]}))
    };
    assert!(notice("A Title", "retraction").is_none());
    assert!(notice("Correction to: A Title", "correction").is_some());
    assert!(notice("A Title", "new_version").is_some());
}

#[test]
fn last_container_is_the_volume() {
    let fields = json!({"type": "book-chapter", "container-title":
        ["Lecture Notes in Computer Science", "Haptics: Science, Technology, Applications"]});
    let paper = meta(fields);
    assert_eq!(paper.kind, Kind::Conference);
    assert_eq!(
        paper.venue.unwrap().text(),
        "Haptics: Science, Technology, Applications"
    );
    assert_eq!(
        paper.series.as_deref(),
        Some("Lecture Notes in Computer Science")
    );
    let fields = json!({"type": "book-chapter", "container-title":
        ["Methods in Molecular Biology", "Computer-Aided Antibody Design"]});
    assert_eq!(meta(fields).kind, Kind::Chapter);
    let fields = json!({"container-title": ["C&amp;EN Global Enterprise"],
        "short-container-title": ["C&amp;EN"]});
    let article = meta(fields);
    assert_eq!(article.venue.unwrap().text(), "C&EN Global Enterprise");
    assert_eq!(article.venue_short.as_deref(), Some("C&EN"));
}

#[test]
fn chapter_with_an_event_is_a_paper() {
    let fields = json!({"type": "book-chapter", "container-title": ["A Book"],
        "event": {"name": "29th Symposium", "acronym": "SOSP '23", "start": {"date-parts": [[2023, 10, 23]]}}});
    let paper = meta(fields);
    assert_eq!(paper.kind, Kind::Conference);
    assert_eq!(paper.venue_short.as_deref(), Some("SOSP '23"));
    assert_eq!(paper.date.unwrap().to_string(), "2023-10-23");
}

#[test]
fn print_date_precedes_issued() {
    let date = |fields: Value| meta(fields).date.map(|date| date.to_string());
    assert_eq!(
        date(json!({"issued": {"date-parts": [[2019, 12]]},
            "published-print": {"date-parts": [[2020]]}})),
        Some("2020".into())
    );
    assert_eq!(
        date(json!({"issued": {"date-parts": [[null]]},
            "published-online": {"date-parts": [[2003, 5, 4]]}})),
        Some("2003-05-04".into())
    );
    assert_eq!(date(json!({"issued": {"date-parts": [[null]]}})), None);
    assert_eq!(
        date(json!({"issued": {"date-parts": [[2003, null]]}})),
        Some("2003".into())
    );
    assert_eq!(
        date(json!({"created": {"date-parts": [[2011, 1, 1]]}})),
        None
    );
}

#[test]
fn pages_and_article_numbers_are_separated() {
    let both = |fields: Value| {
        let meta = meta(fields);
        (meta.pages.map(|it| it.to_string()), meta.article_number)
    };
    assert_eq!(
        both(json!({"page": "588-602"})),
        (Some("588--602".into()), None)
    );
    assert_eq!(
        both(json!({"page": "e33693"})),
        (None, Some("e33693".into()))
    );
    assert_eq!(
        both(json!({"page": "103456"})),
        (None, Some("103456".into()))
    );
    assert_eq!(both(json!({"page": "17"})), (Some("17".into()), None));
    assert_eq!(
        both(json!({"page": "158", "article-number": "158"})),
        (None, Some("158".into()))
    );
    assert_eq!(
        both(json!({"page": "1-27", "article-number": "158"})),
        (Some("1--27".into()), Some("158".into()))
    );
    for early in ["n/a-n/a", "no-no", "1-1"] {
        assert_eq!(both(json!({"page": early})), (None, None), "{early}");
    }
}

#[test]
fn preprints_are_linked_to_publications() {
    let preprint = read(
        json!({"type": "posted-content", "posted": {"date-parts": [[2020, 9, 16]]},
        "relation": {"is-preprint-of": [{"id-type": "doi", "id": "10.1038/X"}], "cites": []}}),
    );
    let preprint = preprint.unwrap();
    assert_eq!(preprint.meta.kind, Kind::Preprint);
    assert_eq!(preprint.meta.date.unwrap().to_string(), "2020-09-16");
    let doi = |text| Doi::parse(text).unwrap();
    assert_eq!(preprint.links, [RecordLink::PreprintOf(doi("10.1038/x"))]);
    let article = read(json!({"relation": {"has-preprint":
        [{"id-type": "doi", "id": "10.48550/arXiv.2309.13254"}, {"id-type": "doi", "id": "10.1145/1.2"}]}}));
    let article = article.unwrap();
    assert_eq!(
        article.links,
        [RecordLink::HasPreprint(doi("10.48550/arxiv.2309.13254"))]
    );
    assert_eq!(article.meta.ids.arxiv.unwrap().as_str(), "2309.13254");
    let byid = meta(
        json!({"relation": {"has-preprint": [{"id-type": "arxiv", "id": "arXiv:2309.13254"}]}}),
    );
    assert_eq!(byid.ids.arxiv.unwrap().as_str(), "2309.13254");
    let ssrn =
        json!({"DOI": "10.2139/ssrn.4885837", "container-title": ["SSRN Electronic Journal"]});
    assert_eq!(meta(ssrn).kind, Kind::Preprint);
}

#[test]
fn remaining_fields_are_mapped() {
    let book = meta(json!({"type": "monograph", "publisher": "MIT &amp; Press",
        "publisher-location": "Cambridge", "ISBN": ["bad", "http://id.crossref.org/isbn/9781939133335"],
        "author": [{"name": "OECD"}]}));
    assert_eq!(book.kind, Kind::Book);
    assert_eq!(book.publisher.as_deref(), Some("MIT & Press"));
    assert_eq!(book.address.as_deref(), Some("Cambridge"));
    assert_eq!(book.isbn.unwrap().as_str(), "9781939133335");
    assert!(book.authors[0].name.organisation);
    let report =
        meta(json!({"type": "report", "institution": [{"name": "Lab"}], "publisher": "P"}));
    assert_eq!(report.institution.as_deref(), Some("Lab"));
}
