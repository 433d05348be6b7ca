use std::path::{Path, PathBuf};

use fs_err as fs;

use super::files;
use super::loose::{self, Loose};
use super::part::{About, Part};
use super::{LibraryError, Problem};

/// How a part's file name ends.
pub(super) const ENDING: &str = "library";

/// The records on this disk.
///
/// Look-ups are in [`Library::by_ids`], [`Library::by_title`] and [`Library::by_person`]. They
/// never fail: a part that breaks under way is left out, and a word goes to the log.
#[derive(Debug, Default)]
pub struct Library {
    loose: Option<Loose>,
    parts: Vec<(PathBuf, Part)>,
    problems: Vec<Problem>,
    /// Whether a part, or the index over the files, could not be opened.
    lacking: bool,
}

impl Library {
    /// Opens every part (`*.library`) and every `.bib` and `.jsonl` file that stands directly in
    /// one of `folders`.
    ///
    /// `index` is the file of the index over the latter, best named [`super::INDEX_FILE`]. It is
    /// made anew when one of the files changed; several processes may do so at once. Where none can
    /// be written, one in the system's folder for temporary files serves for this run. A missing
    /// folder is an empty library, and nothing is written for it.
    ///
    /// # Errors
    /// When a folder exists but can't be listed. Faults within the files are [`Library::problems`] instead.
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
            Err(error) => out.lack(
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
            match Part::open(&path) {
                Ok(part) => self.parts.push((path, part)),
                Err(error) => self.lack(path.display().to_string(), error.to_string()),
            }
        }
        Ok(())
    }

    fn lack(&mut self, file: String, message: String) {
        self.lacking = true;
        self.problem(file, message);
    }

    fn problem(&mut self, file: String, message: String) {
        self.problems.push(Problem {
            file,
            line: 0,
            message,
        });
    }

    /// What is asked, first what people put there by hand.
    pub(super) fn parts(&self) -> impl Iterator<Item = &Part> {
        let loose = self.loose.iter().map(|loose| &loose.part);
        loose.chain(self.parts.iter().map(|(_, part)| part))
    }

    /// A library of which nothing can be read.
    #[must_use]
    pub fn lost() -> Self {
        Self {
            lacking: true,
            ..Self::default()
        }
    }

    /// Whether everything that belongs to it can be read. What it does not find when it is not
    /// whole may be there all the same.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        !self.lacking && !self.parts().any(Part::is_broken)
    }

    /// The number of records, counting each file's own.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.parts().map(|part| part.about().records).sum()
    }

    /// Whether there is no record.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The `.bib` and `.jsonl` files in the folders; `None` without any.
    #[must_use]
    pub fn files(&self) -> Option<&About> {
        self.loose.as_ref().map(|loose| loose.part.about())
    }

    /// The parts that were built, with their files, in the order of folders and names.
    pub fn built(&self) -> impl Iterator<Item = (&Path, &About)> {
        let parts = self.parts.iter();
        parts.map(|(path, part)| (path.as_path(), part.about()))
    }

    /// What is wrong in the files, in the order of their names and lines.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }
}

/// The files of parts in a folder, by name.
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
    use crate::library::{INDEX_FILE, Id, TitleAsked};
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
    fn the_index_follows_the_files() {
        let desk = Desk::new();
        desk.put("a.jsonl", &(paper("A", "Alpha") + &paper("B", "Beta")));
        desk.put("b.jsonl", &paper("C", "Gamma"));
        let library = desk.open();
        assert!(has(&library, "A") && has(&library, "B") && has(&library, "C"));
        assert_eq!(
            (library.len(), library.files().unwrap().files.len()),
            (3, 2)
        );

        desk.put("a.jsonl", &(paper("A", "Alpha") + &paper("D", "Beta")));
        desk.put("c.bib", "@inproceedings{DBLP:conf/x/E, title = {Delta}}");
        fs::remove_file(desk.home.path().join("library/b.jsonl")).unwrap();
        let library = desk.open();
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
        let library = Library::open(&[home.path().join("none")], &index).unwrap();
        assert!(library.is_empty() && library.by_title(&asked("Alpha")).is_empty());
        assert!(!index.exists());
    }

    #[test]
    fn a_broken_index_is_made_anew() {
        let desk = Desk::new();
        desk.put("a.jsonl", &paper("A", "Alpha"));
        fs::write(desk.index(), "this was a database once".repeat(100)).unwrap();
        assert!(has(&desk.open(), "A"));
        assert!(Part::open(&desk.index()).is_ok(), "the new index is sound");
    }

    #[test]
    fn a_part_of_another_kind_is_told_and_left_out() {
        let desk = Desk::new();
        desk.put("a.jsonl", &paper("A", "Alpha"));
        desk.put("old.library", "no database");
        let library = desk.open();
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
    fn a_part_of_another_layout_is_told_and_left_out() {
        let desk = Desk::new();
        desk.put("a.jsonl", &paper("A", "Alpha"));
        assert!(desk.open().problems().is_empty());
        let part = desk.home.path().join("library/old.library");
        fs::copy(desk.index(), &part).unwrap();
        let old = rusqlite::Connection::open(&part).unwrap();
        old.pragma_update(None, "user_version", 4).unwrap();
        drop(old);
        let library = desk.open();
        assert_eq!((library.len(), library.built().count()), (1, 0));
        let problem = library.problems()[0].to_string();
        assert!(problem.contains("by another version"), "{problem}");
    }

    #[test]
    fn without_a_place_for_the_index_memory_serves() {
        let desk = Desk::new();
        desk.put("a.jsonl", &paper("A", "Alpha"));
        let file = desk.home.path().join("file");
        fs::write(&file, "").unwrap();
        let library = Library::open(&[desk.home.path().join("library")], &file.join("x")).unwrap();
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
    }

    fn asked(title: &str) -> TitleAsked {
        TitleAsked {
            title: title.to_owned(),
            ..TitleAsked::default()
        }
    }
}
