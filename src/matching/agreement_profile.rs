//! The agreement of a record with a listing in each respect, for comparison with other records.

use super::{
    authors::AuthorAgreement, comparison::Comparison, namesake::AuthorIdentity,
    title::TitleRelation, venue::VenueAgreement,
};

/// How well a record agrees with a listing, with one value for each kind of evidence.
#[derive(Debug, Clone, Copy)]
pub(super) struct AgreementProfile {
    title: TitleRelation,
    people: f64,
    others: [Respect; RESPECTS],
}

/// The agreement in one respect.
#[derive(Debug, Clone, Copy)]
struct Respect {
    /// How well listing and record agree. Higher is better.
    agreement: f64,
    /// Whether one of them does not state it, so that they can't contradict each other.
    unstated: bool,
}

/// The number of respects besides the title's relation and the people.
const RESPECTS: usize = 9;

impl From<f64> for Respect {
    fn from(agreement: f64) -> Self {
        Self {
            agreement,
            unstated: false,
        }
    }
}

impl AgreementProfile {
    /// Summarizes the comparison of a listing with one record.
    pub(super) fn new(comparison: &Comparison, excluded: bool, vetoed: bool) -> Self {
        let sign =
            |agrees: Option<bool>| agrees.map_or(0.0, |agrees| if agrees { 1.0 } else { -1.0 });
        let flag = |is: bool| f64::from(u8::from(is));
        let year = match comparison.year {
            // A preprint may appear within two years.
            Some(apart) if comparison.preprint && (-1..=2).contains(&apart) => 0.0,
            // An unknown year counts as one year apart.
            apart => -f64::from(apart.map_or(1, i32::abs)),
        };
        let venue = match comparison.venue {
            VenueAgreement::Same if comparison.same_venue_name => 3.0,
            VenueAgreement::Same => 2.0,
            VenueAgreement::Unknown => 1.0,
            VenueAgreement::Other => 0.0,
            VenueAgreement::Conflict => -1.0,
        };
        let whose = match comparison.identity {
            AuthorIdentity::OwnPage | AuthorIdentity::OwnOrcid => 1.0,
            AuthorIdentity::Unknown => 0.0,
            AuthorIdentity::Namesake => -1.0,
        };
        Self {
            title: comparison.title.relation,
            people: people(comparison.authors),
            others: [
                comparison.title.score.into(),
                Respect {
                    agreement: year,
                    unstated: comparison.year.is_none(),
                },
                Respect {
                    agreement: venue,
                    unstated: comparison.venue == VenueAgreement::Unknown,
                },
                Respect {
                    agreement: sign(comparison.page),
                    unstated: comparison.page.is_none(),
                },
                sign(comparison.address).into(),
                whose.into(),
                flag(!excluded).into(),
                flag(comparison.title.conflict.is_none()).into(),
                flag(!vetoed).into(),
            ],
        }
    }

    /// Whether the title is the listed one, typos forgiven. Nothing less is certain enough to rule
    /// out another record.
    pub(super) fn is_strong(&self) -> bool {
        self.title <= TitleRelation::Typos
    }

    /// Whether this agrees as well as the other in every respect and better in one. If only this
    /// one has a strong title, it may omit what the other states and may have names in initials.
    pub(super) fn dominates(&self, other: &Self) -> bool {
        let is_stronger = self.is_strong() && !other.is_strong();
        let slack = if is_stronger { INITIALS } else { SLIGHT };
        let as_well = |own: f64, other: f64| own >= other - SLIGHT;
        let better = |own: f64, other: f64| own > other + SLIGHT;
        let pairs = || self.others.iter().zip(&other.others);
        self.is_strong()
            && self.title <= other.title
            && self.people >= other.people - slack
            && pairs().all(|(own, other)| {
                is_stronger && own.unstated || as_well(own.agreement, other.agreement)
            })
            && (self.title < other.title
                || better(self.people, other.people)
                || pairs().any(|(own, other)| better(own.agreement, other.agreement)))
    }
}

/// The largest loss in author agreement that names in initials cause.
const INITIALS: f64 = 0.12;

/// Smaller differences are ignored: two spellings of one name.
const SLIGHT: f64 = 0.02;

/// A record without authors ranks between those by the same people and those by others.
fn people(authors: Option<AuthorAgreement>) -> f64 {
    authors.map_or(0.5, |authors| authors.score)
}
