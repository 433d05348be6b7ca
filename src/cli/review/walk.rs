//! The dialogue of `review`: one question after the other.

use std::{collections::BTreeSet, io::Write};

use super::{answer::ReviewAnswer, compare::shown, question::Question};
use crate::{
    cli::{
        answers::AnswerReader,
        counted::counted,
        exit::Failure,
        screen::{Look, rendered},
    },
    model::WorkId,
};

/// The store of answers.
pub(super) trait Keeper {
    /// Stores an answer at once, so that nothing is lost when the dialogue is aborted.
    fn keep(&mut self, question: &Question, answer: &ReviewAnswer) -> Result<(), Failure>;

    /// Undoes the last answers, so many of them; all or none.
    fn undo(&mut self, answers: usize) -> Result<(), Failure>;
}

/// A person's input.
#[derive(Debug, PartialEq, Eq)]
enum Typed {
    Answer(ReviewAnswer),
    /// The next answer is for all questions of this kind.
    All,
    Undo,
    Later,
    Addresses,
    Stop,
    Unclear,
}

/// A dialogue over questions.
#[derive(Debug)]
pub(super) struct Walk<'a> {
    questions: &'a [Question],
    look: Look,
    /// The index of the question that is asked.
    at: usize,
    /// The indices of those that are answered.
    answered: BTreeSet<usize>,
    /// The indices that each answer was for, the last answer last.
    history: Vec<Vec<usize>>,
}

impl<'a> Walk<'a> {
    pub(super) fn over(questions: &'a [Question], look: Look) -> Self {
        Self {
            questions,
            look,
            at: 0,
            answered: BTreeSet::new(),
            history: Vec::new(),
        }
    }

    /// Asks each question on `screen` until it is answered or put off. Returns the number of
    /// answers.
    pub(super) fn go(
        mut self,
        reader: &mut dyn AnswerReader,
        screen: &mut dyn Write,
        keeper: &mut dyn Keeper,
    ) -> Result<usize, Failure> {
        loop {
            while self.answered.contains(&self.at) {
                self.at += 1;
            }
            let goes_on = match self.questions.get(self.at) {
                Some(question) => {
                    let (nth, all) = (self.at + 1, self.questions.len());
                    self.tell(screen, &format!("{nth} of {all}\n{}", shown(question)));
                    self.ask(question, reader, screen, keeper)?
                }
                None => self.ends(reader, screen, keeper),
            };
            if !goes_on {
                break;
            }
        }
        Ok(self.answered.len())
    }

    /// Asks one question until it is settled, or another is to be asked; returns false when the
    /// person stops.
    fn ask(
        &mut self,
        question: &Question,
        reader: &mut dyn AnswerReader,
        screen: &mut dyn Write,
        keeper: &mut dyn Keeper,
    ) -> Result<bool, Failure> {
        let mut places = vec![self.at];
        loop {
            self.tell(screen, &self.prompt(question, &places));
            let Some(text) = reader.next() else {
                self.tell(screen, "\n");
                return Ok(false);
            };
            match typed(&text, question) {
                Typed::Answer(answer) => {
                    self.keep(&places, &answer, keeper)?;
                    self.tell(screen, &format!("{text}\n\n"));
                    return Ok(true);
                }
                Typed::All if places.len() > 1 => {
                    places.truncate(1);
                    self.tell(screen, "this one only\n");
                }
                Typed::All => {
                    places.extend(self.alike(question));
                    let all = counted(places.len(), "question", "questions");
                    let kind = kind(question);
                    self.tell(
                        screen,
                        &format!("all\nthe next answer is for {all} {kind}\n"),
                    );
                }
                Typed::Undo => {
                    if self.undo(screen, keeper) {
                        return Ok(true);
                    }
                }
                Typed::Later => {
                    self.tell(screen, "later\n\n");
                    self.at += 1;
                    return Ok(true);
                }
                Typed::Stop => {
                    self.tell(screen, "stopped\n");
                    return Ok(false);
                }
                Typed::Addresses => self.tell(screen, &addresses(question)),
                Typed::Unclear => self.tell(screen, "?\n"),
            }
        }
    }

