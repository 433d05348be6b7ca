use std::{collections::BTreeMap, path::Path};

use super::{
    alone::real_name,
    args::{Export, Shared},
    counted::counted,
    exit::{Code, Failure},
    exports::Exports,
    history::at_revision,
    lock_file::read_lock,
    made::{as_made, dialect},
    output::{Target, Written, is_standard},
    run::World,
    screen::{print, say},
    setup::settings,
};
use crate::{
    config::Settings,
    export::{self, Abbreviations, OutputFormat, RenderOptions, Style, bibtex, keys},
    lock::Lock,
    model::Work,
    output::{Form, Notes, again, is_as_written},
};

/// `bibsync export`: what the lock holds, in another format or style.
pub(super) fn export(args: &Export, shared: &Shared, world: &World) -> Result<Code, Failure> {
    let mut settings = settings(shared, world)?;
    let lock = match &args.at {
        Some(at) => at_revision(&args.lock, at)?,
        None => read_lock(&args.lock)?.ok_or_else(|| no_lock(&args.lock))?,
    };
    if args.at.is_some() {
        as_made(&mut settings, &lock);
    }
    if let Some(style) = args.style {
        style.name.clone_into(&mut settings.export.style);
    }
    let render_options = render_options(&settings)?;
    let output = args.output.as_deref().filter(|path| !is_standard(path));
    let format = format(args.format, output, &settings)?;
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
    let exported = lock.exported(notes(&settings));
    let exported: Vec<&Work> = exported.iter().map(AsRef::as_ref).collect();
    let rekeyed = args
        .keys
        .as_ref()
        .map(|pattern| keys::rekeyed(&exported, pattern));
    let works: Vec<&Work> = match &rekeyed {
        Some(rekeyed) => rekeyed.iter().collect(),
        None => exported,
    };
    if works.is_empty() {
        tracing::warn!("{} holds no works", args.lock.display());
    }
    if let Some(path) = output {
        // What stands there was written by the lock as it is now, whatever is written of it.
        let now = if args.at.is_some() {
            read_lock(&args.lock).ok().flatten()
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
                let form = Form {
                    dialect,
                    render_options: &render_options,
                    notes: notes(&settings),
                };
                again(&lock, &works, form)
            }
            _ => written(&works, format, &render_options, args, &lock)?,
        };
        let target = Target::once(path)?;
        let exports = Exports::at(&world.state_dir);
        let written = target.write(&text, |old| {
            exports.wrote(path, old) || locks.iter().any(|lock| is_as_written(lock, old))
        })?;
        if !target.is_passing() {
            exports.remember(path, &text);
        }
        if !shared.quiet {
            say(&closing(path, &written, works.len(), format));
        }
    }
    if args.keys_map {
        print(&keys_map(&works))?;
    } else if output.is_none() {
        print(&written(&works, format, &render_options, args, &lock)?)?;
    }
    tell_oddities(&works, format);
    tell_unmatched_venues(&works, &render_options);
    Ok(Code::Done)
}

/// The works in a format. BibTeX has the person's own blocks with it, as long as the keys are those that
/// they know.
fn written(
    works: &[&Work],
    format: OutputFormat,
    render_options: &RenderOptions,
    args: &Export,
    lock: &Lock,
) -> Result<String, Failure> {
    let text = export::write(works, format, render_options).map_err(Failure::usage)?;
    let whole = args.keys.is_none() && matches!(format, OutputFormat::Bib(_));
    Ok(if whole {
        lock.by_hand.around(&text)
    } else {
        text
    })
}

/// Which notes entries get.
pub(super) fn notes(settings: &Settings) -> Notes {
    Notes {
        notices: settings.export.notices,
        remarks: settings.export.remarks,
    }
}

/// How works are written, as configured.
pub(super) fn render_options(settings: &Settings) -> Result<RenderOptions, Failure> {
    let wanted = &settings.export;
    let style = Style::from_name(&wanted.style).ok_or_else(|| {
        let names: Vec<&str> = Style::ALL.iter().map(|style| style.name).collect();
        Failure::usage(format!(
            "export.style: `{}` is not a style: expected one of {}",
            wanted.style,
            names.join(", ")
        ))
    })?;
    let pairs = wanted.venues.iter();
    let venues = Abbreviations::new(pairs.map(|(name, short)| (name.as_str(), short.as_str())));
    let words = wanted.protect.iter().map(String::as_str);
    Ok(RenderOptions::new(style, venues, words))
}

