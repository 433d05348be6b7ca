//! Where a field of an entry may end.

use super::{
    lexicon::{self, Sort},
    people,
    row::whole_year,
    shape::{is_initials, is_mixed},
    token::{Form, Gap, Token},
    venue::is_in,
};
use crate::model::PersonName;

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

/// Whether the period behind a word is its own: an initial, an abbreviation.
pub(super) fn is_dotted(word: &Token) -> bool {
    is_initials(&word.text) && word.text.chars().filter(|c| c.is_alphabetic()).count() <= 2
        || is_abbreviation(word)
}

/// A word that counts editions.
pub(super) fn is_edition(word: &Token) -> bool {
    matches!(
        word.folded.as_str(),
        "ed" | "edn" | "edition" | "edicao" | "edicion" | "aufl" | "auflage" | "wyd" | "baski"
    ) || word.text == "изд"
}

pub(super) fn is_abbreviation(word: &Token) -> bool {
    let folded = word.folded.as_str();
    [
        "proc", "conf", "int", "intl", "symp", "trans", "j", "univ", "dept", "assoc", "soc", "am",
        "amer", "appl", "math", "phys", "rev", "lett", "sci", "comput", "commun", "eng", "syst",
        "vol", "no", "pp", "p", "s", "nr", "vs", "st", "dr", "prof", "jr", "sr", "ed", "eds",
        "hrsg", "hg", "bd", "art", "ch", "cf", "e.g", "i.e", "nucl", "quant", "grav", "chem",
        "biol", "med", "natl", "acad", "ann", "electron", "mech", "т", "с", "вып", "стр", "д", "к",
    ]
    .contains(&folded)
        || lexicon::is(folded, Sort::Counted)
        || lexicon::is(folded, Sort::Abbreviated) && word.text.starts_with(char::is_uppercase)
        || ["т", "с", "вып", "стр", "ред"].contains(&word.text.to_lowercase().as_str())
}

/// For each token, the cut before it, if a field may end there.
pub(super) fn cuts(tokens: &[Token]) -> Vec<Option<Cut>> {
    let mut out = vec![None; tokens.len() + 1];
    let inside = inside(tokens);
    let is_uniform = tokens.iter().all(|token| is_set_alike(token, &tokens[0]));
    for at in 1..tokens.len() {
        let (last, next) = (&tokens[at - 1], &tokens[at]);
        let restyled = last.style.bold != next.style.bold
            || last.style.italic != next.style.italic
            || last.style.label != next.style.label
            || last.style.underlined != next.style.underlined
            || last.link != next.link;
        let sign = sign(tokens, at);
        let holds = inside[at] && next.gap < Gap::Break;
        let after_in = at >= 2
            && last.form == Form::Colon
            && matches!(tokens[at - 2].text.as_str(), "In" | "in" | "IN");
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
                within: !is_uniform && is_within(tokens, at),
            });
        }
    }
    // A comma at the head of a line leaves somebody blank.
    for at in 0..tokens.len() {
        if tokens[at].form == Form::Comma && tokens[at].gap >= Gap::Wrap && at + 1 < tokens.len() {
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

/// Whether a line is but wrapped before a token, by the words around: `S.` of a page and its number,
/// `with Ann` and the rest of her name, a small word and what it belongs to.
fn runs_on(tokens: &[Token], at: usize, sign: Sign) -> bool {
    let (last, next) = (&tokens[at - 1], &tokens[at]);
    if sign != Sign::None || next.gap != Gap::Wrap {
        return false;
    }
    let is_lower =
        |token: &Token| token.form == Form::Word && token.text.starts_with(char::is_lowercase);
    let counts = at >= 2
        && last.form == Form::Period
        && next.text.starts_with(|c: char| c.is_ascii_digit())
        && !is_year(&next.text)
        && lexicon::is(&tokens[at - 2].folded, Sort::Counted);
    let names = at >= 3
        && people::is_with(&tokens[at - 2])
        && !matches!(tokens[at - 3].form, Form::Word | Form::Close);
    let is_small = is_lower(last)
        && (lexicon::is(&last.folded, Sort::Small) || lexicon::is(&last.folded, Sort::Particle))
        || last.form == Form::Word && people::is_with(last);
    counts || names || is_small || is_lower(next) && is_lower(last) && !is_in(next)
}

/// Whether what stands on both sides of the signs before a token is set off in the same way.
fn is_within(tokens: &[Token], at: usize) -> bool {
    let next = &tokens[at];
    let last = tokens[..at]
        .iter()
        .rev()
        .take(MOST_SIGNS)
        .find(|token| matches!(token.form, Form::Word | Form::Close));
    next.gap < Gap::Break
        && (next.style.bold || next.style.italic || next.style.underlined || next.link.is_some())
        && last.is_some_and(|last| is_set_alike(last, next))
}

fn is_set_alike(one: &Token, other: &Token) -> bool {
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

/// The strongest sign right before a token, the token's own opening sign included.
pub(super) fn sign(tokens: &[Token], at: usize) -> Sign {
    let mut best = match tokens[at].form {
        Form::QuoteOpen if quotes_field(tokens, at) => Sign::Quote,
        Form::Open if tokens[at].gap > Gap::Glued => Sign::Bracket,
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
                {
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
            Form::QuoteClose if closes_strongly(tokens, back) => Sign::Quote,
            Form::Close
                if tokens[back + 1].gap > Gap::Glued || tokens[back + 1].form != Form::Word =>
            {
                Sign::Bracket
            }
            _ => Sign::None,
        };
        best = best.max(found);
        if matches!(
            token.form,
            Form::Word | Form::Address | Form::Close | Form::Open | Form::Mark | Form::Question
        ) {
            break;
        }
    }
    best
}

/// Whether the quotation that begins at a token is a field, and not some words of one.
pub(super) fn quotes_field(tokens: &[Token], at: usize) -> bool {
    opens_strongly(tokens, at)
        && quote_end(tokens, at).is_none_or(|end| closes_strongly(tokens, end))
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
    })
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
        Form::Colon | Form::Dash => false,
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
                        || lexicon::is(&word.folded, Sort::Venue)
                        || lexicon::is(&word.folded, Sort::VenueHead)
                });
            ends_inside || words > 4 && leads_on
        }
        _ => ends_inside || words > 4,
    }
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

