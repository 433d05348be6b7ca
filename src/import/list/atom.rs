//! An entry as pieces between the places where a field may end.

use std::{cell::RefCell, collections::HashMap, fmt};

use super::{
    cut::{Cut, Sign, cuts},
    likeness, people,
    period::is_dotted,
    quotes::{quote_end, quotes_field},
    shape,
    token::{Form, Gap, Token},
};

/// Rows and the width to which they are filled: what the tokens of an item depend on.
pub(super) type Place = (usize, usize, usize);

/// What takes part, beside the rules, in how the pieces of an entry look.
pub(super) trait Adjust: fmt::Debug {
    /// Changes how the pieces of the item at a place look.
    fn adjust(&self, place: Place, tokens: &[Token], atoms: &mut [Atom]);
}

/// A piece of an entry that belongs to one field.
#[derive(Debug, Clone)]
pub(super) struct Atom {
    /// Its tokens, without signs at its ends.
    pub(super) first: usize,
    pub(super) end: usize,
    /// What stands before it.
    pub(super) before: Cut,
    /// How much it looks like each field, in the order of [`super::segment::LABELS`].
    pub(super) looks: [f64; 5],
    pub(super) words: usize,
    /// Whether it stands between quotation marks.
    pub(super) quoted: bool,
    /// Whether it is a bracket with what it holds.
    pub(super) bracketed: bool,
    /// Whether it is known what it is, by more than its words.
    pub(super) settled: bool,
}

/// More atoms than this, and the rest of an entry is not looked at.
pub(super) const MOST: usize = 240;

/// What is known of the words of a whole list.
#[derive(Debug, Default)]
pub(super) struct Vocabulary {
    /// How often a folded word stands in lower case within the list.
    pub(super) lower: HashMap<String, usize>,
    /// Folded family names of people whose names are sure.
    pub(super) families: HashMap<String, usize>,
    /// How many names of the list are `Ann Lee` or `A. Lee`, and how many `Lee A`.
    pub(super) shapes: [usize; 2],
    /// How many lists of names begin with `with`, leaving the person out, and how many do not.
    pub(super) withs: [usize; 2],
    /// Folded venues that recur.
    pub(super) venues: HashMap<String, usize>,
    /// How pieces look that were met: rows are tried as parts of several items.
    pub(super) seen: RefCell<HashMap<String, [f64; 5]>>,
}

/// So many pieces are remembered.
const MOST_SEEN: usize = 20_000;

impl Vocabulary {
    /// How a piece looks.
    fn looks(&self, content: &[Token], bracketed: bool) -> [f64; 5] {
        let mut key = String::with_capacity(64);
        for token in content {
            let set = 2 * u8::from(token.style.label) + 4 * u8::from(token.link.is_some());
            key.extend([
                char::from(token.form as u8 + 1),
                char::from(1 + u8::from(token.gap > Gap::Glued) + set),
            ]);
            key.push_str(&token.text);
        }
        key.push(if bracketed { ')' } else { ' ' });
        if let Some(looks) = self.seen.borrow().get(&key) {
            return *looks;
        }
        let looks = super::looks::looks(content, bracketed, self);
        let mut seen = self.seen.borrow_mut();
        if seen.len() >= MOST_SEEN {
            seen.clear();
        }
        seen.insert(key, looks);
        looks
    }
}

/// Parts the tokens of an entry into atoms, with how each looks.
pub(super) fn atoms(tokens: &[Token], vocabulary: &Vocabulary) -> Vec<Atom> {
    let cuts = cuts(tokens);
    let mut out: Vec<Atom> = Vec::new();
    let mut from = 0;
    let mut before = Cut {
        sign: Sign::None,
        gap: Gap::Block,
        restyled: false,
        within: false,
    };
    let mut at = 1;
    let mut labelled = false;
    while from < tokens.len() && out.len() < MOST {
        while at < tokens.len() && cuts[at].is_none() {
            at += 1;
        }
        let count = out.len();
        push(&mut out, tokens, from, at, before, vocabulary);
        labelled = if before.gap >= Gap::Break {
            is_label(tokens, from)
        } else {
            labelled
        };
        if labelled && out.len() > count {
            out[count].looks = [-5.0, -4.0, -4.0, -6.0, 0.5];
        }
        if let Some(Some(cut)) = cuts.get(at) {
            before = *cut;
        }
        from = at;
        at += 1;
    }
    super::imprint::settle(tokens, &mut out);
    out
}

