use std::fmt;

use thiserror::Error;

/// All faults of a profile; never empty, in the order of the file. Displays the first twenty, one a
/// line, and the number of the rest.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", shown(problems))]
pub struct ProfileError {
    /// The faults, each a complete message.
    pub problems: Vec<ProfileProblem>,
}

/// A fault of a profile.
///
/// Displays as `profile.json:7:16: publications[1] "Electrode": …`, counting lines and columns
/// from 1 as editors do, publications from 0 as the report does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProfileProblem {
    /// The file as it was named by the caller.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The publication that contains the fault, if any.
    pub publication: Option<PublicationRef>,
    /// The fault, and the expected value.
    pub message: String,
}

/// A publication, as messages name it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicationRef {
    /// Its index in `publications`, from 0.
    pub index: usize,
    /// The beginning of its title, if it has one.
    pub title: Option<String>,
}

impl PublicationRef {
    /// The most characters of a title in a message: enough to recognise the paper.
    const TITLE: usize = 60;

    /// Creates a reference; the title is put on one line and shortened.
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

impl fmt::Display for PublicationRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "publications[{}]", self.index)?;
        match &self.title {
            Some(title) => write!(f, " \"{title}\""),
            None => Ok(()),
        }
    }
}

impl fmt::Display for ProfileProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: ", self.file, self.line, self.column)?;
        if let Some(publication) = &self.publication {
            write!(f, "{publication}: ")?;
        }
        f.write_str(&self.message)
    }
}

/// The most faults shown: a file that is not a profile has one on nearly every line.
const SHOWN: usize = 20;

fn shown(problems: &[ProfileProblem]) -> String {
    let shown = problems.iter().take(SHOWN).map(ToString::to_string);
    let mut lines: Vec<String> = shown.collect();
    if problems.len() > SHOWN {
        lines.push(format!("and {} more", problems.len() - SHOWN));
    }
    lines.join("\n")
}

/// Collects the faults of a file.
#[derive(Debug)]
pub(super) struct Problems<'a> {
    file: &'a str,
    about: Option<PublicationRef>,
    found: Vec<ProfileProblem>,
}

impl<'a> Problems<'a> {
    /// Creates an empty collection for `file`.
    pub(super) fn of(file: &'a str) -> Self {
        Self {
            file,
            about: None,
            found: Vec::new(),
        }
    }

    /// Sets the publication of the following faults.
    pub(super) fn about(&mut self, publication: Option<PublicationRef>) {
        self.about = publication;
    }

    /// Adds a fault at a line and column.
    pub(super) fn add(&mut self, (line, column): (usize, usize), message: impl Into<String>) {
        self.found.push(ProfileProblem {
            file: self.file.to_owned(),
            line,
            column,
            publication: self.about.clone(),
            // A line break in a value could make its rest look like a separate message.
            message: message.into().replace(['\n', '\r'], " "),
        });
    }

    /// Returns `value` if there are no faults, else the faults in the order of the file.
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
