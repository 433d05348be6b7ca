//! Whether the person among the authors is the person, or bears the same name only.

use std::collections::BTreeSet;

use super::score::Scored;
use crate::{
    model::{Contributor, DblpPid, Person, Record},
    text::names::likeness,
};

/// Weighs whose name it is that stands among the authors: by the pages in DBLP that are known to be
/// the person's (`own`), else by the ORCID iD. Against a record that speaks only where no second
/// author agrees.
pub(super) fn weigh_person(
    scored: &mut Scored,
    person: &Person,
    own: &BTreeSet<DblpPid>,
    record: &Record,
) {
    let named: Vec<&Contributor> = record
        .meta
        .authors
        .iter()
        .filter(|author| bears_name(person, author))
        .collect();
    let pids = || named.iter().filter_map(|author| author.pid.as_ref());
    let orcids = || named.iter().filter_map(|author| author.orcid.as_ref());
    if pids().any(|pid| own.contains(pid)) {
        scored.add("on the person's own page", 0.5);
    } else if person.orcid.is_some() && orcids().any(|orcid| person.orcid.as_ref() == Some(orcid)) {
        scored.add("under the person's ORCID iD", 0.5);
    } else if scored.known_authors < 2 {
        let other_page = !own.is_empty() && pids().any(|pid| is_of_someone_else(pid, own));
        let other_orcid = person.orcid.is_some() && orcids().next().is_some();
        if other_page || other_orcid {
            scored.add("by a namesake", -3.0);
        }
    }
}

/// Whether an author bears one of the person's names.
#[must_use]
pub fn bears_name(person: &Person, author: &Contributor) -> bool {
    let mut names = person.name.iter().chain(&person.aliases);
    names.any(|name| likeness(name, &author.name) >= 0.95)
}

/// What DBLP has not yet put to one of several namesakes says nothing.
fn is_of_someone_else(pid: &DblpPid, own: &BTreeSet<DblpPid>) -> bool {
    !own.iter().any(|own| own.unnumbered().as_ref() == Some(pid))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        matching::score::score,
        model::{Kind, Listing, Metadata, Orcid, PersonName, SourceName, Title},
    };

    /// What is weighed of a paper by one `Wei Wang` with this page and ORCID iD, for the person of
    /// 35/7092-1.
    fn weighed(pid: Option<&str>, orcid: Option<&str>) -> Option<&'static str> {
        let person = Person {
            name: Some(PersonName::parse("W. Wang")),
            aliases: vec![PersonName::parse("Wei Wang")],
            orcid: Some(Orcid::parse("0000-0002-1825-0097").unwrap()),
            ..Person::default()
        };
        let mut meta = Metadata::new(Kind::Journal, Title::plain("On Sorting"));
        meta.authors = vec![Contributor {
            name: PersonName::parse("Wei Wang"),
            pid: pid.map(|pid| DblpPid::parse(pid).unwrap()),
            orcid: orcid.map(|orcid| Orcid::parse(orcid).unwrap()),
        }];
        let record = Record {
            source: SourceName::Dblp,
            meta,
            links: Vec::new(),
            edition: None,
            learned: None,
            withdrawn: false,
        };
        let own = BTreeSet::from([DblpPid::parse("35/7092-1").unwrap()]);
        let mut scored = score(&Listing::titled("On Sorting"), &person, &record, None);
        let before = scored.evidence.pieces.len();
        weigh_person(&mut scored, &person, &own, &record);
        let piece = scored.evidence.pieces.get(before)?;
        [
            "on the person's own page",
            "under the person's ORCID iD",
            "by a namesake",
        ]
        .into_iter()
        .find(|known| piece.what == *known)
    }

    #[test]
    fn pages_and_identifiers_tell_namesakes_apart() {
        const OWN: &str = "0000-0002-1825-0097";
        const OTHER: &str = "0000-0001-5109-3700";
        assert_eq!(
            weighed(Some("35/7092-1"), None),
            Some("on the person's own page")
        );
        assert_eq!(weighed(Some("35/7092-9"), None), Some("by a namesake"));
        assert_eq!(weighed(Some("35/7092"), None), None, "nobody's yet");
        assert_eq!(
            weighed(None, Some(OWN)),
            Some("under the person's ORCID iD")
        );
        assert_eq!(weighed(None, Some(OTHER)), Some("by a namesake"));
        assert_eq!(weighed(None, None), None);
    }
}
