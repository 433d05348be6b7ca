//! What stands before the name of a venue and tells the state or the sort of a work: `Submitted to
//! Cloth Review`, `PhD thesis, University of Looms`.

use super::{
    lexicon::Sort,
    token::{Form, Token},
};
use crate::text::{fold::fold, publication_state::find_state};

/// So many words tell a state or a sort at most.
const LONGEST: usize = 7;

/// Without the words that tell a state, or that the work came out there, and the small word that
/// leads from them to the name.
pub(super) fn without_state(range: &[Token]) -> &[Token] {
    let (mut end, mut told) = (0, None);
    let mut phrase = String::new();
    let mut raw = String::new();
    while end < range.len().min(2 * LONGEST) && told.is_none_or(|told| end < told + LONGEST) {
        let token = &range[end];
        if token.form == Form::Word {
            if !phrase.is_empty() {
                phrase.push(' ');
                raw.push(' ');
            }
            phrase.push_str(token.folded());
            raw.push_str(&token.text.to_lowercase());
            if find_state(&phrase, &raw).is_some_and(|state| state.is_all_of(&phrase))
                || is_out(&phrase)
            {
                told = Some(end + 1);
            }
        } else if !matches!(token.form, Form::Dash | Form::Period) {
            break;
        }
        end += 1;
    }
    let Some(mut at) = told else { return range };
    let is_sign = |token: &Token| {
        matches!(
            token.form,
            Form::Comma | Form::Colon | Form::Semicolon | Form::Dash
        )
    };
    while range.get(at).is_some_and(is_sign) {
        at += 1;
    }
    let begins = at;
    while range.get(at).is_some_and(|word| {
        is_sign(word)
            || word.form == Form::Word
                && word.text.chars().all(char::is_lowercase)
                && word.is(Sort::Small)
            || at > begins && is_sign(word)
    }) {
        at += 1;
    }
    match range.get(at) {
        Some(first)
            if !first.text.starts_with(char::is_lowercase)
                && !matches!(first.form, Form::Period | Form::Close) =>
        {
            &range[at..]
        }
        _ => range,
    }
}

/// Whether a venue begins with words that say where a work was sent: `Submitted to Cloth Review`, but
/// not `Under review at Cloth Review`.
pub(super) fn is_sent(range: &[Token]) -> bool {
    const STEMS: [&str; 8] = [
        "submi",
        "resubmi",
        "soumi",
        "eingereich",
        "envia",
        "sottopost",
        "inskick",
        "innsend",
    ];
    let is_stem = |token: &Token| {
        STEMS.iter().any(|stem| token.folded().starts_with(stem)) || !token.text.is_ascii()
    };
    range.iter().take(4).any(is_stem)
}

/// Without the words behind a name that tell a state: `Cloth Review submitted`, `Cloth Conference (CLO 2019), to appear`.
pub(super) fn without_state_behind(range: &[Token]) -> &[Token] {
    for count in [2, 1] {
        let Some(at) = range.len().checked_sub(count).filter(|at| *at > 0) else {
            continue;
        };
        let (name, state) = range.split_at(at);
        let name = match name {
            [name @ .., comma] if comma.form == Form::Comma => name,
            _ => name,
        };
        let is_small =
            |token: &Token| token.form == Form::Word && token.text.chars().all(char::is_lowercase);
        let phrase = state
            .iter()
            .map(Token::folded)
            .collect::<Vec<_>>()
            .join(" ");
        if state.iter().all(is_small)
            && find_state(&phrase, "").is_some_and(|state| state.is_all_of(&phrase))
            && name.last().is_some_and(|last| {
                last.form == Form::Close || last.form == Form::Word && !is_small(last)
            })
            && !name.iter().all(|word| word.is(Sort::Small))
        {
            return name;
        }
    }
    range
}

/// Whether words say that a work came out: `published in`.
fn is_out(phrase: &str) -> bool {
    matches!(
        phrase,
        "published in"
            | "published by"
            | "appeared in"
            | "appears in"
            | "appearing in"
            | "presented at"
            | "publie dans"
            | "paru dans"
            | "publicado en"
            | "publicado em"
            | "chapter in"
            | "book chapter in"
            | "paper presented at"
            | "published as"
            | "veroffentlicht in"
            | "erschienen in"
            | "pubblicato in"
            | "prepared for"
            | "report prepared for"
            | "presentado en"
            | "presentata al"
            | "presentato al"
            | "poster presentato al"
            | "presente a"
    )
}

/// Whether all words of a stretch say which sort of thesis a work is.
pub(super) fn is_thesis_alone(range: &[Token]) -> bool {
    thesis(range).is_some_and(|end| {
        range[end..]
            .iter()
            .all(|token| !matches!(token.form, Form::Word | Form::Address))
    })
}

