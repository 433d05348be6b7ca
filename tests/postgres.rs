//! A department: two hundred lists, eight workers with folders of their own, one PostgreSQL server, and copies of
//! the services that enforce their limits. Workers and the server are killed, and the network is cut.
//!
//! Needs PostgreSQL, and the stand-ins and data next to a development checkout, in `../shared`; otherwise it
//! prints why it is skipped. All limits are four times those that services publish, and so is the pace of the
//! workers, so that it takes a minute. These variables change it:
//!
//! ```text
//! BIBSYNC_DEPARTMENT_LISTS=5000 BIBSYNC_DEPARTMENT_WORKERS=8 BIBSYNC_DEPARTMENT_KILLS=50 \
//! BIBSYNC_DEPARTMENT_SERVER_KILLS=3 BIBSYNC_DEPARTMENT_CUT=30 BIBSYNC_DEPARTMENT_SPEED=4 \
//! BIBSYNC_DEPARTMENT_ALONE=6 cargo test --release --test postgres
//! ```
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod postgres {
    pub(super) mod account;
    pub(super) mod cluster;
    pub(super) mod department;
    pub(super) mod proxy;
}
#[path = "simulator/stand_in.rs"]
#[allow(dead_code)]
mod stand_in;

use std::{
    fs::File,
    io::Write as _,
    path::Path,
    process::{Child, Command},
    thread,
    time::{Duration, Instant},
};

use postgres::{
    account::{Limit, dois},
    cluster::Cluster,
    department::Department,
    proxy::Proxy,
};
use stand_in::{Shared, StandIn};
use tempfile::TempDir;

/// The lists that a worker takes at once.
const TOGETHER: &str = "10";

/// The longest that the test waits for its workers.
const LONGEST: Duration = Duration::from_secs(3600);

struct Trial {
    lists: usize,
    workers: usize,
    kills: usize,
    server_kills: usize,
    cut: Duration,
    /// How much faster than published the services may be asked.
    speed: u32,
    /// The number of lists that are looked up alone, to compare.
    alone: usize,
}

impl Trial {
    fn of_environment() -> Self {
        let number = |name: &str, usual: usize| {
            let value = std::env::var(format!("BIBSYNC_DEPARTMENT_{name}"));
            value.map_or(usual, |value| value.parse().unwrap())
        };
        Self {
            lists: number("LISTS", 200),
            workers: number("WORKERS", 8),
            kills: number("KILLS", 10),
            server_kills: number("SERVER_KILLS", 1),
            cut: Duration::from_secs(number("CUT", 12) as u64),
            speed: u32::try_from(number("SPEED", 4)).unwrap(),
            alone: number("ALONE", 6),
        }
    }

    /// The limits of the services, as <https://www.crossref.org> and others publish them and the stand-in
    /// enforces them, at the speed of this trial.
    fn limits(&self) -> [Limit; 5] {
        let limit = |service, kind, rate: f64, burst| Limit {
            service,
            kind,
            rate: rate * f64::from(self.speed),
            burst,
        };
        [
            limit("sparql", None, 0.8, 6.0),
            limit("crossref", Some("list"), 3.0, 4.0),
            limit("crossref", Some("single"), 10.0, 10.0),
            limit("arxiv", None, 1.0 / 3.0, 2.0),
            limit("datacite", None, 10.0, 20.0),
        ]
    }

    /// The settings of a machine: the published pace times the speed.
    fn settings(&self, services: &StandIn) -> String {
        let speed = self.speed;
        services.settings_with(
            &format!("every = \"{}ms\"\n", 1300 / speed),
            &format!(
                "list_per_second = {}.0\nsingle_per_second = {}.0\n",
                3 * speed,
                10 * speed
            ),
            &format!("every = \"{}ms\"\n", 3000 / speed),
            "",
        )
    }
}

/// A machine with one worker.
struct Machine {
    name: String,
    desk: TempDir,
    worker: Option<Child>,
}

impl Machine {
    fn new(name: &str, settings: &str, store: Option<&str>) -> Self {
        let desk = tempfile::tempdir().unwrap();
        let store = store.map(|url| format!("[store]\nurl = \"{url}\"\n"));
        let settings = store.unwrap_or_default() + settings;
        fs_err::write(desk.path().join("bibsync.toml"), settings).unwrap();
        Self {
            name: name.to_owned(),
            desk,
            worker: None,
        }
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bibsync"));
        command
            .args(["--cache-dir", "cache"])
            .args(arguments)
            .current_dir(self.desk.path())
            .env_clear()
            .env("HOME", self.desk.path())
            .env("HOSTNAME", &self.name);
        command
    }

    /// Runs bibsync, which must succeed.
    fn run(&self, arguments: &[&str]) {
        let output = self.command(arguments).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {said}");
    }

    fn start(&mut self) {
        let log = File::options()
            .create(true)
            .append(true)
            .open(self.desk.path().join("log"))
            .unwrap();
        let mut command = self.command(&["team", "worker", "--lists", TOGETHER]);
        command.stdout(log.try_clone().unwrap()).stderr(log);
        self.worker = Some(command.spawn().unwrap());
    }

