//! Lists of names: whether a stretch has the look of one, and the people it names.

use super::{
    lexicon::{self, Sort},
    token::{Form, Gap, Token},
};
use crate::{
    model::{ListedAuthor, PersonName},
    text::{fold::fold, groups::is_group_word},
};

/// The people of a stretch.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct People {
    pub(super) authors: Vec<ListedAuthor>,
    /// Whether these are all.
    pub(super) complete: bool,
}

/// What one part of a list of names is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// Nothing between two commas: the person, left blank.
    Blank,
    /// Given and family name: `Ann Lee`, `A. Lee`.
    Full,
    /// A family name with initials behind it: `Lee A`, `Ли А. Б.`
    Behind,
    /// Initials alone.
    Initials,
    /// Words that end in an initial: `Joan W.`
    Given,
    /// One word.
    Single,
    /// A name in Chinese characters.
    Han,
    /// A group.
    Group,
    /// `et al.`, `and 3 others`.
    Rest,
    /// No name.
    Not,
}

/// Words that part the last name from the others.
pub(super) const ANDS: [&str; 13] = [
    "and", "&", "und", "et", "y", "e", "ed", "и", "en", "og", "och", "与", "和",
];

/// The shape of a part. Marks and numbers behind names are looked through.
pub(super) fn shape(tokens: &[Token]) -> Shape {
    let tokens = without_marks(tokens);
    let words: Vec<&Token> = tokens
        .iter()
        .filter(|token| token.form == Form::Word)
        .collect();
    if words.is_empty() {
        return if tokens.is_empty() {
            Shape::Blank
        } else {
            Shape::Not
        };
    }
    if is_rest(&words) {
        return Shape::Rest;
    }
    if tokens
        .iter()
        .any(|token| !matches!(token.form, Form::Word | Form::Period | Form::Dash))
    {
        return Shape::Not;
    }
    if words.len() == 1 && is_han(&words[0].text) {
        let length = words[0].text.chars().count();
        return if (2..=4).contains(&length) {
            Shape::Han
        } else {
            Shape::Not
        };
    }
    if words.iter().all(|word| is_han(&word.text)) {
        let length: usize = words.iter().map(|word| word.text.chars().count()).sum();
        return if words.len() == 2 && length <= 5 {
            Shape::Han
        } else {
            Shape::Not
        };
    }
    if words.iter().any(|word| is_group_word(&word.text)) && words.len() <= 6 {
        // Where people work is no author of theirs.
        let is_place = words.iter().any(|word| {
            [
                "university",
                "institute",
                "institut",
                "department",
                "laboratory",
                "center",
                "centre",
                "school",
            ]
            .contains(&word.folded.as_str())
        });
        return if is_place { Shape::Not } else { Shape::Group };
    }
    if words.len() > 6 {
        return Shape::Not;
    }
    let mut initials = 0;
    let mut capitals = 0;
    let mut last_is_initial = false;
    for (at, word) in words.iter().enumerate() {
        let text = word.text.as_str();
        last_is_initial = false;
        if is_initials(text) {
            initials += 1;
            last_is_initial = true;
        } else if is_capital(text) || PersonName::is_suffix(text) {
            capitals += 1;
        } else if lexicon::is(&word.folded, Sort::Particle) && at + 1 < words.len()
            || is_elided(text)
        {
            if is_elided(text) {
                capitals += 1;
            }
        } else {
            return Shape::Not;
        }
    }
    match (capitals, initials) {
        (0, 1..=5) => Shape::Initials,
        (0, _) => Shape::Not,
        (1, 0) => Shape::Single,
        (_, 0) => Shape::Full,
        _ if !last_is_initial => Shape::Full,
        // `Lee JA`, `Ли А. Б.`: a family name and nothing but initials; `Joan W.` may be either.
        _ if has_dotted_end(tokens) && !is_behind(&words) => Shape::Given,
        _ => Shape::Behind,
    }
}

