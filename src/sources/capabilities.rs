//! What a source can be asked, so that callers need not know sources by name.

use crate::model::{Authority, FieldOfStudy, Person, SourceName, WorkId, WorkIdKind};

/// What a source can be asked, at which price, and how far it is believed.
///
/// [`crate::sync`] plans requests by this description alone. Begin with [`Capabilities::service`] or
/// [`Capabilities::local`] and set what differs.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a property of its own, and sources have any of them"
)]
pub struct Capabilities {
    /// Its name in prose: `DBLP`.
    pub title: &'static str,
    /// Whether it reads this disk. Such a source sends no requests and is asked first.
    pub is_local: bool,
    /// Whether [`super::Source::by_person`] finds people's pages.
    pub has_people: bool,
    /// Whether people list their works in it themselves. An import by ORCID iD reads such a list; runs, which
    /// look for what others say of a work, don't ask for it by default.
    pub keeps_lists: bool,
    /// Which identifiers [`super::Source::by_ids`] finds records by.
    pub ids: IdLookup,
    /// The kinds of identifiers of which [`super::Source::existence`] tells whether they are registered.
    /// Only a check of references asks that.
    pub registers: &'static [WorkIdKind],
    /// How [`super::Source::by_titles`] searches.
    pub titles: TitleSearch,
    /// Whether [`super::Source::by_names`] finds many titles in one request, by the name of a person.
    pub finds_by_name: bool,
    /// Which works it has.
    pub holds: Holdings,
    /// Whether [`super::Source::registrations`] reports retractions and corrections.
    pub has_notices: bool,
    /// The source that this one replaces when it fails or is not in use. A backup is asked for
    /// identifiers only, and only for those that nobody else knows.
    pub backup_for: Option<SourceName>,
    /// The fields of study whose works it has. Where the settings leave open who is asked, lists of these
    /// are reason to.
    pub fields: &'static [FieldOfStudy],
    /// The kind of identifiers that it has all works of, so that one of these is reason enough to ask it.
    pub home_of: Option<WorkIdKind>,
    /// Whether a profile gives the person's page in it, which is reason enough to ask it.
    pub has_page_of: fn(&Person) -> bool,
    /// How far its statements are believed.
    pub authority: Authority,
}

/// By which identifiers a source finds records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IdLookup {
    /// By none.
    None,
    /// A registry of identifiers of these kinds: each of them has a record of its own, and is worth a
    /// question.
    Registry(&'static [WorkIdKind]),
    /// A bibliography of works: any identifier of a work but that of PubMed finds its record, so that
    /// one is enough.
    Bibliography,
}

/// How a source searches for titles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TitleSearch {
    /// Not at all.
    None,
    /// Many titles in one request.
    Batched,
    /// One request for each title. A run affords a limited number of these, and only for what a
    /// registrar of publications may have.
    Single,
}

/// The kinds of works that a source has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holdings {
    /// Works of all kinds, or of too many to tell.
    All,
    /// Whole books, as the catalogue of a library has them. Its titles are searched for last, and only
    /// those that a list holds as books.
    Books,
}

impl Capabilities {
    /// Returns the description of a service that answers nothing yet and is believed last.
    #[must_use]
    pub const fn service(title: &'static str) -> Self {
        Self {
            title,
            is_local: false,
            has_people: false,
            keeps_lists: false,
            ids: IdLookup::None,
            registers: &[],
            titles: TitleSearch::None,
            finds_by_name: false,
            holds: Holdings::All,
            has_notices: false,
            backup_for: None,
            fields: &[],
            home_of: None,
            has_page_of: |_| false,
            authority: Authority::LAST,
        }
    }

    /// Returns the description of records on this disk, found by person, identifier and title.
    #[must_use]
    pub const fn local(title: &'static str) -> Self {
        Self {
            is_local: true,
            has_people: true,
            ids: IdLookup::Bibliography,
            titles: TitleSearch::Batched,
            ..Self::service(title)
        }
    }
}

impl IdLookup {
    /// Whether a record can be found by this identifier.
    #[must_use]
    pub fn finds(self, id: &WorkId) -> bool {
        match self {
            Self::None => false,
            Self::Registry(kinds) => kinds.contains(&id.kind()),
            Self::Bibliography => id.kind() != WorkIdKind::Pmid,
        }
    }
}
