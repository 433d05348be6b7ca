//! `bibsync init`: a first profile and settings, from options or from answers; what is there stays.

use serde_json::{Value, json};

use crate::support::{Sandbox, Services, aurora, gemini, zhuang};

/// An empty folder.
fn empty() -> Sandbox {
    let sandbox = Sandbox::cut_off();
    fs_err::remove_file(sandbox.path("bibsync.toml")).unwrap();
    sandbox
}

fn profile(sandbox: &Sandbox) -> Value {
    serde_json::from_str(&sandbox.read("profile.json")).unwrap()
}

const CV: &str = "# Ada Example\n\n## Publications\n\n- Ada Example, Bob Roe. *Fast Sorting of Strings*. In submission, 2026.\n";

#[test]
fn options_make_a_profile_and_settings_that_a_run_takes() {
    let sandbox = empty();
    sandbox.put("cv.md", CV);
    let run = sandbox.bibsync(&["init", "--yes", "cv.md", "--email", "ada@example.org"]);
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{run:?}");
    assert_eq!(
        sandbox.read("bibsync.toml").lines().next(),
        Some("#:schema ./.bibsync/config.schema.json")
    );
    assert!(
        sandbox
            .read("bibsync.toml")
            .contains("\nemail = \"ada@example.org\"\n")
    );
    let made = profile(&sandbox);
    assert_eq!(made["$schema"], "./.bibsync/profile.schema.json");
    assert_eq!(made["name"], "Ada Example");
    assert_eq!(made["publications"][0]["title"], "Fast Sorting of Strings");
    for (name, schema) in [
        ("profile", bibsync::profile::schema()),
        ("config", bibsync::config::schema()),
    ] {
        let written = sandbox.read(&format!(".bibsync/{name}.schema.json"));
        assert_eq!(serde_json::from_str::<Value>(&written).unwrap(), schema);
    }
    let run = sandbox.bibsync(&["fetch", "--offline", "profile.json"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(sandbox.bib().contains("Fast Sorting of Strings"));
}

#[test]
fn answers_make_the_same_and_wrong_ones_are_asked_for_again() {
    let sandbox = empty();
    sandbox.put("cv.md", CV);
    let typed = "no.md\ncv.md\n\nnobody\n0000-0002-1825-0097\nada\nada@example.org\n";
    let run = sandbox.bibsync_reading(&["init"], typed);
    assert_eq!(run.code, 0, "{run:?}");
    for said in [
        "no.md",
        "[Ada Example]",
        "`nobody` is not",
        "`ada` is not an e-mail",
    ] {
        assert!(run.err.contains(said), "no `{said}` in {}", run.err);
    }
    let made = profile(&sandbox);
    assert_eq!(made["ids"], json!({ "orcid": "0000-0002-1825-0097" }));
    assert_eq!(made["publications"].as_array().unwrap().len(), 1);
    let answered = sandbox.names();
    let other = empty();
    other.put("cv.md", CV);
    let run = other.bibsync(&[
        "init",
        "-y",
        "cv.md",
        "--email",
        "ada@example.org",
        "--orcid",
        "0000-0002-1825-0097",
    ]);
    assert_eq!((run.code, other.names()), (0, answered), "{run:?}");
    for file in ["profile.json", "bibsync.toml"] {
        assert_eq!(sandbox.read(file), other.read(file));
    }
}

#[test]
fn a_name_alone_is_enough() {
    let sandbox = empty();
    let run = sandbox.bibsync(&["init", "--yes", "--name", "Roe, Bob"]);
    assert_eq!(run.code, 0, "{run:?}");
    let made = profile(&sandbox);
    assert_eq!(
        (&made["name"], &made["publications"]),
        (&json!("Bob Roe"), &json!([]))
    );
    let run = sandbox.bibsync(&["fetch", "--offline", "profile.json"]);
    assert_eq!(run.code, 0, "{run:?}");
    let sandbox = empty();
    sandbox.bibsync(&["init", "--yes"]).refused(&["--name"]);
    assert_eq!(sandbox.names(), ["cache"], "nothing is written");
}

#[test]
fn what_is_there_is_never_overwritten() {
    let sandbox = empty();
    sandbox.put("profile.json", "{}");
    sandbox
        .bibsync(&["init", "--yes", "--name", "Bob Roe"])
        .refused(&["profile.json is there already", "bibsync import"]);
    assert!(!sandbox.has("bibsync.toml"));
    let run = sandbox.bibsync_reading(&["init"], "bob@example.org\n");
    assert_eq!(run.code, 0, "only the address is asked for: {run:?}");
    assert_eq!(sandbox.read("profile.json"), "{}");
    let settings = sandbox.read("bibsync.toml");
    assert!(settings.contains("bob@example.org"), "{settings}");
    sandbox
        .bibsync(&["init", "--yes"])
        .refused(&["nothing to write"]);
    assert_eq!(sandbox.read("bibsync.toml"), settings);

    let sandbox = empty();
    sandbox.put("bibsync.toml", "[export]\nstyle = \"acm\"\n");
    sandbox
        .bibsync(&[
            "init",
            "--yes",
            "--name",
            "Bob Roe",
            "--email",
            "bob@example.org",
        ])
        .refused(&["--email would have no effect", "[contact]"]);
    let run = sandbox.bibsync(&["init", "--yes", "--name", "Bob Roe"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(sandbox.read("bibsync.toml"), "[export]\nstyle = \"acm\"\n");
    assert_eq!(profile(&sandbox)["name"], "Bob Roe");
}

#[cfg(unix)] // where the folder of the user's settings is below HOME
#[test]
fn the_users_own_settings_are_not_hidden_by_new_ones() {
    let sandbox = empty();
    sandbox.put(
        "nobody/.config/bibsync/bibsync.toml",
        "[contact]\nemail = \"bob@example.org\"\n",
    );
    let run = sandbox.bibsync_reading(&["init"], "\nBob Roe\n\n");
    assert_eq!(run.code, 0, "no address is asked for: {run:?}");
    assert!(sandbox.has("profile.json") && !sandbox.has("bibsync.toml"));
}

#[test]
fn a_page_gives_the_publications_unless_it_can_not_be_read() {
    let services = Services::knowing([gemini(), aurora()], [zhuang()]);
    let pid = zhuang().pid;
    let sandbox = Sandbox::at(&services);
    let run = sandbox.bibsync(&["init", "--yes", "--dblp", &pid]);
    assert_eq!(run.code, 0, "{run:?}");
    let made = profile(&sandbox);
    assert_eq!(made["name"], "Zhuang Wang");
    let listed = made["publications"].as_array().unwrap();
    assert!(
        listed.iter().any(|it| it["title"] == json!(gemini().title)),
        "{made}"
    );

    let before = services.total();
    let offline = Sandbox::at(&services);
    let name = ["--name", "Zhuang Wang", "--dblp", &pid];
    let run = offline.bibsync(&[&["init", "--yes", "--offline"][..], &name].concat());
    assert_eq!((run.code, services.total()), (0, before), "{run:?}");
    assert!(
        run.err.contains(&format!("bibsync import --dblp {pid}")),
        "{run:?}"
    );
    assert_eq!(profile(&offline)["ids"]["dblp"], json!(pid));

    let cut_off = Sandbox::cut_off();
    let run = cut_off.bibsync(&[&["init", "--yes"][..], &name].concat());
    assert_eq!(run.code, 3, "{run:?}");
    assert_eq!(profile(&cut_off)["publications"], json!([]));
}

#[test]
fn answers_that_end_early_leave_nothing() {
    let sandbox = empty();
    let run = sandbox.bibsync_reading(&["init"], "\nAda Example\n");
    run.refused(&["the answers ended", "--yes"]);
    assert_eq!(sandbox.names(), ["cache"]);
    sandbox.put("cv.md", "# Ada\n\nNothing here.\n");
    sandbox
        .bibsync(&["init", "--yes", "cv.md"])
        .refused(&["cv.md: no publications were found"]);
    sandbox
        .bibsync_reading(&["init", "-"], CV)
        .refused(&["standard input", "--yes"]);
    let run = sandbox.bibsync_reading(&["init", "--yes", "-"], CV);
    assert_eq!(run.code, 0, "{run:?}");
}
