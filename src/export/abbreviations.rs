//! Names of venues as they should be printed: by the person's own rules, or by known abbreviations.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::venue::cited_name;
use super::venue_name::VenueName;
use crate::model::Work;
use crate::text::fold::fold;

/// A person's rules for the names of venues.
#[derive(Debug, Clone, Default)]
pub struct Abbreviations {
    own: Vec<VenueRule>,
}

/// A rule for the name of one venue.
#[derive(Debug, Clone)]
struct VenueRule {
    /// The venue's name as the person wrote it.
    name: String,
    parts: VenueName,
    short: String,
}

/// A rule that applies to no venue of a bibliography.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnmatchedRule<'a> {
    /// The venue's name in the rule.
    pub name: &'a str,
    /// The most similar venue of the bibliography, if any is similar.
    pub suggestion: Option<String>,
}

impl Abbreviations {
    /// Creates a table from pairs of a venue's name and the name to print. A rule's name may omit
    /// the edition, year, sponsor and acronym of a conference.
    #[must_use]
    pub fn new<'a>(own: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let rule = |(name, short): (&str, &str)| VenueRule {
            name: name.to_owned(),
            parts: VenueName::of(name),
            short: short.trim().to_owned(),
        };
        Self {
            own: own.into_iter().map(rule).collect(),
        }
    }

    /// Returns the name that the person wants for a venue, in every style. `full` is its full name,
    /// `short` its short one. The most specific of several rules wins.
    pub(super) fn preferred_name(&self, full: &str, short: &str) -> Option<&str> {
        let matching = self.matching(full, short).into_iter();
        let best = matching
            .max_by_key(|(fit, rule)| (*fit, rule.parts.core.len() + rule.parts.sponsors.len()));
        best.map(|(_, rule)| rule.short.as_str())
    }

    /// Returns the rules that apply to no venue of `works`.
    #[must_use]
    pub fn unmatched(&self, works: &[&Work]) -> Vec<UnmatchedRule<'_>> {
        if self.own.is_empty() {
            return Vec::new();
        }
        let venues = works.iter().map(|work| {
            let short = work.meta.venue_short.clone().unwrap_or_default();
            (cited_name(&work.meta).text(), short)
        });
        let mut venues: Vec<(String, String)> =
            venues.filter(|(full, _)| !full.is_empty()).collect();
        venues.sort();
        venues.dedup();
        let left = self.own.iter().filter(|rule| {
            !venues
                .iter()
                .any(|(full, short)| rule.fit(full, short).is_some())
        });
        let suggestion = |rule: &VenueRule| {
            let alike = venues
                .iter()
                .map(|(full, _)| (rule.parts.likeness(&VenueName::of(full)), full));
            let best = alike.max_by(|(a, _), (b, _)| a.total_cmp(b));
            best.filter(|(alike, _)| *alike >= LEAST_LIKENESS)
                .map(|(_, full)| full.clone())
        };
        left.map(|rule| UnmatchedRule {
            name: &rule.name,
            suggestion: suggestion(rule),
        })
        .collect()
    }

    fn matching(&self, full: &str, short: &str) -> Vec<(RuleFit, &VenueRule)> {
        let fits = self.own.iter().map(|rule| (rule.fit(full, short), rule));
        fits.filter_map(|(fit, rule)| Some((fit?, rule))).collect()
    }

    /// Returns the abbreviation that publishers use for a venue, if known.
    pub(super) fn known(name: &str) -> Option<&'static str> {
        let mut readings = VenueName::readings(name).into_iter();
        readings.find_map(|reading| KNOWN.get(&key(&reading)).copied())
    }
}

/// The lowest share of common words, 0 to 1, at which a venue is suggested for a rule.
const LEAST_LIKENESS: f64 = 0.5;

/// How well a rule fits a venue. A better fit is greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum RuleFit {
    /// The same except for a sponsor, or for `International` if the rule has the same acronym.
    Loose,
    /// Word for word.
    Exact,
}

