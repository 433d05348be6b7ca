//! Which field each word of an entry belongs to, by a model of its own.

use std::{
    cell::RefCell,
    collections::{HashMap, HashSet},
    rc::Rc,
    sync::Arc,
};

use super::super::{
    atom::{Adjust, Atom, Place},
    segment::Field,
    token::{Form, Token},
};
use super::{
    crf::{Crf, Marginals},
    word_features::word_features,
};

/// The number of fields, in the order of [`Field`].
pub(super) const WORD_LABELS: usize = 5;

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
        let marginals = Rc::new(self.model.marginals(&word_features(tokens)).light());
        self.seen.borrow_mut().insert(place, Rc::clone(&marginals));
        marginals
    }
}

impl Adjust for FieldReader {
    fn adjust(&self, place: Place, tokens: &[Token], atoms: &mut [Atom]) {
        let marginals = self.marginals(place, &tokens[..tokens.len().min(LONGEST)]);
        for atom in atoms.iter_mut().filter(|atom| !atom.settled) {
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
    let starts = (0..tokens.len()).filter(|at| tokens[*at].folded() == *first);
    for start in starts.take(STARTS) {
        let mut sum = 0.0;
        let mut met = 0;
        let mut at = start;
        for word in title {
            let limit = tokens.len().min(at + 4);
            if let Some(place) = (at..limit).find(|at| tokens[*at].folded() == *word) {
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
        if title.contains(token.folded()) {
            own += share;
        }
    }
    if all < 0.5 { 0.0 } else { own / all }
}
