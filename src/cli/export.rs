use std::{collections::BTreeMap, path::Path};

use super::{
    args::{Export, Shared},
    cited::{citations, keep_cited},
    counted::counted,
    exit::{Code, Failure},
    history::at_revision,
    lock::read_lock,
    screen::{print, say},
    settings::settings,
    target::{any_target, is_standard},
    warnings::{warn_of_oddities, warn_of_unused_venues},
    world::World,
};
use crate::{
    bibliography::{ExportRecord, Rendering, restore_generation},
    config::Settings,
    export::{self, OutputFormat, RenderOptions, bibtex, keys},
    files::{Written, canonical_name},
    lock::{Lock, around},
    model::Work,
    output::{EntryFormat, is_as_written, render_lock},
};

/// `bibsync export`: writes the works of the lock in another format or style.
pub(super) fn export(args: &Export, shared: &Shared, world: &World) -> Result<Code, Failure> {
    let mut settings = settings(shared, world)?;
    let lock = match &args.at {
        Some(at) => at_revision(&args.lock, at)?,
        None => read_lock(&args.lock, &[])?,
    };
    if args.at.is_some() {
        restore_generation(&mut settings, &lock);
    }
    if let Some(style) = args.style {
        style.name.clone_into(&mut settings.export.style);
    }
    let rendering = Rendering::new(&settings).map_err(Failure::usage)?;
    let output = args.output.as_deref().filter(|path| !is_standard(path));
    let format = format(args.format, output, rendering.dialect)?;
    if let Some(style) = args.style.filter(|style| !style.matters_in(format)) {
        tracing::warn!(
            "--style {} changes nothing in {}, which has no fields to leave out",
            style.name,
            format.as_str()
        );
    }
    if let Some(pattern) = &args.keys {
        if pattern.trim().is_empty() {
            return Err(Failure::usage("--keys: the pattern is empty")
                .hint("expected one such as {auth}{shortyear}"));
        }
        keys::check_pattern(pattern).map_err(Failure::usage)?;
    }
    let exported = lock.exported(rendering.notes);
    let exported: Vec<&Work> = exported.iter().map(AsRef::as_ref).collect();
    let rekeyed = args
        .keys
        .as_ref()
        .map(|pattern| keys::rekeyed(&exported, pattern));
    let mut works: Vec<&Work> = match &rekeyed {
        Some(rekeyed) => rekeyed.iter().collect(),
        None => exported,
    };
    let mut own = lock.manual_edits.own_blocks.clone();
    if let Some(paper) = &args.only_cited {
        let cited = citations(paper)?;
        keep_cited(&mut works, &mut own, &cited, [paper, &args.lock]);
    }
    if works.is_empty() {
        tracing::warn!("{} holds no works", args.lock.display());
    }
    if let Some(path) = output {
        // The file may have been written from the lock as it is now, whichever lock is exported.
        let now = if args.at.is_some() {
            read_lock(&args.lock, &[]).ok()
        } else {
            None
        };
        let locks: Vec<&Lock> = std::iter::once(&lock).chain(&now).collect();
        no_source(path, &args.lock, &locks)?;
        let is_fetched = is_beside(path, &args.lock);
        if is_fetched && !as_fetched(args, format, &settings, &lock) {
            return Err(not_fetched(path));
        }
        let text = match format {
            OutputFormat::Bib(dialect) if is_fetched => {
                let form = EntryFormat {
                    dialect,
                    ..rendering.form()
                };
                render_lock(&lock, &works, form)
            }
            _ => written(&works, format, &rendering.render_options, args, &own)?,
        };
        let target = any_target(path)?;
        let exports = ExportRecord::new(&world.state_dir);
        let written = target.write(&text, |old| {
            exports.wrote(path, old) || locks.iter().any(|lock| is_as_written(lock, old))
        })?;
        if !target.is_stream() {
            exports.record(path, &text);
        }
        if !shared.quiet {
            say(&closing(path, &written, works.len(), format));
        }
    }
    if args.keys_map {
        print(&keys_map(&works))?;
    } else if output.is_none() {
        print(&written(
            &works,
            format,
            &rendering.render_options,
            args,
            &own,
        )?)?;
    }
    warn_of_oddities(&works, format);
    warn_of_unused_venues(&works, &rendering.render_options);
    Ok(Code::Done)
}

