use std::path::PathBuf;

use super::answer::Change;
use crate::{
    cli::{
        exit::Failure,
        output::{Guarded, Target},
    },
    profile::{self, Edit, Owner},
};

/// The profiles that answers are written into.
#[derive(Debug)]
pub(super) struct Notebook(Vec<Page>);

/// One profile, as it was last read or written.
#[derive(Debug)]
struct Page {
    path: PathBuf,
    text: String,
}

impl Notebook {
    /// Opens the inputs to be written into.
    ///
    /// # Errors
    /// When one is no profile.json: what a person decides is kept there and nowhere else.
    pub(super) fn open(paths: &[PathBuf]) -> Result<Self, Failure> {
        let page = |path: &PathBuf| {
            let name = path.display().to_string();
            let is_profile = |text: &String| profile::parse(text, &name).is_ok();
            let text = match name.as_str() {
                "-" => None,
                _ => fs_err::read_to_string(path).ok().filter(is_profile),
            };
            let text = text.ok_or_else(|| no_profile(&name))?;
            let path = path.clone();
            Ok(Page { path, text })
        };
        paths.iter().map(page).collect::<Result<_, _>>().map(Self)
    }

    /// Writes changes of the publications at these places, each an input and a place in it.
    ///
    /// # Errors
    /// When a file was changed by someone else since it was read, or can't be written. It is then
    /// as it was.
    pub(super) fn write(
        &mut self,
        changes: &[Change],
        places: &[(usize, usize)],
    ) -> Result<(), Failure> {
        for (nth, page) in self.0.iter_mut().enumerate() {
            let edits: Vec<Edit> = places
                .iter()
                .filter(|(list, _)| *list == nth)
                .flat_map(|(_, at)| changes.iter().map(|change| edit(*at, change)))
                .collect();
            if !edits.is_empty() {
                page.write(&edits)?;
            }
        }
        Ok(())
    }
}

impl Page {
    fn write(&mut self, edits: &[Edit]) -> Result<(), Failure> {
        let name = self.path.display().to_string();
        let now = fs_err::read_to_string(&self.path).map_err(Failure::usage)?;
        let changed = || {
            Failure::usage(format!("{name} was changed by someone else meanwhile"))
                .hint("this answer was not written; run review again")
        };
        if now != self.text {
            return Err(changed());
        }
        let text = profile::edit(&now, edits).map_err(Failure::usage)?;
        profile::parse(&text, &name).map_err(Failure::usage)?;
        let target = Target::prepare(&self.path)?;
        let written = target.write_if_unchanged(text.as_bytes(), Some(now.as_bytes()))?;
        if written == Guarded::Changed {
            return Err(changed());
        }
        self.text = text;
        Ok(())
    }
}

fn edit(at: usize, (field, value): &Change) -> Edit {
    let of = Owner::Publication(at);
    let field = (*field).to_owned();
    match value {
        Some(value) => Edit::Set {
            of,
            field,
            value: value.clone(),
        },
        None => Edit::Remove { of, field },
    }
}

fn no_profile(name: &str) -> Failure {
    Failure::usage(format!(
        "answers can't be written into {name}: it is no profile.json"
    ))
    .hint("make one with `bibsync import`, fetch that, and review it; --list shows what is asked")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_someone_else_changed_is_left_alone() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("profile.json");
        let text = "{\"publications\": [\n  {\"title\": \"A\"}, {\"title\": \"B\"}\n]}\n";
        fs_err::write(&path, text).unwrap();
        let mut notebook = Notebook::open(std::slice::from_ref(&path)).unwrap();
        let pin = [("doi", Some(json!("10.1145/1.2")))];
        notebook.write(&pin, &[(0, 1)]).unwrap();
        let pinned = "{\"publications\": [\n  {\"title\": \"A\"}, {\"title\": \"B\", \"doi\": \"10.1145/1.2\"}\n]}\n";
        assert_eq!(fs_err::read_to_string(&path).unwrap(), pinned);
        // Its own writing is not someone else's.
        notebook.write(&[("doi", None)], &[(0, 1)]).unwrap();
        assert_eq!(fs_err::read_to_string(&path).unwrap(), text);

        fs_err::write(&path, "{\"publications\": []}").unwrap();
        let refused = notebook.write(&pin, &[(0, 1)]).unwrap_err().to_string();
        assert!(refused.contains("changed by someone else"), "{refused}");
        assert_eq!(
            fs_err::read_to_string(&path).unwrap(),
            "{\"publications\": []}"
        );
    }

    #[test]
    fn only_profiles_are_written_into() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("cv.txt");
        fs_err::write(&path, "Publications").unwrap();
        for path in [path, "-".into()] {
            let refused = Notebook::open(&[path]).unwrap_err().to_string();
            assert!(refused.contains("bibsync import"), "{refused}");
        }
    }
}
