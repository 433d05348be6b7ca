//! Evens out the spaces in justified text, where wide gaps separate nothing.

use std::collections::BTreeMap;

use super::super::Line;

/// The fewest spaces within a line that may separate columns.
const WIDE: usize = 3;

/// The number of lines on both sides in which a column is searched.
const NEAR: usize = 3;

/// The longest column, in characters, that is aligned to the right edge.
const FLUSH: usize = 25;

/// The largest number of gaps examined in a line. No table has more columns, and each is compared
/// with those of nearby lines.
const MOST: usize = 24;

/// The fewest justified lines in such a text.
const FEW: usize = 4;

/// A gap within a line: the column after it and the length of the rest of the line.
struct Gap {
    behind: usize,
    rest: usize,
}

/// Reduces wide gaps in justified lines if no nearby line has a column at the same position.
pub(super) fn even_out(lines: &mut [Line]) {
    let runs: Vec<Vec<Gap>> = lines.iter().map(runs).collect();
    let begins_column = |at: usize, run: &Gap| {
        let near = at.saturating_sub(NEAR)..lines.len().min(at + NEAR + 1);
        run.rest <= FLUSH
            || near.filter(|other| *other != at).any(|other| {
                lines[other].indent.abs_diff(run.behind) <= 1
                    || runs[other]
                        .iter()
                        .any(|other| other.behind.abs_diff(run.behind) <= 1)
            })
    };
    let loose: Vec<bool> = (0..lines.len())
        .map(|at| !runs[at].is_empty() && !runs[at].iter().all(|run| begins_column(at, run)))
        .collect();
    // Lines with the same number of gaps are the rows of a table.
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for (runs, _) in runs.iter().zip(&loose).filter(|(_, loose)| **loose) {
        *counts.entry(runs.len()).or_default() += 1;
    }
    let alike = counts
        .range(2..)
        .map(|(_, times)| *times)
        .max()
        .unwrap_or(0);
    let wide = runs.iter().filter(|runs| !runs.is_empty()).count();
    let stretched = loose.iter().filter(|loose| **loose).count();
    if stretched < FEW || stretched * 2 <= wide || alike * 5 >= stretched * 3 {
        return;
    }
    for (line, runs) in lines.iter_mut().zip(&runs) {
        if !runs.is_empty() {
            even(line);
        }
    }
}

fn runs(line: &Line) -> Vec<Gap> {
    let text: Vec<char> = line.text().chars().collect();
    let mut out = Vec::new();
    let mut blanks = 0;
    for (at, c) in text.iter().enumerate() {
        if *c == ' ' {
            blanks += 1;
            continue;
        }
        if blanks >= WIDE && blanks < at {
            out.push(Gap {
                behind: line.indent + at,
                rest: text.len() - at,
            });
            if out.len() == MOST {
                break;
            }
        }
        blanks = 0;
    }
    out
}

/// Reduces each gap to one space.
fn even(line: &mut Line) {
    for span in &mut line.spans {
        let mut after_blank = false;
        span.text.retain(|c| {
            let is_blank = c == ' ';
            let keeps = !(is_blank && after_blank);
            after_blank = is_blank;
            keeps
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::import::plain::read;

    fn texts(text: &str) -> Vec<String> {
        read(text)
            .lines
            .iter()
            .map(crate::import::Line::text)
            .collect()
    }

    #[test]
    fn gaps_of_justified_lines_are_reduced() {
        let text = "A. Lee   und   B. Ray:     On looms and the weaving of cloth in\n\
            the    mills of stone. In: Proceedings of the conference on looms, 2019.\n\
            C. Orr:          Dyeing yarn with blue and green.   In: Letters on cloth and wool, 2018.\n\
            B. Ray,       A. Lee:  Spinning wool in mills     without any wind. In: Cloth, 2017.\n";
        assert!(texts(text).iter().all(|line| !line.contains("  ")));
    }

    #[test]
    fn gaps_between_columns_are_kept() {
        let text = "2019   On looms and the weaving of cloth      Cloth Review\n\
            2018   Mills without any wind                 Letters on Wool\n\
            2017   Spinning wool in mills of stone        Letters on Wool\n\
            2016   Dyeing yarn with blue and green        Cloth Review\n";
        assert!(texts(text).iter().all(|line| line.contains("   ")));
    }
}
