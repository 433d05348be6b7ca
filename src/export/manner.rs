use super::{Abbreviations, Style};
use crate::text::casing::Lexicon;

/// How works are written, whatever the format.
#[derive(Debug, Clone, Default)]
pub struct Manner {
    /// For whose bibliographies.
    pub style: &'static Style,
    /// What venues are to be called.
    pub venues: Abbreviations,
    /// Words whose capitals are meant, beyond those that are known anyhow.
    pub(super) words: Lexicon,
}

impl Manner {
    /// For `style`, with the venues by the person's names for them and the capitals of the
    /// person's words kept.
    #[must_use]
    pub fn new<'a>(
        style: &'static Style,
        venues: Abbreviations,
        words: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        Self {
            style,
            venues,
            words: Lexicon::new(words),
        }
    }
}
