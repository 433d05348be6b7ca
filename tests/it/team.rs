//! Many lists and several machines on one PostgreSQL server.

mod adding;
mod together;
mod watched;

use std::{process::Child, sync::OnceLock, time::Duration};

use fs_err as fs;
use serde_json::{Value, json};

use crate::support::{Cluster, Paper, Run, Sandbox, Services, env_number, say};

/// Returns the server of these tests; `None`, and a line that says so, without PostgreSQL.
pub(crate) fn cluster() -> Option<&'static Cluster> {
    static CLUSTER: OnceLock<Option<Cluster>> = OnceLock::new();
    let started = CLUSTER.get_or_init(|| {
        let skipped = |why: &String| say(&format!("skipped: tests of `team`, {why}"));
        Cluster::start().inspect_err(skipped).ok()
    });
    started.as_ref()
}

/// A paper of several people, which no page of a person has.
fn paper(number: usize) -> Paper {
    const SUBJECTS: [&str; 7] = [
        "Looms",
        "Kilns",
        "Windmills",
        "Sundials",
        "Beacons",
        "Anvils",
        "Ferries",
    ];
    const DEEDS: [&str; 5] = ["Tracing", "Sorting", "Pruning", "Merging", "Sampling"];
    let title = format!(
        "{} {} for Harbour Networks of Size {number}",
        DEEDS[number % 5],
        SUBJECTS[number % 7]
    );
    Paper::conference(&format!("conf/loom/P{number}"), &title, "LOOM", 2019)
        .by(&["Ada Example", "Bob Sample"])
        .doi(&format!("10.1145/77.{number}"))
        .pages("1-9")
}

/// A list of `works` papers. Lists with neighbouring numbers share all but one.
fn list(number: usize, works: usize) -> Value {
    let works = (number..number + works).map(|paper_number| {
        let paper = paper(paper_number);
        json!({
            "title": paper.title, "authors": paper.authors, "year": 2019, "doi": paper.doi,
        })
    });
    json!({"name": format!("Person {number}"), "publications": works.collect::<Vec<_>>()})
}

/// Creates a machine of its own: another home, another cache, the same store.
fn machine(services: &Services, store: &str) -> Sandbox {
    let sandbox = Sandbox::at(services);
    let settings = sandbox.read("bibsync.toml");
    sandbox.put(
        "bibsync.toml",
        &format!("[store]\nurl = \"{store}\"\n{settings}"),
    );
    sandbox
}

fn done(run: &Run) {
    assert_eq!(run.code, 0, "{run:?}");
}

fn wait(workers: Vec<Child>) {
    for worker in workers {
        let run = Run::of(&worker.wait_with_output().unwrap());
        done(&run);
    }
}

/// Returns the name of the schema in an address.
fn schema_of(store: &str) -> &str {
    store.rsplit("%3D").next().unwrap()
}

/// Writes so many lists into the folder `lists`.
fn put_lists(sandbox: &Sandbox, lists: usize, works: usize) {
    for number in 0..lists {
        sandbox.list(&format!("lists/p{number}.json"), &list(number, works));
    }
}

#[test]
fn group_shares_answers_through_a_store() {
    let Some(cluster) = cluster() else { return };
    let services = Services::knowing((0..4).map(paper), []);
    let store = cluster.new_schema();
    let (one, other) = (machine(&services, &store), machine(&services, &store));
    one.list("profile.json", &list(0, 4));
    other.list("profile.json", &list(0, 4));
    done(&one.fetch(&[]));
    let sent = services.total();
    assert!(sent > 0);
    done(&other.fetch(&[]));
    assert_eq!(services.total(), sent, "the second asks nobody");
    assert_eq!(one.bib(), other.bib());
    assert!(!one.has("cache/cache.sqlite"));
    let status = one.bibsync(&["cache", "status"]);
    assert!(status.out.starts_with("postgres:///"), "{status:?}");
    assert!(status.out.contains("crossref"), "{status:?}");
    let cleared = other.bibsync(&["cache", "clear"]);
    assert!(cleared.out.contains("removed"), "{cleared:?}");
    assert!(one.bibsync(&["cache", "status"]).out.contains("no answers"));
}

