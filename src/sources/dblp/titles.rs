//! Records by their titles: by the range a title's head spans, then by its words, then, where the
//! endpoint failed and the classic service is configured, by that.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::atomic::{AtomicBool, Ordering},
};

use super::{details, probe, query, source::Dblp, terms::key_of, wire::Row};
use crate::{
    model::{DblpKey, Record},
    sources::{Price, Reply, TitleQuery, batches, near::Near},
    text::{byline, fold, similarity},
};

/// How many ranges one query holds: each takes up to a second, and a query half a minute at most.
const RANGES: usize = 20;

/// How many titles one query looks for by their words, two or three sets of words each.
const BY_WORDS: usize = 4;

/// How many candidates of one title are fetched in full.
const CANDIDATES: usize = 12;

/// How many more of the first author's works of about that year, whatever their titles.
const RENAMED: usize = 4;

/// A renamed work appeared no more years from the listed one,
const YEARS: i32 = 2;

/// and agrees with it so far letter by letter, or in a telling word.
const ALIKE: f64 = 0.5;

/// A range that must bring a record known to exist. That ranges disregard case is the
/// endpoint's way and promised nowhere; when this record is missing, what else is missing says nothing.
const CANARY: (&str, &str) = ("attention is all you need", "attention is all you neee");
const CANARY_KEY: &str = "conf/nips/VaswaniSPUJGKP17";

/// A publication as far as a search shows it.
#[derive(Clone)]
struct Hit {
    key: DblpKey,
    title: String,
    /// Whether its title comes near the one looked for.
    near: bool,
    /// First author, title and year: `Ashish Vaswani et al.: Attention is All you Need. (2017)`.
    label: String,
}

pub(super) async fn by_titles(dblp: &Dblp, titles: &[TitleQuery]) -> Reply<Record> {
    let mut reply = Reply::default();
    let near = Near::of(titles.iter().map(|query| query.title.as_str()));
    let mut found = Found::new(titles, &near);
    let answered = by_ranges(dblp, titles).await;
    let hits = reply.absorb(answered);
    let crowded = crowded(titles, &hits);
    found.take(hits);
    let left: Vec<usize> = found.unsettled(titles, &crowded);
    if !left.is_empty() && !reply.failures.iter().any(batches::is_over) {
        let answered = by_words(dblp, titles, &left).await;
        found.take(reply.absorb(answered));
    }
    let keys: BTreeSet<DblpKey> = titles
        .iter()
        .zip(&found.hits)
        .flat_map(|(query, hits)| best(query, hits))
        .collect();
    if !reply.failures.iter().any(batches::is_over) {
        let answered = details::by_keys(&dblp.sparql, keys).await;
        reply.found = reply.absorb(answered);
    }
    if !reply.failures.is_empty() {
        let unanswered = without_record(titles, &near, &reply.found);
        match &dblp.rest {
            Some(rest) => {
                let answered = rest.by_titles(titles, &unanswered, &near).await;
                let more = reply.absorb(answered);
                reply.found.extend(more);
            }
            None if reply.failures.iter().any(batches::is_over) => reply.unasked = unanswered,
            None => {}
        }
    }
    reply
}

/// What so many titles cost: found by their ranges, or searched for by words too.
pub(super) fn price(titles: usize) -> Price {
    let ranges = titles.div_ceil(RANGES);
    Price {
        least: ranges + details::requests(titles),
        most: ranges + titles.div_ceil(BY_WORDS) + details::requests(titles * CANDIDATES),
    }
}

/// What the searches brought for each title.
struct Found<'a> {
    near: &'a Near<'a>,
    titles: &'a [TitleQuery],
    /// The places of titles by their first authors' folded family names.
    first_authors: BTreeMap<String, Vec<usize>>,
    hits: Vec<BTreeMap<DblpKey, Hit>>,
}

