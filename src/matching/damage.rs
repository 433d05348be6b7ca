//! Repairs text that lost characters when it was copied, and marks the gaps that remain.

use std::borrow::Cow;

use crate::text::mojibake::mended;

/// Marks a gap of up to two letters.
pub(super) const LOST: char = '\u{fffd}';

/// Decodes entities, undoes double encoding, and marks what can't be restored as lost.
///
/// Pages of search engines are copied with spaces inside entities (`& hellip ;`), and with letters
/// of which one byte became a letter and the other a sign (`altä ± nel` for `Altınel`).
pub(super) fn repaired(text: &str) -> Cow<'_, str> {
    if text.is_ascii() && !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let decoded = decoded(text);
    let mended = mended(&decoded);
    Cow::Owned(with_gaps(&mended))
}

/// Restores symbols that catalogues garble: mathematical letters of which only the number of the
/// entity is left (`119977-WL` for `𝒩-WL`), and `+-` printed as one sign.
pub(super) fn with_symbols(text: &str) -> Cow<'_, str> {
    const MATHEMATICAL: std::ops::RangeInclusive<u32> = 0x1_D400..=0x1_D7FF;
    let letter = |digits: &str| {
        let number = digits.parse().ok().filter(|_| digits.len() == 6)?;
        char::from_u32(number).filter(|_| MATHEMATICAL.contains(&number))
    };
    // `B+-Trees` is printed as `B±Trees`.
    let text = if text.contains('±') {
        Cow::Owned(text.replace('±', "+-"))
    } else {
        Cow::Borrowed(text)
    };
    let runs = || text.split_inclusive(|c: char| !c.is_ascii_digit());
    let number = |run: &str| letter(run.trim_end_matches(|c: char| !c.is_ascii_digit()));
    if !runs().any(|run| number(run).is_some()) {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    for run in runs() {
        match number(run) {
            Some(letter) => {
                out.push(letter);
                out.push_str(run.trim_start_matches(|c: char| c.is_ascii_digit()));
            }
            None => out.push_str(run),
        }
    }
    Cow::Owned(out)
}

/// Decodes entities, with or without spaces inside them.
fn decoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest
            .bytes()
            .take(MOST_LETTERS + 1)
            .position(|byte| byte == b';');
        let entity = end.map_or("", |end| &rest[..=end]);
        let name = entity.replace(' ', "");
        let undone = htmlize::unescape(&name);
        if name.len() > 2 && undone != name {
            out.push_str(&undone);
            rest = &rest[entity.len()..];
        } else {
            out.push('&');
            rest = &rest[1..];
        }
    }
    out.push_str(rest);
    out
}

/// The greatest length of an entity including its spaces.
const MOST_LETTERS: usize = 12;

/// Replaces letters that are the first byte of a UTF-8 sequence, and the signs after them that are
/// the other bytes, by [`LOST`].
fn with_gaps(text: &str) -> String {
    const FIRST: [char; 10] = ['Ã', 'ã', 'Â', 'â', 'Ä', 'ä', 'Å', 'å', 'Î', 'Ï'];
    let is_sign = |c: char| {
        !c.is_ascii_graphic() && !c.is_alphanumeric() && !c.is_whitespace() || matches!(c, '?')
    };
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while at < chars.len() {
        let mut end = at + 1;
        let mut signs = 0;
        if FIRST.contains(&chars[at]) {
            let mut next = end;
            while let Some(c) = chars.get(next) {
                if is_sign(*c) {
                    signs += 1;
                    end = next + 1;
                } else if *c != ' ' {
                    break;
                }
                next += 1;
            }
        }
        if signs == 0 {
            out.push(chars[at]);
            at += 1;
            continue;
        }
        out.push(LOST);
        // Spaces between the bytes are part of the damage, but a sign for an ellipsis or quote ends
        // a word.
        let parted = chars[at + 1..end].contains(&' ');
        at = end;
        if parted && chars.get(at) == Some(&' ') && chars[at - 1] != '?' {
            at += 1;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mathematical_letters_are_restored() {
        assert_eq!(
            with_symbols("119977-WL: A New Hierarchy"),
            "𝒩-WL: A New Hierarchy"
        );
        for title in ["Sorting 100000 Strings", "Report 1199770", "In 1999"] {
            assert_eq!(with_symbols(title), title);
        }
    }

    #[test]
    fn plus_minus_sign_becomes_two_signs() {
        assert_eq!(with_symbols("Prefetching B±Trees"), "Prefetching B+-Trees");
    }

    #[test]
    fn damaged_letters_are_decoded_or_marked() {
        for (given, want) in [
            ("M. Alt\u{e4} ± nel", "M. Alt\u{fffd}nel"),
            ("J. DeÃ?loch", "J. De\u{fffd}loch"),
            ("on very large & hellip ; ,", "on very large … ,"),
            ("int &#39; l conf", "int &#39; l conf"),
            ("Müller & Söhne; Co", "Müller & Söhne; Co"),
            ("donâ ?? t scrap it", "don\u{fffd} t scrap it"),
            ("Schr&ouml;dinger", "Schrödinger"),
            ("Quo vadis, Qualität? Ja", "Quo vadis, Qualität? Ja"),
        ] {
            let want = want.replace("&#39;", "'");
            assert_eq!(repaired(given), want, "{given}");
        }
    }
}
