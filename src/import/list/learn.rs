//! What all items of a list tell of it.

use std::collections::HashMap;

use super::{
    atom::{self, Vocabulary},
    habits::Habits,
    inverted::{self, Turned},
    item::{Item, Learned},
    join,
    lexicon::Sort,
    people, pieces,
    read::Hints,
    row::Row,
    section::Section,
    segment::{self, Bias, Field, Reading, Ways},
    shape::{self, Shape},
    start,
    token::{Form, Token},
};
use crate::{model::ListedAuthor, text::fold::fold};

/// So many items are enough to learn what a list does.
pub(super) const LESSONS: usize = 400;

/// Words that the list has in lower case, which are hardly names.
pub(super) fn lower(rows: &[Row], sections: &[Section]) -> HashMap<String, usize> {
    let mut out = HashMap::new();
    for token in sections
        .iter()
        .flat_map(|section| &rows[section.first..section.end])
        .flat_map(|row| &row.tokens)
    {
        if token.form == Form::Word
            && token.text.len() > 3
            && token.text.chars().all(|c| c.is_lowercase() || c == '-')
        {
            *out.entry(fold(&token.text)).or_default() += 1;
        }
    }
    out
}

/// What the items, as read so far, tell of the list.
pub(super) fn learn(
    rows: &[Row],
    sections: &[Section],
    items: &[Item],
    before: &Learned,
    hints: &Hints,
) -> Learned {
    let mut out = Learned {
        vocabulary: Vocabulary {
            lower: before.vocabulary.lower.clone(),
            ..Vocabulary::default()
        },
        habits: Habits::default(),
        blocks: before.blocks,
        ..Learned::default()
    };
    if let Some(name) = hints.name {
        out.vocabulary.families.insert(fold(&name.family), 3);
    }
    for item in items.iter().filter(|item| item.is_entry).take(LESSONS) {
        let read = Read::of(rows, sections, item, before, hints);
        let whole = read.reading.of(Field::Authors).is_some()
            && (read.reading.of(Field::Venue).is_some() || read.reading.of(Field::Date).is_some());
        let weight = if whole && read.reading.score > 4.0 {
            1.0
        } else {
            0.25
        };
        out.habits
            .learn(&read.tokens, &read.atoms, &read.reading.segments, weight);
        if let Some(range) = read.range(Field::Authors) {
            let begins_with = range
                .iter()
                .find(|token| token.form == Form::Word)
                .is_some_and(people::is_with);
            out.vocabulary.withs[usize::from(!begins_with)] += 1;
            for part in range.split(|token| token.form == Form::Comma) {
                match shape::shape(part) {
                    Shape::Full => out.vocabulary.shapes[0] += 1,
                    Shape::Behind => out.vocabulary.shapes[1] += 1,
                    _ => {}
                }
            }
            for author in people::read(range, Turned::default()).authors {
                if let ListedAuthor::Named(name) = author {
                    *out.vocabulary
                        .families
                        .entry(fold(&name.family))
                        .or_default() += 1;
                }
            }
        }
        if let Some(range) = read.range(Field::Venue) {
            let name: Vec<String> = range
                .iter()
                .filter(|token| {
                    token.form == Form::Word
                        && !token.text.bytes().any(|byte| byte.is_ascii_digit())
                })
                .map(|token| fold(&token.text))
                .collect();
            *out.vocabulary.venues.entry(name.join(" ")).or_default() += 1;
            // A short name may stand before the long one.
            if let Some(segment) = read.reading.of(Field::Venue) {
                for atom in read.atoms[segment.first..segment.end]
                    .iter()
                    .filter(|atom| atom.words > 2)
                {
                    let part: Vec<&str> = read.tokens[atom.first..atom.end]
                        .iter()
                        .filter(|token| token.form == Form::Word)
                        .map(Token::folded)
                        .collect();
                    if segment.end - segment.first > 1 {
                        *out.vocabulary.venues.entry(part.join(" ")).or_default() += 1;
                    }
                }
            }
        }
    }
    for (number, section) in sections.iter().enumerate() {
        let own: Vec<Item> = items
            .iter()
            .filter(|item| item.section == number)
            .cloned()
            .collect();
        start::learn_starts(rows, section, &own, &mut out);
    }
    out
}

/// An item as read.
pub(super) struct Read {
    pub(super) tokens: Vec<Token>,
    pub(super) atoms: Vec<atom::Atom>,
    ways: Ways,
    pub(super) reading: Reading,
}

impl Read {
    pub(super) fn of(
        rows: &[Row],
        sections: &[Section],
        item: &Item,
        learned: &Learned,
        hints: &Hints,
    ) -> Self {
        let full = sections[item.section].full;
        let tokens = join::join(rows, item.first, item.end, full);
        let mut atoms = atom::atoms(&tokens, &learned.vocabulary);
        if let Some(model) = &learned.fields {
            model.adjust((item.first, item.end, full), &tokens, &mut atoms);
        }
        let bias = Bias {
            habits: &learned.habits,
            known: hints.known,
        };
        let ways = Ways::of(&tokens, &atoms, bias);
        Self {
            reading: segment::read(&tokens, &atoms, &ways, bias, None),
            tokens,
            atoms,
            ways,
        }
    }

    pub(super) fn range(&self, field: Field) -> Option<&[Token]> {
        let segment = self.reading.of(field)?;
        Some(&self.tokens[self.atoms[segment.first].first..self.atoms[segment.end - 1].end])
    }

    /// How far the reading lies above the best one without the same authors, title and venue.
    pub(super) fn margins(&self, learned: &Learned, hints: &Hints) -> [f64; 3] {
        let bias = Bias {
            habits: &learned.habits,
            known: hints.known,
        };
        [Field::Authors, Field::Title, Field::Venue].map(|field| {
            let Some(segment) = self.reading.of(field) else {
                return 2.0;
            };
            let other = segment::read(&self.tokens, &self.atoms, &self.ways, bias, Some(segment));
            (self.reading.score - other.score).min(20.0)
        })
    }
}

/// A list that leaves given names out shows it by one of so many entries: with an even number of words they may be in
/// turn.
const FAMILIES: usize = 6;

/// Which names the list turns around.
pub(super) fn turned(reads: &[Option<Read>]) -> Turned {
    let (mut yes, mut no) = (0.0, 0.0);
    let (mut singles, mut lists, mut families) = (0, 0, 0);
    for range in reads
        .iter()
        .flatten()
        .take(LESSONS)
        .filter_map(|read| read.range(Field::Authors))
    {
        let parts: Vec<Shape> = pieces::pieces(range)
            .into_iter()
            .map(shape::shape)
            .collect();
        families += usize::from(inverted::are_families(&parts));
        for (at, part) in range
            .split(|token| token.form == Form::Comma || token.form == Form::Semicolon)
            .enumerate()
        {
            let shape = shape::shape(part);
            match shape {
                Shape::Initials | Shape::Single => yes += 0.5,
                Shape::Full => no += 1.0,
                _ => {}
            }
            if at == 0 {
                lists += 1;
                // `Le Dyk, Ann`
                let is_led = shape == Shape::Full
                    && part.len() == 2
                    && part[0].is(Sort::Particle)
                    && parts.get(1) == Some(&Shape::Single);
                singles += usize::from(shape == Shape::Single || is_led);
            }
        }
    }
    if families * FAMILIES >= lists && families > 1 {
        return Turned::NONE;
    }
    Turned {
        all: if yes + no == 0.0 {
            0.0
        } else {
            (yes - no) / (yes + no)
        },
        first: singles * 10 >= lists * 6 && singles >= 2,
    }
}
