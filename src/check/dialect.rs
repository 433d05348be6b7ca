use crate::bib::{Block, Content};

/// The program that a file is written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// Classic BibTeX: ASCII, `year`, `journal`.
    Bibtex,
    /// biblatex with biber: UTF-8, `date`, `journaltitle`.
    Biblatex,
}

impl Dialect {
    /// Returns the name: `bibtex`, `biblatex`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Bibtex => "bibtex",
            Self::Biblatex => "biblatex",
        }
    }

    /// Returns the dialect to which most of the file's distinctive fields and types belong; classic BibTeX
    /// where there are none.
    pub(super) fn of(blocks: &[Block<'_>]) -> Self {
        const MODERN: [&str; 7] = [
            "date",
            "journaltitle",
            "location",
            "eprinttype",
            "eprintclass",
            "institution",
            "maintitle",
        ];
        const CLASSIC: [&str; 6] = [
            "year",
            "journal",
            "address",
            "archiveprefix",
            "primaryclass",
            "school",
        ];
        const TYPES: [&str; 8] = [
            "online",
            "thesis",
            "report",
            "dataset",
            "software",
            "patent",
            "collection",
            "mvbook",
        ];
        let (mut modern, mut classic) = (0_usize, 0_usize);
        for block in blocks {
            let Content::Entry { kind, fields, .. } = &block.content else {
                continue;
            };
            let any =
                |names: &[&str], name: &str| names.iter().any(|n| n.eq_ignore_ascii_case(name));
            modern += usize::from(any(&TYPES, kind));
            for field in &fields.fields {
                modern += usize::from(any(&MODERN, field.name));
                classic += usize::from(any(&CLASSIC, field.name));
            }
        }
        if modern > classic {
            Self::Biblatex
        } else {
            Self::Bibtex
        }
    }
}
