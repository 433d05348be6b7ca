use std::collections::{BTreeMap, btree_map};

use super::{
    entry,
    fields::ObjectFields,
    json::Node,
    medical_names,
    origin::ImportOrigin,
    problem::{Problems, ProfileError, PublicationRef},
};
use crate::model::{DblpPid, Listing, OpenAlexAuthor, Orcid, Person, PersonName};

/// A person and their publications, as claimed.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Profile {
    /// The person whose publications are listed.
    pub person: Person,
    /// The publications in the order of the list, which may be empty.
    pub publications: Vec<Listing>,
    /// The origin of each publication that was imported.
    pub origins: Vec<Option<ImportOrigin>>,
}

/// Reads `profile.json`; messages call it `file`.
///
/// Nothing is corrected or looked up: titles and venues stay as written, except for surrounding
/// blanks, and identifiers take their canonical form.
///
/// # Errors
/// Reports text that is not JSON as one fault. Else reports all faults of the profile: unknown fields,
/// values of the wrong type, malformed identifiers, publications without a title, keys used twice.
pub fn parse(text: &str, file: &str) -> Result<Profile, ProfileError> {
    let mut problems = Problems::of(file);
    // Some editors begin a file with a byte order mark, which JSON does not allow.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let profile = match Node::whole(text) {
        Ok(root) => profile(root, &mut problems),
        Err(wrong) => {
            problems.add(position(text, &wrong), syntax(text, &wrong));
            Profile::default()
        }
    };
    problems.finish(profile)
}

fn profile(root: Node<'_>, problems: &mut Problems<'_>) -> Profile {
    let Some(members) = root.object() else {
        let sort = root.type_name();
        problems.add(
            root.at(),
            format!("a profile is an object with `name` and `publications`, not {sort}"),
        );
        return Profile::default();
    };
    let mut fields = ObjectFields::of(members, problems);
    let person = person(&mut fields);
    let items = fields.list("publications", "a list of publications");
    let (mut publications, origins) = publications(&items, fields.problems());
    medical_names::turn(&mut publications);
    fields.problems().about(None);
    fields.finish();
    Profile {
        person,
        publications,
        origins,
    }
}

fn person(fields: &mut ObjectFields<'_, '_, '_>) -> Person {
    fields.text("$schema");
    let name = fields.text("name").map(|name| PersonName::parse(&name));
    let mut aliases = Vec::new();
    for (at, item) in fields.list("aliases", "a list of names").iter().enumerate() {
        let place = format!("aliases[{at}]");
        if let Some(alias) = fields.string(&place, *item, "another spelling of the name") {
            aliases.push(PersonName::parse(&alias));
        }
    }
    aliases.retain(|alias| !alias.is_empty());
    let ids = fields.object("ids");
    let mut ids = ObjectFields::of(ids, fields.problems());
    let (dblp, orcid, openalex) = (
        ids.parsed("dblp", DblpPid::parse),
        ids.parsed("orcid", Orcid::parse),
        ids.parsed("openalex", OpenAlexAuthor::parse),
    );
    ids.finish();
    Person {
        name,
        aliases,
        dblp,
        orcid,
        openalex,
    }
}