    /// Asks after the last question whether to undo the last answer; returns true if so.
    fn ends(
        &mut self,
        reader: &mut dyn AnswerReader,
        screen: &mut dyn Write,
        keeper: &mut dyn Keeper,
    ) -> bool {
        if self.history.is_empty() {
            return false;
        }
        let prompt = "no question is left: u undoes the last answer, any other key ends: ";
        self.tell(screen, prompt);
        let answer = reader.next();
        let goes_back = answer.is_some_and(|text| text.eq_ignore_ascii_case("u"));
        if !goes_back {
            self.tell(screen, "\n");
        }
        goes_back && self.undo(screen, keeper)
    }

    /// Undoes the last answer, if that is possible.
    fn undo(&mut self, screen: &mut dyn Write, keeper: &mut dyn Keeper) -> bool {
        let Some(last) = self.history.last() else {
            self.tell(screen, "there is no answer to undo\n");
            return false;
        };
        if let Err(failure) = keeper.undo(last.len()) {
            self.tell(screen, &format!("{failure}\n"));
            return false;
        }
        self.take_back();
        self.tell(screen, "taken back\n\n");
        true
    }

    /// Stores an answer to the questions at these indices. After a failure, those stored before it
    /// count.
    fn keep(
        &mut self,
        places: &[usize],
        answer: &ReviewAnswer,
        keeper: &mut dyn Keeper,
    ) -> Result<(), Failure> {
        self.history.push(Vec::new());
        for at in places {
            let Some(question) = self.questions.get(*at) else {
                continue;
            };
            keeper.keep(question, answer)?;
            self.answered.insert(*at);
            if let Some(last) = self.history.last_mut() {
                last.push(*at);
            }
        }
        Ok(())
    }

    /// Forgets the last answer, and returns to its question.
    fn take_back(&mut self) {
        let last = self.history.pop().unwrap_or_default();
        self.at = last.first().copied().unwrap_or(self.at);
        for at in last {
            self.answered.remove(&at);
        }
    }

    /// Returns the indices of the open questions after this one that are of its kind, and take the
    /// same answer.
    fn alike(&self, question: &Question) -> Vec<usize> {
        let after = self.questions.iter().enumerate().skip(self.at + 1);
        after
            .filter(|(at, other)| !self.answered.contains(at) && kind(other) == kind(question))
            .map(|(at, _)| at)
            .collect()
    }

    fn prompt(&self, question: &Question, places: &[usize]) -> String {
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
        let all = match (places.len(), self.alike(question).len()) {
            (1, 0) => String::new(),
            (1, others) => format!("a the same for {others} more like this, "),
            _ => "a for this one only, ".to_owned(),
        };
        let undo = if self.history.is_empty() {
            ""
        } else {
            "u undo the last answer, "
        };
        format!("{choice}n none of these, {all}{undo}l ask later, o show addresses, s stop: ")
    }

    /// A closed screen is no reason to lose an answer.
    fn tell(&self, screen: &mut dyn Write, text: &str) {
        _ = screen.write_all(rendered(text, self.look).as_bytes());
        _ = screen.flush();
    }
}

/// Describes what a question has in common with others that one answer may settle.
fn kind(question: &Question) -> &'static str {
    match (question.conflict.is_some(), question.choices().len()) {
        (true, _) => "in which a pin is in conflict with the title",
        (false, 0) => "without a candidate that can be pinned",
        (false, 1) => "with one candidate",
        (false, _) => "with several candidates",
    }
}

