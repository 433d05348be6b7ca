//! The judgements on all references of a file.

use std::collections::BTreeMap;

use super::judgement::{Judgement, Standing};

/// A reference with its judgement.
#[derive(Debug, Clone)]
pub struct JudgedReference {
    /// Its citation key, or else its title.
    pub key: String,
    /// The line on which it begins, counted from 1, where it is known.
    pub line: Option<usize>,
    /// Its title as stated.
    pub title: String,
    /// The judgement.
    pub judgement: Judgement,
}

/// The judgements on the references of one file.
#[derive(Debug, Clone, Default)]
pub struct JudgedFile {
    /// The file as the person named it.
    pub file: String,
    /// The references, in their order.
    pub references: Vec<JudgedReference>,
    /// The references that a person knows to be right: key, line and reason. They are not judged.
    pub known: Vec<(String, Option<usize>, String)>,
}

/// The numbers of references by verdict.
pub type VerdictCounts = BTreeMap<Standing, usize>;

impl JudgedFile {
    /// Counts the references by verdict; every verdict is there.
    #[must_use]
    pub fn tally(&self) -> VerdictCounts {
        let mut out: VerdictCounts = Standing::ALL.into_iter().map(|it| (it, 0)).collect();
        for reference in &self.references {
            *out.entry(reference.judgement.standing).or_default() += 1;
        }
        out
    }

    /// Whether a reference is contradicted, or if `strict`, differs or is not found.
    #[must_use]
    pub fn has_faults(&self, strict: bool) -> bool {
        let is_fault = |it: &JudgedReference| match it.judgement.standing {
            Standing::Contradicted => true,
            Standing::NotFound | Standing::Differs => strict,
            Standing::Verified | Standing::CantTell => false,
        };
        self.references.iter().any(is_fault)
    }
}
