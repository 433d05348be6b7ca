//! The pre-commit hooks and the GitHub Action, as far as that goes without their services.
#![cfg(unix)]

use saphyr::{LoadableYamlNode as _, Yaml};

use crate::support::{Sandbox, repository};

const LIBRARY: &str = "@article{k, author = {Doe, Jane}, title = {On Persistent Looms and Their Threads}, journal = {J. Cloth}, volume = {7}, pages = {1--9}, year = {2001}, doi = {10.1000/looms}}\n";
const REFS: &str = "@article{a,\n  author = {Doe, Jane},\n  title = {On Persistent Looms and Their Threads},\n  journal = {J. Cloth},\n  year = {2001}\n}\n";

fn folder() -> Sandbox {
    let sandbox = Sandbox::settled("[sources]\nuse = [\"library\"]\n");
    sandbox.put("cache/library/known.bib", LIBRARY);
    sandbox.put("refs.bib", REFS);
    let run = sandbox.in_shell("git init -q . && git add refs.bib && git -c user.name=a -c user.email=a@b.c commit -qm one");
    assert_eq!(run.code, 0, "{run:?}");
    sandbox
}

fn yaml(name: &str) -> String {
    fs_err::read_to_string(repository(name)).unwrap()
}

#[test]
fn hooks_run_commands_that_exist() {
    let text = yaml(".pre-commit-hooks.yaml");
    let documents = Yaml::load_from_str(&text).unwrap();
    let hooks = documents[0].as_sequence().unwrap();
    let entry = |id: &str| -> Vec<String> {
        let named = |hook: &&Yaml<'_>| hook["id"].as_str() == Some(id);
        let hook = hooks.iter().find(named).unwrap();
        let mut words = hook["entry"]
            .as_str()
            .unwrap()
            .split(' ')
            .map(str::to_owned);
        assert_eq!(words.next().as_deref(), Some("bibsync"));
        words.chain(["refs.bib".to_owned()]).collect()
    };
    let sandbox = folder();
    let run = |entry: &[String]| {
        let arguments: Vec<&str> = entry.iter().map(String::as_str).collect();
        sandbox.bibsync(&arguments)
    };
    let check = run(&entry("bibsync-check"));
    assert_eq!(check.code, 0, "{check:?}");
    // What was committed already is not looked at; a new entry is.
    let update = entry("bibsync-update");
    assert_eq!(run(&update).code, 0);
    sandbox.put("refs.bib", &REFS.replace("{a,", "{other,"));
    let found = run(&update);
    assert_eq!((found.code, found.out.as_str()), (1, ""), "{found:?}");
}

#[test]
fn action_makes_a_diff_of_what_a_pull_request_changes() {
    let text = yaml("action.yml");
    let documents = Yaml::load_from_str(&text).unwrap();
    let action = &documents[0];
    assert_eq!(action["runs"]["using"].as_str(), Some("composite"));
    let steps = action["runs"]["steps"].as_sequence().unwrap();
    for step in steps {
        let script = step["run"].as_str().unwrap();
        let sandbox = Sandbox::settled("");
        sandbox.put("step.sh", script);
        let run = sandbox.in_shell("bash -n step.sh");
        assert_eq!(run.code, 0, "{run:?}");
    }
    let update = steps
        .iter()
        .find(|step| step.as_mapping_get("id").and_then(Yaml::as_str) == Some("update"))
        .unwrap();
    let sandbox = folder();
    let base = sandbox.in_shell("git rev-parse HEAD").out;
    sandbox.put("new.bib", &REFS.replace("{a,", "{b,"));
    let commit = sandbox
        .in_shell("git add new.bib && git -c user.name=a -c user.email=a@b.c commit -qm two");
    assert_eq!(commit.code, 0, "{commit:?}");
    sandbox.put("step.sh", update["run"].as_str().unwrap());
    let program = env!("CARGO_BIN_EXE_bibsync");
    sandbox.program("bibsync", &format!("exec '{program}' \"$@\""));
    let script = format!(
        "export PATH=\"$PWD/bin:/usr/bin:/bin\" RUNNER_TEMP=\"$PWD/temp\" GITHUB_OUTPUT=\"$PWD/output\" FILES= OPTIONS='--never pages' BASE={}; mkdir -p temp/bibsync; bash step.sh",
        base.trim()
    );
    let run = sandbox.in_shell(&script);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(
        run.out.starts_with("--- a/new.bib\n+++ b/new.bib\n"),
        "{run:?}"
    );
    assert!(
        run.out.contains("+  doi = {10.1000/looms}") && !run.out.contains("pages"),
        "{run:?}"
    );
    assert_eq!(sandbox.read("output"), "changed=true\n");
    assert_eq!(sandbox.read("temp/bibsync/update.diff"), run.out);
}
