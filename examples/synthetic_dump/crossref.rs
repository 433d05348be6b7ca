//! A folder of files in the form of Crossref's public data file.

use std::{
    fmt::Write as _,
    io::{self, Write as _},
    path::Path,
};

use flate2::{Compression, write::GzEncoder};
use serde_json::{Value, json};

use crate::{
    World, coin,
    random::Random,
    seed::Seed,
    venues::{self, Journal},
};

/// The number of items in a file, as Crossref's public data files have.
const PER_FILE: usize = 5_000;

/// Types of items with their share in per mille. Crossref registers parts of works as `component`.
const TYPES: [(&str, usize); 8] = [
    ("journal-article", 700),
    ("book-chapter", 130),
    ("proceedings-article", 65),
    ("component", 45),
    ("posted-content", 25),
    ("dissertation", 10),
    ("book", 15),
    ("dataset", 10),
];

/// The share of works under a heading that many works have.
const HEADED: f64 = 0.035;

/// Such headings, the most frequent first.
const HEADINGS: [&str; 24] = [
    "Introduction",
    "Editorial",
    "Index",
    "Book Reviews",
    "Front Matter",
    "Preface",
    "Contents",
    "Conclusion",
    "Editorial Board",
    "Back Matter",
    "Bibliography",
    "Book Review",
    "Table of Contents",
    "References",
    "Abstracts",
    "Correspondence",
    "Letters to the Editor",
    "Announcements",
    "In this issue",
    "News",
    "Acknowledgments",
    "Reply",
    "Erratum",
    "Foreword",
];

/// Writes this many items to numbered files in a folder, which must not exist. Each has `references` items
/// in its list of references. Returns the length of the JSON.
pub(crate) fn write(
    world: &mut World,
    seed: &Seed,
    items: usize,
    references: usize,
    folder: &Path,
) -> io::Result<usize> {
    fs_err::create_dir(folder)?;
    let journals = venues::journals(items / 1800 + 20, &mut world.titles, &mut world.random);
    let mut real = seed.all();
    let cited: Vec<&str> = seed.all().map(|real| real.title.as_str()).collect();
    let mut bytes = 0;
    let mut text = String::new();
    for (number, from) in (0..items).step_by(PER_FILE).enumerate() {
        text.clear();
        for at in from..items.min(from + PER_FILE) {
            let title = real.next().map(|record| record.title.clone());
            let random = &mut world.random;
            let references: Vec<Value> = (0..references)
                .map(|number| reference(random.of(&cited), number, random))
                .collect();
            let item = item(world, &journals, title, &references, at);
            writeln!(text, "{item}").ok();
        }
        bytes += text.len();
        let file = fs_err::File::create_new(folder.join(format!("{number:05}.jsonl.gz")))?;
        let mut packer = GzEncoder::new(file, Compression::fast());
        packer.write_all(text.as_bytes())?;
        packer.finish()?;
    }
    Ok(bytes)
}

fn item(
    world: &mut World,
    journals: &[Journal],
    title: Option<String>,
    references: &[Value],
    at: usize,
) -> Value {
    let random = &mut world.random;
    let class = class(random);
    let journal = &journals[random.zipf(journals.len())];
    let year = venues::year(random, journal.first);
    let title = title.unwrap_or_else(|| {
        if random.chance(HEADED) {
            HEADINGS[random.zipf(HEADINGS.len())].to_owned()
        } else {
            let title = world.titles.title(random);
            title.trim_end_matches('.').to_owned()
        }
    });
    let authors = world.people.authors(random);
    let authors: Vec<Value> = authors
        .iter()
        .map(|author| {
            let (given, family) = world.people.given_and_family(*author);
            json!({"given": given, "family": family, "sequence": "additional", "affiliation": []})
        })
        .collect();
    let doi = format!("10.5555/s.{year}.{at:09}");
    let page = random.within(1, 1500);
    let day = |random: &mut Random| json!({"date-parts": [[year, random.within(1, 12), random.within(1, 28)]]});
    json!({
        "indexed": {"date-parts": [[2026, 3, 1]], "date-time": "2026-03-01T12:00:00Z", "timestamp": 1_772_366_400_000_u64},
        "reference-count": references.len(),
        "publisher": coin::proper(random),
        "issue": random.within(1, 12).to_string(),
        "license": [{"start": day(random), "content-version": "vor", "delay-in-days": 0, "URL": "https://licence.example/by/4.0"}],
        "content-domain": {"domain": ["publisher.example"], "crossmark-restriction": false},
        "short-container-title": [journal.name],
        "published-print": day(random),
        "DOI": doi,
        "type": class,
        "created": day(random),
        "source": "Crossref",
        "is-referenced-by-count": random.below(90),
        "title": [title],
        "prefix": "10.5555",
        "volume": (year - journal.first + 1).to_string(),
        "author": authors,
        "member": random.below(40_000).to_string(),
        "published-online": day(random),
        "reference": references,
        "container-title": [journal.name],
        "original-title": [],
        "language": "en",
        "link": [{"URL": format!("https://publisher.example/{doi}.pdf"), "content-type": "application/pdf", "content-version": "vor", "intended-application": "similarity-checking"}],
        "deposited": day(random),
        "score": 1,
        "resource": {"primary": {"URL": format!("https://publisher.example/{doi}")}},
        "subtitle": [],
        "short-title": [],
        "issued": day(random),
        "references-count": references.len(),
        "page": format!("{page}-{}", page + random.within(3, 20)),
        "URL": format!("https://doi.org/{doi}"),
        "relation": {},
        "ISSN": ["1234-5679"],
        "issn-type": [{"value": "1234-5679", "type": "electronic"}],
        "subject": [],
        "published": day(random),
    })
}

fn class(random: &mut Random) -> &'static str {
    let mut left = random.below(TYPES.iter().map(|(_, share)| share).sum());
    for (class, share) in TYPES {
        if left < share {
            return class;
        }
        left -= share;
    }
    TYPES[0].0
}

fn reference(title: &str, number: usize, random: &mut Random) -> Value {
    json!({
        "key": format!("CR{number}"),
        "doi-asserted-by": "publisher",
        "first-page": random.within(1, 1500).to_string(),
        "DOI": format!("10.5555/s.2001.{:09}", random.below(1 << 30)),
        "volume": random.within(1, 90).to_string(),
        "author": coin::proper(random),
        "year": random.within(1970, 2025).to_string(),
        "article-title": title,
        "journal-title": coin::proper(random),
    })
}
