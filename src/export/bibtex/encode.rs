//! Encodes field values as text. Only this file depends on the dialect's characters.

use std::collections::HashMap;

use super::{Dialect, names::NameEncoder, title};
use crate::model::{PersonName, Title};
use crate::text::casing::{CasingScope, Lexicon};
use crate::text::dates::MONTH_MACROS;
use crate::text::latex::{self, Charset};

/// The value of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum FieldValue {
    /// People and organisations, and whether there are others.
    Names(Vec<PersonName>, bool),
    /// A work's title, which styles lower-case.
    Title(Title),
    /// The name of a venue, a series, a publisher or a school.
    Venue(Title),
    /// Ordinary text: a note, a number, pages.
    Text(String),
    /// An identifier or URL, in which nothing may be escaped.
    Verbatim(String),
    /// A month, 1 to 12, written as the macro that every style defines.
    Month(u8),
    /// Macros concatenated with text (`may # {--} # jun`), written without braces around them.
    Pieces(String),
    /// Text that the person wrote, already in TeX.
    AsGiven(String),
}

/// The encoder of one file.
pub(super) struct Encoder {
    charset: Charset,
    names: NameEncoder,
    words: Lexicon,
    /// Encoded names of venues, because a file has far fewer venues than entries.
    venues: HashMap<Title, String>,
}

impl Encoder {
    pub(super) fn new(dialect: Dialect, words: Lexicon) -> Self {
        Self {
            charset: dialect.charset(),
            names: NameEncoder::new(dialect.charset()),
            words,
            venues: HashMap::new(),
        }
    }

    /// Encodes `value` with its braces, as it follows the equals sign.
    pub(super) fn encode(&mut self, value: &FieldValue) -> String {
        let charset = self.charset;
        let text = match value {
            // Without braces: styles define the macros in their own language.
            FieldValue::Month(month) => return month_macro(*month).to_owned(),
            FieldValue::Names(people, others) => self.names.list(people, *others),
            FieldValue::Title(text) => {
                title::encode(text, CasingScope::Title, &self.words, charset)
            }
            FieldValue::Venue(name) => {
                if let Some(known) = self.venues.get(name) {
                    return known.clone();
                }
                let text = title::encode(name, CasingScope::Venue, &self.words, charset);
                let text = format!("{{{text}}}");
                self.venues.insert(name.clone(), text.clone());
                return text;
            }
            FieldValue::Text(text) => latex::text(&latex::tidy(text), charset),
            FieldValue::Pieces(text) => return text.clone(),
            FieldValue::Verbatim(text) | FieldValue::AsGiven(text) => text.clone(),
        };
        format!("{{{text}}}")
    }
}

fn month_macro(month: u8) -> &'static str {
    MONTH_MACROS[usize::from(month.clamp(1, 12)) - 1]
}
