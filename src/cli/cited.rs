//! The entries that a paper cites, for `export --only-cited`.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use fs_err as fs;

use super::exit::Failure;
use crate::{
    bib::{Block, Citations, Content, PaperFile, RawFields, ValuePart, decode, scan},
    model::Work,
};

/// A paper has no more files than this.
const MOST_FILES: usize = 10_000;

/// Reads what a paper cites, in all of its files. Names of files are relative to the folder of the
/// paper, as LaTeX has them.
pub(super) fn citations(paper: &Path) -> Result<Citations, Failure> {
    let kind = PaperFile::of(paper).ok_or_else(|| {
        Failure::usage(format!(
            "--only-cited: {} tells no citations: expected a .aux, .bcf or .tex file",
            paper.display()
        ))
        .hint("LaTeX writes the .aux beside the paper, biblatex the .bcf")
    })?;
    let folder = paper.parent().unwrap_or(Path::new(""));
    let mut out = of_file(paper, kind)?;
    let mut seen: BTreeSet<PathBuf> = BTreeSet::from([paper.to_owned()]);
    let mut waiting = std::mem::take(&mut out.files);
    while let Some(name) = waiting.pop() {
        let mut path = folder.join(&name);
        if kind == PaperFile::Tex && !path.is_file() {
            path = folder.join(format!("{name}.tex"));
        }
        if seen.len() >= MOST_FILES || !seen.insert(path.clone()) {
            continue;
        }
        match of_file(&path, kind) {
            Ok(more) => {
                out.keys.extend(more.keys);
                out.all |= more.all;
                waiting.extend(more.files);
            }
            // LaTeX goes on without it, too: a chapter of another run, a file of the distribution.
            Err(failure) => tracing::warn!("--only-cited: skipped: {failure}"),
        }
    }
    Ok(out)
}

/// Keeps the works that are cited, by their keys or former keys, and the person's own blocks but for
/// entries that are not. Names each key that `lock` does not hold.
pub(super) fn keep_cited(
    works: &mut Vec<&Work>,
    own: &mut Vec<String>,
    cited: &Citations,
    [paper, lock]: [&Path; 2],
) {
    let (paper, lock) = (paper.display(), lock.display());
    if cited.all {
        return;
    }
    let mut missing: BTreeSet<&str> = cited.keys.iter().map(String::as_str).collect();
    works.retain(|work| {
        let is_cited = cited.keys.contains(&work.key);
        missing.remove(work.key.as_str());
        let former: Vec<&String> = work
            .aliases
            .iter()
            .filter(|alias| missing.remove(alias.as_str()))
            .collect();
        for alias in &former {
            tracing::warn!(
                "{paper} cites {alias}, which is a former key of {}",
                work.key
            );
        }
        is_cited || !former.is_empty()
    });
    let of_own: Vec<Option<OwnEntry>> = own.iter().map(|block| OwnEntry::of(block)).collect();
    let mut wanted = cited.keys.clone();
    // An entry that a cited one inherits from comes with it.
    loop {
        let parents: Vec<String> = of_own
            .iter()
            .flatten()
            .filter(|entry| wanted.contains(&entry.key))
            .flat_map(|entry| entry.parents.iter().cloned())
            .filter(|parent| !wanted.contains(parent))
            .collect();
        if parents.is_empty() {
            break;
        }
        wanted.extend(parents);
    }
    let mut entries = of_own.iter();
    own.retain(|_| {
        let entry = entries.next().and_then(Option::as_ref);
        entry.is_none_or(|entry| wanted.contains(&entry.key))
    });
    for entry in of_own.iter().flatten() {
        missing.remove(entry.key.as_str());
    }
    for key in missing {
        tracing::warn!("{paper} cites {key}, which {lock} does not hold");
    }
}

/// An entry that the person wrote into the bibliography.
struct OwnEntry {
    key: String,
    /// The entries that it inherits fields from.
    parents: Vec<String>,
}

impl OwnEntry {
    /// The entry that a block of the person is, if it is one.
    fn of(block: &str) -> Option<Self> {
        scan(block)
            .into_iter()
            .find_map(|Block { content, .. }| match content {
                Content::Entry { key, fields, .. } => Some(Self {
                    key: key.to_owned(),
                    parents: parents(&fields),
                }),
                _ => None,
            })
    }
}

/// The keys that `crossref`, `xref` and `xdata` name.
fn parents(fields: &RawFields) -> Vec<String> {
    let inherits = |name: &str| {
        ["crossref", "xref", "xdata"]
            .iter()
            .any(|own| name.eq_ignore_ascii_case(own))
    };
    let named = fields.fields.iter().filter(|field| inherits(field.name));
    named
        .flat_map(|field| &field.value)
        .filter_map(|part| match part {
            ValuePart::Braced(text) | ValuePart::Quoted(text) | ValuePart::Bare(text) => {
                Some(*text)
            }
            ValuePart::Macro(_) => None,
        })
        .flat_map(|text| text.split(','))
        .map(|key| key.trim().to_owned())
        .collect()
}

fn of_file(path: &Path, kind: PaperFile) -> Result<Citations, Failure> {
    let bytes = fs::read(path).map_err(Failure::usage)?;
    kind.citations(&decode(&bytes))
        .map_err(|why| Failure::usage(format!("{}: {why}", path.display())))
}
