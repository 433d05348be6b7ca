//! `bibsync export`: what the lock holds, in other formats, styles and keys.

use serde_json::{Value, json};

use crate::support::{Desk, Run, Services, electrode, espresso, gemini, unmarked};

/// A desk at which three papers have been fetched.
fn fetched() -> Desk {
    let services = Services::knowing([gemini(), espresso(), electrode()], []);
    let desk = Desk::at(&services);
    let listed = [gemini(), espresso(), electrode()]
        .map(|paper| json!({"title": paper.title, "authors": paper.authors, "venue": paper.venue}));
    desk.fetched(&json!({"publications": listed}));
    // The services are gone from here on.
    desk
}

fn export(desk: &Desk, more: &[&str]) -> String {
    let mut arguments = vec!["export"];
    arguments.extend(more);
    let run = desk.bibsync(&arguments);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    run.out
}

#[test]
fn the_lock_alone_gives_every_format() {
    let desk = fetched();
    assert_eq!(export(&desk, &[]), desk.entries());
    for (format, head) in [
        ("bibtex", "@inproceedings{"),
        ("biblatex", "@inproceedings{"),
        ("csl-json", "[\n  {\n"),
        ("ris", "TY  - CONF\r\n"),
        ("hayagriva", "\""),
        ("markdown", "## 2023\n\n- "),
        ("html", "<!DOCTYPE html>\n"),
        ("jsonl", "{\"key\":\""),
    ] {
        let text = export(&desk, &["--format", format]);
        assert!(text.starts_with(head), "{format}: {text}");
        assert_eq!(text, export(&desk, &["--format", format]));
    }
    for (file, head) in [
        ("out/refs.json", "["),
        ("refs.ris", "TY"),
        ("refs.yml", "\""),
        ("refs.md", "## "),
        ("refs.html", "<!DOCTYPE"),
        ("refs.jsonl", "{\"key\""),
    ] {
        let run = desk.bibsync(&["export", "-o", file]);
        assert_eq!(run.code, 0, "{run:?}");
        assert!(
            run.err.starts_with(&format!("wrote {file} (3 works")),
            "{}",
            run.err
        );
        assert!(desk.read(file).starts_with(head), "{file}");
    }
    let origins: Value =
        serde_json::from_str(desk.read("refs.jsonl").lines().next().unwrap()).unwrap();
    let origin = origins["origins"]["title"].as_str().unwrap();
    assert!(origin.starts_with("dblp "), "{origin}");
}

#[test]
fn a_style_by_flag_before_the_settings() {
    let desk = fetched();
    assert!(export(&desk, &["--style", "acm"]).contains("  numpages  = {"));
    assert!(!export(&desk, &["--style", "minimal"]).contains("  month "));
    let settings = desk.read("bibsync.toml");
    desk.put(
        "bibsync.toml",
        &format!(
            "{settings}[export]\nstyle = \"minimal\"\nprotect = [\"Training\"]\n\
             [export.venues]\n\"SOSP\" = \"Symposium on Operating Systems Principles\"\n"
        ),
    );
    let text = export(&desk, &[]);
    assert!(!text.contains("  month "), "{text}");
    assert!(text.contains("{Training}"), "{text}");
    assert!(export(&desk, &["--style", "acm"]).contains("  month "));
    desk.put("bibsync.toml", "[export]\nstyle = \"mla\"\n");
    desk.bibsync(&["export"])
        .refused(&["export.style: `mla` is not a style", "neurips"]);
}

