//! What speaks for a field that begins, goes on or ends at a place. The numbers are of the size of
//! log-odds; they were set by hand and checked on the fixtures that are built on.

use super::{
    atom::Atom,
    cut::{Cut, Sign, is_acronym},
    lead_in::is_in,
    lexicon::Sort,
    likeness::likeness,
    looks::{NUMBERS, PLACE, PUBLISHER},
    people,
    segment::{Bias, Field},
    shape::{Shape, is_initials, shape},
    token::{Form, Gap, Token, text},
};
use crate::text::fold::fold;

/// How much a cut speaks for the end of a field.
pub(super) fn boundary(cut: Cut) -> f64 {
    strength(cut) - if cut.within { 3.0 } else { 1.2 }
}

pub(super) fn strength(cut: Cut) -> f64 {
    let sign = match cut.sign {
        Sign::None => 0.0,
        Sign::Dot => 0.8,
        Sign::Comma | Sign::Bracket => 1.0,
        Sign::Colon => 0.7,
        Sign::Dash | Sign::Slash | Sign::Question => 1.2,
        Sign::Semicolon => 1.4,
        Sign::Period | Sign::Pipe => 2.2,
        Sign::Quote => 2.6,
        Sign::Slashes => 3.5,
    };
    let gap = match cut.gap {
        Gap::Glued | Gap::Space => 0.0,
        Gap::Wrap => 0.1,
        Gap::Wide => 1.2,
        Gap::Break => 1.7,
        Gap::Block => 2.6,
    };
    let style = if cut.restyled { 0.9 } else { 0.0 };
    f64::max(sign, gap) + 0.4 * f64::min(sign, gap) + style
}

/// What it costs that a field goes on over a cut.
pub(super) fn crossing(field: Field, cut: Cut, atom: &Atom, words: &[Token]) -> f64 {
    let first = words.first();
    let goes_on = first.is_some_and(|word| people::ANDS.contains(&word.text.as_str()));
    let gap = match cut.gap {
        Gap::Glued | Gap::Space | Gap::Wrap => 0.0,
        Gap::Wide => 0.8,
        Gap::Break => 1.2,
        Gap::Block => 3.0,
    };
    let style = if cut.restyled && field != Field::Authors {
        0.8
    } else {
        0.0
    };
    // `Journal of Looms, Yarn and Cloth`
    let sums_up = field == Field::Venue
        && cut.sign == Sign::Comma
        && cut.gap <= Gap::Wrap
        && !cut.restyled
        && (3..=7).contains(&atom.words)
        && atom.looks[0] < 1.2
        && words
            .first()
            .is_some_and(|word| word.text.starts_with(char::is_uppercase))
        && words[1..]
            .iter()
            .any(|word| people::ANDS.contains(&word.text.as_str()));
    let sums_up = sums_up || field == Field::Venue && cut.sign == Sign::Comma && is_series(words);
    let sign = match field {
        Field::Authors => match cut.sign {
            // Names that nothing parts are no list.
            Sign::None if cut.gap <= Gap::Space => 1.6,
            Sign::None if cut.gap >= Gap::Wide => 2.0,
            // `Ann M. | Lee and Bo Ray`
            Sign::Dot if completes(words) => 0.0,
            // `Lee, A. B. Silent Delivery`: behind the last initial the list is over.
            Sign::Dot if cut.gap <= Gap::Space && !goes_on && atom.words > 1 => 2.0,
            Sign::Pipe | Sign::Dash if atom.looks[0] > 1.5 => 0.6,
            Sign::Comma | Sign::Semicolon | Sign::Dot | Sign::None | Sign::Slash => 0.0,
            Sign::Bracket => 0.5,
            // `Lee, A.: Warp and Weft`
            Sign::Colon => 7.0,
            _ => 2.5,
        },
        Field::Title => match cut.sign {
            Sign::None | Sign::Dot => 0.1,
            Sign::Colon | Sign::Question | Sign::Dash => 0.2,
            Sign::Comma => 0.5,
            Sign::Bracket | Sign::Slash => 0.6,
            Sign::Semicolon => 1.0,
            Sign::Period => 1.5,
            _ => 3.0,
        },
        _ => match cut.sign {
            Sign::None | Sign::Dot => 0.1,
            Sign::Bracket => 0.3,
            Sign::Dash | Sign::Slash => 0.6,
            Sign::Comma if sums_up => -0.8,
            Sign::Comma | Sign::Colon => 0.7,
            Sign::Pipe => 1.0,
            Sign::Semicolon | Sign::Question => 1.4,
            Sign::Period => 1.6,
            _ => 3.0,
        },
    };
    let sign = if cut.within && field != Field::Authors {
        0.3 * sign
    } else {
        sign
    };
    // `Title. In: Proceedings`
    let leads_in = field == Field::Title
        && matches!(
            cut.sign,
            Sign::Period | Sign::Comma | Sign::Quote | Sign::Question
        )
        && !cut.within
        && first.is_some_and(|word| matches!(word.text.as_str(), "In" | "in" | "IN"));
    let sign = sign + if leads_in { 1.5 } else { 0.0 };
    let quoted = if atom.quoted { 2.0 } else { 0.0 };
    let free = field == Field::Authors && cut.sign == Sign::Comma;
    // A list of names may be broken over lines behind its commas.
    sign + style + quoted + if free { 0.3 * gap } else { gap }
}

