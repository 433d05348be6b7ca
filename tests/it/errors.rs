//! Usage errors and unreadable input: exit code 2, a helpful message, no request and no output.

use serde_json::json;

use crate::support::{Run, Sandbox, Services, gemini};

/// The files of a sandbox in which nothing was written.
const UNTOUCHED: [&str; 3] = ["bibsync.toml", "cache", "profile.json"];

fn services() -> Services {
    Services::knowing([gemini()], [])
}

/// Fetches this text as a profile, which must fail without any effect.
#[track_caller]
fn refused(profile: &str, parts: &[&str]) {
    let services = services();
    let sandbox = Sandbox::at(&services);
    sandbox.put("profile.json", profile);
    sandbox.fetch(&[]).refused(parts);
    assert_eq!(sandbox.names(), UNTOUCHED);
    assert_eq!(services.total(), 0);
}

/// Creates a sandbox with a valid profile of one publication.
fn sound(services: &Services) -> Sandbox {
    let sandbox = Sandbox::at(services);
    sandbox.list(
        "profile.json",
        &json!({"publications": [{"title": gemini().title}]}),
    );
    sandbox
}

#[test]
fn invalid_json_is_reported_with_its_line() {
    refused(
        "{\n  \"publications\": [\n    {\"title\": \"On Gears\"},\n  ]\n}\n",
        &["error: profile.json:4:3:", "this is not JSON", "a comma"],
    );
    refused(
        "@article{x, title = {Y}}",
        &["profile.json is not a profile", "a JSON object"],
    );
    refused("", &["profile.json is not a profile: it is empty"]);
    refused("\u{1b}x", &["is not a profile: it begins with `\\u{1b}`"]);
}

#[test]
fn profile_in_another_encoding_is_reported_with_its_line() {
    let services = services();
    let sandbox = Sandbox::at(&services);
    let text = b"{\n\"name\": \"Jos\xe9 Roe\", \"publications\": []}";
    fs_err::write(sandbox.path("profile.json"), text).unwrap();
    sandbox.fetch(&[]).refused(&[
        "profile.json:2: not UTF-8",
        "hint: save profile.json as UTF-8",
    ]);
}

#[test]
fn folder_in_place_of_settings_is_reported() {
    let services = services();
    let sandbox = sound(&services);
    let settings = sandbox.path("bibsync.toml");
    fs_err::write(&settings, b"# one\n# caf\xe9\n").unwrap();
    sandbox
        .fetch(&["--offline"])
        .refused(&["bibsync.toml:2: not UTF-8", "hint: save it as UTF-8"]);
    fs_err::write(&settings, " ".repeat((1 << 20) + 1)).unwrap();
    sandbox
        .fetch(&["--offline"])
        .refused(&["bibsync.toml is too large for settings"]);
    fs_err::remove_file(&settings).unwrap();
    fs_err::create_dir(&settings).unwrap();
    sandbox
        .fetch(&["--offline"])
        .refused(&["bibsync.toml is not a regular file", "--config"]);
}

#[test]
fn message_stays_on_one_line() {
    refused(
        "{\"publications\": [{\"title\": \"On Gears\", \"key\": \"a\\nerror: b\"}]}",
        &["`key`: `a error: b` is not a citation key"],
    );
}

#[test]
fn listing_is_named_on_one_bounded_line() {
    let services = services();
    let sandbox = Sandbox::at(&services);
    let title = format!("On Gears\nerror: fake {}", "x".repeat(5000));
    sandbox.list("profile.json", &json!({"publications": [{"title": title}]}));
    let run = sandbox.fetch(&["--offline"]);
    assert!(
        run.err.contains("unmatched: On Gears error: fake xx"),
        "{}",
        run.err
    );
    assert!(run.err.len() < 1000, "{}", run.err);
}

#[test]
fn page_without_publications_is_an_error() {
    let services = services();
    let sandbox = Sandbox::at(&services);
    let error_page =
        "<html><body><h1>Not Found</h1><p>The page was not found here.</p></body></html>";
    for (name, text) in [
        ("cv.html", error_page),
        ("cv.md", ""),
        ("cv.bib", error_page),
    ] {
        sandbox.put(name, text);
        let run = sandbox.bibsync(&["fetch", name]);
        run.refused(&["no publications were found", "nothing was written"]);
    }
    assert!(!sandbox.path("references.bib").exists());
    assert_eq!(services.total(), 0);
}

