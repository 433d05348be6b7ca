//! The editors of a volume, who are none of the authors: `In A. Lee and B. Ray (Eds.), Looms`, `In
//! Looms, A. Lee, Ed.`, `in Looms, edited by A. Lee`.

use super::{
    aside::{Aside, aside},
    atom::{Atom, name_likeness},
    cut::Sign,
    edited::{is_alike, lead},
    lead_in::is_in,
    looks::{IMPRINT, NUMBERS, PLACE, PUBLISHER, STATUS},
    people::ANDS,
    shape::{Shape, shape},
    token::{Form, Gap, Token, bare},
};

/// How somebody looks who is named within an entry and did not write what it lists.
const BESIDE: [f64; 5] = [-4.0, -4.0, -4.0, -6.0, 0.8];

/// How a part of a volume looks that is set off.
const VOLUME: [f64; 5] = [-4.0, -3.0, 2.0, -6.0, -1.5];

/// How they look where nobody else wrote it.
const AUTHORS: [f64; 5] = [3.0, -4.0, -4.0, -6.0, -0.3];

/// Settles who is an editor, and which volume is edited.
pub(super) fn editors(tokens: &[Token], atoms: &mut [Atom]) {
    for at in 1..atoms.len() {
        let range = &tokens[atoms[at].first..atoms[at].end];
        let lead = lead(&tokens[atoms[at].first..]);
        if lead > 0 {
            edited(tokens, atoms, at, lead);
        } else if says_editors(range, atoms[at].bracketed) {
            // `(ed.), *España 2015*`: what is set off is the volume, though a place is in it.
            let is_behind = atoms.get(at + 1).is_none_or(|next| {
                let is_set_off = next.before.restyled
                    && tokens.get(next.first).is_some_and(|word| word.style.italic);
                !is_set_off
                    && (next.looks[3] > 0.0 || [PLACE, PUBLISHER, NUMBERS].contains(&next.looks))
            });
            let is_told = if is_behind {
                behind(tokens, atoms, at)
            } else {
                ahead(tokens, atoms, at)
            };
            if !is_told && !turkish(tokens, atoms, at) {
                before(tokens, atoms, at);
            }
        }
    }
}

/// `(Eds.)`, `editors`
fn says_editors(range: &[Token], bracketed: bool) -> bool {
    const EDITORS: [&str; 19] = [
        "ed",
        "eds",
        "editor",
        "editors",
        "editeur",
        "editeurs",
        "hrsg",
        "hg",
        "dir",
        "coord",
        "org",
        "orgs",
        "curatori",
        "redaktion",
        "red",
        "redaktorer",
        "redaktor",
        "szerk",
        "toim",
    ];
    if bracketed {
        return aside(of_volume(bare(range, true)), true) == Some(Aside::Role);
    }
    let mut words = range.iter().filter(|token| token.form == Form::Word);
    words
        .next()
        .is_some_and(|word| EDITORS.contains(&word.folded()))
        && words.next().is_none()
}

/// Without the word that says what an editor edits: the `Series` of `Series Ed.`
fn of_volume(inner: &[Token]) -> &[Token] {
    const PARTS: [&str; 6] = ["series", "vol", "volume", "general", "gen", "managing"];
    match inner {
        [part, period, rest @ ..]
            if PARTS.contains(&part.folded()) && period.form == Form::Period =>
        {
            rest
        }
        [part, rest @ ..] if PARTS.contains(&part.folded()) => rest,
        _ => inner,
    }
}

/// Where the volume begins that an entry is a part of: behind `In` or two strokes.
pub(super) fn volume(tokens: &[Token], atoms: &[Atom]) -> Option<usize> {
    (1..atoms.len()).rev().find(|at| {
        let cut = atoms[*at].before;
        cut.sign == Sign::Slashes
            || atoms[*at].looks != STATUS
                && is_in(&tokens[atoms[*at].first])
                && matches!(
                    cut.sign,
                    Sign::Period | Sign::Comma | Sign::Quote | Sign::Question
                )
                && atoms[..*at]
                    .iter()
                    .any(|atom| atom.quoted || atom.looks[1] > 0.3)
    })
}

