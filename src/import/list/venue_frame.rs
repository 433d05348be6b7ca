//! What stands around the name of a venue and is no part of it: editors, an issue, a label, quotation marks.

use super::{
    aside::{self, Aside, is_roman},
    cut::is_year,
    lead_in::is_in,
    lexicon::Sort,
    token::{Form, Token},
    trailing::is_issue,
};

/// Without the edition, the place and the date behind a publisher: `Loom Press, 3d ed. 2021`
pub(super) fn without_parts(range: &[Token]) -> &[Token] {
    let Some(comma) = range
        .iter()
        .rposition(|token| token.form == Form::Comma)
        .filter(|comma| *comma > 0)
    else {
        return range;
    };
    let part = &range[comma + 1..];
    let is_beside = part
        .iter()
        .all(|token| token.form != Form::Word || is_year(&token.text) || token.is(Sort::Month))
        || matches!(
            aside::aside(part, false),
            Some(Aside::Numbers | Aside::Place)
        );
    if is_beside {
        without_parts(&range[..comma])
    } else {
        range
    }
}

/// Without the sort of a volume behind its name, and the Turkish `in` at its end: `Город и ремесло : сб. ст.`
pub(super) fn without_sort(range: &[Token]) -> &[Token] {
    const SORTS: [&str; 4] = ["сб", "зб", "тез", "межвуз"];
    let sort = (1..range.len()).find(|at| {
        range[at - 1].form == Form::Colon
            && SORTS.contains(&range[*at].text.to_lowercase().as_str())
    });
    match (sort, range) {
        (Some(sort), _) if sort > 1 => &range[..sort - 1],
        (_, [rest @ .., last]) if last.folded() == "icinde" && !rest.is_empty() => rest,
        _ => range,
    }
}

/// Without a bracket before the name: `[LOOM'26] Conference on Looms`, `（李静译）织机社`.
pub(super) fn without_label(range: &[Token]) -> &[Token] {
    let Some(close) = range.iter().position(|token| token.form == Form::Close) else {
        return range;
    };
    let behind = &range[close + 1..];
    let is_label = matches!(range[0].text.as_str(), "[" | "（" | "［");
    let is_name = behind
        .first()
        .is_some_and(|name| name.form == Form::Word && !name.text.starts_with(char::is_lowercase));
    if is_label && is_name { behind } else { range }
}

/// Without the issue that stands before its journal: `Special Issue on Wool, Cloth Review`, `Special Issue in
/// Cloth Review`.
pub(super) fn without_issue(range: &[Token]) -> &[Token] {
    if let [_, _, within, rest @ ..] = range
        && is_issue(range)
        && is_in(within)
        && !rest.is_empty()
    {
        return rest;
    }
    let comma = range.iter().position(|token| token.form == Form::Comma);
    match comma {
        Some(comma) if is_issue(range) && comma + 2 < range.len() => &range[comma + 1..],
        _ => range,
    }
}

/// Without the editors: `Stem Cells (G. Lee, B. Ray, eds.)`, `Stem Cells, eds Gil Lee & Bo Ray`, `Lee and Ray
/// eds. Stem Cells`.
pub(super) fn without_editors(range: &[Token]) -> &[Token] {
    let is_role = |at: usize| {
        let token = &range[at];
        matches!(token.folded(), "eds" | "hrsg" | "editors") && token.form == Form::Word
    };
    // `Lee and Ray eds. Stem Cells`
    let led = (2..range.len().min(14)).find(|at| is_role(*at));
    if let Some(role) = led
        && range
            .get(role + 1)
            .is_some_and(|sign| sign.form != Form::Word)
        && range[..role].iter().all(is_of_names)
        && let Some(name) = (role + 1..range.len()).find(|at| range[*at].form == Form::Word)
        && name <= role + 3
        && range.len() - name >= 2
    {
        return &range[name..];
    }
    // `Stem Cells, eds Gil Lee & Bo Ray`
    let behind = (2..range.len())
        .find(|at| is_role(*at) && range[at - 1].form == Form::Comma && at + 2 < range.len());
    if let Some(role) = behind
        && range[role + 1..].iter().all(is_of_names)
    {
        return &range[..role - 1];
    }
    let names_editors = |at: usize| {
        range[at..]
            .iter()
            .take_while(|token| token.form != Form::Close)
            .any(|token| {
                ["ed", "eds", "edited", "editor", "editors", "hrsg", "hg"].contains(&token.folded())
            })
    };
    // `(= Cloth Studies 21)`: the series.
    let names_series = |at: usize| range.get(at + 1).is_some_and(|sign| sign.text == "=");
    let open = (1..range.len())
        .find(|at| range[*at].form == Form::Open && (names_editors(*at) || names_series(*at)));
    &range[..open.unwrap_or(range.len())]
}

