//! The values of works as they would be written into a file.

use std::collections::BTreeMap;

use crate::{
    bib::{self, BibEntry},
    export::{
        RenderOptions,
        bibtex::{self, Dialect},
    },
    model::Work,
    patch::Charset,
};

/// Works as entries, by key: in TeX, and in Unicode where the file takes that.
pub(super) struct Rendered {
    plain: BTreeMap<String, BibEntry>,
    letters: BTreeMap<String, BibEntry>,
    charset: Charset,
}

impl Rendered {
    /// Renders works, whose keys are distinct.
    pub(super) fn of(works: &[&Work], charset: Charset) -> Self {
        let entries = |dialect: Dialect| -> BTreeMap<String, BibEntry> {
            let texts = bibtex::entries(works, dialect, &RenderOptions::default());
            texts
                .into_iter()
                .filter_map(|(key, text)| Some((key, bib::read(&text).entries.into_iter().next()?)))
                .collect()
        };
        Self {
            plain: entries(Dialect::Bibtex),
            letters: match charset {
                Charset::Ascii => BTreeMap::new(),
                Charset::Latin1 | Charset::Unicode => entries(Dialect::Biblatex),
            },
            charset,
        }
    }

    /// Returns the type of a work's entry in classic BibTeX.
    pub(super) fn kind(&self, key: &str) -> Option<&str> {
        self.plain.get(key).map(|entry| entry.kind.as_str())
    }

    /// Returns the value of a field by its name in classic BibTeX, in the letters of the file.
    pub(super) fn value(&self, key: &str, name: &str) -> Option<String> {
        let plain = self.plain.get(key)?.field(name)?;
        let modern = match name {
            "journal" => "journaltitle",
            "school" => "institution",
            "address" => "location",
            name => name,
        };
        let letters = self.letters.get(key).and_then(|it| it.field(modern));
        let letters = letters.filter(|text| self.charset.holds(text));
        Some(letters.unwrap_or(plain).to_owned())
    }
}
