//! Which venues a name stands for, however it abbreviates them.

use super::side_events::is_side_event;
use crate::{
    matching::{KNOWN_VENUES, bare_venue_name},
    model::Metadata,
    text::fold::{fold, is_stop_word},
};

/// Journals in computing that DBLP lists completely (<https://dblp.org/db/journals>, 2026-11), and words of
/// their names. One whose name is but a subject is told by all of it.
const JOURNALS: [(&str, &str); 73] = [
    ("", "acm computing surveys"),
    ("", "acm transactions on algorithms"),
    ("tochi", "acm transactions on computer human interaction"),
    ("tocs", "acm transactions on computer systems"),
    ("tods", "acm transactions on database systems"),
    ("tog", "acm transactions on graphics"),
    ("tois", "acm transactions on information systems"),
    (
        "tist",
        "acm transactions on intelligent systems and technology",
    ),
    ("tkdd", "acm transactions on knowledge discovery from data"),
    (
        "toplas",
        "acm transactions on programming languages and systems",
    ),
    ("", "acm transactions on recommender systems"),
    (
        "tosem",
        "acm transactions on software engineering and methodology",
    ),
    ("", "=ai magazine"),
    ("", "=algorithmica"),
    ("", "=artificial intelligence"),
    ("", "=artificial intelligence review"),
    ("", "=autonomous robots"),
    ("", "=computational linguistics"),
    ("", "=computer networks"),
    ("cviu", "computer vision and image understanding"),
    ("", "=computers in human behavior"),
    ("", "=data mining and knowledge discovery"),
    ("", "=distributed computing"),
    ("", "empirical software engineering"),
    ("", "engineering applications of artificial intelligence"),
    ("", "expert systems with applications"),
    ("", "formal methods in system design"),
    (
        "",
        "ieee acm transactions on audio speech and language processing",
    ),
    ("", "ieee acm transactions on networking"),
    ("", "ieee robotics and automation letters"),
    ("", "ieee signal processing letters"),
    ("", "ieee transactions on computers"),
    ("tip", "ieee transactions on image processing"),
    ("", "ieee transactions on information theory"),
    (
        "tkde",
        "ieee transactions on knowledge and data engineering",
    ),
    ("tmm", "ieee transactions on multimedia"),
    (
        "tnnls",
        "ieee transactions on neural networks and learning systems",
    ),
    (
        "tpds",
        "ieee transactions on parallel and distributed systems",
    ),
    (
        "tpami",
        "ieee transactions on pattern analysis and machine intelligence",
    ),
    ("", "ieee transactions on robotics"),
    ("", "ieee transactions on signal processing"),
    ("tse", "ieee transactions on software engineering"),
    (
        "tvcg",
        "ieee transactions on visualization and computer graphics",
    ),
    ("", "=image and vision computing"),
    ("", "=information and computation"),
    ("", "=information processing letters"),
    ("", "=information processing and management"),
    ("", "=information sciences"),
    ("", "=information systems"),
    ("", "international journal of approximate reasoning"),
    ("ijcv", "international journal of computer vision"),
    ("", "international journal of human computer studies"),
    ("ijrr", "international journal of robotics research"),
    ("jcss", "journal of computer and system sciences"),
    ("jfp", "journal of functional programming"),
    ("jacm", "=journal of the acm"),
    ("", "=knowledge and information systems"),
    ("", "=knowledge based systems"),
    ("", "=machine learning"),
    ("", "machine vision and applications"),
    ("", "=neural computation"),
    ("", "=neural networks"),
    ("", "=neurocomputing"),
    ("", "=pattern recognition"),
    ("", "=pattern recognition letters"),
    ("sicomp", "siam journal on computing"),
    ("", "=signal processing"),
    ("", "=speech communication"),
    ("", "=theoretical computer science"),
    ("", "=theory of computing"),
    ("", "=theory of computing systems"),
    (
        "tacl",
        "transactions of the association for computational linguistics",
    ),
    ("umuai", "user modeling and user adapted interaction"),
];

/// Conferences beside those that the matcher knows: names that differ by a word from theirs.
const CONFERENCES: [(&str, &str); 14] = [
    ("accv", "asian conference on computer vision"),
    ("ecai", "european conference on artificial intelligence"),
    ("ecir", "european conference on information retrieval"),
    ("eusipco", "european signal processing conference"),
    ("iaai", "innovative applications of artificial intelligence"),
    ("icip", "international conference on image processing"),
    (
        "iconip",
        "international conference on neural information processing",
    ),
    ("icpr", "international conference on pattern recognition"),
    ("lrec", "language resources and evaluation"),
    (
        "pakdd",
        "pacific asia conference on knowledge discovery and data mining",
    ),
    ("pkdd", "principles of data mining and knowledge discovery"),
    ("sdm", "siam international conference on data mining"),
    ("umap", "user modeling adaptation and personalization"),
    ("wsdm", "web search and data mining"),
];