/// Whether a token may stand in a row of names: `Gil Lee, B. Ray & C. Orr`
fn is_of_names(token: &Token) -> bool {
    match token.form {
        Form::Word => {
            token.text.starts_with(char::is_uppercase)
                || matches!(
                    token.text.as_str(),
                    "and" | "und" | "et" | "y" | "e" | "&" | "de" | "van" | "von" | "der"
                )
        }
        Form::Comma | Form::Period | Form::Dash => true,
        _ => token.text == "&",
    }
}

/// Without the marks of a name that is quoted, and the numbers behind it: `«Looms» a. 13 n. 8`
pub(super) fn unquoted(range: &[Token]) -> &[Token] {
    let close = range
        .iter()
        .position(|token| token.form == Form::QuoteClose);
    let range = match close {
        Some(close)
            if range[0].form == Form::QuoteOpen
                && range[close + 1..].iter().all(|token| {
                    token.form != Form::Word
                        || token.text.chars().count() <= 2
                        || token.text.contains(|c: char| c.is_ascii_digit())
                        || is_roman(&token.text)
                        || token.is(Sort::Counted)
                        || token.is(Sort::Month)
                }) =>
        {
            &range[..=close]
        }
        _ => range,
    };
    match range {
        [open, inner @ .., close]
            if (open.form, close.form) == (Form::QuoteOpen, Form::QuoteClose)
                && !inner.is_empty() =>
        {
            inner
        }
        _ => range,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::list::{examples::tokens, token::text};

    #[test]
    fn editors_before_or_behind_a_book_are_no_part_of_its_name() {
        for (written, want) in [
            (
                "Lee and Ray eds. The Weaver’s Guide to Wool",
                "The Weaver’s Guide to Wool",
            ),
            (
                "G. Lee & B. Ray, eds., The Weaver’s Guide",
                "The Weaver’s Guide",
            ),
            (
                "The Weaver’s Guide, eds Gil Lee & Bo Ray",
                "The Weaver’s Guide",
            ),
            ("The Weaver’s Guide (G. Lee, ed.)", "The Weaver’s Guide"),
            ("Annals of Cloth", "Annals of Cloth"),
        ] {
            assert_eq!(text(without_editors(&tokens(written))), want, "{written}");
        }
    }

    #[test]
    fn issue_before_its_journal_is_no_venue() {
        for (written, want) in [
            ("Special Issue on Wool, Cloth Review", "Cloth Review"),
            ("Special Issue in Cloth Review", "Cloth Review"),
            ("Special Issue", "Special Issue"),
        ] {
            assert_eq!(text(without_issue(&tokens(written))), want, "{written}");
        }
    }

    #[test]
    fn a_quoted_journal_stands_without_its_marks() {
        for (written, want) in [
            (
                "«Rivista Tessile» a. 13 n. 8 aprile 2004",
                "Rivista Tessile",
            ),
            ("„Przegląd Sukna” R. 12", "Przegląd Sukna"),
            ("“Looms” and Mills", "“Looms” and Mills"),
        ] {
            assert_eq!(text(unquoted(&tokens(written))), want, "{written}");
        }
    }
}
