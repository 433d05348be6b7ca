//! The elements of titles, and their effect on their text.

use super::runs::RunStyle;
use super::tags::Tag;

/// The effect of an element on its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::text) enum Role {
    /// Text in a style.
    Styled(RunStyle),
    /// Text without a special style.
    Inline,
    /// Begins a line of its own.
    Block,
}

/// The role of a known element; `None` for all others.
pub(in crate::text) fn role(tag: Tag<'_>) -> Option<Role> {
    let lower = tag.name.to_ascii_lowercase();
    match lower.as_str() {
        "i" | "em" | "italic" => Some(Role::Styled(RunStyle::Emph)),
        "sub" | "inf" => Some(Role::Styled(RunStyle::Sub)),
        "sup" => Some(Role::Styled(RunStyle::Sup)),
        // CSL marks in this way what no style may lower.
        "span" if tag.attributes.contains("nocase") => Some(Role::Styled(RunStyle::Protected)),
        name if BLOCKS.contains(&name) => Some(Role::Block),
        name if INLINE.contains(&name) => Some(Role::Inline),
        _ => None,
    }
}

/// Elements of HTML and JATS around the text of titles, which are removed.
const INLINE: [&str; 60] = [
    "b",
    "strong",
    "bold",
    "tt",
    "code",
    "pre",
    "monospace",
    "scp",
    "sc",
    "span",
    "font",
    "u",
    "a",
    "big",
    "small",
    "strike",
    "s",
    "del",
    "ins",
    "q",
    "abbr",
    "acronym",
    "cite",
    "dfn",
    "kbd",
    "samp",
    "var",
    "named-content",
    "styled-content",
    "ext-link",
    "xref",
    "inline-formula",
    "disp-formula",
    "alternatives",
    "tex-math",
    "underline",
    "overline",
    "roman",
    "sans-serif",
    "strikethrough",
    "bdi",
    "bdo",
    "wbr",
    "mark",
    "nobr",
    "img",
    "inline-graphic",
    "graphic",
    "email",
    "uri",
    "hr",
    "small-caps",
    "center",
    "section",
    "header",
    "label",
    "fn",
    "note",
    "mrow",
    "mstyle",
];

/// Elements that begin a line of their own.
const BLOCKS: [&str; 14] = [
    "p", "div", "br", "title", "li", "ul", "ol", "h1", "h2", "h3", "h4", "sec", "break", "subtitle",
];
