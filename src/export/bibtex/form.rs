//! Which entry type a work has.

use super::Dialect;
use crate::model::{Kind, Metadata};

/// The shape of an entry: what its type is in each dialect, and which fields it may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Article,
    InProceedings,
    Proceedings,
    Book,
    /// A book of which no publisher is known.
    Booklet,
    InCollection,
    /// A chapter or pages of a book, by the book's title.
    InBook,
    PhdThesis,
    MastersThesis,
    Report,
    /// A preprint or page that has an identifier or address.
    Online,
    Dataset,
    Software,
    Patent,
    Misc,
}

impl Form {
    /// The form of a work: that of its kind, or the nearest one whose required fields it has, for
    /// every style leaves holes where a required field is missing.
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
            // Classic @incollection insists on a publisher; @inproceedings prints the same.
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
            // All that is known of where it is: arXiv.
            _ if meta.ids.arxiv.is_some() && !has_venue => Self::Online,
            _ => Self::Misc,
        }
    }

    /// The entry type, lower case.
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
            // Classic styles don't know these types and say so.
            Self::Online | Self::Dataset | Self::Software | Self::Patent if classic => "misc",
            Self::Online => "online",
            Self::Dataset => "dataset",
            Self::Software => "software",
            Self::Patent => "patent",
        }
    }

    /// The fields that no style may leave out: without them classic styles warn.
    pub(super) fn demands(self, dialect: Dialect) -> &'static [&'static str] {
        match self {
            Self::Book | Self::InBook if dialect == Dialect::Bibtex => &["publisher"],
            Self::InCollection if dialect == Dialect::Bibtex => &["editor", "publisher"],
            // The editor stands in place of an author.
            Self::Proceedings | Self::InCollection => &["editor"],
            _ => &[],
        }
    }

    /// biblatex's `type`, by which it tells theses apart and names reports.
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
