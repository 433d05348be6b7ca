//! The verdicts of `check --online` on labelled references.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    io::Write as _,
    path::Path,
    sync::Arc,
};

use bibsync::{
    import::{self, Hints, InputFormat, Refused},
    library::{Library, PartSpec, VenueHoldings, make},
    model::{Listing, SourceName},
    references::{Grounds, Judgement, Reference, Standing, Weight, judge},
    sources::{Source, library::LibrarySource},
    sync::{Listed, Silent, survey},
};
use clap::ValueEnum;
use jiff::civil::Date;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{
    Args, Failure,
    corpus::{self, Corpus, Gold, Row, rows},
    index::Index,
    stand_ins::StandIn,
};

/// Who is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Asked {
    /// Stand-ins for DBLP, Crossref, arXiv and doi.org.
    Services,
    /// A library that is taken for complete.
    Library,
}

/// The day of the check: the references are of 2026 and before.
const TODAY: Date = Date::constant(2026, 11, 23);

/// A labelled reference.
struct Labelled {
    set: &'static str,
    class: String,
    key: String,
    reference: Reference,
    explanation: String,
}

#[derive(Deserialize)]
struct Hallmark {
    bibtex_key: String,
    bibtex_type: String,
    fields: Map<String, Value>,
    label: String,
    hallucination_type: Option<String>,
    #[serde(default)]
    explanation: Option<String>,
    known: bool,
}

/// A row as it stood in a `.bib` file.
#[derive(Deserialize)]
struct Raw {
    #[serde(rename = "type", default)]
    kind: Option<String>,
    #[serde(default)]
    authors_raw: Option<String>,
    #[serde(default)]
    doi_given: Option<String>,
}

/// Judges all sets and prints the verdicts by class.
pub fn measure(args: &Args, asked: Asked, _corpus: &Corpus) -> Result<(), Failure> {
    let mut out = args.out.as_deref().map(fs_err::File::create).transpose()?;
    let mut sets = vec![
        hallmark(&args.dir)?,
        messy(&args.dir)?,
        synthetic(&args.dir)?,
    ];
    sets.retain(|set| {
        let name = set.first().map_or("", |it| it.set);
        args.only
            .as_ref()
            .is_none_or(|only| name.starts_with(only.as_str()))
    });
    for set in sets {
        let name = set.first().map_or("", |it| it.set);
        let without = if name == "synthetic" {
            corpus::keys(&args.dir.join("synthetic/leave_out_keys.txt"))?
        } else {
            BTreeSet::new()
        };
        let world = World::new(&args.dir, &without, asked)?;
        let judged = world.judged(&set)?;
        print(name, &set, &judged);
        if let Some(out) = &mut out {
            for (labelled, judgement) in set.iter().zip(&judged) {
                writeln!(out, "{}", line(labelled, judgement))?;
            }
        }
    }
    Ok(())
}

/// The sources of the measurement.
struct World {
    sources: Vec<Box<dyn Source>>,
    holdings: Option<VenueHoldings>,
    runtime: tokio::runtime::Runtime,
    _folder: tempfile::TempDir,
}

impl World {
    fn new(folder: &Path, without: &BTreeSet<String>, asked: Asked) -> Result<Self, Failure> {
        let (library, home, holdings) = match asked {
            Asked::Services => {
                let (library, home) = Index::of_corpus(folder, without)?.into_library();
                (library, home, None)
            }
            Asked::Library => {
                let home = tempfile::tempdir()?;
                for file in corpus::FILES {
                    let text = corpus::text(&folder.join(file))?;
                    let kept = text.lines().filter(|line| {
                        let value: Value = serde_json::from_str(line).unwrap_or_default();
                        !without.contains(value["key"].as_str().unwrap_or_default())
                    });
                    let file = home.path().join(file.trim_end_matches(".gz"));
                    fs_err::write(&file, kept.collect::<Vec<_>>().join("\n"))?;
                    let spec = PartSpec {
                        folder: home.path().join("library"),
                        file,
                        date: Some(TODAY),
                        complete: true,
                        ..PartSpec::default()
                    };
                    make(&spec, 2, &|_| ())?;
                }
                let index = home.path().join("index");
                let library = Library::open(&[home.path().join("library")], &index)?;
                let holdings = library.holdings();
                (library, home, holdings)
            }
        };
        let library = Arc::new(library);
        let sources: Vec<Box<dyn Source>> = match asked {
            Asked::Services => vec![
                StandIn::dblp(&library),
                StandIn::crossref(&library),
                StandIn::arxiv(&library),
                StandIn::doi(&library),
            ],
            Asked::Library => vec![Box::new(LibrarySource::new(library))],
        };
        Ok(Self {
            sources,
            holdings,
            runtime: tokio::runtime::Builder::new_multi_thread()
                .worker_threads(2)
                .build()?,
            _folder: home,
        })
    }

