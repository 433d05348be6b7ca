//! Other printings of a work, told behind it: `Rpt. in The Loom Reader`.

use super::{
    atom::Atom,
    cut::Sign,
    token::{Form, Gap, Token},
};

/// How what tells of another printing looks.
const OTHER: [f64; 5] = [-5.0, -5.0, -5.0, -6.0, 1.0];

/// Leaves out of all fields what stands from such words on, to the end of the entry or of its line.
pub(super) fn reprints(tokens: &[Token], atoms: &mut [Atom]) {
    let Some(first) = (2..atoms.len()).find(|at| tells(tokens, &atoms[*at])) else {
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
    const SHORT: [&str; 9] = [
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
    const LEADS: [&str; 5] = ["in", "as", "dans", "en", "at"];
    let mut words = tokens[atom.first..]
        .iter()
        .take(4)
        .filter(|token| token.form == Form::Word);
    matches!(
        atom.before.sign,
        Sign::Comma | Sign::Period | Sign::Semicolon | Sign::Bracket
    ) && !atom.bracketed
        && words
            .next()
            .is_some_and(|word| SHORT.contains(&word.folded.as_str()))
        && words
            .next()
            .is_some_and(|word| LEADS.contains(&word.folded.as_str()))
}

#[cfg(test)]
mod tests {
    use crate::import::list::examples::{titles, venues};

    #[test]
    fn another_printing_is_no_part_of_an_entry() {
        let written = [
            "“Loom Thinking.” Cloth Review, no. 121, 2013, pp. 33-61. Rpt. in The Loom Reader, edited by Bo Ray, Loom Press, 2016, pp. 3-38.",
            "“The Mills and the Wind.” Cloth Review, no. 119, 2012, pp. 3-6.",
        ];
        assert_eq!(titles(&written)[0], "Loom Thinking");
        assert_eq!(venues(&written)[0].as_deref(), Some("Cloth Review"));
    }
}
