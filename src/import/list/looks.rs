//! How much a piece of an entry looks like each field, from its words alone.

use super::{
    aside::{Aside, aside, is_roman},
    atom::{Vocabulary, name_likeness},
    cut::{is_acronym, is_year},
    east_signs::is_han_journal,
    imprint,
    lexicon::{self, Sort},
    named::as_named,
    people,
    remark::names_language,
    row::whole_year,
    shape::{self, Shape, is_ditto, is_han, is_initials, is_mixed, is_numbered_acronym},
    stated::{is_thesis_alone, without_state},
    token::{Form, Token},
};

/// Initials behind a family name: `Ray, GA.`
pub(super) const INITIALS: [f64; 5] = [2.0, -1.9, -0.9, -6.0, -0.32];

/// How a place looks, and a publisher.
pub(super) const PLACE: [f64; 5] = [-2.0, -2.0, -0.7, -6.0, 0.6];
pub(super) const NUMBERS: [f64; 5] = [-5.0, -4.0, -2.5, -6.0, 1.2];
pub(super) const BUTTON: [f64; 5] = [-4.0, -5.0, -4.0, -6.0, 1.5];
/// How a place with a publisher and a year in brackets looks.
pub(super) const IMPRINT: [f64; 5] = [-5.0, -4.0, 0.5, -6.0, 0.8];
pub(super) const ADDRESS: [f64; 5] = [-6.0, -6.0, -5.0, -6.0, 1.5];
pub(super) const STATUS: [f64; 5] = [-5.0, -3.5, -0.6, -6.0, 1.0];
pub(super) const PUBLISHER: [f64; 5] = [-3.5, -1.5, 0.5, -6.0, 0.7];

/// How much a piece looks like authors, title, venue, date and anything else. The numbers are of
/// the size of log-odds; they were set by hand and checked on the fixtures that are built on.
pub(super) fn looks(content: &[Token], bracketed: bool, vocabulary: &Vocabulary) -> [f64; 5] {
    as_named(content, looks_plainly(content, bracketed, vocabulary))
}

fn looks_plainly(content: &[Token], bracketed: bool, vocabulary: &Vocabulary) -> [f64; 5] {
    if content.is_empty() {
        // Somebody left blank.
        return [1.5, -3.0, -3.0, -6.0, -1.5];
    }
    let inner = if bracketed {
        &content[1..content.len() - 1]
    } else {
        content
    };
    if bracketed
        && inner.len() <= 3
        && inner.first().is_some_and(|word| {
            (is_acronym(&word.text) || is_mixed(&word.text) || is_numbered_acronym(&word.text))
                && !is_roman(&word.text)
                && !word.is(Sort::Button)
        })
        && inner[1..].iter().all(|word| is_year(&word.text))
    {
        // The short name of what stands before it.
        return [-4.0, -0.8, 2.0, -6.0, -0.8];
    }
    if bracketed && inner.len() == 1 && is_roman(&inner[0].text) {
        // `Notes on series (XIII): …`
        return [-4.0, 0.8, -1.0, -6.0, 0.2];
    }
    let mut words: Vec<Word> = inner
        .iter()
        .filter_map(|token| Word::of(token, vocabulary))
        .collect();
    calm(&mut words);
    if words.is_empty() {
        let is_address = inner.iter().any(|token| token.form == Form::Address);
        let is_arxiv = inner
            .iter()
            .any(|token| token.text.len() < 24 && token.text.to_lowercase().starts_with("arxiv"));
        return if is_arxiv {
            [-4.0, -3.0, 0.3, -6.0, 0.2]
        } else if is_address {
            ADDRESS
        } else {
            [-2.0, -2.0, -2.0, -6.0, 0.0]
        };
    }
    // `(2021+)`: not yet printed then.
    if bracketed
        && matches!(inner, [year] if year.text.strip_suffix('+').and_then(whole_year).is_some())
    {
        return [-6.0, -2.5, -2.5, 2.0, -0.2];
    }
    if is_date(&words) {
        return [-6.0, -2.5, -2.5, 2.0, -0.2];
    }
    if is_month(&words) {
        return [-6.0, -2.5, -2.5, 1.0, -0.2];
    }
    if is_ditto(inner) {
        return [2.5, -4.0, -4.0, -6.0, -2.0];
    }
    if bracketed && imprint::is_bracket(inner) {
        return IMPRINT;
    }
    if is_thesis_alone(inner) {
        return if bracketed {
            [-5.0, -4.0, 0.8, -6.0, 0.8]
        } else {
            [-5.0, -4.0, 2.2, -6.0, 0.0]
        };
    }
    if let Some(aside) = aside(inner, bracketed) {
        return match aside {
            Aside::Numbers => NUMBERS,
            Aside::Status => STATUS,
            Aside::Praise => [-5.0, -3.0, -1.5, -6.0, 1.2],
            Aside::Button | Aside::Role | Aside::Sign => BUTTON,
            Aside::Address => ADDRESS,
            Aside::Place => PLACE,
            Aside::Publisher => PUBLISHER,
            Aside::With => [2.0, -4.0, -4.0, -6.0, -0.5],
        };
    }
    // `Submitted to Cloth Review`: what follows is a venue, whatever it is called.
    if without_state(inner).len() < inner.len() {
        return [-4.0, -3.0, 2.5, -6.0, -0.8];
    }
    let name = authors(inner, &words, bracketed, vocabulary);
    [
        name,
        title(&words, name, bracketed, vocabulary),
        venue(&words, name, bracketed, vocabulary),
        -6.0,
        (-0.32 * words.iter().map(|word| word.length).sum::<f64>()).max(-9.0),
    ]
}

