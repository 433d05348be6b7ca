//! Venues: which DBLP surely lists, and which journals publish the papers of which conferences.

use super::{known_venues, side_events::is_side_event};
use crate::{
    matching::{KNOWN_VENUES, bare_venue_name, is_press},
    text::fold::fold,
};

/// Whether DBLP surely lists a venue of this name.
pub(super) fn is_listed(venue: &str) -> bool {
    !known_venues::named(venue).is_empty()
}

/// Phrases that only names of venues in computing have.
const OF_COMPUTING: [&str; 36] = [
    "algorithms",
    "artificial intelligence",
    "cloud computing",
    "compiler",
    "compilers",
    "computational linguistics",
    "computer architecture",
    "computer graphics",
    "computer networks",
    "computer science",
    "computer systems",
    "computer vision",
    "cryptography",
    "cryptology",
    "cybersecurity",
    "data mining",
    "database systems",
    "databases",
    "deep learning",
    "distributed computing",
    "formal methods",
    "human computer interaction",
    "information retrieval",
    "language models",
    "machine learning",
    "machine translation",
    "natural language processing",
    "neural",
    "operating systems",
    "pattern recognition",
    "programming languages",
    "reinforcement learning",
    "representation learning",
    "robotics",
    "software engineering",
    "transfer learning",
];

/// Words and phrases of titles in computing.
const TITLES_OF_COMPUTING: [&str; 49] = [
    "adversarial",
    "algorithm",
    "algorithms",
    "autoencoder",
    "autoencoders",
    "bert",
    "classifier",
    "classifiers",
    "convolutional",
    "datasets",
    "decoding",
    "deep learning",
    "diffusion model",
    "diffusion models",
    "embeddings",
    "federated",
    "few shot",
    "fine tuning",
    "generative",
    "gradient",
    "graph neural",
    "image classification",
    "image recognition",
    "knowledge graph",
    "knowledge graphs",
    "language model",
    "language models",
    "large language",
    "llm",
    "llms",
    "machine learning",
    "machine translation",
    "multi agent",
    "neural",
    "object detection",
    "phoneme",
    "pre training",
    "question answering",
    "reinforcement learning",
    "representation learning",
    "scene understanding",
    "self supervised",
    "semantic segmentation",
    "semi supervised",
    "speech recognition",
    "transformers",
    "unsupervised",
    "variational",
    "zero shot",
];

/// Whether a reference to a paper is to one in computing, by the name of its conference or journal or by its
/// title. DBLP lists most of them. A name that is none of a conference or journal says that it is of
/// something else.
pub(super) fn is_of_computing(title: &str, venue: Option<&str>) -> bool {
    const GENRES: [&str; 8] = [
        "conf",
        "conference",
        "international",
        "journal",
        "proceedings",
        "symposium",
        "trans",
        "transactions",
    ];
    let has = |text: &str, list: &[&str]| {
        let folded = format!(" {} ", fold(text));
        list.iter().any(|it| folded.contains(&format!(" {it} ")))
    };
    let venue = venue.filter(|venue| !is_press(venue));
    let is_by_name = venue.is_some_and(|venue| has(venue, &OF_COMPUTING));
    venue.is_none_or(|venue| has(venue, &GENRES) && !is_side_event(venue))
        && (is_by_name || has(title, &TITLES_OF_COMPUTING))
}

/// Whether a name is a short one of which nobody here knows the full name.
pub(super) fn is_unknown_short(venue: &str) -> bool {
    let bare = bare_venue_name(venue);
    !bare.contains(' ') && bare.len() <= 10 && !KNOWN_VENUES.iter().any(|(short, _)| bare == *short)
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
    fn short_names_and_side_events_are_told() {
        assert!(is_unknown_short("WMT '17") && !is_unknown_short("EMNLP"));
        assert!(is_side_event("SWCN@EMNLP"));
        let is_of = |title, venue| is_of_computing(title, Some(venue));
        assert!(is_of("Looms", "Conference on Woven Machine Learning"));
        assert!(
            is_of("Neural Looms", "Symposium on Weaving") && is_of("Neural Looms", "MIT Press")
        );
        assert!(!is_of("Looms", "Symposium on Weaving") && !is_of("Neural Looms", "Nature"));
        assert!(!is_of("Neural Looms", "The New York Times"));
    }
}
