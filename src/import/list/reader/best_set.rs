//! The set of entries that is worth most.

use super::readings::{Candidate, READINGS, RULES};

/// What an invented entry costs, where one that is found gains 1. Fixed on the lists in `tests/import`, by
/// models that had not seen the list.
const INVENTED: f64 = 0.6;

/// Another set than that of the rules must promise so much more for each entry. Fixed on 372 lists of real
/// people by weights that had not seen the list (docs/src/measurements.md): with less, more of what the
/// rules read is lost, with more, more is invented.
const CLEARLY: f64 = 0.06;

/// And so much more in all: of a short list little can be told. Costs nothing on these lists.
const AT_LEAST: f64 = 0.3;

/// Where the set of the rules stands, entries on other rows join it from this probability on. Fixed on 124 of
/// these lists.
const JOINS: f64 = 0.8;

/// By how much less those count whose reading has nothing of what was chosen at first. Fixed on the
/// opened half of the real lists.
const MANNER: f64 = 0.3;

/// A choice of candidates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BestSet {
    /// Their numbers, in the order of the page. No two of them share a row.
    pub(super) numbers: Vec<usize>,
    /// Those that are worth most, whatever the rules read.
    pub(super) free: Vec<usize>,
    /// Whether what the rules read stands.
    pub(super) is_ruled: bool,
}

/// Chooses the candidates that together are worth most. What the rules read stands unless these promise
/// clearly more.
pub(super) fn best_set(candidates: &[Candidate], probabilities: &[f64], rows: usize) -> BestSet {
    let free = freely(candidates, probabilities, rows);
    let by_rules = of_rules(candidates);
    let gain = promise(probabilities, &free) - promise(probabilities, &by_rules);
    let size = free.len().max(by_rules.len()).max(1) as f64;
    let is_ruled = !by_rules.is_empty() && gain < f64::max(CLEARLY * size, AT_LEAST);
    let numbers = if is_ruled {
        joined(candidates, by_rules, probabilities, rows)
    } else {
        free.clone()
    };
    BestSet {
        numbers,
        free,
        is_ruled,
    }
}

/// The candidates that the rules alone read.
pub(super) fn of_rules(candidates: &[Candidate]) -> Vec<usize> {
    (0..candidates.len())
        .filter(|at| candidates[*at].of[RULES])
        .collect()
}

/// What a set of candidates promises to be worth.
pub(super) fn promise(probabilities: &[f64], set: &[usize]) -> f64 {
    set.iter().map(|at| worth(probabilities[*at])).sum()
}

/// A set with the likely candidates on rows that it leaves free.
fn joined(
    candidates: &[Candidate],
    set: Vec<usize>,
    probabilities: &[f64],
    rows: usize,
) -> Vec<usize> {
    let mut is_taken = vec![false; rows];
    for candidate in set.iter().map(|at| &candidates[*at]) {
        is_taken[candidate.first..candidate.end].fill(true);
    }
    let others: Vec<f64> = candidates
        .iter()
        .zip(probabilities)
        .map(|(candidate, probability)| {
            let is_free = !is_taken[candidate.first..candidate.end].contains(&true);
            if is_free && *probability >= JOINS {
                *probability
            } else {
                0.0
            }
        })
        .collect();
    let mut out = set;
    out.extend(best(candidates, &others, rows));
    out.sort_by_key(|at| candidates[*at].first);
    out
}

/// The candidates that together are worth most. A list is written in one manner, so those count more
/// whose reading has most of what was chosen at first.
fn freely(candidates: &[Candidate], probabilities: &[f64], rows: usize) -> Vec<usize> {
    let first = best(candidates, probabilities, rows);
    let mut shares = [0.0; READINGS];
    let mut all = 0.0;
    for number in first {
        all += probabilities[number];
        for (share, of) in shares.iter_mut().zip(candidates[number].of) {
            *share += if of { probabilities[number] } else { 0.0 };
        }
    }
    if all <= 0.0 {
        return Vec::new();
    }
    let again: Vec<f64> = candidates
        .iter()
        .zip(probabilities)
        .map(|(candidate, probability)| {
            let own = shares.iter().zip(candidate.of).filter(|(_, of)| *of);
            let share = own.map(|(share, _)| share / all).fold(0.0, f64::max);
            probability * (1.0 - MANNER * (1.0 - share))
        })
        .collect();
    best(candidates, &again, rows)
}

