//! Prints the result tables.

use std::io::Write;

use bibsync::{matching::Feature, model::Verdict};

use serde_json::json;

use super::{
    Args, Failure,
    judge::{Outcome, Tally, share, sums},
};

pub fn print(name: &str, outcomes: &[Outcome]) {
    let (all, by) = sums(outcomes);
    println!("\n## {name}\n");
    println!(
        "| relation | meant | right | right first, % | wrong | none meant | matched falsely | ambiguous | unmatched | P | R | F1 |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|");
    for (relation, tally) in &by {
        line(relation, tally);
    }
    if by.len() > 1 {
        line("all", &all);
    }
    if all.meant > 0 {
        even(outcomes);
    }
}

/// Prints the results if every candidate with a confidence above one half were matched.
fn even(outcomes: &[Outcome]) {
    let mut all = Tally::default();
    for outcome in outcomes {
        let best = outcome.decision.verdict.candidates().first();
        let taken = best.is_some_and(|best| best.confidence.value() >= 0.5);
        all.meant += usize::from(!outcome.case.gold.is_empty());
        all.right += usize::from(taken && outcome.best_is_right);
        all.wrong += usize::from(taken && !outcome.best_is_right);
    }
    println!(
        "\nWith all best works of a confidence of 0.5 and more: P {:.2}, R {:.2}, F1 {:.2}.",
        all.precision(),
        all.recall(),
        all.f1(),
    );
}

fn line(name: &str, t: &Tally) {
    let percent = |value: f64| {
        if value.is_nan() {
            String::new()
        } else {
            format!("{value:.2}")
        }
    };
    println!(
        "| {name} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
        t.meant,
        t.right,
        percent(share(t.right_first, t.meant)),
        t.wrong,
        t.none_meant,
        t.matched_falsely,
        t.ambiguous,
        t.unmatched,
        percent(t.precision()),
        percent(t.recall()),
        percent(t.f1()),
    );
}

pub fn print_cases(args: &Args, outcomes: &[Outcome]) {
    let asked = |outcome: &&Outcome| {
        args.relation
            .as_ref()
            .is_none_or(|relation| outcome.case.relation.starts_with(relation.as_str()))
    };
    for outcome in outcomes
        .iter()
        .filter(asked)
        .filter(|o| o.is_error())
        .take(args.errors)
    {
        show("WRONG", outcome);
    }
    let missed = |o: &&Outcome| !o.case.gold.is_empty() && !o.is_matched();
    for outcome in outcomes
        .iter()
        .filter(asked)
        .filter(missed)
        .take(args.missed)
    {
        show("MISSED", outcome);
    }
}

