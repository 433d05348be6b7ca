//! The records on this disk as a source.

use std::{collections::HashMap, sync::Arc};

use rayon::prelude::*;

use super::{
    Basis, Capabilities, ConfiguredSource, Descriptor, FoundRecord, Id, PersonPage, PersonQuery,
    Reply, ReplyFuture, Resources, Source, TitleQuery, title_index::TitleIndex,
};
use crate::library::{self, Library, PersonLookup, TitleLookup};
use crate::model::{Authority, Record, SourceName};

/// The library as a source. It sends nothing and never fails.
#[derive(Debug, Clone)]
pub struct LibrarySource {
    library: Arc<Library>,
}

impl LibrarySource {
    /// Returns a source over an opened library.
    #[must_use]
    pub fn new(library: Arc<Library>) -> Self {
        Self { library }
    }
}

/// What the library can be asked: everything, without a request.
const CAPABILITIES: Capabilities = Capabilities {
    authority: Authority {
        published: 20,
        venues: 20,
        imprints: 20,
        short_names: 20,
        preprints: 20,
        spells_names: false,
        own_fields: &[],
    },
    ..Capabilities::local("the library")
};

/// The library.
pub const DESCRIPTOR: Descriptor = Descriptor {
    name: SourceName::LIBRARY,
    capabilities: CAPABILITIES,
    is_default: true,
    services: &[],
    description: "",
    settings: &[],
    configure: |_| Some(Arc::new(OnThisDisk)),
};

/// The library has no settings of a source.
#[derive(Debug)]
struct OnThisDisk;

impl ConfiguredSource for OnThisDisk {
    fn open(&self, resources: &mut dyn Resources) -> Box<dyn Source> {
        Box::new(LibrarySource::new(resources.library()))
    }
}

impl Source for LibrarySource {
    fn name(&self) -> SourceName {
        SourceName::LIBRARY
    }

    fn capabilities(&self) -> Capabilities {
        CAPABILITIES
    }

    fn is_whole(&self) -> bool {
        self.library.is_whole()
    }

    fn by_person<'a>(&'a self, people: &'a [PersonQuery]) -> ReplyFuture<'a, PersonPage> {
        let people = people.to_vec();
        self.asking(move |library| {
            let mut found = Vec::new();
            for (at, query) in people.into_iter().enumerate() {
                let near = TitleIndex::of(query.titles.iter().map(String::as_str));
                let asked = PersonLookup {
                    pid: query.pid,
                    orcid: query.orcid,
                    names: query.names,
                };
                let mut pinned = asked.pid.is_some() || asked.orcid.is_some();
                let mut pages = library.by_person(&asked, &|title| query.whole || near.any(title));
                if pinned && pages.is_empty() {
                    // The pinned page is not in the library, or only separates people of one name.
                    pinned = false;
                    let by_name = PersonLookup {
                        names: asked.names,
                        ..PersonLookup::default()
                    };
                    pages = library.by_person(&by_name, &|title| query.whole || near.any(title));
                }
                found.extend(pages.into_iter().map(|(page, records)| PersonPage {
                    query: at,
                    pid: Some(page.pid),
                    name: page.names.into_iter().next().unwrap_or_default(),
                    basis: if pinned { Basis::Pinned } else { Basis::Name },
                    records,
                }));
            }
            found
        })
    }

    fn by_ids<'a>(&'a self, ids: &'a [Id]) -> ReplyFuture<'a, FoundRecord> {
        let ids = ids
            .iter()
            .cloned()
            .map(|id| match id {
                Id::Doi(doi) => Some(library::Id::Doi(doi)),
                Id::Arxiv(id) => Some(library::Id::Arxiv(id)),
                Id::Dblp(key) => Some(library::Id::Dblp(key)),
                // Its index has none.
                Id::Pmid(_) => None,
            })
            .collect::<Vec<_>>();
        self.asking(move |library| {
            let records = |id: Option<_>| id.map_or_else(Vec::new, |id| library.by_ids(&[id]));
            each_once(ids.into_iter().map(records).collect())
        })
    }

    fn by_titles<'a>(&'a self, titles: &'a [TitleQuery]) -> ReplyFuture<'a, FoundRecord> {
        let titles = titles.to_vec();
        self.asking(move |library| {
            let answers: Vec<Vec<Record>> = titles
                .into_par_iter()
                .map(|query| {
                    library.by_title(&TitleLookup {
                        title: query.title,
                        authors: query.authors,
                        year: query.year,
                    })
                })
                .collect();
            each_once(answers)
        })
    }
}

/// The answers to questions in their order, each record once: similar titles find the same records.
fn each_once(answers: Vec<Vec<Record>>) -> Vec<FoundRecord> {
    let mut found: Vec<FoundRecord> = Vec::new();
    let mut seen: HashMap<String, Vec<usize>> = HashMap::new();
    for (question, records) in answers.into_iter().enumerate() {
        for record in records {
            let namesakes = seen.entry(record.handle()).or_default();
            let known = namesakes.iter().find(|at| found[**at].record == record);
            if let Some(at) = known {
                found[*at].asked.push(question);
            } else {
                namesakes.push(found.len());
                let asked = vec![question];
                found.push(FoundRecord { record, asked });
            }
        }
    }
    found
}

impl LibrarySource {
    /// Reads the disk on a thread that may block.
    fn asking<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Library) -> Vec<T> + Send + 'static,
    ) -> ReplyFuture<'_, T> {
        let library = Arc::clone(&self.library);
        Box::pin(async move {
            let answer = tokio::task::spawn_blocking(move || question(&library)).await;
            if let Err(error) = &answer {
                tracing::warn!(%error, "a look-up in the library was cut short");
            }
            Reply {
                found: answer.unwrap_or_default(),
                ..Reply::default()
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use fs_err as fs;

    use super::*;
    use crate::model::{DblpKey, Doi};

    #[tokio::test]
    async fn library_answers_ids_and_titles() {
        let home = tempfile::tempdir().unwrap();
        let content = r#"{"key":"conf/cvpr/HeZRS16","type":"inproceedings","title":"Deep Residual Learning for Image Recognition","authors":["Kaiming He"],"doi":"10.1109/cvpr.2016.90"}"#;
        fs::write(home.path().join("a.jsonl"), content).unwrap();
        let library = Library::open(&[home.path().to_owned()], &home.path().join("index")).unwrap();
        let source = LibrarySource::new(Arc::new(library));
        assert_eq!(source.name(), SourceName::LIBRARY);

        let ids = [
            Id::Doi(Doi::parse("10.1109/CVPR.2016.90").unwrap()),
            Id::Dblp(DblpKey::parse("conf/cvpr/HeZRS16").unwrap()),
            Id::Dblp(DblpKey::parse("conf/cvpr/None").unwrap()),
        ];
        let reply = source.by_ids(&ids).await;
        assert_eq!((reply.found.len(), reply.failures.len()), (1, 0));

        let listed = |title: &str| TitleQuery {
            title: title.to_owned(),
            ..TitleQuery::default()
        };
        let titles = [
            listed("Deep residual learning"),
            listed("Deep Residual Learning for Image Recogniton"),
            listed("Something Else Entirely"),
        ];
        let reply = source.by_titles(&titles).await;
        assert_eq!((reply.found.len(), reply.failures.len()), (1, 0));
        assert_eq!(reply.found[0].record.source, SourceName::LIBRARY);
    }
}
