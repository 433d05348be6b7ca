//! What a heading says of the lines below it.

use super::head_kinds::kind;
use super::head_stems::Sorts;
use super::head_text::{bare, in_words, without_phrases};
use super::head_words::{
    MEETINGS, OTHER_SIGNS, OUTREACH, SPOKEN, STRONG_SIGNS, TURNING_SIGNS, UNPRINTED, WEAK_SIGNS,
};
use super::lexicon::{self, Sort};
use crate::{
    model::Kind,
    text::{
        dates::MONTHS,
        fold::{fold, words},
        publication_state::find_state,
    },
};

/// What stands under a heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Topic {
    /// Publications.
    Publications,
    /// Something else: talks, teaching, service.
    Other,
    /// A year, or years.
    Years,
    /// What is above it says what: `International`, `Theory`.
    Open,
    /// A part of an outline that names nothing: what it stands among says what.
    Part,
}

/// A heading as understood.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a property of its own, as in type itself"
)]
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Heading {
    pub(super) topic: Topic,
    /// Whether a word names publications, and nothing but them.
    pub(super) is_plain: bool,
    /// The share of its words that are words of headings.
    pub(super) sureness: f64,
    /// Whether it has a word of other things, and as many that no heading has, the last among them: it may be
    /// one of a topic. `Teaching machines to weave`, `Language and cloth`
    pub(super) is_doubtful: bool,
    pub(super) kind: Option<Kind>,
    pub(super) year: Option<i32>,
    /// A state that all entries below share, as written.
    pub(super) status: Option<String>,
    /// Whether it names states and nothing else: `Forthcoming and accepted`.
    pub(super) is_state: bool,
    /// Whether it parts what stands above it, and names nothing itself: `Older`, `International`.
    pub(super) is_part: bool,
    /// Whether it may name what was but heard: `Communications`.
    pub(super) is_heard: bool,
    /// Whether it names what is spoken: `Presentations`.
    pub(super) is_spoken: bool,
    /// Whether it names where people meet: `Conference papers and posters`.
    pub(super) is_of_meetings: bool,
    /// Whether it names meetings and nothing else: `Conferencias`.
    pub(super) is_meetings: bool,
}

/// A heading that names what may be anything is no surer than this.
const UNSURE: f64 = 0.65;

/// One that ends with the word for talks is as sure as this, whatever stands before it.
const SPOKEN_SURE: f64 = 0.75;

/// The last words of headings of talks: `Recent plenary talks`.
const TALKS: [&str; 10] = [
    "talks",
    "lectures",
    "presentations",
    "seminars",
    "keynotes",
    "vortrage",
    "ponencias",
    "palestras",
    "lezingen",
    "voordrachten",
];

