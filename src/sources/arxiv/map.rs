//! Turns an entry of the feed into a record.

use super::wire::Entry;
use crate::model::{
    ArxivId, Contributor, Doi, Kind, Metadata, PartialDate, PersonName, Record, RecordLink, Run,
    SourceName, Title,
};

/// Returns the record of the entry that answers `id`. Its date is that of the first version. The
/// DOI that an author names is the published work's, so it becomes a link; `journal_ref` is free
/// text and ignored.
pub(super) fn record(id: ArxivId, entry: &Entry) -> Option<Record> {
    let title = title(&entry.title);
    if title.is_empty() {
        return None;
    }
    let mut meta = Metadata::new(Kind::Preprint, title);
    meta.authors = entry
        .authors
        .iter()
        .map(|name| Contributor::from(PersonName::parse(name)))
        .filter(|author| !author.name.is_empty())
        .collect();
    meta.date = PartialDate::parse(&entry.published);
    meta.arxiv_class = Some(entry.primary_category.clone()).filter(|class| !class.is_empty());
    meta.ids.arxiv = Some(id);
    let links = entry
        .doi
        .split([' ', ';', ','])
        .filter_map(|doi| Doi::parse(doi).ok())
        .filter(|doi| doi.arxiv().is_none())
        .map(RecordLink::PreprintOf)
        .collect();
    Some(
        Record::new(SourceName::ARXIV, meta)
            .with_links(links)
            .with_withdrawn(entry.is_withdrawn()),
    )
}

/// Parses a title as authors submit it to arXiv: Unicode with formulas between dollar signs.
pub(in crate::sources) fn title(text: &str) -> Title {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let pieces: Vec<&str> = text.split('$').collect();
    // A dollar sign without a partner means money, or is a slip.
    if pieces.len().is_multiple_of(2) {
        return Title::plain(text);
    }
    Title::from_runs(pieces.into_iter().enumerate().map(|(at, piece)| {
        if at % 2 == 0 {
            Run::Plain(piece.to_owned())
        } else {
            Run::Math(piece.to_owned())
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::super::wire::{feed, tests::FEED};
    use super::*;

    #[test]
    fn preprint_links_to_its_publication() {
        let entries = feed(FEED).unwrap().entries;
        let Record { meta, links, .. } =
            record(ArxivId::parse("2309.13254").unwrap(), &entries[0]).unwrap();
        assert_eq!(meta.kind, Kind::Preprint);
        assert_eq!(meta.ids.arxiv.unwrap().as_str(), "2309.13254");
        assert_eq!(meta.ids.doi, None);
        assert_eq!(
            links,
            [RecordLink::PreprintOf(Doi::parse("10.1145/1.2").unwrap())]
        );
        assert_eq!(meta.date.unwrap().to_string(), "2023-09-23");
        assert_eq!(meta.arxiv_class.as_deref(), Some("cs.LG"));
        assert_eq!(meta.authors[0].name.sorting_form(), "de la Cruz, Juan");
        assert!(meta.title.runs().contains(&Run::Math("O(n^2)".into())));
    }

    #[test]
    fn single_dollar_is_literal() {
        assert_eq!(title("A $5  Computer"), Title::plain("A $5 Computer"));
    }
}
