use std::{collections::BTreeMap, path::PathBuf};

use super::{
    answer::{FieldEdit, ReviewAnswer},
    question::Question,
    walk::Keeper,
};
use crate::{
    cli::{exit::Failure, target::regular_target},
    files::ConditionalWrite,
    profile::{self, Edit, EditTarget},
};

/// The profiles that answers are written into.
#[derive(Debug)]
pub(super) struct Notebook {
    pages: Vec<OpenProfile>,
    /// The former texts of the profiles that each answer changed, by their indices.
    before: Vec<Vec<(usize, String)>>,
}

/// One profile, as it was last read or written.
#[derive(Debug)]
struct OpenProfile {
    path: PathBuf,
    text: String,
}

impl Notebook {
    /// Opens the inputs to be written into.
    ///
    /// # Errors
    /// When one is no profile.json: answers are stored there and nowhere else.
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
            Ok::<_, Failure>(OpenProfile { path, text })
        };
        Ok(Self {
            pages: paths.iter().map(page).collect::<Result<_, _>>()?,
            before: Vec::new(),
        })
    }

    /// Changes the publications at these places, each the index of an input and of a publication in
    /// it.
    ///
    /// # Errors
    /// When a file was changed by someone else since it was read, or can't be written. It is then
    /// as it was.
    pub(super) fn write(
        &mut self,
        changes: &[FieldEdit],
        places: &[(usize, usize)],
    ) -> Result<(), Failure> {
        self.before.push(Vec::new());
        for (nth, page) in self.pages.iter_mut().enumerate() {
            let edits: Vec<Edit> = places
                .iter()
                .filter(|(list, _)| *list == nth)
                .flat_map(|(_, at)| changes.iter().map(|change| edit(*at, change)))
                .collect();
            if !edits.is_empty() {
                let stood = page.write(&edits)?;
                if let Some(last) = self.before.last_mut() {
                    last.push((nth, stood));
                }
            }
        }
        Ok(())
    }
}

impl Keeper for Notebook {
    fn keep(&mut self, question: &Question, answer: &ReviewAnswer) -> Result<(), Failure> {
        self.write(&answer.edits(question), &question.places)
    }

    fn undo(&mut self, answers: usize) -> Result<(), Failure> {
        let kept = self.before.len().saturating_sub(answers);
        // Of a profile that was written more than once, the first former text is restored.
        let mut old: BTreeMap<usize, &String> = BTreeMap::new();
        for (nth, text) in self.before.iter().skip(kept).flatten() {
            old.entry(*nth).or_insert(text);
        }
        let pages = old.keys().filter_map(|nth| self.pages.get(*nth));
        for (page, text) in pages.zip(old.values()) {
            page.put(text, "the answer was not taken back")?;
        }
        for (nth, text) in self.before.split_off(kept).into_iter().rev().flatten() {
            if let Some(page) = self.pages.get_mut(nth) {
                page.text = text;
            }
        }
        Ok(())
    }
}

impl OpenProfile {
    /// Writes the edits, and returns the former text.
    fn write(&mut self, edits: &[Edit]) -> Result<String, Failure> {
        let name = self.path.display().to_string();
        let text = profile::edit(&self.text, edits).map_err(Failure::usage)?;
        profile::parse(&text, &name).map_err(Failure::usage)?;
        self.put(&text, "this answer was not written")?;
        Ok(std::mem::replace(&mut self.text, text))
    }

    /// Replaces the text that was last read or written.
    ///
    /// # Errors
    /// When the file has changed meanwhile.
    fn put(&self, text: &str, outcome: &str) -> Result<(), Failure> {
        let target = regular_target(&self.path)?;
        let was = Some(self.text.as_bytes());
        if target.write_if_unchanged(text.as_bytes(), was)? == ConditionalWrite::Conflict {
            let name = self.path.display();
            return Err(
                Failure::usage(format!("{name} was changed by another program meanwhile"))
                    .hint(format!("{outcome}; run review again")),
            );
        }
        Ok(())
    }
}

fn edit(at: usize, (field, value): &FieldEdit) -> Edit {
    let of = EditTarget::Publication(at);
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
        // Its own writes do not count as another program's.
        notebook.write(&[("doi", None)], &[(0, 1)]).unwrap();
        assert_eq!(fs_err::read_to_string(&path).unwrap(), text);

        fs_err::write(&path, "{\"publications\": []}").unwrap();
        let refused = notebook.write(&pin, &[(0, 1)]).unwrap_err().to_string();
        assert!(refused.contains("changed by another program"), "{refused}");
        assert_eq!(
            fs_err::read_to_string(&path).unwrap(),
            "{\"publications\": []}"
        );
    }

    #[test]
    fn answers_taken_back_leave_the_bytes_as_they_were() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("profile.json");
        let text = "{ \"publications\":[{\"title\":\"A\"},\t{\"title\": \"B\"} ]}";
        fs_err::write(&path, text).unwrap();
        let mut notebook = Notebook::open(std::slice::from_ref(&path)).unwrap();
        let pin = [("doi", Some(json!("10.1145/1.2")))];
        notebook.write(&pin, &[(0, 0)]).unwrap();
        let once = fs_err::read_to_string(&path).unwrap();
        for at in [0, 1] {
            notebook
                .write(&[("match", Some(json!(true)))], &[(0, at)])
                .unwrap();
        }
        notebook.undo(2).unwrap();
        assert_eq!(fs_err::read_to_string(&path).unwrap(), once);
        fs_err::write(&path, format!("{once}\n")).unwrap();
        assert!(notebook.undo(1).is_err(), "someone else was here");
        assert_eq!(fs_err::read_to_string(&path).unwrap(), format!("{once}\n"));
        fs_err::write(&path, &once).unwrap();
        notebook.undo(1).unwrap();
        assert_eq!(fs_err::read_to_string(&path).unwrap(), text);
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
