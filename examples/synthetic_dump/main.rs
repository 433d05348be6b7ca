//! Writes a SYNTHETIC dump in the format of DBLP's `dblp.xml.gz` or of Crossref's public data file, of any
//! size, to try the library without the real one:
//!
//! ```text
//! cargo run --release --example synthetic_dump -- \
//!     --seed-records records.jsonl.gz --records 1000000 --out dump.xml.gz [--seed 7]
//! cargo run --release --example synthetic_dump -- --form crossref \
//!     --seed-records records.jsonl.gz --records 1000000 --out folder [--references 3]
//! ```
//!
//! The seed records are real ones, one JSON object a line, with `key`, `type`, `title`, `authors`,
//! `year` and any known of `booktitle`, `journal`, `volume`, `number`, `pages`, `doi`, `url`,
//! `editors`, `publisher` and `series`. Each of them is once in the dump. Everything else is
//! generated from their statistics: titles by a Pitman–Yor process over pairs of words (so that the
//! numbers of words and pairs keep growing and most stay rare, as in real titles), names from their
//! given and family names, authors by preferential attachment among co-authors. Generated keys
//! contain `-s` and a number. The same arguments give the same bytes.
#![allow(
    clippy::print_stderr,
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "a generator with numbers far below any limit"
)]

mod articles;
mod coin;
mod crossref;
mod names;
mod other;
mod pages;
mod people;
mod random;
mod seed;
mod titles;
mod venues;
mod volumes;
mod xml;

use std::{error::Error, path::PathBuf, process::ExitCode};

use clap::Parser;
use random::Random;
use xml::Dump;

/// Writes a synthetic dump in the format of DBLP's.
#[derive(Debug, Parser)]
struct Args {
    /// Real records as JSON lines, gzipped or not.
    #[arg(long)]
    seed_records: PathBuf,
    /// The number of publications to write, including the real ones.
    #[arg(long)]
    records: usize,
    /// The file to write, or the folder for Crossref's form.
    #[arg(long)]
    out: PathBuf,
    /// The form of the records.
    #[arg(long, value_enum, default_value_t = Form::Dblp)]
    form: Form,
    /// The number of references of each work in Crossref's form.
    #[arg(long, default_value_t = 3)]
    references: usize,
    /// The seed of the random numbers.
    #[arg(long, default_value_t = 7)]
    seed: u64,
}

/// Whose datasets the dump is like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Form {
    /// One file of XML.
    Dblp,
    /// A folder of packed files in JSON lines.
    Crossref,
}

/// The data from which the sections of the dump are generated.
struct World {
    random: Random,
    titles: titles::Titles,
    people: people::People,
    /// Titles and authors of preprints that still become a conference paper.
    twins: Vec<(String, Vec<u32>)>,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(wrong) => {
            eprintln!("{wrong}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let seed = seed::read(&args.seed_records)?;
    let made_up = args.records.saturating_sub(seed.publications());
    let mut random = Random::new(args.seed);
    let mut world = World {
        titles: titles::Titles::learn(&seed),
        people: people::People::of(&seed, made_up * 2 / 5, &mut random),
        twins: Vec::new(),
        random,
    };
    if args.form == Form::Crossref {
        let (items, references) = (args.records, args.references);
        let bytes = crossref::write(&mut world, &seed, items, references, &args.out)?;
        eprintln!("{items} items in {bytes} bytes of JSON");
        return Ok(());
    }
    let mut dump = Dump::create(&args.out)?;
    articles::write(&mut world, &seed, made_up, &mut dump)?;
    volumes::write(&mut world, &seed, made_up, &mut dump)?;
    other::write(&mut world, args.records, &mut dump)?;
    let publications = dump.records();
    pages::write(&mut world, &mut dump)?;
    let people = dump.records() - publications;
    let bytes = dump.finish()?;
    eprintln!("{publications} publications and {people} people in {bytes} bytes of XML");
    Ok(())
}
