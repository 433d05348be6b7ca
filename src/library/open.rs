use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rusqlite::Connection;

use super::files::{self, Found};
use super::{LibraryError, Problem, index, refresh};

/// The records of one folder.
///
/// Look-ups are in [`Library::by_ids`], [`Library::by_title`] and [`Library::by_author`]. They
/// never fail: should the index break under way, one in memory takes its place.
#[derive(Debug)]
pub struct Library {
    dir: PathBuf,
    index: PathBuf,
    db: Mutex<Connection>,
    files: Vec<FileCount>,
    problems: Vec<Problem>,
}

/// A file of the library and what it gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileCount {
    /// Its name within the library's folder.
    pub file: String,
    /// How many records it holds.
    pub records: usize,
}

impl Library {
    /// Opens the library of every `.bib` and `.jsonl` file that stands directly in `dir`.
    ///
    /// `index` is the file of the index, best named [`index::INDEX_FILE`]. Files that are new or
    /// changed since it was written are read into it, files that vanished are dropped from it, in
    /// one transaction; several processes may do so at once. A broken index is moved aside and
    /// made anew; where none can be written, the library is indexed in memory. A missing folder
    /// is an empty library, and nothing is written for it.
    ///
    /// # Errors
    /// When the folder exists but can't be listed, or not even memory holds an index. Faults
    /// within the files are [`Library::problems`] instead.
    pub fn open(dir: &Path, index: &Path) -> Result<Self, LibraryError> {
        let (found, unreadable) = files::list(dir)?;
        let failed = |source| LibraryError::Index {
            dir: dir.to_owned(),
            source,
        };
        let db = if found.is_empty() && !index.exists() {
            in_memory(&found).map_err(failed)?
        } else {
            on_disk(index, &found)
                .or_else(|error| {
                    tracing::warn!(index = %index.display(), %error, "the library's index can't be used; indexing in memory");
                    in_memory(&found)
                })
                .map_err(failed)?
        };
        let mut problems: Vec<Problem> = unreadable
            .into_iter()
            .map(|(file, error)| Problem {
                file,
                line: 0,
                message: format!("can't be read: {error}"),
            })
            .collect();
        problems.extend(faults(&db).map_err(failed)?);
        problems.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
        Ok(Self {
            files: counts(&db).map_err(failed)?,
            problems,
            dir: dir.to_owned(),
            index: index.to_owned(),
            db: Mutex::new(db),
        })
    }

    /// The number of records, counting each file's own.
    #[must_use]
    pub fn len(&self) -> usize {
        self.files.iter().map(|file| file.records).sum()
    }

    /// Whether there is no record.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The files in the order of their names.
    #[must_use]
    pub fn files(&self) -> &[FileCount] {
        &self.files
    }

    /// What is wrong in the files, in the order of their names and lines.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// The folder that was opened.
    #[must_use]
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Asks the index. When it breaks (a faulty disk, a file taken away), it is moved aside for
    /// the next run, and this run goes on with an index in memory.
    pub(super) fn ask<T: Default>(
        &self,
        question: impl Fn(&Connection) -> rusqlite::Result<T>,
    ) -> T {
        let mut db = self.db.lock().unwrap_or_else(PoisonError::into_inner);
        let error = match question(&db) {
            Ok(answer) => return answer,
            Err(error) => error,
        };
        tracing::warn!(index = %self.index.display(), %error, "the library's index broke; indexing in memory");
        if index::is_broken(&error) && db.path().is_some_and(|path| !path.is_empty()) {
            index::move_aside(&self.index);
        }
        let found = files::list(&self.dir).map(|(found, _)| found);
        match in_memory(&found.unwrap_or_default()) {
            Ok(fresh) => {
                *db = fresh;
                question(&db).unwrap_or_default()
            }
            Err(_) => T::default(),
        }
    }
}

fn on_disk(path: &Path, found: &[Found]) -> rusqlite::Result<Connection> {
    let attempt = || {
        let mut db = index::connect(path)?;
        refresh::refresh(&mut db, found)?;
        // What the rest of opening reads, so that a fault in it shows here.
        counts(&db)?;
        faults(&db)?;
        Ok(db)
    };
    attempt().or_else(|error| {
        if !index::is_broken(&error) {
            return Err(error);
        }
        tracing::warn!(index = %path.display(), %error, "the library's index is broken; making it anew");
        index::move_aside(path);
        attempt()
    })
}

fn in_memory(found: &[Found]) -> rusqlite::Result<Connection> {
    let mut db = index::in_memory()?;
    refresh::refresh(&mut db, found)?;
    Ok(db)
}

fn counts(db: &Connection) -> rusqlite::Result<Vec<FileCount>> {
    db.prepare("SELECT name, last - first + 1 FROM file ORDER BY name")?
        .query_map([], |row| {
            Ok(FileCount {
                file: row.get(0)?,
                records: usize::try_from(row.get::<_, i64>(1)?).unwrap_or(0),
            })
        })?
        .collect()
}

fn faults(db: &Connection) -> rusqlite::Result<Vec<Problem>> {
    db.prepare("SELECT name, line, message FROM problem JOIN file ON file.id = problem.file")?
        .query_map([], |row| {
            Ok(Problem {
                file: row.get(0)?,
                line: usize::try_from(row.get::<_, i64>(1)?).unwrap_or(0),
                message: row.get(2)?,
            })
        })?
        .collect()
}

#[cfg(test)]
mod tests {
    use fs_err as fs;

    use super::*;
    use crate::library::{INDEX_FILE, Id};
    use crate::model::DblpKey;

