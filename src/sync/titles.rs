//! Searches by title, for listings that neither an identifier nor a page has found.

use std::collections::BTreeSet;

use super::{
    input::Target,
    questions::{Questions, title_query},
};
use crate::{
    matching::{is_listed_as_book, listed_kind},
    model::{Kind, Listing},
    sources::{Holdings, Source, TitleQuery, TitleSearch},
    text::publication_state::is_manuscript,
};

/// The number of titles that a run searches for where each takes a request. With the requests for
/// everything else, a list of 100 works stays below 20 requests; longer lists get a fifth of their
/// length less what the rest costs.
const SEARCHES: usize = 12;

/// Returns the title questions for what is `open`, of `listed` listings in all.
pub(super) fn questions<'a>(
    source: &'a dyn Source,
    open: &[&'a Target<'a>],
    listed: usize,
) -> Questions<'a> {
    let mut questions = Questions::none(source);
    let mut open = open.to_vec();
    if source.capabilities().holds == Holdings::Books {
        open.retain(|target| is_listed_as_book(target.listing));
    }
    match source.capabilities().titles {
        TitleSearch::None => return questions,
        TitleSearch::Batched => {}
        TitleSearch::Single => open.retain(|target| is_worth_a_request(target.listing)),
    }
    // The order follows from what listings state and not from their places, since not every title may
    // be searched for: a list in another order asks the same.
    open.sort_by_cached_key(|target| search_order(target));
    if source.capabilities().titles == TitleSearch::Single {
        (questions.titles, questions.unaffordable) = afford(source, open, listed);
    } else {
        questions.titles = open;
    }
    questions
}

/// Returns the questions for what is `open` by the names of the people who list it. They cost a request for a
/// person, whatever the number of titles, so all titles are asked for.
pub(super) fn by_name<'a>(source: &'a dyn Source, open: &[&'a Target<'a>]) -> Questions<'a> {
    let mut questions = Questions::none(source);
    if source.capabilities().finds_by_name {
        let open = open.iter().copied();
        let wanted = open.filter(|target| is_worth_a_request(target.listing));
        questions.named = wanted.collect();
        questions
            .named
            .sort_by_cached_key(|target| search_order(target));
    }
    questions
}

fn search_order(target: &Target<'_>) -> impl Ord + use<> {
    let query = title_query(target);
    let authors: Vec<String> = query.authors.iter().map(ToString::to_string).collect();
    (
        target.title.key.clone(),
        query.title,
        authors,
        query.year,
        query.person,
    )
}

/// Separates the listings whose titles are searched for from those that would be too many. Kept
/// answers count as searches, and a title that several lists have counts once.
fn afford<'a>(
    source: &dyn Source,
    open: Vec<&'a Target<'a>>,
    listed: usize,
) -> (Vec<&'a Target<'a>>, Vec<&'a Target<'a>>) {
    let queries: Vec<TitleQuery> = open.iter().map(|target| title_query(target)).collect();
    let kept = source.kept_titles(&queries);
    let answered = kept.iter().map(|at| &open[*at].title.key);
    let answered: BTreeSet<&String> = answered.collect();
    let left = affordable_searches(listed).saturating_sub(answered.len());
    let mut new = BTreeSet::new();
    let mut afforded = Vec::new();
    let mut unaffordable = Vec::new();
    for (at, target) in open.into_iter().enumerate() {
        let title = &target.title.key;
        if kept.contains(&at) {
            afforded.push(target);
        } else if new.len() < left || new.contains(title) {
            new.insert(title);
            afforded.push(target);
        } else {
            unaffordable.push(target);
        }
    }
    (afforded, unaffordable)
}

/// Returns how many titles of so many listings are searched for where each takes a request.
pub(super) fn affordable_searches(listed: usize) -> usize {
    SEARCHES.max((listed / 5).saturating_sub(8))
}

/// Whether a registrar of publications may have the work.
pub(super) fn is_worth_a_request(listing: &Listing) -> bool {
    !is_manuscript(listing)
        && !matches!(
            listed_kind(listing),
            Some(Kind::Patent | Kind::Web | Kind::Preprint)
        )
}
