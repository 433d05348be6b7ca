//! Tags of HTML, JATS or MathML, distinguished from a literal `<`.

/// A tag at the beginning of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::text) struct Tag<'a> {
    /// The name without its prefix, as written: `italic` for `<jats:italic>`.
    pub(in crate::text) name: &'a str,
    /// Whether it has a prefix such as `jats:`.
    pub(in crate::text) prefixed: bool,
    pub(in crate::text) form: Form,
    /// The attributes as written.
    pub(in crate::text) attributes: &'a str,
    /// Its length in bytes.
    pub(in crate::text) length: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::text) enum Form {
    Open,
    Close,
    /// `<br/>`
    Empty,
}

impl Tag<'_> {
    pub(in crate::text) fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }
}

/// Reads `<name attribute="..">`, `</name>` or `<name/>`; `None` for anything else, such as
/// `<30 mW`, `a<b and c>d`.
pub(in crate::text) fn tag(text: &str) -> Option<Tag<'_>> {
    let rest = text.strip_prefix('<')?;
    let (is_close, rest) = match rest.strip_prefix('/') {
        Some(rest) => (true, rest),
        None => (false, rest),
    };
    let length = rest
        .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, ':' | '-' | '_' | '.')))
        .unwrap_or(rest.len());
    let (whole, rest) = rest.split_at(length);
    let (prefix, name) = whole.rsplit_once(':').unwrap_or(("", whole));
    let (attributes, is_empty, after) = attributes(rest)?;
    let sound = name.starts_with(|c: char| c.is_ascii_alphabetic());
    sound.then(|| Tag {
        name,
        prefixed: !prefix.is_empty(),
        form: match (is_close, is_empty) {
            (true, _) => Form::Close,
            (_, true) => Form::Empty,
            _ => Form::Open,
        },
        attributes,
        length: text.len() - after.len(),
    })
}

/// Reads `name="value"` pairs up to `>` or `/>`; gives them, whether the tag is empty, and the
/// rest.
fn attributes(text: &str) -> Option<(&str, bool, &str)> {
    let mut rest = text;
    loop {
        let trimmed = rest.trim_start();
        let had_blank = trimmed.len() < rest.len();
        rest = trimmed;
        let given = &text[..text.len() - rest.len()];
        if let Some(after) = rest.strip_prefix("/>") {
            return Some((given.trim(), true, after));
        }
        if let Some(after) = rest.strip_prefix('>') {
            return Some((given.trim(), false, after));
        }
        if !had_blank {
            return None;
        }
        let name = rest
            .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, ':' | '-' | '_')))
            .filter(|length| *length > 0)?;
        rest = rest[name..].trim_start().strip_prefix('=')?.trim_start();
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''));
        let end = match quote {
            Some(quote) => 2 + rest[1..].find(quote)?,
            None => rest.find(|c: char| c.is_whitespace() || c == '>')?,
        };
        rest = &rest[end..];
    }
}

/// How far a closing tag is looked for. Titles have a dozen tags, one with MathML a hundred.
const MOST_TAGS: usize = 1000;

/// The bytes up to the closing tag of `name` that belongs to the opening one before `text`, and
/// the length of that closing tag.
pub(in crate::text) fn element_end(text: &str, name: &str) -> Option<(usize, usize)> {
    let mut depth = 1_usize;
    for (at, _) in text.match_indices('<').take(MOST_TAGS) {
        let Some(tag) = tag(&text[at..]).filter(|tag| tag.is(name)) else {
            continue;
        };
        match tag.form {
            Form::Open => depth += 1,
            Form::Empty => {}
            Form::Close => {
                depth -= 1;
                if depth == 0 {
                    return Some((at, tag.length));
                }
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_told_from_signs() {
        for (text, want) in [
            ("<i>x", Some(("i", Form::Open))),
            ("</jats:italic>", Some(("italic", Form::Close))),
            ("<br/>", Some(("br", Form::Empty))),
            (
                "<span style=\"font-variant:small-caps;\">",
                Some(("span", Form::Open)),
            ),
            (
                "<mml:math xmlns:mml='u' display=inline >",
                Some(("math", Form::Open)),
            ),
            ("<30 mW", None),
            ("< b>", None),
            ("<b and c>", None),
            ("<b$ x>", None),
            ("<i", None),
        ] {
            let found = tag(text).map(|tag| (tag.name, tag.form));
            assert_eq!(found, want, "{text}");
        }
    }
}
