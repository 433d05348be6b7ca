//! The fields of a work whose changes are reported.

use crate::model::Field;

/// Returns the fields whose changes are reported, in the order of an entry: all that an entry prints.
/// Changes of DBLP keys are not reported.
pub(super) fn reported_fields() -> impl Iterator<Item = Field> {
    Field::ALL.into_iter().filter(|field| *field != Field::Dblp)
}
