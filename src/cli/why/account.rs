//! What the lock knows of a listing and its work, as `why --json` prints it: names and shapes here
//! are a promise to programs; fields may be added.

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
    /// What is listed under it: one, or several where the list repeats itself.
    pub(super) listings: Vec<ListingAccount>,
    /// What is exported, field by field, in the order in which fields are shown.
    pub(super) fields: Vec<FieldAccount>,
    /// Fields of the entry that were changed by hand, as BibTeX names them, and stay so whatever
    /// is said; null for one that was taken out.
    pub(super) edited: BTreeMap<String, Option<String>>,
    /// The datasets on this disk that it rests on.
    pub(super) library: Vec<String>,
}

/// What was decided about one listing.
#[derive(Debug, Serialize)]
pub(super) struct ListingAccount {
    /// Its place over all inputs, from 0, as in the report.
    pub(super) index: usize,
    pub(super) title: String,
    /// What else is listed; null in locks of older versions.
    pub(super) listed: Option<Outline>,
    pub(super) pins: IdsAccount,
    /// `matched`, `ambiguous` or `unmatched`.
    pub(super) status: &'static str,
    /// Why nothing was matched.
    pub(super) reason: Option<String>,
    /// What contradicts the person's word.
    pub(super) conflict: Option<String>,
    /// Whether a preprint or submission was answered with its publication.
    pub(super) upgraded: bool,
    /// Best first; of an unmatched listing, what came nearest.
    pub(super) candidates: Vec<CandidateAccount>,
}

/// A work that was weighed.
#[derive(Debug, Serialize)]
pub(super) struct CandidateAccount {
    pub(super) title: String,
    pub(super) ids: IdsAccount,
    /// Where it can be looked at.
    pub(super) url: Option<String>,
    /// What its record says; of a matched work see `fields`.
    pub(super) outline: Option<Outline>,
    /// From 0 to 1.
    pub(super) confidence: f64,
    /// Each piece of evidence with its weight, in log-odds.
    pub(super) pieces: Vec<PieceAccount>,
    /// Their sum.
    pub(super) odds: Option<f64>,
    /// By how much the sum stays below the first candidate's.
    pub(super) behind: Option<f64>,
    /// What was noticed.
    pub(super) remarks: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct PieceAccount {
    pub(super) what: String,
    pub(super) odds: f64,
}

/// Identifiers, null for what is not known.
#[derive(Debug, Serialize)]
pub(super) struct IdsAccount {
    pub(super) dblp: Option<String>,
    pub(super) doi: Option<String>,
    pub(super) arxiv: Option<String>,
}

/// Who said a field, and who said something else.
#[derive(Debug, Serialize)]
pub(super) struct FieldAccount {
    pub(super) key: String,
    /// The field's name in the lock, or that of a BibTeX field which the person wrote.
    pub(super) field: String,
    pub(super) value: String,
    /// `listing`, `library`, `dblp`, `crossref`, `arxiv` or `datacite`; null in locks that lack it.
    pub(super) source: Option<SourceName>,
    /// The day on which the answer came, or of which the dataset is; null where nobody knows.
    pub(super) day: Option<Date>,
    /// What others say instead.
    pub(super) others: Vec<SaidAccount>,
    /// What the list says of it, where it says anything.
    pub(super) listed: Option<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct SaidAccount {
    pub(super) source: SourceName,
    pub(super) day: Option<Date>,
    pub(super) value: String,
}

impl Account {
    /// What is known of these listings and the work that answers them.
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
    /// What is known of a field; `None` when the work has none of that name.
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

    /// A BibTeX field that the person wrote, which wins over everything.
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

/// What a listing says of a field.
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
