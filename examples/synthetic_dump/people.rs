mod written;

use std::collections::HashMap;

use crate::{names::Names, random::Random, seed::Seed};

/// The largest number of publications of one person.
const MOST: u16 = 2500;

/// All authors, and who wrote with whom.
pub(crate) struct People {
    names: Names,
    all: Vec<Person>,
    /// The number of real people, who come first.
    real: usize,
    /// The first person who has not published.
    next: usize,
    /// The authors of all papers, one after the other.
    mentions: Vec<u32>,
    /// The index of each paper's first author.
    papers: Vec<u32>,
}

#[derive(Clone, Copy)]
struct Person {
    given: u32,
    family: u32,
    /// The first person with the same name.
    namesake: u32,
    /// DBLP's number for homonyms; 0 without one.
    number: u16,
    papers: u16,
    /// One of their papers, counted from 1.
    some: u32,
}

impl People {
    /// Creates the authors of real records and `others` more.
    pub(crate) fn of(seed: &Seed, others: usize, random: &mut Random) -> Self {
        let mut people = Self {
            names: Names::default(),
            all: Vec::new(),
            real: 0,
            next: 0,
            mentions: Vec::new(),
            papers: Vec::new(),
        };
        let mut namesakes: HashMap<(u32, u32), (u32, u16)> = HashMap::new();
        for record in seed.all() {
            let mut authors = Vec::new();
            for name in &record.authors {
                let name = people.names.learn(name);
                let at = people.all.len() as u32;
                let (first, _) = *namesakes.entry(name).or_insert((at, 0));
                if first == at {
                    people.add(name, first);
                }
                authors.push(first);
            }
            people.sign(&authors);
        }
        people.real = people.all.len();
        people.next = people.real;
        for _ in 0..others {
            let mut name = people.names.make(random);
            for _ in 0..4 {
                if namesakes.contains_key(&name) && random.chance(0.3) {
                    name = people.names.make(random);
                }
            }
            let at = people.all.len() as u32;
            let (first, number) = namesakes.entry(name).or_insert((at, 0));
            *number += 1;
            people.add(name, *first);
            people.all[at as usize].number = *number;
        }
        people.number(&namesakes.into_values().collect());
        people
    }

    /// Removes the numbers of people without a namesake.
    fn number(&mut self, groups: &HashMap<u32, u16>) {
        for person in &mut self.all[self.real..] {
            let is_alone = person.namesake as usize >= self.real && groups[&person.namesake] == 1;
            if is_alone {
                person.number = 0;
            }
        }
    }

    fn add(&mut self, (given, family): (u32, u32), namesake: u32) {
        self.all.push(Person {
            given,
            family,
            namesake,
            number: 0,
            papers: 0,
            some: 0,
        });
    }

    /// Returns a new paper's authors: a first one, new or not, then former co-authors, new people
    /// and strangers.
    pub(crate) fn authors(&mut self, random: &mut Random) -> Vec<u32> {
        let wanted = match random.below(100) {
            0..11 => 1,
            11..32 => 2,
            32..57 => 3,
            57..76 => 4,
            76..88 => 5,
            88..94 => 6,
            94..99 => random.within(7, 10),
            _ => random.within(11, 40),
        };
        let first = if random.chance(0.2) {
            self.newcomer(random)
        } else {
            self.known(random)
        };
        let mut authors = vec![first];
        for _ in 1..wanted {
            let other = match random.below(100) {
                0..60 => self.companion(first, random),
                60..70 => self.newcomer(random),
                _ => self.known(random),
            };
            if !authors.contains(&other) {
                authors.push(other);
            }
        }
        self.sign(&authors);
        authors
    }

    /// Returns some people who have published.
    pub(crate) fn some(&mut self, count: usize, random: &mut Random) -> Vec<u32> {
        let mut some: Vec<u32> = (0..count).map(|_| self.known(random)).collect();
        some.dedup();
        some
    }

    fn sign(&mut self, authors: &[u32]) {
        self.papers.push(self.mentions.len() as u32);
        for author in authors {
            let person = &mut self.all[*author as usize];
            person.papers += 1;
            person.some = self.papers.len() as u32;
        }
        self.mentions.extend_from_slice(authors);
    }

    fn newcomer(&mut self, random: &mut Random) -> u32 {
        if self.next == self.all.len() {
            return self.known(random);
        }
        self.next += 1;
        self.next as u32 - 1
    }

    /// Returns someone who has published, with a probability proportional to their publications,
    /// mainly recent ones.
    fn known(&mut self, random: &mut Random) -> u32 {
        let all = self.mentions.len();
        let from = if random.chance(0.7) { all / 3 * 2 } else { 0 };
        for _ in 0..8 {
            let person = self.mentions[random.within(from, all - 1)];
            let papers = self.all[person as usize].papers;
            let is_taken = papers < 60 || random.chance(60.0 / f64::from(papers));
            if papers < MOST && is_taken {
                return person;
            }
        }
        random.below(self.next) as u32
    }

    /// Returns a co-author of one of the person's papers.
    fn companion(&mut self, person: u32, random: &mut Random) -> u32 {
        let Some(paper) = (self.all[person as usize].some as usize).checked_sub(1) else {
            return self.known(random);
        };
        let from = self.papers[paper] as usize;
        let to = self
            .papers
            .get(paper + 1)
            .map_or(self.mentions.len(), |to| *to as usize);
        let companion = self.mentions[random.within(from, to - 1)];
        if self.all[companion as usize].papers < MOST {
            companion
        } else {
            self.known(random)
        }
    }
}