/// Reads a line as a heading.
#[expect(
    clippy::too_many_lines,
    reason = "one short question after another, whose answers are weighed together"
)]
pub(super) fn read(text: &str) -> Heading {
    let is_refereed = text.to_lowercase().contains("lecture");
    let whole = text;
    let text = without_phrases(&bare(text));
    let text = text.as_str();
    let raw = text.to_lowercase();
    let folded = fold(text);
    let all: Vec<String> = words(&in_words(text))
        .into_iter()
        .filter(|word| {
            word.chars().any(char::is_alphabetic)
                && !MONTHS.iter().any(|month| month.eq_ignore_ascii_case(word))
        })
        .collect();
    let sorts: Vec<Sorts> = all.iter().map(|word| Sorts::of(word)).collect();
    let has = |sort: Sorts| sorts.iter().any(|word| word.has(sort));
    // No sign is in ASCII.
    let has_sign = |list: &str| !raw.is_ascii() && list.split(' ').any(|sign| raw.contains(sign));
    let strong = has(Sorts::STRONG) || has_sign(STRONG_SIGNS) || adds_publications(whole);
    let is_works = [
        "works",
        "selected works",
        "oeuvres",
        "obras",
        "opere",
        "werke",
        "prace",
        "eserler",
        "nauchnye raboty",
        "nauchnye trudy",
        "naukovi pratsi",
        "spisok nauchnykh trudov",
        "comptes rendus",
        "production scientifique",
        "scholarly works",
        "creative works",
        "special issues",
        "published works",
        "kirjat",
        "radovi",
        "carti",
        "bai bao khoa hoc",
        "cong trinh cong bo",
    ]
    .contains(&folded.trim());
    // `Peer-reviewed` alone, `Peer-reviewed research`
    let is_by_peers = folded.starts_with("peer reviewed") && all.len() <= 3
        || [
            "reviewed",
            "refereed",
            "unrefereed",
            "begutachtet",
            "referiert",
        ]
        .iter()
        .any(|word| all.last().is_some_and(|last| last == word))
            && all.len() <= 3;
    let weak = has(Sorts::WEAK) || has_sign(WEAK_SIGNS) || is_works || is_by_peers;
    let other = has(Sorts::OTHER) || has_sign(OTHER_SIGNS) || folded.contains("open source");
    let is_unprinted = UNPRINTED.iter().any(|phrase| raw.contains(phrase));
    // `Publications in health services`
    let is_of_field = sorts.first().is_some_and(|first| first.has(Sorts::STRONG))
        && all.get(1).is_some_and(|word| word == "in" || word == "on");
    let turns = !is_of_field && has(Sorts::TURNING) || has_sign(TURNING_SIGNS);
    let topic = if is_years(text) {
        Topic::Years
    } else if is_status(&folded) && !strong && !turns || is_research_activity(&all) {
        Topic::Open
    } else if turns || other && !strong || is_unprinted || is_spoken(whole, &all) {
        Topic::Other
    } else if strong || weak {
        Topic::Publications
    } else if folded.starts_with("conferences invitees")
        || folded.contains("reviews for")
        || folded == "zur person"
        || folded.starts_with("peer review") && !is_by_peers && all.len() <= 3 && !strong && !weak
    {
        Topic::Other
    } else {
        Topic::Open
    };
    let known = sorts.iter().filter(|word| word.is_known()).count();
    let has_signs = has_sign(STRONG_SIGNS) || has_sign(OTHER_SIGNS) || has_sign(WEAK_SIGNS);
    let told_by_sign = |word: &str| {
        let mut signs = [STRONG_SIGNS, OTHER_SIGNS, WEAK_SIGNS]
            .into_iter()
            .flat_map(|signs| signs.split(' '));
        signs.any(|sign| word.contains(sign))
    };
    // Scripts that part words by blanks can be counted by them.
    let spaced: Vec<&str> = raw.split_whitespace().collect();
    let sureness = match topic {
        Topic::Years => 1.0,
        _ if is_works => 1.0,
        _ if has_signs && spaced.len() > 1 => {
            let told = spaced
                .iter()
                .copied()
                .filter(|word| told_by_sign(word))
                .count();
            f64::max(
                told as f64 / spaced.len() as f64,
                1.0_f64.min(12.0 / raw.chars().count().max(1) as f64),
            )
            .max(known as f64 / all.len().max(1) as f64)
        }
        _ if has_signs => 1.0_f64.min(12.0 / raw.chars().count().max(1) as f64),
        _ => known as f64 / all.len().max(1) as f64,
    };
    let is_outreach = all
        .iter()
        .any(|word| OUTREACH.iter().any(|stem| word.starts_with(stem)));
    let ends_spoken = all
        .last()
        .is_some_and(|last| TALKS.contains(&last.as_str()));
    let sureness = match topic {
        Topic::Other if ends_spoken && all.len() <= 4 => sureness.max(SPOKEN_SURE),
        Topic::Other if is_outreach => sureness.min(UNSURE),
        _ => sureness,
    };
    let large = all
        .iter()
        .zip(&sorts)
        .filter(|(word, _)| !lexicon::is(word, Sort::Small));
    let is_told: Vec<bool> = large.map(|(_, sorts)| sorts.is_known()).collect();
    let told = is_told.iter().filter(|is| **is).count();
    let begins_any = |stems: &str| {
        let mut stems = stems.split_whitespace();
        stems.any(|stem| all.iter().any(|word| word.starts_with(stem)))
    };
    let is_spoken = topic == Topic::Other && begins_any(SPOKEN);
    let is_heard =
        !strong && !is_refereed && all.first().is_some_and(|word| word == "communications");
    Heading {
        topic,
        is_state: topic == Topic::Open && is_status(&folded),
        is_part: topic == Topic::Open && known > 0 && known == all.len(),
        is_heard,
        is_spoken,
        is_of_meetings: begins_any(MEETINGS),
        is_meetings: all.len() == 1 && begins_any("conferen konferen congres kongres convegn"),
        is_plain: strong || topic != Topic::Publications,
        is_doubtful: topic == Topic::Other
            && !is_spoken
            && !has_signs
            && told * 2 <= is_told.len()
            && is_told.last() == Some(&false),
        sureness: if topic == Topic::Open { 0.0 } else { sureness },
        kind: kind(&folded, &raw),
        year: (topic == Topic::Years)
            .then(|| crate::text::dates::year(text))
            .flatten(),
        status: (is_status(&folded)
            && !all.iter().any(|word| {
                ["and", "und", "et", "y", "or", "oder", "ou", "published"].contains(&word.as_str())
            }))
        .then(|| {
            let whole = || text.trim().trim_end_matches(':').to_lowercase();
            find_state(&folded, &raw).map_or_else(whole, |phrase| phrase.spelled_in(text))
        }),
    }
}

