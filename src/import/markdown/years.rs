//! Years at the head of a line, which Markdown takes for the number of an item.

/// Keeps `2019. Lee, A. On looms`, and `1. 2019. Lee, A. On looms`, from being item 2019 of a list: such a number would
/// not be part of the text.
pub(super) fn with_years(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut is_code = false;
    for line in text.split_inclusive('\n') {
        is_code ^= line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~");
        match year_end(line).filter(|_| !is_code) {
            Some(end) => out.extend([&line[..end], "\\", &line[end..]]),
            None => out.push_str(line),
        }
    }
    out
}

/// Where the year at the head of a line ends, if a sign is behind it that numbers items.
fn year_end(line: &str) -> Option<usize> {
    let rest = behind_marks(line);
    let year = rest.get(..4)?;
    let is_year = year.bytes().all(|byte| byte.is_ascii_digit())
        && (year.starts_with("19") || year.starts_with("20"));
    let is_number = rest[4..].starts_with(". ") || rest[4..].starts_with(") ");
    (is_year && is_number).then_some(line.len() - rest.len() + 4)
}

/// What stands behind the marks of items at the head of a line: `- `, `1. `.
fn behind_marks(line: &str) -> &str {
    let mut rest = line.trim_start();
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
                "2019. Lee\n1. 2018. Ray\n  - 2017) Orr\n12. Lee\n2016.5 m\n```\n2015. a\n```\n1. \n"
            ),
            "2019\\. Lee\n1. 2018\\. Ray\n  - 2017\\) Orr\n12. Lee\n2016.5 m\n```\n2015. a\n```\n1. \n"
        );
    }

    #[test]
    fn a_year_at_the_head_of_an_entry_is_read() {
        let text = "# Publications\n\n1. 2019. Lee, A. On looms and the weaving of cloth. Cloth Review.\n\n\
            1. 2018. Lee, A., Ray, B. Mills without any wind. Wool Letters.\n";
        let (page, _) = crate::import::markdown::page(text);
        let import = crate::import::read_page(&page, &crate::import::Hints::default());
        let years: Vec<Option<i32>> = import
            .entries
            .iter()
            .map(|entry| entry.listing.year)
            .collect();
        assert_eq!(years, [Some(2019), Some(2018)]);
    }
}
