use std::{
    collections::{BTreeMap, BTreeSet},
    num::NonZeroU32,
    path::PathBuf,
    time::Duration,
};

use url::Url;

use super::Email;
use crate::model::SourceName;

/// The resolved settings of a run, before flags of the command line.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Settings {
    /// The user's e-mail address, sent to services.
    pub contact: Option<Email>,
    /// The cache folder, when the environment or the file sets it; a relative one is resolved against
    /// the file's folder. See [`super::cache_folder`] for the rest.
    pub cache: Option<PathBuf>,
    /// The library of records on this disk.
    pub library: Library,
    /// The sources, and their rates.
    pub sources: Sources,
    /// The output.
    pub export: Export,
    /// The linter.
    pub check: Check,
    /// Refreshes.
    pub refresh: Refresh,
}

/// Settings of refreshes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Refresh {
    /// The command that is run when a refresh changed something, with the changelog on its input.
    pub on_change: Option<String>,
}

/// Settings of the library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Library {
    /// Folders besides the one in the cache; relative ones are resolved against the file's
    /// folder.
    pub folders: Vec<PathBuf>,
    /// The URL of DBLP's dump.
    pub dump: Url,
}

/// Settings of the sources.
#[derive(Debug, Clone, PartialEq)]
pub struct Sources {
    /// The enabled sources, in the order of their use; no duplicates, and never the listing.
    pub order: Vec<SourceName>,
    /// DBLP.
    pub dblp: Dblp,
    /// Crossref.
    pub crossref: Crossref,
    /// arXiv.
    pub arxiv: Arxiv,
    /// DataCite.
    pub datacite: Datacite,
}

/// The rate limit of a service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// The interval between requests; never zero.
    pub every: Duration,
    /// The number of requests that may be sent at once after a pause.
    pub burst: NonZeroU32,
}

/// Settings of DBLP. Its addresses, like those of the other services, are http or https.
#[derive(Debug, Clone, PartialEq)]
pub struct Dblp {
    /// The SPARQL endpoint.
    pub sparql: Url,
    /// The base URL of the classic API, if it is used: since 2026 dblp.org answers programs there with
    /// a challenge for browsers.
    pub rest: Option<Url>,
    /// The rate limit of both.
    pub pace: Pace,
}

/// Settings of Crossref.
#[derive(Debug, Clone, PartialEq)]
pub struct Crossref {
    /// The base URL of the API.
    pub endpoint: Url,
    /// The rate limit of lists and searches.
    pub list: Pace,
    /// The rate limit of single records.
    pub single: Pace,
    /// The most concurrent requests.
    pub concurrency: NonZeroU32,
}

/// Settings of arXiv.
#[derive(Debug, Clone, PartialEq)]
pub struct Arxiv {
    /// The base URL of the API.
    pub endpoint: Url,
    /// Its rate limit.
    pub pace: Pace,
}

/// Settings of DataCite.
#[derive(Debug, Clone, PartialEq)]
pub struct Datacite {
    /// The base URL of the API.
    pub endpoint: Url,
    /// Its rate limit.
    pub pace: Pace,
}

/// Settings of the output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Export {
    /// The dialect of the bibliography.
    pub dialect: Dialect,
    /// The name of the style; the export module checks it.
    pub style: String,
    /// The pattern of citation keys; the export module checks it.
    pub keys: String,
    /// Words and phrases that keep their capitals in titles; each has a capital.
    pub protect: Vec<String>,
    /// Whether an entry's note states that the work was retracted, withdrawn or questioned.
    pub notices: bool,
    /// Whether an entry's note states that it is as listed, because no record was found.
    pub remarks: bool,
    /// The names to print for venues, by their full names.
    pub venues: BTreeMap<String, String>,
}

/// Settings of the linter.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Check {
    /// Codes of the rules to ignore, in capitals; the check module knows
    /// which exist.
    pub ignore: BTreeSet<String>,
    /// The references that the person knows to be right, with the reason, by their citation keys.
    pub known: BTreeMap<String, String>,
}

/// The dialect of a bibliography.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Dialect {
    /// Classic BibTeX and its styles.
    #[default]
    Bibtex,
    /// The biblatex package with biber.
    Biblatex,
}

impl Pace {
    /// Creates a limit of one request per `every`, without bursts.
    #[must_use]
    pub const fn steady(every: Duration) -> Self {
        Self {
            every,
            burst: NonZeroU32::MIN,
        }
    }
}
