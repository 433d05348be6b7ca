//! What stands around initials and other short words of names.

use super::{
    people,
    shape::TRAILING,
    token::{Form, Token},
};

/// Whether an initial stands between the given and the family name: `with Ann B. Lee and Bo C. Ray`.
pub(super) fn stands_amid_name(tokens: &[Token], initial: usize, period: usize) -> bool {
    let leads = |token: &Token| people::is_with(token) || people::is_by(token);
    let Some(before) = initial.checked_sub(2) else {
        return false;
    };
    let is_and = people::ANDS.contains(&tokens[before].text.as_str());
    let led = || {
        tokens[before.saturating_sub(NAMES)..before]
            .iter()
            .any(leads)
    };
    (leads(&tokens[before]) || is_and && led())
        && tokens
            .get(period + 1)
            .is_some_and(|next| next.text.starts_with(char::is_uppercase))
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
    fn an_initial_amid_a_name_ends_nothing() {
        let read = names(&[
            "On looms and the weaving of wool\nwith Ann B. Lee and Bo C. Ray\nCloth Review, 2019.",
            "On mills and the wind that turns them\nwith Cy D. Orr\nCloth Review, 2018.",
        ]);
        assert_eq!(read, ["-; Lee, Ann B.; Ray, Bo C.", "-; Orr, Cy D."]);
    }
}
