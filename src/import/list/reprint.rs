//! Other printings of a work, told behind it: `Rpt. in The Loom Reader`.

use super::{
    atom::Atom,
    cut::Sign,
    looks::NUMBERS,
    token::{Form, Gap, Token},
};

/// How what tells of another printing looks.
const OTHER: [f64; 5] = [-5.0, -5.0, -5.0, -6.0, 1.0];

/// Leaves out of all fields what stands from such words on, to the end of the entry or of its line.
pub(super) fn reprints(tokens: &[Token], atoms: &mut [Atom]) {
    let is_dated = |at: usize| atoms[..at].iter().any(|atom| atom.looks[3] > 0.0);
    let is_counted = |at: usize| {
        let before = &atoms[..at];
        before.iter().any(|atom| atom.looks == NUMBERS) && is_dated(at)
    };
    let is_other = |at: &usize| {
        let atom = &atoms[*at];
        tells(tokens, atom)
            || is_dated(*at) && (tells_version(tokens, atom) || tells_translation(tokens, atom))
            || is_counted(*at) && tells_occasion(tokens, atom)
    };
    let Some(first) = (2..atoms.len()).find(is_other) else {
        return;
    };
    let count = atoms[first + 1..]
        .iter()
        .take_while(|atom| atom.before.gap < Gap::Break)
        .count();
    for atom in &mut atoms[first..=first + count] {
        atom.looks = OTHER;
    }
}

/// Whether a piece behind a sign begins with words that tell of another printing.
fn tells(tokens: &[Token], atom: &Atom) -> bool {
    const SHORT: [&str; 10] = [
        "reviewed",
        "rpt",
        "repr",
        "reprinted",
        "reprint",
        "republished",
        "nachdruck",
        "wiederabdruck",
        "wiederabgedruckt",
        "repris",
    ];
    const LEADS: [&str; 8] = [
        "in",
        "as",
        "dans",
        "en",
        "at",
        "presented",
        "appeared",
        "published",
    ];
    // Behind a comma it may be of a title: `Looms in summer, also in winter`.
    let is_short = |word: &Token| SHORT.contains(&word.folded()) || word.text == "Also";
    let mut words = tokens[atom.first..]
        .iter()
        .take(4)
        .filter(|token| token.form == Form::Word);
    matches!(
        atom.before.sign,
        Sign::Comma | Sign::Period | Sign::Semicolon | Sign::Bracket
    ) && !atom.bracketed
        && words.next().is_some_and(is_short)
        && words
            .next()
            .is_some_and(|word| LEADS.contains(&word.folded()))
}

/// Whether a piece behind a period names the language of a translation, with a colon: `Englisch: Looms at War`.
fn tells_translation(tokens: &[Token], atom: &Atom) -> bool {
    const LANGUAGES: [&str; 14] = [
        "englisch",
        "engl",
        "franzosisch",
        "frz",
        "italienisch",
        "ital",
        "spanisch",
        "span",
        "deutsch",
        "dt",
        "english",
        "french",
        "german",
        "italian",
    ];
    let mut ahead = tokens[atom.first..].iter();
    let is_language = ahead
        .next()
        .is_some_and(|word| LANGUAGES.contains(&word.folded()));
    let is_told = ahead.next().is_some_and(|sign| {
        sign.form == Form::Colon
            || sign.form == Form::Period
                && ahead.next().is_some_and(|sign| sign.form == Form::Colon)
    });
    atom.before.sign == Sign::Period && is_language && is_told
}

/// Whether a piece behind a sign tells where another version stands: `Preliminary version in ICOL 1998`.
fn tells_version(tokens: &[Token], atom: &Atom) -> bool {
    let words: Vec<&str> = tokens[atom.first..]
        .iter()
        .filter(|token| token.form == Form::Word)
        .take(4)
        .map(Token::folded)
        .collect();
    let words = words.as_slice();
    let words = match words.split_first() {
        Some((&("a" | "an"), rest)) => rest,
        _ => words,
    };
    let is_early = |word: &str| {
        [
            "preliminary",
            "earlier",
            "early",
            "extended",
            "conference",
            "shorter",
            "previous",
            "initial",
        ]
        .contains(&word)
    };
    matches!(
        atom.before.sign,
        Sign::Comma | Sign::Period | Sign::Semicolon
    ) && matches!(words, [early, "version" | "abstract", "in" | "at" | "appeared" | "appears", ..] if is_early(early))
}

