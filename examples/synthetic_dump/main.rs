//! Writes a SYNTHETIC dump in the format of DBLP's `dblp.xml.gz`, of any size, to try the library
//! on without the real one:
//!
//! ```text
//! cargo run --release --example synthetic_dump -- \
//!     --seed-records records.jsonl.gz --records 1000000 --out dump.xml.gz [--seed 7]
//! ```
//!
//! The seed records are real ones, one JSON object a line: `key`, `type`, `title`, `authors`,
//! `year` and whatever of `booktitle`, `journal`, `volume`, `number`, `pages`, `doi`, `url`,
//! `editors`, `publisher` and `series` is known. Each of them stands once in the dump; everything
//! else is made up after their statistics: titles from a Pitman–Yor process over pairs of words
//! (so that words and pairs of words keep growing and most of them stay rare, as in real titles),
//! names from their given and family names, authors by preferential attachment among co-authors.
//! Made-up keys hold `-s` and a number. The same arguments give the same bytes.
#![allow(
    clippy::print_stderr,
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "a generator run by hand, whose numbers are far from any bound"
)]

mod articles;
mod coin;
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
    /// How many publications to write, the real ones among them.
    #[arg(long)]
    records: usize,
    /// The file to write.
    #[arg(long)]
    out: PathBuf,
    /// Where chance begins.
    #[arg(long, default_value_t = 7)]
    seed: u64,
}

/// What the sections of the dump are made from.
struct World {
    random: Random,
    titles: titles::Titles,
    people: people::People,
    /// Titles and authors of preprints that a conference paper is still to be made of.
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
