use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use jiff::civil::Date;
use url::Url;

use super::{
    map,
    query::{self, ArticleId},
    service::{NAME, SERVICE},
    wire::{self, Article},
};
use crate::{
    http::{ApiRequest, ApiResponse, RequestError},
    model::{Authority, Doi, FieldOfStudy, Pmid, Record, RecordLink, SourceName, WorkIdKind},
    sources::{
        Capabilities, Fetcher, FoundRecord, Id, IdLookup, Load, Price, Reply, ReplyFuture, Source,
        TitleQuery, TitleSearch,
        batches::{self, Batch},
        stored_answers,
        title_batches::TitleBatches,
    },
};

/// The literature of the life sciences, <https://europepmc.org>.
pub struct EuropePmc {
    fetcher: Arc<dyn Fetcher>,
    base: Url,
}

impl std::fmt::Debug for EuropePmc {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EuropePmc")
            .field("base", &self.base.as_str())
            .finish_non_exhaustive()
    }
}

/// Articles by the identifiers that they were asked for by.
type Articles = BTreeMap<ArticleId, Vec<Article>>;

impl EuropePmc {
    /// Returns Europe PMC at the address `base` (`https://www.ebi.ac.uk/europepmc/webservices/rest`).
    #[must_use]
    pub fn new(fetcher: Arc<dyn Fetcher>, base: Url) -> Self {
        Self { fetcher, base }
    }

    async fn records(&self, ids: &[Id]) -> Reply<FoundRecord> {
        let mut asked: BTreeMap<ArticleId, Vec<usize>> = BTreeMap::new();
        for (at, id) in ids.iter().enumerate() {
            let id = match id {
                Id::Doi(doi) => ArticleId::Doi(doi.clone()),
                Id::Pmid(id) => ArticleId::Pmid(id.clone()),
                Id::Arxiv(_) | Id::Dblp(_) => continue,
            };
            asked.entry(id).or_default().push(at);
        }
        let (found, mut reply) = self.articles(asked.keys().cloned().collect()).await;
        let published = found.values().flatten().filter_map(map::publication);
        let published = published.map(|(id, _)| ArticleId::Pmid(id));
        let published: BTreeSet<ArticleId> =
            published.filter(|id| !found.contains_key(id)).collect();
        let published = if reply.failures.iter().any(batches::is_over) {
            Articles::new()
        } else {
            let (published, further) = self.articles(published).await;
            reply.failures.extend(further.failures);
            published
        };
        let publications = Publications::of([&found, &published]);
        for (id, articles) in &found {
            let Some(places) = asked.get(id) else {
                continue;
            };
            let learned = stored_answers::day(&*self.fetcher, &query::ARTICLES, &id.key());
            for article in articles {
                let links = publications.links(article);
                let linked = publications.of_preprint(article);
                for (article, links) in [(article, links)]
                    .into_iter()
                    .chain(linked.map(|article| (article, Vec::new())))
                {
                    reply
                        .found
                        .extend(found_record(article, links, learned, places));
                }
            }
        }
        reply
    }

    /// Returns the articles with these identifiers, and the failures. An identifier that Europe PMC does
    /// not know has an empty list; one that could not be asked for has none.
    async fn articles(&self, ids: BTreeSet<ArticleId>) -> (Articles, Reply<FoundRecord>) {
        let ids = ids.into_iter().filter(ArticleId::is_askable);
        let ask = |ids: Vec<ArticleId>| -> stored_answers::Asked<'_, ArticleId, Vec<Article>> {
            Box::pin(async move {
                let batches = batches::of(&ids, query::BATCH);
                batches::in_turn_sifted(batches, |ids| Box::pin(self.batch(ids))).await
            })
        };
        let answered =
            stored_answers::answered(&*self.fetcher, &query::ARTICLES, ids, ArticleId::key, ask);
        let mut reply = Reply::default();
        let articles = reply.absorb(answered.await).into_iter();
        let articles = articles.map(|(id, articles)| (id, articles.unwrap_or_default()));
        (articles.collect(), reply)
    }

    async fn batch(
        &self,
        ids: &[ArticleId],
    ) -> Result<Vec<(ArticleId, Option<Vec<Article>>)>, RequestError> {
        let articles = self.search(&query::by_ids(&self.base, ids)).await?;
        let answers = ids.iter().map(|id| {
            let own: Vec<Article> = articles
                .iter()
                .filter(|it| bears(it, id))
                .cloned()
                .collect();
            let known = (!own.is_empty()).then_some(&own);
            stored_answers::keep(&*self.fetcher, &query::ARTICLES, &id.key(), known);
            (id.clone(), Some(own))
        });
        Ok(answers.collect())
    }

    /// Sends a search. One with more results than an answer holds says nothing of what it lacks, and is
    /// to be split.
    async fn search(&self, ask: &ApiRequest) -> Result<Vec<Article>, RequestError> {
        let ApiResponse::Body(body) = self.fetcher.request(ask).await? else {
            return Ok(Vec::new());
        };
        let (articles, is_cut) = wire::articles(&body);
        if is_cut {
            return Err(RequestError::TooComplex {
                service: SERVICE,
                url: ask.address(),
                cause: format!("more than {} articles are found", articles.len()),
            });
        }
        Ok(articles)
    }

    async fn titled(&self, titles: &[TitleQuery]) -> Reply<FoundRecord> {
        let batches = TitleBatches {
            fetcher: &*self.fetcher,
            shelf: &query::TITLED,
            size: query::TITLES,
            term: query::title_term,
            record: map::record,
        };
        let search = |terms: &[String]| -> Batch<'_, Article> {
            let ask = query::by_titles(&self.base, terms);
            Box::pin(async move { self.search(&ask).await })
        };
        batches.records(titles, search).await
    }
}

