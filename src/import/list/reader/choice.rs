//! What is told to the models of the entries that several readings propose.

use std::{
    collections::{HashMap, HashSet},
    rc::Rc,
};

use super::super::{join::join, row::Row, token::Token, width::full_width};
use super::{
    bins::{step, tenth},
    crf::{Crf, Features, Marginals},
    facts::Facts,
    fields::{self, FieldReader, LONGEST},
    lines::{FIRST, INNER, OTHER, TAIL},
    readings::{Candidate, READINGS, WITH_FIELDS},
    scene::Scenes,
    signs::Signs,
    sink::Sink,
};

/// What is told of the candidates and readings of a page.
#[derive(Debug)]
pub(super) struct Told {
    /// Of each candidate, without what the whole readings say of it.
    candidates: Vec<Features>,
    /// Of each reading as a whole.
    pub(super) wholes: Vec<Features>,
    /// How far the model of fields agrees with the title of each candidate.
    pub(super) supports: Vec<[f64; 2]>,
}

/// What is told of each candidate and of each reading.
pub(super) fn features(
    candidates: &[Candidate],
    rows: &[Row],
    facts: &[Facts],
    marginals: &Marginals,
    fields: &FieldReader,
) -> Told {
    let supports = supports(candidates, rows, fields);
    let echoes = echoes(candidates);
    let titles: [HashSet<&[String]>; READINGS] = std::array::from_fn(|reading| {
        let own = candidates.iter().filter(|one| one.of[reading]);
        own.map(|one| one.title.as_slice()).collect()
    });
    let readings: Vec<Whole> = (0..READINGS)
        .map(|reading| Whole::of(reading, candidates, &supports, facts, marginals))
        .collect();
    let wholes = (0..READINGS)
        .map(|reading| whole(reading, &readings, &titles, rows.len()))
        .collect();
    let scenes = Scenes::of(candidates, facts);
    let candidates = candidates
        .iter()
        .zip(supports.iter().zip(&echoes))
        .map(|(candidate, (support, echo))| {
            let mut sink = Sink::default();
            of(
                &mut sink, candidate, facts, marginals, &readings, *support, echo,
            );
            let within = step(inside(marginals, candidate.first, candidate.end));
            scenes.add(
                &mut sink,
                candidate,
                facts,
                &rows[candidate.first..candidate.end],
                &candidate.title,
                [
                    &parts(candidate),
                    &(tenth(support[0]) / 2).to_string(),
                    &within.to_string(),
                ],
            );
            sink.finish()
        })
        .collect();
    Told {
        candidates,
        wholes,
        supports,
    }
}

impl Told {
    /// What is told of each candidate, with how good the readings are that have it.
    pub(super) fn with_wholes(&self, candidates: &[Candidate], goods: &[f64]) -> Vec<Features> {
        let most = goods.iter().copied().fold(0.0, f64::max);
        self.candidates
            .iter()
            .zip(candidates)
            .map(|(told, candidate)| {
                let own = best_of(candidate, goods);
                let mut sink = Sink::default();
                sink.add("whole", tenth(own));
                sink.add("whole behind", tenth(2.0 * (most - own)));
                sink.add(
                    "whole and behind",
                    format_args!("{} {}", tenth(own), tenth(2.0 * (most - own))),
                );
                told.iter().copied().chain(sink.finish()).collect()
            })
            .collect()
    }
}

/// The goodness of the best reading that has a candidate.
fn best_of(candidate: &Candidate, goods: &[f64]) -> f64 {
    goods
        .iter()
        .zip(candidate.of)
        .filter(|(_, of)| *of)
        .map(|(good, _)| *good)
        .fold(0.0, f64::max)
}