/// Whether words are a family name and another person: `Lee and Bo Ray`, or all but the last of his names:
/// `Lee and Bo R.`
fn completes(words: &[Token]) -> bool {
    let and = words
        .iter()
        .position(|word| people::ANDS.contains(&word.text.as_str()));
    and.is_some_and(|and| {
        shape(&words[..and]) == Shape::Single
            && match shape(&words[and + 1..]) {
                Shape::Full => likeness(&words[and + 1..]) > 1.5,
                Shape::Given => true,
                _ => false,
            }
    })
}

/// `Journal of Looms, Series A`
fn is_series(words: &[Token]) -> bool {
    // `Sov. Math., Dokl.`
    let is_short = matches!(words, [short, period]
        if period.form == Form::Period && short.is(Sort::Abbreviated));
    is_short
        || matches!(words, [series, letter]
        if ["series", "ser", "section", "sect"].contains(&series.folded())
            && letter.text.chars().count() <= 3
            && letter.text.chars().all(char::is_uppercase))
}

/// Which field lists usually put behind another, before anything is known of this list.
pub(super) fn order(from: Option<Field>, to: Field) -> f64 {
    match (from, to) {
        (Some(Field::Authors), Field::Title) | (Some(Field::Title), Field::Venue) => 0.5,
        (Some(Field::Venue), Field::Date) => 0.4,
        (None, Field::Authors | Field::Title) => 0.3,
        (Some(Field::Title), Field::Authors) => 0.2,
        (Some(Field::Authors), Field::Venue) => -0.5,
        (Some(Field::Venue), Field::Authors) => -0.6,
        (None, Field::Venue) | (Some(Field::Venue), Field::Title) => -1.0,
        (Some(Field::Date), Field::Date) => -1.5,
        _ => 0.0,
    }
}

/// What speaks against a field that begins at an atom, by the word that it begins with.
pub(super) fn opening(tokens: &[Token], atom: &Atom, field: Field) -> f64 {
    let Some(first) = tokens.get(atom.first) else {
        return 0.0;
    };
    // An `and` goes on with what came before it.
    if field != Field::Authors && people::ANDS.contains(&first.text.as_str()) {
        return -3.0;
    }
    let is_small = first.text.starts_with(char::is_lowercase)
        && first.is(Sort::Small)
        && !is_in(first)
        && first.text != "in";
    if field == Field::Venue && is_small && !atom.bracketed {
        return -1.2;
    }
    // `tendencies, methods and views`: hardly a name begins in small letters.
    let is_lower = first.form == Form::Word
        && first.text.chars().count() > 3
        && first.text.chars().all(char::is_lowercase)
        && first.text.is_ascii();
    if field == Field::Venue
        && is_lower
        && !atom.bracketed
        && atom.before.sign == Sign::Comma
        && atom.looks[2] < 0.5
    {
        return -0.8;
    }
    // `Yarn | and Cloth Mills, A. Lee`: a line's end alone leads to no names.
    let is_wrapped = atom.before.sign == Sign::None
        && atom.before.gap == Gap::Wrap
        && !atom.before.restyled
        && atom.first > 0
        && tokens[atom.first - 1].form == Form::Word
        && !people::is_by(first)
        && !people::is_with(first);
    if field == Field::Authors && is_wrapped {
        return -2.0;
    }
    // `New England Journal`: nothing parts the word from the one before it.
    let is_amid = atom.before.sign == Sign::None
        && atom.before.gap <= Gap::Wrap
        && !atom.before.restyled
        && atom.first > 0
        && tokens[atom.first - 1].form == Form::Word
        && tokens[atom.first - 1].text.starts_with(char::is_uppercase);
    if field == Field::Venue && is_amid && !is_in(first) && !is_acronym(&first.text) {
        return -1.0;
    }
    0.0
}

/// What speaks against a field that ends with an atom: no title ends in `of` or `with`.
pub(super) fn ending(tokens: &[Token], atom: &Atom, field: Field) -> f64 {
    const OPEN: [&str; 16] = [
        "of", "for", "in", "the", "with", "and", "to", "from", "by", "an", "under", "der", "und",
        "de", "für", "zur",
    ];
    let ends_open = atom.end > atom.first
        && OPEN.contains(&tokens[atom.end - 1].text.as_str())
        && matches!(field, Field::Title | Field::Venue);
    if ends_open { -2.5 } else { 0.0 }
}

