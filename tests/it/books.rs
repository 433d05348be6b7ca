//! Books, parts of books and their reviews: which is which, and what a library's catalogue adds.

use serde_json::{Value, json};

use crate::support::{At, Paper, Sandbox, Services};

/// A registered work of this type.
fn registered(class: &str, title: &str, year: u16, item: &Value) -> Paper {
    let mut item = item.clone();
    item["type"] = json!(class);
    Paper {
        class: "Chapter",
        title: title.to_owned(),
        year,
        registered: item,
        ..Paper::default()
    }
}

/// A book that only the catalogue has.
fn catalogued(title: &str, author: &str, year: u16, item: &Value) -> Paper {
    Paper {
        class: "Book",
        title: title.to_owned(),
        authors: vec![author.to_owned()],
        year,
        publisher: "C.H. Beck".to_owned(),
        registered: item.clone(),
        ..Paper::default()
    }
}

const MEMORY: &str = "Das kulturelle Gedächtnis: Schrift, Erinnerung und politische Identität";

fn memory(year: u16, edition: &str) -> Paper {
    let item = json!({"ISBN": ["9783406568442"], "edition": edition,
        "publisher-location": "München"});
    Paper {
        volume: "Beck'sche Reihe".to_owned(),
        ..catalogued(MEMORY, "Jan Assmann", year, &item)
    }
}

fn historian(publications: &Value) -> Value {
    json!({"name": "Jan Assmann", "publications": publications})
}

fn run(papers: Vec<Paper>, profile: &Value) -> (Services, Sandbox, Value) {
    let services = Services::knowing(papers, []);
    let sandbox = Sandbox::at(&services);
    let report = sandbox.fetched(profile);
    (services, sandbox, report)
}

fn summary(report: &Value) -> (u64, u64, u64) {
    let of = |name: &str| report["summary"][name].as_u64().unwrap();
    (of("matched"), of("ambiguous"), of("unmatched"))
}

fn assert_has(bib: &str, parts: &[&str]) {
    for part in parts {
        assert!(bib.contains(part), "{part} is not in {bib}");
    }
}

const HANDBOOK: &str = "The Oxford Handbook of the History of Weaving";

fn handbook() -> Paper {
    registered(
        "edited-book",
        HANDBOOK,
        2019,
        &json!({"ISBN": ["9780199560000", "http://id.crossref.org/isbn/9780306406157"],
            "container-title": ["Oxford Handbooks"], "publisher": "Oxford University Press",
            "publisher-location": "Oxford", "author": [],
            "editor": [{"given": "Jane", "family": "Doe"}, {"given": "Bob", "family": "Roe"}]}),
    )
    .doi("10.1093/oxfordhb/9780199560000.001.0001")
}

fn chapter() -> Paper {
    registered(
        "book-chapter",
        "Looms of the Northern Towns",
        2019,
        &json!({"container-title": ["Oxford Handbooks", HANDBOOK], "page": "101-125",
            "publisher": "Oxford University Press", "publisher-location": "Oxford",
            "ISBN": ["9780306406157"],
            "author": [{"given": "Ada", "family": "Sample"}],
            "editor": [{"given": "Jane", "family": "Doe"}, {"given": "Bob", "family": "Roe"}]}),
    )
    .doi("10.1093/oxfordhb/9780199560000.013.7")
}

#[test]
fn edited_book_and_chapter_are_exported_with_their_editors() {
    let profile = json!({"name": "Jane Doe", "publications": [
        {"title": HANDBOOK, "authors": [null, "Bob Roe"], "venue": "Oxford University Press", "year": 2019},
        {"title": "Looms of the Northern Towns", "authors": ["Ada Sample"], "venue": HANDBOOK, "year": 2019},
    ]});
    let (_, sandbox, report) = run(vec![handbook(), chapter()], &profile);
    assert_eq!(summary(&report), (2, 0, 0), "{report}");
    assert_has(
        &sandbox.entries(),
        &[
            "@book{",
            "editor    = {Doe, Jane and Roe, Bob}",
            "series    = {Oxford Handbooks}",
            "address   = {Oxford}",
            "@incollection{",
            "author    = {Sample, Ada}",
            "booktitle = {The Oxford Handbook of the History of Weaving}",
            "pages     = {101--125}",
        ],
    );
}

