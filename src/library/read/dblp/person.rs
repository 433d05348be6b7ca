//! What a person's element says, as a page.

use super::{
    element::{Element, Field},
    field,
};
use crate::{
    library::PersonPage,
    model::{DblpPid, Orcid},
};

/// Where the keys of people's pages begin.
const HOME: &str = "homepages/";

/// The page; `None` for other websites, for pages that only lead on to another (a person who was
/// merged with another has a `crossref` and no name).
pub(super) fn page(element: &Element<'_>) -> Option<PersonPage> {
    let pid = DblpPid::parse(element.key.strip_prefix(HOME)?).ok()?;
    if element.authors.is_empty() || element.first(Field::Crossref).is_some() {
        return None;
    }
    let names = element
        .authors
        .iter()
        .map(|signed| field::plain(signed.name));
    let mut orcids: Vec<Orcid> = Vec::new();
    for url in element
        .all(Field::Url)
        .filter(|url| url.contains("orcid.org/"))
    {
        if let Ok(orcid) = Orcid::parse(url)
            && !orcids.contains(&orcid)
        {
            orcids.push(orcid);
        }
    }
    Some(PersonPage {
        pid,
        names: names.collect(),
        orcids,
        disambiguation: element.publtype == "disambiguation",
        affiliations: element.all(Field::Affiliation).map(field::plain).collect(),
    })
}