/// What speaks against authors by all of their words: capitals alone are a label of the entry (`SDM`),
/// or a list of people by their initials, which has several.
pub(super) fn authors(tokens: &[Token], atoms: &[Atom], at: usize, to: usize) -> f64 {
    let is_label = to == at + 1
        && matches!(&tokens[atoms[at].first..atoms[at].end], [only]
            if only.text.chars().count() > 1 && is_initials(&only.text) && !only.text.contains('.'));
    // `A. Lee, Soft Matter 16, 12`: what stands before a volume is its journal.
    let is_journal = atoms[to - 1].before.restyled
        && atoms
            .get(to)
            .is_some_and(|next| next.looks == NUMBERS && next.before.gap < Gap::Break);
    // What is quoted is a title, though it looks like a name: `“Silent Delivery”`.
    let quoted = if atoms[at..to].iter().any(|atom| atom.quoted) {
        4.0
    } else {
        0.0
    };
    let label = if is_label { -5.0 } else { -quoted };
    label - if is_journal { 4.0 } else { 0.0 }
}

pub(super) fn title(tokens: &[Token], atoms: &[Atom], at: usize, to: usize, bias: Bias) -> f64 {
    let words: usize = atoms[at..to].iter().map(|atom| atom.words).sum();
    let mut score = match words {
        1 => -1.8,
        2 => -0.6,
        3 => 0.2,
        4..=20 => 0.8,
        21..=30 => 0.0,
        31..=45 => -2.0,
        // None, or far too many.
        _ => -6.0,
    };
    if atoms[at].quoted {
        score += if words >= 2 { 4.0 } else { 1.0 };
    } else if atoms[at + 1..to].iter().any(|atom| atom.quoted) {
        score -= 2.0;
    }
    let first = tokens[atoms[at].first..]
        .iter()
        .find(|token| token.form == Form::Word);
    if let Some(first) = first {
        if matches!(first.text.as_str(), "In" | "in") && !atoms[at].quoted {
            score -= 0.8;
        }
        if first.text.chars().all(char::is_lowercase) && !first.text.chars().any(|c| c >= '\u{370}')
        {
            score -= 0.8;
        }
        if first.text.chars().all(|c| c.is_ascii_digit()) {
            score -= 1.2;
        }
    }
    if is_row_of_title(atoms, at, to) {
        score += 2.0;
    }
    if words >= 2
        && let Some(known) = bias.known
        && known(&fold(&text(&tokens[atoms[at].first..atoms[to - 1].end])))
    {
        score += 12.0;
    }
    score
}

/// Whether a title with a period inside has a line of its own: `Looms of the North. How they are
/// woven`.
fn is_row_of_title(atoms: &[Atom], at: usize, to: usize) -> bool {
    let begins = at == 0 || atoms[at].before.gap >= Gap::Break;
    let ends = atoms
        .get(to)
        .is_some_and(|next| next.before.gap >= Gap::Break);
    let has_period = || {
        let inner = &atoms[at + 1..to];
        inner.iter().any(|atom| atom.before.sign == Sign::Period)
            && inner.iter().all(|atom| {
                atom.before.gap <= Gap::Wrap
                    && !atom.before.restyled
                    && (atom.before.sign != Sign::Period
                        || atom.looks[1] > atom.looks[2].max(0.3) && atom.looks[0] < 0.5)
            })
    };
    begins && ends && to - at <= 8 && atoms[at].looks[0] < 0.5 && has_period()
}

pub(super) fn venue(tokens: &[Token], atoms: &[Atom], at: usize, to: usize) -> f64 {
    let words: usize = atoms[at..to].iter().map(|atom| atom.words).sum();
    let mut score = match words {
        0 => -6.0,
        1..=16 => 0.4,
        17..=26 => -0.6,
        _ => -4.0,
    };
    // A bracket alone is the short name of something before it.
    if to - at == 1 && atoms[at].bracketed {
        score -= 0.6;
    }
    if to - at > 1 && atoms[at].bracketed {
        score -= 1.5;
    }
    if atoms[at..to].iter().any(|atom| atom.quoted) {
        score -= 2.5;
    }
    if tokens[atoms[at].first].text == "In" {
        score += 0.4;
    }
    // `Berlin: Springer`: what stands behind the place is the publisher, whole.
    if at > 0
        && atoms[at].before.sign == Sign::Colon
        && atoms[at - 1].looks == PLACE
        && atoms[at].looks == PUBLISHER
    {
        score += 3.0;
    }
    // `Title // Cloth Review`
    if atoms[at].before.sign == Sign::Slashes {
        score += 2.0;
    }
    score
}

#[cfg(test)]
mod tests {
    use crate::import::list::examples::{names, titles};

    #[test]
    fn names_end_at_a_colon() {
        let written = [
            "Lee, A.; Ray, B.: Warp, Weft, Yarn. Looms of the North. In: Cloth Review 35 (2009), S. 3–9.",
            "Lee, A.: Mills and the wind that turns them. In: Cloth Review 34 (2008), S. 4–8.",
        ];
        assert_eq!(titles(&written)[0], "Warp, Weft, Yarn. Looms of the North");
        assert_eq!(names(&written)[0], "Lee, A.; Ray, B.");
    }
}
