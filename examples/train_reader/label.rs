//! Labels of rows: where the letters of an answer stand in the text.

use std::ops::Range;

use bibsync::{
    import::training::{FIRST, INNER, OTHER, TAIL},
    text::fold::words,
};

use crate::compare::Expected;

/// The letters of all rows in one string of bytes, and the row of each.
struct Stream {
    text: String,
    rows: Vec<usize>,
}

fn squeeze(text: &str) -> String {
    words(text).concat()
}

impl Stream {
    fn of(rows: &[(String, bool)]) -> Self {
        let mut out = Self {
            text: String::new(),
            rows: Vec::new(),
        };
        for (at, (text, _)) in rows.iter().enumerate() {
            let text = squeeze(text);
            out.rows.extend(std::iter::repeat_n(at, text.len()));
            out.text.push_str(&text);
        }
        out
    }

    /// Where a text stands within a range.
    fn all(&self, text: &str, within: Range<usize>) -> Vec<Range<usize>> {
        let mut out = Vec::new();
        let mut from = within.start;
        while !text.is_empty()
            && let Some(found) = self
                .text
                .get(from..within.end)
                .and_then(|part| part.find(text))
        {
            let at = from + found;
            out.push(at..at + text.len());
            from = at + text.len();
        }
        out
    }
}

/// How far from its title, in letters, the other fields of an entry are looked for.
const NEAR: usize = 700;

/// An entry as found.
struct Found {
    title: Range<usize>,
    span: Range<usize>,
}

/// Labels the rows of a page by what is listed on it.
pub(crate) fn labels(rows: &[(String, bool)], entries: &[Expected]) -> Vec<usize> {
    let stream = Stream::of(rows);
    let end = stream.text.len();
    let mut found: Vec<(Found, &Expected)> = Vec::new();
    let mut before = 0;
    for entry in entries {
        if let Some(title) = title(&stream, entry, before, &found) {
            before = title.end;
            let span = title.clone();
            found.push((Found { title, span }, entry));
        }
    }
    found.sort_by_key(|(found, _)| found.title.start);
    for at in 0..found.len() {
        let least = at
            .checked_sub(1)
            .map_or(0, |before| found[before].0.title.end);
        let most = found.get(at + 1).map_or(end, |(next, _)| next.title.start);
        let (found, entry) = &mut found[at];
        found.span = extent(&stream, entry, &found.title, least, most);
    }
    let mut out = vec![OTHER; rows.len()];
    let row = |at: usize| stream.rows.get(at).copied().unwrap_or(0);
    let mut last_end = 0;
    let mut places = Vec::new();
    for (found, _) in &found {
        let first = row(found.span.start).max(last_end);
        let last = row(found.span.end - 1);
        if first > last {
            continue;
        }
        last_end = last + 1;
        places.push(first..last + 1);
    }
    for (number, place) in places.iter().enumerate() {
        out[place.clone()].fill(INNER);
        out[place.start] = FIRST;
        let next = places.get(number + 1).map_or(rows.len(), |next| next.start);
        for at in (place.end..next).take(8) {
            if rows[at].1 {
                break;
            }
            out[at] = TAIL;
        }
    }
    out
}

/// The title of an entry: the occurrence near which most of its other fields stand.
fn title(
    stream: &Stream,
    entry: &Expected,
    before: usize,
    found: &[(Found, &Expected)],
) -> Option<Range<usize>> {
    let whole = squeeze(&entry.title);
    let end = stream.text.len();
    let mut places = stream.all(&whole, 0..end);
    if places.is_empty() && whole.len() > 24 {
        let cut = |share: usize| {
            (0..=whole.len() * share / 10)
                .rev()
                .find(|at| whole.is_char_boundary(*at))
        };
        let head = cut(6).map_or("", |at| &whole[..at]);
        let tail = cut(4).map_or("", |at| &whole[at..]);
        places = stream.all(head, 0..end);
        if places.is_empty() {
            places = stream.all(tail, 0..end);
        }
    }
    places.retain(|place| {
        found
            .iter()
            .all(|(other, _)| other.title.end <= place.start || place.end <= other.title.start)
    });
    let names: Vec<String> = families(entry);
    let score = |place: &Range<usize>| {
        let near = place.start.saturating_sub(500)..(place.end + 500).min(end);
        let has = |text: &str| !stream.all(text, boundary(stream, near.clone())).is_empty();
        let people =
            names.iter().filter(|name| has(name)).count() as f64 / names.len().max(1) as f64;
        let venue = entry
            .venue
            .as_deref()
            .map(squeeze)
            .is_some_and(|venue| has(&venue));
        let year = entry.year.is_some_and(|year| has(&year.to_string()));
        let distance = place.start.abs_diff(before) as f64;
        2.0 * people
            + f64::from(u8::from(venue))
            + 0.5 * f64::from(u8::from(year))
            + 0.6 * f64::from(u8::from(place.start >= before))
            - 0.3 * (distance / 3000.0).min(1.0)
    };
    places
        .into_iter()
        .rev()
        .max_by(|one, other| score(one).total_cmp(&score(other)))
}

