//! What is added, removed and exported, and what is said about it.

use serde_json::json;

use super::{cluster, done, list, machine, paper, schema_of};
use crate::support::Services;

#[test]
fn faulty_list_is_refused_as_by_fetch_and_stays_as_it_was() {
    let Some(cluster) = cluster() else { return };
    let services = Services::knowing((0..3).map(paper), []);
    let sandbox = machine(&services, &cluster.new_schema());
    sandbox.list("lists/ada.json", &list(0, 2));
    done(&sandbox.bibsync(&["team", "add", "lists"]));
    let faulty = json!({"name": "Ada", "publications": [{"titel": "Looms"}]});
    sandbox.list("lists/ada.json", &faulty);
    sandbox.list("lists/bea.json", &list(1, 2));
    let added = sandbox.bibsync(&["team", "add", "lists"]);
    added.refused(&["titel", "2 lists: 1 new, 0 changed, 1 refused"]);
    let fetch = sandbox.bibsync(&["fetch", "lists/ada.json"]);
    for line in fetch.err.lines() {
        assert!(added.err.contains(line), "{added:?} {fetch:?}");
    }
    let worker = sandbox.bibsync(&["team", "worker", "--once"]);
    done(&worker);
    assert!(worker.err.contains("ada: looked up"), "{worker:?}");
    let out = sandbox.bibsync(&["team", "export", "out"]);
    done(&out);
    let bib = sandbox.read("out/ada.bib");
    assert_eq!(bib.matches("\n@").count(), 2, "the former content: {bib}");
}

#[test]
fn files_beside_lists_are_named_and_left_out() {
    let Some(cluster) = cluster() else { return };
    let services = Services::knowing([], []);
    let sandbox = machine(&services, &cluster.new_schema());
    sandbox.list("lists/ada.json", &list(0, 1));
    sandbox.list("lists/README.json", &list(1, 1));
    sandbox.put("lists/deploy.yaml", "services:\n  database: x\n");
    let added = sandbox.bibsync(&["team", "add", "lists"]);
    done(&added);
    for part in [
        "README.json is left out",
        "deploy.yaml is left out",
        "1 list:",
    ] {
        assert!(added.err.contains(part), "{added:?}");
    }
    // A file that is named is meant.
    let named = sandbox.bibsync(&["team", "add", "lists/README.json"]);
    assert!(named.err.contains("1 list: 1 new"), "{named:?}");
}

#[test]
fn nothing_is_removed_or_exported_if_a_name_is_unknown() {
    let Some(cluster) = cluster() else { return };
    let services = Services::knowing([paper(0)], []);
    let sandbox = machine(&services, &cluster.new_schema());
    sandbox.list("ada.json", &list(0, 1));
    done(&sandbox.bibsync(&["team", "add", "ada.json"]));
    for arguments in [
        &["team", "remove", "ada", "adda"][..],
        &["team", "export", "out", "ada", "adda"],
    ] {
        sandbox
            .bibsync(arguments)
            .refused(&["there is no list `adda`"]);
    }
    assert!(!sandbox.has("out"));
    let early = sandbox.bibsync(&["team", "export", "out"]);
    assert!(
        early.err.contains("`ada` has no bibliography yet"),
        "{early:?}"
    );
    let removed = sandbox.bibsync(&["team", "remove", "ada"]);
    assert!(removed.err.contains("removed 1 list: ada"), "{removed:?}");
}

#[test]
fn worker_names_lists_and_no_folders_of_its_own() {
    let Some(cluster) = cluster() else { return };
    let services = Services::knowing([paper(0)], []);
    let store = cluster.new_schema();
    let sandbox = machine(&services, &store);
    sandbox.put(
        "ada.bib",
        "@misc{a, title = {Tracing Looms}, year = {2019}}\n@misc{b, title = {Sorting Kilns}, yeer}\n",
    );
    done(&sandbox.bibsync(&["team", "add", "ada.bib"]));
    let worker = sandbox.bibsync(&["team", "worker", "--once"]);
    done(&worker);
    assert!(worker.err.contains("ada.bib:2"), "{worker:?}");
    assert!(!worker.err.contains("/tmp"), "{worker:?}");
    // An older bibsync took what it could not read.
    let schema = schema_of(&store);
    let broken = format!("UPDATE {schema}.list SET content = '\\x7b', file = 'ada.json', due = 0");
    cluster.sql(&broken).unwrap();
    let worker = sandbox.bibsync(&["team", "worker", "--once"]);
    assert_eq!(worker.code, 3, "{worker:?}");
    assert!(
        worker.err.contains("ada: incomplete: ada.json"),
        "{worker:?}"
    );
    assert!(!worker.err.contains("error"), "{worker:?}");
}
