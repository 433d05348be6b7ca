//! `bibsync update`: a `.bib` file that a person keeps is changed in place, and nowhere else.

use std::io::{BufRead as _, BufReader, Write as _};

use serde_json::Value;

use crate::support::{At, Run, Sandbox, Services};

/// What the library knows.
const LIBRARY: &str = "\
@article{knuth1984, author = {Knuth, Donald E. and Sample, Ada}, title = {Literate Programming for Weaving Machines and People}, journal = {The Computer Journal},
  volume = {27}, number = {2}, pages = {97--111}, year = {1984}, doi = {10.1093/comjnl/27.2.97}}
@inproceedings{doe2020, author = {Doe, Jane and Roe, Richard}, title = {Weaving Persistent Cloth on Many Looms},
  booktitle = {Proceedings of the 7th Symposium on Looms}, pages = {11--29}, year = {2020}, doi = {10.1000/loom.7}}
";

/// A file in its own manner: a remark, tabs, Windows' line ends, no final line end.
const REFS: &str = "% Please do not open this file with BibDesk.\r\n@String{tcj = {The Computer Journal}}\r\n\r\n\
@Article{lit,\r\n\tAuthor = \"D. E. Knuth and A. Sample\",\r\n\tTitle  = \"{Literate} Programming for Weaving Machines and People\",\r\n\tJournal = tcj,\r\n\tVolume = 27,\r\n\tYear   = 1984\r\n}\r\n\r\n\
@misc{mine, title = \"Something That Nobody Knows of at All\", note = \"see \\emph{lit}\"}\r\n@comment{jabref-meta: x}";

fn sandbox(refs: &str) -> Sandbox {
    let sandbox = Sandbox::cut_off();
    sandbox.put("cache/library/known.bib", LIBRARY);
    sandbox.put("refs.bib", refs);
    sandbox
}

fn update(sandbox: &Sandbox, more: &[&str]) -> Run {
    let mut arguments = vec!["update", "refs.bib", "--offline"];
    arguments.extend(more);
    sandbox.bibsync(&arguments)
}

/// The file after all changes.
fn updated() -> String {
    REFS.replace(
        "\tVolume = 27,\r\n\tYear   = 1984\r\n",
        "\tVolume = 27,\r\n\tNumber = 2,\r\n\tPages  = \"97--111\",\r\n\tYear   = 1984,\r\n\tDoi    = \"10.1093/comjnl/27.2.97\"\r\n",
    )
}