/// The candidates with the highest sum of worths, no two of which share a row.
fn best(candidates: &[Candidate], probabilities: &[f64], rows: usize) -> Vec<usize> {
    let mut by_end: Vec<Vec<usize>> = vec![Vec::new(); rows + 1];
    for (number, candidate) in candidates.iter().enumerate() {
        if candidate.first < candidate.end && candidate.end <= rows {
            by_end[candidate.end].push(number);
        }
    }
    let mut best = vec![0.0; rows + 1];
    let mut taken: Vec<Option<usize>> = vec![None; rows + 1];
    for end in 1..=rows {
        best[end] = best[end - 1];
        for number in &by_end[end] {
            let worth = worth(probabilities[*number]) + best[candidates[*number].first];
            if worth > best[end] + 1e-9 {
                best[end] = worth;
                taken[end] = Some(*number);
            }
        }
    }
    let mut out = Vec::new();
    let mut end = rows;
    while end > 0 {
        match taken[end] {
            Some(number) => {
                out.push(number);
                end = candidates[number].first;
            }
            None => end -= 1,
        }
    }
    out.reverse();
    out
}

/// What a candidate of this probability gains or costs.
fn worth(probability: f64) -> f64 {
    probability - INVENTED * (1.0 - probability)
}

/// A set in which candidates of known titles stand in place of others on their rows, the likeliest first.
/// A known one that stands on rows of its own must be worth it: a talk may have the title of a paper. A title
/// that the set has elsewhere is not taken again.
pub(super) fn with_known(
    candidates: &[Candidate],
    set: Vec<usize>,
    probabilities: &[f64],
    is_known: &[bool],
) -> Vec<usize> {
    let share = |one: usize, other: usize| {
        let (one, other) = (&candidates[one], &candidates[other]);
        one.first < other.end && other.first < one.end
    };
    let mut known: Vec<usize> = (0..candidates.len()).filter(|at| is_known[*at]).collect();
    known.sort_by(|one, other| {
        probabilities[*other]
            .total_cmp(&probabilities[*one])
            .then(one.cmp(other))
    });
    let mut out = set;
    for number in known {
        let rivals: Vec<usize> = out
            .iter()
            .copied()
            .filter(|other| share(number, *other))
            .collect();
        let is_settled = rivals.iter().any(|other| is_known[*other]);
        let is_unlikely = rivals.is_empty() && worth(probabilities[number]) <= 0.0;
        if is_settled || is_unlikely {
            continue;
        }
        let is_told = out.iter().any(|other| {
            !rivals.contains(other) && candidates[*other].title == candidates[number].title
        });
        if !is_told {
            out.retain(|other| !rivals.contains(other));
            out.push(number);
        }
    }
    out.sort_by_key(|at| candidates[*at].first);
    out
}

#[cfg(test)]
mod tests {
    use super::{
        super::readings::{SPANS, WITH_FIELDS},
        *,
    };
    use crate::{
        import::{Certainty, ImportedEntry, LineRange},
        model::Listing,
        text::fold::words,
    };

    fn titled(title: &str, first: usize, end: usize, reading: usize) -> Candidate {
        let mut of = [false; READINGS];
        of[reading] = true;
        Candidate {
            first,
            end,
            entry: ImportedEntry {
                listing: Listing::titled(title),
                at: LineRange { first: 1, last: 1 },
                certainty: Certainty::SURE,
            },
            title: words(title),
            of,
        }
    }

    /// Each has a title of its own.
    fn candidate(first: usize, end: usize, reading: usize) -> Candidate {
        titled(&format!("On {first} looms of {end}"), first, end, reading)
    }

    fn chosen(candidates: &[Candidate], probabilities: &[f64], rows: usize) -> Vec<usize> {
        best_set(candidates, probabilities, rows).numbers
    }

