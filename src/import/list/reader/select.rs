//! What is read of a page: the best set of entries, and what was left out.

use super::super::{
    super::{LeftOut, Reason},
    read::{Hints, Listed},
    row::{self, Row},
};
use super::{
    facts::Facts,
    features,
    model::{self, Model},
    proposals::{Chosen, Proposals},
    readings::RULES,
};

/// Pages with more rows are read by the rules alone.
const MOST_ROWS: usize = 12_000;

/// What the rules alone did not read is told from this probability on.
const WORTH_TELLING: f64 = 0.1;

/// The characters of a passage that are shown.
const SHOWN: usize = 80;

/// Replaces what the rules read of a page by the best choice of all readings.
pub(in super::super) fn choose(rows: &[Row], hints: &Hints, by_rules: Listed) -> Listed {
    match model::shipped() {
        Some(model) if (1..=MOST_ROWS).contains(&rows.len()) => {
            chosen(model, rows, hints, by_rules)
        }
        _ => by_rules,
    }
}

fn chosen(model: &Model, rows: &[Row], hints: &Hints, by_rules: Listed) -> Listed {
    let facts = Facts::of(rows);
    let features = features::rows(&facts, false);
    let proposals = Proposals::of(model, rows, &facts, &features, by_rules, hints);
    let chosen = proposals.choose(&model.whole, &model.choice, hints);
    let mut is_taken = vec![false; rows.len()];
    let mut places = Vec::new();
    for number in &chosen.numbers {
        let candidate = &proposals.candidates[*number];
        places.push((candidate.first, candidate.end));
        is_taken[candidate.first..candidate.end].fill(true);
    }
    Listed {
        entries: proposals.rated(&chosen, &model.certainty),
        left_out: left_out(rows, &proposals, &chosen, is_taken),
        places,
        is_sure: true,
    }
}

/// What the rules left out and no entry has now, and the entries that were not chosen.
fn left_out(
    rows: &[Row],
    proposals: &Proposals,
    chosen: &Chosen,
    mut is_told: Vec<bool>,
) -> Vec<LeftOut> {
    let begin = |at: usize| rows[at].text().chars().take(SHOWN).collect::<String>();
    let read: Vec<(usize, String)> = (0..rows.len())
        .filter(|at| is_told[*at])
        .map(|at| (row::lines(&rows[at..=at]).first, begin(at)))
        .collect();
    let is_read = |passage: &LeftOut| {
        let from = read.partition_point(|(line, _)| *line < passage.at.first);
        read[from..]
            .iter()
            .take_while(|(line, _)| *line == passage.at.first)
            .any(|(_, text)| *text == passage.text)
    };
    let mut out: Vec<LeftOut> = proposals
        .left_out
        .iter()
        .filter(|passage| !is_read(passage))
        .cloned()
        .collect();
    let mut likeliest: Vec<usize> = (0..proposals.candidates.len()).collect();
    likeliest.sort_by(|one, other| chosen.shares[*other].total_cmp(&chosen.shares[*one]));
    for number in likeliest {
        let (candidate, share) = (&proposals.candidates[number], chosen.shares[number]);
        let is_whole = !is_told[candidate.first..candidate.end].contains(&true);
        if !(candidate.of[RULES] || is_whole && share >= WORTH_TELLING) {
            continue;
        }
        let mut at = candidate.first;
        while at < candidate.end {
            let untold = (at..candidate.end).take_while(|row| !is_told[*row]).count();
            if untold > 0 {
                out.push(LeftOut {
                    at: row::lines(&rows[at..at + untold]),
                    text: begin(at),
                    reason: Reason::Unlikely(percent(share)),
                });
                is_told[at..at + untold].fill(true);
            }
            at += untold + 1;
        }
    }
    out.sort_by_key(|passage| passage.at);
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

    fn entry(title: &str, year: i32) -> String {
        format!(
            "- A. Lee, B. Ray, and C. Orr. {title}. Journal of Cloth Studies 12(3), pp. 45-67, {year}.\n"
        )
    }

    #[test]
    fn headings_that_name_topics_hide_no_publications() {
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
    fn what_is_read_is_not_among_what_was_left_out() {
        let text = format!(
            "Publications\n\n{}{}\nTalks\n\n- A. Lee. On looms. Lyon, 3 May 2019.\n",
            entry("On the weaving of cloth with looms of wood", 2019),
            entry("Mills that turn without any wind", 2018),
        );
        let import = read_page(&plain::read(&text), &Hints::default());
        assert_eq!(import.entries.len(), 2);
        for passage in &import.left_out {
            let mut entries = import.entries.iter();
            assert!(entries.all(|entry| entry.at.last < passage.at.first));
        }
        assert!(!import.left_out.is_empty());
    }

    #[test]
    fn probabilities_are_rounded_to_percents() {
        assert_eq!(
            [0.0, 0.004, 0.117, 0.996, 1.0].map(percent),
            [0, 0, 12, 100, 100]
        );
    }
}
