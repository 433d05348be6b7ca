//! A title that is set off from all around it: what stands in italics, bold or a link at the place of the
//! title is the whole title, and what follows is none of it.

use super::{
    atom::Atom,
    cut::{Sign, is_set_alike},
    looks::{IMPRINT, NUMBERS, PLACE, PUBLISHER},
    token::{Gap, Token},
};

/// A title that is told by its type alone has so many words at least: fewer may be a journal, unless a publisher
/// follows.
const WORDS: usize = 3;

/// What looks no more than this like a venue may be set off as a title.
const NO_VENUE: f64 = 1.2;

/// Joins the pieces of such a title, and parts it from what stands behind.
pub(super) fn set_off_titles(tokens: &[Token], atoms: &mut [Atom]) {
    let links = !is_one_link(tokens);
    let Some((first, end)) = first_run(tokens, atoms, links) else {
        return;
    };
    if !is_title(tokens, atoms, first, end, links) {
        return;
    }
    for (at, atom) in atoms[first..end].iter_mut().enumerate() {
        let [name, title, venue, date, other] = atom.looks;
        atom.looks = [
            name.min(0.0) - 3.0,
            title.max(0.6) + 0.8,
            venue.min(0.0) - 3.0,
            date.min(-4.0),
            other.min(0.0) - 1.5,
        ];
        atom.before.within |= at > 0;
        atom.settled = true;
    }
    // `*Looms* (Studies in Cloth), Ghent: Loom Press`: the series is no venue where a publisher follows.
    let is_series = atoms[end].bracketed
        && atoms[end].looks[3] < 0.0
        && atoms[end].looks[0] < 0.5
        && is_book(&atoms[end + 1..]);
    if is_series {
        atoms[end].looks = NUMBERS;
        atoms[end].settled = true;
    }
    for atom in &mut atoms[end..] {
        if atom.looks[1] > -1.0 {
            atom.looks[1] -= 3.0;
        }
    }
}

/// Whether all of an entry is one link, and so no part of it is set off by that: `[Lee, A. Looms. *Cloth Review*](…)`.
fn is_one_link(tokens: &[Token]) -> bool {
    let target = tokens.first().and_then(|first| first.link.as_ref());
    target.is_some() && tokens.iter().all(|token| token.link.as_ref() == target)
}

/// Whether a place or a publisher is among pieces.
fn is_book(atoms: &[Atom]) -> bool {
    atoms
        .iter()
        .any(|atom| [PLACE, PUBLISHER, IMPRINT].contains(&atom.looks))
}

/// The first stretch that is set off and names nobody, as a range, if all that stands before it are names,
/// dates and numbers; `links` says whether a link sets off.
fn first_run(tokens: &[Token], atoms: &[Atom], links: bool) -> Option<(usize, usize)> {
    let mut first = 0;
    while first < atoms.len() {
        let end = (first + 1..atoms.len())
            .find(|at| !atoms[*at].before.within || !is_alike(tokens, &atoms[first], &atoms[*at]))
            .unwrap_or(atoms.len());
        let is_long = is_set_off(tokens, &atoms[first], links) && end > first + 1;
        // `*Thread, Order, Use*, Ghent: Loom Press`: what a publisher follows is no list of names.
        let is_before_house = first == 0 && end < atoms.len() && is_book(&atoms[end..=end]);
        let are_names = atoms[first..end].iter().all(is_aside);
        if is_before_house && is_set_off(tokens, &atoms[first], links) && !atoms[first].bracketed {
            return Some((first, end));
        }
        // `Orr, C.; **Lee, A.** **Looms**`: names may be set as the title behind them is.
        let goes_on = first > 0 && atoms[first - 1].looks[0] > 0.3;
        if is_aside(&atoms[first]) && (!is_long || are_names || goes_on) {
            first = if are_names { end } else { first + 1 };
            continue;
        }
        let begins =
            first == 0 || atoms[first].before.restyled || atoms[first].before.gap >= Gap::Break;
        return (begins && is_set_off(tokens, &atoms[first], links)).then_some((first, end));
    }
    None
}

/// Whether two pieces are in one type.
fn is_alike(tokens: &[Token], one: &Atom, other: &Atom) -> bool {
    matches!((tokens.get(one.first), tokens.get(other.first)), (Some(one), Some(other)) if is_set_alike(one, other))
}

/// Whether a piece before a title is none of it.
fn is_aside(atom: &Atom) -> bool {
    let [name, title, venue, date, other] = atom.looks;
    atom.first == atom.end
        || name > f64::max(0.3, title.max(venue))
        || date > 0.0
        || other > title.max(venue)
}

