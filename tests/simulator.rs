//! The cost and the accuracy of runs over real lists, against a copy of the services that enforces
//! their limits.
//!
//! The stand-in and its data are next to a development checkout, in `../shared`; elsewhere these tests
//! print why they are skipped. To run them alone, and faster with optimization:
//!
//! ```text
//! cargo test --release --test simulator
//! ```
//!
//! The first run creates a virtual environment for Python and an index of 142,000 records in
//! `target/simulator`, which takes some minutes; later runs take two or three. Delete that folder to
//! create both again.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod simulator {
    mod references;
    mod together;

    pub(super) mod judge;
    pub(super) mod lists;
    pub(super) mod stand_in;
}

use std::{io::Write as _, path::Path, process::Command, time::Instant};

use serde_json::Value;

use simulator::{
    judge::Figures,
    lists::{people, strangers},
    stand_in::{Shared, StandIn},
};

/// The most requests per publication for a list by one person.
const BY_PEOPLE: f64 = 0.2;

/// The most requests per entry for a list by hundreds of people.
const BY_STRANGERS: f64 = 0.5;

#[test]
fn real_lists_need_few_requests_and_have_no_wrong_match() {
    let (shared, stand_in) = match Shared::find().and_then(StandIn::start) {
        Ok(both) => both,
        Err(why) => return say(&format!("simulator: skipped, {why}")),
    };
    let records = shared.records();
    let cases = [
        ("22 people's lists", people(&shared), BY_PEOPLE),
        (
            "300 entries by strangers",
            strangers(&shared, 300),
            BY_STRANGERS,
        ),
    ];
    let mut faults = Vec::new();
    for (what, lists, most) in cases {
        let desk = tempfile::tempdir().unwrap();
        fs_err::write(desk.path().join("bibsync.toml"), stand_in.settings()).unwrap();
        let inputs = lists.put(desk.path());
        stand_in.reset();
        let begun = Instant::now();
        let report = fetch(desk.path(), &inputs);
        let seconds = begun.elapsed().as_secs_f64();
        let stats = stand_in.stats();
        let figures = Figures::of(&report, &lists, &records);
        let count = |name: &str| stats[name].as_u64().unwrap_or_default();
        let each = f64::from(u32::try_from(count("requests")).unwrap())
            / f64::from(u32::try_from(lists.len()).unwrap());
        say(&format!(
            "simulator: {what}: {} listed, {figures}; {} requests, {each:.3} each; {seconds:.0} s",
            lists.len(),
            count("requests"),
        ));
        let mut check = |holds: bool, fault: String| {
            if !holds {
                faults.push(format!("{what}: {fault}"));
            }
        };
        check(
            each <= most,
            format!("{each:.3} requests each, {most} may be"),
        );
        check(
            count("throttled") == 0,
            format!("{} times 429", count("throttled")),
        );
        check(
            count("repeated_urls") == 0,
            format!("{} asked again", count("repeated_urls")),
        );
        let anonymous: u64 = stats
            .as_object()
            .unwrap()
            .iter()
            .filter(|(name, _)| name.ends_with(".anonymous"))
            .filter_map(|(_, value)| value.as_u64())
            .sum();
        check(
            anonymous == 0,
            format!("{anonymous} requests without a name"),
        );
        for wrong in &figures.wrong {
            check(false, format!("matched wrong: {wrong}"));
        }

        let bib = fs_err::read(desk.path().join("out.bib")).unwrap();
        fetch(desk.path(), &inputs);
        let again = stand_in.stats()["requests"].as_u64().unwrap() - count("requests");
        check(again == 0, format!("{again} requests when run again"));
        let written = || fs_err::read(desk.path().join("out.bib")).unwrap();
        check(written() == bib, "other bytes when run again".to_owned());

        // A list without a person has no page that states the date of the data.
        if what.ends_with("people's lists") {
            stand_in.reset();
            let accept_all = ["refresh", "-o", "out.bib", "--accept", "all"];
            run(
                desk.path(),
                &[&accept_all[..], &["--cache-dir", "cache"]].concat(),
            );
            let sent = stand_in.stats()["requests"].as_u64().unwrap();
            check(sent <= 1, format!("{sent} requests to refresh at once"));
            check(written() == bib, "other bytes when refreshed".to_owned());
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Runs `bibsync fetch` over the inputs and returns its report.
fn fetch(desk: &Path, inputs: &[String]) -> Value {
    let mut arguments = vec!["fetch", "-o", "out.bib", "--cache-dir", "cache"];
    arguments.extend(["--report", "report.json"]);
    arguments.extend(inputs.iter().map(String::as_str));
    run(desk, &arguments);
    serde_json::from_slice(&fs_err::read(desk.join("report.json")).unwrap()).unwrap()
}

/// Runs bibsync, which must succeed.
fn run(desk: &Path, arguments: &[&str]) {
    let output = Command::new(env!("CARGO_BIN_EXE_bibsync"))
        .args(arguments)
        .current_dir(desk)
        .env_clear()
        .env("HOME", desk)
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// Prints a line past the test harness, which shows the output of failed tests only.
fn say(line: &str) {
    _ = writeln!(std::io::stderr().lock(), "{line}");
}
