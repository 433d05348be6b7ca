use crate::{
    model::{Listing, Person, PersonName},
    text::names::shares_family,
};

/// The content of one file.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct ImportedList {
    /// The owner of the list, as far as the file states them.
    pub person: Person,
    /// The name of the owner that the list itself tells, whoever it was read for.
    pub told: Option<PersonName>,
    /// The publications in the order of the file.
    pub entries: Vec<ImportedEntry>,
    /// Passages that look like publications and were left out.
    pub left_out: Vec<LeftOut>,
    /// Problems with the file, in its order.
    pub warnings: Vec<ImportWarning>,
}

impl ImportedList {
    /// Returns a profile's owner and the list's, if both are told and no spelling of their names shares a family name.
    #[must_use]
    pub fn stranger_to<'a>(
        &'a self,
        person: &'a Person,
    ) -> Option<(&'a PersonName, &'a PersonName)> {
        let (one, other) = (person.name.as_ref()?, self.told.as_ref()?);
        let mut names = person.aliases.iter().chain([one]);
        let is_shared = names.any(|name| shares_family(name, other));
        (!is_shared).then_some((one, other))
    }
}

/// One publication of a list.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ImportedEntry {
    /// The publication as listed.
    pub listing: Listing,
    /// Its lines in the file.
    pub at: LineRange,
    /// The certainty of each field.
    pub certainty: Certainty,
}

/// A range of lines of a file, counted from 1, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineRange {
    /// The first line.
    pub first: usize,
    /// The last line.
    pub last: usize,
}

/// The probability, 0 to 1, that each field is what the author of the list meant. Absent fields are
/// rated too, since they may have been overlooked.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Certainty {
    /// The probability that the title is complete and nothing else.
    pub title: f64,
    /// The probability that these are all authors in their order.
    pub authors: f64,
    /// The probability that this is the venue.
    pub venue: f64,
    /// The probability that this is the year.
    pub year: f64,
}

impl Certainty {
    /// The certainty of named fields, of which nothing was guessed.
    pub const SURE: Self = Self {
        title: 1.0,
        authors: 1.0,
        venue: 1.0,
        year: 1.0,
    };
}

/// A passage that was left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// Its lines in the file.
    pub at: LineRange,
    /// Its beginning.
    pub text: String,
    /// The reason for leaving it out.
    pub reason: Reason,
}

/// The reason why a passage was not read as a publication.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// It is under a heading for something else: talks, teaching, service.
    OtherSection,
    /// It is no entry: an introduction, a legend, a line of buttons.
    NotAnEntry,
    /// It looks like an entry, but no title can be found.
    NoTitle,
    /// It was read as an entry, which is a publication of the list with this probability, in percent.
    Unlikely(u8),
}

impl Reason {
    /// Whether the passage may be a publication after all: it is under no other heading, and as likely as a
    /// tenth.
    #[must_use]
    pub fn is_doubtful(self) -> bool {
        !matches!(self, Self::OtherSection | Self::Unlikely(..10))
    }
}

/// A problem with the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportWarning {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The problem and how it was handled.
    pub message: String,
}