/// `BIBSYNC_TEAM_LISTS` sets the number of lists, `BIBSYNC_TEAM_WORKERS` that of workers.
#[test]
fn workers_make_what_single_runs_make_with_fewer_requests() {
    let Some(cluster) = cluster() else { return };
    let lists = env_number("BIBSYNC_TEAM_LISTS").unwrap_or(12);
    let workers = env_number("BIBSYNC_TEAM_WORKERS").unwrap_or(3);
    let works = 5;
    let services = Services::knowing((0..lists + works).map(paper), []);
    let store = cluster.new_schema();
    let first = machine(&services, &store);
    put_lists(&first, lists, works);
    let added = first.bibsync(&["team", "add", "lists"]);
    done(&added);
    assert!(added.err.contains(&format!("{lists} new")), "{added:?}");
    let machines: Vec<Sandbox> = (0..workers).map(|_| machine(&services, &store)).collect();
    let each = (lists / workers / 2).max(1).to_string();
    let begun = std::time::Instant::now();
    wait(
        machines
            .iter()
            .map(|it| {
                let arguments = ["team", "worker", "--once", "--lists", &each];
                it.command(&arguments).spawn().unwrap()
            })
            .collect(),
    );
    let took = begun.elapsed().as_secs_f64();
    let pooled = services.total();
    done(&first.bibsync(&["team", "export", "out"]));

    let single = services.total();
    for number in 0..lists {
        let alone = Sandbox::at(&services);
        let file = format!("p{number}.json");
        alone.list(&file, &list(number, works));
        let output = format!("p{number}.bib");
        done(&alone.bibsync(&["fetch", &file, "-o", &output]));
        for ending in ["bib", "lock"] {
            let name = format!("p{number}.{ending}");
            assert_eq!(first.read(&format!("out/{name}")), alone.read(&name));
        }
    }
    let single = services.total() - single;
    say(&format!(
        "team: {lists} lists, {workers} workers: {pooled} requests and {took:.1} s, {single} by single runs"
    ));
    assert!(pooled < single, "{pooled} of {single}");

    let status: Value =
        serde_json::from_str(&first.bibsync(&["team", "status", "--output", "json"]).out).unwrap();
    assert_eq!(status.as_array().unwrap().len(), lists);
    assert!(status[0]["checked"].is_string() && status[0]["failure"].is_null());
}

#[test]
fn list_that_falls_due_is_refreshed_as_by_a_single_run() {
    let Some(cluster) = cluster() else { return };
    let services = Services::knowing((0..4).map(paper), []);
    let store = cluster.new_schema();
    let schema = schema_of(&store);
    let sandbox = machine(&services, &store);
    sandbox.list("ada.json", &list(0, 4));
    done(&sandbox.bibsync(&["team", "add", "ada.json"]));
    done(&sandbox.bibsync(&["team", "worker", "--once"]));
    let sent = services.total();
    done(&sandbox.bibsync(&["team", "worker", "--once"]));
    assert_eq!(services.total(), sent, "it is not due for a week");
    fall_due(cluster, schema);
    done(&sandbox.bibsync(&["team", "worker", "--once"]));
    let refreshing = services.total() - sent;
    done(&sandbox.bibsync(&["team", "export", "out"]));

    let alone = Sandbox::at(&services);
    alone.list("ada.json", &list(0, 4));
    done(&alone.bibsync(&["fetch", "ada.json", "-o", "ada.bib"]));
    let before = services.total();
    let refresh = ["refresh", "-o", "ada.bib", "--accept", "all"];
    done(&alone.bibsync(&refresh));
    assert_eq!(services.total() - before, refreshing);
    for name in ["ada.bib", "ada.lock"] {
        assert_eq!(sandbox.read(&format!("out/{name}")), alone.read(name));
    }
}

/// Makes all lists due now. What was answered before is old then.
fn fall_due(cluster: &Cluster, schema: &str) {
    let due = "extract(epoch FROM clock_timestamp()) * 1000000";
    let changed = cluster.sql(&format!("UPDATE {schema}.list SET due = {due}"));
    assert!(changed.is_ok(), "{changed:?}");
}

