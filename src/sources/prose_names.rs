use super::{arxiv, crossref, datacite, dblp, library};
use crate::model::SourceName;

/// Returns the name of a built-in source in prose: `DBLP`.
#[must_use]
pub fn title(name: SourceName) -> Option<&'static str> {
    [
        (SourceName::LIBRARY, library::CAPABILITIES),
        (SourceName::DBLP, dblp::CAPABILITIES),
        (SourceName::CROSSREF, crossref::CAPABILITIES),
        (SourceName::ARXIV, arxiv::CAPABILITIES),
        (SourceName::DATACITE, datacite::CAPABILITIES),
    ]
    .into_iter()
    .find(|(known, _)| *known == name)
    .map(|(_, capabilities)| capabilities.title)
}
