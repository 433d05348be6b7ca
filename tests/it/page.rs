//! Pages to look at, as the program writes them. What is on them is tested in `src/page`, and how they
//! look in `tests/browser`.

use serde_json::json;

use crate::support::{Sandbox, Services, electrode, gemini};

fn fetched() -> (Sandbox, Services) {
    let services = Services::knowing([gemini(), electrode()], []);
    let sandbox = Sandbox::at(&services);
    sandbox.fetched(&json!({"name": "Zhuang Wang", "publications": [
        {"title": gemini().title, "authors": ["Zhuang Wang", "et al."], "year": 2023},
        {"title": "Looms of Tomorrow", "authors": ["Zhuang Wang"], "status": "in submission"},
    ]}));
    (sandbox, services)
}

#[test]
fn report_is_made_from_the_lock_alone() {
    let (sandbox, services) = fetched();
    let sent = services.total();
    let run = sandbox.bibsync(&["report"]);
    assert_eq!(
        (run.code, run.err.as_str()),
        (0, "wrote report.html\n"),
        "{run:?}"
    );
    let page = sandbox.read("report.html");
    for part in [
        "<h1><bdi>references.bib</bdi></h1>",
        "2 works, 1 confirmed by a source. No question is open.",
        "GEMINI: Fast Failure Recovery",
        "booktitle",
        "DBLP 20",
        "Looms of Tomorrow",
        "\\bibliography{references}",
    ] {
        assert!(page.contains(part), "no `{part}` in {page}");
    }
    let run = sandbox.bibsync(&["report"]);
    assert_eq!(run.err, "report.html is up to date\n");
    let run = sandbox.bibsync(&["report", "-o", "-"]);
    assert_eq!((run.out.as_str(), run.err.as_str()), (page.as_str(), ""));
    assert_eq!(services.total(), sent, "nothing is asked");
    // What is no page of bibsync is kept.
    sandbox.put("report.html", "<!DOCTYPE html><p>mine");
    let run = sandbox.bibsync(&["report"]);
    assert!(run.err.contains("is kept in report.html.bak"), "{run:?}");
    assert_eq!(sandbox.read("report.html.bak"), "<!DOCTYPE html><p>mine");
    sandbox
        .bibsync(&["report", "--lock", "none.lock"])
        .refused(&["none.lock", "bibsync fetch"]);
}

#[test]
fn report_of_a_run_that_ends_in_html_is_a_page() {
    let (sandbox, _services) = fetched();
    let run = sandbox.bibsync(&["fetch", "profile.json", "--report", "run.html"]);
    assert_eq!(run.code, 0, "{run:?}");
    let page = sandbox.read("run.html");
    for part in ["<!DOCTYPE html>", "Requests of this run", "GEMINI"] {
        assert!(page.contains(part), "no `{part}` in {page}");
    }
    let run = sandbox.bibsync(&["refresh", "--report", "run.HTML"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(sandbox.read("run.HTML").starts_with("<!DOCTYPE html>"));
}

#[test]
fn checked_references_are_printed_as_a_page() {
    let (sandbox, _services) = fetched();
    sandbox.put(
        "refs.bib",
        "@article{nobody, title = {Looms of Yesterday}, author = {Author, A.}, journal = {NSDI}, year = {2020}}\n",
    );
    let run = sandbox.bibsync(&["check", "--online", "refs.bib", "--output", "html"]);
    assert_eq!((run.code, run.err.as_str()), (1, ""), "{run:?}");
    for part in [
        "<!DOCTYPE html>",
        "Contradicted (1)",
        "refs.bib:1",
        "1 of 1 reference needs a look.",
    ] {
        assert!(run.out.contains(part), "no `{part}` in {}", run.out);
    }
    sandbox
        .bibsync(&["check", "refs.bib", "--output", "html"])
        .refused(&["check --online", "--offline"]);
}

#[test]
fn review_without_a_question_opens_no_page() {
    let (sandbox, _services) = fetched();
    let run = sandbox.bibsync(&["review", "--web"]);
    assert_eq!(
        (run.code, run.err.as_str()),
        (0, "nothing is ambiguous\n"),
        "{run:?}"
    );
    sandbox
        .bibsync(&["review", "--web", "--list"])
        .refused(&["--web"]);
}
