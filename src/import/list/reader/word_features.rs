//! What is told to the model of fields of each word of an entry.

use super::super::{
    cut::is_year,
    lexicon::Sort,
    row::whole_year,
    shape::is_initials,
    token::{Form, Gap, Token},
};
use super::{
    crf::Features,
    letters::{form, shape},
    sink::Sink,
};

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
pub(super) fn word_features(tokens: &[Token]) -> Vec<Features> {
    let (words, pieces) = look(tokens);
    let entry = Entry::of(tokens);
    let mut state = State::default();
    tokens
        .iter()
        .enumerate()
        .map(|(at, token)| {
            state.enter(token, at);
            let mut sink = Sink::default();
            own(&mut sink, &words[at]);
            place(&mut sink, at, tokens.len(), &entry, &state);
            piece(&mut sink, &pieces, words[at].piece);
            neighbours(&mut sink, &words, at);
            state.leave(token);
            sink.finish()
        })
        .collect()
}

/// What is known of an entry as a whole.
struct Entry {
    years: Vec<usize>,
    quote: Option<usize>,
    italics: Option<usize>,
    lines: usize,
}

impl Entry {
    fn of(tokens: &[Token]) -> Self {
        let first = |is: &dyn Fn(&Token) -> bool| tokens.iter().position(is);
        let breaks = tokens
            .iter()
            .skip(1)
            .filter(|token| token.gap >= Gap::Break);
        Self {
            years: (0..tokens.len())
                .filter(|at| is_year(&tokens[*at].text))
                .collect(),
            quote: first(&|token| token.form == Form::QuoteOpen),
            italics: first(&|token| token.style.italic),
            lines: 1 + breaks.count(),
        }
    }
}

/// What stands open at a token.
#[derive(Default)]
struct State {
    brackets: usize,
    is_quoted: bool,
    line: usize,
}

impl State {
    fn enter(&mut self, token: &Token, at: usize) {
        if at > 0 && token.gap >= Gap::Break {
            self.line += 1;
        }
        if token.form == Form::QuoteClose {
            self.is_quoted = false;
        }
    }

    fn leave(&mut self, token: &Token) {
        match token.form {
            Form::Open => self.brackets += 1,
            Form::Close => self.brackets = self.brackets.saturating_sub(1),
            Form::QuoteOpen => self.is_quoted = true,
            _ => {}
        }
    }
}

/// The word itself.
fn own(sink: &mut Sink, word: &Word) {
    sink.add("word", "");
    sink.add("text", &word.folded);
    sink.add("shape", word.shape);
    for sort in &word.sorts {
        sink.add("sort", sort);
    }
    sink.add("style", &word.style);
    sink.add("gap", word.gap);
}

/// Where in the entry it stands, and what stands open there.
fn place(sink: &mut Sink, at: usize, count: usize, entry: &Entry, state: &State) {
    sink.add(
        "quoted",
        format_args!("{} {}", state.is_quoted, entry.quote.is_some()),
    );
    sink.add("brackets", state.brackets.min(2));
    sink.add(
        "line",
        format_args!("{} {}", state.line.min(4), entry.lines.min(5)),
    );
    sink.add("of entry", 8 * at / count.max(1));
    sink.add("from begin", at.min(3));
    let year = match entry.years.first() {
        None => '-',
        Some(first) if at < *first => '<',
        Some(first) if at == *first => '=',
        Some(_) => '>',
    };
    sink.add("year", format_args!("{year} {}", entry.years.len().min(2)));
    for (name, place) in [("quote", entry.quote), ("italics", entry.italics)] {
        let side = place.map_or('-', |place| if at < place { '<' } else { '>' });
        sink.add(name, side);
    }
}

/// The piece between signs that it stands in, and those around.
fn piece(sink: &mut Sink, pieces: &[Piece], own: usize) {
    for (name, number) in [
        ("piece", Some(own)),
        ("piece before", own.checked_sub(1)),
        ("piece after", Some(own + 1)),
    ] {
        match number.and_then(|number| pieces.get(number)) {
            Some(piece) => piece.add(sink, name),
            None => sink.add(name, "none"),
        }
    }
    sink.add("pieces before", own.min(8));
    sink.add("pieces after", (pieces.len() - 1 - own).min(5));
}

/// The words around it.
fn neighbours(sink: &mut Sink, words: &[Word], at: usize) {
    let word = &words[at];
    for distance in 1..=3_usize {
        for (side, place) in [('-', at.checked_sub(distance)), ('+', Some(at + distance))] {
            let Some(other) = place.and_then(|place| words.get(place)) else {
                sink.add("end", format_args!("{side}{distance}"));
                continue;
            };
            sink.add("shape at", format_args!("{side}{distance} {}", other.shape));
            if distance < 3 {
                sink.add("text at", format_args!("{side}{distance} {}", other.folded));
                for sort in &other.sorts {
                    sink.add("sort at", format_args!("{side}{distance} {sort}"));
                }
            }
            if distance == 1 {
                sink.add(
                    "same style",
                    format_args!("{side} {}", other.style == word.style),
                );
                sink.add(
                    "two shapes",
                    format_args!("{side} {} {}", other.shape, word.shape),
                );
                sink.add("gap at", format_args!("{side} {}", other.gap));
            }
        }
    }
    let before = at.checked_sub(1).and_then(|at| words.get(at));
    if let (Some(before), Some(next)) = (before, words.get(at + 1)) {
        sink.add(
            "three shapes",
            format_args!("{} {} {}", before.shape, word.shape, next.shape),
        );
    }
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
                .filter(|(sort, _)| token.is(*sort))
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
                None if token.folded().bytes().all(|byte| byte.is_ascii_digit())
                    && !token.folded().is_empty() =>
                {
                    format!("{}#", token.folded().len())
                }
                None if token.form == Form::Word => token.folded().to_owned(),
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
        sink.add(name, format_args!("words {length}"));
        sink.add(
            name,
            format_args!("capitals {} {}", share(self.capitals), length.min(5)),
        );
        sink.add(name, format_args!("initials {}", self.initials.min(3)));
        sink.add(name, format_args!("small {}", share(self.small)));
        sink.add(name, format_args!("venue {}", share(self.venue)));
        sink.add(name, format_args!("numbers {}", share(self.numbers)));
        sink.add(name, format_args!("ends {}{}", self.before, self.after));
    }
}