/// A chapter, a review and an entry of a lexicon with the title of a book.
fn namesakes() -> Vec<Paper> {
    let title = "The Weavers of Flanders";
    let author = json!([{"given": "Ada", "family": "Sample"}]);
    let of = |class: &str, doi: &str, item: Value| registered(class, title, 2011, &item).doi(doi);
    vec![
        of(
            "monograph",
            "10.1017/9780511000000",
            json!({"publisher": "Cambridge University Press", "author": author,
                "container-title": [], "publisher-location": "Cambridge"}),
        ),
        of(
            "book-chapter",
            "10.1017/9780511000000.003",
            json!({"publisher": "Cambridge University Press", "author": author,
                "container-title": ["Towns of the North"], "page": "33-60"}),
        ),
        of(
            "journal-article",
            "10.1086/660001",
            json!({"publisher": "University of Chicago Press", "author": [],
                "container-title": ["Speculum"], "page": "1011-1012", "volume": "86"}),
        ),
    ]
}

fn weavers(more: &Value) -> Value {
    let mut listed = json!({"title": "The Weavers of Flanders", "authors": [null], "year": 2011});
    for (name, value) in more.as_object().unwrap() {
        listed[name] = value.clone();
    }
    json!({"name": "Ada Sample", "publications": [listed]})
}

#[test]
fn book_chapter_and_review_of_one_title_are_told_apart() {
    for (more, doi) in [
        (json!({"kind": "book"}), "10.1017/9780511000000"),
        (
            json!({"kind": "chapter", "venue": "Towns of the North"}),
            "10.1017/9780511000000.003",
        ),
    ] {
        let (_, _, report) = run(namesakes(), &weavers(&more));
        assert_eq!(summary(&report), (1, 0, 0), "{more}: {report}");
        assert_eq!(
            report["publications"][0]["ids"]["doi"],
            json!(doi),
            "{more}"
        );
    }
}

#[test]
fn press_in_place_of_the_book_does_not_keep_a_chapter_from_its_record() {
    let title = "Looms and Mills of the Northern Towns after the Great Plague";
    let item = json!({"publisher": "Cambridge University Press", "page": "33-60",
        "author": [{"given": "Ada", "family": "Sample"}],
        "container-title": ["Towns of the North"]});
    let chapter = registered("book-chapter", title, 2011, &item).doi("10.1017/9780511000000.003");
    let profile = json!({"name": "Ada Sample", "publications": [{"title": title, "authors": [null],
        "year": 2011, "kind": "chapter", "venue": "Cambridge University Press"}]});
    let (_, sandbox, report) = run(vec![chapter], &profile);
    assert_eq!(summary(&report), (1, 0, 0), "{report}");
    assert_has(&sandbox.entries(), &["booktitle = {Towns of the North}"]);
}

#[test]
fn edited_book_is_found_by_one_of_its_editors() {
    let profile = json!({"name": "Jane Doe", "publications": [
        {"title": HANDBOOK, "authors": [null], "kind": "book", "year": 2019},
    ]});
    let (_, sandbox, report) = run(vec![handbook(), chapter()], &profile);
    assert_eq!(summary(&report), (1, 0, 0), "{report}");
    assert_has(
        &sandbox.entries(),
        &["editor    = {Doe, Jane and Roe, Bob}"],
    );
}

#[test]
fn book_with_another_isbn_and_no_year_is_a_question() {
    let listed = |more: Value| {
        let mut one = json!({"title": MEMORY, "authors": [null], "kind": "book",
            "isbn": "9783406703409"});
        for (name, value) in more.as_object().unwrap() {
            one[name] = value.clone();
        }
        historian(&json!([one]))
    };
    let (_, _, report) = run(vec![memory(2013, "")], &listed(json!({})));
    assert_eq!(summary(&report).0, 0, "{report}");
    let (_, _, report) = run(vec![memory(2013, "")], &listed(json!({"year": 2013})));
    assert_eq!(summary(&report), (1, 0, 0), "the paperback: {report}");
}

#[test]
fn without_its_own_record_a_book_is_none_of_its_namesakes() {
    let without_book = || namesakes().split_off(1);
    for more in [
        json!({"kind": "book"}),
        json!({"venue": "Cambridge University Press"}),
        json!({"isbn": "9780306406157"}),
    ] {
        let (_, _, report) = run(without_book(), &weavers(&more));
        assert_eq!(summary(&report).0, 0, "{more}: {report}");
    }
    let without_chapter = vec![namesakes().remove(0)];
    for more in [
        json!({"kind": "chapter", "venue": "Towns of the North"}),
        json!({"venue": "Towns of the North"}),
    ] {
        let (_, _, report) = run(without_chapter.clone(), &weavers(&more));
        assert_eq!(summary(&report).0, 0, "{more}: {report}");
    }
}

