use std::{fmt::Write as _, path::Path};

use console::{Alignment, pad_str};

use super::{
    args::{Import as Args, Shared},
    counted::counted,
    exit::{Code, Failure},
    inputs::{self, Input, Shelf},
    progress::Progress,
    screen::{Ink, cut, on_error, print_json, say},
    session::open_session,
    settings::{cache_folder, settings},
    target::{any_target, is_standard},
    world::World,
};
use crate::{
    config::Settings,
    files::Written,
    http::RequestError,
    import::{self, EntryChange, ImportedList, InputFormat, Reason},
    model::PersonName,
    profile::{self, Profile},
    session::NetworkMode,
    sources::{PersonPage, PersonQuery},
};

/// `bibsync import`: turns lists in other formats into a profile.
pub(super) fn import(args: &Args, shared: &Shared, world: &World) -> Result<Code, Failure> {
    inputs::once_from_standard_input(&args.files)?;
    let settings = settings(shared, world)?;
    let target = if is_standard(&args.output) {
        None
    } else {
        Some(any_target(&args.output)?)
    };
    let before = match &target {
        Some(target) if !target.is_stream() => standing(target.path())?,
        _ => None,
    };
    let mut text = before.clone().unwrap_or_else(|| "{}".to_owned());
    let mut profile = parsed(&text, &args.output)?;
    let shelf = Shelf::of(shared, &settings, world);
    let columns = on_error().columns;
    let mut told = String::new();
    let mut read = 0;
    for (file, form, list) in lists(args, shared, &settings, world, &profile, &shelf)? {
        let renewal = import::update(&text, &profile, &list, &file).map_err(Failure::usage)?;
        read += list.entries.len();
        told.push_str(&table(&file, form, &list, &renewal.changes, columns));
        for index in renewal.gone {
            let title = &profile.publications[index].title;
            _ = writeln!(told, "  no longer there, and kept: {title}");
        }
        text = renewal.text;
        profile = parsed(&text, &args.output)?;
    }
    if !shared.quiet {
        say(told.trim_end());
    }
    if read == 0 {
        return Err(Failure::usage("no publications were found; nothing was written")
            .hint("do they follow a heading such as `Publications`? --name NAME helps where the list names its owner only in passing"));
    }
    if profile.person.name.is_none() {
        tracing::warn!("the list does not name its owner: give --name \"First Last\"");
    }
    if !text.ends_with('\n') {
        text.push('\n');
    }
    let Some(target) = target else {
        print_json(&text)?;
        return Ok(Code::Done);
    };
    let written = target.write(&text, |old| Some(old) == before.as_deref())?;
    if !shared.quiet {
        let place = target.path().display();
        let count = publications(profile.publications.len());
        say(&match written {
            Written::Unchanged => format!("{place} is up to date ({count})"),
            Written::New => format!("wrote {place} ({count})"),
            Written::BackedUp(kept) => format!(
                "wrote {place} ({count}); the file that was saved meanwhile is kept in {}",
                kept.display()
            ),
        });
    }
    Ok(Code::Done)
}

/// Reads the existing profile, if there is one.
fn standing(path: &Path) -> Result<Option<String>, Failure> {
    match fs_err::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::usage(error)),
    }
}

fn parsed(text: &str, path: &Path) -> Result<Profile, Failure> {
    profile::parse(text, &path.display().to_string()).map_err(|error| {
        Failure::usage(error).hint("the file at -o must be a profile, which is updated")
    })
}

/// Reads all lists, before anything is written.
fn lists(
    args: &Args,
    shared: &Shared,
    settings: &Settings,
    world: &World,
    profile: &Profile,
    shelf: &Shelf,
) -> Result<Vec<(String, InputFormat, ImportedList)>, Failure> {
    let given = args.name.as_deref().map(PersonName::parse);
    let name = given.clone().or_else(|| profile.person.name.clone());
    let mut out = Vec::new();
    for path in &args.files {
        let file = path.display().to_string();
        match inputs::open(path, name.as_ref(), shelf)? {
            Input::List(form, list) => out.push((file, form, list)),
            Input::Profile(_) => {
                return Err(Failure::usage(format!("{file} is a profile already"))
                    .hint("`bibsync fetch` takes it as it is"));
            }
        }
    }
    if args.dblp.is_some() || args.orcid.is_some() {
        let page = page(args, shared, settings, world)?;
        let mut list = import::page(&page.records);
        list.person.dblp = Some(page.pid.clone());
        list.person.name = Some(PersonName::parse(&page.name)).filter(|name| !name.is_empty());
        out.push((
            format!("dblp.org/pid/{}", page.pid),
            InputFormat::Page,
            list,
        ));
    }
    for (_, _, list) in &mut out {
        list.person.name = given.clone().or(list.person.name.take());
        list.person.orcid = list.person.orcid.take().or_else(|| args.orcid.clone());
        list.person.dblp = list.person.dblp.take().or_else(|| args.dblp.clone());
    }
    Ok(out)
}

