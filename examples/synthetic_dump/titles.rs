use std::collections::{HashMap, HashSet};

use crate::{coin, random::Random, seed::Seed, xml};

/// Discount and strength of the two Pitman–Yor processes (Teh, 2006). The discounts are the
/// exponents with which the numbers of distinct pairs of words and distinct words grow with the
/// length of the text; measured on 104,000 real titles of DBLP they are 0.74 and 0.57. With 0.70
/// and 0.57, a million generated titles have a tenth more of both than those exponents predict.
const PAIRS: Process = Process {
    discount: 0.70,
    strength: 1.0,
};
const WORDS: Process = Process {
    discount: 0.57,
    strength: 20.0,
};

/// The number of followers of a word, and of words, from which is drawn.
const KEPT: usize = 1 << 16;
const KEPT_WORDS: usize = 1 << 22;

/// Words with which no title ends.
const DANGLING: [&str; 22] = [
    "a", "an", "the", "of", "for", "and", "in", "on", "with", "via", "by", "to", "from", "using",
    "as", "at", "or", "under", "into", "is", "towards", "&",
];

/// A Pitman–Yor process, in which new things become rarer the more have been seen.
struct Process {
    discount: f64,
    strength: f64,
}

impl Process {
    fn is_new(&self, random: &mut Random, seen: u32, new: u32) -> bool {
        let share =
            (self.strength + self.discount * f64::from(new)) / (self.strength + f64::from(seen));
        random.chance(share)
    }
}

/// The things drawn so far, or a fair sample of them.
#[derive(Default)]
struct Seen {
    kept: Vec<u32>,
    all: u32,
    new: u32,
}

impl Seen {
    fn add(&mut self, word: u32, is_new: bool, most: usize, random: &mut Random) {
        self.all += 1;
        self.new += u32::from(is_new);
        if self.kept.len() < most {
            self.kept.push(word);
        } else {
            let at = random.below(self.all as usize);
            if at < most {
                self.kept[at] = word;
            }
        }
    }
}

/// The word before the first one.
const START: u32 = 0;

/// Generates titles that continue like real ones.
pub(crate) struct Titles {
    words: Vec<Box<str>>,
    /// The followers of each word.
    after: Vec<Seen>,
    /// The words that followed a word for the first time.
    base: Seen,
    lengths: Vec<usize>,
}

impl Titles {
    pub(crate) fn learn(seed: &Seed) -> Self {
        let mut titles = Self {
            words: vec!["".into()],
            after: vec![Seen::default()],
            base: Seen::default(),
            lengths: Vec::new(),
        };
        let mut known: HashMap<&str, u32> = HashMap::new();
        let mut pairs: HashSet<(u32, u32)> = HashSet::new();
        let mut random = Random::new(0);
        for record in seed.all() {
            let mut before = START;
            let mut length = 0;
            for word in record.title.split_whitespace() {
                let new_word = !known.contains_key(word);
                let word = *known.entry(word).or_insert_with(|| titles.add(word.into()));
                let new_pair = pairs.insert((before, word));
                titles.after[before as usize].add(word, new_pair, KEPT, &mut random);
                if new_pair {
                    titles.base.add(word, new_word, KEPT_WORDS, &mut random);
                }
                before = word;
                length += 1;
            }
            titles.lengths.push(length);
        }
        titles
    }

    /// Returns a new title in XML, with its final period.
    pub(crate) fn title(&mut self, random: &mut Random) -> String {
        let wanted = random.of(&self.lengths);
        let mut out = String::new();
        self.append(random, wanted, &mut out);
        if !out.ends_with(['?', '!']) {
            out.push('.');
        }
        out
    }

    /// Returns a few words as in the name of a venue.
    pub(crate) fn topic(&mut self, random: &mut Random, words: usize) -> String {
        let mut out = String::new();
        self.append(random, words, &mut out);
        out.replace([':', '?', '!'], "")
    }

    fn append(&mut self, random: &mut Random, wanted: usize, out: &mut String) {
        let marked = if random.chance(0.008) {
            random.below(wanted)
        } else {
            usize::MAX
        };
        let mut before = START;
        let mut has_colon = false;
        for at in 0..wanted + 6 {
            if at >= wanted && !self.dangles(before) {
                break;
            }
            if at > 0 {
                out.push(' ');
            }
            if at == marked {
                out.push_str(coin::formula(random));
            }
            let mut word = self.next(before, random);
            // A title has one colon, which is not at its end.
            for _ in 0..4 {
                if (at + 3 < wanted && !has_colon) || !self.words[word as usize].ends_with(':') {
                    break;
                }
                word = self.next(before, random);
            }
            has_colon |= self.words[word as usize].ends_with(':');
            before = word;
            // Names of systems are usually new, but are followed by the same words.
            if at == 0 && self.words[word as usize].ends_with(':') && random.chance(0.8) {
                let name = format!("{}:", coin::name(random));
                word = self.add(name.into());
            }
            xml::escape(&self.words[word as usize], out);
        }
    }

    fn next(&mut self, before: u32, random: &mut Random) -> u32 {
        let seen = &self.after[before as usize];
        let is_new = PAIRS.is_new(random, seen.all, seen.new);
        let word = if is_new {
            self.first_after(random)
        } else {
            random.of(&self.after[before as usize].kept)
        };
        self.after[before as usize].add(word, is_new, KEPT, random);
        word
    }

    /// Returns a word, old or new, that has not followed the previous one.
    fn first_after(&mut self, random: &mut Random) -> u32 {
        let is_new = WORDS.is_new(random, self.base.all, self.base.new);
        let word = if is_new {
            let parts = [random.of(&self.base.kept), random.of(&self.base.kept)];
            let word = coin::word(random, parts.map(|part| &*self.words[part as usize]));
            self.add(word.into())
        } else {
            random.of(&self.base.kept)
        };
        self.base.add(word, is_new, KEPT_WORDS, random);
        word
    }

    fn add(&mut self, word: Box<str>) -> u32 {
        self.words.push(word);
        self.after.push(Seen::default());
        self.words.len() as u32 - 1
    }

    fn dangles(&self, word: u32) -> bool {
        let word = &self.words[word as usize];
        DANGLING
            .iter()
            .any(|known| word.eq_ignore_ascii_case(known))
            || word.ends_with([':', ','])
    }
}
