//! The stand-in's process and its data.

use std::{
    collections::BTreeMap,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{Mutex, PoisonError},
};

use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;

/// Omits the records that the lists need to be missing: `leave-out corpus.gz out.jsonl`.
const FILTER: &str = "
import gzip, json, os, sys
left_out = set(open(sys.argv[1]).read().split())
with gzip.open(sys.argv[2], 'rt', encoding='utf-8') as lines, open(sys.argv[3] + '.new', 'w', encoding='utf-8') as out:
    out.writelines(line for line in lines if json.loads(line).get('key') not in left_out)
os.replace(sys.argv[3] + '.new', sys.argv[3])
";

/// Takes the first records: `few corpus.gz out.jsonl`.
const FEW: &str = "
import gzip, itertools, sys
with gzip.open(sys.argv[1], 'rt', encoding='utf-8') as lines, open(sys.argv[2], 'w', encoding='utf-8') as out:
    out.writelines(itertools.islice(lines, 50))
";

/// Held while the index is made, which all tests share.
static MAKING: Mutex<()> = Mutex::new(());

const CORPORA: [&str; 2] = ["dblp-dev", "acl-dev"];

/// The folder next to a development checkout with the stand-in and its data.
pub(crate) struct Shared {
    folder: PathBuf,
    workshop: PathBuf,
}

/// The parts of a record that a list's gold is compared with.
#[derive(Debug, Deserialize)]
pub(crate) struct KnownRecord {
    key: String,
    pub(crate) title: String,
    #[serde(default)]
    pub(crate) doi: Option<String>,
    #[serde(default)]
    pub(crate) arxiv: Option<String>,
}

