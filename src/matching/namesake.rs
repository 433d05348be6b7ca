//! Whether the author with the person's name is the person or a namesake.

use std::collections::BTreeSet;

use crate::{
    model::{Contributor, DblpPid, Metadata, Orcid, Person, PersonName, Record},
    text::names::likeness,
};

/// Who the author with the person's name is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AuthorIdentity {
    /// The person, because the author's DBLP page is known to be theirs.
    OwnPage,
    /// The person, because the author has their ORCID iD.
    OwnOrcid,
    /// Somebody else with another DBLP page or ORCID iD.
    Namesake,
    /// Unknown.
    Unknown,
}

impl AuthorIdentity {
    /// Whether it certainly is the person.
    pub(super) fn is_person(self) -> bool {
        matches!(self, Self::OwnPage | Self::OwnOrcid)
    }
}

/// Identifies the author with the person's name by the DBLP pages known to be the person's (`own`),
/// or else by the ORCID iD.
pub(super) fn identify_person(
    person: &Person,
    own: &BTreeSet<DblpPid>,
    record: &Record,
) -> AuthorIdentity {
    let named: Vec<&Contributor> = record
        .meta
        .people()
        .iter()
        .filter(|author| bears_name(person, author))
        .collect();
    let pids = || named.iter().filter_map(|author| author.pid.as_ref());
    let orcids = || named.iter().filter_map(|author| author.orcid.as_ref());
    let is_own_orcid = |orcid: &Orcid| person.orcid.as_ref() == Some(orcid);
    if pids().any(|pid| own.contains(pid)) {
        return AuthorIdentity::OwnPage;
    }
    if orcids().any(is_own_orcid) {
        return AuthorIdentity::OwnOrcid;
    }
    let other_page = !own.is_empty() && pids().any(|pid| is_of_someone_else(pid, own));
    let other_orcid = person.orcid.is_some() && orcids().next().is_some();
    if other_page || other_orcid {
        AuthorIdentity::Namesake
    } else {
        AuthorIdentity::Unknown
    }
}

/// Whether the person is not among the record's authors under any spelling.
pub(super) fn is_absent(person: &Person, meta: &Metadata) -> bool {
    let mut names = person.name.iter().chain(&person.aliases).peekable();
    let is_there = |name: &PersonName| {
        let mut people = meta.people().iter();
        people.any(|one| likeness(name, &one.name) >= NEAR)
    };
    names.peek().is_some() && !meta.people().is_empty() && !names.any(is_there)
}

/// The lowest similarity at which a spelling may be the person's: initials, a typo.
const NEAR: f64 = 0.85;

/// Whether an author has one of the person's names.
#[must_use]
pub fn bears_name(person: &Person, author: &Contributor) -> bool {
    let mut names = person.name.iter().chain(&person.aliases);
    names.any(|name| likeness(name, &author.name) >= 0.95)
}

/// Whether a page belongs to somebody else. A page that DBLP has not yet assigned to one of several
/// namesakes does not count.
fn is_of_someone_else(pid: &DblpPid, own: &BTreeSet<DblpPid>) -> bool {
    !own.iter().any(|own| own.unnumbered().as_ref() == Some(pid))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Kind, SourceName, Title};

    /// Identifies the author `Wei Wang` with this page and ORCID iD, for the person with the page
    /// 35/7092-1.
    fn identified(pid: Option<&str>, orcid: Option<&str>) -> AuthorIdentity {
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
        let record = Record::new(SourceName::DBLP, meta);
        let own = BTreeSet::from([DblpPid::parse("35/7092-1").unwrap()]);
        identify_person(&person, &own, &record)
    }

    #[test]
    fn pages_and_orcids_identify_namesakes() {
        const OWN: &str = "0000-0002-1825-0097";
        const OTHER: &str = "0000-0001-5109-3700";
        assert_eq!(identified(Some("35/7092-1"), None), AuthorIdentity::OwnPage);
        assert_eq!(
            identified(Some("35/7092-9"), None),
            AuthorIdentity::Namesake
        );
        assert_eq!(
            identified(Some("35/7092"), None),
            AuthorIdentity::Unknown,
            "nobody's yet"
        );
        assert_eq!(identified(None, Some(OWN)), AuthorIdentity::OwnOrcid);
        assert_eq!(identified(None, Some(OTHER)), AuthorIdentity::Namesake);
        assert_eq!(identified(None, None), AuthorIdentity::Unknown);
    }
}
