//! `bibsync export`: the content of the lock in other formats, styles and keys.

use serde_json::{Value, json};

use crate::support::{Run, Sandbox, Services, electrode, espresso, gemini, unmarked};

/// Creates a sandbox in which three papers have been fetched.
fn fetched() -> Sandbox {
    let services = Services::knowing([gemini(), espresso(), electrode()], []);
    let sandbox = Sandbox::at(&services);
    let listed = [gemini(), espresso(), electrode()]
        .map(|paper| json!({"title": paper.title, "authors": paper.authors, "venue": paper.venue}));
    sandbox.fetched(&json!({"publications": listed}));
    // No service can be reached from here on.
    sandbox
}

fn export(sandbox: &Sandbox, more: &[&str]) -> String {
    let mut arguments = vec!["export"];
    arguments.extend(more);
    let run = sandbox.bibsync(&arguments);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    run.out
}

#[test]
fn every_format_is_exported_from_the_lock() {
    let sandbox = fetched();
    assert_eq!(export(&sandbox, &[]), sandbox.entries());
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
        let text = export(&sandbox, &["--format", format]);
        assert!(text.starts_with(head), "{format}: {text}");
        assert_eq!(text, export(&sandbox, &["--format", format]));
    }
    for (file, head) in [
        ("out/refs.json", "["),
        ("refs.ris", "TY"),
        ("refs.yml", "\""),
        ("refs.md", "## "),
        ("refs.html", "<!DOCTYPE"),
        ("refs.jsonl", "{\"key\""),
    ] {
        let run = sandbox.bibsync(&["export", "-o", file]);
        assert_eq!(run.code, 0, "{run:?}");
        assert!(
            run.err.starts_with(&format!("wrote {file} (3 works")),
            "{}",
            run.err
        );
        assert!(sandbox.read(file).starts_with(head), "{file}");
    }
    let origins: Value =
        serde_json::from_str(sandbox.read("refs.jsonl").lines().next().unwrap()).unwrap();
    let origin = origins["origins"]["title"].as_str().unwrap();
    assert!(origin.starts_with("dblp "), "{origin}");
}

#[test]
fn style_flag_overrides_the_settings() {
    let sandbox = fetched();
    assert!(export(&sandbox, &["--style", "acm"]).contains("  numpages  = {"));
    assert!(!export(&sandbox, &["--style", "minimal"]).contains("  month "));
    let settings = sandbox.read("bibsync.toml");
    sandbox.put(
        "bibsync.toml",
        &format!(
            "{settings}[export]\nstyle = \"minimal\"\nprotect = [\"Training\"]\n\
             [export.venues]\n\"SOSP\" = \"Symposium on Operating Systems Principles\"\n"
        ),
    );
    let text = export(&sandbox, &[]);
    assert!(!text.contains("  month "), "{text}");
    assert!(text.contains("{Training}"), "{text}");
    assert!(export(&sandbox, &["--style", "acm"]).contains("  month "));
    sandbox.put("bibsync.toml", "[export]\nstyle = \"mla\"\n");
    sandbox
        .bibsync(&["export"])
        .refused(&["export.style: `mla` is not a style", "neurips"]);
}

