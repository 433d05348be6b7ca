//! `bibsync check --online`: whether references are real, and right.

use bibsync::library::{IfPartExists, PartSpec, make};
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::support::{At, Run, Sandbox, Services, electrode, gemini, zhuang};

fn services() -> Services {
    Services::knowing([gemini(), electrode()], [zhuang()])
}

fn bib_entry(key: &str, title: &str, author: &str, venue: &str, year: u16, more: &str) -> String {
    format!(
        "@inproceedings{{{key},\n  title = {{{title}}},\n  author = {{{author}}},\n  booktitle = {{{venue}}},\n  year = {{{year}}},\n{more}}}\n\n"
    )
}

const ELECTRODE: &str = "Zhou, Yang and Wang, Zezhou and Dharanipragada, Sowmya and Yu, Minlan";

/// A year that has not come.
fn later() -> u16 {
    u16::try_from(jiff::Zoned::now().year() + 4).unwrap()
}

/// One reference for each verdict.
fn bibliography() -> String {
    let people = "Ex, Ada and Yu, Bo";
    [
        bib_entry("good", &electrode().title, ELECTRODE, "NSDI '23", 2023, ""),
        bib_entry("elsewhere", &electrode().title, ELECTRODE, "OSDI", 2021, ""),
        bib_entry(
            "lost",
            "Warp Scheduling for Woven Looms on Racks of Mills",
            people,
            "NSDI",
            2021,
            "",
        ),
        bib_entry(
            "pinned",
            "Warp Scheduling for Woven Looms on Racks of Mills",
            people,
            "NSDI",
            2021,
            &format!("  doi = {{{}}},\n", gemini().doi),
        ),
        bib_entry("later", "Looms of Tomorrow", people, "NSDI", later(), ""),
        bib_entry("nobody", "Looms of Yesterday", "Author, A.", "NSDI", 2020, ""),
        format!("@book{{book,\n  title = {{The Book of Looms}},\n  author = {{{people}}},\n  publisher = {{Mill Press}},\n  year = {{1999}},\n}}\n"),
    ]
    .concat()
}

fn verdicts(run: &Run) -> Vec<(String, String)> {
    let report: Value = serde_json::from_str(&run.out).unwrap();
    let entries = report["entries"].as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    entries
        .map(|it| (text(&it["key"]), text(&it["verdict"])))
        .collect()
}

const JSON: [&str; 5] = ["check", "--online", "refs.bib", "--output", "json"];

