//! Repair of UTF-8 that was decoded as Windows-1252: `SchrÃ¶dinger`.

use std::borrow::Cow;

/// The characters of Windows-1252 from 0x80 to 0x9F; the five unused bytes stand for themselves.
const HIGH: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Returns the text with such damage repaired.
///
/// Only what nobody writes on purpose is taken for damage: `Ã` or `Â` with a sign or control
/// after it, `Ä` or `Å` with one that stands after no letter or unit, and `â€` with any third sign.
/// With a quote, a dash or an exponent (`3.2 Å³`) `Ä` and `Å` are damage only in a text that has
/// other damage.
#[must_use]
pub fn mended(text: &str) -> Cow<'_, str> {
    if !text.contains(['Ã', 'Â', 'Ä', 'Å', 'â']) {
        return Cow::Borrowed(text);
    }
    let chars: Vec<char> = text.chars().collect();
    let is_damaged = (0..chars.len()).any(|at| damaged(&chars[at..], false).is_some());
    if !is_damaged {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while at < chars.len() {
        if let Some((c, length)) = damaged(&chars[at..], true) {
            out.push(c);
            at += length;
        } else {
            out.push(chars[at]);
            at += 1;
        }
    }
    Cow::Owned(out)
}

/// Signs that follow an ordinary `Ä` or `Å`: `„Ä“`, `3 Å³`, `5 Å…`.
const MAY_FOLLOW: &str = "„‘’“”–—•¹²³±·°«»‹›…†‡";

/// The character that the head of `chars` was, and how many it became. What may be meant counts
/// only where the text `is_known` to be damaged.
fn damaged(chars: &[char], is_known: bool) -> Option<(char, usize)> {
    let second = *chars.get(1)?;
    let length = match chars[0] {
        'Ã' | 'Â' => 2,
        'Ä' | 'Å' if is_known || !MAY_FOLLOW.contains(second) => 2,
        'â' if matches!(second, '€' | '\u{80}') => 3,
        _ => return None,
    };
    let bytes: Vec<u8> = chars
        .get(..length)?
        .iter()
        .filter_map(|c| byte(*c))
        .collect();
    let text = std::str::from_utf8(&bytes).ok()?;
    let mut decoded = text.chars();
    let c = decoded.next().filter(|_| bytes.len() == length)?;
    decoded.next().is_none().then_some((c, length))
}

fn byte(c: char) -> Option<u8> {
    match HIGH.iter().position(|high| *high == c) {
        Some(at) => u8::try_from(0x80 + at).ok(),
        None => u8::try_from(u32::from(c)).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_is_undone_and_letters_stay() {
        for (given, want) in [
            ("SchrÃ¶dinger and MÃ¼ller", "Schrödinger and Müller"),
            ("Ã–sterreich, Å\u{81}ukasz", "Österreich, Łukasz"),
            ("it is donâ€™t", "it is don’t"),
            ("SÃO PAULO, Ärger, ‘Å’", "SÃO PAULO, Ärger, ‘Å’"),
            ("pâte â la", "pâte â la"),
            (
                "3.2 Å³, Å², Å±0.1, 2 Å·s, Ä°, « 2 Å»",
                "3.2 Å³, Å², Å±0.1, 2 Å·s, Ä°, « 2 Å»",
            ),
            ("Ä°stanbul, TÃ¼rkiye", "İstanbul, Türkiye"),
        ] {
            assert_eq!(mended(given), want);
        }
    }
}
