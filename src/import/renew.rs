//! A profile brought up to date by what was read.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::{Certainty, Entry, Import};
use crate::model::{ListedAuthor, Listing, Person, PersonName};
use crate::profile::{self, Edit, EditError, Origin, Owner, Profile};
use crate::text::{fold, similarity};

/// A profile after an import.
#[derive(Debug, Clone, PartialEq)]
pub struct Renewal {
    /// Its text.
    pub text: String,
    /// What became of each entry that was read, in the order of the file.
    pub changes: Vec<Change>,
    /// Publications that were once read from the file and stand in it no longer, by their place in
    /// the profile. They are kept.
    pub gone: Vec<usize>,
}

/// What became of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// It was put at the end of the profile.
    New,
    /// It is there, and the file says the same of it as before.
    Same,
    /// It is there, and these fields were changed.
    Updated(Vec<String>),
}

/// Brings the profile `old`, whose text is `text`, up to date with what was read of `file`; `{}`
/// is a profile that is still to be made.
///
/// A publication is known again by its identifiers, by its title, or by a title much like it that
/// was read from the same file. Where the file says of it what it said before, nothing is
/// changed, so that what the person put right stays right. Where it says something else, the title,
/// authors, venue, year and status become what it says now; whatever else the person added (pins,
/// key, note, kind, fields) stays, and so does each byte that no change concerns.
///
/// # Errors
/// When the text is no profile.
pub fn renew(text: &str, old: &Profile, import: &Import, file: &str) -> Result<Renewal, EditError> {
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
                // A key that the profile has elsewhere can't be pinned a second time.
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
                Change::New
            }
            Some(index) => update(old, *index, said, &origin, &mut edits),
        };
        changes.push(change);
    }
    let kept: BTreeSet<usize> = places.iter().flatten().copied().collect();
    let was_here = |origin: &Option<Origin>| origin.as_ref().is_some_and(|from| from.file == file);
    let gone = old.origins.iter().enumerate();
    let gone = gone.filter(|(index, origin)| was_here(origin) && !kept.contains(index));
    Ok(Renewal {
        text: profile::edit(text, &edits)?,
        changes,
        gone: gone.map(|(index, _)| index).collect(),
    })
}

/// Fields that follow the file; the rest is the person's once it is there.
const FOLLOWING: [&str; 6] = [
    "title",
    "authors",
    "authors_complete",
    "venue",
    "year",
    "status",
];

