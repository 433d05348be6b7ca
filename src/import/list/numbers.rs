//! Volumes, numbers and pages around the name of a venue.

use super::{
    cut::is_year,
    lexicon::{self, Sort},
    token::{Form, Gap, Token},
};
use crate::text::fold::fold;

/// Without the volume that law reviews have before their name: `62 U. Chi. L. Rev.`
pub(super) fn without_volume(range: &[Token]) -> &[Token] {
    match range {
        [volume, rest @ ..]
            if volume.text.len() <= 3
                && volume.text.bytes().all(|byte| byte.is_ascii_digit())
                && rest.len() >= 2
                && rest[0].form == Form::Word
                && rest[0].text.starts_with(char::is_uppercase) =>
        {
            rest
        }
        _ => range,
    }
}

/// Without the pages that stand behind a name, and what follows them: `Annals of Cloth, pp. 168-175, Lyon`.
pub(super) fn before_pages(range: &[Token]) -> &[Token] {
    let is_sign = |token: &Token| matches!(token.form, Form::Comma | Form::Semicolon | Form::Open);
    let begins = |at: &usize| {
        let [sign, word, rest @ ..] = &range[*at..] else {
            return false;
        };
        let number = rest.iter().find(|token| token.form != Form::Period);
        is_sign(sign)
            && matches!(word.folded(), "pp" | "pages" | "pags")
            && number.is_some_and(|number| number.text.starts_with(|c: char| c.is_ascii_digit()))
    };
    let end = (1..range.len()).find(begins);
    &range[..end.unwrap_or(range.len())]
}

/// Whether a volume stands right behind a year: `Cloth Rev 1998; 12: 4-9`, `Cloth Rev 1998, 12, 4-9`.
pub(super) fn counts_behind(behind: &[Token]) -> bool {
    let starts = |number: &Token| {
        number.form == Form::Word && number.text.starts_with(|c: char| c.is_ascii_digit())
    };
    match behind {
        [sign, number, ..] if sign.form == Form::Semicolon => starts(number),
        [sign, number, ..] if sign.form == Form::Comma => {
            number.text.len() <= 4 && number.text.bytes().all(|byte| byte.is_ascii_digit())
        }
        [number, ..] => number.gap > Gap::Glued && starts(number),
        [] => false,
    }
}

/// Without the year at the end behind which the volume stands.
pub(super) fn before_volume<'a>(tokens: &[Token], range: &'a [Token]) -> &'a [Token] {
    let [name @ .., year] = range else {
        return range;
    };
    let at = tokens.iter().position(|token| std::ptr::eq(token, year));
    let counts = at.is_some_and(|at| counts_behind(&tokens[at + 1..]));
    if counts && is_year(&year.text) && year.gap > Gap::Glued && !name.is_empty() {
        name
    } else {
        range
    }
}

/// Whether a word is the number of an article that stands for its pages: `staf1250`.
fn is_article(word: &str) -> bool {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_lowercase());
    (1..=5).contains(&(word.len() - digits.len()))
        && digits.len() >= 3
        && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Without the number of a volume at the end: `Nucl. Phys. B 35`.
pub(super) fn without_numbers(range: &[Token]) -> &[Token] {
    let mut end = range.len();
    while end > 1 {
        let last = &range[end - 1];
        let is_number = last.form == Form::Word
            && last
                .text
                .starts_with(|c: char| c.is_ascii_digit() || c == ':')
            && last
                .text
                .chars()
                .all(|c| c.is_ascii_digit() || "-–:/.,".contains(c))
            && !is_year(&last.text);
        let is_number = is_number || is_code(&range[..end]) || end > 2 && is_article(&last.text);
        let is_number = is_number || last.form == Form::Word && end > 1 && is_issue(&last.text);
        let is_counted = last.form == Form::Word
            && lexicon::is(&fold(&last.text), Sort::Counted)
            && end < range.len();
        let is_sign = matches!(
            last.form,
            Form::Comma | Form::Colon | Form::Semicolon | Form::Dash | Form::Pipe | Form::Mark
        ) || last.form == Form::Period && end < range.len();
        // `Cloth Review vol.3 no.2 2019`
        let is_dated = is_year(&last.text)
            && end > 3
            && last.gap > Gap::Glued
            && (is_issue(&range[end - 2].text)
                || range[..end - 1].iter().any(|word| is_issue(&word.text)));
        if is_number || is_counted || is_sign || is_dated {
            end -= 1;
        } else if let Some(before) = volume(&range[..end]).or_else(|| issue(&range[..end])) {
            end = before;
        } else {
            break;
        }
    }
    &range[..end]
}

/// `Vol.24`, `No.2`, `16권`, `제2호`, `12월호`, `16-D`.
fn is_issue(word: &str) -> bool {
    let digits = word.chars().filter(char::is_ascii_digit).count();
    let by_word = word.split_once('.').is_some_and(|(count, number)| {
        lexicon::is(&fold(count), Sort::Counted)
            && number
                .trim_start_matches(|c: char| c.is_ascii_alphabetic())
                .chars()
                .all(|c| c.is_ascii_digit() || "-–".contains(c))
    });
    let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let by_word = by_word
        || letters.len() < word.len()
            && letters.chars().count() >= 2
            && lexicon::is(&fold(letters), Sort::Counted);
    let by_sign = word.chars().all(|c| {
        c.is_ascii_digit() || "-–제권호집월第卷期号".contains(c) || c.is_ascii_uppercase()
    }) && word.starts_with(|c: char| c.is_ascii_digit() || "제第".contains(c))
        && word.chars().filter(char::is_ascii_uppercase).count() <= 1;
    (1..=12).contains(&digits) && !is_year(word) && (by_word || digits <= 6 && by_sign)
}

