//! The venue of an entry as written, and the state that the entry tells.

use super::{
    aside::{self, Aside},
    atom::Atom,
    cut::{Sign, is_year},
    lead_in::without_in,
    looks::{IMPRINT, PUBLISHER},
    numbers::{before_pages, before_volume, counts_behind, without_numbers, without_volume},
    parts::{Parts, content},
    seats::{is_campus, without_place, without_seat, without_town},
    segment::{Field, Segment},
    stated::{is_sent, without_state, without_state_behind},
    tail::{self, is_town},
    thesis,
    token::{Form, Gap, Token, bare, text},
    trailing::{numbered_preprint, without_preprint, without_remark},
    venue_frame::{
        unquoted, without_editors, without_issue, without_label, without_parts, without_sort,
    },
    wraps,
};
use crate::text::{
    fold::fold,
    publication_state::{StatePhrase, find_state},
};

/// The venue as written, and the state that the entry tells.
pub(super) fn venue(parts: &Parts) -> (Option<String>, Option<String>) {
    let (state, status) = state(parts).unzip();
    let Some(segment) = parts.reading.of(Field::Venue) else {
        return (None, status);
    };
    let segment = wraps::whole(parts, segment);
    let atoms = &parts.atoms[segment.first..segment.end];
    let next = parts
        .atoms
        .get(segment.end)
        .filter(|_| wraps::is_free(parts, segment.end));
    let mut last = segment.first + tail::name(parts.tokens, atoms, next);
    if last == segment.end
        && next.is_some_and(|next| is_campus(parts.tokens, &parts.atoms[last - 1], next))
    {
        last += 1;
    }
    let name = Segment {
        end: last,
        ..segment
    };
    let mut range = content(parts, name);
    if segment.end == segment.first + 1 && parts.atoms[segment.first].bracketed {
        range = without_parts(bare(range, true));
        // `(Amsterdam: Boom, 2015)`
        if let Some(colon) = range.iter().position(|token| token.form == Form::Colon)
            && colon + 1 < range.len()
            && parts.atoms[segment.first].looks == IMPRINT
            && is_town(&range[..colon])
        {
            range = &range[colon + 1..];
        }
    }
    if let Some(whole) = thesis::whole(parts, name) {
        range = whole;
    }
    let range = without_label(range);
    let range = without_sort(without_issue(without_editors(before_pages(range))));
    let range = without_remark(range);
    // `Submitted to Cloth Review` is what the list names, and not where the work appeared.
    let is_undecided = state.is_some_and(|phrase| phrase.state.is_undecided());
    let is_out = !is_undecided || !is_sent(range);
    let range = without_state_behind(range);
    let range = without_preprint(if is_out { without_state(range) } else { range });
    let range = without_volume(unquoted(without_numbers(without_town(without_place(
        without_seat(without_in(range)),
    )))));
    let range = before_volume(parts.tokens, range);
    let mut venue = text(range);
    // `Draft coming soon`, `Open access`, but `arXiv preprint, in submission` is what the list names.
    let what = aside::aside(range, false);
    let mut names_none =
        !is_on_server(&fold(&venue)) && matches!(what, Some(Aside::Status | Aside::Role));
    if let Some(year) = joined_year(parts, segment, last, range) {
        venue = format!("{venue} {}", text(year));
    }
    if let Some(section) = section_letter(parts, last, range) {
        venue = format!("{venue}. {section}");
    }
    // A preprint's line is kept whole: neither half of it names a venue.
    if let Some(next) = parts.atoms.get(segment.end)
        && status.is_some()
        && is_preprint(&venue)
        && next.before.sign == Sign::Comma
        && aside::aside(&parts.tokens[next.first..next.end], false) == Some(Aside::Status)
    {
        venue = text(&parts.tokens[parts.atoms[segment.first].first..next.end]);
        names_none = false;
    }
    let first = parts.atoms[segment.first].first;
    let numbered = numbered_preprint(without_in(&parts.tokens[first..]));
    if let Some(whole) = numbered {
        venue = text(whole);
    }
    if venue.len() < 24 && venue.to_lowercase().starts_with("arxiv:") {
        "arXiv".clone_into(&mut venue);
    }
    let is_status_alone = state.is_some_and(|phrase| phrase.is_all_of(&fold(&venue)))
        || names_none && numbered.is_none();
    (
        Some(venue).filter(|venue| !venue.is_empty() && !is_status_alone),
        status,
    )
}