/// `A. Lee (Ed.), Looms içinde`: in Turkish the word for `in` stands behind the volume.
fn turkish(tokens: &[Token], atoms: &mut [Atom], at: usize) -> bool {
    let is_volume = |atom: &Atom| {
        tokens[atom.first..atom.end]
            .iter()
            .any(|word| word.folded() == "icinde")
    };
    let Some(end) = (at + 1..atoms.len().min(at + 4)).find(|at| is_volume(&atoms[*at])) else {
        return false;
    };
    let mut first = at;
    while first > 1 && name_likeness(&tokens[atoms[first - 1].first..atoms[first - 1].end]) > 0.3 {
        first -= 1;
        if !matches!(
            atoms[first].before.sign,
            Sign::Comma | Sign::Dot | Sign::None
        ) {
            break;
        }
    }
    for atom in &mut atoms[first..=at] {
        atom.looks = BESIDE;
    }
    for atom in &mut atoms[at + 2..=end] {
        atom.before.within = true;
    }
    atoms[at + 1].looks[0] -= 2.0;
    atoms[at + 1].looks[2] += 3.0;
    no_publisher(&mut atoms[end..]);
    true
}

/// The people behind the word, up to where the volume appeared: `in Looms, ed. A. Lee (Lyon: …)`.
fn ahead(tokens: &[Token], atoms: &mut [Atom], at: usize) -> bool {
    let goes_on = |atom: &Atom| atom.before.sign == Sign::None && atom.before.gap == Gap::Wrap;
    let mut end = at + 1;
    while end < atoms.len()
        && end < at + 4
        && !atoms[end].bracketed
        && (name_likeness(&tokens[atoms[end].first..atoms[end].end]) > 1.0
            // `John | Smith and Mary Jones`
            || goes_on(&atoms[end])
                && name_likeness(&tokens[atoms[at + 1].first..atoms[end].end]) > 1.0
            || atoms.get(end + 1).is_some_and(goes_on)
                && name_likeness(&tokens[atoms[end].first..atoms[end + 1].end]) > 1.0)
    {
        end += 1;
    }
    let ends = atoms.get(end).is_none_or(|next| {
        next.bracketed
            || next.looks[3] > 0.0
            || [PLACE, PUBLISHER, NUMBERS, IMPRINT].contains(&next.looks)
    });
    let Some(volume) = volume(tokens, &atoms[..at]) else {
        return false;
    };
    if end == at + 1 || !ends || atoms[at].bracketed {
        return false;
    }
    for atom in &mut atoms[at..end] {
        atom.looks = BESIDE;
    }
    for atom in &mut atoms[volume + 1..at] {
        atom.before.within = true;
    }
    atoms[volume].looks[2] += 1.5;
    no_publisher(&mut atoms[end..]);
    true
}

/// The people between the volume and the word for editors: `In Looms, A. Lee, Ed.`
fn behind(tokens: &[Token], atoms: &mut [Atom], at: usize) -> bool {
    let mut first = at;
    let range = |at: usize| &tokens[atoms[at].first..atoms[at].end];
    while first > 1 && !is_in(&tokens[atoms[first - 1].first]) {
        let likeness = name_likeness(range(first - 1));
        let is_half = likeness > 0.2 && shape(range(first)) == Shape::Initials;
        if likeness > 1.0 || is_half {
            first -= 1;
        } else {
            break;
        }
    }
    let Some(volume) = volume(tokens, &atoms[..first]) else {
        return false;
    };
    if first == at {
        return false;
    }
    for atom in &mut atoms[first..=at] {
        atom.looks = BESIDE;
    }
    for atom in &mut atoms[volume + 1..first] {
        atom.before.within = true;
    }
    for atom in &mut atoms[volume..first] {
        atom.looks[0] -= 1.0;
        atom.looks[2] += 1.5;
    }
    no_publisher(&mut atoms[at..]);
    true
}

