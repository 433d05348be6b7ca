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
        for (before, now) in moved(&out.left(base, &out.kept), &out.left(side, &out.from)) {
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

    /// Returns the text that is without its like on the other side.
    fn left<'a>(&self, side: &Side<'a>, like: &[Option<usize>]) -> Vec<(usize, &'a str)> {
        let parts = side.parts.iter().zip(like).enumerate();
        parts
            .filter(|(_, (part, like))| part.entry.is_none() && like.is_none())
            .map(|(at, (part, _))| (at, part.source))
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

/// Returns the parts that both versions have in the same order.
fn common(base: &Side<'_>, side: &Side<'_>, same: &BTreeMap<usize, usize>) -> Vec<(usize, usize)> {
    let lines = |side: &Side<'_>, number: &dyn Fn(usize) -> usize| {
        let mut out = String::new();
        for part in &side.parts {
            match part.entry {
                Some(entry) => out.extend(["\u{1}", &number(entry).to_string()]),
                None => out.push_str(&part.source.replace('\n', "\u{2}")),
            }
            out.push('\n');
        }
        out
    };
    let unknown = base.entries.len();
    let before = lines(base, &|entry| entry);
    let now = lines(side, &|entry| {
        same.get(&entry).copied().unwrap_or(unknown + entry)
    });
    if before == now {
        return (0..base.parts.len()).map(|at| (at, at)).collect();
    }
    let mut options = DiffOptions::new();
    options.set_context_len(base.parts.len());
    let patch = options.create_patch(&before, &now);
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

/// Pairs text that stands elsewhere now: what is there once on either side.
fn moved(before: &[(usize, &str)], now: &[(usize, &str)]) -> Vec<(usize, usize)> {
    let once = |list: &[(usize, &str)]| -> BTreeMap<String, usize> {
        let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
        for (at, text) in list {
            places.entry(text).or_default().push(*at);
        }
        let single = places
            .into_iter()
            .filter_map(|(text, at)| match at.as_slice() {
                [at] => Some((text.to_owned(), *at)),
                _ => None,
            });
        single.collect()
    };
    let now = once(now);
    once(before)
        .into_iter()
        .filter_map(|(text, before)| Some((before, *now.get(&text)?)))
        .collect()
}
