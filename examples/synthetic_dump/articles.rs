//! The first section: articles in journals, and preprints.

use std::io;

use crate::{
    World,
    seed::{Real, Seed},
    venues::{self, Journal},
    xml::Dump,
};

/// The share of preprints among all publications, roughly as in DBLP.
const PREPRINTS: f64 = 0.13;
const ARTICLES: f64 = 0.40;
/// The share of preprints that a conference paper is made of.
const TWINS: f64 = 0.62;

pub(crate) fn write(
    world: &mut World,
    seed: &Seed,
    made_up: usize,
    dump: &mut Dump,
) -> io::Result<()> {
    let count = (made_up as f64 * (PREPRINTS + ARTICLES)) as usize;
    let journals = venues::journals(count / 1800 + 20, &mut world.titles, &mut world.random);
    let mut real = seed.articles.iter();
    let every = count / seed.articles.len().max(1);
    for at in 0..count {
        if at % (every + 1) == 0
            && let Some(article) = real.next()
        {
            write_real(article, dump)?;
        }
        if world.random.chance(PREPRINTS / (PREPRINTS + ARTICLES)) {
            preprint(world, at, dump)?;
        } else {
            let journal = &journals[world.random.zipf(journals.len())];
            article(world, journal, at, dump)?;
        }
    }
    real.try_for_each(|article| write_real(article, dump))
}

fn write_real(article: &Real, dump: &mut Dump) -> io::Result<()> {
    let informal = match article.stream() {
        "journals/corr" => "informal",
        _ => "",
    };
    dump.open("article", &article.key, "2024-03-01", informal);
    dump.real(article);
    if let Some(journal) = &article.journal {
        dump.field("journal", journal);
    }
    for (name, text) in [("volume", &article.volume), ("number", &article.number)] {
        if let Some(text) = text {
            dump.field(name, text);
        }
    }
    dump.close("article")
}

fn preprint(world: &mut World, at: usize, dump: &mut Dump) -> io::Result<()> {
    let random = &mut world.random;
    let title = world.titles.title(random);
    let authors = world.people.authors(random);
    let year = venues::year(random, 2007);
    // Every id is unique and none is a real one of arXiv, which end at 99999.
    let id = format!(
        "{:02}{:02}.{:05}",
        year % 100,
        at % 12 + 1,
        at / 12 % 100_000
    );
    let key = if year < 2017 && random.chance(0.5) {
        let names = world.people.key_part(&authors);
        format!("journals/corr/{names}{:02}-s{at}", year % 100)
    } else {
        format!("journals/corr/abs-{}-s{at}", id.replace('.', "-"))
    };
    let withdrawn = random.chance(0.003);
    let marks = if withdrawn {
        "informal withdrawn"
    } else {
        "informal"
    };
    dump.open("article", &key, &mdate(year, random), marks);
    dump.people("author", &world.people, &authors, year, random);
    dump.raw("title", &title);
    dump.raw("year", year);
    dump.raw("volume", format_args!("abs/{id}"));
    dump.raw("journal", "CoRR");
    let page = if year < 2022 {
        format!("http://arxiv.org/abs/{id}")
    } else {
        format!("https://doi.org/10.48550/arXiv.{id}")
    };
    dump.open_access(&page);
    dump.raw(
        "url",
        format_args!("db/journals/corr/corr{}.html#abs-{id}", year % 100),
    );
    if random.chance(TWINS) {
        world.twins.push((title, authors));
    }
    dump.close("article")
}

fn article(world: &mut World, journal: &Journal, at: usize, dump: &mut Dump) -> io::Result<()> {
    let random = &mut world.random;
    let title = world.titles.title(random);
    let authors = world.people.authors(random);
    let year = venues::year(random, journal.first);
    let names = world.people.key_part(&authors);
    let key = format!("{}/{names}{:02}-s{at}", journal.stream, year % 100);
    dump.open("article", &key, &mdate(year, random), "");
    dump.people("author", &world.people, &authors, year, random);
    dump.raw("title", &title);
    dump.pages(random);
    dump.raw("year", year);
    if random.chance(0.1) {
        dump.raw("month", random.of(&["January", "April", "June", "October"]));
    }
    dump.raw("volume", year - journal.first + 1);
    dump.raw("journal", &journal.name);
    if random.chance(0.8) {
        dump.raw("number", random.within(1, 12));
    }
    match journal.doi(year, at).filter(|_| random.chance(0.97)) {
        Some(doi) => dump.editions(&doi, random),
        None => dump.raw("ee", format_args!("https://journal.example/{at}")),
    }
    dump.raw(
        "url",
        format_args!(
            "db/{}{}.html#{names}",
            journal.stream,
            year - journal.first + 1
        ),
    );
    dump.close("article")
}

/// Returns the day on which a record was last changed.
pub(crate) fn mdate(year: usize, random: &mut crate::random::Random) -> String {
    let year = random.within(year.clamp(2017, 2026), 2026);
    format!(
        "{year}-{:02}-{:02}",
        random.within(1, 10),
        random.within(1, 28)
    )
}