#[test]
fn unknown_field_gets_a_suggestion() {
    refused(
        "{\"publications\": [\n{\"title\": \"On Gears\", \"titel\": \"On Wheels\", \"journal\": \"J.\"}\n]}",
        &[
            "profile.json:2:",
            "publications[0] \"On Gears\"",
            "unknown field `titel`: did you mean `title`?",
            "unknown field `journal`: did you mean `venue`?",
        ],
    );
    refused(
        "{\"nmae\": \"Ada\", \"publications\": []}",
        &["profile.json:1:", "did you mean `name`?"],
    );
}

#[test]
fn bad_identifier_and_empty_title_are_reported_with_their_index() {
    refused(
        "{\"publications\": [{\"title\": \"Fine\"},\n{\"title\": \"On Gears\", \"doi\": \"11.1145/1\"}]}",
        &[
            "profile.json:2:",
            "publications[1]",
            "`11.1145/1` is not a DOI such as 10.",
        ],
    );
    refused(
        "{\"publications\": [{\"title\": \"Fine\"}, {\"title\": \" \"}, {\"year\": 2020}]}",
        &[
            "publications[1]: `title` is empty",
            "publications[2]: has no `title`",
        ],
    );
}

#[test]
fn missing_inputs_are_reported() {
    let services = services();
    let sandbox = sound(&services);
    sandbox
        .bibsync(&["fetch", "missing.json"])
        .refused(&["missing.json"]);
    sandbox
        .bibsync(&["fetch", "profile.json", "missing.json"])
        .refused(&["missing.json"]);
    sandbox.bibsync(&["fetch", "cache"]).refused(&["cache"]);
    sandbox
        .bibsync(&["fetch", "-", "-"])
        .refused(&["standard input", "only once"]);
    sandbox.bibsync(&["fetch"]).refused(&["<INPUT>"]);
    assert_eq!(sandbox.names(), UNTOUCHED);
    fs_err::write(
        sandbox.path("profile.json"),
        b"{\"publications\": [{\"title\": \"M\xfcll\"}]}",
    )
    .unwrap();
    sandbox.fetch(&[]).refused(&["profile.json:1: not UTF-8"]);
    assert_eq!(services.total(), 0);
}

#[test]
fn unwritable_outputs_are_reported() {
    let services = services();
    let sandbox = sound(&services);
    for (arguments, part) in [
        (["-o", "profile.json/references.bib"], "profile.json"),
        (["-o", "cache"], "cache is a folder"),
        (
            ["-o", "references.lock"],
            "can't be both the output and the lock",
        ),
        (["--lock", "cache"], "cache"),
        (["--report", "profile.json/report.json"], "profile.json"),
    ] {
        let mut all = vec!["fetch", "profile.json"];
        all.extend(arguments);
        sandbox.bibsync(&all).refused(&[part]);
        assert_eq!(sandbox.names(), UNTOUCHED, "{arguments:?}");
    }
    assert_eq!(services.total(), 0, "known before anybody is asked");
}

#[test]
fn invalid_settings_are_reported() {
    let said = |settings: &str| -> Run {
        let sandbox = Sandbox::settled(settings);
        sandbox.list("profile.json", &json!({"publications": []}));
        let run = sandbox.fetch(&[]);
        assert_eq!(sandbox.names(), UNTOUCHED, "{run:?}");
        run
    };
    said("[sources.dblp]\nevry = \"10s\"\n").refused(&["bibsync.toml:2", "evry", "`every`"]);
    said("[sources.dblp]\nevery = \"soon\"\n")
        .refused(&["bibsync.toml:2: sources.dblp.every", "`soon`"]);
    said("[sources]\nuse = [\"dblb\"]\n").refused(&[
        "bibsync.toml:2",
        "`dblb`",
        "did you mean `dblp`?",
    ]);
    said("[contact]\nemail = \"nobody\"\n").refused(&["bibsync.toml:2: contact.email"]);
    said("[export]\nkeys = \"{autor}{year}\"\n").refused(&[
        "export.keys",
        "`{autor}`",
        "`{author}`",
    ]);
    said("[sources\n").refused(&["bibsync.toml:1"]);
    let sandbox = Sandbox::settled("");
    sandbox.list("profile.json", &json!({"publications": []}));
    sandbox
        .fetch(&["--config", "missing.toml"])
        .refused(&["missing.toml"]);
}

#[test]
fn unknown_and_conflicting_flags_are_reported() {
    let services = services();
    let sandbox = sound(&services);
    sandbox
        .fetch(&["--ofline"])
        .refused(&["--ofline", "--offline"]);
    sandbox
        .fetch(&["-q", "-v"])
        .refused(&["cannot be used with"]);
    sandbox
        .fetch(&["--format", "ris"])
        .refused(&["ris", "bibtex, biblatex"]);
    sandbox.bibsync(&["fetsh"]).refused(&["fetsh", "fetch"]);
    assert_eq!(sandbox.names(), UNTOUCHED);
}
