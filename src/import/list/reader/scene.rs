//! Where a candidate stands, and what the other entries of its section are like: talks in the manner of
//! references have towns and days where these have volumes and pages.

use std::collections::HashMap;

use super::super::{row::Row, token::Form};
use super::{bins::tenth, facts::Facts, readings::Candidate, signs::Signs, sink::Sink};

/// The rows under one heading: that heading, and the one above it.
type Place = (Option<usize>, Option<usize>);

/// How often the candidates of a section have something, as shares.
#[derive(Debug, Clone, Copy, Default)]
struct Surroundings {
    count: f64,
    signs: [f64; 6],
    authors: f64,
    venues: f64,
    years: f64,
}

/// What stands around the candidates of a page.
pub(super) struct Scenes {
    sections: HashMap<Place, Surroundings>,
    /// All that the rules list together.
    listed: Surroundings,
    /// The place in the order of the page of each section, and of the first that the rules list.
    order: HashMap<Place, usize>,
    first_listed: Option<usize>,
}

/// So many words of a candidate are told.
const MOST_WORDS: usize = 60;

fn place(candidate: &Candidate, facts: &[Facts]) -> Place {
    let row = &facts[candidate.first];
    (row.above, row.outer)
}

fn signs(candidate: &Candidate, facts: &[Facts]) -> Signs {
    facts[candidate.first..candidate.end]
        .iter()
        .fold(Signs::default(), |all, row| all.with(row.signs))
}

impl Surroundings {
    fn add(&mut self, candidate: &Candidate, signs: Signs) {
        let listing = &candidate.entry.listing;
        let one = |is: bool| f64::from(u8::from(is));
        self.count += 1.0;
        for (sum, (_, is)) in self.signs.iter_mut().zip(signs.each()) {
            *sum += one(is);
        }
        self.authors += one(!listing.authors.is_empty());
        self.venues += one(listing.venue.is_some());
        self.years += one(listing.year.is_some());
    }

    /// The shares in thirds, with the names of what is shared.
    fn shares(&self) -> [(&'static str, usize); 9] {
        let all = self.count.max(1.0);
        let third = |sum: f64| tenth(sum / all).div_ceil(3);
        let [pages, volume, link, month, day, print] = self.signs;
        [
            ("pages", third(pages)),
            ("volume", third(volume)),
            ("link", third(link)),
            ("month", third(month)),
            ("day", third(day)),
            ("print", third(print)),
            ("authors", third(self.authors)),
            ("venues", third(self.venues)),
            ("years", third(self.years)),
        ]
    }
}

impl Scenes {
    pub(super) fn of(candidates: &[Candidate], facts: &[Facts]) -> Self {
        let mut out = Self {
            sections: HashMap::new(),
            listed: Surroundings::default(),
            order: HashMap::new(),
            first_listed: None,
        };
        let mut before = None;
        for candidate in candidates {
            let rows = (candidate.first, candidate.end);
            let place = place(candidate, facts);
            let next = out.order.len();
            let number = *out.order.entry(place).or_insert(next);
            // Readings of the same rows count once.
            if before == Some(rows) {
                continue;
            }
            before = Some(rows);
            let signs = signs(candidate, facts);
            out.sections.entry(place).or_default().add(candidate, signs);
            if facts[candidate.first].standing == 'L' {
                out.listed.add(candidate, signs);
                out.first_listed.get_or_insert(number);
            }
        }
        out
    }

    /// Adds what is told of where a candidate stands.
    pub(super) fn add(
        &self,
        sink: &mut Sink,
        candidate: &Candidate,
        facts: &[Facts],
        rows: &[Row],
        title: &[String],
        [parts, support, inside]: [&str; 3],
    ) {
        let row = &facts[candidate.first];
        let place = place(candidate, facts);
        let section = self.sections.get(&place).copied().unwrap_or_default();
        let own = signs(candidate, facts);
        let standing = match (row.standing, self.first_listed.is_some()) {
            ('O', true) => "O beside",
            ('O', false) => "O alone",
            ('L', _) => "L",
            (_, true) => "- beside",
            (_, false) => "- alone",
        };
        sink.add("standing", standing);
        for (name, value) in [("parts", parts), ("support", support), ("inside", inside)] {
            sink.add("standing with", format_args!("{standing} {name} {value}"));
        }
        let topic = |at: Option<usize>| at.map_or('-', |at| facts[at].topic);
        sink.add(
            "topics",
            format_args!("{} {}", topic(row.above), topic(row.outer)),
        );
        for (name, at) in [("above says", row.above), ("outer says", row.outer)] {
            for word in at.iter().flat_map(|at| &facts[*at].folded) {
                sink.add(name, word);
            }
        }
        let side = match (self.order.get(&place), self.first_listed) {
            (Some(own), Some(listed)) => i8::from(*own > listed) - i8::from(*own < listed),
            _ => 2,
        };
        sink.add("side", side);
        for (name, is) in own.each() {
            sink.add("sign", format_args!("{name} {is}"));
            sink.add("sign and standing", format_args!("{standing} {name} {is}"));
        }
        let listed = self.listed.shares();
        for ((name, share), (_, other)) in section.shares().into_iter().zip(listed) {
            sink.add("section", format_args!("{name} {share}"));
            sink.add(
                "section and standing",
                format_args!("{standing} {name} {share}"),
            );
            if self.first_listed.is_some() && row.standing != 'L' {
                sink.add("section and listed", format_args!("{name} {share} {other}"));
            }
        }
        let many = libm::log2(section.count.max(1.0)).floor().min(5.0);
        sink.add("section size", many);
        let tokens = rows.iter().flat_map(|row| &row.tokens);
        for token in tokens.take(MOST_WORDS) {
            let is_told = token.form == Form::Word
                && !title.iter().any(|word| word == token.folded())
                && token.text.chars().any(char::is_alphabetic);
            if is_told {
                sink.add("says", token.folded());
            }
        }
    }
}
