//! Chooses the entry type of a work.

use super::Dialect;
use crate::model::{Kind, Metadata};

/// The form of an entry, which determines its type in each dialect and its possible fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EntryForm {
    Article,
    InProceedings,
    Proceedings,
    Book,
    /// A book without a known publisher.
    Booklet,
    InCollection,
    /// A chapter or pages of a book, under the book's title.
    InBook,
    PhdThesis,
    MastersThesis,
    Report,
    /// A preprint or web page with an identifier or URL.
    Online,
    Dataset,
    Software,
    Patent,
    Misc,
}

impl EntryForm {
    /// Returns the form for a work's kind, or the closest one for which the work has the required
    /// fields. A missing required field leaves a gap in every style.
    pub(super) fn of(meta: &Metadata, dialect: Dialect) -> Self {
        let has_venue = meta.venue.as_ref().is_some_and(|venue| !venue.is_empty())
            || meta.venue_short.is_some();
        let has_publisher = meta.publisher.is_some();
        let has_school = meta.institution.is_some() || has_publisher;
        let has_address = meta.ids.doi.is_some() || meta.ids.arxiv.is_some() || meta.url.is_some();
        let has_part = meta.chapter.is_some() || meta.pages.is_some();
        let classic = dialect == Dialect::Bibtex;
        match meta.kind {
            Kind::Journal if is_preprint_server(meta) => Self::Online,
            Kind::Journal if has_venue => Self::Article,
            Kind::Chapter if has_venue && (has_publisher || !classic) => Self::InCollection,
            // Classic @incollection requires a publisher; @inproceedings prints the same without.
            Kind::Conference | Kind::Chapter if has_venue => Self::InProceedings,
            Kind::Chapter if has_publisher && has_part => Self::InBook,
            Kind::Book if has_publisher || !classic => Self::Book,
            Kind::Book => Self::Booklet,
            Kind::Proceedings => Self::Proceedings,
            Kind::PhdThesis if has_school => Self::PhdThesis,
            Kind::MastersThesis if has_school => Self::MastersThesis,
            Kind::Report if has_school || has_venue => Self::Report,
            Kind::Preprint | Kind::Web if has_address => Self::Online,
            Kind::Patent if meta.number.is_some() => Self::Patent,
            Kind::Dataset => Self::Dataset,
            Kind::Software => Self::Software,
            // Nothing but arXiv is known of its place.
            _ if meta.ids.arxiv.is_some() && !has_venue => Self::Online,
            _ => Self::Misc,
        }
    }

    /// Returns the entry type in lower case.
    pub(super) fn entry_type(self, dialect: Dialect) -> &'static str {
        let classic = dialect == Dialect::Bibtex;
        match self {
            Self::Article => "article",
            Self::InProceedings => "inproceedings",
            Self::Proceedings => "proceedings",
            Self::InBook if classic => "inbook",
            // biblatex's @inbook has a title of its own within the book's; its @book has chapters.
            Self::Book | Self::InBook => "book",
            Self::Booklet => "booklet",
            Self::InCollection => "incollection",
            Self::PhdThesis if classic => "phdthesis",
            Self::MastersThesis if classic => "mastersthesis",
            Self::PhdThesis | Self::MastersThesis => "thesis",
            Self::Report if classic => "techreport",
            Self::Report => "report",
            Self::Misc => "misc",
            // Classic styles don't know these types and warn.
            Self::Online | Self::Dataset | Self::Software | Self::Patent if classic => "misc",
            Self::Online => "online",
            Self::Dataset => "dataset",
            Self::Software => "software",
            Self::Patent => "patent",
        }
    }

    /// Returns the fields that no style may omit because classic styles warn without them.
    pub(super) fn required_fields(self, dialect: Dialect) -> &'static [&'static str] {
        match self {
            Self::Book | Self::InBook if dialect == Dialect::Bibtex => &["publisher"],
            Self::InCollection if dialect == Dialect::Bibtex => &["editor", "publisher"],
            // The editor replaces an author.
            Self::Proceedings | Self::InCollection => &["editor"],
            _ => &[],
        }
    }

    /// Returns biblatex's `type`, which distinguishes theses and labels reports.
    pub(super) fn type_field(self) -> Option<&'static str> {
        match self {
            Self::PhdThesis => Some("phdthesis"),
            Self::MastersThesis => Some("mathesis"),
            Self::Report => Some("techreport"),
            _ => None,
        }
    }
}

/// Whether a "journal" is DBLP's `CoRR` or another name for arXiv.
fn is_preprint_server(meta: &Metadata) -> bool {
    meta.ids.arxiv.is_some()
        && meta.venue.as_ref().is_none_or(|venue| {
            let venue = venue.text().to_lowercase();
            ["corr", "arxiv", "computing research repository"]
                .iter()
                .any(|server| venue.trim().starts_with(server))
        })
}
