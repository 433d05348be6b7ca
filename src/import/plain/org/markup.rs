//! Headings, links and emphasis of Org mode.

/// The level of a heading and its text.
pub(crate) type Headed<'a> = (Option<u8>, &'a str);

/// Reads a heading: stars at the beginning of a line.
pub(crate) fn stars(line: &str) -> Option<Headed<'_>> {
    let level = line.bytes().take_while(|byte| *byte == b'*').count();
    let rest = line[level..].strip_prefix(' ')?;
    let level = u8::try_from(level).ok().filter(|level| *level > 0)?;
    Some((Some(level.min(6)), rest.trim()))
}

/// Returns a line with its links and emphasis marked as in Markdown.
pub(crate) fn as_markdown(line: &str) -> String {
    with_marks(line, &['/', '*'])
}

/// Does so with the emphasis of these marks alone.
fn with_marks(line: &str, marks: &[char]) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        let before = out.chars().next_back().is_none_or(|c| !c.is_alphanumeric());
        let taken = match c {
            '[' => link(rest),
            '@' => snippet(rest),
            c if before && marks.contains(&c) => emphasis(rest, c),
            _ => None,
        };
        if let Some((text, length)) = taken {
            out.push_str(&text);
            rest = &rest[length..];
        } else {
            out.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    out
}

/// The distance in bytes in which a closing mark is searched, so that the time is linear.
const REACH: usize = 2000;

fn within_reach(text: &str) -> &str {
    let mut end = text.len().min(REACH);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Returns the text of `[[address][label]]` and its length.
pub(super) fn link(rest: &str) -> Option<(String, usize)> {
    let inner = rest.strip_prefix("[[")?;
    let end = within_reach(inner).find("]]")?;
    let (address, label) = inner[..end]
        .split_once("][")
        .unwrap_or((&inner[..end], &inner[..end]));
    Some((format!("[{label}]({address})"), end + 4))
}

/// Returns what an export snippet says in HTML, and its length: the `<i>` of `@@html:<i>@@`. Snippets for other exports
/// are left out.
fn snippet(rest: &str) -> Option<(String, usize)> {
    let inner = rest.strip_prefix("@@")?;
    let end = within_reach(inner).find("@@")?;
    let (export, text) = inner[..end].split_once(':')?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let shown = if export == "html" { text } else { "" };
    (!export.is_empty() && export.chars().all(is_name)).then(|| (shown.to_owned(), end + 4))
}

/// Reads `/slanted/` or `*bold*`, closed before a space or punctuation.
pub(super) fn emphasis(rest: &str, mark: char) -> Option<(String, usize)> {
    let inner = &rest[1..];
    let end = within_reach(inner)
        .match_indices(mark)
        .map(|(at, _)| at)
        .find(|at| {
            let after = inner[at + 1..].chars().next();
            *at > 0 && after.is_none_or(|c| !c.is_alphanumeric() && c != mark)
        })?;
    let text = &inner[..end];
    if text.starts_with(char::is_whitespace) || text.ends_with(char::is_whitespace) {
        return None;
    }
    let sign = if mark == '*' { "**" } else { "*" };
    // Emphasis may stand within emphasis of the other sort.
    let other = if mark == '*' { '/' } else { '*' };
    Some((
        format!("{sign}{}{sign}", with_marks(text, &[other])),
        end + 2,
    ))
}
