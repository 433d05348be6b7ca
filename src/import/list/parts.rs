//! An entry as it was read, from which its fields are made.

use super::{
    atom::Atom,
    inverted::Turned,
    segment::{Reading, Segment},
    token::Token,
};
use crate::model::Kind;

/// What the heading above an entry says of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Headed<'a> {
    pub(super) kind: Option<Kind>,
    pub(super) year: Option<i32>,
    pub(super) status: Option<&'a str>,
}

/// What an entry is made from.
pub(super) struct Parts<'a> {
    pub(super) tokens: &'a [Token],
    pub(super) atoms: &'a [Atom],
    pub(super) reading: &'a Reading,
    pub(super) headed: Headed<'a>,
    /// A year in a column before the item.
    pub(super) year: Option<i32>,
    /// Whether the column has it for this item, and not for one above.
    pub(super) has_year: bool,
    /// Which names the list turns around.
    pub(super) turned: Turned,
}

/// The tokens of a segment.
pub(super) fn content<'a>(parts: &'a Parts, segment: Segment) -> &'a [Token] {
    &parts.tokens[parts.atoms[segment.first].first..parts.atoms[segment.end - 1].end]
}
