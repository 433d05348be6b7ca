//! What one side changed in the sequence of parts.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use diffy::{DiffOptions, Line};

use super::side::{Part, Side};

/// The changes of one side.
pub(super) struct Changes {
    /// From the parts of the base to the same ones of the side.
    pub(super) kept: Vec<Option<usize>>,
    /// From the parts of the side to the same ones of the base.
    pub(super) from: Vec<Option<usize>>,
    /// The changes of the text, in the order of the base.
    pub(super) hunks: Vec<Hunk>,
}

/// A change of a run of text that no entry interrupts.
#[derive(Default)]
pub(super) struct Hunk {
    /// Parts of the base that the side no longer has.
    pub(super) removed: Vec<usize>,
    /// Parts of the side that stand in their place.
    pub(super) added: Vec<usize>,
}

impl Changes {
    /// Compares a side with the base; `same` leads from its entries to those of the base.
    pub(super) fn of(base: &Side<'_>, side: &Side<'_>, same: &BTreeMap<usize, usize>) -> Self {
        let mut out = Self {
            kept: vec![None; base.parts.len()],
            from: vec![None; side.parts.len()],
            hunks: Vec::new(),
        };
        for (entry, before) in same {
            if let (Some(entry), Some(before)) =
                (side.entries.get(*entry), base.entries.get(*before))
            {
                out.keep(before.part, entry.part);
            }
        }
        let in_order = common(base, side, same);
        for (before, now) in &in_order {
            out.keep(*before, *now);
        }
        for (before, now) in out.moved(base, side) {
            out.keep(before, now);
        }
        let ends = [(base.parts.len(), side.parts.len())];
        let mut start = (0, 0);
        for (before, now) in in_order.into_iter().chain(ends) {
            out.add_hunks(base, side, start.0..before, start.1..now);
            start = (before + 1, now + 1);
        }
        out
    }

    fn keep(&mut self, before: usize, now: usize) {
        if let (Some(to), Some(from)) = (self.kept.get_mut(before), self.from.get_mut(now)) {
            *to = Some(now);
            *from = Some(before);
        }
    }

    /// Pairs text that stands elsewhere now: what is there once in either version.
    fn moved(&self, base: &Side<'_>, side: &Side<'_>) -> Vec<(usize, usize)> {
        let (places, before) = left(base, &self.kept);
        let (new_places, now) = left(side, &self.from);
        let pairs = there_once(&before, &now).into_iter();
        pairs
            .filter_map(|(before, now)| Some((*places.get(before)?, *new_places.get(now)?)))
            .collect()
    }

    /// Adds the changes between two parts that both versions have. An entry that was removed or added parts
    /// them; the first run of removed text became the first run of new text.
    fn add_hunks(
        &mut self,
        base: &Side<'_>,
        side: &Side<'_>,
        before: Range<usize>,
        now: Range<usize>,
    ) {
        let mut removed = runs(&base.parts, &self.kept, before).into_iter();
        let mut added = runs(&side.parts, &self.from, now).into_iter();
        loop {
            let hunk = match (removed.next(), added.next()) {
                (None, None) => break,
                (removed, added) => Hunk {
                    removed: removed.unwrap_or_default(),
                    added: added.unwrap_or_default(),
                },
            };
            self.hunks.push(hunk);
        }
    }
}

/// Returns the text that is without its like in the other version, with its places.
fn left<'a>(side: &Side<'a>, like: &[Option<usize>]) -> (Vec<usize>, Vec<Token<'a>>) {
    let parts = side.parts.iter().zip(like).enumerate();
    parts
        .filter(|(_, (part, like))| part.entry.is_none() && like.is_none())
        .map(|(at, (part, _))| (at, Token::Text(part.source)))
        .unzip()
}

/// Returns the runs of text that is without its like on the other side.
fn runs(parts: &[Part<'_>], like: &[Option<usize>], range: Range<usize>) -> Vec<Vec<usize>> {
    let is_text = |at: usize| {
        parts.get(at).is_some_and(|it| it.entry.is_none()) && like.get(at) == Some(&None)
    };
    let mut out: Vec<Vec<usize>> = Vec::new();
    for at in range.filter(|at| is_text(*at)) {
        match out.last_mut() {
            Some(run) if at > 0 && run.last() == Some(&(at - 1)) => run.push(at),
            _ => out.push(vec![at]),
        }
    }
    out
}

/// What a part is, for comparisons of versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Token<'a> {
    /// The entry with this number in the base, or a number of its own.
    Entry(usize),
    Text(&'a str),
}

/// Returns the parts that both versions have in the same order. Parts that are there once, as all entries are,
/// are anchors; a comparison by lines decides only between two of them, whatever was sorted.
fn common(base: &Side<'_>, side: &Side<'_>, same: &BTreeMap<usize, usize>) -> Vec<(usize, usize)> {
    let unknown = base.entries.len();
    let number = |entry: usize| same.get(&entry).copied().unwrap_or(unknown + entry);
    let before = tokens(base, &|entry| entry);
    let now = tokens(side, &number);
    let anchors = rising(&there_once(&before, &now));
    let mut out = Vec::new();
    let mut start = (0, 0);
    for end in anchors.into_iter().chain([(before.len(), now.len())]) {
        let gaps = (before.get(start.0..end.0), now.get(start.1..end.1));
        if let (Some(before), Some(now)) = gaps {
            let pairs = by_lines(before, now).into_iter();
            out.extend(pairs.map(|(old, new)| (start.0 + old, start.1 + new)));
        }
        if end.0 < before.len() {
            out.push(end);
        }
        start = (end.0 + 1, end.1 + 1);
    }
    out
}

fn tokens<'a>(side: &Side<'a>, number: &dyn Fn(usize) -> usize) -> Vec<Token<'a>> {
    let parts = side.parts.iter().map(|part| match part.entry {
        Some(entry) => Token::Entry(number(entry)),
        None => Token::Text(part.source),
    });
    parts.collect()
}

