//! What lists of fields outside computing cost, and what is found of them.
//!
//! The lists are those of `tests/people`. The services are played by stand-ins that have the lists' records, all of
//! them for every list, each where works like it are; so requests can be counted, but how well the real services find
//! a work cannot.

mod papers;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    sync::Mutex,
    thread,
};

use bibsync::lock::Lock;
use serde_json::Value;

use crate::{
    people::{Labelled, labelled},
    support::{Sandbox, Services, repository, say},
};

/// The sources of a computer scientist, for whom the others would not be asked.
const OF_COMPUTING: &str = "[\"dblp\", \"crossref\", \"arxiv\", \"datacite\"]";

/// What became of the entries of some lists, and the requests for them.
#[derive(Debug, Clone, Default)]
struct Outcome {
    listed: usize,
    /// The number of entries that are labelled with a record.
    labelled: usize,
    right: usize,
    unmatched: usize,
    wrong: Vec<String>,
    requests: BTreeMap<String, u64>,
}

impl Outcome {
    fn add(&mut self, other: &Self) {
        self.listed += other.listed;
        self.labelled += other.labelled;
        self.right += other.right;
        self.unmatched += other.unmatched;
        self.wrong.extend(other.wrong.iter().cloned());
        for (service, count) in &other.requests {
            *self.requests.entry(service.clone()).or_default() += count;
        }
    }

    fn sent(&self) -> u64 {
        self.requests.values().sum()
    }

    fn per_work(&self) -> f64 {
        let (sent, listed) = (u32::try_from(self.sent()), u32::try_from(self.listed));
        f64::from(sent.unwrap()) / f64::from(listed.unwrap())
    }
}

/// Fetches a list with these sources.
fn run(list: &Labelled, services: &Services, sources: &str) -> Outcome {
    let sandbox = Sandbox::at(services);
    let settings = sandbox.read("bibsync.toml");
    sandbox.put(
        "bibsync.toml",
        &format!("{settings}[sources]\nuse = {sources}\n"),
    );
    let report = sandbox.fetched(&list.list());
    let lock = Lock::parse(&sandbox.read("references.lock"), "references.lock").unwrap();
    let mut outcome = Outcome {
        listed: list.works.len(),
        ..Outcome::default()
    };
    for (label, counts) in report["requests"].as_object().unwrap() {
        let sent = counts["sent"].as_u64().unwrap();
        if sent > 0 {
            outcome.requests.insert(label.clone(), sent);
        }
    }
    for (at, publication) in report["publications"]
        .as_array()
        .unwrap()
        .iter()
        .enumerate()
    {
        let is_labelled = list.works[at].record.is_some();
        outcome.labelled += usize::from(is_labelled);
        if publication["status"] != "matched" {
            outcome.unmatched += usize::from(is_labelled);
            continue;
        }
        let meant = list.meant(at);
        if handles(publication, &lock).is_disjoint(&meant) {
            outcome.wrong.push(format!(
                "{}, {at}: {} was taken, {meant:?} is meant",
                list.name, publication
            ));
        } else {
            outcome.right += usize::from(is_labelled);
        }
    }
    outcome
}

/// The identifiers of the work that was taken for a publication. Books without a DOI have an ISBN alone.
fn handles(publication: &Value, lock: &Lock) -> BTreeSet<String> {
    let works = lock.works.iter();
    let mut taken = works.filter(|work| publication["key"] == work.key.as_str());
    let meta = &taken.next().unwrap().meta;
    let doi = meta.ids.doi.as_ref().map(ToString::to_string);
    let arxiv = meta.ids.arxiv.as_ref().map(ToString::to_string);
    let isbn = meta.isbn.as_ref().map(ToString::to_string);
    let handles = [doi, arxiv, isbn].into_iter().flatten();
    handles.map(|handle| handle.to_lowercase()).collect()
}