/// Whether a piece is a date: a year, with month and day.
fn is_date(words: &[Word]) -> bool {
    let is_day = |word: &Word| {
        word.text.len() <= 5 && word.text.chars().next().is_some_and(|c| c.is_ascii_digit())
    };
    words.iter().any(|word| word.is_year)
        && words.len() <= 6
        && words.iter().all(|word| {
            word.is_year
                || word.is_month
                || is_day(word)
                || matches!(word.folded, "c" | "of" | "г" | "year" | "de" | "年" | "月")
        })
        && !words
            .iter()
            .any(|word| word.text.starts_with('\'') && words.len() == 1 && word.text.len() < 3)
}

/// Whether a piece is a month, with days or without: `Oct`, `June 3–5`.
fn is_month(words: &[Word]) -> bool {
    let is_day =
        |word: &Word| word.text.len() <= 7 && word.text.starts_with(|c: char| c.is_ascii_digit());
    words.len() <= 3
        && words
            .iter()
            .any(|word| word.is_month && (!word.is_lower || is_no_other(word)))
        && words.iter().all(|word| word.is_month || is_day(word))
}

/// Whether a month in small letters is hardly another word, as in the languages that write it so.
fn is_no_other(word: &Word) -> bool {
    const OTHERS: [&str; 10] = [
        "may", "march", "mar", "spring", "summer", "autumn", "fall", "winter", "august", "dez",
    ];
    word.folded.len() > 2 && !OTHERS.contains(&word.folded)
}

/// In a stretch that is all in capitals they tell nothing of a word.
fn calm(words: &mut [Word]) {
    let is_shouted = |word: &&mut Word| {
        word.text.chars().filter(|c| c.is_alphabetic()).count() > 1
            && !word.text.chars().any(char::is_lowercase)
            && !word.is_year
    };
    let shouted = words.iter_mut().filter(is_shouted).count();
    let long = words.iter().any(|word| word.text.chars().count() > 6);
    if shouted < 3 || shouted * 10 < words.len() * 8 || !long {
        return;
    }
    for word in words {
        word.shouted = true;
        word.is_lower = word.is(Sort::Small);
    }
}

#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a property of its own"
)]
struct Word<'a> {
    token: &'a Token,
    text: &'a str,
    folded: &'a str,
    /// 1, or half the signs of a Chinese stretch.
    length: f64,
    is_lower: bool,
    /// Whether all that stands around it is in capitals too.
    shouted: bool,
    is_year: bool,
    is_month: bool,
    /// How often the list has it in lower case.
    common: usize,
}

impl<'a> Word<'a> {
    fn of(token: &'a Token, vocabulary: &Vocabulary) -> Option<Self> {
        if token.form != Form::Word {
            return None;
        }
        let folded = token.folded();
        let wide = token.text.chars().filter(|c| *c >= '\u{3040}').count();
        Some(Self {
            token,
            text: &token.text,
            length: if wide > 0 {
                (wide as f64 / 2.0).max(1.0)
            } else {
                1.0
            },
            is_lower: token
                .text
                .chars()
                .find(|c| c.is_alphabetic())
                .is_some_and(char::is_lowercase),
            shouted: false,
            is_year: is_year(&token.text),
            is_month: token.is(Sort::Month) || token.text.ends_with('月'),
            common: vocabulary.lower.get(folded).copied().unwrap_or(0),
            folded,
        })
    }

    fn is(&self, sort: Sort) -> bool {
        self.token.is(sort)
            || self.folded.contains(' ')
                && self.folded.split(' ').any(|part| lexicon::is(part, sort))
    }
}

fn authors(inner: &[Token], words: &[Word], bracketed: bool, vocabulary: &Vocabulary) -> f64 {
    let mut likeness = name_likeness(inner);
    if likeness > -1.0 {
        let common: usize = words
            .iter()
            .filter(|word| !word.is_lower && word.common > 0 && !is_initials(word.text))
            .count();
        likeness -= 0.8 * (common as f64);
        let known = words
            .iter()
            .filter(|word| !word.is_lower)
            .filter_map(|word| vocabulary.families.get(word.folded))
            .max()
            .copied()
            .unwrap_or(0);
        likeness += (0.5 * known as f64).min(1.5);
    }
    let shape = shape::shape(inner);
    // `Zone Books`, `Italian`
    let is_house = words
        .last()
        .is_some_and(|last| ["books", "press", "editions"].contains(&last.folded));
    if is_house || words.iter().all(|word| names_language(word.folded)) {
        likeness -= 4.0;
    }
    if bracketed && shape != Shape::Rest {
        likeness -= 2.0;
    }
    // One list writes its names one way.
    let [full, behind] = vocabulary.shapes;
    if shape == Shape::Full && behind > 8 && full * 8 < behind {
        likeness -= 2.0;
    }
    // A list that leaves the person out names none but those whom a `with` adds.
    let [with, plain] = vocabulary.withs;
    if with > 3 && plain * 3 < with && !inner.first().is_some_and(people::is_with) {
        likeness -= 2.5;
    }
    likeness.clamp(-7.0, 4.5)
}