/// Where the volume with its issue and pages begins at the end of a range: `11(2):e1004634`,
/// `abs/1808.00923 v2`.
fn volume(range: &[Token]) -> Option<usize> {
    let is_number = |token: &Token| {
        let digits = token.text.chars().filter(char::is_ascii_digit).count();
        let letters = token.text.chars().filter(|c| c.is_alphabetic()).count();
        digits > 0 && (letters <= 1 || letters <= digits && token.text.starts_with(':'))
            || token.text.starts_with("abs/")
    };
    let at = range
        .iter()
        .rposition(|token| match token.form {
            Form::Word => !is_number(token),
            Form::Open | Form::Close | Form::Comma | Form::Colon => false,
            _ => true,
        })
        .map_or(0, |at| at + 1);
    let first = range.get(at)?;
    let is_volume = first.form == Form::Word
        && !is_year(&first.text)
        && (first.text.len() <= 4 && first.text.bytes().all(|byte| byte.is_ascii_digit())
            || first.text.starts_with("abs/"))
        && first.gap > Gap::Glued;
    (at > 0 && is_volume).then_some(at)
}

/// Where `(6)` begins in `78(6)`, at the end of a range.
fn issue(range: &[Token]) -> Option<usize> {
    let open = range
        .iter()
        .rposition(|token| token.form == Form::Open)
        .filter(|_| range.last().is_some_and(|token| token.form == Form::Close))?;
    let is_glued = range[open].gap == Gap::Glued
        && open > 1
        && range[open - 1]
            .text
            .bytes()
            .all(|byte| byte.is_ascii_digit());
    (is_glued && range.len() - open <= 5).then_some(open)
}

/// Whether a range ends in the code that a report is known by: `Technical Report RR-5245`.
fn is_code(range: &[Token]) -> bool {
    const REPORTS: [&str; 12] = [
        "paper",
        "papers",
        "report",
        "rep",
        "techreport",
        "memo",
        "rapport",
        "bericht",
        "informe",
        "relatorio",
        "rapporto",
        "preprint",
    ];
    let [before @ .., code] = range else {
        return false;
    };
    let has = |is: fn(char) -> bool| code.text.chars().any(is);
    code.form == Form::Word
        && has(|c| c.is_ascii_digit())
        && !is_year(&code.text)
        && (has(|c| "-–/".contains(c))
            || code.text.starts_with(|c: char| c.is_ascii_digit())
            || code
                .text
                .trim_start_matches(|c: char| c.is_ascii_uppercase())
                .len()
                >= 3)
        && code.text.chars().all(|c| !c.is_lowercase() || c == 'v')
        && before.iter().any(|word| REPORTS.contains(&word.folded()))
}

/// Whether a word is the short name of a series that proceedings appear in, or counts its volumes:
/// `LNAI 9806`, `LNCS8388`
pub(super) fn is_series(folded: &str) -> bool {
    const SERIES: [&str; 12] = [
        "lncs", "lnai", "lni", "lnbip", "lnee", "lnicst", "lnns", "ccis", "aict", "aisc", "lipics",
        "ceur",
    ];
    let letters = folded.trim_end_matches(|c: char| c.is_ascii_digit());
    letters.is_empty() || SERIES.contains(&letters) || lexicon::is(letters, Sort::Counted)
}

#[cfg(test)]
mod tests {
    use crate::import::list::examples::venues;

    #[test]
    fn what_stands_behind_pages_is_no_part_of_a_name() {
        let read = venues(&[
            "Lee, A. (1979). Hierarchical weaving of wool. In Proceedings of the Sixth Conference on Looms, pp. 168-175 Tokyo.",
            "Lee, A. (1992). A logic of mills and wind. In Proceedings of the Tenth Conference on Mills, pp. 628-634 San Jose, California.",
        ]);
        let read: Vec<&str> = read.iter().flatten().map(String::as_str).collect();
        assert_eq!(
            read,
            [
                "Proceedings of the Sixth Conference on Looms",
                "Proceedings of the Tenth Conference on Mills"
            ]
        );
    }

    #[test]
    fn counts_and_codes_are_no_part_of_a_name() {
        let read = venues(&[
            "A. Lee and B. Ray. Looms and the weaving of wool. Cloth Review vol.12 no.3 pp.120–134 2019",
            "A. Lee and B. Ray. Mills and the wind that turns them. University of Looms Technical Report TR-2018-02, 2018.",
            "A. Lee and B. Ray. Yarn and how it is spun by hand. CLRC Discussion Paper DP17001, 2017.",
        ]);
        let read: Vec<&str> = read.iter().flatten().map(String::as_str).collect();
        assert_eq!(
            read,
            [
                "Cloth Review",
                "University of Looms Technical Report",
                "CLRC Discussion Paper"
            ]
        );
    }
}