/// Writes each case with its decision and the evidence for its candidates.
pub fn write_cases(out: &mut dyn Write, set: &str, outcomes: &[Outcome]) -> Result<(), Failure> {
    for outcome in outcomes {
        let (listing, decision) = (&outcome.case.listing, &outcome.decision);
        let authors = listing.author_names(&outcome.case.person);
        let authors: Vec<String> = authors.iter().flatten().map(ToString::to_string).collect();
        let nearest = match &decision.verdict {
            Verdict::Unmatched { near, .. } => near,
            verdict => verdict.candidates(),
        };
        let candidates: Vec<_> = nearest
            .iter()
            .map(|one| {
                let near = outcome.case.near.iter().find(|record| {
                    let ids = &record.meta.ids;
                    record.meta.title.text() == one.title
                        && (ids.dblp == one.ids.dblp && (ids.doi == one.ids.doi))
                });
                json!({ "candidate": one, "record": near.map(|record| &record.meta) })
            })
            .collect();
        let line = json!({
            "set": set, "relation": outcome.case.relation, "title": listing.title,
            "authors": authors, "whole": listing.authors_complete, "venue": listing.venue,
            "year": listing.year, "fields": listing.fields, "gold": outcome.case.gold,
            "status": decision.verdict.status(), "odds": decision.odds,
            "best_is_right": outcome.best_is_right, "candidates": candidates,
        });
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn show(what: &str, outcome: &Outcome) {
    let listing = &outcome.case.listing;
    let authors = listing.author_names(&outcome.case.person);
    let names: Vec<String> = authors
        .iter()
        .flatten()
        .take(4)
        .map(ToString::to_string)
        .collect();
    println!(
        "{what} [{}] `{}` {names:?} of {}, {:?} {:?} means {:?}, {} near: {} at {:.2}",
        outcome.case.relation,
        listing.title,
        authors.len(),
        listing.venue,
        listing.year,
        outcome.case.gold,
        outcome.case.near.len(),
        outcome.decision.verdict.status(),
        outcome.decision.odds.unwrap_or(f64::NEG_INFINITY),
    );
    for candidate in outcome.decision.verdict.candidates().iter().take(2) {
        let ids = &candidate.ids;
        let near = outcome.case.near.iter().find(|record| {
            record.meta.title.text() == candidate.title && record.meta.ids.dblp == ids.dblp
        });
        let meta = near.map(|record| &record.meta);
        println!(
            "    {} `{}` {:?} {:?} {:?} | {:?}",
            candidate.confidence,
            candidate.title,
            ids.dblp.as_ref().map(bibsync::model::DblpKey::as_str),
            meta.and_then(|meta| meta.venue.as_ref().map(ToString::to_string)),
            meta.and_then(|meta| meta.authors.first().map(|a| a.name.to_string())),
            candidate.evidence,
        );
    }
    if !outcome.best_is_right && !matches!(outcome.decision.verdict, Verdict::Matched { .. }) {
        println!("    the right one is not the best");
    }
}

/// The number of cases, the number of right ones, the sum of their confidences.
type Bin = (usize, usize, f64);

/// How often the best candidate is right, by its confidence.
#[derive(Default)]
pub struct Reliability {
    bins: Vec<(String, [Bin; BINS])>,
}

const BINS: usize = 9;
const EDGES: [f64; BINS + 1] = [0.0, 0.05, 0.25, 0.5, 0.75, 0.9, 0.95, 0.98, 0.995, 1.001];

impl Reliability {
    pub fn add(&mut self, name: &str, outcomes: &[Outcome]) {
        let mut bins = [(0, 0, 0.0); BINS];
        for outcome in outcomes {
            let Some(best) = outcome.decision.verdict.candidates().first() else {
                continue;
            };
            let confidence = best.confidence.value();
            let bin = EDGES
                .iter()
                .rposition(|edge| *edge <= confidence)
                .unwrap_or(0);
            let (count, right, sum) = &mut bins[bin.min(BINS - 1)];
            *count += 1;
            *right += usize::from(outcome.best_is_right);
            *sum += confidence;
        }
        self.bins.push((name.to_owned(), bins));
    }

    pub fn print(&self) {
        println!(
            "\n## Reliability: the best candidate of a confidence, and how often it is right\n"
        );
        for (name, bins) in &self.bins {
            println!("{name}");
            for (at, (count, right, sum)) in bins.iter().enumerate().filter(|(_, bin)| bin.0 > 0) {
                println!(
                    "  {:.3}-{:.3}: {count:5} cases, mean confidence {:6.2} %, right {:6.2} %",
                    EDGES[at],
                    EDGES[at + 1].min(1.0),
                    100.0 * sum / *count as f64,
                    share(*right, *count),
                );
            }
        }
    }
}

/// What each set loses without a piece of evidence.
#[derive(Default)]
pub struct Ablation {
    lines: Vec<(String, Option<Feature>, Tally)>,
}

impl Ablation {
    pub fn add(&mut self, set: &str, without: Option<Feature>, outcomes: &[Outcome]) {
        self.lines.push((set.to_owned(), without, sums(outcomes).0));
    }

    pub fn print(&self) {
        if self.lines.is_empty() {
            return;
        }
        println!("\n## Without one piece of evidence\n");
        println!(
            "| set | without | right | wrong | matched falsely | ambiguous |\n|---|---|---|---|---|---|"
        );
        for (set, without, t) in &self.lines {
            let without = without.map_or_else(|| "-".to_owned(), |feature| format!("{feature:?}"));
            println!(
                "| {set} | {without} | {} | {} | {} | {} |",
                t.right, t.wrong, t.matched_falsely, t.ambiguous
            );
        }
    }
}
