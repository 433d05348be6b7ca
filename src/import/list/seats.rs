//! Places within the name of a venue: the seat of a publisher, the town of a meeting.

use super::{
    aside::{Aside, aside},
    atom::Atom,
    cut::{Sign, is_acronym, is_year},
    lexicon::Sort,
    tail::{is_town, names_meeting},
    token::{Form, Token},
};

/// Without the place that a publisher or a school has its seat in: `Palo Alto (CA): Loom College`.
pub(super) fn without_seat(range: &[Token]) -> &[Token] {
    let colon = range
        .iter()
        .take(7)
        .position(|token| token.form == Form::Colon);
    let Some(colon) = colon.filter(|colon| *colon > 0) else {
        return range;
    };
    let (seat, house) = (&range[..colon], &range[colon + 1..]);
    let is_seat = seat.iter().all(|token| match token.form {
        Form::Word => is_town(std::slice::from_ref(token)),
        form => matches!(
            form,
            Form::Open | Form::Close | Form::Comma | Form::Period | Form::Slash | Form::Dash
        ),
    });
    let is_house = is_school(house)
        || aside(house, false) == Some(Aside::Publisher)
        || house.iter().any(|token| token.is(Sort::Publisher));
    if is_seat && is_house && !is_school(seat) {
        match house {
            [house @ .., comma, year] if comma.form == Form::Comma && is_year(&year.text) => house,
            _ => house,
        }
    } else {
        range
    }
}

/// Whether a university has campuses in several towns, whose names belong to it: `University of California, Berkeley`.
fn has_campuses(school: &[Token]) -> bool {
    const STATES: [&str; 12] = [
        "california",
        "wisconsin",
        "illinois",
        "maryland",
        "texas",
        "massachusetts",
        "michigan",
        "minnesota",
        "missouri",
        "nebraska",
        "colorado",
        "carolina",
    ];
    let is_state = |word: &Token| STATES.contains(&word.folded());
    school.iter().any(|word| word.folded() == "university") && school.last().is_some_and(is_state)
}

/// Whether a piece is the town of a campus of the university before it.
pub(super) fn is_campus(tokens: &[Token], school: &Atom, next: &Atom) -> bool {
    next.before.sign == Sign::Comma
        && has_campuses(&tokens[school.first..school.end])
        && is_town(&tokens[next.first..next.end])
}

/// Without the town that a small word leads to, behind the name of a meeting that is whole:
/// `Conference on Looms (LOOM 2013) in Ghent`, `Annual Meeting in Ghent`.
pub(super) fn without_town(range: &[Token]) -> &[Token] {
    let Some(at) = range
        .iter()
        .rposition(|token| matches!(token.text.as_str(), "in" | "à" | "en"))
        .filter(|at| *at > 1)
    else {
        return range;
    };
    let (front, town) = (&range[..at], &range[at + 1..]);
    let last = &front[at - 1];
    let is_whole = last.form == Form::Close
        || is_year(&last.text)
        || ["meeting", "congress"].contains(&last.folded());
    if is_whole && !town.is_empty() && is_town(town) && names_meeting(front) {
        front
    } else {
        range
    }
}

/// Without the place and the month of a meeting, behind its short name: `Conference on Machine
/// Learning (ICML), New Orleans, March`.
pub(super) fn without_place(range: &[Token]) -> &[Token] {
    let Some(close) = range
        .windows(2)
        .position(|pair| pair[0].form == Form::Close && pair[1].form == Form::Comma)
    else {
        return range;
    };
    let Some(open) = range[..close]
        .iter()
        .rposition(|token| token.form == Form::Open)
    else {
        return range;
    };
    let is_short_name = open > 1
        && range[open + 1..close]
            .first()
            .is_some_and(|word| is_acronym(&word.text));
    let behind = &range[close + 2..];
    let is_place = behind.len() <= 6
        && behind.iter().all(|token| match token.form {
            Form::Word => {
                token
                    .text
                    .starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit())
                    && !is_acronym(&token.text)
                    && !token.is(Sort::Venue)
                    && !token.is(Sort::VenueHead)
                    && !token.is(Sort::House)
            }
            Form::Comma | Form::Period | Form::Open | Form::Close => true,
            _ => false,
        });
    if is_short_name && is_place {
        &range[..=close]
    } else {
        range
    }
}

/// Whether a piece names a school.
pub(super) fn is_school(range: &[Token]) -> bool {
    range.iter().any(|token| {
        let word = token.folded();
        [
            "univ",
            "institut",
            "instytut",
            "ecole",
            "hochschule",
            "college",
            "school",
            "politec",
        ]
        .iter()
        .any(|head| word.starts_with(head))
            || word.ends_with("universitat")
            || token.text.starts_with("Универ")
            || token.text.starts_with("Инст")
            || token.text.ends_with("大学")
    })
}

#[cfg(test)]
mod tests {
    use crate::import::list::examples::venues;

    #[test]
    fn the_town_of_a_meeting_is_no_part_of_it() {
        let read = venues(&[
            "A. Lee, B. Ray. Looms and the weaving of wool. Proceedings of the 3rd Conference on Cloth (CLOTH 2013) in Aachen. 2013.",
            "A. Lee, B. Ray. Mills and the wind that turns them. Proceedings of the 2018 Cloth Meeting in Philadelphia, 2018.",
            "A. Lee, C. Orr. On yarn and dye in the North. Proceedings of the Workshop on Advances in Weaving, 2017.",
        ]);
        let want = [
            "Proceedings of the 3rd Conference on Cloth (CLOTH 2013)",
            "Proceedings of the 2018 Cloth Meeting",
            "Proceedings of the Workshop on Advances in Weaving",
        ];
        assert_eq!(read, want.map(|venue| Some(venue.to_owned())));
    }

    #[test]
    fn the_campus_of_a_university_is_part_of_it() {
        let read = venues(&[
            "A. Lee. Weaving of cloth in the towns of the north. PhD thesis, University of California, Berkeley, 2012.",
            "A. Lee. Weaving of yarn in the towns of the north. PhD thesis, University of Looms, Leeds, 2010.",
        ]);
        assert_eq!(
            read[0].as_deref(),
            Some("PhD thesis, University of California, Berkeley")
        );
        assert_eq!(read[1].as_deref(), Some("PhD thesis, University of Looms"));
    }

    #[test]
    fn the_seat_of_a_school_is_no_part_of_it() {
        let read = venues(&[
            "Lee A. Looms and the weaving of wool [dissertation]. Palo Alto (CA): University of Looms; 2018.",
            "Lee A, Ray B. Mills and the wind that turns them. Cloth Review. 2017;3(2):4-9.",
        ]);
        assert_eq!(read[0].as_deref(), Some("University of Looms"));
    }
}
