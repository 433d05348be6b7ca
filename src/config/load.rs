use std::collections::BTreeMap;

use serde::de::DeserializeSeed as _;

use super::{
    CheckSettings, ConfigError, ConfigProblem, Email, ExportSettings, LibrarySettings,
    RefreshSettings, SettingLocation, Settings, SourceSettings, Sources,
    raw::{self, Raw, RawSeed},
    raw_sources::{self, UsedSources},
    resolver::{SettingResolver, line, variable},
    source_settings::SourceSettingReader,
    values::{self, text},
};
use crate::{
    cache::{StoreAddress, with_causes},
    sources::{Catalog, Setting},
};

/// The names of the settings up to those of single sources. The environment variable of a setting is
/// `BIBSYNC_` and its name in capitals, with underscores for dots.
const FIRST_SETTINGS: [&str; 6] = [
    "contact.email",
    "cache.dir",
    "store.url",
    "library.folders",
    "library.dump",
    "sources.use",
];

/// The names of the settings after those of single sources.
const LAST_SETTINGS: [&str; 10] = [
    "export.dialect",
    "export.style",
    "export.keys",
    "export.protect",
    "export.notices",
    "export.remarks",
    "export.venues",
    "check.ignore",
    "check.known",
    "refresh.on_change",
];

/// Returns the names of all settings.
fn names(catalog: Catalog) -> impl Iterator<Item = &'static str> {
    let of_sources = catalog.iter().flat_map(|source| source.settings);
    let of_sources = of_sources.map(Setting::name);
    FIRST_SETTINGS
        .into_iter()
        .chain(of_sources)
        .chain(LAST_SETTINGS)
}

/// Resolves every setting: the environment's value, else the file's, else the default.
///
/// `file` is the name of the file for messages, and its text, if there is one. A blank variable
/// counts as not set, because CI services leave missing secrets blank.
///
/// # Errors
/// Reports the first fault when the text is not TOML, or has an unknown name or a value of the wrong
/// type. Else reports every invalid value.
pub fn load(
    file: Option<(&str, &str)>,
    environment: &BTreeMap<String, String>,
) -> Result<Settings, ConfigError> {
    load_for(Catalog::BUILT_IN, file, environment)
}

/// As [`load`], for a program with these sources.
///
/// # Errors
/// As [`load`].
pub fn load_for(
    catalog: Catalog,
    file: Option<(&str, &str)>,
    environment: &BTreeMap<String, String>,
) -> Result<Settings, ConfigError> {
    let raw = match file {
        Some((name, text)) => parse(name, text, catalog)?,
        None => Raw::default(),
    };
    let mut resolver = SettingResolver::new(file, environment);
    let settings = resolve(raw, catalog, environment, &mut resolver);
    resolver.finish(settings)
}

/// Returns the variables that look like settings but are none, each with the most similar variable of
/// a setting.
/// Only names that begin like a section's variables are checked: others may belong to flags.
#[must_use]
pub fn stray_variables(environment: &BTreeMap<String, String>) -> Vec<(String, String)> {
    let known: Vec<String> = names(Catalog::BUILT_IN).map(variable).collect();
    let sections = [
        "CONTACT", "CACHE", "STORE", "LIBRARY", "SOURCES", "EXPORT", "CHECK", "REFRESH",
    ];
    let settings = |name: &&String| {
        sections
            .iter()
            .any(|section| name.starts_with(&format!("BIBSYNC_{section}_")))
    };
    environment
        .keys()
        .filter(settings)
        .filter(|name| !known.contains(name))
        .map(|name| {
            let similar = values::suggestion(name, known.iter().map(String::as_str));
            (name.clone(), similar.unwrap_or_default().to_owned())
        })
        .collect()
}

fn parse(name: &str, text: &str, catalog: Catalog) -> Result<Raw, ConfigError> {
    let read = toml::Deserializer::parse(text).and_then(|file| RawSeed(catalog).deserialize(file));
    read.map_err(|wrong| {
        let start = wrong.span().map_or(0, |span| span.start);
        let message = wrong
            .message()
            .replace("expected f64", "expected a number")
            .replace("expected i64", "expected a whole number")
            .replace("expected a sequence", "expected a list")
            .replace("expected struct ", "expected a section: ");
        ConfigError {
            problems: vec![ConfigProblem {
                place: SettingLocation::File {
                    file: name.to_owned(),
                    line: line(text, start),
                    setting: None,
                },
                message,
            }],
        }
    })
}