/// Whether a line begins with a word that says what stands in it, and that is none of the fields:
/// `Track: Research`.
pub(super) fn is_label(tokens: &[Token], at: usize) -> bool {
    const LABELS: [&str; 15] = [
        "source",
        "sources",
        "views",
        "track",
        "keywords",
        "keyword",
        "abstract",
        "motivation",
        "contribution",
        "contributions",
        "role",
        "note",
        "tldr",
        "funding",
        "stichworte",
    ];
    LABELS.contains(&tokens[at].folded())
        && tokens
            .get(at + 1)
            .is_some_and(|next| next.form == Form::Colon)
}

/// Adds an atom without the signs at its ends; one that is nothing but signs makes the next cut
/// stronger, or says that somebody was left blank.
fn push(
    out: &mut Vec<Atom>,
    tokens: &[Token],
    from: usize,
    to: usize,
    before: Cut,
    vocabulary: &Vocabulary,
) {
    let is_sign = |token: &Token| {
        matches!(
            token.form,
            Form::Comma
                | Form::Semicolon
                | Form::Colon
                | Form::Period
                | Form::Dash
                | Form::Pipe
                | Form::Slash
                | Form::Slashes
                | Form::QuoteOpen
                | Form::QuoteClose
        )
    };
    let (mut first, mut end) = (from, to);
    // Of two quotation marks the inner one is the title's own.
    while first < end
        && is_sign(&tokens[first])
        && !(first > from && tokens[first - 1].form == Form::QuoteOpen)
        && (tokens[first].form != Form::QuoteOpen || quotes_field(tokens, first))
    {
        first += 1;
    }
    let quoted = tokens[from..first]
        .iter()
        .any(|token| token.form == Form::QuoteOpen);
    // A mark that closes what began within belongs to the text.
    let closes_inside = |first: usize, end: usize| {
        tokens[end - 1].form == Form::QuoteClose
            && (first..end).any(|at| {
                tokens[at].form == Form::QuoteOpen && quote_end(tokens, at) == Some(end - 1)
            })
    };
    while end > first && is_sign(&tokens[end - 1]) && !closes_inside(first, end) {
        end -= 1;
    }
    // The period of an abbreviation or initial belongs to it.
    if end > first && end < to && tokens[end].form == Form::Period && is_dotted(&tokens[end - 1]) {
        end += 1;
    }
    if first == end {
        let is_blank = tokens[from..to]
            .first()
            .is_some_and(|token| token.form == Form::Comma);
        if !is_blank {
            return;
        }
        first = from;
        end = from;
    }
    let bracketed =
        end > first && tokens[first].form == Form::Open && tokens[end - 1].form == Form::Close;
    let content = &tokens[first..end];
    out.push(Atom {
        first,
        end,
        before,
        looks: vocabulary.looks(content, bracketed),
        words: content.iter().map(weight).sum(),
        quoted,
        bracketed,
        settled: false,
    });
}

/// How many words a token counts for: Chinese has two signs to a word.
fn weight(token: &Token) -> usize {
    match token.form {
        Form::Word
            if shape::is_han(&token.text)
                || token
                    .text
                    .chars()
                    .any(|c| ('\u{3040}'..='\u{9fff}').contains(&c)) =>
        {
            token.text.chars().count().div_ceil(2)
        }
        Form::Word | Form::Address => 1,
        _ => 0,
    }
}

/// The shape of an atom as a part of a list of names.
pub(super) fn name_likeness(content: &[Token]) -> f64 {
    // `by A. Lee` says itself what it is.
    if let [by, names @ ..] = content
        && people::is_by(by)
        && names
            .first()
            .is_some_and(|name| name.text.starts_with(char::is_uppercase))
    {
        return name_likeness(names) + 1.0;
    }
    let mut best = f64::INFINITY;
    let mut parts = 0;
    for part in content
        .split(|token| token.form == Form::Word && people::ANDS.contains(&token.text.as_str()))
    {
        if part.is_empty() {
            continue;
        }
        parts += 1;
        best = best.min(likeness::likeness(part));
    }
    if parts == 0 {
        likeness::likeness(content)
    } else {
        best + 0.3 * f64::from(parts - 1)
    }
}
