//! The texts of a first profile and first settings.

use serde_json::json;

use super::super::{exit::Failure, inputs::NamedList};
use crate::{
    config::Email,
    import::{self, EntryChange, ImportedList},
    model::Person,
    profile::{self, Edit, EditTarget},
};

/// The list, where `fetch` and its examples expect it.
pub(super) const PROFILE: &str = "profile.json";
/// The settings of a folder.
pub(super) const SETTINGS: &str = "bibsync.toml";
/// The folder of the schemas, by which an editor knows the fields of both.
pub(super) const SCHEMAS: &str = ".bibsync";
pub(super) const PROFILE_SCHEMA: &str = ".bibsync/profile.schema.json";
pub(super) const SETTINGS_SCHEMA: &str = ".bibsync/config.schema.json";

/// A new profile.
pub(super) struct ProfileDraft {
    pub(super) text: String,
    /// The number of its publications.
    pub(super) publications: usize,
    /// What happened to the entries of each list.
    pub(super) changes: Vec<Vec<EntryChange>>,
}

/// Makes a profile of this person with these lists, which are added as `import` adds them.
pub(super) fn profile_draft(person: &Person, lists: &[NamedList]) -> Result<ProfileDraft, Failure> {
    let mut text = json!({ "$schema": format!("./{PROFILE_SCHEMA}") }).to_string();
    let mut person = person.clone();
    if person.name.is_none() {
        person.name = lists.iter().find_map(|(.., list)| list.person.name.clone());
    }
    if person.name.is_none() {
        return Err(Failure::usage(
            "nothing says whose publications these are; nothing was written",
        )
        .hint("give --name \"First Last\""));
    }
    let owner = ImportedList {
        person,
        ..ImportedList::default()
    };
    let mut changes = Vec::new();
    let mut profile = parsed(&text)?;
    let named = lists.iter().map(|(file, _, list)| (file.as_str(), list));
    for (file, list) in std::iter::once((PROFILE, &owner)).chain(named) {
        let update = import::update(&text, &profile, list, file).map_err(Failure::usage)?;
        text = update.text;
        profile = parsed(&text)?;
        changes.push(update.changes);
    }
    if profile.publications.is_empty() {
        let none = Edit::Set {
            of: EditTarget::Profile,
            field: "publications".to_owned(),
            value: json!([]),
        };
        text = profile::edit(&text, &[none]).map_err(Failure::usage)?;
    }
    Ok(ProfileDraft {
        text: profile::laid_out(&text).map_err(Failure::usage)?,
        publications: profile.publications.len(),
        changes: changes.split_off(1),
    })
}

fn parsed(text: &str) -> Result<profile::Profile, Failure> {
    profile::parse(text, PROFILE).map_err(Failure::usage)
}

/// Makes settings with this address, or with a place for one.
pub(super) fn settings_draft(email: Option<&Email>) -> String {
    // The address has no character that TOML would escape.
    let email = email.map_or_else(
        || "# email = \"you@example.org\"".to_owned(),
        |email| format!("email = \"{email}\""),
    );
    format!(
        "#:schema ./{SETTINGS_SCHEMA}\n\
         # Settings of bibsync for this folder. What is not set has its default.\n\n\
         [contact]\n\
         # Sent to the services, which write before they block somebody, and allow more requests.\n\
         {email}\n"
    )
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::config;

    #[test]
    fn settings_can_be_read_with_and_without_an_address() {
        let address = Email::parse("o'neil+a@x.example.org").unwrap();
        for email in [None, Some(address)] {
            let text = settings_draft(email.as_ref());
            let read = config::load(Some(("bibsync.toml", &text)), &BTreeMap::new()).unwrap();
            assert_eq!(read.contact, email, "{text}");
        }
    }

    #[test]
    fn a_profile_needs_a_name() {
        assert!(profile_draft(&Person::default(), &[]).is_err());
    }
}
