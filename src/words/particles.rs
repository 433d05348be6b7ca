//! Particles of family names.

use std::sync::LazyLock;

use super::section::NAME_PARTICLES;

/// A particle in small letters, and where else it is one.
struct Particle {
    word: &'static str,
    has_capital: bool,
    is_shouted: bool,
}

static PARTICLES: LazyLock<Vec<Particle>> = LazyLock::new(|| {
    let words = NAME_PARTICLES.iter().flat_map(|section| &section.words);
    let particle = |marked: &&'static str| Particle {
        word: marked.trim_end_matches(['^', '!']),
        has_capital: marked.contains('^'),
        is_shouted: marked.contains('!'),
    };
    words.map(particle).collect()
});

/// Whether a word is a known particle in small letters: `van`.
pub(crate) fn is_known_particle(word: &str) -> bool {
    PARTICLES.iter().any(|particle| particle.word == word)
}

/// Whether a word is a particle that is written with a capital, as DBLP has them: `Van`.
pub(crate) fn is_capital_particle(word: &str) -> bool {
    let head = |text: &str| text.bytes().next().map(|byte| byte.to_ascii_uppercase());
    word.starts_with(|c: char| c.is_ascii_uppercase())
        && PARTICLES.iter().any(|particle| {
            particle.has_capital
                && particle.word.get(1..) == word.get(1..)
                && head(particle.word) == head(word)
        })
}

/// Whether a word of a name in capitals, put into small letters, is a particle.
pub(crate) fn is_shouted_particle(lower: &str) -> bool {
    let mut particles = PARTICLES.iter().filter(|particle| particle.is_shouted);
    particles.any(|particle| particle.word == lower)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn particles_are_known_by_their_case() {
        assert!(is_known_particle("zur") && !is_known_particle("Van"));
        assert!(is_capital_particle("Van") && is_capital_particle("El"));
        for word in ["van", "VAN", "Zu", "Vat", "", "\u{c9}l"] {
            assert!(!is_capital_particle(word), "{word}");
        }
        assert!(is_shouted_particle("zu") && !is_shouted_particle("do"));
    }
}