#[test]
fn review_is_not_taken_for_the_book_without_kind_or_venue() {
    let review = vec![namesakes().remove(2)];
    let (_, _, report) = run(review, &weavers(&json!({})));
    assert_eq!(summary(&report).0, 0, "{report}");
}

#[test]
fn catalogue_answers_isbns_and_titles_of_books_that_nobody_else_has() {
    let moses = catalogued(
        "Moses der Ägypter: Entzifferung einer Gedächtnisspur",
        "Jan Assmann",
        1998,
        &json!({"publisher-location": "München", "ISBN": "9783446193024"}),
    );
    let profile = historian(&json!([
        {"title": MEMORY, "authors": [null], "isbn": "3-406-56844-0", "year": 2013, "kind": "book"},
        {"title": "Moses der Ägypter", "authors": [null], "venue": "C.H. Beck", "year": 1998},
        {"title": "Ein Aufsatz", "authors": [null], "venue": "Saeculum", "year": 1999},
    ]));
    let (services, sandbox, report) = run(vec![memory(2013, "7. Auflage"), moses], &profile);
    assert_eq!(summary(&report), (2, 0, 1), "{report}");
    assert_has(
        &sandbox.entries(),
        &[
            "@book{",
            "title     = {Das kulturelle Ged{\\\"a}chtnis",
            "series    = {Beck'sche Reihe}",
            "edition   = {7th}",
            "publisher = {{C.H.} Beck}",
            "address   = {M{\\\"u}nchen}",
        ],
    );
    let asked = services.asked(At::K10Plus);
    assert_eq!(asked.len(), 2, "{asked:?}");
    assert!(asked.iter().all(|it| !it.contains("aufsatz")), "{asked:?}");
    let total = services.total();
    sandbox.fetched(&profile);
    assert_eq!(services.total(), total, "all answers are kept");
    let fresh = Sandbox::at(&services);
    fresh.list("profile.json", &profile);
    let run = fresh.bibsync(&["fetch", "profile.json", "--dry-run"]);
    let why = "  k10plus: profile.json: 2 of 3 are books\n";
    assert!(run.out.contains(why), "{}", run.out);
}

#[test]
fn other_editions_are_questions() {
    let editions = || vec![memory(2007, "6. Auflage"), memory(2018, "8. Auflage")];
    for more in [
        json!({"year": 2013}),
        json!({}),
        json!({"year": 2007, "fields": {"edition": "7"}}),
        json!({"year": 2007, "venue": "Penguin"}),
    ] {
        let mut listed = json!({"title": MEMORY, "authors": [null], "kind": "book"});
        for (name, value) in more.as_object().unwrap() {
            listed[name] = value.clone();
        }
        let other = json!({"title": "Ein anderes Buch", "authors": [null], "kind": "book"});
        let (services, _, report) = run(editions(), &historian(&json!([listed, other])));
        assert_eq!(summary(&report).0, 0, "{more}: {report}");
        assert!(services.count(At::K10Plus) > 0);
    }
    let exact = json!({"title": MEMORY, "authors": [null], "kind": "book", "year": 2007,
        "isbn": "9783406568442"});
    let (_, sandbox, report) = run(editions(), &historian(&json!([exact])));
    assert_eq!(summary(&report), (1, 0, 0), "{report}");
    assert_has(&sandbox.entries(), &["edition   = {6th}", "{2007}"]);
}

#[test]
fn catalogue_is_not_asked_about_computing_or_without_books() {
    for listed in [
        json!([{"title": "Ein Aufsatz", "authors": [null], "venue": "Saeculum"}]),
        json!([{"title": "A Book", "authors": [null], "venue": "MIT Press"},
            {"title": "A Second Book", "authors": [null], "venue": "MIT Press"},
            {"title": "A Paper", "authors": [null], "venue": "NSDI"}]),
    ] {
        let (services, _, _) = run(vec![memory(2013, "")], &historian(&listed));
        assert_eq!(services.count(At::K10Plus), 0, "{listed}");
    }
}
