use std::collections::BTreeMap;

use super::{
    Check, ConfigError, ConfigProblem, Email, Export, Library, Refresh, SettingLocation, Settings,
    Sources,
    raw::{self, Raw},
    resolver::{SettingResolver, line, variable},
    services,
    values::{self, text},
};

/// The names of all settings. The environment variable of a setting is `BIBSYNC_` and its name in
/// capitals, with underscores for dots.
const SETTINGS: [&str; 27] = [
    "contact.email",
    "cache.dir",
    "library.folders",
    "library.dump",
    "sources.use",
    "sources.dblp.sparql",
    "sources.dblp.rest",
    "sources.dblp.every",
    "sources.dblp.burst",
    "sources.crossref.endpoint",
    "sources.crossref.list_per_second",
    "sources.crossref.single_per_second",
    "sources.crossref.concurrency",
    "sources.arxiv.endpoint",
    "sources.arxiv.every",
    "sources.datacite.endpoint",
    "sources.datacite.per_second",
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
    let raw = match file {
        Some((name, text)) => parse(name, text)?,
        None => Raw::default(),
    };
    let mut resolver = SettingResolver::new(file, environment);
    let settings = resolve(raw, &mut resolver);
    resolver.finish(settings)
}

/// Returns the variables that look like settings but are none, each with the most similar variable of
/// a setting.
/// Only names that begin like a section's variables are checked: others may belong to flags.
#[must_use]
pub fn stray_variables(environment: &BTreeMap<String, String>) -> Vec<(String, String)> {
    let known: Vec<String> = SETTINGS.into_iter().map(variable).collect();
    let sections = [
        "CONTACT", "CACHE", "LIBRARY", "SOURCES", "EXPORT", "CHECK", "REFRESH",
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

fn parse(name: &str, text: &str) -> Result<Raw, ConfigError> {
    toml::from_str(text).map_err(|wrong| {
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
fn resolve(raw: Raw, resolver: &mut SettingResolver<'_>) -> Option<Settings> {
    // All are resolved before any is used, so that every fault is found.
    let contact = resolver.optional("contact.email", raw.contact.email, |text| {
        Email::parse(&text)
    });
    let dir = raw.cache.dir.map(|dir| resolver.relative_to_file(dir));
    let cache = resolver.optional("cache.dir", dir, values::folder);
    let library = library(raw.library, resolver);
    let sources = sources(raw.sources, resolver);
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
        library: library?,
        sources: sources?,
        export: export?,
        check: Check {
            ignore: ignore?,
            known: known?,
        },
        refresh: Refresh { on_change },
    })
}

fn export(export: raw::Export, resolver: &mut SettingResolver<'_>) -> Option<Export> {
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
    Some(Export {
        dialect: dialect?,
        style: style?,
        keys: keys?,
        protect: protect?,
        notices: notices?,
        remarks: remarks?,
        venues: venues?,
    })
}

fn library(raw: raw::Library, resolver: &mut SettingResolver<'_>) -> Option<Library> {
    let folders = raw
        .folders
        .map(|folders| resolver.all_relative_to_file(folders));
    let folders = resolver.resolve("library.folders", folders, Vec::new(), values::folders);
    let address = text("https://dblp.org/xml/dblp.xml.gz");
    let dump = resolver.resolve("library.dump", raw.dump, address, values::endpoint);
    Some(Library {
        folders: folders?,
        dump: dump?,
    })
}

fn sources(raw: raw::Sources, resolver: &mut SettingResolver<'_>) -> Option<Sources> {
    let all = ["library", "dblp", "crossref", "arxiv", "datacite"].map(text);
    let order = resolver.resolve("sources.use", raw.r#use, all.to_vec(), values::sources);
    let dblp = services::dblp(raw.dblp, resolver);
    let crossref = services::crossref(raw.crossref, resolver);
    let arxiv = services::arxiv(raw.arxiv, resolver);
    let datacite = services::datacite(raw.datacite, resolver);
    Some(Sources {
        order: order?,
        dblp: dblp?,
        crossref: crossref?,
        arxiv: arxiv?,
        datacite: datacite?,
    })
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, num::NonZeroU32, path::Path, time::Duration};

    use super::*;
    use crate::{
        config::{Dialect, Pace},
        model::SourceName,
    };

    fn env(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        pairs.iter().map(owned).collect()
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
        assert_eq!(order, ["library", "dblp", "crossref", "arxiv", "datacite"]);
        let dblp = &settings.sources.dblp;
        assert_eq!(dblp.sparql.as_str(), "https://sparql.dblp.org/sparql");
        assert_eq!(dblp.rest, None);
        assert_eq!(dblp.pace.every, Duration::from_secs(10));
        assert_eq!(dblp.pace.burst.get(), 4);
        let crossref = &settings.sources.crossref;
        assert_eq!(crossref.single, Pace::steady(Duration::from_millis(100)));
        assert_eq!(crossref.concurrency.get(), 3);
        assert_eq!(
            settings.sources.arxiv.pace,
            Pace::steady(Duration::from_secs(3))
        );
        assert_eq!(settings.export.dialect, Dialect::Bibtex);
        assert_eq!(settings.export.keys, "{author}{year}{word}");
        assert_eq!(load(Some(("bibsync.toml", "")), &env(&[])), Ok(settings));
    }

    #[test]
    fn environment_overrides_the_file() {
        let text = "[contact]\nemail = 'a@b.org'\n[cache]\ndir = 'kept'\n\
                    [sources]\nuse = ['dblp']\n[sources.dblp]\nburst = 2\nrest = 'https://dblp.org'\n\
                    [sources.crossref]\nlist_per_second = 2\n";
        let file = Some(("conf/bibsync.toml", text));
        let of_file = load(file, &env(&[])).unwrap();
        assert_eq!(of_file.contact.unwrap().as_str(), "a@b.org");
        assert_eq!(of_file.cache.as_deref(), Some(Path::new("conf/kept")));
        assert_eq!(of_file.sources.order, [SourceName::DBLP]);
        assert_eq!(of_file.sources.dblp.pace.burst, NonZeroU32::new(2).unwrap());
        assert_eq!(
            of_file.sources.crossref.list,
            Pace::steady(Duration::from_millis(500))
        );

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
        assert_eq!(both.contact.unwrap().as_str(), "c@d.org");
        assert_eq!(both.cache.as_deref(), Some(Path::new("elsewhere")));
        assert_eq!(both.sources.order, [SourceName::LIBRARY, SourceName::ARXIV]);
        assert_eq!(both.sources.dblp.pace.burst.get(), 3);
        assert_eq!(both.sources.dblp.rest, None);
        assert_eq!(
            both.sources.crossref.list,
            Pace::steady(Duration::from_secs(2))
        );
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
                "BIBSYNC_SOURCES_USE: `dlbp` is not a source, did you mean `dblp`? There are library, dblp, crossref, arxiv, datacite",
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
        for setting in SETTINGS {
            let name = variable(setting);
            let variables = env(&[(&name, "\u{1}")]);
            match load(None, &variables) {
                Err(wrong) => assert_eq!(wrong.problems[0].place, SettingLocation::Variable(name)),
                Ok(settings) => assert_ne!(settings, load(None, &env(&[])).unwrap(), "{name}"),
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
        assert_eq!(found, SETTINGS.map(str::to_owned).into());
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
