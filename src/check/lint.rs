use std::collections::BTreeSet;

use super::dialect::Dialect;
use super::entries;
use super::entry::CheckedEntry;
use super::finding::{Finding, RawFinding};
use super::identifiers::Dois;
use super::suppressions::Suppressions;
use super::{dates, file, identifiers, pages, people, titles, values};
use crate::bib;

/// The findings in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LintReport {
    /// The findings in the order of their positions.
    pub findings: Vec<Finding>,
    /// The number of entries checked.
    pub entries: usize,
    /// The dialect the file was checked against.
    pub dialect: Dialect,
}

/// Checks a `.bib` file. Without `dialect`, it is detected from the file's fields; findings of rules
/// in `ignored`, and those that comments in the file suppress, are not reported.
#[must_use]
pub fn lint(bytes: &[u8], dialect: Option<Dialect>, ignored: &BTreeSet<String>) -> LintReport {
    let text = bib::decode(bytes);
    let blocks = bib::scan(&text);
    let dialect = dialect.unwrap_or_else(|| Dialect::of(&blocks));
    let (entries, mut found) = entries::read(&text, &blocks);
    found.extend(file::bytes(bytes));
    found.extend(file::lines(&text));
    let mut take = |entry: &CheckedEntry<'_>, one: RawFinding| {
        found.push(RawFinding {
            key: Some(entry.key.to_owned()),
            ..one
        });
    };
    entries::check(&entries, dialect, &mut take);
    let mut dois = Dois::default();
    for entry in &entries {
        let mut of_item = Vec::new();
        for field in &entry.fields {
            if field.text.trim().is_empty() || entries::is_noise(&field.name) {
                continue;
            }
            of_item.extend(values::check(field, dialect));
            match field.name.as_str() {
                "title" | "booktitle" | "journal" | "journaltitle" | "subtitle" => {
                    of_item.extend(titles::check(field));
                }
                "author" | "editor" => of_item.extend(people::check(field)),
                "pages" => of_item.extend(pages::check(field)),
                "volume" | "number" => of_item.extend(pages::counter(field)),
                _ => {}
            }
        }
        of_item.extend(identifiers::check(entry, dialect, &mut dois));
        of_item.extend(dates::check(entry, dialect));
        for one in of_item {
            take(entry, one);
        }
    }
    let suppressions = Suppressions::read(&text, &entries);
    found.retain(|one| !ignored.contains(one.rule) && !suppressions.covers(one.at, one.rule));
    found.sort_by(|a, b| (a.at, a.rule).cmp(&(b.at, b.rule)));
    let mut places = Positions::of(&text);
    let findings = found.into_iter().map(|one| {
        let (line, column) = places.of_byte(one.at);
        Finding {
            line,
            column,
            rule: one.rule,
            level: one.level,
            key: one.key.filter(|key| !key.is_empty()),
            field: one.field,
            message: one.message,
            fix: one.fix,
        }
    });
    LintReport {
        findings: findings.collect(),
        entries: entries.len(),
        dialect,
    }
}

/// Converts increasing byte positions to lines and columns.
struct Positions<'a> {
    text: &'a str,
    /// The line of the last byte, and the byte at which that line begins.
    line: usize,
    start: usize,
}

impl<'a> Positions<'a> {
    fn of(text: &'a str) -> Self {
        Self {
            text,
            line: 1,
            start: 0,
        }
    }

    fn of_byte(&mut self, byte: usize) -> (usize, usize) {
        let mut byte = byte.min(self.text.len());
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        while let Some(end) = self.text[self.start..byte].find('\n') {
            self.line += 1;
            self.start += end + 1;
        }
        (self.line, self.text[self.start..byte].chars().count() + 1)
    }
}
