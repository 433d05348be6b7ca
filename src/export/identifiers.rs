//! The DOI, arXiv id and URL of a work, without duplicates.

use crate::model::{ArxivId, Doi, Metadata, Pmid};

/// The identifiers to write.
#[derive(Debug, Default)]
pub(super) struct Identifiers {
    pub doi: Option<Doi>,
    pub arxiv: Option<ArxivId>,
    pub pmid: Option<Pmid>,
    pub url: Option<String>,
}

impl Identifiers {
    /// Selects the identifiers of a work. A URL that only resolves its DOI or leads to its arXiv
    /// page is omitted, and a URL that contains a DOI or arXiv id is converted to it. Pages of
    /// indexes (DBLP, Google Scholar) are not the work's.
    pub(super) fn of(meta: &Metadata) -> Self {
        let mut ids = Self {
            doi: meta.ids.doi.clone(),
            arxiv: meta.ids.arxiv.clone(),
            pmid: meta.ids.pmid.clone(),
            url: None,
        };
        if let Some(url) = meta.url.as_deref().map(str::trim) {
            let lower = url.to_lowercase();
            if lower.contains("doi.org/")
                && let Ok(doi) = Doi::parse(url)
            {
                ids.doi.get_or_insert(doi);
            } else if lower.contains("arxiv.org/")
                && let Ok(arxiv) = ArxivId::parse(url)
            {
                ids.arxiv.get_or_insert(arxiv);
            } else if !INDEXES.iter().any(|index| lower.contains(index)) {
                ids.url = address(url);
            }
        }
        if let Some(arxiv) = ids.doi.as_ref().and_then(Doi::arxiv) {
            ids.arxiv.get_or_insert(arxiv);
            ids.doi = None;
        }
        ids
    }
}

const INDEXES: [&str; 5] = [
    "dblp.org/",
    "dblp.uni-trier.de/",
    "dblp.dagstuhl.de/",
    "semanticscholar.org/",
    "scholar.google.",
];

/// Returns a URL with a scheme, restricted to characters that a URL may contain; `None` if it is
/// none.
///
/// Nothing is escaped for TeX because every style passes `url` to `\url`. Braces and backslashes
/// would end the field, so they are percent-encoded as RFC 3986 asks.
fn address(url: &str) -> Option<String> {
    if url.is_empty() || url.contains(char::is_whitespace) {
        return None;
    }
    let url = if url.contains("://") {
        url.to_owned()
    } else if url.contains('.') && !url.contains('@') {
        format!("https://{url}")
    } else {
        return None;
    };
    let mut out = String::with_capacity(url.len());
    for c in url.chars() {
        if c.is_ascii_graphic() && !r#"{}\"<>^`|"#.contains(c) {
            out.push(c);
        } else {
            let mut bytes = [0; 4];
            let bytes = c.encode_utf8(&mut bytes).bytes();
            out.extend(bytes.map(|byte| format!("%{byte:02X}")));
        }
    }
    Some(out)
}

/// Returns the host of a URL without `www.`
pub(super) fn host(url: &str) -> Option<&str> {
    let rest = url.split_once("://")?.1;
    let host = rest.split(['/', '?', '#']).next()?;
    Some(host.strip_prefix("www.").unwrap_or(host)).filter(|host| !host.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Kind, Title};

    fn ids(doi: &str, arxiv: &str, url: &str) -> (String, String, String) {
        let mut meta = Metadata::new(Kind::Journal, Title::plain("T"));
        meta.ids.doi = Doi::parse(doi).ok();
        meta.ids.arxiv = ArxivId::parse(arxiv).ok();
        meta.url = Some(url.to_owned());
        let ids = Identifiers::of(&meta);
        let text = |id: Option<String>| id.unwrap_or_default();
        (
            text(ids.doi.map(String::from)),
            text(ids.arxiv.map(String::from)),
            text(ids.url),
        )
    }

    #[test]
    fn identifiers_are_written_once() {
        let own = |doi: &str, arxiv: &str, url: &str| (doi.into(), arxiv.into(), url.into());
        assert_eq!(
            ids("10.1000/1", "", "https://doi.org/10.1000/1"),
            own("10.1000/1", "", "")
        );
        assert_eq!(
            ids("", "", "https://doi.org/10.1016%2Fj.x"),
            own("10.1016/j.x", "", "")
        );
        assert_eq!(
            ids("", "2309.13254", "http://arxiv.org/abs/2309.13254v2"),
            own("", "2309.13254", "")
        );
        assert_eq!(
            ids("10.48550/arXiv.2309.13254", "", "https://dblp.org/rec/x"),
            own("", "2309.13254", "")
        );
        assert_eq!(
            ids("10.1000/1", "", "www.usenix.org/a_b%20c#d"),
            own("10.1000/1", "", "https://www.usenix.org/a_b%20c#d")
        );
    }

    #[test]
    fn urls_cannot_break_a_file() {
        assert_eq!(
            address("https://x.org/{é}").unwrap(),
            "https://x.org/%7B%C3%A9%7D"
        );
        assert_eq!(address("my page"), None);
        assert_eq!(host("https://www.example.org/x"), Some("example.org"));
    }
}
