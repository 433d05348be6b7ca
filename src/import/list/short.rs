//! Words cut short, as the titles of journals are: `Water Resour. Res.`, `Mon. Not. R. Astron. Soc.`

use super::{
    lexicon::{self, Sort},
    likeness::likeness,
    token::{Form, Gap, Token},
};

/// A title of a journal has so many words that are not cut short before the first that is.
const WHOLE: usize = 2;

/// So many letters has a word that was cut short.
const LETTERS: std::ops::RangeInclusive<usize> = 3..=9;

/// Whether the word before a period is cut short, as is another behind it, and both stand in the
/// title of a journal: that begins behind a sign and has hardly a whole word.
pub(super) fn is_cut_short(tokens: &[Token], at: usize) -> bool {
    let word = &tokens[at - 1];
    // `Comput. Vis. Image Underst.`
    let is_amid = at >= 3
        && tokens[at - 2].form == Form::Period
        && tokens[at - 3].is(Sort::Abbreviated)
        && word.text.chars().count() <= 4
        && word.text.starts_with(char::is_uppercase);
    (is_stem(word) || is_amid) && leads_on(tokens, at) && begins_near(tokens, at - 1)
}

/// Whether the word before a period is cut short by what follows in small letters, where no sentence
/// begins: `Матем. заметки`, `Ann. sci. norm.`
pub(super) fn goes_on_small(tokens: &[Token], at: usize) -> bool {
    let word = &tokens[at - 1];
    let Some(next) = tokens.get(at + 1) else {
        return false;
    };
    let is_slavic = |token: &Token| {
        let mut chars = token.text.chars();
        chars.all(|c| ('\u{400}'..='\u{4ff}').contains(&c) || c == '-')
    };
    let is_small = |token: &Token| {
        token.form == Form::Word
            && token.text.starts_with(char::is_lowercase)
            && token.text.chars().all(|c| c.is_lowercase() || c == '-')
    };
    let is_near = next.gap > Gap::Glued && next.gap <= Gap::Wrap;
    // `Lee A. A. 12 с. : ил.`
    let is_word = !lexicon::is(&next.text.to_lowercase(), Sort::Counted)
        && !next.is(Sort::Counted)
        && !next.is(Sort::Small);
    let is_latin = || {
        next.is(Sort::Abbreviated)
            && tokens
                .get(at + 2)
                .is_some_and(|sign| sign.form == Form::Period)
            && is_stem(word)
            && begins_near(tokens, at - 1)
    };
    word.form == Form::Word
        && is_small(next)
        && is_near
        && is_word
        && (is_slavic(word) && is_slavic(next) || is_latin())
}

/// Whether a period stands within the short name of a journal whose volume is told before it, as lawyers do:
/// `27 N.Y.U. ENVTL. L.J. 1`, `98 Va. L. Rev. (forthcoming 2022)`.
pub(super) fn law_review(tokens: &[Token], at: usize) -> bool {
    let is_large = |token: &Token| {
        token.form == Form::Word
            && (token.text.starts_with(char::is_uppercase) || token.text == "&")
            && token.text.chars().all(|c| !c.is_ascii_digit())
    };
    let is_inner = |token: &Token| is_large(token) || token.form == Form::Period;
    let is_count = |token: &Token| {
        token.form == Form::Word
            && token.text.len() <= 4
            && token.text.bytes().all(|byte| byte.is_ascii_digit())
    };
    // `J. Loom Econ. 104170`, and strokes for a page that is not known yet.
    let is_page = |token: &Token| {
        token.form == Form::Word
            && (token.text.len() <= 7 && token.text.bytes().all(|byte| byte.is_ascii_digit())
                || token.text.bytes().all(|byte| byte == b'_'))
    };
    let back = tokens[..at]
        .iter()
        .rev()
        .take(NAME)
        .take_while(|token| is_inner(token))
        .count();
    let ahead = tokens[at..]
        .iter()
        .take(NAME)
        .take_while(|token| is_inner(token))
        .count();
    let volume = (at - back).checked_sub(1);
    back > 0
        && volume.is_some_and(|volume| {
            is_count(&tokens[volume])
                && is_large(&tokens[volume + 1])
                && volume > 0
                && matches!(tokens[volume - 1].form, Form::Comma | Form::Question)
        })
        && tokens
            .get(at + ahead)
            .is_some_and(|end| is_page(end) || end.form == Form::Open && end.gap == Gap::Space)
}

/// Such a name has so many words and periods at most.
const NAME: usize = 10;

/// Whether a word ends as words do that are cut short: in a consonant, as a stem does.
fn is_stem(word: &Token) -> bool {
    let end = word.text.rsplit(['-', '.']).next().unwrap_or(&word.text);
    let letters = end.chars().count();
    word.form == Form::Word
        && word.text.starts_with(char::is_uppercase)
        && (LETTERS.contains(&letters) || word.text.contains('.'))
        && end.chars().all(char::is_alphabetic)
        && end.chars().skip(1).all(char::is_lowercase)
        && end.ends_with(|c: char| !"aeiouys".contains(c))
}

