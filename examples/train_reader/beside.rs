//! Pages that teach what headings mean: the list of one page, and below it, under a heading of other
//! things, that of another page, which is no list of publications there.

use bibsync::import::{Begins, Line, LineRange, Page, Span};

/// Headings of talks, teaching, grants, service, in many languages; behind dashes such as part them.
const OTHER_HEADINGS: &str = include_str!("other_headings.txt");

/// The heading with this number, among those of other things or those that part them.
fn heading(number: usize, parts: bool) -> &'static str {
    let all: Vec<&str> = OTHER_HEADINGS
        .lines()
        .filter(|line| line.starts_with("- ") == parts)
        .collect();
    all[number % all.len().max(1)].trim_start_matches("- ")
}

/// The level of the headings that part a page: the highest that comes twice.
fn level(page: &Page) -> Option<u8> {
    let mut levels: Vec<u8> = page
        .lines
        .iter()
        .filter_map(|line| match line.begins {
            Begins::Heading(level) => Some(level),
            _ => None,
        })
        .collect();
    let last = levels.last().copied();
    levels.sort_unstable();
    let twice = levels.windows(2).find(|two| two[0] == two[1]);
    twice.map(|two| two[0]).or(last)
}

/// The list of a page with the entries of another, on these lines of its file, under headings of other
/// things.
pub(crate) fn beside(page: &Page, other: &Page, lines: &[(usize, usize)], number: usize) -> Page {
    let mut out = page.clone();
    let level = level(page);
    let capitals = page
        .lines
        .iter()
        .filter(|line| line.begins == Begins::Paragraph)
        .map(Line::text)
        .any(|text| text.len() > 5 && !text.contains(char::is_lowercase));
    let mut file = page.lines.last().map_or(0, |line| line.at.last) + 2;
    let mut at = || {
        file += 1;
        LineRange {
            first: file,
            last: file,
        }
    };
    let head = |lines: &mut Vec<Line>, at: LineRange, text: &str, below: u8| {
        lines.push(Line {
            at,
            begins: level.map_or(Begins::Paragraph, |level| Begins::Heading(level + below)),
            indent: 0,
            left: None,
            room: None,
            spans: vec![Span {
                text: if level.is_none() && capitals {
                    text.to_uppercase()
                } else {
                    text.to_owned()
                },
                ..Span::default()
            }],
        });
    };
    let is_of = |line: &Line, (first, last): &(usize, usize)| {
        *first <= line.at.first && line.at.first <= *last
    };
    for (part, lines) in lines.chunks(lines.len().div_ceil(PARTS).max(1)).enumerate() {
        head(&mut out.lines, at(), heading(number * 7 + part, false), 0);
        // Each third page has headings below these.
        if level.is_some() && number.is_multiple_of(3) {
            head(&mut out.lines, at(), heading(number + part, true), 1);
        }
        for line in &other.lines {
            if lines.iter().any(|range| is_of(line, range)) {
                let mut line = line.clone();
                line.at = at();
                out.lines.push(line);
            }
        }
    }
    out
}

/// The entries of the other page stand under so many headings.
const PARTS: usize = 2;
