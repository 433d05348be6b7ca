use std::collections::{BTreeMap, BTreeSet};

use super::{
    change::{Change, ChangeKind},
    fields::reported_fields,
};
use crate::{
    lock::{Lock, LockedListing},
    model::{Candidate, Field, Kind, Metadata, SourceName, Verdict, Work, WorkStatus},
};

/// Returns the changes from `old` to `new` in the order of a changelog: by kind, then in the order of
/// the list.
#[must_use]
pub fn between(old: &Lock, new: &Lock) -> Vec<Change> {
    let before = EarlierLock::of(old);
    let works = new.by_key();
    let mut out = Vec::new();
    // The changes of a work with two listings are reported once.
    let (mut reported, mut compared) = (BTreeSet::new(), BTreeSet::new());
    for listing in &new.listings {
        let Some(work) = works.get(listing.key.as_str()) else {
            continue;
        };
        let change = |what| Change {
            key: Some(work.key.clone()),
            title: work.meta.title.text(),
            what,
        };
        if reported.insert(work.key.as_str()) {
            let known = old.notices.get(&work.key).map_or(&[][..], Vec::as_slice);
            let notices = new.notices.get(&work.key).into_iter().flatten();
            out.extend(
                notices
                    .filter(|notice| !known.contains(notice))
                    .map(|notice| {
                        change(ChangeKind::Noticed {
                            notice: notice.clone(),
                        })
                    }),
            );
        }
        let Some((was, had)) = before.of_listing(listing, work) else {
            let verdict = listing.verdict.status().to_owned();
            out.push(change(ChangeKind::Listed { verdict }));
            continue;
        };
        if listing.gone && !was.gone {
            out.push(change(ChangeKind::Gone));
        }
        out.extend(new_candidates(&was.verdict, &listing.verdict).map(change));
        if compared.insert(work.key.as_str()) {
            out.extend(of_work(had, work).into_iter().map(change));
        }
    }
    let listed: BTreeSet<&str> = new.works.iter().map(|work| work.key.as_str()).collect();
    let kept: BTreeSet<&str> = new
        .works
        .iter()
        .flat_map(|work| &work.aliases)
        .map(String::as_str)
        .collect();
    out.extend(
        old.works
            .iter()
            .filter(|work| !listed.contains(work.key.as_str()) && !kept.contains(work.key.as_str()))
            .map(|work| Change {
                key: Some(work.key.clone()),
                title: work.meta.title.text(),
                what: ChangeKind::Unlisted,
            }),
    );
    let not_listed = new.unlisted.iter();
    out.extend(
        not_listed
            .filter(|(record, _)| !old.unlisted.contains_key(record))
            .map(|(record, title)| Change {
                key: None,
                title: title.clone(),
                what: ChangeKind::NotListed {
                    record: record.clone(),
                },
            }),
    );
    out.sort_by_key(|change| change.what.rank());
    out
}

/// The older lock, indexed for finding what a newer listing was in it.
struct EarlierLock<'a> {
    prints: BTreeMap<&'a str, &'a LockedListing>,
    keys: BTreeMap<&'a str, &'a LockedListing>,
    works: BTreeMap<&'a str, &'a Work>,
}

impl<'a> EarlierLock<'a> {
    fn of(old: &'a Lock) -> Self {
        let listings = old.listings.iter().rev();
        Self {
            prints: old.by_fingerprint(),
            keys: listings
                .map(|listing| (listing.key.as_str(), listing))
                .collect(),
            works: old.by_key(),
        }
    }

    /// Returns the earlier listing with its work. A listing that was edited since is found by its key, or
    /// by a key that its work had before the person gave it another.
    fn of_listing(
        &self,
        listing: &LockedListing,
        work: &Work,
    ) -> Option<(&'a LockedListing, &'a Work)> {
        let mut former = work.aliases.iter();
        let was = self
            .prints
            .get(listing.fingerprint.as_str())
            .or_else(|| self.keys.get(listing.key.as_str()))
            .or_else(|| former.find_map(|alias| self.keys.get(alias.as_str())))?;
        Some((was, self.works.get(was.key.as_str())?))
    }
}