/// What a period is that stands behind a word: the end of something, or but that of an initial or an
/// abbreviation.
pub(super) fn period(tokens: &[Token], at: usize) -> Sign {
    let word = &tokens[at - 1];
    // Another initial follows: `A. B. Lee`.
    if is_initials(&word.text)
        && tokens
            .get(at + 1)
            .is_some_and(|next| is_initials(&next.text))
        && tokens
            .get(at + 2)
            .is_some_and(|next| next.form == Form::Period)
    {
        return Sign::None;
    }
    // `Illinois J. Math.`
    if matches!(word.text.as_str(), "J" | "Z")
        && tokens.get(at + 1).is_some_and(|next| {
            lexicon::is(&next.folded, Sort::Abbreviated) || lexicon::is(&next.folded, Sort::Venue)
        })
    {
        return Sign::None;
    }
    // `48. ed.`, `3. Aufl.`
    if word.text.bytes().all(|byte| byte.is_ascii_digit())
        && tokens.get(at + 1).is_some_and(is_edition)
    {
        return Sign::None;
    }
    // `Lee A, ed. Title`
    if matches!(word.folded.as_str(), "ed" | "eds") && at >= 2 && tokens[at - 2].form == Form::Comma
    {
        return Sign::Period;
    }
    // `des 19. Jahrhunderts`
    if at >= 2
        && word.text.len() <= 2
        && word.text.bytes().all(|byte| byte.is_ascii_digit())
        && tokens[at - 2].text.starts_with(char::is_lowercase)
        && tokens
            .get(at + 1)
            .is_some_and(|next| next.text.starts_with(char::is_uppercase))
    {
        return Sign::None;
    }
    if tokens
        .get(at + 1)
        .is_some_and(|next| next.text.starts_with(|c: char| c.is_ascii_digit()))
        && is_abbreviation(word)
    {
        return Sign::None;
    }
    // `A. O. Hero III. Title`
    if at >= 3
        && word.text.chars().count() > 1
        && PersonName::is_suffix(&word.text)
        && (tokens[at - 2].form == Form::Comma
            || tokens[at - 2].form == Form::Word
                && tokens[at - 2].text.starts_with(char::is_uppercase))
    {
        return Sign::Period;
    }
    if !is_initials(&word.text) || word.text.chars().filter(|c| c.is_alphabetic()).count() > 3 {
        let is_lone = at >= 2 && matches!(tokens[at - 2].form, Form::Comma | Form::QuoteClose);
        let is_short = word.form == Form::Word
            && word.text.chars().count() <= 5
            && word.text.starts_with(char::is_uppercase);
        return if is_abbreviation(word) {
            Sign::None
        } else if is_lone && is_short {
            Sign::Dot
        } else {
            Sign::Period
        };
    }
    behind_initials(tokens, at)
}

