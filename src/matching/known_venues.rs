//! Venues in computing of which the short and the full name are known.

use crate::text::fold::fold;

/// Conferences and journals in computing by their short names, and by words of their full ones. DBLP
/// lists each of them (<https://dblp.org/db/conf>, <https://dblp.org/db/journals>, 2026-11).
pub const KNOWN_VENUES: [(&str, &str); 92] = [
    ("aaai", "aaai conference on artificial intelligence"),
    ("aamas", "autonomous agents and multiagent systems"),
    (
        "acl",
        "annual meeting of the association for computational linguistics",
    ),
    ("aistats", "artificial intelligence and statistics"),
    (
        "asplos",
        "architectural support for programming languages and operating systems",
    ),
    ("bmvc", "british machine vision conference"),
    ("cav", "computer aided verification"),
    ("ccs", "conference on computer and communications security"),
    ("chi", "human factors in computing systems"),
    ("cidr", "innovative data systems research"),
    ("cikm", "information and knowledge management"),
    ("colm", "conference on language modeling"),
    (
        "coling",
        "international conference on computational linguistics",
    ),
    ("colt", "conference on learning theory"),
    ("concur", "concurrency theory"),
    ("corl", "conference on robot learning"),
    ("crypto", "annual international cryptology conference"),
    ("cscw", "computer supported cooperative work"),
    ("cvpr", "computer vision and pattern recognition"),
    (
        "eacl",
        "european chapter of the association for computational linguistics",
    ),
    ("eccv", "european conference on computer vision"),
    (
        "ecoop",
        "european conference on object oriented programming",
    ),
    ("emnlp", "empirical methods in natural language processing"),
    ("esop", "european symposium on programming"),
    (
        "eurocrypt",
        "theory and applications of cryptographic techniques",
    ),
    ("eurosys", "european conference on computer systems"),
    ("facct", "fairness accountability and transparency"),
    ("fast", "file and storage technologies"),
    ("focs", "foundations of computer science"),
    ("fse", "foundations of software engineering"),
    ("hpca", "high performance computer architecture"),
    (
        "hpdc",
        "high performance parallel and distributed computing",
    ),
    ("icalp", "automata languages and programming"),
    ("icassp", "acoustics speech and signal processing"),
    ("iccv", "international conference on computer vision"),
    ("icde", "international conference on data engineering"),
    ("icdm", "international conference on data mining"),
    ("icdt", "international conference on database theory"),
    ("icfp", "international conference on functional programming"),
    (
        "iclr",
        "international conference on learning representations",
    ),
    ("icml", "international conference on machine learning"),
    (
        "icra",
        "international conference on robotics and automation",
    ),
    ("icse", "international conference on software engineering"),
    (
        "ijcai",
        "international joint conference on artificial intelligence",
    ),
    ("imc", "internet measurement conference"),
    ("infocom", "conference on computer communications"),
    (
        "interspeech",
        "international speech communication association",
    ),
    ("ipdps", "parallel and distributed processing symposium"),
    ("iros", "intelligent robots and systems"),
    ("isca", "international symposium on computer architecture"),
    ("issta", "software testing and analysis"),
    ("itcs", "innovations in theoretical computer science"),
    ("jair", "journal of artificial intelligence research"),
    ("jmlr", "journal of machine learning research"),
    ("kdd", "knowledge discovery and data mining"),
    ("kr", "principles of knowledge representation and reasoning"),
    ("lics", "logic in computer science"),
    ("micro", "international symposium on microarchitecture"),
    (
        "miccai",
        "medical image computing and computer assisted intervention",
    ),
    ("mlsys", "conference on machine learning and systems"),
    ("mobicom", "mobile computing and networking"),
    ("mobisys", "mobile systems applications and services"),
    (
        "naacl",
        "north american chapter of the association for computational linguistics",
    ),
    ("ndss", "network and distributed system security"),
    ("neurips", "neural information processing systems"),
    ("nips", "neural information processing systems"),
    ("nsdi", "networked systems design and implementation"),
    (
        "oopsla",
        "object oriented programming systems languages and applications",
    ),
    ("osdi", "operating systems design and implementation"),
    ("pldi", "programming language design and implementation"),
    ("pods", "principles of database systems"),
    ("podc", "principles of distributed computing"),
    ("popl", "principles of programming languages"),
    ("ppopp", "principles and practice of parallel programming"),
    ("pvldb", "proceedings of the vldb endowment"),
    ("recsys", "conference on recommender systems"),
    (
        "sc",
        "high performance computing networking storage and analysis",
    ),
    ("sigcomm", "data communication"),
    ("siggraph", "computer graphics and interactive techniques"),
    ("sigir", "research and development in information retrieval"),
    ("sigmetrics", "measurement and modeling of computer systems"),
    ("sigmod", "management of data"),
    ("soda", "symposium on discrete algorithms"),
    ("sosp", "symposium on operating systems principles"),
    ("stoc", "symposium on theory of computing"),
    ("tmlr", "transactions on machine learning research"),
    ("uai", "uncertainty in artificial intelligence"),
    ("uist", "user interface software and technology"),
    ("usenix security", "usenix security symposium"),
    ("vldb", "very large data bases"),
    (
        "wacv",
        "winter conference on applications of computer vision",
    ),
    ("www", "world wide web"),
];

