//! A machine with one worker.

use std::{
    fs::File,
    process::{Child, Command},
};

use tempfile::TempDir;

/// The lists that a worker takes at once.
const TOGETHER: &str = "10";

/// The machine: a folder with settings, a cache, and perhaps a worker.
pub(crate) struct Machine {
    pub(crate) name: String,
    pub(crate) desk: TempDir,
    worker: Option<Child>,
}

impl Machine {
    /// Creates a machine with these settings and this store, if any.
    pub(crate) fn new(name: &str, settings: &str, store: Option<&str>) -> Self {
        let desk = tempfile::tempdir().unwrap();
        let store = store.map(|url| format!("[store]\nurl = \"{url}\"\n"));
        let settings = store.unwrap_or_default() + settings;
        fs_err::write(desk.path().join("bibsync.toml"), settings).unwrap();
        Self {
            name: name.to_owned(),
            desk,
            worker: None,
        }
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bibsync"));
        command
            .args(["--cache-dir", "cache"])
            .args(arguments)
            .current_dir(self.desk.path())
            .env_clear()
            .env("HOME", self.desk.path())
            .env("TMPDIR", self.desk.path())
            .env("HOSTNAME", &self.name);
        command
    }

    /// Runs bibsync, which must succeed.
    pub(crate) fn run(&self, arguments: &[&str]) {
        let output = self.command(arguments).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {said}");
    }

    /// Starts a worker.
    pub(crate) fn start(&mut self) {
        let log = File::options()
            .create(true)
            .append(true)
            .open(self.desk.path().join("log"))
            .unwrap();
        let mut command = self.command(&["team", "worker", "--lists", TOGETHER]);
        command.stdout(log.try_clone().unwrap()).stderr(log);
        self.worker = Some(command.spawn().unwrap());
    }

    /// Kills the worker at once.
    pub(crate) fn kill(&mut self) {
        let mut worker = self.worker.take().unwrap();
        worker.kill().unwrap();
        worker.wait().unwrap();
    }

    /// Asks the worker to stop, and waits for it.
    pub(crate) fn stop(&mut self) {
        let mut worker = self.worker.take().unwrap();
        signal("TERM", &worker.id().to_string());
        let code = worker.wait().unwrap().code();
        let log = fs_err::read_to_string(self.desk.path().join("log")).unwrap();
        assert_eq!(code, Some(0), "{}: {log}", self.name);
    }

    /// Returns the content of a file.
    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs_err::read(self.desk.path().join(name)).unwrap()
    }
}

/// Sends a signal to a process.
pub(crate) fn signal(signal: &str, process: &str) {
    let sent = Command::new("kill")
        .args([&format!("-{signal}"), process])
        .status();
    assert!(sent.unwrap().success());
}
