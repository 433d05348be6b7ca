//! Labels of the words of entries: authors, title, venue, date, other.

use std::{error::Error, io::Read as _, ops::Range, path::Path};

use bibsync::{
    import::training::{DETAILS, Document, FIRST, INNER, Words},
    text::fold::words,
};
use serde::Deserialize;

use crate::compare::Expected;

const AUTHORS: usize = 0;
const TITLE: usize = 1;
const VENUE: usize = 2;
const DATE: usize = 3;
const OTHER: usize = 4;

/// An entry with the labels of its words.
pub(crate) struct Entry {
    pub(crate) words: Words,
    pub(crate) labels: Vec<usize>,
}

fn squeeze(text: &str) -> String {
    words(text).concat()
}

/// The entries of a list whose title is on the rows labelled so.
pub(crate) fn of_list(document: &Document, labels: &[usize], entries: &[Expected]) -> Vec<Entry> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < labels.len() {
        if labels[at] != FIRST {
            at += 1;
            continue;
        }
        let end = (at + 1..labels.len())
            .find(|at| labels[*at] != INNER)
            .unwrap_or(labels.len());
        let words = document.words(at, end);
        let stream = Stream::of(&words);
        let listed = entries
            .iter()
            .filter(|entry| stream.text.contains(&squeeze(&entry.title)));
        if let Some(entry) = listed.max_by_key(|entry| (stream.agrees(entry), entry.title.len())) {
            let labels = stream.labels(entry);
            out.push(Entry { words, labels });
        }
        at = end;
    }
    out
}

/// The letters of an entry, and where each word's begin.
struct Stream {
    text: String,
    starts: Vec<usize>,
    is_word: Vec<bool>,
}

impl Stream {
    fn of(words: &Words) -> Self {
        let mut out = Self {
            text: String::new(),
            starts: Vec::new(),
            is_word: Vec::new(),
        };
        for word in words.texts() {
            let letters = squeeze(word);
            out.starts.push(out.text.len());
            out.is_word.push(!letters.is_empty());
            out.text.push_str(&letters);
        }
        out
    }

    /// How many of an entry's year and authors are here.
    fn agrees(&self, entry: &Expected) -> usize {
        let year = entry
            .year
            .is_some_and(|year| self.text.contains(&year.to_string()));
        let names = entry.authors.iter().flatten();
        usize::from(year)
            + names
                .filter(|name| names_of(name).iter().any(|name| self.text.contains(name)))
                .count()
    }

    /// The occurrence of a text that is nearest to a place and does not overlap it.
    fn nearest(&self, text: &str, place: &Range<usize>) -> Option<Range<usize>> {
        if text.is_empty() {
            return None;
        }
        let all = self
            .text
            .match_indices(text)
            .map(|(at, _)| at..at + text.len());
        all.filter(|found| found.end <= place.start || place.end <= found.start)
            .min_by_key(|found| {
                if found.start >= place.end {
                    found.start - place.end
                } else {
                    place.start - found.end + 5
                }
            })
    }

    fn labels(&self, entry: &Expected) -> Vec<usize> {
        let mut bytes = vec![OTHER; self.text.len()];
        let title = squeeze(&entry.title);
        let Some(start) = self.text.find(&title) else {
            return vec![OTHER; self.starts.len()];
        };
        let title = start..start + title.len();
        let mut mark = |range: Range<usize>, label: usize| {
            for byte in &mut bytes[range] {
                if *byte == OTHER {
                    *byte = label;
                }
            }
        };
        mark(title.clone(), TITLE);
        let mut people: Vec<Range<usize>> = Vec::new();
        let names: Vec<&String> = entry.authors.iter().flatten().collect();
        for name in &names {
            let places = names_of(name)
                .into_iter()
                .filter_map(|name| self.nearest(&name, &title));
            people.extend(places.max_by_key(ExactSizeIterator::len));
        }
        // The side of the title on which most are.
        let before = people
            .iter()
            .filter(|place| place.end <= title.start)
            .count();
        let is_before = before * 2 >= people.len();
        people.retain(|place| (place.end <= title.start) == is_before);
        let first = people.iter().map(|place| place.start).min();
        let last = people.iter().map(|place| place.end).max();
        if let (Some(first), Some(last)) = (first, last)
            && people.len() * 10 >= names.len() * 6
        {
            mark(first..last, AUTHORS);
        }
        if let Some(place) = entry
            .venue
            .as_deref()
            .and_then(|venue| self.nearest(&squeeze(venue), &title))
        {
            mark(place, VENUE);
        }
        if let Some(year) = entry.year {
            let year = year.to_string();
            let all: Vec<usize> = self.text.match_indices(&year).map(|(at, _)| at).collect();
            for at in all {
                if self.starts.contains(&at) {
                    mark(at..at + year.len(), DATE);
                }
            }
        }
        self.of_bytes(&bytes, OTHER)
    }

