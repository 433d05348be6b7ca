//! Sections under headings that say nothing of what stands there: what they hold tells.

use super::{
    super::ImportedEntry,
    cut::is_year,
    item::Item,
    read::{Hints, Listed, list},
    row::Row,
    section::{Section, Sections},
    token::Form,
};
use crate::text::fold::words;

/// The sections with those under headings that name nothing known, if what stands there has the
/// look of publications: `Information extraction`, `Original investigations`.
pub(super) fn with_open(rows: &[Row], mut sections: Sections, hints: &Hints) -> Sections {
    if sections.open.is_empty() {
        return sections;
    }
    let mut all = sections.list.clone();
    all.append(&mut sections.open.clone());
    all.sort_by_key(|section| section.first);
    let candidates = Sections {
        list: all,
        headed: true,
        ..Sections::default()
    };
    let Listed {
        entries, left_out, ..
    } = list(rows, &candidates, hints);
    for group in groups(std::mem::take(&mut sections.open)) {
        let is_within = |first: usize| {
            let mut sections = group.iter();
            sections.any(|section| (section.first..section.end).contains(&first))
        };
        let own = entries.iter().filter(|placed| is_within(placed.first));
        let others = left_out.iter().filter(|passage| is_within(passage.first));
        let whole = own.clone().filter(|placed| is_whole(&placed.entry)).count();
        let all = own.count() + others.count();
        let goes_on = |section| all > 0 && goes_on(rows, &sections.list, section, whole == all);
        if whole >= 2 && whole * 10 >= all * 7 || group.first().is_some_and(goes_on) {
            for section in group {
                sections
                    .left_out
                    .retain(|passage| passage.end != section.end);
                sections.list.push(section);
            }
            sections.headed = true;
        }
    }
    sections.list.sort_by_key(|section| section.first);
    sections
}

/// No more rows than this are headings between two sections.
const HEADS: usize = 3;

/// Sections that are parted by nothing but years are one list.
fn groups(sections: Vec<Section>) -> Vec<Vec<Section>> {
    let mut out: Vec<Vec<Section>> = Vec::new();
    for section in sections {
        let before = out.last_mut().filter(|group| {
            group.last().is_some_and(|last| {
                last.year.is_some() && section.year.is_some() && section.first <= last.end + HEADS
            })
        });
        match before {
            Some(group) => group.push(section),
            None => out.push(vec![section]),
        }
    }
    out
}

/// Whether rows under a heading that names nothing known go on with the list before them: their
/// numbers do, or they follow it at once and each of them is a publication without doubt.
fn goes_on(rows: &[Row], list: &[Section], section: &Section, is_whole: bool) -> bool {
    let before = list.iter().rev().find(|other| other.end <= section.first);
    let Some(before) = before else {
        return false;
    };
    let mut numbers = rows[before.first..before.end].iter().rev();
    let number = numbers.find_map(|row| row.number);
    let is_counted_on = number
        .zip(rows[section.first].number)
        .is_some_and(|(before, own)| before > 1 && before.abs_diff(own) == 1);
    is_counted_on || is_whole && section.first <= before.end + HEADS
}

/// Whether an entry has all that publications have, and people beside the person.
fn is_whole(entry: &ImportedEntry) -> bool {
    let listing = &entry.listing;
    listing.authors.len() >= 2 && listing.venue.is_some() && listing.year.is_some()
        || listing.authors.len() == 1
            && listing.venue.is_some()
            && (listing.is_pinned() || listing.year.is_some() && words(&listing.title).len() >= 4)
}

/// Whether an item is an introduction: the list behind it, and nothing in it, is marked.
pub(super) fn is_before_list(rows: &[Row], section: &Section, item: &Item) -> bool {
    let marked = |rows: &[Row]| rows.iter().filter(|row| row.mark.is_some()).count();
    item.first == section.first
        && marked(&rows[item.first..item.end]) == 0
        && rows[item.end..section.end]
            .first()
            .is_some_and(|row| row.mark.is_some())
        && marked(&rows[item.end..section.end.min(item.end + 30)]) >= 3
}

/// Whether rows may hold publications: two of them at least have a year or an address, or one where
/// a list was met before or a year stands above.
pub(super) fn may_list(rows: &[Row], is_likely: bool) -> bool {
    let is_dated = |row: &&Row| {
        row.tokens.iter().any(|token| {
            token.form == Form::Address || token.link.is_some() || is_year(&token.text)
        })
    };
    let least = if is_likely { 1 } else { 2 };
    rows.iter().filter(is_dated).take(least).count() == least
}

#[cfg(test)]
mod tests {
    use crate::import::{Hints, list, plain};

    #[test]
    fn years_with_one_entry_each_are_one_list() {
        let text = "Ann Lee\nWeaver, Lyon\n\n2020\n\n[3] A. Lee, B. Ray. On looms and cloth. Cloth Review, 2020.\n\n\
            2019\n\n[2] B. Ray, A. Lee. Mills without any wind. In Proc. ICOL, 2019.\n\n\
            Thesis\n\n[1] A. Lee. Yarn. PhD thesis, Lyon University, 2017.\n";
        let import = list::read_by_rules(&plain::read(text), &Hints::default());
        assert_eq!(import.entries.len(), 3);
    }
}
