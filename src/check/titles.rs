//! Rules on titles and names of venues: what styles do to their capitals.

use super::entries::Field;
use super::finding::Found;
use super::tokens::{Placed, formulas, placed, without_commands, without_formulas, words};
use crate::model::Title;
use crate::text::casing::{Lexicon, Piece, Scope, protect};
use crate::text::markup::without_final_period;
use crate::text::unlatex;

/// What is wrong with a title or a venue's name.
pub(super) fn judge(field: &Field<'_>) -> Vec<Found> {
    let text = field.text.as_str();
    let places = placed(text);
    let mut found = Vec::new();
    let shouted = whole(field, &places, &mut found);
    if field.name == "title" {
        final_period(field, &mut found);
        formula(field, &places, &mut found);
        // Of a title in capitals each word would be found again.
        if !shouted {
            beginning(field, &places, &mut found);
            capitals(field, &places, &mut found);
        }
        exposing_braces(field, &places, &mut found);
    }
    found
}

fn depth_at(places: &[Placed], byte: usize) -> usize {
    let place = places.binary_search_by_key(&byte, |one| one.at);
    place.map_or(0, |place| places[place].depth)
}

/// Whether the whole is in capitals.
fn whole(field: &Field<'_>, places: &[Placed], found: &mut Vec<Found>) -> bool {
    let text = field.text.trim();
    let several = text.split_whitespace().count() > 1;
    let held = text.starts_with('{')
        && text.ends_with('}')
        && places[..places.len() - 1].iter().all(|one| one.depth >= 1);
    if held && several {
        let wrong = field.error(
            0,
            "N02",
            "braces round the whole value keep every style from its own case",
        );
        found.push(wrong.fix("put braces round the words that need them"));
    }
    let bare = without_commands(&without_formulas(text));
    let letters: Vec<char> = bare.chars().filter(|c| c.is_alphabetic()).collect();
    let capitals = letters.iter().filter(|c| c.is_uppercase()).count();
    let shouted = letters.len() > 12
        && bare.split_whitespace().count() >= 3
        && capitals * 10 > letters.len() * 9;
    if shouted {
        let wrong = field.error(0, "N03", "all in capitals");
        found.push(wrong.fix("write it in title case, acronyms in braces"));
    }
    shouted
}

fn final_period(field: &Field<'_>, found: &mut Vec<Found>) {
    let title = unlatex::title(&field.text);
    if without_final_period(title.clone()) != title {
        let at = field.text.rfind('.').unwrap_or_default();
        let wrong = field.error(at, "N01", "a period at the end, where styles set their own");
        found.push(wrong.fix("remove it"));
    }
}

fn formula(field: &Field<'_>, places: &[Placed], found: &mut Vec<Found>) {
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

/// A title that begins with a sign loses the capital of its first word.
fn beginning(field: &Field<'_>, places: &[Placed], found: &mut Vec<Found>) {
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

fn capitals(field: &Field<'_>, places: &[Placed], found: &mut Vec<Found>) {
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
                format!("the colon stands inside braces, so styles lower-case `{word}`"),
            );
            found.push(wrong.fix("move the colon behind the brace"));
        }
        let sentence = before.trim_end_matches(['}', ')', '\'', '"']);
        if sentence.ends_with(['?', '!', '.']) && !is_no_end(sentence) {
            let wrong = field.error(
                start,
                "N08",
                format!("styles lower-case `{word}` after the end of a sentence"),
            );
            found.push(wrong.advice().fix(format!("write `{{{word}}}`")));
        }
    }
}

fn is_no_end(before: &str) -> bool {
    let last = before
        .rsplit(|c: char| !c.is_alphanumeric() && c != '.')
        .next();
    before.ends_with("...")
        || ["vs.", "St.", "No.", "Dr.", "al."].contains(&last.unwrap_or_default())
}

/// Whether a part of a word has a capital after its head, or is a capital and digits, where styles
/// lower-case.
fn exposed_acronym(start: usize, word: &str, places: &[Placed]) -> bool {
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

/// The word as it should stand, its capitals in braces.
fn guarded(word: &str) -> String {
    let pieces = protect(&Title::plain(word), Scope::Title, &Lexicon::default());
    let shown = pieces.into_iter().map(|piece| match piece {
        Piece::Guarded(text) => format!("{{{text}}}"),
        other => other.text().to_owned(),
    });
    let shown: String = shown.collect();
    if shown == word {
        format!("{{{word}}}")
    } else {
        shown
    }
}

/// `{\emph{Coli}}`: the outer brace makes it what BibTeX calls a special character, whose text is
/// lower-cased.
fn exposing_braces(field: &Field<'_>, places: &[Placed], found: &mut Vec<Found>) {
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