/// Returns `None` only after a fault.
fn resolve(
    raw: Raw,
    catalog: Catalog,
    environment: &BTreeMap<String, String>,
    resolver: &mut SettingResolver<'_>,
) -> Option<Settings> {
    // All are resolved before any is used, so that every fault is found.
    let contact = resolver.optional("contact.email", raw.contact.email, |text| {
        Email::parse(&text)
    });
    let dir = raw.cache.dir.map(|dir| resolver.relative_to_file(dir));
    let cache = resolver.optional("cache.dir", dir, values::folder);
    let store = store(raw.store, environment, resolver);
    let library = library(raw.library, resolver);
    let sources = sources(raw.sources, catalog, resolver);
    let export = export(raw.export, resolver);
    let ignore = resolver.resolve("check.ignore", raw.check.ignore, Vec::new(), values::codes);
    let known = resolver.resolve(
        "check.known",
        raw.check.known,
        BTreeMap::new(),
        values::reasons,
    );
    let on_change = resolver.optional("refresh.on_change", raw.refresh.on_change, values::command);
    Some(Settings {
        contact,
        cache,
        store,
        library: library?,
        sources: sources?,
        export: export?,
        check: CheckSettings {
            ignore: ignore?,
            known: known?,
        },
        refresh: RefreshSettings { on_change },
    })
}

/// Resolves the address of the store. `BIBSYNC_STORE` is the short name of its variable.
fn store(
    raw: raw::RawStore,
    environment: &BTreeMap<String, String>,
    resolver: &mut SettingResolver<'_>,
) -> Option<StoreAddress> {
    let read = |address: String| {
        StoreAddress::read(&address, &|name| environment.get(name).cloned())
            .map_err(|error| with_causes(&error))
    };
    let long = resolver.optional("store.url", raw.url, read);
    resolver.optional("store", None, read).or(long)
}

fn export(export: raw::RawExport, resolver: &mut SettingResolver<'_>) -> Option<ExportSettings> {
    let dialect = resolver.resolve(
        "export.dialect",
        export.dialect,
        text("bibtex"),
        values::dialect,
    );
    let pattern = text("{author}{year}{word}");
    let keys = resolver.resolve("export.keys", export.keys, pattern, values::keys);
    let style = resolver.resolve("export.style", export.style, text("default"), values::style);
    let protect = resolver.resolve(
        "export.protect",
        export.protect,
        Vec::new(),
        values::protect,
    );
    let notices = resolver.resolve("export.notices", export.notices, false, Ok);
    let remarks = resolver.resolve("export.remarks", export.remarks, false, Ok);
    let venues = resolver.resolve(
        "export.venues",
        export.venues,
        BTreeMap::new(),
        values::venues,
    );
    Some(ExportSettings {
        dialect: dialect?,
        style: style?,
        keys: keys?,
        protect: protect?,
        notices: notices?,
        remarks: remarks?,
        venues: venues?,
    })
}

fn library(raw: raw::RawLibrary, resolver: &mut SettingResolver<'_>) -> Option<LibrarySettings> {
    let folders = raw
        .folders
        .map(|folders| resolver.all_relative_to_file(folders));
    let folders = resolver.resolve("library.folders", folders, Vec::new(), values::folders);
    let address = text("https://dblp.org/xml/dblp.xml.gz");
    let dump = resolver.resolve("library.dump", raw.dump, address, values::endpoint);
    Some(LibrarySettings {
        folders: folders?,
        dump: dump?,
    })
}

