use std::collections::{BTreeMap, BTreeSet};

use super::fields::{RawFields, ValuePart};
use super::scan::{Content, LineCounter, scan};
use crate::text::dates::{MONTH_MACROS, MONTHS};

/// The entries of a `.bib` file, and its problems.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BibEntries {
    /// The entries in the order of the file, including those that share a key.
    pub entries: Vec<BibEntry>,
    /// The problems in the order of the file.
    pub problems: Vec<BibProblem>,
}

/// An entry with its macros expanded.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BibEntry {
    /// The type in lower case: `inproceedings`.
    pub kind: String,
    /// The citation key as written; empty when there is none.
    pub key: String,
    /// The fields in order, each once: the name in lower case, the value still in LaTeX, runs of
    /// blanks collapsed as BibTeX does.
    pub fields: Vec<(String, String)>,
    /// The line on which it begins, counted from 1.
    pub line: usize,
    /// The line on which it ends.
    pub last_line: usize,
}

impl BibEntry {
    /// Returns the value of a field that is present and not empty.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&str> {
        self.fields
            .iter()
            .find(|(field, _)| field == name)
            .map(|(_, value)| value.as_str())
            .filter(|value| !value.is_empty())
    }
}

/// A fault in a `.bib` file from which the reader recovered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BibProblem {
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// The fault, with the entry's key and how the reader recovered.
    pub message: String,
}

/// Bounds on macro expansion: an `@string` that repeats another ten times, ten levels deep, must not
/// exhaust memory.
const MAX_MACRO_BYTES: usize = 10_000;
const MAX_EXPANDED_BYTES: usize = 16 << 20;

/// Reads a `.bib` file. Never fails: faults are listed, and each costs as little as possible.
///
/// As in BibTeX, macro names are case-insensitive, a macro is evaluated where it is defined (so it
/// can't contain itself), and the first of two fields with the same name wins. An undefined macro is
/// replaced by its own name.
#[must_use]
pub fn read(text: &str) -> BibEntries {
    let mut reader = BibReader::new();
    let mut lines = LineCounter::default();
    for block in scan(text) {
        match block.content {
            Content::Text | Content::Comment | Content::Preamble => {}
            Content::Strings(fields) => {
                reader.note_faults(&fields, "@string");
                reader.define(&fields);
            }
            Content::Entry { kind, key, fields } => {
                reader.note_faults(&fields, &format!("entry `{key}`"));
                reader.entry(kind, key, &fields, block.span.start);
                if let Some(entry) = reader.bibliography.entries.last_mut() {
                    entry.line = block.line;
                    entry.last_line = lines.of(text, block.span.end);
                }
            }
        }
    }
    reader.note_duplicate_keys();
    reader.bibliography.problems = placed(text, reader.problems);
    reader.bibliography
}

/// Sorts problems by position and converts bytes to lines and columns. Each is counted from the one
/// before, because a file may be one long line.
fn placed(text: &str, mut problems: Vec<(usize, String)>) -> Vec<BibProblem> {
    problems.sort_by_key(|(at, _)| *at);
    let (mut done, mut line, mut column) = (0, 1, 1);
    let place = |(at, message): (usize, String)| {
        let passed = &text[done..at];
        done = at;
        line += passed.matches('\n').count();
        match passed.rsplit_once('\n') {
            Some((_, last)) => column = 1 + last.chars().count(),
            None => column += passed.chars().count(),
        }
        BibProblem {
            line,
            column,
            message,
        }
    };
    problems.into_iter().map(place).collect()
}

struct BibReader {
    bibliography: BibEntries,
    /// The problems, each with the byte at which it was found.
    problems: Vec<(usize, String)>,
    /// The byte at which each entry begins.
    starts: Vec<usize>,
    macros: BTreeMap<String, String>,
    expanded: usize,
}