/// How much a part speaks for being of a list of names, about -5 to 4.
pub(super) fn likeness(tokens: &[Token]) -> f64 {
    let shape = shape(tokens);
    let words: Vec<&Token> = tokens
        .iter()
        .filter(|token| token.form == Form::Word)
        .collect();
    let base = match shape {
        Shape::Blank => 1.5,
        Shape::Full => {
            let has_initial = words.iter().any(|word| is_initials(&word.text));
            match words.len() {
                2 | 3 if has_initial => 3.0,
                2 | 3 => 1.9,
                4 if has_initial => 2.6,
                4 => 1.0,
                _ if has_initial => 1.5,
                _ => -0.5,
            }
        }
        Shape::Behind => 2.2,
        Shape::Initials => 2.0,
        Shape::Given => 1.2,
        Shape::Single => 0.4,
        Shape::Han => {
            let first = words.first().and_then(|word| word.text.chars().next());
            if first.is_some_and(lexicon::is_han_family) {
                2.5
            } else {
                0.6
            }
        }
        Shape::Group => 0.3,
        Shape::Rest => 3.0,
        Shape::Not => return -1.5 - 0.8 * (words.len() as f64).min(6.0),
    };
    let marks = tokens
        .iter()
        .filter(|token| token.form == Form::Mark)
        .count();
    let against: f64 = words
        .iter()
        .map(|word| {
            let folded = word.folded.as_str();
            if is_initials(&word.text) || folded.len() < 2 {
                0.0
            } else if lexicon::is(folded, Sort::Venue) || lexicon::is(folded, Sort::House) {
                2.0
            } else if lexicon::is(folded, Sort::Topical) {
                1.6
            } else if lexicon::is(folded, Sort::Publisher)
                || lexicon::is(folded, Sort::Month)
                || is_mixed(&word.text)
            {
                1.2
            } else if lexicon::is(folded, Sort::Place) {
                0.6
            } else if lexicon::is(folded, Sort::Small)
                && !lexicon::is(folded, Sort::Particle)
                && word.text.starts_with(char::is_uppercase)
            {
                1.0
            } else if is_term(folded) {
                0.9
            } else {
                0.0
            }
        })
        .sum();
    // A name in capitals has something in small letters beside it.
    let is_shouted = shape == Shape::Full
        && !words
            .iter()
            .any(|word| is_initials(&word.text) || word.text.chars().any(char::is_lowercase));
    let against = against + if is_shouted { 1.2 } else { 0.0 };
    let against = if shape == Shape::Rest || shape == Shape::Group {
        0.0
    } else {
        against
    };
    base + (marks.min(2) as f64) * 0.5 - against
}

/// Whether a word ends as terms do and names hardly.
fn is_term(folded: &str) -> bool {
    const ENDS: [&str; 26] = [
        "tion", "tions", "ment", "ments", "ness", "ical", "ically", "ized", "ised", "izing",
        "ities", "ology", "ologies", "graphy", "ively", "edly", "tive", "tives", "ously", "ware",
        "ising", "ability", "isms", "ional", "etic", "ating",
    ];
    folded.len() >= 6 && ENDS.iter().any(|end| folded.ends_with(end))
        || folded.len() >= 8 && folded.ends_with("ing")
}

/// The people that a stretch names, in order. `inverted` is how much the list they are from prefers
/// `Last, First`, from -1 to 1.
pub(super) fn read(tokens: &[Token], inverted: f64) -> People {
    let mut people = People {
        authors: Vec::new(),
        complete: true,
    };
    let tokens = &plain(tokens)[..];
    let is_with = tokens.first().is_some_and(|token| {
        ["with", "joint", "jointly", "avec", "mit", "con", "com"]
            .contains(&fold(&token.text).as_str())
    });
    let tokens = if is_with {
        let names = tokens
            .iter()
            .position(|token| !token.text.chars().all(char::is_lowercase));
        &tokens[names.unwrap_or(tokens.len())..]
    } else {
        tokens
    };
    if is_with {
        people.authors.push(ListedAuthor::Person);
    }
    let has = |form: Form| tokens.iter().any(|token| token.form == form);
    let outer = if has(Form::Semicolon) {
        Form::Semicolon
    } else if has(Form::Slash) {
        Form::Slash
    } else {
        Form::Comma
    };
    if outer == Form::Comma {
        pieces_to_names(&pieces(tokens), inverted, &mut people);
    } else {
        for part in tokens.split(|token| token.form == outer) {
            let pieces = pieces(part);
            let pieces: Vec<&[Token]> = pieces
                .into_iter()
                .filter(|piece| !piece.is_empty())
                .collect();
            // Between semicolons stands one name, or at the end two with an `and`.
            pieces_to_names(&pieces, 1.0, &mut people);
        }
    }
    people
}

