//! Removes place and date from the names of proceedings.

use super::places;
use crate::model::{Kind, Metadata, Run, Title};
use crate::text::casing::is_proper_noun;
use crate::text::dates::MONTHS;

/// The usual text in place of the location of an online conference.
const ONLINE: &str = "Virtual Event";

/// Returns the venue's full name, or its short one if there is no other.
pub(super) fn venue(meta: &Metadata) -> Title {
    let full = meta.venue.clone().filter(|venue| !venue.is_empty());
    full.unwrap_or_else(|| Title::plain(meta.venue_short.clone().unwrap_or_default()))
}

/// Returns the venue's full name as it is cited.
pub(super) fn cited_name(meta: &Metadata) -> Title {
    match meta.kind {
        Kind::Conference | Kind::Proceedings => without_place_and_date(&venue(meta)),
        _ => venue(meta),
    }
}

/// Returns the name as it is cited. In DBLP, names continue with acronym and year, further events,
/// place and date: `20th USENIX Symposium on X, NSDI 2023, Boston, MA, April 17-19, 2023` becomes
/// `20th USENIX Symposium on X (NSDI 2023)`. Names with markup are returned unchanged.
pub(super) fn without_place_and_date(name: &Title) -> Title {
    match name.runs() {
        [Run::Plain(text)] => Title::plain(shortened(text)),
        _ => name.clone(),
    }
}

fn shortened(text: &str) -> String {
    without_tail(text).unwrap_or_else(|| text.to_owned())
}

/// Returns the name without the place and date at its end; `None` if there are none.
fn without_tail(text: &str) -> Option<String> {
    if let Some(name) = before_held(text) {
        return Some(name);
    }
    let segments: Vec<&str> = text
        .trim_end_matches('.')
        .split(',')
        .map(str::trim)
        .collect();
    if let Some(at) = (0..segments.len() - 1).find(|at| is_acronym(&segments[at + 1..])) {
        let name = segments[..=at].join(", ");
        let acronym = segments[at + 1];
        let short = acronym.split(' ').next().unwrap_or_default();
        return Some(if name.contains(&format!("({short}")) {
            name
        } else {
            format!("{name} ({acronym})")
        });
    }
    if let Some(name) = before_parentheses(text) {
        return Some(name);
    }
    let Some(date) = segments.iter().skip(1).position(|segment| is_date(segment)) else {
        let end = places::place_start(&segments);
        if end < segments.len() {
            return Some(segments[..end].join(", "));
        }
        return before_sentence(text);
    };
    // Places precede the date: a country, a state before it, and a city before both.
    let mut end = date + 1;
    let mut leftmost = "";
    let mut regions = 0;
    while end > 1 && is_region(segments[end - 1]) {
        end -= 1;
        regions += 1;
        leftmost = segments[end];
    }
    let city_is_left = regions == 1 || regions > 1 && places::is_state(leftmost);
    if city_is_left && end > 1 && leftmost != ONLINE && places::may_be_city(segments[end - 1]) {
        end -= 1;
    } else if regions == 0 {
        end = places::place_start(&segments[..end]);
    }
    Some(segments[..end].join(", "))
}

/// Returns the name before `held in Vancouver, 12-14 December 2011`. A sentence that states no more
/// than that (`. Proceedings of a meeting held ..`) is removed whole.
fn before_held(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    let at = lower.rfind(" held ")?;
    // `Notes of the seminars held at the summer institute` is a title.
    if !lower[..at].contains("proceedings of ") {
        return None;
    }
    let tail = text[at + " held ".len()..].trim_end_matches('.');
    let first = tail.split(' ').next().unwrap_or_default();
    let begins = ["in", "at", "on", "from", "during"].contains(&&*first.to_ascii_lowercase())
        || first.starts_with(|c: char| c.is_ascii_digit())
        || is_month(first);
    let segments: Vec<&str> = tail.split(',').map(str::trim).collect();
    let ends = segments.iter().any(|segment| is_date(segment))
        || places::place_start(&segments) < segments.len();
    if !begins || !ends {
        return None;
    }
    let name = &text[..at];
    let sentence = name.rfind(". ").filter(|dot| {
        let said = lower[dot + 2..at].trim();
        ["meeting", "conference", "workshop", "symposium"]
            .iter()
            .any(|what| said.strip_prefix("proceedings of a ") == Some(what))
    });
    let name = &name[..sentence.unwrap_or(at)];
    (!name.trim().is_empty()).then(|| name.trim_end().to_owned())
}

/// Returns the name before a sentence that is a place:
/// `.. on Artificial Intelligence. Detroit, MI`.
fn before_sentence(text: &str) -> Option<String> {
    let (name, tail) = text.trim_end_matches('.').rsplit_once(". ")?;
    let mut segments = vec![""];
    segments.extend(tail.split(',').map(str::trim));
    // `St. Louis`, `Univ. Paris`: an abbreviation does not end a sentence.
    let last = name.rsplit(' ').next().unwrap_or_default();
    let ends = last.len() > 4 && last.chars().all(char::is_alphanumeric);
    (ends && places::place_start(&segments) == 1).then(|| name.to_owned())
}

