use rapidfuzz::distance::damerau_levenshtein;

/// Names that other formats have for what a profile calls by the second name.
const ELSEWHERE: [(&str, &str); 14] = [
    ("author", "authors"),
    ("booktitle", "venue"),
    ("conference", "venue"),
    ("container-title", "venue"),
    ("date", "year"),
    ("eprint", "arxiv"),
    ("id", "key"),
    ("journal", "venue"),
    ("orcid", "ids"),
    ("pid", "dblp"),
    ("publisher", "venue"),
    ("releasedate", "year"),
    ("state", "status"),
    ("type", "kind"),
];

/// The one of `known` that was most likely meant by `given`: by another format's name for it,
/// else by the fewest slips of the pen.
pub(super) fn nearest<'a>(given: &str, known: &[&'a str]) -> Option<&'a str> {
    let given = given.trim().to_lowercase();
    let meant = ELSEWHERE
        .iter()
        .find(|(there, _)| *there == given)
        .and_then(|(_, here)| known.iter().find(|name| *name == here));
    if let Some(name) = meant {
        return Some(name);
    }
    let slips = |name: &str| damerau_levenshtein::distance(given.chars(), name.chars());
    known.iter().copied().min_by_key(|name| slips(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_meant() {
        let known = ["title", "authors", "authors_complete", "venue", "year"];
        for (given, want) in [
            ("titel", "title"),
            ("Author", "authors"),
            ("autors", "authors"),
            ("journal", "venue"),
            ("yaer", "year"),
        ] {
            assert_eq!(nearest(given, &known), Some(want), "{given}");
        }
        assert_eq!(nearest("journal", &["dblp", "orcid"]), Some("orcid"));
        assert_eq!(nearest("x", &[]), None);
    }
}
