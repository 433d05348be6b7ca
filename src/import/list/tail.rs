//! What stands behind the name of a venue, parted by signs: the place and the date of a meeting, who
//! published its proceedings.

use super::{
    aside::{Aside, aside},
    atom::Atom,
    cut::{Sign, is_acronym, is_year},
    lead_in::is_in,
    lexicon::{self, Sort},
    looks::PLACE,
    numbers::is_series,
    seats::is_school,
    token::{Form, Gap, Token, bare},
    trailing::is_issue,
};

/// How many of the atoms of a venue are its name. `next` is what stands behind them.
pub(super) fn name(tokens: &[Token], atoms: &[Atom], next: Option<&Atom>) -> usize {
    let mut end = atoms.len();
    // Whether a place was met, before whose comma a town stands.
    let mut placed = next.is_some_and(|next| {
        let range = &tokens[next.first..next.end];
        let is_land = is_town(range) && matches!(aside(range, false), None | Some(Aside::Place));
        next.before.sign == Sign::Comma && (next.looks == PLACE || next.words <= 3 && is_land)
            || is_day(tokens, next) && next.before.sign <= Sign::Comma
    });
    while end > 1 {
        let (head, last) = (&atoms[..end - 1], &atoms[end - 1]);
        let inner = bare(&tokens[last.first..last.end], last.bracketed);
        let front = &tokens[head[0].first..head[end - 2].end];
        let what = aside(inner, last.bracketed);
        let is_place = !is_school(front)
            && (what == Some(Aside::Place)
                && is_apart(last)
                // `Cloth Annals (Ghent)`: journals of one name are told apart so.
                && (!last.bracketed || names_meeting(front))
                || last.bracketed && is_places(inner)
                || placed
                    && is_apart(last)
                    && !last.bracketed
                    && names_meeting(front)
                    && is_town(inner)
                || is_held(inner));
        let is_beside = matches!(
            what,
            Some(
                Aside::Numbers
                    | Aside::Praise
                    | Aside::Button
                    | Aside::Address
                    | Aside::Role
                    | Aside::Sign
            )
        );
        // `Cloth History | Review`
        let goes_on = what == Some(Aside::Button)
            && !last.bracketed
            && last.before.sign == Sign::None
            && last.before.gap <= Gap::Wrap
            && inner
                .iter()
                .all(|token| token.link.is_none() && !token.style.label);
        let is_beside = is_beside && !goes_on;
        // `Cloth Review, Special issue on wool`
        let is_beside = is_beside || is_apart(last) && is_issue(inner);
        let is_date = last.looks[3] > 0.0 && is_apart(last);
        // `Cloth Review (Loom Press)`
        let is_house = last.bracketed
            && inner.len() == 1
            && what == Some(Aside::Publisher)
            && !names_meeting(front);
        if is_place || is_beside || is_date || is_house || is_publisher(tokens, head, last, what) {
            placed = is_place || is_day(tokens, last);
            end -= 1;
        } else if let Some((society, head)) = head.split_last()
            && last.bracketed
            && !head.is_empty()
            && is_short_for(inner, &tokens[society.first..society.end])
            && is_publisher(tokens, head, society, None)
        {
            end -= 2;
        } else if last.before.sign == Sign::Colon
            && end > 2
            && atoms[end - 2].looks == PLACE
            && is_apart(&atoms[end - 2])
            && !is_places(front)
        {
            // `Cloth Reports 12, Lyon: Loom Press`
            end -= 2;
        } else if let Some(from) = wrapped(tokens, atoms, end, placed) {
            end = from;
        } else {
            break;
        }
    }
    end
}

/// Where a publisher or a place begins whose words a line's end parts, if the last atoms are one.
fn wrapped(tokens: &[Token], atoms: &[Atom], end: usize, placed: bool) -> Option<usize> {
    let goes_on = |atom: &Atom| {
        atom.before.sign == Sign::None && atom.before.gap <= Gap::Wrap && !atom.bracketed
    };
    let from = (1..end)
        .rev()
        .find(|at| !goes_on(&atoms[*at]))
        .filter(|from| from + 1 < end)?;
    let whole = Atom {
        end: atoms[end - 1].end,
        ..atoms[from].clone()
    };
    let inner = &tokens[whole.first..whole.end];
    let what = aside(inner, false);
    let front = &tokens[atoms[0].first..atoms[from - 1].end];
    let is_place = what == Some(Aside::Place)
        || is_held(inner)
        || placed && is_apart(&whole) && names_meeting(front) && is_town(inner);
    (is_place || is_publisher(tokens, &atoms[..from], &whole, what)).then_some(from)
}

/// Whether a word is what the capitals of other words make: `ACL` of `Association for …`.
fn is_short_for(short: &[Token], long: &[Token]) -> bool {
    let initials = initials(long);
    matches!(short, [word] if initials.len() > 1 && word.text.starts_with(&initials))
}

