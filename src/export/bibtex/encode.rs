//! Values as text: the one place where the dialects' characters differ.

use std::collections::HashMap;

use super::{Dialect, names::Names, title};
use crate::model::{PersonName, Title};
use crate::text::casing::{Lexicon, Scope};
use crate::text::latex::{self, Charset};

/// What a field holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    /// People and organisations, and whether others follow.
    Names(Vec<PersonName>, bool),
    /// A work's title, which styles lower-case.
    Title(Title),
    /// The name of a venue, a series, a publisher, a school.
    Venue(Title),
    /// Ordinary text: a remark, a number, pages.
    Text(String),
    /// An identifier or address, in which nothing may be escaped.
    Verbatim(String),
    /// A month, 1 to 12, written as the macro every style defines.
    Month(u8),
    /// Macros and texts put together (`may # {--} # jun`), written without braces around them.
    Pieces(String),
    /// What the person wrote, in TeX already.
    AsGiven(String),
}

/// The encoder of one file.
pub(super) struct Encoder {
    charset: Charset,
    names: Names,
    words: Lexicon,
    /// Venues as they were written before: a file has far fewer than entries.
    venues: HashMap<Title, String>,
}

impl Encoder {
    pub(super) fn new(dialect: Dialect, words: Lexicon) -> Self {
        Self {
            charset: dialect.charset(),
            names: Names::new(dialect.charset()),
            words,
            venues: HashMap::new(),
        }
    }

    /// `value` with its braces, ready to stand after the equals sign.
    pub(super) fn encode(&mut self, value: &Value) -> String {
        let charset = self.charset;
        let text = match value {
            // Bare: styles define the macros in their own language.
            Value::Month(month) => return month_macro(*month).to_owned(),
            Value::Names(people, others) => self.names.list(people, *others),
            Value::Title(text) => title::encode(text, Scope::Title, &self.words, charset),
            Value::Venue(name) => {
                if let Some(known) = self.venues.get(name) {
                    return known.clone();
                }
                let text = title::encode(name, Scope::Venue, &self.words, charset);
                let text = format!("{{{text}}}");
                self.venues.insert(name.clone(), text.clone());
                return text;
            }
            Value::Text(text) => latex::text(&latex::tidy(text), charset),
            Value::Pieces(text) => return text.clone(),
            Value::Verbatim(text) | Value::AsGiven(text) => text.clone(),
        };
        format!("{{{text}}}")
    }
}

const MONTHS: [&str; 12] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
];

fn month_macro(month: u8) -> &'static str {
    MONTHS[usize::from(month.clamp(1, 12)) - 1]
}
