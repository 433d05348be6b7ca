use super::{Abbreviations, Style};
use crate::text::casing::Lexicon;

/// The options for writing works, independent of the format.
#[derive(Debug, Clone, Default)]
pub struct RenderOptions {
    /// The style.
    pub style: &'static Style,
    /// The person's names for venues.
    pub venues: Abbreviations,
    /// Words whose capitals are protected in addition to the known ones.
    pub(super) words: Lexicon,
}

impl RenderOptions {
    /// Creates options from a style, the person's names for venues and the words whose capitals to
    /// protect.
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
