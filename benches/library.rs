//! Measures the library at any size: creating, opening and querying it.
//!
//! ```text
//! cargo run --release --example synthetic_dump -- --help      # makes dumps of any size
//! cargo bench --bench library -- [--keep FOLDER] [--shards N] DUMP...
//! ```
//!
//! A dump is a file in DBLP's form, or a folder of files in Crossref's. Each gives one row of a table:
//! decompression alone (the lower bound, of a file), the creation, the index, and look-ups in it. The titles looked up are those of records spread evenly over the
//! dump; fuzzy ones have a wrong letter and a missing word. No time is asserted.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    missing_docs,
    reason = "a benchmark is read by the person who runs it"
)]

use std::{
    io::{self, BufRead as _, BufReader},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

#[path = "../examples/evaluate/damage.rs"]
mod damage;

use bibsync::library::{self, Id, IfPartExists, Library, PartSpec, ShardsSpec, TitleLookup};
use bibsync::model::{DblpKey, Doi, Record};
use fs_err as fs;

/// The number of look-ups of each kind.
const LOOK_UPS: usize = 2_000;

fn main() {
    let (mut keep, mut shards) = (None, None);
    let mut dumps = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--bench" | "--test" => {}
            "--keep" => keep = arguments.next().map(PathBuf::from),
            "--shards" => shards = arguments.next().and_then(|number| number.parse().ok()),
            _ => dumps.push(PathBuf::from(argument)),
        }
    }
    if dumps.is_empty() {
        println!("name dumps to measure; the example `synthetic_dump` makes some");
        return;
    }
    for dump in dumps {
        let passing = tempfile::tempdir_in(dump.parent().unwrap()).unwrap();
        let folder = keep.clone().unwrap_or_else(|| passing.path().to_owned());
        let library = folder.join("library");
        println!("## {}\n", dump.display());
        if dump.is_dir() {
            make_shards(&dump, &library, shards);
        } else {
            make_part(&dump, &library);
        }
        measure(&dump, &library);
    }
}

/// Makes a part of a file, unless it is there.
fn make_part(dump: &Path, folder: &Path) {
    let (packed, unpacked, floor) = unpack(dump);
    row(
        "dump, packed / unpacked",
        &format!("{} / {} MB", packed / MB, unpacked / MB),
    );
    row(
        "floor: unpacking alone",
        &format!("{:.1} s", floor.as_secs_f64()),
    );
    if !folder.join("bench.library").exists() {
        make(dump, folder, unpacked);
    }
}

/// Makes the shards of a folder, unless a library of its records is there.
fn make_shards(source: &Path, folder: &Path, of: Option<usize>) {
    let index = folder.join("files.sqlite");
    if Library::open(&[folder.to_owned()], &index).is_ok_and(|library| !library.is_empty()) {
        return;
    }
    let plan = ShardsSpec {
        folder: folder.to_owned(),
        source: source.to_owned(),
        name: Some("bench".to_owned()),
        of,
        ..ShardsSpec::default()
    };
    let threads = std::thread::available_parallelism().unwrap().get();
    let begun = Instant::now();
    let made = library::make_shards(&plan, threads, &|_, _| {}).unwrap();
    let took = begun.elapsed().as_secs_f64();
    let records: u64 = made.built.iter().map(|about| about.records).sum();
    row(
        "records, shards built / kept",
        &format!("{records}, {} / {}", made.built.len(), made.kept.len()),
    );
    row(
        "making",
        &format!("{took:.1} s, {:.0} records/s", records as f64 / took),
    );
    row(
        "peak memory of making",
        &format!("{} MB", peak_memory() / MB),
    );
}

fn measure(dump: &Path, folder: &Path) {
    let parts = fs::read_dir(folder).unwrap();
    let sizes = parts.map(|entry| entry.unwrap().metadata().unwrap().len());
    row("index", &format!("{} MB", sizes.sum::<u64>() / MB));

    drop_caches();
    let begun = Instant::now();
    let library = open(folder);
    row("opening, cold", &millis(begun.elapsed()));
    let begun = Instant::now();
    drop(open(folder));
    row("opening, warm", &millis(begun.elapsed()));

    let records = if dump.is_dir() {
        sample_of_folder(dump, &library)
    } else {
        sample(dump, &library)
    };
    look_up(folder, &library, &records);
    for (what, damage) in damage::DAMAGES {
        by_damage(&library, &records, what, damage);
    }
    println!();
}