/// Without marks, numbers of affiliations, brackets and what they hold, and the sign at the end.
fn plain(tokens: &[Token]) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut depth = 0_usize;
    for token in tokens {
        match token.form {
            // A bracket around all that remains is how coauthors are added: `(with A. Lee)`.
            Form::Open if out.is_empty() => {}
            Form::Open => depth += 1,
            Form::Close => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            Form::Mark | Form::Question | Form::QuoteOpen | Form::QuoteClose | Form::Address => {}
            Form::Word
                if token.text.bytes().all(|byte| byte.is_ascii_digit())
                    && !before_more(tokens, token) => {}
            _ => out.push(token.clone()),
        }
    }
    while out.last().is_some_and(|token| {
        matches!(
            token.form,
            Form::Colon | Form::Pipe | Form::Dash | Form::Semicolon
        )
    }) {
        out.pop();
    }
    for token in &mut out {
        // `Lee1`, `Lee2,3`: the numbers tell affiliations.
        let bare = token.text.trim_end_matches(|c: char| c.is_ascii_digit());
        if token.form == Form::Word
            && bare.chars().count() >= 2
            && bare.chars().all(|c| c.is_alphabetic() || "-'’".contains(c))
        {
            token.text.truncate(bare.len());
        }
    }
    out
}

/// Whether a number counts further people: `and 3 more`.
fn before_more(tokens: &[Token], number: &Token) -> bool {
    tokens
        .iter()
        .skip_while(|token| !std::ptr::eq(*token, number))
        .nth(1)
        .is_some_and(|next| {
            ["more", "other", "others", "additional", "weitere", "autres"]
                .contains(&fold(&next.text).as_str())
        })
}

fn without_marks(tokens: &[Token]) -> &[Token] {
    let is_mark = |token: &Token| {
        token.form == Form::Mark
            || token.form == Form::Word && token.text.bytes().all(|b| b.is_ascii_digit())
    };
    let end = tokens
        .iter()
        .rposition(|token| !is_mark(token))
        .map_or(0, |at| at + 1);
    &tokens[..end]
}

/// Parts at commas and at words that mean `and`.
fn pieces(tokens: &[Token]) -> Vec<&[Token]> {
    let mut out = Vec::new();
    let mut from = 0;
    let mut after_and = false;
    for at in 0..=tokens.len() {
        let is_and = tokens
            .get(at)
            .is_some_and(|token| is_and(tokens, at, token));
        let is_cut = at == tokens.len() || tokens[at].form == Form::Comma || is_and;
        if !is_cut {
            continue;
        }
        let piece = &tokens[from..at];
        // Between a comma and the `and` behind it nobody is left out, nor at the very end.
        let nobody = piece.is_empty() && (is_and || after_and || at == tokens.len());
        if !nobody {
            out.push(piece);
        }
        after_and = is_and;
        from = at + 1;
    }
    out
}

fn is_and(tokens: &[Token], at: usize, token: &Token) -> bool {
    token.form == Form::Word
        && ANDS.contains(&token.text.to_lowercase().as_str())
        && token.gap != Gap::Glued
        && !(token.text == "et"
            && tokens
                .get(at + 1)
                .is_some_and(|next| fold(&next.text).starts_with("al")))
        && (token.text.chars().all(char::is_lowercase) || token.text == "&")
        && !(token.text.chars().count() <= 2
            && at > 0
            && tokens
                .get(at + 1)
                .is_some_and(|next| is_rest(&[token, next])))
}