#[test]
fn each_verdict_has_its_proof() {
    let services = services();
    let sandbox = Sandbox::at(&services);
    sandbox.put("refs.bib", &bibliography());
    let run = sandbox.bibsync(&JSON);
    assert_eq!(run.code, 1, "{run:?}");
    let expected = [
        ("good", "verified"),
        ("elsewhere", "differs"),
        ("lost", "not_found"),
        ("pinned", "contradicted"),
        ("later", "contradicted"),
        ("nobody", "contradicted"),
        ("book", "cant_tell"),
    ];
    let expected = expected.map(|(key, verdict)| (key.to_owned(), verdict.to_owned()));
    assert_eq!(verdicts(&run), expected, "{}", run.out);
    let report: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(report["file"], "refs.bib");
    assert_eq!(
        report["summary"],
        json!({"verified": 1, "differs": 1, "contradicted": 3, "not_found": 1, "cant_tell": 1})
    );
    let entries = report["entries"].as_array().unwrap();
    assert_eq!(entries[0]["line"], 1);
    assert_eq!(entries[0]["nearest"], Value::Null);
    let fields: Vec<&str> = entries[1]["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["field"].as_str().unwrap())
        .collect();
    assert_eq!(fields, ["venue", "year"], "{:#}", entries[1]);
    let year = &entries[1]["findings"][1];
    assert_eq!(
        (&year["listed"], &year["found"]),
        (&json!("2021"), &json!("2023"))
    );
    assert_eq!(year["source"], "dblp");
    assert_eq!(entries[1]["nearest"]["year"], 2023);
    let asked = entries[2]["asked"].as_array().unwrap();
    let dblp = asked.iter().find(|it| it["source"] == "dblp").unwrap();
    assert_eq!(dblp["answer"], "has no such title");
    assert!(dblp["day"].is_string(), "{dblp}");
    let pinned = &entries[3]["findings"][0];
    assert_eq!(
        (&pinned["field"], &pinned["listed"]),
        (&json!("doi"), &json!(gemini().doi))
    );
    assert!(
        sandbox.read("refs.bib") == bibliography(),
        "nothing is changed"
    );
}

#[test]
fn report_for_people_names_proof_and_sources() {
    let services = services();
    let sandbox = Sandbox::at(&services);
    sandbox.put("refs.bib", &bibliography());
    let run = sandbox.bibsync(&["check", "--online", "refs.bib"]);
    assert_eq!(run.code, 1);
    for line in [
        "refs.bib:8: differs: elsewhere",
        "refs.bib:15: not found: lost",
        "refs.bib:22: contradicted: pinned",
        &format!("    year: listed `{0}`: {0} has not come yet", later()),
        "    authors: listed `A. Author`: a placeholder stands in place of its authors",
        "    it is a book, which the sources need not list",
    ] {
        assert!(run.out.contains(line), "{line}:\n{}", run.out);
    }
    assert!(!run.out.contains("good"), "{}", run.out);
    assert_eq!(
        run.err,
        "7 references: 1 verified, 1 differs, 3 contradicted, 1 not found, 1 can't tell\n"
    );
    let github = sandbox.bibsync(&["check", "--online", "refs.bib", "--output", "github"]);
    assert!(
        github
            .out
            .contains("::error file=refs.bib,line=22,col=1,title=reference-contradicted::pinned"),
        "{}",
        github.out
    );
    assert_eq!(github.out.lines().count(), 5, "can't tell is no flag");
    let sarif = sandbox.bibsync(&["check", "--online", "refs.bib", "--output", "sarif"]);
    let sarif: Value = serde_json::from_str(&sarif.out).unwrap();
    assert_eq!(sarif["runs"][0]["results"].as_array().unwrap().len(), 5);
    let venue = ["check", "--online", "refs.bib", "--venue", "neurips2026"];
    let run = sandbox.bibsync(&venue);
    assert!(
        run.out.contains("not found: lost (hallucinated)"),
        "{}",
        run.out
    );
    assert!(
        run.out.contains("elsewhere (an error to tell the authors)"),
        "{}",
        run.out
    );
}

#[test]
fn exit_code_follows_from_the_verdicts() {
    let services = services();
    let sandbox = Sandbox::at(&services);
    let good = bib_entry("good", &electrode().title, ELECTRODE, "NSDI", 2023, "");
    let check = ["check", "--online", "refs.bib"];
    let strict = ["check", "--online", "refs.bib", "--strict"];
    sandbox.put("refs.bib", &good);
    assert_eq!(sandbox.bibsync(&strict).code, 0);
    let lost = "Warp Scheduling for Woven Looms on Racks of Mills";
    let lost = bib_entry("lost", lost, "Ex, Ada and Yu, Bo", "NSDI", 2021, "");
    sandbox.put("refs.bib", &(good + &lost));
    assert_eq!(sandbox.bibsync(&check).code, 0, "not found is a warning");
    assert_eq!(sandbox.bibsync(&strict).code, 1);
    let silenced = format!("% bibsync: known lost \"seen in print\"\n{lost}");
    sandbox.put("refs.bib", &silenced);
    let run = sandbox.bibsync(&strict);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(run.err, "0 references: 1 more known to you\n");
    sandbox
        .bibsync(&["check", "refs.bib", "--offline"])
        .refused(&["--online"]);
}

#[test]
fn silent_service_accuses_nobody() {
    let services = services();
    for lost in [At::Dblp, At::Crossref] {
        let sandbox = Sandbox::without(&services, lost);
        let all = bibliography();
        sandbox.put("refs.bib", &all);
        let run = sandbox.bibsync(&JSON);
        for (key, verdict) in verdicts(&run) {
            let is_proven = key == "nobody";
            let expected: &[&str] = match key.as_str() {
                _ if is_proven => &["contradicted"],
                "good" => &["verified", "cant_tell"],
                _ => &["cant_tell"],
            };
            assert!(
                expected.contains(&&*verdict),
                "without {lost:?}: {key} is {verdict}"
            );
        }
    }
}

#[test]
fn refusal_of_a_service_is_told() {
    let services = services();
    services.answer(At::Dblp, "", ResponseTemplate::new(403));
    services.answer(At::Crossref, "", ResponseTemplate::new(403));
    let sandbox = Sandbox::at(&services);
    let lost = "Warp Scheduling for Woven Looms on Racks of Mills";
    let lost = bib_entry("lost", lost, "Ex, Ada and Yu, Bo", "NSDI", 2021, "");
    sandbox.put("refs.bib", &lost);
    let run = sandbox.bibsync(&["check", "--online", "refs.bib", "--strict"]);
    assert_eq!(run.code, 3, "{run:?}");
    assert!(run.out.contains("can't tell: lost"), "{run:?}");
    assert!(run.out.contains("did not answer"), "{run:?}");
}

#[test]
fn offline_check_uses_what_is_on_this_disk() {
    let sandbox = Sandbox::cut_off();
    let paper = electrode();
    let record = json!({"key": paper.key, "type": "inproceedings", "title": paper.title,
        "authors": paper.authors, "year": paper.year, "booktitle": paper.volume});
    sandbox.put("cache/library/own.jsonl", &format!("{record}\n"));
    sandbox.put("refs.bib", &bibliography());
    let offline = [&JSON[..], &["--offline"]].concat();
    let run = sandbox.bibsync(&offline);
    let found = verdicts(&run);
    assert_eq!(found[0].1, "verified", "{}", run.out);
    assert_eq!(
        found[2].1, "cant_tell",
        "a few records prove nothing: {}",
        run.out
    );
}

/// A paper whose title has a head.
const WHAT_LOOMS: &str = "<inproceedings mdate=\"2025-06-01\" key=\"conf/looms/Mill1\"><author>Cy Mill</author>\
         <author>Di Loom</author><title>WhatLooms: Weaving the Futures of Mills by Hand.</title>\
         <year>2019</year><booktitle>LOOMS</booktitle></inproceedings>\n";

#[test]
fn complete_dump_is_a_closed_world() {
    let sandbox = Sandbox::cut_off();
    let people = "<author>Ada Ex</author><author>Bo Yu</author>";
    let mut papers = WHAT_LOOMS.to_owned();
    for number in 0..12 {
        let paper = format!(
            "<inproceedings mdate=\"2025-06-01\" key=\"conf/looms/Ex{number}\">{people}\
             <title>Weaving Pattern Number {number} by Hand.</title><year>2019</year>\
             <booktitle>LOOMS</booktitle></inproceedings>\n"
        );
        papers.push_str(&paper);
    }
    sandbox.put("dblp.xml", &format!("<dblp>\n{papers}</dblp>\n"));
    let entry = bib_entry(
        "made",
        "A Steam Engine for Spinning",
        "Roe, Cy and Doe, Di",
        "LOOMS",
        2019,
        "",
    );
    sandbox.put("refs.bib", &entry);
    let offline = [&JSON[..], &["--offline"]].concat();
    let build = ["library", "build", "dblp.xml", "--name", "dblp"];
    assert_eq!(sandbox.bibsync(&build).code, 0);
    let run = sandbox.bibsync(&offline);
    assert_eq!(
        verdicts(&run)[0].1,
        "cant_tell",
        "it may be an extract: {}",
        run.out
    );
    let whole = [&build[..], &["--complete"]].concat();
    // Nobody takes so few records for DBLP, so the part is made by the crate.
    let run = sandbox.bibsync(&whole);
    run.refused(&["holds only 13 records", "5000000"]);
    let spec = PartSpec {
        folder: sandbox.path("cache/library"),
        file: sandbox.path("dblp.xml"),
        before: IfPartExists::Replace,
        complete: true,
        ..PartSpec::default()
    };
    make(&spec, 1, &|_| ()).unwrap();
    let run = sandbox.bibsync(&offline);
    assert_eq!(
        (run.code, &*verdicts(&run)[0].1),
        (1, "contradicted"),
        "{}",
        run.out
    );
    assert!(run.out.contains("LOOMS of 2019 is complete"), "{}", run.out);
    let theirs = |key: &str, title: &str, year: u16, more: &str| {
        bib_entry(key, title, "Mill, Cy and Loom, Di", "LOOMS", year, more)
    };
    let others = |key: &str, title: &str, more: &str| {
        bib_entry(key, title, "Roe, Cy and Doe, Di", "LOOMS", 2019, more)
    };
    let real = [
        theirs("head", "WhatLooms", 2019, ""),
        theirs("year", "WhatLooms", 2018, ""),
        theirs(
            "translated",
            "Wie Webstuhl und Hand zusammenfinden",
            2019,
            "",
        ),
        others("keynote", "Keynote: A Steam Engine for Spinning", ""),
        others(
            "noted",
            "A Steam Engine for Spinning",
            "  note = {Workshop on Mills},\n",
        ),
        others("script", "О ткачестве и графах", ""),
    ];
    sandbox.put("refs.bib", &real.concat());
    let run = sandbox.bibsync(&offline);
    let found: Vec<String> = verdicts(&run).into_iter().map(|(_, it)| it).collect();
    assert_eq!(
        found,
        [
            "verified",
            "differs",
            "not_found",
            "cant_tell",
            "cant_tell",
            "cant_tell"
        ],
        "{}",
        run.out
    );
    sandbox.put("refs.bib", &entry);
    let updated = [&build[..], &["--update"]].concat();
    assert_eq!(sandbox.bibsync(&updated).code, 0);
    let run = sandbox.bibsync(&offline);
    assert_eq!(
        verdicts(&run)[0].1,
        "cant_tell",
        "the newer file may be an extract"
    );
}

#[test]
fn identifier_that_is_not_registered_is_found_out_at_doi_org_alone() {
    let services = services();
    let sandbox = Sandbox::at(&services);
    let made_up = |key: &str, id: &str| {
        let people = "Ex, Ada and Yu, Bo";
        let title = format!("Looms of the {key} Racks for Woven Mills");
        bib_entry(
            key,
            &title,
            people,
            "Workshop on Looms",
            2021,
            &format!("  doi = {{{id}}},\n"),
        )
    };
    let bib = [
        made_up("north", "10.99999/looms.1"),
        made_up("south", "10.99999/looms.2"),
        bib_entry("good", &electrode().title, ELECTRODE, "NSDI '23", 2023, ""),
    ]
    .concat();
    sandbox.put("refs.bib", &bib);
    let registered = json!({"responseCode": 1, "handle": "10.99999/looms.2"});
    let registered = ResponseTemplate::new(200).set_body_json(registered);
    services.answer(At::Doi, "handles/10.99999/looms.2", registered);
    // The service for many DOIs says nothing certain of the second.
    let agencies = json!([
        {"DOI": "10.99999/looms.1", "status": "DOI does not exist"},
        {"DOI": "10.99999/looms.2", "RA": "Unknown"}
    ]);
    let agencies = ResponseTemplate::new(200).set_body_json(agencies);
    services.answer(At::Doi, "doiRA", agencies);
    let run = sandbox.bibsync(&JSON);
    let is = |verdicts: [&str; 3]| {
        let keys = ["north", "south", "good"];
        let pairs = keys.iter().zip(verdicts);
        let pairs = pairs.map(|(key, verdict)| ((*key).to_owned(), verdict.to_owned()));
        pairs.collect::<Vec<_>>()
    };
    assert_eq!(
        verdicts(&run),
        is(["not_found", "cant_tell", "verified"]),
        "{}",
        run.out
    );
    let report: Value = serde_json::from_str(&run.out).unwrap();
    let finding = &report["entries"][0]["findings"][0];
    assert_eq!(
        (&finding["field"], &finding["source"]),
        (&json!("doi"), &json!("doi"))
    );
    assert_eq!(services.count(At::Doi), 2, "{:?}", services.asked(At::Doi));
    services.forget();
    let again = sandbox.bibsync(&JSON);
    assert_eq!(verdicts(&again), verdicts(&run));
    assert_eq!(services.count(At::Doi), 0, "its answers are kept");
    sandbox.bibsync(&["fetch", "refs.bib", "-o", "out.bib"]);
    assert_eq!(services.count(At::Doi), 0, "fetch has no use for it");

    let fresh = Sandbox::at(&services);
    fresh.put("refs.bib", &bib);
    services.recover();
    services.answer(At::Doi, "looms", ResponseTemplate::new(403));
    let run = fresh.bibsync(&JSON);
    assert_eq!(
        verdicts(&run),
        is(["cant_tell", "cant_tell", "verified"]),
        "{}",
        run.out
    );
    assert_eq!(run.code, 3, "{run:?}");
}

#[test]
fn fix_writes_the_fields_that_differ_and_no_other() {
    let services = services();
    let sandbox = Sandbox::at(&services);
    let doi = format!("  doi = {{{}}},\n", gemini().doi);
    let people = gemini().authors.join(" and ");
    let year = |year| bib_entry("wang", &gemini().title, &people, "SOSP", year, &doi);
    let rest = bib_entry(
        "lost",
        "Warp Scheduling for Woven Looms on Racks",
        "Ex, Ada",
        "NSDI",
        2021,
        "",
    );
    sandbox.put("refs.bib", &format!("% mine\n{}{rest}", year(2020)));
    let fix = ["check", "--online", "refs.bib", "--fix"];
    let run = sandbox.bibsync(&fix);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.out.contains("differs: wang"), "{run:?}");
    assert!(run.err.contains("1 change (year 1)"), "{run:?}");
    assert_eq!(
        sandbox.read("refs.bib"),
        format!("% mine\n{}{rest}", year(2023))
    );
    let written = sandbox.read("refs.bib");
    let again = sandbox.bibsync(&fix);
    assert!(!again.out.contains("wang"), "it is right now: {again:?}");
    assert_eq!(sandbox.read("refs.bib"), written);
}

