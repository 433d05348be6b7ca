//! Begins and ends environments.

use super::{
    super::commands::{self, LatexEnvironment},
    Group, LatexReader, Then,
};
use crate::import::Begins;

impl LatexReader {
    /// Adds the heading that LaTeX prints above a bibliography, unless it was redefined as empty or
    /// another one is there.
    fn bibliography(&mut self) {
        let redefined = ["refname", "bibname"]
            .into_iter()
            .find_map(|name| self.macros.body(name));
        let heading = redefined.unwrap_or("Bibliography").trim().to_owned();
        self.flush();
        if heading.is_empty() || self.page.is_below_heading() {
            return;
        }
        self.begin(Begins::Heading(1));
        self.words(&heading);
        self.end_line();
    }

    /// Reads the heading that some classes give a list as its argument: `\begin{cvlist}{Papers}`. What else stands in
    /// braces there, as a length, is left.
    fn list_heading(&mut self) -> Option<String> {
        const LONGEST: usize = 100;
        let rest = self.source.rest();
        if self.lists > 0 || !rest.starts_with('{') {
            return None;
        }
        let end = rest.find('}')?;
        let text = rest[1..end].trim();
        let is_heading = text.len() <= LONGEST
            && text.starts_with(char::is_alphabetic)
            && !text.contains(['\\', '{', '=', '\n']);
        if !is_heading {
            return None;
        }
        self.source.braced()
    }

    /// Reads the fields of an entry that is an environment, each as a line of an item. The items in
    /// it are lines of the same item: `\begin{rSubsection}{On looms}{2019}{Cloth Review}{}`. An
    /// environment with a single field is a section.
    fn entry(&mut self) -> bool {
        const FIELDS: usize = 6;
        let mut fields = Vec::new();
        while fields.len() < FIELDS {
            self.source.skip_blanks();
            let Some(field) = self
                .source
                .rest()
                .starts_with('{')
                .then(|| self.source.braced())
                .flatten()
            else {
                break;
            };
            fields.push(field);
        }
        let is_entry = fields.len() > 1;
        let text = if is_entry {
            fields.retain(|field| !field.trim().is_empty());
            format!(
                "\\begin{{itemize}}\\item {}\\begin{{itemize}} ",
                fields.join("\\\\ ")
            )
        } else {
            fields
                .first()
                .map_or_else(String::new, |field| format!("{{{field}}}"))
        };
        self.entries.push(is_entry);
        self.source.insert(&text);
        is_entry
    }

    pub(super) fn begin_environment(&mut self) {
        self.source.skip_blanks();
        let Some(name) = self.source.braced() else {
            return;
        };
        if self.macros.begin(&name, &mut self.source).is_some() {
            return;
        }
        let environment = commands::environment(&name);
        if environment == LatexEnvironment::Section && is_entry(&name) && self.entry() {
            return;
        }
        let dropped = match environment {
            LatexEnvironment::List(count)
            | LatexEnvironment::Table(count)
            | LatexEnvironment::Plain(count) => count,
            _ => 0,
        };
        for _ in 0..dropped {
            self.source.skip_blanks();
            self.source.bracketed();
            self.source.braced();
        }
        match environment {
            LatexEnvironment::Document => {}
            LatexEnvironment::Dropped => return self.skip_past(&format!("\\end{{{name}}}")),
            LatexEnvironment::List(_) => {
                if name == "thebibliography" {
                    self.bibliography();
                }
                self.source.skip_blanks();
                self.source.bracketed();
                if let Some(heading) = self.list_heading() {
                    self.begin(Begins::Heading(1));
                    self.words(&heading);
                }
                self.flush();
                self.lists += 1;
                self.end_line();
            }
            LatexEnvironment::Table(_) => {
                self.source.skip_blanks();
                self.source.bracketed();
                self.flush();
                if self.lists > 0 && self.page.is_at_item() {
                    // In an item that is a table, the rows are lines.
                    self.tables.push(0);
                } else {
                    // The environment itself is a group.
                    self.tables.push(self.groups.len() + 1);
                    self.begin(Begins::Item);
                }
            }
            LatexEnvironment::Section => {
                self.source.skip_blanks();
                self.source.bracketed();
                self.begin(Begins::Heading(1));
                if self.source.eat("{") {
                    self.push(|_| {}, Then::EndHeading);
                }
            }
            LatexEnvironment::Plain(_) => self.begin(Begins::Paragraph),
        }
        // An environment is a group.
        let style = self.style();
        let link = self.groups.last().and_then(|group| group.link.clone());
        let at = self.groups.len();
        self.groups.insert(
            at.saturating_sub(usize::from(environment == LatexEnvironment::Section)),
            Group {
                style,
                link,
                then: Then::Nothing,
            },
        );
    }

    pub(super) fn end_environment(&mut self) {
        self.source.skip_blanks();
        let Some(name) = self.source.braced() else {
            return;
        };
        if self.macros.end(&name, &mut self.source).is_some() {
            return;
        }
        if is_entry(&name) && self.entries.pop() == Some(true) {
            self.source.insert("\\end{itemize}\\end{itemize}");
            return;
        }
        match commands::environment(&name) {
            LatexEnvironment::List(_) => self.lists = self.lists.saturating_sub(1),
            LatexEnvironment::Table(_) => {
                self.tables.pop();
                self.flush();
                self.page.begins_nothing();
            }
            _ => {}
        }
        if self.lists == 0 {
            self.begin(Begins::Paragraph);
        } else {
            self.begin(Begins::Nothing);
        }
        self.flush();
        if self.groups.len() > 1 {
            self.groups.pop();
        }
    }
}

/// Whether an environment may be one of the entries of a section: `rSubsection`.
fn is_entry(name: &str) -> bool {
    name.to_lowercase().ends_with("subsection")
}