#[test]
fn name_in_the_store_that_leads_elsewhere_is_refused() {
    let Some(cluster) = cluster() else { return };
    let services = Services::knowing([paper(0)], []);
    let store = cluster.new_schema();
    let schema = schema_of(&store);
    let sandbox = machine(&services, &store);
    let elsewhere = sandbox.path("planted.json");
    sandbox.list("ada.json", &list(0, 1));
    done(&sandbox.bibsync(&["team", "add", "ada.json"]));
    let elsewhere = elsewhere.display().to_string();
    cluster
        .sql(&format!("UPDATE {schema}.list SET file = '{elsewhere}'"))
        .unwrap();
    let worker = sandbox.bibsync(&["team", "worker", "--once"]);
    assert_eq!(worker.code, 3, "{worker:?}");
    assert!(!sandbox.has("planted.json"));
    let status = sandbox.bibsync(&["team", "status"]);
    assert!(
        status.out.contains("none that a file can have"),
        "{status:?}"
    );
}

#[test]
fn changed_list_keeps_its_keys_and_tells_its_changes() {
    let Some(cluster) = cluster() else { return };
    let services = Services::knowing((0..9).map(paper), []);
    let sandbox = machine(&services, &cluster.new_schema());
    sandbox.list("ada.json", &list(0, 3));
    done(&sandbox.bibsync(&["team", "add", "ada.json"]));
    done(&sandbox.bibsync(&["team", "worker", "--once"]));
    done(&sandbox.bibsync(&["team", "export", "old"]));
    sandbox.list("ada.json", &list(0, 4));
    done(&sandbox.bibsync(&["team", "add", "ada.json"]));
    done(&sandbox.bibsync(&["team", "worker", "--once"]));
    done(&sandbox.bibsync(&["team", "export", "new", "ada"]));
    let (old, new) = (sandbox.read("old/ada.bib"), sandbox.read("new/ada.bib"));
    let keys = |bib: &str| -> Vec<String> {
        let heads = bib.lines().filter(|line| line.starts_with('@'));
        heads.map(str::to_owned).collect()
    };
    assert_eq!(keys(&new).len(), 4);
    assert!(keys(&old).iter().all(|key| keys(&new).contains(key)));
    let changes = sandbox.bibsync(&["team", "status", "--changes"]);
    assert!(changes.out.contains("ada: + "), "{changes:?}");
    let json = [
        "team",
        "status",
        "--changes",
        "--since",
        "2020-01-01",
        "--output",
        "json",
    ];
    let json: Value = serde_json::from_str(&sandbox.bibsync(&json).out).unwrap();
    assert_eq!(json.as_array().unwrap().len(), 1);
    done(&sandbox.bibsync(&["team", "remove", "ada"]));
    assert_eq!(sandbox.bibsync(&["team", "remove", "ada"]).code, 2);
    let status = sandbox.bibsync(&["team", "status"]);
    assert!(status.out.starts_with("0 lists"), "{status:?}");
}

#[test]
fn list_that_lost_most_is_refused_unless_that_is_meant() {
    let Some(cluster) = cluster() else { return };
    let services = Services::knowing((0..9).map(paper), []);
    let sandbox = machine(&services, &cluster.new_schema());
    sandbox.list("ada.json", &list(0, 8));
    done(&sandbox.bibsync(&["team", "add", "ada.json"]));
    done(&sandbox.bibsync(&["team", "worker", "--once"]));
    sandbox.list("ada.json", &list(0, 1));
    let refused = sandbox.bibsync(&["team", "add", "ada.json"]);
    assert_eq!(refused.code, 2, "{refused:?}");
    assert!(refused.err.contains("of which 7 are gone"), "{refused:?}");
    let kept = sandbox.bibsync(&["team", "status"]);
    assert!(kept.out.starts_with("1 list: 0 due"), "{kept:?}");
    done(&sandbox.bibsync(&["team", "add", "--allow-removals", "ada.json"]));
    done(&sandbox.bibsync(&["team", "worker", "--once"]));
    done(&sandbox.bibsync(&["team", "export", "out"]));
    let bib = sandbox.read("out/ada.bib");
    assert_eq!(bib.lines().filter(|line| line.starts_with('@')).count(), 1);
}

