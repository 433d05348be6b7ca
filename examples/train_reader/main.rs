//! Trains the reader of lists and measures it:
//!
//! ```text
//! cargo run --release --example train_reader -- OUT DIR[:W[:C[:even|odd]]]… [REFERENCES.jsonl.gz:N]
//! ```
//!
//! `DIR` holds lists with their answers, as `tests/import` does. They count `W` times for what lines
//! and words are (1 if not said), and `C` times for the choice between readings (`W` if not said); `even`
//! and `odd` take half of them, by the sums of the bytes of their names. Of the references, labelled part
//! by part, every `N`th is learned from. The figures printed first are of models that have not seen the
//! list, nor any with three of its entries (five folds); the choice learns from proposals for the other
//! folds, whose own models had seen it. Then the weights of all lists are written to `OUT`. The same data
//! give the same bytes on every machine. `--judge MODEL DIR…` measures weights on lists that they have
//! not seen.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::cast_precision_loss,
    missing_docs,
    unreachable_pub,
    reason = "a measuring tool with small numbers"
)]

mod beside;
mod case;
mod entry_words;
mod label;
mod score;

use std::{collections::BTreeMap, error::Error, path::PathBuf, time::Instant};

use bibsync::import::training::{
    Choice, Chosen, Document, FIRST, Judged, Labelled, Model, Proposals, READINGS, Words,
    train_certainty, train_choice, train_fields, train_lines,
};

use case::Case;
use entry_words::Entry;
use score::{Reliability, Score};

