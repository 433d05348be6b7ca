//! The questions that one step puts to a source, and the answers.

use std::collections::BTreeSet;

use futures_util::future::join_all;

use super::{asked::AskState, input::Target};
use crate::{
    http::RequestError,
    model::{Record, SourceName},
    sources::{Id, PersonPage, PersonQuery, Source, TitleQuery},
    text::venue_fields::of_venue,
};

/// The questions that one step puts to one source.
pub(super) struct Questions<'a> {
    pub(super) source: &'a dyn Source,
    /// People whose pages are looked for, each with the number of their list.
    pub(super) people: Vec<(usize, PersonQuery)>,
    /// Identifiers, with the lists that want them.
    pub(super) ids: Vec<(Id, BTreeSet<usize>)>,
    /// Listings that are looked for among the works of the people who list them.
    pub(super) named: Vec<&'a Target<'a>>,
    /// Listings whose titles are searched for.
    pub(super) titles: Vec<&'a Target<'a>>,
    /// Listings whose titles would be searched for if the run could afford it.
    pub(super) unaffordable: Vec<&'a Target<'a>>,
}

impl<'a> Questions<'a> {
    pub(super) fn none(source: &'a dyn Source) -> Self {
        Self {
            source,
            people: Vec::new(),
            ids: Vec::new(),
            named: Vec::new(),
            titles: Vec::new(),
            unaffordable: Vec::new(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.people.is_empty()
            && self.ids.is_empty()
            && self.named.is_empty()
            && self.titles.is_empty()
            && self.unaffordable.is_empty()
    }
}

/// What a source answered to [`Questions`].
pub(super) struct Answers {
    pub(super) source: SourceName,
    /// People's pages, each with the number of the list.
    pub(super) pages: Vec<(usize, PersonPage)>,
    /// Records, with the lists that asked for them.
    pub(super) records: Vec<(Record, BTreeSet<usize>)>,
    /// The records that answer an identifier.
    pub(super) by_id: Vec<(Id, Record)>,
    pub(super) failures: Vec<RequestError>,
    /// The numbers of listings whose titles were not searched for.
    pub(super) unsearched: BTreeSet<usize>,
    /// The numbers of listings whose titles were searched for, and what became of the search.
    pub(super) titles: (Vec<usize>, AskState),
    /// The identifiers that were looked up, and what became of that.
    pub(super) ids: (Vec<Id>, AskState),
}

/// Puts questions to several sources at the same time. The answers come in the order of the questions.
pub(super) async fn ask_all(questions: Vec<Questions<'_>>) -> Vec<Answers> {
    join_all(questions.into_iter().map(ask)).await
}

async fn ask(questions: Questions<'_>) -> Answers {
    let source = questions.source;
    let mut answers = Answers {
        source: source.name(),
        pages: Vec::new(),
        records: Vec::new(),
        by_id: Vec::new(),
        failures: Vec::new(),
        unsearched: questions.unaffordable.iter().map(|it| it.index).collect(),
        titles: (Vec::new(), AskState::Answered),
        ids: (Vec::new(), AskState::Answered),
    };
    if !questions.people.is_empty() {
        let (lists, queries): (Vec<usize>, Vec<PersonQuery>) = questions.people.into_iter().unzip();
        let reply = source.by_person(&queries).await;
        answers.failures.extend(reply.failures);
        for page in reply.found {
            if let Some(list) = lists.get(page.query) {
                answers.pages.push((*list, page));
            }
        }
    }
    if !questions.ids.is_empty() {
        let (ids, lists): (Vec<Id>, Vec<BTreeSet<usize>>) = questions.ids.into_iter().unzip();
        let reply = source.by_ids(&ids).await;
        let state = AskState::of(&reply.failures);
        answers.failures.extend(reply.failures);
        for found in reply.found {
            let asked = || found.asked.iter();
            let lists = asked().filter_map(|at| lists.get(*at)).flatten();
            let lists = lists.copied().collect();
            let ids = asked().filter_map(|at| ids.get(*at));
            let by_id = ids.map(|id| (id.clone(), found.record.clone()));
            answers.by_id.extend(by_id);
            answers.records.push((found.record, lists));
        }
        answers.ids = (ids, state);
    }
    if !questions.named.is_empty() {
        let targets = &questions.named;
        let queries: Vec<TitleQuery> = targets.iter().map(|target| title_query(target)).collect();
        let reply = source.by_names(&queries).await;
        answers.failures.extend(reply.failures);
        for found in reply.found {
            let asked = found.asked.iter().filter_map(|at| targets.get(*at));
            let lists = asked.map(|target| target.list).collect();
            answers.records.push((found.record, lists));
        }
    }
    if !questions.titles.is_empty() {
        let targets = &questions.titles;
        let queries: Vec<TitleQuery> = targets.iter().map(|target| title_query(target)).collect();
        let reply = source.by_titles(&queries).await;
        let put = targets.iter().map(|target| target.index);
        answers.titles = (put.collect(), AskState::of(&reply.failures));
        answers.failures.extend(reply.failures);
        let unasked = reply.unasked.iter().filter_map(|at| targets.get(*at));
        answers
            .unsearched
            .extend(unasked.map(|target| target.index));
        for found in reply.found {
            let asked = found.asked.iter().filter_map(|at| targets.get(*at));
            let lists = asked.map(|target| target.list).collect();
            answers.records.push((found.record, lists));
        }
    }
    answers
}

/// Returns the title query for a listing.
pub(super) fn title_query(target: &Target<'_>) -> TitleQuery {
    let (listing, person) = (target.listing, target.person);
    TitleQuery {
        title: listing.title.clone(),
        authors: listing.author_names(person).into_iter().flatten().collect(),
        year: listing.year,
        person: person.name.as_ref().map(ToString::to_string),
        isbn: listing.isbn.clone(),
        fields: listing.venue.as_deref().map(of_venue).unwrap_or_default(),
    }
}
