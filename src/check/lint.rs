use std::collections::BTreeSet;

use super::dialect::Dialect;
use super::entries::{self, Item};
use super::finding::{Finding, Found};
use super::identifiers::Dois;
use super::silence::Silence;
use super::{dates, file, identifiers, pages, people, titles, values};
use crate::bib;

/// What was found in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The findings in the order of their places.
    pub findings: Vec<Finding>,
    /// How many entries were looked at.
    pub entries: usize,
    /// For which program the file was taken to be.
    pub dialect: Dialect,
}

/// Looks a `.bib` file over. Without a `dialect` it is the one that the file's fields tell; rules
/// in `ignored` are not reported, nor is what remarks in the file silence.
#[must_use]
pub fn lint(bytes: &[u8], dialect: Option<Dialect>, ignored: &BTreeSet<String>) -> Report {
    let text = bib::decode(bytes);
    let blocks = bib::scan(&text);
    let dialect = dialect.unwrap_or_else(|| Dialect::of(&blocks));
    let (items, mut found) = entries::read(&text, &blocks);
    found.extend(file::bytes(bytes));
    found.extend(file::lines(&text));
    let mut take = |item: &Item<'_>, one: Found| {
        found.push(Found {
            key: Some(item.key.to_owned()),
            ..one
        });
    };
    entries::judge(&items, dialect, &mut take);
    let mut dois = Dois::default();
    for item in &items {
        let mut of_item = Vec::new();
        for field in &item.fields {
            if field.text.trim().is_empty() || entries::is_noise(&field.name) {
                continue;
            }
            of_item.extend(values::judge(field, dialect));
            match field.name.as_str() {
                "title" | "booktitle" | "journal" | "journaltitle" | "subtitle" => {
                    of_item.extend(titles::judge(field));
                }
                "author" | "editor" => of_item.extend(people::judge(field)),
                "pages" => of_item.extend(pages::judge(field)),
                "volume" | "number" => of_item.extend(pages::counter(field)),
                _ => {}
            }
        }
        of_item.extend(identifiers::judge(item, dialect, &mut dois));
        of_item.extend(dates::judge(item, dialect));
        for one in of_item {
            take(item, one);
        }
    }
    let silence = Silence::read(&text, &items);
    found.retain(|one| !ignored.contains(one.rule) && !silence.covers(one.at, one.rule));
    found.sort_by(|a, b| (a.at, a.rule).cmp(&(b.at, b.rule)));
    let mut places = Places::of(&text);
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
    Report {
        findings: findings.collect(),
        entries: items.len(),
        dialect,
    }
}

/// Lines and columns of bytes that only grow.
struct Places<'a> {
    text: &'a str,
    /// The line that the last byte stood on, and where that begins.
    line: usize,
    start: usize,
}

impl<'a> Places<'a> {
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
