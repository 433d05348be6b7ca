use serde::{Deserialize, Serialize};

/// What sort of publication something is.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Default,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A paper in the proceedings of a conference or workshop.
    Conference,
    /// An article in a journal or magazine.
    Journal,
    /// A manuscript on arXiv or a like server.
    Preprint,
    /// A whole book.
    Book,
    /// A part of a book.
    Chapter,
    /// A whole volume of proceedings.
    Proceedings,
    /// A doctoral thesis.
    PhdThesis,
    /// A master's thesis.
    MastersThesis,
    /// A report of an institution.
    Report,
    /// A patent or patent application.
    Patent,
    /// A data set.
    Dataset,
    /// A program.
    Software,
    /// A page or post on the web.
    Web,
    /// Anything else.
    #[default]
    Other,
}

impl Kind {
    /// Every kind, in the order in which messages list them.
    pub const ALL: [Self; 14] = [
        Self::Conference,
        Self::Journal,
        Self::Preprint,
        Self::Book,
        Self::Chapter,
        Self::Proceedings,
        Self::PhdThesis,
        Self::MastersThesis,
        Self::Report,
        Self::Patent,
        Self::Dataset,
        Self::Software,
        Self::Web,
        Self::Other,
    ];

    /// Its name in profiles, locks and messages.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Conference => "conference",
            Self::Journal => "journal",
            Self::Preprint => "preprint",
            Self::Book => "book",
            Self::Chapter => "chapter",
            Self::Proceedings => "proceedings",
            Self::PhdThesis => "phd-thesis",
            Self::MastersThesis => "masters-thesis",
            Self::Report => "report",
            Self::Patent => "patent",
            Self::Dataset => "dataset",
            Self::Software => "software",
            Self::Web => "web",
            Self::Other => "other",
        }
    }

    /// Whether works of this kind have gone through a publisher, so that they stand above a
    /// preprint of the same work.
    #[must_use]
    pub fn is_published(self) -> bool {
        !matches!(self, Self::Preprint | Self::Web | Self::Other)
    }

    /// Whether works of this kind stand alone, in no journal or proceedings.
    #[must_use]
    pub fn is_book_or_thesis(self) -> bool {
        self == Self::Book || self.is_thesis()
    }

    /// What a source's words for the sort of a work say beyond its kind, for the kinds of which
    /// there are sorts: theses, reports and parts of books. `Habilitation`, but not `PhD thesis`.
    #[must_use]
    pub fn genre(self, words: &str) -> Option<String> {
        let words = words.trim();
        let letters: String = words
            .chars()
            .filter(|c| c.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect();
        let known: &[&str] = match self {
            Self::PhdThesis => &["phdthesis", "phd", "thesis", "doctoralthesis"],
            Self::MastersThesis => &["mastersthesis", "masterthesis", "mathesis", "thesis"],
            Self::Report => &["techreport", "technicalreport", "report"],
            Self::Chapter => &["chapter", "bookchapter"],
            _ => return None,
        };
        (!letters.is_empty() && !known.contains(&letters.as_str())).then(|| words.to_owned())
    }

    /// Whether this is a thesis of either degree.
    #[must_use]
    pub fn is_thesis(self) -> bool {
        matches!(self, Self::PhdThesis | Self::MastersThesis)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sort_says_more_than_the_kind() {
        for (kind, words, want) in [
            (Kind::PhdThesis, "Habilitation", Some("Habilitation")),
            (Kind::PhdThesis, "Ph.D. Thesis", None),
            (Kind::MastersThesis, "Master's thesis", None),
            (Kind::Report, " Memo ", Some("Memo")),
            (Kind::Report, "techreport", None),
            (Kind::Journal, "Research article", None),
            (Kind::Report, " ", None),
        ] {
            assert_eq!(kind.genre(words).as_deref(), want, "{words}");
        }
    }
}
