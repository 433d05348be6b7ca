//! The loader of word lists.
//!
//! A file is made of sections. A heading such as `[fr accepted]` names the language by its ISO 639-1
//! code (`xx` where there is none) and, in lists of several senses, the sense. Entries are separated
//! by commas or line ends. `#` begins a comment line.

use std::sync::LazyLock;

/// The states of works that are not published yet. The sense is the state.
pub(crate) static PUBLICATION_STATES: LazyLock<Vec<Section>> =
    LazyLock::new(|| sections(include_str!("publication_states.txt")));

/// Particles of family names, marked with where else they are particles.
pub(super) static NAME_PARTICLES: LazyLock<Vec<Section>> =
    LazyLock::new(|| sections(include_str!("name_particles.txt")));

/// The phrases in names of venues. The sense is the field of study.
pub(crate) static FIELDS_OF_STUDY: LazyLock<Vec<Section>> =
    LazyLock::new(|| sections(include_str!("fields_of_study.txt")));

/// Abbreviations of words in names of journals. Each entry is the abbreviation, and after a blank the
/// beginning of the word.
pub(crate) static TITLE_CONTRACTIONS: LazyLock<Vec<Section>> =
    LazyLock::new(|| sections(include_str!("title_contractions.txt")));

/// The words of one language and sense, in the order of their file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Section {
    /// The ISO 639-1 code of the language: `fr`.
    pub(crate) language: &'static str,
    /// The sense, empty in lists of one sense.
    pub(crate) sense: &'static str,
    /// The words as they are spelled.
    pub(crate) words: Vec<&'static str>,
}

fn sections(file: &'static str) -> Vec<Section> {
    let mut out: Vec<Section> = Vec::new();
    for line in file.lines().map(str::trim) {
        if line.starts_with('#') {
            continue;
        }
        let heading = line.strip_prefix('[').and_then(|l| l.strip_suffix(']'));
        if let Some(heading) = heading {
            let (language, sense) = heading.split_once(' ').unwrap_or((heading, ""));
            out.push(Section {
                language,
                sense,
                words: Vec::new(),
            });
        } else if let Some(section) = out.last_mut() {
            let words = line.split(',').map(str::trim);
            section.words.extend(words.filter(|word| !word.is_empty()));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn file_is_read_by_sections() {
        let section = |language, sense, words: &[&'static str]| Section {
            language,
            sense,
            words: words.to_vec(),
        };
        assert_eq!(
            sections(
                "# one, two\n[en]\nto appear, in press\ndraft\n\n[fr accepted]\n\u{e0} para\u{ee}tre,\n"
            ),
            [
                section("en", "", &["to appear", "in press", "draft"]),
                section("fr", "accepted", &["\u{e0} para\u{ee}tre"]),
            ]
        );
    }

    #[test]
    fn every_list_is_tagged_and_repeats_no_word() {
        for list in [
            &PUBLICATION_STATES,
            &NAME_PARTICLES,
            &FIELDS_OF_STUDY,
            &TITLE_CONTRACTIONS,
        ] {
            let mut seen = HashSet::new();
            for section in list.iter() {
                assert_eq!(section.language.len(), 2, "{section:?}");
                assert!(!section.words.is_empty(), "{section:?}");
                for word in &section.words {
                    assert!(seen.insert((section.language, *word)), "{section:?} {word}");
                }
            }
        }
    }
}
