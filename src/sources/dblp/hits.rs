//! The results of the searches for one title, and which of them are fetched in full.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{terms::key_of, wire::Row};
use crate::{
    model::DblpKey,
    sources::{TitleQuery, title_index::TitleIndex},
    text::{byline, fold, similarity},
};

/// The number of candidates of one title that are fetched in full.
pub(super) const CANDIDATES: usize = 12;

/// The number of further works of the first author of about that year, whatever their titles.
const RENAMED: usize = 4;

/// The most years between the listed and a renamed work,
const YEARS: i32 = 2;

/// and the least similarity of their titles letter by letter, unless they share a content word.
const ALIKE: f64 = 0.5;

/// A publication as a search result shows it.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct SearchResult {
    pub(super) key: DblpKey,
    title: String,
    /// First author, title and year: `Ashish Vaswani et al.: Attention is All you Need. (2017)`.
    label: String,
}

/// A search result that may be the publication looked for.
#[derive(Clone)]
struct TitleHit {
    shown: SearchResult,
    /// Whether its title is similar to the one looked for.
    near: bool,
}

/// The hits in rows.
pub(super) fn shown(rows: &[Row]) -> Vec<SearchResult> {
    let shown = |row: &Row| {
        Some(SearchResult {
            key: key_of(row.get("pub")?)?,
            title: row.get("title")?.to_owned(),
            label: row.get("label").unwrap_or_default().to_owned(),
        })
    };
    rows.iter().filter_map(shown).collect()
}

/// The results of the searches for one title. Those of other titles are ignored, so that the result
/// does not depend on what else is asked.
pub(super) struct TitleHits<'a> {
    query: &'a TitleQuery,
    near: TitleIndex<'a>,
    first_author: Option<String>,
    found: BTreeMap<DblpKey, TitleHit>,
}

impl<'a> TitleHits<'a> {
    pub(super) fn of(query: &'a TitleQuery) -> Self {
        let first = query.authors.first().and_then(byline::signed);
        Self {
            query,
            near: TitleIndex::of([query.title.as_str()]),
            first_author: first.map(|(family, _)| family),
            found: BTreeMap::new(),
        }
    }

    pub(super) fn take(&mut self, rows: &[SearchResult]) {
        for shown in rows {
            let near = self.near.any(&shown.title);
            if near || self.is_by_first_author(shown) && may_be_renamed(self.query, shown) {
                let shown = shown.clone();
                self.found
                    .insert(shown.key.clone(), TitleHit { shown, near });
            }
        }
    }

    fn is_by_first_author(&self, shown: &SearchResult) -> bool {
        let author = fold::fold(shown.label.split([':', ',']).next().unwrap_or_default());
        let author = author.split(" et al").next().unwrap_or_default();
        let author = author.split(" and ").next().unwrap_or_default();
        let family = author.rsplit(' ').next().unwrap_or_default();
        self.first_author.as_deref() == Some(family)
    }

    /// Whether nothing was found that may be the title.
    pub(super) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Whether a likely candidate was found. Similarity is not enough here: a title is similar to
    /// many others of its subject.
    pub(super) fn settle(&self) -> bool {
        let mut hits = self.found.values();
        hits.any(|hit| hit.near && settles(&self.query.title, &hit.shown.title))
    }

    /// Returns the keys of the best hits: the same title first, then a listed author at the start
    /// of the label, the listed year, and similarity letter by letter; after the similar ones, some
    /// that may have been renamed.
    pub(super) fn best(&self) -> Vec<DblpKey> {
        let query = self.query;
        let own = fold::fold_without_blanks(&query.title);
        let surnames = query.surnames();
        let year = query.year.map(|year| format!("({year})"));
        let mut ranked: Vec<(u32, f64, &TitleHit)> = self
            .found
            .values()
            .map(|hit| {
                let shown = &hit.shown;
                let authors = shown.label.split(": ").next().unwrap_or_default();
                let authors = format!(" {} ", fold::fold(authors));
                let same = fold::fold_without_blanks(&shown.title) == own;
                let named = surnames
                    .iter()
                    .any(|name| authors.contains(&format!(" {name} ")));
                let dated = year
                    .as_ref()
                    .is_some_and(|year| shown.label.ends_with(year));
                let points = 4 * u32::from(same) + 2 * u32::from(named) + u32::from(dated);
                (points, similarity::letters(&query.title, &shown.title), hit)
            })
            .collect();
        ranked.sort_by(|a, b| {
            b.0.cmp(&a.0)
                .then(b.1.total_cmp(&a.1))
                .then(a.2.shown.key.cmp(&b.2.shown.key))
        });
        let of = |near: bool| ranked.iter().filter(move |(_, _, hit)| hit.near == near);
        let best = of(true).take(CANDIDATES).chain(of(false).take(RENAMED));
        best.map(|(_, _, hit)| hit.shown.key.clone()).collect()
    }
}

/// Whether a found title is the listed one up to slips, or begins with the whole of it.
pub(super) fn settles(listed: &str, found: &str) -> bool {
    /// Shorter titles are the beginning of many others.
    const TELLING: usize = 20;
    let head = fold::fold_without_blanks(listed);
    head.len() >= TELLING && fold::fold_without_blanks(found).starts_with(&head)
        || similarity::letters(listed, found) >= 0.9
}

/// Whether a work by the same first author may be the one looked for under another title.
fn may_be_renamed(query: &TitleQuery, found: &SearchResult) -> bool {
    let year = |label: &str| -> Option<i32> {
        let (_, year) = label.strip_suffix(')')?.rsplit_once('(')?;
        year.parse().ok()
    };
    let years = query.year.zip(year(&found.label));
    years.is_some_and(|(listed, found)| (listed - found).abs() <= YEARS)
        && (similarity::common_words(&query.title, &found.title) > 0.0
            || similarity::letters(&query.title, &found.title) >= ALIKE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::PersonName;

    fn shown(key: &str, label: &str) -> SearchResult {
        let title = label.split(": ").nth(1).unwrap_or(label);
        SearchResult {
            key: DblpKey::parse(key).unwrap(),
            title: title.to_owned(),
            label: label.to_owned(),
        }
    }

    #[test]
    fn first_authors_works_of_the_year_are_candidates() {
        let query = TitleQuery {
            title: "Patient Cooking of Beans".to_owned(),
            authors: vec![PersonName::parse("Ada Ex")],
            year: Some(2019),
            person: None,
            ..TitleQuery::default()
        };
        let mut hits = TitleHits::of(&query);
        hits.take(&[
            shown("conf/x/Ex20", "Ada Ex et al.: Slow Food from Beans. (2020)"),
            shown("conf/x/Ex10", "Ada Ex et al.: Slow Food from Beans. (2010)"),
            shown("conf/x/Ex19", "Ada Ex: Walking. (2019)"),
            shown("conf/x/Yu19", "Bo Yu: Slow Food from Beans. (2019)"),
        ]);
        assert_eq!(hits.best(), [DblpKey::parse("conf/x/Ex20").unwrap()]);
        assert!(!hits.settle());
    }
}