const FOLDS: usize = 5;
/// Each so manyth list is put beside another.
const EVERY: usize = 2;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let out = arguments.next().ok_or("train_reader OUT DIR…")?;
    if out == "--judge" {
        let model = arguments.next().ok_or("train_reader --judge MODEL DIR…")?;
        return judge(&fs_err::read(model)?, arguments);
    }
    let time = Instant::now();
    let mut cases = Vec::new();
    let mut references = Vec::new();
    for folder in arguments {
        if let Some((path, step)) = folder.split_once(".gz:") {
            references =
                entry_words::of_references(&PathBuf::from(format!("{path}.gz")), step.parse()?)?;
            eprintln!("{} references; {:.1?}", references.len(), time.elapsed());
            continue;
        }
        let own = lists(&folder)?;
        eprintln!("{} lists in {folder}", own.len());
        cases.extend(own);
    }
    case::group(&mut cases);
    let fold = |case: &Case| case.group % FOLDS;
    let others: Vec<Case> = (0..cases.len())
        .step_by(EVERY)
        .filter_map(|at| {
            let one = &cases[at];
            let others = (1..cases.len()).map(|step| &cases[(at + step) % cases.len()]);
            let mut others =
                others.filter(|other| other.form == one.form && fold(other) == fold(one));
            one.beside(others.next()?, at)
        })
        .collect();
    eprintln!(
        "{} pages with another's entries beside their own",
        others.len()
    );
    cases.extend(others);
    let rows: usize = cases.iter().map(|case| case.labels.len()).sum();
    let entries: usize = cases.iter().map(|case| case.entries.len()).sum();
    let begun = cases
        .iter()
        .flat_map(|case| &case.labels)
        .filter(|label| **label == FIRST)
        .count();
    eprintln!(
        "{} lists, {rows} rows, {entries} entries, {begun} found in the text; {:.1?}",
        cases.len(),
        time.elapsed()
    );
    let words: Vec<Vec<Entry>> = cases
        .iter()
        .map(|case| entry_words::of_list(&case.document, &case.labels, &case.entries))
        .collect();
    eprintln!(
        "{} entries with labelled words",
        words.iter().map(Vec::len).sum::<usize>()
    );
    let fields = |keeps: &dyn Fn(&Case) -> bool| {
        let mut examples: Vec<(&Words, &[usize], f64, usize)> = Vec::new();
        for (number, (case, entries)) in cases.iter().zip(&words).enumerate() {
            if keeps(case) {
                examples.extend(
                    entries
                        .iter()
                        .map(|entry| (&entry.words, entry.labels.as_slice(), case.weight, number)),
                );
            }
        }
        for (number, entry) in references.iter().enumerate() {
            examples.push((&entry.words, &entry.labels, 0.5, cases.len() + number / 20));
        }
        train_fields(&examples)
    };
    let mut proposals: Vec<Option<Proposals>> = cases.iter().map(|_| None).collect();
    for number in 0..FOLDS {
        let model = train_lines(&labelled(&cases, &|case| fold(case) != number))
            .with_fields(&fields(&|case| fold(case) != number));
        for (case, proposals) in cases.iter().zip(&mut proposals) {
            if fold(case) == number {
                *proposals = Some(case.document.proposals(&model));
            }
        }
        eprintln!("fold {number}; {:.1?}", time.elapsed());
    }
    let rights: Vec<Vec<f64>> = cases
        .iter()
        .zip(&proposals)
        .map(|(case, proposals)| {
            let entries = proposals.iter().flat_map(Proposals::entries);
            entries
                .map(|entry| score::right(&case.entries, entry))
                .collect()
        })
        .collect();
    let wholes: Vec<Vec<f64>> = cases
        .iter()
        .zip(&proposals)
        .map(|(case, proposals)| {
            let readings = proposals
                .iter()
                .flat_map(|all| (0..READINGS).map(|number| all.reading(number)));
            readings
                .map(|read| score::of(&case.entries, &read).0.agreement(read.len()))
                .collect()
        })
        .collect();
    let choice = |keeps: &dyn Fn(&Case) -> bool| {
        let examples: Vec<Judged> = cases
            .iter()
            .zip(&proposals)
            .zip(rights.iter().zip(&wholes))
            .filter(|((case, _), _)| keeps(case))
            .filter_map(|((case, proposals), (rights, wholes))| {
                Some(Judged {
                    proposals: proposals.as_ref()?,
                    rights,
                    wholes,
                    weight: case.choice,
                    group: fold(case),
                })
            })
            .collect();
        train_choice(&examples)
    };
    let choices: Vec<Choice> = (0..FOLDS)
        .map(|number| choice(&|case| fold(case) != number))
        .collect();
    let chosen: Vec<Option<Chosen>> = cases
        .iter()
        .zip(&proposals)
        .map(|(case, proposals)| {
            proposals
                .as_ref()
                .map(|proposals| proposals.chosen(&choices[fold(case)]))
        })
        .collect();
    let fields_right: Vec<Vec<[bool; 4]>> = cases
        .iter()
        .zip(&proposals)
        .map(|(case, proposals)| {
            let entries = proposals.iter().flat_map(Proposals::entries);
            entries
                .map(|entry| score::fields(&case.entries, entry))
                .collect()
        })
        .collect();
    let certainty = |keeps: &dyn Fn(&Case) -> bool| {
        let examples: Vec<(&Proposals, &Chosen, &[[bool; 4]], f64)> = cases
            .iter()
            .zip(&proposals)
            .zip(chosen.iter().zip(&fields_right))
            .filter(|((case, _), _)| keeps(case))
            .filter_map(|((case, proposals), (chosen, rights))| {
                Some((
                    proposals.as_ref()?,
                    chosen.as_ref()?,
                    rights.as_slice(),
                    case.choice,
                ))
            })
            .collect();
        train_certainty(&examples)
    };
    let mut table: BTreeMap<(String, &str), Score> = BTreeMap::new();
    let mut reliability = Reliability::default();
    for number in 0..FOLDS {
        let certainty = certainty(&|case| fold(case) != number);
        for ((case, proposals), chosen) in cases.iter().zip(&proposals).zip(&chosen) {
            let (Some(proposals), Some(chosen)) = (proposals, chosen) else {
                continue;
            };
            if fold(case) != number {
                continue;
            }
            let mut line = format!("{:<34}", case.name);
            let mut readings = vec![("0 rules", case.document.by_rules())];
            let names = ["1 sections", "2 spans", "3 tails", "4 fields", "5 ruled"];
            readings.extend(
                names
                    .iter()
                    .enumerate()
                    .map(|(at, name)| (*name, proposals.reading(at + 1))),
            );
            let of = |numbers: &[usize]| {
                let entries = numbers.iter().map(|at| proposals.entry(*at).clone());
                entries.collect::<Vec<_>>()
            };
            readings.push(("6 free choice", of(&chosen.free)));
            readings.push(("6 choice", of(&chosen.numbers)));
            let read = proposals.read(chosen, &certainty);
            reliability.add(&case.entries, &read);
            readings.push(("7 with fields", read));
            for (name, read) in &readings {
                let (own, _) = score::of(&case.entries, read);
                for group in [case.set.clone(), format!("{} {}", case.set, case.form)] {
                    table.entry((group, name)).or_default().add(&own);
                }
                line += &format!(" {:>3}+{:<3}", own.found, own.invented);
            }
            let [ruled, free] = chosen.promises;
            println!(
                "{line} of {}, promises {ruled:.2} and {free:.2}",
                case.entries.len()
            );
        }
    }
    println!(
        "\n{:<32} listed  found invent titles author  years venues",
        "set, reading"
    );
    for ((group, name), score) in &table {
        println!("{group:<18} {name:<13} {}", score.shown());
    }
    println!("\n{}", reliability.shown());
    eprintln!("measured; {:.1?}", time.elapsed());
    let last = choice(&|_| true);
    let model = train_lines(&labelled(&cases, &|_| true)).with_fields(&fields(&|_| true));
    let bytes = model
        .with_choice(&last)
        .with_certainty(&certainty(&|_| true))
        .write()?;
    eprintln!("{} bytes; {:.1?}", bytes.len(), time.elapsed());
    let model = Model::read(&bytes).ok_or("the weights can't be read back")?;
    fs_err::write(out, &bytes)?;
    let mut shipped: BTreeMap<&str, Score> = BTreeMap::new();
    let (choice, certainty) = (model.choice(), model.certainty());
    for case in &cases {
        let proposals = case.document.proposals(&model);
        let chosen = proposals.chosen(&choice);
        let read = proposals.read(&chosen, &certainty);
        let (own, _) = score::of(&case.entries, &read);
        shipped.entry(&case.set).or_default().add(&own);
    }
    println!("\nby weights that have seen the lists (no measurement)");
    for (set, score) in &shipped {
        println!("{set:<32} {}", score.shown());
    }
    Ok(())
}

