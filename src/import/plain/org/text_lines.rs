//! Leaves out what is no text of an Org file, and parts emphasis at the ends of lines.

use std::collections::BTreeMap;

use super::markup::{emphasis, link, stars};

/// A text's lines, with the numbers that they have in the file.
type Numbered = Vec<(usize, String)>;

/// Leaves out what is no text of the page (drawers of data, abstracts, code and comments) and the tags of headings,
/// and closes emphasis at the end of each line that it goes over.
pub(crate) fn text_lines(lines: &[(usize, String)]) -> Numbered {
    closed_at_ends(without_blocks(lines))
}

/// The blocks that are none of the text.
const ASIDE: [&str; 5] = ["abstract", "src", "comment", "export", "example"];

fn without_blocks(lines: &[(usize, String)]) -> Numbered {
    let mut ends: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, (_, line)) in lines.iter().enumerate() {
        let bare = line.trim().to_ascii_lowercase();
        if bare == ":end:" || bare.starts_with("#+end_") {
            ends.entry(bare).or_default().push(at);
        }
    }
    // A block that does not end before the next heading is none.
    let end_of = |from: usize, mark: &str| {
        let ends = ends.get(mark)?;
        let end = *ends.get(ends.partition_point(|at| *at <= from))?;
        let is_whole = !lines[from..end]
            .iter()
            .any(|(_, line)| stars(line).is_some());
        is_whole.then_some(end)
    };
    let mut out = Vec::with_capacity(lines.len());
    let mut next = 0;
    for (at, (number, line)) in lines.iter().enumerate() {
        if at < next {
            continue;
        }
        let bare = line.trim().to_ascii_lowercase();
        let block = bare
            .strip_prefix("#+begin_")
            .map(|name| name.split_whitespace().next().unwrap_or_default())
            .filter(|name| ASIDE.contains(name));
        let end = if let Some(name) = block {
            end_of(at, &format!("#+end_{name}"))
        } else if let Some(name) = aside_by_class(&bare, lines.get(at + 1)) {
            end_of(at, &format!("#+end_{name}"))
        } else if is_drawer(&bare) {
            end_of(at, ":end:")
        } else {
            None
        };
        match end {
            Some(end) => {
                out.push((*number, String::new()));
                next = end + 1;
            }
            None if stars(line).is_some() => out.push((*number, without_tags(line).to_owned())),
            None => out.push((*number, line.clone())),
        }
    }
    out
}

/// Returns the name of the block below a line that gives it a class of what is none of the text: `#+attr_html: :class
/// abstract` above `#+begin_div`.
fn aside_by_class(bare: &str, below: Option<&(usize, String)>) -> Option<String> {
    let (key, value) = bare.strip_prefix("#+attr_")?.split_once(':')?;
    let (_, classes) = value.split_once(":class ")?;
    let is_aside = !key.contains(' ')
        && classes
            .split_whitespace()
            .any(|class| ASIDE.contains(&class));
    let below = below?.1.trim().to_ascii_lowercase();
    let name = below.strip_prefix("#+begin_")?.split_whitespace().next()?;
    is_aside.then(|| name.to_owned())
}

/// Whether a line begins a drawer: `:PROPERTIES:`.
fn is_drawer(bare: &str) -> bool {
    let name = bare
        .strip_prefix(':')
        .and_then(|rest| rest.strip_suffix(':'));
    name.is_some_and(|name| {
        !name.is_empty()
            && name != "end"
            && name
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "_-".contains(c))
    })
}

/// A heading without its tags: `* On looms :preprint:wool:`.
fn without_tags(line: &str) -> &str {
    let line = line.trim_end();
    let Some((rest, tags)) = line.rsplit_once([' ', '\t']) else {
        return line;
    };
    let inner = tags
        .strip_prefix(':')
        .and_then(|tags| tags.strip_suffix(':'));
    let are_tags = inner.is_some_and(|inner| {
        inner.split(':').all(|tag| {
            !tag.is_empty()
                && tag
                    .chars()
                    .all(|c| c.is_alphanumeric() || "_@#%".contains(c))
        })
    });
    if are_tags { rest.trim_end() } else { line }
}

/// Emphasis goes over so many ends of lines.
const OVER: usize = 3;

