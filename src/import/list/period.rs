//! Periods: which end something, and which belong to an initial or an abbreviation.

use super::{
    aside::is_roman,
    cut::{Sign, is_year},
    initials::{is_short_and, leads_to_particles, stands_amid_name},
    lead_in::is_in,
    lexicon::{self, Sort},
    people,
    shape::is_initials,
    short::{begins_near, goes_on_small, is_cut_short, law_review},
    token::{Form, Gap, Token},
};
use crate::model::PersonName;

/// Whether the period behind a word is its own: an initial, an abbreviation.
pub(super) fn is_dotted(word: &Token) -> bool {
    is_initials(&word.text) && word.text.chars().filter(|c| c.is_alphabetic()).count() <= 2
        || is_abbreviation(word)
}

pub(super) fn is_abbreviation(word: &Token) -> bool {
    let folded = word.folded();
    [
        "proc", "conf", "int", "intl", "symp", "trans", "j", "univ", "dept", "assoc", "soc", "am",
        "amer", "appl", "math", "phys", "rev", "lett", "sci", "comput", "commun", "eng", "syst",
        "vol", "no", "pp", "p", "s", "nr", "vs", "st", "dr", "prof", "jr", "sr", "ed", "eds",
        "hrsg", "hg", "bd", "art", "ch", "cf", "e.g", "i.e", "nucl", "quant", "grav", "chem",
        "biol", "med", "natl", "acad", "ann", "electron", "mech", "angew", "incl", "т", "с", "вып",
        "стр", "д", "к",
    ]
    .contains(&folded)
        || lexicon::is(folded, Sort::Counted) && word.text.chars().count() <= 4
        || lexicon::is(folded, Sort::Abbreviated) && word.text.starts_with(char::is_uppercase)
        || [
            "т",
            "с",
            "вып",
            "стр",
            "ред",
            "им",
            "рос",
            "политехн",
            "бюл",
            "автореф",
            "дис",
            "пат",
            "канд",
            "докт",
            "техн",
            "экон",
            "филол",
            "пед",
            "наук.-практ",
            "міжнар",
            "междунар",
            "всерос",
            "конф",
            "материалы",
            "опубл",
        ]
        .contains(&word.text.to_lowercase().as_str())
}

/// A word that counts editions, with its number or without: `ed`, `6.Auflage`.
pub(super) fn is_edition(word: &Token) -> bool {
    let bare = word
        .folded()
        .trim_start_matches(|c: char| c.is_ascii_digit() || c == '.' || c == ' ');
    matches!(
        bare,
        "ed" | "edn" | "edition" | "edicao" | "edicion" | "aufl" | "auflage" | "wyd" | "baski"
    ) || word.text == "изд"
}

/// `Looms of the North. II. Cloth Review`: behind a whole sentence stands the number of its part, and no initials.
fn is_part_number(tokens: &[Token], at: usize) -> bool {
    let number = &tokens[at].text;
    let is_roman =
        (2..=4).contains(&number.len()) && number.chars().all(|c| matches!(c, 'I' | 'V' | 'X'));
    let ends_sentence = at >= 2
        && tokens[at - 1].form == Form::Period
        && tokens[at - 2].form == Form::Word
        && tokens[at - 2].text.chars().count() > 3
        && !is_dotted(&tokens[at - 2]);
    let goes_on = tokens.get(at + 2).is_some_and(|next| {
        next.form != Form::Word
            || next.text.chars().count() > 2 && next.text.starts_with(char::is_uppercase)
    });
    is_roman && ends_sentence && goes_on
}

