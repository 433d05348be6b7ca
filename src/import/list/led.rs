//! Titles that end where a volume, a journal or a publisher is led in: what stands before `In:` or before a
//! place with its publisher is of the title, with its subtitle behind a period.

use super::{
    atom::Atom,
    cut::{Sign, is_year},
    editors::volume,
    lead_in::is_in,
    lexicon::Sort,
    looks::{BUTTON, IMPRINT, NUMBERS, PLACE, PUBLISHER},
    shape::is_initials,
    tail::{is_town, names_meeting},
    token::{Form, Gap, Token},
};

/// Makes one of a title and its subtitle before what leads on to where the work stands: `Looms. Wool in the
/// North, in: Cloth Review`, `Looms. Wool in the North. Ghent: Loom Press`.
pub(super) fn led_titles(tokens: &[Token], atoms: &mut [Atom]) {
    name_behind_quote(tokens, atoms);
    if let Some(lead) = volume(tokens, atoms) {
        if atoms[lead].before.sign == Sign::Slashes {
            name_behind_slashes(tokens, atoms, lead);
        } else {
            join(tokens, atoms, lead);
            let front = title_before(tokens, atoms, lead);
            for atom in &mut atoms[front..lead] {
                atom.looks[2] -= 1.0;
            }
        }
    } else if let Some(place) = (2..atoms.len()).find(|at| is_imprint(tokens, atoms, *at)) {
        if atoms[place].bracketed && is_shouted(&tokens[atoms[0].first..atoms[place].first]) {
            for atom in &mut atoms[1..place] {
                atom.before.within = true;
            }
        } else {
            let end = if is_series(tokens, &atoms[place - 1]) {
                atoms[place - 1].looks = NUMBERS;
                place - 1
            } else {
                place
            };
            join(tokens, atoms, end);
            let front = title_before(tokens, atoms, end);
            for atom in &mut atoms[front..end] {
                if atom.looks[2] < 0.5 {
                    atom.looks[2] -= 1.0;
                }
            }
        }
    }
}

/// Whether a bracket before the place of a publisher tells a series and the number in it: `(Cloth Studies, Bd. 31)`.
fn is_series(tokens: &[Token], atom: &Atom) -> bool {
    let range = &tokens[atom.first..atom.end];
    let ends_counted = range
        .iter()
        .rev()
        .find(|token| token.form == Form::Word)
        .is_some_and(|word| {
            word.text.bytes().all(|byte| byte.is_ascii_digit()) && !is_year(&word.text)
        });
    atom.bracketed && ends_counted && atom.words > 2
}

/// Whether a stretch is a title in capitals: `LOOMS, MILLS, AND THE LAW OF WOOL`.
fn is_shouted(range: &[Token]) -> bool {
    let words = || range.iter().filter(|token| token.form == Form::Word);
    words().count() > 3
        && words().all(|word| !word.text.chars().any(char::is_lowercase))
        && words().any(|word| word.is(Sort::Small))
        && !words().any(|word| is_initials(&word.text) && word.text.chars().count() == 1)
}

/// Whether a place begins at an atom that ends what stands before it, with a publisher behind.
fn is_imprint(tokens: &[Token], atoms: &[Atom], at: usize) -> bool {
    let [place, rest @ ..] = &atoms[at..] else {
        return false;
    };
    let house = rest
        .iter()
        .take(3)
        .find(|atom| atom.looks != PLACE && !atom.bracketed)
        .is_some_and(|atom| atom.looks == PUBLISHER && atom.before.sign == Sign::Colon);
    // `Firenze, Olschki, 2012`, `Universitas, Kraków 2015`
    let is_listed = at > 1
        && place.before.sign == Sign::Comma
        && rest.first().is_some_and(|next| {
            let pair = [place.looks, next.looks];
            (pair == [PLACE, PUBLISHER] || pair == [PUBLISHER, PLACE])
                && next.before.sign == Sign::Comma
        });
    let is_bracket = place.bracketed && (place.looks == IMPRINT || place.looks == PUBLISHER);
    (place.looks == PLACE && house && place.before.sign == Sign::Period || is_listed || is_bracket)
        && tokens.get(place.first).is_some()
}

