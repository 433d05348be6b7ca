//! The parts of a work's metadata that keys consist of: ASCII words in their original case.

use deunicode::deunicode;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use crate::export::names::cleaned;
use crate::model::{Metadata, PersonName, Run};
use crate::text::fold::is_stop_word;
use crate::text::latex::tidy;

/// Returns the family name of the first author, or else editor, without its particle: `Muller` for
/// Müller. `anon` if there is nobody.
pub(super) fn author(meta: &Metadata) -> String {
    let first = people(meta).into_iter().next();
    first.unwrap_or_else(|| "anon".to_owned())
}

/// Returns the family names of all authors, or else editors.
pub(super) fn people(meta: &Metadata) -> Vec<String> {
    let list = if meta.authors.iter().any(|one| !one.name.is_empty()) {
        &meta.authors
    } else {
        &meta.editors
    };
    let names = list.iter().map(|one| family(&cleaned(&one.name)));
    names.filter(|name| !name.is_empty()).collect()
}

fn family(name: &PersonName) -> String {
    let family = if name.family.is_empty() {
        &name.given
    } else {
        &name.family
    };
    let mut words = ascii_words(family);
    if name.organisation {
        words.retain(|word| !is_stop_word(&word.to_lowercase()));
        words.truncate(1);
    }
    words.concat()
}

/// Returns the words of the title that are not stop words, or all words if every one is. Formulas
/// are ignored.
pub(super) fn title(meta: &Metadata) -> Vec<String> {
    let text: String = meta
        .title
        .runs()
        .iter()
        .map(|run| match run {
            Run::Math(_) => " ",
            other => other.text(),
        })
        .collect();
    let words = ascii_words(&tidy(&text));
    let telling = words
        .iter()
        .filter(|word| !is_stop_word(&word.to_lowercase()))
        .cloned();
    let telling: Vec<String> = telling.collect();
    if telling.is_empty() { words } else { telling }
}

/// Returns the venue's short name: `NSDI23`.
pub(super) fn venue(meta: &Metadata) -> String {
    ascii_words(meta.venue_short.as_deref().unwrap_or_default()).concat()
}

/// Splits text into ASCII words: accents are removed, other scripts are romanised, apostrophes are
/// dropped, and every other character separates words.
fn ascii_words(text: &str) -> Vec<String> {
    let mut out = String::with_capacity(text.len());
    for c in text.nfkd().filter(|c| !is_combining_mark(*c)) {
        match c {
            '\'' | '’' | '‘' | '`' | '´' | 'ʼ' => {}
            c if c.is_ascii_alphanumeric() => out.push(c),
            c if c.is_alphanumeric() => {
                let letters = deunicode(&c.to_string());
                out.extend(letters.chars().filter(char::is_ascii_alphanumeric));
                // Each ideograph becomes a word once romanised.
                if ('\u{2e80}'..='\u{9fff}').contains(&c) {
                    out.push(' ');
                }
            }
            _ => out.push(' '),
        }
    }
    out.split_whitespace().map(str::to_owned).collect()
}
