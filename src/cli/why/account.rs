//! The contents of the lock about a listing and its work, as `why --json` prints them. Programs
//! rely on these names and shapes; fields may be added.

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::Serialize;

use crate::{
    lock::LockedListing,
    model::{
        Candidate, Evidence, Field, Ids, Outline, Piece, Provenance, SourceName, Verdict, Work,
        WorkId,
    },
};

/// Everything about one key.
#[derive(Debug, Serialize)]
pub(super) struct Account {
    /// The citation key.
    pub(super) key: String,
    /// Keys it had before.
    pub(super) aliases: Vec<String>,
    /// The listings under it: several where the list repeats itself.
    pub(super) listings: Vec<ListingAccount>,
    /// The exported fields, in the order in which they are shown.
    pub(super) fields: Vec<FieldAccount>,
    /// Fields of the entry that were edited, by their BibTeX names, which stay whatever sources
    /// say; null for one that was removed.
    pub(super) edited: BTreeMap<String, Option<String>>,
    /// The datasets of the library that it was made from.
    pub(super) library: Vec<String>,
}

/// The decision about one listing.
#[derive(Debug, Serialize)]
pub(super) struct ListingAccount {
    /// Its place over all inputs, from 0, as in the report.
    pub(super) index: usize,
    pub(super) title: String,
    /// The other listed fields; null in locks of older versions.
    pub(super) listed: Option<Outline>,
    pub(super) pins: IdsAccount,
    /// `matched`, `ambiguous` or `unmatched`.
    pub(super) status: &'static str,
    /// The reason why nothing was matched.
    pub(super) reason: Option<String>,
    /// What contradicts the list.
    pub(super) conflict: Option<String>,
    /// Whether the listed preprint or submission was matched to its publication.
    pub(super) upgraded: bool,
    /// Best first; of an unmatched listing, the most similar works.
    pub(super) candidates: Vec<CandidateAccount>,
}

/// A work that was compared with the listing.
#[derive(Debug, Serialize)]
pub(super) struct CandidateAccount {
    pub(super) title: String,
    pub(super) ids: IdsAccount,
    /// Its address.
    pub(super) url: Option<String>,
    /// The fields of its record; those of a matched work are in `fields`.
    pub(super) outline: Option<Outline>,
    /// From 0 to 1.
    pub(super) confidence: f64,
    /// Each piece of evidence with its weight, in log-odds.
    pub(super) pieces: Vec<PieceAccount>,
    /// Their sum.
    pub(super) odds: Option<f64>,
    /// The difference between the first candidate's sum and this one.
    pub(super) behind: Option<f64>,
    /// Remarks.
    pub(super) remarks: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct PieceAccount {
    pub(super) what: String,
    pub(super) odds: f64,
}

/// Identifiers; null for those that are not known, but no `pmid` of works that have none.
#[derive(Debug, Serialize)]
pub(super) struct IdsAccount {
    pub(super) dblp: Option<String>,
    pub(super) doi: Option<String>,
    pub(super) arxiv: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) pmid: Option<String>,
}

