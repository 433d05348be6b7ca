//! What of a work goes into keys: words in ASCII, in the case they are written in.

use deunicode::deunicode;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use crate::export::names::cleaned;
use crate::model::{Metadata, PersonName, Run};
use crate::text::fold::is_stop_word;
use crate::text::latex::tidy;

/// The family name of the first author, else editor, without its particle: `Muller` for Müller.
/// `anon` where there is nobody.
pub(super) fn author(meta: &Metadata) -> String {
    let first = people(meta).into_iter().next();
    first.unwrap_or_else(|| "anon".to_owned())
}

/// The family names of all authors, else editors.
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

/// The words of the title that are no stop words; all of them where each is one. Formulas say
/// nothing in a key.
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

/// The venue's short name: `NSDI23`.
pub(super) fn venue(meta: &Metadata) -> String {
    ascii_words(meta.venue_short.as_deref().unwrap_or_default()).concat()
}

/// Letters and digits by their nearest in ASCII: accents come off, other scripts are romanised, an
/// apostrophe vanishes and everything else parts words.
fn ascii_words(text: &str) -> Vec<String> {
    let mut out = String::with_capacity(text.len());
    for c in text.nfkd().filter(|c| !is_combining_mark(*c)) {
        match c {
            '\'' | '’' | '‘' | '`' | '´' | 'ʼ' => {}
            c if c.is_ascii_alphanumeric() => out.push(c),
            c if c.is_alphanumeric() => {
                let letters = deunicode(&c.to_string());
                out.extend(letters.chars().filter(char::is_ascii_alphanumeric));
                // Each ideograph is a word of its own once romanised.
                if ('\u{2e80}'..='\u{9fff}').contains(&c) {
                    out.push(' ');
                }
            }
            _ => out.push(' '),
        }
    }
    out.split_whitespace().map(str::to_owned).collect()
}
