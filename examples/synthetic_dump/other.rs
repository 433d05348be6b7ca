//! The third section: chapters, books, theses and data.

use std::io;

use crate::{World, articles::mdate, coin, venues, volumes::isbn, xml::Dump};

/// Elements with their share of all publications and the prefix of their keys.
const KINDS: [(&str, f64, &str); 5] = [
    ("incollection", 0.008, "books/sp/"),
    ("incollection", 0.003, "reference/ency/"),
    ("book", 0.003, "books/daglib/"),
    ("mastersthesis", 0.0005, "ms/"),
    ("data", 0.002, "data/10/"),
];

/// Writes theses until there are as many publications as wanted.
pub(crate) fn write(world: &mut World, wanted: usize, dump: &mut Dump) -> io::Result<()> {
    let left = wanted.saturating_sub(dump.records());
    for (element, share, section) in KINDS {
        for at in 0..((wanted as f64 * share) as usize).min(left / KINDS.len()) {
            record(world, element, section, at, dump)?;
        }
    }
    for at in 0..wanted.saturating_sub(dump.records()) {
        record(world, "phdthesis", "phd/us/", at, dump)?;
    }
    Ok(())
}

fn record(
    world: &mut World,
    element: &str,
    section: &str,
    at: usize,
    dump: &mut Dump,
) -> io::Result<()> {
    let random = &mut world.random;
    let year = venues::year(random, 1980);
    let authors = if element.ends_with("thesis") {
        world.people.some(1, random)
    } else {
        world.people.authors(random)
    };
    let names = world.people.key_part(&authors);
    let key = format!("{section}{names}{:02}-s{at}", year % 100);
    let is_reference = section.starts_with("reference");
    let mark = if is_reference { "encyclopedia" } else { "" };
    dump.open(element, &key, &mdate(year, random), mark);
    let edited = element == "book" && random.chance(0.3);
    let role = if edited { "editor" } else { "author" };
    dump.people(role, &world.people, &authors, year, random);
    dump.raw("title", world.titles.title(random));
    dump.raw("year", year);
    match element {
        "incollection" => {
            let topic = world.titles.topic(random, 3);
            dump.pages(random);
            dump.raw("booktitle", topic);
        }
        "book" => {
            dump.raw(
                "publisher",
                random.of(&["Springer", "Wiley", "Cambridge University Press"]),
            );
            dump.raw("isbn", isbn(50_000_000 + at));
            if random.chance(0.5) {
                dump.raw("series", "Texts in Computer Science");
                dump.raw("volume", at % 300 + 1);
            }
        }
        "data" => dump.raw(
            "publisher",
            random.of(&["Zenodo", "IEEE DataPort", "figshare"]),
        ),
        _ => dump.raw(
            "school",
            format_args!("University of {}", coin::proper(random)),
        ),
    }
    match element {
        "data" => dump.editions(&format!("10.5281/zenodo-s.{at}"), random),
        "incollection" | "book" => {
            dump.editions(&format!("10.1007/978-1-s-{at}{}", &element[..1]), random);
        }
        _ => dump.raw(
            "ee",
            format_args!("https://theses.example/{names}-{at}?lang=en&amp;v=1"),
        ),
    }
    dump.close(element)
}