    /// Judges each reference as if its file had no other: how many searches a file of many can
    /// afford is no matter of the verdicts.
    fn judged(&self, set: &[Labelled]) -> Result<Vec<Judgement>, Failure> {
        let mut out = Vec::new();
        for labelled in set {
            let list = Listed {
                file: labelled.set.to_owned(),
                person: labelled.reference.person.clone(),
                publications: vec![labelled.reference.listing.clone()],
            };
            let lists = [list];
            let survey = self
                .runtime
                .block_on(survey(&lists, &self.sources, &Silent));
            let days: BTreeMap<SourceName, Date> = BTreeMap::new();
            let grounds = Grounds::new(&survey.sources, self.holdings.as_ref(), days, TODAY);
            let item = survey.items.first().ok_or("a listing was lost")?;
            out.push(judge(&labelled.reference, item, &grounds));
        }
        Ok(out)
    }
}

fn hallmark(folder: &Path) -> Result<Vec<Labelled>, Failure> {
    let rows: Vec<Hallmark> = rows(&folder.join("hallmark/dev_public.jsonl.gz"))?;
    let of = |row: Hallmark| {
        let kind = row.hallucination_type.unwrap_or(row.label);
        let known = if row.known { "known" } else { "unknown" };
        Ok(Labelled {
            set: "hallmark",
            class: format!("{kind}, {known}"),
            reference: entry(&row.bibtex_type, &row.bibtex_key, &row.fields)?,
            key: row.bibtex_key,
            explanation: row.explanation.unwrap_or_default(),
        })
    };
    rows.into_iter().map(of).collect()
}

fn messy(folder: &Path) -> Result<Vec<Labelled>, Failure> {
    let home = folder.join("messy");
    let gold = rows::<Gold>(&home.join("gold.jsonl"))?;
    let raw = rows::<Raw>(&home.join("entries.jsonl"))?;
    let rows = rows::<Row>(&home.join("entries.jsonl"))?;
    let mut out = Vec::new();
    for ((row, raw), gold) in rows.into_iter().zip(raw).zip(gold) {
        out.push(Labelled {
            set: "messy",
            class: gold.relation.unwrap_or_default(),
            reference: as_written(&row, &raw)?,
            key: row.id,
            explanation: gold.gold.unwrap_or_default(),
        });
    }
    Ok(out)
}

fn synthetic(folder: &Path) -> Result<Vec<Labelled>, Failure> {
    let home = folder.join("synthetic");
    let gold = rows::<Gold>(&home.join("gold.jsonl"))?;
    let rows = rows::<Row>(&home.join("entries.jsonl"))?;
    let mut out = Vec::new();
    for (row, gold) in rows.into_iter().zip(gold) {
        out.push(Labelled {
            set: "synthetic",
            class: gold.noise.unwrap_or_default(),
            reference: of_listing(row.listing()?),
            key: row.id,
            explanation: gold.gold.unwrap_or_default(),
        });
    }
    Ok(out)
}

fn of_listing(listing: Listing) -> Reference {
    Reference {
        listing,
        ..Reference::default()
    }
}

