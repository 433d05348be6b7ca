//! Years on a row of their own before each entry, as pages have them that are set in columns.

use super::{
    super::Begins,
    dates::year_of_month,
    headings::{self, Topic},
    row::{Mark, Row, whole_year},
};

/// So many rows are years before entries at least.
const ROWS: usize = 3;

/// No entry has more rows behind its year.
const LONGEST: usize = 6;

/// Makes a mark of each year that begins a paragraph and goes on with an entry, where a text has
/// several.
pub(super) fn years_before(rows: Vec<Row>) -> Vec<Row> {
    let is_year = |at: usize| {
        let row = rows.get(at)?;
        let [only] = row.tokens.as_slice() else {
            return None;
        };
        let year = whole_year(&only.text).or_else(|| year_of_month(&only.text))?;
        let begins =
            row.begins == Begins::Paragraph && row.mark.is_none() || row.mark == Some(Mark::Item);
        let next = rows.get(at + 1)?;
        let goes_on =
            next.begins == Begins::Nothing && next.mark.is_none() && next.tokens.len() > 1;
        (begins && goes_on && !only.style.bold).then_some(year)
    };
    let years: Vec<Option<i32>> = (0..rows.len()).map(is_year).collect();
    // A heading has many entries below it, or another year.
    let end = |at: usize| {
        let rest = rows[at + 1..].iter().take(LONGEST + 1);
        at + 1 + rest.take_while(|row| row.begins == Begins::Nothing).count()
    };
    let short = |at: &usize| {
        let end = end(*at);
        let is_alone =
            |row: &Row| row.tokens.len() == 1 && whole_year(&row.tokens[0].text).is_some();
        years[*at].is_some() && end - at <= LONGEST && !rows[at + 1..end].iter().any(is_alone)
    };
    if (0..rows.len()).filter(short).count() < ROWS {
        return rows;
    }
    let mut out = Vec::with_capacity(rows.len());
    let mut before: Option<(Row, i32)> = None;
    for (mut row, year) in rows.into_iter().zip(years) {
        if let Some((head, year)) = before.take() {
            row.at.first = row.at.first.min(head.at.first);
            row.mark = head.mark.or(Some(Mark::Year));
            row.begins = head.begins;
            row.indent = head.indent;
            row.year = Some(year);
        }
        match year {
            Some(year) => before = Some((row, year)),
            None => out.push(row),
        }
    }
    out
}

/// Puts each year that is a paragraph of its own at the end of the entry before it, where a text has
/// several so: what follows a heading is an entry, and what stands before the next one a year.
pub(super) fn years_behind(mut rows: Vec<Row>) -> Vec<Row> {
    let years: Vec<(usize, i32)> = (0..rows.len())
        .filter_map(|at| Some((at, lone_year(&rows[at])?)))
        .collect();
    let heads = |at: usize| {
        rows.get(at).is_none_or(|row| {
            let head = headings::read(&row.text());
            matches!(row.begins, Begins::Heading(_))
                || row.is_set_off() && matches!(head.topic, Topic::Publications | Topic::Other)
        })
    };
    let leads = years.iter().filter(|(at, _)| *at == 0 || heads(at - 1));
    let ends = years.iter().filter(|(at, _)| heads(at + 1));
    let is_behind = years.len() >= ROWS
        && ends.count() > leads.count()
        && years.windows(2).any(|pair| pair[0].1 == pair[1].1);
    if is_behind {
        for (at, _) in years {
            rows[at].begins = Begins::Nothing;
        }
    }
    rows
}

/// Begins anew what stands at the head of a page behind a year on a row of its own, where the paragraphs
/// of a text end with such rows.
pub(super) fn years_at_page_ends(mut rows: Vec<Row>) -> Vec<Row> {
    let behind = |rows: &[Row], at: usize| {
        let is_year = |row: &Row| {
            matches!(row.tokens.as_slice(), [only] if whole_year(&only.text).is_some())
                && row.begins == Begins::Nothing
        };
        is_year(&rows[at - 1]).then_some(rows[at].begins)
    };
    let all = || (1..rows.len()).filter_map(|at| behind(&rows, at));
    let ends = all().filter(|begins| *begins == Begins::Paragraph).count();
    let others = all().filter(|begins| *begins == Begins::Nothing).count();
    let is_end = ends >= ROWS && others * 3 <= ends;
    if is_end {
        for at in 1..rows.len() {
            if behind(&rows, at) == Some(Begins::Page) {
                rows[at].begins = Begins::Paragraph;
            }
        }
    }
    rows
}

