//! Rules on titles and venues: how styles change their capitals.

use super::entry::CheckedField;
use super::finding::RawFinding;
use super::tokens::{PlacedChar, formulas, placed, without_commands, without_formulas, words};
use crate::model::Title;
use crate::text::casing::{CasingScope, Lexicon, TitlePiece, protect};
use crate::text::markup::without_final_period;
use crate::text::unlatex;

/// Checks a title or a venue.
pub(super) fn check(field: &CheckedField<'_>) -> Vec<RawFinding> {
    let text = field.text.as_str();
    let places = placed(text);
    let mut found = Vec::new();
    let in_capitals = whole(field, &places, &mut found);
    if field.name == "title" {
        final_period(field, &mut found);
        formula(field, &places, &mut found);
        // Each word of a title in capitals would be reported again.
        if !in_capitals {
            beginning(field, &places, &mut found);
            capitals(field, &places, &mut found);
        }
        exposing_braces(field, &places, &mut found);
    }
    found
}

fn depth_at(places: &[PlacedChar], byte: usize) -> usize {
    let place = places.binary_search_by_key(&byte, |one| one.at);
    place.map_or(0, |place| places[place].depth)
}

/// Checks the whole value; returns whether it is in capitals.
fn whole(field: &CheckedField<'_>, places: &[PlacedChar], found: &mut Vec<RawFinding>) -> bool {
    let text = field.text.trim();
    let several = text.split_whitespace().count() > 1;
    let held = text.starts_with('{')
        && text.ends_with('}')
        && places[..places.len() - 1].iter().all(|one| one.depth >= 1);
    if held && several {
        let wrong = field.error(
            0,
            "N02",
            "braces around the whole value override the case of every style",
        );
        found.push(wrong.fix("put braces around the words that need them"));
    }
    let bare = without_commands(&without_formulas(text));
    let letters: Vec<char> = bare.chars().filter(|c| c.is_alphabetic()).collect();
    let capitals = letters.iter().filter(|c| c.is_uppercase()).count();
    let in_capitals = letters.len() > 12
        && bare.split_whitespace().count() >= 3
        && capitals * 10 > letters.len() * 9;
    if in_capitals {
        let wrong = field.error(0, "N03", "all in capitals");
        found.push(wrong.fix("write it in title case, acronyms in braces"));
    }
    in_capitals
}

fn final_period(field: &CheckedField<'_>, found: &mut Vec<RawFinding>) {
    let title = unlatex::title(&field.text);
    if without_final_period(title.clone()) != title {
        let at = field.text.rfind('.').unwrap_or_default();
        let wrong = field.error(at, "N01", "a period at the end, where styles set their own");
        found.push(wrong.fix("remove it"));
    }
}

fn formula(field: &CheckedField<'_>, places: &[PlacedChar], found: &mut Vec<RawFinding>) {
    let text = field.text.as_str();
    for range in formulas(text) {
        let tex = &text[range.clone()];
        if depth_at(places, range.start) == 0 && tex.contains(|c: char| c.is_ascii_uppercase()) {
            let wrong = field.error(
                range.start,
                "N05",
                format!("styles lower-case the formula `{tex}`"),
            );
            found.push(wrong.fix(format!("write `{{{tex}}}`")));
            return;
        }
    }
}

/// Reports a title that begins with a character other than a letter: styles lower-case its first word.
fn beginning(field: &CheckedField<'_>, places: &[PlacedChar], found: &mut Vec<RawFinding>) {
    let text = field.text.as_str();
    let first = text
        .char_indices()
        .find(|(_, c)| c.is_ascii_alphanumeric() || "{\\$".contains(*c));
    let begin = text.len() - text.trim_start().len();
    if let Some((at, c)) = first
        && at > begin
        && c.is_ascii_uppercase()
        && depth_at(places, at) == 0
    {
        let end = text[at..]
            .find(char::is_whitespace)
            .map_or(text.len(), |end| at + end);
        let word = text[at..end].trim_end_matches(|c: char| c.is_ascii_punctuation());
        let wrong = field.error(
            at,
            "N11",
            "the title begins with a sign, so styles lower-case its first word",
        );
        found.push(wrong.fix(format!("write `{{{word}}}`")));
    }
}