/// Whether an article has this identifier. A search for a DOI finds those that begin with it, too.
fn bears(article: &Article, id: &ArticleId) -> bool {
    match id {
        ArticleId::Doi(doi) => {
            let own = article.doi.as_deref().and_then(|it| Doi::parse(it).ok());
            own.as_ref() == Some(doi)
        }
        ArticleId::Pmid(id) => map::pmid(article).as_ref() == Some(id),
    }
}

fn found_record(
    article: &Article,
    links: Vec<RecordLink>,
    learned: Option<Date>,
    asked: &[usize],
) -> Option<FoundRecord> {
    let record = map::record(article)?.with_links(links);
    Some(FoundRecord {
        record: Record { learned, ..record },
        asked: asked.to_vec(),
    })
}

/// Articles that may be the publications of preprints, by their PubMed identifiers.
struct Publications<'a>(BTreeMap<Pmid, &'a Article>);

impl<'a> Publications<'a> {
    fn of(articles: [&'a Articles; 2]) -> Self {
        let articles = articles.into_iter().flat_map(BTreeMap::values).flatten();
        Self(
            articles
                .filter_map(|it| Some((map::pmid(it)?, it)))
                .collect(),
        )
    }

    /// Returns the article that Europe PMC takes for the publication of a preprint.
    fn of_preprint(&self, preprint: &Article) -> Option<&'a Article> {
        let (id, _) = map::publication(preprint)?;
        self.0.get(&id).copied()
    }

    /// Returns the link of a preprint to its publication, unless Europe PMC guessed it: then the matcher
    /// decides whether the two are one work.
    fn links(&self, preprint: &Article) -> Vec<RecordLink> {
        let link = || {
            let (_, related) = map::publication(preprint)?;
            let article = self.of_preprint(preprint)?;
            let doi = Doi::parse(article.doi.as_deref()?).ok()?;
            (!map::is_guess(related)).then_some(RecordLink::PreprintOf(doi))
        };
        link().into_iter().collect()
    }
}

/// What Europe PMC can be asked. The National Library of Medicine indexes what publishers send it, with
/// family and given names apart.
pub(super) const CAPABILITIES: Capabilities = Capabilities {
    ids: IdLookup::Registry(&[WorkIdKind::Doi, WorkIdKind::Pmid]),
    titles: TitleSearch::Batched,
    fields: &[FieldOfStudy::Medicine, FieldOfStudy::LifeSciences],
    home_of: Some(WorkIdKind::Pmid),
    authority: Authority {
        published: 35,
        venues: 35,
        imprints: 35,
        short_names: 10,
        preprints: 45,
        spells_names: true,
        own_fields: &[FieldOfStudy::Medicine, FieldOfStudy::LifeSciences],
    },
    ..Capabilities::service("Europe PMC")
};

impl Source for EuropePmc {
    fn name(&self) -> SourceName {
        NAME
    }

    fn capabilities(&self) -> Capabilities {
        CAPABILITIES
    }

    fn price(&self, load: &Load) -> Price {
        let requests = load.ids.div_ceil(query::BATCH) + load.titles.div_ceil(query::TITLES);
        // A second search finds the publications of preprints.
        Price {
            least: requests,
            most: requests + load.ids.div_ceil(query::BATCH),
        }
    }