/// Renders the works in a format. BibTeX includes the person's own blocks, unless the keys are new:
/// the blocks refer to the old ones.
fn written(
    works: &[&Work],
    format: OutputFormat,
    render_options: &RenderOptions,
    args: &Export,
    own: &[String],
) -> Result<String, Failure> {
    let text = export::write(works, format, render_options).map_err(Failure::usage)?;
    let whole = args.keys.is_none() && matches!(format, OutputFormat::Bib(_));
    Ok(if whole { around(&text, own) } else { text })
}

/// Returns the format asked for, else that of the output's extension, else the configured one.
fn format(
    asked: Option<OutputFormat>,
    output: Option<&Path>,
    dialect: bibtex::Dialect,
) -> Result<OutputFormat, Failure> {
    match (asked, output) {
        (Some(format), _) => Ok(format),
        (None, Some(path)) if path.extension().is_some() => OutputFormat::of_file(path, dialect)
            .ok_or_else(|| {
                Failure::usage(format!(
                    "the ending of {} names no format: expected .bib, .json, .ris, .yaml, .md, .html or .jsonl",
                    path.display()
                ))
                .hint("say which one with --format")
            }),
        _ => Ok(OutputFormat::Bib(dialect)),
    }
}

/// Refuses to replace the lock, or a list that the lock was made from. Lists are named from the
/// folder in which they were read, which mostly is the lock's.
fn no_source(path: &Path, lock: &Path, locks: &[&Lock]) -> Result<(), Failure> {
    let output = canonical_name(path);
    let beside = lock.parent().unwrap_or(Path::new(""));
    let of = |lists: &[String]| {
        lists.iter().any(|list| {
            [Path::new(list), &beside.join(list)]
                .iter()
                .any(|list| canonical_name(list) == output)
        })
    };
    let what = if output == canonical_name(lock) {
        "the lock"
    } else if locks.iter().any(|lock| of(&lock.output_settings.inputs)) {
        "an input"
    } else {
        return Ok(());
    };
    Err(Failure::usage(format!(
        "{} can't be both {what} and the output",
        path.display()
    ))
    .hint("name another file"))
}

/// Returns whether an export writes what `fetch` wrote.
fn as_fetched(args: &Export, format: OutputFormat, settings: &Settings, lock: &Lock) -> bool {
    let made = &lock.output_settings;
    let dialect = match format {
        OutputFormat::Bib(bibtex::Dialect::Bibtex) => "bibtex",
        OutputFormat::Bib(bibtex::Dialect::Biblatex) => "biblatex",
        _ => return false,
    };
    let same = |was: &Option<String>, is: &str| was.as_deref().is_none_or(|was| was == is);
    args.at.is_none()
        && args.keys.is_none()
        && args.only_cited.is_none()
        && same(&made.dialect, dialect)
        && same(&made.style, &settings.export.style)
}

/// The failure of an export to the bibliography beside the lock, which `fetch` writes and reads
/// again: it would take an export in another style for manual edits.
fn not_fetched(path: &Path) -> Failure {
    let place = path.display();
    Failure::usage(format!(
        "{place} is what `bibsync fetch` writes, and is read again for what you edited in it"
    ))
    .hint("name another file; `fetch` takes --format and --style too")
}

/// Returns whether a file is the bibliography that belongs to the lock.
fn is_beside(path: &Path, lock: &Path) -> bool {
    canonical_name(path) == canonical_name(&lock.with_extension("bib"))
}

fn closing(path: &Path, written: &Written, count: usize, format: OutputFormat) -> String {
    let (place, format) = (path.display(), format.as_str());
    let works = counted(count, "work", "works");
    match written {
        Written::Unchanged => format!("{place} is up to date ({works}, {format})"),
        Written::New => format!("wrote {place} ({works}, {format})"),
        Written::BackedUp(kept) => format!(
            "wrote {place} ({works}, {format}); the former file was not as bibsync wrote it and is kept in {}",
            kept.display()
        ),
    }
}

/// Returns a line for each former key: the key, a tab, and the key that replaces it.
fn keys_map(works: &[&Work]) -> String {
    let pairs: BTreeMap<&str, &str> = works
        .iter()
        .flat_map(|work| {
            let former = work.aliases.iter();
            former.map(|alias| (alias.as_str(), work.key.as_str()))
        })
        .collect();
    let mut out = String::new();
    for (former, now) in pairs {
        out.extend([former, "\t", now, "\n"]);
    }
    out
}
