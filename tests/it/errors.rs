//! Wrong use and unreadable input: exit code 2, a message that helps, nothing asked or written.

use serde_json::json;

use crate::support::{Desk, Run, Services, gemini};

/// What lies on a desk on which nothing has been written.
const UNTOUCHED: [&str; 3] = ["bibsync.toml", "cache", "profile.json"];

fn services() -> Services {
    Services::knowing([gemini()], [])
}

/// Fetches this text as a profile, which must be refused with nothing done.
#[track_caller]
fn refused(profile: &str, parts: &[&str]) {
    let services = services();
    let desk = Desk::at(&services);
    desk.put("profile.json", profile);
    desk.fetch(&[]).refused(parts);
    assert_eq!(desk.names(), UNTOUCHED);
    assert_eq!(services.total(), 0);
}

/// A sound profile with one publication, on its desk.
fn sound(services: &Services) -> Desk {
    let desk = Desk::at(services);
    desk.list(
        "profile.json",
        &json!({"publications": [{"title": gemini().title}]}),
    );
    desk
}

#[test]
fn what_is_not_json_is_shown_by_its_line() {
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
fn a_profile_in_another_encoding_is_told_by_its_line() {
    let services = services();
    let desk = Desk::at(&services);
    let text = b"{\n\"name\": \"Jos\xe9 Roe\", \"publications\": []}";
    fs_err::write(desk.path("profile.json"), text).unwrap();
    desk.fetch(&[]).refused(&[
        "profile.json:2: not UTF-8",
        "hint: save profile.json as UTF-8",
    ]);
}

#[test]
fn what_lies_where_settings_are_expected_is_told() {
    let services = services();
    let desk = sound(&services);
    let settings = desk.path("bibsync.toml");
    fs_err::write(&settings, b"# one\n# caf\xe9\n").unwrap();
    desk.fetch(&["--offline"])
        .refused(&["bibsync.toml:2: not UTF-8", "hint: save it as UTF-8"]);
    fs_err::write(&settings, " ".repeat((1 << 20) + 1)).unwrap();
    desk.fetch(&["--offline"])
        .refused(&["bibsync.toml is too large for settings"]);
    fs_err::remove_file(&settings).unwrap();
    fs_err::create_dir(&settings).unwrap();
    desk.fetch(&["--offline"])
        .refused(&["bibsync.toml is not a regular file", "--config"]);
}

#[test]
fn a_message_stays_on_its_line() {
    refused(
        "{\"publications\": [{\"title\": \"On Gears\", \"key\": \"a\\nerror: b\"}]}",
        &["`key`: `a error: b` is not a citation key"],
    );
}

#[test]
fn a_listing_is_named_on_one_line_of_bounded_length() {
    let services = services();
    let desk = Desk::at(&services);
    let title = format!("On Gears\nerror: fake {}", "x".repeat(5000));
    desk.list("profile.json", &json!({"publications": [{"title": title}]}));
    let run = desk.fetch(&["--offline"]);
    assert!(
        run.err.contains("unmatched: On Gears error: fake xx"),
        "{}",
        run.err
    );
    assert!(run.err.len() < 1000, "{}", run.err);
}

#[test]
fn a_page_without_publications_is_no_empty_list() {
    let services = services();
    let desk = Desk::at(&services);
    let error_page =
        "<html><body><h1>Not Found</h1><p>The page was not found here.</p></body></html>";
    for (name, text) in [
        ("cv.html", error_page),
        ("cv.md", ""),
        ("cv.bib", error_page),
    ] {
        desk.put(name, text);
        let run = desk.bibsync(&["fetch", name]);
        run.refused(&["no publications were found", "nothing was written"]);
    }
    assert!(!desk.path("references.bib").exists());
    assert_eq!(services.total(), 0);
}

#[test]
fn an_unknown_field_is_told_the_nearest_known_one() {
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
fn a_bad_identifier_and_an_empty_title_are_told_by_their_index() {
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
fn inputs_that_are_not_there() {
    let services = services();
    let desk = sound(&services);
    desk.bibsync(&["fetch", "missing.json"])
        .refused(&["missing.json"]);
    desk.bibsync(&["fetch", "profile.json", "missing.json"])
        .refused(&["missing.json"]);
    desk.bibsync(&["fetch", "cache"]).refused(&["cache"]);
    desk.bibsync(&["fetch", "-", "-"])
        .refused(&["standard input", "only once"]);
    desk.bibsync(&["fetch"]).refused(&["<INPUT>"]);
    assert_eq!(desk.names(), UNTOUCHED);
    fs_err::write(
        desk.path("profile.json"),
        b"{\"publications\": [{\"title\": \"M\xfcll\"}]}",
    )
    .unwrap();
    desk.fetch(&[]).refused(&["profile.json:1: not UTF-8"]);
    assert_eq!(services.total(), 0);
}

#[test]
fn places_that_cannot_be_written() {
    let services = services();
    let desk = sound(&services);
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
        desk.bibsync(&all).refused(&[part]);
        assert_eq!(desk.names(), UNTOUCHED, "{arguments:?}");
    }
    assert_eq!(services.total(), 0, "known before anybody is asked");
}

#[test]
fn settings_that_cannot_be() {
    let said = |settings: &str| -> Run {
        let desk = Desk::settled(settings);
        desk.list("profile.json", &json!({"publications": []}));
        let run = desk.fetch(&[]);
        assert_eq!(desk.names(), UNTOUCHED, "{run:?}");
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
    let desk = Desk::settled("");
    desk.list("profile.json", &json!({"publications": []}));
    desk.fetch(&["--config", "missing.toml"])
        .refused(&["missing.toml"]);
}

#[test]
fn flags_that_do_not_exist_or_go_together() {
    let services = services();
    let desk = sound(&services);
    desk.fetch(&["--ofline"])
        .refused(&["--ofline", "--offline"]);
    desk.fetch(&["-q", "-v"]).refused(&["cannot be used with"]);
    desk.fetch(&["--format", "ris"])
        .refused(&["ris", "bibtex, biblatex"]);
    desk.bibsync(&["fetsh"]).refused(&["fetsh", "fetch"]);
    assert_eq!(desk.names(), UNTOUCHED);
}