    fn by_ids<'a>(&'a self, ids: &'a [Id]) -> ReplyFuture<'a, FoundRecord> {
        Box::pin(self.records(ids))
    }

    fn by_titles<'a>(&'a self, titles: &'a [TitleQuery]) -> ReplyFuture<'a, FoundRecord> {
        Box::pin(self.titled(titles))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::fake::{Fake, body, refused, text_of};

    const ARTICLE: &str = r#"{"source":"MED","id":"31000001","doi":"10.1000/abc.1",
        "title":"Loss of weaver in old spiders.","journalInfo":{"journal":{"title":"Web"}}}"#;

    const PREPRINT: &str = r#"{"source":"PPR","id":"PPR1","doi":"10.1101/2020.1",
        "title":"Loss of weaver","commentCorrectionList":{"commentCorrection":[
            {"id":"31000001","source":"MED","type":"Preprint of"}]}}"#;

    fn answer(articles: &[&str]) -> String {
        format!(
            r#"{{"hitCount":{},"resultList":{{"result":[{}]}}}}"#,
            articles.len(),
            articles.join(",")
        )
    }

    fn source(fake: &Arc<Fake>) -> EuropePmc {
        let base = Url::parse("https://epmc.example/rest").unwrap();
        EuropePmc::new(fake.clone(), base)
    }

    fn doi(text: &str) -> Id {
        Id::Doi(Doi::parse(text).unwrap())
    }

    #[tokio::test]
    async fn preprint_leads_to_its_publication_in_a_second_search() {
        let fake = Arc::new(Fake::new(|ask| {
            let is_second = text_of(ask).contains("EXT_ID:31000001");
            body(&answer(&[if is_second { ARTICLE } else { PREPRINT }]))
        }));
        let reply = source(&fake)
            .by_ids(&[doi("10.1101/2020.1"), doi("10.1000/x")])
            .await;
        assert_eq!((reply.failures.len(), fake.count()), (0, 2));
        let found: Vec<(String, usize)> = reply
            .found
            .iter()
            .map(|it| (it.record.handle(), it.record.links.len()))
            .collect();
        assert_eq!(
            found,
            [
                ("10.1101/2020.1".to_owned(), 1),
                ("10.1000/abc.1".to_owned(), 0)
            ]
        );
        assert!(reply.found.iter().all(|it| it.asked == [0]));
        source(&fake)
            .by_ids(&[doi("10.1101/2020.1"), doi("10.1000/x")])
            .await;
        assert_eq!(fake.count(), 2, "the rest is stored, absences too");
    }

    #[tokio::test]
    async fn cut_answer_is_no_absence() {
        let fake = Arc::new(Fake::new(|ask| {
            if text_of(ask).contains(" OR ") {
                body(r#"{"hitCount":2000,"resultList":{"result":[]}}"#)
            } else {
                body(&answer(&[ARTICLE]))
            }
        }));
        let ids = [doi("10.1000/abc.1"), doi("10.1000/abc")];
        let reply = source(&fake).by_ids(&ids).await;
        assert_eq!((reply.found.len(), fake.count()), (1, 3));
        assert_eq!(reply.found[0].asked, [0], "a longer DOI is another one");
    }

    #[tokio::test]
    async fn titles_share_a_search_and_each_gets_its_own() {
        let other = r#"{"source":"MED","id":"2","title":"Mills.","journalInfo":{}}"#;
        let fake = Arc::new(Fake::new(move |_| body(&answer(&[ARTICLE, other]))));
        let title = |title: &str| TitleQuery {
            title: title.to_owned(),
            ..TitleQuery::default()
        };
        let titles = [
            title("Editorial"),
            title("Loss of Weaver in Old Spiders"),
            title("Silk in the dark: a study of caves"),
        ];
        let reply = source(&fake).by_titles(&titles).await;
        assert_eq!((reply.unasked, fake.count()), (vec![0], 1));
        assert_eq!(reply.found.len(), 1);
        assert_eq!(reply.found[0].asked, [1]);
    }

    #[tokio::test]
    async fn refusal_leaves_titles_unasked() {
        let fake = Arc::new(Fake::new(|_| Err(refused(SERVICE))));
        let titles = [TitleQuery {
            title: "Loss of Weaver in Old Spiders".to_owned(),
            ..TitleQuery::default()
        }];
        let reply = source(&fake).by_titles(&titles).await;
        assert_eq!((reply.unasked, reply.failures.len()), (vec![0], 1));
    }
}
