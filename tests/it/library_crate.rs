//! The library as another program uses it, without the command line.

use std::{collections::BTreeMap, path::Path};

use bibsync::{
    bibliography::{Bibliography, BibliographyFiles, Scope, WriteMode, list},
    config::{self, Settings},
    profile,
    session::{Environment, NetworkMode, Session},
    sync::{Event, Listed},
};

const RECORDS: &str = "@inproceedings{Doe23,
  title = {Sorting Strings in Cache-Oblivious Memory},
  author = {Jane Doe and Ada Example},
  booktitle = {Proceedings of the Conference on Sorting},
  year = {2023},
}
";

const PROFILE: &str = r#"{"name": "Ada Example", "publications": [{
    "title": "Sorting Strings in Cache-Oblivious Memory",
    "authors": ["Jane Doe", null],
    "year": 2023
}]}"#;

fn now() -> jiff::Timestamp {
    "2026-03-01T12:00:00Z".parse().unwrap()
}

fn lists() -> [Listed; 1] {
    let profile = profile::parse(PROFILE, "profile.json").unwrap();
    [list("profile.json", profile)]
}

/// Settings and an offline session over one record.
fn offline(home: &Path) -> (Settings, Session) {
    let library = home.join("cache/library");
    fs_err::create_dir_all(&library).unwrap();
    fs_err::write(library.join("own.bib"), RECORDS).unwrap();
    let settings = config::load(None, &BTreeMap::new()).unwrap();
    let environment = Environment::new(now, home.join("state"));
    let cache = home.join("cache");
    let session = Session::open(&settings, &cache, NetworkMode::Offline, environment, None);
    (settings, session.unwrap())
}

#[tokio::test]
async fn second_run_in_memory_keeps_an_edit() {
    let home = tempfile::tempdir().unwrap();
    let (settings, session) = offline(home.path());
    let first = Bibliography::new(&settings).unwrap();
    let quiet = |_: &Event| ();
    let resolved = first.resolve(&lists(), &session, &quiet).await.unwrap();
    let updated = first.update(resolved.lock);
    assert_eq!(updated.lock.works.len(), 1);
    assert!(
        updated.text.contains("year      = {2023}"),
        "{}",
        updated.text
    );

    let edited = updated.text.replace("{2023}", "{2024}");
    let second = Bibliography::new(&settings)
        .unwrap()
        .continued(updated.lock, edited.as_str());
    let resolved = second.resolve(&lists(), &session, &quiet).await.unwrap();
    let updated = second.update(resolved.lock);
    assert!(
        updated.text.contains("year      = {2024}"),
        "{}",
        updated.text
    );
}

#[tokio::test]
async fn files_stay_untouched_when_nothing_changed() {
    let home = tempfile::tempdir().unwrap();
    let (settings, session) = offline(home.path());
    let (output, lock) = ("references.bib", "references.lock");
    let [output, lock] = [output, lock].map(|name| home.path().join(name));
    let state = home.path().join("state");
    let inputs = ["profile.json".to_owned()];
    for is_new in [true, false] {
        let files = BibliographyFiles::open(&output, &lock, &state, || ()).unwrap();
        let resolved = files
            .resolve(&lists(), &session, &settings, Scope::All, &|_: &Event| ())
            .await
            .unwrap();
        let outcome = files
            .write(resolved.lock, &settings, &inputs, WriteMode::Merge)
            .unwrap();
        assert_eq!(outcome.is_new, is_new);
        assert_eq!(fs_err::read_to_string(&output).unwrap(), outcome.text);
    }
}