/// What a period is that stands behind a word: the end of something, or but that of an initial or an
/// abbreviation.
pub(super) fn period(tokens: &[Token], at: usize) -> Sign {
    if is_part_number(tokens, at - 1) {
        return Sign::Period;
    }
    if let Some(sign) = beside(tokens, at) {
        return sign;
    }
    let word = &tokens[at - 1];
    if law_review(tokens, at) {
        return Sign::None;
    }
    // `Lee, W. van der, and`
    if is_initials(&word.text) && leads_to_particles(tokens, at + 1) {
        return Sign::None;
    }
    if !is_initials(&word.text) || word.text.chars().filter(|c| c.is_alphabetic()).count() > 3 {
        let is_lone = at >= 2 && matches!(tokens[at - 2].form, Form::Comma | Form::QuoteClose);
        let is_short = word.form == Form::Word
            && word.text.chars().count()
                <= if behind_abbreviation(tokens, at) {
                    8
                } else {
                    5
                }
            && word.text.starts_with(char::is_uppercase);
        return if is_abbreviation(word)
            || is_short && leads_abbreviations(tokens, at) && begins_near(tokens, at - 1)
            || is_cut_short(tokens, at)
            || goes_on_small(tokens, at)
        {
            Sign::None
        } else if is_lone && is_short {
            Sign::Dot
        } else {
            Sign::Period
        };
    }
    // Back over all initials: `Lee, A. B.` and `Lee A. B.` may end a name, `A. B. Lee` does not.
    let mut back = at - 1;
    loop {
        if back >= 2 && tokens[back - 1].form == Form::Period && is_initials(&tokens[back - 2].text)
        {
            back -= 2;
        } else if back >= 1 && is_one_initial(&tokens[back - 1].text) {
            back -= 1;
        } else {
            break;
        }
    }
    // A line may begin with a name.
    if tokens[back].gap >= Gap::Wide {
        return Sign::None;
    }
    let is_plain = |token: &Token| {
        token.form == Form::Word
            && (!is_initials(&token.text)
                || is_one_initial(&word.text) && is_loud_family(&token.text))
    };
    match back.checked_sub(1).map(|before| &tokens[before]) {
        Some(before) if before.form == Form::Word => behind_word(tokens, before, back, at),
        Some(before) if before.form == Form::Comma => {
            // `MEIRA JR., W.`
            let end = match tokens[..back - 1] {
                [.., ref junior, ref period]
                    if period.form == Form::Period && PersonName::is_suffix(&junior.text) =>
                {
                    back - 2
                }
                _ => back - 1,
            };
            let family = tokens[..end]
                .iter()
                .rposition(|token| {
                    token.form != Form::Word || people::ANDS.contains(&token.text.as_str())
                })
                .map_or(0, |at| at + 1);
            let is_family = family < end
                && end - family <= FAMILY
                && tokens[family..end]
                    .iter()
                    .all(|word| is_plain(word) && may_be_family(word))
                && family.checked_sub(1).is_none_or(|at| {
                    // `2019. Lee, A. Title`
                    tokens[at].form != Form::Period || at == 1 && is_year(&tokens[0].text)
                });
            if is_family { Sign::Dot } else { Sign::None }
        }
        _ => Sign::None,
    }
}

/// What the period behind initials is whose first stands at `back`, behind a word.
fn behind_word(tokens: &[Token], before: &Token, back: usize, at: usize) -> Sign {
    let begins_large =
        before.text.starts_with(char::is_uppercase) || before.text.contains(['’', '\'']);
    let leads_on = people::ANDS.contains(&before.text.as_str())
        || LEADS.contains(&before.text.as_str())
        || !before.text.starts_with(char::is_lowercase);
    if stands_amid_name(tokens, back, at) {
        Sign::None
    } else if ends_bare_names(tokens, at) {
        Sign::Period
    } else if begins_large {
        Sign::Dot
    } else if leads_on || names_species(tokens, at) {
        Sign::None
    } else {
        Sign::Period
    }
}

/// Whether a period ends a list of names whose initials stand without periods: `Lee A, Ray BC, Orr D. Wool, yarn and
/// cloth`.
fn ends_bare_names(tokens: &[Token], at: usize) -> bool {
    let is_bare = |at: usize| {
        let word = &tokens[at].text;
        at > 0
            && is_initials(word)
            && !word.contains(['.', '-'])
            && tokens[at - 1].form == Form::Word
            && !is_initials(&tokens[at - 1].text)
            && tokens[at - 1].text.chars().any(char::is_lowercase)
    };
    let family = tokens[..at - 1]
        .iter()
        .rposition(|token| token.form != Form::Word);
    let follows_name = family.is_some_and(|sign| {
        matches!(tokens[sign].form, Form::Comma | Form::Semicolon)
            && sign + FAMILY + 1 >= at - 1
            && sign > 1
            && is_bare(sign - 1)
    });
    // `Lee A, Ray B. C., Orr D`
    let goes_on = tokens.get(at + 1).is_none_or(|next| {
        next.form != Form::Word || is_one_initial(&next.text) && !names_species(tokens, at + 2)
    });
    is_bare(at - 1) && follows_name && !goes_on
}