#[test]
fn bib_file_is_a_list_like_any_other() {
    let Some(cluster) = cluster() else { return };
    let services = Services::knowing((0..2).map(paper), []);
    let sandbox = machine(&services, &cluster.new_schema());
    let entry = |number: usize| {
        let paper = paper(number);
        format!(
            "@inproceedings{{k{number},\n  title = {{{}}},\n  author = {{Ada Example and Bob Sample}},\n  year = {{2019}},\n  doi = {{{}}},\n}}\n",
            paper.title, paper.doi
        )
    };
    let bib = [0, 1].map(entry).concat();
    sandbox.put("lists/ada.bib", &bib);
    done(&sandbox.bibsync(&["team", "add", "lists"]));
    done(&sandbox.bibsync(&["team", "worker", "--once"]));
    done(&sandbox.bibsync(&["team", "export", "out"]));
    let alone = Sandbox::at(&services);
    alone.put("ada.bib", &bib);
    done(&alone.bibsync(&["fetch", "ada.bib", "-o", "out.bib"]));
    assert_eq!(sandbox.read("out/ada.bib"), alone.read("out.bib"));

    // An export over somebody's own file keeps a copy of it.
    let export = sandbox.bibsync(&["team", "export", "lists"]);
    assert!(export.err.contains("former content"), "{export:?}");
    let kept = fs::read_dir(sandbox.path("lists"))
        .unwrap()
        .any(|file| fs::read_to_string(file.unwrap().path()).is_ok_and(|text| text == bib));
    assert!(kept);
    let again = sandbox.bibsync(&["team", "export", "lists"]);
    assert!(!again.err.contains("former content"), "{again:?}");
}

#[test]
fn list_that_cannot_be_read_stops_no_other() {
    let Some(cluster) = cluster() else { return };
    let services = Services::knowing([paper(0)], []);
    let store = cluster.new_schema();
    let schema = schema_of(&store);
    let sandbox = machine(&services, &store);
    for name in ["broken", "whole"] {
        sandbox.list(&format!("lists/{name}.json"), &list(0, 1));
    }
    done(&sandbox.bibsync(&["team", "add", "lists"]));
    // An older bibsync took what it could not read.
    let broken = format!("UPDATE {schema}.list SET content = '\\x7b' WHERE name = 'broken'");
    cluster.sql(&broken).unwrap();
    let worker = sandbox.bibsync(&["team", "worker", "--once"]);
    assert_eq!(worker.code, 3, "{worker:?}");
    let status = sandbox.bibsync(&["team", "status"]);
    assert!(status.out.contains("1 incomplete"), "{status:?}");
    assert!(status.out.contains("broken.json"), "{status:?}");
    let run = sandbox.bibsync(&["team", "export", "out"]);
    done(&run);
    assert!(sandbox.has("out/whole.bib") && !sandbox.has("out/broken.bib"));
}

/// Ends all connections of bibsync, as a restart of the server does.
fn close_connections(cluster: &Cluster) {
    let closed = cluster.sql(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
         WHERE application_name = 'bibsync'",
    );
    assert!(closed.is_ok(), "{closed:?}");
}

