//! Killed runs and full disks: every file has its old or its new content.

use std::{
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::support::{
    At, FaultProxy, Run, Sandbox, Services, cupcake, electrode, env_number, espresso, gemini, say,
    zhuang,
};

/// The files a run writes.
const RESULTS: [&str; 2] = ["references.bib", "references.lock"];

fn services() -> Services {
    Services::knowing([gemini(), espresso(), cupcake(), electrode()], [zhuang()])
}

fn profile(works: usize) -> Value {
    let all = [
        json!({"title": gemini().title, "authors": [null, "Zhen Jia"], "authors_complete": false}),
        json!({"title": espresso().title, "authors": [null, "Haibin Lin"], "authors_complete": false}),
        json!({"title": cupcake().title, "authors": [null, "Xinyu Wu"], "authors_complete": false}),
    ];
    json!({"name": "Zhuang Wang", "publications": all[..works]})
}

/// Returns bibliography and lock after a run over this many works.
fn results(services: &Services, works: usize) -> [String; 2] {
    let sandbox = Sandbox::at(services);
    sandbox.fetched(&profile(works));
    RESULTS.map(|name| sandbox.read(name))
}

/// `BIBSYNC_KILLS` sets the number of runs, `BIBSYNC_KILL_SEED` the seed.
#[cfg(unix)]
#[test]
fn killed_run_leaves_complete_files_and_repeats_no_request() {
    let kills = env_number("BIBSYNC_KILLS").unwrap_or(12);
    let first = env_number("BIBSYNC_KILL_SEED").unwrap_or(1);
    let services = services();
    let (old, new) = (results(&services, 2), results(&services, 3));
    let (next, tally) = (AtomicUsize::new(0), Mutex::new([0_usize; 4]));
    thread::scope(|scope| {
        for _ in 0..6.min(kills) {
            scope.spawn(|| {
                loop {
                    let kill = next.fetch_add(1, Ordering::Relaxed);
                    if kill >= kills {
                        break;
                    }
                    let seen = killed(&services, &old, &new, first + kill);
                    let mut tally = tally.lock().unwrap();
                    tally
                        .iter_mut()
                        .zip(seen)
                        .for_each(|(sum, one)| *sum += one);
                }
            });
        }
    });
    let [dead, written, repeated, again] = tally.into_inner().unwrap();
    say(&format!(
        "{kills} kills from seed {first}: {dead} in time, {written} after the bibliography was \
         written; {again} requests in the runs after them, {repeated} for what was on its way"
    ));
    assert!(dead > 0);
}

/// Kills a run at some time and starts another one. Returns whether the first was still alive, whether
/// it had written, how many requests of the second were repetitions, and how many it sent.
#[cfg(unix)]
fn killed(services: &Services, old: &[String; 2], new: &[String; 2], seed: usize) -> [usize; 4] {
    let fault_proxy = FaultProxy::before(&services.server(), |_, _| None);
    let sandbox = Sandbox::through(services, |_| Some(fault_proxy.address().to_owned()));
    RESULTS
        .iter()
        .zip(old)
        .for_each(|(name, text)| sandbox.put(name, text));
    sandbox.list("profile.json", &profile(3));
    let list = sandbox.read("profile.json");
    let mut child = sandbox.command(&["fetch", "profile.json"]).spawn().unwrap();
    // The time of the kill: after a number of requests, and then a delay.
    let chance = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 16;
    let (requests, wait) = (
        chance % 6,
        Duration::from_micros((chance / 6 % 250_000) as u64),
    );
    let began = Instant::now();
    while fault_proxy.asked().len() < requests && began.elapsed() < Duration::from_secs(20) {
        thread::sleep(Duration::from_millis(1));
    }
    thread::sleep(wait);
    child.kill().unwrap();
    let dead = child.wait().unwrap().code().is_none();
    let received = fault_proxy.asked();

    let now = RESULTS.map(|name| sandbox.read(name));
    for ((now, old), new) in now.iter().zip(old).zip(new) {
        assert!(now == old || now == new, "seed {seed}: torn:\n{now}");
    }
    assert_eq!(sandbox.read("profile.json"), list, "seed {seed}");

    let run = sandbox.fetch(&[]);
    assert_eq!(run.code, 0, "seed {seed}: {run:?}");
    assert_eq!(RESULTS.map(|name| sandbox.read(name)), *new, "seed {seed}");
    let after = fault_proxy.asked().split_off(received.len());
    // All requests to one service but the last were answered before that was sent.
    let mut repeated = 0;
    for service in [At::Dblp, At::Crossref, At::Arxiv, At::Datacite] {
        let of = |asked: &[String]| -> Vec<String> {
            let here = asked.iter().filter(|line| line.contains(service.base()));
            here.cloned().collect()
        };
        let (received, asked) = (of(&received), of(&after));
        let Some((on_its_way, before)) = received.split_last() else {
            continue;
        };
        for request in asked {
            assert!(!before.contains(&request), "seed {seed}: twice: {request}");
            repeated += usize::from(request == *on_its_way);
        }
    }
    let written = usize::from(now[0] == new[0]);
    [usize::from(dead), written, repeated, after.len()]
}

#[cfg(unix)]
#[test]
fn interrupted_run_writes_its_results() {
    let services = services();
    let slow = ResponseTemplate::new(200).set_delay(Duration::from_secs(60));
    services.answer(At::Crossref, "", slow);
    let sandbox = Sandbox::at(&services);
    sandbox.list("profile.json", &profile(3));
    let child = sandbox.command(&["fetch", "profile.json"]).spawn().unwrap();
    while services.count(At::Crossref) < 1 {
        thread::sleep(Duration::from_millis(5));
    }
    let began = Instant::now();
    let kill = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(kill.success());
    let run = Run::of(&child.wait_with_output().unwrap());
    assert!(
        began.elapsed() < Duration::from_secs(30),
        "it did not wait for the answer"
    );
    assert_eq!(run.code, 130, "{run:?}");
    assert!(
        run.err.contains("3 matched") && run.err.contains("interrupted"),
        "{}",
        run.err
    );
    assert_eq!(sandbox.bib().matches("\n@").count(), 3);

    services.recover();
    services.forget();
    let report = sandbox.fetched(&profile(3));
    assert_eq!(report["summary"]["matched"], 3);
    assert_eq!(
        (services.count(At::Dblp), services.count(At::Crossref)),
        (0, 1)
    );
}

#[cfg(unix)]
#[test]
fn interrupted_run_marks_unfinished_listings() {
    let services = services();
    let slow = ResponseTemplate::new(200).set_delay(Duration::from_secs(60));
    services.answer(At::Crossref, "", slow);
    let sandbox = Sandbox::at(&services);
    let mut profile = profile(3);
    if let Some(publications) = profile["publications"].as_array_mut() {
        publications
            .push(json!({"title": "Nobody Has This Work of Mine", "authors": ["Ann Other"]}));
    }
    sandbox.list("profile.json", &profile);
    let child = sandbox.command(&["fetch", "profile.json"]).spawn().unwrap();
    while services.count(At::Crossref) < 1 {
        thread::sleep(Duration::from_millis(5));
    }
    let kill = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(kill.success());
    let run = Run::of(&child.wait_with_output().unwrap());
    assert_eq!(run.code, 130, "{run:?}");
    let said = "the run was interrupted before it was found";
    assert!(run.err.contains(said), "{}", run.err);
    for wrong in ["did not answer", "source failed", "interrupted before http"] {
        assert!(!run.err.contains(wrong), "{}", run.err);
    }
    let why = sandbox.bibsync(&["why", "#3"]);
    assert!(why.out.contains(said), "the lock is read again: {why:?}");
}

/// The shell limits the size of files to a few blocks, like a full disk.
#[cfg(unix)]
#[test]
fn full_disk_is_reported_and_keeps_old_files() {
    let services = services();
    let sandbox = Sandbox::at(&services);
    sandbox.fetched(&profile(2));
    let old = RESULTS.map(|name| sandbox.read(name));
    sandbox.list("profile.json", &profile(3));
    let program = sandbox.command(&[]).get_program().to_owned();
    let mut shell = std::process::Command::new("sh");
    shell
        .args(["-c", "trap '' XFSZ; ulimit -f 2; exec \"$@\"", "sh"])
        .arg(program)
        .args(["fetch", "profile.json"])
        .current_dir(sandbox.path(""))
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap())
        .env("HOME", sandbox.path("nobody"));
    let run = Run::of(&shell.output().unwrap());
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.err.contains("can't be written"), "{}", run.err);
    assert_eq!(RESULTS.map(|name| sandbox.read(name)), old);
    let run = sandbox.fetch(&[]);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(
        RESULTS.map(|name| sandbox.read(name)),
        results(&services, 3)
    );
}