/// Whether the period behind a letter is followed by the name of a species: `E. coli`.
fn names_species(tokens: &[Token], at: usize) -> bool {
    let is_letter = tokens[at - 1].text.chars().count() == 1;
    is_letter
        && tokens.get(at).is_some_and(|sign| sign.form == Form::Period)
        && tokens.get(at + 1).is_some_and(|next| {
            next.form == Form::Word
                && next.text.chars().count() > 3
                && next.text.chars().all(char::is_lowercase)
        })
}

/// Small words behind which a name may begin: `a cura di A. Lee`.
const LEADS: [&str; 9] = ["di", "von", "par", "por", "av", "af", "van", "red", "ред"];

/// Whether the word before a period follows another that is cut short: `Inf. Process.`
fn behind_abbreviation(tokens: &[Token], at: usize) -> bool {
    at >= 3
        && tokens[at - 2].form == Form::Period
        && tokens[at - 2].gap == Gap::Glued
        && tokens[at - 3].text.chars().count() > 2
        && is_abbreviation(&tokens[at - 3])
}

/// Whether more words that are cut short follow a period, with a whole one before them or without: `Comp. Theor.
/// Chem.`, `Class. Loom Chem.`
fn leads_abbreviations(tokens: &[Token], at: usize) -> bool {
    let is_short = |at: usize| {
        matches!(tokens.get(at..at + 2), Some([next, period])
            if next.form == Form::Word
                && next.gap > Gap::Glued
                && period.form == Form::Period
                && is_abbreviation(next)
                && next.text.chars().count() > 2)
    };
    let is_whole = |token: &Token| {
        token.form == Form::Word
            && token.gap == Gap::Space
            && token.text.chars().count() > 3
            && token.text.starts_with(char::is_uppercase)
    };
    is_short(at + 1) || tokens.get(at + 1).is_some_and(is_whole) && is_short(at + 2)
}

/// `H`, and not `LI`, which may be a family name in capitals.
pub(super) fn is_one_initial(word: &str) -> bool {
    is_initials(word)
        && (word.chars().filter(|c| c.is_alphabetic()).count() == 1 || word.contains(['.', '-']))
}

/// Whether a word may be a short family name in capitals: the `LI` of `LI, H.`
pub(super) fn is_loud_family(word: &str) -> bool {
    word.chars().count() >= 2 && word.chars().all(char::is_uppercase)
}

/// A family name has so many words at most.
const FAMILY: usize = 4;

/// Whether a word may be one of a family name.
fn may_be_family(word: &Token) -> bool {
    !word.text.starts_with(char::is_lowercase) || word.is(Sort::Particle)
}

/// Whether the period behind a letter ends nothing: `in the U.S. Army`, `J. R. Stat. Soc.`
fn is_amid_letters(tokens: &[Token], at: usize) -> bool {
    let word = &tokens[at - 1];
    // `in the U.S. Army`
    if matches!(word.text.as_str(), "U.S" | "U.K" | "U.S.A" | "U.N" | "E.U")
        && at >= 2
        && tokens[at - 2].form == Form::Word
        && tokens
            .get(at + 1)
            .is_some_and(|next| next.form == Form::Word && !is_in(next))
    {
        return true;
    }
    // `J. R. Stat. Soc.`
    if word.text.chars().count() == 1
        && at >= 3
        && tokens[at - 2].form == Form::Period
        && (tokens[at - 3].text == "J" || tokens[at - 3].is(Sort::Abbreviated))
        && tokens
            .get(at + 1)
            .is_some_and(|next| next.is(Sort::Abbreviated))
    {
        return true;
    }
    // `in J. Cloth`
    word.text == "J" && at >= 2 && (is_in(&tokens[at - 2]) || tokens[at - 2].text == "to")
}