fn capitals(field: &CheckedField<'_>, places: &[PlacedChar], found: &mut Vec<RawFinding>) {
    let text = field.text.as_str();
    let bare = without_formulas(text);
    for (start, word) in words(&bare) {
        if exposed_acronym(start, word, places) {
            let wrong = field.error(
                start,
                "N04",
                format!("styles lower-case the capitals of `{word}`"),
            );
            found.push(wrong.fix(format!("write `{}`", guarded(word))));
        }
        let capital =
            word.starts_with(|c: char| c.is_ascii_uppercase()) && depth_at(places, start) == 0;
        if !capital {
            continue;
        }
        let before = bare[..start].trim_end();
        if before.ends_with(":}") {
            let wrong = field.error(
                start,
                "N10",
                format!("the colon is inside braces, so styles lower-case `{word}`"),
            );
            found.push(wrong.fix("move the colon after the brace"));
        }
        let sentence = before.trim_end_matches(['}', ')', '\'', '"']);
        if sentence.ends_with(['?', '!', '.']) && !ends_in_abbreviation(sentence) {
            let wrong = field.error(
                start,
                "N08",
                format!("styles lower-case `{word}` after the end of a sentence"),
            );
            found.push(wrong.advice().fix(format!("write `{{{word}}}`")));
        }
    }
}

fn ends_in_abbreviation(before: &str) -> bool {
    let last = before
        .rsplit(|c: char| !c.is_alphanumeric() && c != '.')
        .next();
    before.ends_with("...")
        || ["vs.", "St.", "No.", "Dr.", "al."].contains(&last.unwrap_or_default())
}

/// Returns whether a part of a word has a capital after its first letter, or is a capital and digits,
/// at brace depth 0, where styles lower-case it.
fn exposed_acronym(start: usize, word: &str, places: &[PlacedChar]) -> bool {
    let open: String = without_commands(word)
        .char_indices()
        .filter(|(at, c)| !"{}".contains(*c) && depth_at(places, start + at) == 0)
        .map(|(_, c)| c)
        .collect();
    open.split(|c: char| "-/–—:+,;()'`".contains(c))
        .any(|part| {
            let bytes = part.as_bytes();
            let inner = bytes
                .windows(2)
                .any(|pair| pair[0].is_ascii_alphanumeric() && pair[1].is_ascii_uppercase());
            let numbered = bytes.len() > 1
                && bytes[0].is_ascii_uppercase()
                && bytes[1..].iter().all(u8::is_ascii_digit);
            inner || numbered
        })
}

/// Returns the word with its capitals in braces.
fn guarded(word: &str) -> String {
    let pieces = protect(&Title::plain(word), CasingScope::Title, &Lexicon::default());
    let shown = pieces.into_iter().map(|piece| match piece {
        TitlePiece::Guarded(text) => format!("{{{text}}}"),
        other => other.text().to_owned(),
    });
    let shown: String = shown.collect();
    if shown == word {
        format!("{{{word}}}")
    } else {
        shown
    }
}

/// Reports `{\emph{Coli}}`: the outer brace makes it what BibTeX calls a special character, whose text
/// is lower-cased.
fn exposing_braces(field: &CheckedField<'_>, places: &[PlacedChar], found: &mut Vec<RawFinding>) {
    const COMMANDS: [&str; 8] = [
        "emph",
        "textit",
        "textbf",
        "textsc",
        "mathrm",
        "texttt",
        "textsuperscript",
        "textsubscript",
    ];
    let text = field.text.as_str();
    for (at, _) in text.match_indices("{\\") {
        let rest = &text[at + 2..];
        let end = rest
            .find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(rest.len());
        if COMMANDS.contains(&&rest[..end]) && depth_at(places, at) == 1 {
            let message = format!(
                "the brace before `\\{}` lets styles lower-case what it holds",
                &rest[..end]
            );
            let fix = format!("write `\\{}{{..}}` without it", &rest[..end]);
            found.push(field.error(at, "N07", message).fix(fix));
        }
    }
}
