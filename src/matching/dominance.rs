//! A record that agrees in everything listed is not beaten by one that agrees in less.
//!
//! Evidence adds up, and many small agreements may outweigh a great one. So records are also held
//! against each other: where one agrees at least as well in each respect, and better in one, the
//! other can't be what is meant.

use super::{
    authors::AuthorAgreement,
    namesake::Whose,
    score::{Scored, Seen},
    title::TitleRelation,
    venue::VenueAgreement,
};

/// How well a record agrees with a listing, one value for each kind of evidence.
#[derive(Debug, Clone, Copy)]
pub(super) struct AgreementProfile {
    title: TitleRelation,
    people: f64,
    others: [Respect; RESPECTS],
}

/// The agreement in one respect.
#[derive(Debug, Clone, Copy)]
struct Respect {
    /// How well listing and record agree; higher is better.
    agreement: f64,
    /// Whether one of them does not state it, so that they can't contradict each other.
    unstated: bool,
}

/// How many respects are compared besides title relation and people.
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
    pub(super) fn new(seen: &Seen, excluded: bool, vetoed: bool) -> Self {
        let sign = |agrees: Option<bool>| agrees.map_or(0.0, |agrees| if agrees { 1.0 } else { -1.0 });
        let flag = |is: bool| f64::from(u8::from(is));
        let year = match seen.year {
            // A preprint may appear within two years.
            Some(apart) if seen.preprint && (-1..=2).contains(&apart) => 0.0,
            // An unknown year counts as one year apart.
            apart => -f64::from(apart.map_or(1, i32::abs)),
        };
        let venue = match seen.venue {
            VenueAgreement::Same if seen.same_words => 3.0,
            VenueAgreement::Same => 2.0,
            VenueAgreement::Unknown => 1.0,
            VenueAgreement::Other => 0.0,
            VenueAgreement::Apart => -1.0,
        };
        let whose = match seen.whose {
            Whose::OnTheirPage | Whose::UnderTheirOrcid => 1.0,
            Whose::Unknown => 0.0,
            Whose::Namesake => -1.0,
        };
        Self {
            title: seen.title.relation,
            people: people(seen.authors),
            others: [
                seen.title.score.into(),
                Respect {
                    agreement: year,
                    unstated: seen.year.is_none(),
                },
                Respect {
                    agreement: venue,
                    unstated: seen.venue == VenueAgreement::Unknown,
                },
                Respect {
                    agreement: sign(seen.page),
                    unstated: seen.page.is_none(),
                },
                sign(seen.address).into(),
                whose.into(),
                flag(!excluded).into(),
                flag(seen.title.conflict.is_none()).into(),
                flag(!vetoed).into(),
            ],
        }
    }

    /// Whether the title is the listed one, slips forgiven. Nothing less is certain enough to rule
    /// out another record.
    fn is_strong(&self) -> bool {
        self.title <= TitleRelation::Slips
    }

    /// Whether this agrees as well as the other in every respect and better in one. A strong title
    /// against a weak one need not state what the other states, and may have names in initials.
    fn dominates(&self, other: &Self) -> bool {
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

/// Names in initials agree with the listed ones by so much less.
const INITIALS: f64 = 0.12;

/// Differences as small as this tell nothing: the same name spelt in two ways.
const SLIGHT: f64 = 0.02;

/// Records that name nobody stand between those by the same people and those by others.
fn people(authors: Option<AuthorAgreement>) -> f64 {
    authors.map_or(0.5, |authors| authors.score)
}

/// Works that another work rules out stand no higher than this: not worth a question.
const RULED_OUT: f64 = -2.0;

/// Puts below every work's best record each record of another work that it rules out. `works` holds
/// the scored records of each work.
pub(super) fn put_below(works: &mut [Vec<Scored>]) {
    let profiles: Vec<Vec<AgreementProfile>> = works
        .iter()
        .map(|records| records.iter().map(|record| record.profile).collect())
        .collect();
    // Only what agrees best in a title can rule others out; there are few of them.
    let strong: Vec<(usize, AgreementProfile)> = profiles
        .iter()
        .enumerate()
        .flat_map(|(work, all)| all.iter().map(move |profile| (work, *profile)))
        .filter(|(_, profile)| profile.is_strong())
        .collect();
    for (work, records) in works.iter_mut().enumerate() {
        for (record, profile) in records.iter_mut().zip(&profiles[work]) {
            let is_beaten = strong
                .iter()
                .any(|(by, strong)| *by != work && strong.dominates(profile));
            if is_beaten {
                record.hold(
                    "another record agrees better in everything listed",
                    RULED_OUT,
                );
            }
        }
    }
}
