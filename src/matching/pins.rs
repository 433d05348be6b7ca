//! Listings that pin their work by an identifier.

use super::{
    candidate::{MAX_CANDIDATES, WorkCandidate},
    comparison::Comparison,
    decision::Decision,
    difference::Difference,
    fitted::QUESTION_THRESHOLD,
    namesake::is_absent,
    title::{TitleAgreement, TitleRelation, compare_titles},
    vetoes::conflicting_words,
};
use crate::model::{
    Candidate, Confidence, Ids, Kind, Listing, MatchDirective, Person, Record, Verdict, WorkId,
};

/// Decides a listing that pins identifiers. It means the work that bears the first pin known to any
/// record: a DOI counts before a DBLP key, and that before an arXiv id, which several versions
/// share. Returns `None` if no record bears any of them.
///
/// A pin may be a mistake. The person is asked if the work has another title than the listed one,
/// is by other people, is of a kind that the listing excludes, differs from the work of another
/// pin, or if another work has the very title. `"match": true` in the profile confirms the pin.
///
/// `compare` compares a record with the listing.
pub(super) fn pinned(
    listing: &Listing,
    person: &Person,
    compare: &dyn Fn(&Record) -> Comparison,
    works: &[WorkCandidate],
) -> Option<Decision> {
    let found: Vec<(WorkId, &WorkCandidate)> = listing
        .pinned_ids()
        .into_iter()
        .filter_map(|pin| Some((pin.clone(), works.iter().find(|work| bears(work, &pin))?)))
        .collect();
    let (pin, work) = found.first()?;
    if listing.directive != MatchDirective::Confirmed
        && let Some(conflict) = conflict(listing, person, compare, &found, works)
    {
        return Some(asked(&conflict, &found, works));
    }
    let mut records: Vec<Record> = work
        .records
        .iter()
        .map(|record| (*record).clone())
        .collect();
    // An arXiv id names the work, and so does the DOI of a preprint on another server. Any other DOI or a
    // DBLP key names one version.
    let names_version = !matches!(pin, WorkId::Arxiv(_)) && !is_preprint(work, pin);
    if names_version {
        records.sort_by_key(|record| !pin.is_in(&record.meta.ids));
    }
    let candidate = Candidate {
        outline: None,
        confidence: Confidence::CERTAIN,
        ..by_the_list(work)
    };
    Some(Decision {
        verdict: Verdict::Matched {
            candidates: vec![candidate],
        },
        records,
        upgraded: !names_version && work.is_published(),
        odds: None,
    })
}

fn bears(work: &WorkCandidate, pin: &WorkId) -> bool {
    work.records
        .iter()
        .any(|record| pin.is_in(&record.meta.ids))
}

/// Whether a DOI is that of a preprint, by all records that bear it.
fn is_preprint(work: &WorkCandidate, pin: &WorkId) -> bool {
    let mut bearers = work
        .records
        .iter()
        .filter(|record| pin.is_in(&record.meta.ids));
    matches!(pin, WorkId::Doi(_)) && bearers.all(|record| record.meta.kind == Kind::Preprint)
}

fn by_the_list(work: &WorkCandidate) -> Candidate {
    let mut candidate = work.candidate();
    let remarks = &mut candidate.evidence.remarks;
    remarks.push("pinned by the list".to_owned());
    candidate
}

/// Describes how the listing contradicts the pinned work, if it does.
fn conflict(
    listing: &Listing,
    person: &Person,
    compare: &dyn Fn(&Record) -> Comparison,
    found: &[(WorkId, &WorkCandidate)],
    works: &[WorkCandidate],
) -> Option<String> {
    let ((pin, work), others) = found.split_first()?;
    let title = title(work);
    let comparison: Vec<Comparison> = work.records.iter().map(|record| compare(record)).collect();
    if comparison
        .iter()
        .all(|comparison| is_other_title(listing, comparison))
    {
        return Some(format!("the list pins {pin}, which is `{title}`"));
    }
    let is_absent =
        |record: &&Record| listing.authors.is_empty() && is_absent(person, &record.meta);
    if comparison.iter().all(is_by_others) || work.records.iter().all(is_absent) {
        return Some(format!("the list pins {pin}, which is by other people"));
    }
    if let Some(kind) = listing.kind.filter(|_| work.scored.excluded) {
        let kind = kind.as_str();
        return Some(format!(
            "the list says {kind}, and pins {pin}, which is none"
        ));
    }
    let is_listed = |comparison: &Comparison| {
        comparison.title.relation == TitleRelation::Same
            && comparison.title.content_words >= 3
            && !is_by_others(comparison)
    };
    if !comparison.iter().any(is_listed)
        && let Some(rival) = works.iter().find(|other| {
            let mut records = other.records.iter();
            !std::ptr::eq(*other, *work) && records.any(|record| is_listed(&compare(record)))
        })
    {
        return Some(format!(
            "the list pins {pin}, which is `{title}`, and `{}` is another work",
            self::title(rival)
        ));
    }
    let other = others.iter().find(|(other_pin, other)| {
        !std::ptr::eq(*other, *work)
            && (differ(&compare_titles(&title, &self::title(other)))
                || names_other_version(other_pin, other, pin))
    })?;
    let (other_pin, other) = other;
    Some(format!(
        "the list pins {pin}, which is `{title}`, and {other_pin}, which is `{}` and another work",
        self::title(other)
    ))
}

