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
use crate::support::{FaultProxy, Sandbox, WireFault, env_number, say};

/// The percentage of exchanges with a fault.
const OF_A_HUNDRED: u64 = 30;

/// The number of concurrent runs, which mostly wait.
const AT_ONCE: usize = 12;

/// All kinds of faults at random. `BIBSYNC_FAULT_RUNS` sets the number of runs, `BIBSYNC_FAULT_SEED`
/// the seed.
#[test]
fn mixed_faults_lose_and_invent_no_match() {
    let runs = env_number("BIBSYNC_FAULT_RUNS").unwrap_or(6);
    let first = env_number("BIBSYNC_FAULT_SEED").unwrap_or(1);
    let services = services();
    let well = Sandbox::at(&services);
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
                    // Every other run has refusals too, after which nothing is requested again.
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
    /// Counted in runs in which a retry can help.
    wanted: usize,
    matched: usize,
}

fn one(server: &str, seed: u64, passing: bool, truth: &Value, tally: &Mutex<Tally>) {
    let harmed = std::sync::Arc::new(AtomicUsize::new(0));
    let count = std::sync::Arc::clone(&harmed);
    let fault_proxy = FaultProxy::before(server, move |number, path| {
        let harm = harm(seed, number, path, passing);
        count.fetch_add(usize::from(harm.is_some()), Ordering::Relaxed);
        harm
    });
    let services = super::services();
    let sandbox = Sandbox::through(&services, |_| Some(fault_proxy.address().to_owned()));
    sandbox.list("profile.json", &profile());
    let run = sandbox.fetch(&[]);
    let report = sandbox.report();
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
    tally.requests += fault_proxy.asked().len();
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

/// Returns the fault of an exchange, which depends only on seed, number and path.
pub(super) fn harm(seed: u64, number: usize, path: &str, passing: bool) -> Option<WireFault> {
    let chance = mix(seed ^ mix(number as u64));
    if chance % 100 >= OF_A_HUNDRED {
        return None;
    }
    let kinds = [
        WireFault::status(500),
        WireFault::page(502, "<html>Bad gateway</html>"),
        WireFault::status(503).with("retry-after", "1"),
        WireFault::status(429).with("retry-after", "1"),
        WireFault::Reset,
        WireFault::HangUp,
        WireFault::CutOff,
        WireFault::CutText,
        WireFault::CutPacking,
        WireFault::page(200, "<html>Hello</html>"),
        WireFault::json(""),
        // The following faults are not retried.
        WireFault::page(200, CHALLENGE),
        WireFault::page(403, "<html>Blocked</html>"),
        WireFault::json(r#"{"hello": "world"}"#),
        WireFault::status(302).with("location", "https://example.org/"),
        WireFault::Silence(Duration::from_millis(300)),
    ];
    // The third load-shedding response of arXiv is a refusal.
    let count = if passing { 11 } else { kinds.len() };
    let at = usize::try_from((chance >> 32) % count as u64).unwrap();
    assert!(path.starts_with('/'));
    Some(kinds[at].clone())
}

/// Hashes a number (the last steps of `SplitMix64`).
fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
