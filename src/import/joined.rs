//! What several sources list of one person, each work once.

use crate::{
    model::{Kind, Metadata, Record, WorkId},
    text::fold,
};

/// Joins what sources list of a person. Of records of one work the first is kept, so that the source that is
/// believed most comes first.
///
/// Two records are of one work if they share an identifier (of books, the ISBN), or if they have one title within a year and no
/// two identifiers of one kind. A preprint stays beside its publication, unless a record of that names it.
#[must_use]
pub fn joined(pages: Vec<Vec<Record>>) -> Vec<Record> {
    let mut out: Vec<(String, Record)> = Vec::new();
    for record in pages.into_iter().flatten() {
        let title = fold::fold_without_blanks(&record.meta.title.text());
        let is_there = out.iter().any(|(known, other)| {
            shares_id(&record.meta, &other.meta)
                || *known == title && may_be_one(&record.meta, &other.meta)
        });
        if !is_there {
            out.push((title, record));
        }
    }
    out.into_iter().map(|(_, record)| record).collect()
}

fn shares_id(a: &Metadata, b: &Metadata) -> bool {
    let (of_a, of_b) = (WorkId::all_of(&a.ids), WorkId::all_of(&b.ids));
    of_a.iter().any(|id| of_b.contains(id)) || is_one_book(a, b)
}

/// Whether both are books with one ISBN. That of a chapter is its book's.
fn is_one_book(a: &Metadata, b: &Metadata) -> bool {
    let isbns = a.isbn.as_ref().zip(b.isbn.as_ref());
    (a.kind, b.kind) == (Kind::Book, Kind::Book) && isbns.is_some_and(|(a, b)| a.is_same(b))
}

fn may_be_one(a: &Metadata, b: &Metadata) -> bool {
    let apart = a.year().zip(b.year()).map_or(0, |(a, b)| (a - b).abs());
    let are_both_preprints_or_none = (a.kind == Kind::Preprint) == (b.kind == Kind::Preprint);
    let others = WorkId::all_of(&b.ids);
    let contradicts = |id: &WorkId| others.iter().any(|other| other.kind() == id.kind());
    apart <= 1 && are_both_preprints_or_none && !WorkId::all_of(&a.ids).iter().any(contradicts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Doi, Isbn, PartialDate, SourceName, Title};

    fn record(source: SourceName, title: &str, year: i32, doi: &str) -> Record {
        let mut meta = Metadata::new(Kind::Journal, Title::plain(title));
        meta.date = Some(PartialDate::year(year));
        meta.ids.doi = Doi::parse(doi).ok();
        Record::new(source, meta)
    }

    #[test]
    fn each_work_is_listed_once_by_the_first_source() {
        let own = SourceName::new("orcid");
        let of_dblp = vec![
            record(SourceName::DBLP, "On Looms", 2019, "10.1000/1"),
            record(SourceName::DBLP, "On Mills", 2019, ""),
        ];
        let of_person = vec![
            record(own, "On looms (early access)", 2018, "10.1000/1"),
            record(own, "On mills.", 2020, ""),
            record(own, "On Mills", 2009, ""),
            record(own, "On Weavers", 2015, ""),
            record(own, "On weavers", 2015, "10.1000/2"),
            record(own, "On Looms", 2019, "10.1000/9"),
        ];
        let list = joined(vec![of_dblp, of_person]);
        let shown: Vec<String> = list
            .iter()
            .map(|it| {
                format!(
                    "{} {} {}",
                    it.source,
                    it.meta.title.text(),
                    it.meta.year().unwrap()
                )
            })
            .collect();
        assert_eq!(
            shown,
            [
                "dblp On Looms 2019",
                "dblp On Mills 2019",
                "orcid On Mills 2009",
                "orcid On Weavers 2015",
                "orcid On Looms 2019",
            ]
        );
    }

    #[test]
    fn books_are_joined_by_isbn_and_chapters_are_not() {
        let own = SourceName::new("orcid");
        let numbered = |source, kind, title: &str, isbn: &str| {
            let mut record = record(source, title, 2019, "");
            record.meta.kind = kind;
            record.meta.isbn = Isbn::parse(isbn).ok();
            record
        };
        let book = numbered(SourceName::DBLP, Kind::Book, "Looms", "3406568440");
        let same = numbered(own, Kind::Book, "Looms: a history", "9783406568442");
        let chapter = |title| numbered(own, Kind::Chapter, title, "9783406568442");
        let pages = vec![
            vec![book],
            vec![same, chapter("On Mills"), chapter("On Weavers")],
        ];
        assert_eq!(joined(pages).len(), 3);
    }

    #[test]
    fn preprint_stays_beside_its_publication() {
        let article = record(SourceName::DBLP, "On Looms", 2019, "10.1000/1");
        let mut preprint = record(SourceName::new("orcid"), "On Looms", 2019, "");
        preprint.meta.kind = Kind::Preprint;
        assert_eq!(joined(vec![vec![article], vec![preprint]]).len(), 2);
    }
}