fn title(words: &[Word], name: f64, bracketed: bool, vocabulary: &Vocabulary) -> f64 {
    let mut score: f64 = words
        .iter()
        .map(|word| {
            if is_initials(word.text) && word.text.chars().count() <= 3 && !word.shouted {
                -0.5
            } else if word.is_year {
                -0.3
            } else if is_han(word.text) || word.length > 1.0 {
                0.3 * word.length.min(12.0)
            } else if word.is(Sort::VenueHead) && word.folded != "in" && !word.is_lower {
                -0.9
            } else if word.is(Sort::Venue) && !word.is_lower {
                -0.3
            } else if word.is(Sort::House) && !word.is_lower {
                -0.5
            } else if word.is_lower && (word.is(Sort::Small) || word.folded.len() > 2) {
                0.35
            } else if word.is(Sort::Topical) || word.common > 0 {
                0.3
            } else if word.is_month || word.is(Sort::Place) {
                -0.1
            } else {
                0.13
            }
        })
        .sum();
    if name > 0.0 {
        score -= 0.7 * name.min(3.0);
    }
    // `The good (width), the bad (depth)`
    let is_gloss = bracketed && words[0].is_lower && !words[0].is(Sort::Small);
    if is_gloss {
        score += 0.3;
    } else if words[0].is_lower && !words[0].text.chars().any(char::is_uppercase) && words.len() < 3
    {
        score -= 0.3;
    }
    if bracketed && !is_gloss {
        score -= 0.8;
    }
    let folded: Vec<&str> = words.iter().map(|word| word.folded).collect();
    if known_venue(&folded, vocabulary) {
        score -= 2.0;
    }
    score.clamp(-6.0, 5.0)
}

fn venue(words: &[Word], name: f64, bracketed: bool, vocabulary: &Vocabulary) -> f64 {
    let mut cues: f64 = 0.0;
    let mut rest: f64 = 0.0;
    for (at, word) in words.iter().enumerate() {
        let is_acronym = !word.shouted && is_acronym(word.text);
        let has_year = words.get(at + 1).is_some_and(|next| next.is_year)
            || is_acronym && word.text.contains(['\'', '’']);
        if word.is(Sort::VenueHead) && !word.is_lower && word.folded != "in" {
            cues += 1.6;
        } else if word.is(Sort::Venue) && !(word.is_lower && word.folded.len() < 4) {
            cues += if word.is_lower { 0.3 } else { 1.1 };
        } else if is_acronym && has_year {
            cues += 2.0;
        } else if word.is(Sort::House) && !word.is_lower {
            cues += 0.9;
        } else if is_acronym {
            cues += 0.8;
        } else if word.is_year {
            rest += 0.2;
        } else if is_initials(word.text) && words.len() > 1 {
            rest -= 0.3;
        } else if is_han(word.text) {
            let is_journal = is_han_journal(word.text);
            cues += if is_journal { 2.0 } else { 0.0 };
            rest -= 0.12 * (word.length - 3.0).max(0.0);
        } else if word.is_lower && !word.is(Sort::Small) {
            rest -= 0.25;
        } else if word.is_lower {
            rest -= 0.05;
        } else {
            rest += 0.1;
        }
    }
    let mut score = cues.min(4.5) + rest.clamp(-3.0, 1.0);
    if cues >= 1.0 && words.iter().any(|word| word.shouted) {
        score += 1.0;
    }
    if name > 1.0 && cues < 1.0 {
        let is_known = words.iter().any(|word| {
            !word.is_lower
                && vocabulary
                    .families
                    .get(word.folded)
                    .is_some_and(|times| *times > 1)
        });
        score -= if is_known {
            1.0 + 0.8 * name
        } else {
            0.5 * name
        };
    }
    if words[0].text == "In" || words[0].text == "in" && words.len() > 1 {
        score += 1.5;
    }
    let folded: Vec<&str> = words.iter().map(|word| word.folded).collect();
    if known_venue(&folded, vocabulary) {
        score += 1.5;
    }
    if bracketed && cues < 0.8 {
        score -= 0.8;
    }
    score.clamp(-6.0, 6.0)
}

fn known_venue(folded: &[&str], vocabulary: &Vocabulary) -> bool {
    vocabulary
        .venues
        .get(&folded.join(" "))
        .is_some_and(|times| *times > 1)
}
