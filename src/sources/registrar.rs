//! The registration agency of a DOI, as far as its prefix shows.

use super::arxiv;
use crate::model::{ArxivId, Doi};

/// Prefixes of DataCite that publications in computing have, so that Crossref need not be asked for
/// them (`doi.org/ra/{prefix}` names the agency of each): arXiv, Zenodo, figshare, Dryad, OSF,
/// Harvard Dataverse, Mendeley Data, Schloss Dagstuhl, Gesellschaft für Informatik, ETH Zürich.
const DATACITE: [&str; 10] = [
    "10.48550", "10.5281", "10.6084", "10.5061", "10.17605", "10.7910", "10.17632", "10.4230",
    "10.18420", "10.3929",
];

/// Whether the DOI is known to be registered with DataCite, so that Crossref cannot have it.
pub(crate) fn is_datacites(doi: &Doi) -> bool {
    DATACITE.contains(&doi.prefix())
}

/// Returns the DOI under which DataCite has a manuscript. An older one is registered without the
/// class after its archive (`math/0309136`, not `math.gt/0309136`).
pub(super) fn doi_of_arxiv(id: &ArxivId) -> Doi {
    let bare = ArxivId::parse(&arxiv::without_class(id));
    Doi::of_arxiv(bare.as_ref().unwrap_or(id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefix_identifies_the_agency() {
        let of = |text| is_datacites(&Doi::parse(text).unwrap());
        assert!(of("10.48550/arXiv.1706.03762"));
        assert!(of("10.4230/LIPIcs.ICALP.2020.1"));
        assert!(!of("10.1145/3600006.3613145"));
    }
}
