//! Names of venues as they are wanted: the person's own, and known abbreviations.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::text::fold::{fold, words};

/// A table of names of venues and what is to stand for them.
#[derive(Debug, Clone, Default)]
pub struct Abbreviations {
    /// By the name as [`essence`] leaves it.
    own: BTreeMap<String, String>,
}

impl Abbreviations {
    /// The person's own table: the name of a venue, and what it is to be called. Edition, year and
    /// acronym of a conference may be left away in the name.
    #[must_use]
    pub fn new<'a>(own: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        Self {
            own: own
                .into_iter()
                .map(|(name, short)| (essence(name), short.trim().to_owned()))
                .collect(),
        }
    }

    /// What the person wants a venue to be called, in every style.
    pub(super) fn wanted(&self, name: &str) -> Option<&str> {
        if self.own.is_empty() {
            return None;
        }
        self.own.get(&essence(name)).map(String::as_str)
    }

    /// The abbreviation of a venue that publishers print, where it is known.
    pub(super) fn known(name: &str) -> Option<&'static str> {
        KNOWN.get(&essence(name)).copied()
    }
}

/// The lines of `venues.txt`: the name, ` = `, its abbreviation; `#` before a remark.
static KNOWN: LazyLock<BTreeMap<String, &'static str>> = LazyLock::new(|| {
    include_str!("venues.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(" = "))
        .map(|(name, short)| (essence(name), short))
        .collect()
});

/// A name without what differs from one edition of a venue to the next: number, year, the acronym
/// in parentheses, and `Proceedings of the` where more than that is left.
fn essence(name: &str) -> String {
    let mut bare = name.trim();
    if bare.ends_with(')')
        && let Some(at) = bare.rfind(" (")
    {
        bare = &bare[..at];
    }
    let ordinal = |word: &str| {
        word.trim_end_matches(|c: char| c.is_ascii_alphabetic())
            .chars()
            .all(|c| c.is_ascii_digit())
            && word.starts_with(|c: char| c.is_ascii_digit())
            && ["st", "nd", "rd", "th", ""]
                .contains(&word.trim_start_matches(|c: char| c.is_ascii_digit()))
    };
    let mut kept: Vec<String> = words(bare);
    kept.retain(|word| !ordinal(word));
    let text = kept.join(" ");
    match text.strip_prefix("proceedings of the ") {
        // `Proceedings of the IEEE` is a journal.
        Some(rest) if rest.contains(' ') => rest.to_owned(),
        _ => fold(&text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn editions_share_an_abbreviation() {
        for (name, short) in [
            (
                "20th USENIX Symposium on Networked Systems Design and Implementation (NSDI 23)",
                "Proc. USENIX Symp. Netw. Syst. Design Implement. (NSDI)",
            ),
            (
                "2022 IEEE/CVF Conference on Computer Vision and Pattern Recognition",
                "Proc. IEEE/CVF Conf. Comput. Vis. Pattern Recognit. (CVPR)",
            ),
            ("Proceedings of the IEEE", "Proc. IEEE"),
            (
                "Proceedings of the ACM on Programming Languages",
                "Proc. ACM Program. Lang.",
            ),
            ("IEEE Security & Privacy", "IEEE Secur. Privacy"),
        ] {
            assert_eq!(Abbreviations::known(name), Some(short), "{name}");
        }
        assert_eq!(Abbreviations::known("Annals of Sorting"), None);
    }

    #[test]
    fn the_person_has_the_last_word() {
        let table = Abbreviations::new([("Annual Sorting Conference", "SORT")]);
        assert_eq!(
            table.wanted("7th Annual Sorting Conference (SORT 2023)"),
            Some("SORT")
        );
        assert_eq!(table.wanted("Annual Searching Conference"), None);
    }

    #[test]
    fn no_venue_is_in_the_table_twice() {
        let lines = include_str!("venues.txt").lines();
        let count = lines.filter(|line| !line.starts_with('#')).count();
        assert_eq!(KNOWN.len(), count);
    }
}
