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

/// How well a record agrees in each respect; more is better.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Standing {
    /// The relation of the titles, and how much of the title agrees.
    title: (i8, f64),
    people: f64,
    whose: i8,
    /// Less the years apart; an unknown year counts as one apart.
    year: f64,
    venue: i8,
    page: i8,
    address: i8,
    /// Whether the kind of work may be the listed one.
    kind: i8,
    /// Whether nothing in the titles contradicts.
    agrees: i8,
    /// Whether no person need look.
    undoubted: i8,
    /// What can't be told of it.
    unknown: Unknown,
}

/// What a record or a listing does not say: no contradiction.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Unknown {
    year: bool,
    venue: bool,
}

impl Standing {
    /// Of what was seen of one record.
    pub(super) fn of(seen: &Seen, excluded: bool, doubted: bool) -> Self {
        let relation = match seen.title.relation {
            TitleRelation::Same => 4,
            TitleRelation::Slips => 3,
            TitleRelation::Part => 2,
            TitleRelation::Within => 1,
            TitleRelation::Variant => 0,
        };
        let told = |agrees: Option<bool>| agrees.map_or(0, |agrees| if agrees { 1 } else { -1 });
        Self {
            title: (relation, seen.title.score),
            people: people(seen.authors),
            whose: match seen.whose {
                Whose::OnTheirPage | Whose::UnderTheirOrcid => 1,
                Whose::Unknown => 0,
                Whose::Namesake => -1,
            },
            year: match seen.year {
                // A preprint may appear within two years.
                Some(apart) if seen.preprint && (-1..=2).contains(&apart) => 0.0,
                apart => -f64::from(apart.map_or(1, i32::abs)),
            },
            unknown: Unknown {
                year: seen.year.is_none(),
                venue: seen.venue == VenueAgreement::Unknown,
            },
            venue: match seen.venue {
                VenueAgreement::Same if seen.same_words => 3,
                VenueAgreement::Same => 2,
                VenueAgreement::Unknown => 1,
                VenueAgreement::Other => 0,
                VenueAgreement::Apart => -1,
            },
            page: told(seen.page),
            address: told(seen.address),
            kind: i8::from(!excluded),
            agrees: i8::from(seen.title.conflict.is_none()),
            undoubted: i8::from(!doubted),
        }
    }

    /// Whether this agrees as well as the other in everything and better in one respect. Where its
    /// title is nearer, what it leaves unsaid is no worse, nor are names in initials.
    fn dominates(&self, other: &Self) -> bool {
        let is_nearer = self.title.0 >= LEAST_RELATION && other.title.0 < LEAST_RELATION;
        let slack = if is_nearer { INITIALS } else { SLIGHT };
        let as_well = |own: f64, other: f64| own >= other - SLIGHT;
        let better = |own: f64, other: f64| own > other + SLIGHT;
        let pairs = [
            (f64::from(self.title.0), f64::from(other.title.0)),
            (self.title.1, other.title.1),
            (self.year, other.year),
            (f64::from(self.venue), f64::from(other.venue)),
            (f64::from(self.page), f64::from(other.page)),
            (f64::from(self.address), f64::from(other.address)),
            (f64::from(self.whose), f64::from(other.whose)),
            (f64::from(self.kind), f64::from(other.kind)),
            (f64::from(self.agrees), f64::from(other.agrees)),
            (f64::from(self.undoubted), f64::from(other.undoubted)),
        ];
        let unsaid = [
            false,
            false,
            is_nearer && self.unknown.year,
            is_nearer && self.unknown.venue,
            is_nearer && self.page == 0,
            false,
            false,
            false,
            false,
            false,
        ];
        self.title.0 >= LEAST_RELATION
            && self.people >= other.people - slack
            && pairs
                .iter()
                .zip(unsaid)
                .all(|((own, other), unsaid)| unsaid || as_well(*own, *other))
            && (better(self.people, other.people)
                || pairs.iter().any(|(own, other)| better(*own, *other)))
    }
}

/// Names in initials agree with the listed ones by so much less.
const INITIALS: f64 = 0.12;

/// Differences as small as this tell nothing: the same name spelt in two ways.
const SLIGHT: f64 = 0.02;

/// Only the title itself, slips forgiven, is sure enough to rule another out.
const LEAST_RELATION: i8 = 3;

/// Records that name nobody stand between those by the same people and those by others.
fn people(authors: Option<AuthorAgreement>) -> f64 {
    authors.map_or(0.5, |authors| authors.score)
}

/// Works that another work rules out stand no higher than this: not worth a question.
const RULED_OUT: f64 = -2.0;

/// Puts below every work's best record each record of another work that it rules out. `works` holds
/// the scored records of each work.
pub(super) fn put_below(works: &mut [Vec<Scored>]) {
    let standings: Vec<Vec<Standing>> = works
        .iter()
        .map(|records| records.iter().map(|record| record.standing).collect())
        .collect();
    // Only what agrees best in a title can rule others out; there are few of them.
    let strong: Vec<(usize, Standing)> = standings
        .iter()
        .enumerate()
        .flat_map(|(work, all)| all.iter().map(move |standing| (work, *standing)))
        .filter(|(_, standing)| standing.title.0 >= LEAST_RELATION)
        .collect();
    for (work, records) in works.iter_mut().enumerate() {
        for (record, standing) in records.iter_mut().zip(&standings[work]) {
            let is_beaten = strong
                .iter()
                .any(|(by, strong)| *by != work && strong.dominates(standing));
            if is_beaten {
                record.hold(
                    "another record agrees better in everything listed",
                    RULED_OUT,
                );
            }
        }
    }
}