/// Whether more words cut short, or the letter of a part, follow a period.
fn leads_on(tokens: &[Token], at: usize) -> bool {
    let Some(next) = tokens.get(at + 1) else {
        return false;
    };
    let is_near = next.gap > Gap::Glued && next.gap <= Gap::Wrap;
    let has_period = |at: usize| {
        tokens
            .get(at)
            .is_some_and(|sign| sign.form == Form::Period && sign.gap == Gap::Glued)
    };
    let is_letter = next.text.chars().count() == 1 && next.text.starts_with(char::is_uppercase);
    let is_short = has_period(at + 2)
        && (is_stem(next)
            || next.folded() == "res"
            || next.is(Sort::Abbreviated)
            || is_letter && tokens.get(at + 3).is_some_and(is_stem) && has_period(at + 4));
    // `Transp. Res. Part C`, `Sel. Areas Commun.`
    let is_part = matches!(next.folded(), "part" | "ser" | "sect")
        && tokens.get(at + 2).is_some_and(|part| part.text.len() <= 2);
    let is_whole = is_capital(next)
        && has_period(at + 3)
        && tokens
            .get(at + 2)
            .is_some_and(|after| is_stem(after) && after.gap > Gap::Glued);
    // `J. Control. Release 12`: a word of research is nobody's name.
    let is_amid_journal = at >= 3
        && tokens[at - 2].form == Form::Period
        && tokens[at - 3].text == "J"
        && tokens[at - 1].is(Sort::Topical)
        && is_capital(next)
        && tokens.get(at + 2).is_some_and(|after| {
            after.form == Form::Open || after.text.starts_with(|c: char| c.is_ascii_digit())
        });
    is_near && (is_short || is_part || is_whole || is_amid_journal)
}

fn is_capital(word: &Token) -> bool {
    word.form == Form::Word && word.text.starts_with(char::is_uppercase)
}

/// Whether the title that a word stands in begins not far before it: all that stands between is
/// written large, and little of it is whole.
pub(super) fn begins_near(tokens: &[Token], word: usize) -> bool {
    let mut whole = 0;
    // Whether a period was crossed that may have ended a sentence.
    let mut crossed = false;
    let mut at = word;
    while at > 0 {
        let (before, here) = (&tokens[at - 1], &tokens[at]);
        let begins = here.gap >= Gap::Wide
            || before.style != here.style
            || !matches!(before.form, Form::Word | Form::Period);
        if begins {
            // `R. Lee. Cloth Rev.`
            let is_name = at + 2 == word
                && tokens[at + 1].form == Form::Period
                && here.text.chars().count() == 1
                && !matches!(here.text.as_str(), "J" | "Z");
            return crossed || !is_name && (whole == 0 || !follows_name(tokens, at));
        }
        if before.form == Form::Period {
            let Some(short) = at.checked_sub(2).map(|at| &tokens[at]) else {
                return true;
            };
            let is_short = is_stem(short)
                || short.text.chars().count() == 1
                || short.is(Sort::Abbreviated)
                || short.is(Sort::Venue);
            // Behind what is no short form a sentence ended.
            if !is_short {
                return true;
            }
            crossed |= short.text.chars().count() > 1
                && !short.is(Sort::Abbreviated)
                && !short.is(Sort::Venue);
            at -= 2;
            continue;
        }
        if !is_capital(before) && before.text != "&" {
            return crossed || matches!(before.text.as_str(), "in" | "to" | "by");
        }
        whole += 1;
        if whole > WHOLE {
            return crossed;
        }
        at -= 1;
    }
    true
}

/// Whether a name stands before the comma or the `and` behind which a place is: another follows there.
fn follows_name(tokens: &[Token], at: usize) -> bool {
    let Some(comma) = at.checked_sub(1) else {
        return false;
    };
    let from = tokens[..comma]
        .iter()
        .rposition(|token| token.form != Form::Word && token.form != Form::Period)
        .map_or(0, |at| at + 1);
    tokens[comma].form == Form::Comma && likeness(&tokens[from..comma]) > 1.5
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::list::examples::tokens;

    #[test]
    fn titles_of_journals_are_cut_short() {
        for (text, want) in [
            ("Looms, Water Resour. Res. 3", "Resour"),
            ("On cloth. Mon. Not. R. Astron. Soc. 7", "Mon Not Astron"),
            ("Looms”, Invent. Math. 1", "Invent"),
            ("Yarn, Transp. Res. Part C, 4", "Transp Res"),
            ("Looms”, Ztschr. Math. 1", "Ztschr"),
            ("A loom for all of the North. Looms and mills. In Cloth", ""),
            ("A Loom and Its Yarn. Ann Lee. Cloth", ""),
        ] {
            let tokens = tokens(text);
            let read: Vec<&str> = (1..tokens.len())
                .filter(|at| tokens[*at].form == Form::Period && is_cut_short(&tokens, *at))
                .map(|at| tokens[at - 1].text.as_str())
                .collect();
            assert_eq!(read.join(" "), want, "{text}");
        }
    }

    #[test]
    fn small_letters_go_on_with_what_is_cut_short() {
        for (text, want) in [
            ("Ткацкие станки // Матем. заметки. 1971", "Матем"),
            ("Looms, Ann. sci. norm. sup. 3", "Ann"),
            ("On looms and mills. to appear", ""),
            ("A loom by A. Park. pandas and wool", ""),
        ] {
            let tokens = tokens(text);
            let read: Vec<&str> = (1..tokens.len())
                .filter(|at| tokens[*at].form == Form::Period && goes_on_small(&tokens, *at))
                .map(|at| tokens[at - 1].text.as_str())
                .collect();
            assert_eq!(read.first().copied().unwrap_or_default(), want, "{text}");
        }
    }

    #[test]
    fn volumes_before_the_short_names_of_journals_keep_these_whole() {
        for (text, want) in [
            ("On looms, 174 J. Wool Econ. 104170 (2025)", true),
            ("On looms, 27 Wool L.J. __ (2025)", true),
            ("On looms, 98 Va. L. Rev. (forthcoming 2022)", true),
            ("On looms, 174 J. Wool Econ. Lyon", false),
        ] {
            let tokens = tokens(text);
            let mut periods = (1..tokens.len()).filter(|at| tokens[*at].form == Form::Period);
            assert_eq!(periods.any(|at| law_review(&tokens, at)), want, "{text}");
        }
    }
}
