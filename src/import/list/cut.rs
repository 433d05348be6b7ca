//! Where a field of an entry may end.

use super::{
    super::FieldRole,
    brackets::inside,
    lead_in::is_in,
    people,
    period::{is_one_initial, period},
    quotes::{closes_field, quote_end, quotes_field},
    row::whole_year,
    runs::runs_on,
    shape::is_mixed,
    token::{Form, Gap, Token},
    unsigned::opens_venue,
};
use crate::text::publication_state::find_state;

/// What parts two atoms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Cut {
    pub(super) sign: Sign,
    pub(super) gap: Gap,
    /// Whether bold, italic or the link changes there.
    pub(super) restyled: bool,
    /// Whether it stands within a stretch that is set off from the rest: a title in italics may
    /// have a period inside.
    pub(super) within: bool,
}

/// The strongest sign between two atoms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Sign {
    None,
    /// The period of an initial or an abbreviation.
    Dot,
    Comma,
    Colon,
    Dash,
    Slash,
    Bracket,
    Question,
    Semicolon,
    Period,
    Pipe,
    Quote,
    Slashes,
}

/// More signs than this in a row are looked at no further.
pub(super) const MOST_SIGNS: usize = 12;

/// For each token, the cut before it, if a field may end there.
pub(super) fn cuts(tokens: &[Token]) -> Vec<Option<Cut>> {
    let mut out = vec![None; tokens.len() + 1];
    let inside = inside(tokens);
    let quoted = quoted(tokens);
    let is_uniform = tokens.iter().all(|token| is_set_alike(token, &tokens[0]));
    let is_linked = links_entry(tokens);
    for at in 1..tokens.len() {
        let (last, next) = (&tokens[at - 1], &tokens[at]);
        // Within what is bold, italics stress a word.
        let restyled = last.style.bold != next.style.bold
            || last.style.italic != next.style.italic && !next.style.bold
            || last.style.label != next.style.label
            || last.style.underlined != next.style.underlined
            || last.style.named != next.style.named
            || last.link != next.link;
        // `**Lee, A.** B.`: one name, whatever of it is set off.
        let restyled = restyled && !is_amid_initials(tokens, at);
        let sign = sign(tokens, at);
        // A quotation is one, even where a line of it was ended early.
        let holds = inside[at] && next.gap < Gap::Break || quoted[at] && next.gap == Gap::Break;
        let after_in = at >= 2
            && last.form == Form::Colon
            && matches!(tokens[at - 2].text.as_str(), "In" | "in" | "IN");
        // Behind `with` comes a name, however it is set, and around `and` as well.
        let is_and = |token: &Token| {
            token.form == Form::Word
                && token.gap > Gap::Glued
                && ["and", "AND", "&", "und", "et", "y", "og", "och", "ve"]
                    .contains(&token.text.as_str())
        };
        let is_joined = sign == Sign::None
            && next.gap <= Gap::Wrap
            && (last.form == Form::Word && people::is_with(last)
                || is_and(next)
                || is_and(last) && last.form == Form::Word);
        if is_joined && !is_year(&next.text) {
            continue;
        }
        // `Title, *in* A. Lee (ed.)`, `Title, in *Looms*`
        let leads_in = sign == Sign::None
            && next.gap == Gap::Space
            && (is_in(last) || sends(tokens, at - 1))
            && (at < 3 || out[at - 1].is_some() || out[at - 2].is_some());
        let is_wide = last.text.starts_with(|c: char| c >= '\u{3000}') && is_in(last);
        if leads_in && next.form == Form::Word || is_wide && next.form == Form::QuoteOpen {
            continue;
        }
        if holds || (after_in || runs_on(tokens, at, sign)) && next.gap < Gap::Break {
            continue;
        }
        let is_cut = sign != Sign::None
            || next.gap >= Gap::Wrap
            || next.form == Form::Mark
                && next.gap > Gap::Glued
                && tokens
                    .get(at + 1)
                    .is_some_and(|after| after.gap == Gap::Glued)
            || restyled && next.gap > Gap::Glued && next.form != Form::Mark
            || next.gap > Gap::Glued && opens_venue(tokens, at);
        if is_cut
            && !matches!(
                next.form,
                Form::Comma | Form::Semicolon | Form::Colon | Form::Period | Form::QuoteClose
            )
            || next.form == Form::Comma && matches!(last.form, Form::Comma)
        {
            out[at] = Some(Cut {
                sign,
                gap: gap_before(tokens, at),
                restyled,
                within: !is_uniform
                    && is_within(tokens, at)
                    && (!is_linked || has_style(next))
                    && !opens_people(tokens, at, sign),
            });
        }
    }
    // A comma at the head of a line leaves somebody blank.
    for at in 0..tokens.len() {
        let is_head = matches!(tokens[at].gap, Gap::Wrap | Gap::Break | Gap::Block);
        if tokens[at].form == Form::Comma && is_head && at + 1 < tokens.len() {
            if at > 0 {
                out[at] = Some(Cut {
                    sign: Sign::None,
                    gap: tokens[at].gap,
                    restyled: false,
                    within: false,
                });
            }
            out[at + 1] = Some(Cut {
                sign: Sign::Comma,
                gap: tokens[at + 1].gap,
                restyled: false,
                within: false,
            });
        }
    }
    out
}

