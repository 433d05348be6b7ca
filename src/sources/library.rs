//! The records on this disk as a source beside the services.

use std::{collections::HashMap, sync::Arc};

use super::{Asking, Id, Reply, Source, TitleQuery};
use crate::library::{self, Library};
use crate::model::{Record, SourceName};

/// The library as a source. It has no person pages, sends nothing and never fails.
#[derive(Debug, Clone)]
pub struct LibrarySource {
    library: Arc<Library>,
}

impl LibrarySource {
    /// A source over an opened library.
    #[must_use]
    pub fn new(library: Arc<Library>) -> Self {
        Self { library }
    }
}

impl Source for LibrarySource {
    fn name(&self) -> SourceName {
        SourceName::Library
    }

    fn by_ids<'a>(&'a self, ids: &'a [Id]) -> Asking<'a, Record> {
        let ids = ids
            .iter()
            .cloned()
            .map(|id| match id {
                Id::Doi(doi) => library::Id::Doi(doi),
                Id::Arxiv(id) => library::Id::Arxiv(id),
                Id::Dblp(key) => library::Id::Dblp(key),
            })
            .collect::<Vec<_>>();
        self.asking(move |library| library.by_ids(&ids))
    }

    fn by_titles<'a>(&'a self, titles: &'a [TitleQuery]) -> Asking<'a, Record> {
        let titles = titles.to_vec();
        self.asking(move |library| {
            // Listed titles that are alike find the same records.
            let mut found: Vec<Record> = Vec::new();
            let mut seen: HashMap<String, Vec<usize>> = HashMap::new();
            for query in &titles {
                for record in library.by_title(&query.title, &query.surnames) {
                    let namesakes = seen.entry(record.handle()).or_default();
                    if !namesakes.iter().any(|at| found[*at] == record) {
                        namesakes.push(found.len());
                        found.push(record);
                    }
                }
            }
            found
        })
    }
}

impl LibrarySource {
    /// Reads the disk on a thread that may wait for it.
    fn asking(
        &self,
        question: impl FnOnce(&Library) -> Vec<Record> + Send + 'static,
    ) -> Asking<'_, Record> {
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
    async fn it_answers_like_any_source() {
        let home = tempfile::tempdir().unwrap();
        let content = r#"{"key":"conf/cvpr/HeZRS16","type":"inproceedings","title":"Deep Residual Learning for Image Recognition","authors":["Kaiming He"],"doi":"10.1109/cvpr.2016.90"}"#;
        fs::write(home.path().join("a.jsonl"), content).unwrap();
        let library = Library::open(home.path(), &home.path().join("index")).unwrap();
        let source = LibrarySource::new(Arc::new(library));
        assert_eq!(source.name(), SourceName::Library);

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
        assert_eq!(reply.found[0].source, SourceName::Library);
    }
}
