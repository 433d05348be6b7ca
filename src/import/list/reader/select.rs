//! The best set of entries of a page.

use std::rc::Rc;

use super::super::{
    super::{LeftOut, Reason},
    read::{Hints, Listed},
    row::{self, Row},
};
use super::{
    certainty, choice, crf,
    facts::Facts,
    features::{self, Features},
    fields::FieldReader,
    lines,
    model::{self, Model},
    readings,
};
use crate::text::fold::fold;

/// What the model of lines says of a page.
pub(super) struct Lines {
    pub(super) marginals: crf::Marginals,
    pub(super) spans: Vec<lines::Span>,
}

/// By how much labels of entries are favoured: the choice may still leave them out.
const FAVOUR: f64 = 0.5;

/// A reading whose title is that of a known record is at least as likely as this.
const KNOWN: f64 = 0.99;

/// Pages with more rows are read by the rules alone.
const MOST_ROWS: usize = 12_000;

impl Lines {
    pub(super) fn of(model: &Model, facts: &[Facts], features: &[Features]) -> Self {
        let first = model.first.marginals(features);
        let votes = features::votes(facts, &first);
        let both: Vec<Features> = features
            .iter()
            .zip(votes)
            .map(|(one, other)| one.iter().copied().chain(other).collect())
            .collect();
        let favour = |_: usize, label: usize| if label == lines::FIRST { FAVOUR } else { 0.0 };
        let labels = model.second.best_with(&both, favour);
        Self {
            marginals: model.second.marginals(&both),
            spans: lines::spans(&labels),
        }
    }
}

/// Replaces what the rules read of a page by the best choice of all readings.
pub(in super::super) fn choose(rows: &[Row], hints: &Hints, listed: &mut Listed) {
    let Some(model) = model::shipped() else {
        return;
    };
    if rows.is_empty() || rows.len() > MOST_ROWS {
        return;
    }
    let facts = Facts::of(rows);
    let features = features::rows(&facts, false);
    *listed = chosen(
        model,
        rows,
        &facts,
        &features,
        hints,
        std::mem::take(listed),
    );
}

fn chosen(
    model: &Model,
    rows: &[Row],
    facts: &[Facts],
    features: &[Features],
    hints: &Hints,
    by_rules: Listed,
) -> Listed {
    let lines = Lines::of(model, facts, features);
    let fields = Rc::new(FieldReader::new(&model.fields));
    let readings = readings::readings(rows, facts, &lines.spans, by_rules, &fields, hints);
    let told = choice::features(&readings.candidates, rows, facts, &lines.marginals, &fields);
    let goods = choice::probabilities(&model.whole, &told.wholes);
    let of_entries = told.with_wholes(&readings.candidates, &goods);
    let mut shares = choice::probabilities(&model.choice, &of_entries);
    if let Some(known) = hints.known {
        for (share, candidate) in shares.iter_mut().zip(&readings.candidates) {
            if known(&fold(&candidate.entry.listing.title)) {
                *share = share.max(KNOWN);
            }
        }
    }
    let chosen = choice::choose(&readings.candidates, &shares, rows.len());
    let mut out = Listed {
        is_sure: true,
        ..Listed::default()
    };
    let mut is_taken = vec![false; rows.len()];
    out.entries = certainty::entries(
        &model.certainty,
        &readings.candidates,
        &chosen,
        &shares,
        &told.supports,
    );
    for number in &chosen {
        let candidate = &readings.candidates[*number];
        out.places.push((candidate.first, candidate.end));
        for row in &mut is_taken[candidate.first..candidate.end] {
            *row = true;
        }
    }
    // What was left out, but for what stands in an entry now.
    let is_read = |passage: &LeftOut| {
        out.entries
            .iter()
            .any(|entry| entry.at.first <= passage.at.first && passage.at.last <= entry.at.last)
    };
    out.left_out = readings
        .left_out
        .iter()
        .filter(|passage| !is_read(passage))
        .cloned()
        .collect();
    for (candidate, share) in readings.candidates.iter().zip(&shares) {
        let (first, end) = (candidate.first, candidate.end);
        if candidate.of[readings::RULES] && !is_taken[first..end].contains(&true) {
            out.left_out.push(LeftOut {
                at: row::lines(&rows[first..end]),
                text: rows[first].text().chars().take(80).collect(),
                reason: Reason::Unlikely(percent(*share)),
            });
        }
    }
    out.left_out.sort_by_key(|passage| passage.at);
    out
}

/// A probability in percent.
fn percent(share: f64) -> u8 {
    (1..=100)
        .filter(|step| share * 100.0 >= f64::from(*step) - 0.5)
        .count()
        .try_into()
        .unwrap_or(100)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::{list::read_page, plain};

    #[test]
    fn headings_that_name_topics_hide_no_publications() {
        let entry = |title: &str, year: i32| {
            format!(
                "- A. Lee, B. Ray, and C. Orr. {title}. Journal of Cloth Studies 12(3), pp. 45-67, {year}.\n"
            )
        };
        let text = format!(
            "Ann Lee\n\nLooms\n\n{}{}{}\nDyes\n\n{}{}{}",
            entry("On the weaving of cloth with looms of wood", 2019),
            entry("Mills that turn without any wind", 2018),
            entry("A study of shuttles in early modern towns", 2017),
            entry("Blue and green yarn in the south", 2019),
            entry("How the colour of wool was measured", 2016),
            entry("Spinning and dyeing as one trade", 2015),
        );
        let import = read_page(&plain::read(&text), &Hints::default());
        assert_eq!(import.entries.len(), 6);
    }

    #[test]
    fn probabilities_are_rounded_to_percents() {
        assert_eq!(
            [0.0, 0.004, 0.117, 0.996, 1.0].map(percent),
            [0, 0, 12, 100, 100]
        );
    }
}
