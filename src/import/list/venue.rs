//! The venue of an entry as written, and the state that the entry tells.

use super::{
    aside::{self, Aside},
    cut::{Sign, is_acronym, is_year},
    fields::{Parts, content},
    lexicon::{self, Sort},
    looks::PUBLISHER,
    segment::{Field, Segment},
    stated::{is_thesis_alone, without_state},
    status,
    token::{Form, Gap, Token, text},
    trailing::{without_preprint, without_remark},
};
use crate::{model::Listing, text::fold::fold};

/// The venue as written, and the state that the entry tells.
pub(super) fn venue(parts: &Parts) -> (Option<String>, Option<String>) {
    let mut status = None;
    for atom in parts.atoms {
        let is_title = parts.reading.of(Field::Title).is_some_and(|title| {
            (parts.atoms[title.first].first..parts.atoms[title.end - 1].end).contains(&atom.first)
        });
        if is_title {
            continue;
        }
        let range = &parts.tokens[atom.first..atom.end];
        let words: Vec<&str> = range
            .iter()
            .filter(|token| token.form == Form::Word)
            .map(|token| token.text.as_str())
            .collect();
        let folded = fold(&words.join(" "));
        status = status.or_else(|| {
            status::status(&folded, &words.join(" ").to_lowercase()).map(str::to_owned)
        });
    }
    let Some(segment) = parts.reading.of(Field::Venue) else {
        return (None, status);
    };
    let mut last = segment.end;
    while last > segment.first + 1 {
        let atom = &parts.atoms[last - 1];
        let inner = bare(&parts.tokens[atom.first..atom.end], atom.bracketed);
        match aside::aside(inner, atom.bracketed) {
            Some(
                Aside::Numbers
                | Aside::Praise
                | Aside::Button
                | Aside::Address
                | Aside::Role
                | Aside::Sign,
            ) => last -= 1,
            _ => break,
        }
    }
    let mut range = content(
        parts,
        Segment {
            end: last,
            ..segment
        },
    );
    if segment.end == segment.first + 1 && parts.atoms[segment.first].bracketed {
        range = bare(range, true);
    }
    // `PhD thesis. Loom College`
    if is_thesis_alone(range)
        && let Some(school) = parts.atoms.get(segment.end)
        && is_school(&parts.tokens[school.first..school.end])
    {
        range = &parts.tokens[school.first..school.end];
    }
    let range = without_editors(range);
    let range = without_remark(range);
    // `Submitted to Cloth Review` is what the list names, and not where the work appeared.
    let is_out = !says_unpublished(status.as_deref());
    let range = without_preprint(if is_out { without_state(range) } else { range });
    let range = without_volume(unquoted(without_numbers(without_place(without_in(range)))));
    let mut venue = text(range);
    // A year that no sign parts from the name is part of how the venue is written.
    if last == segment.end
        && range.last().is_some_and(|token| {
            std::ptr::eq(
                token,
                &raw const parts.tokens[parts.atoms[last - 1].end - 1],
            )
        })
        && let Some(next) = parts.atoms.get(last)
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
    {
        venue = format!("{venue} {}", text(&parts.tokens[next.first..next.end]));
    }
    // A preprint's line is kept whole: neither half of it names a venue.
    if let Some(next) = parts.atoms.get(segment.end)
        && status.is_some()
        && is_preprint(&venue)
        && next.before.sign == Sign::Comma
        && aside::aside(&parts.tokens[next.first..next.end], false) == Some(Aside::Status)
    {
        venue = text(&parts.tokens[parts.atoms[segment.first].first..next.end]);
    }
    if venue.len() < 24 && venue.to_lowercase().starts_with("arxiv:") {
        "arXiv".clone_into(&mut venue);
    }
    let is_status_alone = status
        .as_deref()
        .is_some_and(|status| fold(&venue) == status);
    (
        Some(venue).filter(|venue| !venue.is_empty() && !is_status_alone),
        status,
    )
}

/// Whether a state says that the work is not out, nor accepted.
fn says_unpublished(status: Option<&str>) -> bool {
    let listing = Listing {
        status: status.map(str::to_owned),
        ..Listing::default()
    };
    listing.says_unpublished()
}

pub(super) fn bare(range: &[Token], bracketed: bool) -> &[Token] {
    if bracketed && range.len() >= 2 {
        &range[1..range.len() - 1]
    } else {
        range
    }
}

pub(super) fn is_preprint(venue: &str) -> bool {
    matches!(
        fold(venue).as_str(),
        "arxiv preprint" | "arxiv" | "preprint" | "manuscript"
    )
}

