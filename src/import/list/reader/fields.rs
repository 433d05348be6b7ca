//! Which field each word of an entry belongs to, by a model of its own.

use std::{
    cell::RefCell,
    collections::{HashMap, HashSet},
    rc::Rc,
    sync::Arc,
};

use super::super::{
    atom::{Adjust, Atom, Place},
    cut::is_year,
    lexicon::{self, Sort},
    row::whole_year,
    segment::Field,
    shape::is_initials,
    token::{Form, Gap, Token},
};
use super::{
    crf::{Crf, Features, Marginals},
    facts::{form, shape},
    sink::Sink,
};

/// The number of fields, in the order of [`Field`].
pub(super) const WORD_LABELS: usize = 5;

/// What is known of a word.
const SORTS: [(Sort, &str); 12] = [
    (Sort::Small, "small"),
    (Sort::Topical, "topical"),
    (Sort::Venue, "venue"),
    (Sort::VenueHead, "head"),
    (Sort::House, "house"),
    (Sort::Publisher, "publisher"),
    (Sort::Place, "place"),
    (Sort::Month, "month"),
    (Sort::Counted, "counted"),
    (Sort::Button, "button"),
    (Sort::Particle, "particle"),
    (Sort::Abbreviated, "short"),
];

/// A word as the features of its neighbours see it.
struct Word {
    shape: char,
    folded: String,
    sorts: Vec<&'static str>,
    style: String,
    gap: char,
    /// Which piece between signs it stands in.
    piece: usize,
}

/// Pieces between signs.
#[derive(Default, Clone)]
struct Piece {
    words: usize,
    capitals: usize,
    initials: usize,
    small: usize,
    venue: usize,
    numbers: usize,
    before: char,
    after: char,
}

/// The features of the tokens of one entry.
#[expect(clippy::too_many_lines, reason = "one short feature after another")]
pub(super) fn features(tokens: &[Token]) -> Vec<Features> {
    let (words, pieces) = look(tokens);
    let years: Vec<usize> = (0..tokens.len())
        .filter(|at| is_year(&tokens[*at].text))
        .collect();
    let quote = tokens
        .iter()
        .position(|token| token.form == Form::QuoteOpen);
    let slanted = tokens.iter().position(|token| token.style.italic);
    let mut open = 0_usize;
    let mut quoted = false;
    let lines = 1 + tokens
        .iter()
        .skip(1)
        .filter(|token| token.gap >= Gap::Break)
        .count();
    let mut line = 0;
    tokens
        .iter()
        .enumerate()
        .map(|(at, token)| {
            let mut sink = Sink::default();
            let word = &words[at];
            if at > 0 && token.gap >= Gap::Break {
                line += 1;
            }
            if token.form == Form::QuoteClose {
                quoted = false;
            }
            sink.add("f", "");
            sink.add("fw", &word.folded);
            sink.add("fs", word.shape);
            for sort in &word.sorts {
                sink.add("fk", sort);
            }
            sink.add("fm", &word.style);
            sink.add("fg", word.gap);
            sink.add("fq", format_args!("{quoted} {}", quote.is_some()));
            sink.add("fb", open.min(2));
            sink.add("fl", format_args!("{} {}", line.min(4), lines.min(5)));
            sink.add("fp", 8 * at / tokens.len().max(1));
            sink.add("fn", at.min(3));
            let year = match years.first() {
                None => '-',
                Some(first) if at < *first => '<',
                Some(first) if at == *first => '=',
                Some(_) => '>',
            };
            sink.add("fy", format_args!("{year} {}", years.len().min(2)));
            for (name, place) in [("fQ", quote), ("fI", slanted)] {
                let side = place.map_or('-', |place| if at < place { '<' } else { '>' });
                sink.add(name, side);
            }
            let count = pieces.len();
            for (name, number) in [
                ("p", Some(word.piece)),
                ("p-", word.piece.checked_sub(1)),
                ("p+", Some(word.piece + 1)),
            ] {
                let Some(piece) = number.and_then(|number| pieces.get(number)) else {
                    sink.add(name, "none");
                    continue;
                };
                piece.add(&mut sink, name);
            }
            sink.add("fP", word.piece.min(8));
            sink.add("fR", (count - 1 - word.piece).min(5));
            for distance in 1..=3_usize {
                for (side, place) in [('-', at.checked_sub(distance)), ('+', Some(at + distance))] {
                    let Some(other) = place.and_then(|place| words.get(place)) else {
                        sink.add("fo", format_args!("{side}{distance}"));
                        continue;
                    };
                    sink.add("fos", format_args!("{side}{distance} {}", other.shape));
                    if distance < 3 {
                        sink.add("fow", format_args!("{side}{distance} {}", other.folded));
                        for sort in &other.sorts {
                            sink.add("fok", format_args!("{side}{distance} {sort}"));
                        }
                    }
                    if distance == 1 {
                        sink.add("fom", format_args!("{side} {}", other.style == word.style));
                        sink.add("fo2", format_args!("{side} {} {}", other.shape, word.shape));
                        sink.add("fog", format_args!("{side} {}", other.gap));
                    }
                }
            }
            if let (Some(before), Some(next)) = (
                at.checked_sub(1).and_then(|at| words.get(at)),
                words.get(at + 1),
            ) {
                sink.add(
                    "f3",
                    format_args!("{} {} {}", before.shape, word.shape, next.shape),
                );
            }
            match token.form {
                Form::Open => open += 1,
                Form::Close => open = open.saturating_sub(1),
                Form::QuoteOpen => quoted = true,
                _ => {}
            }
            sink.finish()
        })
        .collect()
}

