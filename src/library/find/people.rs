use crate::library::part::{Desk, Key, PartError, Posting, folded};
use crate::library::read::PersonPage;
use crate::model::{DblpPid, Orcid};

/// The most records that one person is answered with; nobody in DBLP has so many.
const MOST_RECORDS: usize = 10_000;

/// So many pages of one name are gone through for their records.
const MOST_NAMESAKES: usize = 12;

/// A person to look for.
#[derive(Debug, Clone, Default)]
pub struct PersonAsked {
    /// The page.
    pub pid: Option<DblpPid>,
    /// The ORCID iD.
    pub orcid: Option<Orcid>,
    /// The names, as `First Last`, with or without the number that tells namesakes apart. They are
    /// asked for only where no identifier is given.
    pub names: Vec<String>,
}

/// The pages that may be the person's: by identifier, else all pages that bear one of the names.
/// Pages that only part namesakes are nobody's.
pub(super) fn pages(desk: &Desk, asked: &PersonAsked) -> Result<Vec<PersonPage>, PartError> {
    let pinned = asked.pid.is_some() || asked.orcid.is_some();
    let mut keys: Vec<Key> = Vec::new();
    keys.extend(asked.pid.as_ref().map(Key::pid));
    keys.extend(asked.orcid.as_ref().map(Key::orcid));
    if !pinned {
        keys.extend(asked.names.iter().map(|name| Key::person(&folded(name))));
    }
    let mut ids = Vec::new();
    for key in keys {
        ids.extend(desk.posting(key)?.ids);
    }
    ids.sort_unstable();
    ids.dedup();
    let mut out = Vec::new();
    for id in ids {
        if let Some(page) = desk.person(id)?
            && !page.disambiguation
            && is_asked(&page, asked, pinned)
        {
            out.push(page);
        }
    }
    Ok(out)
}

/// The records that a person signed, in the order of the library.
pub(super) fn records(desk: &Desk, page: &PersonPage) -> Result<Vec<u32>, PartError> {
    let mut out = Vec::new();
    for name in &page.names {
        out.extend(desk.posting(Key::signature(name))?.ids);
    }
    out.sort_unstable();
    out.dedup();
    out.truncate(MOST_RECORDS);
    Ok(out)
}

/// What all people of this name signed; nothing where they are too many to tell by it.
pub(super) fn signed(desk: &Desk, name: &str) -> Result<Posting, PartError> {
    let pages = desk.posting(Key::person(&folded(name)))?.ids;
    let mut ids = Vec::new();
    if pages.len() <= MOST_NAMESAKES {
        for id in pages {
            if let Some(page) = desk.person(id)? {
                ids.extend(records(desk, &page)?);
            }
        }
    }
    ids.sort_unstable();
    ids.dedup();
    Ok(Posting {
        count: ids.len(),
        ids,
    })
}

fn is_asked(page: &PersonPage, asked: &PersonAsked, pinned: bool) -> bool {
    if pinned {
        asked.pid.as_ref() == Some(&page.pid)
            || asked
                .orcid
                .as_ref()
                .is_some_and(|orcid| page.orcids.contains(orcid))
    } else {
        let names: Vec<String> = page.names.iter().map(|name| folded(name)).collect();
        asked.names.iter().any(|name| names.contains(&folded(name)))
    }
}