/// Warns of what stands in works and can't be printed as it is, or looks like an attack.
pub(super) fn tell_oddities(works: &[&Work], format: OutputFormat) {
    for oddity in export::oddities(works, format) {
        tracing::warn!("{oddity}");
    }
}

/// Warns of rules for the names of venues that name none of these works' venues.
pub(super) fn tell_unmatched_venues(works: &[&Work], render_options: &RenderOptions) {
    for rule in render_options.venues.unmatched(works) {
        let nearest = rule
            .suggestion
            .map(|name| format!("; the nearest is `{name}`"));
        tracing::warn!(
            "export.venues: `{}` is the name of no venue here{}",
            rule.name,
            nearest.unwrap_or_default()
        );
    }
}

/// The format asked for, else that of the output's ending, else the one configured.
fn format(
    asked: Option<OutputFormat>,
    output: Option<&Path>,
    settings: &Settings,
) -> Result<OutputFormat, Failure> {
    let dialect = dialect(settings);
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

pub(super) fn no_lock(path: &Path) -> Failure {
    Failure::usage(format!("there is no lock at {}", path.display()))
        .hint("`bibsync fetch profile.json` makes one; --lock names another")
}

/// An export never replaces what it is made from: the lock, and the lists that the lock was made of,
/// whose names are those of the folder in which they were read, mostly the lock's.
fn no_source(path: &Path, lock: &Path, locks: &[&Lock]) -> Result<(), Failure> {
    let output = real_name(path);
    let beside = lock.parent().unwrap_or(Path::new(""));
    let of = |lists: &[String]| {
        lists.iter().any(|list| {
            [Path::new(list), &beside.join(list)]
                .iter()
                .any(|list| real_name(list) == output)
        })
    };
    let what = if output == real_name(lock) {
        "the lock"
    } else if locks.iter().any(|lock| of(&lock.made.inputs)) {
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

/// Whether an export writes what `fetch` wrote.
fn as_fetched(args: &Export, format: OutputFormat, settings: &Settings, lock: &Lock) -> bool {
    let made = &lock.made;
    let dialect = match format {
        OutputFormat::Bib(bibtex::Dialect::Bibtex) => "bibtex",
        OutputFormat::Bib(bibtex::Dialect::Biblatex) => "biblatex",
        _ => return false,
    };
    let same = |was: &Option<String>, is: &str| was.as_deref().is_none_or(|was| was == is);
    args.at.is_none()
        && args.keys.is_none()
        && same(&made.dialect, dialect)
        && same(&made.style, &settings.export.style)
}

/// The bibliography beside the lock is what `fetch` writes and reads again: all that an export in
/// other options write there would be taken for edits by hand.
fn not_fetched(path: &Path) -> Failure {
    let place = path.display();
    Failure::usage(format!(
        "{place} is what `bibsync fetch` writes, and is read again for what you edited in it"
    ))
    .hint("name another file; `fetch` takes --format and --style too")
}

/// Whether a file is the bibliography that belongs to the lock.
fn is_beside(path: &Path, lock: &Path) -> bool {
    real_name(path) == real_name(&lock.with_extension("bib"))
}

fn closing(path: &Path, written: &Written, count: usize, format: OutputFormat) -> String {
    let (place, format) = (path.display(), format.as_str());
    let works = counted(count, "work", "works");
    match written {
        Written::Unchanged => format!("{place} is up to date ({works}, {format})"),
        Written::New => format!("wrote {place} ({works}, {format})"),
        Written::KeptOld(kept) => format!(
            "wrote {place} ({works}, {format}); what stood there was not as bibsync wrote it and is kept in {}",
            kept.display()
        ),
    }
}

/// Former keys with those that stand for them now, a tab between them, by the former key.
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
