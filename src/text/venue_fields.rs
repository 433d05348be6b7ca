//! The fields of study that the names of venues tell.

use std::{collections::HashMap, sync::LazyLock};

use super::fold;
use crate::{model::FieldOfStudy, words::FIELDS_OF_STUDY};

/// Returns the fields of the phrases in the name of a venue, in full or abbreviated.
#[must_use]
pub fn of_venue(venue: &str) -> Vec<FieldOfStudy> {
    let (phrases, longest) = &*PHRASES;
    let folded = fold::fold(venue);
    let words: Vec<&str> = folded.split_whitespace().collect();
    let mut out = Vec::new();
    for start in 0..words.len() {
        for end in start + 1..=words.len().min(start + longest) {
            if let Some(field) = phrases.get(&words[start..end].join(" "))
                && !out.contains(field)
            {
                out.push(*field);
            }
        }
    }
    out
}

/// The phrases of venues, folded, with their fields, and the words of the longest.
static PHRASES: LazyLock<(HashMap<String, FieldOfStudy>, usize)> = LazyLock::new(|| {
    let mut phrases = HashMap::new();
    for section in FIELDS_OF_STUDY.iter() {
        let field = FieldOfStudy::ALL.into_iter();
        let mut field = field.filter(|field| field.to_string() == section.sense);
        if let Some(field) = field.next() {
            let words = section.words.iter().map(|phrase| fold::fold(phrase));
            phrases.extend(words.map(|phrase| (phrase, field)));
        }
    }
    let longest = phrases.keys().map(|phrase| phrase.split(' ').count()).max();
    (phrases, longest.unwrap_or(0))
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_section_of_the_words_is_a_field() {
        for section in FIELDS_OF_STUDY.iter() {
            let mut fields = FieldOfStudy::ALL.into_iter();
            assert!(
                fields.any(|field| field.to_string() == section.sense),
                "{}",
                section.sense
            );
        }
    }

    #[test]
    fn venues_in_full_and_abbreviated_are_of_their_field() {
        for (venue, field) in [
            ("N. Engl. J. Med.", FieldOfStudy::Medicine),
            ("The Lancet Oncology", FieldOfStudy::Medicine),
            ("Phys. Rev. D 98 (2018)", FieldOfStudy::ParticlePhysics),
            ("JHEP", FieldOfStudy::ParticlePhysics),
            (
                "Monthly Notices of the Royal Astronomical Society",
                FieldOfStudy::Physics,
            ),
            ("J. Am. Chem. Soc.", FieldOfStudy::Chemistry),
            ("Annals of Mathematics", FieldOfStudy::Mathematics),
            ("The American Historical Review", FieldOfStudy::Humanities),
            ("Journal of Political Economy", FieldOfStudy::SocialSciences),
            ("J. Neurosci.", FieldOfStudy::LifeSciences),
            ("NSDI '23", FieldOfStudy::Computing),
        ] {
            assert!(
                of_venue(venue).contains(&field),
                "{venue}: {:?}",
                of_venue(venue)
            );
        }
        for venue in ["Nature", "Science", "PNAS", "Workshop on Looms", ""] {
            assert_eq!(of_venue(venue), [], "{venue}");
        }
    }
}