/// Pairs what is there once in either version, in the order of the first.
fn there_once(before: &[Token<'_>], now: &[Token<'_>]) -> Vec<(usize, usize)> {
    let mut places: HashMap<Token<'_>, (Vec<usize>, Vec<usize>)> = HashMap::new();
    for (at, token) in before.iter().enumerate() {
        places.entry(*token).or_default().0.push(at);
    }
    for (at, token) in now.iter().enumerate() {
        places.entry(*token).or_default().1.push(at);
    }
    let pairs = before.iter().filter_map(|token| {
        let (before, now) = places.get(token)?;
        match (before.as_slice(), now.as_slice()) {
            ([before], [now]) => Some((*before, *now)),
            _ => None,
        }
    });
    pairs.collect()
}

/// Returns the longest list of pairs whose second numbers rise as the first ones do.
fn rising(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // For each length of a list the number of the pair with which the lowest one ends.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    let second = |at: usize| pairs.get(at).map(|it| it.1);
    for (at, (_, now)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|end| second(*end) < Some(*now));
        before.push(length.checked_sub(1).and_then(|it| ends.get(it).copied()));
        match ends.get_mut(length) {
            Some(end) => *end = at,
            None => ends.push(at),
        }
    }
    let last = ends.last().copied();
    let mut out: Vec<(usize, usize)> =
        std::iter::successors(last, |at| before.get(*at).copied().flatten())
            .filter_map(|at| pairs.get(at).copied())
            .collect();
    out.reverse();
    out
}

/// Compares two short sequences by lines.
fn by_lines(before: &[Token<'_>], now: &[Token<'_>]) -> Vec<(usize, usize)> {
    if before.is_empty() || now.is_empty() {
        return Vec::new();
    }
    let lines = |tokens: &[Token<'_>]| {
        let mut out = String::new();
        for token in tokens {
            match token {
                Token::Entry(number) => out.extend(["\u{1}", &number.to_string()]),
                Token::Text(text) => out.push_str(&text.replace('\n', "\u{2}")),
            }
            out.push('\n');
        }
        out
    };
    if before == now {
        return (0..before.len()).map(|at| (at, at)).collect();
    }
    let (old_lines, new_lines) = (lines(before), lines(now));
    let mut options = DiffOptions::new();
    options.set_context_len(before.len());
    let patch = options.create_patch(&old_lines, &new_lines);
    let (mut old, mut new, mut out) = (0, 0, Vec::new());
    for line in patch.hunks().iter().flat_map(diffy::Hunk::lines) {
        match line {
            Line::Context(_) => {
                out.push((old, new));
                old += 1;
                new += 1;
            }
            Line::Delete(_) => old += 1,
            Line::Insert(_) => new += 1,
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_rising_list_is_found() {
        for (list, want) in [
            (vec![], vec![]),
            (vec![0, 1, 2], vec![0, 1, 2]),
            (vec![3, 0, 1, 2], vec![0, 1, 2]),
            (vec![1, 2, 3, 0], vec![1, 2, 3]),
            (vec![4, 0, 3, 1, 2], vec![0, 1, 2]),
        ] {
            let pairs: Vec<(usize, usize)> = list.into_iter().enumerate().collect();
            let found: Vec<usize> = rising(&pairs).into_iter().map(|it| it.1).collect();
            assert_eq!(found, want);
        }
    }

    #[test]
    fn lines_that_are_there_twice_are_compared_between_others() {
        let rule = Token::Text("% ----");
        let (a, b) = (Token::Text("% a"), Token::Text("% b"));
        assert_eq!(
            by_lines(&[rule, a, rule], &[rule, a, rule, b, rule]).len(),
            3
        );
        assert_eq!(there_once(&[rule, a, rule], &[b, a]), [(1, 1)]);
    }
}
