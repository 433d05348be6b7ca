//! The title of an entry, without what stands around it.

use super::{
    aside,
    cut::Sign,
    dates::year_of,
    lexicon::Sort,
    parts::Parts,
    quotes::quote_end,
    remark::is_language,
    segment::{Field, Segment},
    token::{Form, Gap, Token, text},
};

/// The title that an entry names, or nothing.
pub(super) fn title(parts: &Parts) -> String {
    let Some(segment) = parts.reading.of(Field::Title) else {
        return String::new();
    };
    let mut range = with_quotes(parts, segment);
    // Marks behind a title point to a legend.
    while let Some(last) = range.last()
        && last.form == Form::Mark
    {
        range = &range[..range.len() - 1];
    }
    // `[J]` behind a title says what sort of work it is.
    if let [rest @ .., open, sign, close] = range
        && (open.form, close.form) == (Form::Open, Form::Close)
        && open.text == "["
        && aside::is_sort_sign(&sign.text)
        && !rest.is_empty()
    {
        range = rest;
    }
    if let Some((year, _)) = titled_year(parts) {
        let first = parts.atoms[segment.first].first;
        range = &parts.tokens[first..parts.atoms[year].end];
    }
    range = without_quotes(without_language(without_sort(range)));
    without_frame(without_end(text(range).trim())).replace("( ", "(")
}

/// Without quotation marks around all of it, as a field may have that the markup names: `「 織物の歴史 」`, `“On looms,”`.
fn without_quotes(range: &[Token]) -> &[Token] {
    let whole = match range {
        [whole @ .., period] if period.form == Form::Period => whole,
        _ => range,
    };
    match whole {
        [open, bare @ .., _]
            if open.form == Form::QuoteOpen
                && !bare.is_empty()
                && quote_end(whole, 0) == Some(whole.len() - 1) =>
        {
            match bare {
                [words @ .., comma] if comma.form == Form::Comma => words,
                _ => bare,
            }
        }
        _ => range,
    }
}

/// Without the language of the work, which stands in brackets behind its title: `Looms of the North [in Chinese]`.
fn without_language(range: &[Token]) -> &[Token] {
    let whole = match range {
        [bare @ .., period] if period.form == Form::Period => bare,
        _ => range,
    };
    let Some((_, front)) = whole
        .split_last()
        .filter(|(last, _)| last.form == Form::Close)
    else {
        return range;
    };
    let Some(open) = front.iter().rposition(|token| token.form == Form::Open) else {
        return range;
    };
    let words: Vec<&str> = front[open + 1..].iter().map(Token::folded).collect();
    if open > 0 && is_language(&words) {
        &range[..open]
    } else {
        range
    }
}

/// Without the marks of a legend before a title, and without square brackets around it: `[Looms]`.
fn without_frame(title: &str) -> &str {
    const MARKS: [char; 9] = ['^', '∘', '°', '†', '‡', '§', '¶', '⋆', '∗'];
    let bare = title.trim_start_matches(MARKS);
    // `*Looms`, and not `*-algebras`
    let bare = match bare.strip_prefix('*') {
        Some(rest) if rest.starts_with(char::is_uppercase) => rest,
        _ => bare,
    };
    let inner = bare
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    inner
        .filter(|inner| !inner.contains(['[', ']']) && inner.contains(' '))
        .unwrap_or(if bare.is_empty() { title } else { bare })
}

/// The words of a segment, with a sign of quotation beside it whose other one stands within: `“Looms” and mills`.
fn with_quotes<'a>(parts: &'a Parts, segment: Segment) -> &'a [Token] {
    let tokens = parts.tokens;
    let mut first = parts.atoms[segment.first].first;
    let mut end = parts.atoms[segment.end - 1].end;
    let before = first.checked_sub(1);
    if let Some(open) = before.filter(|at| tokens[*at].form == Form::QuoteOpen)
        && quote_end(tokens, open).is_some_and(|close| close < end)
    {
        first = open;
    }
    let behind = tokens.get(end);
    if behind.is_some_and(|sign| sign.form == Form::QuoteClose)
        && (first + 1..end)
            .any(|at| tokens[at].form == Form::QuoteOpen && quote_end(tokens, at) == Some(end))
    {
        end += 1;
    }
    &tokens[first..end]
}

/// Without the word that law reviews have before the title of a short piece: `Note, Custom as Law in …`
fn without_sort(range: &[Token]) -> &[Token] {
    const SORTS: [&str; 4] = ["Note", "Comment", "Opinion", "Essay"];
    match range {
        [sort, comma, rest @ ..]
            if SORTS.contains(&sort.text.as_str())
                && comma.form == Form::Comma
                && rest.len() > 3
                && rest[0].text.starts_with(char::is_uppercase)
                && !rest
                    .iter()
                    .any(|token| token.form == Form::Comma && token.gap == Gap::Glued) =>
        {
            rest
        }
        _ => range,
    }
}

