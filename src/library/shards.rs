//! Building a dataset of many files as several parts, its shards.
//!
//! Crossref's public data file is a folder of tens of thousands of files with 180 million records. Each
//! shard indexes a run of these files, so that every file is read once, an interrupted build goes on with
//! the next shard, and several computers can build some shards each. A hash of the DOI would divide the
//! records as evenly, but then each shard has to read all files.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use fs_err as fs;
use jiff::civil::Date;

use super::dataset_files::{part_path, path_of, remove_others};
use super::files::{Stamp, stamp_by_time};
use super::make::{BuildProgress, draft, file_name, lock, name_of, opened, swap};
use super::make_error::MakeError;
use super::part::{self, FeedInput, LibraryPart, Naming, PartInfo, READER_VERSION};
use super::read::UnsupportedFile;
use super::shard::Shard;

/// The size of a shard's files in bytes, as packed by gzip: some twenty million records of Crossref,
/// whose files have 1.36 kB a record (212 GB for 156 million in 2024). More and smaller shards would be
/// asked one after the other for each title, and fewer would lose more work to an interruption.
const PACKED_SIZE: u64 = 24 << 30;

/// The size of a file of records in JSON relative to its size when packed.
const UNPACKED: u64 = 5;

/// The endings of the files that are read, before a `.gz`.
const ENDINGS: [&str; 3] = ["jsonl", "ndjson", "json"];

/// A dataset to build from a folder of files.
#[derive(Debug, Clone, Default)]
pub struct ShardsSpec {
    /// The library's folder; created if necessary.
    pub folder: PathBuf,
    /// The folder with the files of records: JSON lines or JSON in Crossref's form, gzipped or not.
    pub source: PathBuf,
    /// The name of the dataset [default: the folder's name up to the first dot].
    pub name: Option<String>,
    /// The date of its content.
    pub date: Option<Date>,
    /// Its licence, as an SPDX identifier.
    pub licence: Option<String>,
    /// The number of shards [default: as many as the size of the files asks for].
    pub of: Option<usize>,
    /// The only shard to build, counted from 1 [default: all of them].
    pub only: Option<usize>,
}

/// A dataset after a build.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MadeShards {
    /// The shards that were built.
    pub built: Vec<PartInfo>,
    /// Those that an earlier build had made of the same files.
    pub kept: Vec<PartInfo>,
    /// The number of shards of the whole dataset.
    pub of: usize,
}

/// Builds the shards of a dataset, one after the other. A shard that was built from the same files is
/// kept, so that an interrupted build goes on. When the dataset is whole, what was there under its name is
/// removed. A damaged file costs its unread records and is one of the shard's problems. Memory and
/// threads are those of [`super::make()`]. `report` receives the shard and its progress, on other threads.
///
/// # Errors
/// Fails when the folder has no files of records or fewer than shards, when no file of a shard has any
/// record, or when the library can't be written. Complete shards stay.
pub fn make_shards(
    plan: &ShardsSpec,
    threads: usize,
    report: &(dyn Fn(Shard, BuildProgress) + Sync),
) -> Result<MadeShards, MakeError> {
    let name = plan.name.clone().unwrap_or_else(|| name_of(&plan.source));
    part_path(&plan.folder, &name)?;
    let files = source_files(&plan.source)?;
    let of = plan.of.unwrap_or_else(|| shard_count(&files));
    if of > files.len() {
        return Err(MakeError::Input {
            file: plan.source.clone(),
            what: match files.len() {
                1 => format!("has one file of records, too few for {of} shards"),
                some => format!("has {some} files of records, too few for {of} shards"),
            },
        });
    }
    if let Some(only) = plan.only.filter(|only| !(1..=of).contains(only)) {
        return Err(MakeError::Input {
            file: plan.source.clone(),
            what: format!("has no shard {only} of {of}"),
        });
    }
    let _making = lock(&plan.folder)?;
    let mut made = MadeShards {
        built: Vec::new(),
        kept: Vec::new(),
        of,
    };
    let numbers = plan.only.map_or(1..=of, |only| only..=only);
    for number in numbers {
        let shard = Shard { number, of };
        let path = path_of(&plan.folder, &name, shard);
        let files = run_of(&files, shard);
        let naming = Naming {
            name: name.clone(),
            shard: (of > 1).then_some(shard),
            date: plan.date,
            licence: plan.licence.clone(),
            complete: false,
        };
        if let Some(about) = current(&path, &naming, files) {
            made.kept.push(about);
            continue;
        }
        let draft = draft(&plan.folder)?;
        let about = build(&draft, naming, files, threads, &|progress| {
            report(shard, progress);
        })?;
        if about.records == 0 {
            return Err(nothing_in(files, &about));
        }
        swap(draft, &path)?;
        made.built.push(about);
    }
    let is_whole =
        (1..=of).all(|number| path_of(&plan.folder, &name, Shard { number, of }).exists());
    if is_whole {
        remove_others(&plan.folder, &name, Some(of))?;
    }
    Ok(made)
}