impl<'a> Found<'a> {
    fn new(titles: &'a [TitleQuery], near: &'a Near<'a>) -> Self {
        let mut first_authors: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, query) in titles.iter().enumerate() {
            if let Some((family, _)) = query.authors.first().and_then(byline::signed) {
                first_authors.entry(family).or_default().push(at);
            }
        }
        Self {
            near,
            titles,
            first_authors,
            hits: vec![BTreeMap::new(); titles.len()],
        }
    }

    fn take(&mut self, hits: Vec<Hit>) {
        for hit in hits {
            let author = fold::fold(hit.label.split([':', ',']).next().unwrap_or_default());
            let author = author.split(" et al").next().unwrap_or_default();
            let author = author.split(" and ").next().unwrap_or_default();
            let family = author.rsplit(' ').next().unwrap_or_default();
            for at in self.first_authors.get(family).into_iter().flatten() {
                if may_be_renamed(&self.titles[*at], &hit) {
                    self.hits[*at].insert(hit.key.clone(), hit.clone());
                }
            }
            for place in self.near.places(&hit.title) {
                let near = Hit {
                    near: true,
                    ..hit.clone()
                };
                self.hits[place].insert(hit.key.clone(), near);
            }
        }
    }

    /// The titles for which nothing was found that could well be what was looked for. Coming near
    /// is not enough here: a title comes near to many others of its subject. Nor is anything from a
    /// range that was cut, where another may be the one.
    fn unsettled(&self, titles: &[TitleQuery], crowded: &BTreeSet<usize>) -> Vec<usize> {
        let open = |at: &usize| {
            let title = &titles[*at].title;
            crowded.contains(at)
                || !self.hits[*at]
                    .values()
                    .any(|hit| hit.near && settles(title, &hit.title))
        };
        (0..titles.len()).filter(open).collect()
    }
}

/// The titles whose ranges brought as many as a range may, such as `Introduction to the Special
/// Issue on ..`. Blanks and signs are left out of account, for collations differ in them.
fn crowded(titles: &[TitleQuery], hits: &[Hit]) -> BTreeSet<usize> {
    let mut found: Vec<String> = hits.iter().map(|hit| fold::squeeze(&hit.title)).collect();
    found.sort_unstable();
    let is_full = |low: &str| {
        let low = fold::squeeze(low);
        let first = found.partition_point(|title| *title < low);
        let within = found[first..].iter().take(query::MOST_TITLES);
        within.filter(|title| title.starts_with(&low)).count() == query::MOST_TITLES
    };
    (0..titles.len())
        .filter(|at| probe::range(&titles[*at].title).is_some_and(|(low, _)| is_full(&low)))
        .collect()
}

/// Whether a found title is the listed one but for slips, or begins with the whole of it.
fn settles(listed: &str, found: &str) -> bool {
    /// Shorter titles are the beginning of many others.
    const TELLING: usize = 20;
    let head = fold::squeeze(listed);
    head.len() >= TELLING && fold::squeeze(found).starts_with(&head)
        || similarity::letters(listed, found) >= 0.9
}

/// Whether a work by the same first author may be the one looked for under another title.
fn may_be_renamed(query: &TitleQuery, hit: &Hit) -> bool {
    let year = |label: &str| -> Option<i32> {
        let (_, year) = label.strip_suffix(')')?.rsplit_once('(')?;
        year.parse().ok()
    };
    let years = query.year.zip(year(&hit.label));
    years.is_some_and(|(listed, found)| (listed - found).abs() <= YEARS)
        && (similarity::common_words(&query.title, &hit.title) > 0.0
            || similarity::letters(&query.title, &hit.title) >= ALIKE)
}

/// The titles that none of the records may be meant by.
fn without_record(titles: &[TitleQuery], near: &Near<'_>, records: &[Record]) -> Vec<usize> {
    let mut have: BTreeSet<usize> = BTreeSet::new();
    for record in records {
        let title = record.meta.title.text();
        let places = near.places(&title).into_iter();
        have.extend(places.filter(|at| settles(&titles[*at].title, &title)));
    }
    (0..titles.len()).filter(|at| !have.contains(at)).collect()
}

async fn by_ranges(dblp: &Dblp, titles: &[TitleQuery]) -> Reply<Hit> {
    let ranges: BTreeSet<(String, String)> = titles
        .iter()
        .filter_map(|query| probe::range(&query.title))
        .collect();
    let ranges: Vec<(String, String)> = ranges.into_iter().collect();
    let trusted = AtomicBool::new(true);
    batches::in_turn(batches::of(&ranges, RANGES), |batch| {
        let trusted = &trusted;
        Box::pin(async move {
            if !trusted.load(Ordering::Relaxed) {
                return Ok(Vec::new());
            }
            let mut ranges = batch.to_vec();
            ranges.push((CANARY.0.to_owned(), CANARY.1.to_owned()));
            let rows = dblp
                .sparql
                .rows_beside_one(query::by_ranges(&ranges))
                .await?;
            let hits: Vec<Hit> = rows.iter().filter_map(hit).collect();
            if !hits.iter().any(|hit| hit.key.as_str() == CANARY_KEY) {
                tracing::debug!("title ranges bring nothing: searching by words");
                trusted.store(false, Ordering::Relaxed);
            }
            Ok(hits)
        })
    })
    .await
}