/// Puts pieces together to names: the best way to read them as `First Last`, `Last, First` or
/// both.
fn pieces_to_names(pieces: &[&[Token]], inverted: f64, people: &mut People) {
    let shapes: Vec<Shape> = pieces.iter().map(|piece| shape(piece)).collect();
    let mut best = vec![f64::NEG_INFINITY; pieces.len() + 1];
    let mut taken = vec![1; pieces.len() + 1];
    best[pieces.len()] = 0.0;
    for at in (0..pieces.len()).rev() {
        for width in 1..=3.min(pieces.len() - at) {
            let score = reading(pieces, &shapes, at, width, inverted) + best[at + width];
            if score > best[at] {
                best[at] = score;
                taken[at] = width;
            }
        }
    }
    let mut at = 0;
    while at < pieces.len() {
        match (shapes[at], taken[at]) {
            (Shape::Rest, _) => people.complete = false,
            (Shape::Blank, 1) => people.authors.push(ListedAuthor::Person),
            (_, width) => {
                let (name, has_rest) = name(&pieces[at..at + width], shapes[at]);
                people.complete &= !has_rest;
                if !name.is_empty() {
                    people.authors.push(ListedAuthor::Named(name));
                }
            }
        }
        at += taken[at];
    }
}

fn reading(pieces: &[&[Token]], shapes: &[Shape], at: usize, width: usize, inverted: f64) -> f64 {
    let is_family = |shape: Shape| matches!(shape, Shape::Single | Shape::Full);
    let no_initials = || !pieces[at].iter().any(|token| is_initials(&token.text));
    match width {
        1 => match shapes[at] {
            Shape::Full | Shape::Han | Shape::Behind | Shape::Rest => 2.0,
            Shape::Group | Shape::Blank => 1.0,
            Shape::Given => 0.5,
            Shape::Single => -1.5 - inverted,
            Shape::Initials => -5.0,
            Shape::Not => -2.0,
        },
        2 if is_family(shapes[at]) && no_initials() => match shapes[at + 1] {
            Shape::Initials => 5.0,
            // `Ann Lee, Weinan E`: two names, unless the list is known to put family names first.
            Shape::Given if shapes[at] == Shape::Full => 1.0 + 2.5 * inverted,
            Shape::Given => 3.5 + inverted,
            Shape::Single => 0.5 + 2.0 * inverted,
            Shape::Full if shapes[at] == Shape::Single => 0.2 + 2.0 * inverted,
            _ => -9.0,
        },
        3 if PersonName::is_suffix(&super::token::text(pieces[at + 1]))
            || PersonName::is_suffix(&super::token::text(pieces[at + 2])) =>
        {
            6.5
        }
        _ => -9.0,
    }
}

/// The name that pieces make, and whether `et al.` stood in them.
fn name(pieces: &[&[Token]], shape: Shape) -> (PersonName, bool) {
    let mut has_rest = false;
    let mut texts: Vec<String> = Vec::new();
    for piece in pieces {
        let words: Vec<&Token> = piece
            .iter()
            .filter(|token| token.form == Form::Word)
            .collect();
        let cut = (1..words.len()).find(|at| is_rest(&words[*at..]));
        let piece = match cut {
            Some(cut) => {
                has_rest = true;
                let at = piece
                    .iter()
                    .position(|token| std::ptr::eq(token, words[cut]))
                    .unwrap_or(piece.len());
                &piece[..at]
            }
            None => piece,
        };
        texts.push(tidy(piece));
    }
    let name = match (shape, texts.as_slice()) {
        (Shape::Group, [whole]) => PersonName::organisation(whole),
        (Shape::Han, [whole]) => PersonName::parse(whole),
        (Shape::Behind, [whole]) => {
            let at = whole
                .split(' ')
                .take_while(|word| !is_initials(word.trim_end_matches('.')))
                .map(|word| word.len() + 1)
                .sum::<usize>();
            let at = at.min(whole.len());
            PersonName::from_parts(whole[at..].trim(), whole[..at].trim())
        }
        _ => PersonName::parse(&texts.join(", ")),
    };
    (name, has_rest)
}