    /// Kills the worker at once, and starts another one. The lists of the killed one would be free after two
    /// minutes.
    fn replace(&mut self, group: &Group) {
        let mut worker = self.worker.take().unwrap();
        worker.kill().unwrap();
        worker.wait().unwrap();
        group.free(&self.name);
        self.start();
    }

    fn stop(&mut self) {
        let mut worker = self.worker.take().unwrap();
        signal("TERM", &worker.id().to_string());
        let code = worker.wait().unwrap().code();
        let log = fs_err::read_to_string(self.desk.path().join("log")).unwrap();
        assert_eq!(code, Some(0), "{}: {log}", self.name);
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs_err::read(self.desk.path().join(name)).unwrap()
    }
}

fn signal(signal: &str, process: &str) {
    let sent = Command::new("kill")
        .args([&format!("-{signal}"), process])
        .status();
    assert!(sent.unwrap().success());
}

/// The lists in the store, as their owner sees them.
struct Group<'a> {
    cluster: &'a Cluster,
    schema: String,
}

impl Group<'_> {
    /// Asks the server, which may be away for a moment.
    fn sql(&self, sql: &str) -> String {
        let begun = Instant::now();
        loop {
            match self.cluster.sql(sql) {
                Ok(answer) => return answer,
                Err(error) if begun.elapsed() > Duration::from_secs(60) => panic!("{sql}: {error}"),
                Err(_) => thread::sleep(Duration::from_millis(100)),
            }
        }
    }

    fn number(&self, sql: &str) -> usize {
        self.sql(sql).parse().unwrap()
    }

    /// The number of lists that are not due.
    fn done(&self) -> usize {
        let schema = &self.schema;
        self.number(&format!(
            "SELECT count(*) FROM {schema}.list
             WHERE due > extract(epoch FROM clock_timestamp()) * 1000000"
        ))
    }

    fn free(&self, worker: &str) {
        let schema = &self.schema;
        self.sql(&format!(
            "UPDATE {schema}.list SET lease_until = 0 WHERE lease LIKE '{worker}-%'"
        ));
    }

    fn fall_due(&self) {
        let schema = &self.schema;
        self.sql(&format!(
            "UPDATE {schema}.list SET due = extract(epoch FROM clock_timestamp()) * 1000000"
        ));
    }

    /// Kills the server as a machine's memory does when it runs out. It starts again.
    fn kill_server(&self) {
        let folder = self.sql("SHOW data_directory");
        let file = Path::new(&folder).join("postmaster.pid");
        let text = fs_err::read_to_string(file).unwrap();
        signal("KILL", text.lines().next().unwrap());
    }
}