/// What is told of a reading as a whole.
fn whole(
    reading: usize,
    wholes: &[Whole],
    titles: &[HashSet<&[String]>; READINGS],
    rows: usize,
) -> Features {
    let own = &wholes[reading];
    let mut sink = Sink::default();
    sink.add("reading", reading);
    let entries = own.entries.max(1).ilog2().min(7);
    sink.add("entries", entries);
    let most = |of: &dyn Fn(&Whole) -> f64| wholes.iter().map(of).fold(0.0, f64::max);
    let mut share = |name: &str, share: f64| {
        sink.add(name, tenth(share));
        sink.add(name, format_args!("{reading} {}", tenth(share)));
    };
    for (at, has) in own.has.iter().enumerate() {
        share(["authors", "venues", "years"][at], *has);
    }
    share("titles sure", own.title);
    share("support", own.support);
    share(
        "behind support",
        2.0 * (most(&|one| one.support) - own.support),
    );
    share("inside", own.inside);
    share("covers", own.covers);
    share("behind covers", most(&|one| one.covers) - own.covers);
    share("others", own.others);
    share("printed", own.printed);
    share("dated", own.dated);
    share("alike", own.alike);
    share("marked alike", own.marked_alike);
    share("of page", own.size as f64 / rows.max(1) as f64);
    let largest = wholes.iter().map(|one| one.entries).max().unwrap_or(0);
    share("of largest", own.entries as f64 / largest.max(1) as f64);
    sink.add(
        "support and inside",
        format_args!("{} {}", tenth(own.support), tenth(own.inside) / 2),
    );
    sink.add(
        "inside and covers",
        format_args!("{} {}", tenth(own.inside) / 2, tenth(own.covers) / 2),
    );
    sink.add(
        "alike and support",
        format_args!("{} {}", tenth(own.alike) / 2, tenth(own.support) / 2),
    );
    // How many of its entries others have, with the same title.
    for other in (0..READINGS).filter(|other| *other != reading) {
        let (one, two) = (&titles[reading], &titles[other]);
        let both = one.intersection(two).count() as f64;
        let shared = both / (one.len().max(1)) as f64;
        let of_other = both / (two.len().max(1)) as f64;
        sink.add(
            "shared",
            format_args!("{reading} {other} {}", tenth(shared)),
        );
        sink.add(
            "shares",
            format_args!("{reading} {other} {}", tenth(of_other)),
        );
    }
    sink.finish()
}

/// How far the model of fields agrees with the title of each candidate.
fn supports(candidates: &[Candidate], rows: &[Row], fields: &FieldReader) -> Vec<[f64; 2]> {
    let full = full_width(rows);
    // Candidates on the same rows follow each other.
    let mut seen: Option<(usize, usize, Vec<Token>, Rc<Marginals>)> = None;
    candidates
        .iter()
        .map(|candidate| {
            let title = &candidate.title;
            let (first, end) = (candidate.first, candidate.end);
            if !matches!(&seen, Some((from, to, ..)) if (*from, *to) == (first, end)) {
                let mut tokens = join(rows, first, end, full);
                tokens.truncate(LONGEST);
                let marginals = fields.marginals((first, end, full), &tokens);
                seen = Some((first, end, tokens, marginals));
            }
            seen.as_ref().map_or([0.0; 2], |(_, _, tokens, marginals)| {
                [
                    fields::support(marginals, tokens, title),
                    fields::covered(marginals, tokens, title),
                ]
            })
        })
        .collect()
}

/// For each candidate whether a reading by the rules alone has its title there, and one with the
/// model of fields.
fn echoes(candidates: &[Candidate]) -> Vec<String> {
    let by_rules = |one: &Candidate| one.of[..WITH_FIELDS].contains(&true);
    let by_model = |one: &Candidate| one.of[WITH_FIELDS..].contains(&true);
    (0..candidates.len())
        .map(|at| {
            let own = &candidates[at];
            let near = at.saturating_sub(ECHOES)..candidates.len().min(at + ECHOES + 1);
            let same = near.filter(|other| {
                let one = &candidates[*other];
                one.first < own.end && own.first < one.end && one.title == own.title
            });
            let (mut rules, mut model) = (false, false);
            for other in same {
                rules |= by_rules(&candidates[other]);
                model |= by_model(&candidates[other]);
            }
            format!("{}{}", u8::from(rules), u8::from(model))
        })
        .collect()
}

/// So many candidates before and behind one may stand on the same rows.
const ECHOES: usize = 8;

/// What one reading is as a whole.
struct Whole {
    entries: usize,
    /// The share of entries with authors, venue, year.
    has: [f64; 3],
    /// The mean certainty of titles.
    title: f64,
    /// The mean probability of the model of fields that titles are titles, and all of them.
    support: f64,
    /// The mean probability of the model of lines that the rows are entries.
    inside: f64,
    /// The share of the rows of entries, by that model, that it covers.
    covers: f64,
    pattern: Option<[bool; 3]>,
    mark: Option<(char, char)>,
    rows: usize,
    /// The shares of entries that have the parts, and the mark, that most have.
    alike: f64,
    marked_alike: f64,
    /// How many rows it covers.
    size: usize,
    /// The share of entries that the rules place under other things.
    others: f64,
    /// The share of entries with pages or a volume, and with a month.
    printed: f64,
    dated: f64,
}

