//! Trains the reader of lists and measures it:
//!
//! ```text
//! cargo run --release --example train_reader -- OUT [--from MODEL|--choice-from MODEL] [--without FAMILY] DIR[:W[:C[:even|odd]]]… [REFERENCES.jsonl.gz:N]
//! ```
//!
//! `--from` learns on weights that there are, from lists that these have not seen: what the new lists don't
//! tell stays as it was. It paid with 335 pages, and not with 67. `--choice-from` goes on learning the choice between
//! readings and changes nothing else, which paid with 134. No choice must be learned from lists that the weights have
//! seen: give them as `DIR:1:0` with `--from`, and not at all with `--choice-from`, nor references. `--without` leaves
//! out a family of the features of rows, to see what it is worth.
//! `DIR` holds lists with their answers, as `tests/import` does. They count `W` times for what lines
//! and words are (1 if not said), and `C` times for the choice between readings (`W` if not said); `even`
//! and `odd` take half of them, by the sums of the bytes of their names. Of the references, labelled part
//! by part, every `N`th is learned from. The figures printed first are of models that have not seen the
//! list, nor any with three of its entries (five folds); the choice learns from proposals for the other
//! folds, whose own models had seen it. Then the weights of all lists are written to `OUT`. The same data
//! give the same bytes on every machine. `--judge MODEL DIR…` measures weights on lists that they have
//! not seen. `--details OUT REFERENCES.jsonl.gz` learns volumes, issues, pages, publishers and places from references
//! alone, and measures them by weights that have not seen the reference. `--references REFERENCES.jsonl.gz` measures the
//! whole reader on them, each in a list by itself.
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
#[path = "../../tests/import/compare.rs"]
mod compare;
mod details;
mod entry_words;
mod field_count;
mod label;
mod references;
mod score;

use std::{collections::BTreeMap, error::Error, path::PathBuf, time::Instant};

use bibsync::import::training::{
    Choice, Chosen, Document, Family, FieldCertainty, Judged, Labelled, Model, Proposals, READINGS,
    Words, train_certainty, train_choice, train_fields, train_lines,
};

use case::Case;
use entry_words::{Entry, Reference};
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
    if out == "--details" {
        let usage = "train_reader --details OUT REFERENCES.jsonl.gz";
        let out = arguments.next().ok_or(usage)?;
        let references = arguments.next().ok_or(usage)?;
        return details::train(&PathBuf::from(out), &PathBuf::from(references));
    }
    if out == "--references" {
        let path = arguments
            .next()
            .ok_or("train_reader --references REFERENCES.jsonl.gz")?;
        return references::measure(&PathBuf::from(path));
    }
    let time = Instant::now();
    let mut arguments = arguments.peekable();
    let from = match arguments
        .next_if(|argument| ["--from", "--choice-from"].contains(&argument.as_str()))
    {
        Some(option) => {
            let path = arguments.next().ok_or_else(|| format!("{option} MODEL"))?;
            let weights = Model::read(&fs_err::read(path)?).ok_or("no weights in the file")?;
            Some(Known {
                weights,
                choice_alone: option == "--choice-from",
            })
        }
        None => None,
    };
    let without = match arguments.next_if(|argument| argument == "--without") {
        Some(_) => Some(family(&arguments.next().unwrap_or_default())?),
        None => None,
    };
    let data = Data::load(from, without, arguments)?;
    eprintln!("read; {:.1?}", time.elapsed());
    let proposed = Proposed::by_folds(&data);
    let choices: Vec<Choice> = (0..FOLDS)
        .map(|number| proposed.choice(&data, &|case| fold(case) != number))
        .collect();
    let chosen: Vec<Chosen> = data
        .cases
        .iter()
        .zip(&proposed.proposals)
        .map(|(case, proposals)| proposals.chosen(&choices[fold(case)]))
        .collect();
    eprintln!("chosen; {:.1?}", time.elapsed());
    measure(&data, &proposed, &chosen);
    let all = |_: &Case| true;
    let bytes = data
        .lines(&all)
        .with_choice(&proposed.choice(&data, &all))
        .with_certainty(&proposed.certainty(&data, &chosen, &all))
        .write()?;
    fs_err::write(out, &bytes)?;
    eprintln!("{} bytes; {:.1?}", bytes.len(), time.elapsed());
    Ok(())
}

/// The family of features with this name.
fn family(name: &str) -> Result<Family, Box<dyn Error>> {
    let is_meant = |family: &Family| format!("{family:?}").eq_ignore_ascii_case(name);
    let names = || format!("--without one of {:?}", Family::ALL);
    Family::ALL
        .into_iter()
        .find(is_meant)
        .ok_or_else(|| names().into())
}

/// Lists with the same entries are in one of so many folds.
fn fold(case: &Case) -> usize {
    case.group % FOLDS
}

/// Weights to learn on.
struct Known {
    weights: Model,
    /// Whether all but the choice stays as it is.
    choice_alone: bool,
}

