//! Quotations: which are a field of an entry, and which are but words of one.

use super::{
    cut::{is_acronym, is_set_alike, is_within, is_year},
    lead_in::is_in,
    lexicon::Sort,
    likeness::likeness,
    people,
    shape::{Shape, shape},
    token::{Form, Gap, Token},
};
use crate::text::publication_state::find_state;

/// Whether the quotation that begins at a token is a field, and not some words of one.
pub(super) fn quotes_field(tokens: &[Token], at: usize) -> bool {
    opens_strongly(tokens, at)
        && quote_end(tokens, at).is_none_or(|end| {
            closes_strongly(tokens, end)
                || closes_wide(tokens, end) && ends_wide_name(&tokens[..at])
                || ends_names(&tokens[..at]) && quotes_much(tokens, at)
        })
}

/// Where a quotation ends, if that is within the length of a field.
pub(super) fn quote_end(tokens: &[Token], at: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (end, token) in tokens.iter().enumerate().skip(at).take(80) {
        match token.form {
            Form::QuoteOpen => depth += 1,
            Form::QuoteClose if depth <= 1 => return Some(end),
            Form::QuoteClose => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Whether a quotation begins where a field may: words within a title may be quoted too.
fn opens_strongly(tokens: &[Token], at: usize) -> bool {
    at.checked_sub(1).is_none_or(|before| {
        !matches!(tokens[before].form, Form::Word)
            || is_year(&tokens[before].text)
            || tokens[at].gap >= Gap::Wide
            // `载《织物研究》`
            || tokens[at].text == "《" && is_in(&tokens[before])
            || is_wide(&tokens[at]) && ends_wide_name(&tokens[..at])
            || ends_names(&tokens[..at]) && quotes_much(tokens, at)
            // A title that is set off needs no comma before it.
            || !is_set_alike(&tokens[before], &tokens[at])
    })
}

/// Whether a quotation that ends at a token is a field.
pub(super) fn closes_field(tokens: &[Token], at: usize) -> bool {
    let open = (at.saturating_sub(80)..at)
        .rev()
        .find(|open| tokens[*open].form == Form::QuoteOpen);
    closes_strongly(tokens, at)
        || open.is_some_and(|open| {
            quotes_much(tokens, open) && ends_names(&tokens[..open])
                || closes_wide(tokens, at) && ends_wide_name(&tokens[..open])
        })
}

/// Whether so many words are quoted as a title has.
fn quotes_much(tokens: &[Token], at: usize) -> bool {
    let end = quote_end(tokens, at).unwrap_or(at);
    let words = tokens[at..end]
        .iter()
        .filter(|token| token.form == Form::Word);
    words.count() > 3
}

/// Two names have so many tokens at most.
const NAMES: usize = 24;

/// Whether a list of names stands before a quotation: `A. Lee, Bo Ray “On looms …”`
fn ends_names(tokens: &[Token]) -> bool {
    let is_sign =
        |token: &Token| token.form == Form::Comma || people::ANDS.contains(&token.text.as_str());
    let is_name = |part: &[Token]| {
        (2..=6).contains(&part.len())
            && matches!(shape(part), Shape::Full | Shape::Behind)
            && likeness(part) > 1.0
    };
    if ends_inverted(tokens) {
        return true;
    }
    let tokens = &tokens[tokens.len().saturating_sub(NAMES)..];
    let mut parts = tokens.rsplit(is_sign).filter(|part| !part.is_empty());
    // `A. Lee, the Loom Survey Team “On looms …”`
    let ends = |part: &[Token]| is_name(part) || shape(part) == Shape::Group;
    parts.next().is_some_and(ends) && parts.next().is_some_and(is_name)
}

/// Whether an entry begins with family names and given names by turns, two people or more: `Lee, Ann, and Ray, Bo
/// “On looms …”`
fn ends_inverted(tokens: &[Token]) -> bool {
    let is_sign =
        |token: &Token| token.form == Form::Comma || people::ANDS.contains(&token.text.as_str());
    let is_part = |part: &&[Token]| {
        part.len() <= 4
            && part.iter().all(|token| {
                token.form == Form::Word
                    && (token.text.starts_with(char::is_uppercase) || token.is(Sort::Particle))
            })
            && matches!(shape(part), Shape::Single | Shape::Full | Shape::Behind)
    };
    let parts: Vec<&[Token]> = tokens
        .split(is_sign)
        .filter(|part| !part.is_empty())
        .collect();
    let alone = parts.iter().filter(|part| part.len() == 1).count();
    parts.len() >= 4
        && parts.len().is_multiple_of(2)
        && alone * 2 >= parts.len()
        && parts.iter().all(is_part)
}

/// `「`, `『`, and what closes them.
fn is_wide(token: &Token) -> bool {
    matches!(token.text.as_str(), "「" | "『" | "」" | "』")
}

/// Whether a name without blanks stands before a quotation: `高橋美咲「織物の歴史」`.
fn ends_wide_name(tokens: &[Token]) -> bool {
    let [before @ .., name] = tokens else {
        return false;
    };
    let is_first = before.last().is_none_or(|sign| sign.form == Form::Comma);
    is_first && shape(std::slice::from_ref(name)) == Shape::Han
}

/// Whether what stands behind a quotation of wide signs is no word that goes on with it: `「織物」『文学』`, and
/// not `『織物』における`.
fn closes_wide(tokens: &[Token], at: usize) -> bool {
    let goes_on = |c: char| ('\u{3040}'..='\u{309f}').contains(&c);
    is_wide(&tokens[at])
        && tokens
            .get(at + 1)
            .is_none_or(|next| !next.text.starts_with(goes_on))
}

/// Whether a quotation ends as a field does: with a sign inside or behind, or with its line.
fn closes_strongly(tokens: &[Token], at: usize) -> bool {
    let is_sign = |token: &Token| {
        matches!(token.form, Form::Comma | Form::Question)
            || token.form == Form::Period && token.text == "."
    };
    let ends_inside = at > 0 && is_sign(&tokens[at - 1]);
    let words = tokens[..at]
        .iter()
        .rev()
        .take_while(|token| token.form != Form::QuoteOpen)
        .filter(|token| token.form == Form::Word)
        .take(6)
        .count();
    let Some(next) = tokens.get(at + 1) else {
        return true;
    };
    if next.gap >= Gap::Break {
        return true;
    }
    match next.form {
        // `"On looms" - submitted to`
        Form::Dash if next.gap > Gap::Glued => words > 3 && leads_on_dash(&tokens[at + 2..]),
        Form::Colon | Form::Dash => false,
        // `《织物研究》1999年`, `《织物研究》（待刊）`
        Form::Word | Form::Open
            if tokens[at].text == "》"
                && next
                    .text
                    .starts_with(|c: char| c.is_ascii_digit() || "第（(".contains(c)) =>
        {
            true
        }
        Form::Comma | Form::Period | Form::Question | Form::Semicolon => true,
        // A name or the person's coauthors in brackets stand behind the title as a whole.
        Form::Open if next.gap > Gap::Glued => words > 4 || ends_inside || begins_entry(tokens, at),
        // A title set off from the rest may begin with words that are quoted.
        Form::Word if next.gap == Gap::Space && is_within(tokens, at + 1) => false,
        Form::Word => {
            let leads_on = at > 0 && !is_set_alike(&tokens[at - 1], next)
                || next.gap > Gap::Space
                || words_on(&tokens[at + 1..]).any(|word| {
                    is_acronym(&word.text)
                        || is_in(word)
                        || word.is(Sort::Venue)
                        || word.is(Sort::VenueHead)
                });
            ends_inside || words > 4 && leads_on || words > 3 && names_on(&tokens[at + 1..])
        }
        _ => ends_inside || words > 4,
    }
}

/// Whether a name or a `with` stands behind a quotation: `"On looms" A. Lee, B. Ray`.
fn names_on(tokens: &[Token]) -> bool {
    let end = tokens
        .iter()
        .take(8)
        .position(|token| {
            matches!(token.form, Form::Comma | Form::Semicolon)
                || people::ANDS.contains(&token.text.as_str())
        })
        .unwrap_or(0);
    let name = match tokens[..end].split_first() {
        Some((by, name)) if people::is_by(by) || people::is_with(by) => name,
        _ => &tokens[..end],
    };
    matches!(shape(name), Shape::Full | Shape::Behind | Shape::Han) && likeness(name) > 1.5
        || turned_on(name, &tokens[end..])
}

/// Whether a family name is followed by a given name that ends before another person: `Lee, Ann; Ray, Bo`,
/// `Lee, A., Ray, B.`
fn turned_on(family: &[Token], behind: &[Token]) -> bool {
    let Some((_, given)) = behind
        .split_first()
        .filter(|(comma, _)| comma.form == Form::Comma)
    else {
        return false;
    };
    let is_end = |token: &Token| {
        matches!(token.form, Form::Comma | Form::Semicolon)
            || people::ANDS.contains(&token.text.as_str())
    };
    let Some(end) = given.iter().take(6).position(is_end) else {
        return false;
    };
    let is_given = match shape(&given[..end]) {
        Shape::Initials => true,
        Shape::Given | Shape::Single | Shape::Full => given[end].form != Form::Comma,
        _ => false,
    };
    shape(family) == Shape::Single && is_given
}

/// Whether a venue or a state stands behind the stroke that follows a quotation.
fn leads_on_dash(tokens: &[Token]) -> bool {
    words_on(tokens).any(|word| {
        is_acronym(&word.text)
            || is_in(word)
            || is_year(&word.text)
            || word.is(Sort::VenueHead)
            || find_state(word.folded(), &word.text).is_some()
    })
}

/// The next few words that no sign and no wide gap parts.
fn words_on(tokens: &[Token]) -> impl Iterator<Item = &Token> {
    tokens
        .iter()
        .take(6)
        .enumerate()
        .take_while(|(at, token)| token.form == Form::Word && (*at == 0 || token.gap <= Gap::Wrap))
        .map(|(_, token)| token)
}

/// Whether the quotation that ends at a token is the first thing of its entry or of its line.
fn begins_entry(tokens: &[Token], at: usize) -> bool {
    tokens[..at]
        .iter()
        .rposition(|token| token.form == Form::QuoteOpen)
        .is_some_and(|open| open == 0 || tokens[open].gap >= Gap::Break)
}

#[cfg(test)]
mod tests {
    use crate::import::list::examples::{names, titles};

    #[test]
    fn a_quotation_behind_names_needs_no_comma() {
        let written = [
            "[2] Bo Ray, Ann Lee, Cy Orr ``Looms and the Weaving of Heavy Wool'' Cloth Computing, Vol. 18, 2015.",
            "[1] Ann Lee, Dee Poe, and Bo Ray ``Mills and the Wind that Turns Them'' 4th Workshop on Mills, 2014.",
        ];
        assert_eq!(
            titles(&written),
            [
                "Looms and the Weaving of Heavy Wool",
                "Mills and the Wind that Turns Them"
            ]
        );
        assert_eq!(
            names(&written),
            ["Ray, Bo; Lee, Ann; Orr, Cy", "Lee, Ann; Poe, Dee; Ray, Bo"]
        );
    }

    #[test]
    fn a_quotation_behind_inverted_names_needs_no_comma() {
        let entries = [
            "1. Lee, Ann, Orr, Cy, and Ray, Bo Gil \"Looms of the North and their weavers\". *Cloth Review*, 27: 42-9, 2023.",
            "2. Ray, Bo Gil, and Lee, Ann \"Mills and the wind that turns them\". *Cloth Review*, 26: 4-9, 2022.",
        ];
        let text = format!("# Papers\n\n{}\n\n{}\n", entries[0], entries[1]);
        let (page, _) = crate::import::markdown::page(&text);
        let read = crate::import::list::read_page(&page, &crate::import::Hints::default()).entries;
        let shown: Vec<(&str, usize)> = read
            .iter()
            .map(|entry| (entry.listing.title.as_str(), entry.listing.authors.len()))
            .collect();
        assert_eq!(
            shown,
            [
                ("Looms of the North and their weavers", 3),
                ("Mills and the wind that turns them", 2)
            ]
        );
    }

    #[test]
    fn a_quotation_behind_a_team_needs_no_comma() {
        let entry = |people: &str, title: &str| {
            format!("{people} \"{title},\" Journal of Cloth 12 (2019) 3-19.")
        };
        let team = "A. B. Lee, C. Ray, the LOOM-19 Weaving Survey Team";
        let list = [
            entry(team, "How cloth is woven in the towns of the North"),
            entry("A. B. Lee, C. Ray,", "Mills that turn without any wind"),
            entry("C. Ray, D. Orr,", "Yarn of many colours and who spins it"),
        ];
        let list: Vec<&str> = list.iter().map(String::as_str).collect();
        assert_eq!(
            crate::import::list::examples::titles(&list)[0],
            "How cloth is woven in the towns of the North"
        );
        assert_eq!(
            crate::import::list::examples::names(&list)[0],
            "Lee, A. B.; Ray, C.; the LOOM-19 Weaving Survey Team"
        );
    }

    #[test]
    fn a_quotation_behind_a_name_without_blanks_is_a_title() {
        let written = [
            "1. 高橋美咲「織物の歴史と機織り」『染織学』82巻4号、2005年、pp. 15-28",
            "2. 高橋美咲「水車小屋の物語」『染織学』80号、2004年、pp. 4-9",
        ];
        assert_eq!(titles(&written), ["織物の歴史と機織り", "水車小屋の物語"]);
    }

    #[test]
    fn a_quotation_before_turned_names_is_a_title() {
        let written = [
            "“Looms and the weaving of heavy wool” Lee, Ann B.; Ray, Bo; Orr, Cy, Cloth Review, 2015, 8, 13",
            "“Mills and the wind that turns them” Ray, B., Lee, A. B., Cloth Review, 2014, 7, 3",
        ];
        assert_eq!(
            titles(&written),
            [
                "Looms and the weaving of heavy wool",
                "Mills and the wind that turns them"
            ]
        );
    }

    #[test]
    fn two_single_signs_are_one_quotation() {
        let written = [
            "A. Lee and B. Ray, ‘‘Looms and the weaving of heavy wool,’’ Cloth Review, vol. 18, 2015.",
            "B. Ray, ‘‘Mills and the wind that turns them’’, in Proc. of the Workshop on Mills, 2014.",
        ];
        assert_eq!(
            titles(&written),
            [
                "Looms and the weaving of heavy wool",
                "Mills and the wind that turns them"
            ]
        );
    }
}
