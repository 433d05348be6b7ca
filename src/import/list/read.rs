//! What the rules read of a page.

use std::{fmt, ops::Range};

use super::{
    super::{ImportedEntry, Page, Reason},
    atom::Vocabulary,
    fields,
    headings::names_publications,
    item::{self, Item, Learned},
    learn::{LESSONS, Read, learn, lower, turned},
    named,
    open::{is_before_list, with_open},
    parts::{Headed, Parts},
    passage::Passage,
    row::{self, Mark, Row},
    section::{self, Section, Sections},
    silent,
    start::{self, is_apart},
    thesis,
    verdict::{Placed, Verdict, judge, leave_head, leave_loose, leave_untold, leave_weak},
};
use crate::{
    model::{Kind, Listing, PersonName},
    text::fold::fold,
};

/// What the caller knows beforehand.
#[derive(Clone, Copy, Default)]
pub struct Hints<'a> {
    /// The person's name, if it was asked for.
    pub name: Option<&'a PersonName>,
    /// Whether a text, folded with [`crate::text::fold::fold`], is the title of a known record. A
    /// reading whose title is known wins over any whose title is not.
    pub known: Option<&'a dyn Fn(&str) -> bool>,
}

impl fmt::Debug for Hints<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hints")
            .field("name", &self.name)
            .field("known", &self.known.is_some())
            .finish()
    }
}

/// How often a list is read anew with what the round before has learned of it.
const ROUNDS: usize = 3;

/// The rows of a page.
pub(super) fn rows_of(page: &Page) -> Vec<Row> {
    silent::spoken(named::titled(row::rows(page)))
}

/// Publications, and what was left out.
#[derive(Debug, Default, Clone)]
pub(super) struct Listed {
    pub(super) entries: Vec<Placed>,
    pub(super) left_out: Vec<Passage>,
    /// Whether this has the look of a list even without a heading that says so.
    pub(super) is_sure: bool,
}

impl Listed {
    /// The entries with their rows, and what was left out.
    pub(super) fn placed(self) -> (Vec<(ImportedEntry, Range<usize>)>, Vec<Passage>) {
        let entries = self.entries.into_iter();
        let entries = entries.map(|placed| (placed.entry, placed.first..placed.end));
        (entries.collect(), self.left_out)
    }
}

/// Reads the sections that headings tell, and says how many rows stand before the first.
pub(super) fn by_rules(page: &Page, rows: &[Row], hints: &Hints) -> (Listed, usize) {
    let titled = page.title.as_deref().is_some_and(names_publications);
    let mut sections = section::find(rows, titled);
    sections.headed |= titled;
    let mut sections = with_open(rows, sections, hints);
    let mut listed = list(rows, &sections, hints);
    if listed.entries.is_empty() && sections.headed {
        let mut all = section::find_elsewhere(rows);
        if all.list.is_empty() {
            all = one_section(rows);
        }
        let again = list(rows, &all, hints);
        if again.is_sure {
            listed = again;
        }
    } else if !sections.headed && !listed.is_sure {
        listed.entries.clear();
    }
    listed.left_out.append(&mut sections.left_out);
    listed
        .left_out
        .sort_by_key(|passage| (passage.first, passage.end));
    (listed, sections.preamble)
}

/// All rows of a page as one section, if there are any.
fn one_section(rows: &[Row]) -> Sections {
    let all = (!rows.is_empty()).then(|| Section::whole(rows));
    Sections {
        list: all.into_iter().collect(),
        ..Sections::default()
    }
}

/// Reads the sections of a page together.
pub(super) fn list(rows: &[Row], sections: &Sections, hints: &Hints) -> Listed {
    let mut learned = unlearned(rows, sections, hints);
    for _ in 1..ROUNDS {
        let items = parted(rows, &sections.list, &learned, hints, LESSONS);
        learned = learn(rows, &sections.list, &items, &learned, hints);
    }
    let items = parted(rows, &sections.list, &learned, hints, usize::MAX);
    finish(rows, sections, &items, &learned, hints)
}

/// What known items tell of their list.
pub(super) fn learned(rows: &[Row], sections: &Sections, items: &[Item], hints: &Hints) -> Learned {
    let mut learned = unlearned(rows, sections, hints);
    for _ in 1..ROUNDS {
        learned = learn(rows, &sections.list, items, &learned, hints);
    }
    learned
}

/// What is known of a list before any of it was read.
fn unlearned(rows: &[Row], sections: &Sections, hints: &Hints) -> Learned {
    let mut learned = Learned {
        vocabulary: Vocabulary {
            lower: lower(rows, &sections.list),
            ..Vocabulary::default()
        },
        blocks: start::is_blocks(rows, &sections.list),
        ..Learned::default()
    };
    if let Some(name) = hints.name {
        learned.vocabulary.families.insert(fold(&name.family), 3);
    }
    learned
}

