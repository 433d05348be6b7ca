//! Rules out records that another record dominates.
//!
//! Evidence is a sum, in which many small agreements may outweigh a large one. So records are also
//! compared with each other: if one agrees with the listing at least as well in each respect, and
//! better in one, the other can't be meant.

use super::{agreement_profile::AgreementProfile, score::ScoredRecord};

/// The highest odds of a dominated record: too low for a question.
const DOMINATED_ODDS: f64 = -2.0;

/// Lowers the odds of each record that a record of another work dominates. `works` holds the scored
/// records of each work.
pub(super) fn demote_dominated(works: &mut [Vec<ScoredRecord>]) {
    let profiles: Vec<Vec<AgreementProfile>> = works
        .iter()
        .map(|records| records.iter().map(|record| record.profile).collect())
        .collect();
    // Only records with a strong title can dominate, and there are few of them.
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
                record.cap(
                    "another record agrees better in everything listed",
                    DOMINATED_ODDS,
                );
            }
        }
    }
}
