use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use super::{
    args::{Export, Shared},
    exit::{Code, Failure},
    fetch::read_lock,
    history::at_revision,
    output::{Target, Written},
    refresh::as_made,
    run::World,
    screen::{print, say},
    setup::settings,
};
use crate::{
    changes::is_as_written,
    config::{Dialect, Settings},
    export::{self, Abbreviations, Format, Manner, Style, bibtex, keys},
    lock::Lock,
    model::Work,
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
    let manner = manner(&settings)?;
    let format = format(args, &settings)?;
    if let Some(pattern) = &args.keys {
        keys::check_pattern(pattern).map_err(Failure::usage)?;
    }
    let exported = lock.exported(settings.export.notices);
    let rekeyed = args
        .keys
        .as_ref()
        .map(|pattern| keys::rekeyed(&exported, pattern));
    let works: Vec<&Work> = rekeyed.as_ref().unwrap_or(&exported).iter().collect();
    if works.is_empty() {
        tracing::warn!("{} holds no works", args.lock.display());
    }
    if let Some(path) = &args.output {
        if is_same(path, &args.lock) {
            return Err(Failure::usage(format!(
                "{} can't be both the lock and the output",
                path.display()
            ))
            .hint("name another file"));
        }
        let text = written(&works, format, &manner, args, &lock)?;
        let written = Target::prepare(path)?.write(&text, |old| is_ours(path, old, args, &lock))?;
        if !shared.quiet {
            say(&closing(path, &written, works.len(), format));
        }
    }
    if args.keys_map {
        print(&keys_map(&works))?;
    } else if args.output.is_none() {
        print(&written(&works, format, &manner, args, &lock)?)?;
    }
    tell_oddities(&works, format);
    Ok(Code::Done)
}

/// The works in a format; what is written again as it was at some time has the person's own blocks at
/// its end.
fn written(
    works: &[&Work],
    format: Format,
    manner: &Manner,
    args: &Export,
    lock: &Lock,
) -> Result<String, Failure> {
    let text = export::write(works, format, manner).map_err(Failure::usage)?;
    let whole = args.at.is_some() && args.keys.is_none() && matches!(format, Format::Bib(_));
    Ok(if whole {
        lock.by_hand.after(&text)
    } else {
        text
    })
}

/// How works are written, as configured.
pub(super) fn manner(settings: &Settings) -> Result<Manner, Failure> {
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
    Ok(Manner::new(style, venues, words))
}

/// Warns of what stands in works and can't be printed as it is, or looks like an attack.
pub(super) fn tell_oddities(works: &[&Work], format: Format) {
    for oddity in export::oddities(works, format) {
        tracing::warn!("{oddity}");
    }
}

/// The format asked for, else that of the output's ending, else the one configured.
fn format(args: &Export, settings: &Settings) -> Result<Format, Failure> {
    let dialect = match settings.export.dialect {
        Dialect::Bibtex => bibtex::Dialect::Bibtex,
        Dialect::Biblatex => bibtex::Dialect::Biblatex,
    };
    match (args.format, &args.output) {
        (Some(format), _) => Ok(format),
        (None, Some(path)) if path.extension().is_some() => Format::of_file(path, dialect)
            .ok_or_else(|| {
                Failure::usage(format!(
                    "the ending of {} names no format: expected .bib, .json, .ris, .yaml, .md, .html or .jsonl",
                    path.display()
                ))
                .hint("say which one with --format")
            }),
        _ => Ok(Format::Bib(dialect)),
    }
}

pub(super) fn no_lock(path: &Path) -> Failure {
    Failure::usage(format!("there is no lock at {}", path.display()))
        .hint("`bibsync fetch profile.json` makes one; --lock names another")
}

fn is_same(a: &Path, b: &Path) -> bool {
    let real = |path: &Path| fs_err::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    real(a) == real(b)
}

/// Whether what stands in the output may be replaced: anything an export made, but not the
/// bibliography beside the lock once someone has edited it.
fn is_ours(path: &Path, old: &str, args: &Export, lock: &Lock) -> bool {
    let beside: PathBuf = args.lock.with_extension("bib");
    !is_same(path, &beside) || is_as_written(lock, old)
}

fn closing(path: &Path, written: &Written, count: usize, format: Format) -> String {
    let (place, format) = (path.display(), format.as_str());
    match written {
        Written::Unchanged => format!("{place} is up to date ({count} works, {format})"),
        Written::New => format!("wrote {place} ({count} works, {format})"),
        Written::KeptOld(kept) => format!(
            "wrote {place} ({count} works, {format}); what stood there was edited by hand and is kept in {}",
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
