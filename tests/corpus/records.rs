//! Real records as works.

use std::{
    collections::BTreeMap,
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
};

use bibsync::{
    export::keys::{DEFAULT_PATTERN, KeyOrder, KeyRequest, assign, base_key},
    model::{
        ArxivId, Contributor, DblpKey, Doi, Kind, Metadata, Pages, PartialDate, PersonName, Title,
        Work,
    },
    text::markup,
};
use flate2::read::GzDecoder;
use serde::Deserialize;

/// The folder beside a development checkout that holds the records and the checker.
pub(crate) fn shared() -> Result<PathBuf, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
    if folder.join("corpus/dblp-dev.jsonl.gz").exists() {
        Ok(folder)
    } else {
        Err("there is no ../shared/corpus beside this checkout".to_owned())
    }
}

#[derive(Deserialize)]
struct Plain {
    key: String,
    #[serde(rename = "type")]
    kind: String,
    title: String,
    #[serde(default)]
    authors: Vec<String>,
    #[serde(default)]
    editors: Vec<String>,
    year: Option<i32>,
    booktitle: Option<String>,
    journal: Option<String>,
    volume: Option<String>,
    number: Option<String>,
    pages: Option<String>,
    doi: Option<String>,
    url: Option<String>,
    publisher: Option<String>,
}

/// Every `step`th record of each corpus, as a work with a key of its own.
pub(crate) fn works(corpora: &[PathBuf], step: usize) -> Vec<Work> {
    let mut metas: Vec<Metadata> = Vec::new();
    for corpus in corpora {
        let lines = BufReader::new(GzDecoder::new(fs_err::File::open(corpus).unwrap())).lines();
        let sample = lines.step_by(step);
        metas.extend(sample.map(|line| metadata(serde_json::from_str(&line.unwrap()).unwrap())));
    }
    let requests: Vec<KeyRequest> = metas
        .iter()
        .map(|meta| KeyRequest {
            base: base_key(meta, DEFAULT_PATTERN),
            order: KeyOrder::of(meta),
            ..KeyRequest::default()
        })
        .collect();
    metas
        .into_iter()
        .zip(assign(&requests, &BTreeMap::new()))
        .map(|(meta, key)| Work::new(key, meta))
        .collect()
}

fn metadata(plain: Plain) -> Metadata {
    let people = |names: &[String]| -> Vec<Contributor> {
        let names = names.iter().map(|name| PersonName::parse(name));
        names.map(Contributor::from).collect()
    };
    let in_corr = plain.key.starts_with("journals/corr/");
    let kind = match plain.kind.as_str() {
        "article" if in_corr => Kind::Preprint,
        "article" => Kind::Journal,
        "book" => Kind::Book,
        "incollection" => Kind::Chapter,
        "proceedings" => Kind::Proceedings,
        _ => Kind::Conference,
    };
    let mut meta = Metadata::new(kind, markup::title(&plain.title));
    meta.authors = people(&plain.authors);
    meta.editors = people(&plain.editors);
    meta.date = plain.year.map(PartialDate::year);
    meta.venue = plain.booktitle.or(plain.journal).map(Title::plain);
    meta.volume = plain.volume;
    meta.number = plain.number;
    meta.pages = plain.pages.and_then(|pages| Pages::parse(&pages));
    meta.ids.doi = plain.doi.and_then(|doi| Doi::parse(&doi).ok());
    meta.ids.dblp = DblpKey::parse(&plain.key).ok();
    let volume = meta.volume.as_deref().unwrap_or_default();
    meta.ids.arxiv = volume
        .strip_prefix("abs/")
        .and_then(|id| ArxivId::parse(id).ok());
    meta.url = plain.url;
    meta.publisher = plain.publisher;
    meta
}
