//! Entries that are a box of markup each, however deep boxes stand within them, or whose titles are
//! headings.

use super::{
    super::Begins,
    cut::is_year,
    row::Row,
    speech::is_speech,
    start::{LONGEST_BLOCK, kind},
};

/// What begins each entry of a section by its markup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Opening {
    /// A box: so many are left open before it.
    Box(usize),
    /// A title that is a heading of this level.
    Title(u8),
}

impl Opening {
    /// What begins the entries of these rows.
    pub(super) fn of(rows: &[Row]) -> Option<Self> {
        titles(rows).or_else(|| outer(rows).map(Self::Box))
    }

    /// Whether a row behind the first begins an entry.
    pub(super) fn is_at(self, row: &Row) -> bool {
        match self {
            Self::Box(outer) => row.left.is_some_and(|left| left <= outer),
            Self::Title(level) => row.begins == Begins::Heading(level),
        }
    }

    /// Whether items stand within the boxes that are an entry each, and none is one: `- How looms
    /// work.` below authors and journal.
    pub(super) fn holds_items(self, rows: &[Row], mark: u8) -> bool {
        let is_marked = |row: &&Row| kind(row.mark) == mark;
        let is_dated = |row: &&Row| row.tokens.iter().any(|token| is_year(&token.text));
        let marked = rows.iter().filter(is_marked).count();
        let dated = rows.iter().filter(is_marked).filter(is_dated).count();
        let heads = rows.iter().enumerate();
        let mut heads = heads.filter(|(at, row)| *at == 0 || self.is_at(row));
        dated * 3 <= marked && !heads.any(|(_, row)| is_marked(&row))
    }
}

/// How many boxes are left open before a row that begins an entry, where each entry is a box: several
/// rows of the section begin so, and between them stand a few others.
fn outer(rows: &[Row]) -> Option<usize> {
    let rest = rows.get(1..)?;
    let least = rest.iter().filter_map(|row| row.left).min()?;
    let is_outer = |row: &Row| row.left.is_some_and(|left| left <= least);
    let entries = 1 + rest.iter().filter(|row| is_outer(row)).count();
    let longest = rest
        .split(is_outer)
        .map(<[Row]>::len)
        .max()
        .unwrap_or_default();
    (entries >= 3 && rows.len() * 2 >= entries * 3 && longest <= LONGEST_BLOCK).then_some(least)
}

/// The level of the titles, where each entry begins with one: the first row is one, or the first
/// behind a sentence about the list, and between them stand a few others.
fn titles(rows: &[Row]) -> Option<Opening> {
    let level = |row: &Row| match row.begins {
        Begins::Heading(level) => Some(level),
        _ => None,
    };
    let first = usize::from(rows.first().is_some_and(|row| is_speech(&row.tokens)));
    let least = rows.iter().filter_map(level).min()?;
    let is_title = |row: &Row| level(row) == Some(least);
    let entries = rows.iter().filter(|row| is_title(row)).count();
    let longest = rows.split(is_title).map(<[Row]>::len).max();
    (rows.get(first).is_some_and(is_title)
        && rows.len() >= entries * 2
        && longest.unwrap_or_default() <= LONGEST_BLOCK)
        .then_some(Opening::Title(least))
}

#[cfg(test)]
mod tests {
    use crate::import::{Hints, html, list::read_by_rules as read_page, markdown};

    #[test]
    fn a_title_stands_in_the_box_of_its_entry() {
        let entry = |title: &str, authors: &str, year: u16| {
            format!(
                "<div class=wrap><div class=info><span>{title}</span><div class=pub>{authors}<br>\
                 <em>Cloth Review, {year}</em></div><div class=abs><a href=x>video</a></div></div></div>"
            )
        };
        let text = format!(
            "<h1>Publications</h1><div>{}{}{}{}</div>",
            entry("Weaving without looms", "Ann Lee, Bo Ray", 2019),
            entry("Mills without any wind", "Cy Orr, Ann Lee", 2018),
            entry("Spinning wool in the dark", "Ann Lee, Cy Orr", 2017),
            entry("Dyeing yarn by moonlight", "Bo Ray, Cy Orr", 2016),
        );
        let import = read_page(&html::page(&text), &Hints::default());
        let read: Vec<(&str, usize, Option<i32>)> = import
            .entries
            .iter()
            .map(|entry| {
                let listing = &entry.listing;
                (listing.title.as_str(), listing.authors.len(), listing.year)
            })
            .collect();
        assert_eq!(
            read,
            [
                ("Weaving without looms", 2, Some(2019)),
                ("Mills without any wind", 2, Some(2018)),
                ("Spinning wool in the dark", 2, Some(2017)),
                ("Dyeing yarn by moonlight", 2, Some(2016)),
            ]
        );
    }

