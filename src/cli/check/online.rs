//! `bibsync check --online`: are these references real, and right?

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use jiff::{civil::Date, tz::TimeZone};

use super::super::{
    args::{Check, CheckOutput, Shared},
    counted::counted,
    exit::{Code, Failure},
    inputs::{self, Input, Shelf, none_found, once_from_standard_input, read_content, tell},
    interruption::until_interrupted,
    progress::Progress,
    screen::{Ink, print, print_commands, print_json, say, show},
    session::open_session,
    settings::cache_folder,
    world::{World, runtime},
};
use super::{
    bib_source::{self, EntrySource},
    fix::{fix, refuse_unless_bib},
};
use crate::{
    check::ReportFormat,
    config::Settings,
    import::InputFormat,
    model::{Person, SourceName},
    page,
    references::{
        Grounds, JudgedFile, JudgedReference, Reference, Standing, judge, reasons, render, silenced,
    },
    session::{NetworkMode, choose},
    sync::{self, Listed, RequestCounts, Survey},
};

/// The references of one file.
struct ReferenceList {
    file: String,
    person: Person,
    references: Vec<Reference>,
    /// The references that are not judged: key, line and reason.
    known: Vec<(String, Option<usize>, String)>,
}

/// Looks up and judges each reference of the inputs. Without `--fix` nothing is written but the cache.
pub(super) fn online(
    args: &Check,
    shared: &Shared,
    settings: &Settings,
    world: &World,
) -> Result<Code, Failure> {
    once_from_standard_input(&args.files)?;
    let shelf = Shelf::of(shared, settings, world);
    let lists = args
        .files
        .iter()
        .map(|path| read(path, args, &shelf, settings));
    let lists: Vec<ReferenceList> = lists.collect::<Result<_, _>>()?;
    let listed: Vec<Listed> = lists.iter().map(listed).collect();
    let surveying = surveyed(args, shared, settings, &listed, world);
    let Some((survey, requests)) = runtime()?.block_on(surveying)? else {
        say("interrupted; the answers so far are kept in the cache");
        return Ok(Code::Interrupted);
    };
    let today = world.now.to_zoned(TimeZone::UTC).date();
    let holdings = shelf.library().and_then(crate::library::Library::holdings);
    let days = days(&shelf, &requests, today);
    let grounds = Grounds::new(&survey.sources, holdings.as_ref(), days, today);
    let grounds = grounds.in_library(shelf.library());
    let judged = judged(lists, &survey, &grounds);
    match args.output {
        CheckOutput::List(form) => {
            let text = render(&judged, form, args.venue);
            match form {
                ReportFormat::Text => show(&painted(&text))?,
                ReportFormat::Github => print_commands(&text)?,
                ReportFormat::Json | ReportFormat::Sarif => print_json(&text)?,
            }
        }
        CheckOutput::Page => {
            let failures = page::failures(&survey.failures);
            print(&page::write(&page::of_references(
                &judged, args.venue, failures,
            )))?;
        }
    }
    for (source, messages) in survey.failures.iter().filter(|_| !shared.quiet) {
        for message in messages {
            say(&format!("{source}: {message}"));
        }
    }
    let is_for_people = args.output == CheckOutput::List(ReportFormat::Text);
    if !shared.quiet && is_for_people {
        say(&summary(&judged));
    }
    if survey.interrupted {
        return Ok(Code::Interrupted);
    }
    if args.fix {
        let done = fix(args, &judged, shared, world)?;
        if done != Code::Done {
            return Ok(done);
        }
    }
    Ok(if judged.iter().any(|file| file.has_faults(args.strict)) {
        Code::Found
    } else if !survey.failures.is_empty() {
        Code::SourceFailed
    } else {
        Code::Done
    })
}

/// Reads the references of an input.
fn read(
    path: &Path,
    args: &Check,
    shelf: &Shelf,
    settings: &Settings,
) -> Result<ReferenceList, Failure> {
    let file = path.display().to_string();
    let bytes = inputs::bytes(path)?;
    let is_bib = InputFormat::of(&bytes, &file).ok() == Some(InputFormat::Bib);
    let text = String::from_utf8_lossy(&bytes);
    if is_bib {
        bib_source::refuse_unreadable(&file, &bytes)?;
    }
    let remarks = if is_bib {
        silenced(&bib_source::outside_entries(&text))
    } else {
        silenced(&text)
    };
    for remark in remarks.iter().filter(|it| it.why.is_empty()) {
        let (line, key) = (remark.line, &remark.key);
        tracing::warn!(
            "{file}:{line}: `known {key}` gives no reason and silences nothing; expected `% bibsync: known {key} \"why\"`"
        );
    }
    let mut entries = if is_bib {
        bib_source::entries(&text)
    } else {
        BTreeMap::new()
    };
    drop(text);
    let input = read_content(path, bytes, None, shelf)?;
    if args.fix {
        refuse_unless_bib(
            path,
            match &input {
                Input::Profile(_) => None,
                Input::List(form, _) => Some(*form),
            },
        )?;
    }
    let (person, references) = match input {
        Input::Profile(profile) => {
            let person = profile.person;
            let of = |listing| Reference {
                listing,
                person: person.clone(),
                ..Reference::default()
            };
            let references: Vec<Reference> = profile.publications.into_iter().map(of).collect();
            (person, references)
        }
        Input::List(form, import) => {
            tell(&file, form, &import);
            if import.entries.is_empty() && !form.is_structured() {
                return Err(none_found(&file, form));
            }
            let person = import.person;
            let of = |entry: crate::import::ImportedEntry| {
                let source = entries.remove(&entry.at.first);
                let (key, no_arxiv_id) =
                    source.map_or((None, None), |it| (Some(it.key), it.no_arxiv_id));
                Reference {
                    key,
                    no_arxiv_id,
                    listing: entry.listing,
                    person: person.clone(),
                    line: Some(entry.at.first),
                }
            };
            let references = import.entries.into_iter().map(of).collect();
            for (line, EntrySource { key, .. }) in entries {
                tracing::warn!("{file}:{line}: entry `{key}` is not checked: it has no title");
            }
            (person, references)
        }
    };
    let mut reasons = reasons(&remarks);
    for (key, why) in &settings.check.known {
        reasons.entry(key.clone()).or_insert_with(|| why.clone());
    }
    let mut known = Vec::new();
    let mut judged = Vec::new();
    for reference in references {
        match reference.key().and_then(|key| reasons.get(key)) {
            Some(why) => known.push((reference.name().to_owned(), reference.line, why.clone())),
            None => judged.push(reference),
        }
    }
    Ok(ReferenceList {
        file,
        person,
        references: judged,
        known,
    })
}