fn sources(
    raw: raw_sources::RawSources,
    catalog: Catalog,
    resolver: &mut SettingResolver<'_>,
) -> Option<Sources> {
    let automatic = UsedSources(vec![values::AUTOMATIC.to_owned()]);
    let used = resolver.resolve("sources.use", raw.r#use, automatic, |names| {
        values::sources(names.0, catalog)
    });
    let mut reader = SourceSettingReader {
        values: raw.values,
        resolver,
    };
    let configured: Vec<_> = catalog
        .iter()
        .map(|descriptor| {
            let source = (descriptor.configure)(&mut reader)?;
            Some(SourceSettings { descriptor, source })
        })
        .collect();
    let usual = catalog.iter().filter(|source| source.is_default);
    let used = used?;
    Some(Sources {
        is_automatic: used.is_none(),
        order: used.unwrap_or_else(|| usual.map(|source| source.name).collect()),
        configured: configured.into_iter().collect::<Option<_>>()?,
    })
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, path::Path};

    use super::*;
    use crate::{config::Dialect, model::SourceName};

    fn env(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        pairs.iter().map(owned).collect()
    }

    /// Returns a source as configured, in Rust's notation.
    fn source(settings: &Settings, name: &str) -> String {
        let mut configured = settings.sources.configured.iter();
        let found = configured.find(|it| it.descriptor.name.as_str() == name);
        format!("{:?}", found.unwrap().source)
    }

    fn faults(text: &str, variables: &[(&str, &str)]) -> Vec<String> {
        let wrong = load(Some(("bibsync.toml", text)), &env(variables)).unwrap_err();
        wrong.problems.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn defaults_apply_when_nothing_is_set() {
        let settings = load(None, &env(&[])).unwrap();
        assert_eq!((&settings.contact, &settings.cache), (&None, &None));
        let order: Vec<_> = settings
            .sources
            .order
            .iter()
            .map(SourceName::as_str)
            .collect();
        assert_eq!(
            order,
            ["library", "dblp", "crossref", "arxiv", "datacite", "doi"]
        );
        let shown = source(&settings, "dblp");
        assert!(shown.contains("\"sparql.dblp.org\""), "{shown}");
        for part in ["rest: None", "every: 10s", "burst: 4"] {
            assert!(shown.contains(part), "{shown}");
        }
        let shown = source(&settings, "crossref");
        for part in ["list: 333.333333ms", "single: 100ms", "concurrency: 3"] {
            assert!(shown.contains(part), "{shown}");
        }
        let shown = source(&settings, "arxiv");
        assert!(shown.contains("every: 3s"), "{shown}");
        assert_eq!(settings.export.dialect, Dialect::Bibtex);
        assert_eq!(settings.export.keys, "{author}{year}{word}");
        let empty = load(Some(("bibsync.toml", "")), &env(&[])).unwrap();
        assert_eq!(format!("{empty:?}"), format!("{settings:?}"));
    }

    #[test]
    fn environment_overrides_the_file() {
        let text = "[contact]\nemail = 'a@b.org'\n[cache]\ndir = 'kept'\n\
                    [sources]\nuse = ['dblp']\n[sources.dblp]\nburst = 2\nrest = 'https://dblp.org'\n\
                    [sources.crossref]\nlist_per_second = 2\n";
        let file = Some(("conf/bibsync.toml", text));
        let of_file = load(file, &env(&[])).unwrap();
        let dblp = source(&of_file, "dblp");
        assert!(dblp.contains("burst: 2"), "{dblp}");
        let crossref = source(&of_file, "crossref");
        assert!(crossref.contains("list: 500ms"), "{crossref}");
        assert_eq!(of_file.contact.unwrap().as_str(), "a@b.org");
        assert_eq!(of_file.cache.as_deref(), Some(Path::new("conf/kept")));
        assert_eq!(of_file.sources.order, [SourceName::DBLP]);

        let variables = env(&[
            ("BIBSYNC_CONTACT_EMAIL", "c@d.org"),
            ("BIBSYNC_CACHE_DIR", "elsewhere"),
            ("BIBSYNC_SOURCES_USE", " library, arxiv "),
            ("BIBSYNC_SOURCES_DBLP_BURST", "3"),
            ("BIBSYNC_SOURCES_DBLP_REST", ""),
            ("BIBSYNC_SOURCES_CROSSREF_LIST_PER_SECOND", "0.5"),
            ("BIBSYNC_EXPORT_DIALECT", "biblatex"),
            ("BIBSYNC_EXPORT_KEYS", " "),
        ]);
        let both = load(file, &variables).unwrap();
        let dblp = source(&both, "dblp");
        assert!(
            dblp.contains("burst: 3") && dblp.contains("rest: None"),
            "{dblp}"
        );
        let crossref = source(&both, "crossref");
        assert!(crossref.contains("list: 2s"), "{crossref}");
        assert_eq!(both.contact.unwrap().as_str(), "c@d.org");
        assert_eq!(both.cache.as_deref(), Some(Path::new("elsewhere")));
        assert_eq!(both.sources.order, [SourceName::LIBRARY, SourceName::ARXIV]);
        assert_eq!(both.export.dialect, Dialect::Biblatex);
        assert_eq!(both.export.keys, "{author}{year}{word}");
    }

    #[test]
    fn all_faults_are_reported_with_their_place() {
        assert_eq!(
            faults(
                "[contact]\nemail = 'me'\n\n[sources.dblp]\nevery = '0s'\nsparql = 'dblp.org'\n",
                &[
                    ("BIBSYNC_SOURCES_DBLP_BURST", "many"),
                    ("BIBSYNC_SOURCES_USE", "dlbp")
                ],
            ),
            [
                "bibsync.toml:2: contact.email: `me` is not an e-mail address such as you@example.org",
                "BIBSYNC_SOURCES_USE: `dlbp` is not a source, did you mean `dblp`? There are library, dblp, crossref, arxiv, datacite, doi, europepmc, inspire, openalex, k10plus, orcid",
                "bibsync.toml:6: sources.dblp.sparql: `dblp.org` is not an address: expected http:// or https:// and a host",
                "bibsync.toml:5: sources.dblp.every: `0s` is not a duration above zero such as 10s or 500ms",
                "BIBSYNC_SOURCES_DBLP_BURST: `many` is not a whole number",
            ]
        );
    }

    #[test]
    fn malformed_file_is_rejected() {
        assert_eq!(
            faults("[contact]\nemial = 'a@b.org'", &[]),
            ["bibsync.toml:2: unknown field `emial`, expected `email`"]
        );
        assert_eq!(
            faults("[sources.crossref]\n\nlist_per_second = 'x'", &[]),
            ["bibsync.toml:3: invalid type: string \"x\", expected a number"]
        );
        let [broken] = faults("[contact\n", &[]).try_into().unwrap();
        assert!(broken.starts_with("bibsync.toml:1: "), "{broken}");
    }

    #[test]
    fn every_setting_has_an_environment_variable() {
        let default = load(None, &env(&[])).unwrap();
        for setting in names(Catalog::BUILT_IN) {
            let name = variable(setting);
            let variables = env(&[(&name, "\u{1}")]);
            match load(None, &variables) {
                Err(wrong) => assert_eq!(wrong.problems[0].place, SettingLocation::Variable(name)),
                Ok(settings) => {
                    assert_ne!(format!("{settings:?}"), format!("{default:?}"), "{name}");
                }
            }
        }
    }

    #[test]
    fn schema_has_every_setting() {
        fn leaves(schema: &serde_json::Value, path: &str, found: &mut BTreeSet<String>) {
            match schema["properties"].as_object() {
                Some(properties) => properties.iter().for_each(|(name, property)| {
                    assert!(property["description"].is_string(), "{path}{name}");
                    leaves(property, &format!("{path}{name}."), found);
                }),
                None => {
                    found.insert(path.trim_end_matches('.').to_owned());
                }
            }
        }
        let mut found = BTreeSet::new();
        leaves(&crate::config::schema(), "", &mut found);
        let names = names(Catalog::BUILT_IN).map(str::to_owned);
        assert_eq!(found, names.collect());
    }

    #[test]
    fn unknown_variables_are_reported() {
        let variables = env(&[
            ("BIBSYNC_CONTACT_MAIL", ""),
            ("BIBSYNC_LOG", "debug"),
            ("BIBSYNC_CACHE_DIR", "x"),
        ]);
        assert_eq!(
            stray_variables(&variables),
            [(text("BIBSYNC_CONTACT_MAIL"), text("BIBSYNC_CONTACT_EMAIL"))]
        );
    }
}
