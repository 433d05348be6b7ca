use super::FieldOfStudy;

/// How far a source is believed when several sources state a field of one work.
///
/// Each number is a rank: the source with the lowest one is believed. The built-in sources use the
/// numbers from 10 to 50, so that another source finds room between any two of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Authority {
    /// For published works: title, authors, and all fields but those below.
    pub published: u8,
    /// For the full name of a venue and for article numbers.
    pub venues: u8,
    /// For what is printed on the title page of a book: publisher, place, series, edition and editors.
    pub imprints: u8,
    /// For the abbreviated names of journals.
    pub short_names: u8,
    /// For preprints.
    pub preprints: u8,
    /// Whether its spelling of an author is taken where two spellings are of one name. Registrars
    /// separate given and family names and keep accents.
    pub spells_names: bool,
    /// The fields of study whose own bibliography it is, kept by their customs. Other sources may have all works
    /// of these fields, too.
    pub own_fields: &'static [FieldOfStudy],
}

impl Authority {
    /// Believed only where no other source states the field.
    pub const LAST: Self = Self {
        published: u8::MAX,
        venues: u8::MAX,
        imprints: u8::MAX,
        short_names: u8::MAX,
        preprints: u8::MAX,
        spells_names: false,
        own_fields: &[],
    };
}
