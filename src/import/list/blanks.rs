//! Blanks between two commas: the person, left out, or a slip of the pen.

use std::collections::BTreeMap;

use crate::{
    model::{ListedAuthor, Listing},
    text::fold::fold,
};

/// A list that names somebody in so many entries, and in most, is of that person.
const LEAST: usize = 3;

/// Of so many entries at most one has a blank that is a slip: who leaves the person out does it throughout.
const RARE: usize = 4;

/// Takes rare blanks for slips where the person whom most entries name is named beside them: `Ann Lee,, Bo Ray`.
pub(super) fn drop_slips(listings: &mut [&mut Listing]) {
    let blanks = listings
        .iter()
        .filter(|listing| listing.authors.contains(&ListedAuthor::Person));
    if blanks.count() * RARE > listings.len() {
        return;
    }
    let Some(family) = named_most(listings) else {
        return;
    };
    for listing in listings {
        let is_named = listing
            .authors
            .iter()
            .any(|author| family_of(author).as_ref() == Some(&family));
        if is_named {
            listing
                .authors
                .retain(|author| *author != ListedAuthor::Person);
        }
    }
}

fn family_of(author: &ListedAuthor) -> Option<String> {
    match author {
        ListedAuthor::Named(name) => Some(fold(&name.family)),
        ListedAuthor::Person => None,
    }
}

/// The family name that most entries name.
fn named_most(listings: &[&mut Listing]) -> Option<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut with_names = 0;
    for listing in listings {
        let mut families: Vec<String> = listing.authors.iter().filter_map(family_of).collect();
        families.sort_unstable();
        families.dedup();
        with_names += usize::from(!families.is_empty());
        for family in families {
            *counts.entry(family).or_default() += 1;
        }
    }
    let (family, count) = counts.into_iter().max_by_key(|(_, count)| *count)?;
    (count >= LEAST && count * 2 > with_names).then_some(family)
}

#[cfg(test)]
mod tests {
    use crate::import::list::examples::names;

    #[test]
    fn two_commas_leave_nobody_out_beside_the_person() {
        let read = names(&[
            "A. Lee,, B. Ray. Looms and the weaving of wool. Cloth Review, 3, 2019.",
            "A. Lee, C. Orr. Mills and the wind that turns them. Cloth Review, 2, 2018.",
            "D. Tan, A. Lee. Dyeing yarn with blue and green. Cloth Review, 1, 2017.",
            "A. Lee. Spinning wool in mills of stone and brick. Cloth Review, 1, 2016.",
        ]);
        assert_eq!(
            read,
            [
                "Lee, A.; Ray, B.",
                "Lee, A.; Orr, C.",
                "Tan, D.; Lee, A.",
                "Lee, A."
            ]
        );
    }
}
