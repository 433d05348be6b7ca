//! Measures whether the right record is among the candidates of the decision.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use bibsync::model::{ListedAuthor, Listing, Person, PersonName};
use rayon::prelude::*;

use super::{
    Args, Failure,
    corpus::{self, Corpus, Row, rows},
    damage::DAMAGES,
    index::Index,
    sets::{self, Case, Kept},
};

/// One in this many records is damaged.
const EVERY: usize = 100;

pub fn measure(args: &Args, corpus: &Corpus) -> Result<(), Failure> {
    let dir = &args.dir;
    let wanted = |name: &str| {
        let only = args.only.as_ref();
        only.is_none_or(|only| name.starts_with(only.as_str()))
    };
    println!(
        "| set | relation | meant | answered | first | among the candidates | candidates each |"
    );
    println!("|---|---|---|---|---|---|---|");
    let whole = Index::of_corpus(dir, &BTreeSet::new())?;
    if wanted("messy") {
        let (mut cases, _) = sets::messy(dir)?;
        found(args, "messy", &mut cases, &whole, corpus);
    }
    for (name, read) in [
        ("synthetic", sets::synthetic as fn(&Path, Kept) -> _),
        ("profiles", sets::profiles),
    ] {
        if wanted(name) {
            let mut set = read(dir, Kept(None))?;
            let without = corpus::keys(&dir.join(name).join("leave_out_keys.txt"))?;
            let index = Index::of_corpus(dir, &without)?;
            found(args, name, &mut set.cases, &index, corpus);
        }
    }
    if wanted("dblp") {
        let (acm, scholar) = sets::tables(dir, Kept(None))?;
        for (name, mut set) in [("dblp-acm", acm), ("dblp-scholar", scholar)] {
            let left: Vec<Row> = rows(&dir.join(name).join("left.jsonl"))?;
            let lines: Vec<String> = left.iter().map(Row::line).collect();
            let index = Index::of_lines(&lines)?;
            found(args, name, &mut set.cases, &index, corpus);
        }
    }
    if wanted("damaged") {
        damaged(args, &whole, corpus);
    }
    Ok(())
}

#[derive(Default)]
struct Sum {
    meant: usize,
    answered: usize,
    first: usize,
    candidate: usize,
    candidates: usize,
}

/// Prints for each relation of a set how often the right record is in the library's answer, how
/// often it is first there, and how often it is among the index's candidates.
fn found(args: &Args, name: &str, cases: &mut [Case], index: &Index, corpus: &Corpus) {
    for list in cases.chunk_by_mut(|a, b| a.person == b.person) {
        let person = list[0].person.clone();
        let listings: Vec<&Listing> = list.iter().map(|case| &case.listing).collect();
        let near = index.near(&person, &listings);
        for (case, near) in list.iter_mut().zip(near) {
            case.near = near;
        }
    }
    let ranks: Vec<Option<usize>> = cases
        .par_iter()
        .map(|case| {
            let answer = index.answer(&case.person, &case.listing);
            let is_meant = |record: &_| case.gold.iter().any(|key| corpus.is(record, key));
            answer.iter().position(is_meant)
        })
        .collect();
    let mut sums: BTreeMap<&str, Sum> = BTreeMap::new();
    let mut missed = Vec::new();
    for (case, rank) in cases.iter().zip(ranks) {
        let sum = sums.entry(&case.relation).or_default();
        sum.candidates += case.near.len();
        if case.gold.is_empty() {
            continue;
        }
        let candidate = case
            .near
            .iter()
            .any(|record| case.gold.iter().any(|key| corpus.is(record, key)));
        sum.meant += 1;
        sum.answered += usize::from(rank.is_some());
        sum.first += usize::from(rank == Some(0));
        sum.candidate += usize::from(candidate);
        if !candidate {
            missed.push((case, rank));
        }
    }
    let mut all = Sum::default();
    for (relation, sum) in &sums {
        all.meant += sum.meant;
        all.answered += sum.answered;
        all.first += sum.first;
        all.candidate += sum.candidate;
        all.candidates += sum.candidates;
        if sum.meant > sum.candidate {
            line(name, relation, sum, 0);
        }
    }
    line(name, "all", &all, cases.len());
    for (case, rank) in missed.into_iter().take(args.missed) {
        let names = |authors: Vec<Option<PersonName>>| {
            let names = authors.into_iter().flatten();
            names
                .map(|name| name.to_string())
                .collect::<Vec<_>>()
                .join(", ")
        };
        println!(
            "MISSED [{}] `{}` {} {:?}; answered: {rank:?}, {} candidates",
            case.relation,
            case.listing.title,
            names(case.listing.author_names(&case.person)),
            case.listing.year,
            case.near.len(),
        );
        if let Some(row) = case.gold.first().and_then(|key| corpus.records.get(key)) {
            println!(
                "    `{}` {} {:?}",
                row.title,
                row.authors.join(", "),
                row.year
            );
        }
    }
}

