//! Profiles as files: those that are right are read, those that are not say what their file's
//! name says, and the schema agrees with the reader on both.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that panics has failed, as it should"
)]

mod schema;

use std::path::{Path, PathBuf};

use bibsync::{
    config,
    model::ListedAuthor,
    profile::{self, Profile},
};
use serde_json::Value;

/// Invalid profiles in which a schema can't see the fault.
const BEYOND_A_SCHEMA: [&str; 7] = [
    "braces-unbalanced",
    "field-names-in-two-cases",
    "field-twice",
    "isbn-check-digit",
    "orcid-check-digit",
    "pinned-and-refused",
    "same-key-twice",
];

#[test]
fn valid_profiles_are_read() {
    for path in json_files("tests/fixtures/profiles/valid") {
        let (name, text) = named_text(&path);
        if let Err(wrong) = profile::parse(&text, &name) {
            panic!("{wrong}");
        }
    }
}

/// Beside each invalid profile lies the whole message it must give.
#[test]
fn invalid_profiles_say_what_is_wrong() {
    for path in json_files("tests/fixtures/profiles/invalid") {
        let (name, text) = named_text(&path);
        let expected = fs_err::read_to_string(path.with_extension("txt")).unwrap();
        let Err(wrong) = profile::parse(&text, &name) else {
            panic!("{name} was taken for a profile");
        };
        assert_eq!(format!("{wrong}\n"), expected, "{name}");
    }
}

/// A file cut off anywhere is refused with its line, whatever it was cut in.
#[test]
fn a_profile_cut_short_is_refused() {
    let path = Path::new("tests/fixtures/profiles/valid/every-field.json");
    let text = fs_err::read_to_string(path).unwrap();
    let text = text.trim_end();
    for (end, _) in text.char_indices() {
        let Err(wrong) = profile::parse(&text[..end], "cut.json") else {
            panic!("cut at {end} it was taken for a profile");
        };
        assert_eq!(wrong.problems.len(), 1);
        let line = text[..end].lines().count().max(1);
        assert!(wrong.problems[0].line.abs_diff(line) <= 1, "{wrong}");
    }
}

#[test]
fn the_schema_accepts_what_the_reader_accepts() {
    let schema = profile::schema();
    for path in json_files("tests/fixtures/profiles/valid") {
        let (name, text) = named_text(&path);
        let instance = serde_json::from_str(text.trim_start_matches('\u{feff}')).unwrap();
        assert_eq!(schema::fault(&schema, &instance), None, "{name}");
    }
    for path in json_files("tests/fixtures/profiles/invalid") {
        let (name, text) = named_text(&path);
        let Ok(instance) = serde_json::from_str(&text) else {
            continue;
        };
        let beyond = BEYOND_A_SCHEMA.contains(&path.file_stem().unwrap().to_str().unwrap());
        let fault = schema::fault(&schema, &instance);
        assert_eq!(fault.is_none(), beyond, "{name}: {fault:?}");
    }
}

/// So that one fault does not hide that the next is unknown to the schema.
#[test]
fn the_schema_agrees_publication_by_publication() {
    let schema = profile::schema();
    for path in json_files("tests/fixtures/profiles/invalid") {
        let (name, text) = named_text(&path);
        let Some(publications) = serde_json::from_str::<Value>(&text)
            .ok()
            .and_then(|root| root["publications"].as_array().cloned())
        else {
            continue;
        };
        for publication in publications {
            let alone = serde_json::json!({ "publications": [publication] });
            let read = profile::parse(&alone.to_string(), &name);
            if BEYOND_A_SCHEMA.contains(&path.file_stem().unwrap().to_str().unwrap()) {
                continue;
            }
            let fault = schema::fault(&schema, &alone);
            assert_eq!(read.is_ok(), fault.is_none(), "{name}: {alone}");
        }
    }
}