fn inside(marginals: &Marginals, first: usize, end: usize) -> f64 {
    let sum: f64 = (first..end).map(|at| 1.0 - marginals.at(at)[OTHER]).sum();
    sum / (end - first).max(1) as f64
}

fn pattern(candidate: &Candidate) -> [bool; 3] {
    let listing = &candidate.entry.listing;
    [
        !listing.authors.is_empty(),
        listing.venue.is_some(),
        listing.year.is_some(),
    ]
}

/// The same as a text.
fn parts(candidate: &Candidate) -> String {
    pattern(candidate)
        .iter()
        .map(|has| if *has { '1' } else { '0' })
        .collect()
}

/// What comes most often; of several the least.
fn modal<T: Copy + Ord + std::hash::Hash>(values: impl Iterator<Item = T>) -> Option<T> {
    let mut counts: HashMap<T, usize> = HashMap::new();
    for value in values {
        *counts.entry(value).or_default() += 1;
    }
    let mut counts: Vec<(T, usize)> = counts.into_iter().collect();
    counts.sort_unstable_by_key(|(value, count)| (std::cmp::Reverse(*count), *value));
    counts.first().map(|(value, _)| *value)
}

impl Whole {
    fn of(
        reading: usize,
        candidates: &[Candidate],
        supports: &[[f64; 2]],
        facts: &[Facts],
        marginals: &Marginals,
    ) -> Self {
        let own: Vec<(&Candidate, &[f64; 2])> = candidates
            .iter()
            .zip(supports)
            .filter(|(one, _)| one.of[reading])
            .collect();
        let count = own.len().max(1) as f64;
        let mut has = [0.0; 3];
        let mut covered = vec![false; facts.len()];
        let (mut title, mut within, mut support) = (0.0, 0.0, 0.0);
        for (one, [is_title, is_all]) in &own {
            for (sum, has) in has.iter_mut().zip(pattern(one)) {
                *sum += f64::from(u8::from(has)) / count;
            }
            support += (is_title + is_all) / 2.0 / count;
            title += one.entry.certainty.title / count;
            within += inside(marginals, one.first, one.end) / count;
            for row in &mut covered[one.first..one.end] {
                *row = true;
            }
        }
        let listed = |at: &usize| marginals.at(*at)[FIRST] + marginals.at(*at)[INNER] > 0.5;
        let all = (0..facts.len()).filter(listed).count();
        let met = (0..facts.len())
            .filter(|at| listed(at) && covered[*at])
            .count();
        let mark_of = |one: &Candidate| (facts[one.first].mark, facts[one.first].begins);
        let parts = modal(own.iter().map(|(one, _)| pattern(one)));
        let mark = modal(own.iter().map(|(one, _)| mark_of(one)));
        let signed = |is: &dyn Fn(&Signs) -> bool| {
            let has = |one: &Candidate| facts[one.first..one.end].iter().any(|row| is(&row.signs));
            own.iter().filter(|(one, _)| has(one)).count() as f64
        };
        let alike = own.iter().filter(|(one, _)| Some(pattern(one)) == parts);
        let marked = own.iter().filter(|(one, _)| Some(mark_of(one)) == mark);
        Self {
            entries: own.len(),
            has,
            title,
            support,
            inside: within,
            covers: met as f64 / all.max(1) as f64,
            pattern: parts,
            mark,
            alike: alike.count() as f64 / count,
            marked_alike: marked.count() as f64 / count,
            size: covered.iter().filter(|is| **is).count(),
            others: own
                .iter()
                .filter(|(one, _)| facts[one.first].standing == 'O')
                .count() as f64
                / count,
            printed: signed(&|signs| signs.pages || signs.volume) / count,
            dated: signed(&|signs| signs.month) / count,
            rows: modal(own.iter().map(|(one, _)| one.end - one.first)).unwrap_or(0),
        }
    }
}