/// What is learned from.
struct Data {
    /// The weights to learn on.
    from: Option<Known>,
    cases: Vec<Case>,
    /// The words of the entries of each list, with their labels.
    words: Vec<Vec<Entry>>,
    references: Vec<Entry>,
}

impl Data {
    fn load(
        from: Option<Known>,
        without: Option<Family>,
        arguments: impl Iterator<Item = String>,
    ) -> Result<Self, Box<dyn Error>> {
        let mut cases = Vec::new();
        let mut references = Vec::new();
        for argument in arguments {
            if let Some((path, step)) = argument.split_once(".gz:") {
                if from.as_ref().is_some_and(|known| known.choice_alone) {
                    return Err("--choice-from learns nothing from references".into());
                }
                let path = PathBuf::from(format!("{path}.gz"));
                let all = entry_words::references(&path)?;
                let own = all.iter().step_by(step.parse::<usize>()?.max(1));
                references = own.filter_map(Reference::fields).collect();
                eprintln!("{} references", references.len());
                continue;
            }
            let own = lists(&argument, without)?;
            eprintln!("{} lists in {argument}", own.len());
            cases.extend(own);
        }
        case::group(&mut cases);
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
        let words: Vec<Vec<Entry>> = cases
            .iter()
            .map(|case| entry_words::of_list(&case.document, &case.labels, &case.entries))
            .collect();
        let entries = cases.iter().map(|case| case.entries.len()).sum::<usize>();
        let labelled = words.iter().map(Vec::len).sum::<usize>();
        eprintln!(
            "{} lists, {entries} entries, {labelled} with labelled words",
            cases.len()
        );
        Ok(Self {
            from,
            cases,
            words,
            references,
        })
    }

    fn weights(&self) -> Option<&Model> {
        self.from.as_ref().map(|known| &known.weights)
    }

    /// The models of rows and of words that these lists give.
    fn lines(&self, keeps: &dyn Fn(&Case) -> bool) -> Model {
        if let Some(known) = self.from.as_ref().filter(|known| known.choice_alone) {
            return known.weights.clone();
        }
        let mut examples: Vec<(&Words, &[usize], f64, usize)> = Vec::new();
        for (number, (case, entries)) in self.cases.iter().zip(&self.words).enumerate() {
            if keeps(case) {
                let own = entries.iter();
                examples.extend(
                    own.map(|entry| (&entry.words, entry.labels.as_slice(), case.weight, number)),
                );
            }
        }
        for (number, entry) in self.references.iter().enumerate() {
            let group = self.cases.len() + number / 20;
            examples.push((&entry.words, &entry.labels, 0.5, group));
        }
        let from = self.weights();
        train_lines(&labelled(&self.cases, keeps), from).with_fields(&train_fields(&examples, from))
    }
}

/// What models that have not seen a list propose for it, and how right that is.
struct Proposed {
    proposals: Vec<Proposals>,
    /// How right each proposed entry is.
    rights: Vec<Vec<f64>>,
    /// Which of its fields are.
    fields: Vec<Vec<[bool; 4]>>,
    /// How far each reading as a whole agrees.
    wholes: Vec<Vec<f64>>,
}

impl Proposed {
    fn by_folds(data: &Data) -> Self {
        let models: Vec<Model> = (0..FOLDS)
            .map(|number| data.lines(&|case| fold(case) != number))
            .collect();
        let proposals: Vec<Proposals> = data
            .cases
            .iter()
            .map(|case| case.document.proposals(&models[fold(case)]))
            .collect();
        let all = || data.cases.iter().zip(&proposals);
        let rights = all().map(|(case, proposals)| {
            let entries = proposals.entries();
            entries
                .map(|entry| score::right(&case.entries, entry))
                .collect()
        });
        let fields = all().map(|(case, proposals)| {
            let entries = proposals.entries();
            entries
                .map(|entry| score::fields(&case.entries, entry))
                .collect()
        });
        let wholes = all().map(|(case, proposals)| {
            let readings = (0..READINGS).map(|number| proposals.reading(number));
            readings
                .map(|read| score::of(&case.entries, &read).0.agreement(read.len()))
                .collect()
        });
        Self {
            rights: rights.collect(),
            fields: fields.collect(),
            wholes: wholes.collect(),
            proposals,
        }
    }

    fn choice(&self, data: &Data, keeps: &dyn Fn(&Case) -> bool) -> Choice {
        let examples: Vec<Judged> = (0..data.cases.len())
            .filter(|at| keeps(&data.cases[*at]))
            .map(|at| Judged {
                proposals: &self.proposals[at],
                rights: &self.rights[at],
                wholes: &self.wholes[at],
                weight: data.cases[at].choice,
                group: fold(&data.cases[at]),
            })
            .collect();
        train_choice(&examples, data.weights())
    }

