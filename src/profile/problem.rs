use std::fmt;

use thiserror::Error;

/// Everything that is wrong with a profile; never empty, in the order of the file. Displays the
/// first twenty faults, a line each, and how many more there are.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", shown(problems))]
pub struct ProfileError {
    /// The faults, each complete in itself.
    pub problems: Vec<Problem>,
}

/// One fault of a profile.
///
/// Displays as `profile.json:7:16: publications[1] "Electrode": …`, counting lines and columns
/// from 1 as editors do, publications from 0 as the report does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The file as it was named by the caller.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The publication it concerns, if it concerns one.
    pub publication: Option<Concerned>,
    /// What is wrong, and what was expected.
    pub message: String,
}

/// A publication that a fault concerns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Concerned {
    /// Its place in `publications`, from 0.
    pub index: usize,
    /// The beginning of its title, when it has one.
    pub title: Option<String>,
}

impl Concerned {
    /// The most characters of a title that a message repeats: enough to know the paper by.
    const TITLE: usize = 60;

    /// A publication by its place and title; the title is put on one line and cut if long.
    pub(super) fn new(index: usize, title: Option<&str>) -> Self {
        let shorten = |title: &str| {
            let line = title.split_whitespace().collect::<Vec<_>>().join(" ");
            match line.char_indices().nth(Self::TITLE) {
                Some((end, _)) => format!("{}…", line[..end].trim_end()),
                None => line,
            }
        };
        Self {
            index,
            title: title.map(shorten).filter(|title| !title.is_empty()),
        }
    }
}

impl fmt::Display for Concerned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "publications[{}]", self.index)?;
        match &self.title {
            Some(title) => write!(f, " \"{title}\""),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: ", self.file, self.line, self.column)?;
        if let Some(publication) = &self.publication {
            write!(f, "{publication}: ")?;
        }
        f.write_str(&self.message)
    }
}

/// A file that is no profile at all has a fault on nearly every line.
const SHOWN: usize = 20;

fn shown(problems: &[Problem]) -> String {
    let shown = problems.iter().take(SHOWN).map(ToString::to_string);
    let mut lines: Vec<String> = shown.collect();
    if problems.len() > SHOWN {
        lines.push(format!("and {} more", problems.len() - SHOWN));
    }
    lines.join("\n")
}

/// Collects the faults found while a file is read.
#[derive(Debug)]
pub(super) struct Problems<'a> {
    file: &'a str,
    about: Option<Concerned>,
    found: Vec<Problem>,
}

impl<'a> Problems<'a> {
    /// Nothing found yet in `file`.
    pub(super) fn of(file: &'a str) -> Self {
        Self {
            file,
            about: None,
            found: Vec::new(),
        }
    }

    /// What follows concerns this publication, or none.
    pub(super) fn about(&mut self, publication: Option<Concerned>) {
        self.about = publication;
    }

    /// Takes down a fault at a line and column.
    pub(super) fn add(&mut self, (line, column): (usize, usize), message: impl Into<String>) {
        self.found.push(Problem {
            file: self.file.to_owned(),
            line,
            column,
            publication: self.about.clone(),
            // A value of several lines could pass for a message of its own.
            message: message.into().replace(['\n', '\r'], " "),
        });
    }

    /// `value`, if nothing was found; else all that was found, in the order of the file.
    pub(super) fn finish<T>(mut self, value: T) -> Result<T, ProfileError> {
        if self.found.is_empty() {
            return Ok(value);
        }
        self.found.sort_by_key(|found| (found.line, found.column));
        Err(ProfileError {
            problems: self.found,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twenty_faults_are_shown_and_the_rest_counted() {
        let mut problems = Problems::of("x.json");
        for line in 1..=23 {
            problems.add((line, 1), "wrong");
        }
        let error = problems.finish(()).unwrap_err();
        assert_eq!(error.problems.len(), 23);
        let text = error.to_string();
        assert_eq!(text.lines().count(), 21);
        assert!(text.ends_with("x.json:20:1: wrong\nand 3 more"), "{text}");
    }
}
