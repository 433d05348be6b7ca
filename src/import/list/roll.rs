//! Rows that name people and nothing else.

use super::{
    super::Begins,
    cut::is_year,
    pieces::{pieces, plain},
    row::Row,
    shape::{Shape, shape},
    token::{Form, Token},
};

/// So many people make a roll.
const PEOPLE: usize = 4;

/// Whether words name several people and say nothing else: they are the authors of what stands beside them, and no
/// entry by themselves.
pub(super) fn is_roll(tokens: &[Token]) -> bool {
    let says_more = |token: &Token| {
        matches!(
            token.form,
            Form::Address | Form::Colon | Form::Question | Form::QuoteOpen
        ) || is_year(&token.text)
    };
    if tokens.len() < 3 * PEOPLE || tokens.iter().any(says_more) {
        return false;
    }
    let tokens = plain(tokens);
    let mut people = 0;
    for piece in pieces(&tokens) {
        match shape(piece) {
            Shape::Full | Shape::Behind | Shape::Given => people += 1,
            Shape::Rest => {}
            _ => return false,
        }
    }
    people >= PEOPLE
}

/// Whether a row is an item of its own, set deeper than the row above it, that names people and nothing else: those
/// of the entry above.
pub(super) fn is_of_row_above(rows: &[Row], at: usize) -> bool {
    let is_deeper = at
        .checked_sub(1)
        .is_some_and(|above| rows[at].indent > rows[above].indent);
    let is_whole = rows
        .get(at + 1)
        .is_none_or(|next| next.begins != Begins::Nothing);
    is_deeper && is_whole && is_roll(&rows[at].tokens)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::{
        Hints, Span,
        list::{read_by_rules as read_page, token::tokens},
        markdown,
    };

    #[test]
    fn people_alone_are_a_roll() {
        for (text, want) in [
            ("Lee A.C., Ray B.-D., Orr C., and Dyk D.E.", true),
            ("A. Lee, B. Ray, C. Orr, D. Dyk, et al.", true),
            ("A. Lee, B. Ray, C. Orr", false),
            ("A. Lee, B. Ray, C. Orr, D. Dyk. On looms", false),
            ("A. Lee, B. Ray, C. Orr, D. Dyk, 2019", false),
        ] {
            let span = Span {
                text: text.to_owned(),
                ..Span::default()
            };
            assert_eq!(is_roll(&tokens(&[span], 1)), want, "{text}");
        }
    }

    #[test]
    fn people_below_a_title_are_of_its_entry() {
        let entry = |title: &str, people: &str| {
            format!(
                "- {title}<br>Cloth Review<br>2019\n  - {people}\n  - **Best work of the month**\n"
            )
        };
        let many = "Lee A.C., Ray B.-D., Orr C., Dyk D.E., Moe E.F., Poe F.G., Roe G., Doe H.I., Foe J., and Low K.";
        let text = [
            ("Weaving without any looms", many),
            ("Mills in the wind of the North", "Lee A.C. and Ray B.-D."),
            ("Spinning wool by night", many),
        ]
        .map(|(title, people)| entry(title, people))
        .concat();
        let (page, _) = markdown::page(&format!("# Publications\n\n{text}"));
        let read: Vec<(String, usize)> = read_page(&page, &Hints::default())
            .entries
            .into_iter()
            .map(|entry| (entry.listing.title, entry.listing.authors.len()))
            .collect();
        let want = [
            ("Weaving without any looms", 10),
            ("Mills in the wind of the North", 2),
            ("Spinning wool by night", 10),
        ];
        assert_eq!(read, want.map(|(title, count)| (title.to_owned(), count)));
    }
}
