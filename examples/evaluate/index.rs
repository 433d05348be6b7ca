//! Libraries made of the corpus, and the records they return.

use std::{
    collections::BTreeSet,
    io::Write as _,
    path::{Path, PathBuf},
};

use bibsync::{
    library::{INDEX_FILE, Library, PartSpec, TitleLookup, make},
    matching::CandidateIndex,
    model::{Listing, Person, Record},
    text::fold::FoldedTitle,
};
use rayon::prelude::*;
use tempfile::TempDir;

use super::{Failure, corpus};

/// A library in a temporary folder.
pub struct Index {
    library: Library,
    folder: TempDir,
}

impl Index {
    /// Creates the library of the corpus's files without the records in `without`.
    pub fn of_corpus(folder: &Path, without: &BTreeSet<String>) -> Result<Self, Failure> {
        let home = tempfile::tempdir()?;
        let mut files = Vec::new();
        for name in corpus::FILES {
            if without.is_empty() {
                files.push(folder.join(name));
                continue;
            }
            let text = corpus::text(&folder.join(name))?;
            let kept = text.lines().filter(|line| !without.contains(key_of(line)));
            files.push(written(&home, name.trim_end_matches(".gz"), kept)?);
        }
        Self::made(home, &files)
    }

    /// Creates the library of records in bibsync's JSON lines.
    pub fn of_lines(lines: &[String]) -> Result<Self, Failure> {
        let home = tempfile::tempdir()?;
        let file = written(&home, "table.jsonl", lines.iter().map(String::as_str))?;
        Self::made(home, &[file])
    }

    fn made(home: TempDir, files: &[PathBuf]) -> Result<Self, Failure> {
        let folder = home.path().join("library");
        for file in files {
            let plan = PartSpec {
                folder: folder.clone(),
                file: file.clone(),
                ..PartSpec::default()
            };
            make(&plan, 2, &|_| ())?;
        }
        let library = Library::open(&[folder], &home.path().join(INDEX_FILE))?;
        Ok(Self {
            library,
            folder: home,
        })
    }

    /// Returns the library and its folder, which must be kept as long.
    pub fn into_library(self) -> (Library, TempDir) {
        (self.library, self.folder)
    }

    /// Returns the candidates of each listing of one list. As in a run, all answers for the list
    /// are in one index.
    pub fn near(&self, person: &Person, list: &[&Listing]) -> Vec<Vec<Record>> {
        let answers: Vec<Vec<Record>> = list
            .par_iter()
            .map(|listing| self.answer(person, listing))
            .collect();
        let mut pool = CandidateIndex::default();
        for answer in answers {
            pool.add(answer);
        }
        list.par_iter()
            .map(|listing| {
                let near = pool.candidates(listing, &FoldedTitle::of(&listing.title), person);
                near.into_iter().cloned().collect()
            })
            .collect()
    }

    /// Returns the library's records for one listing.
    pub fn answer(&self, person: &Person, listing: &Listing) -> Vec<Record> {
        self.library.by_title(&TitleLookup {
            title: listing.title.clone(),
            authors: listing.author_names(person).into_iter().flatten().collect(),
            year: listing.year,
        })
    }
}

/// Returns the key at the beginning of a line of the corpus.
fn key_of(line: &str) -> &str {
    line.strip_prefix("{\"key\": \"")
        .and_then(|rest| rest.split('"').next())
        .unwrap_or_default()
}

fn written<'a>(
    home: &TempDir,
    name: &str,
    lines: impl Iterator<Item = &'a str>,
) -> Result<PathBuf, Failure> {
    let path = home.path().join(name);
    let mut file = std::io::BufWriter::new(fs_err::File::create(&path)?);
    for line in lines {
        writeln!(file, "{line}")?;
    }
    file.flush()?;
    Ok(path)
}