fn look(tokens: &[Token]) -> (Vec<Word>, Vec<Piece>) {
    let mut pieces = vec![Piece {
        before: '^',
        after: '$',
        ..Piece::default()
    }];
    let mut out = Vec::with_capacity(tokens.len());
    for (at, token) in tokens.iter().enumerate() {
        let is_sign = ends_piece(tokens, at);
        if at > 0 && token.gap >= Gap::Wide {
            if let Some(last) = pieces.last_mut() {
                last.after = '\n';
            }
            pieces.push(Piece {
                before: '\n',
                after: '$',
                ..Piece::default()
            });
        }
        if is_sign {
            if let Some(last) = pieces.last_mut() {
                last.after = form(token);
            }
            pieces.push(Piece {
                before: form(token),
                after: '$',
                ..Piece::default()
            });
        }
        let sorts: Vec<&'static str> = if token.form == Form::Word {
            SORTS
                .iter()
                .filter(|(sort, _)| lexicon::is(&token.folded, *sort))
                .map(|(_, name)| *name)
                .collect()
        } else {
            Vec::new()
        };
        let shape = shape(token);
        let number = pieces.len() - 1;
        if let Some(piece) = pieces.last_mut().filter(|_| token.form == Form::Word) {
            piece.words += 1;
            piece.capitals += usize::from(matches!(shape, 'A' | 'X' | 'I'));
            piece.initials += usize::from(is_initials(&token.text));
            piece.small += usize::from(sorts.contains(&"small") || sorts.contains(&"topical"));
            piece.venue += usize::from(sorts.contains(&"venue") || sorts.contains(&"head"));
            piece.numbers += usize::from(shape == '1');
        }
        let style = token.style;
        out.push(Word {
            shape,
            folded: match whole_year(&token.text) {
                Some(_) => "year".to_owned(),
                None if token.folded.bytes().all(|byte| byte.is_ascii_digit())
                    && !token.folded.is_empty() =>
                {
                    format!("{}#", token.folded.len())
                }
                None if token.form == Form::Word => token.folded.clone(),
                None => token.text.chars().take(2).collect(),
            },
            sorts,
            style: format!(
                "{}{}{}{}",
                u8::from(style.bold),
                u8::from(style.italic),
                u8::from(token.link.is_some()),
                u8::from(style.label)
            ),
            gap: match token.gap {
                Gap::Glued => '0',
                Gap::Space | Gap::Wrap => ' ',
                Gap::Wide => 'w',
                Gap::Break => 'b',
                Gap::Block => 'B',
            },
            piece: number,
        });
    }
    (out, pieces)
}

/// Whether a sign may end a field.
fn ends_piece(tokens: &[Token], at: usize) -> bool {
    let next = tokens.get(at + 1);
    match tokens[at].form {
        Form::Comma
        | Form::Semicolon
        | Form::Colon
        | Form::Pipe
        | Form::QuoteOpen
        | Form::QuoteClose
        | Form::Open
        | Form::Close
        | Form::Question => true,
        Form::Period => {
            let is_initial = at > 0 && tokens[at - 1].text.chars().count() == 1;
            !is_initial && next.is_none_or(|next| next.gap > Gap::Glued)
        }
        Form::Dash | Form::Slash => {
            tokens[at].gap > Gap::Glued && next.is_some_and(|next| next.gap > Gap::Glued)
        }
        _ => false,
    }
}

