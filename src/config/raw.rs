//! `bibsync.toml` as written: every setting is optional and has its position, so that a fault found
//! later can name the line.

use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, generate::SchemaSettings, transform::RecursiveTransform};
use serde::Deserialize;
use toml::Spanned;

/// Returns the JSON Schema (draft 2020-12) of `bibsync.toml`, for editors.
#[must_use]
pub fn schema() -> serde_json::Value {
    SchemaSettings::draft2020_12()
        .with_transform(RecursiveTransform(without_null_default))
        .into_generator()
        .into_root_schema_for::<Raw>()
        .to_value()
}

/// Removes null defaults: TOML has no null. The defaults are in `config.example.toml`.
fn without_null_default(schema: &mut Schema) {
    if schema
        .get("default")
        .is_some_and(serde_json::Value::is_null)
    {
        schema.remove("default");
    }
}

/// Settings of bibsync. Each has an environment variable that overrides it: that of
/// sources.dblp.every is `BIBSYNC_SOURCES_DBLP_EVERY`.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(title = "bibsync settings", inline)]
pub(super) struct Raw {
    /// The user of bibsync.
    pub(super) contact: Contact,
    /// The cache of answers.
    pub(super) cache: Cache,
    /// The library of records on this disk.
    pub(super) library: Library,
    /// The sources, and their rates.
    pub(super) sources: Sources,
    /// The linter.
    pub(super) check: Check,
    /// The output.
    pub(super) export: Export,
    /// Refreshes.
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
    /// The cache folder, relative to the folder of this file. By default ./cache if it has a library
    /// folder or answers of bibsync in it, else the user's cache folder.
    #[schemars(with = "String", length(min = 1))]
    pub(super) dir: Option<Spanned<String>>,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(inline)]
pub(super) struct Library {
    /// Further folders of records, which are read and never changed, such as those of a group. Relative
    /// paths are resolved against the folder of this file.
    #[schemars(with = "Vec<String>")]
    pub(super) folders: Option<Spanned<Vec<String>>>,
    /// The URL of DBLP's dump.
    #[schemars(with = "String", regex(pattern = "^https?://"))]
    pub(super) dump: Option<Spanned<String>>,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(inline)]
pub(super) struct Sources {
    /// The sources to use, in order.
    #[schemars(with = "Vec<SourceId>", length(min = 1))]
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

/// The name of a source.
#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase", inline)]
#[expect(dead_code, reason = "read for its schema alone")]
enum SourceId {
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
    /// The base address of the classic API; empty turns it off.
    #[schemars(with = "String", regex(pattern = "^(https?://.*)?$"))]
    pub(super) rest: Option<Spanned<String>>,
    /// The interval between requests, once the burst is used up.
    #[schemars(with = "String", length(min = 1))]
    pub(super) every: Option<Spanned<String>>,
    /// The number of requests that may be sent at once after a pause.
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
    /// The most requests per second for lists and searches.
    #[schemars(with = "f64", extend("exclusiveMinimum" = 0))]
    pub(super) list_per_second: Option<Spanned<f64>>,
    /// The most requests per second for single records.
    #[schemars(with = "f64", extend("exclusiveMinimum" = 0))]
    pub(super) single_per_second: Option<Spanned<f64>>,
    /// The most concurrent requests.
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
    /// The interval between requests.
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
    /// The most requests per second.
    #[schemars(with = "f64", extend("exclusiveMinimum" = 0))]
    pub(super) per_second: Option<Spanned<f64>>,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(inline)]
pub(super) struct Export {
    /// The dialect of the bibliography: classic BibTeX, or biblatex with biber.
    #[schemars(with = "DialectName")]
    pub(super) dialect: Option<Spanned<String>>,
    /// The style: default, acm, ieee, usenix, neurips, plainnat, minimal.
    #[schemars(with = "String", length(min = 1))]
    pub(super) style: Option<Spanned<String>>,
    /// The pattern of citation keys.
    #[schemars(with = "String", length(min = 1))]
    pub(super) keys: Option<Spanned<String>>,
    /// Words and phrases that keep their capitals in titles, spelt as there.
    #[schemars(with = "Vec<String>")]
    pub(super) protect: Option<Spanned<Vec<String>>>,
    /// Whether the note of an entry states that its work was retracted, withdrawn or questioned.
    #[schemars(with = "bool")]
    pub(super) notices: Option<Spanned<bool>>,
    /// Whether the note of an entry without a record states this, as in `unmatched, as listed`.
    #[schemars(with = "bool")]
    pub(super) remarks: Option<Spanned<bool>>,
    /// The names to print for venues, by their full names.
    #[schemars(with = "BTreeMap<String, String>")]
    pub(super) venues: Option<Spanned<BTreeMap<String, String>>>,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(inline)]
pub(super) struct Check {
    /// Codes of rules that `check` ignores, such as N08.
    #[schemars(with = "Vec<String>")]
    pub(super) ignore: Option<Spanned<Vec<String>>>,
    /// References that `check --online` does not judge, with the reason, by their citation keys.
    #[schemars(with = "BTreeMap<String, String>")]
    pub(super) known: Option<Spanned<BTreeMap<String, String>>>,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(inline)]
pub(super) struct Refresh {
    /// A command that is run when a refresh changed something, with the changelog on its input. If this
    /// file is not in your user configuration, the command runs only after `bibsync trust`.
    #[schemars(with = "String", length(min = 1))]
    pub(super) on_change: Option<Spanned<String>>,
}

/// The name of a dialect.
#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase", inline)]
#[expect(dead_code, reason = "read for its schema alone")]
enum DialectName {
    Bibtex,
    Biblatex,
}