/// Other names of known venues: each with words of the name by which it is known.
const OTHER_NAMES: [(&str, &str); 13] = [
    (
        "=association for the advancement of artificial intelligence",
        "aaai conference on artificial intelligence",
    ),
    (
        "=assoc adv artif intell aaai",
        "aaai conference on artificial intelligence",
    ),
    (
        "national conference on artificial intelligence",
        "aaai conference on artificial intelligence",
    ),
    (
        "joint conference on artificial intelligence",
        "international joint conference on artificial intelligence",
    ),
    ("=sigkdd", "knowledge discovery and data mining"),
    ("=sigchi", "human factors in computing systems"),
    (
        "=naacl hlt",
        "north american chapter of the association for computational linguistics",
    ),
    (
        "=hlt naacl",
        "north american chapter of the association for computational linguistics",
    ),
    ("=the web conference", "world wide web"),
    ("=thewebconf", "world wide web"),
    ("=webconf", "world wide web"),
    ("=sysml", "conference on machine learning and systems"),
    (
        "=proceedings of machine learning and systems",
        "conference on machine learning and systems",
    ),
];

/// A venue that a name stands for: words of its full name.
type Venue = &'static str;

/// Returns the venues that a name may stand for; none if it is of an event beside one.
pub(super) fn named(name: &str) -> Vec<Venue> {
    if is_side_event(name) {
        return Vec::new();
    }
    mentioned(name)
}

/// Returns the venues that a name may stand for, or whose event it is.
fn mentioned(name: &str) -> Vec<Venue> {
    // `ICLR (Poster)`
    let bare = bare_venue_name(name.split('(').next().unwrap_or(name));
    let bracket = name
        .split_once('(')
        .and_then(|(_, rest)| rest.split_once(')'))
        .map(|(inner, _)| bare_venue_name(inner))
        .unwrap_or_default();
    let words = content(name);
    let is = |short: &str, full: &str| {
        !short.is_empty() && (bare == short || bracket == short) || has(&words, full)
    };
    let all = KNOWN_VENUES.iter().chain(&CONFERENCES).chain(&JOURNALS);
    let mut found: Vec<(&str, Venue)> = all
        .filter(|(short, full)| is(short, full))
        .map(|(_, full)| (*full, full.trim_start_matches('=')))
        .collect();
    let others = OTHER_NAMES.iter().filter(|(other, _)| {
        let bare_other = other.trim_start_matches('=');
        bare == bare_other || has(&words, other)
    });
    found.extend(others.map(|(other, full)| (*other, *full)));
    // `SIAM International Conference on Data Mining` contains the name of another one.
    let fulls: Vec<Venue> = found.iter().map(|(_, full)| *full).collect();
    let is_within = |full: Venue| {
        let mut longer = fulls.iter();
        longer.any(|other| other.len() > full.len() && other.contains(full))
    };
    let mut venues: Vec<Venue> = fulls.iter().copied().filter(|it| !is_within(it)).collect();
    venues.sort_unstable();
    venues.dedup();
    venues
}

/// Whether a name is that of a journal that DBLP lists completely.
pub(super) fn is_journal(name: &str) -> bool {
    let venues = named(name);
    let mut journals = JOURNALS
        .iter()
        .map(|(_, full)| full.trim_start_matches('='));
    journals.any(|full| venues.contains(&full))
}

/// Whether a listed name and a record's venue are one venue or two, each known by its name; `None` if
/// one of them is not known.
pub(super) fn are_one(listed: &str, meta: &Metadata) -> Option<bool> {
    let listed = named(listed);
    let full = meta.venue.as_ref().map(crate::model::Title::text);
    let stream = meta.ids.dblp.as_ref().map(|key| {
        let stream = key.stream();
        stream.rsplit('/').next().unwrap_or_default().to_owned()
    });
    let names = full.iter().chain(&meta.venue_short).chain(&stream);
    let found: Vec<Venue> = names.flat_map(|name| named(name)).collect();
    (!listed.is_empty() && !found.is_empty()).then(|| listed.iter().any(|it| found.contains(it)))
}

/// Whether a record is of an event beside the listed venue: a demonstration at EMNLP is often cited by
/// that name.
pub(super) fn is_beside(listed: &str, meta: &Metadata) -> bool {
    let listed = named(listed);
    let full = meta.venue.as_ref().map(crate::model::Title::text);
    let mut names = full.iter().chain(&meta.venue_short);
    names.any(|name| {
        is_side_event(name) && mentioned(name).iter().any(|venue| listed.contains(venue))
    })
}