#[test]
fn the_schemas_checked_in_are_those_of_the_code() {
    for (name, schema) in [("profile", profile::schema()), ("config", config::schema())] {
        let file = format!("{name}.schema.json");
        let checked_in = fs_err::read_to_string(&file).unwrap();
        assert!(
            checked_in == format!("{schema:#}\n"),
            "{file} is out of date: run `cargo run --example schema -- {name} > {file}`"
        );
    }
}

#[test]
fn the_examples_are_profiles() {
    let schema = profile::schema();
    let mut listed = Vec::new();
    for path in json_files("examples") {
        let (name, text) = named_text(&path);
        let profile = profile::parse(&text, &name).unwrap();
        let instance = serde_json::from_str(&text).unwrap();
        assert_eq!(schema::fault(&schema, &instance), None, "{name}");
        assert!(is_among_the_authors(&profile), "{name}");
        listed.push((name, profile.publications.len()));
    }
    let listed: Vec<_> = listed.iter().map(|(n, c)| (n.as_str(), *c)).collect();
    assert_eq!(
        listed,
        [
            ("liangyu-zhao.json", 9),
            ("zezhou-wang.json", 5),
            ("zhongzhu-zhou.json", 22),
            ("zhuang-wang.json", 25),
        ]
    );
}

/// The person is an author of everything of which the authors are listed in full.
fn is_among_the_authors(profile: &Profile) -> bool {
    let person = profile.person.name.clone().unwrap();
    profile
        .publications
        .iter()
        .filter(|listing| listing.authors_complete)
        .all(|listing| {
            listing.authors.iter().any(|author| match author {
                ListedAuthor::Person => true,
                ListedAuthor::Named(name) => *name == person,
            })
        })
}

#[test]
fn the_example_settings_are_the_defaults() {
    let text = fs_err::read_to_string("config.example.toml").unwrap();
    let nothing = std::collections::BTreeMap::new();
    let example = config::load(Some(("config.example.toml", &text)), &nothing).unwrap();
    let default = config::load(None, &nothing).unwrap();
    assert_eq!(format!("{example:?}"), format!("{default:?}"));

    let set: toml::Table = text.parse().unwrap();
    let instance = serde_json::to_value(set).unwrap();
    assert_eq!(schema::fault(&config::schema(), &instance), None);

    // What has no default stands there too, behind a `#`, so that the example shows every setting.
    let uncommented = text
        .lines()
        .map(|line| line.strip_prefix("# ").filter(|l| l.contains(" = \"")))
        .zip(text.lines())
        .map(|(setting, line)| setting.unwrap_or(line))
        .collect::<Vec<_>>()
        .join("\n");
    let all: toml::Table = uncommented.parse().unwrap();
    let all = serde_json::to_value(all).unwrap();
    let known = settings(&config::schema(), "");
    assert_eq!(leaves(&all, "", &known), known);
}

/// The settings in a file, by their dotted names in order; one of the `known` may be a table.
fn leaves(value: &Value, path: &str, known: &[String]) -> Vec<String> {
    match value.as_object() {
        Some(table) if !known.iter().any(|setting| setting == path) => table
            .iter()
            .flat_map(|(name, value)| leaves(value, &format!("{path}.{name}"), known))
            .collect(),
        _ => vec![path.to_owned()],
    }
}

/// The settings a schema knows, by their dotted names in order.
fn settings(schema: &Value, path: &str) -> Vec<String> {
    match schema["properties"].as_object() {
        Some(table) => table
            .iter()
            .flat_map(|(name, schema)| settings(schema, &format!("{path}.{name}")))
            .collect(),
        None => vec![path.to_owned()],
    }
}

/// The JSON files of a folder of this package, by name.
fn json_files(folder: &str) -> Vec<PathBuf> {
    let entries = fs_err::read_dir(folder).unwrap();
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "json"))
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "{folder} holds no JSON");
    paths
}

fn named_text(path: &Path) -> (String, String) {
    let name = path.file_name().unwrap().to_str().unwrap().to_owned();
    (name, fs_err::read_to_string(path).unwrap())
}
