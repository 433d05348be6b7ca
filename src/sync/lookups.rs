//! Questions by identifier: those that a list pins, and those that matched records name.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    answer::Answer, evidence::GatheredEvidence, input::Target, plan::Plan, source_set::SourceSet,
};
use crate::{
    model::{Ids, Kind, Record, RecordLink, SourceName, WorkIdKind},
    sources::{Id, IdLookup, Source},
};

/// Identifiers, with the lists that want them.
pub(super) type Wanted = BTreeMap<Id, BTreeSet<usize>>;

/// What is wanted of each service. A backup has an entry of its own only where the source that it
/// replaces is not in use.
pub(super) type Lookups = BTreeMap<SourceName, Wanted>;

fn collect(sources: &SourceSet<'_>, wanted: impl Fn(&dyn Source) -> Wanted) -> Lookups {
    let is_idle = |source: &dyn Source| {
        let replaced = source.capabilities().backup_for;
        replaced.is_some_and(|name| sources.get(name).is_some())
    };
    let services = sources.services().filter(|source| !is_idle(*source));
    services
        .map(|source| (source.name(), wanted(source)))
        .collect()
}

/// Returns what the lists pin and no service has given yet.
pub(super) fn pins(plan: &Plan<'_>, answers: &[Answer<'_>], sources: &SourceSet<'_>) -> Lookups {
    collect(sources, |source| {
        let mut out = Wanted::new();
        for target in plan.searched().filter(|it| it.listing.is_pinned()) {
            let answer = answers.get(target.index);
            for id in unknown_pins(target, answer, source, sources) {
                out.entry(id).or_default().insert(target.list);
            }
        }
        out
    })
}

/// The pins of a listing that a service is to be asked for.
fn unknown_pins(
    target: &Target<'_>,
    answer: Option<&Answer<'_>>,
    source: &dyn Source,
    sources: &SourceSet<'_>,
) -> Vec<Id> {
    let Some(decision) = answer.and_then(Answer::decision) else {
        return Vec::new();
    };
    let pins = target.listing.pinned_ids();
    let local = || sources.local_records(&decision.records);
    let bears_pin = |record: &Record| pins.iter().any(|pin| pin.is_in(&record.meta.ids));
    let is_known =
        decision.records.iter().any(bears_pin) && decision.records.len() > local().count();
    // More records would not settle a pin that is in conflict.
    if is_known || decision.verdict.conflict().is_some() {
        return Vec::new();
    }
    let lookup = source.capabilities().ids;
    if lookup == IdLookup::Bibliography && local().any(|record| source.is_mirrored_by(record)) {
        return Vec::new();
    }
    pins.into_iter().filter(|id| lookup.finds(id)).collect()
}

/// Returns the identifiers of matched records that services may know more of.
pub(super) fn leads(plan: &Plan<'_>, answers: &[Answer<'_>], sources: &SourceSet<'_>) -> Lookups {
    collect(sources, |source| {
        let mut out = Wanted::new();
        for (target, answer) in plan.targets.iter().zip(answers) {
            let records = answer.decision().map_or(&[][..], |it| &it.records);
            for id in leads_of(records, source, sources) {
                out.entry(id).or_default().insert(target.list);
            }
        }
        out
    })
}

/// The identifiers of one work's records that a service may know more of.
fn leads_of(records: &[Record], source: &dyn Source, sources: &SourceSet<'_>) -> Vec<Id> {
    let own = || records.iter().filter(|it| it.source == source.name());
    match source.capabilities().ids {
        IdLookup::None => Vec::new(),
        IdLookup::Registry(kinds) => {
            let is_known = |id: &Id| own().any(|record| id.is_in(&record.meta.ids));
            let ids = kinds.iter().flat_map(|kind| ids_of_kind(records, *kind));
            let ids = ids.filter(|id| !is_known(id));
            ids.filter(|id| !has_doi_beside(id, records, kinds))
                .collect()
        }
        IdLookup::Bibliography => {
            let local = sources.local_records(records);
            let mirrored = local.filter(|record| source.is_mirrored_by(record));
            let are_preprints = records.iter().all(|it| it.meta.kind == Kind::Preprint);
            let mut known = own().chain(mirrored);
            // A record of the preprint leaves the publication to be found.
            if known.any(|record| record.meta.kind != Kind::Preprint || are_preprints) {
                return Vec::new();
            }
            let ids = records
                .iter()
                .filter_map(|record| best_id(&record.meta.ids));
            ids.collect()
        }
    }
}

/// The identifiers of one kind that records name as those of their work. arXiv ids are of interest
/// only while nothing is published.
fn ids_of_kind(records: &[Record], kind: WorkIdKind) -> Vec<Id> {
    let is_published = records.iter().any(|record| record.meta.kind.is_published());
    if kind == WorkIdKind::Arxiv && is_published {
        return Vec::new();
    }
    let own = records
        .iter()
        .flat_map(|record| Id::all_of(&record.meta.ids));
    let links = records.iter().flat_map(|record| &record.links);
    let published = links.filter_map(|link| match link {
        RecordLink::PreprintOf(doi) => Some(Id::Doi(doi.clone())),
        RecordLink::HasPreprint(_) | RecordLink::VersionOf(_) => None,
    });
    own.chain(published)
        .filter(|id| id.kind() == kind)
        .collect()
}