    #[test]
    fn entries_that_share_rows_exclude_each_other() {
        let candidates = [
            candidate(0, 1, SPANS),
            candidate(0, 2, SPANS),
            candidate(1, 2, SPANS),
        ];
        assert_eq!(chosen(&candidates, &[0.9, 0.9, 0.9], 2), [0, 2]);
        assert_eq!(chosen(&candidates, &[0.5, 0.95, 0.5], 2), [1]);
    }

    #[test]
    fn what_is_unlikely_is_left_out() {
        let candidates = [candidate(0, 1, SPANS), candidate(1, 2, SPANS)];
        assert_eq!(chosen(&candidates, &[0.9, 0.2], 2), [0]);
    }

    #[test]
    fn rules_stand_unless_another_set_promises_clearly_more() {
        let candidates = [
            candidate(0, 1, RULES),
            candidate(1, 2, RULES),
            candidate(1, 2, SPANS),
        ];
        let set = best_set(&candidates, &[0.9, 0.75, 0.8], 2);
        assert_eq!((set.numbers.as_slice(), set.is_ruled), (&[0, 1][..], true));
        let set = best_set(&candidates, &[0.9, 0.1, 0.8], 2);
        assert_eq!((set.numbers.as_slice(), set.is_ruled), (&[0, 2][..], false));
        let alone = [candidate(0, 1, RULES)];
        assert_eq!(chosen(&alone, &[0.2], 1), [0]);
    }

    #[test]
    fn likely_entries_on_rows_that_the_rules_left_join_theirs() {
        let mut candidates: Vec<Candidate> =
            (0..20).map(|at| candidate(at, at + 1, RULES)).collect();
        candidates.extend([19, 20, 21].map(|first| candidate(first, first + 1, SPANS)));
        let mut shares = vec![0.9; 20];
        shares.extend([0.95, 0.6, 0.85]);
        let set = best_set(&candidates, &shares, 22);
        let expected: Vec<usize> = (0..20).chain([22]).collect();
        assert_eq!(set.numbers, expected);
        assert!(set.is_ruled);
    }

    #[test]
    fn the_manner_of_the_list_breaks_near_ties() {
        let mut candidates: Vec<Candidate> = (0..9)
            .map(|at| candidate(at, at + 1, WITH_FIELDS))
            .collect();
        candidates.extend([candidate(9, 10, SPANS), candidate(9, 10, WITH_FIELDS)]);
        let mut shares = vec![0.9; 9];
        shares.extend([0.85, 0.8]);
        assert_eq!(chosen(&candidates, &shares, 10).last(), Some(&10));
    }

    #[test]
    fn known_titles_win_over_others_on_their_rows() {
        let candidates = [
            candidate(0, 1, RULES),
            candidate(1, 2, RULES),
            candidate(1, 3, WITH_FIELDS),
            candidate(2, 3, RULES),
        ];
        let shares = [0.9, 0.8, 0.3, 0.7];
        let known = |known: [bool; 4]| with_known(&candidates, vec![0, 1, 3], &shares, &known);
        assert_eq!(known([false, false, true, false]), [0, 2]);
        assert_eq!(known([false, true, true, false]), [0, 1, 3]);
    }

    #[test]
    fn a_talk_with_the_title_of_a_listed_paper_is_not_taken_again() {
        let candidates = [
            titled("On looms", 0, 1, RULES),
            titled("On looms", 4, 5, SPANS),
            titled("On mills", 5, 6, SPANS),
        ];
        let set = with_known(&candidates, vec![0], &[0.9, 0.5, 0.1], &[true; 3]);
        assert_eq!(set, [0]);
    }

    #[test]
    fn a_known_title_that_is_worth_it_joins() {
        let candidates = [
            titled("On looms", 0, 1, RULES),
            titled("On mills", 5, 6, SPANS),
        ];
        let set = with_known(&candidates, vec![0], &[0.9, 0.5], &[true; 2]);
        assert_eq!(set, [0, 1]);
    }
}