    /// The label of each word, which is that of its last letter: of `B736`, the volume; a sign has that of both its
    /// neighbours, if they are one.
    fn of_bytes(&self, bytes: &[usize], other: usize) -> Vec<usize> {
        let length = self.text.len();
        let ends = self.starts.iter().skip(1).chain([&length]);
        let last = |(start, end): (&usize, &usize)| {
            let at = end.checked_sub(1).filter(|last| last >= start);
            at.and_then(|at| bytes.get(at)).copied().unwrap_or(other)
        };
        let mut out: Vec<usize> = self.starts.iter().zip(ends).map(last).collect();
        for at in 0..out.len() {
            if self.is_word[at] {
                continue;
            }
            let before = (0..at).rev().find(|at| self.is_word[*at]).map(|at| out[at]);
            let after = (at + 1..out.len())
                .find(|at| self.is_word[*at])
                .map(|at| out[at]);
            out[at] = if before == after {
                before.unwrap_or(other)
            } else {
                other
            };
        }
        out
    }
}

/// A name as it may be written: in its order, and with its last or first word at the other end.
fn names_of(name: &str) -> Vec<String> {
    let all = words(name);
    let mut out = vec![all.concat()];
    if let [first, rest @ ..] = all.as_slice()
        && !rest.is_empty()
    {
        out.push(rest.concat() + first);
    }
    if let [rest @ .., last] = all.as_slice()
        && !rest.is_empty()
    {
        out.push(last.clone() + &rest.concat());
        if last.len() > 3 {
            out.push(last.clone());
        }
    }
    out
}

/// References labelled part by part, of a gzipped file of JSON lines.
pub(crate) fn references(path: &Path) -> Result<Vec<Reference>, Box<dyn Error>> {
    let mut text = String::new();
    flate2::read::GzDecoder::new(fs_err::File::open(path)?).read_to_string(&mut text)?;
    let lines = text.lines().map(serde_json::from_str);
    let mut references: Vec<Reference> = lines.collect::<Result<_, _>>()?;
    for reference in &mut references {
        reference.part_issues();
    }
    Ok(references)
}

/// A reference that is labelled part by part.
#[derive(Deserialize)]
pub(crate) struct Reference {
    parts: Vec<(String, String)>,
}

impl Reference {
    /// Some projects label `12(3)` as one volume: what stands behind its number is the issue.
    fn part_issues(&mut self) {
        let mut parts = Vec::with_capacity(self.parts.len() + 1);
        for (label, text) in self.parts.drain(..) {
            let is_digit = |c: char| c.is_ascii_digit();
            let start = text.find(is_digit).filter(|_| label == "volume");
            let end = start.and_then(|start| {
                let behind = text[start..].find(|c: char| !is_digit(c))?;
                text[start + behind..]
                    .contains(is_digit)
                    .then_some(start + behind)
            });
            match end.filter(|end| !text[*end..].starts_with(['-', '–'])) {
                Some(end) => {
                    let (volume, issue) = text.split_at(end);
                    parts.push((label, volume.to_owned()));
                    parts.push(("issue".to_owned(), issue.to_owned()));
                }
                None => parts.push((label, text)),
            }
        }
        self.parts = parts;
    }

    pub(crate) fn has(&self, label: &str) -> bool {
        self.parts.iter().any(|(own, _)| own == label)
    }

    /// The reference as printed, in one line.
    pub(crate) fn whole(&self) -> String {
        let parts = self.parts.iter().map(|(_, text)| text.as_str());
        let whole: String = parts.collect();
        whole.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The words of the parts with a label.
    pub(crate) fn labelled(&self, label: &str) -> Vec<String> {
        let own = self.parts.iter().filter(|(own, _)| own == label);
        own.flat_map(|(_, text)| words(text)).collect()
    }

    /// The text of the parts with a label.
    pub(crate) fn text(&self, label: &str) -> String {
        let own = self.parts.iter().filter(|(own, _)| own == label);
        own.map(|(_, text)| text.as_str()).collect()
    }

    /// Its words with what a name of a label means; `None` where they can't be told apart.
    fn entry(
        &self,
        words: fn(&str) -> Words,
        label: &dyn Fn(&str) -> usize,
        other: usize,
    ) -> Option<Entry> {
        let whole: String = self.parts.iter().map(|(_, text)| text.as_str()).collect();
        let mut bytes = Vec::new();
        for (name, text) in &self.parts {
            bytes.extend(std::iter::repeat_n(label(name), squeeze(text).len()));
        }
        let words = words(&whole);
        let stream = Stream::of(&words);
        (stream.text.len() == bytes.len() && bytes.len() < 1200).then(|| {
            let labels = stream.of_bytes(&bytes, other);
            Entry { words, labels }
        })
    }

    /// Its words as those of an entry of a list.
    pub(crate) fn fields(&self) -> Option<Entry> {
        let label = |name: &str| match name {
            "author" | "collaboration" => AUTHORS,
            "title" => TITLE,
            "container" => VENUE,
            "publisher" | "institution" if !self.has("container") => VENUE,
            "date" => DATE,
            _ => OTHER,
        };
        self.has("title")
            .then(|| self.entry(Words::of, &label, OTHER))
            .flatten()
    }

    /// Its words with the numbers of [`DETAILS`].
    pub(crate) fn details(&self) -> Option<Entry> {
        let label = |name: &str| {
            let own = if name == "collaboration" {
                "author"
            } else {
                name
            };
            DETAILS.iter().position(|known| *known == own).unwrap_or(0)
        };
        self.entry(|text| Words::of(text).numbers_apart(), &label, 0)
    }
}
