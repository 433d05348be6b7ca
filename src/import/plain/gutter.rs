//! Splits pages set in two columns.

use std::cmp::Reverse;

/// The smallest distance, in columns, of a gutter from either edge.
const LEAST: usize = 12;
const MOST: usize = 90;

/// The fewest lines that begin a column, and the number of positions that are tried.
const ROWS: usize = 10;
const PLACES: usize = 4;

/// The number of columns of a line that are examined.
const WIDEST: usize = 240;

/// Returns the numbered lines of a text with the left column before the right one; `None` if there
/// is no gutter.
pub(super) fn parted(text: &str) -> Option<Vec<(usize, String)>> {
    let lines: Vec<Vec<char>> = text.lines().map(expanded).collect();
    let right = gutter(&lines)?;
    let widest = lines.iter().map(Vec::len).max().unwrap_or(0);
    // Columns of the same width are filled page by page; one beside the text is independent of it.
    let is_flow = right * 5 > widest * 2 && right * 5 < widest * 3;
    let is_main_left = right * 2 > widest;
    let mut out = Vec::with_capacity(lines.len() * 2);
    let mut columns: [Vec<(usize, String)>; 2] = [Vec::new(), Vec::new()];
    for (number, line) in (1..).zip(&lines) {
        let is_page = line.first() == Some(&'\u{c}');
        if is_page && is_flow {
            for column in &mut columns {
                out.append(column);
            }
        }
        let text = |range: &[char]| range.iter().collect::<String>();
        if !is_parted(line, right) {
            // A line across both columns separates the text above it from that below.
            if is_flow {
                for column in &mut columns {
                    out.append(column);
                }
                out.push((number, text(line)));
            } else {
                columns[usize::from(!is_main_left)].push((number, text(line)));
            }
            continue;
        }
        let (left, rest) = line.split_at(line.len().min(right));
        columns[0].push((number, text(left)));
        let feed = if is_page { "\u{c}" } else { "" };
        columns[1].push((number, format!("{feed}{}", text(rest))));
    }
    let [left, rest] = columns;
    out.extend(left);
    // The other column begins here.
    out.push((lines.len().max(1), String::new()));
    out.extend(rest);
    Some(out)
}

/// Returns the characters of a line, one per column. A tab beyond the examined width counts as one.
pub(super) fn expanded(line: &str) -> Vec<char> {
    let mut out = Vec::with_capacity(line.len().min(WIDEST));
    for c in line.trim_end().chars() {
        match c {
            '\t' if out.len() < WIDEST => out.resize((out.len() / 8 + 1) * 8, ' '),
            '\t' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

pub(super) fn is_blank(line: &[char], at: usize) -> bool {
    line.get(at).is_none_or(|c| c.is_whitespace())
}

/// Whether the gutter before a column is empty in a line.
pub(super) fn is_parted(line: &[char], right: usize) -> bool {
    right >= 2 && is_blank(line, right - 1) && is_blank(line, right - 2)
}

/// Returns the column at which the right one of two columns begins.
fn gutter(lines: &[Vec<char>]) -> Option<usize> {
    let begins = |line: &[char], at: usize| !is_blank(line, at) && is_parted(line, at);
    let mut starts = [0_usize; MOST];
    for line in lines {
        for (at, count) in starts.iter_mut().enumerate().skip(LEAST) {
            *count += usize::from(at < WIDEST && begins(line, at));
        }
    }
    let mut order: Vec<(usize, usize)> = (LEAST..MOST).map(|at| (starts[at], at)).collect();
    order.sort_unstable_by_key(|(count, at)| (Reverse(*count), *at));
    // Indented text within a column begins elsewhere.
    order
        .into_iter()
        .take(PLACES)
        .filter(|(count, _)| *count >= ROWS)
        .map(|(_, at)| at)
        .find(|at| holds(lines, *at))
}

/// Whether both sides of a gutter are columns of text, and neither consists of years or labels.
fn holds(lines: &[Vec<char>], right: usize) -> bool {
    let (mut filled, mut crossed, mut both, mut left_alone) = (0_usize, 0_usize, 0_usize, 0_usize);
    let (mut begun, mut right_lines, mut worded, mut labels) = (0_usize, 0_usize, 0_usize, 0_usize);
    for line in lines {
        if line.iter().all(|c| c.is_whitespace()) {
            continue;
        }
        filled += 1;
        if !is_parted(line, right) {
            crossed += 1;
            continue;
        }
        let (left, rest) = line.split_at(line.len().min(right));
        let has_left = left.iter().any(|c| !c.is_whitespace());
        let has_right = rest.iter().any(|c| !c.is_whitespace());
        right_lines += usize::from(has_right);
        begun += usize::from(!is_blank(line, right));
        left_alone += usize::from(has_left && !has_right);
        if has_left && has_right {
            both += 1;
            let letters = left.iter().filter(|c| c.is_alphabetic()).count();
            worded += usize::from(letters >= 3);
            let last = left.iter().rev().find(|c| !c.is_whitespace());
            labels += usize::from(last == Some(&':'));
        }
    }
    crossed * 10 <= filled
        && both >= 6
        && both * 6 >= filled
        && left_alone >= 3
        && begun * 3 >= right_lines
        && worded * 10 >= both * 7
        && labels * 3 <= both
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Vec<String>> {
        let lines = parted(text)?;
        let texts = lines.into_iter().map(|(_, text)| text.trim().to_owned());
        Some(texts.filter(|text| !text.is_empty()).collect())
    }

    #[test]
    fn column_beside_the_text_is_read_separately() {
        let left = [
            "Ann Lee",
            "Weaver",
            "Lyon",
            "",
            "SKILLS",
            "Looms",
            "Mills",
            "Yarn and dye",
            "",
            "Rome",
            "Oslo",
            "Paris",
        ];
        let right = [
            "PAPERS",
            "A. Lee. On looms and the",
            "weaving of cloth. 2019.",
            "",
            "B. Ray. On mills that no",
            "wind drives. 2018.",
            "",
            "C. Orr. Yarn. 2017.",
            "A. Lee. Dye. 2016.",
            "B. Ray. Shuttles. 2015.",
            "",
            "A. Lee. Wool. 2014.",
        ];
        let more = [
            "",
            "",
            "",
            "B. Ray. Silk. 2013.",
            "A. Lee. Flax. 2012.",
            "A. Lee. Hemp. 2011.",
        ];
        let both = left.iter().zip(right);
        let both: Vec<String> = both
            .map(|(left, right)| format!("{left:<20}{right}\n"))
            .collect();
        let mut text = both.concat();
        text.extend(more.map(|line| format!("{:20}{line}\n", "")));
        text.push_str("Turin\nBonn\nBern\n");
        let read = read(&text).unwrap();
        let joined = read.join("|");
        assert!(
            joined.starts_with("Ann Lee|Weaver|Lyon|SKILLS|"),
            "{joined}"
        );
        assert!(
            joined.contains("On looms and the|weaving of cloth. 2019.|B. Ray"),
            "{joined}"
        );
    }

    #[test]
    fn years_and_labels_are_not_a_column() {
        let years =
            "2019      A. Lee. On looms and the weaving of cloth.\n          Cloth Review.\n"
                .repeat(20);
        let labels =
            "Title:        On looms and the weaving of cloth\nVenue:        Cloth Review\n\n"
                .repeat(20);
        for text in [years, labels] {
            assert_eq!(read(&text), None);
        }
    }
}
