//! Charts of works.

use std::collections::BTreeMap;

use super::{
    content::{Chart, ChartForm},
    wording::{counted, source, venue},
};
use crate::model::{Kind, SourceName, Work};

/// The most bars of a ranking.
const RANKED: usize = 10;
/// The most years on an axis; with more, years without works are left out.
const YEARS: i32 = 80;

/// The kinds that are told apart, in the order of their colours.
const KINDS: [&str; 6] = [
    "conference papers",
    "journal articles",
    "preprints",
    "books and chapters",
    "theses",
    "other",
];

fn class(kind: Kind) -> usize {
    match kind {
        Kind::Conference => 0,
        Kind::Journal => 1,
        Kind::Preprint => 2,
        Kind::Book | Kind::Chapter | Kind::Proceedings => 3,
        Kind::PhdThesis | Kind::MastersThesis => 4,
        _ => 5,
    }
}

/// Draws what can be counted of works.
pub(super) fn charts(works: &[&Work]) -> Vec<Chart> {
    let charts = [years(works), venues(works), authors(works), sources(works)];
    charts.into_iter().flatten().collect()
}

fn years(works: &[&Work]) -> Option<Chart> {
    let mut counts: BTreeMap<i32, [usize; KINDS.len()]> = BTreeMap::new();
    for work in works {
        if let Some(year) = work.meta.year() {
            counts.entry(year).or_default()[class(work.meta.kind)] += 1;
        }
    }
    let (first, last) = (*counts.first_key_value()?.0, *counts.last_key_value()?.0);
    if last - first < YEARS {
        for year in first..=last {
            counts.entry(year).or_default();
        }
    }
    let used: Vec<usize> = (0..KINDS.len())
        .filter(|kind| counts.values().any(|sizes| sizes[*kind] > 0))
        .collect();
    let dated: usize = counts.values().flatten().sum();
    let without = match works.len() - dated {
        0 => String::new(),
        none => format!("; {} no year", counted(none, "work has", "works have")),
    };
    Some(Chart {
        title: "Works by year".to_owned(),
        say: format!(
            "{} from {first} to {last}{without}.",
            counted(dated, "work", "works")
        ),
        unit: "year".to_owned(),
        parts: used.iter().map(|kind| KINDS[*kind].to_owned()).collect(),
        bars: counts
            .iter()
            .map(|(year, sizes)| (year.to_string(), used.iter().map(|at| sizes[*at]).collect()))
            .collect(),
        form: ChartForm::Columns,
    })
}

fn venues(works: &[&Work]) -> Option<Chart> {
    let names = works.iter().filter_map(|work| venue(&work.meta));
    let (bars, all) = ranked(names);
    (all > 1).then(|| Chart {
        title: "Venues".to_owned(),
        say: said(bars.len(), all, "venue", "venues"),
        unit: "venue".to_owned(),
        parts: vec!["works".to_owned()],
        bars,
        form: ChartForm::Ranking,
    })
}

fn authors(works: &[&Work]) -> Option<Chart> {
    let people = works.iter().flat_map(|work| &work.meta.authors);
    let (bars, all) = ranked(people.map(|it| it.name.to_string()));
    let repeats = bars.first().is_some_and(|(_, sizes)| sizes[0] > 1);
    (all > 1 && repeats).then(|| Chart {
        title: "Authors".to_owned(),
        say: said(bars.len(), all, "author", "authors"),
        unit: "author".to_owned(),
        parts: vec!["works".to_owned()],
        bars,
        form: ChartForm::Ranking,
    })
}

/// Counts the fields that come from each source.
fn sources(works: &[&Work]) -> Option<Chart> {
    let mut counts: BTreeMap<SourceName, usize> = BTreeMap::new();
    for origin in works.iter().flat_map(|work| work.origins.values()) {
        *counts.entry(origin.source).or_default() += 1;
    }
    let mut bars: Vec<(String, Vec<usize>)> = counts
        .iter()
        .map(|(name, count)| (source(*name), vec![*count]))
        .collect();
    bars.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let all: usize = counts.values().sum();
    (all > 0).then(|| Chart {
        title: "Where the fields come from".to_owned(),
        say: format!(
            "{} of {}, each with its source.",
            counted(all, "field", "fields"),
            counted(works.len(), "work", "works")
        ),
        unit: "source".to_owned(),
        parts: vec!["fields".to_owned()],
        bars,
        form: ChartForm::Ranking,
    })
}

/// Counts names; returns the most frequent ones and the number of all.
fn ranked(names: impl Iterator<Item = String>) -> (Vec<(String, Vec<usize>)>, usize) {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for name in names {
        *counts.entry(name).or_default() += 1;
    }
    let all = counts.len();
    let mut bars: Vec<(String, Vec<usize>)> = counts
        .into_iter()
        .map(|(name, count)| (name, vec![count]))
        .collect();
    bars.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    bars.truncate(RANKED);
    (bars, all)
}

fn said(shown: usize, all: usize, one: &str, many: &str) -> String {
    if shown < all {
        format!("The {shown} most frequent of {all} {many}.")
    } else {
        format!("{}.", counted(all, one, many))
    }
}
