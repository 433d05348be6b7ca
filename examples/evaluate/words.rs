//! Counts which words are known and which of them distinguish works, from which
//! `src/matching/vocabulary.txt` is generated.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use bibsync::{
    model::PersonName,
    text::{fold, names::surname_key},
};

use super::corpus::{Corpus, Row};

/// The fewest titles that contain a known word.
const LEAST: usize = 10;

/// A word distinguishes works if, of the titles that contain it, at least one in this many has a
/// neighbour by one of the same authors that differs by this word alone.
const PARTS_ONE_IN: usize = 1000;

/// The fewest content words of a title besides the one that differs. Shorter titles are similar by
/// chance.
const LEAST_REST: usize = 3;

/// The largest number of titles that differ in one word and are compared with each other.
const MOST_ALIKE: usize = 200;

struct Titled {
    words: Vec<String>,
    /// The authors' folded family names.
    authors: BTreeSet<String>,
}

/// Prints the vocabulary: one word a line, with an exclamation mark after those that distinguish
/// works.
pub fn print(corpus: &Corpus) {
    let mut rows: Vec<&Row> = corpus.records.values().collect();
    rows.sort_unstable_by(|a, b| a.key.cmp(&b.key));
    let titles: Vec<Titled> = rows.into_iter().map(titled).collect();
    let mut known: BTreeMap<&str, usize> = BTreeMap::new();
    for title in &titles {
        let words: BTreeSet<&str> = title.words.iter().map(String::as_str).collect();
        for word in words {
            *known.entry(word).or_default() += 1;
        }
    }
    known.retain(|word, count| {
        *count >= LEAST && word.len() >= 3 && word.chars().all(|c| c.is_ascii_lowercase())
    });
    let parts = parting(&titles);
    for (word, count) in known {
        let often = parts
            .get(word)
            .is_some_and(|pairs| pairs * PARTS_ONE_IN >= count);
        println!("{word}{}", if often { "!" } else { "" });
    }
}

fn titled(row: &Row) -> Titled {
    let title = row.title_plain.as_ref().unwrap_or(&row.title);
    let mut words = fold::words(title);
    words.retain(|word| !fold::is_stop_word(word));
    let authors = row.authors.iter();
    Titled {
        words,
        authors: authors
            .map(|name| surname_key(&PersonName::parse(name)))
            .collect(),
    }
}

/// Counts, for each word, the pairs of titles by a common author that differ by it alone: only one
/// title has it, or the other has another word in its place.
fn parting(titles: &[Titled]) -> HashMap<&str, usize> {
    let mut whole: HashMap<Vec<&str>, Vec<usize>> = HashMap::new();
    let mut without: HashMap<(usize, Vec<&str>), Vec<usize>> = HashMap::new();
    for (at, title) in titles.iter().enumerate() {
        let all: Vec<&str> = title.words.iter().map(String::as_str).collect();
        for place in (0..all.len()).filter(|_| all.len() > LEAST_REST) {
            let rest = [&all[..place], &all[place + 1..]].concat();
            without.entry((place, rest)).or_default().push(at);
        }
        whole.entry(all).or_default().push(at);
    }
    let share = |a: &usize, b: &usize| !titles[*a].authors.is_disjoint(&titles[*b].authors);
    let mut out: HashMap<&str, usize> = HashMap::new();
    for ((place, rest), with) in &without {
        let with = &with[..with.len().min(MOST_ALIKE)];
        let word = |at: &usize| titles[*at].words[*place].as_str();
        for at in with {
            let bare = whole.get(rest).map_or(&[][..], Vec::as_slice);
            let bare = bare
                .iter()
                .take(MOST_ALIKE)
                .filter(|other| share(at, other));
            let exchanged = with
                .iter()
                .filter(|other| word(other) != word(at) && share(at, other));
            *out.entry(word(at)).or_default() += bare.count() + exchanged.count();
        }
    }
    out
}
