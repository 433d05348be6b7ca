//! Turns a hit of the search into a record.

use super::wire::Info;
use crate::{
    model::{
        ArxivId, Contributor, DblpKey, DblpPid, Doi, Kind, Metadata, Pages, PartialDate,
        PersonName, Record, SourceName,
    },
    text::markup,
};

pub(super) fn record(info: &Info) -> Option<Record> {
    let key = DblpKey::parse(&info.key).ok()?;
    let kind = kind(info.class.as_deref().unwrap_or_default(), &key);
    let title = markup::without_final_period(markup::title(&info.title));
    if title.is_empty() {
        return None;
    }
    let mut meta = Metadata::new(kind, title);
    let authors = info
        .authors
        .as_ref()
        .map_or(&[][..], |list| list.author.all());
    meta.authors = authors
        .iter()
        .map(|author| Contributor {
            name: PersonName::parse(&markup::plain(&author.text)),
            orcid: None,
            pid: author.pid.as_ref().and_then(|pid| DblpPid::parse(pid).ok()),
        })
        .collect();
    let page = info.ee.as_ref().and_then(|pages| pages.all().first());
    let doi = info.doi.as_ref().and_then(|doi| Doi::parse(doi).ok());
    meta.ids.arxiv = doi.as_ref().and_then(Doi::arxiv).or_else(|| {
        let page = page.filter(|page| page.contains("arxiv.org/"))?;
        ArxivId::parse(page).ok()
    });
    meta.ids.doi = doi.filter(|doi| doi.arxiv().is_none());
    meta.ids.dblp = Some(key);
    meta.date = info.year.as_deref().and_then(PartialDate::parse);
    meta.pages = info.pages.as_deref().and_then(Pages::parse);
    meta.publisher = info.publisher.as_deref().map(markup::plain);
    let venue = info.venue.as_ref().and_then(|venue| venue.all().first());
    meta.venue_short = venue.map(|venue| markup::plain(venue));
    if kind == Kind::Journal {
        meta.venue = venue.map(|venue| markup::title(venue));
        meta.volume.clone_from(&info.volume);
        meta.number.clone_from(&info.number);
    }
    if meta.ids.doi.is_none() && meta.ids.arxiv.is_none() {
        meta.url = page.cloned();
    }
    Some(Record::new(SourceName::DBLP, meta))
}

fn kind(class: &str, key: &DblpKey) -> Kind {
    match class {
        "Conference and Workshop Papers" => Kind::Conference,
        "Journal Articles" => Kind::Journal,
        "Informal and Other Publications" | "Informal Publications" => Kind::Preprint,
        "Books and Theses" if key.as_str().starts_with("phd/") => Kind::PhdThesis,
        "Books and Theses" => Kind::Book,
        "Editorship" => Kind::Proceedings,
        "Parts in Books or Collections" | "Reference Works" => Kind::Chapter,
        "Data and Artifacts" => Kind::Dataset,
        _ => Kind::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::super::wire::hits;
    use super::*;

    #[test]
    fn doubly_escaped_entities_are_decoded() {
        let body = r#"{"result":{"hits":{"hit":[{"info":{
            "authors":{"author":[{"@pid":"1/2","text":"Juan O&apos;Neil 0002"}]},
            "title":"&quot;A&quot; &amp; B.","venue":"CoRR","volume":"abs/2309.13254","year":"2023",
            "type":"Informal and Other Publications","key":"journals/corr/abs-2309-13254",
            "doi":"10.48550/ARXIV.2309.13254","ee":"https://doi.org/10.48550/arXiv.2309.13254"}}]}}}"#;
        let meta = record(&hits(body)[0]).unwrap().meta;
        assert_eq!(meta.kind, Kind::Preprint);
        assert_eq!(meta.title.text(), "\"A\" & B");
        assert_eq!(meta.authors[0].name.sorting_form(), "O'Neil, Juan");
        assert_eq!(meta.ids.arxiv.unwrap().as_str(), "2309.13254");
        assert_eq!((meta.ids.doi, meta.volume, meta.url), (None, None, None));
    }
}
