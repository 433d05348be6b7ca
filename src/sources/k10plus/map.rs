//! Converts records of the catalogue.

use super::{
    marc::{Marc, MarcField},
    service::NAME,
};
use crate::{
    model::{Contributor, Doi, Isbn, Kind, Metadata, PartialDate, PersonName, Record, Title},
    text::{dates, editions::Edition, markup, subtitle},
};

/// Returns the record of a book; `None` for what is none: parts of books, journals, maps, and theses that
/// no publisher printed.
pub(super) fn record(marc: &Marc) -> Option<Record> {
    if marc.leader.get(6..8) != Some("am") {
        return None;
    }
    let mut meta = Metadata::new(Kind::Book, title(marc.first("245")?)?);
    people(&mut meta, marc);
    imprint(&mut meta, marc);
    if meta.publisher.is_none() && marc.first("502").is_some() {
        return None;
    }
    meta.edition = marc.first("250").and_then(|it| edition(it.get("a")?));
    if let Some(series) = marc.first("490") {
        meta.series = series.get("a").map(clean);
        meta.number = series.get("v").map(number_in_series);
    }
    let isbns = isbns(marc);
    let long = isbns.iter().find(|isbn| isbn.as_str().len() == 13);
    meta.isbn = long.or_else(|| isbns.first()).cloned();
    meta.ids.doi = marc
        .all("024")
        .filter(|field| field.get("2") == Some("doi"))
        .find_map(|field| Doi::parse(field.get("a")?).ok());
    Some(Record::new(NAME, meta))
}

/// Returns the ISBNs of a record. Those of other editions, which it merely names, are not among them.
pub(super) fn isbns(marc: &Marc) -> Vec<Isbn> {
    let numbers = marc.all("020").filter_map(|field| field.get("a"));
    numbers.filter_map(|text| Isbn::parse(text).ok()).collect()
}

/// Reads title and subtitle. The number and title of a volume are part of the title: a volume is not the
/// set, nor another volume.
fn title(field: &MarcField) -> Option<Title> {
    let part = |text: &str| {
        // What stands behind an equals sign is the title in another language.
        let text = text.split(" = ").next().unwrap_or_default();
        markup::title(&clean(text).replace(" : ", ": "))
    };
    let mut title = part(field.get("a")?);
    if title.is_empty() {
        return None;
    }
    for code in ["b", "n", "p"] {
        for text in field.all(code) {
            let more = part(text);
            if !more.is_empty() {
                title = subtitle::joined(title, &more);
            }
        }
    }
    Some(title)
}

fn people(meta: &mut Metadata, marc: &Marc) {
    for tag in ["100", "700"] {
        for field in marc.all(tag) {
            let Some(name) = field.get("a").map(clean) else {
                continue;
            };
            // A second work of the volume has an author of its own.
            if field.get("t").is_some() {
                continue;
            }
            let one = Contributor::from(PersonName::parse(&name));
            match role(field, tag) {
                Role::Author => meta.authors.push(one),
                Role::Editor => meta.editors.push(one),
                Role::Other => {}
            }
        }
    }
    if meta.people().is_empty() {
        let bodies = marc.all("110").chain(marc.all("710"));
        let names = bodies.filter_map(|field| field.get("a")).take(1);
        let bodies = names.map(|name| Contributor::from(PersonName::organisation(&clean(name))));
        meta.authors.extend(bodies);
    }
}

enum Role {
    Author,
    Editor,
    Other,
}

/// The role of a person, by its code or in words. Who heads a record without either is the author.
fn role(field: &MarcField, tag: &str) -> Role {
    let codes: Vec<&str> = field.all("4").collect();
    let words: Vec<String> = field.all("e").map(str::to_lowercase).collect();
    let is = |code: &str, starts: &[&str]| {
        codes.contains(&code)
            || codes.is_empty()
                && words
                    .iter()
                    .any(|word| starts.iter().any(|start| word.starts_with(start)))
    };
    if is("aut", &["verf", "author"]) {
        Role::Author
    } else if is("edt", &["hrsg", "herausgeb", "editor", "ed."]) {
        Role::Editor
    } else if codes.is_empty() && words.is_empty() && tag == "100" {
        Role::Author
    } else {
        Role::Other
    }
}

/// Reads place, publisher and year.
fn imprint(meta: &mut Metadata, marc: &Marc) {
    let published = marc.all("264").find(|field| field.second == "1");
    let Some(field) = published.or_else(|| marc.first("260")) else {
        return;
    };
    meta.address = field.get("a").map(clean).filter(|it| is_known(it));
    meta.publisher = field.get("b").map(clean).filter(|it| is_known(it));
    // The volumes of a set appear in a range of years.
    let year = field.get("c").filter(|text| !text.contains(['-', '–']));
    meta.date = year.and_then(dates::year).map(PartialDate::year);
}

/// Whether a place or publisher is stated: `S.l.` and `s.n.` say that it is not.
fn is_known(text: &str) -> bool {
    let letters: String = text.chars().filter(|c| c.is_alphanumeric()).collect();
    let lower = letters.to_lowercase();
    let unknown = [
        "sl",
        "sn",
        "ohneort",
        "ohneverlag",
        "erscheinungsort",
        "verlagnichtermittelbar",
    ];
    !lower.is_empty()
        && !unknown.contains(&lower.as_str())
        && !lower.contains("nichtermittel")
        && !lower.contains("notidentified")
}

/// Reads an edition: its number, or what an English one is called. A first edition is not stated.
fn edition(text: &str) -> Option<String> {
    let text = clean(text);
    match Edition::read(&text).number {
        Some(1) => None,
        Some(number) => Some(number.to_string()),
        None if text.to_lowercase().ends_with("edition") => Some(text),
        None => None,
    }
}

