//! Moves headings from the margin of printed text above the text beside them.

use std::collections::HashSet;

use super::gutter::{expanded, is_blank, is_parted};

/// The smallest distance, in columns, of the text from either edge.
const LEAST: usize = 8;
const MOST: usize = 40;

/// The fewest headings that make a margin.
const HEADS: usize = 3;

/// The largest number of lines of a heading, and of words on one of them.
const LINES: usize = 4;
const WORDS: usize = 4;

/// Returns the numbered lines of a text, with each heading from the margin on a line of its own
/// above the text beside it; `None` if there is no such margin.
pub(super) fn unmargined(text: &str) -> Option<Vec<(usize, String)>> {
    let lines: Vec<Vec<char>> = text.lines().map(expanded).collect();
    let right = edge(&lines)?;
    let heads = heads(&lines, right);
    let is_known: HashSet<&str> = heads.iter().map(|head| head.text.as_str()).collect();
    if heads.len() < HEADS
        || is_known.len() * 10 < heads.len() * 9
        || heads.iter().filter(|head| head.is_capital).count() * 10 < heads.len() * 8
    {
        return None;
    }
    let mut out = Vec::with_capacity(lines.len() + heads.len());
    let mut at = 0;
    let mut next = heads.iter().peekable();
    while at < lines.len() {
        if let Some(head) = next.next_if(|head| head.first == at) {
            out.push((at + 1, String::new()));
            out.push((at + 1, head.text.clone()));
            out.push((at + 1, String::new()));
            let beside = (head.first + 1..).zip(&lines[head.first..head.end]);
            out.extend(beside.map(|(number, line)| (number, rest(line, right))));
            at = head.end;
        } else if is_parted(&lines[at], right) && left(&lines[at], right).is_empty() {
            let feed = if lines[at].first() == Some(&'\u{c}') {
                "\u{c}"
            } else {
                ""
            };
            out.push((at + 1, format!("{feed}{}", rest(&lines[at], right))));
            at += 1;
        } else {
            out.push((at + 1, lines[at].iter().collect()));
            at += 1;
        }
    }
    Some(out)
}

/// A heading in the margin.
struct MarginHeading {
    first: usize,
    end: usize,
    text: String,
    is_capital: bool,
}

fn left(line: &[char], right: usize) -> String {
    let text: String = line[..line.len().min(right)].iter().collect();
    text.trim().to_owned()
}

fn rest(line: &[char], right: usize) -> String {
    let text: String = line[line.len().min(right)..].iter().collect();
    text.trim_end().to_owned()
}

/// Returns the column at which most lines of a text begin, if few lines cross it.
fn edge(lines: &[Vec<char>]) -> Option<usize> {
    let mut starts = [0_usize; MOST];
    let mut filled = 0_usize;
    for line in lines
        .iter()
        .filter(|line| line.iter().any(|c| !c.is_whitespace()))
    {
        filled += 1;
        for (at, count) in starts.iter_mut().enumerate().skip(LEAST) {
            *count += usize::from(!is_blank(line, at) && is_parted(line, at));
        }
    }
    let most = starts.iter().max().copied().unwrap_or(0);
    let right = starts.iter().position(|count| *count == most)?;
    let crossed = lines.iter().filter(|line| !is_parted(line, right)).count();
    let beside = |line: &&Vec<char>| {
        is_parted(line, right) && !left(line, right).is_empty() && !rest(line, right).is_empty()
    };
    let marginal = lines.iter().filter(beside).count();
    (right >= LEAST && most * 3 >= filled && crossed * 5 <= filled && marginal * 2 <= filled)
        .then_some(right)
}

/// Returns the headings in a margin: adjacent lines of words without numbers.
fn heads(lines: &[Vec<char>], right: usize) -> Vec<MarginHeading> {
    let word = |at: usize| {
        let line = lines.get(at).filter(|line| is_parted(line, right))?;
        let text = left(line, right);
        let is_words = text.chars().any(char::is_alphabetic)
            && text.split_whitespace().count() <= WORDS
            && !text.contains(|c: char| c.is_numeric() || "@;.[]".contains(c));
        is_words.then_some(text)
    };
    let mut out = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let Some(first) = word(at).filter(|_| !rest(&lines[at], right).is_empty()) else {
            at += 1;
            continue;
        };
        let mut text = first;
        let mut end = at + 1;
        while let Some(more) = word(end).filter(|_| end < at + LINES) {
            text = match text.strip_suffix('-') {
                Some(begun) => format!("{begun}{more}"),
                None => format!("{text} {more}"),
            };
            end += 1;
        }
        let is_capital = text.starts_with(char::is_uppercase) && !text.ends_with(',');
        out.push(MarginHeading {
            first: at,
            end,
            text,
            is_capital,
        });
        at = end;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margin_headings_are_moved_above_their_text() {
        let text = "BO RAY\nEDUCATION     Ph.D., Lyon, 2008\n              M.Sc., Oslo, 2003\n\n\
            JOURNAL       1. A. Lee, B. Ray. On looms and\nARTICLES         the weaving of cloth. 2021.\n              2. C. Orr. Mills. 2019.\n\n\
            TALKS         Looms. Oslo, 2018.\n              Mills. Delft, 2016.\n";
        let lines = unmargined(text).unwrap();
        let texts: Vec<&str> = lines.iter().map(|(_, text)| text.trim()).collect();
        let texts: Vec<&str> = texts.into_iter().filter(|text| !text.is_empty()).collect();
        assert_eq!(
            texts[4..9],
            [
                "JOURNAL ARTICLES",
                "1. A. Lee, B. Ray. On looms and",
                "the weaving of cloth. 2021.",
                "2. C. Orr. Mills. 2019.",
                "TALKS"
            ]
        );
    }

    #[test]
    fn years_and_labels_are_not_headings() {
        let years =
            "2019      A. Lee. On looms.\n          Cloth Review.\n2018      Mills.\n".repeat(5);
        let labels = "Title     On looms\nAuthors   A. Lee, B. Ray\n          C. Orr\n\n".repeat(5);
        assert!(unmargined(&years).is_none());
        assert!(unmargined(&labels).is_none());
    }
}