/// The text of a name: a period stays behind initials and suffixes only.
fn tidy(piece: &[Token]) -> String {
    let text = super::token::text(piece);
    let text = text.trim();
    let Some(bare) = text.strip_suffix('.') else {
        return text.to_owned();
    };
    let last = bare.rsplit([' ', '.', '-']).next().unwrap_or(bare);
    if is_initials(last) || PersonName::is_suffix(last) || last.chars().count() <= 2 {
        text.to_owned()
    } else {
        bare.to_owned()
    }
}

/// `et al`, `and others`, `und andere`, `等`.
fn is_rest(words: &[&Token]) -> bool {
    let text: Vec<String> = words.iter().map(|word| word.text.to_lowercase()).collect();
    let text = text.join(" ");
    let text = text
        .trim_start_matches("and ")
        .trim_start_matches("& ")
        .trim_start_matches('+')
        .trim();
    if [
        "et al",
        "et coll",
        "al",
        "others",
        "u. a",
        "u.a",
        "u a",
        "и др",
        "др",
        "等",
        "et autres",
        "y otros",
        "e outros",
        "more authors",
        "many others",
        "others",
    ]
    .contains(&text)
    {
        return true;
    }
    let mut parts = text.split(' ');
    let counted = parts.next().is_some_and(|word| {
        word.bytes().all(|byte| byte.is_ascii_digit())
            || [
                "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "several",
                "many",
            ]
            .contains(&word)
    });
    counted
        && parts.next().is_some_and(|word| {
            [
                "more",
                "other",
                "others",
                "additional",
                "coauthors",
                "co-authors",
                "authors",
                "weitere",
                "autres",
            ]
            .contains(&word)
        })
}

/// Whether a word is one to four initials: `J`, `J.-C`, `JA`, `И.И`.
pub(super) fn is_initials(word: &str) -> bool {
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    let is_dotted = word.contains(['.', '-']);
    let each = word
        .split(['.', '-', '‐'])
        .filter(|part| !part.is_empty())
        .all(|part| {
            part.chars().count() == 1
                || ["Yu", "Ju", "Ya", "Zh", "Ch", "Sh", "Th", "Ph", "Юл"].contains(&part)
                    && is_dotted
        });
    let is_upper = word.chars().next().is_some_and(char::is_uppercase);
    is_upper
        && !is_han(word)
        && word.chars().all(|c| c.is_alphabetic() || ".-‐".contains(c))
        && (letters <= 4 && each
            || letters <= 3 && !is_dotted && word.chars().all(char::is_uppercase))
}

/// Whether words are a family name with initials behind: one or two words, then initials only.
fn is_behind(words: &[&Token]) -> bool {
    let families = words
        .iter()
        .take_while(|word| !is_initials(&word.text))
        .count();
    let rest = &words[families..];
    let is_slavic = words[0]
        .text
        .chars()
        .any(|c| ('\u{400}'..='\u{4ff}').contains(&c));
    (1..=3).contains(&families)
        && rest.iter().all(|word| is_initials(&word.text))
        && (is_slavic
            || rest.len() >= 2 && families == 1
            || rest.len() == 1 && rest[0].text.chars().count() >= 2)
}

fn has_dotted_end(tokens: &[Token]) -> bool {
    tokens
        .last()
        .is_some_and(|token| token.form == Form::Period)
        || tokens
            .last()
            .is_some_and(|token| token.text.chars().filter(|c| c.is_alphabetic()).count() == 1)
}

/// Whether a word has the case of a name: `Lee`, `O’Neil`, `McAuley`, `SANTOS`, `d’Alché-Buc`.
fn is_capital(word: &str) -> bool {
    let mut letters = word.chars().filter(|c| c.is_alphabetic());
    letters.next().is_some_and(char::is_uppercase)
        && word.chars().filter(|c| c.is_alphabetic()).count() >= 2
        && word
            .chars()
            .all(|c| c.is_alphabetic() || "-'’‐ʼ`.·‘".contains(c))
}

