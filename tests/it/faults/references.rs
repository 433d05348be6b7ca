//! Verdicts on references while services fail.

use std::thread;

use serde_json::Value;

use super::{mixed::harm, services};
use crate::support::{FaultProxy, Sandbox, electrode, gemini};

/// The number of runs, each with other faults in 30 % of the exchanges.
const RUNS: u64 = 6;

/// References of each verdict. The DOI of the last is that of another work.
fn bibliography() -> String {
    let gemini = gemini();
    let electrode = electrode();
    let people = electrode.authors.join(" and ");
    let entry = |key: &str, title: &str, authors: &str, venue: &str, year: u16, doi: &str| {
        format!(
            "@inproceedings{{{key}, title = {{{title}}}, author = {{{authors}}}, booktitle = {{{venue}}}, year = {{{year}}}{doi}}}\n"
        )
    };
    let looms = "Warp Scheduling for Woven Looms on Racks of Mills";
    let doi = |doi: &str| format!(", doi = {{{doi}}}");
    [
        entry("good", &electrode.title, &people, "NSDI", 2023, ""),
        entry("elsewhere", &electrode.title, &people, "OSDI", 2021, ""),
        entry(
            "others",
            &electrode.title,
            "Ada Ex and Bo Yu",
            "NSDI",
            2023,
            "",
        ),
        entry(
            "slip",
            &electrode.title,
            &people,
            "NSDI",
            2023,
            &doi(&gemini.doi),
        ),
        entry("lost", looms, "Ada Ex and Bo Yu", "NSDI", 2021, ""),
        entry(
            "made",
            looms,
            "Ada Ex and Bo Yu",
            "A Workshop",
            2021,
            &doi("10.99999/9"),
        ),
        entry("later", "Looms of Tomorrow", "Ada Ex", "NSDI", 2030, ""),
        entry(
            "pinned",
            looms,
            "Ada Ex and Bo Yu",
            "NSDI",
            2021,
            &doi(&gemini.doi),
        ),
    ]
    .concat()
}

fn verdicts(sandbox: &Sandbox) -> Vec<(String, String)> {
    sandbox.put("refs.bib", &bibliography());
    let run = sandbox.bibsync(&["check", "--online", "refs.bib", "--output", "json"]);
    let report: Value = serde_json::from_str(&run.out).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let entries = report["entries"].as_array().unwrap().iter();
    entries
        .map(|it| (text(&it["key"]), text(&it["verdict"])))
        .collect()
}

#[test]
fn verdicts_only_move_towards_can_not_tell() {
    let well = services();
    let truth = verdicts(&Sandbox::at(&well));
    let known: Vec<&str> = truth.iter().map(|(_, verdict)| verdict.as_str()).collect();
    assert_eq!(
        known,
        [
            "verified",
            "differs",
            "differs",
            "differs",
            "not_found",
            "not_found",
            "contradicted",
            "contradicted"
        ]
    );
    let (well, truth) = (&well, &truth);
    let run = |seed: u64| {
        let proxy = FaultProxy::before(&well.server(), move |number, path| {
            harm(seed, number, path, seed.is_multiple_of(2))
        });
        let sandbox = Sandbox::through(well, |_| Some(proxy.address().to_owned()));
        for (found, known) in verdicts(&sandbox).iter().zip(truth) {
            let is_sound = found == known || found.0 == known.0 && found.1 == "cant_tell";
            assert!(is_sound, "seed {seed}: {found:?} in place of {known:?}");
        }
    };
    thread::scope(|scope| {
        for seed in 1..=RUNS {
            scope.spawn(move || run(seed));
        }
    });
}
