//! Whether the person among the authors is the person, or bears the same name only.

use std::collections::BTreeSet;

use crate::{
    model::{Contributor, DblpPid, Metadata, Orcid, Person, PersonName, Record},
    text::names::likeness,
};

/// Whose name it is that stands among a record's authors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Whose {
    /// The person's, by a page in DBLP that is known to be theirs.
    OnTheirPage,
    /// The person's, by the ORCID iD.
    UnderTheirOrcid,
    /// Another's of that name, by the same means.
    Namesake,
    /// Nobody knows.
    Unknown,
}

impl Whose {
    /// Whether the name is the person's for sure.
    pub(super) fn is_theirs(self) -> bool {
        matches!(self, Self::OnTheirPage | Self::UnderTheirOrcid)
    }
}

/// Tells whose name stands among a record's authors by the pages in DBLP that are known to be the
/// person's (`own`), else by the ORCID iD.
pub(super) fn whose(person: &Person, own: &BTreeSet<DblpPid>, record: &Record) -> Whose {
    let named: Vec<&Contributor> = record
        .meta
        .authors
        .iter()
        .filter(|author| bears_name(person, author))
        .collect();
    let pids = || named.iter().filter_map(|author| author.pid.as_ref());
    let orcids = || named.iter().filter_map(|author| author.orcid.as_ref());
    let is_own_orcid = |orcid: &Orcid| person.orcid.as_ref() == Some(orcid);
    if pids().any(|pid| own.contains(pid)) {
        return Whose::OnTheirPage;
    }
    if orcids().any(is_own_orcid) {
        return Whose::UnderTheirOrcid;
    }
    let other_page = !own.is_empty() && pids().any(|pid| is_of_someone_else(pid, own));
    let other_orcid = person.orcid.is_some() && orcids().next().is_some();
    if other_page || other_orcid {
        Whose::Namesake
    } else {
        Whose::Unknown
    }
}

/// Whether nobody among a record's authors bears the person's name, in whatever spelling.
pub(super) fn is_absent(person: &Person, meta: &Metadata) -> bool {
    let mut names = person.name.iter().chain(&person.aliases).peekable();
    let is_there = |name: &PersonName| {
        let mut authors = meta.authors.iter();
        authors.any(|author| likeness(name, &author.name) >= NEAR)
    };
    names.peek().is_some() && !meta.authors.is_empty() && !names.any(is_there)
}

/// From this likeness on a spelling may be the person's: initials, a slip.
const NEAR: f64 = 0.85;

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
    use crate::model::{Kind, SourceName, Title};

    /// Whose name stands on a paper by one `Wei Wang` with this page and ORCID iD, for the person of
    /// 35/7092-1.
    fn told(pid: Option<&str>, orcid: Option<&str>) -> Whose {
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
        whose(&person, &own, &record)
    }

    #[test]
    fn pages_and_identifiers_tell_namesakes_apart() {
        const OWN: &str = "0000-0002-1825-0097";
        const OTHER: &str = "0000-0001-5109-3700";
        assert_eq!(told(Some("35/7092-1"), None), Whose::OnTheirPage);
        assert_eq!(told(Some("35/7092-9"), None), Whose::Namesake);
        assert_eq!(told(Some("35/7092"), None), Whose::Unknown, "nobody's yet");
        assert_eq!(told(None, Some(OWN)), Whose::UnderTheirOrcid);
        assert_eq!(told(None, Some(OTHER)), Whose::Namesake);
        assert_eq!(told(None, None), Whose::Unknown);
    }
}