/// Whether a token is an initial right behind another.
fn is_amid_initials(tokens: &[Token], at: usize) -> bool {
    at >= 2
        && tokens[at - 1].form == Form::Period
        && is_one_initial(&tokens[at - 2].text)
        && is_one_initial(&tokens[at].text)
        && tokens[at].gap <= Gap::Wrap
}

/// Whether a word leads from a state to where a work was sent: the `to` of `submitted to *Cloth Review*`.
fn sends(tokens: &[Token], at: usize) -> bool {
    matches!(tokens[at].text.as_str(), "to" | "at" | "by" | "à")
        && at > 0
        && find_state(tokens[at - 1].folded(), "").is_some()
}

/// Whether one link goes over all of an entry but its last words, as `(pdf)`, or over its year with more before and
/// behind: it sets off no field. A field of another type within tells it from the link of a title that stands alone.
fn links_entry(tokens: &[Token]) -> bool {
    let Some(first) = tokens.first().filter(|first| first.link.is_some()) else {
        return false;
    };
    let linked = tokens
        .iter()
        .take_while(|token| token.link == first.link)
        .count();
    let is_restyled = tokens[..linked]
        .iter()
        .any(|token| token.style != first.style);
    let is_amid = |at: usize| {
        let next = tokens[at + 1..linked].iter();
        at > FEW_BEHIND && next.take(ENTRY).count() == ENTRY
    };
    let has_year = || (0..linked).any(|at| is_year(&tokens[at].text) && is_amid(at));
    linked < tokens.len()
        && (tokens.len() - linked <= FEW_BEHIND || has_year())
        && is_restyled
        && linked >= ENTRY
}

/// So many words and signs are behind the link of an entry at most.
const FEW_BEHIND: usize = 4;

/// So many words and signs has an entry at least.
const ENTRY: usize = 12;

fn has_style(token: &Token) -> bool {
    token.style.bold
        || token.style.italic
        || token.style.underlined
        || token.style.named == Some(FieldRole::Title)
}

/// Whether people are set as the title before them is, and told by their words: `*On looms (with A. Lee)*`,
/// `*On looms.* *Lee, A.*, Ray, B.`
fn opens_people(tokens: &[Token], at: usize, sign: Sign) -> bool {
    match &tokens[at..] {
        [open, with, ..] if open.form == Form::Open && people::is_with(with) => {
            ends_with_names(&tokens[at..])
        }
        [family, comma, initials @ ..] if sign == Sign::Period && comma.form == Form::Comma => {
            let is_initial = |two: &&[Token]| {
                is_one_initial(&two[0].text) && two.len() == 2 && two[1].form == Form::Period
            };
            let count = initials.chunks(2).take(4).take_while(is_initial).count();
            let goes_on = initials.get(2 * count).is_some_and(|next| {
                next.form == Form::Comma || people::ANDS.contains(&next.text.as_str())
            });
            family.form == Form::Word
                && family.text.starts_with(char::is_uppercase)
                && count > 0
                && goes_on
        }
        _ => false,
    }
}

/// Whether a bracket holds a word that leads to names and nothing but names, and what is set like it ends with it.
fn ends_with_names(tokens: &[Token]) -> bool {
    let close = tokens
        .iter()
        .take(MOST_NAMED)
        .position(|token| token.form == Form::Close);
    let Some(close) = close.filter(|close| *close > 2) else {
        return false;
    };
    let is_name = |token: &Token| {
        matches!(token.form, Form::Comma | Form::Period)
            || token.form == Form::Word
                && (token.text.starts_with(char::is_uppercase)
                    || people::ANDS.contains(&token.text.as_str()))
    };
    let next = tokens[close + 1..]
        .iter()
        .find(|token| matches!(token.form, Form::Word | Form::Open));
    tokens[2..close].iter().all(is_name) && next.is_none_or(|next| !is_set_alike(&tokens[0], next))
}

/// Names in a bracket are so many words and signs at most.
const MOST_NAMED: usize = 24;

