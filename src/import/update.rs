//! Updates a profile with an imported list.

mod digest;
mod places;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use self::{
    digest::{digest, fields, is_followed, part},
    places::places,
};
use super::{Certainty, ImportedEntry, ImportedList, from_metadata::extra_fields};
use crate::model::Person;
use crate::profile::{self, Edit, EditError, EditTarget, ImportOrigin, Profile};

/// A profile after an import.
#[derive(Debug, Clone, PartialEq)]
pub struct ProfileUpdate {
    /// Its text.
    pub text: String,
    /// What happened to each imported entry, in the order of the file.
    pub changes: Vec<EntryChange>,
    /// Positions in the profile of publications that were once imported from the file and are no
    /// longer in it. They are kept.
    pub gone: Vec<usize>,
}

/// What happened to an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EntryChange {
    /// It was appended to the profile.
    New,
    /// It was there already, and the file says the same as before.
    Same,
    /// It was there already, and these fields were changed.
    Updated(Vec<String>),
}

/// Updates the profile `old`, which has the text `text`, with the list read from `file`. `{}` is a
/// new profile.
///
/// A publication is recognized by the digest of what was imported (kept in its `from`), whatever
/// the person has corrected since; otherwise by its identifiers, its title, or a similar title
/// imported from the same file. A field that is unchanged in the file is not changed, so that
/// corrections are kept. Title, authors, venue, year and status follow the file if it has changed.
/// Everything else that the person added (pins, key, note, kind, fields) is kept, as is every byte
/// that no change concerns: an entry that says the same at another place in the file keeps its `from`. A new profile is laid out for people, with one field a line.
///
/// # Errors
///
/// Returns an error if the text is no profile.
pub fn update(
    text: &str,
    old: &Profile,
    import: &ImportedList,
    file: &str,
) -> Result<ProfileUpdate, EditError> {
    let mut edits = person(&old.person, &import.person);
    let places = places(old, import, file);
    let mut taken: BTreeSet<String> = old
        .publications
        .iter()
        .filter_map(|listing| listing.key.as_ref().map(|key| key.to_lowercase()))
        .collect();
    let mut changes = Vec::with_capacity(import.entries.len());
    for (entry, place) in import.entries.iter().zip(&places) {
        let origin = origin(entry, file);
        let mut said = fields(&entry.listing);
        let change = match place {
            None => {
                // A key that another publication has can't be pinned again.
                let key = entry.listing.key.as_ref().map(|key| key.to_lowercase());
                if key.is_some_and(|key| !taken.insert(key)) {
                    said.retain(|(name, _)| *name != "key");
                }
                let mut fields: Vec<(String, Value)> = said
                    .into_iter()
                    .map(|(name, value)| (name.to_owned(), value))
                    .collect();
                fields.push(("from".to_owned(), origin.to_json()));
                edits.push(Edit::Append { fields });
                EntryChange::New
            }
            Some(index) => update_entry(old, *index, said, &origin, &mut edits),
        };
        changes.push(change);
    }
    let kept: BTreeSet<usize> = places.iter().flatten().copied().collect();
    let was_here =
        |origin: &Option<ImportOrigin>| origin.as_ref().is_some_and(|from| from.file == file);
    let gone = old.origins.iter().enumerate();
    let gone = gone.filter(|(index, origin)| was_here(origin) && !kept.contains(index));
    let mut edited = profile::edit(text, &edits)?;
    if text.trim() == NEW {
        edited = profile::laid_out(&edited)?;
    }
    Ok(ProfileUpdate {
        text: edited,
        changes,
        gone: gone.map(|(index, _)| index).collect(),
    })
}

/// The text of a new profile.
const NEW: &str = "{}";

fn update_entry(
    old: &Profile,
    index: usize,
    said: Vec<(&'static str, Value)>,
    origin: &ImportOrigin,
    edits: &mut Vec<Edit>,
) -> EntryChange {
    let before = old.origins.get(index).and_then(Option::as_ref);
    let of = EditTarget::Publication(index);
    let retold = before.is_some_and(|before| before.extra != origin.extra);
    // Lines and certainty are those of the last change: an entry that only moved stays as it is.
    let reads_same =
        before.is_some_and(|before| before.file == origin.file && before.digest == origin.digest);
    if !reads_same || retold {
        edits.push(Edit::Set {
            of,
            field: "from".to_owned(),
            value: origin.to_json(),
        });
    }
    // Without `from` the publication is the person's own, and missing fields are filled in.
    let follows = |name: &str| {
        before.is_some_and(|before| part(&before.digest, name) != part(&origin.digest, name))
    };
    if before.is_some_and(|before| before.digest == origin.digest) && !retold {
        return EntryChange::Same;
    }
    let has: BTreeMap<&str, Value> = fields(&old.publications[index]).into_iter().collect();
    let says: BTreeSet<&str> = said.iter().map(|(name, _)| *name).collect();
    let mut changed = Vec::new();
    changed.extend(retold.then(|| "told".to_owned()));
    for (name, value) in said {
        let may = match has.get(name) {
            // A field that the person removed stays removed until the file changes it.
            None if before.is_some() => follows(name) && name != "key",
            None => name != "key" && name != "authors_complete" || !has.contains_key("authors"),
            Some(known) => follows(name) && is_followed(name) && *known != value,
        };
        if may && has.get(name) != Some(&value) {
            changed.push(name.to_owned());
            edits.push(Edit::Set {
                of,
                field: name.to_owned(),
                value,
            });
        }
    }
    for name in ["status", "authors_complete"] {
        if follows(name) && has.contains_key(name) && !says.contains(name) {
            changed.push(name.to_owned());
            edits.push(Edit::Remove {
                of,
                field: name.to_owned(),
            });
        }
    }
    if changed.is_empty() {
        EntryChange::Same
    } else {
        EntryChange::Updated(changed)
    }
}

/// Returns edits that add what the import states about the person and the profile does not.
fn person(old: &Person, new: &Person) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut set = |field: &str, value: Value| {
        edits.push(Edit::Set {
            of: EditTarget::Profile,
            field: field.to_owned(),
            value,
        });
    };
    if let (None, Some(name)) = (&old.name, &new.name) {
        set("name", json!(name.to_string()));
    }
    let dblp = old.dblp.as_ref().or(new.dblp.as_ref());
    let orcid = old.orcid.as_ref().or(new.orcid.as_ref());
    if dblp != old.dblp.as_ref() || orcid != old.orcid.as_ref() {
        let ids = [
            ("dblp", dblp.map(ToString::to_string)),
            ("orcid", orcid.map(ToString::to_string)),
            ("openalex", old.openalex.as_ref().map(ToString::to_string)),
        ];
        let ids = ids.into_iter();
        let ids = ids.filter_map(|(name, id)| Some((name.to_owned(), json!(id?))));
        set("ids", Value::Object(ids.collect()));
    }
    edits
}

/// Returns the `from` of an entry.
fn origin(entry: &ImportedEntry, file: &str) -> ImportOrigin {
    let Certainty {
        title,
        authors,
        venue,
        year,
    } = entry.certainty;
    let sure = entry.certainty != Certainty::SURE;
    ImportOrigin {
        file: file.to_owned(),
        lines: (entry.at.first, entry.at.last),
        confidence: sure.then_some([title, authors, venue, year]),
        digest: digest(&entry.listing),
        extra: entry
            .listing
            .imported
            .as_ref()
            .and_then(|told| extra_fields(told.meta()))
            .map(Box::new),
    }
}

#[cfg(test)]
mod tests;
