//! Works on the people's own pages that no list has. Pure.

use std::collections::{BTreeMap, BTreeSet};

use super::{input::Target, result::Item};
use crate::{
    lock::Lock,
    model::{DblpKey, Verdict, Work},
    sources::PageOverview,
    text::fold::fold_without_blanks,
};

/// Returns the works on the pages that no listing means or may mean: titles, by key. Where the pages
/// were not looked at, those of the `old` lock.
pub(super) fn unlisted(
    overview: Option<&PageOverview>,
    targets: &[Target<'_>],
    items: &[Item],
    works: &[Work],
    old: Option<&Lock>,
) -> BTreeMap<DblpKey, String> {
    let candidates = items.iter().flat_map(|item| match &item.verdict {
        Verdict::Unmatched { near, .. } => near,
        Verdict::Matched { candidates } | Verdict::Ambiguous { candidates } => candidates,
    });
    let own = works.iter().filter_map(|work| work.meta.ids.dblp.as_ref());
    let meant: BTreeSet<&DblpKey> = candidates
        .filter_map(|candidate| candidate.ids.dblp.as_ref())
        .chain(own)
        .collect();
    // A listed work's preprint, or the talk on it, is not one more.
    let titles: BTreeSet<String> = targets
        .iter()
        .map(|target| target.title.key.clone())
        .chain(
            works
                .iter()
                .map(|work| fold_without_blanks(&work.meta.title.text())),
        )
        .collect();
    let on_pages: BTreeMap<DblpKey, String> =
        match overview.filter(|overview| !overview.works.is_empty()) {
            Some(overview) => {
                let works = overview.works.iter().filter(|it| !it.withdrawn);
                works.map(|it| (it.key.clone(), it.title.clone())).collect()
            }
            None => old.map(|old| old.unlisted.clone()).unwrap_or_default(),
        };
    on_pages
        .into_iter()
        .filter(|(key, title)| {
            !meant.contains(key) && !titles.contains(&fold_without_blanks(title))
        })
        .collect()
}
