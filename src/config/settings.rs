use std::{
    collections::{BTreeMap, BTreeSet},
    num::NonZeroU32,
    path::PathBuf,
    time::Duration,
};

use url::Url;

use super::Email;
use crate::model::SourceName;

/// What a run is set to, all resolved but for what the command line says on top.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Settings {
    /// Where whoever runs bibsync can be reached.
    pub contact: Option<Email>,
    /// The cache folder, when the environment or the file names one; a relative one in the file
    /// has been taken from the file's own folder. See [`super::cache_folder`] for the rest.
    pub cache: Option<PathBuf>,
    /// Records on this disk.
    pub library: Library,
    /// Who is asked, and how often.
    pub sources: Sources,
    /// What is written.
    pub export: Export,
    /// What is found fault with.
    pub check: Check,
    /// What a refresh does.
    pub refresh: Refresh,
}

/// What a refresh does.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Refresh {
    /// The command that is run when something changed, with the changelog on its input.
    pub on_change: Option<String>,
}

/// Records on this disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Library {
    /// Folders beside the one in the cache; relative ones in the file have been taken from the
    /// file's own folder.
    pub folders: Vec<PathBuf>,
    /// Where DBLP's dump is fetched from.
    pub dump: Url,
}

/// Who is asked, and how often.
#[derive(Debug, Clone, PartialEq)]
pub struct Sources {
    /// The sources in use, in the order in which they are asked; none twice, never the listing.
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

/// How often a service may be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// The time one request takes up; never zero.
    pub every: Duration,
    /// How many may go out at once after a rest.
    pub burst: NonZeroU32,
}

/// How DBLP is asked. Addresses of this and the others are http or https, as given.
#[derive(Debug, Clone, PartialEq)]
pub struct Dblp {
    /// The SPARQL endpoint.
    pub sparql: Url,
    /// The base of the classic API, when it may be asked at all: since 2026 dblp.org answers
    /// programs there with a challenge for browsers.
    pub rest: Option<Url>,
    /// The pace of both.
    pub pace: Pace,
}

/// How Crossref is asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Crossref {
    /// The base of the API.
    pub endpoint: Url,
    /// The pace of lists and searches.
    pub list: Pace,
    /// The pace of single records.
    pub single: Pace,
    /// The most requests under way at once.
    pub concurrency: NonZeroU32,
}

/// How arXiv is asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Arxiv {
    /// The base of the API.
    pub endpoint: Url,
    /// Its pace.
    pub pace: Pace,
}

/// How DataCite is asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Datacite {
    /// The base of the API.
    pub endpoint: Url,
    /// Its pace.
    pub pace: Pace,
}

/// What is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Export {
    /// For whom the bibliography is written.
    pub dialect: Dialect,
    /// For which style, by its name; which there are is for the export to say.
    pub style: String,
    /// How citation keys are made, as a pattern; what it may hold is for the export to say.
    pub keys: String,
    /// Words and phrases that keep their capitals in titles; each has one.
    pub protect: Vec<String>,
    /// Whether an entry's note says that the work was retracted or withdrawn, or is doubted.
    pub notices: bool,
    /// Whether an entry's note says that it is as listed, since no record was found for it.
    pub remarks: bool,
    /// What venues are to be called, by their names.
    pub venues: BTreeMap<String, String>,
}

/// What is found fault with.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Check {
    /// Codes of rules that are not to be reported, in capitals; which there are is for the check
    /// to say.
    pub ignore: BTreeSet<String>,
}

/// For whom a bibliography is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Dialect {
    /// Classic BibTeX and its styles.
    #[default]
    Bibtex,
    /// The biblatex package with biber.
    Biblatex,
}

impl Pace {
    /// One request per `every`, without any burst.
    #[must_use]
    pub const fn steady(every: Duration) -> Self {
        Self {
            every,
            burst: NonZeroU32::MIN,
        }
    }
}