fn make(dump: &Path, folder: &Path, unpacked: u64) {
    let plan = PartSpec {
        folder: folder.to_owned(),
        file: dump.to_owned(),
        name: Some("bench".to_owned()),
        before: IfPartExists::Replace,
        ..PartSpec::default()
    };
    let threads = std::thread::available_parallelism().unwrap().get();
    let begun = Instant::now();
    let made = library::make(&plan, threads, &|_| {}).unwrap();
    let about = made.about;
    let took = begun.elapsed().as_secs_f64();
    row(
        "records / people",
        &format!("{} / {}", about.records, about.people),
    );
    row(
        "making",
        &format!(
            "{took:.1} s, {:.0} MB/s, {:.0} records/s",
            unpacked as f64 / took / MB as f64,
            about.records as f64 / took
        ),
    );
    row(
        "peak memory of making",
        &format!("{} MB", peak_memory() / MB),
    );
}

fn look_up(folder: &Path, library: &Library, records: &[Record]) {
    let fuzzy: Vec<TitleLookup> = records.iter().enumerate().map(damaged).collect();
    let mut cold = Vec::new();
    for asked in fuzzy.iter().step_by(fuzzy.len() / 20 + 1) {
        if drop_caches() {
            let library = open(folder);
            cold.push(timed(|| library.by_title(asked)).1);
        }
    }
    if cold.is_empty() {
        row(
            "fuzzy, cold",
            "not measured: the file cache can't be emptied",
        );
    } else {
        row("fuzzy, cold", &percentiles(cold));
    }

    let ids: Vec<Id> = records
        .iter()
        .filter_map(|record| {
            let ids = &record.meta.ids;
            let key = ids.dblp.clone().map(Id::Dblp);
            key.or_else(|| ids.doi.clone().map(Id::Doi))
        })
        .collect();
    let exact: Vec<TitleLookup> = records.iter().map(as_it_is).collect();
    // Once to warm the file cache, once to measure.
    for warm in [true, false] {
        let by_id: Vec<_> = ids
            .iter()
            .map(|id| timed(|| library.by_ids(std::slice::from_ref(id))))
            .collect();
        let by_title: Vec<_> = exact
            .iter()
            .map(|t| timed(|| library.by_title(t)))
            .collect();
        let by_fuzzy: Vec<_> = fuzzy
            .iter()
            .map(|t| timed(|| library.by_title(t)))
            .collect();
        if warm {
            continue;
        }
        let found = by_id.iter().filter(|(found, _)| !found.is_empty()).count();
        row("by key: found", &format!("{found} of {}", ids.len()));
        row(
            "by key",
            &percentiles(by_id.into_iter().map(|(_, t)| t).collect()),
        );
        for (what, answers) in [("same title", by_title), ("fuzzy", by_fuzzy)] {
            let found = answers.iter().zip(records);
            let found = found
                .filter(|((found, _), record)| is_among(record, found))
                .count();
            row(
                &format!("{what}: found"),
                &format!("{found} of {}", records.len()),
            );
            row(
                what,
                &percentiles(answers.into_iter().map(|(_, t)| t).collect()),
            );
        }
    }
}

fn by_damage(
    library: &Library,
    records: &[Record],
    what: &str,
    damage: fn(&str, usize) -> Option<String>,
) {
    let asked: Vec<(&Record, TitleLookup)> = records
        .iter()
        .enumerate()
        .filter_map(|(n, record)| {
            let mut asked = as_it_is(record);
            asked.title = damage(&asked.title, n)?;
            Some((record, asked))
        })
        .collect();
    let mut found = 0;
    let mut times = Vec::new();
    for (record, asked) in &asked {
        let (answer, time) = timed(|| library.by_title(asked));
        found += usize::from(is_among(record, &answer));
        times.push(time);
    }
    if !times.is_empty() {
        row(
            what,
            &format!("{found} of {} found, {}", asked.len(), percentiles(times)),
        );
    }
}

const MB: u64 = 1_000_000;

fn row(what: &str, figure: &str) {
    println!("| {what:<40} | {figure} |");
}

fn open(folder: &Path) -> Library {
    Library::open(&[folder.to_owned()], &folder.join("files.sqlite")).unwrap()
}