impl BibReader {
    fn new() -> Self {
        Self {
            bibliography: BibEntries::default(),
            problems: Vec::new(),
            starts: Vec::new(),
            macros: MONTH_MACROS
                .into_iter()
                .zip(MONTHS)
                .map(|(name, month)| (name.to_owned(), month.to_owned()))
                .collect(),
            expanded: 0,
        }
    }

    fn define(&mut self, fields: &RawFields<'_>) {
        for field in &fields.fields {
            let mut undefined = Vec::new();
            let mut value = self.value(&field.value, &mut undefined);
            for name in undefined {
                self.problem(
                    field.span.start,
                    format!(
                        "@string `{}` uses the macro `{name}`, which is not defined before it; its name is kept",
                        field.name
                    ),
                );
            }
            if value.len() > MAX_MACRO_BYTES {
                let end = (0..=MAX_MACRO_BYTES)
                    .rev()
                    .find(|at| value.is_char_boundary(*at));
                value.truncate(end.unwrap_or(0));
            }
            self.macros.insert(field.name.to_lowercase(), value);
        }
    }

    fn entry(&mut self, kind: &str, key: &str, fields: &RawFields<'_>, at: usize) {
        let mut entry = BibEntry {
            kind: kind.to_lowercase(),
            key: key.to_owned(),
            fields: Vec::with_capacity(fields.fields.len()),
            ..BibEntry::default()
        };
        let mut known = BTreeSet::new();
        for field in &fields.fields {
            let name = field.name.to_lowercase();
            if !known.insert(name.clone()) {
                self.problem(
                    field.span.start,
                    format!("entry `{key}` gives `{name}` more than once; the first is kept"),
                );
                continue;
            }
            let mut undefined = Vec::new();
            let value = self.value(&field.value, &mut undefined);
            for name in undefined {
                self.problem(
                    field.span.start,
                    format!("entry `{key}` uses the undefined macro `{name}`; its name is kept"),
                );
            }
            entry.fields.push((name, value));
        }
        self.starts.push(at);
        self.bibliography.entries.push(entry);
    }