/// Returns the candidates of an ambiguous or unmatched verdict that the earlier one did not name.
fn new_candidates<'a>(
    was: &'a Verdict,
    now: &'a Verdict,
) -> impl Iterator<Item = ChangeKind> + use<'a> {
    let open = matches!(now, Verdict::Ambiguous { .. });
    let known = candidates(was);
    candidates(now)
        .iter()
        .filter(move |candidate| {
            open && !known
                .iter()
                .any(|old| old.ids == candidate.ids && old.title == candidate.title)
        })
        .map(|candidate| ChangeKind::Candidate {
            candidate: candidate.title.clone(),
            ids: candidate.ids.clone(),
        })
}

fn candidates(verdict: &Verdict) -> &[Candidate] {
    match verdict {
        Verdict::Matched { candidates } | Verdict::Ambiguous { candidates } => candidates,
        Verdict::Unmatched { .. } => &[],
    }
}

fn of_work(had: &Work, work: &Work) -> Vec<ChangeKind> {
    let matched = |work: &Work| work.status == WorkStatus::Matched;
    match (matched(had), matched(work)) {
        (true, false) => vec![ChangeKind::Doubted {
            now: match work.status {
                WorkStatus::Ambiguous => "ambiguous".into(),
                _ => "unmatched".into(),
            },
        }],
        (false, true) => vec![ChangeKind::Found {
            at: place(&work.meta),
        }],
        // A work exported as listed changes only when the person edits the list.
        (false, false) => Vec::new(),
        (true, true) if !had.meta.kind.is_published() && work.meta.kind.is_published() => {
            vec![ChangeKind::Published {
                from: place(&had.meta),
                to: place(&work.meta),
            }]
        }
        (true, true) => reported_fields()
            .filter(|field| !is_own(*field, had, work))
            .filter_map(|field| of_field(field, &had.meta, &work.meta))
            .collect(),
    }
}

/// Returns whether the person set the field, now or before; only they change it.
pub(super) fn is_own(field: Field, had: &Work, work: &Work) -> bool {
    let says = |work: &Work| {
        let origin = work.origins.get(&field);
        origin.is_some_and(|origin| origin.source == SourceName::LISTING)
    };
    says(work) || says(had)
}

fn of_field(field: Field, had: &Metadata, has: &Metadata) -> Option<ChangeKind> {
    match (had.in_words(field), has.in_words(field)) {
        (None, Some(now)) => Some(ChangeKind::Added { field, now }),
        (Some(was), None) => Some(ChangeKind::Withheld { field, was }),
        (Some(was), Some(now)) if was != now => Some(ChangeKind::Corrected { field, was, now }),
        _ => None,
    }
}

