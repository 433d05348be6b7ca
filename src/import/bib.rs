//! `.bib` files as people write them, as lists.

use super::{Fault, Import, LeftOut, Lines, Reason, keys::Keys, remarks::taken_back, told};
use crate::bib;

/// Reads a `.bib` file. Citation keys become pinned keys; a fault costs what it stands in, and no
/// more.
pub(super) fn read(text: &str) -> Import {
    let bibliography = bib::read(text);
    let mut import = Import::default();
    let mut keys = Keys::default();
    for entry in bibliography.resolved() {
        let at = Lines {
            first: entry.line,
            last: entry.last_line,
        };
        if NO_WORKS.contains(&entry.kind.as_str()) {
            continue;
        }
        let Some(mut listing) = told::listing(&bib::metadata(&entry)).map(taken_back) else {
            import.left_out.push(LeftOut {
                at,
                text: format!("@{}{{{}", entry.kind, entry.key),
                reason: Reason::NoTitle,
            });
            continue;
        };
        match keys.pin(&entry.key, entry.line) {
            Ok(key) => listing.key = key,
            Err(what) => import.faults.push(Fault {
                line: entry.line,
                column: 1,
                what,
            }),
        }
        import.entries.push(told::entry(listing, at.first, at.last));
    }
    let faults = bibliography.problems.into_iter().map(|problem| Fault {
        line: problem.line,
        column: problem.column,
        what: problem.message,
    });
    import.faults.extend(faults);
    import
        .faults
        .sort_by_key(|fault| (fault.line, fault.column));
    import
}

/// Types of entries that hold fields for others, or options.
const NO_WORKS: [&str; 4] = ["xdata", "set", "control", "ieeetranbstctl"];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Kind, ListedAuthor, PersonName};

    #[test]
    fn entries_become_listings_with_their_keys() {
        let import = read(
            "@string{nsdi = {NSDI}}\n@inproceedings{zhou23, title={On {L}ooms}, author={Sample, Ada and\n\
             others}, booktitle=nsdi, year=2023, month=apr, doi={10.1145/X}, note={Best paper}}\n\
             @phdthesis(t, title={Mills}, school={ETH}, author=\"M{\\\"u}ller, B.\")\n\
             @misc{no, year=2000}\n@misc{Zhou23, title={Other}}\n@misc{a b, title={Odd}}\n\
             @xdata{x, title={no work}}\n@article{last, title={Open, year=2001}\n",
        );
        let [looms, mills, other, odd, open] = import.entries.as_slice() else {
            panic!("{:?}", import.entries);
        };
        assert_eq!(looms.listing.title, "On Looms");
        assert_eq!(looms.listing.key.as_deref(), Some("zhou23"));
        assert_eq!(looms.listing.venue.as_deref(), Some("NSDI"));
        assert_eq!(
            (looms.listing.year, looms.listing.month),
            (Some(2023), Some(4))
        );
        assert!(looms.listing.doi.is_some() && !looms.listing.authors_complete);
        assert_eq!((looms.at.first, looms.at.last), (2, 3));
        let told = looms.listing.told.as_ref().unwrap().meta();
        assert_eq!((told.kind, looms.listing.kind), (Kind::Conference, None));
        assert_eq!(mills.listing.kind, Some(Kind::PhdThesis));
        assert_eq!(mills.listing.venue.as_deref(), Some("ETH"));
        assert_eq!(
            mills.listing.authors,
            [ListedAuthor::Named(PersonName::from_parts("B.", "Müller"))]
        );
        assert_eq!((&other.listing.key, &odd.listing.key), (&None, &None));
        assert!(open.listing.title.starts_with("Open"));
        assert_eq!(import.left_out.len(), 1);
        assert_eq!(import.left_out[0].at.first, 5);
        let lines: Vec<usize> = import.faults.iter().map(|fault| fault.line).collect();
        assert_eq!(lines, [6, 7, 10], "{:?}", import.faults);
    }
}