/// `v.1307`, `Band 5`, `Bd. 5`, `1307` -> `1307`, `5`
fn number_in_series(text: &str) -> String {
    let text = clean(text);
    let number = text.trim_start_matches(|c: char| !c.is_ascii_digit());
    if number.is_empty() {
        text
    } else {
        number.to_owned()
    }
}

/// Removes brackets, the marks that sort articles, and the punctuation of catalogue cards at the end.
fn clean(text: &str) -> String {
    let text: String = text
        .chars()
        .filter(|c| !c.is_control() && !matches!(c, '[' | ']' | '¬'))
        .collect();
    let text = text
        .trim()
        .trim_end_matches("u.a.")
        .trim_end_matches("et al.");
    let text = text.trim_end_matches(|c: char| c.is_whitespace() || ":;,/=".contains(c));
    markup::plain(text)
}

#[cfg(test)]
mod tests {
    use super::{
        super::wire::{self, tests::record as marc},
        *,
    };

    fn read(fields: &[&str]) -> Option<Record> {
        record(
            &wire::found(&wire::tests::answer(1, &[marc(fields)]))
                .unwrap()
                .records[0],
        )
    }

    fn meta(fields: &[&str]) -> Metadata {
        read(fields).unwrap().meta
    }

    fn names(people: &[Contributor]) -> Vec<String> {
        people.iter().map(|it| it.name.sorting_form()).collect()
    }

    #[test]
    fn book_is_read_with_its_imprint() {
        let meta = meta(&[
            "020 a=3406568440|q= : kart. : EUR 12.95",
            "020 a=9783406568442",
            "100 a=Assmann, Jan|d=1938-2024|e=VerfasserIn|4=aut",
            "245 a=Das kulturelle Gedächtnis|b=Schrift, Erinnerung und politische Identität in frühen Hochkulturen|c=Jan Assmann",
            "250 a=7. Auflage",
            "264 a=München|b=C.H. Beck|c=2013",
            "490 a=Beck'sche Reihe|v=1307",
            "700 a=Sample, Ada|4=trl",
        ]);
        assert_eq!(meta.kind, Kind::Book);
        assert_eq!(
            meta.title.text(),
            "Das kulturelle Gedächtnis: Schrift, Erinnerung und politische Identität in frühen Hochkulturen"
        );
        assert_eq!(names(&meta.authors), ["Assmann, Jan"]);
        assert_eq!(meta.edition.as_deref(), Some("7"));
        assert_eq!(meta.address.as_deref(), Some("München"));
        assert_eq!(meta.publisher.as_deref(), Some("C.H. Beck"));
        assert_eq!(meta.year(), Some(2013));
        assert_eq!(meta.series.as_deref(), Some("Beck'sche Reihe"));
        assert_eq!(meta.number.as_deref(), Some("1307"));
        assert_eq!(meta.isbn.unwrap().as_str(), "9783406568442");
    }

    #[test]
    fn edited_book_has_editors_and_no_authors() {
        let meta = meta(&[
            "245 a=Looms and mills|b=a handbook : with plates = Webstühle",
            "264 a=Frankfurt am Main [u.a.]|b=Loom & Sons|c=[1992]",
            "700 a=Doe, Jane|4=edt",
            "700 a=Roe, Bob|e=Hrsg.",
            "700 a=Poe, Sue|e=Mitwirkender",
            "024 a=10.1000/ABC|2=doi",
        ]);
        assert_eq!(
            meta.title.text(),
            "Looms and mills: a handbook: with plates"
        );
        assert_eq!(names(&meta.editors), ["Doe, Jane", "Roe, Bob"]);
        assert!(meta.authors.is_empty());
        assert_eq!(meta.address.as_deref(), Some("Frankfurt am Main"));
        assert_eq!(meta.publisher.as_deref(), Some("Loom & Sons"));
        assert_eq!(meta.ids.doi.unwrap().as_str(), "10.1000/abc");
    }

    #[test]
    fn volume_is_part_of_the_title_and_a_set_has_no_year() {
        let title = |fields: &[&str]| meta(fields).title.text();
        assert_eq!(
            title(&["245 a=Gesellschaftsgeschichte|n=Band 1|p=Vom Feudalismus bis 1815"]),
            "Gesellschaftsgeschichte: Band 1: Vom Feudalismus bis 1815"
        );
        let set = meta(&[
            "245 a=Gesellschaftsgeschichte",
            "264 a=[S.l.]|b=Beck|c=1987-2008",
        ]);
        assert_eq!((set.year(), set.address), (None, None));
    }

    #[test]
    fn editions_are_numbers() {
        for (text, want) in [
            ("1. Aufl.", None),
            ("6. Aufl.", Some("6")),
            ("2., überarb. Aufl.", Some("2")),
            ("Second edition", Some("2")),
            ("Revised edition", Some("Revised edition")),
            ("Originalausgabe", None),
            ("1980 ed.", None),
        ] {
            assert_eq!(edition(text).as_deref(), want, "{text}");
        }
    }

    #[test]
    fn what_is_no_book_is_left_alone() {
        let thesis = [
            "245 a=Looms",
            "264 c=2010",
            "502 b=Dissertation|c=Loom University",
        ];
        assert_eq!(read(&thesis), None);
        let printed = ["245 a=Looms", "264 b=Beck|c=2010", "502 b=Dissertation"];
        assert!(read(&printed).is_some());
        let article = marc(&["245 a=Looms"]).replace("cam", "caa");
        let found = wire::found(&wire::tests::answer(1, &[article])).unwrap();
        assert_eq!(record(&found.records[0]), None);
    }
}