/// Joins the parts of the title that ends before an atom.
fn join(tokens: &[Token], atoms: &mut [Atom], end: usize) {
    let named = behind_names(atoms, end);
    let first = named
        .unwrap_or_else(|| title_before(tokens, atoms, end))
        .min(end);
    for (at, atom) in atoms[first..end].iter_mut().enumerate() {
        let is_end = matches!(atom.before.sign, Sign::Period | Sign::Question)
            || named.is_some() && atom.before.sign == Sign::Dot;
        if at > 0 && is_end {
            atom.before.within = true;
        }
        if named.is_some() {
            atom.looks[0] -= 2.0;
        }
    }
}

/// Where a title begins behind names and a colon: `Lee, A.; Ray, B.: Use, Order. A history`.
fn behind_names(atoms: &[Atom], end: usize) -> Option<usize> {
    let colon = (1..end).find(|at| atoms[*at].before.sign == Sign::Colon)?;
    let names = &atoms[..colon];
    let is_told = names.iter().any(|atom| atom.looks[0] > 1.8) || colon > 3;
    let is_names = names
        .iter()
        .all(|atom| atom.looks[0] > 0.3 || atom.looks == BUTTON);
    let is_plain =
        |atom: &Atom| !atom.quoted && atom.looks[3] < 0.0 && atom.before.gap <= Gap::Wrap;
    (is_told && is_names && atoms[colon..end].iter().all(is_plain)).then_some(colon)
}

/// Where the words begin that can be but of the title which ends before an atom: `end` where there are
/// none.
fn title_before(tokens: &[Token], atoms: &[Atom], end: usize) -> usize {
    let is_title = |atom: &Atom| {
        let [name, title, venue, date, _] = atom.looks;
        title > 0.2 && title > name.max(venue) && name < 0.3 && date < 0.0 && atom.words > 1
    };
    // `Use, Order, Struggle`: single words between commas may be anything.
    let is_single = |atom: &Atom| {
        atom.words <= 2 && atom.before.sign == Sign::Comma && (-0.7..1.3).contains(&atom.looks[0])
    };
    let is_open = |atom: &Atom| {
        !atom.bracketed
            && !atom.quoted
            && atom.looks[3] < 0.0
            && tokens
                .get(atom.first)
                .is_some_and(|word| word.form == Form::Word)
    };
    let mut first = end;
    for at in (0..end).rev() {
        let atom = &atoms[at];
        let parted = atoms.get(at + 1).is_some_and(|next| {
            at + 1 < end && (next.before.gap > Gap::Wrap || next.before.restyled)
        });
        if parted || !is_open(atom) {
            break;
        }
        if is_title(atom) {
            first = at;
        } else if !is_single(atom) {
            break;
        }
    }
    first
}

/// `“Title”, Annals. Cloth, Wool and Society, 67/2`: between a title that is quoted and numbers stands one name.
fn name_behind_quote(tokens: &[Token], atoms: &mut [Atom]) {
    let Some(first) =
        (1..atoms.len()).find(|at| atoms[at - 1].quoted && atoms[*at].before.sign == Sign::Quote)
    else {
        return;
    };
    let is_plain = |atom: &Atom| {
        !atom.bracketed
            && !atom.quoted
            && atom.looks[3] < 0.0
            && atom.looks[4] < 0.3
            && atom.words > 0
            && atom.before.gap <= Gap::Wrap
            && !atom.before.restyled
            && !tokens[atom.first..atom.end]
                .iter()
                .any(|word| is_initials(&word.text))
            && tokens[atom.first].text.starts_with(char::is_uppercase)
            && !is_in(&tokens[atom.first])
    };
    let count = atoms[first..]
        .iter()
        .take(5)
        .take_while(|atom| is_plain(atom))
        .count();
    let ends = atoms
        .get(first + count)
        .is_some_and(|next| next.looks == NUMBERS && !next.bracketed);
    if (2..=4).contains(&count) && ends {
        for atom in &mut atoms[first + 1..first + count] {
            atom.before.within = true;
            atom.looks[0] -= 1.5;
        }
        atoms[first].looks[2] += 0.8;
    }
}

