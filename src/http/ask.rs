use std::{sync::Arc, time::Duration};

use url::Url;

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
    /// `application/json`: the body begins with `{`.
    Json,
    /// `application/sparql-results+json`: the body begins with `{`.
    SparqlJson,
    /// `application/atom+xml`: the body begins with `<?xml` or `<feed`.
    Atom,
}

/// How long an answer stays good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Keep {
    /// The bucket, with a version at its end that is raised when what is stored changes:
    /// `crossref-list-v1`.
    pub bucket: &'static str,
    /// How long a found answer stays good.
    pub found: Duration,
    /// How long "there is no such record" stays good.
    pub absent: Duration,
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
}

/// An answer that has been checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// The body.
    Body(Arc<str>),
    /// The service says there is no such record (status 404).
    Absent,
}
