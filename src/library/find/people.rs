use crate::library::part::{IndexKey, PartError, PartReader, Posting, folded};
use crate::library::read::PersonPage;
use crate::model::{DblpPid, Orcid};

/// The most records returned for a person; nobody in DBLP has more.
const MAX_RECORDS: usize = 10_000;

/// The most pages with one name whose records are looked up.
const MAX_NAMESAKES: usize = 12;

/// The look-up of a person.
#[derive(Debug, Clone, Default)]
pub struct PersonLookup {
    /// The page.
    pub pid: Option<DblpPid>,
    /// The ORCID iD.
    pub orcid: Option<Orcid>,
    /// The names, as `First Last`, with or without the homonym number. They are used only where no
    /// identifier is given.
    pub names: Vec<String>,
}

/// Returns the pages with one of the identifiers, else all pages with one of the names. Disambiguation
/// pages belong to nobody and are skipped.
pub(super) fn pages(
    reader: &PartReader,
    asked: &PersonLookup,
) -> Result<Vec<PersonPage>, PartError> {
    let pinned = asked.pid.is_some() || asked.orcid.is_some();
    let mut keys: Vec<IndexKey> = Vec::new();
    keys.extend(asked.pid.as_ref().map(IndexKey::pid));
    keys.extend(asked.orcid.as_ref().map(IndexKey::orcid));
    if !pinned {
        keys.extend(
            asked
                .names
                .iter()
                .map(|name| IndexKey::person(&folded(name))),
        );
    }
    let mut ids = Vec::new();
    for key in keys {
        ids.extend(reader.posting(key)?.ids);
    }
    ids.sort_unstable();
    ids.dedup();
    let mut out = Vec::new();
    for id in ids {
        if let Some(page) = reader.person(id)?
            && !page.disambiguation
            && is_asked(&page, asked, pinned)
        {
            out.push(page);
        }
    }
    Ok(out)
}

/// Returns the records that a person signed, in the order of the library.
pub(super) fn records(reader: &PartReader, page: &PersonPage) -> Result<Vec<u32>, PartError> {
    let mut out = Vec::new();
    for name in &page.names {
        out.extend(reader.posting(IndexKey::signature(name))?.ids);
    }
    out.sort_unstable();
    out.dedup();
    out.truncate(MAX_RECORDS);
    Ok(out)
}

/// Returns the records signed by anybody with this name; none where there are too many.
pub(super) fn signed(reader: &PartReader, name: &str) -> Result<Posting, PartError> {
    let pages = reader.posting(IndexKey::person(&folded(name)))?.ids;
    let mut ids = Vec::new();
    if pages.len() <= MAX_NAMESAKES {
        for id in pages {
            if let Some(page) = reader.person(id)? {
                ids.extend(records(reader, &page)?);
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

fn is_asked(page: &PersonPage, asked: &PersonLookup, pinned: bool) -> bool {
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