    struct Desk {
        home: tempfile::TempDir,
    }

    impl Desk {
        fn new() -> Self {
            let home = tempfile::tempdir().unwrap();
            fs::create_dir(home.path().join("library")).unwrap();
            Self { home }
        }
        fn put(&self, name: &str, content: &str) {
            fs::write(self.home.path().join("library").join(name), content).unwrap();
        }
        fn index(&self) -> PathBuf {
            self.home.path().join(INDEX_FILE)
        }
        fn open(&self) -> Library {
            Library::open(&self.home.path().join("library"), &self.index()).unwrap()
        }
    }

    fn paper(key: &str, title: &str) -> String {
        format!("{{\"key\":\"conf/x/{key}\",\"type\":\"inproceedings\",\"title\":\"{title}\"}}\n")
    }

    fn has(library: &Library, key: &str) -> bool {
        let key = DblpKey::parse(&format!("conf/x/{key}")).unwrap();
        !library.by_ids(&[Id::Dblp(key)]).is_empty()
    }

    #[test]
    fn the_index_follows_the_files() {
        let desk = Desk::new();
        desk.put("a.jsonl", &(paper("A", "Alpha") + &paper("B", "Beta")));
        desk.put("b.jsonl", &paper("C", "Gamma"));
        let library = desk.open();
        assert!(has(&library, "A") && has(&library, "B") && has(&library, "C"));
        assert_eq!((library.len(), library.files().len()), (3, 2));

        desk.put("a.jsonl", &(paper("A", "Alpha") + &paper("D", "Beta")));
        desk.put("c.bib", "@inproceedings{DBLP:conf/x/E, title = {Delta}}");
        fs::remove_file(desk.home.path().join("library/b.jsonl")).unwrap();
        let library = desk.open();
        let counts: Vec<_> = library.files().iter().map(|f| f.records).collect();
        assert_eq!(counts, [2, 1]);
        assert!(has(&library, "A") && has(&library, "D") && has(&library, "E"));
        assert!(!has(&library, "B") && !has(&library, "C"));
        assert!(library.by_title("Gamma", &[]).is_empty());
        assert_eq!(library.by_title("Beta", &[]).len(), 1);
    }

    #[test]
    fn faults_are_told_each_time_and_stop_nothing() {
        let desk = Desk::new();
        desk.put("a.jsonl", &format!("{{\n{}", paper("A", "Alpha")));
        for _ in 0..2 {
            let library = desk.open();
            assert!(has(&library, "A"));
            let [problem] = library.problems() else {
                panic!("{:?}", library.problems())
            };
            assert_eq!((problem.file.as_str(), problem.line), ("a.jsonl", 1));
            assert!(problem.to_string().starts_with("a.jsonl:1: is no record"));
        }
    }

    #[test]
    fn a_missing_folder_is_empty_and_leaves_no_trace() {
        let home = tempfile::tempdir().unwrap();
        let index = home.path().join(INDEX_FILE);
        let library = Library::open(&home.path().join("none"), &index).unwrap();
        assert!(library.is_empty() && library.by_title("Alpha", &[]).is_empty());
        assert!(!index.exists());
    }

    #[test]
    fn a_broken_index_is_put_aside() {
        let desk = Desk::new();
        desk.put("a.jsonl", &paper("A", "Alpha"));
        fs::write(desk.index(), "this was a database once".repeat(100)).unwrap();
        assert!(has(&desk.open(), "A"));
        let aside = desk.home.path().join(format!("{INDEX_FILE}.broken"));
        assert!(aside.exists());
        fs::remove_file(&aside).unwrap();
        assert!(has(&desk.open(), "A"));
        assert!(!aside.exists(), "the new index is sound");

        let index = Connection::open(desk.index()).unwrap();
        index.execute_batch("DROP TABLE problem").unwrap();
        assert!(has(&desk.open(), "A"));
        assert!(aside.exists());
    }

    #[test]
    fn an_index_that_breaks_under_way_is_replaced() {
        let desk = Desk::new();
        desk.put("a.jsonl", &paper("A", "Alpha"));
        let library = desk.open();
        let index = Connection::open(desk.index()).unwrap();
        index.execute_batch("DROP TABLE record").unwrap();
        assert!(has(&library, "A"));
        assert_eq!(library.by_title("Alpha", &[]).len(), 1);
        assert!(has(&desk.open(), "A"), "and the next run has a new one");
    }

    #[test]
    fn without_a_place_for_the_index_memory_serves() {
        let desk = Desk::new();
        desk.put("a.jsonl", &paper("A", "Alpha"));
        let file = desk.home.path().join("file");
        fs::write(&file, "").unwrap();
        let library = Library::open(&desk.home.path().join("library"), &file.join("x")).unwrap();
        assert!(has(&library, "A"));
    }

    #[test]
    fn several_open_at_once() {
        let desk = Desk::new();
        let many: String = (0..200).map(|n| paper(&n.to_string(), "Alpha")).collect();
        desk.put("a.jsonl", &many);
        std::thread::scope(|scope| {
            let opened: Vec<_> = (0..6).map(|_| scope.spawn(|| desk.open())).collect();
            for library in opened {
                let library = library.join().unwrap();
                assert_eq!(library.len(), 200);
                assert!(has(&library, "7"));
            }
        });
        let index = Connection::open(desk.index()).unwrap();
        let rows: i64 = index
            .query_row("SELECT count(*) FROM record", [], |row| row.get(0))
            .unwrap();
        assert_eq!(rows, 200, "read once, by one of them");
    }
}
