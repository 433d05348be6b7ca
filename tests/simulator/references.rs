//! `check --online` over real and invented references, with services that answer and with services that fail
//! now and then.

use std::{
    collections::BTreeMap,
    io::Read as _,
    path::Path,
    process::{Command, Output},
    time::Instant,
};

use flate2::read::GzDecoder;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::stand_in::{Shared, StandIn};
use crate::say;

/// How many references of a kind are checked: of real ones that the stand-in knows, and of each type of
/// invented ones.
const REAL: usize = 16;
const INVENTED: usize = 2;

/// The most requests per reference. In a short file, most titles that DBLP lacks are searched at Crossref, and
/// each identifier that nobody has is one request to doi.org.
const MOST: f64 = 0.8;

/// Faults that are told at once; a reply that never comes takes as long as the time limit.
const FAULTS: [&str; 4] = [
    "--fault-rate",
    "0.3",
    "--fault-kinds",
    "500,503,429,reset,truncate,garbage,html,challenge",
];

#[derive(Deserialize)]
struct Labelled {
    bibtex_key: String,
    bibtex_type: String,
    fields: Map<String, Value>,
    label: String,
    hallucination_type: Option<String>,
    known: bool,
}

impl Labelled {
    fn is_real(&self) -> bool {
        self.label == "VALID"
    }

    fn entry(&self) -> String {
        let fields = self.fields.iter();
        let fields: Vec<String> = fields
            .map(|(name, value)| format!("  {name} = {{{}}},\n", value.as_str().unwrap()))
            .collect();
        format!(
            "@{}{{{},\n{}}}\n\n",
            self.bibtex_type,
            self.bibtex_key,
            fields.concat()
        )
    }
}

/// The first references of each kind.
fn references(shared: &Shared) -> Vec<Labelled> {
    let packed = fs_err::File::open(shared.corpus("hallmark/dev_public.jsonl.gz")).unwrap();
    let mut text = String::new();
    GzDecoder::new(packed).read_to_string(&mut text).unwrap();
    let mut counts: BTreeMap<(Option<String>, bool), usize> = BTreeMap::new();
    let rows = text.lines().map(|line| serde_json::from_str(line).unwrap());
    rows.filter(|row: &Labelled| {
        if row.is_real() && !row.known {
            return false;
        }
        let kind = (row.hallucination_type.clone(), row.known);
        let count = counts.entry(kind).or_default();
        *count += 1;
        *count <= if row.is_real() { REAL } else { INVENTED }
    })
    .collect()
}

/// What a check printed.
struct Checked {
    verdicts: BTreeMap<String, String>,
    code: Option<i32>,
    /// What was said of sources that failed.
    said: String,
}

impl Checked {
    fn of(output: &Output) -> Self {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let report: Value = serde_json::from_slice(&output.stdout).expect(&said);
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let entries = report["entries"].as_array().unwrap().iter();
        Self {
            verdicts: entries
                .map(|it| (text(&it["key"]), text(&it["verdict"])))
                .collect(),
            code: output.status.code(),
            said,
        }
    }

    /// As documented: a fault of a reference goes before one of a source.
    fn expected_code(&self) -> i32 {
        if self.verdicts.values().any(|it| it == "contradicted") {
            1
        } else if self.said.is_empty() {
            0
        } else {
            3
        }
    }

    fn counts(&self) -> BTreeMap<&str, usize> {
        let mut counts = BTreeMap::new();
        for verdict in self.verdicts.values() {
            *counts.entry(verdict.as_str()).or_default() += 1;
        }
        counts
    }
}

fn check(desk: &Path, file: &str, cache: &str) -> Checked {
    let output = Command::new(env!("CARGO_BIN_EXE_bibsync"))
        .args(["check", "--online", file, "--output", "json"])
        .args(["--cache-dir", cache])
        .current_dir(desk)
        .env_clear()
        .env("HOME", desk)
        .output()
        .unwrap();
    Checked::of(&output)
}

/// Writes the references and the settings into a folder.
fn desk(references: &[Labelled], stand_in: &StandIn) -> tempfile::TempDir {
    let desk = tempfile::tempdir().unwrap();
    let settings = stand_in.settings();
    let settings = settings.replace("\"datacite\"]", "\"datacite\", \"doi\"]");
    assert!(settings.contains("\"doi\"]"), "{settings}");
    fs_err::write(desk.path().join("bibsync.toml"), settings).unwrap();
    let put = |name: &str, of: &dyn Fn(&&Labelled) -> bool| {
        let entries = references.iter().filter(of).map(Labelled::entry);
        fs_err::write(desk.path().join(name), entries.collect::<String>()).unwrap();
    };
    put("all.bib", &|_| true);
    put("real.bib", &|it| it.is_real());
    desk
}

#[test]
fn faults_move_verdicts_towards_cant_tell_and_never_accuse() {
    let (shared, stand_in) = match Shared::find().and_then(StandIn::start) {
        Ok(both) => both,
        Err(why) => return say(&format!("references: skipped, {why}")),
    };
    let references = references(&shared);
    let sound = desk(&references, &stand_in);
    stand_in.reset();
    let begun = Instant::now();
    let calm = check(sound.path(), "all.bib", "cache");
    let seconds = begun.elapsed().as_secs_f64();
    let stats = stand_in.stats();
    let count = |name: &str| stats[name].as_u64().unwrap_or_default();
    let each = f64::from(u32::try_from(count("requests")).unwrap())
        / f64::from(u32::try_from(references.len()).unwrap());
    say(&format!(
        "references: {} checked, {:?}; {} requests, {each:.2} each; {seconds:.0} s",
        references.len(),
        calm.counts(),
        count("requests"),
    ));
    assert_eq!(calm.verdicts.len(), references.len());
    assert_eq!(calm.said, "", "no source failed");
    assert_eq!(calm.code, Some(calm.expected_code()));
    assert!(each <= MOST, "{each:.2} requests each, {MOST} may be");
    assert_eq!(count("throttled"), 0, "{stats:#}");
    for real in references.iter().filter(|it| it.is_real()) {
        let verdict = &calm.verdicts[&real.bibtex_key];
        assert!(
            ["verified", "differs"].contains(&verdict.as_str()),
            "{} is {verdict}",
            real.entry()
        );
    }
    // Nothing is asked twice.
    let again = check(sound.path(), "all.bib", "cache");
    assert_eq!(again.verdicts, calm.verdicts);
    assert_eq!(stand_in.stats()["requests"], stats["requests"]);
    // Nothing is wrong with the real ones alone.
    let real = check(sound.path(), "real.bib", "cache");
    assert_eq!((real.code, real.said.as_str()), (Some(0), ""));
    drop(stand_in);

    let failing = match StandIn::start_with(&shared, &FAULTS) {
        Ok(failing) => failing,
        Err(why) => return say(&format!("references: skipped, {why}")),
    };
    let desk = desk(&references, &failing);
    let begun = Instant::now();
    let hit = check(desk.path(), "all.bib", "cache");
    let seconds = begun.elapsed().as_secs_f64();
    say(&format!(
        "references: with 30 % faults {:?}; {} requests; {seconds:.0} s",
        hit.counts(),
        failing.stats()["requests"]
    ));
    assert_eq!(hit.code, Some(hit.expected_code()), "{}", hit.said);
    assert_eq!(hit.verdicts.len(), references.len());
    for (key, verdict) in &hit.verdicts {
        let before = &calm.verdicts[key];
        assert!(
            verdict == before || verdict == "cant_tell",
            "{key} was {before} and is {verdict}\n{}",
            hit.said
        );
    }
}