#[test]
fn a_rule_for_venues_is_reported_when_it_matches_none() {
    let desk = fetched();
    desk.put(
        "bibsync.toml",
        "[export.venues]\n\"sosp\" = \"29th Symposium\"\n\"Workshop on SOSP\" = \"WS\"\n",
    );
    let ran = desk.bibsync(&["export"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("= {29th Symposium},"), "{}", ran.out);
    let said = "export.venues: `Workshop on SOSP` is the name of no venue here; the nearest is `";
    assert_eq!(ran.err.matches("export.venues").count(), 1, "{}", ran.err);
    assert!(ran.err.contains(said), "{}", ran.err);
}

#[test]
fn a_style_that_changes_nothing_is_said() {
    let desk = fetched();
    for (style, format, said) in [
        ("acm", "csl-json", true),
        ("ieee", "csl-json", false),
        ("ieee", "jsonl", true),
        ("acm", "bibtex", false),
    ] {
        let ran = desk.bibsync(&["export", "--style", style, "--format", format]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let warned = ran.err.contains("changes nothing in");
        assert_eq!(warned, said, "{style} {format}: {}", ran.err);
    }
}

#[test]
fn new_keys_lead_back_to_the_old_ones() {
    let desk = fetched();
    let map = export(&desk, &["--keys", "{auth}{shortyear}", "--keys-map"]);
    assert_eq!(
        map,
        "wang2023gemini\tWang23a\nwang2023hi\tWang23\nzhou2023electrode\tZhou23\n"
    );
    let text = export(
        &desk,
        &["--keys", "{auth}{shortyear}", "--format", "biblatex"],
    );
    assert!(text.contains("@inproceedings{Zhou23,\n  ids "), "{text}");
    assert!(text.contains("= {zhou2023electrode},"), "{text}");
    assert_eq!(export(&desk, &["--keys-map"]), "");
    desk.bibsync(&["export", "--keys", "{autor}"])
        .refused(&["`{autor}`", "`{shorttitle}`"]);
    desk.bibsync(&["export", "--keys", " "])
        .refused(&["the pattern is empty", "hint:"]);
}

#[test]
fn a_key_changed_by_wish_stays_an_alias() {
    let services = Services::knowing([gemini()], []);
    let desk = Desk::at(&services);
    let listed = |key: &str| json!({"publications": [{"title": gemini().title, "key": key}]});
    desk.fetched(&listed("first"));
    desk.fetched(&listed("second"));
    assert_eq!(export(&desk, &["--keys-map"]), "first\tsecond\n");
    desk.fetched(&listed("third"));
    assert_eq!(
        export(&desk, &["--keys-map"]),
        "first\tthird\nsecond\tthird\n"
    );
    assert!(export(&desk, &["--format", "biblatex"]).contains("= {second, first},"));
    desk.fetched(&listed("first"));
    assert_eq!(
        export(&desk, &["--keys-map"]),
        "second\tfirst\nthird\tfirst\n",
        "a key that is in use leads nowhere else"
    );
}

#[test]
fn what_was_edited_by_hand_is_kept() {
    let desk = fetched();
    let edited = desk.bib().replace("2023", "1999");
    desk.put("references.bib", &edited);
    let run = desk.bibsync(&["export", "-o", "references.bib"]);
    assert!(run.err.contains("is kept in references.bib.bak"), "{run:?}");
    assert_eq!(desk.read("references.bib.bak"), edited);
    desk.bibsync(&["export", "-o", "refs.md"]);
    desk.bibsync(&["export", "-o", "refs.md", "--style", "acm"]);
    assert!(!desk.has("refs.md.bak"), "{:?}", desk.names());
}

#[test]
fn what_an_export_did_not_write_is_kept() {
    let desk = fetched();
    for (file, theirs) in [
        ("talk.bib", "@book{mine, title = {Mine}}\n"),
        ("notes.md", "# Notes\n"),
    ] {
        desk.put(file, theirs);
        let run = desk.bibsync(&["export", "-o", file]);
        assert!(
            run.err.contains(&format!("is kept in {file}.bak")),
            "{run:?}"
        );
        assert_eq!(desk.read(&format!("{file}.bak")), theirs);
        // Now it is bibsync's.
        let run = desk.bibsync(&["export", "-o", file, "--style", "minimal"]);
        assert!(!run.err.contains("kept"), "{run:?}");
        assert!(!desk.has(&format!("{file}.bak1")), "{:?}", desk.names());
    }
    let listed = desk.read("profile.json");
    for name in ["profile.json", "./profile.json"] {
        desk.bibsync(&["export", "-o", name])
            .refused(&["can't be both an input and the output", "hint:"]);
    }
    fs_err::create_dir(desk.path("below")).unwrap();
    let mut below = desk.command(&["export", "--lock", "../references.lock"]);
    below.args(["-o", "../profile.json", "--format", "csl-json"]);
    below.current_dir(desk.path("below"));
    Run::of(&below.output().unwrap()).refused(&["both an input and the output"]);
    assert_eq!(desk.read("profile.json"), listed);
}

#[test]
fn a_hyphen_is_standard_output() {
    let desk = fetched();
    assert_eq!(export(&desk, &["-o", "-"]), desk.entries());
    desk.bibsync(&["fetch", "profile.json", "--offline", "-o", "-"])
        .refused(&["`-` is standard output", "hint: name a file"]);
    assert!(!desk.has("-"));
}

#[test]
fn wrong_use_says_what_to_do() {
    let desk = Desk::settled("");
    desk.bibsync(&["export"])
        .refused(&["there is no lock at references.lock", "bibsync fetch"]);
    let desk = fetched();
    desk.bibsync(&["export", "-o", "refs.docx"])
        .refused(&["refs.docx", ".json", "--format"]);
    desk.bibsync(&["export", "-o", "references.lock", "--format", "ris"])
        .refused(&["both the lock and the output"]);
    desk.bibsync(&["export", "--format", "word"])
        .refused(&["word", "csl-json"]);
    desk.put("references.lock", "nonsense");
    desk.bibsync(&["export"])
        .refused(&["nothing could be read of references.lock"]);
}

#[test]
fn hostile_titles_are_printed_and_reported() {
    let desk = Desk::settled("");
    let title =
        "\u{202e}Owned \\input{/etc/passwd} \\write18{rm -rf} 100% } { \\end{document} \u{7}";
    desk.list(
        "profile.json",
        &json!({"publications": [{"title": title, "authors": ["Eve % } \\input{x}"], "match": false, "key": "k"}]}),
    );
    let run = desk.bibsync(&["fetch", "profile.json", "--offline"]);
    assert_eq!(run.code, 0, "{run:?}");
    for part in ["(U+202E)", "`\\input`", "`\\write`", "`\\end`"] {
        assert!(run.err.contains(part), "no {part} in {}", run.err);
    }
    let bib = desk.bib();
    for command in ["\\input", "\\write", "\\end", "\u{202e}", "\u{7}"] {
        assert!(!bib.contains(command), "{bib}");
    }
    assert!(bib.contains("100\\%"), "{bib}");
    assert_eq!(bib.matches('{').count(), bib.matches('}').count());
    let html = export_quietly(&desk, "html");
    assert!(
        html.contains("100% } {") && !html.contains('\u{202e}'),
        "{html}"
    );
}

fn export_quietly(desk: &Desk, format: &str) -> String {
    let run = desk.bibsync(&["export", "--format", format, "--quiet"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    run.out
}

#[test]
fn what_git_has_of_the_lock_is_written_again() {
    let desk = fetched();
    let git = |arguments: &[&str], day: &str| {
        let mut git = std::process::Command::new("git");
        git.args(["-c", "user.name=Ada", "-c", "user.email=ada@example.org"])
            .args(arguments)
            .current_dir(desk.path(""))
            .env("GIT_COMMITTER_DATE", format!("{day}T12:00:00Z"));
        git.output()
            .is_ok_and(|output| output.status.success() || panic!("{output:?}"))
    };
    if !git(&["init", "--quiet"], "2025-01-01") {
        return;
    }
    let commit = |day: &str| {
        git(&["add", "references.bib", "references.lock"], day);
        git(&["commit", "--quiet", "--message", day], day);
    };
    let mine = format!("{}\n@book{{mine, title = {{Mine}}}}\n", desk.bib());
    desk.put("references.bib", &mine);
    let listed = desk.read("profile.json");
    assert_eq!(desk.fetch(&["--offline", "--format", "biblatex"]).code, 0);
    let first = desk.bib();
    assert!(
        first.contains("@book{mine") && first.contains("date "),
        "{first}"
    );
    commit("2025-03-01");
    let fewer = listed.replace(&gemini().title, "Something Else Altogether");
    desk.put("profile.json", &fewer);
    assert!(matches!(desk.fetch(&["--offline"]).code, 0 | 3));
    let second = desk.bib();
    assert_ne!(first, second);
    commit("2026-03-01");

    for (at, wanted) in [
        ("HEAD~1", &first),
        ("2025-11-01", &first),
        ("HEAD", &second),
        ("2026-11-01", &second),
    ] {
        assert_eq!(export(&desk, &["--at", at]), unmarked(wanted), "{at}");
    }
    let refused = |at: &str, parts: &[&str]| desk.bibsync(&["export", "--at", at]).refused(parts);
    refused(
        "2025-02-01",
        &["no commit of references.lock from before 2025-02-01"],
    );
    refused(
        "nonsense",
        &["`git show nonsense:./references.lock` failed: "],
    );
    desk.bibsync(&["export", "--at=--output=x"])
        .refused(&["neither a revision nor a day"]);
    let mut without = desk.command(&["export", "--at", "HEAD"]);
    let run = Run::of(&without.env("PATH", desk.path("none")).output().unwrap());
    run.refused(&["`git` can't be started", "hint:"]);
}

#[test]
fn what_fetch_reads_again_is_written_as_fetch_writes_it() {
    let desk = fetched();
    let mine = "@misc{mine,\n  title = {Written by Hand},\n}\n";
    desk.put("references.bib", &format!("{}\n{mine}", desk.bib()));
    desk.fetch(&[]);
    let whole = desk.bib();
    assert!(whole.contains(mine));
    let run = desk.bibsync(&["export", "-o", "references.bib"]);
    assert!(run.err.contains("is up to date"), "{run:?}");
    for other in [
        ["--style", "minimal"],
        ["--format", "biblatex"],
        ["--format", "ris"],
        ["--keys", "{auth}{shortyear}"],
    ] {
        desk.bibsync(&["export", "-o", "references.bib", other[0], other[1]])
            .refused(&[
                "references.bib is what `bibsync fetch` writes",
                "name another file",
            ]);
    }
    assert_eq!(desk.bib(), whole);
    assert!(
        export(&desk, &["--style", "minimal"]).contains(mine),
        "what is cited must be there"
    );
}

#[cfg(unix)]
#[test]
fn a_device_takes_an_export_and_is_still_one_afterwards() {
    let desk = fetched();
    // A link, so that a failure replaces the link and not this machine's device.
    std::os::unix::fs::symlink("/dev/null", desk.path("sink")).unwrap();
    assert_eq!(desk.bibsync(&["export", "-o", "sink"]).code, 0);
    assert!(desk.path("sink").is_symlink());
    let printed = desk.bibsync(&["export", "--format", "ris", "-o", "/dev/stdout"]);
    assert!(printed.out.starts_with("TY  - CONF\r\n"), "{printed:?}");
    // What the next run must read has to be a file.
    desk.bibsync(&["fetch", "profile.json", "-o", "sink"])
        .refused(&["sink", "device or a pipe", "name a file"]);
    assert!(desk.path("sink").is_symlink());
}
