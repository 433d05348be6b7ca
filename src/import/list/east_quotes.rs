//! East Asian quotations that touch what stands beside them: `高橋美咲「物語」『国文学』82巻`.

use super::{
    shape::is_han,
    token::{Form, Gap, Token},
};

/// A name has so many characters at most.
const NAME: usize = 6;

/// Sets the quotations of a line apart from the name before the first of them and from what is behind
/// them. Within a title, with no name before it, one stays as it is.
pub(super) fn set_apart(tokens: &mut [Token]) {
    let mut depth = 0_usize;
    let mut is_apart = false;
    for at in 0..tokens.len() {
        let (before, rest) = tokens.split_at_mut(at);
        let Some(token) = rest.first_mut() else {
            return;
        };
        let last = before.last();
        if depth == 0 && is_apart && token.gap == Gap::Glued {
            let is_behind = last.is_some_and(|last| matches!(last.text.as_str(), "」" | "』"));
            let goes_on = token.form == Form::Word
                && token
                    .text
                    .starts_with(|c: char| ('\u{3040}'..='\u{309f}').contains(&c));
            if is_behind
                && !goes_on
                && matches!(token.form, Form::Word | Form::QuoteOpen | Form::Open)
            {
                token.gap = Gap::Break;
            }
        }
        match token.text.as_str() {
            "「" | "『" => {
                if depth == 0 && token.gap == Gap::Glued && ends_name(before) {
                    token.gap = Gap::Break;
                    is_apart = true;
                }
                // A line may begin with the title.
                is_apart |= before.is_empty();
                depth += 1;
            }
            "」" | "』" => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
}

/// Whether words end with a name in characters, at the head of the line or behind a comma.
fn ends_name(before: &[Token]) -> bool {
    let is_name = |token: &Token| {
        token.form == Form::Word
            && token
                .text
                .split('・')
                .all(|part| is_han(part) && (2..=NAME).contains(&part.chars().count()))
    };
    match before {
        // `高橋美咲（編）『物語』`
        [rest @ .., open, _, close] if close.form == Form::Close && open.form == Form::Open => {
            ends_name(rest)
        }
        [only] => is_name(only),
        [.., sign, last] => is_name(last) && sign.form != Form::Word,
        [] => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::import::{Hints, list, plain};

    #[test]
    fn quotations_behind_a_name_are_title_and_venue() {
        let text = "論文\n\n1. 高橋美咲「『織機』における布」『布の研究』82巻4号、2005年4月\n\
            2. 高橋美咲「風のない水車と村」『水車』第80号、2007年12月\n\
            3. 渡辺健太、高橋美咲「糸を染める青と緑」『布の研究』90号、2014年2月\n";
        let import = list::read_by_rules(&plain::read(text), &Hints::default());
        let read: Vec<(&str, Option<i32>)> = import
            .entries
            .iter()
            .map(|entry| (entry.listing.title.as_str(), entry.listing.year))
            .collect();
        assert_eq!(
            read,
            [
                ("『織機』における布", Some(2005)),
                ("風のない水車と村", Some(2007)),
                ("糸を染める青と緑", Some(2014))
            ]
        );
    }
}
