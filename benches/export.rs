//! Measures the export of 100,000 works in each format, on one thread.
//!
//! ```text
//! cargo bench --bench export
//! ```
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use bibsync::{
    export::{
        OutputFormat, RenderOptions,
        keys::{KeyOrder, KeyRequest, assign, base_key},
        write,
    },
    model::{Doi, Kind, Metadata, Pages, PartialDate, PersonName, Run, Title, Work},
};
use divan::Bencher;

const WORKS: usize = 100_000;

fn main() {
    divan::main();
}

/// Returns works as they come from DBLP and Crossref: a third of the titles have an acronym, some
/// have accents, formulas or special characters.
fn works() -> Vec<Work> {
    const TITLES: [&str; 8] = [
        "Electrode: Accelerating Distributed Protocols with eBPF",
        "Fast Failure Recovery in Distributed Training with In-Memory Checkpoints",
        "On the Complexity of Sorting Strings with Few Comparisons: A Survey",
        "A Bayesian Approach to Schrödinger's Networks",
        "“Why Should I Trust You?” Explaining the Predictions of Any Classifier",
        "RGB-D Object Recognition & Pose Estimation for Robots in the Wild",
        "Towards Energy-Efficient Scheduling of DNNs on GPUs and TPUs",
        "Large Language Models as Tool Makers",
    ];
    const GIVEN: [&str; 8] = [
        "Yang",
        "José",
        "Łukasz",
        "Ludwig",
        "T. S. Eugene",
        "Émile",
        "Wei",
        "Maria-Florina",
    ];
    const FAMILY: [&str; 8] = [
        "Zhou",
        "Muñoz",
        "Kaiser",
        "van Beethoven",
        "Ng",
        "Dupont",
        "Wang",
        "Balcan",
    ];
    // 40,000 people, each of whom signs ten works.
    let person = |at: usize| {
        let (given, family) = (GIVEN[at % 8], FAMILY[at / 8 % 8]);
        let ending: String = (at % 40_000 / 64)
            .to_string()
            .bytes()
            .map(|digit| char::from(digit - b'0' + b'a'))
            .collect();
        PersonName::parse(&format!("{given} {family}{ending}"))
    };
    (0..WORKS)
        .map(|at| {
            let mut runs = vec![Run::Plain(format!("{} {at}", TITLES[at % TITLES.len()]))];
            if at % 20 == 0 {
                runs.extend([Run::Plain(" in ".into()), Run::Math("O(n \\log n)".into())]);
            }
            let kind = if at % 3 == 0 {
                Kind::Journal
            } else {
                Kind::Conference
            };
            let mut meta = Metadata::new(kind, Title::from_runs(runs));
            meta.authors = (0..4)
                .map(|author| person(at + author * 10_007).into())
                .collect();
            meta.venue = Some(Title::plain(
                "20th USENIX Symposium on Networked Systems Design and Implementation, NSDI 2023, Boston, MA, USA, April 17-19, 2023",
            ));
            meta.pages = Pages::parse("1391-1407");
            meta.volume = Some((at % 50).to_string());
            meta.publisher = Some("USENIX Association".into());
            meta.date = PartialDate::from_parts(2000 + i32::try_from(at % 25).unwrap(), Some(4), None);
            meta.ids.doi = Doi::parse(&format!("10.1000/works.{at}")).ok();
            Work::new(format!("work{at}"), meta)
        })
        .collect()
}

#[divan::bench(args = OutputFormat::ALL.map(OutputFormat::as_str), sample_count = 3, sample_size = 1)]
fn format(bencher: Bencher, name: &str) {
    let works = works();
    let works: Vec<&Work> = works.iter().collect();
    let format = OutputFormat::from_name(name).unwrap();
    bencher.bench_local(|| {
        write(&works, format, &RenderOptions::default())
            .unwrap()
            .len()
    });
}

#[divan::bench(sample_count = 3, sample_size = 1)]
fn keys(bencher: Bencher) {
    let works = works();
    bencher.bench_local(|| {
        let requests: Vec<KeyRequest> = works
            .iter()
            .map(|work| KeyRequest {
                base: base_key(&work.meta, "{author}{year}{word}"),
                order: KeyOrder::of(&work.meta),
                ..KeyRequest::default()
            })
            .collect();
        assign(&requests, &std::collections::BTreeMap::new()).len()
    });
}