/// Whether a venue says but what sort of text a work is, how far it has come, or what lies beside it: `Preprint 2019`,
/// `Manuscript development`, `Read more`. That speaks for an entry, but is not where it appeared.
pub(super) fn names_nothing(venue: &str) -> bool {
    const NOTHING: [&str; 17] = [
        "data collection",
        "description",
        "drafting",
        "enlace",
        "in data collection",
        "manuscript",
        "manuscript development",
        "preprint",
        "preprints",
        "publication",
        "read more",
        "read paper",
        "replication files",
        "replication package",
        "submited",
        "this version",
        "with",
    ];
    let folded = fold(venue);
    let words: Vec<&str> = folded.split(' ').filter(|word| !is_year(word)).collect();
    NOTHING.contains(&words.join(" ").as_str())
        || matches!(words[..], ["retrieved" | "available", "from" | "at", ..])
            && !is_on_server(&folded)
        || matches!(words[..], ["with", "source" | "code" | "appendix", ..])
}

/// The state that an entry tells anywhere but in its title, and how it is written.
fn state(parts: &Parts) -> Option<(&'static StatePhrase, String)> {
    let title = parts
        .reading
        .of(Field::Title)
        .map(|title| parts.atoms[title.first].first..parts.atoms[title.end - 1].end);
    let is_title = |atom: &Atom| {
        title
            .as_ref()
            .is_some_and(|title| title.contains(&atom.first))
    };
    parts
        .atoms
        .iter()
        .filter(|atom| !is_title(atom))
        .find_map(|atom| {
            let words: Vec<&str> = parts.tokens[atom.first..atom.end]
                .iter()
                .filter(|token| token.form == Form::Word)
                .map(|token| token.text.as_str())
                .collect();
            let written = words.join(" ");
            let phrase = find_state(&fold(&written), &written.to_lowercase())?;
            Some((phrase, phrase.spelled_in(&written)))
        })
}

/// The letter of a section behind a short name, before the volume: the `A` of `Acta Loom. Pol. A 113`.
fn section_letter<'a>(parts: &'a Parts, last: usize, range: &[Token]) -> Option<&'a str> {
    let next = parts.atoms.get(last)?;
    let name = range.last()?;
    let [.., end, period] = &parts.tokens[..next.first] else {
        return None;
    };
    let [letter, number, ..] = &parts.tokens[next.first..] else {
        return None;
    };
    let is_short = std::ptr::eq(name, end)
        && period.form == Form::Period
        && name.text.starts_with(char::is_uppercase)
        && name.text.len() <= LONGEST_SHORT;
    let is_letter = matches!(letter.text.as_bytes(), [b'A'..=b'H']) && !next.bracketed;
    let is_volume = number.gap == Gap::Space
        && !number.text.is_empty()
        && number.text.bytes().all(|byte| byte.is_ascii_digit());
    (is_short && is_letter && is_volume).then_some(letter.text.as_str())
}

/// The most letters of a word that is cut short: `Naturforsch`.
const LONGEST_SHORT: usize = 11;

/// The year behind the last of the atoms of a venue that no sign parts from its name: how the venue is written.
fn joined_year<'a>(
    parts: &'a Parts,
    segment: Segment,
    last: usize,
    range: &[Token],
) -> Option<&'a [Token]> {
    let end = &parts.tokens[parts.atoms[last - 1].end - 1];
    let next = parts.atoms.get(last)?;
    let is_joined = last == segment.end
        && range.last().is_some_and(|token| std::ptr::eq(token, end))
        && parts
            .reading
            .segments
            .iter()
            .any(|other| other.field == Field::Date && other.first == last)
        && next.before.gap <= Gap::Wrap
        && matches!(parts.tokens[next.first - 1].form, Form::Word | Form::Close)
        && !next.bracketed
        && next.words == 1
        && parts.atoms[last - 1].looks != PUBLISHER
        && parts.atoms[segment.first].before.sign != Sign::Colon
        && !counts_behind(&parts.tokens[next.end..]);
    is_joined.then(|| &parts.tokens[next.first..next.end])
}

/// Whether a folded venue is a server of preprints or calls a work so.
pub(super) fn is_on_server(folded: &str) -> bool {
    folded.split(' ').any(|word| {
        matches!(
            word,
            "arxiv" | "biorxiv" | "medrxiv" | "preprint" | "corr" | "ssrn"
        )
    })
}

pub(super) fn is_preprint(venue: &str) -> bool {
    matches!(
        fold(venue).as_str(),
        "arxiv preprint" | "arxiv" | "preprint" | "manuscript"
    )
}

#[cfg(test)]
mod tests {
    #[test]
    fn labels_and_states_around_a_name_are_no_part_of_it() {
        let read = crate::import::list::examples::venues(&[
            "A. Lee and B. Ray. Looms and the weaving of wool. In Proceedings of the 3rd Conference on Cloth (LOOM 2019), to appear.",
            "A. Lee and C. Orr. Mills and the wind that turns them. [LOOM'18] Conference on Cloth, 2018.",
            "A. Lee and B. Ray. On yarn and dye. Class. Loom Grav. 12, 4 (2017).",
        ]);
        let read: Vec<Option<&str>> = read.iter().map(Option::as_deref).collect();
        assert_eq!(
            read,
            [
                Some("Proceedings of the 3rd Conference on Cloth (LOOM 2019)"),
                Some("Conference on Cloth"),
                Some("Class. Loom Grav")
            ]
        );
    }