/// What a period is by the words right beside it, where they tell.
fn beside(tokens: &[Token], at: usize) -> Option<Sign> {
    let word = &tokens[at - 1];
    // `u. a.`, `z. B.`
    let is_small_letter = |token: &Token| {
        token.form == Form::Word
            && token.text.chars().count() == 1
            && token.text.chars().all(char::is_lowercase)
    };
    if is_small_letter(word)
        && tokens.get(at + 2).is_some_and(|end| {
            end.form == Form::Period && end.gap == Gap::Glued && end.text.starts_with('.')
                || end.form == Form::Colon && end.text == ".:"
        })
        && tokens
            .get(at + 1)
            .is_some_and(|next| is_small_letter(next) || next.text.chars().count() == 1)
    {
        return Some(Sign::None);
    }
    if is_short_and(tokens, at) {
        return Some(Sign::None);
    }
    // `a. 13 n. 8`, `a. XLII`: the year of a paper.
    if word.text == "a"
        && tokens.get(at + 1).is_some_and(|next| {
            is_roman(&next.text) || next.text.starts_with(|c: char| c.is_ascii_digit())
        })
    {
        return Some(Sign::None);
    }
    // `Ph.D. thesis`
    if word.text == "Ph.D"
        && tokens
            .get(at + 1)
            .is_some_and(|next| next.form == Form::Word && next.gap == Gap::Space)
    {
        return Some(Sign::None);
    }
    // Another initial follows: `A. B. Lee`.
    if is_initials(&word.text)
        && tokens
            .get(at + 1)
            .is_some_and(|next| is_initials(&next.text))
        && tokens
            .get(at + 2)
            .is_some_and(|next| next.form == Form::Period)
    {
        return Some(Sign::None);
    }
    // `Lee, A. In Looms`
    if is_initials(&word.text)
        && tokens.get(at + 1).is_some_and(|next| {
            is_in(next) && next.text.starts_with(char::is_uppercase) && next.text != "В"
        })
    {
        return Some(Sign::Period);
    }
    if is_amid_letters(tokens, at) {
        return Some(Sign::None);
    }
    // `Illinois J. Math.`
    if matches!(word.text.as_str(), "J" | "Z")
        && tokens
            .get(at + 1)
            .is_some_and(|next| next.is(Sort::Abbreviated) || next.is(Sort::Venue))
    {
        return Some(Sign::None);
    }
    // `48. ed.`, `3. Aufl.`
    if word.text.bytes().all(|byte| byte.is_ascii_digit())
        && tokens.get(at + 1).is_some_and(is_edition)
    {
        return Some(Sign::None);
    }
    // `Lee A, ed. Title`
    if matches!(word.folded(), "ed" | "eds") && at >= 2 && tokens[at - 2].form == Form::Comma {
        return Some(Sign::Period);
    }
    // `des 19. Jahrhunderts`
    if at >= 2
        && word.text.len() <= 2
        && word.text.bytes().all(|byte| byte.is_ascii_digit())
        && tokens[at - 2].text.starts_with(char::is_lowercase)
        && tokens
            .get(at + 1)
            .is_some_and(|next| next.text.starts_with(char::is_uppercase))
    {
        return Some(Sign::None);
    }
    if tokens
        .get(at + 1)
        .is_some_and(|next| next.text.starts_with(|c: char| c.is_ascii_digit()))
        && (is_abbreviation(word) || word.is(Sort::Counted))
    {
        return Some(Sign::None);
    }
    // `A. O. Hero III. Title`
    if at >= 3
        && word.text.chars().count() > 1
        && PersonName::is_suffix(&word.text)
        && (tokens[at - 2].form == Form::Comma
            || tokens[at - 2].form == Form::Word
                && tokens[at - 2].text.starts_with(char::is_uppercase))
    {
        return Some(Sign::Period);
    }
    None
}
