use crate::model::{Doi, Ids, Kind, Record, RecordLink, SourceName};

/// The identifiers of a matched work for which another source may know more.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PendingLookups {
    /// DOIs that Crossref has not been asked for.
    pub dois: Vec<Doi>,
    /// arXiv papers without arXiv's own record, for works that are only preprints.
    pub arxiv: Vec<crate::model::ArxivId>,
    /// Identifiers by which DBLP may know the work.
    pub dblp: Vec<Ids>,
}

/// Whether a local record is one of DBLP's: it has a DBLP key and comes from a dated dataset, not
/// from somebody's own file.
#[must_use]
pub fn is_dblp_record(record: &Record) -> bool {
    record.meta.ids.dblp.is_some() && record.edition.as_ref().is_some_and(|e| e.date.is_some())
}

/// Returns the identifiers of a matched work that other sources should still be asked for.
#[must_use]
pub fn pending_lookups(records: &[Record]) -> PendingLookups {
    let from = |source: SourceName| records.iter().filter(move |record| record.source == source);
    let mut out = PendingLookups::default();
    let mut dois: Vec<&Doi> = records
        .iter()
        .filter_map(|r| r.meta.ids.doi.as_ref())
        .collect();
    dois.extend(
        records
            .iter()
            .flat_map(|record| &record.links)
            .filter_map(|link| match link {
                RecordLink::PreprintOf(doi) => Some(doi),
                RecordLink::HasPreprint(_) | RecordLink::VersionOf(_) => None,
            }),
    );
    for doi in dois {
        let known = from(SourceName::Crossref).any(|r| r.meta.ids.doi.as_ref() == Some(doi));
        if !known && !out.dois.contains(doi) {
            out.dois.push(doi.clone());
        }
    }
    if !records.iter().any(|record| record.meta.kind.is_published()) {
        for id in records.iter().filter_map(|r| r.meta.ids.arxiv.as_ref()) {
            let known = from(SourceName::Arxiv).any(|r| r.meta.ids.arxiv.as_ref() == Some(id));
            if !known && !out.arxiv.contains(id) {
                out.arxiv.push(id.clone());
            }
        }
    }
    let filed = from(SourceName::Library).filter(|record| is_dblp_record(record));
    let known_to_dblp = from(SourceName::Dblp).chain(filed).any(|r| {
        r.meta.kind != Kind::Preprint || records.iter().all(|r| r.meta.kind == Kind::Preprint)
    });
    if !known_to_dblp {
        for record in records {
            let ids = &record.meta.ids;
            if !ids.is_empty() && !out.dblp.contains(ids) {
                out.dblp.push(ids.clone());
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{ArxivId, Metadata, Title};

    fn record(source: SourceName, kind: Kind, doi: Option<&str>, arxiv: Option<&str>) -> Record {
        let mut meta = Metadata::new(kind, Title::plain("x"));
        meta.ids.doi = doi.map(|id| Doi::parse(id).unwrap());
        meta.ids.arxiv = arxiv.map(|id| ArxivId::parse(id).unwrap());
        Record {
            source,
            meta,
            links: Vec::new(),
            edition: None,
            learned: None,
            withdrawn: false,
        }
    }

    #[test]
    fn services_are_asked_only_for_what_they_can_add() {
        let dblp = record(
            SourceName::Dblp,
            Kind::Conference,
            Some("10.1145/1.2"),
            None,
        );
        let ask = pending_lookups(std::slice::from_ref(&dblp));
        assert_eq!(ask.dois.len(), 1);
        assert!(ask.arxiv.is_empty() && ask.dblp.is_empty());

        let crossref = record(
            SourceName::Crossref,
            Kind::Conference,
            Some("10.1145/1.2"),
            None,
        );
        assert_eq!(
            pending_lookups(&[dblp, crossref]),
            PendingLookups::default()
        );

        let corr = record(SourceName::Dblp, Kind::Preprint, None, Some("2101.00001"));
        let ask = pending_lookups(&[corr]);
        assert_eq!(ask.arxiv.len(), 1);
        assert!(ask.dblp.is_empty());
    }
}
