use url::Url;

/// A service with rate limits of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Service {
    /// DBLP's SPARQL endpoint.
    Dblp,
    /// DBLP's classic API.
    DblpRest,
    /// Crossref's REST API.
    Crossref,
    /// arXiv's export API.
    Arxiv,
    /// DataCite's REST API.
    Datacite,
}

impl Service {
    /// Every service, in the order of declaration. The client has no place for one that is missing here.
    pub const ALL: [Self; 5] = [
        Self::Dblp,
        Self::DblpRest,
        Self::Crossref,
        Self::Arxiv,
        Self::Datacite,
    ];

    /// Returns the short name used in reports and logs, such as `crossref`.
    #[must_use]
    pub fn host_label(self) -> &'static str {
        match self {
            Self::Dblp => "dblp",
            Self::DblpRest => "dblp-rest",
            Self::Crossref => "crossref",
            Self::Arxiv => "arxiv",
            Self::Datacite => "datacite",
        }
    }
}

/// Returns the name of a host in the budget, such as `arxiv@export.arxiv.org`. It contains the
/// address, so that a refusal by a stand-in on this machine (a test, a proxy) doesn't count for the
/// real service.
pub(super) fn budget_name(label: &str, url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    match url.port() {
        Some(port) => format!("{label}@{host}:{port}"),
        None => format!("{label}@{host}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_lists_each_service_at_its_discriminant() {
        for (number, service) in Service::ALL.into_iter().enumerate() {
            assert_eq!(service as usize, number);
        }
    }
}
