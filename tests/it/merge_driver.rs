//! `bibsync merge-driver`, called by git.
#![cfg(unix)]

use crate::support::{Run, Sandbox};

const BASE: &str = "% My references\n@article{a,\n  title = {On Looms},\n  year = {2001}\n}\n\n@article{b,\n  title = {On Mills},\n  doi = {10.1000/mills},\n  year = {2002}\n}\n";

/// A repository with the driver installed, and two branches of `refs.bib`.
fn repository(base: &str, ours: &str, theirs: &str) -> Sandbox {
    let sandbox = Sandbox::settled("");
    let run = git(&sandbox, "git init -q -b main .");
    assert_eq!(run.code, 0, "{run:?}");
    let run = sandbox.bibsync(&["merge-driver", "install"]);
    assert_eq!(run.code, 0, "{run:?}");
    commit(&sandbox, base, "base");
    git(&sandbox, "git checkout -q -b theirs");
    commit(&sandbox, theirs, "theirs");
    git(&sandbox, "git checkout -q main");
    commit(&sandbox, ours, "ours");
    sandbox
}

fn commit(sandbox: &Sandbox, text: &str, message: &str) {
    sandbox.put("refs.bib", text);
    let run = git(
        sandbox,
        &format!("git add -A refs.bib .gitattributes && git commit -q --allow-empty -m {message}"),
    );
    assert_eq!(run.code, 0, "{run:?}");
}

fn git(sandbox: &Sandbox, script: &str) -> Run {
    sandbox.in_shell(&format!(
        "export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b.c GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b.c GIT_EDITOR=true; {script}"
    ))
}

/// Ours adds a field at the end of the first entry and renames the key of the second; theirs adds a field at
/// the same place, and corrects a year. Merged by lines, all of it meets.
fn sides() -> (String, String, String) {
    let ours = BASE
        .replace(
            "  year = {2001}\n",
            "  year = {2001},\n  doi = {10.1000/looms}\n",
        )
        .replace("{b,", "{mills2003,");
    let theirs = BASE
        .replace("  year = {2001}\n", "  year = {2001},\n  pages = {1--2}\n")
        .replace("{2002}", "{2003}");
    let merged = ours
        .replace(
            "  doi = {10.1000/looms}\n",
            "  doi = {10.1000/looms},\n  pages = {1--2}\n",
        )
        .replace("{2002}", "{2003}");
    (ours, theirs, merged)
}

fn fields(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = text
        .lines()
        .map(|line| line.trim_end_matches(',').trim().to_owned())
        .collect();
    lines.sort();
    lines
}

