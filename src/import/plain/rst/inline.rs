//! The markup within paragraphs: links, roles and emphasis.

use std::collections::BTreeMap;

/// The distance in bytes in which a closing mark is searched, so that the time is linear.
const REACH: usize = 600;

/// The most characters of the name of a target.
const LONGEST_NAME: usize = 60;

/// Returns where names lead, in small letters: `.. _name: https://example.org`.
pub(super) fn targets(text: &str) -> BTreeMap<String, String> {
    let named = text.lines().filter_map(|line| {
        let (name, address) = line.trim().strip_prefix(".. _")?.split_once(": ")?;
        let name = name.trim_matches('`').to_lowercase();
        let address = address.trim();
        (address.contains("://") && !address.contains(' ')).then(|| (name, address.to_owned()))
    });
    named.collect()
}

/// Returns the lines as one text with links and emphasis marked as in Markdown.
pub(super) fn as_markdown(lines: &[String], targets: &BTreeMap<String, String>) -> String {
    let source = lines.join("\n");
    let mut out = String::with_capacity(source.len());
    let mut rest = source.as_str();
    let mut is_parted = false;
    while let Some(c) = rest.chars().next() {
        let last = out.chars().next_back();
        let is_open = last.is_none_or(|c| !c.is_alphanumeric()) || is_parted;
        // `CO\ :sub:`2``: an escaped blank is not printed, and markup may begin behind it.
        is_parted = rest.starts_with("\\ ");
        let length = match c {
            '`' if is_open => quoted(rest, targets, &mut out),
            ':' if is_open => role(rest, &mut out),
            '*' if is_open => emphasis(rest, &mut out),
            '[' => footnote(rest),
            '\\' => escape(rest, &mut out),
            c if c.is_alphanumeric() && is_open => reference(rest, targets, &mut out),
            _ => None,
        };
        if let Some(length) = length {
            rest = &rest[length..];
        } else {
            out.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    out
}

/// Returns the text near, up to the end of its paragraph.
fn near(text: &str) -> &str {
    let mut end = text.len().min(REACH);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let near = &text[..end];
    near.split("\n\n").next().unwrap_or(near)
}

/// Writes a text line by line between marks, since a mark ends with its line.
fn marked(out: &mut String, text: &str, open: &str, close: &str) {
    for (at, line) in text.split('\n').enumerate() {
        if at > 0 {
            out.push('\n');
        }
        let bare = line.trim();
        if bare.is_empty() {
            continue;
        }
        let start = line.len() - line.trim_start().len();
        out.push_str(&line[..start]);
        out.extend([open, bare, close]);
    }
}

fn link(out: &mut String, text: &str, address: &str) {
    // An address may be broken at the end of a line.
    let address: String = address.split_whitespace().collect();
    marked(out, text, "[", &format!("]({address})"));
}

/// Reads what a grave accent opens: a literal, a link, or a phrase in the default role, which is a title.
fn quoted(rest: &str, targets: &BTreeMap<String, String>, out: &mut String) -> Option<usize> {
    if let Some(inner) = rest.strip_prefix("``") {
        let end = near(inner).find("``")?;
        out.push_str(&inner[..end]);
        return Some(end + 4);
    }
    let inner = &rest[1..];
    let end = near(inner).find('`')?;
    let (phrase, behind) = (&inner[..end], &inner[end + 1..]);
    if phrase.trim().is_empty() {
        return None;
    }
    let marks = behind
        .bytes()
        .take_while(|byte| *byte == b'_')
        .take(2)
        .count();
    let length = 1 + end + 1 + marks;
    if marks == 0 {
        marked(out, phrase, "*", "*");
        return Some(length);
    }
    let address = embedded(phrase);
    let text = address.map_or(phrase, |(text, _)| text);
    let name = text
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .to_lowercase();
    match address
        .map(|(_, address)| address)
        .or_else(|| targets.get(&name).map(String::as_str))
    {
        Some(address) if address.contains("://") => link(out, text, address),
        Some(address) => match targets.get(&address.trim_end_matches('_').to_lowercase()) {
            Some(address) => link(out, text, address),
            None => out.push_str(text),
        },
        None => out.push_str(text),
    }
    Some(length)
}

/// Splits `title <address>`.
fn embedded(phrase: &str) -> Option<(&str, &str)> {
    let (text, address) = phrase.strip_suffix('>')?.rsplit_once('<')?;
    let address = address.trim();
    // Without a text the address is the text.
    Some((
        if text.trim().is_empty() {
            address
        } else {
            text.trim_end_matches([' ', '\\'])
        },
        address,
    ))
}

/// Reads a role with its text: :doi:`10.1145/1.2`, :sub:`2`.
fn role(rest: &str, out: &mut String) -> Option<usize> {
    let name_end = near(&rest[1..]).find(":`")?;
    let name = &rest[1..=name_end];
    if name.is_empty()
        || !name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "-_:+.".contains(c))
    {
        return None;
    }
    let inner = &rest[name_end + 3..];
    let end = near(inner).find('`')?;
    let phrase = &inner[..end];
    let (text, target) = embedded(phrase).unwrap_or((phrase, phrase));
    match name.to_lowercase().as_str() {
        "doi" => link(out, text, &format!("https://doi.org/{target}")),
        "arxiv" => link(out, text, &format!("https://arxiv.org/abs/{target}")),
        "emphasis" | "title" | "t" | "title-reference" => marked(out, text, "*", "*"),
        "strong" => marked(out, text, "**", "**"),
        "math" => marked(out, text, "$", "$"),
        name if name.starts_with("raw") => {}
        _ if target.contains("://") => link(out, text, target),
        _ => out.push_str(text),
    }
    Some(name_end + 3 + end + 1)
}

/// Reads emphasis that goes over the end of a line. The rest is as in other texts.
fn emphasis(rest: &str, out: &mut String) -> Option<usize> {
    let width = rest.bytes().take_while(|byte| *byte == b'*').count();
    let mark = rest.get(..width).filter(|_| width <= 2)?;
    let inner = &rest[width..];
    if inner.starts_with(char::is_whitespace) {
        return None;
    }
    let end = near(inner).find(mark)?;
    let text = &inner[..end];
    if !text.contains('\n') || text.ends_with(char::is_whitespace) {
        return None;
    }
    marked(out, text, mark, mark);
    Some(end + 2 * width)
}

/// Reads a reference to a footnote or a citation, `[1]_`, which is no text.
fn footnote(rest: &str) -> Option<usize> {
    let end = rest.bytes().take(40).position(|byte| byte == b']')?;
    let label = &rest[1..end];
    let is_label = !label.is_empty()
        && label
            .chars()
            .all(|c| c.is_alphanumeric() || "#*-_.:".contains(c));
    let behind = rest[end + 1..].strip_prefix('_')?;
    (is_label && !behind.starts_with(char::is_alphanumeric)).then_some(end + 2)
}

/// Reads an escaped blank, which is no text. Other escaped signs are read as in other texts.
fn escape(rest: &str, out: &mut String) -> Option<usize> {
    match rest[1..].chars().next()? {
        ' ' => Some(2),
        '\n' => {
            out.push('\n');
            Some(2)
        }
        '`' => {
            out.push('`');
            Some(2)
        }
        _ => None,
    }
}

/// Reads a word with an underscore behind it that leads somewhere: `code_`.
fn reference(rest: &str, targets: &BTreeMap<String, String>, out: &mut String) -> Option<usize> {
    if targets.is_empty() {
        return None;
    }
    let is_part = |c: char| c.is_alphanumeric() || "-._+:".contains(c);
    let mut ends = rest.char_indices().take(LONGEST_NAME);
    let end = ends.find(|(_, c)| !is_part(*c)).map(|(at, _)| at);
    let word = &rest[..end.unwrap_or(rest.len())];
    if word.len() > 4 * LONGEST_NAME {
        return None;
    }
    let name = word.trim_end_matches(['.', ':']).strip_suffix('_')?;
    let address = targets.get(&name.trim_end_matches('_').to_lowercase())?;
    link(out, name.trim_end_matches('_'), address);
    Some(name.len() + 1)
}
