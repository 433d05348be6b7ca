//! Venues: which DBLP surely lists, and which journals publish the papers of which conferences.

use crate::text::fold::fold;

/// Conferences and journals in computing by their short names, and by words of their full ones. DBLP
/// lists each of them (<https://dblp.org/db/conf>, <https://dblp.org/db/journals>, 2026-11).
const LISTED: [(&str, &str); 92] = [
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
pub(super) fn bare_name(venue: &str) -> String {
    let folded = fold(venue);
    let is_kept =
        |word: &&str| !AROUND.contains(word) && !word.starts_with(|c: char| c.is_ascii_digit());
    let words: Vec<&str> = folded.split(' ').filter(is_kept).collect();
    let bare = words.join(" ");
    // `NSDI23`
    bare.trim_end_matches(|c: char| c.is_ascii_digit())
        .to_owned()
}

/// Whether DBLP surely lists a venue of this name.
pub(super) fn is_listed(venue: &str) -> bool {
    if is_side_event(venue) {
        return false;
    }
    let (bare, folded) = (bare_name(venue), fold(venue));
    LISTED
        .iter()
        .any(|(short, full)| bare == *short || folded.contains(full))
}

/// Whether a name is that of a workshop or another event beside a conference, of which DBLP lists
/// few.
pub(super) fn is_side_event(venue: &str) -> bool {
    const SIDE: [&str; 12] = [
        "abstract",
        "abstracts",
        "challenge",
        "colocated",
        "companion",
        "demo",
        "poster",
        "posters",
        "tutorial",
        "workshop",
        "workshops",
        "ws",
    ];
    venue.contains('@') || fold(venue).split(' ').any(|word| SIDE.contains(&word))
}

/// Whether two names are those of one venue, of which the short and the full name are known.
pub(super) fn are_one(a: &str, b: &str) -> bool {
    let is =
        |name: &str, short: &str, full: &str| bare_name(name) == short || fold(name).contains(full);
    let mut known = LISTED.iter();
    known.any(|(short, full)| is(a, short, full) && is(b, short, full))
}

/// Whether two names are those of two venues, each known by its short or its full name.
pub(super) fn are_two(a: &str, b: &str) -> bool {
    let known = |name: &str| {
        let (bare, folded) = (bare_name(name), fold(name));
        let bracket = name
            .split_once('(')
            .and_then(|(_, rest)| rest.split_once(')'));
        let bracket = bracket
            .map(|(inner, _)| bare_name(inner))
            .unwrap_or_default();
        let is =
            |short: &str, full: &str| bare == short || bracket == short || folded.contains(full);
        LISTED
            .iter()
            .filter(|(short, full)| is(short, full))
            .collect::<Vec<_>>()
    };
    let (a, b) = (known(a), known(b));
    !a.is_empty() && !b.is_empty() && !a.iter().any(|one| b.iter().any(|other| one.1 == other.1))
}

/// Whether a name is a short one of which nobody here knows the full name.
pub(super) fn is_unknown_short(venue: &str) -> bool {
    let bare = bare_name(venue);
    !bare.contains(' ') && bare.len() <= 10 && !LISTED.iter().any(|(short, _)| bare == *short)
}

/// Journals, by words of their names, that publish the papers of conferences: a paper there may be
/// cited by either name.
const HOSTS: [(&[&str], &[&str]); 16] = [
    (
        &[
            "proc acm program lang",
            "proceedings of the acm on programming languages",
            "pacmpl",
        ],
        &[
            "popl",
            "icfp",
            "oopsla",
            "pldi",
            "programming language",
            "functional programming",
            "object oriented",
        ],
    ),
    (
        &[
            "proc acm hum comput interact",
            "human computer interaction",
            "pacmhci",
        ],
        &[
            "cscw",
            "group",
            "chi play",
            "eics",
            "etra",
            "iss",
            "mobile hci",
            "mobilehci",
            "cooperative work",
        ],
    ),
    (
        &["acm trans graph", "acm transactions on graphics", "tog"],
        &["siggraph", "computer graphics"],
    ),
    (
        &["proc vldb endow", "vldb endowment", "pvldb"],
        &["vldb", "very large data"],
    ),
    (
        &[
            "proc acm manag data",
            "acm on management of data",
            "pacmmod",
        ],
        &["sigmod", "pods", "management of data", "database systems"],
    ),
    (
        &[
            "measurement and analysis of computing systems",
            "pomacs",
            "meas anal comput syst",
        ],
        &["sigmetrics", "measurement and modeling"],
    ),
    (
        &[
            "interactive mobile wearable",
            "imwut",
            "interact mob wearable",
        ],
        &["ubicomp", "ubiquitous computing"],
    ),
    (
        &[
            "robotics and automation letters",
            "ieee robotics autom lett",
            "ra l",
            "ral",
        ],
        &[
            "icra",
            "iros",
            "robotics and automation",
            "intelligent robots",
        ],
    ),
    (
        &[
            "visualization and computer graphics",
            "vis comput graph",
            "tvcg",
        ],
        &[
            "vis",
            "infovis",
            "vast",
            "ieee vr",
            "visualization",
            "ismar",
            "virtual reality",
        ],
    ),
    (&["bioinformatics"], &["ismb", "eccb", "molecular biology"]),
    (
        &["privacy enhancing technologies", "popets", "priv enhancing"],
        &["pets", "privacy enhancing"],
    ),
    (
        &["computer graphics forum", "comput graph forum", "cgf"],
        &[
            "eurographics",
            "eurovis",
            "sgp",
            "egsr",
            "geometry processing",
            "rendering",
        ],
    ),
    (
        &["cryptographic hardware", "cryptogr hardw", "tches"],
        &["ches", "cryptographic hardware"],
    ),
    (
        &["symmetric cryptology", "symmetric cryptol", "tosc"],
        &["fse", "fast software encryption"],
    ),
    (
        &["acm softw eng", "acm on software engineering", "pacmse"],
        &[
            "fse",
            "issta",
            "foundations of software engineering",
            "software testing",
        ],
    ),
    (
        &[
            "sigplan notices",
            "sigplan not",
            "sigmod record",
            "computer communication review",
            "comput commun rev",
            "performance evaluation review",
            "sigops oper syst rev",
            "operating systems review",
            "sigarch comput archit news",
        ],
        &[
            "popl",
            "pldi",
            "oopsla",
            "icfp",
            "asplos",
            "sigmod",
            "sigcomm",
            "sigmetrics",
            "sosp",
            "isca",
            "ppopp",
            "haskell",
            "programming language",
            "operating systems",
            "computer architecture",
            "management of data",
            "data communication",
            "functional programming",
        ],
    ),
];

/// Whether one name is that of a journal that publishes the papers of the other, a conference.
pub(super) fn host_each_other(a: &str, b: &str) -> bool {
    let (a, b) = (spaced(a), spaced(b));
    let has = |name: &str, of: &[&str]| of.iter().any(|it| name.contains(&format!(" {it} ")));
    HOSTS.iter().any(|(journals, conferences)| {
        has(&a, journals) && has(&b, conferences) || has(&b, journals) && has(&a, conferences)
    })
}

fn spaced(name: &str) -> String {
    let folded = fold(name);
    let words = folded.split(' ').map(|word| {
        let bare = word.trim_end_matches(|c: char| c.is_ascii_digit());
        if bare.is_empty() { word } else { bare }
    });
    format!(" {} ", words.collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_venues_are_recognized_and_side_events_are_not() {
        for venue in [
            "NSDI '23",
            "Proc. ICML 2019",
            "CVPR",
            "Advances in Neural Information Processing Systems 32",
        ] {
            assert!(is_listed(venue), "{venue}");
        }
        for venue in [
            "NeurIPS 2022 Workshop on Looms",
            "Journal of Weaving",
            "ICML for Looms",
            "",
        ] {
            assert!(!is_listed(venue), "{venue}");
        }
    }

    #[test]
    fn journals_host_conferences() {
        assert!(host_each_other("OOPSLA 2020", "Proc. ACM Program. Lang."));
        assert!(host_each_other(
            "ACM Transactions on Graphics (TOG)",
            "SIGGRAPH '19"
        ));
        assert!(!host_each_other("CVPR", "Proc. ACM Program. Lang."));
    }

    #[test]
    fn short_and_full_name_are_one_venue() {
        let full = "15th Conference of the European Chapter of the Association for Computational Linguistics";
        assert!(are_one("EACL (2)", full) && !are_one("EMNLP", full));
        assert!(is_unknown_short("WMT '17") && !is_unknown_short("EMNLP"));
        assert!(is_side_event("SWCN@EMNLP"));
    }
}
