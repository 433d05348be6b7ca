//! Recognizes places at the end of names of proceedings.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The kind of a known place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PlaceKind {
    Country,
    /// A state or province, which comes between a city and a country.
    State,
    City,
}

/// Short forms of states and provinces, before a country or alone: `Boston, MA`.
const CODES: &str = "AB ACT AK AL AR AZ BC CA CO CT DC DE FL GA HI IA ID IL IN KS KY LA MA MB MD ME MI MN \
    MO MS MT NB NC ND NE NH NJ NL NM NS NSW NV NY OH OK ON OR PA PE QC QLD RI SA SC SD SK TAS TN TX \
    UT VA VIC VT WA WI WV WY";

/// The names in `places.txt`. A name of both a city and a state (`New York`) has both kinds.
static PLACES: LazyLock<BTreeMap<&'static str, Vec<PlaceKind>>> = LazyLock::new(|| {
    let mut places: BTreeMap<&str, Vec<PlaceKind>> = BTreeMap::new();
    let mut sort = PlaceKind::Country;
    for line in include_str!("places.txt").lines() {
        match line {
            "[countries]" => sort = PlaceKind::Country,
            "[states]" => sort = PlaceKind::State,
            "[cities]" => sort = PlaceKind::City,
            line if line.starts_with('#') => {}
            line => {
                for name in line.split(", ") {
                    places.entry(name).or_default().push(sort);
                }
            }
        }
    }
    for code in CODES.split_ascii_whitespace() {
        places.entry(code).or_default().push(PlaceKind::State);
    }
    places
});

fn is(name: &str, sort: PlaceKind) -> bool {
    let known = PLACES.get(name);
    known.is_some_and(|sorts| sorts.contains(&sort))
}

/// Whether it is a country, a state or a province.
pub(super) fn is_region(name: &str) -> bool {
    is(name, PlaceKind::Country) || is(name, PlaceKind::State)
}

/// Whether it is a state or province.
pub(super) fn is_state(name: &str) -> bool {
    is(name, PlaceKind::State) || name.len() == 2 && name != "UK"
}

/// Returns the index at which the place at the end of `segments` begins (`X | Boston | MA | USA`),
/// or their number if there is none. A place is a city, a state and a country, some of which may be
/// missing. Because no date is needed, each must be a known name, except a city before a known
/// region.
pub(super) fn place_start(segments: &[&str]) -> usize {
    let mut at = segments.len();
    let mut take = |sorts: &dyn Fn(&str) -> bool| {
        let before = at.checked_sub(1).filter(|before| *before > 0);
        let taken = before.filter(|before| sorts(segments[*before]));
        at = taken.unwrap_or(at);
        taken.is_some()
    };
    let country = take(&|name| is(name, PlaceKind::Country));
    let state = take(&|name| is(name, PlaceKind::State) && (country || !is(name, PlaceKind::City)));
    let region = country || state;
    take(&|name| is(name, PlaceKind::City) || region && may_be_city(name));
    if at == segments.len() {
        return at;
    }
    let name = segments[at - 1];
    let first = segments[at];
    let alone = at + 1 == segments.len();
    // `Universities in Kenya, Uganda` continues a phrase, and `University of California, Berkeley`
    // is a name.
    let last_words = |count: usize| {
        let words: Vec<&str> = name.rsplit(' ').take(count).collect();
        words.into_iter().rev().collect::<Vec<_>>().join(" ")
    };
    let goes_on = (1..=3).any(|count| {
        let end = last_words(count);
        [PlaceKind::Country, PlaceKind::State, PlaceKind::City]
            .into_iter()
            .any(|sort| {
                is(&end, sort)
                    && (is(first, sort)
                        || sort != PlaceKind::City && alone && name.contains(" of "))
            })
    });
    let is_house = ["University", "Institute", "College", "School", "Academy"]
        .iter()
        .any(|house| name.split(' ').any(|word| word == *house));
    // A code alone is ambiguous: `AI, OR`.
    let is_code = alone
        && first.len() <= 3
        && first.chars().all(|c| c.is_ascii_uppercase())
        && !is(first, PlaceKind::Country);
    if goes_on || is_house || is_code {
        segments.len()
    } else {
        at
    }
}

/// Whether a segment before a country may be a city: up to three words, none of which joins phrases
/// or names a subject. `Symposium on Logic, Language and Information, Germany, 2005` has no city.
pub(super) fn may_be_city(segment: &str) -> bool {
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