/// Whether a heading names what a scholar does and nothing else, below which anything may stand: `Scientific activities`,
/// `Attività di ricerca`.
fn is_research_activity(words: &[String]) -> bool {
    const ACTIVITY: [&str; 6] = [
        "activit",
        "activid",
        "attivita",
        "atividade",
        "tatigkeit",
        "deiatelnost",
    ];
    const RESEARCH: [&str; 8] = [
        "research",
        "scientifi",
        "ricerca",
        "investiga",
        "cientific",
        "recherche",
        "wissenschaft",
        "nauchn",
    ];
    let begins = |word: &String, stems: &[&str]| stems.iter().any(|stem| word.starts_with(stem));
    let told: Vec<&String> = words
        .iter()
        .filter(|word| !lexicon::is(word, Sort::Small))
        .collect();
    told.len() == 2
        && told.iter().any(|word| begins(word, &ACTIVITY))
        && told.iter().any(|word| begins(word, &RESEARCH))
}

/// Whether a heading adds in brackets that what its general word names was spoken:
/// `Konferensbidrag (muntliga)`. Papers may be printed besides.
fn is_spoken(text: &str, all: &[String]) -> bool {
    const SPOKEN: [&str; 8] = [
        "oral", "orales", "orais", "orali", "orale", "muntlig", "mundlich", "poster",
    ];
    const GENERAL: [&str; 5] = ["bidrag", "beitrage", "beitrag", "contribu", "communication"];
    let said = text.split_once('(').map_or("", |(_, said)| said);
    let said = words(said);
    let is_general = |word: &String| GENERAL.iter().any(|general| word.contains(general));
    let is_oral = |word: &String| SPOKEN.iter().any(|oral| word.starts_with(oral));
    all.last().is_some_and(is_general) && said.len() <= 2 && said.first().is_some_and(is_oral)
}

/// Whether a heading in signs says in brackets that what it names is printed: `誌上発表(論文)`.
fn adds_publications(text: &str) -> bool {
    let Some((_, said)) = text.split_once(['(', '（', '[', '［']) else {
        return false;
    };
    let said = said.trim_end().trim_end_matches([')', '）', ']', '］']);
    !said.is_empty() && !said.is_ascii() && STRONG_SIGNS.split(' ').any(|sign| said.ends_with(sign))
}

/// Whether the title of a page says that it holds publications: `Publications | Ann Lee`.
pub(super) fn names_publications(title: &str) -> bool {
    title.split(['|', '–', '—', '·', ':', '-']).any(|part| {
        let head = read(part);
        head.topic == Topic::Publications && head.is_plain && head.sureness >= 0.6
    })
}

/// Whether a heading is a year or years and nothing else: `2023`, `2019–2021`, `Year 2020`.
fn is_years(text: &str) -> bool {
    let mut years = 0;
    for word in text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
    {
        match word.parse::<i32>() {
            Ok(1900..=2099) if word.len() == 4 => years += 1,
            _ if [
                "year", "jahr", "year:", "annee", "año", "年", "present", "heute", "г", "год",
            ]
            .contains(&word.to_lowercase().as_str()) => {}
            _ => match word.strip_suffix('年').and_then(|y| y.parse::<i32>().ok()) {
                Some(1900..=2099) => years += 1,
                _ => return false,
            },
        }
    }
    (1..=2).contains(&years)
}