/// A file of the dataset.
struct DatasetFile {
    path: PathBuf,
    stamp: Stamp,
}

impl DatasetFile {
    fn size(&self) -> u64 {
        self.stamp.size.unsigned_abs()
    }
}

/// Lists the files of records in a folder, by name.
fn source_files(source: &Path) -> Result<Vec<DatasetFile>, MakeError> {
    let failed = |what: String| MakeError::Input {
        file: source.to_owned(),
        what,
    };
    let mut files = Vec::new();
    for entry in fs::read_dir(source).map_err(|error| failed(error.to_string()))? {
        let path = entry.map_err(|error| failed(error.to_string()))?.path();
        let name = file_name(&path).to_lowercase();
        let plain = name.strip_suffix(".gz").unwrap_or(&name);
        let is_read = ENDINGS.iter().any(|ending| {
            let stem = plain.strip_suffix(ending);
            stem.is_some_and(|stem| stem.ends_with('.'))
        });
        if !is_read || name.starts_with('.') {
            continue;
        }
        let stamp = stamp_by_time(&path).map_err(|error| failed(error.to_string()))?;
        files.extend(stamp.map(|stamp| DatasetFile { path, stamp }));
    }
    if files.is_empty() {
        let what = "holds no files of records; expected names that end in .jsonl, .ndjson or .json, packed with gzip (.gz) or not";
        return Err(failed(what.to_owned()));
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

/// Returns how many shards the files ask for.
fn shard_count(files: &[DatasetFile]) -> usize {
    let packed = files.iter().map(|file| {
        let is_packed = file.path.extension().is_some_and(|ending| ending == "gz");
        file.size() / if is_packed { 1 } else { UNPACKED }
    });
    let count = packed.sum::<u64>().div_ceil(PACKED_SIZE);
    usize::try_from(count).map_or(files.len(), |count| count.clamp(1, files.len()))
}

/// Returns the files of a shard. The files of such a dataset have about as many records each.
fn run_of(files: &[DatasetFile], shard: Shard) -> &[DatasetFile] {
    let from = files.len() * (shard.number - 1) / shard.of;
    let to = files.len() * shard.number / shard.of;
    &files[from..to]
}

/// Returns the description of a shard if it was built by this version, under this name, from these files.
fn current(path: &Path, naming: &Naming, files: &[DatasetFile]) -> Option<PartInfo> {
    let part = LibraryPart::open(path).ok()?;
    let about = part.about();
    let same_files = about.files.len() == files.len()
        && about.files.iter().zip(files).all(|(held, file)| {
            held.file == file_name(&file.path) && held.stamp == Some(file.stamp)
        });
    let same_name = about.shard == naming.shard && about.licence == naming.licence;
    let same_date = naming.date.is_none() || about.date == naming.date;
    let same_reader = about.reader == READER_VERSION;
    (same_files && same_name && same_date && same_reader).then(|| about.clone())
}

fn build(
    draft: &Path,
    naming: Naming,
    files: &[DatasetFile],
    threads: usize,
    report: &(dyn Fn(BuildProgress) + Sync),
) -> Result<PartInfo, MakeError> {
    let taken = Arc::new(AtomicU64::new(0));
    let inputs = files.iter().map(|file| {
        let (path, taken) = (file.path.clone(), taken.clone());
        FeedInput {
            file: file_name(&path),
            stamp: Some(file.stamp),
            open: Box::new(move || {
                let opened = opened(&path, &taken);
                opened.map_err(|unfit: UnsupportedFile| std::io::Error::other(unfit))
            }),
            lenient: true,
        }
    });
    let size = files.iter().map(DatasetFile::size).sum();
    let about = part::build(draft, naming, inputs.collect(), threads, &|records| {
        report(BuildProgress {
            read: taken.load(Ordering::Relaxed),
            size,
            records,
        });
    })?;
    Ok(about)
}

/// Returns the error for a shard without records, which names the first file and its fault.
fn nothing_in(files: &[DatasetFile], about: &PartInfo) -> MakeError {
    let named = about.problems.first().map(|problem| &problem.file);
    let named = named.and_then(|name| files.iter().find(|file| file_name(&file.path) == *name));
    let fault = about
        .problems
        .first()
        .map(|problem| problem.message.clone());
    MakeError::Input {
        file: named
            .or(files.first())
            .map_or_else(PathBuf::new, |file| file.path.clone()),
        what: fault.unwrap_or_else(|| "has no record, nor has any file after it".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::open::part_files;
    use crate::library::{INDEX_FILE, Id, Library, TitleLookup};
    use crate::model::Doi;

    /// A library beside a folder of files in Crossref's form.
    struct Dataset {
        home: tempfile::TempDir,
    }

    impl Dataset {
        /// Ten files of three records each.
        fn new() -> Self {
            let dataset = Self {
                home: tempfile::tempdir().unwrap(),
            };
            fs::create_dir(dataset.source()).unwrap();
            for file in 0..10 {
                let records = (0..3).map(|record| work(file * 3 + record));
                dataset.put(&format!("{file}.jsonl"), &records.collect::<String>());
            }
            dataset.put("README.md", "Not a file of records.");
            dataset.put("._0.jsonl", "\0");
            dataset
        }

        fn source(&self) -> PathBuf {
            self.home.path().join("dataset")
        }

        fn put(&self, name: &str, content: &str) {
            fs::write(self.source().join(name), content).unwrap();
        }

        fn folder(&self) -> PathBuf {
            self.home.path().join("library")
        }

        fn plan(&self, of: Option<usize>, only: Option<usize>) -> ShardsSpec {
            ShardsSpec {
                folder: self.folder(),
                source: self.source(),
                name: Some("works".to_owned()),
                licence: Some("CC0-1.0".to_owned()),
                of,
                only,
                ..ShardsSpec::default()
            }
        }

        /// Returns the numbers of the shards that were built and kept.
        fn make(&self, of: usize, only: Option<usize>) -> (Vec<usize>, Vec<usize>) {
            let made = make_shards(&self.plan(Some(of), only), 2, &|_, _| {}).unwrap();
            let numbers = |parts: &[PartInfo]| {
                let shards = parts.iter().filter_map(|about| about.shard);
                shards.map(|shard| shard.number).collect()
            };
            (numbers(&made.built), numbers(&made.kept))
        }

        fn names(&self) -> Vec<String> {
            let files = part_files(&self.folder()).unwrap();
            files.iter().map(|path| file_name(path)).collect()
        }

        fn open(&self) -> Library {
            Library::open(&[self.folder()], &self.home.path().join(INDEX_FILE)).unwrap()
        }
    }

    fn work(number: usize) -> String {
        format!(
            "{{\"DOI\":\"10.5555/{number}\",\"type\":\"journal-article\",\"title\":[\"Work Number {number} of Many\"]}}\n"
        )
    }

    fn has(library: &Library, number: usize) -> bool {
        let doi = Doi::parse(&format!("10.5555/{number}")).unwrap();
        let asked = TitleLookup {
            title: format!("Work Number {number} of Many"),
            ..TitleLookup::default()
        };
        let by_title = library.by_title(&asked);
        let is_first = by_title
            .first()
            .is_some_and(|record| record.meta.ids.doi.as_ref() == Some(&doi));
        is_first && library.by_ids(&[Id::Doi(doi)]).len() == 1
    }

    #[test]
    fn shards_are_one_dataset() {
        let dataset = Dataset::new();
        assert_eq!(dataset.make(3, None), (vec![1, 2, 3], vec![]));
        let library = dataset.open();
        assert_eq!((library.len(), library.built().count()), (30, 3));
        assert!((0..30).all(|number| has(&library, number)));
        for (_, about) in library.built() {
            assert_eq!(about.edition().to_string(), "works (CC0-1.0)");
        }
    }

    #[test]
    fn interrupted_build_goes_on_with_the_next_shard() {
        let dataset = Dataset::new();
        dataset.make(3, Some(2));
        assert_eq!(dataset.names(), ["works.2-of-3.library"]);
        assert_eq!(dataset.make(3, None), (vec![1, 3], vec![2]));
        assert_eq!(dataset.make(3, None), (vec![], vec![1, 2, 3]));
    }

    #[test]
    fn shard_with_a_changed_file_is_built_again() {
        let dataset = Dataset::new();
        dataset.make(3, None);
        dataset.put("9.jsonl", &(work(27) + &work(28) + &work(29) + &work(30)));
        assert_eq!(dataset.make(3, None), (vec![3], vec![1, 2]));
        assert!(has(&dataset.open(), 30));
        let mut renamed = dataset.plan(Some(3), None);
        renamed.licence = None;
        let made = make_shards(&renamed, 2, &|_, _| {}).unwrap();
        assert_eq!((made.built.len(), made.kept.len()), (3, 0));
    }

    #[test]
    fn whole_dataset_replaces_what_had_its_name() {
        let dataset = Dataset::new();
        dataset.make(3, None);
        dataset.make(2, Some(1));
        assert_eq!(
            dataset.names().len(),
            4,
            "the old shards stay until the new ones are whole"
        );
        dataset.make(2, Some(2));
        assert_eq!(
            dataset.names(),
            ["works.1-of-2.library", "works.2-of-2.library"]
        );
        dataset.make(1, None);
        assert_eq!(dataset.names(), ["works.library"]);
        dataset.make(10, None);
        assert_eq!(dataset.names().len(), 10);
        assert_eq!(dataset.names()[0], "works.01-of-10.library");
        let removed = crate::library::remove(&dataset.folder(), "works").unwrap();
        assert_eq!(removed.len(), 10);
        assert!(dataset.names().is_empty());
    }

    #[test]
    fn other_names_are_not_touched() {
        let dataset = Dataset::new();
        dataset.make(2, None);
        let other = ShardsSpec {
            name: Some("works.1".to_owned()),
            ..dataset.plan(Some(2), None)
        };
        make_shards(&other, 2, &|_, _| {}).unwrap();
        assert_eq!(
            crate::library::remove(&dataset.folder(), "works")
                .unwrap()
                .len(),
            2
        );
        assert_eq!(
            dataset.names(),
            ["works.1.1-of-2.library", "works.1.2-of-2.library"]
        );
    }

    #[test]
    fn bad_files_cost_their_own_records() {
        let dataset = Dataset::new();
        dataset.put("3.jsonl", "<html>Not found</html>");
        dataset.put("4.jsonl", &(work(12) + "{\"DOI\": \"10.55"));
        let packed = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2];
        fs::write(dataset.source().join("5.json.gz"), packed).unwrap();
        let made = make_shards(&dataset.plan(None, None), 2, &|_, _| {}).unwrap();
        let [about] = &made.built[..] else {
            panic!("{made:?}")
        };
        assert_eq!((about.records, about.faults), (25, 3));
        let faults: Vec<String> = about.problems.iter().map(ToString::to_string).collect();
        assert!(
            faults
                .iter()
                .any(|fault| fault.starts_with("3.jsonl: is a web page")),
            "{faults:?}"
        );
        assert!(
            faults
                .iter()
                .any(|fault| fault.starts_with("4.jsonl:2: is not a record")),
            "{faults:?}"
        );
        assert!(
            faults.iter().any(|fault| fault.starts_with("5.json.gz: ")),
            "{faults:?}"
        );
    }

    #[test]
    fn folder_without_records_is_an_error_that_names_it() {
        let dataset = Dataset::new();
        let failed = |plan: &ShardsSpec| make_shards(plan, 2, &|_, _| {}).unwrap_err().to_string();
        let few = failed(&dataset.plan(Some(11), None));
        assert!(few.contains("too few for 11 shards"), "{few}");
        for number in 0..10 {
            dataset.put(&format!("{number}.jsonl"), "<html>");
        }
        let pages = failed(&dataset.plan(None, None));
        assert!(pages.contains("0.jsonl: is a web page"), "{pages}");
        fs::remove_dir_all(dataset.source()).unwrap();
        fs::create_dir(dataset.source()).unwrap();
        let empty = failed(&dataset.plan(None, None));
        assert!(
            empty.contains("dataset: holds no files of records"),
            "{empty}"
        );
        assert!(dataset.names().is_empty());
    }

    #[test]
    fn large_datasets_ask_for_several_shards() {
        let file = |name: &str, size: u64| DatasetFile {
            path: name.into(),
            stamp: Stamp {
                size: size.cast_signed(),
                modified: 0,
                hash: 0,
            },
        };
        // Crossref's of 2024: 212 GB in about 29,000 files.
        let packed: Vec<_> = (0..29_000).map(|_| file("0.json.gz", 7_310_000)).collect();
        assert_eq!(shard_count(&packed), 9);
        let plain: Vec<_> = (0..29_000).map(|_| file("0.json", 5 * 7_310_000)).collect();
        assert_eq!(shard_count(&plain), 9);
        assert_eq!(shard_count(&[file("0.jsonl", 0)]), 1);
        let sizes: Vec<usize> = (1..=9)
            .map(|number| run_of(&packed, Shard { number, of: 9 }).len())
            .collect();
        assert_eq!(sizes.iter().sum::<usize>(), 29_000);
        assert!(sizes.iter().all(|size| (3_222..=3_223).contains(size)));
    }
}
