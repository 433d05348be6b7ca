//! A question as it is shown: what is listed and each candidate, part by part, with what differs
//! marked.

use std::{collections::BTreeSet, fmt::Write as _};

use super::{super::screen::one_line, question::Question};
use crate::model::{Candidate, Outline, WorkId};

/// How differences are marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Marks {
    /// `[words]` in brackets.
    Signs,
    /// In brackets and in colour.
    Colours,
}

impl Marks {
    fn put(self, word: &str) -> String {
        match self {
            Self::Signs => format!("[{word}]"),
            Self::Colours => {
                let word = console::style(format!("[{word}]")).yellow().bold();
                word.force_styling(true).to_string()
            }
        }
    }
}

/// The whole question. A word in brackets is not in the listing, a `-` line holds those of the
/// listing that a candidate's title lacks.
pub(super) fn shown(question: &Question, marks: Marks) -> String {
    let listed = &question.listed;
    let title = &one_line(&question.listing.title);
    let mut out = format!("#{} [{}] {title}\n", question.index, question.key);
    if let Some(conflict) = &question.conflict {
        _ = writeln!(out, "   CONFLICT: {}", one_line(conflict));
    }
    rows(&mut out, question, "title", Some(title), |candidate| {
        let found = one_line(&candidate.title);
        let mut text = marked(title, &found, marks);
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
                Some(own) => marked(own, &text, marks),
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

/// A part of the listing, and below it the same part of each candidate; nothing where no one says
/// anything of it.
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
    _ = writeln!(
        out,
        "   {name:8} listed  {}",
        listed.unwrap_or("(not said)")
    );
    for (number, text) in (1..).zip(each) {
        let text = text.as_deref().unwrap_or("(not said)");
        _ = writeln!(out, "   {:8} {number:<6}  {text}", "");
    }
}

/// What an outline says of a part, by its name.
fn part(outline: &Outline, name: &str) -> Option<String> {
    let said = match name {
        "authors" => outline.people(),
        "venue" => outline.venue.clone(),
        "year" => outline.year.map(|year| year.to_string()),
        _ => outline.kind.map(|kind| kind.as_str().to_owned()),
    };
    said.as_deref().map(one_line)
}

/// `text` with the words marked that `own` does not have.
fn marked(own: &str, text: &str, marks: Marks) -> String {
    let known: BTreeSet<String> = own.split_whitespace().map(bare).collect();
    let words: Vec<String> = text
        .split_whitespace()
        .map(|word| {
            let bare = bare(word);
            if bare.is_empty() || known.contains(&bare) {
                word.to_owned()
            } else {
                marks.put(word)
            }
        })
        .collect();
    words.join(" ")
}

/// The words of `own` that `text` lacks.
fn lacking(own: &str, text: &str) -> Vec<String> {
    let there: BTreeSet<String> = text.split_whitespace().map(bare).collect();
    own.split_whitespace()
        .filter(|word| !bare(word).is_empty() && !there.contains(&bare(word)))
        .map(str::to_owned)
        .collect()
}

/// A word without signs and case.
fn bare(word: &str) -> String {
    word.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differing_words_are_marked_without_colour_too() {
        let (own, text) = ("On Sorting, fast", "On sorting: strings fast.");
        assert_eq!(
            marked(own, text, Marks::Signs),
            "On sorting: [strings] fast."
        );
        let coloured = marked(own, text, Marks::Colours);
        assert!(
            coloured.contains("[strings]") && coloured.contains('\u{1b}'),
            "{coloured}"
        );
        assert_eq!(
            lacking("Fast sorting of Strings", "Sorting strings"),
            ["Fast", "of"]
        );
    }
}
