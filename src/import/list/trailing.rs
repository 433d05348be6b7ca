//! What stands behind the name of a venue and is none of it: ranks, states, the preprint of the work.

use super::{
    aside::{self, Aside},
    cut::is_year,
    token::{Form, Gap, Token},
};

/// Without the preprint that stands behind the name: `Cloth Review, arXiv 1234.5678`.
pub(super) fn without_preprint(range: &[Token]) -> &[Token] {
    let at = (1..range.len()).find(|at| {
        range[at - 1].form == Form::Comma
            && range[*at].text.to_lowercase().starts_with("arxiv")
            && *at > 1
    });
    &range[..at.map_or(range.len(), |at| at - 1)]
}

/// The preprint and its number, where the number stands right behind: `arXiv preprint` and
/// `arXiv:2001.01234`.
pub(super) fn numbered_preprint(tokens: &[Token]) -> Option<&[Token]> {
    let [arxiv, preprint, number, ..] = tokens else {
        return None;
    };
    // `arXiv arXiv:2001.01234`
    if arxiv.folded() == "arxiv"
        && preprint.form == Form::Address
        && preprint.text.len() < 30
        && preprint.text.to_lowercase().starts_with("arxiv:")
    {
        return Some(&tokens[..2]);
    }
    let is_preprint = arxiv.folded() == "arxiv" && preprint.folded() == "preprint";
    let is_number = number.gap <= Gap::Break
        && number.text.len() < 30
        && number.text.to_lowercase().starts_with("arxiv:");
    (is_preprint && is_number).then_some(&tokens[..3])
}

/// Without remarks in brackets at the end: `Cloth Review (accepted, CCF-A)`.
pub(super) fn without_remark(range: &[Token]) -> &[Token] {
    let [.., last] = range else { return range };
    let end = if last.form == Form::Close {
        range.len() - 1
    } else {
        return range;
    };
    let Some(open) = range[..end]
        .iter()
        .rposition(|token| token.form == Form::Open)
        .filter(|open| *open > 0 && end - open <= 24)
    else {
        return range;
    };
    let is_remark = range[open + 1..end]
        .split(|token| matches!(token.form, Form::Comma | Form::Semicolon))
        .any(|part| {
            // `(forthcoming 2024)`
            let part = match part {
                [state @ .., year] if is_year(&year.text) && !state.is_empty() => state,
                _ => part,
            };
            matches!(
                aside::aside(part, true),
                Some(Aside::Praise | Aside::Status | Aside::Role | Aside::Button | Aside::Sign)
            )
        });
    if !is_remark {
        return range;
    }
    let bare = range[..open]
        .iter()
        .rposition(|token| !matches!(token.form, Form::Period | Form::Comma | Form::Dash))
        .map_or(open, |at| at + 1);
    without_remark(&range[..bare])
}

/// `Special issue on wool`
pub(super) fn is_issue(range: &[Token]) -> bool {
    let range = match range {
        [into, rest @ ..] if into.folded() == "in" => rest,
        _ => range,
    };
    let range = match range {
        [the, rest @ ..] if the.folded() == "the" => rest,
        _ => range,
    };
    matches!(range, [special, issue, ..]
        if special.folded() == "special" && matches!(issue.folded(), "issue" | "section" | "session" | "track"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::list::{examples::tokens, token::text};

    #[test]
    fn remarks_behind_a_name_are_cut() {
        for (written, want) in [
            ("Cloth Review (CCF-A, best paper)", "Cloth Review"),
            ("织物学报（已录用）", "织物学报"),
            ("Looms Conference (LC)", "Looms Conference (LC)"),
            ("Cloth Review, arXiv", "Cloth Review"),
        ] {
            let read = tokens(written);
            assert_eq!(
                text(without_preprint(without_remark(&read))),
                want,
                "{written}"
            );
        }
    }

    #[test]
    fn a_preprint_keeps_its_number() {
        let read = crate::import::list::examples::venues(&[
            "A. Lee and B. Ray. Looms and the weaving of wool. arXiv preprint arXiv:2001.01234, 2020.",
            "A. Lee and B. Ray. Mills and the wind that turns them. Cloth Review, 3:4–9, 2019.",
        ]);
        let want = ["arXiv preprint arXiv:2001.01234", "Cloth Review"];
        assert_eq!(read, want.map(|venue| Some(venue.to_owned())));
    }
}
