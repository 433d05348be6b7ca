//! Notations in titles: formulas in TeX, in Unicode or as plain text can, and corrections as the Web of Science lists
//! them.

use std::borrow::Cow;

use crate::text::{fold::words, unlatex::without_tex};

/// A title as it is compared with another: TeX becomes text, `sqrt` is left out, as the sign `√` is when titles are
/// folded, an isotope is written as the other title writes it (`He-3` becomes `3He` where that has `³He`), and
/// `Looms (vol 9, 24, 2014)` says that it is an erratum.
pub(super) fn plain<'a>(title: &'a str, other: &str) -> Cow<'a, str> {
    let mut title = without_tex(title);
    if title.contains("sqrt") {
        title = Cow::Owned(title.replace("sqrt", " "));
    }
    if let Some(corrected) = corrected(&title) {
        title = Cow::Owned(format!("Erratum: {corrected}"));
    }
    if !has_isotope(&title) {
        return title;
    }
    let others = words(other);
    let written = |word: &str| {
        let nuclide = isotope(word)?;
        let is_same = |other: &String| *other == nuclide.to_lowercase();
        others.iter().any(is_same).then_some(nuclide)
    };
    let text: Vec<String> = title
        .split(' ')
        .map(|word| written(word).unwrap_or_else(|| word.to_owned()))
        .collect();
    Cow::Owned(text.join(" "))
}

/// The title of the article that an entry of the Web of Science corrects.
fn corrected(title: &str) -> Option<&str> {
    let (title, place) = title.trim_end().strip_suffix(')')?.rsplit_once(" (vol ")?;
    let begins = place.starts_with(|c: char| c.is_ascii_digit());
    (begins && place.contains(", ")).then_some(title)
}

/// Whether a word of a text may be an isotope.
fn has_isotope(text: &str) -> bool {
    text.contains('-') && text.split(' ').any(|word| isotope(word).is_some())
}

/// `3He` of `He-3`, whatever signs stand around it.
fn isotope(word: &str) -> Option<String> {
    let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
    let (element, mass) = bare.split_once('-')?;
    let is_element = (1..=2).contains(&element.len())
        && element.starts_with(|c: char| c.is_ascii_uppercase())
        && element[1..].chars().all(|c| c.is_ascii_lowercase());
    let is_mass = (1..=3).contains(&mass.len()) && mass.chars().all(|c| c.is_ascii_digit());
    (is_element && is_mass).then(|| format!("{mass}{element}"))
}

#[cfg(test)]
mod tests {
    use crate::matching::title::{TitleRelation, compare_titles};

    #[test]
    fn formulas_are_the_same_in_every_notation() {
        for (listed, found) in [
            ("Muon capture on H-3 and He-3", "Muon capture on ³H and ³He"),
            (
                "Jet yields in Pb+Pb collisions at sqrt(sNN)=2.76 TeV",
                "Jet yields in Pb+Pb collisions at √s_NN = 2.76 TeV",
            ),
            (
                r"$\mathfrak{sl}(2)$ operators and Markov processes",
                "sl(2) operators and Markov processes",
            ),
            (
                r"The boson mass in the $H \to ZZ \to 4 \ell$ decay channel",
                "The boson mass in the H→ZZ→4ℓ decay channel",
            ),
        ] {
            let agreement = compare_titles(listed, found);
            assert!(
                agreement.relation <= TitleRelation::Typos && agreement.conflict.is_none(),
                "{listed}: {agreement:?}"
            );
        }
    }

    #[test]
    fn correction_is_not_what_it_corrects() {
        let listed = "Break-up channels in muon capture (vol 90, 024001, 2014)";
        let article = compare_titles(listed, "Break-up channels in muon capture");
        assert!(article.conflict.is_some(), "{article:?}");
        let erratum = compare_titles(listed, "Erratum: Break-up channels in muon capture");
        assert!(
            erratum.conflict.is_none() && erratum.is_same_title(),
            "{erratum:?}"
        );
        assert_eq!(super::corrected("Looms of the North (vol. 2)"), None);
    }

    #[test]
    fn other_isotopes_are_other_titles() {
        let agreement = compare_titles("Muon capture on He-4", "Muon capture on ³He");
        assert!(agreement.relation > TitleRelation::Typos);
        let agreement = compare_titles("Vitamin B-12 and looms", "Vitamin B12 and looms");
        assert!(agreement.relation <= TitleRelation::Typos, "{agreement:?}");
    }
}