/// A range widened to whole characters.
fn boundary(stream: &Stream, range: Range<usize>) -> Range<usize> {
    let start = (0..=range.start)
        .rev()
        .find(|at| stream.text.is_char_boundary(*at))
        .unwrap_or(0);
    let end = (range.end..=stream.text.len())
        .find(|at| stream.text.is_char_boundary(*at))
        .unwrap_or(stream.text.len());
    start..end
}

/// The longest word of each author's name.
fn families(entry: &Expected) -> Vec<String> {
    let names = entry.authors.iter().flatten();
    names
        .filter_map(|name| words(name).into_iter().rev().max_by_key(String::len))
        .filter(|word| word.len() > 1)
        .collect()
}

/// From the first to the last of the fields of an entry.
fn extent(
    stream: &Stream,
    entry: &Expected,
    title: &Range<usize>,
    least: usize,
    most: usize,
) -> Range<usize> {
    let before = least.max(title.start.saturating_sub(NEAR))..title.start;
    let after = title.end..most.min(title.end + NEAR);
    let (before, after) = (boundary(stream, before), boundary(stream, after));
    let mut out = title.clone();
    let names = families(entry);
    let count = |within: &Range<usize>| {
        names
            .iter()
            .filter(|name| !stream.all(name, within.clone()).is_empty())
            .count()
    };
    if !names.is_empty() {
        let (ahead, behind) = (count(&before), count(&after));
        if ahead > behind
            || ahead == behind
                && ahead > 0
                && nearest(stream, &names, &before, true) < nearest(stream, &names, &after, false)
        {
            // The names nearest to the title, backwards.
            let mut end = before.end;
            for name in names.iter().rev() {
                if let Some(place) = stream.all(name, before.start..end).pop()
                    && end - place.end < 120
                {
                    end = place.start;
                }
            }
            out.start = out.start.min(end);
        } else if behind > 0 {
            let mut from = after.start;
            for name in &names {
                if let Some(place) = stream.all(name, from..after.end).into_iter().next()
                    && place.start - from < 120
                {
                    from = place.end;
                }
            }
            out.end = out.end.max(from);
        }
    }
    let venue = entry.venue.as_deref().map(squeeze).unwrap_or_default();
    let year = entry.year.map(|year| year.to_string()).unwrap_or_default();
    for (text, reach) in [(venue, 350), (year, 220)] {
        if text.len() < 2 {
            continue;
        }
        let is_within = !stream.all(&text, out.clone()).is_empty()
            && !stream.all(&text, title.clone()).contains(&out);
        if is_within && out != *title {
            continue;
        }
        let behind = stream
            .all(&text, out.end.max(after.start)..after.end.max(out.end))
            .into_iter()
            .next();
        let ahead = stream
            .all(&text, before.start.min(out.start)..out.start)
            .pop();
        let far_behind = behind
            .as_ref()
            .map_or(usize::MAX, |place| place.start - out.end);
        let far_ahead = ahead
            .as_ref()
            .map_or(usize::MAX, |place| out.start - place.end);
        if far_behind <= far_ahead && far_behind < reach {
            out.end = behind.map_or(out.end, |place| place.end);
        } else if far_ahead < reach / 3 {
            let place = ahead.map_or(out.start, |place| place.start);
            // A year on the last row of the entry before, or on a heading, is not its own.
            let row = |at: usize| stream.rows.get(at).copied();
            let is_apart =
                least > 0 && row(least - 1) == row(place) && row(place) != row(out.start);
            let is_lone = stream
                .rows
                .iter()
                .filter(|other| Some(**other) == row(place))
                .count()
                <= text.len() + 2;
            if !(is_apart || is_lone && row(place) != row(out.start)) {
                out.start = place;
            }
        }
    }
    out
}

fn nearest(stream: &Stream, names: &[String], within: &Range<usize>, is_before: bool) -> usize {
    let places = names
        .iter()
        .flat_map(|name| stream.all(name, within.clone()));
    places
        .map(|place| {
            if is_before {
                within.end - place.end
            } else {
                place.start - within.start
            }
        })
        .min()
        .unwrap_or(usize::MAX)
}
