//! `bibsync init`: a first `profile.json` and `bibsync.toml`. Asks what the options leave open, and
//! writes only files that are not there.

mod drafts;
mod questions;

use std::path::{Path, PathBuf};

use self::{
    drafts::{
        PROFILE, PROFILE_SCHEMA, SCHEMAS, SETTINGS, SETTINGS_SCHEMA, profile_draft, settings_draft,
    },
    questions::Dialogue,
};
use super::{
    answers::Lines,
    args::{Init, Shared},
    counted::publications,
    exit::{Code, Failure},
    import::{PageOwner, person_page, read_lists, table},
    inputs::{NamedList, Shelf, none_found, once_from_standard_input},
    screen::{on_error, say},
    settings::settings_and_file,
    target::{is_standard, regular_target},
    world::World,
};
use crate::{
    config::{self, Email, Settings},
    files::ConditionalWrite,
    model::{Person, PersonName},
    profile,
};

/// Writes a first profile and settings.
pub(super) fn init(args: &Init, shared: &Shared, world: &World) -> Result<Code, Failure> {
    once_from_standard_input(&args.files)?;
    if !args.yes && args.files.iter().any(|file| is_standard(file)) {
        return Err(Failure::usage(
            "standard input (`-`) can't hold a list and the answers to questions",
        )
        .hint("with --yes nothing is asked"));
    }
    let (settings, file) = settings_and_file(shared, world)?;
    let kept = Kept {
        profile: fs_err::symlink_metadata(PROFILE).is_ok(),
        settings: file.map(|file| file.path),
    };
    kept.refuse_what_would_be_lost(args)?;

    let shelf = Shelf::of(shared, &settings, world);
    let mut begun = begin(args, &kept, &settings, &shelf)?;
    let code = read_page(&mut begun, args, shared, &settings, world);
    write(&begun, &kept, shared)?;
    Ok(code)
}

/// What was there before, and stays as it is.
struct Kept {
    profile: bool,
    /// The settings that apply in this folder: settings written here would replace the user's own.
    settings: Option<PathBuf>,
}

impl Kept {
    /// Refuses options that would have no effect, and a call that has nothing to write.
    fn refuse_what_would_be_lost(&self, args: &Init) -> Result<(), Failure> {
        if let (true, Some(settings)) = (self.profile, &self.settings) {
            let settings = settings.display();
            return Err(Failure::usage(format!(
                "nothing to write: {PROFILE} and {settings} are there already, and stay as they are"
            ))
            .hint("`bibsync import` updates a profile; settings are edited by hand"));
        }
        let of_profile = !args.files.is_empty()
            || args.name.is_some()
            || args.orcid.is_some()
            || args.dblp.is_some();
        if self.profile && of_profile {
            return Err(Failure::usage(format!(
                "{PROFILE} is there already and is never overwritten, so a list, --name, --orcid or --dblp would have no effect"
            ))
            .hint("`bibsync import` updates it"));
        }
        if let (Some(settings), Some(email)) = (&self.settings, &args.email) {
            let settings = settings.display();
            return Err(Failure::usage(format!(
                "{settings} is there already and is never overwritten, so --email would have no effect"
            ))
            .hint(format!("write `email = \"{email}\"` under [contact] in that file")));
        }
        Ok(())
    }
}

/// What the options and the answers say.
struct Begun {
    person: Person,
    lists: Vec<NamedList>,
    email: Option<Email>,
}

/// Reads the lists, and asks what no option says.
fn begin(args: &Init, kept: &Kept, settings: &Settings, shelf: &Shelf) -> Result<Begun, Failure> {
    let mut person = Person {
        name: args.name.as_deref().map(PersonName::parse),
        dblp: args.dblp.clone(),
        orcid: args.orcid.clone(),
        ..Person::default()
    };
    let mut email = args.email.clone();
    let mut lists = read(&args.files, person.name.as_ref(), shelf)?;
    if args.yes {
        return Ok(Begun {
            person,
            lists,
            email,
        });
    }
    let mut lines = Lines::of(std::io::stdin().lock());
    let mut screen = std::io::stderr().lock();
    let mut dialogue = Dialogue::new(&mut lines, &mut screen, on_error());
    if !kept.profile {
        let mut files = args.files.clone();
        if files.is_empty() {
            (files, lists) = dialogue.list(|path| {
                let files = vec![path.to_owned()];
                let lists = read(&files, person.name.as_ref(), shelf)?;
                Ok((files, lists))
            })?;
        }
        if person.name.is_none() {
            let owner = lists.iter().find_map(|(.., list)| list.person.name.clone());
            let name = dialogue.name(owner.as_ref())?;
            if !files.is_empty() && owner.as_ref() != Some(&name) {
                // A reader that knows the name tells people from titles more often.
                lists = read(&files, Some(&name), shelf)?;
            }
            person.name = Some(name);
        }
        if person.dblp.is_none() && person.orcid.is_none() {
            (person.dblp, person.orcid) = dialogue.ids()?;
        }
    }
    if kept.settings.is_none() && email.is_none() && settings.contact.is_none() {
        email = dialogue.email()?;
    }
    Ok(Begun {
        person,
        lists,
        email,
    })
}

