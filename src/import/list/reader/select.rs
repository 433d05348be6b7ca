//! What is read of a page: the best set of entries, and what was left out.

use std::ops::Range;

use super::super::{
    super::{ImportedEntry, Reason},
    passage::Passage,
    read::{Hints, Listed},
    row::Row,
    venue::names_nothing,
};
use super::{
    details::settle_details,
    facts::Facts,
    features,
    holes::{filled, laid_out_alike, named_by_markup},
    model::{self, Model},
    proposals::{Chosen, Proposals},
    readings::RULES,
};

/// Pages with more rows, or more words, are read by the rules alone.
const MOST_ROWS: usize = 12_000;
const MOST_WORDS: usize = 400_000;

/// The best choice of all readings of a page, and what it leaves out, in the order of the page.
pub(in super::super) fn choose(
    rows: &[Row],
    hints: &Hints,
    by_rules: Listed,
) -> (Vec<ImportedEntry>, Vec<Passage>) {
    let words = rows.iter().map(|row| row.tokens.len()).sum::<usize>();
    let is_bounded = (1..=MOST_ROWS).contains(&rows.len()) && words <= MOST_WORDS;
    let (mut entries, left_out) = match model::shipped().filter(|_| is_bounded) {
        Some(model) => chosen(model, rows, hints, by_rules),
        None => by_rules.placed(),
    };
    let is_known = |title: &str| hints.known.is_some_and(|known| known(title));
    settle_details(rows, &mut entries, &is_known);
    for (entry, _) in &mut entries {
        let venue = entry.listing.venue.take();
        entry.listing.venue = venue.filter(|venue| !names_nothing(venue));
    }
    (
        entries.into_iter().map(|(entry, _)| entry).collect(),
        left_out,
    )
}

fn chosen(
    model: &Model,
    rows: &[Row],
    hints: &Hints,
    by_rules: Listed,
) -> (Vec<(ImportedEntry, Range<usize>)>, Vec<Passage>) {
    let facts = Facts::of(rows);
    let features = features::rows(&facts, false, None);
    let proposals = Proposals::of(model, rows, &facts, &features, by_rules, hints);
    let mut chosen = proposals.choose(&model.whole, &model.choice, hints);
    chosen.numbers = filled(&proposals.candidates, &chosen.numbers, &facts);
    chosen.numbers = laid_out_alike(&proposals.candidates, chosen.numbers, &facts);
    chosen.numbers = named_by_markup(&proposals.candidates, chosen.numbers, &facts);
    let entries = proposals.rated(&chosen, &model.certainty);
    let at = chosen.numbers.iter().map(|number| {
        let candidate = &proposals.candidates[*number];
        candidate.first..candidate.end
    });
    let entries = entries.into_iter().zip(at).collect();
    (entries, left_out(rows.len(), &proposals, &chosen))
}

/// What was not chosen: entries that some reading proposed, with their probability, and what the rules left
/// out. No row of an entry is among it, and no row is told of twice but under a heading of other things.
fn left_out(rows: usize, proposals: &Proposals, chosen: &Chosen) -> Vec<Passage> {
    let mut is_taken = vec![false; rows];
    for number in &chosen.numbers {
        let candidate = &proposals.candidates[*number];
        is_taken[candidate.first..candidate.end].fill(true);
    }
    let mut is_told = is_taken.clone();
    let mut out = Vec::new();
    let mut likeliest: Vec<usize> = (0..proposals.candidates.len()).collect();
    likeliest.sort_by(|one, other| chosen.shares[*other].total_cmp(&chosen.shares[*one]));
    for number in likeliest {
        let candidate = &proposals.candidates[number];
        let reason = Reason::Unlikely(percent(chosen.shares[number]));
        let is_free = !is_told[candidate.first..candidate.end].contains(&true);
        if is_free && (candidate.of[RULES] || reason.is_doubtful()) {
            is_told[candidate.first..candidate.end].fill(true);
            out.push(Passage {
                first: candidate.first,
                end: candidate.end,
                reason,
            });
        }
    }
    for passage in &proposals.left_out {
        let told = if passage.reason == Reason::OtherSection {
            &is_taken
        } else {
            &is_told
        };
        let (first, end) = (passage.first, passage.end);
        let known = told[first..end].iter().filter(|is| **is).count();
        if known * 2 < end - first {
            out.extend(unread(passage, &is_taken));
        }
    }
    out.sort_by_key(|passage| (passage.first, passage.end));
    out
}