    #[test]
    fn items_within_boxes_are_no_entries() {
        let entry = |title: &str, year: u16| {
            format!(
                "<div><div><div>ICOL {year}</div><img src=x></div><div><p><a href=x>{title}</a></p>\
                 <p>Ann Lee, Bo Ray</p><p><em>Cloth Review</em>, {year}</p><ul><li>How looms weave.</li></ul></div></div>"
            )
        };
        let titles = [
            "Weaving without looms",
            "Mills without any wind",
            "Spinning wool in the dark",
            "Dyeing yarn by moonlight",
        ];
        let text = titles.map(|title| entry(title, 2019)).concat();
        let import = read_page(
            &html::page(&format!("<h1>Publications</h1>{text}")),
            &Hints::default(),
        );
        let read: Vec<&str> = import
            .entries
            .iter()
            .map(|entry| entry.listing.title.as_str())
            .collect();
        assert_eq!(read, titles);
    }

    #[test]
    fn titles_that_are_headings_begin_their_entries() {
        let entry = |title: &str| {
            format!(
                "### {title}\n\nAnn Lee and Bo Ray\n\n*J. Cloth. Rev.*, 2019\n\n[PDF](a) | [Code](b)\n\n"
            )
        };
        let titles = [
            "What a cloth is good for",
            "Mills without any wind",
            "Looms at night",
        ];
        let text = format!(
            "# Publications\n\nMy papers are listed below, see Scholar.\n\n{}",
            titles.map(entry).concat()
        );
        let import = read_page(&markdown::page(&text).0, &Hints::default());
        let entries = import.entries.iter().map(|entry| &entry.listing);
        let read: Vec<&str> = entries.map(|listing| listing.title.as_str()).collect();
        assert_eq!(read, titles);
    }

    #[test]
    fn what_a_page_calls_a_title_is_one() {
        let entry = |title: &str, meta: &str| {
            format!(
                "<li><div class=pub-entry__title>{title}</div><div class=pub-entry__meta>{meta}</div></li>"
            )
        };
        let text = format!(
            "<h2>Aufsätze</h2><ul>{}{}{}</ul><h2>Journal papers</h2><ul class=journal><li>A. Lee. On yarn. Cloth Review, 2012</li></ul>",
            entry("Kein Tuch. Weben im Dorf", "Tuch, 7/2023, S. 30–33"),
            entry(
                "Wolle und Garn",
                "Neue Zeitschrift für Weber, 2025, S. 9–13"
            ),
            entry(
                "Mühlen ohne Wind",
                "in: Festschrift für A. Lee, Tübingen 2024, S. 9–16"
            ),
        );
        let import = read_page(&html::page(&text), &Hints::default());
        let titles: Vec<&str> = import
            .entries
            .iter()
            .map(|entry| entry.listing.title.as_str())
            .collect();
        assert_eq!(
            titles,
            [
                "Kein Tuch. Weben im Dorf",
                "Wolle und Garn",
                "Mühlen ohne Wind",
                "On yarn"
            ]
        );
    }

    #[test]
    fn below_a_title_that_is_a_heading_all_is_of_its_entry() {
        let entry = |title: &str| {
            format!(
                "### [{title}](http://a.org)\nPublished in *Cloth Review*, 2019\n\nWe ask whether looms that are lost \
                 return to the mills of the North.\n\nRecommended citation: Lee, A., & Ray, B. (2019). \"{title}.\" *Cloth Review*.\n\n"
            )
        };
        let text = format!(
            "## Preprints\n\n{}## Journal articles\n\n{}{}",
            entry("Weaving without any looms"),
            entry("Mills without any wind"),
            entry("Spinning wool in the dark"),
        );
        let import = read_page(&markdown::page(&text).0, &Hints::default());
        let authors = |entry: &crate::import::ImportedEntry| entry.listing.authors.len();
        assert_eq!(
            import.entries.iter().map(authors).collect::<Vec<_>>(),
            [2, 2, 2]
        );
    }
}