/// Returns the venue of a work in short: `OSDI 2025`, `arXiv 2309.13254`.
fn place(meta: &Metadata) -> String {
    let arxiv = meta.ids.arxiv.as_ref();
    if let Some(id) = arxiv.filter(|_| meta.kind == Kind::Preprint) {
        return format!("arXiv {id}");
    }
    let venue = meta
        .venue_short
        .clone()
        .or_else(|| meta.venue.as_ref().map(crate::model::Title::text))
        .or_else(|| meta.institution.clone())
        .or_else(|| meta.publisher.clone())
        .unwrap_or_else(|| meta.kind.as_str().to_owned());
    match meta.year() {
        Some(year) if !venue.contains(&year.to_string()) => format!("{venue} {year}"),
        _ => venue,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        accept::{AcceptedChanges, accepted},
        changelog::{ChangelogFormat, changelog},
        samples::{Sample, lock},
    };
    use super::*;

    fn changelog_of(old: &Lock, new: &Lock) -> String {
        changelog(&between(old, new), ChangelogFormat::Text)
    }

    #[test]
    fn equal_locks_have_no_changes() {
        let lock = lock(&[Sample::preprint("zen"), Sample::paper("electrode")]);
        assert_eq!(changelog_of(&lock, &lock), "");
    }

    #[test]
    fn published_preprint_is_one_line() {
        let old = lock(&[Sample::preprint("zen")]);
        let new = lock(&[Sample::paper("zen")]);
        assert_eq!(
            changelog_of(&old, &new),
            "↑ published: Zen (arXiv 2309.13254) is now OSDI 2025 [zen]\n"
        );
    }

    #[test]
    fn changed_fields_are_reported_one_by_one() {
        let old = lock(&[Sample::paper("zen")]);
        let with = |change: fn(&mut Metadata)| {
            let mut new = old.clone();
            change(&mut new.works[0].meta);
            changelog_of(&old, &new)
        };
        assert_eq!(
            with(|meta| meta.ids.doi = crate::model::Doi::parse("10.5555/12345678").ok()),
            "+ DOI: Zen: 10.5555/12345678 [zen]\n"
        );
        assert_eq!(
            with(|meta| meta.pages = crate::model::Pages::parse("5-17")),
            "± pages: Zen: 5--17, was 1--13 [zen]\n"
        );
        assert_eq!(
            with(|meta| meta.pages = None),
            "- pages: Zen: no source gives it any longer, was 1--13 [zen]\n"
        );
    }

    #[test]
    fn changed_verdicts_are_reported() {
        let listed = lock(&[Sample::listed("zen")]);
        let found = lock(&[Sample::paper("zen")]);
        assert_eq!(
            changelog_of(&listed, &found),
            "↑ found: Zen is OSDI 2025 [zen]\n"
        );
        assert_eq!(
            changelog_of(&found, &listed),
            "! Zen was matched and is unmatched now [zen]\n"
        );
        let mut open = listed.clone();
        open.listings[0].verdict = Verdict::Ambiguous {
            candidates: vec![Candidate {
                title: "Zen Again".into(),
                ..Sample::candidate()
            }],
        };
        open.works[0].status = WorkStatus::Ambiguous;
        assert_eq!(
            changelog_of(&listed, &open),
            "? new candidate for Zen: Zen Again [zen]\n"
        );
        assert_eq!(changelog_of(&open, &open), "", "it was named before");
    }

    #[test]
    fn added_and_removed_publications_are_reported() {
        let one = lock(&[Sample::paper("zen")]);
        let two = lock(&[Sample::paper("zen"), Sample::listed("new")]);
        assert_eq!(changelog_of(&one, &two), "+ listed: New: unmatched [new]\n");
        assert_eq!(
            changelog_of(&two, &one),
            "- not listed any longer: New [new]\n"
        );
    }

    #[test]
    fn another_publication_is_accepted_as_a_whole() {
        let old = lock(&[Sample::paper("zen")]);
        let mut new = old.clone();
        let meta = &mut new.works[0].meta;
        meta.kind = Kind::Journal;
        meta.venue_short = Some("TOCS".into());
        meta.volume = Some("7".into());
        meta.ids.dblp = crate::model::DblpKey::parse("journals/tocs/Zen25").ok();
        meta.note = Some("Invited".into());
        let Verdict::Matched { candidates } = &mut new.listings[0].verdict else {
            unreachable!()
        };
        candidates[0].title = "The article".into();
        let changes = between(&old, &new);
        assert_eq!(accepted(&old, &new, &changes, |_| false), old);
        assert_eq!(accepted(&old, &new, &changes, |_| true), new);
        let but_the_kind = accepted(&old, &new, &changes, |change| {
            !matches!(
                change.what,
                ChangeKind::Corrected {
                    field: Field::Kind,
                    ..
                }
            )
        });
        let mut wanted = old.works[0].clone();
        wanted.meta.note = Some("Invited".into());
        assert_eq!(but_the_kind.works, [wanted]);
    }

    #[test]
    fn rejected_changes_are_reverted() {
        let old = lock(&[Sample::preprint("zen"), Sample::paper("electrode")]);
        let mut new = lock(&[Sample::paper("zen"), Sample::paper("electrode")]);
        let electrode = new.works.iter_mut().find(|work| work.key == "electrode");
        electrode.unwrap().meta.publisher = Some("USENIX Association".into());
        let changes = between(&old, &new);
        assert_eq!(changes.len(), 2);
        let left = |accept: AcceptedChanges| {
            let lock = accepted(&old, &new, &changes, |change| accept.takes(change));
            (between(&old, &lock).len(), between(&lock, &new).len())
        };
        assert_eq!(left(AcceptedChanges::All), (2, 0));
        assert_eq!(left(AcceptedChanges::None), (0, 2));
        assert_eq!(left(AcceptedChanges::Upgrades), (1, 1));
        assert_eq!(left(AcceptedChanges::Fields), (1, 1));
        let none = accepted(&old, &new, &changes, |_| false);
        assert_eq!(none, old);
    }
}