impl Shared {
    pub(crate) fn find() -> Result<Self, String> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
        if !folder.join("simulator/bibliosim.py").exists() {
            return Err("there is no ../shared/simulator beside this checkout".to_owned());
        }
        let workshop = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../simulator");
        fs_err::create_dir_all(&workshop).map_err(|e| e.to_string())?;
        Ok(Self { folder, workshop })
    }

    /// A file of the data, by its path below `corpus`.
    pub(crate) fn corpus(&self, path: &str) -> PathBuf {
        self.folder.join("corpus").join(path)
    }

    pub(crate) fn json(&self, path: &str) -> Value {
        serde_json::from_slice(&fs_err::read(self.corpus(path)).unwrap()).unwrap()
    }

    /// The first `count` lines of a file of JSON lines.
    pub(crate) fn json_lines(&self, path: &str, count: usize) -> Vec<Value> {
        let text = fs_err::read_to_string(self.corpus(path)).unwrap();
        text.lines()
            .take(count)
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    /// The records of the stand-in, by key.
    pub(crate) fn records(&self) -> BTreeMap<String, KnownRecord> {
        let records = self.each_record().into_iter();
        let records = records.map(|it: KnownRecord| (it.key.clone(), it));
        records.collect()
    }

    /// The records of the stand-in, as somebody reads them.
    pub(crate) fn each_record<R: DeserializeOwned>(&self) -> Vec<R> {
        let read = |name| fs_err::read_to_string(self.filtered(name)).unwrap();
        let texts = CORPORA.map(read);
        let lines = texts.iter().flat_map(|text| text.lines());
        lines
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    fn filtered(&self, name: &str) -> PathBuf {
        self.workshop.join(format!("{name}.jsonl"))
    }

    /// A Python that has the SPARQL engine.
    fn python(&self) -> Result<PathBuf, String> {
        let venv = self.workshop.join("venv");
        let python = if cfg!(windows) {
            venv.join("Scripts/python.exe")
        } else {
            venv.join("bin/python")
        };
        let has_engine =
            |python: &Path| run(Command::new(python).args(["-c", "import pyoxigraph"]));
        if has_engine(&python).is_ok() {
            return Ok(python);
        }
        run(Command::new("python3").args(["-m", "venv"]).arg(&venv))?;
        run(Command::new(&python).args(["-m", "pip", "install", "--quiet", "pyoxigraph"]))?;
        has_engine(&python)?;
        Ok(python)
    }

    /// The corpus without the records to be missing; created again when the data are newer.
    fn filter(&self, python: &Path, name: &str) -> Result<PathBuf, String> {
        let changed = |path: &Path| fs_err::metadata(path).and_then(|meta| meta.modified()).ok();
        let out = self.filtered(name);
        let from = [
            self.corpus("profiles/leave_out_keys.txt"),
            self.corpus(&format!("{name}.jsonl.gz")),
        ];
        if from.iter().any(|path| changed(path) > changed(&out)) {
            run(Command::new(python)
                .args(["-c", FILTER])
                .args(&from)
                .arg(&out))?;
        }
        Ok(out)
    }
}

fn run(command: &mut Command) -> Result<(), String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command
        .output()
        .map_err(|error| format!("{program}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let last = said.trim().lines().last().unwrap_or_default();
    Err(format!("{program}: {last}"))
}

/// The services, stopped when dropped.
pub(crate) struct StandIn {
    process: Child,
    address: String,
}

impl StandIn {
    /// Starts it with the published limits on a free port.
    pub(crate) fn start(shared: Shared) -> Result<(Shared, Self), String> {
        let stand_in = Self::start_with(&shared, &[])?;
        Ok((shared, stand_in))
    }

    /// Starts it with the published limits, and with more `options`, such as for faults.
    pub(crate) fn start_with(shared: &Shared, options: &[&str]) -> Result<Self, String> {
        let _one_at_a_time = MAKING.lock().unwrap_or_else(PoisonError::into_inner);
        let python = shared.python()?;
        let mut command = Command::new(&python);
        command.arg(shared.folder.join("simulator/bibliosim.py"));
        for name in CORPORA {
            command.arg("--corpus").arg(shared.filter(&python, name)?);
        }
        command
            .arg("--db")
            .arg(shared.workshop.join("index.sqlite"))
            .args(options);
        Self::serve(command)
    }

    fn serve(mut command: Command) -> Result<Self, String> {
        let mut process = command
            .args(["--policy", "live", "--port", "0"])
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| error.to_string())?;
        let mut line = String::new();
        let told = process
            .stdout
            .take()
            .map(|out| BufReader::new(out).read_line(&mut line));
        let stand_in = Self {
            process,
            address: line.split(' ').next().unwrap_or_default().to_owned(),
        };
        match told {
            Some(Ok(_)) if stand_in.address.starts_with("http://") => Ok(stand_in),
            _ => Err(format!("the stand-in did not start: {line}")),
        }
    }

    /// Starts it with a handful of records and without the SPARQL engine, which takes a second.
    pub(crate) fn start_small(shared: &Shared) -> Result<Self, String> {
        let folder = shared
            .workshop
            .join(format!("small-{}", std::process::id()));
        fs_err::create_dir_all(&folder).map_err(|e| e.to_string())?;
        let corpus = folder.join("few.jsonl");
        run(Command::new("python3")
            .args(["-c", FEW])
            .arg(shared.corpus("dblp-dev.jsonl.gz"))
            .arg(&corpus))?;
        let mut command = Command::new("python3");
        command
            .arg(shared.folder.join("simulator/bibliosim.py"))
            .arg("--no-sparql")
            .arg("--corpus")
            .arg(&corpus)
            .arg("--db")
            .arg(folder.join("index.sqlite"));
        Self::serve(command)
    }

    /// A `bibsync.toml` for it: the default pace but for DBLP, whose stand-in allows more.
    pub(crate) fn settings(&self) -> String {
        self.settings_with("every = \"1300ms\"\n", "", "", "")
    }

    /// A `bibsync.toml` for it, with these lines for the pace of DBLP, Crossref, arXiv and DataCite.
    pub(crate) fn settings_with(
        &self,
        dblp: &str,
        crossref: &str,
        arxiv: &str,
        datacite: &str,
    ) -> String {
        let address = &self.address;
        format!(
            "[contact]\nemail = \"ada@example.org\"\n\
             [sources]\nuse = [\"dblp\", \"crossref\", \"arxiv\", \"datacite\"]\n\
             [sources.dblp]\nsparql = \"{address}/sparql\"\n{dblp}\
             [sources.crossref]\nendpoint = \"{address}/crossref\"\n{crossref}\
             [sources.arxiv]\nendpoint = \"{address}/arxiv\"\n{arxiv}\
             [sources.datacite]\nendpoint = \"{address}/datacite\"\n{datacite}\
             [sources.doi]\nendpoint = \"{address}/doi\"\n"
        )
    }

    /// Its counts of the requests since the last reset.
    pub(crate) fn stats(&self) -> Value {
        serde_json::from_str(&self.get("/__sim/stats")).unwrap()
    }

    pub(crate) fn reset(&self) {
        self.get("/__sim/reset");
    }

    /// Returns what it says of itself at this path.
    pub(crate) fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(self.address.trim_start_matches("http://")).unwrap();
        write!(stream, "GET {path} HTTP/1.0\r\n\r\n").unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        let body = reply.split_once("\r\n\r\n").unwrap().1;
        body.to_owned()
    }
}

impl Drop for StandIn {
    fn drop(&mut self) {
        _ = self.process.kill();
        _ = self.process.wait();
    }
}
