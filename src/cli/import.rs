mod person_page;
mod table;

use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
};

pub(super) use self::{
    person_page::{PageOwner, person_page},
    table::table,
};
use super::{
    args::{Import as Args, Shared},
    counted::publications,
    exit::{Code, Failure},
    inputs::{self, Input, NamedList, Shelf},
    screen::{on_error, print_json, say},
    settings::settings,
    target::{any_target, is_standard},
    world::World,
};
use crate::{
    config::Settings,
    files::Written,
    import,
    model::PersonName,
    profile::{self, Profile},
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
        if args.name.is_none()
            && let Some((one, other)) = list.stranger_to(&profile.person)
        {
            tracing::warn!(
                "{} is the profile of {one}, and {file} the list of {other}: their publications are now in one file; give another one with `-o`, or --name if both are one person",
                args.output.display()
            );
        }
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
) -> Result<Vec<NamedList>, Failure> {
    let given = args.name.as_deref().map(PersonName::parse);
    let name = given.clone().or_else(|| profile.person.name.clone());
    let mut out = read_lists(&args.files, name.as_ref(), shelf)?;
    if args.dblp.is_some() || args.orcid.is_some() {
        let owner = PageOwner {
            dblp: args.dblp.clone(),
            orcid: args.orcid.clone(),
        };
        out.push(person_page(owner, args.offline, shared, settings, world)?);
    }
    for (_, _, list) in &mut out {
        list.person.name = given.clone().or(list.person.name.take());
        list.person.orcid = list.person.orcid.take().or_else(|| args.orcid.clone());
        list.person.dblp = list.person.dblp.take().or_else(|| args.dblp.clone());
    }
    Ok(out)
}

/// Reads these files as lists of the person `name`.
pub(super) fn read_lists(
    files: &[PathBuf],
    name: Option<&PersonName>,
    shelf: &Shelf,
) -> Result<Vec<NamedList>, Failure> {
    let read = files.iter().map(|path| {
        let file = path.display().to_string();
        match inputs::open(path, name, shelf)? {
            Input::List(form, list) => Ok((file, form, list)),
            Input::Profile(_) => Err(Failure::usage(format!("{file} is a profile already"))
                .hint("`bibsync fetch` takes it as it is")),
        }
    });
    read.collect()
}