/// Where the words end that say which sort of thesis a work is: `PhD thesis`, `Thèse de doctorat`,
/// `Master's Thesis`.
fn thesis(range: &[Token]) -> Option<usize> {
    let mut end = None;
    for (at, token) in range.iter().enumerate().take(2 * LONGEST) {
        match token.form {
            Form::Word if is_thesis(token.folded()) || is_thesis(&token.text.to_lowercase()) => {
                end = Some(at + 1);
            }
            Form::Word
                if is_degree(token.folded()) || is_degree_word(&token.text.to_lowercase()) =>
            {
                if end.is_some() {
                    end = Some(at + 1);
                }
            }
            Form::Word if end.is_some() && is_small(token) => {}
            Form::Period | Form::Dash if range.get(at + 1).is_some_and(is_told) => {}
            // `дис. ... канд. наук`
            Form::Period
                if range
                    .get(at + 1)
                    .is_some_and(|next| next.form == Form::Period) => {}
            Form::Open | Form::Close => {}
            _ => break,
        }
    }
    end
}

fn is_told(token: &Token) -> bool {
    let lower = token.text.to_lowercase();
    token.form == Form::Word
        && (is_thesis(token.folded())
            || is_degree(token.folded())
            || is_thesis(&lower)
            || is_degree_word(&lower))
}

fn is_small(token: &Token) -> bool {
    token.is(Sort::Small) || token.is(Sort::Particle)
}

fn is_thesis(folded: &str) -> bool {
    folded.split(' ').any(|part| {
        matches!(
            part,
            "thesis"
                | "dissertation"
                | "these"
                | "tesis"
                | "tese"
                | "tesi"
                | "dissertacao"
                | "memoire"
                | "proefschrift"
                | "habilitation"
                | "habilitationsschrift"
                | "diplomarbeit"
                | "masterarbeit"
                | "bachelorarbeit"
                | "magisterarbeit"
                | "doktorarbeit"
                | "doktorska"
                | "dis"
                | "ertekezes"
                | "tezi"
                | "praca"
                | "rozprawa"
                | "disertace"
                | "avhandling"
                | "avhandlingen"
                | "afhandling"
                | "vaitoskirja"
                | "автореф"
                | "дис"
                | "диссертация"
        )
    })
}

/// The same where folding leaves nothing: `канд. техн. наук`.
fn is_degree_word(lower: &str) -> bool {
    const WORDS: [&str; 12] = [
        "канд",
        "докт",
        "д-ра",
        "техн",
        "наук",
        "физ.-мат",
        "физ",
        "экон",
        "филол",
        "пед",
        "ист",
        "хим",
    ];
    WORDS.contains(&lower)
}

fn is_degree(folded: &str) -> bool {
    let whole = fold(folded).replace(' ', "");
    matches!(
        whole.as_str(),
        "phd"
            | "dphil"
            | "ph"
            | "d"
            | "doctoral"
            | "doctorate"
            | "doctorat"
            | "doctorado"
            | "doutorado"
            | "doutoramento"
            | "dottorato"
            | "master"
            | "masters"
            | "s"
            | "maestria"
            | "mestrado"
            | "laurea"
            | "ma"
            | "msc"
            | "mphil"
            | "meng"
            | "ms"
            | "bsc"
            | "ba"
            | "bachelor"
            | "bachelors"
            | "diploma"
            | "licenciatura"
            | "unpublished"
            | "undergraduate"
            | "honors"
            | "honours"
            | "grad"
            | "kand"
            | "канд"
            | "докт"
            | "техн"
            | "наук"
            | "физ-мат"
            | "inaugural"
            | "doktori"
            | "doktora"
            | "lisans"
            | "yuksek"
            | "doktorska"
            | "magisterska"
            | "licentiate"
            | "promotionsschrift"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::list::{examples::tokens, token::text};

    fn read(written: &str) -> Vec<Token> {
        tokens(written)
    }

    #[test]
    fn a_state_behind_a_name_is_no_part_of_it() {
        for (written, want) in [
            ("Cloth Review submitted", "Cloth Review"),
            ("Cloth Review in press", "Cloth Review"),
            ("Cloth in press", "Cloth"),
            ("In submission", "In submission"),
            (
                "Cloth preprint, in submission",
                "Cloth preprint, in submission",
            ),
            ("Submitted", "Submitted"),
        ] {
            assert_eq!(text(without_state_behind(&read(written))), want);
        }
    }

    #[test]
    fn a_state_is_no_part_of_the_name() {
        for (written, want) in [
            ("Submitted to Cloth Review", "Cloth Review"),
            ("Accepted for publication in the CR", "CR"),
            ("Revise and Resubmit Cloth Review", "Cloth Review"),
            ("conditionally accepted, Cloth Review", "Cloth Review"),
            ("Erscheint in: Looms", "Looms"),
            ("à paraître dans Toiles", "Toiles"),
            ("Published in Looms", "Looms"),
            ("In press", "In press"),
            ("Cloth Review", "Cloth Review"),
        ] {
            assert_eq!(text(without_state(&read(written))), want, "{written}");
        }
    }
}
