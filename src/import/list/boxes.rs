//! Entries that are a box of markup each, however deep boxes stand within them.

use super::{row::Row, start::LONGEST_BLOCK};

/// How many boxes are left open before a row that begins an entry, where each entry is a box: several
/// rows of the section begin so, and between them stand a few others.
pub(super) fn outer(rows: &[Row]) -> Option<usize> {
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

#[cfg(test)]
mod tests {
    use crate::import::{Hints, html, list::read_page};

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
}
