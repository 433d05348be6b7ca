//! Identifiers in DOIs and URLs.

use crate::model::{ArxivId, Doi, Ids, Metadata};

/// Stores a DOI, or the arXiv id if it is a DOI of arXiv; identifiers already known are kept.
pub(crate) fn take_doi(ids: &mut Ids, doi: Doi) {
    if let Some(arxiv) = doi.arxiv() {
        ids.arxiv.get_or_insert(arxiv);
    } else {
        ids.doi.get_or_insert(doi);
    }
}

/// Stores a URL as the DOI or arXiv id that it contains, else as a URL. The page of a publisher is
/// kept beside the DOI in its address.
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
    if let Some(doi) = Doi::of_page(&url) {
        take_doi(&mut meta.ids, doi);
    }
    meta.url = Some(url);
}
