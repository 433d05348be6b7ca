//! The table of which sources are believed for which field.

use crate::model::{
    Authority, Field,
    FieldOfStudy::{self, LifeSciences, Medicine, ParticlePhysics},
};

/// What is known of a work before its fields are merged.
#[derive(Debug, Clone, Copy)]
pub(super) struct WorkClass<'a> {
    pub(super) is_published: bool,
    pub(super) is_book: bool,
    /// The fields of study of its venue.
    pub(super) studied: &'a [FieldOfStudy],
}

/// By which rank of an [`Authority`] sources are sorted.
pub(super) type Rank = fn(&Authority) -> u8;

/// Some fields of some works, and whom to believe.
pub(super) struct Row {
    works: Works,
    fields: &'static [Field],
    pub(super) rank: Rank,
}

/// The works that a row is about.
enum Works {
    All,
    Preprints,
    Books,
    /// Those of these fields of study. The bibliographies of these fields are believed before other sources.
    Of(&'static [FieldOfStudy]),
}

/// The rows, of which the first that holds for a field of a work counts; [`REST`] is the last.
const TABLE: &[Row] = &[
    // arXiv itself has a preprint's newest title; DBLP keeps the first.
    Row {
        works: Works::Preprints,
        fields: &[
            Field::Kind,
            Field::Title,
            Field::Authors,
            Field::Date,
            Field::Url,
        ],
        rank: |authority| authority.preprints,
    },
    Row {
        works: Works::All,
        fields: &[Field::ArxivClass],
        rank: |authority| authority.preprints,
    },
    // Librarians copy these from the book; registrants state the names of companies, and some run the place
    // into the publisher.
    Row {
        works: Works::Books,
        fields: &[
            Field::Publisher,
            Field::Address,
            Field::Series,
            Field::Edition,
            Field::Editors,
        ],
        rank: |authority| authority.imprints,
    },
    // The National Library of Medicine's abbreviations are those that medical journals print. Its full names
    // are not (`The Lancet. Oncology`), so these have no row.
    Row {
        works: Works::Of(&[Medicine, LifeSciences]),
        fields: &[Field::VenueShort],
        rank: |authority| authority.short_names,
    },
    Row {
        works: Works::Of(&[Medicine, LifeSciences]),
        fields: &[Field::Pmid],
        rank: |authority| authority.published,
    },
    Row {
        works: Works::Of(&[ParticlePhysics]),
        fields: &[Field::VenueShort],
        rank: |authority| authority.short_names,
    },
    // INSPIRE's librarians enter the collaboration where registrants make it an author or leave it out.
    Row {
        works: Works::Of(&[ParticlePhysics]),
        fields: &[Field::Collaboration],
        rank: |authority| authority.published,
    },
    // A bibliography abbreviates as journals do; registrants repeat the full name.
    Row {
        works: Works::All,
        fields: &[Field::VenueShort],
        rank: |authority| authority.short_names,
    },
    // Registrants give the names of venues in full, without place and days.
    Row {
        works: Works::All,
        fields: &[Field::Venue, Field::ArticleNumber],
        rank: |authority| authority.venues,
    },
];

/// All other fields: a bibliography made with care is best.
const REST: Row = Row {
    works: Works::All,
    fields: &[],
    rank: |authority| authority.published,
};

/// Returns the row for a field of a work.
pub(super) fn row_of(field: Field, work: WorkClass<'_>) -> &'static Row {
    let mut rows = TABLE.iter();
    rows.find(|row| row.fields.contains(&field) && row.works.include(work))
        .unwrap_or(&REST)
}

impl Row {
    /// Whether a source is the bibliography of the row's field of study.
    pub(super) fn is_at_home(&self, authority: &Authority) -> bool {
        match self.works {
            Works::Of(fields) => authority.own_fields.iter().any(|own| fields.contains(own)),
            Works::All | Works::Preprints | Works::Books => false,
        }
    }
}

impl Works {
    fn include(&self, work: WorkClass<'_>) -> bool {
        match self {
            Self::All => true,
            Self::Preprints => !work.is_published,
            Self::Books => work.is_book,
            Self::Of(fields) => work.studied.iter().any(|field| fields.contains(field)),
        }
    }
}