fn initials(range: &[Token]) -> String {
    let words = range.iter().filter(|token| token.form == Form::Word);
    let first = words.filter_map(|token| token.text.chars().next());
    first.filter(|c| c.is_uppercase()).collect()
}

/// Whether a sign parts an atom from the one before.
fn is_apart(atom: &Atom) -> bool {
    matches!(
        atom.before.sign,
        Sign::Comma | Sign::Semicolon | Sign::Period | Sign::Dash | Sign::Pipe | Sign::Bracket
    ) || atom.before.gap >= Gap::Wide
}

/// Whether an atom is a day or a month.
fn is_day(tokens: &[Token], atom: &Atom) -> bool {
    atom.looks[3] > 0.0
        && tokens[atom.first..atom.end]
            .iter()
            .any(|token| token.is(Sort::Month))
}

/// `held in Rome`, `co-located with the Fair of Looms`
fn is_held(range: &[Token]) -> bool {
    range.first().is_some_and(|word| {
        matches!(
            word.text.as_str(),
            "held" | "co-located" | "colocated" | "organized" | "organised"
        )
    }) || matches!(range, [_, conjunction, ..] if conjunction.text == "conjunction")
}

/// `Vancouver, BC, Canada`, `Rome, May 2019`
fn is_places(range: &[Token]) -> bool {
    let parts: Vec<&[Token]> = range
        .split(|token| token.form == Form::Comma)
        .filter(|part| !part.is_empty())
        .collect();
    let is_dated = |part: &[Token]| {
        part.iter()
            .any(|token| is_year(&token.text) || token.is(Sort::Month) && token.text.len() > 2)
            && part.len() <= 6
    };
    let dated = parts.iter().filter(|part| is_dated(part)).count();
    let known = parts
        .iter()
        .any(|part| aside(part, false) == Some(Aside::Place));
    parts.len() <= 6
        && (known || dated > 0 && parts.len() > dated)
        && parts.iter().all(|part| {
            is_dated(part)
                || is_town(part)
                || matches!(aside(part, false), Some(Aside::Place | Aside::Numbers))
        })
        && (known || parts.len() > 2 || !parts[0].iter().any(|word| is_acronym(&word.text)))
}

/// Whether a piece may be a town, or the short form of a state: `Ghent`, `Frankfurt am Main`.
pub(super) fn is_town(range: &[Token]) -> bool {
    let is_state = matches!(range, [state] if state.text.len() <= 3);
    let is_river = |token: &Token| {
        ["am", "an", "der", "de", "do", "del", "sur", "upon", "on"].contains(&token.text.as_str())
            && range.len() > 2
            && !std::ptr::eq(token, &raw const range[0])
    };
    range.len() <= 4
        && range.iter().all(|token| {
            matches!(token.form, Form::Period | Form::Dash)
                || is_river(token)
                || token.form == Form::Word
                    && token.text.starts_with(char::is_uppercase)
                    && (is_state || !is_acronym(&token.text))
                    && ![Sort::Venue, Sort::VenueHead, Sort::House]
                        .iter()
                        .any(|sort| token.is(*sort))
        })
}

/// Whether a range names a meeting or its proceedings.
pub(super) fn names_meeting(range: &[Token]) -> bool {
    const MEETINGS: [&str; 12] = [
        "proceedings",
        "proc",
        "conference",
        "conf",
        "symposium",
        "symp",
        "workshop",
        "workshops",
        "meeting",
        "congress",
        "colloquium",
        "advances",
    ];
    range.iter().enumerate().any(|(at, token)| {
        MEETINGS.contains(&token.folded())
            || is_acronym(&token.text)
                && (at == 0
                    || token.text.contains(['\'', '’'])
                    || range.get(at + 1).is_some_and(|next| is_year(&next.text)))
    })
}

