//! Disagreement between sources, once each value is in canonical form.

use super::version::is_one_kind;
use crate::{
    matching::venues_differ,
    model::{Claim, Contributor, Field, Metadata, Pages, PartialDate, Record},
    text::{
        fold::{fold, fold_without_blanks, words},
        names::likeness,
    },
};

/// Returns the values of a field that contradict the merged one, each source and value once.
pub(super) fn contradicting_claims(
    field: Field,
    taken: &Metadata,
    records: &[&Record],
) -> Vec<Claim> {
    let mut out: Vec<Claim> = Vec::new();
    for record in records {
        let Some(value) = record.meta.in_words(field) else {
            continue;
        };
        if !differs(field, taken, &record.meta) {
            continue;
        }
        let said = Claim {
            source: record.source,
            day: record.day(),
            value,
        };
        let known = |other: &Claim| (other.source, &other.value) == (said.source, &said.value);
        if !out.iter().any(known) {
            out.push(said);
        }
    }
    out
}

/// Whether `other` contradicts the merged value of a field. A URL, a short name and a note never
/// do, nor does a name that is part of the other or its initials.
fn differs(field: Field, taken: &Metadata, other: &Metadata) -> bool {
    let text = |part: fn(&Metadata) -> Option<&String>| {
        differ(part(taken), part(other), |a, b| fold(a) != fold(b))
    };
    let name = |part: fn(&Metadata) -> Option<&String>| {
        differ(part(taken), part(other), |a, b| !is_same_name(a, b))
    };
    let (ids, others) = (&taken.ids, &other.ids);
    match field {
        Field::Kind => !is_one_kind(taken.kind, other.kind),
        Field::Title => {
            fold_without_blanks(&taken.title.text()) != fold_without_blanks(&other.title.text())
        }
        Field::Authors => {
            let cut = taken.more_authors || other.more_authors;
            are_different_people(&taken.authors, &other.authors, cut)
        }
        Field::Editors => are_different_people(&taken.editors, &other.editors, false),
        Field::Date => differ(taken.date.as_ref(), other.date.as_ref(), |a, b| {
            dates_differ(*a, *b)
        }),
        Field::Venue => venues_differ(taken, other),
        Field::Series => name(|meta| meta.series.as_ref()),
        Field::Publisher => name(|meta| meta.publisher.as_ref()),
        Field::Address => name(|meta| meta.address.as_ref()),
        Field::Institution => name(|meta| meta.institution.as_ref()),
        Field::Volume => text(|meta| meta.volume.as_ref()),
        Field::Number => text(|meta| meta.number.as_ref()),
        Field::Chapter => text(|meta| meta.chapter.as_ref()),
        Field::Edition => name(|meta| meta.edition.as_ref()),
        Field::ArticleNumber => text(|meta| meta.article_number.as_ref()),
        Field::Pages => differ(taken.pages.as_ref(), other.pages.as_ref(), pages_differ),
        Field::Dblp => differ(ids.dblp.as_ref(), others.dblp.as_ref(), PartialEq::ne),
        Field::Doi => differ(ids.doi.as_ref(), others.doi.as_ref(), PartialEq::ne),
        Field::Arxiv => differ(ids.arxiv.as_ref(), others.arxiv.as_ref(), PartialEq::ne),
        Field::Pmid => differ(ids.pmid.as_ref(), others.pmid.as_ref(), PartialEq::ne),
        Field::Collaboration => name(|meta| meta.collaboration.as_ref()),
        Field::Isbn => differ(taken.isbn.as_ref(), other.isbn.as_ref(), PartialEq::ne),
        Field::VenueShort
        | Field::Genre
        | Field::ArxivClass
        | Field::Texkey
        | Field::Url
        | Field::Note => false,
    }
}

/// Whether both sides have a value and the values differ.
fn differ<T>(a: Option<&T>, b: Option<&T>, is_other: impl Fn(&T, &T) -> bool) -> bool {
    a.zip(b).is_some_and(|(a, b)| is_other(a, b))
}

/// Whether two page ranges differ in the first page, or in the last one if both have it.
fn pages_differ(a: &Pages, b: &Pages) -> bool {
    let last = |pages: &Pages| -> Option<String> {
        let (_, last) = pages.ranges().last()?;
        last.map(str::to_owned)
    };
    a.first() != b.first() || last(a).zip(last(b)).is_some_and(|(a, b)| a != b)
}

fn dates_differ(a: PartialDate, b: PartialDate) -> bool {
    a.year != b.year || a.month.zip(b.month).is_some_and(|(a, b)| a != b)
}

/// Whether two names of a publisher, school, place or series are the same: one contains the other
/// or consists of its initials.
fn is_same_name(a: &str, b: &str) -> bool {
    let (x, y) = (fold_without_blanks(a), fold_without_blanks(b));
    let initials = |name: &str| -> String {
        let words = words(name);
        words
            .iter()
            .filter_map(|word| word.chars().next())
            .collect()
    };
    let long_word_initials = |name: &str| -> String {
        let words = words(name);
        let long_word_initials = words.iter().filter(|word| word.len() > 3);
        long_word_initials
            .filter_map(|word| word.chars().next())
            .collect()
    };
    x.contains(&y)
        || y.contains(&x)
        || [initials(a), long_word_initials(a)].contains(&y)
        || [initials(b), long_word_initials(b)].contains(&x)
}

/// Whether two lists name different people: a different number of them, or different names at one
/// position. `cut` if one of the lists is incomplete.
fn are_different_people(taken: &[Contributor], other: &[Contributor], cut: bool) -> bool {
    let alike = |(a, b): (&Contributor, &Contributor)| likeness(&a.name, &b.name) >= 0.75;
    let same = (cut || taken.len() == other.len()) && taken.iter().zip(other).all(alike);
    !(taken.is_empty() || other.is_empty() || same)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Kind, PersonName, SourceName, Title};

    fn meta(title: &str, authors: &[&str]) -> Metadata {
        let mut meta = Metadata::new(Kind::Conference, Title::plain(title));
        let names = authors.iter().map(|name| PersonName::parse(name));
        meta.authors = names.map(Contributor::from).collect();
        meta
    }

    #[test]
    fn spellings_of_one_value_do_not_differ() {
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
    fn repeated_claims_are_reported_once() {
        let taken = meta("On Sorting", &[]);
        let record = Record {
            learned: Some(jiff::civil::date(2026, 11, 20)),
            ..Record::new(SourceName::CROSSREF, meta("On Merging", &[]))
        };
        let said = contradicting_claims(Field::Title, &taken, &[&record, &record]);
        assert_eq!(said.len(), 1);
        assert_eq!(said[0].day, record.learned);
    }
}
