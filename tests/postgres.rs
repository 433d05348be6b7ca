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
    pub(super) mod group;
    pub(super) mod machine;
    pub(super) mod proxy;
    pub(super) mod trial;
}
#[path = "it/support/env.rs"]
mod env;
#[path = "simulator/stand_in.rs"]
#[allow(dead_code)]
mod stand_in;

use std::{
    path::Path,
    thread,
    time::{Duration, Instant},
};

use env::say;
use postgres::{
    account::{Request, dois, log},
    cluster::Cluster,
    department::Department,
    group::Group,
    machine::Machine,
    proxy::Proxy,
    trial::Trial,
};
use stand_in::{Shared, StandIn};

#[test]
fn department_is_kept_fresh_through_kills_and_cuts() {
    let trial = Trial::of_environment();
    let (shared, cluster, services) = match surroundings(&trial) {
        Ok(all) => all,
        Err(why) => return say(&format!("skipped: the test of a department, {why}")),
    };
    let department = Department::of(&shared, trial.lists);
    let settings = trial.settings(&services);
    let store = cluster.new_schema();
    let group = Group {
        cluster: &cluster,
        schema: store.rsplit("%3D").next().unwrap().to_owned(),
    };
    let data = group.sql("SHOW data_directory");
    let proxy = Proxy::start(Path::new(&data).parent().unwrap());
    let way = proxy.address(&group.schema);
    let office = Machine::new("office", &settings, Some(&store));
    for number in 0..trial.lists {
        department.put(number, &office.desk.path().join("lists"));
    }
    office.run(&["team", "add", "lists"]);
    let machine = |number: usize| {
        // Every other one is behind the network that is cut.
        let store = if number.is_multiple_of(2) {
            &store
        } else {
            &way
        };
        Machine::new(&format!("w{number}"), &settings, Some(store))
    };
    let mut machines: Vec<Machine> = (0..trial.workers).map(machine).collect();

    services.reset();
    let begun = Instant::now();
    machines.iter_mut().for_each(Machine::start);
    disturb(&trial, &group, &proxy, &mut machines);
    let seconds = begun.elapsed().as_secs_f64();
    group.assert_whole(trial.lists);
    let pooled = sent(&services);
    say(&format!(
        "department: {} lists with {} works by {} workers in {seconds:.0} s, {:.0} lists a minute; {pooled} requests; \
         {} kB in the database for each list",
        trial.lists,
        department.publications(),
        trial.workers,
        60.0 * f64::from(u32::try_from(trial.lists).unwrap()) / seconds,
        group.size() / 1024 / trial.lists,
    ));
    assert_polite(&trial, &services);

    services.reset();
    let begun = Instant::now();
    group.fall_due();
    group.until_done(trial.lists);
    machines.iter_mut().for_each(Machine::stop);
    group.assert_whole(trial.lists);
    let refreshed = sent(&services);
    say(&format!(
        "department: {refreshed} requests and {:.0} s to refresh all lists",
        begun.elapsed().as_secs_f64()
    ));
    assert!(refreshed < trial.lists / 2, "{refreshed}");

    office.run(&["team", "export", "out"]);
    services.reset();
    for at in 0..trial.alone {
        let number = at * trial.lists / trial.alone;
        assert_as_alone(&department, number, &settings, &office);
    }
    let alone = sent(&services);
    say(&format!(
        "department: {alone} requests for {} lists alone",
        trial.alone
    ));
    assert!(trial.alone == 0 || pooled * trial.alone < alone * trial.lists);
}

/// Starts the server and the services.
fn surroundings(trial: &Trial) -> Result<(Shared, Cluster, StandIn), String> {
    let shared = Shared::find()?;
    let cluster = Cluster::start()?;
    let speed = trial.speed.to_string();
    let services = StandIn::start_with(&shared, &["--speed", &speed])?;
    Ok((shared, cluster, services))
}

/// The number of requests since the last reset.
fn sent(services: &StandIn) -> usize {
    let sent = services.stats()["requests"].as_u64().unwrap_or_default();
    usize::try_from(sent).unwrap()
}

/// Kills workers and the server, and cuts the network, while the lists are looked up; waits for all lists.
fn disturb(trial: &Trial, group: &Group<'_>, proxy: &Proxy, machines: &mut [Machine]) {
    let (mut kills, mut server_kills, mut is_cut) = (0, 0, trial.cut.is_zero());
    thread::scope(|scope| {
        while kills < trial.kills || server_kills < trial.server_kills || !is_cut {
            let done = group.done();
            // Whether so many of some equal parts are done.
            let is_over = |parts: usize, of: usize| done * (of + 1) >= trial.lists * parts;
            if server_kills < trial.server_kills && is_over(server_kills + 1, trial.server_kills) {
                group.kill_server();
                server_kills += 1;
            }
            if !is_cut && is_over(1, 1) {
                scope.spawn(|| proxy.cut(trial.cut));
                is_cut = true;
            }
            if kills < trial.kills && is_over(kills, trial.kills) {
                let machine = &mut machines[3 * kills % trial.workers];
                machine.kill();
                group.free(&machine.name);
                machine.start();
                kills += 1;
            }
            thread::sleep(Duration::from_millis(500));
        }
        group.until_done(trial.lists);
    });
}

/// Asserts that no limit was exceeded, and that nothing was asked again but what was on its way.
fn assert_polite(trial: &Trial, services: &StandIn) {
    let stats = services.stats();
    assert_eq!(stats["throttled"], 0, "{stats:#}");
    let log: Vec<Request> = log(services);
    for limit in trial.limits() {
        let (sent, used) = limit.used(&log);
        let windows = [1.0, 10.0].map(|window| {
            let (most, allowed) = limit.most(&log, window);
            assert!(most <= allowed, "{}: {most} in {window} s", limit.service);
            format!("at most {most} of {allowed} in {window} s")
        });
        say(&format!(
            "department: {} {}: {sent} requests, {:.0} % of the pace; {}",
            limit.service,
            limit.kind.unwrap_or_default(),
            100.0 * used,
            windows.join(", "),
        ));
    }
    let (asked, again) = dois(&log);
    let repeated = stats["repeated_urls"].as_u64().unwrap();
    let repeated = usize::try_from(repeated).unwrap();
    say(&format!(
        "department: {asked} DOIs at Crossref, {again} requests with one that was asked before; {repeated} \
         requests sent twice"
    ));
    // Each has three requests at Crossref and one at DBLP on its way at most.
    let disturbed = trial.kills + trial.server_kills + trial.workers.div_ceil(2);
    assert!(again <= 3 * disturbed, "{again}");
    assert!(repeated <= 4 * disturbed, "{repeated}");
}

/// Asserts that a list has in the export what a run of its own makes.
fn assert_as_alone(department: &Department, number: usize, settings: &str, office: &Machine) {
    let alone = Machine::new("alone", settings, None);
    let name = department.put(number, alone.desk.path());
    let (list, output) = (format!("{name}.json"), format!("{name}.bib"));
    alone.run(&["fetch", &list, "-o", &output]);
    for ending in ["bib", "lock"] {
        let file = format!("{name}.{ending}");
        assert_eq!(office.read(&format!("out/{file}")), alone.read(&file));
    }
}