    #[test]
    fn a_year_before_a_volume_is_no_part_of_the_venue() {
        let read = crate::import::list::examples::venues(&[
            "Lee A, Ray B. Looms and the weaving of wool in the North. J Cloth Res 1998; 12: 55-62.",
            "Lee A, Orr C. Mills and the wind that turns them in the South. Cloth Biol 1999; 9: 16-25.",
            "Lee A, Ray B. On yarn and dye and what they cost the towns. Wool Genet 1995; 11:99-102.",
        ]);
        let read: Vec<Option<&str>> = read.iter().map(Option::as_deref).collect();
        assert_eq!(
            read,
            [Some("J Cloth Res"), Some("Cloth Biol"), Some("Wool Genet")]
        );
        let read = crate::import::list::examples::venues(&[
            "Lee, A.; Ray, B. Looms and the weaving of wool. Cloth Chem. A 2001, 63, 16-20.",
        ]);
        assert_eq!(read[0].as_deref(), Some("Cloth Chem. A"));
    }

    #[test]
    fn the_letter_of_a_section_is_part_of_the_venue() {
        let read = crate::import::list::examples::venues(&[
            "A. Lee, B. Ray, Looms and the weaving of wool, Acta Loom. Pol. A 113, 347 (2008).",
            "A. Lee, B. Ray, Mills and the wind that turns them, Acta Loom. Pol. A 115, 47-50 (2009).",
            "A. Lee, C. Orr, Dyes and how they fade in the sun, Eur.Phys. J. C 76 (2016) 33.",
            "A. Lee, C. Orr, 2025, Yarn of the North, Monthly Notices of the Cloth Society staf1250.",
        ]);
        let read: Vec<Option<&str>> = read.iter().map(Option::as_deref).collect();
        assert_eq!(
            read,
            [
                Some("Acta Loom. Pol. A"),
                Some("Acta Loom. Pol. A"),
                Some("Eur.Phys. J. C"),
                Some("Monthly Notices of the Cloth Society"),
            ]
        );
    }

    #[test]
    fn small_words_before_a_meeting_are_no_part_of_its_name() {
        let read = crate::import::list::examples::venues(&[
            "Looms and the weaving of wool. Ann Lee and Bo Ray. in proceedings of LOOM 2015.",
            "Mills and the wind that turns them. Ann Lee and Cy Orr. in proceedings of the 7th Conference on Mills.",
        ]);
        assert_eq!(read[0].as_deref(), Some("LOOM 2015"));
        assert_eq!(read[1].as_deref(), Some("7th Conference on Mills"));
    }

    #[test]
    fn what_a_manuscript_is_called_and_when_it_was_changed_is_no_venue() {
        let read = crate::import::list::examples::venues(&[
            "Lee, A. and Ray, B. Looms that turn in the wind. Mimeo, 2023.",
            "Lee, A. and Ray, B. Wheels that turn in the wind. Unpublished manuscript, 2022.",
            "Lee, A. and Ray, B. The price of wool in three towns, revised May 2023.",
            "Lee, A. and Ray, B. The weight of water in old wheels. Latest version.",
            "Lee, A. and Ray, B. Rivers and their mills in the north. Open access, 2021.",
            "Lee, A. and Ray, B. What weavers know about yarn. Cloth Review 3, 4-9, 2020.",
        ]);
        assert_eq!(
            read,
            [
                None,
                None,
                None,
                None,
                None,
                Some("Cloth Review".to_owned())
            ]
        );
    }

    #[test]
    fn what_lies_beside_a_work_names_nothing() {
        for venue in [
            "Read More",
            "Preprint 2019",
            "Preprints",
            "with source code",
            "Retrieved from loom.example",
        ] {
            assert!(super::names_nothing(venue), "{venue}");
        }
        for venue in ["Available at SSRN 345", "Notes", "Work with Wool"] {
            assert!(!super::names_nothing(venue), "{venue}");
        }
    }

    #[test]
    fn where_a_work_is_under_review_is_its_venue() {
        let read = crate::import::list::examples::venues(&[
            "Lee A, Ray B. Looms and the weaving of wool in the North. Under review at Cloth Review. March 2025.",
            "Lee A, Orr C. Mills and the wind that turns them. Submitted to Cloth Review. 2024.",
            "Lee A, Ray B. On yarn and dye and what they cost. Cloth Review. 2023;3(2):4-9.",
        ]);
        assert_eq!(read[0].as_deref(), Some("Cloth Review"));
        assert_eq!(read[1].as_deref(), Some("Submitted to Cloth Review"));
    }
}
