//! `bibsync.toml` as written: every setting is optional and has its position, so that a fault found
//! later can name the line.

use std::{collections::BTreeMap, fmt};

use schemars::{JsonSchema, Schema, generate::SchemaSettings, transform::RecursiveTransform};
use serde::{
    Deserialize, Deserializer,
    de::{DeserializeSeed, MapAccess, Visitor},
};
use serde_json::Value;
use toml::Spanned;

use super::raw_sources::{self, KnownField, RawSources, SourcesSeed};
use crate::sources::Catalog;

/// Returns the JSON Schema (draft 2020-12) of `bibsync.toml`, for editors.
#[must_use]
pub fn schema() -> Value {
    let mut schema = SchemaSettings::draft2020_12()
        .with_transform(RecursiveTransform(without_null_default))
        .into_generator()
        .into_root_schema_for::<Raw>()
        .to_value();
    schema["properties"]["sources"] = raw_sources::schema(Catalog::BUILT_IN);
    schema
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
#[derive(Debug, Default, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(title = "bibsync settings", inline)]
pub(super) struct Raw {
    /// The user of bibsync.
    pub(super) contact: RawContact,
    /// The cache of answers.
    pub(super) cache: RawCache,
    /// The store of a group.
    pub(super) store: RawStore,
    /// The library of records on this disk.
    pub(super) library: RawLibrary,
    /// The sources, and their rates.
    #[schemars(with = "BTreeMap<String, String>")]
    pub(super) sources: RawSources,
    /// The linter.
    pub(super) check: RawCheck,
    /// The output.
    pub(super) export: RawExport,
    /// Refreshes.
    pub(super) refresh: RawRefresh,
}

/// Reads the settings, with the sections of these sources.
pub(super) struct RawSeed(pub(super) Catalog);

impl<'de> DeserializeSeed<'de> for RawSeed {
    type Value = Raw;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Raw, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for RawSeed {
    type Value = Raw;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("struct Raw")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Raw, A::Error> {
        let sections = KnownField(&[
            "contact", "cache", "store", "library", "sources", "check", "export", "refresh",
        ]);
        let mut raw = Raw::default();
        while let Some(section) = map.next_key_seed(sections)? {
            match section {
                "contact" => raw.contact = map.next_value()?,
                "cache" => raw.cache = map.next_value()?,
                "store" => raw.store = map.next_value()?,
                "library" => raw.library = map.next_value()?,
                "sources" => raw.sources = map.next_value_seed(SourcesSeed(self.0))?,
                "check" => raw.check = map.next_value()?,
                "export" => raw.export = map.next_value()?,
                _ => raw.refresh = map.next_value()?,
            }
        }
        Ok(raw)
    }
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, expecting = "struct Contact")]
#[schemars(inline)]
pub(super) struct RawContact {
    /// Your e-mail address, sent in User-Agent: services can write to you before they block you,
    /// and Crossref serves you from its polite pool.
    #[schemars(with = "String", regex(pattern = r"^[^@\s]+@[^@\s]+\.[^@\s]+$"))]
    pub(super) email: Option<Spanned<String>>,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, expecting = "struct Cache")]
#[schemars(inline)]
pub(super) struct RawCache {
    /// The cache folder, relative to the folder of this file. By default ./cache if it has a library
    /// folder or answers of bibsync in it, else the user's cache folder.
    #[schemars(with = "String", length(min = 1))]
    pub(super) dir: Option<Spanned<String>>,
}

#[derive(Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, expecting = "struct Store")]
#[schemars(inline)]
pub(super) struct RawStore {
    /// The PostgreSQL database with the answers and the rate limits of a group, in place of this user's
    /// files: `postgres://ROLE@HOST/DATABASE`.
    #[schemars(with = "String", regex(pattern = "^postgres(ql)?://"))]
    pub(super) url: Option<Spanned<String>>,
}

/// Without the address, which may have a password.
impl fmt::Debug for RawStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RawStore").finish_non_exhaustive()
    }
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, expecting = "struct Library")]
#[schemars(inline)]
pub(super) struct RawLibrary {
    /// Further folders of records, which are read and never changed, such as those of a group. Relative
    /// paths are resolved against the folder of this file.
    #[schemars(with = "Vec<String>")]
    pub(super) folders: Option<Spanned<Vec<String>>>,
    /// The URL of DBLP's dump.
    #[schemars(with = "String", regex(pattern = "^https?://"))]
    pub(super) dump: Option<Spanned<String>>,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, expecting = "struct Export")]
#[schemars(inline)]
pub(super) struct RawExport {
    /// The dialect of the bibliography: classic BibTeX, or biblatex with biber.
    #[schemars(with = "DialectName")]
    pub(super) dialect: Option<Spanned<String>>,
    /// The style: default, acm, ieee, usenix, neurips, plainnat, vancouver, ama, aps, minimal.
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
#[serde(default, deny_unknown_fields, expecting = "struct Check")]
#[schemars(inline)]
pub(super) struct RawCheck {
    /// Codes of rules that `check` ignores, such as N08.
    #[schemars(with = "Vec<String>")]
    pub(super) ignore: Option<Spanned<Vec<String>>>,
    /// References that `check --online` does not judge, with the reason, by their citation keys.
    #[schemars(with = "BTreeMap<String, String>")]
    pub(super) known: Option<Spanned<BTreeMap<String, String>>>,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, expecting = "struct Refresh")]
#[schemars(inline)]
pub(super) struct RawRefresh {
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