#[test]
fn git_merges_rebases_and_picks_field_by_field() {
    let (ours, theirs, merged) = sides();
    for command in [
        "git merge -q --no-edit theirs",
        "git rebase -q theirs",
        "git cherry-pick theirs",
    ] {
        let sandbox = repository(BASE, &ours, &theirs);
        let run = git(&sandbox, command);
        assert_eq!(run.code, 0, "{command}: {run:?}");
        let text = sandbox.read("refs.bib");
        assert_eq!(fields(&text), fields(&merged), "{command}: {text}");
        assert_eq!(git(&sandbox, "git status --porcelain refs.bib").out, "");
    }
    // git alone leaves a conflict.
    let sandbox = repository(BASE, &ours, &theirs);
    let run = sandbox.bibsync(&["merge-driver", "install", "--uninstall"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(!sandbox.read(".gitattributes").contains("bibsync"));
    assert_eq!(git(&sandbox, "git merge -q --no-edit theirs").code, 1);
}

#[test]
fn stashed_changes_are_merged_field_by_field() {
    let (ours, theirs, merged) = sides();
    let sandbox = repository(BASE, BASE, BASE);
    sandbox.put("refs.bib", &ours);
    assert_eq!(git(&sandbox, "git stash -q").code, 0);
    assert_eq!(sandbox.read("refs.bib"), BASE);
    commit(&sandbox, &theirs, "newer");
    let run = git(&sandbox, "git stash pop -q");
    assert_eq!(run.code, 0, "{run:?}");
    let text = sandbox.read("refs.bib");
    assert_eq!(fields(&text), fields(&merged), "{text}");
    assert_eq!(git(&sandbox, "git stash list").out, "");
}

#[test]
fn a_conflict_stands_around_one_field() {
    let year = |year: &str| BASE.replace("{2001}", &format!("{{{year}}}"));
    let theirs = year("2008").replace("On Mills", "On Windmills");
    let sandbox = repository(BASE, &year("2007"), &theirs);
    let run = git(&sandbox, "git merge -q --no-edit theirs");
    assert_eq!(run.code, 1, "{run:?}");
    assert!(
        run.err
            .contains("refs.bib: 1 conflict is left between markers"),
        "{run:?}"
    );
    let text = sandbox.read("refs.bib");
    assert_eq!(
        text,
        BASE.replace(
            "  year = {2001}\n",
            "<<<<<<< ours\n  year = {2007}\n=======\n  year = {2008}\n>>>>>>> theirs\n"
        )
        .replace("On Mills", "On Windmills")
    );
    assert_eq!(
        git(&sandbox, "git status --porcelain refs.bib").out,
        "UU refs.bib\n"
    );
}

#[test]
fn what_is_no_bibtex_is_merged_by_lines() {
    let open = |year: &str| {
        format!("@article{{a,\n  title = {{On Looms,\n  year = {{{year}}}\n\n\n\n\nEnd\n")
    };
    let sandbox = repository(
        &open("2001"),
        &open("2002"),
        &open("2001").replace("End", "The end"),
    );
    let run = git(&sandbox, "git merge -q --no-edit theirs");
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(
        sandbox.read("refs.bib"),
        open("2002").replace("End", "The end")
    );
}

#[test]
fn sides_in_two_encodings_are_not_mixed() {
    let sandbox = Sandbox::settled("");
    let name = |name: &str| BASE.replace("On Looms", name);
    let latin = |text: &str| -> Vec<u8> {
        let letters = text.chars().map(|c| u8::try_from(u32::from(c)).unwrap());
        letters.collect()
    };
    let put = |name: &str, bytes: &[u8]| fs_err::write(sandbox.path(name), bytes).unwrap();
    let driver = || sandbox.bibsync(&["merge-driver", "o.bib", "a.bib", "b.bib", "-P", "refs.bib"]);
    put("o.bib", BASE.as_bytes());
    for (ours, theirs, one) in [
        (
            latin(&name("J\u{f6}rg")),
            BASE.replace("Mills", "\u{141}\u{f3}d\u{17a}").into_bytes(),
            "their side is UTF-8, ours is not",
        ),
        (
            name("\u{141}\u{f3}d\u{17a}").into_bytes(),
            latin(&BASE.replace("Mills", "J\u{f6}rg")),
            "our side is UTF-8, theirs is not",
        ),
    ] {
        put("a.bib", &ours);
        put("b.bib", &theirs);
        let run = driver();
        assert_eq!(run.code, 1, "{run:?}");
        assert!(run.err.contains(one), "{run:?}");
        assert_eq!(fs_err::read(sandbox.path("a.bib")).unwrap(), ours);
    }
    // Where only one side has letters beyond ASCII, that is the encoding of both.
    for ours in [latin(&name("J\u{f6}rg")), name("J\u{f6}rg").into_bytes()] {
        put("a.bib", &ours);
        put("b.bib", BASE.replace("{2002}", "{2003}").as_bytes());
        let run = driver();
        assert_eq!(run.code, 0, "{run:?}");
        let merged = fs_err::read(sandbox.path("a.bib")).unwrap();
        let year = merged.windows(6).any(|it| it == b"{2003}");
        assert!(year && merged.len() == ours.len(), "{run:?}");
    }
}

#[test]
fn branches_that_were_both_updated_are_merged() {
    let library = "@article{k, author = {Doe, Jane}, title = {On Persistent Looms and Their Threads}, journal = {J. Cloth}, volume = {7}, pages = {1--9}, year = {2001}, doi = {10.1000/looms}}\n\
                   @article{l, author = {Roe, Rita}, title = {Windmills of the Northern Plains Revisited}, journal = {J. Mills}, volume = {8}, pages = {10--19}, year = {2002}, doi = {10.1000/mills}}\n";
    let refs = "@article{a,\n  author = {Doe, Jane},\n  title = {On Persistent Looms and Their Threads},\n  journal = {J. Cloth},\n  year = {2001}\n}\n\n\
                @article{b,\n  author = {Roe, Rita},\n  title = {Windmills of the Northern Plains Revisited},\n  journal = {J. Mills},\n  year = {2002}\n}\n";
    let sandbox = repository(refs, refs, refs);
    sandbox.put("cache/library/known.bib", library);
    let update = |more: &[&str]| {
        let run =
            sandbox.bibsync(&[&["update", "refs.bib", "--offline", "--write"], more].concat());
        assert_eq!(run.code, 0, "{run:?}");
        let run = git(
            &sandbox,
            "git add refs.bib refs.lock && git commit -qm update",
        );
        assert_eq!(run.code, 0, "{run:?}");
    };
    update(&["--only", "doi"]);
    let ours = sandbox.read("refs.bib");
    git(&sandbox, "git checkout -q theirs");
    update(&["--never", "doi"]);
    assert!(!sandbox.read("refs.bib").contains("doi"));
    git(&sandbox, "git checkout -q main");
    assert_eq!(sandbox.read("refs.bib"), ours);
    git(&sandbox, "git merge -q --no-edit theirs");
    let text = sandbox.read("refs.bib");
    assert!(!text.contains("<<<<<<<"), "{text}");
    for value in ["10.1000/looms", "10.1000/mills", "{1--9}", "{10--19}"] {
        assert!(text.contains(value), "{value}: {text}");
    }
    // Whatever git made of the lock, the next run finds nothing to change.
    let run = sandbox.bibsync(&["update", "refs.bib", "--offline", "--check"]);
    assert_eq!(run.code, 0, "{run:?}");
}

#[test]
fn installing_twice_and_for_all_repositories() {
    let sandbox = Sandbox::settled("");
    sandbox
        .bibsync(&["merge-driver", "install"])
        .refused(&["no git repository"]);
    git(&sandbox, "git init -q .");
    sandbox.put(".gitattributes", "*.pdf binary");
    for _ in 0..2 {
        assert_eq!(sandbox.bibsync(&["merge-driver", "install"]).code, 0);
        assert_eq!(
            sandbox.read(".gitattributes"),
            "*.pdf binary\n*.bib merge=bibsync\n"
        );
    }
    assert_eq!(
        sandbox
            .bibsync(&["merge-driver", "install", "--uninstall"])
            .code,
        0
    );
    assert_eq!(sandbox.read(".gitattributes"), "*.pdf binary\n");
    fs_err::create_dir_all(sandbox.path("nobody")).unwrap();
    let run = sandbox.bibsync(&["merge-driver", "install", "--global"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(
        sandbox.read("nobody/.config/git/attributes"),
        "*.bib merge=bibsync\n"
    );
    assert!(
        sandbox
            .read("nobody/.gitconfig")
            .contains("merge-driver %O %A %B -L %L -P %P")
    );
}
