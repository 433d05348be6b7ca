use crate::model::{Listing, Person};

/// What was read from one file.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Import {
    /// Whose list it is, as far as the file says.
    pub person: Person,
    /// The publications, in the file's order.
    pub entries: Vec<Entry>,
    /// Passages that look like publications and were not taken.
    pub left_out: Vec<LeftOut>,
    /// What could not be read as it stands, in the file's order.
    pub faults: Vec<Fault>,
}

/// One publication as listed.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// What the list says of it.
    pub listing: Listing,
    /// Where it stands.
    pub at: Lines,
    /// How sure each field is.
    pub certainty: Certainty,
}

/// Lines of a file, counted from 1, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lines {
    /// The first.
    pub first: usize,
    /// The last.
    pub last: usize,
}

/// How likely each field is what the author of the list meant, 0 to 1. A field that is absent is
/// judged too: it may have been overlooked.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Certainty {
    /// That this is the title, whole and alone.
    pub title: f64,
    /// That these are all the authors in order.
    pub authors: f64,
    /// That this is the venue.
    pub venue: f64,
    /// That this is the year.
    pub year: f64,
}

impl Certainty {
    /// Told field by field, with nothing to guess.
    pub const SURE: Self = Self {
        title: 1.0,
        authors: 1.0,
        venue: 1.0,
        year: 1.0,
    };
}

/// A passage that was not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// Where it stands.
    pub at: Lines,
    /// How it begins.
    pub text: String,
    /// Why it was not taken.
    pub reason: Reason,
}

/// Why a passage was not taken for a publication.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// It stands under a heading of other things: talks, teaching, service.
    OtherSection,
    /// It is no entry: an introduction, a legend, a line of buttons.
    NotAnEntry,
    /// It looks like an entry and has no title that can be told.
    NoTitle,
}

/// Something that could not be read as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What was expected, and what was done.
    pub what: String,
}
