//! What stands around initials and other short words of names.

use super::{
    people,
    shape::{TRAILING, is_capital, is_initials},
    token::{Form, Gap, Token},
};

/// Whether an initial stands between the given and the family name, or leads a name: `with Ann B. Lee and Bo C. Ray`,
/// `With A. Lee`.
pub(super) fn stands_amid_name(tokens: &[Token], initial: usize, period: usize) -> bool {
    let leads = |token: &Token| people::is_with(token) || people::is_by(token);
    if initial > 0 && leads(&tokens[initial - 1]) {
        return true;
    }
    let Some(before) = initial.checked_sub(2) else {
        return false;
    };
    let is_and = people::ANDS.contains(&tokens[before].text.as_str());
    let led = || {
        tokens[before.saturating_sub(NAMES)..before]
            .iter()
            .any(leads)
    };
    let is_list = || {
        (is_and && ends_name(&tokens[..before]) || follows_names(tokens, before))
            && ends_behind(tokens, period + 1)
    };
    (leads(&tokens[before]) || is_and && led() || is_list())
        && tokens
            .get(period + 1)
            .is_some_and(|next| next.text.starts_with(char::is_uppercase))
}

/// Whether tokens end with a name behind a comma, and one more before it: `A. Lee, Bo Ray`.
fn ends_name(tokens: &[Token]) -> bool {
    let is_name = |words: &[Token]| {
        (2..=6).contains(&words.len())
            && words.iter().all(|word| {
                word.form == Form::Period || is_capital(&word.text) || is_initials(&word.text)
            })
    };
    let comma = |end: usize| {
        tokens[..end]
            .iter()
            .rposition(|token| token.form != Form::Word && token.form != Form::Period)
            .filter(|at| tokens[*at].form == Form::Comma)
    };
    // `A. Lee, Bo Ray, and`
    let end =
        tokens.len() - usize::from(tokens.last().is_some_and(|last| last.form == Form::Comma));
    comma(end).is_some_and(|at| is_name(&tokens[at + 1..end]))
}

/// Whether a comma stands behind two names or more, each with the family name at its end: `Ann Lee, Bo C. Ray,`.
fn follows_names(tokens: &[Token], comma: usize) -> bool {
    let is_full = |words: &[Token]| {
        let is_large = |word: &Token| is_capital(&word.text) || is_initials(&word.text);
        (2..=6).contains(&words.len())
            && words
                .iter()
                .all(|word| word.form == Form::Period || is_large(word))
            && words
                .last()
                .is_some_and(|last| last.form == Form::Word && !is_initials(&last.text))
    };
    let names = tokens[..comma].rsplit(|token| token.form == Form::Comma);
    tokens[comma].form == Form::Comma && names.take(2).filter(|name| is_full(name)).count() == 2
}

/// Whether one word stands at a place before the end of a field, or of a name.
fn ends_behind(tokens: &[Token], at: usize) -> bool {
    tokens.get(at + 1).is_none_or(|next| {
        next.gap >= Gap::Wide
            || people::ANDS.contains(&next.text.as_str())
            || matches!(
                next.form,
                Form::Period | Form::Comma | Form::Semicolon | Form::QuoteOpen | Form::Open
            )
    })
}

/// So many words of names stand behind the word that leads them in.
const NAMES: usize = 12;

/// Whether the period of `u.` stands between two names: `Berlin u. Boston`.
pub(super) fn is_short_and(tokens: &[Token], at: usize) -> bool {
    let is_large =
        |token: &Token| token.form == Form::Word && token.text.starts_with(char::is_uppercase);
    tokens[at - 1].text == "u"
        && at >= 2
        && is_large(&tokens[at - 2])
        && tokens.get(at + 1).is_some_and(is_large)
}

/// Whether nothing but the particles of a name stand before the next sign: the `van der` of `Lee, W. van der & Ray`.
pub(super) fn leads_to_particles(tokens: &[Token], at: usize) -> bool {
    let particles = tokens[at.min(tokens.len())..]
        .iter()
        .take(4)
        .take_while(|token| token.form == Form::Word && TRAILING.contains(&token.text.as_str()))
        .count();
    particles > 0
        && tokens.get(at + particles).is_none_or(|next| {
            matches!(
                next.form,
                Form::Comma | Form::Semicolon | Form::Open | Form::Period
            ) || people::ANDS.contains(&next.text.as_str())
        })
}

#[cfg(test)]
mod tests {
    use crate::import::list::examples::names;

    #[test]
    fn an_initial_amid_the_last_of_several_names_ends_nothing() {
        let read = names(&[
            "On looms and the weaving of wool. Ann Lee, Bo Ray, Cy Orr & Di E. Fox. Under review.",
            "On mills and the wind that turns them. Ann Lee, Cy Orr & Bo C. Ray. Submitted.",
        ]);
        assert_eq!(
            read,
            [
                "Lee, Ann; Ray, Bo; Orr, Cy; Fox, Di E.",
                "Lee, Ann; Orr, Cy; Ray, Bo C."
            ]
        );
    }

    #[test]
    fn an_initial_amid_a_name_behind_commas_ends_nothing() {
        let read = names(&[
            "Ann B. Lee, Bo Ray, Cy D. Orr; 2019; On looms and the weaving of wool; Cloth Review",
            "Ann B. Lee, Bo Ray, Di E. Fox & Cy D. Orr; 2018; On mills and the wind that turns them; Wool Letters",
        ]);
        assert_eq!(
            read,
            [
                "Lee, Ann B.; Ray, Bo; Orr, Cy D.",
                "Lee, Ann B.; Ray, Bo; Fox, Di E.; Orr, Cy D."
            ]
        );
    }

    #[test]
    fn an_initial_amid_a_name_ends_nothing() {
        let read = names(&[
            "On looms and the weaving of wool\nwith Ann B. Lee and Bo C. Ray\nCloth Review, 2019.",
            "On mills and the wind that turns them\nwith Cy D. Orr\nCloth Review, 2018.",
        ]);
        assert_eq!(read, ["-; Lee, Ann B.; Ray, Bo C.", "-; Orr, Cy D."]);
    }
}
