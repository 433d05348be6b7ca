//! Lists with their answers: a text, and beside it `NAME.json` with what is to be read from it, as in
//! `tests/import`.

use std::{
    collections::{BTreeMap, BTreeSet},
    error::Error,
    path::{Path, PathBuf},
};

use bibsync::{
    import::{
        InputFormat, Page, Refused, lines,
        training::{Document, Family},
    },
    text::fold::words,
};
use fs_err as fs;
use serde::Deserialize;

use crate::{beside, compare::Expected, label};

/// A list with its answer, made ready.
pub(crate) struct Case {
    pub(crate) name: String,
    /// The ending of its file.
    pub(crate) form: String,
    pub(crate) entries: Vec<Expected>,
    pub(crate) page: Page,
    pub(crate) document: Document,
    /// One label for each row.
    pub(crate) labels: Vec<usize>,
    /// How much it counts in training.
    pub(crate) weight: f64,
    /// How much it counts for the choice.
    pub(crate) choice: f64,
    /// Which set it belongs to.
    pub(crate) set: String,
    /// Lists that have entries in common are of one group.
    pub(crate) group: usize,
    /// The family of features that its rows are without.
    without: Option<Family>,
}

#[derive(Deserialize)]
struct Answer {
    entries: Vec<Expected>,
}

/// Longer pages are not put beside others.
const LONGEST: usize = 300;
/// A page that was put together counts so much of the first of its lists.
const BESIDE: f64 = 0.6;

/// The endings that a list may have.
const ENDINGS: [&str; 7] = ["txt", "md", "tex", "html", "xml", "org", "rst"];

impl Case {
    /// Makes a page with its answer ready.
    pub(crate) fn new(
        set: &str,
        name: &str,
        form: &str,
        page: &Page,
        entries: Vec<Expected>,
        weight: [f64; 2],
        without: Option<Family>,
    ) -> Self {
        let document = Document::of(page, without);
        let labels = label::labels(&document.rows(), &entries);
        Self {
            name: name.to_owned(),
            form: form.to_owned(),
            entries,
            page: page.clone(),
            document,
            labels,
            weight: weight[0],
            choice: weight[1],
            set: set.to_owned(),
            group: 0,
            without,
        }
    }

    /// This list, and the entries of another under a heading of other things, if these are few enough.
    pub(crate) fn beside(&self, other: &Self, number: usize) -> Option<Self> {
        let lines: Vec<(usize, usize)> = other
            .document
            .by_rules()
            .iter()
            .map(|entry| (entry.at.first, entry.at.last))
            .collect();
        let is_small = |case: &Self| case.page.lines.len() <= LONGEST;
        if lines.is_empty() || !is_small(self) || !is_small(other) {
            return None;
        }
        let page = beside::beside(&self.page, &other.page, &lines, number);
        let name = format!("{}+{}", self.name, other.name);
        let weight = [self.weight, self.choice].map(|weight| weight * BESIDE);
        let case = Self::new(
            "beside",
            &name,
            &self.form,
            &page,
            self.entries.clone(),
            weight,
            self.without,
        );
        Some(Self {
            group: self.group,
            ..case
        })
    }

    /// All lists of a folder for which `keeps` holds, in the order of their names.
    pub(crate) fn in_folder(
        folder: &Path,
        weight: [f64; 2],
        keeps: &dyn Fn(&str) -> bool,
        without: Option<Family>,
    ) -> Result<Vec<Self>, Box<dyn Error>> {
        let mut paths: Vec<PathBuf> = fs::read_dir(folder)?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<Result<_, _>>()?;
        paths.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
        paths.sort();
        let mut out = Vec::new();
        for path in paths {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            let ending = ENDINGS
                .into_iter()
                .find(|ending| path.with_extension(ending).exists());
            let Some(ending) = ending.filter(|_| keeps(&name)) else {
                continue;
            };
            let text = fs::read(path.with_extension(ending))?;
            let answer: Answer = serde_json::from_slice(&fs::read(&path)?)?;
            let page = page(&text, &name, ending)?;
            let set = folder.file_name().unwrap_or_default().to_string_lossy();
            out.push(Self::new(
                &set,
                &name,
                ending,
                &page,
                answer.entries,
                weight,
                without,
            ));
        }
        Ok(out)
    }
}

/// So many entries in common, and two lists are of one group.
const COMMON: usize = 3;

/// Numbers the groups of lists, in the order of their first lists.
pub(crate) fn group(cases: &mut [Case]) {
    let mut with: BTreeMap<Vec<String>, BTreeSet<usize>> = BTreeMap::new();
    for (at, case) in cases.iter().enumerate() {
        for entry in &case.entries {
            with.entry(words(&entry.title)).or_default().insert(at);
        }
    }
    let mut common: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for lists in with.values() {
        for one in lists {
            for other in lists.range(one + 1..) {
                *common.entry((*one, *other)).or_default() += 1;
            }
        }
    }
    for (at, case) in cases.iter_mut().enumerate() {
        case.group = at;
    }
    for ((one, other), count) in common {
        let (from, to) = (cases[other].group, cases[one].group);
        if count >= COMMON && from != to {
            for case in cases.iter_mut().filter(|case| case.group == from) {
                case.group = to;
            }
        }
    }
}

/// The lines of a text as of a file with this ending; XML as what `pdftohtml` made of a PDF.
pub(crate) fn page(text: &[u8], name: &str, ending: &str) -> Result<Page, Refused> {
    let form = if ending == "xml" {
        InputFormat::Pdf
    } else {
        InputFormat::of(text, &format!("{name}.{ending}"))?
    };
    lines(text, form, &|printed: &[u8]| Ok(printed.to_vec()))
}