#[test]
fn lost_lock_keeps_all_entries() {
    let services = services();
    let sandbox = Sandbox::at(&services);
    sandbox.fetched(&profile(2));
    fs_err::remove_file(sandbox.path("references.lock")).unwrap();
    sandbox.fetched(&profile(3));
    assert_eq!(
        RESULTS.map(|name| sandbox.read(name)),
        results(&services, 3)
    );
    assert!(!sandbox.has("references.bib.bak"), "{:?}", sandbox.names());
}

#[test]
fn second_run_on_the_same_output_waits() {
    let services = services();
    let slow = ResponseTemplate::new(503).set_delay(Duration::from_secs(2));
    services.answer_times(At::Crossref, "", 1, slow);
    let sandbox = Sandbox::at(&services);
    sandbox.list("profile.json", &profile(2));
    sandbox.list("more.json", &profile(3));
    let first = sandbox.command(&["fetch", "profile.json"]).spawn().unwrap();
    while services.count(At::Crossref) < 1 {
        thread::sleep(Duration::from_millis(5));
    }
    let second = sandbox.bibsync(&["fetch", "more.json"]);
    assert_eq!(second.code, 0, "{second:?}");
    assert!(
        second.err.contains("another run is working"),
        "{}",
        second.err
    );
    let first = Run::of(&first.wait_with_output().unwrap());
    assert_eq!(first.code, 0, "{first:?}");
    // The lock contains the list from which it was made.
    let left = RESULTS.map(|name| sandbox.read(name).replace("more.json", "profile.json"));
    assert_eq!(left, results(&services, 3));
}