/// Returns a row as an entry of the type that it had, or as a listing if it was in no `.bib` file.
fn as_written(row: &Row, raw: &Raw) -> Result<Reference, Failure> {
    let types = [
        "article",
        "inproceedings",
        "conference",
        "misc",
        "incollection",
        "book",
        "techreport",
        "phdthesis",
        "mastersthesis",
        "unpublished",
    ];
    let kind = raw.kind.as_deref().unwrap_or_default();
    if !types.contains(&kind) {
        return Ok(of_listing(row.listing()?));
    }
    let mut fields = Map::new();
    let mut put = |name: &str, value: Option<String>| {
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            fields.insert(name.to_owned(), Value::String(value));
        }
    };
    put("title", Some(row.title.clone()));
    let authors = raw.authors_raw.clone().filter(|raw| !raw.is_empty());
    put(
        "author",
        authors.or_else(|| Some(row.authors.join(" and "))),
    );
    let place = match kind {
        "article" => "journal",
        "techreport" => "institution",
        "phdthesis" | "mastersthesis" => "school",
        "book" => "publisher",
        "misc" | "unpublished" => "howpublished",
        _ => "booktitle",
    };
    put(place, row.venue.clone());
    put("year", row.year.map(|year| year.to_string()));
    put("pages", row.pages.clone());
    put("doi", raw.doi_given.clone());
    put("url", row.url.clone());
    entry(kind, "key", &fields)
}

/// Returns an entry as `check --online` reads it from a `.bib` file.
fn entry(kind: &str, key: &str, fields: &Map<String, Value>) -> Result<Reference, Failure> {
    let mut text = format!("@{kind}{{{key},\n");
    for (name, value) in fields {
        let value = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        _ = writeln!(text, "  {name} = {{{value}}},");
    }
    text.push_str("}\n");
    let no_pdf = |_: &[u8]| Err(Refused::NoPdfReader);
    let list = import::read(
        text.as_bytes(),
        InputFormat::Bib,
        &Hints::default(),
        &no_pdf,
    )
    .map_err(|refused| refused.to_string())?;
    let entry = list.entries.into_iter().next();
    let entry = entry.ok_or_else(|| format!("no entry in {text}"))?;
    Ok(Reference {
        line: Some(1),
        ..of_listing(entry.listing)
    })
}

fn print(name: &str, set: &[Labelled], judged: &[Judgement]) {
    let mut counts: BTreeMap<&str, BTreeMap<Standing, usize>> = BTreeMap::new();
    for (labelled, judgement) in set.iter().zip(judged) {
        let counts = counts.entry(&labelled.class).or_default();
        *counts.entry(judgement.standing).or_default() += 1;
    }
    let head: Vec<String> = Standing::ALL
        .iter()
        .map(|it| format!("{:>12}", it.as_str()))
        .collect();
    println!("\n{name:42}{}{:>8}", head.concat(), "all");
    for (class, counts) in counts {
        let of = |standing: &Standing| counts.get(standing).copied().unwrap_or_default();
        let cells: Vec<String> = Standing::ALL
            .iter()
            .map(|it| format!("{:>12}", of(it)))
            .collect();
        println!(
            "{class:42}{}{:>8}",
            cells.concat(),
            counts.values().sum::<usize>()
        );
    }
}

fn line(labelled: &Labelled, judgement: &Judgement) -> Value {
    let listing = &labelled.reference.listing;
    let authors = listing.author_names(&labelled.reference.person);
    let authors: Vec<String> = authors.iter().flatten().map(ToString::to_string).collect();
    let gravest: Vec<&str> = judgement
        .weighing(Weight::Difference)
        .map(|it| it.field)
        .collect();
    serde_json::json!({
        "set": labelled.set,
        "class": labelled.class,
        "key": labelled.key,
        "title": listing.title,
        "authors": authors,
        "venue": listing.venue,
        "year": listing.year,
        "ids": listing.pinned_ids().iter().map(ToString::to_string).collect::<Vec<_>>(),
        "kind": labelled.reference.kind(),
        "verdict": judgement.standing,
        "fields": gravest,
        "findings": judgement.findings,
        "nearest": judgement.nearest,
        "asked": judgement.asked,
        "explanation": labelled.explanation,
    })
}
