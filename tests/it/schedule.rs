//! `bibsync schedule`: installing, running and removing timers.
#![cfg(unix)]

use serde_json::json;

use crate::support::{Run, Sandbox};

/// Creates a sandbox in which `crontab` is a script that keeps the table in a file.
fn sandbox() -> Sandbox {
    let sandbox = Sandbox::cut_off();
    sandbox.program(
        "crontab",
        "table=\"$(dirname \"$0\")/table\"\ncase \"$1\" in\n\
         -l) cat \"$table\" 2>/dev/null || { echo 'no crontab for ada' >&2; exit 1; } ;;\n\
         -r) rm \"$table\" ;;\n-) cat > \"$table\" ;;\nesac",
    );
    sandbox.list(
        "profile.json",
        &json!({"publications": [{"title": "A Talk of Mine", "match": false}]}),
    );
    sandbox
}

fn run(sandbox: &Sandbox, arguments: &[&str]) -> Run {
    let mut command = sandbox.command(arguments);
    let path = std::env::var_os("PATH").unwrap();
    let path = std::env::join_paths(
        std::iter::once(sandbox.path("bin")).chain(std::env::split_paths(&path)),
    );
    command.env("PATH", path.unwrap());
    Run::of(&command.output().unwrap())
}

/// Returns the name of the only job.
fn job(sandbox: &Sandbox) -> String {
    let status = run(sandbox, &["schedule", "status"]);
    status.out.split(':').next().unwrap().to_owned()
}

#[test]
fn timer_is_installed_runs_and_is_removed() {
    let sandbox = sandbox();
    sandbox.put("bin/table", "0 5 * * * backup\n");
    assert_eq!(run(&sandbox, &["fetch", "profile.json"]).code, 0);
    let install = ["schedule", "install", "--every", "daily", "--with", "cron"];
    for _ in 0..2 {
        let run = run(&sandbox, &install);
        assert_eq!(run.code, 0, "{run:?}");
    }
    let table = sandbox.read("bin/table");
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "0 5 * * * backup");
    assert_eq!(lines.len(), 2, "installed twice, it appears once: {table}");
    let id = job(&sandbox);
    assert!(lines[1].ends_with(&format!(" schedule run {id} --if-due # {id}")));

    let command = lines[1].splitn(6, ' ').nth(5).unwrap().to_owned();
    let by_cron = || {
        let mut shell = std::process::Command::new("/bin/sh");
        let home = sandbox.path("nobody");
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
    let status = run(&sandbox, &["schedule", "status"]);
    assert!(
        status.out.contains("daily by cron") && status.out.contains(", done\n"),
        "{status:?}"
    );

    let removed = run(&sandbox, &["schedule", "remove"]);
    assert_eq!(removed.code, 0, "{removed:?}");
    assert_eq!(sandbox.read("bin/table"), "0 5 * * * backup\n");
    let status = run(&sandbox, &["schedule", "status"]);
    assert!(status.out.starts_with("nothing is scheduled"), "{status:?}");
    let left = fs_err::read_dir(sandbox.path("nobody/.local/state/bibsync/schedule"));
    assert_eq!(left.map_or(0, Iterator::count), 0, "nothing is left behind");
    run(&sandbox, &["schedule", "remove"]).refused(&["no refresh of references.bib is scheduled"]);
}

#[test]
fn failed_run_is_recorded() {
    let sandbox = sandbox();
    assert_eq!(run(&sandbox, &["fetch", "profile.json"]).code, 0);
    let installed = run(&sandbox, &["schedule", "install", "--with", "cron"]);
    assert_eq!(installed.code, 0, "{installed:?}");
    sandbox.put("profile.json", "{");
    let id = job(&sandbox);
    let ran = run(&sandbox, &["schedule", "run", &id]);
    assert_eq!(ran.code, 2, "{ran:?}");
    let status = run(&sandbox, &["schedule", "status"]);
    assert!(
        status.out.contains("failed: ") && status.out.contains("profile.json"),
        "{status:?}"
    );
}

#[test]
fn failed_installation_leaves_nothing() {
    let sandbox = sandbox();
    sandbox.program("systemctl", "echo 'no bus' >&2; exit 1");
    let install = |timer: &str| run(&sandbox, &["schedule", "install", "--with", timer]);
    install("systemd").refused(&["there is no lock at references.lock", "bibsync fetch"]);
    assert_eq!(run(&sandbox, &["fetch", "profile.json"]).code, 0);
    run(&sandbox, &["schedule", "install", "lost.json"])
        .refused(&["there is no list at lost.json"]);
    install("systemd").refused(&["no bus", "nothing was scheduled", "--with"]);
    let status = run(&sandbox, &["schedule", "status"]);
    assert!(status.out.starts_with("nothing is scheduled"), "{status:?}");
    let units = || fs_err::read_dir(sandbox.path("nobody/.config/systemd/user")).unwrap();
    assert_eq!(units().count(), 0, "no unit is left");

    let by_cron = install("cron");
    assert_eq!(by_cron.code, 0, "{by_cron:?}");
    install("systemd").refused(&["no bus"]);
    let status = run(&sandbox, &["schedule", "status"]);
    assert!(status.out.contains("weekly by cron"), "{status:?}");
    assert_eq!(sandbox.read("bin/table").lines().count(), 1);

    // An installed timer is removed although its program now fails.
    sandbox.program("systemctl", "exit 0");
    assert_eq!(install("systemd").code, 0);
    assert!(!sandbox.has("bin/table"), "not by both");
    sandbox.program("systemctl", "exit 1");
    let removed = run(&sandbox, &["schedule", "remove"]);
    assert_eq!(removed.code, 0, "{removed:?}");
    assert_eq!(units().count(), 0);
}

