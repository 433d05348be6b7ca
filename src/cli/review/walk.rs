//! The questions, one after the other.

use std::io::{BufRead, Write};

use super::{
    answer::Answer,
    compare::{Marks, shown},
    question::Question,
};
use crate::{cli::exit::Failure, model::WorkId};

/// Where answers come from.
pub(super) trait Reader {
    /// The next answer as it was typed; `None` when there are no more.
    fn next(&mut self) -> Option<String>;
}

/// One key on a terminal.
#[derive(Debug)]
pub(super) struct Keys;

impl Reader for Keys {
    fn next(&mut self) -> Option<String> {
        match console::Term::stderr().read_key().ok()? {
            console::Key::Char(key) => Some(key.to_string()),
            console::Key::Escape => None,
            _ => Some(String::new()),
        }
    }
}

/// One line each, from a pipe.
#[derive(Debug)]
pub(super) struct Lines<R>(R);

impl<R: BufRead> Lines<R> {
    pub(super) fn of(input: R) -> Self {
        Self(input)
    }
}

impl<R: BufRead> Reader for Lines<R> {
    fn next(&mut self) -> Option<String> {
        let mut line = String::new();
        let read = self.0.read_line(&mut line).ok()?;
        (read > 0).then(|| line.trim().to_owned())
    }
}

/// What a person typed.
#[derive(Debug, PartialEq, Eq)]
enum Typed {
    Answer(Answer),
    Later,
    Addresses,
    Stop,
    Unclear,
}

/// A walk through questions.
#[derive(Debug)]
pub(super) struct Walk<'a> {
    pub(super) questions: &'a [Question],
    pub(super) marks: Marks,
}

impl Walk<'_> {
    /// Asks each question on `screen` until it is answered or put off, and hands every answer to
    /// `keep` at once, so that nothing is lost when the walk is broken off. Returns how many were
    /// answered.
    pub(super) fn go(
        &self,
        reader: &mut dyn Reader,
        screen: &mut dyn Write,
        keep: &mut dyn FnMut(&Question, &Answer) -> Result<(), Failure>,
    ) -> Result<usize, Failure> {
        let mut answered = 0;
        for (nth, question) in (1..).zip(self.questions) {
            let head = format!(
                "{nth} of {}\n{}",
                self.questions.len(),
                shown(question, self.marks)
            );
            tell(screen, &head);
            loop {
                tell(screen, &prompt(question));
                let Some(text) = reader.next() else {
                    tell(screen, "\n");
                    return Ok(answered);
                };
                match typed(&text, question) {
                    Typed::Answer(answer) => {
                        keep(question, &answer)?;
                        tell(screen, &format!("{text}\n\n"));
                        answered += 1;
                        break;
                    }
                    Typed::Later => {
                        tell(screen, "later\n\n");
                        break;
                    }
                    Typed::Stop => {
                        tell(screen, "stopped\n");
                        return Ok(answered);
                    }
                    Typed::Addresses => tell(screen, &addresses(question)),
                    Typed::Unclear => tell(screen, "?\n"),
                }
            }
        }
        Ok(answered)
    }
}

/// A screen that is gone is no reason to lose an answer.
fn tell(screen: &mut dyn Write, text: &str) {
    _ = screen.write_all(text.as_bytes());
    _ = screen.flush();
}

fn prompt(question: &Question) -> String {
    let choices = question.choices();
    let choice = match choices.as_slice() {
        [] => String::new(),
        [one] if question.candidates.len() == 1 => format!("{one} it is this, "),
        [first, .., last] if last - first + 1 == choices.len() => {
            format!("{first}-{last} it is this one, ")
        }
        choices => {
            let numbers: Vec<String> = choices.iter().map(ToString::to_string).collect();
            format!("{} it is this one, ", numbers.join(", "))
        }
    };
    format!("{choice}n none of these, l ask later, o show addresses, s stop: ")
}

fn typed(text: &str, question: &Question) -> Typed {
    match text.to_lowercase().as_str() {
        "n" => Typed::Answer(Answer::NoneOfThese),
        "l" => Typed::Later,
        "o" => Typed::Addresses,
        "s" | "q" => Typed::Stop,
        text => {
            let number = text.parse::<usize>().ok();
            let chosen = number.filter(|number| question.choices().contains(number));
            chosen.map_or(Typed::Unclear, |number| {
                Typed::Answer(Answer::This(number - 1))
            })
        }
    }
}

fn addresses(question: &Question) -> String {
    let mut out = String::from("\n");
    for (number, candidate) in (1..).zip(&question.candidates) {
        let urls: Vec<String> = WorkId::all_of(&candidate.ids)
            .iter()
            .map(WorkId::url)
            .collect();
        let urls = if urls.is_empty() {
            "it has no identifier".to_owned()
        } else {
            urls.join(" ")
        };
        out.extend(["   ", &number.to_string(), ": ", &urls, "\n"]);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Candidate, Confidence, Evidence, Ids, Listing, Outline};

    fn question(index: usize) -> Question {
        let candidate = |key: &str| Candidate {
            ids: Ids {
                dblp: crate::model::DblpKey::parse(key).ok(),
                ..Ids::default()
            },
            title: "On Sorting".into(),
            outline: None,
            confidence: Confidence::new(0.5),
            evidence: Evidence::default(),
        };
        Question {
            index,
            places: vec![(0, index)],
            listing: Listing::titled("On Sorting"),
            listed: Outline::default(),
            key: "k".into(),
            conflict: None,
            ambiguous: true,
            candidates: vec![candidate("conf/x/A"), candidate("conf/x/B"), candidate("-")],
        }
    }

    /// What is kept when these lines are typed, and what the screen shows.
    fn walked(typed: &str) -> (Vec<(usize, Answer)>, usize, String) {
        let questions: Vec<Question> = (0..4).map(question).collect();
        let mut kept = Vec::new();
        let mut screen = Vec::new();
        let answered = Walk {
            questions: &questions,
            marks: Marks::Signs,
        }
        .go(
            &mut Lines::of(typed.as_bytes()),
            &mut screen,
            &mut |question, answer| {
                kept.push((question.index, answer.clone()));
                Ok(())
            },
        )
        .unwrap();
        (kept, answered, String::from_utf8(screen).unwrap())
    }

    #[test]
    fn one_key_for_each_answer() {
        let (kept, answered, screen) = walked("2\nL\no\nx\n9\n3\nn\ns\n1\n");
        assert_eq!(
            kept,
            [(0, Answer::This(1)), (2, Answer::NoneOfThese)],
            "{screen}"
        );
        assert_eq!(answered, 2);
        assert!(screen.contains("https://dblp.org/rec/conf/x/B"), "{screen}");
        assert_eq!(screen.matches("?\n").count(), 3, "x, 9 and the nameless 3");
        assert!(screen.contains("1-2 it is this one, n none"), "{screen}");
        assert!(screen.ends_with("stopped\n"), "{screen}");
    }

    #[test]
    fn a_pipe_that_ends_stops_the_walk() {
        let (kept, answered, _) = walked("1\n");
        assert_eq!((kept.len(), answered), (1, 1));
        assert_eq!(walked("").1, 0);
    }

    #[test]
    fn an_answer_that_can_not_be_kept_ends_it() {
        let questions = [question(0), question(1)];
        let walk = Walk {
            questions: &questions,
            marks: Marks::Signs,
        };
        let mut lines = Lines::of("1\n1\n".as_bytes());
        let outcome = walk.go(&mut lines, &mut Vec::new(), &mut |_, _| {
            Err(Failure::usage("changed"))
        });
        assert!(outcome.is_err());
    }
}