fn of(
    sink: &mut Sink,
    candidate: &Candidate,
    facts: &[Facts],
    marginals: &Marginals,
    readings: &[Whole],
    support: [f64; 2],
    echo: &str,
) {
    let (first, end) = (candidate.first, candidate.end);
    let listing = &candidate.entry.listing;
    let certainty = &candidate.entry.certainty;
    let within = inside(marginals, first, end);
    let begins = marginals.at(first)[FIRST];
    let again: f64 = (first + 1..end).map(|at| marginals.at(at)[FIRST]).sum();
    let ends = marginals_after(marginals, facts.len(), end);
    let has = pattern(candidate);
    let parts = parts(candidate);
    let length = candidate.title.len();
    let [support, covered] = support.map(tenth);
    sink.add("choice", "");
    sink.add("echo", echo);
    sink.add("echo and support", format_args!("{echo} {support}"));
    sink.add("echo and inside", format_args!("{echo} {}", step(within)));
    sink.add("inside", step(within));
    sink.add("begins", step(begins));
    sink.add("again", step(again));
    sink.add("ends", step(ends));
    sink.add(
        "inside and begins",
        format_args!("{} {}", step(within), step(begins)),
    );
    sink.add("support", support);
    sink.add("covered", covered);
    sink.add(
        "support and covered",
        format_args!("{} {}", support / 2, covered / 2),
    );
    sink.add("parts", &parts);
    sink.add("parts and inside", format_args!("{parts} {}", step(within)));
    sink.add("title sure", step(certainty.title));
    sink.add("authors sure", step(certainty.authors));
    sink.add("venue sure", step(certainty.venue));
    sink.add("year sure", step(certainty.year));
    sink.add("title long", length.min(16) / 2);
    sink.add("title begins", begin(&listing.title));
    sink.add("people", listing.authors.len().min(4));
    sink.add("pinned", listing.is_pinned());
    sink.add("status", listing.status.is_some());
    sink.add("rows", (end - first).min(6));
    let row = &facts[first];
    sink.add("mark", format_args!("{} {}", row.mark, row.begins));
    sink.add("topic", row.above.map_or('-', |above| facts[above].topic));
    sink.add(
        "topic and parts",
        format_args!(
            "{} {parts}",
            row.above.map_or('-', |above| facts[above].topic)
        ),
    );
    for at in row.above.iter().chain(&row.outer) {
        for word in &facts[*at].folded {
            sink.add("under", word);
        }
    }
    // The reading that has it and whose titles are likeliest.
    let own = (0..READINGS)
        .filter(|number| candidate.of[*number])
        .max_by(|one, other| readings[*one].support.total_cmp(&readings[*other].support));
    let most = readings
        .iter()
        .map(|whole| whole.support)
        .fold(0.0, f64::max);
    if let Some(whole) = own.map(|number| &readings[number]) {
        let behind = tenth(2.0 * (most - whole.support));
        sink.add("behind", behind);
        sink.add("behind and support", format_args!("{behind} {support}"));
        sink.add("all support", tenth(whole.support));
        sink.add(
            "all support and own",
            format_args!("{} {}", tenth(whole.support), support / 2),
        );
        sink.add("entries", whole.entries.min(12) / 2);
        for (at, share) in whole.has.iter().enumerate() {
            sink.add(
                "all have",
                format_args!("{at} {} {}", step(*share), has[at]),
            );
        }
        sink.add("all sure", step(whole.title));
        sink.add("all inside", step(whole.inside));
        sink.add("all cover", step(whole.covers));
        sink.add(
            "all inside and own",
            format_args!("{} {}", step(whole.inside), step(within)),
        );
        sink.add("as others", whole.pattern == Some(has));
        sink.add(
            "marked as others",
            whole.mark == Some((row.mark, row.begins)),
        );
        sink.add("rows as others", (end - first).cmp(&whole.rows) as i8);
        sink.add(
            "as others and inside",
            format_args!("{} {}", whole.pattern == Some(has), step(within)),
        );
    }
}

fn begin(title: &str) -> char {
    match title.chars().next() {
        Some(c) if c.is_lowercase() => 'a',
        Some(c) if c.is_uppercase() => 'A',
        Some(c) if c.is_numeric() => '1',
        _ => '?',
    }
}

/// The probability that an entry ends before a row.
fn marginals_after(marginals: &Marginals, count: usize, end: usize) -> f64 {
    if end >= count {
        return 1.0;
    }
    let next = marginals.at(end);
    next[FIRST] + next[OTHER] + next[TAIL]
}

/// The probability that each candidate is a publication of the list.
pub(super) fn probabilities(model: &Crf, features: &[Features]) -> Vec<f64> {
    features
        .iter()
        .map(|features| {
            let marginals = model.marginals(std::slice::from_ref(features));
            marginals.at(0).get(1).copied().unwrap_or(0.0)
        })
        .collect()
}