/// `Title // Bulletin of the mills. Looms. 2007`: up to its numbers all is the name.
fn name_behind_slashes(tokens: &[Token], atoms: &mut [Atom], lead: usize) {
    let ends = |atom: &Atom| {
        atom.bracketed
            || atom.looks[3] > 0.0
            || atom.looks[4] > 0.3
            || [PLACE, NUMBERS, PUBLISHER, IMPRINT].contains(&atom.looks)
            || atom.before.sign >= Sign::Pipe
            || matches!(atom.before.sign, Sign::Slash | Sign::Dash | Sign::Bracket)
            || atom.before.sign == Sign::Period && {
                let range = &tokens[atom.first..atom.end];
                names_meeting(&tokens[atoms[lead].first..atoms[lead].end]) && is_town(range)
            }
            || atom.before.gap > Gap::Wrap
    };
    let count = atoms[lead + 1..]
        .iter()
        .take(4)
        .take_while(|atom| !ends(atom))
        .count();
    let is_ended = atoms.get(lead + 1 + count).is_some_and(ends);
    if is_ended {
        for atom in &mut atoms[lead + 1..=lead + count] {
            atom.before.within = true;
            atom.looks[2] += 0.5;
            atom.looks[4] -= 0.5;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::import::list::examples::{titles, venues};

    #[test]
    fn subtitles_behind_periods_are_of_the_title() {
        let read = titles(&[
            "Das Schweigen der Mühlen. Lücken in der Überlieferung, in: Historische Tuchschrift 308 (2019), S. 329-356.",
            "Weber und Färber. Zur Verflechtung der Stuben im Norden, in: Tuch und Wolle 73 (2001), S. 85-117.",
            "Garn und Schrift. Rechnungsbücher der Weber 1350-1500. Ostfildern: Thorbecke 2014.",
        ]);
        assert_eq!(
            read,
            [
                "Das Schweigen der Mühlen. Lücken in der Überlieferung",
                "Weber und Färber. Zur Verflechtung der Stuben im Norden",
                "Garn und Schrift. Rechnungsbücher der Weber 1350-1500",
            ]
        );
    }

    #[test]
    fn a_name_behind_slashes_is_whole() {
        let read = venues(&[
            "Ли А. Б. О станках и шерсти на севере // Известия ткачей. Прядение. 2007. Т. 50, № 9. С. 23–29.",
            "Ли А. Б. О мельницах и ветре // Ткани, нити, станки. 2009. № 2. С. 3–9.",
        ]);
        assert_eq!(read[0].as_deref(), Some("Известия ткачей. Прядение"));
        assert_eq!(read[1].as_deref(), Some("Ткани, нити, станки"));
    }

    #[test]
    fn titles_go_on_to_a_publisher_without_a_colon() {
        let written = [
            "A. Lee, Il telaio e la bottega. Storia di una famiglia, Firenze, Tessier, 2012.",
            "Anna Müller: Tuch, Garn, Faden. Zur Geschichte der Weberei. Göttingen: Wallstein 2012.",
            "Anna Müller: Farben der Macht. Purpur am Hof, in: Mode und Gesellschaft, hrsg. von Susanne Rau, Stuttgart: Steiner 2015, S. 77–99.",
        ];
        assert_eq!(
            titles(&written),
            [
                "Il telaio e la bottega. Storia di una famiglia",
                "Tuch, Garn, Faden. Zur Geschichte der Weberei",
                "Farben der Macht. Purpur am Hof"
            ]
        );
        assert_eq!(
            venues(&written)[2].as_deref(),
            Some("Mode und Gesellschaft")
        );
    }

    #[test]
    fn a_journal_of_two_parts_stands_behind_a_quotation() {
        let read = venues(&[
            "Dupont A., « Les tisserands de Lyon : une histoire », Annales. Laine, Fils et Toiles, 67/2, 2012, p. 389-420.",
            "Dupont A., « Les moulins de Lyon : une histoire », Toiles, 66/2, 2011, p. 38-42.",
        ]);
        assert_eq!(read[0].as_deref(), Some("Annales. Laine, Fils et Toiles"));
    }
}
