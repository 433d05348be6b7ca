//! What sources say differently, once each says it in its canonical form.

use crate::{
    matching::venues_differ,
    model::{Contributor, Field, Kind, Metadata, Pages, PartialDate, Record, Said},
    text::{
        fold::{fold, squeeze, words},
        names::likeness,
    },
};

/// What records say of a field that is not what was taken, each statement once.
pub(super) fn differing(field: Field, taken: &Metadata, records: &[&Record]) -> Vec<Said> {
    let mut out: Vec<Said> = Vec::new();
    for record in records {
        let Some(value) = record.meta.in_words(field) else {
            continue;
        };
        if !differs(field, taken, &record.meta) {
            continue;
        }
        let said = Said {
            source: record.source,
            day: record.day(),
            value,
        };
        let known = |other: &Said| (other.source, &other.value) == (said.source, &said.value);
        if !out.iter().any(known) {
            out.push(said);
        }
    }
    out
}

/// Whether `other` says something else of a field. An address, a short name and a remark are
/// nobody's truth and never differ; nor do a name and one within it, or its initials.
fn differs(field: Field, taken: &Metadata, other: &Metadata) -> bool {
    let text = |a: &Option<String>, b: &Option<String>| {
        both(a, b).is_some_and(|(a, b)| fold(a) != fold(b))
    };
    let name = |a: &Option<String>, b: &Option<String>| {
        both(a, b).is_some_and(|(a, b)| !is_same_name(a, b))
    };
    let (ids, others) = (&taken.ids, &other.ids);
    match field {
        Field::Kind => is_other_kind(taken.kind, other.kind),
        Field::Title => squeeze(&taken.title.text()) != squeeze(&other.title.text()),
        Field::Authors => {
            let cut = taken.more_authors || other.more_authors;
            are_others(&taken.authors, &other.authors, cut)
        }
        Field::Editors => are_others(&taken.editors, &other.editors, false),
        Field::Date => both(&taken.date, &other.date).is_some_and(|(a, b)| is_other_date(*a, *b)),
        Field::Venue => venues_differ(taken, other),
        Field::Series => name(&taken.series, &other.series),
        Field::Publisher => name(&taken.publisher, &other.publisher),
        Field::Address => name(&taken.address, &other.address),
        Field::Institution => name(&taken.institution, &other.institution),
        Field::Volume => text(&taken.volume, &other.volume),
        Field::Number => text(&taken.number, &other.number),
        Field::ArticleNumber => text(&taken.article_number, &other.article_number),
        Field::Pages => {
            both(&taken.pages, &other.pages).is_some_and(|(a, b)| are_other_pages(a, b))
        }
        Field::Dblp => both(&ids.dblp, &others.dblp).is_some_and(|(a, b)| a != b),
        Field::Doi => both(&ids.doi, &others.doi).is_some_and(|(a, b)| a != b),
        Field::Arxiv => both(&ids.arxiv, &others.arxiv).is_some_and(|(a, b)| a != b),
        Field::Isbn => both(&taken.isbn, &other.isbn).is_some_and(|(a, b)| a != b),
        Field::VenueShort | Field::ArxivClass | Field::Url | Field::Note => false,
    }
}

fn both<'a, T>(a: &'a Option<T>, b: &'a Option<T>) -> Option<(&'a T, &'a T)> {
    a.as_ref().zip(b.as_ref())
}

/// Whether two sets of pages begin elsewhere, or end elsewhere where both say.
fn are_other_pages(a: &Pages, b: &Pages) -> bool {
    let last = |pages: &Pages| -> Option<String> {
        let (_, last) = pages.ranges().last()?;
        last.map(str::to_owned)
    };
    a.first() != b.first() || last(a).zip(last(b)).is_some_and(|(a, b)| a != b)
}

/// Publishers call a paper in a volume of theirs a chapter.
fn is_other_kind(a: Kind, b: Kind) -> bool {
    let class = |kind: Kind| match kind {
        Kind::Chapter => Kind::Conference,
        Kind::Web => Kind::Other,
        kind => kind,
    };
    class(a) != class(b)
}

fn is_other_date(a: PartialDate, b: PartialDate) -> bool {
    a.year != b.year || a.month.zip(b.month).is_some_and(|(a, b)| a != b)
}

/// Whether two names of a press, a school, a place or a series are one: the same words, some of
/// the same words, or their initials.
fn is_same_name(a: &str, b: &str) -> bool {
    let (x, y) = (squeeze(a), squeeze(b));
    let initials = |name: &str| -> String {
        let words = words(name);
        words
            .iter()
            .filter_map(|word| word.chars().next())
            .collect()
    };
    let telling = |name: &str| -> String {
        let words = words(name);
        let telling = words.iter().filter(|word| word.len() > 3);
        telling.filter_map(|word| word.chars().next()).collect()
    };
    x.contains(&y)
        || y.contains(&x)
        || [initials(a), telling(a)].contains(&y)
        || [initials(b), telling(b)].contains(&x)
}

/// Whether these are other people than those taken: another number of them, or a name at some place
/// that can't be the one taken. `cut`: one of the lists does not name everyone.
fn are_others(taken: &[Contributor], other: &[Contributor], cut: bool) -> bool {
    let alike = |(a, b): (&Contributor, &Contributor)| likeness(&a.name, &b.name) >= 0.75;
    let same = (cut || taken.len() == other.len()) && taken.iter().zip(other).all(alike);
    !(taken.is_empty() || other.is_empty() || same)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{PersonName, SourceName, Title};

    fn meta(title: &str, authors: &[&str]) -> Metadata {
        let mut meta = Metadata::new(Kind::Conference, Title::plain(title));
        let names = authors.iter().map(|name| PersonName::parse(name));
        meta.authors = names.map(Contributor::from).collect();
        meta
    }

    #[test]
    fn only_what_truly_differs() {
        let mut taken = meta("On Sorting: A Survey", &["Jane Doe", "Tomáš Roe"]);
        taken.publisher = Some("Association for Computing Machinery".into());
        taken.pages = Pages::parse("1391-1407");
        taken.date = PartialDate::parse("2023");
        taken.number = Some("4".into());
        let mut other = meta("ON SORTING - a survey.", &["J. Doe", "Tomas Roe"]);
        other.kind = Kind::Chapter;
        other.publisher = Some("ACM".into());
        other.pages = Pages::parse("1391--1407");
        other.date = PartialDate::parse("2023-04");
        other.number = Some(" 4".into());
        let fields = [
            Field::Kind,
            Field::Title,
            Field::Authors,
            Field::Publisher,
            Field::Pages,
            Field::Date,
            Field::Number,
        ];
        for field in fields {
            assert!(!differs(field, &taken, &other), "{field:?}");
        }
        other = meta("On Merging", &["Jane Doe"]);
        other.kind = Kind::Journal;
        other.publisher = Some("IEEE".into());
        other.pages = Pages::parse("1--9");
        other.date = PartialDate::parse("2022-04");
        other.number = Some("5".into());
        for field in fields {
            assert!(differs(field, &taken, &other), "{field:?}");
        }
    }

    #[test]
    fn each_statement_stands_once() {
        let taken = meta("On Sorting", &[]);
        let record = Record {
            source: SourceName::Crossref,
            meta: meta("On Merging", &[]),
            links: Vec::new(),
            edition: None,
            learned: Some(jiff::civil::date(2026, 11, 20)),
            withdrawn: false,
        };
        let said = differing(Field::Title, &taken, &[&record, &record]);
        assert_eq!(said.len(), 1);
        assert_eq!(said[0].day, record.learned);
    }
}