/// `BIBSYNC_TEAM_KILLS` sets the number of workers that are killed.
#[test]
fn killed_workers_and_a_restarted_server_lose_nothing() {
    let Some(cluster) = cluster() else { return };
    let kills = env_number("BIBSYNC_TEAM_KILLS").unwrap_or(4);
    let (lists, works) = (8, 4);
    let services = Services::knowing((0..lists + works).map(paper), []);
    let store = cluster.new_schema();
    let schema = schema_of(&store);
    let first = machine(&services, &store);
    put_lists(&first, lists, works);
    done(&first.bibsync(&["team", "add", "lists"]));
    let free = format!("UPDATE {schema}.list SET lease_until = 0");
    for kill in 0..kills {
        let machine = machine(&services, &store);
        let mut worker = machine
            .command(&["team", "worker", "--once", "--lists", "2"])
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(30 + 70 * kill as u64 % 400));
        worker.kill().unwrap();
        worker.wait().unwrap();
        // Its leases would end after two minutes.
        cluster.sql(&free).unwrap();
    }
    let worker = first
        .command(&["team", "worker", "--once", "--lists", "1"])
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(150));
    close_connections(cluster);
    wait(vec![worker]);
    done(&first.bibsync(&["team", "export", "out"]));
    for number in 0..lists {
        let bib = first.read(&format!("out/p{number}.bib"));
        assert_eq!(bib.matches("\n@").count(), works, "{bib}");
    }
}