/// Whether a piece names a school.
fn is_school(range: &[Token]) -> bool {
    range.iter().any(|token| {
        let word = token.folded.as_str();
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

/// Without `In`, `In:`.
pub(super) fn without_in(range: &[Token]) -> &[Token] {
    match range {
        [first, colon, rest @ ..] if is_in(first) && colon.form == Form::Colon => rest,
        [first, the, rest @ ..] if is_in(first) && the.text == "the" && !rest.is_empty() => rest,
        [first, rest @ ..]
            if is_in(first)
                && !rest.is_empty()
                && !rest[0].text.starts_with(char::is_lowercase) =>
        {
            rest
        }
        _ => range,
    }
}

pub(super) fn is_in(token: &Token) -> bool {
    matches!(
        token.text.as_str(),
        "In" | "in" | "IN" | "dans" | "Dans" | "В" | "en" | "En"
    )
}

/// Without the editors in brackets: `Stem Cells (G. Lee, B. Ray, eds.)`.
fn without_editors(range: &[Token]) -> &[Token] {
    let names_editors = |at: usize| {
        range[at..]
            .iter()
            .take_while(|token| token.form != Form::Close)
            .any(|token| {
                ["ed", "eds", "edited", "editor", "editors", "hrsg", "hg"]
                    .contains(&token.folded.as_str())
            })
    };
    let open = (1..range.len()).find(|at| range[*at].form == Form::Open && names_editors(*at));
    &range[..open.unwrap_or(range.len())]
}

/// Without the marks of a name that is quoted.
fn unquoted(range: &[Token]) -> &[Token] {
    match range {
        [open, inner @ .., close]
            if (open.form, close.form) == (Form::QuoteOpen, Form::QuoteClose)
                && !inner.is_empty() =>
        {
            inner
        }
        _ => range,
    }
}

/// Without the volume that law reviews have before their name: `62 U. Chi. L. Rev.`
fn without_volume(range: &[Token]) -> &[Token] {
    match range {
        [volume, rest @ ..]
            if volume.text.len() <= 3
                && volume.text.bytes().all(|byte| byte.is_ascii_digit())
                && rest.len() >= 2
                && rest[0].form == Form::Word
                && rest[0].text.starts_with(char::is_uppercase) =>
        {
            rest
        }
        _ => range,
    }
}

/// Without the place and the month of a meeting, behind its short name: `Conference on Machine
/// Learning (ICML), New Orleans, March`.
fn without_place(range: &[Token]) -> &[Token] {
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
                    && !lexicon::is(&token.folded, Sort::Venue)
                    && !lexicon::is(&token.folded, Sort::VenueHead)
                    && !lexicon::is(&token.folded, Sort::House)
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

/// Without the number of a volume at the end: `Nucl. Phys. B 35`.
pub(super) fn without_numbers(range: &[Token]) -> &[Token] {
    let mut end = range.len();
    while end > 1 {
        let last = &range[end - 1];
        let is_number = last.form == Form::Word
            && last
                .text
                .starts_with(|c: char| c.is_ascii_digit() || c == ':')
            && last
                .text
                .chars()
                .all(|c| c.is_ascii_digit() || "-–:/.,".contains(c))
            && !is_year(&last.text);
        let is_number = is_number || last.form == Form::Word && end > 1 && is_issue(&last.text);
        let is_counted = last.form == Form::Word
            && lexicon::is(&fold(&last.text), Sort::Counted)
            && end < range.len();
        let is_sign = matches!(
            last.form,
            Form::Comma | Form::Colon | Form::Semicolon | Form::Dash | Form::Pipe | Form::Mark
        ) || last.form == Form::Period && end < range.len();
        if is_number || is_counted || is_sign {
            end -= 1;
        } else if let Some(before) = volume(&range[..end]).or_else(|| issue(&range[..end])) {
            end = before;
        } else {
            break;
        }
    }
    &range[..end]
}

/// `Vol.24`, `No.2`, `16권`, `제2호`, `12월호`, `16-D`.
fn is_issue(word: &str) -> bool {
    let digits = word.chars().filter(char::is_ascii_digit).count();
    let by_word = word.split_once('.').is_some_and(|(count, number)| {
        lexicon::is(&fold(count), Sort::Counted)
            && number
                .chars()
                .all(|c| c.is_ascii_digit() || "-–".contains(c))
    });
    let by_sign = word.chars().all(|c| {
        c.is_ascii_digit() || "-–제권호집월第卷期号".contains(c) || c.is_ascii_uppercase()
    }) && word.starts_with(|c: char| c.is_ascii_digit() || "제第".contains(c))
        && word.chars().filter(char::is_ascii_uppercase).count() <= 1;
    (1..=6).contains(&digits) && !is_year(word) && (by_word || by_sign)
}

/// Where the volume with its issue and pages begins at the end of a range: `11(2):e1004634`,
/// `abs/1808.00923 v2`.
fn volume(range: &[Token]) -> Option<usize> {
    let is_number = |token: &Token| {
        let digits = token.text.chars().filter(char::is_ascii_digit).count();
        let letters = token.text.chars().filter(|c| c.is_alphabetic()).count();
        digits > 0 && (letters <= 1 || letters <= digits && token.text.starts_with(':'))
            || token.text.starts_with("abs/")
    };
    let at = range
        .iter()
        .rposition(|token| match token.form {
            Form::Word => !is_number(token),
            Form::Open | Form::Close | Form::Comma | Form::Colon => false,
            _ => true,
        })
        .map_or(0, |at| at + 1);
    let first = range.get(at)?;
    let is_volume = first.form == Form::Word
        && !is_year(&first.text)
        && (first.text.len() <= 4 && first.text.bytes().all(|byte| byte.is_ascii_digit())
            || first.text.starts_with("abs/"))
        && first.gap > Gap::Glued;
    (at > 0 && is_volume).then_some(at)
}

/// Where `(6)` begins in `78(6)`, at the end of a range.
fn issue(range: &[Token]) -> Option<usize> {
    let open = range
        .iter()
        .rposition(|token| token.form == Form::Open)
        .filter(|_| range.last().is_some_and(|token| token.form == Form::Close))?;
    let is_glued = range[open].gap == Gap::Glued
        && open > 1
        && range[open - 1]
            .text
            .bytes()
            .all(|byte| byte.is_ascii_digit());
    (is_glued && range.len() - open <= 5).then_some(open)
}
