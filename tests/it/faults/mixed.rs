use std::{
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use serde_json::Value;

use super::{CHALLENGE, profile, services, statuses};
use crate::support::{Desk, Harm, Saboteur, say, wished};

/// Of a hundred exchanges so many are harmed.
const OF_A_HUNDRED: u64 = 30;

/// Runs at once; they mostly wait.
const AT_ONCE: usize = 12;

/// All kinds of faults at once, by chance. `BIBSYNC_FAULT_RUNS=200` makes as many runs of it,
/// `BIBSYNC_FAULT_SEED` says where chance begins.
#[test]
fn loses_no_match_and_invents_none() {
    let runs = wished("BIBSYNC_FAULT_RUNS").unwrap_or(6);
    let first = wished("BIBSYNC_FAULT_SEED").unwrap_or(1);
    let services = services();
    let well = Desk::at(&services);
    well.list("profile.json", &profile());
    assert_eq!(well.fetch(&[]).code, 0);
    let truth = well.report();
    let (next, tally) = (AtomicUsize::new(0), Mutex::new(Tally::default()));
    thread::scope(|scope| {
        for _ in 0..AT_ONCE.min(runs) {
            scope.spawn(|| {
                loop {
                    let run = next.fetch_add(1, Ordering::Relaxed);
                    if run >= runs {
                        break;
                    }
                    // Every other run has refusals too, after which nothing is asked again.
                    let passing = run % 2 == 0;
                    let seed = first as u64 + run as u64;
                    one(&services.server(), seed, passing, &truth, &tally);
                }
            });
        }
    });
    let tally = tally.into_inner().unwrap();
    say(&format!("{runs} runs from seed {first}: {tally:?}"));
    assert!(tally.matched * 100 >= tally.wanted * 99, "{tally:?}");
}

#[derive(Debug, Default)]
struct Tally {
    requests: usize,
    harmed: usize,
    complete: usize,
    lacking: usize,
    /// In runs in which trying again can help.
    wanted: usize,
    matched: usize,
}

fn one(server: &str, seed: u64, passing: bool, truth: &Value, tally: &Mutex<Tally>) {
    let harmed = std::sync::Arc::new(AtomicUsize::new(0));
    let count = std::sync::Arc::clone(&harmed);
    let saboteur = Saboteur::before(server, move |number, path| {
        let harm = harm(seed, number, path, passing);
        count.fetch_add(usize::from(harm.is_some()), Ordering::Relaxed);
        harm
    });
    let services = super::services();
    let desk = Desk::through(&services, |_| Some(saboteur.address().to_owned()));
    desk.list("profile.json", &profile());
    let run = desk.fetch(&[]);
    let report = desk.report();
    let all = ["matched"; 3];
    assert!([0, 3].contains(&run.code), "seed {seed}: {run:?}");
    let lacks = run.err.contains("may lack what a source would have given");
    assert_eq!(run.code == 3, lacks, "seed {seed}: {run:?}");
    if run.code == 0 {
        assert_eq!(statuses(&report), all, "seed {seed}: {run:?}");
    }
    let (found, known) = (&report["publications"], &truth["publications"]);
    for (found, known) in found
        .as_array()
        .unwrap()
        .iter()
        .zip(known.as_array().unwrap())
    {
        if found["status"] == "matched" {
            let same = |name: &str| {
                let (found, known) = (&found["ids"][name], &known["ids"][name]);
                found.is_null() || found == known
            };
            assert!(same("dblp") && same("doi"), "seed {seed}: {found:#}");
        }
    }
    let mut tally = tally.lock().unwrap();
    tally.requests += saboteur.asked().len();
    tally.harmed += harmed.load(Ordering::Relaxed);
    tally.complete += usize::from(run.code == 0);
    tally.lacking += usize::from(run.code == 3);
    if passing {
        tally.wanted += all.len();
        tally.matched += statuses(&report)
            .iter()
            .filter(|it| *it == "matched")
            .count();
    }
}

/// What becomes of an exchange; the same whenever the seed and the place are.
fn harm(seed: u64, number: usize, path: &str, passing: bool) -> Option<Harm> {
    let chance = mix(seed ^ mix(number as u64));
    if chance % 100 >= OF_A_HUNDRED {
        return None;
    }
    let kinds = [
        Harm::status(500),
        Harm::page(502, "<html>Bad gateway</html>"),
        Harm::status(503).with("retry-after", "1"),
        Harm::status(429).with("retry-after", "1"),
        Harm::Reset,
        Harm::HangUp,
        Harm::CutOff,
        Harm::CutText,
        Harm::CutPacking,
        Harm::page(200, "<html>Hello</html>"),
        Harm::json(""),
        // What follows is not asked again.
        Harm::page(200, CHALLENGE),
        Harm::page(403, "<html>Blocked</html>"),
        Harm::json(r#"{"hello": "world"}"#),
        Harm::status(302).with("location", "https://example.org/"),
        Harm::Silence(Duration::from_millis(300)),
    ];
    // arXiv's own way to shed load is taken for a refusal the third time.
    let count = if passing { 11 } else { kinds.len() };
    let at = usize::try_from((chance >> 32) % count as u64).unwrap();
    assert!(path.starts_with('/'));
    Some(kinds[at].clone())
}

/// A number that has little to do with the one given (the last steps of `SplitMix64`).
fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