/// The sources of a field, and those that state something else.
#[derive(Debug, Serialize)]
pub(super) struct FieldAccount {
    pub(super) key: String,
    /// The field's name in the lock, or that of a BibTeX field that the person wrote.
    pub(super) field: String,
    pub(super) value: String,
    /// `listing`, `library`, `dblp`, `crossref`, `arxiv` or `datacite`; null in locks that lack it.
    pub(super) source: Option<SourceName>,
    /// The day of the answer or of the dataset; null where it is not known.
    pub(super) day: Option<Date>,
    /// Other values, with their sources.
    pub(super) others: Vec<SaidAccount>,
    /// The value in the list, where it has one.
    pub(super) listed: Option<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct SaidAccount {
    pub(super) source: SourceName,
    pub(super) day: Option<Date>,
    pub(super) value: String,
}

impl Account {
    /// Describes these listings and the work that they mean.
    pub(super) fn of(
        listings: &[(usize, &LockedListing)],
        work: Option<&Work>,
        edited: &BTreeMap<String, String>,
    ) -> Self {
        let fields = Field::ALL
            .into_iter()
            .filter_map(|field| FieldAccount::of(field.as_str(), listings, work));
        let written = work.map(|work| &work.fields).into_iter().flatten();
        let written = written.filter_map(|(name, _)| FieldAccount::written(name, work));
        Self {
            key: key_of(listings, work),
            aliases: work.map(|work| work.aliases.clone()).unwrap_or_default(),
            listings: listings
                .iter()
                .map(|(index, listing)| ListingAccount::of(*index, listing))
                .collect(),
            fields: fields.chain(written).collect(),
            edited: edited
                .iter()
                .map(|(name, value)| {
                    let value = Some(value.clone()).filter(|value| !value.is_empty());
                    (name.clone(), value)
                })
                .collect(),
            library: work
                .map(|work| work.editions.iter().map(ToString::to_string).collect())
                .unwrap_or_default(),
        }
    }
}

impl ListingAccount {
    fn of(index: usize, locked: &LockedListing) -> Self {
        let (candidates, reason) = match &locked.verdict {
            Verdict::Matched { candidates } | Verdict::Ambiguous { candidates } => {
                (candidates, None)
            }
            Verdict::Unmatched { reason, near } => (near, Some(reason.to_string())),
        };
        let first = candidates.first().and_then(|first| first.evidence.odds());
        Self {
            index,
            title: locked.title.clone(),
            listed: locked.listed.clone(),
            pins: (&locked.pins).into(),
            status: locked.verdict.status(),
            reason,
            conflict: locked.verdict.conflict().map(str::to_owned),
            upgraded: locked.upgraded,
            candidates: candidates
                .iter()
                .map(|candidate| CandidateAccount::of(candidate, first))
                .collect(),
        }
    }
}

impl CandidateAccount {
    fn of(candidate: &Candidate, first: Option<f64>) -> Self {
        let Evidence {
            remarks, pieces, ..
        } = &candidate.evidence;
        let odds = candidate.evidence.odds();
        let behind = first.zip(odds).map(|(first, odds)| first - odds);
        Self {
            title: candidate.title.clone(),
            ids: (&candidate.ids).into(),
            url: WorkId::all_of(&candidate.ids).first().map(WorkId::url),
            outline: candidate.outline.clone(),
            confidence: candidate.confidence.value(),
            pieces: pieces.iter().map(PieceAccount::from).collect(),
            odds,
            behind: behind.map(|behind| (behind * 100.0).round() / 100.0),
            remarks: remarks.clone(),
        }
    }
}

impl FieldAccount {
    /// Describes a field; returns `None` when the work has none of that name.
    pub(super) fn of(
        name: &str,
        listings: &[(usize, &LockedListing)],
        work: Option<&Work>,
    ) -> Option<Self> {
        if let Some(written) = Self::written(name, work) {
            return Some(written);
        }
        let work = work?;
        let field = Field::from_name(name)?;
        let origin: Option<&Provenance> = work.origins.get(&field);
        let others = origin
            .map(|origin| origin.others.iter())
            .into_iter()
            .flatten();
        Some(Self {
            key: work.key.clone(),
            field: field.as_str().to_owned(),
            value: work.meta.in_words(field)?,
            source: origin.map(|origin| origin.source),
            day: origin.and_then(|origin| origin.day),
            others: others
                .map(|said| SaidAccount {
                    source: said.source,
                    day: said.day,
                    value: said.value.clone(),
                })
                .collect(),
            listed: listings
                .first()
                .and_then(|(_, listing)| listed(listing, field)),
        })
    }

    /// Describes a BibTeX field that the person wrote, which takes precedence over everything.
    fn written(name: &str, work: Option<&Work>) -> Option<Self> {
        let work = work?;
        let mut written = work.fields.iter();
        let (name, value) = written.find(|(field, _)| field.eq_ignore_ascii_case(name))?;
        let found = Field::from_name(name);
        let origin = found.and_then(|field| work.origins.get(&field));
        let instead = found.zip(origin).and_then(|(field, origin)| {
            Some(SaidAccount {
                source: origin.source,
                day: origin.day,
                value: work.meta.in_words(field)?,
            })
        });
        Some(Self {
            key: work.key.clone(),
            field: name.clone(),
            value: value.clone(),
            source: Some(SourceName::LISTING),
            day: None,
            others: instead.into_iter().collect(),
            listed: None,
        })
    }
}

/// Returns the value of a field in a listing.
fn listed(listing: &LockedListing, field: Field) -> Option<String> {
    let outline = listing.listed.as_ref();
    match field {
        Field::Title => Some(listing.title.clone()),
        Field::Authors => outline?.people(),
        Field::Date => outline?.year.map(|year| year.to_string()),
        Field::Venue => outline?.venue.clone(),
        Field::Kind => outline?.kind.map(|kind| kind.as_str().to_owned()),
        Field::Dblp => listing.pins.dblp.as_ref().map(ToString::to_string),
        Field::Doi => listing.pins.doi.as_ref().map(ToString::to_string),
        Field::Arxiv => listing.pins.arxiv.as_ref().map(ToString::to_string),
        Field::Pmid => listing.pins.pmid.as_ref().map(ToString::to_string),
        _ => None,
    }
}

fn key_of(listings: &[(usize, &LockedListing)], work: Option<&Work>) -> String {
    let listed = listings.first().map(|(_, listing)| &listing.key);
    let key = work.map(|work| &work.key).or(listed);
    key.cloned().unwrap_or_default()
}

impl From<&Ids> for IdsAccount {
    fn from(ids: &Ids) -> Self {
        Self {
            dblp: ids.dblp.as_ref().map(ToString::to_string),
            doi: ids.doi.as_ref().map(ToString::to_string),
            arxiv: ids.arxiv.as_ref().map(ToString::to_string),
            pmid: ids.pmid.as_ref().map(ToString::to_string),
        }
    }
}

impl From<&Piece> for PieceAccount {
    fn from(piece: &Piece) -> Self {
        Self {
            what: piece.what.to_string(),
            odds: piece.odds,
        }
    }
}
