//! Items of markup within items: the fields of an entry, or entries below what heads them.

use super::{
    cut::is_year,
    row::{Mark, Row},
};

/// Whether the items set deeper than these are parts of them: of an entry and the items in it hardly
/// more than one has a year. `- Looms` over `- A. Lee` and `- Cloth Review, 2019`.
pub(super) fn are_parts(rows: &[Row], indent: usize) -> bool {
    let is_item = |row: &&Row| row.mark == Some(Mark::Item) && !row.printed;
    let is_dated = |row: &Row| row.tokens.iter().any(|token| is_year(&token.text));
    // How many items there are, with how many of them stand others, and with how many two years.
    let (mut all, mut heads, mut twice) = (0_usize, 0_usize, 0_usize);
    let mut own = (0_usize, 0_usize);
    let mut end = |(items, dated): (usize, usize)| {
        all += usize::from(items > 0);
        heads += usize::from(items > 1);
        twice += usize::from(dated > 1);
    };
    for row in rows.iter().filter(is_item) {
        if row.indent <= indent {
            end(std::mem::take(&mut own));
        }
        own.0 += 1;
        own.1 += usize::from(is_dated(row));
    }
    end(own);
    all >= 2 && heads * 2 >= all && twice * 5 <= all
}

#[cfg(test)]
mod tests {
    use crate::import::list::examples::titles_of_markdown as titles;

    #[test]
    fn items_in_an_item_are_the_fields_of_one_entry() {
        let entry = |title: &str| {
            format!(
                "* [{title}](http://x.org/a)\n  * Ann Lee and Bo Ray\n  * Cloth Review, 2019\n  * [slides](s)\n"
            )
        };
        let text = [
            "Weaving without looms",
            "Mills without any wind",
            "Spinning wool by night",
        ]
        .map(entry)
        .concat();
        assert_eq!(
            titles(&format!("# Publications\n\n{text}")),
            [
                "Weaving without looms",
                "Mills without any wind",
                "Spinning wool by night"
            ]
        );
    }

    #[test]
    fn what_heads_several_dated_items_is_no_entry() {
        let entry = |title: &str| format!("  * A. Lee and B. Ray. {title}. *Cloth Review*, 2019\n");
        let text = format!(
            "# Publications\n\n* Looms\n{}{}* Wind and mills\n{}{}",
            entry("Weaving without looms"),
            entry("Weaving by night and day"),
            entry("Mills without any wind"),
            entry("Mills in the north")
        );
        assert_eq!(titles(&text).len(), 4);
    }
}
