//! Questions that several lists, or several machines at the same time, have in common.

use std::time::Duration;

use serde_json::{Value, json};

use super::{cluster, done, fall_due, list, machine, paper, schema_of, wait};
use crate::support::{At, Paper, Sandbox, Services, Someone, say};

/// The papers of people who have pages in DBLP: each has written four, and one with the next person.
fn people_with_papers(number: usize) -> (Vec<Someone>, Vec<Paper>, Vec<Value>) {
    const NAMES: [&str; 8] = ["Ada", "Bea", "Cleo", "Dora", "Edda", "Fay", "Gwen", "Hope"];
    let name = |person: usize| format!("{} Example", NAMES[person]);
    let people = (0..=number).map(|it| Someone::new(&format!("1/{it}"), &name(it)));
    let papers = |person: usize| {
        (0..4).map(move |at| {
            let second = if at == 0 {
                name(person + 1)
            } else {
                "Bob Sample".to_owned()
            };
            paper(5 * person + at).by(&[&name(person), &second])
        })
    };
    let list = |person: usize| {
        let joint = papers(person.saturating_sub(1)).take(usize::from(person > 0));
        let works = joint.chain(papers(person)).map(|paper| {
            json!({"title": paper.title, "authors": paper.authors, "year": 2019, "doi": paper.doi})
        });
        json!({"name": name(person), "publications": works.collect::<Vec<_>>()})
    };
    (
        people.collect(),
        (0..number).flat_map(papers).collect(),
        (0..number).map(list).collect(),
    )
}

#[test]
fn lists_that_fall_due_share_the_requests_of_their_refresh() {
    let Some(cluster) = cluster() else { return };
    let (people, papers, lists) = people_with_papers(6);
    let services = Services::knowing(papers, people);
    let store = cluster.new_schema();
    let sandbox = machine(&services, &store);
    let alone: Vec<Sandbox> = lists.iter().map(|_| Sandbox::at(&services)).collect();
    let output = |number: usize| format!("p{number}.bib");
    for (number, (list, alone)) in lists.iter().zip(&alone).enumerate() {
        let file = format!("p{number}.json");
        sandbox.list(&format!("lists/{file}"), list);
        alone.list(&file, list);
        done(&alone.bibsync(&["fetch", &file, "-o", &output(number)]));
    }
    done(&sandbox.bibsync(&["team", "add", "lists"]));
    done(&sandbox.bibsync(&["team", "worker", "--once"]));

    services.change("2027-01-02T03:04:05+0100");
    services.forget();
    for (number, alone) in alone.iter().enumerate() {
        done(&alone.bibsync(&["refresh", "-o", &output(number), "--accept", "all"]));
    }
    let single = services.total();
    services.forget();
    fall_due(cluster, schema_of(&store));
    done(&sandbox.bibsync(&["team", "worker", "--once"]));
    let pooled = services.total();
    say(&format!(
        "team: 6 lists refreshed by {pooled} requests, {single} by single runs"
    ));
    assert_eq!((pooled, single), (2, 12), "{:?}", services.asked(At::Dblp));
    done(&sandbox.bibsync(&["team", "export", "out"]));
    for (number, alone) in alone.iter().enumerate() {
        for ending in ["bib", "lock"] {
            let name = format!("p{number}.{ending}");
            assert_eq!(sandbox.read(&format!("out/{name}")), alone.read(&name));
        }
    }
    // What came since they fell due is new for the others, too.
    let schema = schema_of(&store);
    let again = format!("UPDATE {schema}.list SET due = 0");
    cluster.sql(&again).unwrap();
    services.change("2027-01-03T03:04:05+0100");
    services.forget();
    done(&sandbox.bibsync(&["team", "worker", "--once", "--lists", "2"]));
    assert_eq!(services.count(At::Crossref), 0);
    assert_eq!(
        services.count(At::Dblp),
        3,
        "a look at the pages for each batch"
    );
}

#[test]
fn question_of_two_runs_at_once_is_asked_once() {
    let Some(cluster) = cluster() else { return };
    let services = Services::knowing((0..4).map(paper), []);
    let alone = Sandbox::at(&services);
    alone.list("profile.json", &list(0, 4));
    done(&alone.fetch(&[]));
    let single = services.total();
    services.forget();
    services.slow(Duration::from_millis(700));
    let store = cluster.new_schema();
    let machines = [(); 3].map(|()| machine(&services, &store));
    done(&machines[0].bibsync(&["cache", "status"]));
    let runs = machines.iter().map(|it| {
        it.list("profile.json", &list(0, 4));
        it.command(&["fetch", "profile.json"]).spawn().unwrap()
    });
    wait(runs.collect());
    assert_eq!(
        services.total(),
        single,
        "{:?}",
        services.asked(At::Crossref)
    );
    for machine in &machines {
        assert_eq!(machine.bib(), alone.bib());
    }
}

#[test]
fn question_of_a_killed_run_is_asked_by_the_one_that_waits() {
    let Some(cluster) = cluster() else { return };
    let services = Services::knowing((0..4).map(paper), []);
    let alone = Sandbox::at(&services);
    alone.list("profile.json", &list(0, 4));
    done(&alone.fetch(&[]));
    let single = services.total();
    services.forget();
    let store = cluster.new_schema();
    let schema = schema_of(&store);
    let role = format!("waits_{schema}");
    cluster
        .sql(&format!("CREATE ROLE {role} SUPERUSER LOGIN"))
        .unwrap();
    let machines = [
        machine(&services, &store),
        machine(&services, &cluster.address(&role, schema)),
    ];
    let start = |machine: &Sandbox| {
        machine.list("profile.json", &list(0, 4));
        machine.command(&["fetch", "profile.json"]).spawn().unwrap()
    };
    services.slow(Duration::from_secs(60));
    let mut killed = start(&machines[0]);
    until(|| services.total() > 0);
    let waiting = start(&machines[1]);
    let waits = format!(
        "SELECT count(*) FROM pg_stat_activity
         WHERE usename = '{role}' AND query LIKE '%count(*) FROM claim%'"
    );
    until(|| cluster.sql(&waits).is_ok_and(|count| count != "0"));
    killed.kill().unwrap();
    killed.wait().unwrap();
    let lost = services.total();
    services.slow(Duration::ZERO);
    wait(vec![waiting]);
    assert_eq!(services.total(), single + lost);
    assert_eq!(machines[1].bib(), alone.bib());
}

/// Waits until something is so.
fn until(is_so: impl Fn() -> bool) {
    for _ in 0..1200 {
        if is_so() {
            return;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("it was not so within a minute");
}