/// Words that precede or follow a venue's short name.
const AROUND: [&str; 16] = [
    "acm",
    "annual",
    "conf",
    "conference",
    "ieee",
    "in",
    "international",
    "intl",
    "of",
    "on",
    "proc",
    "proceedings",
    "rd",
    "the",
    "usenix",
    "cvf",
];

/// Returns a folded name without years, ordinals and the words around a short name.
#[must_use]
pub fn bare_venue_name(venue: &str) -> String {
    let folded = fold(venue);
    let is_kept =
        |word: &&str| !AROUND.contains(word) && !word.starts_with(|c: char| c.is_ascii_digit());
    let words: Vec<&str> = folded.split(' ').filter(is_kept).collect();
    let bare = words.join(" ");
    // `NSDI23`
    bare.trim_end_matches(|c: char| c.is_ascii_digit())
        .to_owned()
}

/// Whether two names are those of one venue, of which the short and the full name are known.
#[must_use]
pub fn are_one_venue(a: &str, b: &str) -> bool {
    let is = |name: &str, short: &str, full: &str| {
        bare_venue_name(name) == short || fold(name).contains(full)
    };
    let mut known = KNOWN_VENUES.iter();
    known.any(|(short, full)| is(a, short, full) && is(b, short, full))
}

/// Whether two names are those of two venues, each known by its short or its full name.
#[must_use]
pub fn are_two_venues(a: &str, b: &str) -> bool {
    let known = |name: &str| {
        let (bare, folded) = (bare_venue_name(name), fold(name));
        let bracket = name
            .split_once('(')
            .and_then(|(_, rest)| rest.split_once(')'));
        let bracket = bracket
            .map(|(inner, _)| bare_venue_name(inner))
            .unwrap_or_default();
        let is =
            |short: &str, full: &str| bare == short || bracket == short || folded.contains(full);
        KNOWN_VENUES
            .iter()
            .filter(|(short, full)| is(short, full))
            .collect::<Vec<_>>()
    };
    let (a, b) = (known(a), known(b));
    !a.is_empty() && !b.is_empty() && !a.iter().any(|one| b.iter().any(|other| one.1 == other.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_and_full_name_are_one_venue() {
        let full = "15th Conference of the European Chapter of the Association for Computational Linguistics";
        assert!(are_one_venue("EACL (2)", full) && !are_one_venue("EMNLP", full));
        assert!(are_two_venues(
            "Conference on Computer Vision (ICCV)",
            "CVPR"
        ));
        assert!(are_two_venues(
            "ECCV",
            "Computer Vision and Pattern Recognition"
        ));
        assert!(!are_two_venues(
            "NIPS",
            "Neural Information Processing Systems"
        ));
        assert!(!are_two_venues("Workshop on Looms", "CVPR"));
    }
}