/// Describes why a work can't be that of a pinned identifier unknown to all sources: it bears
/// another identifier of the same kind.
pub(super) fn bears_another(listing: &Listing, work: &WorkCandidate) -> Option<String> {
    let metas = || work.records.iter().map(|record| &record.meta.ids);
    let pins = listing.pins();
    let another = |pin: Option<String>, known: Vec<String>| {
        let pin = pin?;
        let other = known.first()?;
        (!known.contains(&pin)).then(|| {
            format!("the list pins {pin}, which no source asked knows, and this is {other}")
        })
    };
    let doi = |ids: &Ids| {
        ids.doi
            .as_ref()
            .filter(|doi| doi.arxiv().is_none())
            .map(ToString::to_string)
    };
    let arxiv = |ids: &Ids| {
        let own = ids.arxiv.clone();
        let id = own.or_else(|| ids.doi.as_ref().and_then(crate::model::Doi::arxiv));
        id.map(|id| id.to_string())
    };
    let dblp = |ids: &Ids| ids.dblp.as_ref().map(ToString::to_string);
    let pmid = |ids: &Ids| ids.pmid.as_ref().map(ToString::to_string);
    another(doi(&pins), metas().filter_map(doi).collect())
        .or_else(|| another(arxiv(&pins), metas().filter_map(arxiv).collect()))
        .or_else(|| another(dblp(&pins), metas().filter_map(dblp).collect()))
        .or_else(|| another(pmid(&pins), metas().filter_map(pmid).collect()))
}

fn title(work: &WorkCandidate) -> String {
    let first = work.records.first();
    first.map_or_else(String::new, |record| record.meta.title.text())
}

/// Whether a listing can't mean a record because of its title: half of the words differ, one of
/// them distinguishes works, or one replaces another. A clause that was cut off does not count.
fn is_other_title(listing: &Listing, comparison: &Comparison) -> bool {
    let is_cut = matches!(comparison.title.difference, Difference::ClauseCut(_));
    differ(&comparison.title) || !is_cut && conflicting_words(listing, comparison).is_some()
}

/// Whether two titles can't be those of one work: half of their words differ, or something that
/// distinguishes works, such as the number of a part.
fn differ(agreement: &TitleAgreement) -> bool {
    agreement.conflict.is_some()
        || agreement.relation == TitleRelation::Variant && agreement.score < 0.5
}

/// Whether none of the listed authors is among the record's.
fn is_by_others(comparison: &Comparison) -> bool {
    comparison.authors.is_some_and(|authors| {
        authors.matched == 0 && (authors.family_only == 0 || authors.listed_share < 0.5)
    })
}

/// Whether the record with a pinned DBLP key has another DOI than the pinned one: a paper and its
/// journal version often share a title.
fn names_other_version(key: &WorkId, work: &WorkCandidate, pin: &WorkId) -> bool {
    let WorkId::Doi(pinned) = pin else {
        return false;
    };
    matches!(key, WorkId::Dblp(_))
        && work.records.iter().any(|record| {
            let doi = record.meta.ids.doi.as_ref();
            key.is_in(&record.meta.ids) && doi.is_some_and(|doi| doi != pinned)
        })
}