/// Whether what stands on both sides of the signs before a token is set off in the same way.
pub(super) fn is_within(tokens: &[Token], at: usize) -> bool {
    let next = &tokens[at];
    let last = (at.saturating_sub(MOST_SIGNS)..at)
        .rev()
        .find(|at| matches!(tokens[*at].form, Form::Word | Form::Close));
    next.gap < Gap::Break
        && (has_style(next) || next.link.is_some())
        && last.is_some_and(|last| tokens[last..at].iter().all(|sign| is_set_alike(sign, next)))
}

pub(super) fn is_set_alike(one: &Token, other: &Token) -> bool {
    one.style == other.style && one.link == other.link
}

/// The widest gap among the signs before a token.
pub(super) fn gap_before(tokens: &[Token], at: usize) -> Gap {
    let mut gap = tokens[at].gap;
    let mut back = at;
    while back > 0
        && at - back < MOST_SIGNS
        && !matches!(
            tokens[back - 1].form,
            Form::Word | Form::Address | Form::Close | Form::Mark
        )
    {
        back -= 1;
        gap = gap.max(tokens[back].gap);
    }
    gap
}

/// Which tokens stand within a quotation that is a field.
fn quoted(tokens: &[Token]) -> Vec<bool> {
    let mut out = vec![false; tokens.len()];
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at].form == Form::QuoteOpen
            && quotes_field(tokens, at)
            && let Some(end) = quote_end(tokens, at)
            && end - at <= 60
        {
            out[at + 1..=end].fill(true);
            at = end;
        }
        at += 1;
    }
    out
}

/// The strongest sign right before a token, the token's own opening sign included.
pub(super) fn sign(tokens: &[Token], at: usize) -> Sign {
    let mut best = match tokens[at].form {
        Form::QuoteOpen if quotes_field(tokens, at) => Sign::Quote,
        Form::Open if tokens[at].gap > Gap::Glued || tokens[at].text == "（" => Sign::Bracket,
        Form::Pipe => Sign::Pipe,
        Form::Slashes => Sign::Slashes,
        Form::Slash => Sign::Slash,
        Form::Dash => Sign::Dash,
        _ => Sign::None,
    };
    let mut back = at;
    while back > 0 && at - back < MOST_SIGNS {
        back -= 1;
        let token = &tokens[back];
        let found = match token.form {
            Form::Comma => Sign::Comma,
            Form::Semicolon => Sign::Semicolon,
            Form::Colon => Sign::Colon,
            // The period of a short form, and the comma behind it.
            Form::Period if matches!(tokens[back + 1].form, Form::Comma | Form::Colon) => {
                Sign::None
            }
            Form::Period => {
                if tokens[at].gap == Gap::Glued
                    && !is_han_near(tokens, at)
                    && tokens[at].form != Form::Open
                    && !ends_link(tokens, at)
                {
                    Sign::None
                } else if is_gap(tokens, back) {
                    // `дис. ... канд. наук`
                    Sign::None
                } else if back > 0 && token.text == "." {
                    period(tokens, back)
                } else {
                    Sign::Period
                }
            }
            Form::Question if tokens[at].gap > Gap::Glued => Sign::Question,
            Form::Dash => Sign::Dash,
            Form::Pipe => Sign::Pipe,
            Form::Slash => Sign::Slash,
            Form::Slashes => Sign::Slashes,
            Form::QuoteClose if closes_field(tokens, back) => Sign::Quote,
            Form::Close
                if (tokens[back + 1].gap > Gap::Glued || tokens[back + 1].form != Form::Word)
                    && !closes_in_word(tokens, back) =>
            {
                // `Lee, A. (Ed.): Title`
                if best == Sign::Colon {
                    Sign::Colon
                } else {
                    Sign::Bracket
                }
            }
            _ => Sign::None,
        };
        best = best.max(found);
        // `Lee, A.* Title`
        if token.form == Form::Mark
            && token.gap == Gap::Glued
            && back > 0
            && matches!(
                tokens[back - 1].form,
                Form::Period | Form::Comma | Form::Mark
            )
        {
            continue;
        }
        if matches!(
            token.form,
            Form::Word | Form::Address | Form::Close | Form::Open | Form::Mark | Form::Question
        ) {
            break;
        }
    }
    best
}

/// Whether a link ends with a whole word and its period right before a capital: the title of an entry whose authors
/// are in another element of markup.
fn ends_link(tokens: &[Token], at: usize) -> bool {
    at >= 2
        && tokens[at - 1].form == Form::Period
        && tokens[at - 1].link.is_some()
        && tokens[at - 1].link != tokens[at].link
        && tokens[at - 2].text.chars().count() > 2
        && tokens[at - 2].text.ends_with(char::is_lowercase)
        && tokens[at].text.starts_with(char::is_uppercase)
}

