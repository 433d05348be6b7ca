use std::path::{Path, PathBuf};

use fs_err as fs;

use super::files;
use super::loose::{self, LooseFiles};
use super::part::{LibraryPart, PartInfo};
use super::{LibraryError, Problem, VenueHoldings};

/// The extension of a part's file.
pub(super) const ENDING: &str = "library";

/// The parts and loose files of one or several folders, opened for look-ups.
///
/// Look-ups are [`Library::by_ids`], [`Library::by_title`] and [`Library::by_person`]. They never fail:
/// a part that can't be read is skipped, with a warning in the log.
#[derive(Debug, Default)]
pub struct Library {
    loose: Option<LooseFiles>,
    parts: Vec<(PathBuf, LibraryPart)>,
    problems: Vec<Problem>,
    /// Whether a part, or the index over the loose files, could not be opened.
    incomplete: bool,
}

impl Library {
    /// Opens every part (`*.library`) and every `.bib` and `.jsonl` file directly in one of `folders`.
    ///
    /// `index` is the file for the index over the loose files, best named [`super::INDEX_FILE`]. It is
    /// rebuilt when one of the files changed; several processes may do so at once. If it can't be
    /// written, a temporary file is used for this run. A missing folder is an empty library, and nothing
    /// is written for it.
    ///
    /// # Errors
    /// Fails when a folder exists but can't be listed. Faults in the files are
    /// [`Library::problems`] instead.
    pub fn open(folders: &[PathBuf], index: &Path) -> Result<Self, LibraryError> {
        let mut out = Self::default();
        let mut found = Vec::new();
        for (at, folder) in folders.iter().enumerate() {
            let (mut files, unreadable) = files::list(folder)?;
            for (name, error) in unreadable {
                out.problem(name, format!("can't be read: {error}"));
            }
            if at > 0 {
                for file in &mut files {
                    file.name = file.path.display().to_string();
                }
            }
            found.extend(files);
            out.open_parts(folder)?;
        }
        match loose::open(index, &found) {
            Ok(loose) => out.loose = loose,
            Err(error) => out.report_missing(
                index.display().to_string(),
                format!("no index over the files of the library can be made: {error}"),
            ),
        }
        if let Some(loose) = &out.loose {
            out.problems
                .extend(loose.part.about().problems.iter().cloned());
        }
        out.problems
            .sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
        Ok(out)
    }

    fn open_parts(&mut self, folder: &Path) -> Result<(), LibraryError> {
        for path in part_files(folder)? {
            match LibraryPart::open(&path) {
                Ok(part) => self.parts.push((path, part)),
                Err(error) => self.report_missing(path.display().to_string(), error.to_string()),
            }
        }
        Ok(())
    }

    fn report_missing(&mut self, file: String, message: String) {
        self.incomplete = true;
        self.problem(file, message);
    }

    fn problem(&mut self, file: String, message: String) {
        self.problems.push(Problem {
            file,
            line: 0,
            message,
        });
    }

    /// Returns the parts in the order of look-ups, the loose files first.
    pub(super) fn parts(&self) -> impl Iterator<Item = &LibraryPart> {
        let loose = self.loose.iter().map(|loose| &loose.part);
        loose.chain(self.parts.iter().map(|(_, part)| part))
    }

    /// Creates a library that could not be read.
    #[must_use]
    pub fn unreadable() -> Self {
        Self {
            incomplete: true,
            ..Self::default()
        }
    }

    /// Returns whether all of it could be opened. If not, a record that it does not find may exist all
    /// the same.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        !self.incomplete && !self.parts().any(LibraryPart::is_broken)
    }

    /// Returns the number of records, with duplicates in several files counted separately.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.parts().map(|part| part.about().records).sum()
    }

    /// Returns whether there are no records.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the venues that the newest of the whole datasets holds; `None` without such a
    /// dataset.
    #[must_use]
    pub fn holdings(&self) -> Option<VenueHoldings> {
        let parts = self.parts.iter();
        let held = parts.filter_map(|(_, part)| part.query(|reader| reader.holdings()));
        held.max_by_key(|held| held.date)
    }

    /// Describes the `.bib` and `.jsonl` files in the folders; `None` without any.
    #[must_use]
    pub fn files(&self) -> Option<&PartInfo> {
        self.loose.as_ref().map(|loose| loose.part.about())
    }

    /// Returns the built parts with their paths, in the order of folders and names.
    pub fn built(&self) -> impl Iterator<Item = (&Path, &PartInfo)> {
        let parts = self.parts.iter();
        parts.map(|(path, part)| (path.as_path(), part.about()))
    }

    /// Returns the problems of the files, in the order of file names and lines.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }
}

/// Returns the files of parts in a folder, by name.
pub(super) fn part_files(folder: &Path) -> Result<Vec<PathBuf>, LibraryError> {
    let failed = |source| LibraryError::Folder {
        dir: folder.to_owned(),
        source,
    };
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        other => other.map_err(failed)?,
    };
    let mut out = Vec::new();
    for entry in entries {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|ending| ending == ENDING) {
            out.push(path);
        }
    }
    out.sort();
    Ok(out)
}

#[cfg(test)]
mod tests {
    use fs_err as fs;