#[test]
fn fix_refuses_what_is_no_bib_file_before_anything_is_asked() {
    let services = services();
    let sandbox = Sandbox::at(&services);
    sandbox.put(
        "list.md",
        "# Publications\n\n- Ada Ex. *Looms of the North*. NSDI 2023.\n",
    );
    sandbox.put("refs.bib", &bibliography());
    let run = sandbox.bibsync(&["check", "--online", "refs.bib", "list.md", "--fix"]);
    run.refused(&["--fix changes .bib files, and list.md is none"]);
    assert_eq!(services.total(), 0);
    assert_eq!(sandbox.read("refs.bib"), bibliography());
}

#[test]
fn keys_are_those_of_the_file_and_what_is_not_checked_is_named() {
    let sandbox = Sandbox::settled("");
    let people = "Ex, Ada and Yu, Bo";
    let entry = |key: &str| {
        bib_entry(
            key,
            "Looms of the North and South",
            people,
            "NSDI",
            2021,
            "",
        )
    };
    let untitled = "@misc{untitled, doi = {10.1000/x}}\n\n";
    let text = [
        &entry("müller2012"),
        untitled,
        &entry("twice"),
        &entry("twice"),
    ]
    .concat();
    sandbox.put(
        "refs.bib",
        &format!("% bibsync: known müller2012 \"seen on paper\"\n{text}"),
    );
    let run = sandbox.bibsync(&[&JSON[..], &["--offline"]].concat());
    let keys: Vec<String> = verdicts(&run).into_iter().map(|(key, _)| key).collect();
    assert_eq!(keys, ["twice", "twice"]);
    assert!(
        run.err
            .contains("refs.bib:9: entry `untitled` is not checked: it has no title"),
        "{}",
        run.err
    );
}

#[test]
fn remark_in_a_field_silences_nothing_and_unreadable_files_are_refused() {
    let sandbox = Sandbox::settled("");
    let note = "  note = {50\n  % bibsync: known looms \"a field\"\n  percent},\n";
    let entry = bib_entry("looms", "Looms of the North", "Ex, Ada", "NSDI", 2021, note);
    sandbox.put("refs.bib", &entry);
    let run = sandbox.bibsync(&[&JSON[..], &["--offline"]].concat());
    assert_eq!(verdicts(&run).len(), 1, "{}", run.out);
    sandbox.put("refs.bib", "@\0m\0i\0s\0c\0");
    sandbox.bibsync(&JSON).refused(&["refs.bib can't be read"]);
    sandbox.put("refs.bib", "Looms of the North, 2021\n");
    sandbox.bibsync(&JSON).refused(&["no entry of BibTeX"]);
}