/// What a period is that stands behind initials: `Lee, A. B.` and `Lee A. B.` may end a name,
/// `A. B. Lee` does not.
fn behind_initials(tokens: &[Token], at: usize) -> Sign {
    let mut back = at - 1;
    loop {
        if back >= 2 && tokens[back - 1].form == Form::Period && is_initials(&tokens[back - 2].text)
        {
            back -= 2;
        } else if back >= 1 && is_initials(&tokens[back - 1].text) {
            back -= 1;
        } else {
            break;
        }
    }
    // A line may begin with a name.
    if tokens[back].gap >= Gap::Wide {
        return Sign::None;
    }
    let is_plain = |token: &Token| token.form == Form::Word && !is_initials(&token.text);
    match back.checked_sub(1).map(|before| &tokens[before]) {
        Some(before) if before.form == Form::Word => {
            if before.text.starts_with(char::is_uppercase) || before.text.contains(['’', '\'']) {
                Sign::Dot
            } else if people::ANDS.contains(&before.text.as_str())
                || !before.text.starts_with(char::is_lowercase)
            {
                Sign::None
            } else {
                Sign::Period
            }
        }
        Some(before) if before.form == Form::Comma => {
            let family = tokens[..back - 1]
                .iter()
                .rposition(|token| token.form != Form::Word)
                .map_or(0, |at| at + 1);
            let is_family = family < back - 1
                && tokens[family..back - 1].iter().all(is_plain)
                && family
                    .checked_sub(1)
                    .is_none_or(|at| tokens[at].form != Form::Period);
            if is_family { Sign::Dot } else { Sign::None }
        }
        _ => Sign::None,
    }
}

pub(super) fn is_han_near(tokens: &[Token], at: usize) -> bool {
    let is_wide = |token: &Token| token.text.chars().any(|c| c >= '\u{3000}');
    is_wide(&tokens[at]) || at >= 2 && is_wide(&tokens[at - 2])
}

/// Whether a venue or a date may begin at a token though no sign stands before it.
pub(super) fn opens_venue(tokens: &[Token], at: usize) -> bool {
    let word = &tokens[at];
    if word.form == Form::Address {
        return true;
    }
    if word.form != Form::Word {
        return false;
    }
    let before = &tokens[at - 1];
    let folded = word.folded.as_str();
    let is_upper = word.text.chars().next().is_some_and(char::is_uppercase);
    let next_is_year = tokens
        .get(at + 1)
        .is_some_and(|next| next.gap <= Gap::Space && is_year(&next.text));
    let is_named = before.form == Form::Word
        && (is_acronym(&before.text)
            || lexicon::is(&before.folded, Sort::Venue)
            || lexicon::is(&before.folded, Sort::House));
    is_year(&word.text) && !(is_named && word.gap == Gap::Space)
        || is_year(&before.text)
        || is_upper
            && (lexicon::is(folded, Sort::VenueHead) || lexicon::is(folded, Sort::House))
            && !matches!(folded, "in" | "press" | "verlag")
        || word.text == "In"
        || word.text == "in" && is_behind_pages(tokens, at)
        || is_acronym(&word.text) && next_is_year
        || is_upper && next_is_year && is_mixed(&word.text)
}

/// Whether pages stand before a token: `Pp. 25-56 in Networks`.
fn is_behind_pages(tokens: &[Token], at: usize) -> bool {
    at >= 3
        && tokens[at - 1]
            .text
            .starts_with(|c: char| c.is_ascii_digit())
        && tokens[at - 3..at - 1]
            .iter()
            .any(|word| matches!(word.folded.as_str(), "pp" | "p" | "pages" | "s"))
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