    use super::*;
    use crate::library::{INDEX_FILE, Id, TitleLookup};
    use crate::model::DblpKey;

    struct TestLibrary {
        home: tempfile::TempDir,
    }

    impl TestLibrary {
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
            Library::open(&[self.home.path().join("library")], &self.index()).unwrap()
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
    fn index_is_rebuilt_when_files_change() {
        let fixture = TestLibrary::new();
        fixture.put("a.jsonl", &(paper("A", "Alpha") + &paper("B", "Beta")));
        fixture.put("b.jsonl", &paper("C", "Gamma"));
        let library = fixture.open();
        assert!(has(&library, "A") && has(&library, "B") && has(&library, "C"));
        assert_eq!(
            (library.len(), library.files().unwrap().files.len()),
            (3, 2)
        );

        fixture.put("a.jsonl", &(paper("A", "Alpha") + &paper("D", "Beta")));
        fixture.put("c.bib", "@inproceedings{DBLP:conf/x/E, title = {Delta}}");
        fs::remove_file(fixture.home.path().join("library/b.jsonl")).unwrap();
        let library = fixture.open();
        let counts: Vec<_> = library
            .files()
            .unwrap()
            .files
            .iter()
            .map(|f| f.records)
            .collect();
        assert_eq!(counts, [2, 1]);
        assert!(has(&library, "A") && has(&library, "D") && has(&library, "E"));
        assert!(!has(&library, "B") && !has(&library, "C"));
        assert!(library.by_title(&asked("Gamma")).is_empty());
        assert_eq!(library.by_title(&asked("Beta")).len(), 1);
    }

    #[test]
    fn faults_are_reported_on_each_opening() {
        let fixture = TestLibrary::new();
        fixture.put("a.jsonl", &format!("{{\n{}", paper("A", "Alpha")));
        for _ in 0..2 {
            let library = fixture.open();
            assert!(has(&library, "A"));
            let [problem] = library.problems() else {
                panic!("{:?}", library.problems())
            };
            assert_eq!((problem.file.as_str(), problem.line), ("a.jsonl", 1));
            assert!(
                problem
                    .to_string()
                    .starts_with("a.jsonl:1: is not a record")
            );
        }
    }

    #[test]
    fn missing_folder_is_empty_and_not_created() {
        let home = tempfile::tempdir().unwrap();
        let index = home.path().join(INDEX_FILE);
        let library = Library::open(&[home.path().join("none")], &index).unwrap();
        assert!(library.is_empty() && library.by_title(&asked("Alpha")).is_empty());
        assert!(!index.exists());
    }

    #[test]
    fn damaged_index_is_rebuilt() {
        let fixture = TestLibrary::new();
        fixture.put("a.jsonl", &paper("A", "Alpha"));
        fs::write(fixture.index(), "this was a database once".repeat(100)).unwrap();
        assert!(has(&fixture.open(), "A"));
        assert!(
            LibraryPart::open(&fixture.index()).is_ok(),
            "the new index is sound"
        );
    }

    #[test]
    fn file_that_is_no_part_is_reported_and_skipped() {
        let fixture = TestLibrary::new();
        fixture.put("a.jsonl", &paper("A", "Alpha"));
        fixture.put("old.library", "no database");
        let library = fixture.open();
        assert!(has(&library, "A"));
        let [problem] = library.problems() else {
            panic!("{:?}", library.problems())
        };
        assert!(
            problem.to_string().contains("bibsync library build"),
            "{problem}"
        );
    }

    #[test]
    fn part_with_another_layout_is_reported_and_skipped() {
        let fixture = TestLibrary::new();
        fixture.put("a.jsonl", &paper("A", "Alpha"));
        assert!(fixture.open().problems().is_empty());
        let part = fixture.home.path().join("library/old.library");
        fs::copy(fixture.index(), &part).unwrap();
        let old = rusqlite::Connection::open(&part).unwrap();
        old.pragma_update(None, "user_version", 4).unwrap();
        drop(old);
        let library = fixture.open();
        assert_eq!((library.len(), library.built().count()), (1, 0));
        let problem = library.problems()[0].to_string();
        assert!(problem.contains("by another version"), "{problem}");
    }

    #[test]
    fn unwritable_index_is_built_in_a_temporary_folder() {
        let fixture = TestLibrary::new();
        fixture.put("a.jsonl", &paper("A", "Alpha"));
        let file = fixture.home.path().join("file");
        fs::write(&file, "").unwrap();
        let library =
            Library::open(&[fixture.home.path().join("library")], &file.join("x")).unwrap();
        assert!(has(&library, "A"));
    }

    #[test]
    fn concurrent_openings_succeed() {
        let fixture = TestLibrary::new();
        let many: String = (0..200).map(|n| paper(&n.to_string(), "Alpha")).collect();
        fixture.put("a.jsonl", &many);
        std::thread::scope(|scope| {
            let opened: Vec<_> = (0..6).map(|_| scope.spawn(|| fixture.open())).collect();
            for library in opened {
                let library = library.join().unwrap();
                assert_eq!(library.len(), 200);
                assert!(has(&library, "7"));
            }
        });
    }

    fn asked(title: &str) -> TitleLookup {
        TitleLookup {
            title: title.to_owned(),
            ..TitleLookup::default()
        }
    }
}
