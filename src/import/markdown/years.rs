//! Years at the head of a line, which Markdown takes for the number of an item.

use super::fences::Fences;

/// Keeps `2019. Lee, A. On looms`, and `1. 2019. Lee, A. On looms`, from being item 2019 of a list: such a number would
/// not be part of the text. What it begins is an item without a number.
pub(super) fn with_years(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut fences = Fences::default();
    // Whether an item may begin: amid a paragraph, or amid HTML, a number begins none.
    let mut may_begin = true;
    for line in text.split_inclusive('\n') {
        let is_code = fences.hold(line);
        let year = year(line).filter(|year| !is_code && (year.marks > 0 || may_begin));
        if let Some(Year { blanks, marks, end }) = year {
            let mark = if marks > 0 { "" } else { "- " };
            let sign = if line[end..].starts_with('.') {
                "&#46;"
            } else {
                "&#41;"
            };
            out.extend([
                &line[..blanks],
                mark,
                &line[blanks..end],
                sign,
                &line[end + 1..],
            ]);
        } else {
            out.push_str(line);
        }
        may_begin = line.trim().is_empty() || year.is_some();
    }
    out
}

/// A year at the head of a line, with a sign behind it that numbers items.
#[derive(Clone, Copy)]
struct Year {
    /// The length of the blanks before it and before all marks.
    blanks: usize,
    /// The length of the marks of items before it.
    marks: usize,
    /// Where it ends.
    end: usize,
}

fn year(line: &str) -> Option<Year> {
    let bare = line.trim_start();
    let rest = behind_marks(bare);
    let year = rest.get(..4)?;
    let is_year = year.bytes().all(|byte| byte.is_ascii_digit())
        && (year.starts_with("19") || year.starts_with("20"));
    let is_number = rest[4..].starts_with(". ") || rest[4..].starts_with(") ");
    (is_year && is_number).then_some(Year {
        blanks: line.len() - bare.len(),
        marks: bare.len() - rest.len(),
        end: line.len() - rest.len() + 4,
    })
}

/// What stands behind the marks of items at the head of a line: `- `, `1. `.
fn behind_marks(line: &str) -> &str {
    let mut rest = line;
    loop {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let sign = match digits {
            0 => rest.strip_prefix(['-', '*', '+']),
            1..=3 => rest[digits..].strip_prefix(['.', ')']),
            _ => None,
        };
        match sign.filter(|sign| sign.starts_with([' ', '\t'])) {
            Some(behind) => rest = behind.trim_start(),
            None => return rest,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_are_no_numbers_of_items() {
        assert_eq!(
            with_years(
                "2019. Lee\n2018. Ray\n\n1. 2017. Orr\n  - 2016) Fox\n12. Lee\n2016.5 m\n\n```\n2015. a\n```\n"
            ),
            "- 2019&#46; Lee\n- 2018&#46; Ray\n\n1. 2017&#46; Orr\n  - 2016&#41; Fox\n12. Lee\n2016.5 m\n\n```\n2015. a\n```\n"
        );
    }

    #[test]
    fn years_amid_paragraphs_and_html_stay() {
        let text = "since\n2019. Lee\n\n<div>\n2018. Ray\n</div>\n";
        assert_eq!(with_years(text), text);
    }

    #[test]
    fn a_year_at_the_head_of_an_entry_is_read() {
        let text = "# Publications\n\n1. 2019. Lee, A. On looms and the weaving of cloth. Cloth Review.\n\n\
            1. 2018. Lee, A., Ray, B. Mills without any wind. Wool Letters.\n\n\
            2017. Lee, A., Orr, C. Yarn of the north and its weight. Cloth Review.\n\
            2016. Orr, C., Lee, A. How the dyes of wool fade in the sun. Wool Letters.\n";
        let (page, _) = crate::import::markdown::page(text);
        let import = crate::import::read_page(&page, &crate::import::Hints::default());
        let years: Vec<Option<i32>> = import
            .entries
            .iter()
            .map(|entry| entry.listing.year)
            .collect();
        assert_eq!(years, [Some(2019), Some(2018), Some(2017), Some(2016)]);
    }
}
