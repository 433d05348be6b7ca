//! Titles that may be translations: those in another language or script than those of the sources.

use crate::text::fold::words;

/// Small words of languages beside English that no English title has twice.
const FOREIGN: [&str; 42] = [
    "aus", "auf", "avec", "bei", "con", "dans", "das", "de", "degli", "dei", "del", "della",
    "delle", "dem", "den", "der", "des", "die", "du", "ein", "eine", "einer", "el", "et", "fur",
    "il", "la", "las", "le", "les", "los", "mit", "nel", "para", "per", "por", "pour", "sur", "um",
    "una", "und", "von",
];

/// Small words of English.
const ENGLISH: [&str; 14] = [
    "and", "are", "by", "for", "from", "is", "of", "the", "to", "towards", "using", "via", "with",
    "how",
];

/// Whether most letters of a text are of another script than Latin.
pub(super) fn is_in_another_script(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic());
    let (mut latin, mut other) = (0, 0);
    for letter in letters {
        // Latin with its extensions ends at U+024F; letters with several marks are at U+1E00.
        if letter <= '\u{24f}'
            || ('\u{1e00}'..='\u{1eff}').contains(&letter)
            || ('\u{1d400}'..='\u{1d7ff}').contains(&letter)
        {
            latin += 1;
        } else {
            other += 1;
        }
    }
    other > latin
}

/// Whether a title is in a language that is not English, as far as its small words tell.
pub(super) fn is_in_another_language(title: &str) -> bool {
    let words = words(title);
    let count = |list: &[&str]| {
        words
            .iter()
            .filter(|it| list.contains(&it.as_str()))
            .count()
    };
    count(&FOREIGN) >= 2 && count(&ENGLISH) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_in_other_languages_are_told() {
        assert!(is_in_another_script("面向图像识别的深度残差学习"));
        assert!(is_in_another_script("О ткачестве и графах"));
        assert!(!is_in_another_script("Über das Weben für α-Looms"));
        assert!(is_in_another_language(
            "Apprentissage profond pour la reconnaissance d'images"
        ));
        assert!(is_in_another_language("Über das Weben von Gesetzen"));
        for title in [
            "Weaving for the Las Vegas del Norte Looms",
            "The Die is Cast",
            "Deep Looms",
        ] {
            assert!(!is_in_another_language(title), "{title}");
        }
    }
}
