//! What it costs to leave words of an entry out of all its fields.

use super::{
    atom::Atom,
    cut::Sign,
    people,
    segment::Field,
    token::{Form, Gap, Token},
};

/// What it costs to leave words out that nothing is known of.
pub(super) struct Stray {
    /// Wherever they stand.
    always: f64,
    /// Right behind a title.
    behind_title: f64,
    /// Right behind authors.
    behind_authors: f64,
}

impl Stray {
    pub(super) fn at(tokens: &[Token], atoms: &[Atom], at: usize) -> Self {
        let cut = atoms[at].before;
        let begins_with_and = |at: usize| {
            atoms.get(at).is_some_and(|atom| {
                let word = tokens.get(atom.first);
                word.is_some_and(|word| people::ANDS.contains(&word.text.as_str()))
            })
        };
        // `Learning, Visualization, and Interfaces`
        let goes_on = cut.gap < Gap::Break
            && (begins_with_and(at) || cut.sign == Sign::Comma && begins_with_and(at + 1));
        let is_told = atoms[at].looks[Field::Other as usize] > -0.3 || cut.gap >= Gap::Break;
        // A line in small letters behind a title goes on with it.
        let goes_on_small = atoms[at].looks[Field::Other as usize] < -0.3
            && cut.gap <= Gap::Break
            && !cut.restyled
            && tokens.get(atoms[at].first).is_some_and(|word| {
                word.form == Form::Word && word.text.chars().all(char::is_lowercase)
            });
        // `Conference on Machine | Learning`: no sign tells that something else begins.
        let is_amid = cut.sign == Sign::None
            && cut.gap <= Gap::Wrap
            && !cut.restyled
            && !is_told
            && at > 0
            && tokens
                .get(atoms[at].first)
                .is_some_and(|word| word.form == Form::Word);
        Self {
            always: if goes_on {
                -2.0
            } else if is_amid {
                -1.5
            } else {
                0.0
            },
            behind_title: match cut.sign {
                Sign::None if goes_on_small => -1.0,
                _ if is_told || goes_on => 0.0,
                Sign::Colon => -2.0,
                Sign::Comma | Sign::Dash | Sign::Question | Sign::Period => -0.7,
                _ => 0.0,
            },
            // `Ann M. | Lee`
            behind_authors: if cut.sign == Sign::Dot && !is_told {
                -2.0
            } else {
                0.0
            },
        }
    }

    pub(super) fn costs(&self, from: Option<Field>, other: usize) -> f64 {
        self.always
            + match from {
                Some(Field::Title) if other == 0 => self.behind_title,
                Some(Field::Authors) if other == 0 => self.behind_authors,
                _ => 0.0,
            }
    }
}

#[cfg(test)]
mod tests {
    use crate::import::list::examples::names;

    #[test]
    fn the_last_of_the_coauthors_is_whole() {
        let read = names(&[
            "Looms and the weaving of wool, with Bo Ray and Ann M. Sélley. Cloth Review, 40 (2023), 17–22.",
            "Mills and the wind that turns them, with Bo Ray. Cloth Review, 39 (2022), 4–9.",
        ]);
        assert_eq!(read, ["-; Ray, Bo; Sélley, Ann M.", "-; Ray, Bo"]);
    }
}