fn timed<T>(what: impl FnOnce() -> T) -> (T, Duration) {
    let begun = Instant::now();
    let out = what();
    (out, begun.elapsed())
}

fn unpack(dump: &Path) -> (u64, u64, Duration) {
    let begun = Instant::now();
    let packed = fs::metadata(dump).unwrap().len();
    let mut content =
        flate2::read::MultiGzDecoder::new(BufReader::new(fs::File::open(dump).unwrap()));
    let unpacked = io::copy(&mut content, &mut io::sink()).unwrap();
    (packed, unpacked, begun.elapsed())
}

/// Returns records spread evenly over the dump, with their keys.
fn sample(dump: &Path, library: &Library) -> Vec<Record> {
    let every = (library.len() as usize / LOOK_UPS).max(1);
    let content = flate2::read::MultiGzDecoder::new(BufReader::new(fs::File::open(dump).unwrap()));
    let mut out = Vec::new();
    let mut at = 0;
    for line in BufReader::with_capacity(1 << 20, content).lines() {
        let line = line.unwrap();
        for key in line.split(" key=\"").skip(1) {
            let key = key.split('"').next().unwrap();
            if key.starts_with("homepages/") {
                continue;
            }
            at += 1;
            if at % every == 0 {
                let id = Id::Dblp(DblpKey::parse(key).unwrap());
                out.extend(library.by_ids(&[id]).into_iter().next());
            }
        }
    }
    out.truncate(LOOK_UPS);
    out
}

/// Returns records of some files of a folder, spread evenly over it.
fn sample_of_folder(source: &Path, library: &Library) -> Vec<Record> {
    const FILES: usize = 200;
    let entries = fs::read_dir(source).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut out = Vec::new();
    for file in files.iter().step_by(files.len().div_ceil(FILES)) {
        let content = flate2::read::MultiGzDecoder::new(fs::File::open(file).unwrap());
        let lines: Vec<String> = BufReader::new(content)
            .lines()
            .map(Result::unwrap)
            .collect();
        let wanted = LOOK_UPS.div_ceil(FILES) * 5 / 4;
        for line in lines.iter().step_by((lines.len() / wanted).max(1)) {
            let item: serde_json::Value = serde_json::from_str(line).unwrap();
            let doi = Doi::parse(item["DOI"].as_str().unwrap()).unwrap();
            out.extend(library.by_ids(&[Id::Doi(doi)]).into_iter().next());
        }
    }
    out.truncate(LOOK_UPS);
    out
}

fn as_it_is(record: &Record) -> TitleLookup {
    TitleLookup {
        title: record.meta.title.text(),
        authors: record.meta.authors.iter().map(|a| a.name.clone()).collect(),
        year: record.meta.date.map(|date| date.year),
    }
}

/// Returns the title with a wrong letter in one word and another word missing.
fn damaged((at, record): (usize, &Record)) -> TitleLookup {
    let mut asked = as_it_is(record);
    let mut words: Vec<String> = asked.title.split(' ').map(str::to_owned).collect();
    if words.len() > 3 {
        words.remove(at % words.len());
    }
    let longest = (0..words.len()).max_by_key(|n| words[*n].len()).unwrap();
    let middle = words[longest].chars().count() / 2;
    words[longest] = words[longest]
        .chars()
        .enumerate()
        .map(|(n, c)| if n == middle { 'x' } else { c })
        .collect();
    asked.title = words.join(" ");
    asked
}

fn is_among(record: &Record, found: &[Record]) -> bool {
    found.iter().any(|other| other.meta.ids == record.meta.ids)
}

fn percentiles(mut times: Vec<Duration>) -> String {
    times.sort();
    let at = |share: f64| millis(times[((times.len() - 1) as f64 * share) as usize]);
    format!("median {}, p99 {}, most {}", at(0.5), at(0.99), at(1.0))
}

fn millis(time: Duration) -> String {
    format!("{:.3} ms", time.as_secs_f64() * 1e3)
}

/// Returns the peak memory of this process in bytes, if the system reports it.
fn peak_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM"));
    let number = line.and_then(|line| line.split_whitespace().nth(1));
    number.and_then(|kib| kib.parse::<u64>().ok()).unwrap_or(0) * 1024
}

/// Empties the system's file cache, if permitted.
fn drop_caches() -> bool {
    std::process::Command::new("sync").status().is_ok()
        && fs::write("/proc/sys/vm/drop_caches", "1").is_ok()
}