/// Fetches all lists, two at a time, and returns the outcomes by field of study.
fn measured(lists: &[Labelled], sources: &str) -> BTreeMap<String, Outcome> {
    let papers = papers::papers(lists);
    let services = Services::knowing(papers, []);
    let left = Mutex::new(lists.iter());
    let by_field = Mutex::new(BTreeMap::<String, Outcome>::new());
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let Some(list) = left.lock().unwrap().next() else {
                        break;
                    };
                    let outcome = run(list, &services, sources);
                    let mut by_field = by_field.lock().unwrap();
                    by_field
                        .entry(list.field.clone())
                        .or_default()
                        .add(&outcome);
                }
            });
        }
    });
    by_field.into_inner().unwrap()
}

fn total(outcomes: &BTreeMap<String, Outcome>) -> Outcome {
    let mut total = Outcome::default();
    for outcome in outcomes.values() {
        total.add(outcome);
    }
    total
}

/// Draws the outcomes as a table of the book.
fn table(outcomes: &BTreeMap<String, Outcome>) -> String {
    let total = total(outcomes);
    let services: Vec<&String> = total.requests.keys().collect();
    let names = services.iter().map(|name| name.as_str());
    let names = names.collect::<Vec<_>>().join(" | ");
    let mut out =
        format!("| field | listed | right | not matched | requests | per work | {names} |\n");
    _ = writeln!(out, "|---|{}", "---:|".repeat(5 + services.len()));
    let all = "all".to_owned();
    for (field, outcome) in outcomes.iter().chain([(&all, &total)]) {
        let sent = |name: &&String| outcome.requests.get(*name).copied().unwrap_or_default();
        let counts = services.iter().map(|name| sent(name).to_string());
        let counts = counts.collect::<Vec<_>>().join(" | ");
        _ = writeln!(
            out,
            "| {field} | {} | {} of {} | {} | {} | {:.2} | {counts} |",
            outcome.listed,
            outcome.right,
            outcome.labelled,
            outcome.unmatched,
            outcome.sent(),
            outcome.per_work(),
        );
    }
    out
}

/// What was reached: of each field, the works matched as labelled and the requests, with the sources of a computer
/// scientist and with those chosen by the list. Raise the first and lower the second when they improve.
const REACHED: &str = "tests/golden/requests-by-field.txt";

/// Returns a line of [`REACHED`] for each field.
fn reached(outcomes: [&BTreeMap<String, Outcome>; 2]) -> String {
    let [few, auto] = outcomes;
    let mut out = String::new();
    for (field, few) in few {
        let auto = &auto[field];
        let (sent, sent_auto) = (few.sent(), auto.sent());
        _ = writeln!(
            out,
            "{field}: {} {sent} {} {sent_auto}",
            few.right, auto.right
        );
    }
    out
}

/// Whether no number of right works is lower, and no number of requests higher, than in a line of the same field.
fn is_as_good(line: &str, reached: &str) -> bool {
    let numbers = |line: &str| -> Option<Vec<u64>> {
        let (_, numbers) = line.split_once(": ")?;
        numbers.split(' ').map(|it| it.parse().ok()).collect()
    };
    let (Some(now), Some(then)) = (numbers(line), numbers(reached)) else {
        return false;
    };
    now.len() == then.len()
        && now.iter().zip(&then).enumerate().all(|(at, (now, then))| {
            if at % 2 == 0 {
                now >= then
            } else {
                now <= then
            }
        })
}

#[test]
fn lists_of_other_fields_are_found_at_few_requests() {
    let lists = labelled();
    let few = measured(&lists, OF_COMPUTING);
    let auto = measured(&lists, "\"auto\"");
    say(&format!("use = {OF_COMPUTING}\n{}", table(&few)));
    say(&format!("use = \"auto\"\n{}", table(&auto)));
    for outcomes in [&few, &auto] {
        let wrong = total(outcomes).wrong;
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
    let now = reached([&few, &auto]);
    let then = fs_err::read_to_string(repository(REACHED)).unwrap_or_default();
    let is_kept = now.lines().count() == then.lines().count()
        && now
            .lines()
            .zip(then.lines())
            .all(|(now, then)| is_as_good(now, then));
    assert!(is_kept, "{REACHED} says\n{then}and it is\n{now}");
}