/// The lists of an argument: `DIR:2:5` counts twice, and five times for the choice; `DIR:2:5:even` is
/// half of the lists.
fn lists(argument: &str) -> Result<Vec<Case>, Box<dyn Error>> {
    let parts: Vec<&str> = argument.split(':').collect();
    let weight = parts.get(1).map_or(Ok(1.0), |weight| weight.parse())?;
    let choice = parts.get(2).map_or(Ok(weight), |weight| weight.parse())?;
    let half = parts.get(3).copied().unwrap_or("");
    let keeps = |name: &str| {
        half.is_empty()
            || (name.bytes().map(usize::from).sum::<usize>() % 2 == 0) == (half == "even")
    };
    Case::in_folder(&PathBuf::from(parts[0]), [weight, choice], &keeps)
}

/// Measures weights on lists that they have not seen: the rules, then the reader.
fn judge(model: &[u8], folders: impl Iterator<Item = String>) -> Result<(), Box<dyn Error>> {
    let model = Model::read(model).ok_or("no weights in the file")?;
    let (choice, certainty) = (model.choice(), model.certainty());
    for folder in folders {
        let mut sums = [Score::default(); 2];
        let cases = lists(&folder)?;
        let lines: usize = cases.iter().map(|case| case.page.lines.len()).sum();
        let time = Instant::now();
        for case in &cases {
            let proposals = Document::of(&case.page).proposals(&model);
            let chosen = proposals.chosen(&choice);
            std::hint::black_box(proposals.read(&chosen, &certainty));
        }
        let speed = lines as f64 / time.elapsed().as_secs_f64();
        for case in cases {
            let proposals = case.document.proposals(&model);
            let chosen = proposals.chosen(&choice);
            let read = proposals.read(&chosen, &certainty);
            let mut line = format!("{:<34}", case.name);
            for (sum, read) in sums.iter_mut().zip([&case.document.by_rules(), &read]) {
                let (own, _) = score::of(&case.entries, read);
                sum.add(&own);
                line += &format!(" {:>3}+{:<3}", own.found, own.invented);
            }
            let [ruled, free] = chosen.promises;
            println!(
                "{line} of {}, promises {ruled:.2} and {free:.2}",
                case.entries.len()
            );
            for difference in score::differences(&case.entries, &read) {
                println!("    {difference}");
            }
        }
        println!("{folder}: listed  found invent titles author  years venues");
        for (name, sum) in ["rules", "reader"].iter().zip(&sums) {
            println!("{name:<32} {}", sum.shown());
        }
        println!("{speed:.0} lines a second");
    }
    Ok(())
}

fn labelled<'a>(cases: &'a [Case], keeps: &dyn Fn(&Case) -> bool) -> Vec<Labelled<'a>> {
    let own = cases.iter().filter(|case| keeps(case));
    own.map(|case| Labelled {
        document: &case.document,
        labels: &case.labels,
        weight: case.weight,
        group: case.group % FOLDS,
    })
    .collect()
}
