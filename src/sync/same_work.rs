//! Whether two sets of metadata are of one work.

use std::collections::{BTreeSet, HashMap};

use crate::{
    matching::venues_differ,
    model::{Ids, Kind, Metadata},
    text::{
        fold::FoldedTitle,
        names::{NameSpelling, likeness},
    },
};

/// The number of works with a common handle that are compared: the last ones. Every journal has an
/// "Editorial", and a list may have thousands.
const MOST: usize = 64;

/// An index of works by their handles, of which any two descriptions of one work share at least one.
#[derive(Debug, Default)]
pub(super) struct WorkIndex(HashMap<String, BTreeSet<usize>>);

impl WorkIndex {
    /// Returns the places at which a work with these handles may be already, in ascending order.
    pub(super) fn alike(&self, handles: &Handles) -> BTreeSet<usize> {
        let places = handles.all.iter().filter_map(|it| self.0.get(it));
        places
            .flat_map(|places| places.iter().rev().take(MOST).copied())
            .collect()
    }

    /// Adds the work with these handles at a place.
    pub(super) fn add(&mut self, handles: &Handles, at: usize) {
        for handle in &handles.all {
            self.0.entry(handle.clone()).or_default().insert(at);
        }
    }
}

/// What a work is recognised by, computed once for each.
#[derive(Debug, Clone)]
pub(super) struct Handles {
    /// Its title.
    title: FoldedTitle,
    /// Its identifiers, its title, and its title with each word of the first author's name.
    pub(super) all: Vec<String>,
}

impl Handles {
    /// Returns the handles of a work.
    pub(super) fn of(meta: &Metadata) -> Self {
        let ids = &meta.ids;
        let folded = FoldedTitle::of(&meta.title.text());
        let title = &folded.key;
        let first = meta.authors.first();
        let words = first.map(|first| NameSpelling::of(&first.name).words());
        let words = words.into_iter().flatten();
        let mut all: Vec<String> = words.map(|word| format!("{word}:{title}")).collect();
        all.push(format!("title:{title}"));
        all.extend(ids.doi.as_ref().map(|id| format!("doi:{id}")));
        all.extend(ids.dblp.as_ref().map(|id| format!("dblp:{id}")));
        all.extend(ids.arxiv.as_ref().map(|id| format!("arxiv:{id}")));
        all.extend(ids.pmid.as_ref().map(|id| format!("pmid:{id}")));
        Self { title: folded, all }
    }
}

/// Whether both bear an identifier of one work, and none that distinguishes two publications.
pub(super) fn shares_id(a: &Metadata, b: &Metadata) -> bool {
    let (x, y) = (&a.ids, &b.ids);
    let both_published = a.kind.is_published() && b.kind.is_published();
    let are_two = both_published
        && (differ(x.doi.as_ref(), y.doi.as_ref()) || differ(x.dblp.as_ref(), y.dblp.as_ref()));
    !are_two && shares_any_id(x, y)
}

/// Whether two sets of identifiers have one in common.
pub(super) fn shares_any_id(a: &Ids, b: &Ids) -> bool {
    equal(a.doi.as_ref(), b.doi.as_ref())
        || equal(a.dblp.as_ref(), b.dblp.as_ref())
        || equal(a.arxiv.as_ref(), b.arxiv.as_ref())
        || equal(a.pmid.as_ref(), b.pmid.as_ref())
}

/// Whether title, people, year, kind and venue all allow that both are one work. Each comes with its
/// handles.
pub(super) fn looks_same(
    (a, a_handles): (&Metadata, &Handles),
    (b, b_handles): (&Metadata, &Handles),
) -> bool {
    let class = |kind: Kind| (kind.is_thesis(), kind == Kind::Book, kind == Kind::Patent);
    let title = &a_handles.title;
    let both_published = a.kind.is_published() && b.kind.is_published();
    !title.key.is_empty()
        && title.key == b_handles.title.key
        && class(a.kind) == class(b.kind)
        && (a.kind == b.kind || !both_published)
        && a.year().zip(b.year()).is_none_or(|(x, y)| x == y)
        && same_people(a, b, title)
        && !(both_published && venues_differ(a, b))
}

fn differ<T: PartialEq>(a: Option<&T>, b: Option<&T>) -> bool {
    a.zip(b).is_some_and(|(a, b)| a != b)
}

fn equal<T: PartialEq>(a: Option<&T>, b: Option<&T>) -> bool {
    a.is_some() && a == b
}

/// Whether the first authors are one person. Where neither has authors, the title that both have must be
/// distinctive: every journal has an "Editorial".
fn same_people(a: &Metadata, b: &Metadata, title: &FoldedTitle) -> bool {
    match (a.authors.first(), b.authors.first()) {
        (Some(a), Some(b)) => likeness(&a.name, &b.name) >= 0.75,
        (None, None) => title.content_words() >= 4,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{PersonName, Title};

    fn editorial(n: usize) -> Handles {
        let mut meta = Metadata::new(Kind::Journal, Title::plain("Editorial"));
        meta.authors = vec![PersonName::parse(&format!("Ada Ex{n}")).into()];
        Handles::of(&meta)
    }

    #[test]
    fn works_of_one_common_title_are_compared_with_few() {
        let mut index = WorkIndex::default();
        for n in 0..2_000 {
            assert!(index.alike(&editorial(n)).len() <= 3 * MOST, "{n}");
            index.add(&editorial(n), n);
        }
        assert!(index.alike(&editorial(7)).contains(&7), "the same again");
        for _ in 0..1_000 {
            index.add(&editorial(7), 7);
        }
        assert!(index.alike(&editorial(7)).len() <= 3 * MOST);
    }
}
