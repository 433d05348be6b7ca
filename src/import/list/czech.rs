//! The Czech and Slovak `a` between two names, which is an article elsewhere: `LEE, Ann a Bo RAY`.

use super::{
    shape::{is_capital, is_initials},
    token::{Form, Token},
};

/// Writes `&` for the `a` between two names of a line that has letters of these languages.
pub(super) fn ands(tokens: &mut [Token]) {
    const LETTERS: &str = "ěščřžůýťďňľĺŕĚŠČŘŽŮÝŤĎŇĽ";
    let is_told = tokens
        .iter()
        .any(|token| token.text.contains(|c| LETTERS.contains(c)));
    for at in 1..tokens.len() {
        if tokens[at].text != "a" {
            continue;
        }
        // `LEE, A. a RAY, B.` is no title in any language.
        let is_sure = tokens[at - 1].form == Form::Period
            && matches!(tokens[at + 1..], [ref family, ref comma, ref given, ..]
                if is_loud(family) && comma.form == Form::Comma && is_initials(&given.text));
        if (is_told || is_sure) && ends_name(&tokens[..at]) && begins_name(&tokens[at + 1..]) {
            tokens[at].text = "&".into();
        }
    }
}

/// Whether a name stands at the end: `LEE, A.`, `LEE, Ann`, `Ann LEE`, `A. Lee`.
fn ends_name(tokens: &[Token]) -> bool {
    match tokens {
        [.., initial, period] if period.form == Form::Period => is_initials(&initial.text),
        [.., family, comma, given] if comma.form == Form::Comma => {
            is_loud(family) && is_capital(&given.text)
        }
        [.., given, family] => {
            is_loud(family) && is_capital(&given.text)
                || given.form == Form::Period && is_capital(&family.text)
        }
        _ => false,
    }
}

/// Whether a name stands at the head: `RAY, B.`, `Bo RAY`, `B. Ray`.
fn begins_name(tokens: &[Token]) -> bool {
    match tokens {
        [family, comma, given, ..] if comma.form == Form::Comma => {
            is_capital(&family.text)
                && (is_initials(&given.text) || is_loud(family) && is_capital(&given.text))
        }
        [initial, period, family, ..] if period.form == Form::Period => {
            is_initials(&initial.text) && family.text.starts_with(char::is_uppercase)
        }
        [given, family, ..] => {
            is_capital(&given.text) && (is_loud(family) || is_initials(&family.text))
        }
        _ => false,
    }
}

/// Whether a word is in capitals throughout and no initials.
fn is_loud(token: &Token) -> bool {
    token.text.chars().count() > 2 && token.text.chars().all(|c| c.is_uppercase() || c == '-')
}

#[cfg(test)]
mod tests {
    use crate::import::list::examples::names;

    #[test]
    fn the_word_between_two_names_is_no_article() {
        let read = names(&[
            "LEEOVÁ, Anna a Jiří RÁŽEK. Stavy a plátna na severu Čech. Sukno. 2018, roč. 4, č. 2, s. 4–9.",
            "RÁŽEK, J. a LEE, A. Mlýny a vítr, který jimi točí. Sukno. 2017, roč. 3, č. 2, s. 4–9.",
        ]);
        assert_eq!(read, ["LEEOVÁ, Anna; RÁŽEK, Jiří", "RÁŽEK, J.; LEE, A."]);
    }
}