async fn by_words(dblp: &Dblp, titles: &[TitleQuery], left: &[usize]) -> Reply<Hit> {
    batches::in_turn(batches::of(left, BY_WORDS), |batch| {
        Box::pin(async move {
            let sets: BTreeSet<Vec<String>> = batch
                .iter()
                .flat_map(|at| probe::words(&titles[*at]))
                .collect();
            let sets: Vec<Vec<String>> = sets.into_iter().collect();
            if sets.is_empty() {
                return Ok(Vec::new());
            }
            let rows = dblp.sparql.rows(query::by_words(&sets)).await?;
            Ok(rows.iter().filter_map(hit).collect())
        })
    })
    .await
}

fn hit(row: &Row) -> Option<Hit> {
    Some(Hit {
        key: key_of(row.get("pub")?)?,
        title: row.get("title")?.to_owned(),
        near: false,
        label: row.get("label").unwrap_or_default().to_owned(),
    })
}

/// The keys of the best hits: the same title first, then a listed author at the head of the label,
/// the listed year, and agreement letter by letter; after those that come near, some that may have
/// been renamed.
fn best(query: &TitleQuery, hits: &BTreeMap<DblpKey, Hit>) -> Vec<DblpKey> {
    let own = fold::squeeze(&query.title);
    let surnames = query.surnames();
    let year = query.year.map(|year| format!("({year})"));
    let mut ranked: Vec<(u32, f64, &Hit)> = hits
        .values()
        .map(|hit| {
            let authors = hit.label.split(": ").next().unwrap_or_default();
            let authors = format!(" {} ", fold::fold(authors));
            let same = fold::squeeze(&hit.title) == own;
            let named = surnames
                .iter()
                .any(|name| authors.contains(&format!(" {name} ")));
            let dated = year.as_ref().is_some_and(|year| hit.label.ends_with(year));
            let points = 4 * u32::from(same) + 2 * u32::from(named) + u32::from(dated);
            (points, similarity::letters(&query.title, &hit.title), hit)
        })
        .collect();
    ranked.sort_by(|a, b| {
        b.0.cmp(&a.0)
            .then(b.1.total_cmp(&a.1))
            .then(a.2.key.cmp(&b.2.key))
    });
    let of = |near: bool| ranked.iter().filter(move |(_, _, hit)| hit.near == near);
    let best = of(true).take(CANDIDATES).chain(of(false).take(RENAMED));
    best.map(|(_, _, hit)| hit.key.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::PersonName;

    fn hits(head: &str, count: usize) -> Vec<Hit> {
        let hit = |n: usize| Hit {
            key: DblpKey::parse(&format!("journals/x/Xu{n}")).unwrap(),
            title: format!("{head} Number {n}."),
            near: false,
            label: String::new(),
        };
        (0..count).map(hit).collect()
    }

    #[test]
    fn a_range_that_was_cut_settles_nothing() {
        let titles = [
            "Introduction to the Special Issue on Number 7",
            "Storing Graphs Number 7",
        ];
        let titles = titles.map(|title| TitleQuery {
            title: title.to_owned(),
            ..TitleQuery::default()
        });
        let left_of = |count: usize| {
            let near = Near::of(titles.iter().map(|query| query.title.as_str()));
            let mut found = Found::new(&titles, &near);
            let mut all = hits("Introduction to the Special Issue on", count);
            all.extend(hits("Storing Graphs", 8));
            let crowded = crowded(&titles, &all);
            found.take(all);
            found.unsettled(&titles, &crowded)
        };
        assert_eq!(left_of(query::MOST_TITLES - 1), [0_usize; 0]);
        assert_eq!(left_of(query::MOST_TITLES), [0]);
    }

    #[test]
    fn the_first_authors_works_of_the_year_are_looked_at() {
        let query = TitleQuery {
            title: "Patient Cooking of Beans".to_owned(),
            authors: vec![PersonName::parse("Ada Ex")],
            year: Some(2019),
            person: None,
        };
        let hit = |key: &str, label: &str| Hit {
            key: DblpKey::parse(key).unwrap(),
            title: label.split(": ").nth(1).unwrap().to_owned(),
            near: false,
            label: label.to_owned(),
        };
        let titles = [query];
        let near = Near::of(titles.iter().map(|query| query.title.as_str()));
        let mut found = Found::new(&titles, &near);
        found.take(vec![
            hit("conf/x/Ex20", "Ada Ex et al.: Slow Food from Beans. (2020)"),
            hit("conf/x/Ex10", "Ada Ex et al.: Slow Food from Beans. (2010)"),
            hit("conf/x/Ex19", "Ada Ex: Walking. (2019)"),
            hit("conf/x/Yu19", "Bo Yu: Slow Food from Beans. (2019)"),
        ]);
        let keys = best(&titles[0], &found.hits[0]);
        assert_eq!(keys, [DblpKey::parse("conf/x/Ex20").unwrap()]);
        assert_eq!(found.unsettled(&titles, &BTreeSet::new()), [0]);
    }
}
