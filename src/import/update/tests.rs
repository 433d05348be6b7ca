use super::*;
use crate::import::LineRange;
use crate::model::{ListedAuthor, Listing, PersonName};

fn entry(title: &str, venue: &str, line: usize) -> ImportedEntry {
    ImportedEntry {
        listing: Listing {
            venue: Some(venue.to_owned()),
            authors: vec![
                ListedAuthor::Person,
                ListedAuthor::Named(PersonName::parse("Bob Doe")),
            ],
            ..Listing::titled(title)
        },
        at: LineRange {
            first: line,
            last: line,
        },
        certainty: Certainty {
            venue: 0.704,
            ..Certainty::SURE
        },
    }
}

fn import(entries: &[(&str, &str)]) -> ImportedList {
    let entries = entries.iter().zip(1..);
    ImportedList {
        person: Person {
            name: Some(PersonName::parse("Ada Sample")),
            ..Person::default()
        },
        entries: entries
            .map(|((title, venue), line)| entry(title, venue, line))
            .collect(),
        ..ImportedList::default()
    }
}

fn again(text: &str, entries: &[(&str, &str)]) -> ProfileUpdate {
    let old = profile::parse(text, "p.json").unwrap();
    update(text, &old, &import(entries), "cv.md").unwrap()
}

#[test]
fn new_profile_is_read_back() {
    let made = again("{}", &[("On Looms", "NSDI"), ("On Mills", "OSDI")]);
    assert_eq!(made.changes, [EntryChange::New, EntryChange::New]);
    let profile = profile::parse(&made.text, "p.json").unwrap();
    assert_eq!(profile.person.name, Some(PersonName::parse("Ada Sample")));
    assert_eq!(
        profile.publications[0],
        import(&[("On Looms", "NSDI")]).entries[0].listing
    );
    let origin = profile.origins[0].as_ref().unwrap();
    assert_eq!((origin.file.as_str(), origin.lines), ("cv.md", (1, 1)));
    assert_eq!(origin.confidence, Some([1.0, 1.0, 0.7, 1.0]));
    let same = again(&made.text, &[("On Looms", "NSDI"), ("On Mills", "OSDI")]);
    assert_eq!(same.changes, [EntryChange::Same, EntryChange::Same]);
    assert_eq!(same.text, made.text);
}

#[test]
fn additions_of_the_person_are_kept() {
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
    let updated = EntryChange::Updated(vec!["venue".to_owned()]);
    assert_eq!(
        renewed.changes,
        [EntryChange::New, updated, EntryChange::Same]
    );
    assert_eq!(renewed.gone, [2]);
    let profile = profile::parse(&renewed.text, "p.json").unwrap();
    let looms = &profile.publications[0];
    assert_eq!(looms.key.as_deref(), Some("mine"));
    assert_eq!(looms.venue.as_deref(), Some("NSDI '23"));
    assert!(renewed.text.contains("\"On Looms\",   \"key\": \"mine\""));
    // This entry is unchanged in the file, so the correction stays.
    assert_eq!(profile.publications[1].venue.as_deref(), Some("OSDI '20"));
    assert_eq!(profile.publications[3].title, "New");
    // It moved, and nothing else of it changed.
    assert_eq!(profile.origins[0].as_ref().unwrap().lines, (2, 2));
    assert_eq!(profile.origins[1].as_ref().unwrap().lines, (2, 2));
}

#[test]
fn correction_is_kept_when_another_field_changes() {
    let first = again("{}", &[("On Loms", "NSDI")]);
    let corrected = first.text.replace("\"NSDI\"", "\"NSDI '23\"");
    let renewed = again(&corrected, &[("On Looms", "NSDI")]);
    let title = EntryChange::Updated(vec!["title".to_owned()]);
    assert_eq!(renewed.changes, [title]);
    let profile = profile::parse(&renewed.text, "p.json").unwrap();
    let venue = profile.publications[0].venue.as_deref();
    assert_eq!(venue, Some("NSDI '23"));
}