/// Returns the name before `(Vancouver, Canada)` or `(Boston, MA, June 2012)`.
fn before_parentheses(text: &str) -> Option<String> {
    let (name, inside) = text
        .trim_end_matches('.')
        .strip_suffix(')')?
        .rsplit_once(" (")?;
    // The first segment of a place is a city, which is recognized only after another segment.
    let mut segments = vec![""];
    segments.extend(inside.split(',').map(str::trim));
    while segments.len() > 1 && segments.last().is_some_and(|last| is_date(last)) {
        segments.pop();
    }
    let is_place = segments.len() > 1 && places::place_start(&segments) == 1;
    is_place.then(|| name.trim_end().to_owned())
}

/// Whether the first of `segments` is an acronym with its year: `NSDI 2023`, `CHI '23`,
/// `ICSE-SEIP 2022`. One that looks like a word, `Interspeech 2022`, must be known or be followed
/// by place and date, because a subject may end like this too
/// (`Sensors, Industry 2020, and Society`).
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
        && !words.iter().any(|word| word.split('/').any(is_month))
        && ![
            "Volume", "Vol.", "Part", "Track", "Winter", "Spring", "Summer", "Fall", "Autumn",
        ]
        .contains(&words[0])
        && (has_inner_capital || KNOWN.contains(&name) || has_place)
}

fn is_date(segment: &str) -> bool {
    let has_digit = segment.chars().any(|c| c.is_ascii_digit());
    let year = segment.len() == 4
        && segment.chars().all(|c| c.is_ascii_digit())
        && (segment.starts_with("19") || segment.starts_with("20"));
    // `December 2007: Special Issue on Looms` is more than a date.
    year || has_digit
        && !segment.contains(": ")
        && segment.split([' ', '-', '–', '/']).any(is_month)
}

fn is_month(word: &str) -> bool {
    let word = word.trim_end_matches('.');
    word.len() >= 3 && MONTHS.iter().any(|month| month.starts_with(word))
}

fn is_region(segment: &str) -> bool {
    let code = (2..=3).contains(&segment.len()) && segment.chars().all(|c| c.is_ascii_uppercase());
    code || segment == ONLINE || places::is_region(segment) || is_proper_noun(segment)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names in sources, and as they are cited.
    const NAMES: [(&str, &str); 32] = [
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
        (
            "Advances in Looms 24: 25th Annual Conference on Looms 2011. Proceedings of a meeting held 12-14 December 2011, Granada, Spain",
            "Advances in Looms 24: 25th Annual Conference on Looms 2011",
        ),
        (
            "Fifth Loom Conference (LC-5): Proceedings of a Conference Held in Baltimore, Maryland, August 25-27, 1993",
            "Fifth Loom Conference (LC-5): Proceedings of a Conference",
        ),
        (
            "Proceedings of the 10th Workshop on Looms held in conjunction with ACL 2016",
            "Proceedings of the 10th Workshop on Looms held in conjunction with ACL 2016",
        ),
        (
            "Notes of the seminars held at the summer school of looms, Woods Hole, Maine, 1964",
            "Notes of the seminars held at the summer school of looms",
        ),
        (
            "Conference on Looms, Vancouver, British Columbia, Canada, 27-30 August, 2019",
            "Conference on Looms",
        ),
        ("Conference on Looms, Vancouver", "Conference on Looms"),
        (
            "Conference on Looms, Denver, CO, USA",
            "Conference on Looms",
        ),
        ("Conference on Looms, Madison, WI", "Conference on Looms"),
        (
            "Conference on Looms, Smallville, USA",
            "Conference on Looms",
        ),
        (
            "Conference on Looms (Mexico City, 1984)",
            "Conference on Looms",
        ),
        (
            "Conference on Artificial Looms. Detroit",
            "Conference on Artificial Looms",
        ),
        ("Conference in St. Louis", "Conference in St. Louis"),
        (
            "Journal of Looms, Volume 2, December 2007: Special Issue on Looms, Mills, and Yarn",
            "Journal of Looms, Volume 2, December 2007: Special Issue on Looms, Mills, and Yarn",
        ),
        ("Conference on Agents, OR", "Conference on Agents, OR"),
        (
            "Conference on Computer Aided Looms, CAL",
            "Conference on Computer Aided Looms, CAL",
        ),
        (
            "Universities in Kenya, Uganda",
            "Universities in Kenya, Uganda",
        ),
        (
            "Looms of Germany, Austria, Switzerland",
            "Looms of Germany, Austria, Switzerland",
        ),
        (
            "Symposium of the University of California, Berkeley",
            "Symposium of the University of California, Berkeley",
        ),
        (
            "Journal of Looms, Volume 15, Number 3-4, September/December 2010",
            "Journal of Looms, Volume 15, Number 3-4",
        ),
    ];

    #[test]
    fn names_are_cited_without_place_and_date() {
        for (given, want) in NAMES {
            assert_eq!(shortened(given), want);
        }
    }
}
