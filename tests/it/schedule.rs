//! Timers: what is installed, what it runs, and what is left when it is taken away.
#![cfg(unix)]

use serde_json::json;

use crate::support::{Desk, Run};

/// A desk on which `crontab` is a program of ours that keeps the table in a file.
fn desk() -> Desk {
    let desk = Desk::cut_off();
    desk.program(
        "crontab",
        "table=\"$(dirname \"$0\")/table\"\ncase \"$1\" in\n\
         -l) cat \"$table\" 2>/dev/null || { echo 'no crontab for ada' >&2; exit 1; } ;;\n\
         -r) rm \"$table\" ;;\n-) cat > \"$table\" ;;\nesac",
    );
    desk.list(
        "profile.json",
        &json!({"publications": [{"title": "A Talk of Mine", "match": false}]}),
    );
    desk
}

fn run(desk: &Desk, arguments: &[&str]) -> Run {
    let mut command = desk.command(arguments);
    let path = std::env::var_os("PATH").unwrap();
    let path =
        std::env::join_paths(std::iter::once(desk.path("bin")).chain(std::env::split_paths(&path)));
    command.env("PATH", path.unwrap());
    Run::of(&command.output().unwrap())
}

/// The name of the one job there is.
fn job(desk: &Desk) -> String {
    let status = run(desk, &["schedule", "status"]);
    status.out.split(':').next().unwrap().to_owned()
}

#[test]
fn a_timer_is_set_runs_and_is_taken_away() {
    let desk = desk();
    desk.put("bin/table", "0 5 * * * backup\n");
    assert_eq!(run(&desk, &["fetch", "profile.json"]).code, 0);
    let install = ["schedule", "install", "--every", "daily", "--with", "cron"];
    for _ in 0..2 {
        let run = run(&desk, &install);
        assert_eq!(run.code, 0, "{run:?}");
    }
    let table = desk.read("bin/table");
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "0 5 * * * backup");
    assert_eq!(lines.len(), 2, "set twice, it stands once: {table}");
    let id = job(&desk);
    assert!(lines[1].ends_with(&format!(" schedule run {id} --if-due # {id}")));

    let command = lines[1].splitn(6, ' ').nth(5).unwrap().to_owned();
    let by_cron = || {
        let mut shell = std::process::Command::new("/bin/sh");
        let home = desk.path("nobody");
        shell.args(["-c", &command]).env_clear().env("HOME", home);
        Run::of(&shell.current_dir("/").output().unwrap())
    };
    let ran = by_cron();
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran:?}");
    let again = by_cron();
    assert_eq!(
        (again.code, again.err.as_str()),
        (0, ""),
        "it is not due again"
    );
    let status = run(&desk, &["schedule", "status"]);
    assert!(
        status.out.contains("daily by cron") && status.out.contains(", done\n"),
        "{status:?}"
    );

    let removed = run(&desk, &["schedule", "remove"]);
    assert_eq!(removed.code, 0, "{removed:?}");
    assert_eq!(desk.read("bin/table"), "0 5 * * * backup\n");
    let status = run(&desk, &["schedule", "status"]);
    assert!(status.out.starts_with("nothing is scheduled"), "{status:?}");
    let left = fs_err::read_dir(desk.path("nobody/.local/state/bibsync/schedule"));
    assert_eq!(left.map_or(0, Iterator::count), 0, "nothing is left behind");
    run(&desk, &["schedule", "remove"]).refused(&["no refresh of references.bib is scheduled"]);
}

#[test]
fn a_run_that_failed_is_remembered() {
    let desk = desk();
    assert_eq!(run(&desk, &["fetch", "profile.json"]).code, 0);
    let installed = run(&desk, &["schedule", "install", "--with", "cron"]);
    assert_eq!(installed.code, 0, "{installed:?}");
    desk.put("profile.json", "{");
    let id = job(&desk);
    let ran = run(&desk, &["schedule", "run", &id]);
    assert_eq!(ran.code, 2, "{ran:?}");
    let status = run(&desk, &["schedule", "status"]);
    assert!(
        status.out.contains("failed: ") && status.out.contains("profile.json"),
        "{status:?}"
    );
}

#[test]
fn a_timer_that_can_not_be_set_leaves_nothing_behind() {
    let desk = desk();
    desk.program("systemctl", "echo 'no bus' >&2; exit 1");
    let install = |timer: &str| run(&desk, &["schedule", "install", "--with", timer]);
    install("systemd").refused(&["there is no lock at references.lock", "bibsync fetch"]);
    assert_eq!(run(&desk, &["fetch", "profile.json"]).code, 0);
    run(&desk, &["schedule", "install", "lost.json"]).refused(&["there is no list at lost.json"]);
    install("systemd").refused(&["no bus", "nothing was scheduled", "--with"]);
    let status = run(&desk, &["schedule", "status"]);
    assert!(status.out.starts_with("nothing is scheduled"), "{status:?}");
    let units = || fs_err::read_dir(desk.path("nobody/.config/systemd/user")).unwrap();
    assert_eq!(units().count(), 0, "no unit is left");

    let by_cron = install("cron");
    assert_eq!(by_cron.code, 0, "{by_cron:?}");
    install("systemd").refused(&["no bus"]);
    let status = run(&desk, &["schedule", "status"]);
    assert!(status.out.contains("weekly by cron"), "{status:?}");
    assert_eq!(desk.read("bin/table").lines().count(), 1);

    // A timer that was set once, and whose program fails by now, is taken away.
    desk.program("systemctl", "exit 0");
    assert_eq!(install("systemd").code, 0);
    assert!(!desk.has("bin/table"), "not by both");
    desk.program("systemctl", "exit 1");
    let removed = run(&desk, &["schedule", "remove"]);
    assert_eq!(removed.code, 0, "{removed:?}");
    assert_eq!(units().count(), 0);
}

