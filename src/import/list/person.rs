//! Whose list it is.

use std::collections::BTreeMap;

use super::{
    super::{Begins, ImportedEntry, Page},
    name_head::{calm, candidates, stated},
    name_told::{by_markup, titled},
    row::{Mark, Row},
};
use crate::{
    model::{ListedAuthor, PersonName},
    text::{
        fold::fold,
        names::{likeness, surname_key},
    },
};

/// The name of the person, if the page says it: by markup, in a heading that the lists of authors
/// bear out, or by being on nearly every item.
pub(super) fn name(
    page: &Page,
    rows: &[Row],
    preamble: usize,
    entries: &[ImportedEntry],
) -> Option<PersonName> {
    if let Some(name) = page.name.as_deref().and_then(by_markup) {
        return Some(spelled_out(rows, &name).unwrap_or(name));
    }
    let counts = counts(entries.iter());
    let listed = entries
        .iter()
        .filter(|entry| !entry.listing.authors.is_empty())
        .count();
    let heading = heading(rows, preamble, &counts);
    let is_blanked = entries
        .iter()
        .filter(|entry| entry.listing.authors.contains(&ListedAuthor::Person))
        .count();
    let is_borne_out = heading.as_ref().is_some_and(|(_, is_listed)| *is_listed);
    let heading = heading.map(|(name, _)| name);
    if is_borne_out || is_blanked * 4 > listed {
        return heading;
    }
    let titled = titled(page);
    by_mail(rows, &counts)
        .or(heading)
        .or_else(|| everywhere_of_complete(entries))
        .map(|name| fuller(rows, &titled, &name).unwrap_or(name))
        .or_else(|| titled.first().map(|name| calm(name)))
}

/// Each author's spellings under one key, with how often the author stands in a list.
fn counts<'a>(entries: impl Iterator<Item = &'a ImportedEntry>) -> Vec<(PersonName, usize)> {
    let mut by_key: BTreeMap<String, BTreeMap<String, (PersonName, usize)>> = BTreeMap::new();
    for entry in entries {
        for author in &entry.listing.authors {
            if let ListedAuthor::Named(name) = author {
                let initial = fold(&name.given).chars().next().unwrap_or(' ');
                let spelling = by_key
                    .entry(format!("{} {initial}", surname_key(name)))
                    .or_default();
                spelling
                    .entry(name.to_string())
                    .or_insert_with(|| (name.clone(), 0))
                    .1 += 1;
            }
        }
    }
    let mut out: Vec<(PersonName, usize)> = by_key
        .into_values()
        .filter_map(|spellings| {
            let total = spellings.values().map(|(_, times)| times).sum();
            let (name, _) = spellings
                .into_values()
                .max_by_key(|(name, times)| (*times, name.given.len()))?;
            Some((name, total))
        })
        .collect();
    out.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
    out
}

/// A line at the head of a page that a label calls the name, or one before the first section that has the
/// shape of a name; and whether it is sure, since the lists of authors have it too.
fn heading(
    rows: &[Row],
    preamble: usize,
    counts: &[(PersonName, usize)],
) -> Option<(PersonName, bool)> {
    /// A label that says whose CV it is stands no further down.
    const LABELLED: usize = 15;
    if let Some(name) = rows.iter().take(LABELLED).find_map(stated) {
        return Some((calm(&name), true));
    }
    let mut first = None;
    for (at, row) in rows.iter().take(preamble.clamp(2, 60)).enumerate() {
        // Below the head of a page a name is but somebody's, unless it is set as a heading.
        let is_marked = row.mark.is_some_and(|mark| mark != Mark::Item || at >= 3);
        if is_marked || at >= 12 && !matches!(row.begins, Begins::Heading(1 | 2)) {
            continue;
        }
        if let Some((text, is_all)) = candidates(row) {
            let is_listed = |name: &PersonName| {
                let mut frequent = counts.iter().take(30).filter(|(_, times)| *times > 1);
                frequent.any(|(listed, _)| likeness(listed, name) >= 0.85)
            };
            if let Some(name) = orders(&text).into_iter().find(is_listed) {
                return Some((name, true));
            }
            if at >= preamble.max(1) {
                continue;
            }
            let is_head = matches!(row.begins, Begins::Heading(1)) || is_all && at < 3;
            if first.is_none() && is_head {
                first = Some((calm(&text), false));
            }
        }
    }
    first
}