/// The year that a row is, if it is a paragraph of nothing else.
fn lone_year(row: &Row) -> Option<i32> {
    let [only] = row.tokens.as_slice() else {
        return None;
    };
    let is_plain = row.begins == Begins::Paragraph && row.mark.is_none() && !only.style.bold;
    whole_year(&only.text).filter(|_| is_plain)
}

#[cfg(test)]
mod tests {
    use crate::import::{Hints, html, list, markdown, plain};

    fn years(page: &crate::import::Page) -> Vec<Option<i32>> {
        let entries = list::read_by_rules(page, &Hints::default()).entries;
        entries.iter().map(|entry| entry.listing.year).collect()
    }

    #[test]
    fn an_entry_begins_with_a_page_where_the_year_ends_the_one_before() {
        let entry = |title: &str, year: u16| format!("{title}\nA. Lee, B. Ray\nICOL\n{year}\n\n");
        let text = format!(
            "Publications\n\n{}{}{}1 of 2\n\n\n{}{}Talks\n\n2 of 2\n",
            entry("Weaving without looms", 2020),
            entry("Mills without wind", 2019),
            entry("Yarn of many colours", 2018),
            entry("Dyeing by moonlight", 2017),
            entry("Cloth and its makers", 2016)
        );
        let want = [2020, 2019, 2018, 2017, 2016].map(Some);
        assert_eq!(years(&plain::read(&text)), want);
    }

    #[test]
    fn a_year_behind_each_entry_is_its_own() {
        let entry =
            |title: &str, year: u16| format!("**[ICL]** Ann Lee, Bo Ray. *{title}.*\n\n{year}\n\n");
        let text = format!(
            "# Papers\n\n{}{}{}{}# Talks\n\nOn wool\n\n2011\n",
            entry("Weaving without looms", 2020),
            entry("Mills without wind", 2020),
            entry("Yarn of many colours", 2018),
            entry("Dyeing by moonlight", 2015)
        );
        let want = [Some(2020), Some(2020), Some(2018), Some(2015)];
        assert_eq!(years(&markdown::page(&text).0), want);
    }

    #[test]
    fn a_year_that_ends_a_block_heads_nothing() {
        let entry = |title: &str, year: u16| {
            format!(
                "{title}\nA. Lee, B. Ray, C. Orr,\nD. Roe and E. Doe\nConference on Looms\n{year}\n\n"
            )
        };
        let text = format!(
            "Publications\n\n{}{}{}",
            entry("Weaving without looms", 2020),
            entry("Mills without wind", 2018),
            entry("Yarn of many colours", 2015)
        );
        assert_eq!(
            years(&plain::read(&text)),
            [Some(2020), Some(2018), Some(2015)]
        );
    }

    #[test]
    fn a_year_before_each_entry_is_its_column() {
        let entry = |year: &str, title: &str| {
            format!(
                "<div class=row><div>{year}</div><div><b>{title}</b><br>Ann Lee, Bo Ray<br><i>ICOL</i></div></div>"
            )
        };
        let text = format!(
            "<h2>Papers</h2>{}{}{}",
            entry("2020", "On looms and the weaving of cloth"),
            entry("2020", "Mills without any wind"),
            entry("2016", "Dyeing yarn with blue and green")
        );
        let import = list::read_by_rules(&html::page(&text), &Hints::default());
        let years: Vec<Option<i32>> = import
            .entries
            .iter()
            .map(|entry| entry.listing.year)
            .collect();
        assert_eq!(years, [Some(2020), Some(2020), Some(2016)]);
    }
    #[test]
    fn a_month_with_a_short_year_dates_the_entry_below() {
        let entry = |date: &str, people: &str, title: &str| {
            format!(
                "\\entry\n{{{date}}}\n{{{people}}}\n{{A \\& W, Volume 617, id.L7}}\n{{{title}}}\n"
            )
        };
        let few = "Lee, A. D. and Ray, B.";
        let text = format!(
            "\\section{{Publications}}\n\\begin{{entrylist}}\n{}{}{}\\end{{entrylist}}\n",
            entry(
                "09/18",
                "Lee, A. D.; Orr, C.",
                "On looms and the weaving of cloth"
            ),
            entry(
                "08/21",
                few,
                "How wind and water shape the mills of the North"
            ),
            entry(
                "03/22",
                few,
                "How wind and water shape the dyes of the North"
            ),
        );
        let (page, _) = crate::import::latex::page(&text);
        let entries = list::read_by_rules(&page, &Hints::default()).entries;
        let read: Vec<_> = entries
            .iter()
            .map(|entry| (entry.listing.year, entry.listing.authors.len()))
            .collect();
        let want = [2018, 2021, 2022].map(|year| (Some(year), 2));
        assert_eq!(read, want);
    }
}
