//! Letters: accents from their Unicode decomposition, and those that have none by name.

use unicode_normalization::UnicodeNormalization as _;

/// The accents of base LaTeX (source2e, ltoutenc) by combining mark. Those named by a letter take
/// their argument in braces.
const MARKS: [(char, &str); 16] = [
    ('\u{300}', "`"),
    ('\u{301}', "'"),
    ('\u{302}', "^"),
    ('\u{303}', "~"),
    ('\u{304}', "="),
    ('\u{306}', "u"),
    ('\u{307}', "."),
    ('\u{308}', "\""),
    ('\u{30a}', "r"),
    ('\u{30b}', "H"),
    ('\u{30c}', "v"),
    ('\u{323}', "d"),
    ('\u{326}', "textcommabelow"),
    ('\u{327}', "c"),
    ('\u{328}', "k"),
    ('\u{331}', "b"),
];

/// Letters that don't decompose, or have a macro of their own.
const LETTERS: [(char, &str); 22] = [
    ('ß', "ss"),
    ('ẞ', "SS"),
    ('æ', "ae"),
    ('Æ', "AE"),
    ('œ', "oe"),
    ('Œ', "OE"),
    ('ø', "o"),
    ('Ø', "O"),
    ('å', "aa"),
    ('Å', "AA"),
    ('ł', "l"),
    ('Ł', "L"),
    ('đ', "dj"),
    ('Đ', "DJ"),
    ('ð', "dh"),
    ('Ð', "DH"),
    ('þ', "th"),
    ('Þ', "TH"),
    ('ı', "i"),
    ('ȷ', "j"),
    ('ŋ', "ng"),
    ('Ŋ', "NG"),
];

/// How many accents `chars` begins with. Marks of other scripts (vowel signs, Hebrew points) are
/// no accents: they are written as they are.
pub(super) fn marks_after(chars: &[char]) -> usize {
    chars.iter().take_while(|c| is_accent(**c)).count()
}

/// Whether the command of a letter is none of OT1, LaTeX's default encoding of fonts (ltoutenc).
pub(super) fn needs_t1(c: char) -> bool {
    matches!(c, 'Ð' | 'ð' | 'Þ' | 'þ' | 'Đ' | 'đ' | 'Ŋ' | 'ŋ')
        || std::iter::once(c).nfd().any(|part| part == '\u{328}')
}

pub(super) fn is_accent(c: char) -> bool {
    MARKS.iter().any(|(mark, _)| *mark == c)
}

/// The macro of one non-ASCII letter, in braces; `None` when base LaTeX can't write it.
pub(super) fn letter(c: char) -> Option<String> {
    if c.is_ascii() {
        return None;
    }
    if let Some((_, name)) = LETTERS.iter().find(|(letter, _)| *letter == c) {
        return Some(format!("{{\\{name}}}"));
    }
    let parts: Vec<char> = std::iter::once(c).nfd().collect();
    let (base, marks) = parts.split_first()?;
    (base.is_ascii_alphabetic() && !marks.is_empty() && marks.iter().all(|c| is_accent(*c)))
        .then(|| accented(*base, marks))
}

/// `base` under its accents, the first innermost: `{\~{\^e}}`.
pub(super) fn accented(base: char, marks: &[char]) -> String {
    let mut tex = if base.is_ascii() {
        base.to_string()
    } else {
        letter(base).unwrap_or_else(|| base.to_string())
    };
    for mark in marks {
        let Some((_, name)) = MARKS.iter().find(|(known, _)| known == mark) else {
            continue;
        };
        tex = if name.chars().all(|c| c.is_ascii_alphabetic()) {
            let inner = tex
                .strip_prefix('{')
                .and_then(|t| t.strip_suffix('}'))
                .unwrap_or(&tex);
            format!("{{\\{name}{{{inner}}}}}")
        } else {
            format!("{{\\{name}{tex}}}")
        };
    }
    tex
}
