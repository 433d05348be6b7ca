//! Texts whose lines were stretched to one width: the blanks within a line part nothing.

use std::collections::BTreeMap;

use super::super::Line;

/// So many blanks within a line may part columns.
const WIDE: usize = 3;

/// So many lines are looked at on both sides for a column.
const NEAR: usize = 3;

/// A column that is flush with the right edge has so many characters at most.
const FLUSH: usize = 25;

/// So many runs of a line are looked at: no table has more columns, and each is held against those of
/// the lines near by.
const MOST: usize = 24;

/// A text has so many stretched lines at least.
const FEW: usize = 4;

/// A run of blanks within a line: the column behind it, and how long the rest of the line is.
struct Run {
    behind: usize,
    rest: usize,
}

/// Evens out the blanks in lines that were stretched, if a text has such: wide ones behind which no
/// column begins that a line near by has too.
pub(super) fn even_out(lines: &mut [Line]) {
    let runs: Vec<Vec<Run>> = lines.iter().map(runs).collect();
    let begins_column = |at: usize, run: &Run| {
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
    // Lines with as many runs each are the rows of a table.
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

fn runs(line: &Line) -> Vec<Run> {
    let text: Vec<char> = line.text().chars().collect();
    let mut out = Vec::new();
    let mut blanks = 0;
    for (at, c) in text.iter().enumerate() {
        if *c == ' ' {
            blanks += 1;
            continue;
        }
        if blanks >= WIDE && blanks < at {
            out.push(Run {
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

/// Leaves one blank of each run.
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
    fn stretched_lines_are_evened_out() {
        let text = "A. Lee   und   B. Ray:     On looms and the weaving of cloth in\n\
            the    mills of stone. In: Proceedings of the conference on looms, 2019.\n\
            C. Orr:          Dyeing yarn with blue and green.   In: Letters on cloth and wool, 2018.\n\
            B. Ray,       A. Lee:  Spinning wool in mills     without any wind. In: Cloth, 2017.\n";
        assert!(texts(text).iter().all(|line| !line.contains("  ")));
    }

    #[test]
    fn columns_stay() {
        let text = "2019   On looms and the weaving of cloth      Cloth Review\n\
            2018   Mills without any wind                 Letters on Wool\n\
            2017   Spinning wool in mills of stone        Letters on Wool\n\
            2016   Dyeing yarn with blue and green        Cloth Review\n";
        assert!(texts(text).iter().all(|line| line.contains("   ")));
    }
}
