use super::UnknownStyle;
use crate::{
    config::{Dialect, Settings},
    export::{Abbreviations, RenderOptions, Style, bibtex},
    output::{EntryFormat, NoteOptions},
};

/// How entries are written: the part of the settings that the output depends on.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Rendering {
    /// The dialect of BibTeX.
    pub dialect: bibtex::Dialect,
    /// The style, with the person's names for venues and protected words.
    pub render_options: RenderOptions,
    /// Which notes are added to entries.
    pub notes: NoteOptions,
}

impl Rendering {
    /// Makes the rendering that the settings describe.
    ///
    /// # Errors
    /// When the settings name a style that does not exist.
    pub fn new(settings: &Settings) -> Result<Self, UnknownStyle> {
        let export = &settings.export;
        let style = Style::from_name(&export.style).ok_or_else(|| UnknownStyle {
            name: export.style.clone(),
        })?;
        let pairs = export.venues.iter();
        let venues = Abbreviations::new(pairs.map(|(name, short)| (name.as_str(), short.as_str())));
        let words = export.protect.iter().map(String::as_str);
        Ok(Self {
            dialect: match export.dialect {
                Dialect::Bibtex => bibtex::Dialect::Bibtex,
                Dialect::Biblatex => bibtex::Dialect::Biblatex,
            },
            render_options: RenderOptions::new(style, venues, words),
            notes: NoteOptions {
                notices: export.notices,
                remarks: export.remarks,
            },
        })
    }

    /// Returns it in the form that [`output`](crate::output) takes.
    #[must_use]
    pub fn form(&self) -> EntryFormat<'_> {
        EntryFormat {
            dialect: self.dialect,
            render_options: &self.render_options,
            notes: self.notes,
        }
    }
}
