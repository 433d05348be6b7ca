//! What each source was asked about a reference, and what it answered.

use std::collections::BTreeSet;

use super::{grounds::Grounds, judgement::AskedSource};
use crate::{
    model::SourceName,
    sync::{AskState, Surveyed, Surveyor},
};

/// Returns what each source was asked and what became of it.
///
/// `having` are the sources that have a record of the work.
pub(super) fn asked_sources(
    having: &BTreeSet<SourceName>,
    surveyed: &Surveyed,
    grounds: &Grounds<'_>,
) -> Vec<AskedSource> {
    let of = |source: &Surveyor| {
        let asked = surveyed.asked.get(&source.name);
        let day = grounds.days.get(&source.name).copied();
        let (answer, day) = match asked {
            _ if having.contains(&source.name) => ("has it", day),
            Some(asked) if is_registrar(source) && asked.is_answered() => {
                let exists = surveyed.exists.values().all(|exists| *exists);
                let answer = if exists {
                    "has such an identifier"
                } else {
                    "has no such identifier"
                };
                (answer, day)
            }
            Some(asked) if asked.has_failed() => ("did not answer", None),
            Some(asked) if asked.title == Some(AskState::Answered) => ("has no such title", day),
            Some(asked) if asked.is_offline() => ("was not asked: offline", None),
            Some(asked) if asked.title == Some(AskState::Unaffordable) && !asked.is_answered() => {
                ("was not asked: too many titles", None)
            }
            Some(asked) if asked.is_answered() => ("has no such identifier", day),
            _ => ("was not asked", None),
        };
        AskedSource {
            source: source.name,
            day,
            answer,
        }
    };
    let is_concerned =
        |source: &&Surveyor| !is_registrar(source) || surveyed.asked.contains_key(&source.name);
    grounds
        .sources
        .iter()
        .filter(is_concerned)
        .map(of)
        .collect()
}

/// Whether a source has no records, and tells whether identifiers exist.
fn is_registrar(source: &Surveyor) -> bool {
    !source.capabilities.registers.is_empty()
}
