//! What the reader of entries makes of some rows by themselves.

use super::super::{
    atom::atoms,
    inverted::Turned,
    item::{self, Learned},
    people,
    segment::{Field, Reading},
    token::{Form, Token},
};

/// What the reader of entries makes of some rows.
#[derive(Debug, Default)]
pub(super) struct RowReading {
    /// The first letters of its fields in their order.
    pub(super) order: String,
    /// The score of the reading, in steps of four.
    pub(super) score: i32,
    pub(super) is_whole: bool,
    pub(super) nothing: bool,
    pub(super) title_words: usize,
    pub(super) people: usize,
}

/// Longer rows are not read: no entry is as long.
pub(super) const LONGEST: usize = 400;

impl RowReading {
    pub(super) fn of(tokens: &[Token], learned: &Learned) -> Self {
        let atoms = atoms(tokens, &learned.vocabulary);
        if atoms.is_empty() {
            return Self {
                nothing: true,
                score: -9,
                ..Self::default()
            };
        }
        let reading: Reading = item::reading(tokens, &atoms, learned, None);
        let order: String = reading
            .segments
            .iter()
            .map(|segment| match segment.field {
                Field::Authors => 'a',
                Field::Title => 't',
                Field::Venue => 'v',
                Field::Date => 'y',
                Field::Other => '.',
            })
            .filter(|c| *c != '.')
            .take(6)
            .collect();
        let of = |field: Field| {
            let segment = reading.of(field)?;
            Some(&tokens[atoms[segment.first].first..atoms[segment.end - 1].end])
        };
        #[expect(clippy::cast_possible_truncation, reason = "clamped")]
        let score = (reading.score / 4.0).floor().clamp(-6.0, 8.0) as i32;
        let count = |tokens: &[Token]| {
            tokens
                .iter()
                .filter(|token| token.form == Form::Word)
                .count()
        };
        Self {
            order,
            score,
            is_whole: [Field::Authors, Field::Title, Field::Venue, Field::Date]
                .into_iter()
                .all(|field| reading.of(field).is_some()),
            nothing: false,
            title_words: of(Field::Title).map_or(0, count),
            people: of(Field::Authors).map_or(0, |range| {
                people::read(range, Turned::default()).authors.len()
            }),
        }
    }
}
