//! Finds records by title: by the range of titles with the same beginning, then by words, then,
//! where the endpoint failed and the classic service is configured, there.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::atomic::{AtomicBool, Ordering},
};

use super::{
    details,
    endpoint::{Asked, Endpoint, QuestionKind},
    hits::{CANDIDATES, SearchResult, TitleHits, settles, shown},
    probe, query,
    rest::Rest,
};
use crate::{
    model::{DblpKey, FieldOfStudy},
    sources::{FoundRecord, Price, Reply, TitleQuery, batches, title_index::TitleIndex},
    text::fold,
};

/// The number of ranges in one query: each takes up to a second, and a query half a minute at most.
const RANGES: usize = 20;

/// The number of titles that one query searches for by words, with two or three sets of words each.
const BY_WORDS: usize = 4;

/// So many titles are searched for by words even if no title of the run was found, those at venues of computing first.
/// The rest is not searched for then, but for these: they are works of another field.
const FRUITLESS: usize = 3 * BY_WORDS;

/// A range that must find a record known to exist. The endpoint compares ranges without regard to
/// case, and nothing promises it; when this record is missing, a missing title means nothing.
const CANARY: (&str, &str) = ("attention is all you need", "attention is all you neee");
const CANARY_KEY: &str = "conf/nips/VaswaniSPUJGKP17";

