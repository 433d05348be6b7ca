//! Capitals of a title, learnt from other spellings of it.

use super::parts::{self, Part, TitleItem};
use super::{Lexicon, is_shouted};
use crate::model::{Run, Title};

/// Improves the capitals of a title by `others`, the spellings of other sources. An acronym in small
/// letters takes its capitals (`Bert` if another source has `BERT`), and a word with a capital in a
/// title in sentence case is protected. Titles in capitals and titles with other words are ignored.
#[must_use]
pub fn informed<'a>(title: &Title, others: impl IntoIterator<Item = &'a Title>) -> Title {
    let own = Spelling::of(title);
    let others: Vec<(&Title, Spelling)> = others
        .into_iter()
        .filter(|other| *other != title && !is_shouted(other))
        .map(|other| (other, Spelling::of(other)))
        .filter(|(_, other)| own.has_words_of(other))
        .collect();
    if others.is_empty() || is_shouted(title) {
        return title.clone();
    }
    let lexicon = Lexicon::default().taught_by(others.iter().map(|(title, _)| *title));
    let mut marks: Vec<(Option<char>, bool)> = vec![(None, false); own.items.len()];
    for (at, part) in own.parts.iter().enumerate() {
        let spelt = others.iter().find_map(|(_, other)| {
            let theirs = &other.parts[at].text;
            (inner_capitals(&part.text) == 0 && inner_capitals(theirs) > 0).then_some(theirs)
        });
        if let Some(spelt) = spelt {
            for (mark, c) in marks[part.start..part.end].iter_mut().zip(spelt.chars()) {
                mark.0 = Some(c);
            }
        } else if part.starts_upper() && lexicon.phrase(&own.items, part) == Some(part.end) {
            marks[part.start..part.end]
                .iter_mut()
                .for_each(|mark| mark.1 = true);
        }
    }
    rebuilt(title, &own.items, &marks)
}

struct Spelling {
    items: Vec<TitleItem>,
    parts: Vec<Part>,
}

impl Spelling {
    fn of(title: &Title) -> Self {
        let items = parts::items(title);
        let parts = parts::find(&items);
        Self { items, parts }
    }

    /// Whether both have the same words, ignoring case.
    fn has_words_of(&self, other: &Self) -> bool {
        self.parts.len() == other.parts.len()
            && self.parts.iter().zip(&other.parts).all(|(a, b)| {
                a.text.chars().count() == b.text.chars().count()
                    && a.text.to_lowercase() == b.text.to_lowercase()
            })
    }
}

fn inner_capitals(text: &str) -> usize {
    text.chars().skip(1).filter(|c| c.is_uppercase()).count()
}

/// Builds the runs again, with characters replaced and marked parts of plain text protected.
fn rebuilt(title: &Title, items: &[TitleItem], marks: &[(Option<char>, bool)]) -> Title {
    let mut at = 0;
    let mut runs = Vec::new();
    for run in title.runs() {
        let (Run::Plain(text) | Run::Protected(text)) = run else {
            runs.push(run.clone());
            at += 1;
            continue;
        };
        let was_meant = matches!(run, Run::Protected(_));
        let count = text.chars().count();
        for (item, (replaced, meant)) in items[at..].iter().zip(&marks[at..]).take(count) {
            let TitleItem::Char(c, _) = item else {
                continue;
            };
            let text = replaced.unwrap_or(*c).to_string();
            runs.push(if *meant || was_meant {
                Run::Protected(text)
            } else {
                Run::Plain(text)
            });
        }
        at += count;
    }
    Title::from_runs(runs)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(title: &str, other: &str) -> Vec<Run> {
        informed(&Title::plain(title), &[Title::plain(other)])
            .runs()
            .to_vec()
    }

    #[test]
    fn a_second_spelling_mends_and_marks() {
        let plain = |text: &str| Run::Plain(text.into());
        assert_eq!(
            told("Meg: a mlp for Bert", "MEG: A MLP for BERT"),
            [plain("MEG: a MLP for BERT")]
        );
        assert_eq!(
            told(
                "Running Spindle on Large Clusters at Scale",
                "Running Spindle on large clusters at scale"
            ),
            [
                plain("Running "),
                Run::Protected("Spindle".into()),
                plain(" on Large Clusters at Scale"),
            ]
        );
    }

    #[test]
    fn what_tells_nothing_changes_nothing() {
        for (title, other) in [
            ("Pre-training of Owls", "Pre-Training of Owls"),
            ("On Sorting of Strings", "ON SORTING OF STRINGS"),
            ("On sorting of strings", "On Sorting of Strings"),
            ("Sorting of Gpus", "Sorting of GPUs in Practice"),
        ] {
            assert_eq!(told(title, other), [Run::Plain(title.into())]);
        }
    }
}
