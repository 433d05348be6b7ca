//! The words with which a row begins an item, or goes on with one.

use super::{
    super::Begins,
    cut::is_year,
    item::Learned,
    lexicon::Sort,
    likeness::likeness,
    people,
    pieces::{pieces, plain},
    row::Row,
    shape::{Shape, is_initials, shape},
    start::is_apart,
    token::{Form, Token},
};

/// What speaks against a row by what the items of its list begin with: names, or no names.
pub(super) fn by_names(row: &Row, learned: &Learned) -> f64 {
    let [all, named] = learned.named;
    if row.mark.is_some() || all < 4.0 {
        return 0.0;
    }
    // Where titles stand in quotation marks and come first, nothing else begins an item that nothing
    // sets off.
    if learned.quoted > 0.75 * all && !is_quoted(row) && !is_apart(row) {
        return -2.5;
    }
    match begins_with_name(&row.tokens) {
        false if named > 0.85 * all => -2.0,
        true if named < 0.1 * all => -1.0,
        _ => 0.0,
    }
}

/// Whether a row begins with a quotation mark.
pub(super) fn is_quoted(row: &Row) -> bool {
    let first = row.tokens.first();
    first.is_some_and(|first| first.form == Form::QuoteOpen)
}

/// The most words of a name, with its signs.
const NAME: usize = 8;

/// Whether words begin with somebody's name and a sign that goes on from it.
pub(super) fn begins_with_name(tokens: &[Token]) -> bool {
    let head = &tokens[..tokens.len().min(NAME)];
    let ends = |at: &usize| match head[*at].form {
        Form::Comma | Form::Semicolon => true,
        Form::Word => people::ANDS.contains(&head[*at].text.as_str()),
        // The period of a sentence and not of an initial.
        Form::Period => *at > 0 && head[*at - 1].text.chars().count() > 2,
        _ => false,
    };
    // A comma at the head leaves somebody blank.
    let Some(end) = (0..head.len()).find(ends) else {
        return false;
    };
    if end == 0 {
        return true;
    }
    let is_inverted = shape(&head[..end]) == Shape::Single
        && head
            .get(end + 1)
            .is_some_and(|next| is_initials(&next.text));
    is_inverted || likeness(&head[..end]) > 1.5
}

/// Whether words end with an initial, whose period ends no sentence: `… In B.`
pub(super) fn ends_initial(tokens: &[Token]) -> bool {
    matches!(tokens, [.., before, initial, _]
        if initial.text.chars().count() == 1
            && initial.text.starts_with(char::is_uppercase)
            && (is_and(before) || before.is(Sort::Small)))
}

fn is_and(token: &Token) -> bool {
    people::ANDS.contains(&token.text.as_str())
}

/// Whether something must follow words: `… of`, `… In`, `… and Ann`.
pub(super) fn leads_on(tokens: &[Token]) -> bool {
    let is_initial =
        |word: &Token| word.text.len() == 1 && word.text.starts_with(char::is_uppercase);
    match tokens {
        // `…, and Ann`: behind the last comma a list of names is not over.
        [.., comma, before, word]
            if is_and(before) && comma.form != Form::Word && !is_initial(word) =>
        {
            true
        }
        [.., word] => is_and(word) || !is_initial(word) && word.is(Sort::Small),
        [] => false,
    }
}

/// Whether a row without a mark begins with numbers, which go on with what stands before them.
pub(super) fn begins_amid(row: &Row) -> bool {
    row.mark.is_none()
        && row.tokens.first().is_some_and(|token| {
            token.form == Form::Word
                && !is_year(&token.text)
                && token
                    .text
                    .bytes()
                    .all(|byte| byte.is_ascii_digit() || byte == b'-')
        })
}

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
        Hints,
        list::{
            examples::{titles, tokens},
            read_by_rules as read_page,
        },
        markdown,
    };

    #[test]
    fn where_quotations_begin_items_nothing_else_does() {
        let lines = "“On looms and the weaving of wool by hand in the North,” with Bo Ray, in A Handbook of Labour\n\
            Market Policy, ed. C. Orr, Loom Press, 2022, pp. 77–103.\n\
            “Mills and the wind that turns them in the North of it all,” Cloth Review, 2019, pp. 3–9.\n\
            “Yarn and how it is spun by hand in the North,” Cloth Review, 2018, pp. 3–9.\n\
            “Wool and those who spin it by night in the North of it,” Cloth Review, 2017, pp. 3–9.\n\
            “Dyes of the North and those who make them by moonlight,” Cloth Review, 2016, pp. 3–9.";
        assert_eq!(titles(&[lines]).len(), 5);
    }

    #[test]
    fn people_alone_are_a_roll() {
        for (text, want) in [
            ("Lee A.C., Ray B.-D., Orr C., and Dyk D.E.", true),
            ("A. Lee, B. Ray, C. Orr, D. Dyk, et al.", true),
            ("A. Lee, B. Ray, C. Orr", false),
            ("A. Lee, B. Ray, C. Orr, D. Dyk. On looms", false),
            ("A. Lee, B. Ray, C. Orr, D. Dyk, 2019", false),
        ] {
            assert_eq!(is_roll(&tokens(text)), want, "{text}");
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