/// The first stretch of a passage that no entry has.
fn unread(passage: &Passage, is_taken: &[bool]) -> Option<Passage> {
    let first = (passage.first..passage.end).find(|at| !is_taken[*at])?;
    let end = (first..passage.end).find(|at| is_taken[*at]);
    Some(Passage {
        first,
        end: end.unwrap_or(passage.end),
        reason: passage.reason,
    })
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
    use crate::import::{html, list::read_page, plain};

    fn entry(title: &str, year: i32) -> String {
        format!(
            "- A. Lee, B. Ray, and C. Orr. {title}. Journal of Cloth Studies 12(3), pp. 45-67, {year}.\n"
        )
    }

    #[test]
    fn entries_whose_title_and_authors_markup_names_are_read() {
        let entry = |venue: &str, title: &str| {
            format!(
                "<div class='pub-entry'><span class='venue-tag'>{venue}</span> <span class='pub-note'>Accepted</span>\
                 <div class='pub-title'>{title}</div>\
                 <div class='pub-authors'>Ann Lee, Bo Ray</div>\
                 <div class='pub-links'><a href='a.pdf'>[PDF]</a></div></div>"
            )
        };
        let text = format!(
            "<h1>Ann Lee</h1><h2>Research interests</h2><ul><li>Looms</li></ul><h3>2024</h3>{}{}<h3>2023</h3>{}{}",
            entry("LOOM 2024", "On the weaving of cloth with looms of wood"),
            entry("Cloth Review", "Mills that turn without any wind"),
            entry("WIND 2023", "A study of shuttles in early modern towns"),
            entry("LOOM 2023", "How the colour of wool was measured"),
        );
        let entries = read_page(&html::page(&text), &Hints::default()).entries;
        let titles: Vec<&str> = entries
            .iter()
            .map(|entry| entry.listing.title.as_str())
            .collect();
        assert_eq!(
            titles,
            [
                "On the weaving of cloth with looms of wood",
                "Mills that turn without any wind",
                "A study of shuttles in early modern towns",
                "How the colour of wool was measured",
            ]
        );
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
        let left_out: Vec<(usize, usize)> = import
            .left_out
            .iter()
            .map(|passage| (passage.at.first, passage.at.last))
            .collect();
        assert_eq!(left_out, [(6, 8)]);
    }

    #[test]
    fn the_sort_of_a_text_is_no_venue() {
        let text = "Publications\n\n\
            Lee, A. and Ray, B. Looms that turn in the wind. Preprint, 2023.\n\n\
            Lee, A. and Ray, B. Wheels that turn in the wind. Manuscript development, 2022.\n\n\
            Lee, A. and Ray, B. Rivers and their mills in the north. Preprints of the Loom Institute, 2021.\n\n\
            Lee, A. and Ray, B. What weavers know about yarn. Cloth Review 3, 4-9, 2020.\n";
        let entries = read_page(&plain::read(text), &Hints::default()).entries;
        let venues: Vec<Option<&str>> = entries
            .iter()
            .map(|entry| entry.listing.venue.as_deref())
            .collect();
        assert_eq!(
            venues,
            [
                None,
                None,
                Some("Preprints of the Loom Institute"),
                Some("Cloth Review")
            ]
        );
    }

    #[test]
    fn probabilities_are_rounded_to_percents() {
        assert_eq!(
            [0.0, 0.004, 0.117, 0.996, 1.0].map(percent),
            [0, 0, 12, 100, 100]
        );
    }
}
