//! Conferences and journals that do not exist.

use std::fmt::Write as _;

use bibsync::text::dates::MONTHS;

use crate::{coin, random::Random, titles::Titles};

/// A series of conferences.
pub(crate) struct Conference {
    pub(crate) stream: String,
    pub(crate) acronym: String,
    name: String,
    first: usize,
    house: usize,
}

/// A journal.
pub(crate) struct Journal {
    pub(crate) stream: String,
    pub(crate) name: String,
    pub(crate) first: usize,
    house: usize,
}

/// A publisher: its name, the prefix of its DOIs (empty without), its share and its series.
struct House(&'static str, &'static str, usize, &'static str);

const HOUSES: [House; 14] = [
    House("IEEE", "10.1109", 34, ""),
    House("ACM", "10.1145", 17, ""),
    House(
        "Springer",
        "10.1007",
        20,
        "Lecture Notes in Computer Science",
    ),
    House("Elsevier", "10.1016", 4, "Procedia Computer Science"),
    House("CEUR-WS.org", "", 7, "CEUR Workshop Proceedings"),
    House("SciTePress", "10.5220", 4, ""),
    House("AAAI Press", "10.1609", 2, ""),
    House(
        "Association for Computational Linguistics",
        "10.18653",
        3,
        "",
    ),
    House(
        "IOS Press",
        "10.3233",
        2,
        "Frontiers in Artificial Intelligence and Applications",
    ),
    House("PMLR", "", 2, "Proceedings of Machine Learning Research"),
    House(
        "Schloss Dagstuhl - Leibniz-Zentrum f\u{fc}r Informatik",
        "10.4230",
        1,
        "LIPIcs",
    ),
    House("USENIX Association", "", 1, ""),
    House("SIAM", "10.1137", 1, ""),
    House("ISCA", "10.21437", 2, ""),
];
const CITIES: [&str; 32] = [
    "Paris, France",
    "Berlin, Germany",
    "Vienna, Austria",
    "Madrid, Spain",
    "Lisbon, Portugal",
    "Rome, Italy",
    "Athens, Greece",
    "London, UK",
    "Dublin, Ireland",
    "Oslo, Norway",
    "Stockholm, Sweden",
    "Helsinki, Finland",
    "Prague, Czech Republic",
    "Warsaw, Poland",
    "Budapest, Hungary",
    "Istanbul, Turkey",
    "Beijing, China",
    "Shanghai, China",
    "Hong Kong",
    "Tokyo, Japan",
    "Kyoto, Japan",
    "Seoul, South Korea",
    "Singapore",
    "Sydney, NSW, Australia",
    "Toronto, ON, Canada",
    "Montr\u{e9}al, QC, Canada",
    "Seattle, WA, USA",
    "Boston, MA, USA",
    "San Diego, CA, USA",
    "Honolulu, HI, USA",
    "S\u{e3}o Paulo, Brazil",
    "Virtual Event",
];

/// Returns venues for this many papers, the largest first.
pub(crate) fn conferences(
    count: usize,
    titles: &mut Titles,
    random: &mut Random,
) -> Vec<Conference> {
    let conference = |at| {
        let acronym = coin::acronym(random);
        let words = random.within(2, 4);
        let topic = titles.topic(random, words);
        let name = match random.below(10) {
            0..4 => format!("International Conference on {topic}"),
            4 => format!("IEEE International Conference on {topic}"),
            5 => format!("ACM Symposium on {topic}"),
            6..8 => format!("International Workshop on {topic}"),
            8 => format!("European Conference on {topic}"),
            _ => format!("International Symposium on {topic}"),
        };
        Conference {
            stream: format!("conf/{}-s{at}", acronym.to_lowercase()),
            acronym,
            name,
            first: random.within(1975, 2020),
            house: house(random),
        }
    };
    (0..count).map(conference).collect()
}

pub(crate) fn journals(count: usize, titles: &mut Titles, random: &mut Random) -> Vec<Journal> {
    let journal = |at| {
        let words = random.within(1, 3);
        let topic: Vec<String> = titles
            .topic(random, words)
            .split(' ')
            .map(|word| match word.char_indices().nth(6) {
                Some((end, _)) if !word[..end].contains(['&', '<']) => format!("{}.", &word[..end]),
                _ => word.to_owned(),
            })
            .collect();
        let head = random.of(&[
            "J.",
            "Int. J.",
            "IEEE Trans.",
            "ACM Trans.",
            "Adv.",
            "Appl.",
            "",
        ]);
        Journal {
            stream: format!("journals/{}-s{at}", coin::acronym(random).to_lowercase()),
            name: format!("{head} {}", topic.join(" ")).trim().to_owned(),
            first: random.within(1960, 2018),
            house: house(random),
        }
    };
    (0..count).map(journal).collect()
}

impl Conference {
    /// Returns the title of the volume of a year, in XML.
    pub(crate) fn title(&self, year: usize, random: &mut Random) -> String {
        let nth = year.saturating_sub(self.first) + 1;
        let end = match (nth % 10, nth % 100) {
            (_, 11..=13) => "th",
            (1, _) => "st",
            (2, _) => "nd",
            (3, _) => "rd",
            _ => "th",
        };
        let day = random.within(1, 26);
        let mut out = match random.below(4) {
            0 => format!("Proceedings of the {nth}{end} "),
            1 => "Proceedings of the ".to_owned(),
            2 => format!("{nth}{end} "),
            _ => String::new(),
        };
        out.push_str(&self.name);
        write!(out, ", {} {year}, ", self.acronym).ok();
        crate::xml::escape(random.of(&CITIES), &mut out);
        let month = random.of(&MONTHS);
        write!(out, ", {month} {day}-{}, {year}.", day + 3).ok();
        out
    }

    pub(crate) fn publisher(&self) -> &'static str {
        HOUSES[self.house].0
    }

    /// Returns the series of its volumes, if any.
    pub(crate) fn series(&self) -> Option<&'static str> {
        Some(HOUSES[self.house].3).filter(|series| !series.is_empty())
    }

    /// Returns the DOI of a paper, if its publisher assigns any.
    pub(crate) fn doi(&self, year: usize, number: usize) -> Option<String> {
        let prefix = HOUSES[self.house].1;
        let acronym = &self.acronym;
        (!prefix.is_empty()).then(|| format!("{prefix}/{acronym}-s.{year}.{number:07}"))
    }
}

impl Journal {
    /// Returns the DOI of an article. Few publishers assign none.
    pub(crate) fn doi(&self, year: usize, number: usize) -> Option<String> {
        let prefix = HOUSES[self.house].1;
        let letters = self
            .stream
            .rsplit('/')
            .next()
            .unwrap_or_default()
            .to_uppercase();
        (!prefix.is_empty()).then(|| format!("{prefix}/{letters}.{year}.{number:07}"))
    }
}

fn house(random: &mut Random) -> usize {
    let mut left = random.below(HOUSES.iter().map(|house| house.2).sum());
    for (at, house) in HOUSES.iter().enumerate() {
        if left < house.2 {
            return at;
        }
        left -= house.2;
    }
    0
}

/// Returns a year with a probability proportional to its publications, which grow by seven per cent
/// a year.
pub(crate) fn year(random: &mut Random, from: usize) -> usize {
    let back = -libm::log(1.0 - random.unit()) / 0.07;
    2026_usize.saturating_sub(back as usize).max(from)
}