/// Whether a registry that knows DOIs is asked for the same record by its DOI: a PubMed identifier names no other
/// record.
fn has_doi_beside(id: &Id, records: &[Record], kinds: &[WorkIdKind]) -> bool {
    let mut bearing = records.iter().filter(|record| id.is_in(&record.meta.ids));
    id.kind() == WorkIdKind::Pmid
        && kinds.contains(&WorkIdKind::Doi)
        && bearing.any(|record| record.meta.ids.doi.is_some())
}

/// The identifier by which a bibliography is most likely to know a work.
fn best_id(ids: &Ids) -> Option<Id> {
    let dblp = ids.dblp.clone().map(Id::Dblp);
    dblp.or_else(|| ids.doi.clone().map(Id::Doi))
        .or_else(|| ids.arxiv.clone().map(Id::Arxiv))
}

/// Leaves of `wanted` the arXiv papers, DOIs and keys of which a list has no record at all.
pub(super) fn unknown(wanted: Wanted, evidence: &GatheredEvidence) -> Wanted {
    let is_unknown = |id: &Id, list: usize| {
        let mut records = evidence.list(list).records.records().iter();
        !records.any(|record| id.is_in(&record.meta.ids))
    };
    wanted
        .into_iter()
        .map(|(id, lists)| {
            let lists = lists.into_iter().filter(|list| is_unknown(&id, *list));
            let lists: BTreeSet<usize> = lists.collect();
            (id, lists)
        })
        .filter(|(_, lists)| !lists.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        model::{ArxivId, Doi, Metadata, Pmid, Title},
        sources::Capabilities,
    };

    struct Fake(SourceName, IdLookup);

    impl Source for Fake {
        fn name(&self) -> SourceName {
            self.0
        }

        fn capabilities(&self) -> Capabilities {
            Capabilities {
                ids: self.1,
                ..Capabilities::service("Fake")
            }
        }
    }

    fn record(source: SourceName, kind: Kind, doi: Option<&str>, arxiv: Option<&str>) -> Record {
        let mut meta = Metadata::new(kind, Title::plain("x"));
        meta.ids.doi = doi.map(|id| Doi::parse(id).unwrap());
        meta.ids.arxiv = arxiv.map(|id| ArxivId::parse(id).unwrap());
        Record::new(source, meta)
    }

    /// The leads for a bibliography, a registry of DOIs and one of arXiv ids.
    fn leads(records: &[Record]) -> [Vec<String>; 3] {
        let sources = [
            (SourceName::DBLP, IdLookup::Bibliography),
            (SourceName::CROSSREF, IdLookup::Registry(&[WorkIdKind::Doi])),
            (SourceName::ARXIV, IdLookup::Registry(&[WorkIdKind::Arxiv])),
        ];
        sources.map(|(name, ids)| {
            let leads = leads_of(records, &Fake(name, ids), &SourceSet::of(&[]));
            leads.iter().map(ToString::to_string).collect()
        })
    }

    #[test]
    fn pubmed_identifier_beside_a_doi_is_no_second_question() {
        let kinds = &[WorkIdKind::Doi, WorkIdKind::Pmid];
        let index = Fake(SourceName::new("index"), IdLookup::Registry(kinds));
        let mut indexed = record(SourceName::CROSSREF, Kind::Journal, Some("10.1000/1"), None);
        indexed.meta.ids.pmid = Pmid::parse("31000001").ok();
        let leads = |records: &[Record]| -> Vec<String> {
            let leads = leads_of(records, &index, &SourceSet::of(&[]));
            leads.iter().map(ToString::to_string).collect()
        };
        assert_eq!(leads(&[indexed.clone()]), ["10.1000/1"]);
        indexed.meta.ids.doi = None;
        assert_eq!(leads(&[indexed]).len(), 1);
    }

    #[test]
    fn publication_of_a_bibliography_leads_to_its_doi_alone() {
        let dblp = record(
            SourceName::DBLP,
            Kind::Conference,
            Some("10.1145/1.1"),
            Some("2101.00001"),
        );
        let found = leads(std::slice::from_ref(&dblp));
        assert_eq!(
            found,
            [Vec::new(), vec!["10.1145/1.1".to_owned()], Vec::new()]
        );
        let crossref = record(
            SourceName::CROSSREF,
            Kind::Conference,
            Some("10.1145/1.1"),
            None,
        );
        assert!(leads(&[dblp, crossref]).iter().all(Vec::is_empty));
    }

    #[test]
    fn preprint_leads_to_its_server() {
        let preprint = record(SourceName::DBLP, Kind::Preprint, None, Some("2101.00001"));
        let found = leads(&[preprint]);
        assert_eq!(found, [vec![], vec![], vec!["2101.00001".to_owned()]]);
    }
}
