//! Entities: characters given by name or number.

use std::borrow::Cow;

use memchr::{memchr, memchr_iter};

/// The longest name of a character in HTML, `&CounterClockwiseContourIntegral;`.
const MAX_ENTITY_LEN: usize = 33;

/// Replaces entities by their characters; unknown ones are kept.
pub(super) fn resolved(text: &str) -> Cow<'_, str> {
    let Some(first) = memchr(b'&', text.as_bytes()) else {
        return Cow::Borrowed(text);
    };
    let mut out = String::with_capacity(text.len());
    out.push_str(&text[..first]);
    let mut rest = &text[first..];
    while !rest.is_empty() {
        let (character, length) = match entity(rest) {
            Some(entity) => (character(entity), entity.len()),
            None => (None, 1),
        };
        match character {
            Some(character) => out.push_str(&character),
            None => out.push_str(&rest[..length]),
        }
        rest = &rest[length..];
        let next = memchr(b'&', rest.as_bytes()).unwrap_or(rest.len());
        out.push_str(&rest[..next]);
        rest = &rest[next..];
    }
    Cow::Owned(out)
}

/// Returns the first unknown entity of a text.
pub(super) fn unknown(text: &str) -> Option<&str> {
    memchr_iter(b'&', text.as_bytes())
        .filter_map(|at| entity(&text[at..]))
        .find(|entity| character(entity).is_none())
}

/// Returns the entity at the beginning of a text: `&uuml;`, `&#233;`. A bare `&` is none.
fn entity(text: &str) -> Option<&str> {
    let head = &text.as_bytes()[..text.len().min(MAX_ENTITY_LEN)];
    let end = memchr(b';', head)?;
    let name = head[1..end].strip_prefix(b"#").unwrap_or(&head[1..end]);
    (!name.is_empty() && name.iter().all(u8::is_ascii_alphanumeric)).then(|| &text[..=end])
}

/// Returns the text of an entity. DBLP's DTD declares a subset of HTML's names.
fn character(entity: &str) -> Option<Cow<'_, str>> {
    let character = htmlize::unescape(entity);
    // No entity is longer than two characters; of an unknown name, HTML decodes a known prefix.
    (character != entity && character.chars().nth(2).is_none()).then_some(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities_are_replaced() {
        for (given, want) in [
            ("J&uuml;rgen &Oslash;. &#233;&#xe9;", "Jürgen Ø. éé"),
            (
                "AT&amp;T &amp;lt; &lt;i&gt; &quot;&apos;",
                "AT&T &lt; <i> \"'",
            ),
            ("&reg;&micro;&times;", "®µ×"),
            (
                "&lol9; R&D & &; &#; &ampx; &",
                "&lol9; R&D & &; &#; &ampx; &",
            ),
            ("no entity", "no entity"),
        ] {
            assert_eq!(resolved(given), want, "{given}");
        }
    }

    #[test]
    fn unknown_entities_are_found() {
        assert_eq!(unknown("a &uuml; b & c; R&D; &#233;"), Some("&D;"));
        assert_eq!(unknown("a &uuml; &amp; b & c; R&D"), None);
        assert_eq!(unknown("&ampx;&lol9;"), Some("&ampx;"));
    }
}
