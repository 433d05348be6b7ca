//! Evidence from the URLs and unpinned DOIs of a listing.

use std::mem::discriminant;

use crate::model::{ArxivId, DblpKey, Doi, Listing, Metadata, Record, RecordLink};

/// A page that belongs to one publication only.
#[derive(Debug, PartialEq, Eq)]
enum PublicationPage {
    Doi(Doi),
    Arxiv(ArxivId),
    Dblp(DblpKey),
    /// In the ACL Anthology: `p18-1001`, `2020.acl-main.1`.
    Anthology(String),
    OpenReview(String),
}

/// Whether a URL or unpinned DOI of the listing is the record's; `None` if no two can be compared.
/// Two different addresses on one site are two publications, unless the record's source links them
/// as versions of one.
pub(super) fn same_address(listing: &Listing, record: &Record) -> Option<bool> {
    let fields = ["url", "ee", "doi"].map(|name| listing.fields.get(name));
    let listed: Vec<PublicationPage> = fields
        .into_iter()
        .chain([listing.url.as_ref()])
        .flatten()
        .filter_map(|text| PublicationPage::parse(text))
        .collect();
    if listed.is_empty() {
        return None;
    }
    let own = PublicationPage::all_of(&record.meta);
    let versions: Vec<PublicationPage> = record
        .links
        .iter()
        .map(|link| {
            let (RecordLink::PreprintOf(doi)
            | RecordLink::HasPreprint(doi)
            | RecordLink::VersionOf(doi)) = link;
            PublicationPage::of_doi(doi.clone())
        })
        .collect();
    if listed.iter().any(|page| own.contains(page)) {
        return Some(true);
    }
    let contradicts = |page: &PublicationPage| {
        !versions.contains(page)
            && own
                .iter()
                .any(|own| discriminant(own) == discriminant(page))
    };
    listed.iter().any(contradicts).then_some(false)
}

impl PublicationPage {
    fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Ok(doi) = Doi::parse(text) {
            return Some(Self::of_doi(doi));
        }
        if let Some(doi) = Doi::of_page(text) {
            return Some(Self::of_doi(doi));
        }
        let (host, path) = text.split_once("://")?.1.split_once('/')?;
        let host = host.to_ascii_lowercase();
        let host = host.strip_prefix("www.").unwrap_or(&host);
        match host {
            "arxiv.org" | "export.arxiv.org" => ArxivId::parse(text).ok().map(Self::Arxiv),
            "dblp.org" | "dblp.uni-trier.de" => {
                let key = path.strip_prefix("rec/")?.trim_end_matches(".html");
                DblpKey::parse(key).ok().map(Self::Dblp)
            }
            "aclanthology.org" | "aclweb.org" | "aclanthology.info" => {
                let last = path.trim_end_matches('/').rsplit('/').next()?;
                let id = last.strip_suffix(".pdf").unwrap_or(last).to_lowercase();
                let is_id = id.contains('-') && id.contains(|c: char| c.is_ascii_digit());
                is_id.then_some(Self::Anthology(id))
            }
            "openreview.net" => {
                let id = path.split_once("id=")?.1.split('&').next()?;
                (!id.is_empty()).then(|| Self::OpenReview(id.to_owned()))
            }
            _ => None,
        }
    }

    /// Returns the page of a DOI. A DOI of arXiv is treated as its arXiv id.
    fn of_doi(doi: Doi) -> Self {
        doi.arxiv().map_or(Self::Doi(doi), Self::Arxiv)
    }

    fn all_of(meta: &Metadata) -> Vec<Self> {
        let ids = &meta.ids;
        let mut out: Vec<Self> = ids.doi.clone().map(Self::of_doi).into_iter().collect();
        out.extend(ids.arxiv.clone().map(Self::Arxiv));
        out.extend(ids.dblp.clone().map(Self::Dblp));
        out.extend(meta.url.as_deref().and_then(Self::parse));
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Kind, SourceName, Title};

    #[test]
    fn addresses_agree_differ_or_are_not_comparable() {
        let mut meta = Metadata::new(Kind::Conference, Title::plain("x"));
        meta.ids.doi = Doi::parse("10.3115/1225753.1225779").ok();
        meta.url = Some("https://aclanthology.org/P05-3026".to_owned());
        let record =
            Record::new(SourceName::LIBRARY, meta).with_links(vec![RecordLink::VersionOf(
                Doi::parse("10.1000/other").unwrap(),
            )]);
        for (url, want) in [
            ("https://www.aclweb.org/anthology/P05-3026.pdf", Some(true)),
            ("https://doi.org/10.3115/1225753.1225779", Some(true)),
            ("https://aclanthology.org/2005.eamt-1.20", Some(false)),
            ("https://doi.org/10.1145/1.2", Some(false)),
            (
                "https://dl.acm.org/doi/abs/10.3115/1225753.1225779",
                Some(true),
            ),
            ("https://dl.acm.org/doi/10.1145/1.2", Some(false)),
            ("https://doi.org/10.1000/other", None),
            ("https://arxiv.org/abs/2101.00001", None),
            ("https://aclanthology.org/", None),
            ("https://example.org/~doe/P05-3027.pdf", None),
        ] {
            let listing = Listing {
                url: Some(url.to_owned()),
                ..Listing::titled("x")
            };
            assert_eq!(same_address(&listing, &record), want, "{url}");
        }
        let mut listing = Listing::titled("x");
        assert_eq!(same_address(&listing, &record), None);
        listing
            .fields
            .insert("doi".to_owned(), "10.1145/1.2".to_owned());
        assert_eq!(same_address(&listing, &record), Some(false));
    }
}
