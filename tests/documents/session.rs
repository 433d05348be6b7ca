//! A folder in which the commands of a page run, offline.

use std::{
    io::Read as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use fs_err as fs;
use tempfile::TempDir;

use super::page::{Block, Role};

/// The program under test.
const PROGRAM: &str = env!("CARGO_BIN_EXE_bibsync");

pub(crate) struct Session {
    home: TempDir,
    /// The exit code of the last command.
    code: i32,
}

impl Session {
    /// A folder with the repository's examples and library.
    pub(crate) fn new() -> Self {
        let session = Self {
            home: tempfile::tempdir().unwrap(),
            code: 0,
        };
        for folder in ["examples", "cache/library"] {
            let from = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
            fs::create_dir_all(session.path(folder)).unwrap();
            for entry in fs::read_dir(from).unwrap() {
                let path = entry.unwrap().path();
                if path.is_file() {
                    let name = path.file_name().unwrap();
                    fs::copy(&path, session.path(folder).join(name)).unwrap();
                }
            }
        }
        fs::create_dir_all(session.home.path().join("home")).unwrap();
        session
    }

    fn path(&self, name: &str) -> PathBuf {
        self.home.path().join("work").join(name)
    }

    /// What the block should hold, if it is to be compared.
    pub(crate) fn run(&mut self, block: &Block) -> Result<Option<String>, String> {
        match &block.role {
            Role::NotRun(_) | Role::NotChecked(_) => return Ok(None),
            Role::File(name) => {
                let path = self.path(name);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(&path, &block.text).unwrap();
                return self.parse(name).map(|()| None);
            }
            Role::Shows(name) => {
                let path = name.strip_prefix("repository ").map_or_else(
                    || self.path(name),
                    |name| Path::new(env!("CARGO_MANIFEST_DIR")).join(name),
                );
                return fs::read_to_string(path)
                    .map(Some)
                    .map_err(|error| error.to_string());
            }
            Role::Unsaid => {}
        }
        match block.language.as_str() {
            "console" => self.console(&block.text).map(Some),
            "sh" => {
                for line in block.text.lines().filter(|line| !line.trim().is_empty()) {
                    let output = self.execute(line);
                    if self.code != 0 {
                        return Err(format!("`{line}` ends with {}:\n{output}", self.code));
                    }
                }
                Ok(None)
            }
            _ => Ok(None),
        }
    }

    /// The text of a `console` block as it is when its commands are run.
    fn console(&mut self, text: &str) -> Result<String, String> {
        let mut actual = String::new();
        let mut lines = text.lines().peekable();
        let mut unasked = None;
        while let Some(line) = lines.next() {
            let Some(command) = line.strip_prefix("$ ") else {
                continue;
            };
            actual.push_str(line);
            actual.push('\n');
            let mut command = command.to_owned();
            while let Some(more) = lines.next_if(|line| line.starts_with("> ")) {
                actual.push_str(more);
                actual.push('\n');
                command.push('\n');
                command.push_str(&more[2..]);
            }
            if let Some(fault) = unasked.take()
                && !command.starts_with("echo $?")
            {
                return Err(fault);
            }
            let output = self.execute(&command);
            actual.push_str(help_of_one_command(&command, &output));
            if !actual.ends_with('\n') {
                actual.push('\n');
            }
            if self.code != 0 {
                unasked = Some(format!(
                    "`{command}` ends with {}, which `echo $?` must show:\n{actual}",
                    self.code
                ));
            }
        }
        unasked.map_or(Ok(actual), Err)
    }

    /// The output and the errors of a command, as a terminal shows them.
    pub(crate) fn output(&self, command: &str) -> String {
        let (text, _) = self.shell(command);
        text
    }

    fn execute(&mut self, command: &str) -> String {
        let (text, code) = self.shell(command);
        self.code = code;
        text
    }

    fn shell(&self, command: &str) -> (String, i32) {
        // What a fresh checkout builds and runs is the program under test.
        let command = match command.strip_prefix("cargo run --release -- ") {
            Some(arguments) => format!("bibsync {arguments}"),
            None => command.to_owned(),
        };
        let (mut reader, writer) = std::io::pipe().unwrap();
        let programs = Path::new(PROGRAM).parent().unwrap();
        let home = self.home.path().join("home");
        let mut shell = Command::new("/bin/sh");
        shell
            .args(["-c", &format!("(exit {}); {command}", self.code)])
            .current_dir(self.path(""))
            .env_clear()
            .env("PATH", format!("{}:/usr/bin:/bin", programs.display()))
            .env("HOME", &home)
            .env("TZ", "UTC")
            .stdin(Stdio::null())
            .stdout(writer.try_clone().unwrap())
            .stderr(writer);
        if !command.contains("--dry-run") {
            // The library is the only source that answers without a network.
            shell.env("BIBSYNC_SOURCES_USE", "library");
        }
        let mut child = shell.spawn().unwrap();
        // The pipe ends once nobody can write to it any more.
        drop(shell);
        let mut text = String::new();
        reader.read_to_string(&mut text).unwrap();
        let code = child.wait().unwrap().code().unwrap_or(-1);
        (text, code)
    }

    /// Profiles and settings are read by the program itself.
    fn parse(&self, name: &str) -> Result<(), String> {
        let ending = Path::new(name)
            .extension()
            .and_then(|ending| ending.to_str());
        let command = match ending {
            Some("toml") => format!("bibsync --config {name} cache status"),
            Some("json") => format!("bibsync fetch --dry-run {name}"),
            _ => return Ok(()),
        };
        match self.shell(&command) {
            (_, 0) => Ok(()),
            (text, code) => Err(format!("`{command}` ends with {code}:\n{text}")),
        }
    }
}

/// The help of a command without the options of every command, which `bibsync --help` has.
fn help_of_one_command<'a>(command: &str, output: &'a str) -> &'a str {
    if command == "bibsync --help" || !command.ends_with(" --help") {
        return output;
    }
    let own = output.split("\nOptions of every command:\n").next();
    own.unwrap_or(output)
}

/// The difference between what is and what a page shows, wildcards respected.
pub(crate) fn compare(actual: &str, shown: &str) -> Result<(), String> {
    use snapbox::IntoData as _;
    snapbox::Assert::new()
        .normalize_paths(false)
        .try_eq(
            Some(&"the program's output"),
            actual.to_owned().into_data(),
            shown.to_owned().into_data(),
        )
        .map_err(|difference| difference.to_string())
}