impl VenueRule {
    /// Returns how well the rule fits a venue, or `None` if it means another. All words that
    /// distinguish venues must be the same: a workshop at a conference, its journal and its sister
    /// conference in Asia have further words.
    fn fit(&self, full: &str, short: &str) -> Option<RuleFit> {
        let of_full = VenueName::readings(full)
            .into_iter()
            .filter_map(|venue| self.fit_reading(&venue, short));
        let of_short = (!short.is_empty() && self.parts.core == VenueName::of(short).core)
            .then_some(RuleFit::Exact);
        of_full.chain(of_short).max()
    }

    fn fit_reading(&self, venue: &VenueName, short: &str) -> Option<RuleFit> {
        let (own, other) = (&self.parts.sponsors, &venue.sponsors);
        let same_words = self.parts.core == venue.core;
        if same_words && own == other {
            return Some(RuleFit::Exact);
        }
        let wanted = fold(&self.short).replace(' ', "");
        let is_acronym = self.short.chars().filter(|c| c.is_uppercase()).count() > 1;
        let of_short = VenueName::of(short).core.concat();
        let agrees = is_acronym
            && venue
                .acronyms
                .iter()
                .chain([&of_short])
                .any(|own| *own == wanted);
        let differs =
            is_acronym && !self.short.contains(' ') && !agrees && !venue.acronyms.is_empty();
        let one_is_silent = own.is_empty() || other.is_empty();
        let fits = if same_words {
            (one_is_silent || own.is_subset(other)) && !differs
        } else {
            let same = self.parts.without_international() == venue.without_international();
            same && (one_is_silent || own.is_subset(other)) && agrees
        };
        fits.then_some(RuleFit::Loose)
    }
}

/// The lines of `venues.txt`: a name, ` = `, its abbreviation. `#` begins a comment.
static KNOWN: LazyLock<BTreeMap<String, &'static str>> = LazyLock::new(|| {
    include_str!("venues.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(" = "))
        .map(|(name, short)| (key(&VenueName::of(name)), short))
        .collect()
});