#[test]
fn every_form_can_be_printed() {
    let desk = desk();
    for (what, part) in [
        ("systemd", "RandomizedDelaySec=1h\nPersistent=true\n"),
        (
            "cron",
            "refresh 'my list.json' -o references.bib --accept all",
        ),
        ("launchd", "<key>StartCalendarInterval</key>"),
        ("windows", "<StartWhenAvailable>true</StartWhenAvailable>"),
    ] {
        let printed = run(&desk, &["schedule", "print", "--for", what, "my list.json"]);
        assert_eq!((printed.code, printed.err.as_str()), (0, ""), "{printed:?}");
        assert!(printed.out.contains(part), "{what}: {}", printed.out);
    }
    for what in ["github-actions", "gitlab-ci"] {
        let printed = run(&desk, &["schedule", "print", "--for", what, "my list.json"]);
        let repository = env!("CARGO_PKG_REPOSITORY");
        if repository.is_empty() {
            printed.refused(&["`package.repository`", "Cargo.toml", "another program"]);
        } else {
            assert_eq!((printed.code, printed.err.as_str()), (0, ""), "{printed:?}");
            let install = format!("cargo install --locked --git {repository} --rev ");
            assert!(printed.out.contains(&install), "{what}: {}", printed.out);
        }
    }
    assert!(!desk.has("nobody"), "printing writes nothing");
}

#[test]
fn a_path_that_no_timer_can_hold_is_refused() {
    let desk = desk();
    for (what, path) in [
        ("cron", "a\nb.json"),
        ("systemd", "a\u{1b}b.json"),
        ("launchd", "a\u{202e}b.json"),
        ("windows", "%TEMP%.json"),
    ] {
        let printed = run(&desk, &["schedule", "print", "--for", what, path]);
        printed.refused(&["can't be part of a timer's text"]);
    }
    let option = [
        "schedule",
        "print",
        "--for",
        "cron",
        "--",
        "--config=x.json",
    ];
    let printed = run(&desk, &option);
    assert!(
        printed.out.contains(" refresh './--config=x.json' -o "),
        "{printed:?}"
    );
}

#[test]
fn installing_a_timer_warns_of_a_command_that_is_not_trusted() {
    let desk = desk();
    assert_eq!(run(&desk, &["fetch", "profile.json"]).code, 0);
    let settings = desk.read("bibsync.toml");
    desk.put(
        "bibsync.toml",
        &format!("{settings}\n[refresh]\non_change = \"touch ran\"\n"),
    );
    let install = ["schedule", "install", "--with", "cron"];
    let warned = run(&desk, &install);
    assert_eq!(warned.code, 0, "{warned:?}");
    assert!(
        warned.err.contains("`bibsync trust bibsync.toml`"),
        "{warned:?}"
    );
    assert_eq!(run(&desk, &["trust"]).code, 0);
    assert!(!run(&desk, &install).err.contains("warning"));
}

#[test]
fn a_timer_finds_the_folders_and_settings_that_were_set_when_it_was_installed() {
    let desk = desk();
    let set = |arguments: &[&str]| {
        let mut command = desk.command(arguments);
        let paths = [desk.path("bin")].into_iter();
        let path = std::env::var_os("PATH").unwrap();
        let path = std::env::join_paths(paths.chain(std::env::split_paths(&path)));
        command
            .env("PATH", path.unwrap())
            .env("XDG_STATE_HOME", desk.path("my state"))
            .env("BIBSYNC_CACHE_DIR", desk.path("my cache"));
        Run::of(&command.output().unwrap())
    };
    assert_eq!(set(&["fetch", "profile.json"]).code, 0);
    let installed = set(&["schedule", "install", "--with", "cron"]);
    assert_eq!(installed.code, 0, "{installed:?}");
    assert!(
        installed.err.contains("BIBSYNC_CACHE_DIR, XDG_STATE_HOME"),
        "{installed:?}"
    );
    fs_err::remove_dir_all(desk.path("my cache")).unwrap();

    let table = desk.read("bin/table");
    let command = table.splitn(6, ' ').nth(5).unwrap();
    let mut shell = std::process::Command::new("/bin/sh");
    shell
        .args(["-c", command])
        .env_clear()
        .env("HOME", desk.path("nobody"));
    let ran = Run::of(&shell.current_dir("/").output().unwrap());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran:?}");
    let status = set(&["schedule", "status"]);
    assert!(status.out.contains(", done\n"), "{status:?}");
    assert!(desk.has("my cache"), "{:?}", desk.names());
    assert!(!desk.has("nobody/.local/state/bibsync/schedule"));

    let printed = set(&["schedule", "print", "--for", "systemd"]);
    assert!(
        printed.out.contains("\nEnvironment=\"XDG_STATE_HOME="),
        "{printed:?}"
    );
    let printed = set(&["schedule", "print", "--for", "windows"]);
    assert!(printed.err.contains("BIBSYNC_CACHE_DIR"), "{printed:?}");
}