/// `in Networks, edited by A. Lee and B. Ray`: the people behind the words, and what stands before. Who edited
/// what no volume holds, and nobody wrote, are its authors.
fn edited(tokens: &[Token], atoms: &mut [Atom], at: usize, lead: usize) {
    let names = atoms[at].first + lead;
    let mut first = at;
    while first < atoms.len() && atoms[first].end <= names {
        atoms[first].looks = BESIDE;
        first += 1;
    }
    let range = |atom: &Atom| &tokens[atom.first.max(names).min(atom.end)..atom.end];
    let mut end = first;
    while let Some(atom) = atoms.get(end) {
        let is_listed = matches!(
            atom.before.sign,
            Sign::Comma | Sign::Dot | Sign::None | Sign::Slash | Sign::Semicolon
        );
        // `edited by A. | Lee`
        let is_half = end > first
            && atom.before.sign == Sign::Period
            && shape(range(&atoms[end - 1])) == Shape::Initials;
        let is_name = name_likeness(range(atom)) > 0.3 && atom.looks != PLACE;
        let is_name = is_name && (end == first || is_alike(range(&atoms[first]), range(atom)));
        let is_over = end > first && has_and(range(&atoms[end - 1]));
        if !(end == first || is_listed || is_half) || !is_name || is_over || atom.bracketed {
            break;
        }
        end += 1;
    }
    let volume = volume(tokens, &atoms[..at]);
    let has_author = atoms[..at]
        .iter()
        .any(|atom| atom.looks[0] > 1.2 || atom.quoted);
    let looks = if volume.is_none() && !has_author {
        AUTHORS
    } else {
        BESIDE
    };
    for atom in &mut atoms[first..end] {
        atom.looks = looks;
    }
    // Behind the editors stands where and by whom the volume was brought out.
    for atom in &mut atoms[end..] {
        atom.looks[0] -= 4.0;
    }
    if let Some(volume) = volume {
        for atom in &mut atoms[volume + 1..at] {
            atom.before.within = true;
        }
    }
    if looks == BESIDE {
        // Where no word leads in, it is what is set off.
        let set_off = (1..at).rev().find(|at| !atoms[*at].before.within);
        atoms[volume.or(set_off).unwrap_or(at - 1)].looks[2] += 1.5;
        no_publisher(&mut atoms[end..]);
    }
}

fn has_and(range: &[Token]) -> bool {
    range
        .iter()
        .any(|token| ANDS.contains(&token.text.as_str()))
}

/// Where a volume is named, its publisher is no venue.
pub(super) fn no_publisher(atoms: &mut [Atom]) {
    for atom in atoms
        .iter_mut()
        .filter(|atom| atom.looks == PUBLISHER || atom.looks == IMPRINT)
    {
        atom.looks[2] -= 2.5;
    }
}