/// Returns a lookup key of the words and sponsors of a name.
fn key(name: &VenueName) -> String {
    let sponsors: Vec<&str> = name.sponsors.iter().map(String::as_str).collect();
    format!("{} {}", sponsors.join(" "), name.core.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Title;

    #[test]
    fn editions_share_an_abbreviation() {
        for (name, short) in [
            ("The IEEE Transactions on Computers", "IEEE Trans. Comput."),
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

    /// Venues, and the names that the rules in the test below give them.
    const VENUES: [(&str, Option<&str>); 29] = [
        (
            "20th USENIX Symposium on Networked Systems Design and Implementation (NSDI 23)",
            Some("NSDI"),
        ),
        (
            "Proceedings of the Twenty-First USENIX Symposium on Networked Systems Design & Implementation",
            Some("NSDI"),
        ),
        (
            "2024 Annual Symposium on Networked Systems Design and Implementation",
            Some("NSDI"),
        ),
        (
            "NSDI '23: 20th USENIX Symposium on Networked Systems Design and Implementation",
            Some("NSDI"),
        ),
        (
            "Asia-Pacific Symposium on Networked Systems Design and Implementation",
            None,
        ),
        (
            "Workshop on Sorting at the Symposium on Networked Systems Design and Implementation",
            None,
        ),
        (
            "Workshop on Sorting co-located with the USENIX Symposium on Networked Systems Design and Implementation (NSDI 23)",
            None,
        ),
        (
            "USENIX Symposium on Networked Systems Design and Implementation Workshops",
            None,
        ),
        (
            "USENIX Symposium on Networked Systems Design and Implementation (Workshops)",
            None,
        ),
        (
            "Companion Proceedings of the Symposium on Networked Systems Design and Implementation",
            None,
        ),
        (
            "Journal of Networked Systems Design and Implementation",
            None,
        ),
        (
            "Symposium on Networked Systems Design and Implementation and Its Uses",
            None,
        ),
        ("Symposium on Networked Systems Design", None),
        // The acronym tells whether `International` belongs to the same conference.
        (
            "International Conference on Machine Looms (CML 2020)",
            Some("CML"),
        ),
        ("International Conference on Machine Looms", None),
        ("IEEE Conference on Machine Looms", Some("CML")),
        ("IEEE Conference on Machine Looms (ICMLO 2020)", None),
        ("Asian Conference on Machine Looms (ACML 2020)", None),
        ("Neural Looms", Some("NeuL")),
        ("International Journal of Neural Looms", None),
        (
            "Advances in Neural Looms 36: Annual Conference on Neural Looms 2023 (NeuroLoom 2023)",
            Some("NeuroLoom"),
        ),
        (
            "Advances in Neural Looms 20, Proceedings of the Twenty-First Annual Conference on Neural Looms",
            Some("NeuroLoom"),
        ),
        (
            "Proceedings of the ACM SIGLOOM 2023 Conference",
            Some("SIGLOOM"),
        ),
        ("ACM SIGMILL Conference", None),
        ("IEEE Conference on Loom Intelligence", None),
        (
            "Thirty-Fifth AAAI Conference on Loom Intelligence (AAAI 2021)",
            Some("AAAI"),
        ),
        ("Conference on Loom Intelligence", Some("AAAI")),
        (
            "Computer Aided Weaving, 12th International Conference (CAW 2000)",
            Some("CAW"),
        ),
        ("Computer Aided Weaving", None),
    ];

    #[test]
    fn rule_applies_to_the_editions_of_its_venue_only() {
        const NSDI: &str = "Symposium on Networked Systems Design and Implementation";
        let table = Abbreviations::new([
            (NSDI, "NSDI"),
            ("Conference on Machine Looms", "CML"),
            ("Neural Looms", "NeuL"),
            ("ACM SIGLOOM Conference", "SIGLOOM"),
            ("SORT", "Annual Sorting Conference"),
            ("Conference on Neural Looms", "NeuroLoom"),
            ("AAAI Conference on Loom Intelligence", "AAAI"),
            ("International Conference on Computer Aided Weaving", "CAW"),
        ]);
        for (venue, want) in VENUES {
            assert_eq!(table.preferred_name(venue, ""), want, "{venue}");
        }
        assert_eq!(
            table.preferred_name("7th Sorting Conference", "SORT"),
            Some("Annual Sorting Conference")
        );
        assert_eq!(Abbreviations::default().preferred_name(NSDI, ""), None);
    }

    #[test]
    fn most_specific_rule_wins() {
        let table = Abbreviations::new([
            ("Conference on Looms", "CL"),
            ("IEEE Conference on Looms", "IEEE CL"),
            ("IEEE/ACM Conference on Looms", "both"),
        ]);
        for (venue, want) in [
            ("3rd IEEE Conference on Looms", "IEEE CL"),
            ("3rd IEEE/ACM Conference on Looms", "both"),
            ("3rd IEEE/CVF Conference on Looms", "IEEE CL"),
            ("3rd SIAM Conference on Looms", "CL"),
        ] {
            assert_eq!(table.preferred_name(venue, ""), Some(want), "{venue}");
        }
    }

    #[test]
    fn unmatched_rule_is_reported_with_a_suggestion() {
        let table = Abbreviations::new([
            ("Symposium on Networked Systems", "NS"),
            ("International Symposium on Network Systems", "INS"),
            ("Journal of Looms", "JL"),
        ]);
        let mut work = crate::export::samples::work("a");
        work.meta.venue = Some(Title::plain(
            "20th USENIX Symposium on Networked Systems (NS 23)",
        ));
        let left = table.unmatched(&[&work]);
        let left: Vec<(&str, Option<&str>)> = left
            .iter()
            .map(|one| (one.name, one.suggestion.as_deref()))
            .collect();
        assert_eq!(
            left,
            [
                (
                    "International Symposium on Network Systems",
                    Some("20th USENIX Symposium on Networked Systems (NS 23)")
                ),
                ("Journal of Looms", None),
            ]
        );
    }

    #[test]
    fn known_venues_are_listed_once() {
        let lines = include_str!("venues.txt").lines();
        let count = lines.filter(|line| !line.starts_with('#')).count();
        assert_eq!(KNOWN.len(), count);
    }
}
