use std::{
    path::{Path, PathBuf},
    process::Stdio,
};

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

use super::{At, Services};

/// The program under test.
const PROGRAM: &str = env!("CARGO_BIN_EXE_bibsync");

/// An address at which nobody listens (the discard port, RFC 863).
const CLOSED: &str = "http://127.0.0.1:9";

/// A temporary home for the program: a working folder, settings and a cache, isolated from the machine.
pub(crate) struct Sandbox {
    home: TempDir,
    /// Its temporary files, which a killed run leaves.
    temporary: TempDir,
}

/// The result of a run.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Sandbox {
    /// Creates a sandbox that reaches all services, without waits between requests.
    pub(crate) fn at(services: &Services) -> Self {
        Self::settled(&settings(|at| services.address(at)))
    }

    /// Creates a sandbox that reaches no service.
    pub(crate) fn cut_off() -> Self {
        Self::settled(&settings(|_| CLOSED.to_owned()))
    }

    /// Creates a sandbox that reaches all services but one.
    pub(crate) fn without(services: &Services, lost: At) -> Self {
        Self::settled(&settings(|at| {
            if at == lost {
                CLOSED.to_owned()
            } else {
                services.address(at)
            }
        }))
    }

    /// Creates a sandbox that reaches the services at other addresses, or not at all.
    pub(crate) fn through(services: &Services, way: impl Fn(At) -> Option<String>) -> Self {
        Self::settled(&settings(|at| {
            way(at).map_or_else(
                || services.address(at),
                |address| format!("{address}{}", at.base()),
            )
        }))
    }

    /// Creates a sandbox with these settings.
    pub(crate) fn settled(settings: &str) -> Self {
        let sandbox = Self {
            home: tempfile::tempdir().unwrap(),
            temporary: tempfile::tempdir().unwrap(),
        };
        sandbox.put("bibsync.toml", settings);
        fs_err::create_dir_all(sandbox.path("cache/library")).unwrap();
        sandbox
    }

    /// Switches the sandbox to other services.
    pub(crate) fn moved_to(&self, services: &Services) {
        self.put("bibsync.toml", &settings(|at| services.address(at)));
    }

    /// Returns the path of a file.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    /// Writes a file.
    pub(crate) fn put(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs_err::create_dir_all(path.parent().unwrap()).unwrap();
        fs_err::write(path, text).unwrap();
    }

    /// Writes a shell script with this name to `bin`.
    #[cfg(unix)]
    pub(crate) fn program(&self, name: &str, script: &str) {
        use std::os::unix::fs::PermissionsExt as _;
        let name = format!("bin/{name}");
        self.put(&name, &format!("#!/bin/sh\n{script}\n"));
        let executable = std::fs::Permissions::from_mode(0o755);
        fs_err::set_permissions(self.path(&name), executable).unwrap();
    }

    /// Writes a profile as JSON.
    pub(crate) fn list(&self, name: &str, profile: &Value) {
        self.put(name, &profile.to_string());
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs_err::read_to_string(self.path(name)).unwrap()
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    /// Returns the names of files and folders in the sandbox, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs_err::read_dir(self.home.path()).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    /// Returns the bibliography without bibsync's marks.
    pub(crate) fn entries(&self) -> String {
        unmarked(&self.bib())
    }

    /// Runs `bibsync` with these arguments.
    pub(crate) fn bibsync(&self, arguments: &[&str]) -> Run {
        self.bibsync_reading(arguments, "")
    }

    /// Runs `bibsync` with this on standard input.
    pub(crate) fn bibsync_reading(&self, arguments: &[&str], input: &str) -> Run {
        let mut command = Command::from_std(self.command(arguments));
        let output = command.write_stdin(input).output().unwrap();
        Run::of(&output)
    }

    /// Runs `bibsync fetch profile.json --report report.json` with more arguments.
    pub(crate) fn fetch(&self, more: &[&str]) -> Run {
        let mut arguments = vec!["fetch", "profile.json", "--report", "report.json"];
        arguments.extend(more);
        self.bibsync(&arguments)
    }

    /// Runs a shell script in the folder, with the program's environment.
    #[cfg(unix)]
    pub(crate) fn in_shell(&self, script: &str) -> Run {
        let mut command = std::process::Command::new("/bin/sh");
        command.args(["-c", script]).current_dir(self.home.path());
        command.env_clear().env("HOME", self.path("nobody"));
        Run::of(&command.output().unwrap())
    }

    /// Fetches this profile, which must succeed, and returns the report.
    pub(crate) fn fetched(&self, profile: &Value) -> Value {
        self.list("profile.json", profile);
        let run = self.fetch(&[]);
        assert_eq!(run.code, 0, "{run:?}");
        self.report()
    }

    pub(crate) fn report(&self) -> Value {
        serde_json::from_str(&self.read("report.json")).unwrap()
    }

    /// Returns the bibliography.
    pub(crate) fn bib(&self) -> String {
        self.read("references.bib")
    }

    /// Returns a command for the program, with only those variables of the environment that a program
    /// needs.
    pub(crate) fn command(&self, arguments: &[&str]) -> std::process::Command {
        let mut command = std::process::Command::new(PROGRAM);
        command
            .args(arguments)
            .current_dir(self.home.path())
            .env_clear()
            .env("HOME", self.home.path().join("nobody"))
            .env("TMPDIR", self.temporary.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // Windows needs these to find sockets and folders.
        for name in [
            "PATH",
            "SYSTEMROOT",
            "TEMP",
            "TMP",
            "APPDATA",
            "LOCALAPPDATA",
        ] {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
        command
    }
}

impl Run {
    pub(crate) fn of(output: &std::process::Output) -> Self {
        Self {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout.clone()).unwrap(),
            err: String::from_utf8(output.stderr.clone()).unwrap(),
        }
    }

    /// Asserts a usage error: exit code 2, and a message with each of `parts`.
    #[track_caller]
    pub(crate) fn refused(&self, parts: &[&str]) {
        assert_eq!(self.code, 2, "{self:?}");
        assert_eq!(self.out, "");
        for part in parts {
            assert!(self.err.contains(part), "no `{part}` in: {}", self.err);
        }
    }
}

/// Returns a bibliography without bibsync's marks.
pub(crate) fn unmarked(bib: &str) -> String {
    let lines = bib.lines().filter(|line| !line.starts_with("% bibsync "));
    let text = lines.collect::<Vec<_>>().join("\n");
    let mut text = text.trim().to_owned();
    while text.contains("\n\n\n") {
        text = text.replace("\n\n\n", "\n\n");
    }
    text + "\n"
}

/// Returns the entry of a bibliography with this key, up to its closing brace.
#[track_caller]
pub(crate) fn entry<'a>(bib: &'a str, key: &str) -> &'a str {
    let head = format!("{{{key},\n");
    let Some(place) = bib.find(&head) else {
        panic!("no `{key}` in:\n{bib}");
    };
    let start = bib[..place].rfind('@').unwrap();
    let end = bib[place..].find("\n}").unwrap() + place;
    &bib[start..end + 2]
}