/// Whether periods stand for words that were left out: what follows goes on in small letters, or a list does, `Lee, A., … Orr, C.`
fn is_gap(tokens: &[Token], at: usize) -> bool {
    let is_listed = at > 0 && tokens[at - 1].form == Form::Comma;
    (tokens[at].text.len() > 2 && tokens[at].text != ".:")
        && tokens[at].gap > Gap::Glued
        && tokens.get(at + 1).is_some_and(|next| {
            next.gap > Gap::Glued && (next.text.starts_with(char::is_lowercase) || is_listed)
        })
}

/// Whether a bracket that closes at a token began within a word: `Copper(I)`, `MgO(001)`.
fn closes_in_word(tokens: &[Token], at: usize) -> bool {
    let open = tokens[..at]
        .iter()
        .rposition(|token| token.form == Form::Open)
        .filter(|open| at - open <= 4);
    open.is_some_and(|open| {
        open > 0
            && tokens[open].gap == Gap::Glued
            && tokens[open - 1].form == Form::Word
            && tokens[open - 1].text.ends_with(char::is_alphabetic)
            && tokens[open - 1]
                .text
                .starts_with(|c: char| c.is_alphabetic())
            && tokens[at].gap == Gap::Glued
    })
}

pub(super) fn is_han_near(tokens: &[Token], at: usize) -> bool {
    let is_wide = |token: &Token| token.text.chars().any(|c| c >= '\u{3000}');
    is_wide(&tokens[at]) || at >= 2 && is_wide(&tokens[at - 2])
}

/// `2023`, `’23`, `2023a`.
pub(super) fn is_year(word: &str) -> bool {
    let bare = word.trim_end_matches(['a', 'b', 'c', 'd']);
    whole_year(bare).is_some()
        || word.strip_prefix(['\'', '’', '‘']).is_some_and(|digits| {
            digits.len() == 2 && digits.bytes().all(|byte| byte.is_ascii_digit())
        })
        || word
            .strip_suffix('年')
            .is_some_and(|year| whole_year(year).is_some())
}

/// `NSDI`, `EuroSys`, `ECML-PKDD`, with a year behind: `CHI’19`.
pub(super) fn is_acronym(word: &str) -> bool {
    let bare = word.split(['\'', '’', '‘']).next().unwrap_or(word);
    let bare = bare.trim_end_matches(|c: char| c.is_ascii_digit());
    let upper = bare.chars().filter(|c| c.is_uppercase()).count();
    let letters = bare.chars().filter(|c| c.is_alphabetic()).count();
    (2..=12).contains(&letters)
        && upper >= 2
        && bare
            .chars()
            .all(|c| c.is_alphabetic() || "-&/+@*^".contains(c))
        && (upper * 2 >= letters || is_mixed(bare))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::{Span, TextStyle, list::token::tokens};

    #[test]
    fn a_link_over_an_entry_sets_off_no_field() {
        let span = |text: &str, italic: bool, link: &str| Span {
            text: text.to_owned(),
            style: TextStyle {
                italic,
                ..TextStyle::default()
            },
            link: Some(link.to_owned()),
            ..Span::default()
        };
        let entry = |is_italic: bool| {
            tokens(
                &[
                    span(
                        "Lee, A. & Ray, B. (2019). On looms. Mills of wood. ",
                        false,
                        "a",
                    ),
                    span("Cloth Review", is_italic, "a"),
                    span(" 3.", false, "a"),
                    span(" (pdf)", false, "b"),
                ],
                1,
            )
        };
        assert!(links_entry(&entry(true)));
        assert!(!links_entry(&entry(false)));
        assert!(!links_entry(&entry(true)[..entry(true).len() - 3]));
        let note = Span {
            text: " Best paper of the workshop in that spring.".to_owned(),
            ..Span::default()
        };
        let noted = |linked: Vec<Token>| [linked, tokens(std::slice::from_ref(&note), 1)].concat();
        let dated = tokens(
            &[
                span(
                    "Lee, A. & Ray, B. (2019). On looms and mills of wood in towns. ",
                    false,
                    "a",
                ),
                span("Cloth Review", true, "a"),
            ],
            1,
        );
        assert!(links_entry(&noted(dated)));
        let title = [
            span("On looms and the ", false, "a"),
            span("mills", true, "a"),
            span(" of wood in old towns of the far north", false, "a"),
        ];
        assert!(!links_entry(&noted(tokens(&title, 1))));
    }
}
