//! A question as it is shown: the listing and its candidates, field by field, with the differences
//! marked.

use std::{collections::BTreeSet, fmt::Write as _};

use super::{
    super::screen::{Ink, one_line},
    question::Question,
};
use crate::model::{Candidate, Outline, WorkId};

/// Returns the whole question. A word in brackets is not in the listing; a line with `-` has the
/// words of the listing that a candidate's title lacks.
pub(super) fn shown(question: &Question) -> String {
    let listed = &question.listed;
    let title = &one_line(&question.listing.title);
    let mut out = format!("#{} [{}] {title}\n", question.index, question.key);
    if let Some(conflict) = &question.conflict {
        let head = Ink::Bad.paint("CONFLICT:");
        _ = writeln!(out, "   {head} {}", one_line(conflict));
    }
    rows(&mut out, question, "title", Some(title), |candidate| {
        let found = one_line(&candidate.title);
        let mut text = marked(title, &found);
        let lost = lacking(title, &found);
        if !lost.is_empty() {
            _ = write!(text, "  - {}", lost.join(" "));
        }
        Some(text)
    });
    for name in ["authors", "venue", "year", "kind"] {
        let own = part(listed, name);
        rows(&mut out, question, name, own.as_deref(), |candidate| {
            let text = part(candidate.outline.as_ref()?, name)?;
            Some(match &own {
                Some(own) => marked(own, &text),
                None => text,
            })
        });
    }
    for (number, candidate) in (1..).zip(&question.candidates) {
        _ = write!(out, "   {number}: confidence {}", candidate.confidence);
        let ids: Vec<String> = WorkId::all_of(&candidate.ids)
            .iter()
            .map(ToString::to_string)
            .collect();
        if ids.is_empty() {
            out.push_str(" · no identifier to pin it by");
        }
        for part in ids.iter().chain(&candidate.evidence.remarks) {
            _ = write!(out, " · {}", one_line(part));
        }
        out.push('\n');
    }
    out.push('\n');
    out
}

/// Adds a field of the listing, and below it that of each candidate; nothing where none has the
/// field.
fn rows(
    out: &mut String,
    question: &Question,
    name: &str,
    listed: Option<&str>,
    of: impl Fn(&Candidate) -> Option<String>,
) {
    let each: Vec<Option<String>> = question.candidates.iter().map(of).collect();
    if listed.is_none() && each.iter().all(Option::is_none) {
        return;
    }
    _ = writeln!(out, "   {name:8} listed  {}", listed.unwrap_or("(none)"));
    for (number, text) in (1..).zip(each) {
        let text = text.as_deref().unwrap_or("(none)");
        _ = writeln!(out, "   {:8} {number:<6}  {text}", "");
    }
}

/// Returns a field of an outline, by its name.
fn part(outline: &Outline, name: &str) -> Option<String> {
    let said = match name {
        "authors" => outline.people(),
        "venue" => outline.venue.clone(),
        "year" => outline.year.map(|year| year.to_string()),
        _ => outline.kind.map(|kind| kind.as_str().to_owned()),
    };
    said.as_deref().map(one_line)
}

/// Marks the words of `text` that `own` lacks.
fn marked(own: &str, text: &str) -> String {
    let known: BTreeSet<String> = own.split_whitespace().map(bare).collect();
    let words: Vec<String> = text
        .split_whitespace()
        .map(|word| {
            let bare = bare(word);
            if bare.is_empty() || known.contains(&bare) {
                word.to_owned()
            } else {
                Ink::Doubt.paint(&format!("[{word}]"))
            }
        })
        .collect();
    words.join(" ")
}

/// Returns the words of `own` that `text` lacks.
fn lacking(own: &str, text: &str) -> Vec<String> {
    let there: BTreeSet<String> = text.split_whitespace().map(bare).collect();
    own.split_whitespace()
        .filter(|word| !bare(word).is_empty() && !there.contains(&bare(word)))
        .map(str::to_owned)
        .collect()
}

/// Returns a word in lower case, without punctuation.
fn bare(word: &str) -> String {
    word.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::screen::{Look, rendered};

    #[test]
    fn differing_words_are_marked_without_colour_too() {
        let (own, text) = ("On Sorting, fast", "On sorting: strings fast.");
        let line = marked(own, text);
        let coloured = Look {
            colours: true,
            columns: None,
        };
        assert_eq!(
            rendered(&line, Look::default()),
            "On sorting: [strings] fast."
        );
        let line = rendered(&line, coloured);
        assert!(
            line.contains("[strings]") && line.contains('\u{1b}'),
            "{line}"
        );
        assert_eq!(
            lacking("Fast sorting of Strings", "Sorting strings"),
            ["Fast", "of"]
        );
    }
}
