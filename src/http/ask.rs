use std::{sync::Arc, time::Duration};

use url::Url;

use super::Renewal;

/// A service with a pace of its own.
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
    /// Every service, as declared.
    pub const ALL: [Self; 5] = [
        Self::Dblp,
        Self::DblpRest,
        Self::Crossref,
        Self::Arxiv,
        Self::Datacite,
    ];

    /// Its short name in reports and logs: `dblp`, `crossref`.
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

/// Which of a service's limits a question falls under.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Lane {
    /// One record by its id (`/works/{doi}`).
    Single,
    /// A list or a search (`/works?…`).
    List,
}

/// What body is asked for; anything else is a refusal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Accept {
    /// `application/json`: the body begins with `{` or `[`.
    Json,
    /// `application/sparql-results+json`: the body begins with `{`.
    SparqlJson,
    /// `application/atom+xml`: the body begins with `<?xml` or `<feed`.
    Atom,
}

impl Accept {
    /// The media type to ask for.
    #[must_use]
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::SparqlJson => "application/sparql-results+json",
            Self::Atom => "application/atom+xml",
        }
    }
}

/// How long an answer stays good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Keep {
    /// The bucket, with a version at its end that is raised when what is stored changes:
    /// `crossref-list-v1`.
    pub bucket: &'static str,
    /// How long a found answer stays good.
    pub found: Duration,
    /// How long "there is no such record" stays good, and an answer in which nothing was found.
    pub absent: Duration,
}

impl Keep {
    /// How long an answer stays good, by whether there is nothing in it.
    pub(super) fn for_answer(&self, is_empty: bool) -> Duration {
        if is_empty { self.absent } else { self.found }
    }
}

/// What is wrong with a body that came with status 200.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Flaw {
    /// Cut short or not to be read: ask again.
    Broken(String),
    /// Readable, and no answer to what was asked: asking again won't help.
    Useless(String),
}

/// One question to a service.
#[derive(Debug, Clone)]
pub struct Ask {
    /// Who is asked.
    pub service: Service,
    /// Under which limit.
    pub lane: Lane,
    /// The address, query included. Together with `form` it is the key in the cache.
    pub url: Url,
    /// When given, the question is a POST with these form fields.
    pub form: Option<Vec<(String, String)>>,
    /// What body is asked for.
    pub accept: Accept,
    /// How long the answer stays good.
    pub keep: Keep,
    /// Looks into a body before it is believed and stored.
    pub check: fn(&str) -> Result<(), Flaw>,
    /// Whether a body that passed the check says that nothing was found. What is not there today
    /// may be tomorrow, so such a body is kept as long as an absence.
    pub is_empty: fn(&str) -> bool,
    /// How an answer that is too old may turn out to be right still.
    pub renewal: Renewal,
}

impl Ask {
    /// The address as it may be shown and kept: without a name and password that admit to it.
    #[must_use]
    pub fn address(&self) -> String {
        shown(&self.url)
    }

    /// The same without what is asked there.
    #[must_use]
    pub fn address_alone(&self) -> String {
        let address = self.address();
        let end = address.find(['?', '#']).unwrap_or(address.len());
        address[..end].to_owned()
    }

    /// The key under which its answer is kept: the address, and for a POST the form.
    #[must_use]
    pub fn key(&self) -> String {
        let mut key = self.address();
        for (name, value) in self.form.iter().flatten() {
            key.push('\n');
            key.push_str(name);
            key.push('=');
            key.push_str(value);
        }
        key
    }
}

/// An answer that has been checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// The body.
    Body(Arc<str>),
    /// The service says there is no such record (status 404).
    Absent,
}

/// An address without the name and password it may hold.
pub(super) fn shown(url: &Url) -> String {
    let mut url = url.clone();
    // Only addresses that can't have any refuse to be rid of them.
    _ = url.set_username("");
    _ = url.set_password(None);
    url.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_neither_shown_nor_kept() {
        let ask = Ask {
            service: Service::Dblp,
            lane: Lane::List,
            url: "https://ada:secret@proxy.example/sparql".parse().unwrap(),
            form: None,
            accept: Accept::SparqlJson,
            keep: Keep {
                bucket: "b-v1",
                found: Duration::ZERO,
                absent: Duration::ZERO,
            },
            check: |_| Ok(()),
            is_empty: |_| false,
            renewal: Renewal::None,
        };
        assert_eq!(ask.address(), "https://proxy.example/sparql");
        assert_eq!(ask.key(), ask.address());
    }

    #[test]
    fn every_service_stands_at_its_number() {
        for (number, service) in Service::ALL.into_iter().enumerate() {
            assert_eq!(service as usize, number);
        }
    }
}