fn publications(
    items: &[Node<'_>],
    problems: &mut Problems<'_>,
) -> (Vec<Listing>, Vec<Option<ImportOrigin>>) {
    let mut listings = Vec::with_capacity(items.len());
    let mut origins = Vec::with_capacity(items.len());
    let mut keys: BTreeMap<String, usize> = BTreeMap::new();
    for (index, node) in items.iter().enumerate() {
        let Some((listing, origin)) = entry::read(index, *node, problems) else {
            continue;
        };
        if let Some(key) = &listing.key {
            // BibTeX rejects a second key that differs only in case.
            match keys.entry(key.to_lowercase()) {
                btree_map::Entry::Vacant(free) => {
                    free.insert(index);
                }
                btree_map::Entry::Occupied(taken) => {
                    problems.about(Some(PublicationRef::new(index, Some(&listing.title))));
                    let message = format!(
                        "`key`: `{key}` is the key of publications[{}] too: keys must differ in more than case",
                        taken.get()
                    );
                    let at = node.member("key").unwrap_or(*node).at();
                    problems.add(at, message);
                }
            }
        }
        listings.push(listing);
        origins.push(origin);
    }
    (listings, origins)
}

/// Returns the line and column of a syntax error, from 1; `serde_json` counts bytes, and from 0 in
/// empty lines.
fn position(text: &str, wrong: &serde_json::Error) -> (usize, usize) {
    let line = text.lines().nth(wrong.line().saturating_sub(1));
    let before = line.and_then(|line| line.get(..wrong.column()));
    let column = before.map_or(wrong.column(), |before| before.chars().count());
    (wrong.line().max(1), column.max(1))
}

/// Returns the message of a syntax error without its position, which is reported separately.
fn syntax(text: &str, wrong: &serde_json::Error) -> String {
    if text.trim().is_empty() {
        return "the file is empty: expected an object with `name` and `publications`".into();
    }
    let position = format!(" at line {} column {}", wrong.line(), wrong.column());
    let message = wrong.to_string().replace(&position, "");
    let message = match message.as_str() {
        "key must be a string" => {
            "expected a field name in double quotes (a comma before `}` is one too many)"
        }
        "expected value" => "expected a value (a comma before `]` is one too many)",
        "trailing characters" => "something follows the end of the profile",
        other => other,
    };
    format!("this is not JSON: {message}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Kind, ListedAuthor};

    fn faults(text: &str) -> Vec<String> {
        let problems = parse(text, "p.json").unwrap_err().problems;
        problems.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn documented_profile_is_read() {
        let profile = parse(
            r#"{
              "$schema": "../profile.schema.json",
              "name": "Ada Example", "aliases": ["A. Example"],
              "ids": { "dblp": "95/7448-1", "orcid": "0000-0002-1825-0097" },
              "publications": [
                { "title": " On Looms ", "authors": ["Example, Ada", null, "Bob van Sample", "et al."],
                  "venue": "NSDI '23", "year": 2023, "month": "Apr", "kind": "conference" },
                { "title": "Told", "year": "2024", "doi": "https://doi.org/10.1145/X",
                  "match": false }
              ]
            }"#,
            "p.json",
        )
        .unwrap();
        assert_eq!(profile.person.name, Some(PersonName::parse("Ada Example")));
        assert_eq!(profile.person.aliases.len(), 1);
        assert_eq!(profile.person.dblp.unwrap().as_str(), "95/7448-1");
        assert_eq!(
            profile.person.orcid.unwrap().as_str(),
            "0000-0002-1825-0097"
        );
        let [looms, pinned] = profile.publications.as_slice() else {
            panic!("two were listed");
        };
        assert_eq!(looms.title, "On Looms");
        assert_eq!(
            looms.authors,
            [
                ListedAuthor::Named(PersonName::parse("Ada Example")),
                ListedAuthor::Person,
                ListedAuthor::Named(PersonName::from_parts("Bob", "van Sample")),
            ]
        );
        assert!(!looms.authors_complete && looms.is_searched());
        assert_eq!((looms.year, looms.month), (Some(2023), Some(4)));
        assert_eq!(looms.kind, Some(Kind::Conference));
        assert_eq!(pinned.doi.as_ref().unwrap().as_str(), "10.1145/x");
        assert!(pinned.authors_complete && !pinned.is_searched());
        assert_eq!(pinned.year, Some(2024));
    }

    #[test]
    fn title_is_the_only_required_field() {
        let profile = parse(r#"{"publications": [{"title": "A"}]}"#, "p.json").unwrap();
        assert_eq!(profile.publications, [Listing::titled("A")]);
        for empty in ["{}", r#"{"name": "Ada", "publications": []}"#, "\u{feff}{}"] {
            assert_eq!(parse(empty, "p.json").unwrap().publications, []);
        }
    }

    #[test]
    fn null_and_blank_count_as_absent() {
        let text = r#"{"name": " ", "ids": null, "aliases": [""], "publications":
            [{"title": "A", "doi": "", "year": null, "month": " ", "key": "", "fields": null}]}"#;
        let profile = parse(text, "p.json").unwrap();
        assert_eq!(profile.person, Person::default());
        assert_eq!(profile.publications, [Listing::titled("A")]);
    }

    #[test]
    fn all_faults_are_reported_in_order() {
        assert_eq!(
            faults(
                "{\"nam\": \"Ada\",\n \"publications\": [\n  {\"title\": \"A\", \"doi\": \"x\",\n   \"yaer\": 2020},\n  {\"venue\": 3}\n ]}"
            ),
            [
                "p.json:1:2: unknown field `nam`: did you mean `name`?",
                "p.json:3:25: publications[0] \"A\": `doi`: `x` is not a DOI such as 10.1145/3600006.3613145",
                "p.json:4:4: publications[0] \"A\": unknown field `yaer`: did you mean `year`?",
                "p.json:5:3: publications[1]: has no `title`, the one field every publication needs",
                "p.json:5:13: publications[1]: `venue` is a number: expected a string",
            ]
        );
    }

    #[test]
    fn keys_that_differ_only_in_case_are_rejected() {
        let text =
            r#"{"publications": [{"title": "A", "key": "ada23"}, {"title": "B", "key": "Ada23"}]}"#;
        assert_eq!(
            faults(text),
            [
                "p.json:1:73: publications[1] \"B\": `key`: `Ada23` is the key of publications[0] too: keys must differ in more than case"
            ]
        );
    }

    #[test]
    fn broken_json_is_reported_with_its_position() {
        assert_eq!(
            faults("{\"name\": \"Ada\",\n}"),
            [
                "p.json:2:1: this is not JSON: expected a field name in double quotes (a comma before `}` is one too many)"
            ]
        );
        assert!(faults(" \n")[0].contains("the file is empty"));
        assert!(faults("[]")[0].contains("not a list"));
    }
}
