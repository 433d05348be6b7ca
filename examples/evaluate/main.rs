//! Measures the matcher on labelled sets:
//!
//! ```text
//! cargo run --release --example evaluate -- DIR [--only messy] [--errors 20] [--held] [--ablate]
//! ```
//!
//! `DIR` holds records (`dblp-dev.jsonl.gz`, `acl-dev.jsonl.gz`) and folders of listings labelled
//! with the records they mean. Each set is looked up in a library of the records, without those
//! that the set excludes, and decided as in a run. Figures are printed, none is asserted.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::struct_excessive_bools,
    clippy::struct_field_names,
    missing_docs,
    unreachable_pub,
    reason = "a measuring tool with small numbers"
)]

mod corpus;
mod damage;
mod fit;
mod harvest;
mod index;
mod judge;
mod recall;
mod references;
mod sets;
mod speed;
mod stand_ins;
mod tables;
mod words;

use std::{collections::BTreeSet, error::Error, path::PathBuf, process::ExitCode};

use bibsync::matching::{Decision, Feature, decide_without};
use clap::Parser;
use corpus::Corpus;
use sets::{Case, Kept, Set};

type Failure = Box<dyn Error + Send + Sync>;

/// Measures the matcher on labelled sets.
#[derive(Debug, Parser)]
struct Args {
    /// The folder of the sets.
    dir: PathBuf,
    /// Only sets with names that begin like this.
    #[arg(long)]
    only: Option<String>,
    /// The number of errors to print of each set.
    #[arg(long, default_value_t = 0)]
    errors: usize,
    /// The number of right records that stayed ambiguous or unmatched to print of each set.
    #[arg(long, default_value_t = 0)]
    missed: usize,
    /// Only errors and misses of relations that begin like this.
    #[arg(long)]
    relation: Option<String>,
    /// A folder in which to store the records found for each listing, and from which to read them.
    #[arg(long)]
    keep: Option<PathBuf>,
    /// A file to which every case is written with its candidates, as JSON lines.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Fit the curve of confidences and the weights of scraped listings, for
    /// `src/matching/fitted.rs`.
    #[arg(long)]
    fit: bool,
    /// Only one fifth of the listings, by a hash of the title: the fold that was not fitted on.
    #[arg(long)]
    held: bool,
    /// Measure the contribution of each piece of evidence: all sets again without it.
    #[arg(long)]
    ablate: bool,
    /// Print the words of titles, for `src/matching/vocabulary.txt`.
    #[arg(long)]
    words: bool,
    /// Measure only whether the right records are among the candidates.
    #[arg(long)]
    recall: bool,
    /// Measure the verdicts of `check --online` on references: by stand-ins for DBLP, Crossref and arXiv
    /// that know the records, or by a library of them that is taken for complete.
    #[arg(long, value_name = "services|library")]
    references: Option<references::Asked>,
    /// Measure the speed too, and print as many of the slowest listings as of errors.
    #[arg(long)]
    speed: bool,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<(), Failure> {
    let corpus = Corpus::read(&args.dir)?;
    if args.words {
        words::print(&corpus);
        return Ok(());
    }
    if args.speed {
        speed::measure(&args.dir, args.errors)?;
    }
    if let Some(asked) = args.references {
        return references::measure(args, asked, &corpus);
    }
    if args.recall {
        return recall::measure(args, &corpus);
    }
    let mut out = args.out.as_deref().map(fs_err::File::create).transpose()?;
    let mut reliability = tables::Reliability::default();
    let mut fit = fit::Fit::default();
    let mut ablation = tables::Ablation::default();
    sets(args, &corpus, &mut |mut set| -> Result<(), Failure> {
        set.cases
            .retain(|case| !args.held || fit::fold(&case.listing.title) == 0);
        let outcomes = judge::judge(&set, &corpus, &|case| decided(None, case));
        tables::print(set.name, &outcomes);
        tables::print_cases(args, &outcomes);
        if let Some(out) = &mut out {
            tables::write_cases(out, set.name, &outcomes)?;
        }
        reliability.add(set.name, &outcomes);
        // Half of what is right in one table is unknown, and pairs have no library to look them up
        // in.
        let fitted = [
            "messy",
            "synthetic",
            "profiles",
            "dblp-scholar, r",
            "neardup as traps, no address",
            "neardup, verbatim",
        ];
        if fitted.iter().any(|name| set.name.starts_with(name)) {
            fit.add(&outcomes);
        }
        if args.ablate {
            ablation.add(set.name, None, &outcomes);
            for feature in Feature::ALL {
                let outcomes = judge::judge(&set, &corpus, &|case| decided(Some(feature), case));
                ablation.add(set.name, Some(feature), &outcomes);
            }
        }
        Ok(())
    })?;
    reliability.print();
    if args.fit {
        fit.print();
        harvest::print(&args.dir)?;
    }
    ablation.print();
    Ok(())
}

fn decided(without: Option<Feature>, case: &Case) -> Decision {
    let near: Vec<_> = case.near.iter().collect();
    decide_without(
        without,
        &case.listing,
        &case.person,
        &BTreeSet::new(),
        &near,
    )
}

type Each<'a> = &'a mut dyn FnMut(Set) -> Result<(), Failure>;

fn sets(args: &Args, corpus: &Corpus, each: Each) -> Result<(), Failure> {
    let dir = &args.dir;
    let kept = Kept(args.keep.as_deref());
    let wanted = |name: &str| {
        args.only
            .as_ref()
            .is_none_or(|only| name.starts_with(only.as_str()))
    };
    if wanted("messy") {
        let (whole, bare) = sets::with_everything(dir, kept)?;
        each(whole)?;
        each(bare)?;
    }
    if wanted("synthetic") {
        each(sets::synthetic(dir, kept)?)?;
    }
    if wanted("neardup") {
        each(sets::twins(dir, corpus)?)?;
        let (whole, bare) = sets::traps(dir, corpus, kept)?;
        each(whole)?;
        each(bare)?;
        each(sets::verbatim(dir, corpus, kept)?)?;
    }
    if wanted("profiles") {
        each(sets::profiles(dir, kept)?)?;
    }
    if wanted("dblp") {
        let (acm, scholar) = sets::tables(dir, kept)?;
        each(acm)?;
        each(scholar)?;
        each(sets::pairs(
            dir,
            "dblp-acm, valid pairs",
            "valid_pairs.jsonl.gz",
        )?)?;
        each(sets::pairs(
            dir,
            "dblp-scholar, valid pairs",
            "valid_pairs.jsonl.gz",
        )?)?;
    }
    Ok(())
}
