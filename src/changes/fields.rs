//! The fields of a work whose changes are reported.

use crate::model::Field;

/// The fields whose changes are told, in the order of an entry: all that an entry shows. Of DBLP's
/// keys people need not hear.
pub(super) fn told() -> impl Iterator<Item = Field> {
    Field::ALL.into_iter().filter(|field| *field != Field::Dblp)
}