/// Whether a piece behind the name of a meeting says who published its proceedings: `ACM Press`,
/// `Association for Looms`. What the short name before it stands for is none.
fn is_publisher(tokens: &[Token], head: &[Atom], piece: &Atom, what: Option<Aside>) -> bool {
    const SOCIETIES: [&str; 9] = [
        "association",
        "society",
        "committee",
        "foundation",
        "federation",
        "verein",
        "gesellschaft",
        "publications",
        "institute",
    ];
    const BESIDE: [&str; 4] = ["computer", "vision", "org", "net"];
    let (Some(first), Some(last)) = (head.first(), head.last()) else {
        return false;
    };
    let front = &tokens[first.first..last.end];
    if piece.bracketed || !is_apart(piece) || matches!(front, [only] if is_in(only)) {
        return false;
    }
    // A house within another is none: `Loom Press, Mill Group`.
    if !names_meeting(front) && !front.first().is_some_and(is_in) {
        let names_journal = front.iter().any(|token| token.folded() == "journal");
        // `Cloth Review, Cloth Review`, `Annals of Cloth, Institute of Looms (IL)`
        let inner = &tokens[piece.first..piece.end];
        let is_same = inner.len() > 1
            && front
                .iter()
                .rev()
                .zip(inner.iter().rev())
                .take(inner.len())
                .all(|(one, other)| one.folded() == other.folded() && one.form == other.form);
        let is_periodical = front.iter().any(|token| {
            matches!(
                token.folded(),
                "journal" | "annals" | "transactions" | "letters" | "review"
            )
        });
        let is_society = is_periodical
            && piece.before.sign == Sign::Comma
            && inner.iter().any(|token| {
                matches!(
                    token.folded(),
                    "society" | "institute" | "association" | "academy"
                )
            });
        return is_same
            || is_society
            || (what == Some(Aside::Publisher)
                || names_journal && is_seated_house(&tokens[piece.first..piece.end]))
                && front.len() > 1
                && aside(front, false).is_none()
                && !is_school(front)
                && (names_journal
                    || !front.iter().any(|word| {
                        word.folded().split(' ').any(|part| {
                            lexicon::is(part, Sort::Publisher) || lexicon::is(part, Sort::House)
                        })
                    }));
    }
    let inner = &tokens[piece.first..piece.end];
    let is_society = inner
        .iter()
        .any(|token| SOCIETIES.contains(&token.folded()))
        && inner
            .first()
            .is_some_and(|token| token.text.starts_with(char::is_uppercase))
        && !names_meeting(&inner[1..]);
    let is_house = |token: &Token| {
        token.folded().split(' ').all(|part| {
            part.is_empty()
                || is_series(part)
                || lexicon::is(part, Sort::House)
                || lexicon::is(part, Sort::Publisher)
                || SOCIETIES.contains(&part)
                || BESIDE.contains(&part)
        })
    };
    let is_meant = front
        .iter()
        .any(|word| is_short_for(std::slice::from_ref(word), inner));
    what == Some(Aside::Publisher) || !is_meant && (is_society || inner.iter().all(is_house))
}

/// Whether a house stands with the name of its seat: `Springer US`.
fn is_seated_house(range: &[Token]) -> bool {
    let is_house =
        |word: &str| lexicon::is(word, Sort::House) || lexicon::is(word, Sort::Publisher);
    matches!(range, [house, seat] if is_house(house.folded())
        && (["us", "nature", "international"].contains(&seat.folded())
            || seat.is(Sort::Place)))
}

#[cfg(test)]
mod tests {
    use crate::import::list::examples::venues;

    #[test]
    fn what_stands_behind_a_venue_is_no_part_of_it() {
        let read = venues(&[
            "1. A. Lee and B. Ray, “On looms and wool,” in Proceedings of the Fair of Cloth Workshop (FCW), Loom Society, 2019, pp. 3–9.",
            "2. A. Lee and C. Orr, “On mills and wind,” in Conference on Mills (COMI 2018) (Lyon, France, May 2018).",
            "3. A. Lee and C. Orr, “On yarn and dye,” in Conference on Mills, held in Lyon, France, 2017.",
            "4. B. Ray and A. Lee, “On warp and weft,” Cloth Review (Elsevier), vol. 3, 2016.",
            "5. B. Ray and A. Lee, “On silk and flax,” Conference on Mills (COMI) – Ghent, Belgium, 2015.",
        ]);
        let want = [
            "Proceedings of the Fair of Cloth Workshop (FCW)",
            "Conference on Mills (COMI 2018)",
            "Conference on Mills",
            "Cloth Review",
            "Conference on Mills (COMI)",
        ];
        assert_eq!(read, want.map(|venue| Some(venue.to_owned())));
    }

    #[test]
    fn houses_behind_journals_are_no_part_of_their_names() {
        let read = venues(&[
            "A. Lee, B. Ray. Looms and the weaving of wool. Elsevier Journal of Cloth, Elsevier. 2013.",
            "A. Lee, B. Ray. Mills and the wind that turns them. The Journal of Mills. Springer US, 2018.",
        ]);
        assert_eq!(read[0].as_deref(), Some("Elsevier Journal of Cloth"));
        assert_eq!(read[1].as_deref(), Some("The Journal of Mills"));
    }

    #[test]
    fn series_and_issues_are_no_part_of_a_name() {
        let read = venues(&[
            "1. A. Lee and B. Ray, “On looms and wool,” 14th Workshop on Mills (WM 2016), LNAI Vol. 9806, pp. 3–9, 2016.",
            "2. A. Lee and C. Orr, “On mills and wind,” Special Issue on Wind, Journal of Mills, 2015.",
            "3. A. Lee and C. Orr, “On yarn and dye,” Journal of Mills, Special issue on yarn, Vol. 3, 2014.",
        ]);
        let want = [
            "14th Workshop on Mills (WM 2016)",
            "Journal of Mills",
            "Journal of Mills",
        ];
        assert_eq!(read, want.map(|venue| Some(venue.to_owned())));
    }
}