fn update(
    old: &Profile,
    index: usize,
    said: Vec<(&'static str, Value)>,
    origin: &Origin,
    edits: &mut Vec<Edit>,
) -> Change {
    let before = old.origins.get(index).and_then(Option::as_ref);
    let of = Owner::Publication(index);
    if before != Some(&origin.rounded()) {
        edits.push(Edit::Set {
            of,
            field: "from".to_owned(),
            value: origin.to_json(),
        });
    }
    // Without an origin the publication is the person's own: what the list adds is filled in.
    let follows = before.is_some_and(|before| before.read != origin.read);
    if !follows && before.is_some() {
        return Change::Same;
    }
    let has: BTreeMap<&str, Value> = fields(&old.publications[index]).into_iter().collect();
    let says: BTreeSet<&str> = said.iter().map(|(name, _)| *name).collect();
    let mut changed = Vec::new();
    for (name, value) in said {
        let may = match has.get(name) {
            None => name != "key" && name != "authors_complete" || !has.contains_key("authors"),
            Some(known) => follows && FOLLOWING.contains(&name) && *known != value,
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
        if follows && has.contains_key(name) && !says.contains(name) {
            changed.push(name.to_owned());
            edits.push(Edit::Remove {
                of,
                field: name.to_owned(),
            });
        }
    }
    if changed.is_empty() {
        Change::Same
    } else {
        Change::Updated(changed)
    }
}

/// What is now known of the person and was not before.
fn person(old: &Person, new: &Person) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut set = |field: &str, value: Value| {
        edits.push(Edit::Set {
            of: Owner::Profile,
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
        ];
        let ids = ids.into_iter();
        let ids = ids.filter_map(|(name, id)| Some((name.to_owned(), json!(id?))));
        set("ids", Value::Object(ids.collect()));
    }
    edits
}

/// For each entry its place in the profile, if it is there; no place is given twice.
fn places(old: &Profile, import: &Import, file: &str) -> Vec<Option<usize>> {
    let mut index: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, listing) in old.publications.iter().enumerate() {
        for handle in handles(listing) {
            index.entry(handle).or_default().push(at);
        }
    }
    let mut free: BTreeSet<usize> = (0..old.publications.len()).collect();
    let mut places = Vec::with_capacity(import.entries.len());
    for entry in &import.entries {
        let listing = &entry.listing;
        let candidates = handles(listing)
            .into_iter()
            .filter_map(|handle| index.get(&handle))
            .flatten();
        // A paper and its journal version share their title: the venue and the year part them.
        let best = candidates
            .filter(|at| free.contains(at))
            .max_by_key(|at| {
                let known = &old.publications[**at];
                let agree = [
                    known.venue == listing.venue,
                    known.year == listing.year,
                    known.key.is_some() && known.key == listing.key,
                ];
                let score = agree.iter().filter(|agrees| **agrees).count();
                (score, std::cmp::Reverse(**at))
            })
            .copied();
        if let Some(at) = best {
            free.remove(&at);
        }
        places.push(best);
    }
    let was_here = |at: &usize| {
        let origin = old.origins.get(*at).and_then(Option::as_ref);
        origin.is_some_and(|origin| origin.file == file)
    };
    let mut lost: Vec<usize> = free.into_iter().filter(was_here).collect();
    for (entry, place) in import.entries.iter().zip(&mut places) {
        if place.is_some() || lost.is_empty() || lost.len() > MOST_LOST {
            continue;
        }
        let alike = lost.iter().enumerate().map(|(at, index)| {
            let known = &old.publications[*index].title;
            (at, similarity::letters(known, &entry.listing.title))
        });
        let best = alike.max_by(|(_, a), (_, b)| a.total_cmp(b));
        if let Some((at, _)) = best.filter(|(_, alike)| *alike >= ALIKE) {
            *place = Some(lost.remove(at));
        }
    }
    places
}

/// Titles so much alike, 0 to 1, are one title that was put right: more than four letters in five.
const ALIKE: f64 = 0.8;
/// More than so many that were lost are another list.
const MOST_LOST: usize = 1_000;

/// What a publication may be known by.
fn handles(listing: &Listing) -> Vec<String> {
    let ids = [
        listing.doi.as_ref().map(|id| format!("doi {id}")),
        listing.arxiv.as_ref().map(|id| format!("arxiv {id}")),
        listing.dblp.as_ref().map(|id| format!("dblp {id}")),
        Some(format!("title {}", fold::squeeze(&listing.title))),
    ];
    ids.into_iter().flatten().collect()
}

/// A listing as the fields of a profile, in their usual order.
fn fields(listing: &Listing) -> Vec<(&'static str, Value)> {
    let name = |author: &ListedAuthor| match author {
        ListedAuthor::Person => Value::Null,
        ListedAuthor::Named(name) => json!(spelt(name)),
    };
    let authors: Vec<Value> = listing.authors.iter().map(name).collect();
    let text = |text: Option<String>| text.map(Value::String);
    let all = [
        ("title", Some(json!(listing.title))),
        ("authors", (!authors.is_empty()).then(|| json!(authors))),
        (
            "authors_complete",
            (!listing.authors_complete).then(|| json!(false)),
        ),
        ("venue", text(listing.venue.clone())),
        ("year", listing.year.map(|year| json!(year))),
        ("month", listing.month.map(|month| json!(month))),
        ("kind", listing.kind.map(|kind| json!(kind))),
        ("status", text(listing.status.clone())),
        ("doi", text(listing.doi.as_ref().map(ToString::to_string))),
        (
            "arxiv",
            text(listing.arxiv.as_ref().map(ToString::to_string)),
        ),
        ("dblp", text(listing.dblp.as_ref().map(ToString::to_string))),
        ("isbn", text(listing.isbn.as_ref().map(ToString::to_string))),
        ("url", text(listing.url.clone())),
        ("key", text(listing.key.clone())),
        ("note", text(listing.note.clone())),
        ("match", (!listing.lookup).then(|| json!(false))),
    ];
    let given = all.into_iter();
    given
        .filter_map(|(name, value)| Some((name, value?)))
        .collect()
}

/// A name as it is read again from a profile.
fn spelt(name: &PersonName) -> String {
    let plain = name.to_string();
    if PersonName::parse(&plain) == *name {
        plain
    } else {
        name.sorting_form()
    }
}

/// Where an entry stands, in the words of a profile.
fn origin(entry: &Entry, file: &str) -> Origin {
    let Certainty {
        title,
        authors,
        venue,
        year,
    } = entry.certainty;
    let sure = entry.certainty != Certainty::SURE;
    Origin {
        file: file.to_owned(),
        lines: (entry.at.first, entry.at.last),
        sure: sure.then_some([title, authors, venue, year]),
        read: digest(&entry.listing),
    }
}

/// A short name for what was read: 64 bits of XXH3 over its fields, in hexadecimal.
fn digest(listing: &Listing) -> String {
    let said: Vec<String> = fields(listing)
        .into_iter()
        .map(|(name, value)| format!("{name}: {value}"))
        .collect();
    format!(
        "{:016x}",
        xxhash_rust::xxh3::xxh3_64(said.join("\n").as_bytes())
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::Lines;

    fn entry(title: &str, venue: &str, line: usize) -> Entry {
        Entry {
            listing: Listing {
                venue: Some(venue.to_owned()),
                authors: vec![
                    ListedAuthor::Person,
                    ListedAuthor::Named(PersonName::parse("Bob Doe")),
                ],
                ..Listing::titled(title)
            },
            at: Lines {
                first: line,
                last: line,
            },
            certainty: Certainty {
                venue: 0.704,
                ..Certainty::SURE
            },
        }
    }

    fn import(entries: &[(&str, &str)]) -> Import {
        let entries = entries.iter().zip(1..);
        Import {
            person: Person {
                name: Some(PersonName::parse("Ada Sample")),
                ..Person::default()
            },
            entries: entries
                .map(|((title, venue), line)| entry(title, venue, line))
                .collect(),
            ..Import::default()
        }
    }

    fn again(text: &str, entries: &[(&str, &str)]) -> Renewal {
        let old = profile::parse(text, "p.json").unwrap();
        renew(text, &old, &import(entries), "cv.md").unwrap()
    }

    #[test]
    fn a_first_profile_is_read_back() {
        let made = again("{}", &[("On Looms", "NSDI"), ("On Mills", "OSDI")]);
        assert_eq!(made.changes, [Change::New, Change::New]);
        let profile = profile::parse(&made.text, "p.json").unwrap();
        assert_eq!(profile.person.name, Some(PersonName::parse("Ada Sample")));
        assert_eq!(
            profile.publications[0],
            import(&[("On Looms", "NSDI")]).entries[0].listing
        );
        let origin = profile.origins[0].as_ref().unwrap();
        assert_eq!((origin.file.as_str(), origin.lines), ("cv.md", (1, 1)));
        assert_eq!(origin.sure, Some([1.0, 1.0, 0.7, 1.0]));
        let same = again(&made.text, &[("On Looms", "NSDI"), ("On Mills", "OSDI")]);
        assert_eq!(same.changes, [Change::Same, Change::Same]);
        assert_eq!(same.text, made.text);
    }

    #[test]
    fn what_the_person_added_stays() {
        let first = again(
            "{}",
            &[("On Looms", "NSDI"), ("On Mills", "OSDI"), ("Old", "X")],
        );
        let edited = first
            .text
            .replacen(
                "\"On Looms\"",
                "\"On Looms\",   \"key\": \"mine\", \"kind\": \"conference\"",
                1,
            )
            .replacen("\"OSDI\"", "\"OSDI '20\"", 1);
        let listed = [("New", "Y"), ("On Looms", "NSDI '23"), ("On Mills", "OSDI")];
        let renewed = again(&edited, &listed);
        let updated = Change::Updated(vec!["venue".to_owned()]);
        assert_eq!(renewed.changes, [Change::New, updated, Change::Same]);
        assert_eq!(renewed.gone, [2]);
        let profile = profile::parse(&renewed.text, "p.json").unwrap();
        let looms = &profile.publications[0];
        assert_eq!(looms.key.as_deref(), Some("mine"));
        assert_eq!(looms.venue.as_deref(), Some("NSDI '23"));
        assert!(renewed.text.contains("\"On Looms\",   \"key\": \"mine\""));
        // The file says of this one what it said before: the correction stays.
        assert_eq!(profile.publications[1].venue.as_deref(), Some("OSDI '20"));
        assert_eq!(profile.publications[3].title, "New");
        assert_eq!(profile.origins[1].as_ref().unwrap().lines, (3, 3));
    }

    #[test]
    fn a_corrected_title_and_a_second_version_are_known_again() {
        let first = again(
            "{}",
            &[
                ("On Loms and Mills", "NSDI"),
                ("Twice", "A"),
                ("Twice", "B"),
            ],
        );
        let listed = [
            ("Twice", "B"),
            ("On Looms and Mills", "NSDI"),
            ("Twice", "A"),
        ];
        let renewed = again(&first.text, &listed);
        assert_eq!(
            renewed.changes,
            [
                Change::Same,
                Change::Updated(vec!["title".to_owned()]),
                Change::Same
            ]
        );
        assert!(renewed.gone.is_empty());
    }

    #[test]
    fn a_profile_by_hand_gains_and_loses_nothing() {
        let text = r#"{"name": "A. Sample", "publications": [
            {"title": "on looms", "year": 2020, "note": "mine"}]}"#;
        let renewed = again(text, &[("On Looms", "NSDI")]);
        let profile = profile::parse(&renewed.text, "p.json").unwrap();
        let looms = &profile.publications[0];
        assert_eq!((looms.title.as_str(), looms.year), ("on looms", Some(2020)));
        assert_eq!(looms.venue.as_deref(), Some("NSDI"));
        assert_eq!(looms.note.as_deref(), Some("mine"));
        assert_eq!(profile.person.name, Some(PersonName::parse("A. Sample")));
    }
}