#[test]
fn changes_are_printed_as_a_diff_that_git_applies() {
    let sandbox = sandbox(REFS);
    let run = update(&sandbox, &[]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(
        run.out.starts_with("--- a/refs.bib\n+++ b/refs.bib\n@@ "),
        "{}",
        run.out
    );
    assert_eq!(sandbox.read("refs.bib"), REFS, "nothing is written");
    assert!(!sandbox.has("refs.lock"));
    sandbox.put("refs.diff", &run.out);
    let applied = sandbox.in_shell(
        "git init -q . && git -c core.autocrlf=false apply --whitespace=nowarn refs.diff",
    );
    assert_eq!(applied.code, 0, "{applied:?}");
    assert_eq!(sandbox.read("refs.bib"), updated());
    assert!(
        run.err.contains("3 changes (doi 1, number 1, pages 1)"),
        "{}",
        run.err
    );
}

#[test]
fn second_run_says_nothing_and_asks_nobody() {
    let sandbox = sandbox(&REFS.replace("@misc{mine, title = \"Something That Nobody Knows of at All\", note = \"see \\emph{lit}\"}", "@misc{x, note = {no title}}"));
    assert_eq!(update(&sandbox, &["--check"]).code, 1);
    let run = update(&sandbox, &["--write"]);
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{run:?}");
    let written = sandbox.read("refs.bib");
    assert!(
        written.contains("\tDoi    = \"10.1093/comjnl/27.2.97\"\r\n}"),
        "{written}"
    );
    // Not offline: nobody listens at the services' addresses, so a request would be a failure.
    for more in [&["--write"][..], &[], &["--check"]] {
        let run = sandbox.bibsync(&[&["update", "refs.bib"], more].concat());
        assert_eq!(
            (run.code, run.out.as_str(), run.err.as_str()),
            (0, "", ""),
            "{more:?}"
        );
    }
    assert_eq!(sandbox.read("refs.bib"), written);
    let why = sandbox.bibsync(&["why", "lit.doi", "--lock", "refs.lock"]);
    assert_eq!(why.code, 0, "{why:?}");
    assert!(why.out.contains("library"), "{}", why.out);
}

#[test]
fn entries_that_were_not_asked_about_are_asked_again() {
    let sandbox = sandbox(REFS);
    assert_eq!(update(&sandbox, &["--write"]).code, 0);
    assert_eq!(sandbox.read("refs.bib"), updated());
    // Offline, `mine` was looked up in the library alone: online it is asked, and nobody answers.
    let run = sandbox.bibsync(&["update", "refs.bib"]);
    assert_eq!(run.code, 3, "{run:?}");
    assert_eq!(run.out, "");
}

#[test]
fn fields_and_entries_are_chosen() {
    let sandbox = sandbox(REFS);
    let fields = |more: &[&str]| -> Vec<String> {
        let run = update(&sandbox, &[&["--output", "json"], more].concat());
        let report: Value = serde_json::from_str(&run.out).unwrap();
        let entries = report["entries"].as_array().unwrap().clone();
        let changes = entries
            .iter()
            .flat_map(|it| it["changes"].as_array().unwrap().clone());
        changes
            .map(|it| it["field"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(fields(&[]), ["number", "pages", "doi"]);
    assert_eq!(fields(&["--only", "doi,year"]), ["doi"]);
    assert_eq!(fields(&["--never", "DOI", "--never", "number"]), ["pages"]);
    assert_eq!(fields(&["--keys", "mine"]), [""; 0]);
    update(&sandbox, &["--keys", "nobody"]).refused(&["no file has an entry `nobody`"]);
}

#[test]
fn json_names_each_entry_and_change() {
    let sandbox = sandbox(REFS);
    let run = update(&sandbox, &["--output", "json"]);
    let report: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(report["file"], "refs.bib");
    let lit = &report["entries"][0];
    assert_eq!(
        (
            lit["key"].as_str(),
            lit["line"].as_u64(),
            lit["verdict"].as_str()
        ),
        (Some("lit"), Some(4), Some("matched"))
    );
    let doi = &lit["changes"][2];
    assert_eq!(doi["from"], Value::Null);
    assert_eq!(doi["to"], "10.1093/comjnl/27.2.97");
    assert_eq!(doi["source"], "library");
    assert!(
        doi["why"]
            .as_str()
            .unwrap()
            .starts_with("the entry has none; library")
    );
    assert_eq!(report["entries"][1]["verdict"], "unmatched");
}

#[test]
fn a_field_is_corrected_only_if_all_else_agrees() {
    let wrong = "@article{lit, author = {Knuth, Donald E. and Sample, Ada}, title = {Literate Programming for Weaving Machines and People}, journal = {Comput. J.}, volume = 27, number = 2, pages = {97--111}, year = 1985, doi = {10.1093/comjnl/27.2.97}}\n";
    let sandbox = sandbox(wrong);
    let run = update(&sandbox, &["--write"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(sandbox.read("refs.bib"), wrong.replace("1985", "1984"));
    // Forms are the person's: initials, an abbreviated journal, one hyphen, a leading zero, a DOI as URL.
    for mine in [
        wrong.replace("1985", "1984").replace("97--111", "97-111"),
        wrong
            .replace("1985", "1984")
            .replace("volume = 27", "volume = {027}"),
        wrong
            .replace("1985", "1984")
            .replace("{10.1093", "{https://doi.org/10.1093"),
        wrong
            .replace("1985", "1984")
            .replace("Knuth, Donald E. and Sample, Ada", "D. Knuth and A. Sample"),
        wrong.replace("1985", "1984").replace(
            "Literate Programming for Weaving Machines and People",
            "LITERATE programming for weaving machines and people",
        ),
    ] {
        sandbox.put("refs.bib", &mine);
        let run = update(&sandbox, &["--check", "--again"]);
        assert_eq!((run.code, run.out.as_str()), (0, ""), "{mine}: {run:?}");
    }
}

#[test]
fn another_version_gives_nothing() {
    for other in [
        "@article{x, author = {Jane Doe and Richard Roe}, title = {Weaving Persistent Cloth on Many Looms}, journal = {Transactions on Textiles}, volume = 3, year = 2022}\n",
        "@techreport{x, author = {Jane Doe and Richard Roe}, title = {Weaving Persistent Cloth on Many Looms}, institution = {MIT}, year = 2018}\n",
    ] {
        let sandbox = sandbox(other);
        let run = update(&sandbox, &["--check"]);
        assert_eq!(run.code, 0, "{run:?}");
    }
}

#[test]
fn a_paper_whose_title_differs_by_a_word_gives_nothing() {
    for title in [
        "Weaving Persistent Wet Cloth on Many Looms",
        "Weaving Persistent Cloth on Many Looms: A Critique",
    ] {
        let sandbox = sandbox(&format!(
            "@inproceedings{{w, author = {{Doe, Jane and Roe, Richard}}, title = {{{title}}}, booktitle = {{Proceedings of the 7th Symposium on Looms}}, year = 2020}}\n"
        ));
        let run = update(&sandbox, &[]);
        assert_eq!((run.code, run.out.as_str()), (0, ""), "{run:?}");
    }
}

#[test]
fn what_a_corrected_entry_lacks_comes_with_the_correction() {
    let sandbox = sandbox(
        "@article{lit, author = {Knuth, Donald E. and Sample, Ada}, title = {Literate Programming for Weaving Machines and People}, journal = {The Computer Journal}, volume = {26}, number = {2}, pages = {97--111}, year = {1984}}\n",
    );
    assert_eq!(update(&sandbox, &["--write"]).code, 0);
    let written = sandbox.read("refs.bib");
    assert!(
        written.contains("volume = {27}") && written.contains("doi = {10.1093/comjnl/27.2.97}"),
        "{written}"
    );
    let run = update(&sandbox, &["--write"]);
    assert_eq!((run.out.as_str(), run.err.as_str()), ("", ""), "{run:?}");
    assert_eq!(sandbox.read("refs.bib"), written);
}

#[test]
fn each_change_is_asked_about_and_a_refusal_is_remembered() {
    let sandbox = sandbox(REFS);
    let run = sandbox.bibsync_reading(
        &["update", "refs.bib", "--offline", "--patch"],
        "n\nwhat\ny\nq\n",
    );
    assert_eq!(run.code, 0, "{run:?}");
    for part in [
        "refs.bib:4: lit (1 of 3)",
        "number: none",
        "becomes {2}",
        "becomes {97--111}",
        "change it? [y,n,a,q]",
    ] {
        assert!(run.err.contains(part), "no `{part}` in {}", run.err);
    }
    let written = sandbox.read("refs.bib");
    assert!(
        written.contains("Pages") && !written.contains("Number") && !written.contains("Doi"),
        "{written}"
    );
    // The number was refused; the DOI was not.
    let run = update(&sandbox, &[]);
    assert!(
        run.out.contains("+\tDoi") && !run.out.contains("Number"),
        "{run:?}"
    );
    let run = sandbox.bibsync_reading(&["update", "refs.bib", "--offline", "--patch"], "a\n");
    assert_eq!(run.code, 0, "{run:?}");
    let run = update(&sandbox, &["--check"]);
    assert_eq!(run.code, 0, "{run:?}");
}

#[test]
fn files_may_stand_behind_the_keys() {
    let sandbox = sandbox(REFS);
    let before = update(&sandbox, &["--keys", "lit"]);
    assert!(before.out.starts_with("--- a/refs.bib"), "{before:?}");
    let behind = sandbox.bibsync(&["update", "--offline", "--keys", "lit", "refs.bib"]);
    assert_eq!((behind.code, behind.out), (before.code, before.out));
    let none = sandbox.bibsync(&["update", "--offline", "--keys", "lit"]);
    assert_eq!(none.code, 2);
    assert!(none.err.contains("no .bib file is named"), "{none:?}");
}

#[test]
fn broken_entries_keep_every_byte_and_are_named() {
    let broken = "@article{open, title = {Literate Programming for Weaving Machines and People, year = 1984\n}\n";
    let refs = format!("{REFS}\r\n{broken}");
    let sandbox = sandbox(&refs);
    let run = update(&sandbox, &["--write"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(
        run.err
            .contains("refs.bib:16:1: entry `open` is left as it is: entry is not closed"),
        "{}",
        run.err
    );
    assert_eq!(
        sandbox.read("refs.bib"),
        format!("{}\r\n{broken}", updated())
    );
    let run = update(&sandbox, &["--output", "json"]);
    let report: Value = serde_json::from_str(&run.out).unwrap();
    let open = &report["entries"][2];
    assert_eq!(open["key"], "open");
    assert_eq!(
        (open["line"].as_u64(), open["verdict"].as_str()),
        (Some(17), Some("skipped")),
        "{open}"
    );
}

#[test]
fn a_file_without_entries_is_named() {
    let sandbox = sandbox("Dear reader,\n\nthis is a letter.\n");
    let run = update(&sandbox, &["--write"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(
        run.err.contains("refs.bib: it has no BibTeX entry"),
        "{}",
        run.err
    );
    assert!(!sandbox.has("refs.lock"));
    sandbox.put("paper.tex", "Dear \\emph{reader}.\n");
    sandbox
        .bibsync(&["update", "paper.tex", "--offline"])
        .refused(&["paper.tex holds no BibTeX entry"]);
}

#[test]
fn a_file_with_an_open_conflict_is_not_written() {
    let ours = REFS.replace("27,", "28,");
    let refs = format!("<<<<<<< HEAD\n{REFS}\n=======\n{ours}\n>>>>>>> theirs\n");
    let sandbox = sandbox(&refs);
    update(&sandbox, &["--write"]).refused(&["refs.bib:1: a conflict that git left open"]);
    assert_eq!(sandbox.read("refs.bib"), refs);
    let run = update(&sandbox, &[]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.err.contains("refs.bib:1: a conflict"), "{}", run.err);
}

#[test]
fn a_renamed_file_and_a_renamed_key_keep_what_is_remembered() {
    let sandbox = sandbox(REFS);
    let run = sandbox.bibsync_reading(&["update", "refs.bib", "--offline", "--patch"], "n\ny\ny\n");
    assert_eq!(run.code, 0, "{run:?}");
    let renamed = sandbox.read("refs.bib").replace("{lit,", "{knuth1984,");
    sandbox.put("paper.bib", &renamed);
    fs_err::rename(sandbox.path("refs.lock"), sandbox.path("paper.lock")).unwrap();
    // The number was refused.
    let run = sandbox.bibsync(&["update", "paper.bib", "--offline", "--write"]);
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{run:?}");
    assert_eq!(sandbox.read("paper.bib"), renamed);
    let lock = sandbox.read("paper.lock");
    assert!(lock.contains("[work.refused]\nnumber = \"2\"\n"), "{lock}");
    assert!(!lock.contains("\"lit\""), "{lock}");
}

#[test]
fn a_lock_of_another_program_is_left_alone() {
    let lock = "[[package]]\nname = \"loom\"\nversion = \"1.0\"\n";
    let sandbox = sandbox(REFS);
    sandbox.put("refs.lock", lock);
    update(&sandbox, &["--write"]).refused(&["refs.lock is no lock of bibsync"]);
    sandbox
        .bibsync(&[
            "fetch",
            "cache/library/known.bib",
            "--offline",
            "-o",
            "other.bib",
            "--lock",
            "refs.lock",
        ])
        .refused(&["refs.lock is no lock of bibsync"]);
    assert_eq!(sandbox.read("refs.lock"), lock);
    assert_eq!(sandbox.read("refs.bib"), REFS);
}

#[test]
fn a_file_above_the_folder_has_a_path_that_git_takes() {
    let sandbox = sandbox(REFS);
    sandbox.put("chapter/notes.txt", "x");
    let diff = sandbox.in_shell(&format!(
        "cd chapter && '{}' update ../refs.bib --offline --cache-dir ../cache > ../refs.diff",
        env!("CARGO_BIN_EXE_bibsync")
    ));
    assert_eq!(diff.code, 0, "{diff:?}");
    assert!(sandbox.read("refs.diff").starts_with("--- a/refs.bib\n"));
}

#[test]
fn latin_1_stays_latin_1() {
    let refs = b"@article{lit, title = {Literate Programming for Weaving Machines and People}, author = {Knuth and Sample}, journal = {The Computer Journal}, year = 1984, note = {\xfcber}}\n";
    let sandbox = sandbox("");
    fs_err::write(sandbox.path("refs.bib"), refs).unwrap();
    let run = update(&sandbox, &["--write", "--only", "volume"]);
    assert_eq!(run.code, 0, "{run:?}");
    let written = fs_err::read(sandbox.path("refs.bib")).unwrap();
    assert!(written.windows(6).any(|it| it == b"\xfcber}}"));
    assert!(written.windows(11).any(|it| it == b"volume = 27"));
    assert_eq!(written.len(), refs.len() + ", volume = 27".len());
}

#[test]
fn a_file_that_fetch_writes_is_refused() {
    let sandbox = sandbox("");
    sandbox.put(
        "list.bib",
        "@article{lit, title = {Literate Programming for Weaving Machines and People}, author = {Knuth, Donald E. and Sample, Ada}, year = 1984}\n",
    );
    let run = sandbox.bibsync(&["fetch", "list.bib", "--offline", "-o", "refs.bib"]);
    assert_eq!(run.code, 0, "{run:?}");
    let before = sandbox.read("refs.bib");
    update(&sandbox, &["--write"])
        .refused(&["refs.bib is written by `bibsync fetch` from list.bib"]);
    assert_eq!(sandbox.read("refs.bib"), before);
}

#[test]
fn only_what_git_says_is_new_is_looked_up() {
    let known = "@inproceedings{old, title = {Weaving Persistent Cloth on Many Looms}, author = {Doe, Jane and Roe, Richard}, booktitle = {Symposium on Looms}, year = 2020}\n";
    let sandbox = sandbox(known);
    let git = "git -c user.name=a -c user.email=a@b.c";
    let run = sandbox.in_shell(&format!(
        "git init -q . && git add refs.bib && {git} commit -qm one"
    ));
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(update(&sandbox, &["--check"]).code, 1);
    assert_eq!(
        update(&sandbox, &["--check", "--changed-since", "HEAD"]).code,
        0
    );
    sandbox.put("refs.bib", &format!("{known}{REFS}"));
    let run = update(&sandbox, &["--changed-since", "HEAD"]);
    assert!(
        run.out.contains("+\tDoi") && !run.out.contains("loom.7"),
        "{run:?}"
    );
    update(&sandbox, &["--changed-since", "nowhere"]).refused(&["git knows no revision `nowhere`"]);
}

#[test]
fn a_file_that_was_renamed_has_its_former_entries() {
    let known = "@inproceedings{old, title = {Weaving Persistent Cloth on Many Looms}, author = {Doe, Jane and Roe, Richard}, booktitle = {Symposium on Looms}, year = 2020}\n";
    let sandbox = sandbox(known);
    let git = "git -c user.name=a -c user.email=a@b.c";
    let run = |command: &str| {
        let run = sandbox.in_shell(command);
        assert_eq!(run.code, 0, "{run:?}");
    };
    run(&format!(
        "git init -q . && git add refs.bib && {git} commit -qm one && mkdir ours"
    ));
    run(&format!(
        "git mv refs.bib 'ours/all refs.bib' && {git} commit -qm two"
    ));
    run("git mv 'ours/all refs.bib' ours/newest.bib");
    for revision in ["HEAD~1", "HEAD"] {
        let since = ["update", "ours/newest.bib", "--offline", "--check"];
        let check = sandbox.bibsync(&[&since[..], &["--changed-since", revision]].concat());
        assert_eq!(check.code, 0, "{revision}: {check:?}");
        assert_eq!(sandbox.bibsync(&since).code, 1);
    }
}

#[test]
fn a_file_named_twice_is_updated_once() {
    let sandbox = sandbox(REFS);
    let run = sandbox.bibsync(&[
        "update",
        "refs.bib",
        "./refs.bib",
        "refs.bib",
        "--offline",
        "--write",
    ]);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(run.err.matches("3 changes").count(), 1, "{}", run.err);
    assert_eq!(sandbox.read("refs.bib"), updated());
    sandbox.put("refs.biblatex", REFS);
    let run = sandbox.bibsync(&[
        "update",
        "refs.bib",
        "refs.biblatex",
        "--offline",
        "--write",
    ]);
    run.refused(&["refs.bib and refs.biblatex would share the lock refs.lock"]);
}

#[test]
fn entries_that_share_a_key_are_each_remembered() {
    let second = "@inproceedings{lit, title = {Weaving Persistent Cloth on Many Looms}, author = {Doe, Jane and Roe, Richard}, booktitle = {Symposium on Looms}, year = 2020}\n";
    let refs = REFS.replace("@misc{mine, title = \"Something That Nobody Knows of at All\", note = \"see \\emph{lit}\"}", second);
    // The same work under another key, too.
    let third = second.replace("{lit,", "{again,");
    let sandbox = sandbox(&format!("{refs}\n{third}"));
    assert_eq!(update(&sandbox, &["--write"]).code, 0);
    let lock = sandbox.read("refs.lock");
    for key in ["lit", "lit#2", "again"] {
        assert!(
            lock.contains(&format!("key = \"{key}\"\n")),
            "no {key} in {lock}"
        );
    }
    // Not offline: nobody listens, so a request would be a failure.
    let run = sandbox.bibsync(&["update", "refs.bib", "--output", "json"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    assert!(!run.out.contains("skipped"), "{}", run.out);
    let run = sandbox.bibsync(&["update", "refs.bib", "--keys", "lit#2", "--output", "json"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(run.out.matches("skipped").count(), 2, "{}", run.out);
}

#[test]
fn a_run_with_nothing_left_to_do_reads_no_entry() {
    let refs = REFS.split("@misc").next().unwrap();
    let sandbox = sandbox(refs);
    assert_eq!(update(&sandbox, &["--write"]).code, 0);
    let lock = sandbox.read("refs.lock");
    assert!(lock.contains("\n# settled "), "{lock}");
    // A change of the file, the lock or the command is looked at.
    let silent = |more: &[&str]| {
        let run = sandbox.bibsync(&[&["update", "refs.bib"][..], more].concat());
        (run.code, run.out + &run.err) == (0, String::new())
    };
    assert!(silent(&[]) && silent(&["--write"]) && silent(&["--patch"]));
    assert!(!silent(&["--output", "json"]));
    assert!(!silent(&["--keys", "nobody"]));
    assert_eq!(sandbox.read("refs.lock"), lock);
    sandbox.put("refs.lock", &lock.replace("97--111", "97--112"));
    let damaged = sandbox.read("refs.bib").replace("97--111", "99--111");
    sandbox.put("refs.bib", &damaged);
    assert_eq!(update(&sandbox, &["--check"]).code, 1);
}

#[test]
fn what_is_done_is_kept_unread_and_nothing_differs_by_that() {
    let refs = REFS.split("@misc").next().unwrap().to_owned()
        + "@proceedings{looms, title = {Proceedings of the 7th Symposium on Looms}, year = 2020}\n\
           @inproceedings{doe, title = {Weaving Persistent Cloth on Many Looms}, author = {Doe, Jane and Roe, Richard}, crossref = {looms}}\n\
           @inproceedings{again, title = {Weaving Persistent Cloth on Many Looms}, author = {Doe, Jane and Roe, Richard}, booktitle = {Symposium on Looms}, year = 2020}\n";
    let before = sandbox(&refs);
    assert_eq!(update(&before, &["--write"]).code, 0);
    let (bib, lock) = (before.read("refs.bib"), before.read("refs.lock"));
    assert!(lock.matches("\n# done matched ").count() >= 3, "{lock}");
    let unmarked: String = lock
        .split_inclusive('\n')
        .filter(|line| !line.starts_with("# done ") && !line.starts_with("# settled "))
        .collect();
    let entry = |key: &str| {
        let start = bib.find(&format!("@inproceedings{{{key},")).unwrap();
        let end = bib[start + 1..]
            .find("\n@")
            .map_or(bib.len(), |it| start + it + 2);
        bib[start..end].to_owned()
    };
    let (doe, again) = (entry("doe"), entry("again"));
    let cases = [
        ("a remark", format!("% a remark\n{bib}")),
        ("a letter", format!("% \u{fc}\n{bib}")),
        (
            "a field less",
            bib.replace("\tPages  = \"97--111\",\r\n", ""),
        ),
        ("a field wrong", bib.replace("97--111", "99--111")),
        (
            "a field more",
            bib.replace(
                &again,
                &again.replace("year = 2020", "year = 2020, note = {x}"),
            ),
        ),
        (
            "another title",
            bib.replace("{Literate} Programming", "{Illiterate} Programming"),
        ),
        (
            "an entry more",
            format!("{bib}{}", again.replace("{again,", "{third,")),
        ),
        ("an entry less", bib.replace(&again, "")),
        (
            "entries moved",
            bib.replace(&again, "")
                .replace(&doe, &format!("{again}{doe}")),
        ),
        ("another key", bib.replace("{again,", "{anew,")),
        (
            "another parent",
            bib.replace(
                "7th Symposium on Looms}, year = 2020",
                "8th Symposium on Looms}, year = 2021",
            ),
        ),
        (
            "another macro",
            bib.replace("{The Computer Journal}", "{Annals of Looms}"),
        ),
        (
            "biblatex",
            bib.replace("year =", "date =")
                .replace("Journal =", "journaltitle =")
                .replace("Year  ", "Date  "),
        ),
    ];
    for (case, text) in cases {
        for more in [
            &["--write"][..],
            &[],
            &["--check"],
            &["--output", "json"],
            &["--write", "--only", "doi"],
        ] {
            let run = |lock: &str| {
                let sandbox = sandbox(&text);
                sandbox.put("refs.lock", lock);
                let run = update(&sandbox, more);
                let read = [sandbox.read("refs.bib"), sandbox.read("refs.lock")];
                (run.code, run.out, run.err, read)
            };
            let (kept, mut whole) = (run(&lock), run(&unmarked));
            // What is not written has no marks either.
            if whole.3[1] == unmarked {
                whole.3[1].clone_from(&lock);
            }
            assert_eq!(kept, whole, "{case}, {more:?}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_read_only_file_is_refused_and_not_replaced() {
    use std::os::unix::fs::PermissionsExt as _;
    let sandbox = sandbox(REFS);
    let only_read = std::fs::Permissions::from_mode(0o444);
    fs_err::set_permissions(sandbox.path("refs.bib"), only_read).unwrap();
    for how in ["--write", "--patch"] {
        update(&sandbox, &[how]).refused(&["refs.bib is read-only"]);
    }
    assert_eq!(sandbox.read("refs.bib"), REFS);
    assert_eq!(update(&sandbox, &["--check"]).code, 1);
}

#[test]
fn words_that_are_no_field_are_refused() {
    let sandbox = sandbox(REFS);
    for option in ["--only", "--never"] {
        update(&sandbox, &[option, "doi,pagse"]).refused(&["'pagse'", "'pages'"]);
    }
}

#[test]
fn a_missing_author_is_written_first() {
    let sandbox = sandbox(
        "@article{lit,\n  title = {Literate Programming for Weaving Machines and People},\n  journal = {The Computer Journal},\n  year = {1984},\n  doi = {10.1093/comjnl/27.2.97}\n}\n",
    );
    assert_eq!(update(&sandbox, &["--write", "--only", "author"]).code, 0);
    let written = sandbox.read("refs.bib");
    assert!(
        written.starts_with(
            "@article{lit,\n  author = {Knuth, Donald E. and Sample, Ada},\n  title ="
        ),
        "{written}"
    );
}

#[test]
fn several_files_share_one_plan_of_requests() {
    let services = Services::knowing([crate::support::electrode(), crate::support::gemini()], []);
    let sandbox = Sandbox::at(&services);
    let entry = |key: &str, title: &str| format!("@misc{{{key}, title = {{{title}}}}}\n");
    sandbox.put("a.bib", &entry("a", &crate::support::electrode().title));
    sandbox.put("b.bib", &entry("b", &crate::support::gemini().title));
    let both = sandbox.bibsync(&["update", "a.bib", "b.bib", "--write"]);
    assert_eq!(both.code, 0, "{both:?}");
    let together = services.count(At::Dblp);
    let services = Services::knowing([crate::support::electrode(), crate::support::gemini()], []);
    let sandbox = Sandbox::at(&services);
    sandbox.put("a.bib", &entry("a", &crate::support::electrode().title));
    sandbox.bibsync(&["update", "a.bib", "--write"]);
    let alone = services.count(At::Dblp);
    assert!(
        together <= alone,
        "{together} requests for two files, {alone} for one"
    );
    // What the lock answers is not asked again.
    sandbox.bibsync(&["update", "a.bib", "--write"]);
    assert_eq!(services.count(At::Dblp), alone);
}

/// Starts `update --patch`, and returns it when it waits for an answer.
#[cfg(unix)]
fn waiting(sandbox: &Sandbox) -> std::process::Child {
    let mut command = sandbox.command(&["update", "refs.bib", "--offline", "--patch"]);
    let mut child = command.stdin(std::process::Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let asked = lines.any(|line| line.unwrap().contains("change it?"));
    assert!(asked);
    child
}

#[cfg(unix)]
#[test]
fn a_file_that_someone_else_changed_is_left_alone() {
    let sandbox = sandbox(REFS);
    let mut child = waiting(&sandbox);
    sandbox.put("refs.bib", "% mine\n");
    child.stdin.take().unwrap().write_all(b"a\n").unwrap();
    let status = child.wait().unwrap();
    assert_eq!(status.code(), Some(2));
    assert_eq!(sandbox.read("refs.bib"), "% mine\n");
    assert!(!sandbox.has("refs.lock"));
}

#[cfg(unix)]
#[test]
fn a_run_that_is_killed_leaves_the_old_file() {
    let sandbox = sandbox(REFS);
    let mut child = waiting(&sandbox);
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(sandbox.read("refs.bib"), REFS);
    let run = update(&sandbox, &["--write"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(sandbox.read("refs.bib"), updated());
}

#[test]
fn preprints_of_other_servers_become_publications_where_a_record_proves_it() {
    let published = "@inproceedings{doe2020, author = {Doe, Jane and Roe, Richard}, title = {Weaving Persistent Cloth on Many Looms},\n  booktitle = {Proceedings of the 7th Symposium on Looms}, pages = {11--29}, year = {2020}, doi = {10.1000/loom.7}}\n";
    let preprint = |server: &str, doi: &str| {
        format!(
            "@article{{pre, author = {{Doe, Jane and Roe, Richard}}, title = {{Weaving Persistent Cloth on Many Looms}}, journal = {{{server}}}, year = {{2019}}, doi = {{{doi}}}}}\n"
        )
    };
    let entry = |server: &str, more: &str| {
        format!(
            "@article{{weave,\n  title = {{Weaving Persistent Cloth on Many Looms}},\n  author = {{Jane Doe and Richard Roe}},\n  journal = {{{server}}},\n{more}  year = {{2019}}\n}}\n"
        )
    };
    let wanted = "@inproceedings{weave,\n  title = {Weaving Persistent Cloth on Many Looms},\n  author = {Jane Doe and Richard Roe},\n  booktitle = {Proceedings of the 7th Symposium on Looms},\n  pages = {11--29},\n  year = {2020},\n  doi = {10.1000/loom.7}\n}\n";
    let doi = "10.1101/2019.12.01.123456";
    let with_doi = format!("  pages = {{2019.12.01.123456}},\n  doi = {{{doi}}},\n");
    for (server, more, in_library, is_proven) in [
        ("bioRxiv", with_doi.as_str(), preprint("bioRxiv", doi), true),
        ("medRxiv", "", preprint("medRxiv", doi), true),
        // As search engines export it.
        (
            "medRxiv",
            "  volume = {2},\n  number = {3},\n  pages = {4},\n  month = mar,\n  version = {2},\n",
            preprint("medRxiv", doi),
            true,
        ),
        (
            "SSRN Electronic Journal",
            "  doi = {10.2139/ssrn.123456},\n",
            preprint("SSRN Electronic Journal", "10.2139/ssrn.123456"),
            true,
        ),
        ("bioRxiv", "", String::new(), false),
        ("bioRxiv", with_doi.as_str(), String::new(), false),
        // The preprint of which a record is known is another one.
        (
            "bioRxiv",
            with_doi.as_str(),
            preprint("bioRxiv", "10.1101/2018.01.01.654321"),
            false,
        ),
    ] {
        let sandbox = sandbox(&entry(server, more));
        sandbox.put(
            "cache/library/known.bib",
            &format!("{published}{in_library}"),
        );
        let run = update(&sandbox, &["--upgrade", "all", "--write"]);
        assert_eq!(run.code, 0, "{run:?}");
        let text = sandbox.read("refs.bib");
        // The DOI stands where that of the preprint stood.
        let lines = |text: &str| {
            let lines = text.lines().map(|it| it.trim_end_matches(',').to_owned());
            lines.collect::<std::collections::BTreeSet<String>>()
        };
        if is_proven {
            assert_eq!(lines(&text), lines(wanted), "{text}");
        } else {
            assert_eq!(text, entry(server, more));
        }
    }
}

#[test]
fn the_short_name_of_a_journal_is_its_name() {
    let known = "@article{doe, author = {Doe, Jane and Roe, Richard}, title = {Weaving Persistent Cloth on Many Looms}, journal = {Journal of the ACM}, volume = {7}, number = {2}, pages = {11--29}, year = {2010}, doi = {10.1000/loom.7}}\n";
    let refs = "@article{weave,\n  title = {Weaving Persistent Cloth on Many Looms},\n  author = {Jane Doe and Richard Roe},\n  journal = {JACM},\n  volume = {7},\n  number = {2},\n  pages = {11--29},\n  year = {2010}\n}\n";
    let sandbox = sandbox(refs);
    sandbox.put("cache/library/known.bib", known);
    assert_eq!(update(&sandbox, &["--write"]).code, 0);
    let wanted = refs.replace("{2010}\n", "{2010},\n  doi = {10.1000/loom.7}\n");
    assert_eq!(sandbox.read("refs.bib"), wanted);
}

/// Kills runs while they write: as soon as a draft stands beside the file, and a little later each time.
#[cfg(unix)]
#[test]
fn a_run_that_is_killed_while_it_writes_leaves_the_old_file_or_the_new_one() {
    let sandbox = sandbox(REFS);
    let folder = sandbox.path("refs.bib").parent().unwrap().to_owned();
    let names = || -> std::collections::BTreeSet<std::ffi::OsString> {
        let files = fs_err::read_dir(&folder).unwrap();
        files.map(|it| it.unwrap().file_name()).collect()
    };
    for (drafts_wanted, pause) in (1..=3).flat_map(|it| (0..8).map(move |pause| (it, pause))) {
        sandbox.put("refs.bib", REFS);
        _ = fs_err::remove_file(sandbox.path("refs.lock"));
        let before = names();
        let arguments = ["update", "refs.bib", "--offline", "--write", "--quiet"];
        let mut child = sandbox.command(&arguments).spawn().unwrap();
        // The first draft only shows whether the folder can be written.
        let mut drafts = std::collections::BTreeSet::new();
        while child.try_wait().unwrap().is_none() {
            let made = names();
            drafts.extend(made.difference(&before).cloned());
            if drafts.len() >= drafts_wanted {
                std::thread::sleep(std::time::Duration::from_micros(40) * pause);
                break;
            }
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let left = sandbox.read("refs.bib");
        assert!(
            left == REFS || left == updated(),
            "{drafts_wanted}, {pause}: {left}"
        );
    }
    // What is left of all these runs hinders no other.
    assert_eq!(update(&sandbox, &["--write"]).code, 0);
    assert_eq!(sandbox.read("refs.bib"), updated());
    assert_eq!(update(&sandbox, &["--check"]).code, 0);
}

#[test]
fn preprints_become_publications_only_when_told() {
    let preprint = "@article{weave,\n  title = {Weaving Persistent Cloth on Many Looms},\n  author = {Jane Doe and Richard Roe},\n  journal = {arXiv preprint arXiv:2001.00001},\n  year = {2019}\n}\n";
    let sandbox = sandbox(preprint);
    let run = update(&sandbox, &[]);
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{run:?}");
    assert!(run.err.contains("1 preprint was published"), "{run:?}");
    let run = update(&sandbox, &["--upgrade", "all", "--write"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(
        sandbox.read("refs.bib"),
        "@inproceedings{weave,\n  title = {Weaving Persistent Cloth on Many Looms},\n  author = {Jane Doe and Richard Roe},\n  booktitle = {Proceedings of the 7th Symposium on Looms},\n  pages = {11--29},\n  year = {2020},\n  doi = {10.1000/loom.7},\n  eprint = {2001.00001},\n  archiveprefix = {arXiv}\n}\n"
    );
    let run = update(&sandbox, &["--check", "--upgrade", "all"]);
    assert_eq!(run.code, 0, "{run:?}");
}