/// Parts the sections into items, until there are enough.
fn parted(
    rows: &[Row],
    sections: &[Section],
    learned: &Learned,
    hints: &Hints,
    enough: usize,
) -> Vec<Item> {
    let mut out = Vec::new();
    for (number, section) in sections.iter().enumerate() {
        // To learn from, the head of a long section is as good as all of it.
        let end = if enough == usize::MAX {
            section.end
        } else {
            section.end.min(section.first + 4 * enough)
        };
        let part = Section {
            end,
            ..section.clone()
        };
        out.extend(item::part(rows, &part, number, learned, hints.known));
        if out.len() > enough {
            break;
        }
    }
    out
}

/// Reads the fields of items, and leaves out those that are no publications.
pub(super) fn finish(
    rows: &[Row],
    sections: &Sections,
    items: &[Item],
    learned: &Learned,
    hints: &Hints,
) -> Listed {
    let read_of = |item: &Item| {
        item.is_entry
            .then(|| Read::of(rows, &sections.list, item, learned, hints))
    };
    // The reads of a long list are more than need be held at once.
    let mut entries_at = (0..items.len()).filter(|at| items[*at].is_entry);
    let (first, rest) = items.split_at(entries_at.nth(LESSONS).unwrap_or(items.len()));
    let first: Vec<Option<Read>> = first.iter().map(read_of).collect();
    let turned = turned(&first);
    let reads = first.into_iter().chain(rest.iter().map(read_of));
    let mut entries: Vec<Placed> = Vec::new();
    let mut left_out = Vec::new();
    let mut year = None;
    let mut depth = 0;
    let mut section = usize::MAX;
    for (item, read) in items.iter().zip(reads) {
        if item.section != section {
            (section, year, depth) = (item.section, None, 0);
        }
        // What stands below a list of markup has not the year of its last item.
        let head = &rows[item.first];
        let is_below = head.mark.is_none() && is_apart(head) && head.indent < depth;
        year = head
            .year
            .or(year.filter(|_| !is_below && !head.begins_with_status()));
        depth = if head.mark == Some(Mark::Item) {
            head.indent
        } else {
            0
        };
        let at = row::lines(&rows[item.first..item.end]);
        let leave = |reason: Reason| Passage {
            first: item.first,
            end: item.end,
            reason,
        };
        let Some(read) = read else {
            left_out.push(leave(Reason::NotAnEntry));
            continue;
        };
        let entry = fields::entry(
            &Parts {
                tokens: &read.tokens,
                atoms: &read.atoms,
                reading: &read.reading,
                headed: Headed {
                    kind: sections.list[item.section].kind,
                    year: sections.list[item.section].year,
                    status: sections.list[item.section].status.as_deref(),
                },
                year,
                has_year: head.year.is_some(),
                turned,
            },
            at,
            read.margins(learned, hints),
        );
        if is_before_list(rows, &sections.list[item.section], item) {
            left_out.push(leave(Reason::NotAnEntry));
            continue;
        }
        // A patent is listed among publications where it is listed like them, with its authors.
        if sections.list[item.section].kind == Some(Kind::Patent)
            && entry.listing.authors.is_empty()
        {
            left_out.push(leave(Reason::OtherSection));
            continue;
        }
        match judge(&entry, &read, sections.headed) {
            Verdict::Taken(is_strong) => entries.push(Placed {
                entry,
                first: item.first,
                end: item.end,
                section: item.section,
                is_strong,
            }),
            Verdict::Left(reason) => left_out.push(leave(reason)),
        }
    }
    let strength = entries.iter().filter(|placed| placed.is_strong).count();
    if !sections.headed {
        leave_loose(rows, &mut entries, &mut left_out);
    }
    let mut listings: Vec<&mut Listing> = entries
        .iter_mut()
        .map(|placed| &mut placed.entry.listing)
        .collect();
    thesis::own(&mut listings);
    let is_sure = strength * 2 > entries.len();
    leave_untold(sections, &mut entries, &mut left_out);
    leave_weak(rows, sections, strength, &mut entries, &mut left_out);
    if !sections.headed {
        leave_head(rows, &mut entries, &mut left_out);
    }
    Listed {
        entries,
        left_out,
        is_sure,
    }
}

#[cfg(test)]
mod tests {
    use super::{super::read_by_rules as read_page, *};
    use crate::import::plain;

    fn titles(text: &str, hints: &Hints) -> Vec<String> {
        let import = read_page(&plain::read(text), hints);
        let titles = import.entries.into_iter();
        titles.map(|entry| entry.listing.title).collect()
    }

    #[test]
    fn a_page_without_text_has_no_entries() {
        assert!(titles("", &Hints::default()).is_empty());
        let page = crate::import::markdown::page("---\ntitle: Articles\n---\n").0;
        assert!(read_page(&page, &Hints::default()).entries.is_empty());
    }

    #[test]
    fn a_known_title_wins() {
        let text =
            "Publications\n\nA. Lee, B. Ray. Looms. A history of weaving. Cloth Review, 2019.\n";
        let known = |title: &str| title == "looms a history of weaving";
        let hints = Hints {
            known: Some(&known),
            ..Hints::default()
        };
        assert_eq!(titles(text, &hints), ["Looms. A history of weaving"]);
    }