fn is_status(folded: &str) -> bool {
    find_state(folded, "").is_some() || folded.contains("in progress")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_in_many_languages() {
        for (text, want) in [
            ("Publications", Topic::Publications),
            ("Selected Peer-Reviewed Papers", Topic::Publications),
            ("Book chapters", Topic::Publications),
            ("Veröffentlichungen", Topic::Publications),
            (
                "Articles dans des revues à comité de lecture",
                Topic::Publications,
            ),
            ("Список публикаций", Topic::Publications),
            ("发表论文与专著", Topic::Publications),
            ("Preprint", Topic::Publications),
            ("Pre-prints", Topic::Publications),
            ("Peer-reviewed research", Topic::Publications),
            ("Peer-review activities", Topic::Other),
            ("Scientific activities", Topic::Open),
            ("Attività di ricerca", Topic::Open),
            ("国内会議・技術研究報告", Topic::Publications),
            (
                "Conference presentations and publications",
                Topic::Publications,
            ),
            ("Communications sans actes", Topic::Other),
            ("Public lectures", Topic::Other),
            ("Public talks", Topic::Other),
            (
                "Uluslararası hakemli dergilerde yayımlanan makaleler",
                Topic::Publications,
            ),
            ("総説・解説", Topic::Publications),
            ("Chapitres d'ouvrages", Topic::Publications),
            ("Prépublications", Topic::Publications),
            ("Publications in Health Services", Topic::Publications),
            ("Articles on teaching", Topic::Publications),
            ("Publications supervised", Topic::Other),
            ("Навчальні посібники", Topic::Publications),
            ("Konferensbidrag", Topic::Publications),
            ("Konferensbidrag (muntliga)", Topic::Other),
            ("Dissertations directed", Topic::Other),
            ("Betreute Diplomarbeiten", Topic::Other),
            ("Vedené diplomové práce", Topic::Other),
            ("Виступи", Topic::Other),
            ("Invited Talks", Topic::Other),
            ("Conference presentations", Topic::Other),
            ("Reviewer for journals", Topic::Other),
            ("Theses supervised", Topic::Other),
            ("Conference Participation", Topic::Other),
            ("Communications orales", Topic::Other),
            ("Oral communications", Topic::Other),
            ("DIRECTION DE THÈSES", Topic::Other),
            ("Vorträge (Auswahl)", Topic::Other),
            ("获奖情况", Topic::Other),
            ("Доклады", Topic::Other),
            ("国際会議・学会発表 [査読無し]", Topic::Other),
            ("発表論文", Topic::Publications),
            ("1. 誌上発表(査読付き論文)", Topic::Publications),
            ("学会発表(口頭発表)", Topic::Other),
            ("2019–2021", Topic::Years),
            ("Quantum gravity", Topic::Open),
            ("Research output", Topic::Publications),
            ("Peer-reviewed", Topic::Publications),
            ("Peer review", Topic::Other),
            ("Zur Person", Topic::Other),
            ("Datos personales", Topic::Other),
            ("Zeitschriftenaufsätze", Topic::Publications),
            ("Tidskriftsartiklar", Topic::Publications),
            ("Boekhoofdstukken", Topic::Publications),
            ("Fachvorträge", Topic::Other),
            ("Közlemények", Topic::Publications),
            ("Julkaisut", Topic::Publications),
        ] {
            assert_eq!(read(text).topic, want, "{text}");
        }
        assert_eq!(read("Journal Articles").kind, Some(Kind::Journal));
        assert_eq!(read("2023").year, Some(2023));
        let outlined = read("C. PEER REVIEWED PUBLICATIONS (of more than 900)");
        assert!((outlined.sureness - 1.0).abs() < 1e-9);
        assert_eq!(bare("IV. Books"), "Books");
        assert!(names_publications("Publications | Ann Lee"));
        assert!(!names_publications("Ann Lee | Talks"));
    }

    #[test]
    fn headings_of_other_things_are_told_in_many_tongues() {
        for text in [
            "Konferansepresentasjoner",
            "Utmärkelser",
            "Vystoupení na konferencích",
            "Meghívott előadások",
            "Sözlü sunumlar",
            "Evaluador de revistas",
            "Tesi seguite come relatore",
            "Recenzje dla czasopism",
            "Научное руководство",
            "Επίβλεψη διπλωματικών",
            "논문 심사",
            "会议组织",
            "Papers Delivered",
            "Conference Paper Presentations",
        ] {
            assert_eq!(read(text).topic, Topic::Other, "{text}");
        }
        for text in [
            "Popis radova",
            "Voci di enciclopedia",
            "Konferenciacikkek",
            "Тези доповідей",
            "Traductions",
        ] {
            assert_eq!(read(text).topic, Topic::Publications, "{text}");
        }
    }

    #[test]
    fn headings_of_topics_may_have_a_word_of_other_things() {
        for text in [
            "Teaching machines to weave",
            "Service robots",
            "Language and cloth",
        ] {
            assert!(read(text).is_doubtful, "{text}");
        }
        for text in [
            "Teaching",
            "Upcoming and past presentations",
            "Graduated Ph.D. students",
            "Talks on weaving",
            "Articles on teaching looms",
            "Service to the profession",
        ] {
            assert!(!read(text).is_doubtful, "{text}");
        }
    }

    #[test]
    fn what_is_told_to_everybody_is_a_part_of_publications() {
        assert!(read("Vulgarisation").sureness < 0.7);
        assert_eq!(read("Articles de vulgarisation").topic, Topic::Publications);
    }
}
