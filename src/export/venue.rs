//! The name of a volume of proceedings without its place and date.

use crate::model::{Metadata, Run, Title};
use crate::text::casing::is_proper_noun;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// What stands for the place of a conference that had none.
const ONLINE: &str = "Virtual Event";

/// The venue's full name, else its short one.
pub(super) fn venue(meta: &Metadata) -> Title {
    let full = meta.venue.clone().filter(|venue| !venue.is_empty());
    full.unwrap_or_else(|| Title::plain(meta.venue_short.clone().unwrap_or_default()))
}

/// The name as it is cited. DBLP's names go on with acronym and year, further events, place and
/// date: `20th USENIX Symposium on X, NSDI 2023, Boston, MA, April 17-19, 2023` becomes
/// `20th USENIX Symposium on X (NSDI 2023)`. Names with markup are left as they are.
pub(super) fn without_place_and_date(name: &Title) -> Title {
    match name.runs() {
        [Run::Plain(text)] => Title::plain(shortened(text)),
        _ => name.clone(),
    }
}

fn shortened(text: &str) -> String {
    let segments: Vec<&str> = text
        .trim_end_matches('.')
        .split(',')
        .map(str::trim)
        .collect();
    if let Some(at) = (0..segments.len() - 1).find(|at| is_acronym(&segments[at + 1..])) {
        let name = segments[..=at].join(", ");
        let acronym = segments[at + 1];
        let short = acronym.split(' ').next().unwrap_or_default();
        return if name.contains(&format!("({short}")) {
            name
        } else {
            format!("{name} ({acronym})")
        };
    }
    let Some(date) = segments.iter().skip(1).position(|segment| is_date(segment)) else {
        return text.to_owned();
    };
    // Places stand before the date: a country, a state before that, and a city before both.
    let mut end = date + 1;
    let mut leftmost = "";
    let mut regions = 0;
    while end > 1 && is_region(segments[end - 1]) {
        end -= 1;
        regions += 1;
        leftmost = segments[end];
    }
    let city_is_left = regions == 1 || regions > 1 && is_state(leftmost);
    if city_is_left && end > 1 && leftmost != ONLINE && is_city(segments[end - 1]) {
        end -= 1;
    }
    segments[..end].join(", ")
}

/// Whether the first of `segments` is an acronym with its year: `NSDI 2023`, `CHI '23`,
/// `ICSE-SEIP 2022`. One that is written like a word, `Interspeech 2022`, must be known or have
/// place and date after it, for a subject may end so too (`Sensors, Industry 2020, and Society`).
fn is_acronym(segments: &[&str]) -> bool {
    const KNOWN: [&str; 10] = [
        "Asiacrypt",
        "Crypto",
        "Eurocrypt",
        "Eurographics",
        "Hypertext",
        "Informatik",
        "Interact",
        "Interspeech",
        "Middleware",
        "Onward!",
    ];
    let Some((name, year)) = segments[0].rsplit_once(' ') else {
        return false;
    };
    let digits = year.trim_start_matches(['\'', '’']);
    let is_year = match digits.len() {
        4 => digits.starts_with("19") || digits.starts_with("20"),
        2 => digits.len() < year.len(),
        _ => false,
    };
    let words: Vec<&str> = name.split(' ').collect();
    let has_inner_capital = words
        .iter()
        .any(|word| word.chars().skip(1).any(|c| c.is_ascii_uppercase()));
    let rest = &segments[1..];
    let has_place = rest.iter().any(|segment| is_date(segment))
        && !rest[0].starts_with(|c: char| c.is_lowercase());
    is_year
        && digits.chars().all(|c| c.is_ascii_digit())
        && words.len() <= 2
        && words
            .iter()
            .all(|word| word.starts_with(|c: char| c.is_ascii_uppercase()))
        && !words.iter().any(|word| is_month(word))
        && ![
            "Volume", "Vol.", "Part", "Track", "Winter", "Spring", "Summer", "Fall", "Autumn",
        ]
        .contains(&words[0])
        && (has_inner_capital || KNOWN.contains(&name) || has_place)
}