    #[test]
    fn what_is_no_publication_is_left_out_with_the_reason() {
        let text = "Ann Lee\n\nPublications\n\nA. Lee, B. Ray. On looms and the weaving of cloth. In Proc. ICML, 2019.\n\n\
            Invited talks\n\nOn looms and the weaving of cloth. Paris, 2020.\n";
        let import = read_page(&plain::read(text), &Hints::default());
        assert_eq!(import.entries.len(), 1);
        assert_eq!(import.person.name.unwrap().to_string(), "Ann Lee");
        let left: Vec<(usize, Reason)> = import
            .left_out
            .iter()
            .map(|passage| (passage.at.first, passage.reason))
            .collect();
        assert_eq!(left, [(7, Reason::OtherSection)]);
    }

    #[test]
    fn a_place_behind_a_short_name_is_no_venue() {
        let text = "C. Refereed papers (selected from more than forty; all of them are on the web)\n\n   \
            o  A. Lee, B. Ray. On looms and the weaving of cloth. In International Conference on Looms (ICOL), New Orleans, 2019.\n   \
            o  A. Lee, C. Orr. Mills without any wind. In International Conference on Looms (ICOL), Rome, 2018.\n";
        let import = read_page(&plain::read(text), &Hints::default());
        let read: Vec<(&str, Option<&str>)> = import
            .entries
            .iter()
            .map(|entry| (entry.listing.title.as_str(), entry.listing.venue.as_deref()))
            .collect();
        let venue = Some("International Conference on Looms (ICOL)");
        assert_eq!(
            read,
            [
                ("On looms and the weaving of cloth", venue),
                ("Mills without any wind", venue)
            ]
        );
    }

    #[test]
    fn short_titles_of_journals_are_no_authors() {
        let text = "Publications\n\n1. Weaving cloth on looms of wood, A. Lee, B. Ray, and C. Orr, J. Chem. Phys. 123, 45 (2015).\n\n\
            2. Spinning wool in mills of stone, A. Lee, C. Orr, Comp. Theor. Chem. 9, 12 (2013).\n\n\
            3. Dyeing yarn with blue and green, C. Orr, B. Ray, J. Chem. Phys. 120, 41 (2012).\n";
        let import = read_page(&plain::read(text), &Hints::default());
        let read: Vec<(usize, Option<&str>)> = import
            .entries
            .iter()
            .map(|entry| (entry.listing.authors.len(), entry.listing.venue.as_deref()))
            .collect();
        assert_eq!(
            read,
            [
                (3, Some("J. Chem. Phys")),
                (2, Some("Comp. Theor. Chem")),
                (2, Some("J. Chem. Phys"))
            ]
        );
    }

    #[test]
    fn what_stands_below_a_heading_that_looks_like_others_is_left_out() {
        let text = "TALKS\n\nOn looms. Paris, 2020.\n\nPUBLICATIONS\n\n\
            A. Lee, B. Ray. On looms and the weaving of cloth. In Proc. ICML, 2019.\n\n\
            WHEREABOUTS\n\nA. Lee, Paris and Rome, 2012.\n";
        assert_eq!(
            titles(text, &Hints::default()),
            ["On looms and the weaving of cloth"]
        );
    }

    #[test]
    fn the_title_of_a_page_heads_it() {
        let text = "---\ntitle: Publications\n---\n\n\
            - **On looms** (with Ann Lee)<br>*Cloth Review*, 2019\n\n\
            - **Mills without any wind**<br>*Cloth Review*, 2018\n\n\
            - **Spinning wool in mills** (with Ann Lee)<br>*Wool Letters*, 2017\n\n\
            You can also find my papers on paper.\n";
        let (page, _) = crate::import::markdown::page(text);
        let import = read_page(&page, &Hints::default());
        let titles: Vec<&str> = import
            .entries
            .iter()
            .map(|entry| entry.listing.title.as_str())
            .collect();
        assert_eq!(
            titles,
            [
                "On looms",
                "Mills without any wind",
                "Spinning wool in mills"
            ]
        );
    }

    #[test]
    fn without_a_heading_a_work_without_authors_is_one_among_others() {
        let entry = |title: &str, authors: &str, year: i32| {
            format!(
                "[{}] {authors}{title}. Cloth Review, {year}.\n\n",
                2020 - year
            )
        };
        let text = entry(
            "On looms and the weaving of cloth",
            "A. Lee, B. Ray. ",
            2019,
        ) + &entry("Mills without any wind at all", "A. Lee, C. Orr. ", 2018)
            + &entry("Spinning wool in mills of stone", "", 2017)
            + &entry("Dyeing yarn with blue and green", "B. Ray, A. Lee. ", 2016);
        assert_eq!(
            titles(&text, &Hints::default())[2],
            "Spinning wool in mills of stone"
        );
    }

    #[test]
    fn a_text_without_publications_has_none() {
        let text = "Ann Lee\n\nI weave cloth and teach others how to do so.\n\nSkills\n\nLooms, yarn, dye\n";
        assert!(titles(text, &Hints::default()).is_empty());
    }
}
