use std::collections::HashMap;

use crate::{coin, random::Random};

const PINYIN: [&str; 48] = [
    "bo", "chao", "chen", "cheng", "chun", "da", "dong", "fang", "fei", "feng", "gang", "guo",
    "hai", "hao", "hong", "hua", "hui", "jia", "jian", "jie", "jin", "jing", "jun", "kai", "lei",
    "li", "lin", "ling", "long", "mei", "min", "ming", "ning", "peng", "qi", "qing", "rui", "shan",
    "tao", "wei", "wen", "xiao", "xin", "yan", "yi", "ying", "yu", "zhi",
];
const FAMILIES: [&str; 24] = [
    "Wang", "Li", "Zhang", "Chen", "Liu", "Yang", "Wu", "Huang", "Zhao", "Zhou", "Xu", "Sun",
    "Zhu", "Ma", "Hu", "Guo", "He", "Lin", "Gao", "Luo", "Zheng", "Liang", "Xie", "Tang",
];

/// Given or family names without duplicates.
#[derive(Default)]
pub(crate) struct Parts {
    texts: Vec<Box<str>>,
    known: HashMap<Box<str>, u32>,
    /// The other parts that occur with each in real names.
    beside: Vec<Vec<u32>>,
}

impl Parts {
    pub(crate) fn text(&self, part: u32) -> &str {
        &self.texts[part as usize]
    }

    fn of(&mut self, text: &str) -> u32 {
        if let Some(part) = self.known.get(text) {
            return *part;
        }
        let part = self.texts.len() as u32;
        self.texts.push(text.into());
        self.known.insert(text.into(), part);
        self.beside.push(Vec::new());
        part
    }
}

/// Generates names.
#[derive(Default)]
pub(crate) struct Names {
    pub(crate) given: Parts,
    pub(crate) family: Parts,
    /// The number of given names of real people, which precede the generated ones.
    real: usize,
}

impl Names {
    /// Adds the name of a real person.
    pub(crate) fn learn(&mut self, name: &str) -> (u32, u32) {
        let (given, family) = name.rsplit_once(' ').unwrap_or(("", name));
        let (given, family) = (self.given.of(given), self.family.of(family));
        self.given.beside[given as usize].push(family);
        self.family.beside[family as usize].push(given);
        self.real = self.given.texts.len();
        (given, family)
    }

    /// Returns a new name with parts that occur together in real ones: from a given name to a
    /// family name used with it, to another given name used with that, to a family name used with
    /// that.
    pub(crate) fn make(&mut self, random: &mut Random) -> (u32, u32) {
        if random.chance(0.12) {
            let given = format!("{}{}", random.of(&PINYIN), random.of(&PINYIN));
            let given = given[..1].to_uppercase() + &given[1..];
            return (
                self.given.of(&given),
                self.family.of(FAMILIES[random.zipf(FAMILIES.len())]),
            );
        }
        // Frequent given names have more people.
        let mut given = random.below(self.real) as u32;
        let mut other = given;
        let mut family = random.of(&self.given.beside[other as usize]);
        for _ in 0..2 {
            other = random.of(&self.family.beside[family as usize]);
            family = random.of(&self.given.beside[other as usize]);
        }
        if self.given.beside[other as usize].len() < 3 {
            other = random.below(self.real) as u32;
            family = random.of(&self.given.beside[other as usize]);
        }
        if random.chance(0.1) {
            family = self.family.of(&coin::proper(random));
        }
        if random.chance(0.15) && !self.given.text(given).contains('.') {
            let initial = char::from(b'A' + random.below(26) as u8);
            given = self
                .given
                .of(&format!("{} {initial}.", self.given.text(given)));
        }
        (given, family)
    }
}
