//! The input of a run, and its listings one by one.

use crate::{
    lock::fingerprint,
    model::{Listing, Person},
    text::{fold::FoldedTitle, unlatex::without_tex},
};

/// One input: a person, and the publications that their list names.
#[derive(Debug, Clone, Default)]
pub struct Listed {
    /// The file as the person named it.
    pub file: String,
    /// The person whose list it is.
    pub person: Person,
    /// The publications, in the order of the list.
    pub publications: Vec<Listing>,
}

/// A listing and its place in the run.
#[derive(Debug, Clone)]
pub(super) struct Target<'a> {
    /// Its number over all lists, from 0.
    pub(super) index: usize,
    /// The number of its list, from 0.
    pub(super) list: usize,
    pub(super) person: &'a Person,
    pub(super) listing: &'a Listing,
    /// The listed title, folded for all steps.
    pub(super) title: FoldedTitle,
    /// What identifies the listing in the lock.
    pub(super) fingerprint: String,
}

/// Returns the listings of all lists, in order.
pub(super) fn targets(lists: &[Listed]) -> Vec<Target<'_>> {
    let listings = lists.iter().enumerate().flat_map(|(list, listed)| {
        let publications = listed.publications.iter();
        publications.map(move |listing| (list, &listed.person, listing))
    });
    listings
        .enumerate()
        .map(|(index, (list, person, listing))| Target {
            index,
            list,
            person,
            listing,
            title: FoldedTitle::of(&without_tex(&listing.title)),
            fingerprint: fingerprint(listing, person),
        })
        .collect()
}
