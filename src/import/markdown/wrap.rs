//! Whether the lines of a text end because they were full.

/// Fewer lines that go on tell nothing.
const FEW: usize = 4;

/// Whether lines that go on without a blank line between were ended on purpose. Where a text is
/// wrapped, hardly one of them has room for the next word.
pub(super) fn breaks_lines(body: &str) -> bool {
    let lines: Vec<&str> = body.lines().map(str::trim_end).collect();
    let width = |line: &str| line.chars().count();
    let pairs: Vec<(usize, usize)> = lines
        .windows(2)
        .filter(|pair| !pair[0].is_empty() && goes_on(pair[1]) && !is_block(pair[0]))
        .map(|pair| {
            let next = pair[1].split_whitespace().next().unwrap_or_default();
            (width(pair[0]), width(next))
        })
        .collect();
    if pairs.len() < FEW {
        return false;
    }
    let mut widths: Vec<usize> = pairs.iter().map(|(width, _)| *width).collect();
    widths.sort_unstable();
    let full = widths[(widths.len() - 1) * 9 / 10];
    let with_room = pairs
        .iter()
        .filter(|(width, next)| width + 1 + next <= full)
        .count();
    with_room * 3 > pairs.len()
}

/// Whether a line goes on with a paragraph.
fn goes_on(line: &str) -> bool {
    let line = line.trim_start();
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_numbered = digits.len() < line.len() && digits.starts_with(['.', ')']);
    let is_item = ["- ", "* ", "+ "].iter().any(|mark| line.starts_with(mark));
    !line.is_empty() && !is_item && !is_numbered && !is_block(line)
}

/// Whether a line is a heading, a rule, a row of a table or a tag.
fn is_block(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with(['#', '|', '<', '>', '`', '~'])
        || line.chars().all(|c| "-=*_ ".contains(c))
        || line.starts_with("---")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_have_room_were_ended_on_purpose() {
        let meant = "- On looms and cloth\nLee, A., 2019\n\n- On mills\nLee, A., Ray, B., 2018\n\n\
            - The wool of the north\nRay, B., 2017\n\n- Dye and its makers in the south\nOrr, C., 2016\n\n\
            - Yarn\nOrr, C., Lee, A., Ray, B., 2015\n";
        assert!(breaks_lines(meant));
        let wrapped = "Lee, A., Ray, B. On looms and\nthe weaving of cloth. Cloth\nReview, 2019. With some notes\n\
            on mills, wool and the north\nof the country, all at once.\n";
        assert!(!breaks_lines(wrapped));
    }
}