/// Without the period that ends a title, but with that of an abbreviation: `Looms in the U.S.`
fn without_end(title: &str) -> &str {
    let Some(bare) = title.strip_suffix('.') else {
        return title;
    };
    let mut words = bare.rsplit(' ');
    let last = words.next().unwrap_or(bare);
    // `Weaving patterns in R.`: no initial of a name.
    let is_word = (last.chars().count() > 1 || words.next() == Some("in"))
        && !last.contains('.')
        && ![
            "etc", "al", "sp", "spp", "Inc", "Ltd", "Jr", "Sr", "St", "Co", "Corp",
        ]
        .contains(&last);
    if is_word { bare } else { title }
}

/// The year that a title ends in, where another says when the work came out, `The Fair of 2019. In Looms, 2020`, or a
/// small word leads to it, `The fair in 2019. Looms`; and whether another does.
pub(super) fn titled_year(parts: &Parts) -> Option<(usize, bool)> {
    let title = parts.reading.of(Field::Title)?;
    let atom = parts.atoms.get(title.end)?;
    let is_year = |range: &[Token]| matches!(range, [year] if year_of(&year.text).is_some());
    let is_end = parts
        .tokens
        .get(atom.end)
        .is_some_and(|sign| sign.form == Form::Period && sign.gap == Gap::Glued);
    let is_said_again = parts.atoms[title.end + 1..].iter().any(|atom| {
        !atom.bracketed
            && parts.tokens[atom.first..atom.end]
                .iter()
                .any(|token| year_of(&token.text).is_some())
    });
    let before = parts.tokens.get(atom.first.checked_sub(1)?)?;
    let is_behind = before.form == Form::Word;
    // `Mills of the North in 2022`
    let is_led = before.text.starts_with(char::is_lowercase) && before.is(Sort::Small);
    (is_year(&parts.tokens[atom.first..atom.end])
        && atom.before.sign == Sign::None
        && atom.before.gap <= Gap::Wrap
        && !atom.before.restyled
        && is_behind
        && is_end
        && (is_said_again || is_led))
        .then_some((title.end, is_said_again))
}

#[cfg(test)]
mod tests {
    use crate::import::list::examples::titles;

    #[test]
    fn a_year_that_a_small_word_leads_to_ends_the_title() {
        use crate::import::list::examples;
        let written = [
            "Lee, A., Ray, B. Mapping of looms in the mills of the North in 2022. Cloth Report 12.",
            "Lee, A., Orr, C. Dyes and how they fade in the sun of the South. Cloth Report 11, 2021.",
        ];
        assert_eq!(
            examples::titles(&written)[0],
            "Mapping of looms in the mills of the North in 2022"
        );
    }

    #[test]
    fn quotation_marks_around_a_title_are_no_part_of_it() {
        use crate::import::list::examples::tokens;
        for (written, want) in [
            ("「 織物の歴史 」", "織物の歴史"),
            ("“On looms,”", "On looms"),
            ("“On looms”.", "On looms"),
            ("“Looms” and “mills”", "“Looms” and “mills”"),
            ("“”", "“”"),
        ] {
            assert_eq!(super::text(super::without_quotes(&tokens(written))), want);
        }
    }

    #[test]
    fn the_language_of_a_work_is_no_part_of_its_title() {
        let read = titles(&[
            "Lee, A. Looms of the north and their makers [in Chinese]. Cloth Review, 12(3), 4–9, 2019.",
            "Lee, A. Mills in the dialects of the south (in Norfolk). Cloth Review, 11(3), 4–9, 2018.",
        ]);
        assert_eq!(
            read,
            [
                "Looms of the north and their makers",
                "Mills in the dialects of the south (in Norfolk)"
            ]
        );
    }

    #[test]
    fn a_period_ends_a_title_but_for_abbreviations() {
        for (written, want) in [
            ("Looms for IE.", "Looms for IE"),
            ("Looms in R.", "Looms in R"),
            ("Looms of a Bacillus sp.", "Looms of a Bacillus sp."),
            ("A study by A.", "A study by A."),
            ("Looms in the U.S.", "Looms in the U.S."),
        ] {
            assert_eq!(super::without_end(written), want);
        }
    }

    #[test]
    fn marks_stand_between_a_name_and_its_title() {
        let read = titles(&[
            "Ray, B.; Lee, A.* Weaving Wool with Suppressed Shrinking. Cloth Sci. 2018, 47, 33–42.",
            "Ray, B.; Orr, C.; Lee, A.* Mills as Triplet Grinders of Grain. Cloth Sci. 2017, 46, 3–9.",
        ]);
        assert_eq!(
            read,
            [
                "Weaving Wool with Suppressed Shrinking",
                "Mills as Triplet Grinders of Grain"
            ]
        );
    }
}