/// Whether a segment before a country may be a city: up to three words, none of which joins or
/// names subjects. `Symposium on Logic, Language and Information, Germany, 2005` names no city.
fn is_city(segment: &str) -> bool {
    const JOINTS: [&str; 8] = ["and", "&", "of", "for", "on", "in", "the", "with"];
    const SUBJECTS: [&str; 40] = [
        "analysis",
        "applications",
        "art",
        "artificial",
        "automation",
        "communication",
        "communications",
        "computer",
        "computers",
        "computing",
        "control",
        "data",
        "design",
        "education",
        "energy",
        "engineering",
        "games",
        "health",
        "industry",
        "information",
        "intelligence",
        "language",
        "languages",
        "learning",
        "logic",
        "management",
        "media",
        "networks",
        "optimization",
        "privacy",
        "processing",
        "robotics",
        "science",
        "security",
        "services",
        "society",
        "software",
        "systems",
        "technology",
        "theory",
    ];
    let words: Vec<String> = segment.split(' ').map(str::to_lowercase).collect();
    let is_of_name = |word: &String| {
        let plural = word.strip_suffix("ies").map(|stem| format!("{stem}y"));
        let singular = plural.as_deref().or_else(|| word.strip_suffix('s'));
        let all = [Some(&**word), singular];
        let is_subject = all
            .into_iter()
            .flatten()
            .any(|word| SUBJECTS.contains(&word));
        JOINTS.contains(&&**word)
            || is_subject
            || ["tion", "tions", "ology"]
                .iter()
                .any(|end| word.ends_with(end))
    };
    words.len() <= 3 && !words.iter().any(is_of_name)
}

fn is_date(segment: &str) -> bool {
    let has_digit = segment.chars().any(|c| c.is_ascii_digit());
    let year = segment.len() == 4
        && segment.chars().all(|c| c.is_ascii_digit())
        && (segment.starts_with("19") || segment.starts_with("20"));
    year || has_digit && segment.split([' ', '-', '–', '/']).any(is_month)
}

fn is_month(word: &str) -> bool {
    let word = word.trim_end_matches('.');
    word.len() >= 3 && MONTHS.iter().any(|month| month.starts_with(word))
}

fn is_region(segment: &str) -> bool {
    let code = (2..=3).contains(&segment.len()) && segment.chars().all(|c| c.is_ascii_uppercase());
    code || segment == "U.S.A." || segment == ONLINE || is_proper_noun(segment)
}

/// Whether a region is a state or province, which stands between a city and a country.
fn is_state(segment: &str) -> bool {
    const NAMED: [&str; 16] = [
        "Arizona",
        "California",
        "Colorado",
        "Florida",
        "Georgia",
        "Hawaii",
        "Louisiana",
        "Massachusetts",
        "Nevada",
        "New Mexico",
        "Ontario",
        "Oregon",
        "Quebec",
        "Québec",
        "Texas",
        "Utah",
    ];
    segment.len() == 2 && segment != "UK" || NAMED.contains(&segment)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_end_before_places() {
        for (given, want) in [
            (
                "20th USENIX Symposium on X, NSDI 2023, Boston, MA, April 17-19, 2023",
                "20th USENIX Symposium on X (NSDI 2023)",
            ),
            (
                "Proceedings of the Conference on Design, Automation and Test, DATE 2020, Grenoble",
                "Proceedings of the Conference on Design, Automation and Test (DATE 2020)",
            ),
            (
                "Proceedings of the AAAI Conference, July 27 -31, 2014, Québec City, Canada.",
                "Proceedings of the AAAI Conference",
            ),
            (
                "Conference on Networks, Springfield, Oregon, USA, August 14-15, 2014",
                "Conference on Networks",
            ),
            (
                "Workshop on Things, Technology and Taste, Ulm, Germany, May 3-4, 1999",
                "Workshop on Things, Technology and Taste",
            ),
            (
                "International Conference on Intelligent Systems, Design and Applications, Virtual Event, December 2020",
                "International Conference on Intelligent Systems, Design and Applications",
            ),
            (
                "Symposium on Logic, Language and Information, Germany, 2005",
                "Symposium on Logic, Language and Information",
            ),
            (
                "Symposium on Logic, Languages, Germany, 2005",
                "Symposium on Logic, Languages",
            ),
            (
                "Conference on Sensors, Industry 2020, and Society",
                "Conference on Sensors, Industry 2020, and Society",
            ),
            (
                "Conference on Sensors, Industry 2020, and Society, Ulm, Germany, May 3, 2020",
                "Conference on Sensors, Industry 2020, and Society",
            ),
            (
                "23rd Annual Conference of a Society, Interspeech 2022, Incheon, Korea, 18-22 September 2022",
                "23rd Annual Conference of a Society (Interspeech 2022)",
            ),
            (
                "20th USENIX Symposium on X (NSDI 23)",
                "20th USENIX Symposium on X (NSDI 23)",
            ),
            (
                "Advances in Cryptology, Part II",
                "Advances in Cryptology, Part II",
            ),
        ] {
            assert_eq!(shortened(given), want);
        }
    }
}