/// Closes emphasis at the end of a line and opens it again on the next.
fn closed_at_ends(mut lines: Numbered) -> Numbered {
    for at in 0..lines.len() {
        let Some(mark) = unclosed(&lines[at].1) else {
            continue;
        };
        let below = lines[at + 1..]
            .iter()
            .take(OVER)
            .take_while(|(_, line)| !line.trim().is_empty() && stars(line).is_none());
        let mut end = None;
        for (more, (_, line)) in below.enumerate() {
            if let Some(place) = closing(line, mark) {
                end = Some((at + 1 + more, place));
                break;
            }
        }
        let Some((end, place)) = end else { continue };
        let first = &mut lines[at].1;
        first.truncate(first.trim_end().len());
        first.push(mark);
        for (_, line) in &mut lines[at + 1..end] {
            *line = marked(line, line.len(), mark);
        }
        let last = &mut lines[end].1;
        *last = marked(last, place, mark);
    }
    lines
}

/// A line of which what is before a place is emphasized; a mark that stands there is replaced.
fn marked(line: &str, place: usize, mark: char) -> String {
    let blank = line.len() - line.trim_start().len();
    let inner = line[blank..place].trim_end();
    let rest = line[place..].strip_prefix(mark).unwrap_or(&line[place..]);
    if inner.is_empty() {
        return format!("{}{rest}", &line[..blank]);
    }
    format!("{}{mark}{inner}{mark}{rest}", &line[..blank])
}

/// The last mark that opens emphasis on a line and is closed nowhere on it.
fn unclosed(line: &str) -> Option<char> {
    let mut at = 0;
    let mut before: Option<char> = None;
    while let Some(c) = line[at..].chars().next() {
        let rest = &line[at..];
        let step = match c {
            '[' => link(rest).map(|(_, length)| length),
            '/' | '*' if before.is_none_or(opens_behind) => {
                let after = rest[1..].chars().next();
                match emphasis(rest, c) {
                    Some((_, length)) => Some(length),
                    None if after
                        .is_some_and(|next| next.is_alphanumeric() || "“‘\"'(".contains(next)) =>
                    {
                        return Some(c);
                    }
                    None => None,
                }
            }
            _ => None,
        };
        let length = step.unwrap_or(c.len_utf8());
        before = line[at..at + length].chars().next_back();
        at += length;
    }
    None
}

/// Whether emphasis may begin behind a character.
fn opens_behind(before: char) -> bool {
    before.is_whitespace() || "-({'\"“‘".contains(before)
}

/// Where the mark is that closes emphasis begun on a line above.
fn closing(line: &str, mark: char) -> Option<usize> {
    line.match_indices(mark).map(|(at, _)| at).find(|at| {
        let before = line[..*at].chars().next_back();
        let after = line[at + 1..].chars().next();
        before.is_some_and(|c| !c.is_whitespace() && c != mark)
            && after.is_none_or(|c| !c.is_alphanumeric() && c != mark && c != '/')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        let lines = (1..).zip(text.lines().map(str::to_owned));
        let lines: Numbered = lines.collect();
        let lines = text_lines(&lines).into_iter();
        lines
            .map(|(_, line)| line)
            .filter(|line| !line.is_empty())
            .collect()
    }

    #[test]
    fn drawers_abstracts_and_tags_are_left_out() {
        assert_eq!(
            shown(
                "* On looms :preprint:\n:PROPERTIES:\n:ID: 3\n:END:\n#+begin_abstract\nWe weave.\n\
                 #+end_abstract\nAnn Lee\n:LOGBOOK:\n* Mills\n:END:\n"
            ),
            ["* On looms", "Ann Lee", ":LOGBOOK:", "* Mills", ":END:"]
        );
    }

    #[test]
    fn blocks_of_the_class_of_an_abstract_are_left_out() {
        assert_eq!(
            shown(
                "/On looms/\n#+attr_html: :class abstract\n#+begin_div\nWe weave.\n#+end_div\n\
                 #+attr_html: :class wide\n#+begin_div\nMills\n#+end_div\n"
            ),
            [
                "/On looms/",
                "#+attr_html: :class wide",
                "#+begin_div",
                "Mills",
                "#+end_div"
            ]
        );
    }

    #[test]
    fn emphasis_goes_over_ends_of_lines() {
        assert_eq!(
            shown("A. Lee: *On looms\nand the\n  mills.* Cloth 3/4\nand/or, 2*3 /a\n\nb/ c"),
            [
                "A. Lee: *On looms*",
                "*and the*",
                "  *mills.* Cloth 3/4",
                "and/or, 2*3 /a",
                "b/ c"
            ]
        );
    }
}
