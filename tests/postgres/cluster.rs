//! A PostgreSQL server of a test's own, in a temporary folder, which ends with the test's process.

use std::{
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
};

/// Makes a cluster in `$1` with the programs in `$2`, and keeps it until standard input ends. A server that is
/// killed starts again.
const SCRIPT: &str = r#"
cd "$1" || exit 1
"$2/initdb" -D data -U bibsync -A trust -N -E UTF8 --locale=C >log 2>&1 || { tail -n 1 log; exit 1; }
run() {
    "$2/postgres" -D data -k "$1" -c listen_addresses= -c fsync=off -c max_connections=400 >>log 2>&1
}
keep() {
    run "$1" "$2"
    while [ -e ready ] && [ ! -e ended ]; do
        sleep 0.2
        run "$1" "$2"
    done
}
keep "$1" "$2" &
keeper=$!
until "$2/pg_isready" -q -h "$1"; do
    kill -0 $keeper 2>/dev/null || { tail -n 1 log; exit 1; }
    sleep 0.05
done
touch ready
echo ready
cat >/dev/null
touch ended
kill -INT "$(head -n 1 data/postmaster.pid)"
wait $keeper
rm -rf "$1"
"#;

/// The server. It stops, and its folder is removed, when this is dropped or the process ends.
#[derive(Debug)]
pub(crate) struct Cluster {
    folder: PathBuf,
    /// Its standard input keeps the server.
    _keeper: Child,
    schemas: AtomicU32,
}

impl Cluster {
    /// Starts a server.
    ///
    /// # Errors
    /// When PostgreSQL is not installed, or does not start: tests are skipped then.
    pub(crate) fn start() -> Result<Self, String> {
        let programs = programs().ok_or("PostgreSQL is not installed")?;
        let folder = tempfile::Builder::new()
            .prefix("bibsync-pg-")
            .tempdir_in("/tmp")
            .map_err(|error| error.to_string())?
            .keep();
        // PostgreSQL refuses to run as root.
        let is_root = is_root();
        let mut command = if is_root {
            let owned = Command::new("chown").arg("postgres").arg(&folder).status();
            if !owned.is_ok_and(|status| status.success()) {
                return Err("there is no user `postgres` to run the server as".to_owned());
            }
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--", "sh"]);
            command
        } else {
            Command::new("sh")
        };
        let mut keeper = command
            .args(["-c", SCRIPT, "sh"])
            .arg(&folder)
            .arg(&programs)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| error.to_string())?;
        let mut line = String::new();
        if let Some(out) = keeper.stdout.take() {
            _ = BufReader::new(out).read_line(&mut line);
        }
        if line.trim() != "ready" {
            return Err(format!("PostgreSQL did not start: {}", line.trim()));
        }
        Ok(Self {
            folder,
            _keeper: keeper,
            schemas: AtomicU32::new(0),
        })
    }

    /// Returns the address of an empty schema of its own, for the role that owns the server.
    pub(crate) fn new_schema(&self) -> String {
        let number = self.schemas.fetch_add(1, Ordering::Relaxed);
        let name = format!("test{number}");
        let made = self.sql(&format!("CREATE SCHEMA {name}"));
        assert!(made.is_ok(), "{made:?}");
        self.address("bibsync", &name)
    }

    /// Returns the address for a role and a schema.
    pub(crate) fn address(&self, role: &str, schema: &str) -> String {
        let folder = self.folder.display();
        format!("postgres:///postgres?user={role}&host={folder}&options=-csearch_path%3D{schema}")
    }

    /// Executes SQL as the owner of the server.
    pub(crate) fn sql(&self, sql: &str) -> Result<String, String> {
        let programs = programs().ok_or("PostgreSQL is not installed")?;
        let output = Command::new(programs.join("psql"))
            .args(["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h"])
            .arg(&self.folder)
            .args(["-U", "bibsync", "-d", "postgres", "-c", sql])
            .output()
            .map_err(|error| error.to_string())?;
        if output.status.success() {
            Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
        } else {
            Err(String::from_utf8_lossy(&output.stderr).into_owned())
        }
    }
}

/// Returns the folder of the server's programs: Debian keeps them apart for each version.
fn programs() -> Option<PathBuf> {
    let is_whole = |folder: &PathBuf| {
        ["initdb", "postgres", "pg_isready", "psql"]
            .iter()
            .all(|program| folder.join(program).exists())
    };
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&path).find(is_whole);
    on_path.or_else(|| {
        let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
        let mut folders: Vec<PathBuf> = versions
            .flatten()
            .map(|version| version.path().join("bin"))
            .filter(is_whole)
            .collect();
        folders.sort();
        folders.pop()
    })
}

fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt as _;
    Path::new("/proc/self")
        .metadata()
        .is_ok_and(|about| about.uid() == 0)
}
