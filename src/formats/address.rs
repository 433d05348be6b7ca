//! Which identifier a DOI or an address stands for.

use crate::model::{ArxivId, Doi, Ids, Metadata};

/// Files a DOI, arXiv's own as the arXiv id; identifiers that are known already stay.
pub(crate) fn take_doi(ids: &mut Ids, doi: Doi) {
    if let Some(arxiv) = doi.arxiv() {
        ids.arxiv.get_or_insert(arxiv);
    } else {
        ids.doi.get_or_insert(doi);
    }
}

/// Files an address as the DOI or arXiv id that it is, else it stays an address.
pub(crate) fn place(meta: &mut Metadata, url: String) {
    if url.contains("doi.org/")
        && let Ok(doi) = Doi::parse(&url)
    {
        take_doi(&mut meta.ids, doi);
        return;
    }
    if url.contains("arxiv.org/")
        && let Ok(id) = ArxivId::parse(&url)
    {
        meta.ids.arxiv.get_or_insert(id);
    }
    meta.url = Some(url);
}