#[test]
fn corrected_title_and_second_version_are_recognized() {
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
            EntryChange::Same,
            EntryChange::Updated(vec!["title".to_owned()]),
            EntryChange::Same
        ]
    );
    assert!(renewed.gone.is_empty());
}

#[test]
fn handwritten_profile_is_unchanged() {
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

#[test]
fn corrections_cause_no_new_publications() {
    let listed = [
        ("On Loms and Mils", "NSDI"),
        ("Twice", "A"),
        ("Twice", "B"),
        ("Other", "OSDI"),
    ];
    let first = again("{}", &listed);
    let title = ("\"On Loms and Mils\"", "\"On Looms and Mills\"");
    let whole = ("\"On Loms and Mils\"", "\"Weaving at Scale: A Study\"");
    let venue = (
        "\"venue\": \"NSDI\"",
        "\"venue\": \"OSDI\",\n \"year\": 2021",
    );
    let authors = ("\"Bob Doe\"", "\"Robert Doe\", \"Eve Roe\"");
    let twin = ("\"venue\": \"A\"", "\"venue\": \"B\"");
    let twin_title = ("\"Twice\"", "\"Thrice\"");
    for corrections in [
        vec![title],
        vec![whole],
        vec![venue],
        vec![authors],
        vec![twin],
        vec![twin_title],
        vec![whole, venue],
        vec![whole, venue, authors],
        vec![whole, venue, authors, twin, twin_title],
    ] {
        let corrected = corrections
            .iter()
            .fold(first.text.clone(), |text, (from, to)| {
                assert!(text.contains(from), "{from}");
                text.replacen(from, to, 1)
            });
        let renewed = again(&corrected, &listed);
        assert_eq!(
            renewed.changes,
            vec![EntryChange::Same; 4],
            "{corrections:?}"
        );
        assert_eq!(renewed.text, corrected, "{corrections:?}");
        assert!(renewed.gone.is_empty());
        // Also in another order of the file, and under another name.
        let mut turned = listed;
        turned.reverse();
        let renewed = again(&corrected, &turned);
        assert_eq!(
            renewed.changes,
            vec![EntryChange::Same; 4],
            "{corrections:?}"
        );
        assert_eq!(renewed.text, corrected, "{corrections:?}");
        let old = profile::parse(&corrected, "p.json").unwrap();
        let renamed = update(&corrected, &old, &import(&listed), "cv-2026.md").unwrap();
        assert_eq!(
            renamed.changes,
            vec![EntryChange::Same; 4],
            "{corrections:?}"
        );
    }
}

#[test]
fn replaced_title_keeps_following_the_file() {
    let first = again("{}", &[("Loms", "NSDI"), ("Mills", "OSDI")]);
    let corrected = first.text.replacen("\"Loms\"", "\"Weaving at Scale\"", 1);
    let renewed = again(&corrected, &[("Mills", "OSDI"), ("Loms", "NSDI '23")]);
    let venue = EntryChange::Updated(vec!["venue".to_owned()]);
    assert_eq!(renewed.changes, [EntryChange::Same, venue]);
    let profile = profile::parse(&renewed.text, "p.json").unwrap();
    assert_eq!(profile.publications[0].title, "Weaving at Scale");
    assert_eq!(profile.publications[0].venue.as_deref(), Some("NSDI '23"));
}

/// Twenty works, as the lines of a CV.
fn works() -> Vec<String> {
    let subjects = [
        "Looms", "Mills", "Cranes", "Ropes", "Canals", "Locks", "Clocks", "Lenses", "Pumps",
        "Kilns",
    ];
    let work = |(at, subject): (usize, &&str)| {
        let year = 2005 + at % 10;
        [
            format!("- Ada Sample, Bob Doe. *{subject} under Heavy Load*. NSDI {year}."),
            format!(
                "- Bob Doe, Ada Sample, Eve Roe. *Building Better {subject}*. Review of Tools, {year}."
            ),
        ]
    };
    subjects.iter().enumerate().flat_map(work).collect()
}

fn import_text(profile: &str, cv: &str, name: &str) -> ProfileUpdate {
    let form = crate::import::InputFormat::of(cv.as_bytes(), name).unwrap();
    let no_pdf = |_: &[u8]| Err(crate::import::Refused::NoPdfReader);
    let hints = crate::import::Hints::default();
    let list = crate::import::read(cv.as_bytes(), form, &hints, &no_pdf).unwrap();
    let old = profile::parse(profile, "p.json").unwrap();
    update(profile, &old, &list, name).unwrap()
}

fn cv(head: &str, works: &[String]) -> String {
    format!("# Ada Sample\n\n{head}\n\n{}\n", works.join("\n"))
}

#[test]
fn new_work_at_the_top_of_a_cv_changes_no_other() {
    let mut works = works();
    let made = import_text("{}", &cv("## Publications", &works), "cv.md");
    assert_eq!(made.changes, vec![EntryChange::New; 20]);
    works.insert(
        0,
        "- Ada Sample, Eve Roe. *Bridges of Rope*. OSDI 2024.".to_owned(),
    );
    let more = import_text(&made.text, &cv("## Publications", &works), "cv.md");
    assert_eq!(more.changes[0], EntryChange::New);
    assert_eq!(more.changes[1..], vec![EntryChange::Same; 20]);
    // All bytes of the old text are there, around those of the new work.
    let old = made.text.trim_end();
    let added = more.text.len() - made.text.len();
    let common = old
        .bytes()
        .zip(more.text.bytes())
        .take_while(|(a, b)| a == b)
        .count();
    assert_eq!(old[common..], more.text.trim_end()[common + added..]);
    assert!(more.text[common..common + added].contains("Bridges of Rope"));
    // The work is gone again, and its entry is kept.
    works.remove(0);
    let less = import_text(&more.text, &cv("## Publications", &works), "cv.md");
    assert_eq!((less.text, less.gone), (more.text, vec![20]));
}

#[test]
fn rearranged_cv_changes_nothing() {
    let mut works = works();
    let before = cv("## Publications", &works);
    let made = import_text("{}", &before, "cv.md");
    let renamed = cv("A sentence about me.\n\n## Selected Publications", &works);
    works.reverse();
    let turned = cv("## Publications", &works);
    works.swap(3, 7);
    works.insert(9, "\n## Older Publications\n".to_owned());
    let parted = cv("## Publications", &works);
    for after in [before, renamed, turned, parted] {
        let again = import_text(&made.text, &after, "cv.md");
        assert_eq!(again.changes, vec![EntryChange::Same; 20], "{after}");
        assert_eq!(again.text, made.text, "{after}");
    }
}

#[test]
fn file_of_fields_changes_nothing_when_its_entries_move() {
    let entries = [
        "@article{a, title={On $O(n^{2})$ {L}ooms}, author={Sample, Ada and others}, journal={Cloth  Review}, \
         volume={7}, number={ 2 }, pages={12 -- 19,21}, publisher={Loom \\& Sons}, year={2019}, month=apr}",
        "@incollection{b, title={Mills}, author={Doe, Bob}, editor={{Loom Society} and Cato, M. Porcius and \
         van der Roe, Eve}, booktitle={Handbook of Mills}, pages={e123}, edition={Second}, year={2020}, \
         note={To appear}, series={LNCS}, address={Z\\\"urich}}",
        "@techreport{c, title={Cranes}, institution={ETH}, type={Research Note}, number={TR-1}, year={2001}}",
    ];
    let turned: Vec<&str> = entries.iter().rev().copied().collect();
    let made = import_text("{}", &entries.join("\n"), "refs.bib");
    assert_eq!(made.changes, vec![EntryChange::New; 3]);
    for after in [entries.join("\n"), turned.join("\n\n\n")] {
        let again = import_text(&made.text, &after, "refs.bib");
        assert_eq!(again.changes, vec![EntryChange::Same; 3]);
        assert_eq!(again.text, made.text);
    }
}
