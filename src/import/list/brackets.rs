//! What brackets and quotation marks hold together.

use super::{
    cut::is_year,
    likeness::likenesses_of_list,
    row::Row,
    token::{Form, Gap, Token},
};

/// Which tokens stand within a bracket or a pair of quotation marks that is no longer than a field.
pub(super) fn inside(tokens: &[Token]) -> Vec<bool> {
    let mut out = vec![false; tokens.len()];
    let mut open: Vec<usize> = Vec::new();
    let mut quote: Option<usize> = None;
    for (at, token) in tokens.iter().enumerate() {
        match token.form {
            Form::Open => open.push(at),
            Form::Close => {
                if let Some(from) = open.pop()
                    && at - from <= 40
                {
                    out[from + 1..=at].fill(true);
                }
            }
            Form::QuoteOpen if quote.is_none() => quote = Some(at),
            Form::QuoteClose => {
                if let Some(from) = quote.take()
                    && at - from <= 80
                {
                    out[from + 1..=at].fill(true);
                }
            }
            _ => {}
        }
    }
    out
}

/// Takes the brackets off the people and the year of an entry, which are fields as others are:
/// `Title (Ann Lee, Bo Ray, 2019)`. Where a list does so, it does so again and again.
pub(super) fn bare_people(rows: &mut [Row]) {
    let places: Vec<(usize, usize)> = rows
        .iter()
        .enumerate()
        .filter_map(|(row, of)| Some((row, people_bracket(&of.tokens)?)))
        .collect();
    if places.len() < LEAST {
        return;
    }
    for (row, open) in places {
        let tokens = &mut rows[row].tokens;
        if let Some(close) = tokens.iter().rposition(|token| token.form == Form::Close) {
            tokens.remove(close);
        }
        tokens[open].form = Form::Period;
        tokens[open].gap = Gap::Glued;
        tokens[open].text = ".".into();
        if let Some(next) = tokens.get_mut(open + 1) {
            next.gap = Gap::Space;
        }
    }
}

/// A list has so many brackets with people at least.
const LEAST: usize = 3;

/// Where the bracket at the end of a row opens, if it holds names and a year.
fn people_bracket(tokens: &[Token]) -> Option<usize> {
    let close = tokens
        .iter()
        .rposition(|token| matches!(token.form, Form::Word | Form::Close))?;
    let open = tokens[..close]
        .iter()
        .rposition(|token| token.form == Form::Open)?;
    let [names @ .., comma, year] = &tokens[open + 1..close] else {
        return None;
    };
    let parts = likenesses_of_list(names);
    let sum: f64 = parts.iter().sum();
    let are_names = !parts.is_empty()
        && parts.iter().all(|part| *part > -1.0)
        && parts.iter().any(|part| *part > 1.5)
        && sum > 0.5 * parts.len() as f64;
    let is_bracket = open > 0
        && tokens[close].form == Form::Close
        && comma.form == Form::Comma
        && is_year(&year.text);
    (is_bracket && are_names).then_some(open)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::{list::row, plain};

    #[test]
    fn brackets_around_people_are_taken_off() {
        let text = "On looms (Ann Lee, Bo Ray, 2019)\nOn mills (Ann Lee, 2018)\n\
            On yarn (Bo Ray and Ann Lee, 2017)\nOn dye (Cloth Review, 2016)\n";
        let mut rows = row::rows(&plain::read(text));
        bare_people(&mut rows);
        let texts: Vec<String> = rows.iter().map(Row::text).collect();
        assert_eq!(
            texts,
            [
                "On looms. Ann Lee, Bo Ray, 2019",
                "On mills. Ann Lee, 2018",
                "On yarn. Bo Ray and Ann Lee, 2017",
                "On dye (Cloth Review, 2016)",
            ]
        );
    }
}