/// Whether a piece is in a type of its own; `links` says whether a link is one.
fn is_set_off(tokens: &[Token], atom: &Atom, links: bool) -> bool {
    let Some(token) = tokens.get(atom.first) else {
        return false;
    };
    let style = token.style;
    let is_linked = links && token.link.is_some();
    !style.label && (style.bold || style.italic || style.underlined || is_linked)
}

/// Whether such a stretch is a title: of some words, no venue by its own, and ended by a sign behind which
/// the entry goes on.
fn is_title(tokens: &[Token], atoms: &[Atom], first: usize, end: usize, links: bool) -> bool {
    let run = &atoms[first..end];
    let Some(next) = atoms.get(end) else {
        return false;
    };
    let words: usize = run.iter().map(|atom| atom.words).sum();
    let ends = next.before.gap >= Gap::Break
        || matches!(
            next.before.sign,
            Sign::Comma
                | Sign::Period
                | Sign::Bracket
                | Sign::Semicolon
                | Sign::Question
                | Sign::Quote
        );
    let is_imprint = is_book(&atoms[end..]);
    let has_parts = run
        .iter()
        .skip(1)
        .any(|atom| matches!(atom.before.sign, Sign::Colon | Sign::Period));
    let is_venue =
        run.iter().any(|atom| atom.looks[2] > NO_VENUE) || next.looks == NUMBERS && !next.bracketed;
    let changes = next.before.restyled || !is_set_off(tokens, next, links);
    // Praise and buttons are no title, however they are set.
    let is_said =
        |atom: &Atom| atom.looks[4] > 0.5 && ![NUMBERS, PLACE, PUBLISHER].contains(&atom.looks);
    ends && changes
        && words >= if is_imprint { 1 } else { WORDS }
        && (!is_venue || has_parts && (is_imprint || next.looks != NUMBERS))
        && !run.iter().any(is_said)
}

#[cfg(test)]
mod tests {
    use crate::import::list::examples::{
        titles_of_markdown as titles, venues_of_markdown as venues,
    };

    #[test]
    fn a_title_in_italics_ends_with_them() {
        let text = "# Books\n\n\
            - Lee, Ann. 2010. *Understanding looms and mills*. 2nd edition. London: Loom Education.\n\
            - Lee, Ann. 2001. *Colour words*. (Studies in the Theory of Cloth and Wool.) Oxford: Oxford University Press.\n\
            - Lee, Ann. 1999. *Tuch im Krieg. Eine Geschichte der Weber 1814–1818* (Studien zur Tuchgeschichte, Bd. 8), Göttingen: Wallstein.\n";
        assert_eq!(
            titles(text),
            [
                "Understanding looms and mills",
                "Colour words",
                "Tuch im Krieg. Eine Geschichte der Weber 1814–1818"
            ]
        );
    }

    #[test]
    fn an_entry_that_is_one_link_or_bold_sets_off_no_part_by_that() {
        let text = "# Papers\n\n\
            - [2021 - Lee, A., & Ray, B. Silent delivery of cloth. *Cloth Review*, 35, 10.](https://example.org/a)\n\
            - [2020 - Orr, C., & Lee, A. Mills without any wind. *Cloth Review*, 34, 12.](https://example.org/b)\n";
        assert_eq!(
            titles(text),
            ["Silent delivery of cloth", "Mills without any wind"]
        );
        let text = "# Papers\n\n\
            - **“Silent delivery of cloth,” with Ann Lee, *Cloth Review*, 35, 2021.**\n\
            - **“Mills without any wind,” with Bo Ray, *Cloth Review*, 34, 2020.**\n";
        assert_eq!(
            titles(text),
            ["Silent delivery of cloth", "Mills without any wind"]
        );
    }

    #[test]
    fn a_journal_in_italics_behind_a_name_is_no_title() {
        let text = "# Papers\n\n\
            - A. Lee, B. Ray. Silent Delivery. *Cloth and Wool Review*, 12, 2019.\n\
            - A. Lee, B. Ray. Mills without any wind. *Cloth and Wool Review*, 11, 2018.\n";
        assert_eq!(titles(text), ["Silent Delivery", "Mills without any wind"]);
        assert_eq!(
            venues(text),
            ["Cloth and Wool Review", "Cloth and Wool Review"].map(|venue| Some(venue.to_owned()))
        );
    }
}
