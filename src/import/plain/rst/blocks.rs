//! The blocks of a text: headings are marked, and what is no text becomes blank lines.

/// The lines of a text that are its content; all others are blank.
#[derive(Debug, Default)]
pub(super) struct Content {
    pub(super) lines: Vec<String>,
    /// The author by the fields about the document.
    pub(super) author: Option<String>,
}

/// Directives whose body is text of the document.
const CONTAINERS: [&str; 12] = [
    "container",
    "class",
    "rst-class",
    "topic",
    "note",
    "admonition",
    "compound",
    "rubric",
    "card",
    "dropdown",
    "tab-item",
    "only",
];

/// The fields in a list that belong to an entry; the words of all others are about the document.
const OF_ENTRIES: [&str; 14] = [
    "title",
    "author",
    "authors",
    "venue",
    "journal",
    "booktitle",
    "conference",
    "in",
    "doi",
    "url",
    "link",
    "arxiv",
    "pdf",
    "published",
];

/// What an indented line belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Body {
    /// To the text around it.
    Text,
    /// To a block that begins with this indentation, and is no text.
    Dropped(usize),
    /// To a directive with this indentation, whose body is text.
    Container(usize),
    /// To the fields at the beginning of a directive with this indentation whose body is text.
    Options(usize),
}

/// Reads the blocks of a text.
pub(super) fn content(text: &str) -> Content {
    let source: Vec<&str> = text.lines().collect();
    let mut out = Content::default();
    let mut body = Body::Text;
    let mut is_literal = false;
    let mut is_head = true;
    for (at, line) in source.iter().enumerate() {
        let bare = line.trim();
        let indent = line.len() - line.trim_start().len();
        if bare.is_empty() {
            if let Body::Options(of) = body {
                body = Body::Container(of);
            }
            out.lines.push(String::new());
            continue;
        }
        // A block after `::` is indented, or it is none.
        if is_literal && out.lines.last().is_some_and(String::is_empty) {
            is_literal = false;
            let before = out.lines.iter().rev().find(|line| !line.is_empty());
            let before = before.map_or(0, |line| line.len() - line.trim_start().len());
            if indent > before {
                body = Body::Dropped(before);
            }
        }
        body = match body {
            Body::Dropped(of) | Body::Container(of) | Body::Options(of) if indent <= of => {
                Body::Text
            }
            body => body,
        };
        let is_option = matches!(body, Body::Options(_)) && field(bare).is_some();
        if matches!(body, Body::Dropped(_)) || is_option {
            out.lines.push(String::new());
            continue;
        }
        if let Some(explicit) = bare
            .strip_prefix("..")
            .filter(|rest| rest.is_empty() || rest.starts_with(' '))
        {
            let explicit = explicit.trim();
            let (kept, next) = markup(explicit, indent);
            body = next;
            out.lines
                .push(kept.map_or_else(String::new, |kept| format!("{}{kept}", &line[..indent])));
            continue;
        }
        if let Some((name, value)) = field(bare) {
            let name = name.to_lowercase();
            if is_head && matches!(name.as_str(), "author" | "authors") && out.author.is_none() {
                out.author = Some(value.to_owned()).filter(|value| !value.is_empty());
            }
            let is_year = name.len() == 4 && name.bytes().all(|byte| byte.is_ascii_digit());
            if is_year {
                out.lines.push((*line).to_owned());
            } else if !is_head && OF_ENTRIES.contains(&name.as_str()) {
                out.lines.push(format!("{}{value}", &line[..indent]));
            } else {
                out.lines.push(String::new());
                body = if is_head { Body::Dropped(indent) } else { body };
            }
            continue;
        }
        // The title of the document may precede the fields about it.
        let is_title = is_rule(bare) || source.get(at + 1).is_some_and(|next| is_rule(next));
        is_head = is_head && is_title;
        is_literal = bare.ends_with("::");
        // An address of an unnamed link, or a lone mark of a literal block.
        if bare == "::" || bare.starts_with("__ ") {
            out.lines.push(String::new());
            continue;
        }
        let line = line
            .strip_suffix("::")
            .map_or_else(|| (*line).to_owned(), |rest| format!("{rest}:"));
        // An item that is numbered by the reader.
        let numbered = bare.starts_with("#. ");
        out.lines.push(if numbered {
            line.replacen("#.", "-", 1)
        } else {
            line
        });
    }
    mark_headings(&mut out.lines);
    out
}

/// Reads the line of an explicit markup block: what of it is text, and to what its body belongs.
fn markup(explicit: &str, indent: usize) -> (Option<String>, Body) {
    // A citation or a footnote: `.. [Doe20] A. Doe.`
    if explicit.starts_with('[') && explicit.contains(']') {
        return (Some(explicit.to_owned()), Body::Text);
    }
    let directive = explicit
        .split_once("::")
        .filter(|(name, _)| !name.is_empty() && !name.contains(char::is_whitespace));
    match directive {
        Some((name, argument)) if CONTAINERS.contains(&name) => {
            let is_title = matches!(name, "rubric" | "topic" | "card" | "dropdown" | "tab-item");
            let title =
                Some(argument.trim().to_owned()).filter(|title| is_title && !title.is_empty());
            (title, Body::Options(indent))
        }
        _ => (None, Body::Dropped(indent)),
    }
}

/// Returns the name and the value of `:name: value`.
fn field(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.strip_prefix(':')?.split_once(':')?;
    let is_name = !name.is_empty()
        && !name.starts_with(' ')
        && name
            .chars()
            .all(|c| c.is_alphanumeric() || " -_".contains(c));
    // A role has its text at once: :doi:`10.1145/1.2`.
    (is_name && (value.is_empty() || value.starts_with(' '))).then(|| (name, value.trim()))
}

/// Whether a line repeats one sign, as those under and over titles.
fn is_rule(line: &str) -> bool {
    let line = line.trim_end();
    let mut signs = line.chars();
    signs
        .next()
        .is_some_and(|first| first.is_ascii_punctuation() && signs.all(|c| c == first))
        && line.len() >= 3
}

/// Marks titles by number signs, whose levels are those of their rules in the order of the text.
fn mark_headings(lines: &mut [String]) {
    let mut levels: Vec<(char, bool)> = Vec::new();
    for at in 1..lines.len() {
        let rule = lines[at].clone();
        let title = lines[at - 1].trim().to_owned();
        let is_over = at >= 2 && is_rule(&lines[at - 2]) && lines[at - 2].trim() == rule.trim();
        let is_title = is_rule(&rule)
            && !title.is_empty()
            && !is_rule(&title)
            && (is_over || !lines[at - 1].starts_with(' '))
            && (at < 2 || is_over || lines[at - 2].trim().is_empty())
            && rule.trim().chars().count() + 1 >= title.chars().count();
        let Some(sign) = rule.chars().next().filter(|_| is_title) else {
            continue;
        };
        let look = (sign, is_over);
        let known = levels.iter().position(|level| *level == look);
        let level = known.unwrap_or_else(|| {
            levels.push(look);
            levels.len() - 1
        });
        lines[at - 1] = format!("{} {title}", "#".repeat((level + 1).min(6)));
        lines[at].clear();
        if is_over {
            lines[at - 2].clear();
        }
    }
}