fn listed(list: &ReferenceList) -> Listed {
    let listings = list.references.iter().map(|it| it.listing.clone());
    Listed {
        file: list.file.clone(),
        person: list.person.clone(),
        publications: listings.collect(),
    }
}

/// Asks the sources; returns `None` when interrupted twice.
async fn surveyed(
    args: &Check,
    shared: &Shared,
    settings: &Settings,
    lists: &[Listed],
    world: &World,
) -> Result<Option<(Survey, BTreeMap<String, RequestCounts>)>, Failure> {
    let visible = world.terminal && !shared.no_progress && !shared.quiet && shared.verbose == 0;
    let folder: PathBuf = cache_folder(shared, settings, world);
    let network = if args.offline {
        NetworkMode::Offline
    } else {
        NetworkMode::Online
    };
    let progress = Progress::new(visible);
    let chosen = choose(settings, lists);
    let settings = &chosen.settings;
    let session = open_session(settings, &folder, network, world, &progress)?;
    let run = sync::survey(lists, session.sources(), progress.as_ref());
    let (survey, _) = until_interrupted(&session, run).await;
    progress.finish();
    Ok(survey.map(|survey| (survey, session.requests())))
}

/// Returns the days of the answers, by source: today for a service that was sent requests, the day of
/// its newest dataset for the library. The day of an answer that was kept is not known here.
fn days(
    shelf: &Shelf,
    requests: &BTreeMap<String, RequestCounts>,
    today: Date,
) -> BTreeMap<SourceName, Date> {
    let mut out = BTreeMap::new();
    for (name, counts) in requests.iter().filter(|(_, counts)| counts.sent > 0) {
        if let Some(source) = SourceName::from_name(name).filter(|_| counts.cached == 0) {
            out.insert(source, today);
        }
    }
    let parts = shelf
        .library()
        .into_iter()
        .flat_map(crate::library::Library::built);
    if let Some(day) = parts.filter_map(|(_, about)| about.date).max() {
        out.insert(SourceName::LIBRARY, day);
    }
    out
}

fn judged(lists: Vec<ReferenceList>, survey: &Survey, grounds: &Grounds<'_>) -> Vec<JudgedFile> {
    let mut findings = survey.items.iter();
    lists
        .into_iter()
        .map(|list| {
            let references = list.references.iter().zip(&mut findings);
            let references = references.map(|(reference, surveyed)| JudgedReference {
                key: reference.name().to_owned(),
                line: reference.line,
                title: reference.listing.title.clone(),
                judgement: judge(reference, surveyed, grounds),
            });
            JudgedFile {
                references: references.collect(),
                file: list.file,
                known: list.known,
            }
        })
        .collect()
}

/// Paints the verdicts.
fn painted(text: &str) -> String {
    let inks = [
        (": contradicted: ", Ink::Bad),
        (": not found: ", Ink::Doubt),
        (": differs: ", Ink::Doubt),
    ];
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let found = inks
            .iter()
            .filter_map(|(verdict, ink)| Some((line.find(verdict)?, verdict, ink)));
        match found.min_by_key(|(at, _, _)| *at) {
            Some((at, verdict, ink)) if !line.starts_with(' ') => {
                let word = verdict.trim_matches([':', ' ']);
                out.push_str(&line[..at + 2]);
                out.push_str(&ink.paint(word));
                out.push_str(&line[at + 2 + word.len()..]);
            }
            _ => out.push_str(line),
        }
    }
    out
}

/// `3 references: 2 verified, 1 contradicted`.
fn summary(files: &[JudgedFile]) -> String {
    let count = files.iter().map(|file| file.references.len()).sum();
    let tallies: Vec<_> = files.iter().map(JudgedFile::tally).collect();
    let parts = Standing::ALL.into_iter().filter_map(|standing| {
        let count: usize = tallies
            .iter()
            .filter_map(|tally| tally.get(&standing))
            .sum();
        (count > 0).then(|| format!("{count} {}", standing.in_words()))
    });
    let mut parts: Vec<String> = parts.collect();
    let known: usize = files.iter().map(|file| file.known.len()).sum();
    if known > 0 {
        parts.push(format!("{known} more known to you"));
    }
    let references = counted(count, "reference", "references");
    if parts.is_empty() {
        return references;
    }
    format!("{references}: {}", parts.join(", "))
}
