use rapidfuzz::distance::damerau_levenshtein;

/// Field names of other formats, each with the profile's name for the same field.
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

/// Returns the name in `known` that `given` most likely means: the profile's name for a field of
/// another format, else the name with the smallest edit distance.
pub(super) fn suggestion<'a>(given: &str, known: &[&'a str]) -> Option<&'a str> {
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
    fn most_similar_name_is_suggested() {
        let known = ["title", "authors", "authors_complete", "venue", "year"];
        for (given, want) in [
            ("titel", "title"),
            ("Author", "authors"),
            ("autors", "authors"),
            ("journal", "venue"),
            ("yaer", "year"),
        ] {
            assert_eq!(suggestion(given, &known), Some(want), "{given}");
        }
        assert_eq!(suggestion("journal", &["dblp", "orcid"]), Some("orcid"));
        assert_eq!(suggestion("x", &[]), None);
    }
}
