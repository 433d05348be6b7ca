//! Whether two statements are on one work.

use crate::{
    matching::venues_differ,
    model::{Kind, Metadata},
    text::{
        fold::{is_stop_word, squeeze, words},
        names::likeness,
    },
};

/// What two statements on one work have in common at the least: an identifier or the title.
pub(super) fn handles(meta: &Metadata) -> Vec<String> {
    let ids = &meta.ids;
    let mut out = vec![format!("title:{}", squeeze(&meta.title.text()))];
    out.extend(ids.doi.as_ref().map(|id| format!("doi:{id}")));
    out.extend(ids.dblp.as_ref().map(|id| format!("dblp:{id}")));
    out.extend(ids.arxiv.as_ref().map(|id| format!("arxiv:{id}")));
    out
}

/// Whether both bear an identifier of one work, and none that tells two publications apart.
pub(super) fn shares_id(a: &Metadata, b: &Metadata) -> bool {
    let (x, y) = (&a.ids, &b.ids);
    let both_published = a.kind.is_published() && b.kind.is_published();
    let apart = both_published
        && (differ(x.doi.as_ref(), y.doi.as_ref()) || differ(x.dblp.as_ref(), y.dblp.as_ref()));
    !apart
        && (equal(x.doi.as_ref(), y.doi.as_ref())
            || equal(x.dblp.as_ref(), y.dblp.as_ref())
            || equal(x.arxiv.as_ref(), y.arxiv.as_ref()))
}

/// Whether title, people, year, kind and venue all allow that both are one work.
pub(super) fn looks_same(a: &Metadata, b: &Metadata) -> bool {
    let class = |kind: Kind| (kind.is_thesis(), kind == Kind::Book, kind == Kind::Patent);
    let title = squeeze(&a.title.text());
    let both_published = a.kind.is_published() && b.kind.is_published();
    !title.is_empty()
        && title == squeeze(&b.title.text())
        && class(a.kind) == class(b.kind)
        && (a.kind == b.kind || !both_published)
        && a.year().zip(b.year()).is_none_or(|(x, y)| x == y)
        && same_people(a, b)
        && !(both_published && venues_differ(a, b))
}

fn differ<T: PartialEq>(a: Option<&T>, b: Option<&T>) -> bool {
    a.zip(b).is_some_and(|(a, b)| a != b)
}

pub(super) fn equal<T: PartialEq>(a: Option<&T>, b: Option<&T>) -> bool {
    a.is_some() && a == b
}

/// Whether the first authors are one person. Where neither names anyone, the title must say
/// enough: every journal has an "Editorial".
fn same_people(a: &Metadata, b: &Metadata) -> bool {
    match (a.authors.first(), b.authors.first()) {
        (Some(a), Some(b)) => likeness(&a.name, &b.name) >= 0.75,
        (None, None) => {
            words(&a.title.text())
                .iter()
                .filter(|word| !is_stop_word(word))
                .count()
                >= 4
        }
        _ => false,
    }
}
