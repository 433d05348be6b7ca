use std::{fmt::Write as _, path::Path, sync::Arc};

use indicatif::{HumanBytes, HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::{
    args::{BuildArgs, LibraryCommand, Making, Shared},
    exit::{Code, Failure},
    screen::{say, show},
    session::open_budget,
    settings::{cache_folder, settings},
    world::World,
};
use crate::config::{Email, Settings};
use crate::http::{Clock, DownloadError, DownloadedFile, Downloader};
use crate::library::{
    self, BuildProgress, INDEX_FILE, IfPartExists, Library, PartInfo, PartSpec, ShardsSpec,
};
use crate::session::{library_folders, remove_leftovers};

/// `bibsync library`: stores records on this computer, or shows them.
pub(super) fn library(
    command: &LibraryCommand,
    shared: &Shared,
    world: &World,
) -> Result<Code, Failure> {
    let settings = settings(shared, world)?;
    let cache = cache_folder(shared, &settings, world);
    let folders = library_folders(&cache, &settings);
    let text = match command {
        LibraryCommand::Build(args) => {
            match build(args, &folders[0], &cache, &settings, shared, world)? {
                Some(text) => text,
                None => return Ok(Code::Interrupted),
            }
        }
        LibraryCommand::Add { files, making } => {
            let mut out = String::new();
            for file in files {
                if file.is_dir() {
                    let folder = file.display();
                    return Err(
                        Failure::usage(format!("{folder} is a folder")).hint(format!(
                            "`bibsync library build {folder}` makes a dataset of its files"
                        )),
                    );
                }
                let plan = plan(&folders[0], file, making, IfPartExists::Keep);
                out.push_str(&made(&plan, shared, world)?);
            }
            out
        }
        LibraryCommand::Status => {
            let library =
                Library::open(&folders, &cache.join(INDEX_FILE)).map_err(Failure::usage)?;
            for problem in library.problems() {
                say(&format!("warning: {problem}"));
            }
            status(&library, &folders[0])
        }
        LibraryCommand::Remove { name } => {
            let removed = library::remove(&folders[0], name).map_err(Failure::usage)?;
            if removed.is_empty() {
                format!("removed {name}\n")
            } else {
                let parts: Vec<&PartInfo> = removed.iter().collect();
                format!("removed {}\n", line(&parts))
            }
        }
    };
    show(&text)?;
    Ok(Code::Done)
}

/// Makes a part, or the shards of a folder, and returns what to say; `None` when interrupted.
fn build(
    args: &BuildArgs,
    folder: &Path,
    cache: &Path,
    settings: &Settings,
    shared: &Shared,
    world: &World,
) -> Result<Option<String>, Failure> {
    let before = if args.update {
        IfPartExists::Update
    } else {
        IfPartExists::Replace
    };
    let source = match &args.file {
        Some(source) if source.is_dir() => {
            return build_shards(args, source, folder, shared, world).map(Some);
        }
        Some(file) if args.shard.is_some() => {
            let file = file.display();
            return Err(Failure::usage(format!("{file} is not a folder"))
                .hint("--shard is for the files of a folder"));
        }
        file => file.as_ref(),
    };
    if let Some(file) = source {
        let plan = PartSpec {
            complete: args.complete,
            fewest: if args.complete { FEWEST } else { 1 },
            ..plan(folder, file, &args.making, before)
        };
        return made(&plan, shared, world).map(Some);
    }
    let Some(fetched) = fetched(cache, settings, shared, world)? else {
        say("interrupted; the next run continues this download");
        return Ok(None);
    };
    if fetched.unchanged && library::is_made_of(folder, DUMP, &fetched.path) {
        let dump = &settings.library.dump;
        return Ok(Some(format!("{dump} is unchanged since the last time\n")));
    }
    let plan = PartSpec {
        name: Some(DUMP.to_owned()),
        fewest: FEWEST,
        complete: true,
        ..plan(folder, &fetched.path, &args.making, before)
    };
    made(&plan, shared, world).map(Some)
}

/// The name of the part that is made from DBLP's dump.
const DUMP: &str = "dblp";

/// The fewest records of a whole dump of DBLP: it listed its five millionth publication on 23 March 2020
/// (Schloss Dagstuhl, "dblp computer science bibliography surpasses 5 million publications").
const FEWEST: u64 = 5_000_000;

/// Downloads DBLP's dump; returns `None` when interrupted.
fn fetched(
    cache: &Path,
    settings: &Settings,
    shared: &Shared,
    world: &World,
) -> Result<Option<DownloadedFile>, Failure> {
    let folder = cache.join("downloads");
    fs_err::create_dir_all(&folder).map_err(Failure::usage)?;
    let contact = settings.contact.as_ref().map(Email::as_str);
    remove_leftovers(cache, &world.state_dir, world.now);
    let budget = Arc::new(open_budget(world, cache)?);
    let bar = bar(world.terminal && !shared.no_progress && !shared.quiet);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(Failure::usage)?;
    let fetching = async {
        let clock = Clock::reading(world.clock);
        let downloads =
            Downloader::new(contact, budget, clock, world.seed).map_err(Failure::usage)?;
        let dump = &settings.library.dump;
        let dest = folder.join(format!("{DUMP}.xml.gz"));
        let saw = |come: u64, of: Option<u64>| {
            bar.set_length(of.unwrap_or(come));
            bar.set_position(come);
        };
        tokio::select! {
            got = downloads.get(dump, &dest, &saw) => got.map(Some).map_err(|error| {
                let local = matches!(error, DownloadError::Disk(_) | DownloadError::InUse { .. });
                let failure = Failure::usage(error);
                if local {
                    failure
                } else {
                    failure.source_failed().hint(format!(
                        "with a browser: open {dump}, save the file, and run `bibsync library build FILE --name {DUMP}`"
                    ))
                }
            }),
            _ = tokio::signal::ctrl_c() => Ok(None),
        }
    };
    let got = runtime.block_on(fetching);
    bar.finish_and_clear();
    got
}

fn plan(folder: &Path, file: &Path, making: &Making, before: IfPartExists) -> PartSpec {
    PartSpec {
        folder: folder.to_owned(),
        file: file.to_owned(),
        name: making.name.clone(),
        date: making.date,
        licence: making.licence.clone(),
        before,
        fewest: 1,
        complete: false,
    }
}

fn made(plan: &PartSpec, shared: &Shared, world: &World) -> Result<String, Failure> {
    let bar = bar(world.terminal && !shared.no_progress && !shared.quiet);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let made = library::make(plan, threads, &|progress| show_progress(&bar, progress));
    bar.finish_and_clear();
    let made = made.map_err(Failure::usage)?;
    let about = &made.about;
    say_faults(about);
    let mut out = line(&[about]);
    if let Some(updated) = made.updated {
        _ = write!(
            out,
            "; {} new, {} changed, {} gone",
            HumanCount(updated.new),
            HumanCount(updated.changed),
            HumanCount(updated.gone)
        );
    }
    out.push('\n');
    Ok(out)
}

fn build_shards(
    args: &BuildArgs,
    source: &Path,
    folder: &Path,
    shared: &Shared,
    world: &World,
) -> Result<String, Failure> {
    if args.update || args.complete {
        let option = if args.update {
            "--update"
        } else {
            "--complete"
        };
        let source = source.display();
        return Err(Failure::usage(format!(
            "{source} is a folder, and {option} is for one file"
        ))
        .hint("a shard of a folder is made again if one of its files changed"));
    }
    let plan = ShardsSpec {
        folder: folder.to_owned(),
        source: source.to_owned(),
        name: args.making.name.clone(),
        date: args.making.date,
        licence: args.making.licence.clone(),
        of: args.shard.map(|shard| shard.of),
        only: args.shard.map(|shard| shard.number),
    };
    let bar = bar(world.terminal && !shared.no_progress && !shared.quiet);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let made = library::make_shards(&plan, threads, &|shard, progress| {
        if shard.of > 1 {
            bar.set_prefix(format!("shard {shard}: "));
        }
        show_progress(&bar, progress);
    });
    bar.finish_and_clear();
    let made = made.map_err(Failure::usage)?;
    for about in &made.built {
        say_faults(about);
    }
    let parts: Vec<&PartInfo> = made.built.iter().chain(&made.kept).collect();
    let mut out = line(&parts);
    if !made.kept.is_empty() {
        let kept = made.kept.len();
        _ = match (made.built.len(), kept) {
            (0, _) => write!(out, "; unchanged since the last time"),
            (_, 1) => write!(out, "; 1 shard is unchanged since the last time"),
            _ => write!(out, "; {kept} shards are unchanged since the last time"),
        };
    }
    out.push('\n');
    Ok(out)
}

/// The most faults of a file that are printed one by one.
const SHOWN: usize = 5;

fn say_faults(about: &PartInfo) {
    for problem in about.problems.iter().take(SHOWN) {
        say(&format!("warning: {problem}"));
    }
    let shown = about.problems.len().min(SHOWN) as u64;
    if about.faults > shown {
        let faults = counted(about.faults - shown, "other fault");
        say(&format!("warning: and {faults}"));
    }
}

fn bar(visible: bool) -> ProgressBar {
    let target = if visible {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let bar = ProgressBar::with_draw_target(Some(0), target);
    let template = "{spinner} reading [{bar:30}] {bytes}/{total_bytes}, {eta} left; {prefix}{msg}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

fn show_progress(bar: &ProgressBar, progress: BuildProgress) {
    bar.set_length(progress.size);
    bar.set_position(progress.read);
    let records = counted(progress.records, "record");
    bar.set_message(if progress.read == progress.size {
        format!("{records} read; sorting")
    } else {
        records
    });
}

fn status(library: &Library, folder: &Path) -> String {
    let mut out = format!("{}\n", folder.display());
    if library.is_empty() {
        out.push_str("  no records; `bibsync library build FILE` puts some there\n");
    }
    for file in library.files().into_iter().flat_map(|about| &about.files) {
        _ = writeln!(out, "  {}: {}", file.file, counted(file.records, "record"));
    }
    let built: Vec<(&Path, &PartInfo)> = library.built().collect();
    // The shards of a dataset lie side by side.
    for dataset in built.chunk_by(|(_, a), (_, b)| a.edition() == b.edition()) {
        let sizes = dataset.iter().map(|(path, _)| fs_err::metadata(path));
        let size: u64 = sizes.flatten().map(|about| about.len()).sum();
        let parts: Vec<&PartInfo> = dataset.iter().map(|(_, about)| *about).collect();
        _ = writeln!(out, "  {}, {}", line(&parts), HumanBytes(size));
    }
    out
}

/// Describes a dataset by its parts: one, or its shards.
fn line(parts: &[&PartInfo]) -> String {
    let Some(first) = parts.first() else {
        return String::new();
    };
    let records = parts.iter().map(|about| about.records).sum();
    let mut out = format!("{}: {}", first.edition(), counted(records, "record"));
    let people = parts.iter().map(|about| about.people).sum();
    if people > 0 {
        let noun = if people == 1 { "person" } else { "people" };
        _ = write!(out, ", {} {noun}", HumanCount(people));
    }
    if let Some(shard) = first.shard {
        _ = match parts.len() {
            all if all == shard.of => write!(out, ", in {all} shards"),
            some => write!(out, ", in {some} of {} shards", shard.of),
        };
    }
    out
}

/// `1 record`, `2,000 records`.
fn counted(n: u64, what: &str) -> String {
    format!("{} {what}{}", HumanCount(n), if n == 1 { "" } else { "s" })
}
