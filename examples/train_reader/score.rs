//! How much of a list was read, by the rules of `tests/import`.

use std::fmt::Write as _;

use bibsync::import::ImportedEntry;

use crate::compare::{Expected, compare, is_near};

/// Counts over one list or many.
#[derive(Default, Clone, Copy)]
pub(crate) struct Score {
    pub(crate) listed: usize,
    pub(crate) found: usize,
    pub(crate) invented: usize,
    pub(crate) titles: usize,
    pub(crate) authors: usize,
    pub(crate) years: usize,
    pub(crate) venues: usize,
}

/// Scores what was read, and tells for each entry how right it is, 0 if it is invented.
pub(crate) fn of(expected: &[Expected], read: &[ImportedEntry]) -> (Score, Vec<f64>) {
    let mut score = Score {
        listed: expected.len(),
        ..Score::default()
    };
    let mut rights = vec![0.0; read.len()];
    let mut is_taken = vec![false; read.len()];
    for expected in expected {
        let near = (0..read.len())
            .find(|at| !is_taken[*at] && is_near(&expected.title, &read[*at].listing.title));
        let Some(at) = near else { continue };
        is_taken[at] = true;
        let right = compared(expected, &read[at]);
        score.found += 1;
        score.titles += usize::from(right[0]);
        score.authors += usize::from(right[1]);
        score.years += usize::from(right[2]);
        score.venues += usize::from(right[3]);
        rights[at] = worth(right);
    }
    score.invented = is_taken.iter().filter(|is| !**is).count();
    (score, rights)
}

/// What was missed and what was invented.
pub(crate) fn differences(expected: &[Expected], read: &[ImportedEntry]) -> Vec<String> {
    let (_, rights) = of(expected, read);
    let is_missed = |one: &&Expected| {
        !read
            .iter()
            .any(|entry| is_near(&one.title, &entry.listing.title))
    };
    let missed = expected
        .iter()
        .filter(is_missed)
        .map(|one| format!("missed {}", one.title));
    let invented = read.iter().zip(&rights).filter(|(_, right)| **right == 0.0);
    missed
        .chain(invented.map(|(entry, _)| {
            let at = entry.at;
            format!(
                "invented {} (lines {} to {})",
                entry.listing.title, at.first, at.last
            )
        }))
        .collect()
}

/// How right an entry is that may stand for any of those listed.
pub(crate) fn right(expected: &[Expected], read: &ImportedEntry) -> f64 {
    expected
        .iter()
        .filter(|expected| is_near(&expected.title, &read.listing.title))
        .map(|expected| worth(compared(expected, read)))
        .fold(0.0, f64::max)
}

/// Whether each of title, authors, venue and year of a read entry is right, of the listed entry that
/// it agrees with most.
pub(crate) fn fields(expected: &[Expected], read: &ImportedEntry) -> [bool; 4] {
    expected
        .iter()
        .filter(|expected| is_near(&expected.title, &read.listing.title))
        .map(|expected| compared(expected, read))
        .max_by_key(|right| right.iter().filter(|is| **is).count())
        .map_or([false; 4], |[title, authors, year, venue]| {
            [title, authors, venue, year]
        })
}

fn worth(right: [bool; 4]) -> f64 {
    let count = right.iter().filter(|is| **is).count();
    0.6 + 0.1 * count as f64
}

/// Whether title, authors, year and venue are right.
fn compared(expected: &Expected, read: &ImportedEntry) -> [bool; 4] {
    let [title, authors, year, venue, _] = compare(expected, read);
    [title, authors, year, venue]
}

impl Score {
    pub(crate) fn add(&mut self, other: &Self) {
        self.listed += other.listed;
        self.found += other.found;
        self.invented += other.invented;
        self.titles += other.titles;
        self.authors += other.authors;
        self.years += other.years;
        self.venues += other.venues;
    }

    /// The harmonic mean of how much of the list was read and how much of what was read is listed
    /// (F1), where each wrong field costs a tenth of its entry.
    pub(crate) fn agreement(&self, read: usize) -> f64 {
        let fields = self.titles + self.authors + self.years + self.venues;
        let worth = 0.6 * self.found as f64 + 0.1 * fields as f64;
        2.0 * worth / (self.listed + read).max(1) as f64
    }

    /// The counts in percent of the entries listed.
    pub(crate) fn shown(&self) -> String {
        let share = |count: usize| 100.0 * count as f64 / self.listed.max(1) as f64;
        format!(
            "{:>5} {:>6.1} {:>6.1} {:>6.1} {:>6.1} {:>6.1} {:>6.1}",
            self.listed,
            share(self.found),
            share(self.invented),
            share(self.titles),
            share(self.authors),
            share(self.years),
            share(self.venues)
        )
    }
}

/// How often fields were right that were rated with a probability, in tenths.
#[derive(Default)]
pub(crate) struct Reliability {
    /// For title, authors, venue and year and each tenth: fields, right ones, the sum of ratings.
    of: [[(usize, usize, f64); 10]; 4],
}

impl Reliability {
    pub(crate) fn add(&mut self, expected: &[Expected], read: &[ImportedEntry]) {
        for entry in read {
            let sure = &entry.certainty;
            let rated = [sure.title, sure.authors, sure.venue, sure.year];
            for (field, (rated, right)) in
                rated.into_iter().zip(fields(expected, entry)).enumerate()
            {
                let tenth = (1..10)
                    .filter(|edge| rated * 10.0 >= f64::from(*edge))
                    .count();
                let (all, rights, sum) = &mut self.of[field][tenth];
                *all += 1;
                *rights += usize::from(right);
                *sum += rated;
            }
        }
    }

    pub(crate) fn shown(&self) -> String {
        let mut out =
            String::from("rated, % of fields: how many, % right (title, authors, venue, year)\n");
        for tenth in 0..10 {
            _ = write!(out, "{:>3} to {:>3}", tenth * 10, tenth * 10 + 10);
            for field in &self.of {
                let (all, right, sum) = field[tenth];
                let share = |value: f64| 100.0 * value / all.max(1) as f64;
                _ = write!(
                    out,
                    " | {all:>5} {:>5.1} {:>5.1}",
                    share(sum),
                    share(right as f64)
                );
            }
            out.push('\n');
        }
        out
    }
}