#[test]
fn every_timer_format_is_printed() {
    let sandbox = sandbox();
    for (what, part) in [
        ("systemd", "RandomizedDelaySec=1h\nPersistent=true\n"),
        (
            "cron",
            "refresh 'my list.json' -o references.bib --accept all",
        ),
        ("launchd", "<key>StartCalendarInterval</key>"),
        ("windows", "<StartWhenAvailable>true</StartWhenAvailable>"),
    ] {
        let printed = run(
            &sandbox,
            &["schedule", "print", "--for", what, "my list.json"],
        );
        assert_eq!((printed.code, printed.err.as_str()), (0, ""), "{printed:?}");
        assert!(printed.out.contains(part), "{what}: {}", printed.out);
    }
    for what in ["github-actions", "gitlab-ci"] {
        let printed = run(
            &sandbox,
            &["schedule", "print", "--for", what, "my list.json"],
        );
        let repository = env!("CARGO_PKG_REPOSITORY");
        if repository.is_empty() {
            printed.refused(&["`package.repository`", "Cargo.toml", "another program"]);
        } else {
            assert_eq!((printed.code, printed.err.as_str()), (0, ""), "{printed:?}");
            let install = format!("cargo install --locked --git {repository} --rev ");
            assert!(printed.out.contains(&install), "{what}: {}", printed.out);
        }
    }
    assert!(!sandbox.has("nobody"), "printing writes nothing");
}

#[test]
fn path_that_no_timer_can_represent_is_rejected() {
    let sandbox = sandbox();
    for (what, path) in [
        ("cron", "a\nb.json"),
        ("systemd", "a\u{1b}b.json"),
        ("launchd", "a\u{202e}b.json"),
        ("windows", "%TEMP%.json"),
    ] {
        let printed = run(&sandbox, &["schedule", "print", "--for", what, path]);
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
    let printed = run(&sandbox, &option);
    assert!(
        printed.out.contains(" refresh './--config=x.json' -o "),
        "{printed:?}"
    );
}

#[test]
fn installation_warns_of_an_untrusted_command() {
    let sandbox = sandbox();
    assert_eq!(run(&sandbox, &["fetch", "profile.json"]).code, 0);
    let settings = sandbox.read("bibsync.toml");
    sandbox.put(
        "bibsync.toml",
        &format!("{settings}\n[refresh]\non_change = \"touch ran\"\n"),
    );
    let install = ["schedule", "install", "--with", "cron"];
    let warned = run(&sandbox, &install);
    assert_eq!(warned.code, 0, "{warned:?}");
    assert!(
        warned.err.contains("`bibsync trust bibsync.toml`"),
        "{warned:?}"
    );
    assert_eq!(run(&sandbox, &["trust"]).code, 0);
    assert!(!run(&sandbox, &install).err.contains("warning"));
}

#[test]
fn timer_keeps_folders_and_settings_of_its_installation() {
    let sandbox = sandbox();
    let set = |arguments: &[&str]| {
        let mut command = sandbox.command(arguments);
        let paths = [sandbox.path("bin")].into_iter();
        let path = std::env::var_os("PATH").unwrap();
        let path = std::env::join_paths(paths.chain(std::env::split_paths(&path)));
        command
            .env("PATH", path.unwrap())
            .env("XDG_STATE_HOME", sandbox.path("my state"))
            .env("BIBSYNC_CACHE_DIR", sandbox.path("my cache"));
        Run::of(&command.output().unwrap())
    };
    assert_eq!(set(&["fetch", "profile.json"]).code, 0);
    let installed = set(&["schedule", "install", "--with", "cron"]);
    assert_eq!(installed.code, 0, "{installed:?}");
    assert!(
        installed.err.contains("BIBSYNC_CACHE_DIR, XDG_STATE_HOME"),
        "{installed:?}"
    );
    fs_err::remove_dir_all(sandbox.path("my cache")).unwrap();

    let table = sandbox.read("bin/table");
    let command = table.splitn(6, ' ').nth(5).unwrap();
    let mut shell = std::process::Command::new("/bin/sh");
    shell
        .args(["-c", command])
        .env_clear()
        .env("HOME", sandbox.path("nobody"));
    let ran = Run::of(&shell.current_dir("/").output().unwrap());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran:?}");
    let status = set(&["schedule", "status"]);
    assert!(status.out.contains(", done\n"), "{status:?}");
    assert!(sandbox.has("my cache"), "{:?}", sandbox.names());
    assert!(!sandbox.has("nobody/.local/state/bibsync/schedule"));

    let printed = set(&["schedule", "print", "--for", "systemd"]);
    assert!(
        printed.out.contains("\nEnvironment=\"XDG_STATE_HOME="),
        "{printed:?}"
    );
    let printed = set(&["schedule", "print", "--for", "windows"]);
    assert!(printed.err.contains("BIBSYNC_CACHE_DIR"), "{printed:?}");
}