impl Piece {
    fn add(&self, sink: &mut Sink, name: &str) {
        let share = |count: usize| (4 * count).checked_div(self.words).unwrap_or(0);
        let length = match self.words {
            few @ 0..6 => few,
            count => 5 + (count / 4).min(5),
        };
        sink.add(name, format_args!("w{length}"));
        sink.add(
            name,
            format_args!("c{} {}", share(self.capitals), length.min(5)),
        );
        sink.add(name, format_args!("i{}", self.initials.min(3)));
        sink.add(name, format_args!("s{}", share(self.small)));
        sink.add(name, format_args!("v{}", share(self.venue)));
        sink.add(name, format_args!("n{}", share(self.numbers)));
        sink.add(name, format_args!("e{}{}", self.before, self.after));
    }
}

/// So many tokens of an entry are looked at.
pub(super) const LONGEST: usize = 400;

/// A model of fields, which reads each item of a page once.
#[derive(Debug)]
pub(super) struct FieldReader {
    model: Arc<Crf>,
    seen: RefCell<HashMap<Place, Rc<Marginals>>>,
}

impl FieldReader {
    pub(super) fn new(model: &Arc<Crf>) -> Self {
        Self {
            model: Arc::clone(model),
            seen: RefCell::default(),
        }
    }

    /// The probabilities of the fields of each token.
    pub(super) fn marginals(&self, place: Place, tokens: &[Token]) -> Rc<Marginals> {
        let known = self.seen.borrow().get(&place).map(Rc::clone);
        if let Some(known) = known.filter(|known| known.len() == tokens.len()) {
            return known;
        }
        let marginals = Rc::new(self.model.marginals(&features(tokens)).light());
        self.seen.borrow_mut().insert(place, Rc::clone(&marginals));
        marginals
    }
}

impl Adjust for FieldReader {
    fn adjust(&self, place: Place, tokens: &[Token], atoms: &mut [Atom]) {
        let marginals = self.marginals(place, &tokens[..tokens.len().min(LONGEST)]);
        for atom in atoms {
            let words: Vec<usize> = (atom.first..atom.end.min(marginals.len()))
                .filter(|at| tokens[*at].form == Form::Word)
                .collect();
            if words.is_empty() {
                continue;
            }
            let count = words.len() as f64;
            for (field, look) in atom.looks.iter_mut().enumerate() {
                let sum: f64 = words
                    .iter()
                    .map(|at| libm::log(marginals.at(*at)[field] + LEAST))
                    .sum();
                *look = OLD * *look + NEW * sum / count * count.min(MOST_WORDS);
            }
        }
    }
}

/// No field is less likely than this.
const LEAST: f64 = 0.02;
/// No more words of a piece than these are counted.
const MOST_WORDS: f64 = 4.0;

/// How much of the looks by the rules is kept, and how much the model adds.
const OLD: f64 = 1.0;
const NEW: f64 = 0.8;

/// So many words of a title are looked for, at so many places.
const LONGEST_TITLE: usize = 60;
const STARTS: usize = 8;

/// How far a model agrees that these words are the title of an entry: the mean probability of their
/// tokens.
pub(super) fn support(marginals: &Marginals, tokens: &[Token], title: &[String]) -> f64 {
    let Some(first) = title.first() else {
        return 0.0;
    };
    let title = &title[..title.len().min(LONGEST_TITLE)];
    let mut best = 0.0_f64;
    let starts = (0..tokens.len()).filter(|at| tokens[*at].folded == *first);
    for start in starts.take(STARTS) {
        let mut sum = 0.0;
        let mut met = 0;
        let mut at = start;
        for word in title {
            let limit = tokens.len().min(at + 4);
            if let Some(place) = (at..limit).find(|at| tokens[*at].folded == *word) {
                sum += marginals.at(place)[Field::Title as usize];
                met += 1;
                at = place + 1;
            }
        }
        if met > 0 {
            best = best.max(sum / title.len() as f64);
        }
    }
    best
}

/// How much of what the model takes for the title is in the title.
pub(super) fn covered(marginals: &Marginals, tokens: &[Token], title: &[String]) -> f64 {
    let title: HashSet<&str> = title.iter().map(String::as_str).collect();
    let mut all = 0.0;
    let mut own = 0.0;
    for (at, token) in tokens.iter().enumerate() {
        if token.form != Form::Word {
            continue;
        }
        let share = marginals.at(at)[Field::Title as usize];
        all += share;
        if title.contains(token.folded.as_str()) {
            own += share;
        }
    }
    if all < 0.5 { 0.0 } else { own / all }
}
