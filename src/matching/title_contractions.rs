//! Abbreviations in names of journals that leave out letters within a word.

use std::{collections::HashMap, sync::LazyLock};

use crate::words::TITLE_CONTRACTIONS;

/// The beginnings of the words that each abbreviation stands for.
static BEGINNINGS: LazyLock<HashMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let mut out: HashMap<&str, Vec<&str>> = HashMap::new();
    for entry in TITLE_CONTRACTIONS.iter().flat_map(|section| &section.words) {
        if let Some((short, long)) = entry.split_once(' ') {
            out.entry(short).or_default().push(long);
        }
    }
    out
});

/// Whether one of two folded words is an abbreviation of the other: `natl` of `national`.
pub(super) fn is_contraction(a: &str, b: &str) -> bool {
    let of = |short: &str, long: &str| {
        let beginnings = BEGINNINGS.get(short).into_iter().flatten();
        beginnings
            .into_iter()
            .any(|beginning| long.starts_with(beginning))
    };
    of(a, b) || of(b, a)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        matching::venue::{VenueAgreement, compare_venues},
        model::{Kind, Metadata, Title},
    };

    fn agreement(listed: &str, full: &str) -> VenueAgreement {
        let mut meta = Metadata::new(Kind::Journal, Title::plain("x"));
        meta.venue = Some(Title::plain(full));
        compare_venues(listed, None, &meta)
    }

    #[test]
    fn every_entry_is_a_pair_and_needed() {
        for section in TITLE_CONTRACTIONS.iter() {
            for entry in &section.words {
                let (short, long) = entry.split_once(' ').unwrap();
                let is_cut = short.len() >= 3 && long.starts_with(short);
                assert!(!is_cut && !long.contains(' '), "{entry}");
            }
        }
    }

    /// Names of journals as the National Library of Medicine, ISO 4 and physicists abbreviate them.
    const PAIRS: [(&str, &str); 46] = [
        ("N Engl J Med", "New England Journal of Medicine"),
        (
            "Proc Natl Acad Sci U S A",
            "Proceedings of the National Academy of Sciences of the United States of America",
        ),
        (
            "Proc. Natl. Acad. Sci. USA",
            "Proceedings of the National Academy of Sciences",
        ),
        ("PNAS", "Proceedings of the National Academy of Sciences"),
        (
            "J Am Coll Cardiol",
            "Journal of the American College of Cardiology",
        ),
        ("Br J Anaesth", "British Journal of Anaesthesia"),
        ("Br. J. Psychiatry", "The British Journal of Psychiatry"),
        (
            "Am J Respir Crit Care Med",
            "American Journal of Respiratory and Critical Care Medicine",
        ),
        (
            "J Natl Cancer Inst",
            "JNCI: Journal of the National Cancer Institute",
        ),
        (
            "Dtsch Med Wochenschr",
            "DMW - Deutsche Medizinische Wochenschrift",
        ),
        ("Dtsch Arztebl Int", "Deutsches Ärzteblatt international"),
        ("Lancet Infect Dis", "The Lancet Infectious Diseases"),
        ("Clin Infect Dis", "Clinical Infectious Diseases"),
        ("Ann Intern Med", "Annals of Internal Medicine"),
        ("Arch Gen Psychiatry", "Archives of General Psychiatry"),
        ("J Clin Oncol", "Journal of Clinical Oncology"),
        (
            "Nat Rev Mol Cell Biol",
            "Nature Reviews Molecular Cell Biology",
        ),
        ("J Biol Chem", "Journal of Biological Chemistry"),
        ("Mol Cell Biol", "Molecular and Cellular Biology"),
        ("Int J Epidemiol", "International Journal of Epidemiology"),
        ("Am J Public Health", "American Journal of Public Health"),
        ("Hlth Aff", "Health Affairs"),
        ("Eur Heart J", "European Heart Journal"),
        ("Phys. Rev. Lett.", "Physical Review Letters"),
        ("PRL", "Physical Review Letters"),
        ("Phys. Rev. D", "Physical Review D"),
        ("Rev. Mod. Phys.", "Reviews of Modern Physics"),
        ("Nucl. Phys. B", "Nuclear Physics B"),
        ("Phys. Lett. B", "Physics Letters B"),
        ("JHEP", "Journal of High Energy Physics"),
        ("J. High Energy Phys.", "Journal of High Energy Physics"),
        ("Eur. Phys. J. C", "The European Physical Journal C"),
        ("Class. Quantum Grav.", "Classical and Quantum Gravity"),
        (
            "Mon. Not. R. Astron. Soc.",
            "Monthly Notices of the Royal Astronomical Society",
        ),
        ("MNRAS", "Monthly Notices of the Royal Astronomical Society"),
        (
            "Nucl. Instrum. Meth. A",
            "Nuclear Instruments and Methods in Physics Research Section A",
        ),
        (
            "Commun. Math. Phys.",
            "Communications in Mathematical Physics",
        ),
        (
            "J. Am. Chem. Soc.",
            "Journal of the American Chemical Society",
        ),
        ("JACS", "Journal of the American Chemical Society"),
        (
            "Angew. Chem. Int. Ed.",
            "Angewandte Chemie International Edition",
        ),
        (
            "Trans. Amer. Math. Soc.",
            "Transactions of the American Mathematical Society",
        ),
        ("Ann. of Math.", "Annals of Mathematics"),
        (
            "Bull. London Math. Soc.",
            "Bulletin of the London Mathematical Society",
        ),
        ("Jpn. J. Appl. Phys.", "Japanese Journal of Applied Physics"),
        ("Am. Hist. Rev.", "The American Historical Review"),
        ("Q. J. Econ.", "The Quarterly Journal of Economics"),
    ];

    #[test]
    fn abbreviated_journal_does_not_differ_from_the_one_in_full() {
        for (short, full) in PAIRS {
            let agreement = agreement(short, full);
            let agrees = matches!(agreement, VenueAgreement::Same | VenueAgreement::Unknown);
            assert!(agrees, "{short} / {full}: {agreement:?}");
        }
    }

    #[test]
    fn journal_of_another_nation_is_another() {
        for (short, full) in [
            ("Br J Surg", "The American Journal of Surgery"),
            ("Am. J. Psychiatry", "The British Journal of Psychiatry"),
            ("Dtsch Med Wochenschr", "Wiener Medizinische Wochenschrift"),
            ("Jpn. J. Appl. Phys.", "Chinese Journal of Applied Physics"),
        ] {
            assert_eq!(
                agreement(short, full),
                VenueAgreement::Conflict,
                "{short} / {full}"
            );
        }
    }
}
