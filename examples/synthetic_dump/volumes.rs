//! The second section: conference papers, each volume followed by its own record.

use std::io;

use crate::{
    World,
    articles::mdate,
    seed::{RealVolume, Seed},
    venues::{self, Conference},
    xml::Dump,
};

/// The share of conference papers and volumes among all publications.
const PAPERS: f64 = 0.445;

pub(crate) fn write(
    world: &mut World,
    seed: &Seed,
    made_up: usize,
    dump: &mut Dump,
) -> io::Result<()> {
    let count = (made_up as f64 * PAPERS) as usize;
    let conferences = venues::conferences(count / 700 + 20, &mut world.titles, &mut world.random);
    let every = count / (seed.volumes.len() + 1);
    let mut real = seed.volumes.iter();
    let mut editions = vec![0; conferences.len()];
    let (mut written, mut next_real) = (0, 0);
    while written < count {
        if written >= next_real
            && let Some(volume) = real.next()
        {
            write_real(volume, dump)?;
            next_real += every;
        }
        let at = world.random.zipf(conferences.len());
        editions[at] += 1;
        // Many are small, some have thousands of papers; 57 on average.
        let papers = (-libm::log(1.0 - world.random.unit()) * 57.0) as usize + 3;
        let papers = papers.min(count - written);
        volume(
            world,
            &conferences[at],
            editions[at],
            written..written + papers,
            dump,
        )?;
        written += papers + 1;
    }
    real.try_for_each(|volume| write_real(volume, dump))
}

fn write_real(real: &RealVolume, dump: &mut Dump) -> io::Result<()> {
    let volume = &real.volume;
    for paper in &real.papers {
        dump.open(&paper.element, &paper.key, "2024-03-01", "");
        dump.real(paper);
        dump.field("booktitle", &paper.acronym());
        dump.field("crossref", &volume.key);
        dump.close(&paper.element)?;
    }
    dump.open("proceedings", &volume.key, "2024-03-01", "");
    for editor in &volume.editors {
        dump.field("editor", editor);
    }
    dump.real(volume);
    dump.field("booktitle", &volume.acronym());
    for (name, text) in [
        ("publisher", &volume.publisher),
        ("series", &volume.series),
        ("volume", &volume.volume),
    ] {
        if let Some(text) = text {
            dump.field(name, text);
        }
    }
    dump.close("proceedings")
}

fn volume(
    world: &mut World,
    conference: &Conference,
    edition: usize,
    numbers: std::ops::Range<usize>,
    dump: &mut Dump,
) -> io::Result<()> {
    let year = venues::year(&mut world.random, 1975);
    let key = format!("{}/{year}-{edition}", conference.stream);
    // Papers of workshops without proceedings have no volume.
    let has_volume = world.random.chance(0.95);
    let first = numbers.start;
    for at in numbers {
        let random = &mut world.random;
        let twin = if random.chance(0.21) {
            world.twins.pop()
        } else {
            None
        };
        let (title, authors) = match twin {
            Some(twin) => twin,
            None => (world.titles.title(random), world.people.authors(random)),
        };
        let names = world.people.key_part(&authors);
        let paper = format!("{}/{names}{:02}-s{at}", conference.stream, year % 100);
        dump.open("inproceedings", &paper, &mdate(year, random), "");
        dump.people("author", &world.people, &authors, year, random);
        dump.raw("title", &title);
        dump.pages(random);
        dump.raw("year", year);
        dump.raw("booktitle", &conference.acronym);
        match conference.doi(year, at) {
            Some(doi) => dump.editions(&doi, random),
            None => dump.open_access(&format!("https://proceedings.example/{at}.pdf")),
        }
        if has_volume {
            dump.raw("crossref", &key);
        }
        dump.raw(
            "url",
            format_args!("db/{}{year}.html#{names}", conference.stream),
        );
        dump.close("inproceedings")?;
    }
    if !has_volume {
        return Ok(());
    }
    let random = &mut world.random;
    dump.open("proceedings", &key, &mdate(year, random), "");
    if random.chance(0.6) {
        let count = random.within(1, 5);
        let editors = world.people.some(count, random);
        dump.people("editor", &world.people, &editors, year, random);
    }
    dump.raw("title", conference.title(year, random));
    dump.raw("booktitle", &conference.acronym);
    dump.field("publisher", conference.publisher());
    if let Some(series) = conference.series() {
        dump.raw("series", series);
        dump.raw("volume", first / 60 + 1);
    }
    dump.raw("year", year);
    dump.raw("isbn", isbn(first));
    if let Some(doi) = conference.doi(year, 9_000_000 + first / 60) {
        dump.raw("ee", format_args!("https://doi.org/{doi}"));
    }
    dump.raw("url", format_args!("db/{}{year}.html", conference.stream));
    dump.close("proceedings")
}

/// Returns an ISBN with a valid check digit.
pub(crate) fn isbn(number: usize) -> String {
    let digits = format!("9781{:08}", number % 100_000_000);
    let sum: usize = digits
        .bytes()
        .zip([1, 3].into_iter().cycle())
        .map(|(digit, weight)| usize::from(digit - b'0') * weight)
        .sum();
    format!("978-1-{}-{}", &digits[4..], (10 - sum % 10) % 10)
}
