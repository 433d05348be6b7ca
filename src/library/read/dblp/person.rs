//! Converting a person's element to a page.

use super::{
    element::{Element, FieldName},
    field,
};
use crate::{
    library::PersonPage,
    model::{DblpPid, Orcid},
};

/// The prefix of the keys of people's pages.
const HOME: &str = "homepages/";

/// Returns the page; `None` for other websites, and for pages that only refer to another (a person
/// who was merged with another has a `crossref` and no name).
pub(super) fn page(element: &Element<'_>) -> Option<PersonPage> {
    let pid = DblpPid::parse(element.key.strip_prefix(HOME)?).ok()?;
    if element.authors.is_empty() || element.first(FieldName::Crossref).is_some() {
        return None;
    }
    let names = element
        .authors
        .iter()
        .map(|signed| field::plain(signed.name));
    let mut orcids: Vec<Orcid> = Vec::new();
    for url in element
        .all(FieldName::Url)
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
        affiliations: element
            .all(FieldName::Affiliation)
            .map(field::plain)
            .collect(),
    })
}