fn typed(text: &str, question: &Question) -> Typed {
    match text.to_lowercase().as_str() {
        "n" => Typed::Answer(ReviewAnswer::NoneOfThese),
        "a" => Typed::All,
        "u" => Typed::Undo,
        "l" => Typed::Later,
        "o" => Typed::Addresses,
        "s" | "q" => Typed::Stop,
        text => {
            let number = text.parse::<usize>().ok();
            let chosen = number.filter(|number| question.choices().contains(number));
            chosen.map_or(Typed::Unclear, |number| {
                Typed::Answer(ReviewAnswer::This(number - 1))
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
    use crate::{
        cli::answers::Lines,
        model::{Candidate, Confidence, Evidence, Ids, Listing, Outline},
    };

    /// Keeps answers in memory; `broken` takes none.
    #[derive(Default)]
    struct Memory {
        kept: Vec<(usize, ReviewAnswer)>,
        broken: bool,
        /// Whether someone else changed the file, so that nothing can be taken back.
        changed: bool,
    }

    impl Keeper for Memory {
        fn keep(&mut self, question: &Question, answer: &ReviewAnswer) -> Result<(), Failure> {
            if self.broken {
                return Err(Failure::usage("changed"));
            }
            self.kept.push((question.index, answer.clone()));
            Ok(())
        }

        fn undo(&mut self, answers: usize) -> Result<(), Failure> {
            if self.changed {
                return Err(Failure::usage("changed"));
            }
            self.kept.truncate(self.kept.len() - answers);
            Ok(())
        }
    }

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

    /// Returns what is stored for these lines, and what the screen shows.
    fn walked_with(typed: &str, memory: &mut Memory) -> (usize, String) {
        let questions: Vec<Question> = (0..4).map(question).collect();
        let mut screen = Vec::new();
        let answered = Walk::over(&questions, Look::default())
            .go(&mut Lines::of(typed.as_bytes()), &mut screen, memory)
            .unwrap();
        (answered, String::from_utf8(screen).unwrap())
    }

    fn walked(typed: &str) -> (Vec<(usize, ReviewAnswer)>, usize, String) {
        let mut memory = Memory::default();
        let (answered, screen) = walked_with(typed, &mut memory);
        (memory.kept, answered, screen)
    }

    #[test]
    fn one_answer_settles_all_that_are_alike() {
        let (kept, answered, screen) = walked("l\na\nn\n");
        let places: Vec<usize> = kept.iter().map(|(at, _)| *at).collect();
        assert_eq!((places, answered), (vec![1, 2, 3], 3), "{screen}");
        assert!(kept.iter().all(|(_, it)| *it == ReviewAnswer::NoneOfThese));
        assert!(
            screen.contains("a the same for 2 more like this"),
            "{screen}"
        );
        assert!(
            screen.contains("3 questions with several candidates"),
            "{screen}"
        );
        let (kept, _, screen) = walked("a\na\n1\ns\n");
        assert_eq!(kept, [(0, ReviewAnswer::This(0))], "{screen}");
    }

    #[test]
    fn the_last_answer_is_taken_back() {
        let (kept, answered, screen) = walked("u\n1\n2\nu\nn\nu\nu\nu\ns\n");
        assert_eq!((kept.len(), answered), (0, 0), "{screen}");
        assert_eq!(screen.matches("there is no answer to undo").count(), 2);
        assert!(screen.contains("2 of 4"), "{screen}");
        let (kept, answered, _) = walked("1\na\n2\nu\nn\ns\n");
        assert_eq!(
            kept,
            [(0, ReviewAnswer::This(0)), (1, ReviewAnswer::NoneOfThese)]
        );
        assert_eq!(answered, 2);
    }

    #[test]
    fn what_someone_else_changed_is_not_taken_back() {
        let mut memory = Memory {
            changed: true,
            ..Memory::default()
        };
        let (answered, screen) = walked_with("1\nu\nn\ns\n", &mut memory);
        assert_eq!((memory.kept.len(), answered), (2, 2), "{screen}");
        assert!(screen.contains("error: changed"), "{screen}");
    }

    #[test]
    fn one_key_for_each_answer() {
        let (kept, answered, screen) = walked("2\nL\no\nx\n9\n3\nn\ns\n1\n");
        assert_eq!(
            kept,
            [(0, ReviewAnswer::This(1)), (2, ReviewAnswer::NoneOfThese)],
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
        let mut memory = Memory {
            broken: true,
            ..Memory::default()
        };
        let mut lines = Lines::of("1\n1\n".as_bytes());
        let walk = Walk::over(&questions, Look::default());
        let outcome = walk.go(&mut lines, &mut Vec::new(), &mut memory);
        assert!(outcome.is_err());
    }
}
