//! `bibsync.toml` as it is written: every setting optional, nothing resolved, and each with its
//! place so that a fault found later can name the line.

use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, generate::SchemaSettings, transform::RecursiveTransform};
use serde::Deserialize;
use toml::Spanned;

/// The JSON Schema (draft 2020-12) of `bibsync.toml`, for editors that check TOML by one.
#[must_use]
pub fn schema() -> serde_json::Value {
    SchemaSettings::draft2020_12()
        .with_transform(RecursiveTransform(without_null_default))
        .into_generator()
        .into_root_schema_for::<Raw>()
        .to_value()
}

/// No setting has null as its default: TOML has no null. Defaults stand in `config.example.toml`.
fn without_null_default(schema: &mut Schema) {
    if schema
        .get("default")
        .is_some_and(serde_json::Value::is_null)
    {
        schema.remove("default");
    }
}

/// Settings of bibsync. Each has an environment variable that wins over it: sources.dblp.every is
/// `BIBSYNC_SOURCES_DBLP_EVERY`.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(title = "bibsync settings", inline)]
pub(super) struct Raw {
    /// Who runs bibsync.
    pub(super) contact: Contact,
    /// Where answers are kept.
    pub(super) cache: Cache,
    /// Records on this disk.
    pub(super) library: Library,
    /// Who is asked, and how often.
    pub(super) sources: Sources,
    /// What is found fault with.
    pub(super) check: Check,
    /// What is written.
    pub(super) export: Export,
    /// What a refresh does.
    pub(super) refresh: Refresh,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(inline)]
pub(super) struct Contact {
    /// Your e-mail address, sent in User-Agent: services can write to you before they block you,
    /// and Crossref serves you from its polite pool.
    #[schemars(with = "String", regex(pattern = r"^[^@\s]+@[^@\s]+\.[^@\s]+$"))]
    pub(super) email: Option<Spanned<String>>,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(inline)]
pub(super) struct Cache {
    /// The cache folder, relative to the folder of this file. Left away: ./cache if it has a library
    /// folder or answers of bibsync in it, else the user's cache folder.
    #[schemars(with = "String", length(min = 1))]
    pub(super) dir: Option<Spanned<String>>,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(inline)]
pub(super) struct Library {
    /// Further folders of records, which are read and never changed: a group's own, say. Relative
    /// ones are meant from the folder of this file on.
    #[schemars(with = "Vec<String>")]
    pub(super) folders: Option<Spanned<Vec<String>>>,
    /// Where DBLP's dump is fetched from.
    #[schemars(with = "String", regex(pattern = "^https?://"))]
    pub(super) dump: Option<Spanned<String>>,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(inline)]
pub(super) struct Sources {
    /// The sources in use, in the order in which they are asked.
    #[schemars(with = "Vec<Source>", length(min = 1))]
    pub(super) r#use: Option<Spanned<Vec<String>>>,
    /// DBLP.
    pub(super) dblp: Dblp,
    /// Crossref.
    pub(super) crossref: Crossref,
    /// arXiv.
    pub(super) arxiv: Arxiv,
    /// `DataCite`.
    pub(super) datacite: Datacite,
}

/// A source by its name.
#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase", inline)]
#[expect(dead_code, reason = "read for its schema alone")]
enum Source {
    Library,
    Dblp,
    Crossref,
    Arxiv,
    Datacite,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(inline)]
pub(super) struct Dblp {
    /// The SPARQL endpoint.
    #[schemars(with = "String", regex(pattern = "^https?://"))]
    pub(super) sparql: Option<Spanned<String>>,
    /// The base address of the classic API, or empty: then it is never asked.
    #[schemars(with = "String", regex(pattern = "^(https?://.*)?$"))]
    pub(super) rest: Option<Spanned<String>>,
    /// One request per this long, once the burst is used up.
    #[schemars(with = "String", length(min = 1))]
    pub(super) every: Option<Spanned<String>>,
    /// How many requests may go out at once after a rest.
    #[schemars(with = "u32", range(min = 1))]
    pub(super) burst: Option<Spanned<i64>>,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(inline)]
pub(super) struct Crossref {
    /// The base address of the API.
    #[schemars(with = "String", regex(pattern = "^https?://"))]
    pub(super) endpoint: Option<Spanned<String>>,
    /// The most requests in a second for lists and searches.
    #[schemars(with = "f64", extend("exclusiveMinimum" = 0))]
    pub(super) list_per_second: Option<Spanned<f64>>,
    /// The most requests in a second for single records.
    #[schemars(with = "f64", extend("exclusiveMinimum" = 0))]
    pub(super) single_per_second: Option<Spanned<f64>>,
    /// The most requests under way at once.
    #[schemars(with = "u32", range(min = 1))]
    pub(super) concurrency: Option<Spanned<i64>>,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(inline)]
pub(super) struct Arxiv {
    /// The base address of the API.
    #[schemars(with = "String", regex(pattern = "^https?://"))]
    pub(super) endpoint: Option<Spanned<String>>,
    /// One request per this long.
    #[schemars(with = "String", length(min = 1))]
    pub(super) every: Option<Spanned<String>>,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(inline)]
pub(super) struct Datacite {
    /// The base address of the API.
    #[schemars(with = "String", regex(pattern = "^https?://"))]
    pub(super) endpoint: Option<Spanned<String>>,
    /// The most requests in a second.
    #[schemars(with = "f64", extend("exclusiveMinimum" = 0))]
    pub(super) per_second: Option<Spanned<f64>>,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(inline)]
pub(super) struct Export {
    /// For whom the bibliography is written: classic BibTeX, or biblatex with biber.
    #[schemars(with = "DialectName")]
    pub(super) dialect: Option<Spanned<String>>,
    /// For which style: default, acm, ieee, usenix, neurips, plainnat, minimal.
    #[schemars(with = "String", length(min = 1))]
    pub(super) style: Option<Spanned<String>>,
    /// How citation keys are made.
    #[schemars(with = "String", length(min = 1))]
    pub(super) keys: Option<Spanned<String>>,
    /// Words and phrases that keep their capitals in titles, as they are spelt there.
    #[schemars(with = "Vec<String>")]
    pub(super) protect: Option<Spanned<Vec<String>>>,
    /// Whether the note of an entry says that its work was retracted or withdrawn, or is doubted.
    #[schemars(with = "bool")]
    pub(super) notices: Option<Spanned<bool>>,
    /// Whether the note of an entry without a record says so, as in `unmatched, as listed`.
    #[schemars(with = "bool")]
    pub(super) remarks: Option<Spanned<bool>>,
    /// What venues are to be called, by their full names.
    #[schemars(with = "BTreeMap<String, String>")]
    pub(super) venues: Option<Spanned<BTreeMap<String, String>>>,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(inline)]
pub(super) struct Check {
    /// Codes of rules that `check` does not report, such as N08.
    #[schemars(with = "Vec<String>")]
    pub(super) ignore: Option<Spanned<Vec<String>>>,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(inline)]
pub(super) struct Refresh {
    /// A command that is run when a refresh changed something, with the changelog on its input. In a
    /// file that is not your own settings it runs only after `bibsync trust`.
    #[schemars(with = "String", length(min = 1))]
    pub(super) on_change: Option<Spanned<String>>,
}

/// A dialect by its name.
#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase", inline)]
#[expect(dead_code, reason = "read for its schema alone")]
enum DialectName {
    Bibtex,
    Biblatex,
}
