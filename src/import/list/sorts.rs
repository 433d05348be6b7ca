//! Words beside a title or a name that tell what sort of work it is, or what part somebody had in it.

use super::{
    aside::is_sort_sign,
    atom::Atom,
    cut::Sign,
    looks::BUTTON,
    token::{Gap, Token},
};

/// Settles what such words are.
pub(super) fn sorts(tokens: &[Token], atoms: &mut [Atom]) {
    signed_titles(tokens, atoms);
    articles(tokens, atoms);
    sorts_behind_colon(tokens, atoms);
    roles_amid(atoms);
}

/// `Title : монография`, `Title : пат. 2456789 Рос. Федерация`: what a colon adds to a title in Cyrillic lists is its
/// sort, which may be its venue.
fn sorts_behind_colon(tokens: &[Token], atoms: &mut [Atom]) {
    const SORTS: [&str; 12] = [
        "монография",
        "монографія",
        "учебник",
        "підручник",
        "учеб",
        "учебное",
        "навч",
        "навчальний",
        "посібник",
        "справочник",
        "препринт",
        "пособие",
    ];
    for atom in atoms.iter_mut().skip(1) {
        let is_behind = atom.before.sign == Sign::Colon
            && atom.first > 0
            && tokens[atom.first - 1].gap > Gap::Glued;
        let Some(word) = tokens.get(atom.first).filter(|_| is_behind) else {
            continue;
        };
        let lower = word.text.to_lowercase();
        if atom.words <= 3 && SORTS.contains(&lower.as_str()) {
            atom.looks = BUTTON;
        } else if matches!(lower.as_str(), "пат" | "патент")
            && tokens[atom.first..atom.end]
                .iter()
                .any(|token| token.text.starts_with(|c: char| c.is_ascii_digit()))
        {
            atom.looks = [-5.0, -4.0, 3.0, -6.0, 0.0];
        }
    }
}

/// `Art. »Loom«, in: Lexicon of cloth`: the word before a quotation is no title.
fn articles(tokens: &[Token], atoms: &mut [Atom]) {
    for at in 1..atoms.len() {
        let word = &tokens[atoms[at - 1].first.min(tokens.len() - 1)];
        let is_article = atoms[at - 1].words == 1
            && matches!(
                word.folded(),
                "art" | "artikel" | "lemma" | "stichwort" | "voce"
            );
        if is_article && atoms[at].quoted && atoms[at].before.gap <= Gap::Wrap {
            atoms[at - 1].looks = BUTTON;
            atoms[at].looks[1] += 2.0;
        }
    }
}

/// `Lee, A. (ed.); Ray, B. (ed.)`: what the bracket says of somebody parts no names.
fn roles_amid(atoms: &mut [Atom]) {
    for at in 1..atoms.len().saturating_sub(1) {
        let (before, next) = (&atoms[at - 1], &atoms[at + 1]);
        let is_listed = matches!(
            next.before.sign,
            Sign::Semicolon | Sign::Comma | Sign::Bracket
        );
        if atoms[at].looks == BUTTON
            && atoms[at].bracketed
            && before.looks[0] > 0.3
            && is_listed
            && next.looks[0] > 0.3
            && next.looks[0] > next.looks[1]
        {
            atoms[at].looks[0] = 0.4;
        }
    }
}

/// `Title[C]. Conference`: behind the sign that says which sort of work it is no title goes on.
fn signed_titles(tokens: &[Token], atoms: &mut [Atom]) {
    for at in 1..atoms.len() {
        let is_signed = matches!(&tokens[atoms[at - 1].first..atoms[at - 1].end], [.., open, sign, close]
            if open.text == "[" && close.text == "]" && is_sort_sign(&sign.text));
        let next = &mut atoms[at].before;
        if is_signed && matches!(next.sign, Sign::Period | Sign::Bracket | Sign::Comma) {
            next.sign = Sign::Slashes;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::import::list::examples::{names, titles, venues};

    #[test]
    fn sorts_behind_titles_are_none_of_them() {
        let written = [
            "Ли А. Б. Станки и шерсть в сложных условиях : монография. СПб.: Наука, 2012. 212 с.",
            "Ли А. Б. Методы оценки прочности шерсти : автореф. дис. ... канд. техн. наук. СПб., 2004. 18 с.",
            "Ли А. Б. Устройство для измерения пряжи : пат. 2456789 Рос. Федерация. 2012.",
        ];
        assert_eq!(
            titles(&written),
            [
                "Станки и шерсть в сложных условиях",
                "Методы оценки прочности шерсти",
                "Устройство для измерения пряжи"
            ]
        );
        let read = venues(&written);
        assert_eq!(
            read[1].as_deref(),
            Some("автореф. дис. ... канд. техн. наук")
        );
        assert_eq!(read[2].as_deref(), Some("пат. 2456789 Рос. Федерация"));
    }

    #[test]
    fn roles_in_brackets_part_no_names() {
        let read = names(&[
            "LEE, A. B. (Org.) ; RAY, C. (Org.) . Teares e tecidos no Nordeste. Campinas: Mercado de Letras, 2015. 310p.",
            "LEE, A. B. Moinhos e o vento que os move. Revista de Tecidos, v. 3, p. 4-9, 2014.",
        ]);
        assert_eq!(read, ["LEE, A. B.; RAY, C.", "LEE, A. B."]);
    }
}
