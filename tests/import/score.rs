//! How much of a list was read.

use std::fmt::Write as _;

use bibsync::{import::ImportedEntry, model::ListedAuthor};

use crate::{
    case::Case,
    compare::{Expected, compare, is_name, is_near},
};

/// Counts over one list or many.
#[derive(Default, Clone, Copy)]
pub(crate) struct Score {
    /// Entries that the list has.
    pub(crate) listed: usize,
    /// Entries found: by their title, or nearly.
    pub(crate) found: usize,
    /// Entries that the list does not have.
    pub(crate) invented: usize,
    /// Titles letter by letter, but for typographic marks.
    pub(crate) titles: usize,
    /// Lists of authors with all names in order.
    pub(crate) authors: usize,
    pub(crate) years: usize,
    /// Venues: the same words but for years and `in`.
    pub(crate) venues: usize,
    pub(crate) statuses: usize,
    /// Whether the person was told, out of those that can be.
    pub(crate) persons: [usize; 2],
}

/// Scores a case; `shows` prints each difference.
pub(crate) fn of(case: &Case, shows: bool) -> Score {
    let import = case.import();
    let mut score = Score {
        listed: case.answer.entries.len(),
        ..Score::default()
    };
    if let Some(person) = &case.answer.person {
        let told = import
            .person
            .name
            .as_ref()
            .is_some_and(|name| is_name(name, person));
        score.persons = [usize::from(told), 1];
        if !told && shows {
            println!(
                "{}: person {person} read as {:?}",
                case.name, import.person.name
            );
        }
    }
    let mut free: Vec<&ImportedEntry> = import.entries.iter().collect();
    for expected in &case.answer.entries {
        let Some(at) = free
            .iter()
            .position(|entry| is_near(&expected.title, &entry.listing.title))
        else {
            if shows {
                println!("{}: missed {}", case.name, expected.title);
            }
            continue;
        };
        let entry = free.remove(at);
        score.found += 1;
        count(case, expected, entry, &mut score, shows);
    }
    score.invented = free.len();
    if shows {
        for entry in free {
            println!(
                "{}: invented {:?} {:?}",
                case.name, entry.listing.title, entry.at
            );
        }
    }
    score
}

fn count(case: &Case, expected: &Expected, entry: &ImportedEntry, score: &mut Score, shows: bool) {
    let listing = &entry.listing;
    let told = [
        (
            "title",
            format!("{:?} for {:?}", listing.title, expected.title),
        ),
        (
            "authors",
            format!(
                "{:?} {} for {:?}",
                shown(&listing.authors),
                listing.authors_complete,
                expected.authors
            ),
        ),
        (
            "year",
            format!("{:?} for {:?}", listing.year, expected.year),
        ),
        (
            "venue",
            format!("{:?} for {:?}", listing.venue, expected.venue),
        ),
        (
            "status",
            format!("{:?} for {:?}", listing.status, expected.status),
        ),
    ];
    let checks = told.into_iter().zip(compare(expected, entry));
    let counts = [
        &mut score.titles,
        &mut score.authors,
        &mut score.years,
        &mut score.venues,
        &mut score.statuses,
    ];
    for (((name, text), is_right), count) in checks.zip(counts) {
        *count += usize::from(is_right);
        if !is_right && shows {
            println!("{}: {name} {text}", case.name);
        }
    }
}

fn shown(authors: &[ListedAuthor]) -> Vec<String> {
    authors
        .iter()
        .map(|author| match author {
            ListedAuthor::Person => "-".to_owned(),
            ListedAuthor::Named(name) => name.to_string(),
        })
        .collect()
}

impl Score {
    fn add(&mut self, other: &Self) {
        self.listed += other.listed;
        self.found += other.found;
        self.invented += other.invented;
        self.titles += other.titles;
        self.authors += other.authors;
        self.years += other.years;
        self.venues += other.venues;
        self.statuses += other.statuses;
        self.persons = [
            self.persons[0] + other.persons[0],
            self.persons[1] + other.persons[1],
        ];
    }

    /// Shares of the listed entries, in percent.
    #[expect(clippy::cast_precision_loss, reason = "counts of a few hundred")]
    pub(crate) fn share(&self, count: usize) -> f64 {
        100.0 * count as f64 / self.listed.max(1) as f64
    }
}

/// All scores of a set, and their sum.
pub(crate) fn total(scores: &[(&str, Score)]) -> Score {
    let mut sum = Score::default();
    for (_, score) in scores {
        sum.add(score);
    }
    sum
}

/// A table of scores with their sum.
pub(crate) fn table(title: &str, scores: &[(&str, Score)]) -> String {
    let sum = total(scores);
    let mut out =
        format!("\n{title:<26} listed found invent title author year venue status person\n");
    for (name, score) in scores.iter().chain([&("sum", sum)]) {
        writeln!(
            out,
            "{name:<26} {:>6} {:>5} {:>6} {:>5} {:>6} {:>4} {:>5} {:>6} {:>3}/{}",
            score.listed,
            score.found,
            score.invented,
            score.titles,
            score.authors,
            score.years,
            score.venues,
            score.statuses,
            score.persons[0],
            score.persons[1]
        )
        .unwrap();
    }
    writeln!(
        out,
        "{:<26} {:>6} {:>5.1} {:>6.1} {:>5.1} {:>6.1} {:>4.0} {:>5.1}",
        "percent",
        "",
        sum.share(sum.found),
        sum.share(sum.invented),
        sum.share(sum.titles),
        sum.share(sum.authors),
        sum.share(sum.years),
        sum.share(sum.venues)
    )
    .unwrap();
    out
}
