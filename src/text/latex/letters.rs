//! Letters: accents by their Unicode decomposition, and other letters by name.

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

/// Whether the command of a letter is not in OT1, LaTeX's default font encoding (ltoutenc).
pub(super) fn needs_t1(c: char) -> bool {
    matches!(c, 'Ð' | 'ð' | 'Þ' | 'þ' | 'Đ' | 'đ' | 'Ŋ' | 'ŋ')
        || std::iter::once(c).nfd().any(|part| part == '\u{328}')
}

pub(super) fn is_accent(c: char) -> bool {
    MARKS.iter().any(|(mark, _)| *mark == c)
}

/// Returns the macro of one non-ASCII letter, in braces; `None` if base LaTeX can't write it.
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

/// `base` under its accents, the first innermost: `{\~{\^e}}`. Each accent is written once around
/// what is inside, so that a letter with very many takes no longer than they are.
pub(super) fn accented(base: char, marks: &[char]) -> String {
    let tex = if base.is_ascii() {
        base.to_string()
    } else {
        letter(base).unwrap_or_else(|| base.to_string())
    };
    let name = |mark: &char| MARKS.iter().find(|(known, _)| known == mark);
    let names: Vec<&str> = marks
        .iter()
        .filter_map(name)
        .map(|(_, name)| *name)
        .collect();
    // An accent named by a letter has braces of its own around its argument, which has none then.
    let has_argument = |name: &str| name.chars().all(|c| c.is_ascii_alphabetic());
    let is_bare = |at: usize| names.get(at + 1).is_some_and(|outer| has_argument(outer));
    let mut out = String::with_capacity(tex.len() + 5 * names.len());
    for (at, name) in names.iter().enumerate().rev() {
        out.push_str(if is_bare(at) { "\\" } else { "{\\" });
        out.push_str(name);
        if has_argument(name) {
            out.push('{');
        }
    }
    let inner = tex.strip_prefix('{').and_then(|tex| tex.strip_suffix('}'));
    let inner = inner.filter(|_| names.first().is_some_and(|name| has_argument(name)));
    out.push_str(inner.unwrap_or(&tex));
    for (at, name) in names.iter().enumerate() {
        if has_argument(name) {
            out.push('}');
        }
        if !is_bare(at) {
            out.push('}');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_of_every_sort_are_put_around_each_other() {
        for (base, marks, want) in [
            ('e', "\u{302}\u{303}", r"{\~{\^e}}"),
            ('e', "\u{323}\u{302}", r"{\^{\d{e}}}"),
            ('e', "\u{302}\u{323}", r"{\d{\^e}}"),
            ('e', "\u{30c}\u{323}", r"{\d{\v{e}}}"),
            ('ø', "\u{301}", r"{\'{\o}}"),
            ('ø', "\u{323}", r"{\d{\o}}"),
            ('o', "", "o"),
        ] {
            let marks: Vec<char> = marks.chars().collect();
            assert_eq!(accented(base, &marks), want);
        }
    }

    #[test]
    fn very_many_accents_are_as_long_as_they_are_many() {
        // Each accent that copied what is inside would take hours here.
        let marks = vec!['\u{301}'; 1_000_000];
        assert_eq!(accented('e', &marks).len(), 1 + 4 * marks.len());
    }
}