#[test]
fn department_is_kept_fresh_through_kills_and_cuts() {
    let trial = Trial::of_environment();
    let skipped = |why: String| say(&format!("skipped: the test of a department, {why}"));
    let shared = match Shared::find() {
        Ok(shared) => shared,
        Err(why) => return skipped(why),
    };
    let cluster = match Cluster::start() {
        Ok(cluster) => cluster,
        Err(why) => return skipped(why),
    };
    let speed = trial.speed.to_string();
    let services = match StandIn::start_with(&shared, &["--speed", &speed]) {
        Ok(services) => services,
        Err(why) => return skipped(why),
    };
    let department = Department::of(&shared, trial.lists);
    let settings = trial.settings(&services);

    let store = cluster.new_schema();
    let group = Group {
        cluster: &cluster,
        schema: store.rsplit("%3D").next().unwrap().to_owned(),
    };
    let folder = group.sql("SHOW data_directory");
    let proxy = Proxy::start(Path::new(&folder).parent().unwrap().to_str().unwrap());
    let way = proxy.address(&group.schema);
    let office = Machine::new("office", &settings, Some(&store));
    for number in 0..department.len() {
        department.put(number, &office.desk.path().join("lists"));
    }
    office.run(&["team", "add", "lists"]);
    let mut machines: Vec<Machine> = (0..trial.workers)
        .map(|number| {
            // Every other one is behind the network that is cut.
            let store = if number % 2 == 0 { &store } else { &way };
            Machine::new(&format!("w{number}"), &settings, Some(store))
        })
        .collect();
    services.reset();
    let begun = Instant::now();
    for machine in &mut machines {
        machine.start();
    }
    disturb(&trial, &group, &proxy, &mut machines, begun);
    let seconds = begun.elapsed().as_secs_f64();

    let schema = &group.schema;
    let count =
        |what: &str| group.number(&format!("SELECT count(*) FROM {schema}.list WHERE {what}"));
    assert_eq!(count("output IS NOT NULL"), trial.lists, "a list is lost");
    let failed = group.sql(&format!(
        "SELECT name, failure FROM {schema}.list WHERE failure IS NOT NULL"
    ));
    assert_eq!(failed, "", "a list is incomplete");
    let (stats, log) = (services.stats(), services.log());
    let counted = |name: &str| stats[name].as_u64().unwrap_or_default();
    let pooled = counted("requests");
    let minutes = seconds / 60.0;
    say(&format!(
        "department: {} lists with {} works by {} workers in {seconds:.0} s, {:.0} lists a minute; {pooled} requests",
        trial.lists,
        department.publications(),
        trial.workers,
        f64::from(u32::try_from(trial.lists).unwrap()) / minutes,
    ));
    assert_eq!(counted("throttled"), 0, "{stats:#}");
    for limit in trial.limits() {
        let (sent, used) = limit.used(&log);
        for window in [1.0, 10.0] {
            let (most, allowed) = limit.most(&log, window);
            say(&format!(
                "department: {} {}: {sent} requests, {:.0} % of the pace; at most {most} in {window} s, {allowed:.1} may be",
                limit.service,
                limit.kind.unwrap_or_default(),
                100.0 * used,
            ));
            let most = f64::from(u32::try_from(most).unwrap());
            assert!(most <= allowed, "{}: {most} in {window} s", limit.service);
        }
    }
    let (asked, again) = dois(&log);
    let repeated = counted("repeated_urls");
    say(&format!(
        "department: {asked} DOIs at Crossref, {again} requests for one of them again; {repeated} requests sent twice"
    ));
    // What a killed or cut-off worker had on its way: three requests at Crossref at most, and one at DBLP.
    let disturbed = trial.kills + trial.server_kills + trial.workers.div_ceil(2);
    assert!(again <= 3 * disturbed, "{again}");
    assert!(repeated as usize <= 4 * disturbed, "{repeated}");
    let size = group.number(&format!(
        "SELECT sum(pg_total_relation_size(oid)) FROM pg_class
         WHERE relnamespace = '{schema}'::regnamespace AND relkind = 'r'"
    ));
    say(&format!(
        "department: {} kB in the database for each list",
        size / 1024 / trial.lists
    ));

    services.reset();
    group.fall_due();
    let begun = Instant::now();
    until_done(&group, trial.lists);
    let seconds = begun.elapsed().as_secs_f64();
    let refreshing = services.stats()["requests"].as_u64().unwrap_or_default();
    say(&format!(
        "department: {refreshing} requests and {seconds:.0} s to refresh all lists"
    ));
    for machine in &mut machines {
        machine.stop();
    }
    assert!(
        usize::try_from(refreshing).unwrap() < trial.lists / 2,
        "{refreshing}"
    );

    office.run(&["team", "export", "out"]);
    services.reset();
    let begun = Instant::now();
    for at in 0..trial.alone {
        let number = at * trial.lists / trial.alone;
        let alone = Machine::new("alone", &settings, None);
        let name = department.put(number, alone.desk.path());
        let (list, output) = (format!("{name}.json"), format!("{name}.bib"));
        alone.run(&["fetch", &list, "-o", &output]);
        for ending in ["bib", "lock"] {
            let file = format!("{name}.{ending}");
            let (own, exported) = (alone.read(&file), office.read(&format!("out/{file}")));
            assert_eq!(
                String::from_utf8_lossy(&own),
                String::from_utf8_lossy(&exported)
            );
        }
    }
    let alone = services.stats()["requests"].as_u64().unwrap_or_default();
    say(&format!(
        "department: {alone} requests and {:.0} s for {} lists alone",
        begun.elapsed().as_secs_f64(),
        trial.alone
    ));
    let (lists, sample) = (trial.lists as u64, trial.alone as u64);
    assert!(sample == 0 || pooled * sample < alone * lists);
}

/// Kills workers and the server, and cuts the network, while the lists are looked up; waits for all lists.
fn disturb(
    trial: &Trial,
    group: &Group<'_>,
    proxy: &Proxy,
    machines: &mut [Machine],
    begun: Instant,
) {
    let (mut kills, mut server_kills, mut is_cut) = (0, 0, trial.cut.is_zero());
    thread::scope(|scope| {
        loop {
            let done = group.done();
            let is_over = |part: usize, of: usize| done * (of + 1) >= trial.lists * part;
            if server_kills < trial.server_kills && is_over(server_kills + 1, trial.server_kills) {
                group.kill_server();
                server_kills += 1;
            }
            if !is_cut && is_over(1, 2) {
                scope.spawn(|| proxy.cut(trial.cut));
                is_cut = true;
            }
            if kills < trial.kills && is_over(kills, trial.kills) {
                let number = 3 * kills % machines.len();
                machines[number].replace(group);
                kills += 1;
            }
            if done == trial.lists {
                break;
            }
            assert!(begun.elapsed() < LONGEST, "{done} lists are done");
            thread::sleep(Duration::from_millis(500));
        }
    });
    assert_eq!((kills, server_kills), (trial.kills, trial.server_kills));
}

fn until_done(group: &Group<'_>, lists: usize) {
    let begun = Instant::now();
    while group.done() < lists {
        assert!(begun.elapsed() < LONGEST);
        thread::sleep(Duration::from_millis(200));
    }
}

/// Prints a line past the test harness, which shows the output of failed tests only.
fn say(line: &str) {
    _ = writeln!(std::io::stderr().lock(), "{line}");
}