fn line(name: &str, relation: &str, sum: &Sum, cases: usize) {
    let each = if cases == 0 {
        String::new()
    } else {
        format!("{:.1}", sum.candidates as f64 / cases as f64)
    };
    println!(
        "| {name} | {relation} | {} | {} | {} | {} | {each} |",
        sum.meant, sum.answered, sum.first, sum.candidate
    );
}

/// Prints for each kind of damage how many of the corpus's records are still found: with their
/// authors, with authors in initials, with one author, with none.
fn damaged(args: &Args, index: &Index, corpus: &Corpus) {
    let mut keys: Vec<&String> = corpus.records.keys().collect();
    keys.sort_unstable();
    let sample: Vec<&Row> = keys
        .iter()
        .step_by(EVERY)
        .filter_map(|key| corpus.records.get(*key))
        .collect();
    println!("\n| damage | titles | all authors | initials | first author | no authors |");
    println!("|---|---|---|---|---|---|");
    for (name, damage) in DAMAGES {
        let titles: Vec<(&Row, String)> = sample
            .iter()
            .enumerate()
            .filter_map(|(n, row)| Some((*row, damage(&row.title, n)?)))
            .collect();
        let found = |authors: &(dyn Fn(&Row) -> Vec<PersonName> + Sync)| -> Vec<&(&Row, String)> {
            let lost = titles.par_iter().filter(|(row, title)| {
                let mut listing = Listing::titled(title.as_str());
                listing.authors = authors(row).into_iter().map(ListedAuthor::Named).collect();
                listing.year = row.year;
                let near = index.near(&Person::default(), &[&listing]);
                !near
                    .iter()
                    .flatten()
                    .any(|record| corpus.is(record, &row.key))
            });
            lost.collect()
        };
        let parsed = |name: &String| PersonName::parse(name);
        let lost = [
            found(&|row| row.authors.iter().map(parsed).collect()),
            found(&|row| {
                row.authors
                    .iter()
                    .map(|name| initials(parsed(name)))
                    .collect()
            }),
            found(&|row| row.authors.iter().take(1).map(parsed).collect()),
            found(&|_| Vec::new()),
        ];
        let count = |lost: &Vec<_>| (titles.len() - lost.len()).to_string();
        let counts: Vec<String> = lost.iter().map(count).collect();
        println!("| {name} | {} | {} |", titles.len(), counts.join(" | "));
        for (row, title) in lost[3].iter().take(args.errors) {
            println!("    `{title}` was `{}`", row.title);
        }
        for (row, title) in lost[0].iter().take(args.errors) {
            println!(
                "    with authors: `{title}` was `{}` {:?}",
                row.title, row.authors
            );
        }
    }
}

fn initials(mut name: PersonName) -> PersonName {
    name.given = name.given.chars().take(1).collect();
    name
}