/// Returns the value of a field of an entry, without its braces.
#[track_caller]
pub(crate) fn field<'a>(entry: &'a str, name: &str) -> Option<&'a str> {
    let line = entry
        .lines()
        .find(|line| line.trim_start().split([' ', '=']).next() == Some(name))?;
    let value = line.split_once('=')?.1.trim().trim_end_matches(',');
    let braced = value.strip_prefix('{').and_then(|it| it.strip_suffix('}'));
    Some(braced.unwrap_or(value))
}

/// Returns the path of a file of the repository, such as `examples/zezhou-wang.json`.
pub(crate) fn repository(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn settings(address: impl Fn(At) -> String) -> String {
    format!(
        "[contact]\nemail = \"ada@example.org\"\n\
         [sources.dblp]\nsparql = \"{}\"\nevery = \"1ms\"\n\
         [sources.crossref]\nendpoint = \"{}\"\nlist_per_second = 1000.0\nsingle_per_second = 1000.0\n\
         [sources.arxiv]\nendpoint = \"{}\"\nevery = \"1ms\"\n\
         [sources.datacite]\nendpoint = \"{}\"\nper_second = 1000.0\n\
         [sources.doi]\nendpoint = \"{}\"\n\
         [sources.europepmc]\nendpoint = \"{}\"\nper_second = 1000.0\n\
         [sources.inspire]\nendpoint = \"{}\"\nper_second = 1000.0\n\
         [sources.openalex]\nendpoint = \"{}\"\nper_second = 1000.0\n\
         [sources.k10plus]\nendpoint = \"{}\"\nevery = \"1ms\"\n\
         [sources.orcid]\nendpoint = \"{}\"\nper_second = 1000.0\n",
        address(At::Dblp),
        address(At::Crossref),
        address(At::Arxiv),
        address(At::Datacite),
        address(At::Doi),
        address(At::EuropePmc),
        address(At::Inspire),
        address(At::OpenAlex),
        address(At::K10Plus),
        address(At::Orcid),
    )
}
