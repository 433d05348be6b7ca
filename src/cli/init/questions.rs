//! The questions of `bibsync init`, one line each.

use std::{io::Write, path::Path};

use super::super::{
    answers::AnswerReader,
    exit::Failure,
    screen::{Ink, Look, rendered},
};
use crate::{
    config::Email,
    model::{DblpPid, Orcid, PersonName},
};

/// Asks on a screen, and takes answers from a reader.
pub(super) struct Dialogue<'a> {
    reader: &'a mut dyn AnswerReader,
    screen: &'a mut dyn Write,
    look: Look,
}

impl<'a> Dialogue<'a> {
    pub(super) fn new(
        reader: &'a mut dyn AnswerReader,
        screen: &'a mut dyn Write,
        look: Look,
    ) -> Self {
        Self {
            reader,
            screen,
            look,
        }
    }

    /// Asks for a list, and reads it by `read`; the default is none.
    pub(super) fn list<T: Default>(
        &mut self,
        mut read: impl FnMut(&Path) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let question = "Your CV, homepage or .bib file, if you have one (a path, or nothing)";
        self.ask(question, |answer| match answer {
            "" => Ok(T::default()),
            "-" => Err("error: standard input has the answers; name a file".to_owned()),
            path => read(Path::new(path)).map_err(|failure| failure.to_string()),
        })
    }

    /// Asks for the person's name; nothing means `owner`, whom the list names.
    pub(super) fn name(&mut self, owner: Option<&PersonName>) -> Result<PersonName, Failure> {
        let question = owner.map_or_else(
            || "Your name, as it stands on your papers".to_owned(),
            |owner| format!("Your name, as it stands on your papers [{owner}]"),
        );
        self.ask(&question, |answer| {
            let typed = Some(PersonName::parse(answer)).filter(|name| !name.is_empty());
            typed.or_else(|| owner.cloned()).ok_or_else(|| {
                "error: a name is needed: a list leaves it blank where it means you".to_owned()
            })
        })
    }

    /// Asks for the person's page at DBLP or ORCID iD, by which namesakes are told apart.
    pub(super) fn ids(&mut self) -> Result<(Option<DblpPid>, Option<Orcid>), Failure> {
        let question = "Your page at DBLP (such as dblp.org/pid/95/7448-1) or ORCID iD, or nothing";
        self.ask(question, |answer| {
            if answer.is_empty() {
                return Ok((None, None));
            }
            match (DblpPid::parse(answer), Orcid::parse(answer)) {
                (_, Ok(orcid)) => Ok((None, Some(orcid))),
                (Ok(pid), _) => Ok((Some(pid), None)),
                (Err(no_pid), Err(no_orcid)) => Err(format!("error: {no_pid}; or {no_orcid}")),
            }
        })
    }

    /// Asks for the address that is sent to the services.
    pub(super) fn email(&mut self) -> Result<Option<Email>, Failure> {
        let question =
            "Your e-mail address, which services may write to and allow more requests, or nothing";
        self.ask(question, |answer| {
            if answer.is_empty() {
                return Ok(None);
            }
            Email::parse(answer)
                .map(Some)
                .map_err(|wrong| format!("error: {wrong}"))
        })
    }

    /// Asks until `read` accepts the answer. Fails at the end of the answers.
    fn ask<T>(
        &mut self,
        question: &str,
        mut read: impl FnMut(&str) -> Result<T, String>,
    ) -> Result<T, Failure> {
        loop {
            self.show(&format!("{}: ", Ink::Strong.paint(question)));
            let answer = self.reader.next().ok_or_else(|| {
                Failure::usage("the answers ended before the last question; nothing was written")
                    .hint("with --yes nothing is asked, and options say the rest")
            })?;
            match read(&answer) {
                Ok(read) => return Ok(read),
                Err(wrong) => self.show(&format!("{wrong}\n")),
            }
        }
    }

    /// A closed screen is no reason to fail.
    fn show(&mut self, text: &str) {
        _ = self.screen.write_all(rendered(text, self.look).as_bytes());
        _ = self.screen.flush();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::answers::Lines;

    fn asked<T>(typed: &str, ask: impl Fn(&mut Dialogue<'_>) -> T) -> (T, String) {
        let mut screen = Vec::new();
        let mut lines = Lines::of(typed.as_bytes());
        let answer = ask(&mut Dialogue::new(&mut lines, &mut screen, Look::default()));
        (answer, String::from_utf8(screen).unwrap())
    }

    #[test]
    fn a_wrong_answer_is_asked_for_again() {
        let (ids, screen) = asked("me\n0000-0002-1825-0098\n0000-0002-1825-0097\n", |it| {
            it.ids().unwrap()
        });
        assert_eq!(ids.1.unwrap().to_string(), "0000-0002-1825-0097");
        assert_eq!(screen.matches("error: ").count(), 2, "{screen}");
        let (ids, _) = asked("https://dblp.org/pid/95/7448-1.html\n", |it| {
            it.ids().unwrap()
        });
        assert_eq!(ids.0.unwrap().to_string(), "95/7448-1");
        let (email, screen) = asked("nobody\na@b.example\n", |it| it.email().unwrap());
        assert_eq!(email.unwrap().as_str(), "a@b.example", "{screen}");
    }

    #[test]
    fn a_name_is_asked_for_until_there_is_one() {
        let (name, screen) = asked("\n\nAda Example\n", |it| it.name(None).unwrap());
        assert_eq!(name.to_string(), "Ada Example");
        assert_eq!(screen.matches("a name is needed").count(), 2, "{screen}");
        let owner = PersonName::parse("Ada Example");
        let (name, screen) = asked("\n", |it| it.name(Some(&owner)).unwrap());
        assert_eq!(name, owner);
        assert!(screen.contains("[Ada Example]"), "{screen}");
    }

    #[test]
    fn answers_that_end_are_an_error() {
        let (hint, _) = asked("", |it| it.email().unwrap_err().to_string());
        assert!(hint.contains("--yes"), "{hint}");
    }
}