/// Returns the question that a conflict raises: the pinned works first, then those the title
/// suggests.
fn asked(conflict: &str, found: &[(WorkId, &WorkCandidate)], works: &[WorkCandidate]) -> Decision {
    let is_pinned = |work: &WorkCandidate| found.iter().any(|(pin, _)| bears(work, pin));
    let mut candidates: Vec<Candidate> = works
        .iter()
        .filter(|work| is_pinned(work))
        .map(|work| {
            let mut candidate = by_the_list(work);
            candidate.evidence.conflict = Some(conflict.to_owned());
            candidate
        })
        .collect();
    let likely = works
        .iter()
        .filter(|work| !is_pinned(work) && work.confidence().value() >= QUESTION_THRESHOLD)
        .map(WorkCandidate::candidate);
    candidates.extend(likely);
    candidates.truncate(MAX_CANDIDATES);
    Decision {
        verdict: Verdict::Ambiguous { candidates },
        records: Vec::new(),
        upgraded: false,
        odds: None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{
        matching::decide,
        model::{
            ArxivId, DblpKey, Doi, Kind, Metadata, PartialDate, Person, PersonName, SourceName,
            Title,
        },
    };

    const TITLE: &str = "Electrode: Accelerating Distributed Protocols with eBPF";

    fn doi(text: &str) -> Doi {
        Doi::parse(text).unwrap()
    }

    fn record(kind: Kind, title: &str, doi: Option<Doi>) -> Record {
        let mut meta = Metadata::new(kind, Title::plain(title));
        meta.authors = vec![PersonName::parse("Yang Zhou").into()];
        meta.date = Some(PartialDate::year(2023));
        meta.ids.doi = doi;
        Record::new(SourceName::DBLP, meta)
    }

    fn decided(listing: &Listing, records: &[Record]) -> Decision {
        let near: Vec<&Record> = records.iter().collect();
        decide(listing, &Person::default(), &BTreeSet::new(), &near)
    }

    #[test]
    fn pin_needs_no_other_evidence() {
        let listed = Listing {
            doi: Some(doi("10.1145/1.1")),
            year: Some(1999),
            venue: Some("Elsewhere".into()),
            ..Listing::titled("Electrode")
        };
        let decision = decided(
            &listed,
            &[record(Kind::Conference, TITLE, listed.doi.clone())],
        );
        let Verdict::Matched { candidates } = &decision.verdict else {
            panic!("{decision:?}")
        };
        assert_eq!(candidates[0].confidence, Confidence::CERTAIN);
        let unasked = Listing {
            directive: MatchDirective::Skip,
            ..listed
        };
        assert_eq!(decided(&unasked, &[]).verdict.status(), "unmatched");
    }

    #[test]
    fn pin_with_another_title_is_a_conflict() {
        let listed = Listing {
            doi: Some(doi("10.1145/1.1")),
            ..Listing::titled("Sorting Strings on Slow Disks")
        };
        let pinned = record(Kind::Conference, TITLE, listed.doi.clone());
        let titled = record(Kind::Conference, &listed.title, Some(doi("10.1145/1.2")));
        let decision = decided(&listed, &[titled, pinned.clone()]);
        assert!(decision.records.is_empty());
        let conflict = decision.verdict.conflict().unwrap();
        assert!(
            conflict.starts_with("the list pins 10.1145/1.1, which is `Electrode"),
            "{conflict}"
        );
        assert_eq!(decision.verdict.candidates()[0].title, TITLE);
        let confirmed = Listing {
            directive: MatchDirective::Confirmed,
            ..listed
        };
        assert_eq!(decided(&confirmed, &[pinned]).verdict.status(), "matched");
    }

    #[test]
    fn pin_excluded_by_the_listed_kind_is_a_conflict() {
        let listed = Listing {
            doi: Some(doi("10.1145/1.1")),
            kind: Some(Kind::PhdThesis),
            ..Listing::titled(TITLE)
        };
        let paper = record(Kind::Conference, TITLE, listed.doi.clone());
        assert!(decided(&listed, &[paper]).verdict.conflict().is_some());
    }

    #[test]
    fn pins_of_two_works_are_a_conflict() {
        let mut listed = Listing {
            doi: Some(doi("10.1145/1.1")),
            dblp: Some(DblpKey::parse("journals/x/Zhou23").unwrap()),
            ..Listing::titled(TITLE)
        };
        let paper = record(Kind::Conference, TITLE, listed.doi.clone());
        let mut version = record(Kind::Journal, TITLE, Some(doi("10.1145/1.2")));
        version.meta.ids.dblp = listed.dblp.clone();
        let decision = decided(&listed, &[paper.clone(), version]);
        let conflict = decision.verdict.conflict().unwrap();
        assert!(conflict.ends_with("and another work"), "{conflict}");
        assert_eq!(decision.verdict.candidates().len(), 2);

        // A preprint with the same title is a version of the work.
        listed.dblp = None;
        listed.arxiv = Some(ArxivId::parse("2101.00001").unwrap());
        let mut preprint = record(Kind::Preprint, TITLE, None);
        preprint.meta.ids.arxiv = listed.arxiv.clone();
        preprint.meta.authors.clear();
        let decision = decided(&listed, &[paper.clone(), preprint.clone()]);
        assert_eq!(decision.verdict.status(), "matched");
        preprint.meta.title = Title::plain("Sorting Strings on Slow Disks");
        let decision = decided(&listed, &[paper, preprint]);
        assert!(decision.verdict.conflict().is_some());
    }

    #[test]
    fn refused_work_is_never_matched() {
        let paper = record(Kind::Conference, TITLE, Some(doi("10.1145/1.1")));
        let mut listed = Listing {
            authors: vec![crate::model::ListedAuthor::Named(PersonName::parse(
                "Yang Zhou",
            ))],
            year: Some(2023),
            ..Listing::titled(TITLE)
        };
        let status = |listed: &Listing| decided(listed, std::slice::from_ref(&paper)).verdict;
        assert_eq!(status(&listed).status(), "matched");
        listed.rejected = vec![WorkId::Doi(doi("10.1145/1.1"))];
        assert_eq!(
            status(&listed),
            Verdict::unmatched(crate::model::Unmatched::Refused)
        );
    }
}
