use std::{collections::BTreeMap, path::PathBuf};

use jiff::Timestamp;

use super::exit::Failure;

/// The surroundings of the program, read once when it starts.
#[derive(Debug, Clone)]
pub struct World {
    /// The environment variables.
    pub environment: BTreeMap<String, String>,
    /// The time at the start.
    pub now: Timestamp,
    /// Returns the current time.
    pub clock: fn() -> Timestamp,
    /// The seed of random pauses.
    pub seed: u64,
    /// Returns random bytes of the operating system, for secrets.
    pub entropy: fn() -> std::io::Result<[u8; 16]>,
    /// Whether standard error is a terminal.
    pub terminal: bool,
    /// Whether standard output is a terminal.
    pub output_terminal: bool,
    /// The width of the terminal in columns, if there is one.
    pub columns: Option<usize>,
    /// The path of this program.
    pub program: PathBuf,
    /// The current folder.
    pub folder: PathBuf,
    /// The user's folder for state that is kept between runs.
    pub state_dir: PathBuf,
    /// Whether standard input is a terminal, on which one key is an answer.
    pub answers_by_key: bool,
    /// The user's folder for bibsync's cache.
    pub cache_dir: PathBuf,
    /// The user's folder for bibsync's settings.
    pub config_dir: Option<PathBuf>,
}

/// Makes the runtime that requests run on.
pub(super) fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(Failure::usage)
}