fn is_elided(word: &str) -> bool {
    let mut parts = word.splitn(2, ['’', '\'']);
    let head = parts.next().unwrap_or_default();
    head.chars().count() <= 1
        && parts
            .next()
            .is_some_and(|rest| rest.is_empty() || is_capital(rest))
        || word == "’t"
        || word == "'t"
        || word == "‘t"
}

/// Capitals inside that no name has: `NeurIPS`, `MLSys`, `eBPF`.
pub(super) fn is_mixed(word: &str) -> bool {
    let chars: Vec<char> = word.chars().collect();
    let inner = chars
        .windows(2)
        .filter(|pair| pair[0].is_lowercase() && pair[1].is_uppercase())
        .count();
    let ends_upper =
        chars.last().is_some_and(|c| c.is_uppercase()) && chars.iter().any(|c| c.is_lowercase());
    let is_scottish = [
        "Mc", "Mac", "De", "Di", "Le", "La", "Van", "Du", "Fitz", "Della", "Dal",
    ]
    .iter()
    .any(|head| word.starts_with(head));
    inner > 0 && !is_scottish || ends_upper && chars.len() > 2 && !word.contains('-')
}

/// Whether a word is of Chinese characters, kana or hangul.
pub(super) fn is_han(word: &str) -> bool {
    let is_sign = |c: char| matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '々');
    word.chars().any(is_sign) && word.chars().all(|c| is_sign(c) || c == '·')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::{Span, list::token::tokens};

    fn names(text: &str) -> (Vec<String>, bool) {
        let span = Span {
            text: text.to_owned(),
            ..Span::default()
        };
        let people = read(&tokens(&[span], 1), 0.0);
        let shown = people
            .authors
            .iter()
            .map(|author| match author {
                ListedAuthor::Person => "-".to_owned(),
                ListedAuthor::Named(name) => name.sorting_form(),
            })
            .collect();
        (shown, people.complete)
    }

    #[test]
    fn lists_of_names_in_all_their_forms() {
        for (text, want, complete) in [
            (
                "Ann Lee, Bo van Dyk and Cy O’Neil",
                "Lee, Ann; van Dyk, Bo; O’Neil, Cy",
                true,
            ),
            (
                "Lee, A., van Dyk, B. C., & O’Neil, C.",
                "Lee, A.; van Dyk, B. C.; O’Neil, C.",
                true,
            ),
            ("A. Lee, B.-C. Dyk", "Lee, A.; Dyk, B.-C.", true),
            ("Lee, Ann; Dyk, Bo", "Lee, Ann; Dyk, Bo", true),
            ("Lee AB, Dyk C, et al.", "Lee, AB; Dyk, C", false),
            (
                "Tilly, Louise A., Joan W. Scott",
                "Tilly, Louise A.; Scott, Joan W.",
                true,
            ),
            (
                "Колмогоров А. Н., Успенский В. А.",
                "Колмогоров, А. Н.; Успенский, В. А.",
                true,
            ),
            ("周志华, 陈世福", "周志华; 陈世福", true),
            (", Bo Dyk*, , Cy Orr†", "-; Dyk, Bo; -; Orr, Cy", true),
            (
                "Ann Lee, Bo Dyk, and 3 more authors",
                "Lee, Ann; Dyk, Bo",
                false,
            ),
            ("(with Ann Lee and Bo Dyk)", "-; Lee, Ann; Dyk, Bo", true),
            (
                "Osterhammel, Jürgen / Petersson, Niels P.",
                "Osterhammel, Jürgen; Petersson, Niels P.",
                true,
            ),
            ("Ann Lee1, Bo Dyk2,3", "Lee, Ann; Dyk, Bo", true),
            ("The ATLAS Collaboration", "The ATLAS Collaboration", true),
            ("Ann Lee, et al", "Lee, Ann", false),
            ("Ann Lee et al.", "Lee, Ann", false),
        ] {
            assert_eq!(
                names(text),
                (want.split("; ").map(str::to_owned).collect(), complete),
                "{text}"
            );
        }
    }
}