/// The people before `(Eds.)` or `editors`, back to the `In` that they stand behind, are none of the authors;
/// what follows them is the volume.
fn before(tokens: &[Token], atoms: &mut [Atom], at: usize) {
    let mut first = at;
    loop {
        if first == 0 {
            return;
        }
        first -= 1;
        let range = &tokens[atoms[first].first..atoms[first].end];
        let Some(head) = range.first() else { return };
        let begins = is_in(head);
        let names = match range {
            [_, colon, rest @ ..] if begins && colon.form == Form::Colon => rest,
            [_, rest @ ..] if begins => rest,
            rest => rest,
        };
        // `En C. | Torres Albero`, `In A. Lee (Series Ed.) & B. Ray (Vol. Ed.)`
        let is_half = shape(names) == Shape::Initials && first + 1 < at;
        let is_other = says_editors(range, atoms[first].bracketed);
        if names.is_empty() || name_likeness(names) < 0.3 && !is_half && !is_other {
            return;
        }
        if begins {
            break;
        }
    }
    // More editors follow, with what they edit.
    let goes_on = |atom: &Atom| {
        tokens
            .get(atom.first)
            .is_some_and(|and| ANDS.contains(&and.text.as_str()))
    };
    if atoms.get(at + 1).is_some_and(goes_on) {
        return;
    }
    for atom in &mut atoms[first..=at] {
        atom.looks = BESIDE;
    }
    // All that is set off as its beginning is.
    let count = atoms[at + 1..]
        .iter()
        .skip(1)
        .take_while(|atom| atom.before.within)
        .count();
    if count > 0 && atoms[at + 1].before.restyled {
        for atom in &mut atoms[at + 1..=at + 1 + count] {
            atom.looks = VOLUME;
        }
    } else if let Some(volume) = atoms.get_mut(at + 1) {
        volume.looks[0] -= 1.0;
        volume.looks[2] += 2.0;
    }
    // `(Eds.): Looms. A history. Berlin: Springer`: all that stands before the place is the volume.
    let place = (at + 2..atoms.len().min(at + 6)).find(|on| atoms[*on].looks == PLACE);
    if let Some(place) = place {
        for atom in &mut atoms[at + 2..place] {
            atom.before.within = true;
            atom.looks[0] -= 1.0;
            atom.looks[2] += 2.0;
        }
    }
    let behind = atoms.len().min(at + 2);
    no_publisher(&mut atoms[behind..]);
}

#[cfg(test)]
mod tests {
    use crate::import::list::examples::{venues, venues_of_markdown};

    #[test]
    fn editors_are_no_part_of_a_volume() {
        let read = venues(&[
            "1. A. Lee and B. Ray. On looms and the weaving of wool. In C. Orr and D. Poe, editors, Essays on Cloth, pages 3–9. Springer, 2019.",
            "2. A. Lee. Mills and the wind that turns them. In Essays on Cloth, C. Orr and D. Poe, Eds. New York: Springer, 2018, pp. 2–8.",
            "3. A. Lee. Yarn and how it is spun by hand. In Essays on Cloth, ed. Cy Orr (Berlin: Springer, 2017), 12–19.",
        ]);
        assert_eq!(read, vec![Some("Essays on Cloth".to_owned()); 3]);
    }

    #[test]
    fn a_volume_that_is_set_off_is_whole() {
        let text = "# Capítulos\n\n\
            - Tejedor, M. (2015). Familias y telares. En C. Hilo Blanco (ed.), *España 2015. Situación textil* (pp. 421-436). Madrid: CIS.\n";
        let want = vec![Some("España 2015. Situación textil".to_owned())];
        assert_eq!(venues_of_markdown(text), want);
    }

    #[test]
    fn editors_are_told_in_other_languages() {
        let read = venues(&[
            "A. Rossi, Tessitori e mercanti a Prato, in La città e il panno, a cura di M. Bianchi e G. Verdi, Bologna, il Mulino, 2008, pp. 33-58.",
            "Kowalska A., Farbiarze i ich cechy, w: Miasto i wełna, pod red. J. Nowaka, Warszawa: PWN, 2013, s. 45–67.",
            "Lee, A., & Ray, B. (2015). Development of looms and wool. In C. M. Orr (Series Ed.) & D. E. Poe (Vol. Ed.), Handbook of cloth (7th ed., pp. 657–700). Hoboken, NJ: Wiley.",
            "Yılmaz, A. ve Demir, B. (2018). Bursa ipek pazarı. M. Kaya (Ed.), Osmanlı Dokuması içinde (ss. 101-130). İstanbul: İletişim Yayınları.",
        ]);
        let want = [
            "La città e il panno",
            "Miasto i wełna",
            "Handbook of cloth",
            "Osmanlı Dokuması",
        ];
        assert_eq!(read, want.map(|venue| Some(venue.to_owned())));
    }
}
