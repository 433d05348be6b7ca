//! Three concurrent runs, each with a cache of its own, under the limits that the services publish.
//!
//! Short by default; with `BIBSYNC_LONG=1` it takes half a minute, which measures the rates better.

use std::{process::Command, thread};

use serde_json::{Value, json};

use super::stand_in::{Shared, StandIn};
use crate::say;

/// Published: ten single records a second, and one request per three seconds.
const CROSSREF: f64 = 10.0;
const ARXIV: f64 = 1.0 / 3.0;

#[test]
fn three_runs_share_the_limits_of_one() {
    let shared = match Shared::find() {
        Ok(shared) => shared,
        Err(why) => return say(&format!("together: skipped, {why}")),
    };
    let stand_in = match StandIn::start_small(&shared) {
        Ok(stand_in) => stand_in,
        Err(why) => return say(&format!("together: skipped, {why}")),
    };
    let long = std::env::var_os("BIBSYNC_LONG").is_some();
    let (singles, manuscripts) = if long { (120, 350) } else { (24, 100) };
    let desk = tempfile::tempdir().unwrap();
    let settings = stand_in.settings();
    let settings = settings.replace(
        "use = [\"dblp\", \"crossref\", \"arxiv\", \"datacite\"]",
        "use = [\"crossref\", \"arxiv\"]",
    );
    fs_err::write(desk.path().join("bibsync.toml"), settings).unwrap();
    stand_in.reset();
    thread::scope(|scope| {
        for name in ["a", "b", "c"] {
            let list = list(name, singles, manuscripts).to_string();
            fs_err::write(desk.path().join(format!("{name}.json")), list).unwrap();
            let mut command = Command::new(env!("CARGO_BIN_EXE_bibsync"));
            command
                .args(["fetch", "--cache-dir"])
                .arg(format!("cache-{name}"))
                .arg("-o")
                .arg(format!("{name}.bib"))
                .arg(format!("{name}.json"))
                .current_dir(desk.path())
                .env_clear()
                .env("HOME", desk.path());
            scope.spawn(move || {
                let output = command.output().unwrap();
                let said = String::from_utf8_lossy(&output.stderr);
                assert!(output.status.success(), "{said}");
            });
        }
    });
    let stats = stand_in.stats();
    let count = |name: &str| stats[name].as_u64().unwrap_or_default();
    assert_eq!(count("throttled"), 0, "{stats:#}");
    assert!(count("arxiv.peak_concurrency") <= 1, "{stats:#}");
    assert!(count("crossref.peak_concurrency") <= 3, "{stats:#}");
    for (service, permitted, wanted) in [
        ("crossref", CROSSREF, 3 * singles),
        ("arxiv", ARXIV, 3 * manuscripts.div_ceil(100)),
    ] {
        let sent = u32::try_from(count(&format!("{service}.requests"))).unwrap();
        assert_eq!(usize::try_from(sent).unwrap(), wanted, "{stats:#}");
        let span = stats[format!("{service}.span_s")].as_f64().unwrap();
        let used = f64::from(sent - 1) / span / permitted;
        say(&format!(
            "together: {service}: {sent} requests of three runs in {span} s, {:.0} % of what is permitted",
            100.0 * used
        ));
        assert!((0.9..1.02).contains(&used), "{service}: {used} {stats:#}");
    }
}

/// Unknown works, pinned by DOIs that must be requested one by one and by arXiv ids.
fn list(name: &str, singles: usize, manuscripts: usize) -> Value {
    let by_doi = (0..singles).map(|n| {
        json!({"title": format!("Work {n} of {name}"), "status": "in submission",
            "doi": format!("10.1002/(sici)1097-{name}<{n}::aid-x1>3.0.co;2-1")})
    });
    let letter = usize::from(name.as_bytes()[0] - b'a');
    let by_arxiv = (0..manuscripts).map(|n| {
        json!({"title": format!("Manuscript {n} of {name}"), "status": "in submission",
            "arxiv": format!("2{letter}01.{n:05}")})
    });
    json!({"publications": by_doi.chain(by_arxiv).collect::<Vec<_>>()})
}