/// Returns the person's page at DBLP with all its records, from the library if that has it.
fn page(
    args: &Args,
    shared: &Shared,
    settings: &Settings,
    world: &World,
) -> Result<PersonPage, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(Failure::usage)?;
    let query = [PersonQuery {
        pid: args.dblp.clone(),
        orcid: args.orcid.clone(),
        whole: true,
        ..PersonQuery::default()
    }];
    let visible = world.terminal && !shared.no_progress && !shared.quiet && shared.verbose == 0;
    let progress = Progress::new(visible);
    let folder = cache_folder(shared, settings, world);
    let asked = runtime.block_on(async {
        let mode = if args.offline {
            NetworkMode::Offline
        } else {
            NetworkMode::Online
        };
        let session = open_session(settings, &folder, mode, world, &progress)?;
        let mut failures: Vec<RequestError> = Vec::new();
        let sources = session.sources().iter();
        let (local, services): (Vec<_>, Vec<_>) = sources
            .filter(|source| source.capabilities().has_people)
            .partition(|source| source.capabilities().is_local);
        for source in local.into_iter().chain(services) {
            let reply = source.by_person(&query).await;
            let mut pages = reply.found.into_iter();
            if reply.failures.is_empty()
                && let Some(page) = pages.find(|page| !page.records.is_empty())
            {
                return Ok(page);
            }
            failures.extend(reply.failures);
        }
        Err(match failures.into_iter().next() {
            Some(failed) => Failure::usage(failed).source_failed(),
            None => Failure::usage("DBLP has no page with publications for that identifier")
                .hint("a pid stands in the address of the page: dblp.org/pid/95/7448-1"),
        })
    });
    progress.finish();
    asked
}

/// The most rows that are shown of each kind. Doubtful entries are always shown.
const SHOWN: usize = 40;
/// The least columns of titles, those of venues, and those beside titles.
const TITLE: usize = 24;
const VENUE: usize = 24;
const BESIDE_TITLE: usize = 64;
/// A field with a lower certainty is more likely wrong than right.
const DOUBTFUL: f64 = 0.5;

/// Returns a table of what was read from a file, what was omitted and why, and what could not be
/// read. Titles fill the columns of the terminal, and are whole where there is none.
fn table(
    file: &str,
    form: InputFormat,
    list: &ImportedList,
    changes: &[EntryChange],
    columns: Option<usize>,
) -> String {
    let room = columns.map(|columns| columns.saturating_sub(BESIDE_TITLE).max(TITLE));
    let fit = |text: &str, most: Option<usize>| {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        most.map_or_else(|| text.clone(), |most| cut(&text, most))
    };
    let mut out = format!("{file}: {}", form.name());
    if let Some(name) = &list.person.name {
        _ = write!(out, ", {name}");
    }
    _ = writeln!(out, ", {}", publications(list.entries.len()));
    let mut hidden = 0;
    let mut doubtful = 0;
    for (at, (entry, change)) in list.entries.iter().zip(changes).enumerate() {
        let doubts = doubts(entry);
        doubtful += usize::from(!doubts.is_empty());
        if at >= SHOWN && doubts.is_empty() {
            hidden += 1;
            continue;
        }
        let listing = &entry.listing;
        let lines = if entry.at.first == entry.at.last {
            entry.at.first.to_string()
        } else {
            format!("{}-{}", entry.at.first, entry.at.last)
        };
        let year = listing.year.map_or("-".to_owned(), |year| year.to_string());
        let authors = match (listing.authors.len(), listing.authors_complete) {
            (0, _) => "-".to_owned(),
            (count, true) => count.to_string(),
            (count, false) => format!("{count}+"),
        };
        let mark = match change {
            EntryChange::New => "new".to_owned(),
            EntryChange::Same => "same".to_owned(),
            EntryChange::Updated(fields) => fields.join(", "),
        };
        let title = fit(&listing.title, room);
        let title = pad_str(&title, room.unwrap_or(TITLE), Alignment::Left, None);
        let venue = fit(listing.venue.as_deref().unwrap_or("-"), room.map(|_| VENUE));
        let venue = pad_str(&venue, VENUE, Alignment::Left, None);
        _ = write!(
            out,
            "  {lines:>9}  {year:<4}  {authors:>3}  {title}  {venue}  {mark}"
        );
        if !doubts.is_empty() {
            let doubts = Ink::Doubt.paint(&format!("? {}", doubts.join(", ")));
            _ = write!(out, "  {doubts}");
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
    }
    if hidden > 0 {
        _ = writeln!(out, "  and {hidden} more, none doubtful");
    }
    if doubtful > 0 {
        _ = writeln!(
            out,
            "  {}: look at {} in the profile",
            Ink::Doubt.paint(&format!("{doubtful} doubtful (?)")),
            if doubtful == 1 { "it" } else { "them" }
        );
    }
    for left in list.left_out.iter().take(SHOWN) {
        let why = match left.reason {
            Reason::OtherSection => "it is under another heading".to_owned(),
            Reason::NotAnEntry => "it is no publication".to_owned(),
            Reason::NoTitle => "it has no title".to_owned(),
            Reason::Unlikely(percent) => {
                format!("it is a publication with a probability of {percent} %")
            }
        };
        let text = fit(&left.text, room);
        _ = writeln!(out, "  left out: line {}: {text}: {why}", left.at.first);
    }
    if list.left_out.len() > SHOWN {
        _ = writeln!(out, "  and {} more left out", list.left_out.len() - SHOWN);
    }
    for fault in list.warnings.iter().take(SHOWN) {
        _ = writeln!(
            out,
            "  {file}:{}:{}: {}",
            fault.line, fault.column, fault.message
        );
    }
    if list.warnings.len() > SHOWN {
        _ = writeln!(out, "  and {} more faults", list.warnings.len() - SHOWN);
    }
    out
}

/// Returns the fields of an entry that are more likely wrong than right.
fn doubts(entry: &import::ImportedEntry) -> Vec<&'static str> {
    let sure = entry.certainty;
    let each = [
        ("title", sure.title),
        ("authors", sure.authors),
        ("venue", sure.venue),
        ("year", sure.year),
    ];
    let unsure = each.into_iter().filter(|(_, sure)| *sure < DOUBTFUL);
    unsure.map(|(name, _)| name).collect()
}

fn publications(count: usize) -> String {
    counted(count, "publication", "publications")
}
