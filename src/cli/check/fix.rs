//! `bibsync check --online --fix`: hands the differences to `update`, which writes them.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use super::super::{
    args::{Check, Shared, Update, UpdateForm, UpgradeChoice},
    exit::{Code, Failure},
    target::is_standard,
    update::update,
    world::World,
};
use crate::{
    import::InputFormat,
    references::{JudgedFile, JudgedReference, Standing, Weight},
};

/// Refuses an input that can't be corrected in place; `form` is that of a list, `None` of a profile.
pub(super) fn refuse_unless_bib(path: &Path, form: Option<InputFormat>) -> Result<(), Failure> {
    if form == Some(InputFormat::Bib) && !is_standard(path) {
        return Ok(());
    }
    Err(Failure::usage(format!(
        "--fix changes .bib files, and {} is none",
        path.display()
    ))
    .hint("leave --fix out to check it; `bibsync fetch` makes a .bib file of a list"))
}

/// Writes the fields in which references differ from the works that they mean, by the path of
/// `bibsync update`: a field that it would not correct stays. Returns the gravest code of its runs.
pub(super) fn fix(
    args: &Check,
    judged: &[JudgedFile],
    shared: &Shared,
    world: &World,
) -> Result<Code, Failure> {
    let mut code = Code::Done;
    for (path, file) in args.files.iter().zip(judged) {
        for (only, keys) in by_fields(file) {
            let done = update(&of(path, only, keys, args.offline), shared, world)?;
            if code == Code::Done {
                code = done;
            }
        }
    }
    Ok(code)
}

/// The arguments of `update` that change these fields of these entries.
fn of(path: &Path, only: BTreeSet<&str>, keys: Vec<String>, offline: bool) -> Update {
    Update {
        files: vec![PathBuf::from(path)],
        write: true,
        check: false,
        patch: false,
        only: only.into_iter().map(str::to_owned).collect(),
        never: Vec::new(),
        keys,
        changed_since: None,
        upgrade: UpgradeChoice::None,
        output: UpdateForm::Diff,
        again: false,
        offline,
    }
}

/// The keys of the references that differ, by the fields of their entries that do.
fn by_fields(file: &JudgedFile) -> BTreeMap<BTreeSet<&'static str>, Vec<String>> {
    let mut out: BTreeMap<BTreeSet<&'static str>, Vec<String>> = BTreeMap::new();
    let differing = file.references.iter();
    for reference in differing.filter(|it| it.judgement.standing == Standing::Differs) {
        let fields = fields(reference);
        if !fields.is_empty() {
            out.entry(fields).or_default().push(reference.key.clone());
        }
    }
    out
}

/// The fields of an entry that state what a reference states wrongly.
fn fields(reference: &JudgedReference) -> BTreeSet<&'static str> {
    let findings = reference.judgement.weighing(Weight::Difference);
    let of = |field: &str| -> &[&'static str] {
        match field {
            "title" => &["title", "subtitle"],
            "authors" => &["author"],
            "venue" => &["booktitle", "journal", "journaltitle"],
            "year" => &["year", "date"],
            "doi" => &["doi"],
            "arxiv" => &["eprint"],
            _ => &[],
        }
    };
    findings.flat_map(|it| of(it.field)).copied().collect()
}