    /// Concatenates the parts of a value.
    fn value(&mut self, pieces: &[ValuePart<'_>], undefined: &mut Vec<String>) -> String {
        let mut out = String::new();
        for piece in pieces {
            match piece {
                ValuePart::Braced(text) | ValuePart::Quoted(text) | ValuePart::Bare(text) => {
                    push_collapsed(&mut out, text);
                }
                ValuePart::Macro(name) => match self.macros.get(&name.to_lowercase()) {
                    Some(text) if self.expanded + text.len() <= MAX_EXPANDED_BYTES => {
                        self.expanded += text.len();
                        push_collapsed(&mut out, text);
                    }
                    _ => {
                        undefined.push((*name).to_owned());
                        out.push_str(name);
                    }
                },
            }
        }
        out.trim().to_owned()
    }

    fn note_faults(&mut self, fields: &RawFields<'_>, context: &str) {
        for fault in &fields.faults {
            self.problem(fault.at, format!("{context}: {}", fault.message));
        }
    }

    fn note_duplicate_keys(&mut self) {
        let mut first: BTreeMap<&str, usize> = BTreeMap::new();
        for (entry, at) in self.bibliography.entries.iter().zip(&self.starts) {
            if entry.key.is_empty() {
                continue;
            }
            if let Some(line) = first.get(entry.key.as_str()) {
                let message = format!("key `{}` was given before on line {line}", entry.key);
                self.problems.push((*at, message));
            } else {
                first.insert(&entry.key, entry.line);
            }
        }
    }

    fn problem(&mut self, at: usize, message: String) {
        self.problems.push((at, message));
    }
}

/// Appends `text` with each run of blanks collapsed to one, also across the boundary.
fn push_collapsed(out: &mut String, text: &str) {
    for c in text.chars() {
        if !c.is_whitespace() {
            out.push(c);
        } else if !out.ends_with(' ') {
            out.push(' ');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn macros_follow_bibtex() {
        let bib = read(
            "@STRING{ACM = \"ACM \" # press}\n@string(Press = {Press})\n@string{acm2 = acm # press}\n\
             @string{self = self # self}\n\
             @book{k, publisher = Acm2, month = JAN # \"~5\", year = 2020, title = {A\r\n   B},\n\
             Title = {C}, series = lncs, note = self}",
        );
        let entry = &bib.entries[0];
        assert_eq!((entry.kind.as_str(), entry.line), ("book", 5));
        for (name, want) in [
            ("publisher", "ACM pressPress"),
            ("month", "January~5"),
            ("year", "2020"),
            ("title", "A B"),
            ("series", "lncs"),
            ("note", "selfself"),
        ] {
            assert_eq!(entry.field(name), Some(want));
        }
        let messages: Vec<&str> = bib.problems.iter().map(|p| p.message.as_str()).collect();
        assert_eq!(messages.len(), 5, "{messages:?}");
        assert!(messages[0].starts_with("@string `ACM` uses the macro `press`"));
        assert!(messages[1].starts_with("@string `self` uses the macro `self`"));
        assert!(messages[3].contains("`title` more than once"));
        assert!(messages[4].contains("undefined macro `lncs`"));
        assert_eq!((bib.problems[4].line, bib.problems[4].column), (7, 14));
        assert_eq!((entry.line, entry.last_line), (5, 7));
    }

    #[test]
    fn macro_expansion_is_bounded() {
        let mut text = String::from("@string{m0 = {0123456789}}\n");
        for n in 1..40 {
            let before = format!("m{}", n - 1);
            let value = [before.as_str(); 10].join(" # ");
            text.extend(["@string{m", &n.to_string(), " = ", &value, "}\n"]);
        }
        text += "@misc{k, note = m39 # m39 # m39}";
        assert!(read(&text).entries[0].field("note").unwrap().len() <= 3 * MAX_MACRO_BYTES);
    }

    #[test]
    fn problems_name_line_and_entry() {
        let bib = read("@misc{a, title = {x}}\n\n@misc{a,\n title = {y\n}\n@misc{b, title={z}}\n");
        assert_eq!(bib.entries.len(), 3);
        let shown: Vec<(usize, bool)> = bib
            .problems
            .iter()
            .map(|p| (p.line, p.message.contains("`a`")))
            .collect();
        assert!(
            shown.contains(&(3, true)) && shown.iter().all(|(_, named)| *named),
            "{shown:?}"
        );
    }

    /// Reads a folder of real files when the build is given one; they can't be redistributed with the
    /// source. Every line that begins like an entry must yield one.
    #[test]
    fn real_files_are_read_when_given() {
        let Some(folder) = option_env!("BIBSYNC_BIB_SAMPLES") else {
            #[expect(clippy::print_stderr, reason = "says why nothing was tested")]
            {
                eprintln!("skipped: BIBSYNC_BIB_SAMPLES names no folder of .bib files");
            }
            return;
        };
        for file in fs_err::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_none_or(|ending| ending != "bib") {
                continue;
            }
            let bytes = fs_err::read(&path).unwrap();
            let text = super::super::decode(&bytes);
            let bib = read(&text);
            let heads = text
                .lines()
                .filter(|line| {
                    let head = line.trim_start_matches('\u{feff}').to_lowercase();
                    head.starts_with('@')
                        && head.contains(['{', '('])
                        && !["@comment", "@string", "@preamble"]
                            .iter()
                            .any(|word| head.replace(' ', "").starts_with(word))
                })
                .count();
            assert!(
                bib.entries.len() >= heads,
                "{}: {} of {heads}",
                path.display(),
                bib.entries.len()
            );
            for entry in bib.resolved() {
                let meta = super::super::metadata(&entry);
                assert!(
                    entry.field("title").is_none() || !meta.title.is_empty(),
                    "{entry:?}"
                );
            }
        }
    }
}