#[test]
fn unused_venue_rule_is_reported() {
    let sandbox = fetched();
    sandbox.put(
        "bibsync.toml",
        "[export.venues]\n\"sosp\" = \"29th Symposium\"\n\"Workshop on SOSP\" = \"WS\"\n",
    );
    let ran = sandbox.bibsync(&["export"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("= {29th Symposium},"), "{}", ran.out);
    let said = "export.venues: `Workshop on SOSP` is the name of no venue here; the nearest is `";
    assert_eq!(ran.err.matches("export.venues").count(), 1, "{}", ran.err);
    assert!(ran.err.contains(said), "{}", ran.err);
}

#[test]
fn style_without_effect_is_reported() {
    let sandbox = fetched();
    for (style, format, said) in [
        ("acm", "csl-json", true),
        ("ieee", "csl-json", false),
        ("ieee", "jsonl", true),
        ("acm", "bibtex", false),
    ] {
        let ran = sandbox.bibsync(&["export", "--style", style, "--format", format]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let warned = ran.err.contains("changes nothing in");
        assert_eq!(warned, said, "{style} {format}: {}", ran.err);
    }
}

#[test]
fn old_keys_become_aliases_of_new_ones() {
    let sandbox = fetched();
    let map = export(&sandbox, &["--keys", "{auth}{shortyear}", "--keys-map"]);
    assert_eq!(
        map,
        "wang2023gemini\tWang23a\nwang2023hi\tWang23\nzhou2023electrode\tZhou23\n"
    );
    let text = export(
        &sandbox,
        &["--keys", "{auth}{shortyear}", "--format", "biblatex"],
    );
    assert!(text.contains("@inproceedings{Zhou23,\n  ids "), "{text}");
    assert!(text.contains("= {zhou2023electrode},"), "{text}");
    assert_eq!(export(&sandbox, &["--keys-map"]), "");
    sandbox
        .bibsync(&["export", "--keys", "{autor}"])
        .refused(&["`{autor}`", "`{shorttitle}`"]);
    sandbox
        .bibsync(&["export", "--keys", " "])
        .refused(&["the pattern is empty", "hint:"]);
}

#[test]
fn key_changed_by_the_person_stays_an_alias() {
    let services = Services::knowing([gemini()], []);
    let sandbox = Sandbox::at(&services);
    let listed = |key: &str| json!({"publications": [{"title": gemini().title, "key": key}]});
    sandbox.fetched(&listed("first"));
    sandbox.fetched(&listed("second"));
    assert_eq!(export(&sandbox, &["--keys-map"]), "first\tsecond\n");
    sandbox.fetched(&listed("third"));
    assert_eq!(
        export(&sandbox, &["--keys-map"]),
        "first\tthird\nsecond\tthird\n"
    );
    assert!(export(&sandbox, &["--format", "biblatex"]).contains("= {second, first},"));
    sandbox.fetched(&listed("first"));
    assert_eq!(
        export(&sandbox, &["--keys-map"]),
        "second\tfirst\nthird\tfirst\n",
        "a key that is in use leads nowhere else"
    );
}

#[test]
fn manual_edits_are_kept() {
    let sandbox = fetched();
    let edited = sandbox.bib().replace("2023", "1999");
    sandbox.put("references.bib", &edited);
    let run = sandbox.bibsync(&["export", "-o", "references.bib"]);
    assert!(run.err.contains("is kept in references.bib.bak"), "{run:?}");
    assert_eq!(sandbox.read("references.bib.bak"), edited);
    sandbox.bibsync(&["export", "-o", "refs.md"]);
    sandbox.bibsync(&["export", "-o", "refs.md", "--style", "acm"]);
    assert!(!sandbox.has("refs.md.bak"), "{:?}", sandbox.names());
}

#[test]
fn file_of_another_program_is_not_overwritten() {
    let sandbox = fetched();
    for (file, theirs) in [
        ("talk.bib", "@book{mine, title = {Mine}}\n"),
        ("notes.md", "# Notes\n"),
    ] {
        sandbox.put(file, theirs);
        let run = sandbox.bibsync(&["export", "-o", file]);
        assert!(
            run.err.contains(&format!("is kept in {file}.bak")),
            "{run:?}"
        );
        assert_eq!(sandbox.read(&format!("{file}.bak")), theirs);
        // Now it is bibsync's.
        let run = sandbox.bibsync(&["export", "-o", file, "--style", "minimal"]);
        assert!(!run.err.contains("kept"), "{run:?}");
        assert!(
            !sandbox.has(&format!("{file}.bak1")),
            "{:?}",
            sandbox.names()
        );
    }
    let listed = sandbox.read("profile.json");
    for name in ["profile.json", "./profile.json"] {
        sandbox
            .bibsync(&["export", "-o", name])
            .refused(&["can't be both an input and the output", "hint:"]);
    }
    fs_err::create_dir(sandbox.path("below")).unwrap();
    let mut below = sandbox.command(&["export", "--lock", "../references.lock"]);
    below.args(["-o", "../profile.json", "--format", "csl-json"]);
    below.current_dir(sandbox.path("below"));
    Run::of(&below.output().unwrap()).refused(&["both an input and the output"]);
    assert_eq!(sandbox.read("profile.json"), listed);
}

#[test]
fn hyphen_means_standard_output() {
    let sandbox = fetched();
    assert_eq!(export(&sandbox, &["-o", "-"]), sandbox.entries());
    sandbox
        .bibsync(&["fetch", "profile.json", "--offline", "-o", "-"])
        .refused(&["`-` is standard output", "hint: name a file"]);
    assert!(!sandbox.has("-"));
}

#[test]
fn usage_error_has_a_hint() {
    let sandbox = Sandbox::settled("");
    sandbox
        .bibsync(&["export"])
        .refused(&["there is no lock at references.lock", "bibsync fetch"]);
    let sandbox = fetched();
    sandbox
        .bibsync(&["export", "-o", "refs.docx"])
        .refused(&["refs.docx", ".json", "--format"]);
    sandbox
        .bibsync(&["export", "-o", "references.lock", "--format", "ris"])
        .refused(&["both the lock and the output"]);
    sandbox
        .bibsync(&["export", "--format", "word"])
        .refused(&["word", "csl-json"]);
    sandbox.put("references.lock", "nonsense");
    sandbox
        .bibsync(&["export"])
        .refused(&["references.lock is no lock of bibsync: nothing could be read of it"]);
}

#[test]
fn hostile_titles_are_escaped_and_reported() {
    let sandbox = Sandbox::settled("");
    let title =
        "\u{202e}Owned \\input{/etc/passwd} \\write18{rm -rf} 100% } { \\end{document} \u{7}";
    sandbox.list(
        "profile.json",
        &json!({"publications": [{"title": title, "authors": ["Eve % } \\input{x}"], "match": false, "key": "k"}]}),
    );
    let run = sandbox.bibsync(&["fetch", "profile.json", "--offline"]);
    assert_eq!(run.code, 0, "{run:?}");
    for part in ["(U+202E)", "`\\input`", "`\\write`", "`\\end`"] {
        assert!(run.err.contains(part), "no {part} in {}", run.err);
    }
    let bib = sandbox.bib();
    for command in ["\\input", "\\write", "\\end", "\u{202e}", "\u{7}"] {
        assert!(!bib.contains(command), "{bib}");
    }
    assert!(bib.contains("100\\%"), "{bib}");
    assert_eq!(bib.matches('{').count(), bib.matches('}').count());
    let html = export_quietly(&sandbox, "html");
    assert!(
        html.contains("100% } {") && !html.contains('\u{202e}'),
        "{html}"
    );
}

fn export_quietly(sandbox: &Sandbox, format: &str) -> String {
    let run = sandbox.bibsync(&["export", "--format", format, "--quiet"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    run.out
}

#[test]
fn lock_from_git_gives_the_same_bytes() {
    let sandbox = fetched();
    let git = |arguments: &[&str], day: &str| {
        let mut git = std::process::Command::new("git");
        git.args(["-c", "user.name=Ada", "-c", "user.email=ada@example.org"])
            .args(arguments)
            .current_dir(sandbox.path(""))
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
    let mine = format!("{}\n@book{{mine, title = {{Mine}}}}\n", sandbox.bib());
    sandbox.put("references.bib", &mine);
    let listed = sandbox.read("profile.json");
    assert_eq!(
        sandbox.fetch(&["--offline", "--format", "biblatex"]).code,
        0
    );
    let first = sandbox.bib();
    assert!(
        first.contains("@book{mine") && first.contains("date "),
        "{first}"
    );
    commit("2025-03-01");
    let fewer = listed.replace(&gemini().title, "Something Else Altogether");
    sandbox.put("profile.json", &fewer);
    assert!(matches!(sandbox.fetch(&["--offline"]).code, 0 | 3));
    let second = sandbox.bib();
    assert_ne!(first, second);
    commit("2026-03-01");

    for (at, wanted) in [
        ("HEAD~1", &first),
        ("2025-11-01", &first),
        ("HEAD", &second),
        ("2026-11-01", &second),
    ] {
        assert_eq!(export(&sandbox, &["--at", at]), unmarked(wanted), "{at}");
    }
    let refused =
        |at: &str, parts: &[&str]| sandbox.bibsync(&["export", "--at", at]).refused(parts);
    refused(
        "2025-02-01",
        &["no commit of references.lock from before 2025-02-01"],
    );
    refused(
        "nonsense",
        &["`git show nonsense:./references.lock` failed: "],
    );
    sandbox
        .bibsync(&["export", "--at=--output=x"])
        .refused(&["neither a revision nor a day"]);
    let mut without = sandbox.command(&["export", "--at", "HEAD"]);
    let run = Run::of(&without.env("PATH", sandbox.path("none")).output().unwrap());
    run.refused(&["`git` can't be started", "hint:"]);
}

#[test]
fn export_read_by_fetch_is_written_as_by_fetch() {
    let sandbox = fetched();
    let mine = "@misc{mine,\n  title = {Written by Hand},\n}\n";
    sandbox.put("references.bib", &format!("{}\n{mine}", sandbox.bib()));
    sandbox.fetch(&[]);
    let whole = sandbox.bib();
    assert!(whole.contains(mine));
    let run = sandbox.bibsync(&["export", "-o", "references.bib"]);
    assert!(run.err.contains("is up to date"), "{run:?}");
    for other in [
        ["--style", "minimal"],
        ["--format", "biblatex"],
        ["--format", "ris"],
        ["--keys", "{auth}{shortyear}"],
    ] {
        sandbox
            .bibsync(&["export", "-o", "references.bib", other[0], other[1]])
            .refused(&[
                "references.bib is what `bibsync fetch` writes",
                "name another file",
            ]);
    }
    assert_eq!(sandbox.bib(), whole);
    assert!(
        export(&sandbox, &["--style", "minimal"]).contains(mine),
        "every cited key must exist"
    );
}

#[cfg(unix)]
#[test]
fn export_to_a_device_keeps_the_device() {
    let sandbox = fetched();
    // A link, so that a failure replaces the link and not this machine's device.
    std::os::unix::fs::symlink("/dev/null", sandbox.path("sink")).unwrap();
    assert_eq!(sandbox.bibsync(&["export", "-o", "sink"]).code, 0);
    assert!(sandbox.path("sink").is_symlink());
    let printed = sandbox.bibsync(&["export", "--format", "ris", "-o", "/dev/stdout"]);
    assert!(printed.out.starts_with("TY  - CONF\r\n"), "{printed:?}");
    // The next run must be able to read it, so it has to be a file.
    sandbox
        .bibsync(&["fetch", "profile.json", "-o", "sink"])
        .refused(&["sink", "device or a pipe", "name a file"]);
    assert!(sandbox.path("sink").is_symlink());
}