#[test]
fn stopped_worker_gives_its_lists_back() {
    let Some(cluster) = cluster() else { return };
    let services = Services::knowing([paper(0)], []);
    let sandbox = machine(&services, &cluster.new_schema());
    sandbox.list("ada.json", &list(0, 1));
    done(&sandbox.bibsync(&["team", "add", "ada.json"]));
    let worker = sandbox.command(&["team", "worker"]).spawn().unwrap();
    let process = worker.id().to_string();
    for _ in 0..600 {
        if sandbox
            .bibsync(&["team", "status"])
            .out
            .contains("looked up 2")
        {
            break;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    let stopped = std::process::Command::new("kill")
        .args(["-TERM", &process])
        .status();
    assert!(stopped.unwrap().success());
    wait(vec![worker]);
    let status = sandbox.bibsync(&["team", "status"]);
    assert!(status.out.contains("0 being looked up"), "{status:?}");
}

#[test]
fn worker_whose_server_is_away_waits_for_it_and_can_be_stopped() {
    use std::io::{BufRead as _, BufReader};
    let services = Services::knowing([], []);
    let sandbox = machine(&services, "postgres://ada@127.0.0.1:9/bibsync");
    let mut worker = sandbox.command(&["team", "worker"]).spawn().unwrap();
    let mut said = BufReader::new(worker.stderr.take().unwrap()).lines();
    let waits = said.find(|line| line.as_ref().unwrap().contains("trying again"));
    assert!(waits.is_some());
    let process = worker.id().to_string();
    let stopped = std::process::Command::new("kill")
        .args(["-TERM", &process])
        .status();
    assert!(stopped.unwrap().success());
    assert_eq!(worker.wait().unwrap().code(), Some(0));
    let once = sandbox.bibsync(&["team", "worker", "--once"]);
    assert_eq!(once.code, 3, "{once:?}");
}

#[test]
fn numbers_are_served_to_the_program_that_watches() {
    use std::{
        io::{BufRead as _, Read as _, Write as _},
        net::{TcpListener, TcpStream},
    };
    let Some(cluster) = cluster() else { return };
    let services = Services::knowing([paper(0)], []);
    let sandbox = machine(&services, &cluster.new_schema());
    // A port that was free a moment ago.
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr();
    let address = port.unwrap().to_string();
    let mut worker = sandbox
        .command(&["team", "worker", "--listen", &address])
        .spawn()
        .unwrap();
    let mut text = String::new();
    for _ in 0..600 {
        if let Ok(mut stream) = TcpStream::connect(&address) {
            let asked = write!(stream, "GET /metrics HTTP/1.0\r\nHost: {address}\r\n\r\n");
            asked.unwrap();
            stream.read_to_string(&mut text).unwrap();
            break;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    worker.kill().unwrap();
    let output = worker.wait_with_output().unwrap();
    assert!(text.contains("bibsync_store_up 1"), "{text} {output:?}");
    assert!(
        output
            .stderr
            .lines()
            .all(|line| !line.unwrap().contains("error"))
    );
}

#[test]
fn store_that_cannot_be_used_is_named_without_its_password() {
    let services = Services::knowing([paper(0)], []);
    let away = "postgres://ada:secret@127.0.0.1:9/bibsync";
    let sandbox = machine(&services, away);
    sandbox.list("profile.json", &list(0, 1));
    for arguments in [
        &["fetch", "profile.json"][..],
        &["team", "status"],
        &["cache", "status"],
    ] {
        let run = sandbox.bibsync(arguments);
        assert_eq!(run.code, 3, "{run:?}");
        assert!(
            run.err.contains("postgres://ada@127.0.0.1:9/bibsync"),
            "{run:?}"
        );
        assert!(!run.err.contains("secret"), "{run:?}");
    }
    assert_eq!(services.total(), 0, "no request without the group's limits");
    let offline = sandbox.bibsync(&["fetch", "profile.json", "--offline"]);
    assert!(
        offline.err.contains("without the answers of the group"),
        "{offline:?}"
    );
    assert!(!offline.err.contains("secret"), "{offline:?}");
    assert!(sandbox.has("references.bib"));
    let plain = Sandbox::at(&services).bibsync(&["team", "status"]);
    plain.refused(&["store.url", "BIBSYNC_STORE"]);
    sandbox.put("bibsync.toml", "[store]\nurl = \"mysql://h/d\"\n");
    sandbox
        .bibsync(&["team", "status"])
        .refused(&["bibsync.toml", "postgres://"]);
}

#[test]
fn role_needs_no_right_but_to_read_and_write() {
    let Some(cluster) = cluster() else { return };
    let services = Services::knowing([paper(0)], []);
    let store = cluster.new_schema();
    let schema = schema_of(&store);
    let role = format!("least_{schema}");
    cluster
        .sql(&format!(
            "CREATE ROLE {role} LOGIN; GRANT USAGE ON SCHEMA {schema} TO {role};"
        ))
        .unwrap();
    let least = machine(&services, &cluster.address(&role, schema));
    let refused = least.bibsync(&["team", "status"]);
    assert!(refused.err.contains("may not make them"), "{refused:?}");
    done(&machine(&services, &store).bibsync(&["cache", "status"]));
    let refused = least.bibsync(&["team", "status"]);
    assert!(refused.err.contains("GRANT SELECT"), "{refused:?}");
    assert!(!refused.err.contains("missing"), "{refused:?}");
    cluster
        .sql(&format!(
            "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA {schema} TO {role}"
        ))
        .unwrap();
    // A table that a newer bibsync adds can be used by whoever could use the others.
    cluster
        .sql(&format!(
            "DROP TABLE {schema}.claim; DELETE FROM {schema}.bibsync_migration WHERE number = 3"
        ))
        .unwrap();
    done(&machine(&services, &store).bibsync(&["team", "status"]));
    least.list("ada.json", &list(0, 1));
    done(&least.bibsync(&["team", "add", "ada.json"]));
    let worker = least.bibsync(&["team", "worker", "--once"]);
    done(&worker);
    assert!(!worker.err.contains("can't"), "{worker:?}");
    done(&least.bibsync(&["team", "export", "out"]));
    assert!(least.has("out/ada.bib"));

    cluster
        .sql(&format!(
            "INSERT INTO {schema}.bibsync_migration VALUES (99)"
        ))
        .unwrap();
    let newer = least.bibsync(&["team", "status"]);
    assert!(newer.err.contains("use a newer bibsync"), "{newer:?}");
}

#[test]
fn files_of_one_name_are_refused_before_any_is_added() {
    let Some(cluster) = cluster() else { return };
    let services = Services::knowing([], []);
    let sandbox = machine(&services, &cluster.new_schema());
    sandbox.list("a/ada.json", &list(0, 1));
    sandbox.put("b/ada.bib", "@misc{x, title = {Looms}}\n");
    sandbox
        .bibsync(&["team", "add", "a", "b"])
        .refused(&["a/ada.json", "b/ada.bib"]);
    fs::create_dir(sandbox.path("none")).unwrap();
    sandbox.bibsync(&["team", "add", "none"]).refused(&["none"]);
    let status = sandbox.bibsync(&["team", "status"]);
    assert!(status.out.starts_with("0 lists"), "{status:?}");
}