/// Whether a sentence behind a journal with its numbers tells on what occasion the work was written, or where
/// its text is: `Special issue for ICOL 1998`, `Manuscript in arXiv:9801.00001`.
fn tells_occasion(tokens: &[Token], atom: &Atom) -> bool {
    let words: Vec<&str> = tokens[atom.first..]
        .iter()
        .filter(|token| token.form == Form::Word)
        .take(3)
        .map(Token::folded)
        .collect();
    matches!(atom.before.sign, Sign::Period | Sign::Semicolon)
        && !atom.bracketed
        && matches!(
            words.as_slice(),
            ["special", "issue", "for" | "of" | "on" | "in" | "dedicated"]
                | ["on" | "by", "invitation", ..]
                | ["manuscript" | "preprint", "in" | "at" | "on", ..]
        )
}

#[cfg(test)]
mod tests {
    use crate::import::list::examples::{titles, venues};

    #[test]
    fn occasion_behind_a_counted_journal_is_no_venue() {
        let read = venues(&[
            "Looms and the weaving of wool. A. Lee and B. Ray. Cloth Review 80: 40-52 (2019). Manuscript in arXiv:1905.05106.",
            "Mills and the wind that turns them. A. Lee and B. Ray. Cloth Review 12: 1-11 (2014). Special issue for ICOL 2013.",
            "Yarn and dye and what they cost. A. Lee and C. Orr. Cloth Review 9: 4-9 (2011). On invitation, special issue on ICOL 2010.",
        ]);
        assert_eq!(
            read,
            [
                Some("Cloth Review".to_owned()),
                Some("Cloth Review".to_owned()),
                Some("Cloth Review".to_owned())
            ]
        );
    }

    #[test]
    fn meeting_where_a_work_was_also_presented_is_no_venue() {
        let read = venues(&[
            "Looms and the weaving of wool. A. Lee and B. Ray. Proceedings of ICOL-2019. Also presented at WEAVE-2019.",
            "Mills and the wind that turns them. A. Lee and B. Ray. Cloth Review, 2014. Also presented at WEAVE-2013.",
        ]);
        assert_eq!(read[0].as_deref(), Some("Proceedings of ICOL-2019"));
        assert_eq!(read[1].as_deref(), Some("Cloth Review"));
        let title = "Looms and the weaving of wool in summer, also in winter";
        let written = format!("A. Lee, B. Ray. {title}. Cloth Review 12, pp. 4-9, 2019.");
        assert_eq!(titles(&[&written]), [title]);
    }

    #[test]
    fn another_printing_is_no_part_of_an_entry() {
        let written = [
            "“Loom Thinking.” Cloth Review, no. 121, 2013, pp. 33-61. Rpt. in The Loom Reader, edited by Bo Ray, Loom Press, 2016, pp. 3-38.",
            "“The Mills and the Wind.” Cloth Review, no. 119, 2012, pp. 3-6.",
        ];
        assert_eq!(titles(&written)[0], "Loom Thinking");
        assert_eq!(venues(&written)[0].as_deref(), Some("Cloth Review"));
    }

    #[test]
    fn an_earlier_version_is_no_part_of_an_entry() {
        let written = [
            "A. Lee, B. Ray. Looms and the weaving of wool. Cloth Review 12(4), pp. 449-461, 1992. Preliminary version in ICOL 1990.",
            "A. Lee, B. Ray. Mills and the wind that turns them. Cloth Review 4, pp. 1-11, 1994.",
        ];
        assert_eq!(venues(&written)[0].as_deref(), Some("Cloth Review"));
    }
}