    fn certainty(
        &self,
        data: &Data,
        chosen: &[Chosen],
        keeps: &dyn Fn(&Case) -> bool,
    ) -> FieldCertainty {
        if let Some(known) = data.from.as_ref().filter(|known| known.choice_alone) {
            return known.weights.certainty();
        }
        let examples: Vec<(&Proposals, &Chosen, &[[bool; 4]], f64)> = (0..data.cases.len())
            .filter(|at| keeps(&data.cases[*at]))
            .map(|at| {
                (
                    &self.proposals[at],
                    &chosen[at],
                    self.fields[at].as_slice(),
                    data.cases[at].choice,
                )
            })
            .collect();
        train_certainty(&examples, data.weights())
    }
}

/// Prints how right each reading and the choice are, by models that have not seen the list.
fn measure(data: &Data, proposed: &Proposed, chosen: &[Chosen]) {
    const NAMES: [&str; READINGS] = [
        "0 rules",
        "1 sections",
        "2 spans",
        "3 tails",
        "4 fields",
        "5 ruled",
    ];
    let mut table: BTreeMap<(String, &str), Score> = BTreeMap::new();
    let mut reliability = Reliability::default();
    for number in 0..FOLDS {
        let certainty = proposed.certainty(data, chosen, &|case| fold(case) != number);
        for (at, case) in data.cases.iter().enumerate() {
            if fold(case) != number {
                continue;
            }
            let (proposals, chosen) = (&proposed.proposals[at], &chosen[at]);
            let of = |numbers: &[usize]| {
                let entries = numbers.iter().map(|at| proposals.entry(*at).clone());
                entries.collect::<Vec<_>>()
            };
            let mut readings: Vec<_> = NAMES
                .iter()
                .enumerate()
                .map(|(at, name)| (*name, proposals.reading(at)))
                .collect();
            readings.push(("6 free choice", of(&chosen.free)));
            readings.push(("6 choice", of(&chosen.numbers)));
            let read = proposals.read(chosen, &certainty);
            reliability.add(&case.entries, &read);
            readings.push(("7 with fields", read));
            let mut counts = Vec::new();
            for (name, read) in &readings {
                let (own, _) = score::of(&case.entries, read);
                for group in [case.set.clone(), format!("{} {}", case.set, case.form)] {
                    table.entry((group, name)).or_default().add(&own);
                }
                counts.push(own);
            }
            print_case(case, &counts, chosen);
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
}

/// Prints for each reading how many entries it found and invented, and what the rules' entries and the
/// free choice promise.
fn print_case(case: &Case, counts: &[Score], chosen: &Chosen) {
    print!("{:<34}", case.name);
    for own in counts {
        print!(" {:>3}+{:<3}", own.found, own.invented);
    }
    let [ruled, free] = chosen.promises;
    println!(
        " of {}, promises {ruled:.2} and {free:.2}",
        case.entries.len()
    );
}

/// The lists of an argument: `DIR:2:5` counts twice, and five times for the choice; `DIR:2:5:even` is
/// half of the lists.
fn lists(argument: &str, without: Option<Family>) -> Result<Vec<Case>, Box<dyn Error>> {
    let parts: Vec<&str> = argument.split(':').collect();
    let weight = parts.get(1).map_or(Ok(1.0), |weight| weight.parse())?;
    let choice = parts.get(2).map_or(Ok(weight), |weight| weight.parse())?;
    let half = parts.get(3).copied().unwrap_or("");
    let keeps = |name: &str| {
        half.is_empty()
            || (name.bytes().map(usize::from).sum::<usize>() % 2 == 0) == (half == "even")
    };
    Case::in_folder(&PathBuf::from(parts[0]), [weight, choice], &keeps, without)
}

/// Measures weights on lists that they have not seen: the rules, then the reader.
fn judge(model: &[u8], folders: impl Iterator<Item = String>) -> Result<(), Box<dyn Error>> {
    let model = Model::read(model).ok_or("no weights in the file")?;
    let (choice, certainty) = (model.choice(), model.certainty());
    for folder in folders {
        let mut sums = [Score::default(); 2];
        let cases = lists(&folder, None)?;
        let lines: usize = cases.iter().map(|case| case.page.lines.len()).sum();
        let time = Instant::now();
        for case in &cases {
            let proposals = Document::of(&case.page, None).proposals(&model);
            let chosen = proposals.chosen(&choice);
            std::hint::black_box(proposals.read(&chosen, &certainty));
        }
        let speed = lines as f64 / time.elapsed().as_secs_f64();
        for case in cases {
            let proposals = case.document.proposals(&model);
            let chosen = proposals.chosen(&choice);
            let read = proposals.read(&chosen, &certainty);
            let counts =
                [&case.document.by_rules(), &read].map(|read| score::of(&case.entries, read).0);
            for (sum, own) in sums.iter_mut().zip(&counts) {
                sum.add(own);
            }
            print_case(&case, &counts, &chosen);
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