pub(super) async fn by_titles(
    sparql: &Endpoint,
    rest: Option<&Rest>,
    titles: &[TitleQuery],
) -> Reply<FoundRecord> {
    let mut reply = Reply::default();
    let near = TitleIndex::of(titles.iter().map(|query| query.title.as_str()));
    let mut hits: Vec<TitleHits<'_>> = titles.iter().map(TitleHits::of).collect();
    let ranges: Vec<Option<Range>> = titles
        .iter()
        .map(|query| probe::range(&query.title))
        .collect();
    let answered = by_ranges(sparql, ranges.iter().flatten()).await;
    let in_ranges: BTreeMap<Range, Vec<SearchResult>> =
        reply.absorb(answered).into_iter().collect();
    let mut left = Vec::new();
    for (at, (hits, range)) in hits.iter_mut().zip(&ranges).enumerate() {
        let found = range.as_ref().and_then(|range| in_ranges.get(range));
        let found = found.map_or(&[][..], Vec::as_slice);
        hits.take(found);
        // A range that was cut, such as `Introduction to the Special Issue on ..`, may lack the one
        // looked for.
        if found.len() >= query::MOST_TITLES || !hits.settle() {
            left.push(at);
        }
    }
    let is_of_computing = |at: &usize| titles[*at].fields.contains(&FieldOfStudy::Computing);
    let (mut first, mut further): (Vec<usize>, Vec<usize>) =
        left.into_iter().partition(is_of_computing);
    let tried = FRUITLESS.saturating_sub(first.len()).min(further.len());
    first.extend(further.drain(..tried));
    search_words(sparql, titles, first, &mut hits, &mut reply).await;
    // A range without an answer says nothing.
    let are_known = ranges.iter().flatten().all(|it| in_ranges.contains_key(it));
    let is_fruitless = are_known && hits.iter().all(TitleHits::is_empty);
    if is_fruitless && reply.failures.is_empty() {
        reply.unasked = further;
    } else {
        search_words(sparql, titles, further, &mut hits, &mut reply).await;
    }
    let mut asked: BTreeMap<DblpKey, Vec<usize>> = BTreeMap::new();
    for (at, hits) in hits.iter().enumerate() {
        for key in hits.best() {
            asked.entry(key).or_default().push(at);
        }
    }
    if !reply.failures.iter().any(batches::is_over) {
        let answered = details::by_keys(sparql, asked.keys().cloned().collect()).await;
        let records = reply.absorb(answered).into_iter();
        let found = records.filter_map(|record| {
            let asked = asked.get(record.meta.ids.dblp.as_ref()?)?.clone();
            Some(FoundRecord { record, asked })
        });
        reply.found = found.collect();
    }
    if !reply.failures.is_empty() {
        let unanswered = without_record(titles, &near, &reply.found);
        match rest {
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

/// Searches for the titles at these places by words, unless the endpoint has given up.
async fn search_words(
    sparql: &Endpoint,
    titles: &[TitleQuery],
    places: Vec<usize>,
    hits: &mut [TitleHits<'_>],
    reply: &mut Reply<FoundRecord>,
) {
    if places.is_empty() || reply.failures.iter().any(batches::is_over) {
        return;
    }
    let answered = by_words(sparql, titles, &places).await;
    let with_words: BTreeMap<QueryWords, Vec<SearchResult>> =
        reply.absorb(answered).into_iter().collect();
    for at in places {
        for set in probe::words(&titles[at]) {
            hits[at].take(with_words.get(&set).map_or(&[][..], Vec::as_slice));
        }
    }
}

/// Returns the price of so many titles: found by their ranges, or searched for by words too.
pub(super) fn price(titles: usize) -> Price {
    let ranges = titles.div_ceil(RANGES);
    Price {
        least: ranges + details::requests(titles),
        most: ranges + titles.div_ceil(BY_WORDS) + details::requests(titles * CANDIDATES),
    }
}

/// The lower and the upper end of a range of titles.
type Range = (String, String);

/// A set of words that a label contains in full.
type QueryWords = Vec<String>;

/// The titles that none of the records may be meant by.
fn without_record(
    titles: &[TitleQuery],
    near: &TitleIndex<'_>,
    found: &[FoundRecord],
) -> Vec<usize> {
    let mut have: BTreeSet<usize> = BTreeSet::new();
    for it in found {
        let title = it.record.meta.title.text();
        let places = near.places(&title).into_iter();
        have.extend(places.filter(|at| settles(&titles[*at].title, &title)));
    }
    (0..titles.len()).filter(|at| !have.contains(at)).collect()
}

/// Returns the titles in each range. Those that were not asked for, because ranges cannot be
/// trusted, have no entry.
async fn by_ranges<'a>(
    sparql: &Endpoint,
    ranges: impl Iterator<Item = &'a Range>,
) -> Reply<(Range, Vec<SearchResult>)> {
    let ranges: BTreeSet<Range> = ranges.cloned().collect();
    let ask = |ranges: Vec<Range>| -> Asked<'_, Range, Vec<SearchResult>> {
        Box::pin(async move { ask_ranges(sparql, &ranges).await })
    };
    sparql
        .answered(QuestionKind::Range, ranges, range_key, ask)
        .await
}

fn range_key((low, high): &Range) -> String {
    format!("{low} .. {high}")
}

async fn ask_ranges(sparql: &Endpoint, ranges: &[Range]) -> Reply<(Range, Vec<SearchResult>)> {
    // Ranges were found not to be trustworthy a short time ago.
    if sparql.is_stored(QuestionKind::Canary, MISSING).await {
        return Reply::default();
    }
    let trusted = AtomicBool::new(true);
    batches::in_turn(batches::of(ranges, RANGES), |batch| {
        let trusted = &trusted;
        Box::pin(async move {
            if !trusted.load(Ordering::Relaxed) {
                return Ok(Vec::new());
            }
            let mut ranges = batch.to_vec();
            ranges.push((CANARY.0.to_owned(), CANARY.1.to_owned()));
            let query = query::by_ranges(&ranges);
            let of_each = sparql.rows_of_each(query, ranges.len()).await?;
            let mut found: Vec<Vec<SearchResult>> =
                of_each.iter().map(|rows| shown(rows)).collect();
            let canary = found.pop().unwrap_or_default();
            if !canary.iter().any(|it| it.key.as_str() == CANARY_KEY) {
                tracing::debug!("title ranges bring nothing: searching by words");
                trusted.store(false, Ordering::Relaxed);
                sparql.keep(QuestionKind::Canary, MISSING, None::<&()>);
            }
            let trusted = trusted.load(Ordering::Relaxed);
            let answers = batch.iter().cloned().zip(found);
            // An answer that cannot be trusted means something only where it found something.
            let answers = answers.filter(|(_, found)| trusted || !found.is_empty());
            let answers: Vec<(Range, Vec<SearchResult>)> = answers.collect();
            for (range, found) in &answers {
                sparql.keep(QuestionKind::Range, &range_key(range), some(found));
            }
            Ok(answers)
        })
    })
    .await
}

/// The stored answer when the canary is missing.
const MISSING: &str = "missing";

/// Returns the labels with all words of each set that the titles at these places are searched for
/// by. Titles that differ only in signs are searched for together.
async fn by_words(
    sparql: &Endpoint,
    titles: &[TitleQuery],
    left: &[usize],
) -> Reply<(QueryWords, Vec<SearchResult>)> {
    let sets: BTreeSet<QueryWords> = left
        .iter()
        .flat_map(|at| probe::words(&titles[*at]))
        .collect();
    let ask = |sets: Vec<QueryWords>| -> Asked<'_, QueryWords, Vec<SearchResult>> {
        Box::pin(async move { ask_words(sparql, titles, left, sets).await })
    };
    let key = |set: &QueryWords| set.join(" ");
    sparql.answered(QuestionKind::Words, sets, key, ask).await
}

/// Asks for sets of words, with all sets of a title in one query.
async fn ask_words(
    sparql: &Endpoint,
    titles: &[TitleQuery],
    left: &[usize],
    sets: Vec<QueryWords>,
) -> Reply<(QueryWords, Vec<SearchResult>)> {
    let mut open: BTreeSet<QueryWords> = sets.into_iter().collect();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let mut of_one: Vec<Vec<QueryWords>> = Vec::new();
    for at in left {
        let own = probe::words(&titles[*at]).into_iter();
        let own: Vec<QueryWords> = own.filter(|set| open.remove(set)).collect();
        if own.is_empty() {
            continue;
        }
        let title = fold::fold_without_blanks(&titles[*at].title);
        let place = *places.entry(title).or_insert(of_one.len());
        match of_one.get_mut(place) {
            Some(sets) => sets.extend(own),
            None => of_one.push(own),
        }
    }
    batches::in_turn(batches::of(&of_one, BY_WORDS), |batch| {
        Box::pin(async move {
            let sets: Vec<QueryWords> = batch.concat();
            let query = query::by_words(&sets);
            let of_each = sparql.rows_of_each(query, sets.len()).await?;
            let found = of_each.iter().map(|rows| shown(rows));
            let answers: Vec<(QueryWords, Vec<SearchResult>)> =
                sets.into_iter().zip(found).collect();
            for (set, found) in &answers {
                sparql.keep(QuestionKind::Words, &set.join(" "), some(found));
            }
            Ok(answers)
        })
    })
    .await
}

fn some(found: &Vec<SearchResult>) -> Option<&Vec<SearchResult>> {
    (!found.is_empty()).then_some(found)
}
