//! The classes of findings that the chairs of venues use.

use serde::Serialize;

use super::judgement::{FieldFinding, Judgement, Standing, Weight};

/// The class of a reference by the policy of a venue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FindingClass {
    /// An error to tell the authors: another real venue, a wrong identifier, a small error.
    Error,
    /// A reference that was made up: its title is not to be found, its authors are badly wrong, or
    /// nothing bears out its venue.
    Hallucinated,
}

impl FindingClass {
    /// Returns the class in words.
    #[must_use]
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Error => "an error to tell the authors",
            Self::Hallucinated => "hallucinated",
        }
    }
}

/// Which findings a venue takes for which class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VenuePolicy {
    /// Its name on the command line.
    pub name: &'static str,
    /// The class of a reference that no source has.
    not_found: FindingClass,
    /// The class of a work that none of the listed people wrote.
    other_people: FindingClass,
    /// The class of a work that appeared at another venue.
    other_venue: FindingClass,
}

/// The venues of which the policy is known. Each follows the two classes of the guidance to chairs of
/// 2026: title not to be found and authors badly wrong count as made up, a mistaken real venue or
/// identifier as an error.
pub const VENUES: [VenuePolicy; 5] = [
    policy("neurips2026"),
    policy("iclr2027"),
    policy("icml2026"),
    policy("acl2026"),
    policy("generic"),
];

const fn policy(name: &'static str) -> VenuePolicy {
    VenuePolicy {
        name,
        not_found: FindingClass::Hallucinated,
        other_people: FindingClass::Hallucinated,
        other_venue: FindingClass::Error,
    }
}

impl VenuePolicy {
    /// Returns the policy with this name.
    #[must_use]
    pub fn of(name: &str) -> Option<&'static Self> {
        VENUES.iter().find(|policy| policy.name == name)
    }

    /// Returns the class of a reference; `None` if nothing is wrong with it, or nobody can tell.
    #[must_use]
    pub fn class(&self, judgement: &Judgement) -> Option<FindingClass> {
        match judgement.standing {
            Standing::Verified | Standing::CantTell => None,
            Standing::Contradicted => Some(contradicted(judgement)),
            Standing::NotFound => Some(self.not_found),
            Standing::Differs => {
                let findings = judgement.weighing(Weight::Difference);
                findings.map(|finding| self.class_of(finding)).max()
            }
        }
    }

    fn class_of(&self, finding: &FieldFinding) -> FindingClass {
        let is_by_others = finding.say.starts_with(super::fields::NONE_OF_THEM);
        match finding.field {
            "authors" if is_by_others => self.other_people,
            "venue" => self.other_venue,
            _ => FindingClass::Error,
        }
    }
}

/// The year of a work that is real otherwise is a slip.
fn contradicted(judgement: &Judgement) -> FindingClass {
    let mut proofs = judgement.weighing(Weight::Proof);
    let is_slip = proofs.all(|finding| finding.field == "year") && judgement.is_of_known_work;
    if is_slip {
        FindingClass::Error
    } else {
        FindingClass::Hallucinated
    }
}