/// A frequent author whose name stands before the `@` of an address in the text.
fn by_mail(rows: &[Row], counts: &[(PersonName, usize)]) -> Option<PersonName> {
    let locals: Vec<String> = rows
        .iter()
        .take(60)
        .flat_map(|row| &row.tokens)
        .filter_map(|token| token.text.split_once('@'))
        .map(|(local, _)| fold(local).replace(' ', ""))
        .filter(|local| local.len() >= 4)
        .collect();
    counts
        .iter()
        .take(3)
        .filter(|(_, times)| *times >= 2)
        .find(|(name, _)| {
            let (given, family) = (
                fold(&name.given).replace(' ', ""),
                fold(&name.family).replace(' ', ""),
            );
            let whole = [
                format!("{given}{family}"),
                format!("{family}{given}"),
                given,
                family,
            ];
            locals.iter().any(|local| {
                whole
                    .iter()
                    .any(|name| name.len() >= 4 && local.starts_with(name.as_str()))
            })
        })
        .map(|(name, _)| name.clone())
}

/// The name as the head of the page has it, where that is longer: `Ann B. Lee`.
fn spelled_out(rows: &[Row], name: &PersonName) -> Option<PersonName> {
    let heads = rows.iter().take(6).filter(|row| row.mark.is_none());
    let longer = heads
        .filter_map(candidates)
        .filter(|(_, is_all)| *is_all)
        .map(|(text, _)| calm(&text));
    let mut longer = longer.filter(|long| {
        long.given.len() > name.given.len()
            && fold(&long.family) == fold(&name.family)
            && likeness(long, name) >= 0.85
    });
    longer.next()
}

/// The name as a heading of the page or its title has it, where lists have but initials.
fn fuller(rows: &[Row], titled: &[String], name: &PersonName) -> Option<PersonName> {
    let is_short = |name: &PersonName| {
        name.given
            .split([' ', '.', '-'])
            .all(|part| part.chars().count() <= 1)
    };
    if !is_short(name) {
        return None;
    }
    rows.iter()
        .enumerate()
        .filter(|(at, row)| *at < 12 || matches!(row.begins, Begins::Heading(_)))
        .take(60)
        .filter_map(|(_, row)| candidates(row))
        .map(|(text, _)| text)
        .chain(titled.iter().cloned())
        .flat_map(|text| orders(&text))
        .find(|long| !is_short(long) && likeness(long, name) >= 0.85)
}

/// A name as it is read at first, and with the family before the given names: `Лемина Анна`.
fn orders(text: &str) -> Vec<PersonName> {
    let turned = text.split_once(' ').filter(|_| !text.contains(','));
    let turned = turned.map(|(family, given)| calm(&format!("{family}, {given}")));
    [Some(calm(text)), turned].into_iter().flatten().collect()
}

/// The one name that is on nearly every item whose authors are all named.
fn everywhere_of_complete(entries: &[ImportedEntry]) -> Option<PersonName> {
    let whole: Vec<&ImportedEntry> = entries
        .iter()
        .filter(|entry| entry.listing.authors_complete && !entry.listing.authors.is_empty())
        .collect();
    everywhere(&counts(whole.iter().copied()), whole.len())
}

/// The one name that is on nearly every item.
fn everywhere(counts: &[(PersonName, usize)], listed: usize) -> Option<PersonName> {
    let (name, times) = counts.first()?;
    let next = counts.get(1).map_or(0, |(_, times)| *times);
    (listed >= 3 && times * 10 >= listed * 9 && next * 10 < times * 9).then(|| name.clone())
}