/// Reads these lists; one without publications is more likely the wrong file.
fn read(
    files: &[PathBuf],
    name: Option<&PersonName>,
    shelf: &Shelf,
) -> Result<Vec<NamedList>, Failure> {
    let lists = read_lists(files, name, shelf)?;
    let mut empty = lists.iter().filter(|(.., list)| list.entries.is_empty());
    match empty.next() {
        Some((file, form, _)) => Err(none_found(file, *form)),
        None => Ok(lists),
    }
}

/// Reads the person's page at DBLP, if there is one and no list. A page that can't be read takes
/// nothing else away.
fn read_page(
    begun: &mut Begun,
    args: &Init,
    shared: &Shared,
    settings: &Settings,
    world: &World,
) -> Code {
    let Person { dblp, orcid, .. } = begun.person.clone();
    let option = match (&dblp, &orcid) {
        (Some(pid), _) => format!("--dblp {pid}"),
        (None, Some(orcid)) => format!("--orcid {orcid}"),
        (None, None) => return Code::Done,
    };
    if !begun.lists.is_empty() {
        return Code::Done;
    }
    match person_page(
        PageOwner { dblp, orcid },
        args.offline,
        shared,
        settings,
        world,
    ) {
        Ok(list) => begun.lists.push(list),
        Err(_) if args.offline => {
            tracing::warn!(
                "the library and the cache do not have that page of DBLP; `bibsync import {option}` asks DBLP for it"
            );
        }
        Err(failure) => {
            say(&format!(
                "{failure}\nno publication was read; `bibsync import {option}` tries again"
            ));
            return failure.code;
        }
    }
    Code::Done
}

/// Writes what is not there yet.
fn write(begun: &Begun, kept: &Kept, shared: &Shared) -> Result<(), Failure> {
    let mut files = Vec::new();
    let mut said = Vec::new();
    if !kept.profile {
        let draft = profile_draft(&begun.person, &begun.lists)?;
        if !shared.quiet {
            for ((file, form, list), changes) in begun.lists.iter().zip(&draft.changes) {
                let told = table(file, *form, list, changes, on_error().columns);
                say(told.trim_end());
            }
        }
        files.push((PROFILE_SCHEMA, format!("{:#}\n", profile::schema())));
        said.push(format!(
            "wrote {PROFILE} ({})",
            publications(draft.publications)
        ));
        files.push((PROFILE, draft.text));
    }
    match &kept.settings {
        None => {
            files.push((SETTINGS_SCHEMA, format!("{:#}\n", config::schema())));
            files.push((SETTINGS, settings_draft(begun.email.as_ref())));
            said.push(format!("wrote {SETTINGS}"));
        }
        Some(path) => said.push(format!(
            "{} has your settings, and stays as it is",
            path.display()
        )),
    }
    if kept.profile {
        said.push(format!("{PROFILE} is there already, and stays as it is"));
    }
    for (name, text) in files {
        place(Path::new(name), &text)?;
    }
    if !shared.quiet {
        say(&said.join("\n"));
        say(&format!("next: `bibsync fetch {PROFILE}`"));
    }
    Ok(())
}

/// Writes a file that is not there. The schemas may be: each of the two files brings its own.
fn place(path: &Path, text: &str) -> Result<(), Failure> {
    let is_schema = path.starts_with(SCHEMAS);
    if is_schema && path.exists() {
        return Ok(());
    }
    match regular_target(path)?.write_if_unchanged(text.as_bytes(), None)? {
        ConditionalWrite::Conflict => Err(Failure::usage(format!(
            "{} was written by another program meanwhile, and is left alone",
            path.display()
        ))
        .hint("run again to make what is still missing")),
        ConditionalWrite::Written | ConditionalWrite::Unchanged => Ok(()),
    }
}
