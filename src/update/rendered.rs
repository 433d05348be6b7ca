//! The values of a work as they would be written into a file.

use std::{cell::OnceCell, collections::BTreeMap};

use crate::{
    bib::{self, BibEntry},
    export::{
        RenderOptions,
        bibtex::{self, Dialect},
    },
    model::Work,
    patch::Charset,
};

/// A work as an entry, in TeX, and in Unicode where the file takes that. It is made when it is first asked
/// for: most entries of a file lack nothing.
pub(super) struct Rendered<'a> {
    work: &'a Work,
    charset: Charset,
    plain: OnceCell<Option<BibEntry>>,
    letters: OnceCell<Option<BibEntry>>,
}

impl<'a> Rendered<'a> {
    pub(super) fn of(work: &'a Work, charset: Charset) -> Self {
        Self {
            work,
            charset,
            plain: OnceCell::new(),
            letters: OnceCell::new(),
        }
    }

    fn entry(&self, dialect: Dialect) -> Option<BibEntry> {
        let work = Work {
            // A key of the person may hold what the reader takes for the end of the key.
            key: "work".to_owned(),
            fields: BTreeMap::new(),
            expressions: BTreeMap::new(),
            ..self.work.clone()
        };
        let written = bibtex::entries(&[&work], dialect, &RenderOptions::default());
        let (_, text) = written.first()?;
        bib::read(text).entries.into_iter().next()
    }

    fn plain(&self) -> Option<&BibEntry> {
        let plain = self.plain.get_or_init(|| self.entry(Dialect::Bibtex));
        plain.as_ref()
    }

    fn letters(&self) -> Option<&BibEntry> {
        let letters = self.letters.get_or_init(|| match self.charset {
            Charset::Ascii => None,
            Charset::Latin1 | Charset::Unicode => self.entry(Dialect::Biblatex),
        });
        letters.as_ref()
    }

    /// Returns the type of the entry in classic BibTeX.
    pub(super) fn kind(&self) -> Option<&str> {
        self.plain().map(|entry| entry.kind.as_str())
    }

    /// Returns the value of a field by its name in classic BibTeX, in the letters of the file.
    pub(super) fn value(&self, name: &str) -> Option<String> {
        let plain = self.plain()?.field(name)?;
        let modern = match name {
            "journal" => "journaltitle",
            "school" => "institution",
            "address" => "location",
            name => name,
        };
        let letters = self.letters().and_then(|it| it.field(modern));
        let letters = letters.filter(|text| self.charset.holds(text));
        Some(letters.unwrap_or(plain).to_owned())
    }
}
