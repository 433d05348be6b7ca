//! Dashes at the head of a line that are no bullets, since the line goes on with a sentence.

use super::{
    super::Begins,
    row::{Mark, Row},
    token::{Form, Gap, Token},
};

/// So many lines with a dash are a list.
const LIST: usize = 3;

/// Gives a dash back to the lines that a wrap has put it at the head of: `Looms in the North\n– Mills and
/// wind`. Such a line is as deep as the one before it, which ends no sentence, and there are few.
pub(super) fn wrapped_dashes(rows: &mut [Row]) {
    let dash = |row: &Row| match row.mark {
        Some(Mark::Bullet(sign @ ('-' | '–' | '—'))) => Some(sign),
        _ => None,
    };
    if rows.iter().filter(|row| dash(row).is_some()).count() >= LIST {
        return;
    }
    for at in 1..rows.len() {
        let Some(sign) = dash(&rows[at]) else {
            continue;
        };
        let before = &rows[at - 1];
        let ends = before
            .tokens
            .last()
            .is_none_or(|last| matches!(last.form, Form::Period | Form::Colon | Form::Semicolon));
        let is_wrapped = rows[at].begins == Begins::Nothing
            && before.mark.is_none()
            && before.indent <= rows[at].indent
            && !ends;
        if is_wrapped && let Some(first) = rows[at].tokens.first_mut() {
            let head = Token {
                text: sign.to_string().into(),
                form: Form::Dash,
                link: None,
                ..first.clone()
            };
            first.gap = Gap::Space;
            rows[at].tokens.insert(0, head);
            rows[at].mark = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::import::{list::row, plain};

    #[test]
    fn a_wrapped_dash_is_no_bullet() {
        let text = "Lee, Ann. 2019. Looms of the North and of the South\n     – Mills and wind. Cloth Press.\n\n\
            Ray, Bo. 2018. Yarn.\n";
        let rows = row::rows(&plain::read(text));
        assert_eq!(rows[1].mark, None);
        assert_eq!(rows[1].text(), "– Mills and wind. Cloth Press.");
    }
}