/// Returns the folded words of a name without small ones, and with `AI` written out.
fn content(name: &str) -> Vec<String> {
    let folded = fold(name);
    let words = folded.split(' ').filter(|word| !is_small(word));
    words
        .flat_map(|word| match word {
            "ai" => vec!["artificial".to_owned(), "intelligence".to_owned()],
            "knowl" => vec!["knowledge".to_owned()],
            _ => vec![word.to_owned()],
        })
        .collect()
}

fn is_small(word: &str) -> bool {
    word.is_empty() || is_stop_word(word) || word == "amp"
}

/// Whether words contain those of a full name, each whole or abbreviated, in their order and with none
/// between them; all words but those around a name, if it begins with `=`.
fn has(words: &[String], full: &str) -> bool {
    let (is_whole, full) = match full.strip_prefix('=') {
        Some(full) => (true, full),
        None => (false, full),
    };
    let wanted: Vec<&str> = full.split(' ').filter(|word| !is_small(word)).collect();
    let is_form = |word: &String, full: &str| {
        word == full
            || word.len() >= 2 && full.len() > 3 && full.starts_with(word.as_str())
            || matches!(
                (word.as_str(), full),
                ("intl", "international") | ("j", "journal") | ("natl", "national")
            )
    };
    if is_whole {
        let is_around = |word: &str| {
            ["proc", "proceedings"].contains(&word)
                || word.starts_with(|c: char| c.is_ascii_digit())
        };
        let wanted = wanted.into_iter().filter(|word| !is_around(word));
        let wanted: Vec<&str> = wanted.collect();
        let mut own: Vec<&String> = words.iter().filter(|word| !is_around(word)).collect();
        // `Machine Learning Journal`
        if own.len() == wanted.len() + 1 && own.last().is_some_and(|word| *word == "journal") {
            own.pop();
        }
        return own.len() == wanted.len()
            && wanted
                .iter()
                .zip(own)
                .all(|(full, word)| is_form(word, full));
    }
    !wanted.is_empty()
        && words.windows(wanted.len()).any(|window| {
            wanted
                .iter()
                .zip(window)
                .all(|(full, word)| is_form(word, full))
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Kind, Title};

    #[test]
    fn abbreviated_names_are_those_of_their_venues() {
        for (name, full) in [
            (
                "Comput. Vis. Pattern Recognit.",
                "computer vision and pattern recognition",
            ),
            (
                "IEEE Conf. on Comp. Vision and Pattern Recog.",
                "computer vision and pattern recognition",
            ),
            (
                "Neural Inf. Process. Syst., pp. 12–20",
                "neural information processing systems",
            ),
            (
                "International Joint Conference on AI",
                "international joint conference on artificial intelligence",
            ),
            (
                "Assoc. Adv. Artif. Intell. (AAAI)",
                "aaai conference on artificial intelligence",
            ),
            (
                "28th AAAI Conf. on AI",
                "aaai conference on artificial intelligence",
            ),
            (
                "NAACL-HLT",
                "north american chapter of the association for computational linguistics",
            ),
            ("Artificial Intelligence", "artificial intelligence"),
            ("Artif. Intell.", "artificial intelligence"),
            ("J. ACM", "journal of the acm"),
            (
                "ICLR (Poster)",
                "international conference on learning representations",
            ),
        ] {
            assert_eq!(named(name), [full], "{name}");
        }
        for name in [
            "Pattern Recognition Looms",
            "Journal of Weaving",
            "Nature",
            "ICLR Workshop",
        ] {
            assert!(named(name).is_empty(), "{name}: {:?}", named(name));
        }
        assert!(is_journal("IEEE Trans. Pattern Anal. Mach. Intell.") && !is_journal("CVPR"));
    }

    #[test]
    fn one_generic_word_makes_no_venue() {
        let record = |short: &str, full: &str| {
            let mut meta = Metadata::new(Kind::Conference, Title::plain("x"));
            meta.venue_short = Some(short.to_owned());
            meta.venue = Some(Title::plain(full));
            meta
        };
        let cvpr = record(
            "CVPR",
            "2018 IEEE Conference on Computer Vision and Pattern Recognition, CVPR 2018",
        );
        for (name, is_one) in [
            ("International Journal of Computer Vision", false),
            ("Pattern Recognition", false),
            ("International Conference on Pattern Recognition", false),
            (
                "Proc. IEEE/CVF Conf. Comput. Vis. Pattern Recognit. (CVPR)",
                true,
            ),
        ] {
            assert_eq!(are_one(name, &cvpr), Some(is_one), "{name}");
        }
        let sdm = record(
            "SDM",
            "Proceedings of the 2018 SIAM International Conference on Data Mining",
        );
        assert_eq!(are_one("ICDM", &sdm), Some(false));
        assert_eq!(are_one("Journal of Looms", &cvpr), None);
    }
}
