//! Reads `.bib` files as lists.

use super::{
    ImportWarning, ImportedList, LeftOut, LineRange, Reason, from_metadata,
    own_notes::without_verdict, pinned_keys::PinnedKeys,
};
use crate::bib;

/// Reads a `.bib` file. Citation keys become pinned keys. An error affects only the entry or field
/// that contains it.
pub(super) fn read(text: &str) -> ImportedList {
    let bibliography = bib::read(text);
    let mut import = ImportedList::default();
    let mut keys = PinnedKeys::default();
    for entry in bibliography.resolved() {
        let at = LineRange {
            first: entry.line,
            last: entry.last_line,
        };
        if NO_WORKS.contains(&entry.kind.as_str()) {
            continue;
        }
        let Some(mut listing) = from_metadata::listing(&bib::metadata(&entry)).map(without_verdict)
        else {
            import.left_out.push(LeftOut {
                at,
                text: format!("@{}{{{}", entry.kind, entry.key),
                reason: Reason::NoTitle,
            });
            continue;
        };
        match keys.pin(&entry.key, entry.line) {
            Ok(key) => listing.key = key,
            Err(message) => import.warnings.push(ImportWarning {
                line: entry.line,
                column: 1,
                message,
            }),
        }
        import
            .entries
            .push(from_metadata::entry(listing, at.first, at.last));
    }
    let warnings = bibliography
        .problems
        .into_iter()
        .map(|problem| ImportWarning {
            line: problem.line,
            column: problem.column,
            message: problem.message,
        });
    import.warnings.extend(warnings);
    import
        .warnings
        .sort_by_key(|fault| (fault.line, fault.column));
    import
}

/// Entry types that hold fields for other entries, or options.
const NO_WORKS: [&str; 4] = ["xdata", "set", "control", "ieeetranbstctl"];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Kind, ListedAuthor, PersonName};

    #[test]
    fn bib_entries_become_listings_with_their_keys() {
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
        let told = looms.listing.imported.as_ref().unwrap().meta();
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
        let lines: Vec<usize> = import.warnings.iter().map(|fault| fault.line).collect();
        assert_eq!(lines, [6, 7, 10], "{:?}", import.warnings);
    }
}
