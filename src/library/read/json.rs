//! Reading one JSON value as records, each in one of four forms: bibsync's own, the plain one,
//! Crossref's or CSL's.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer as _, Error as _, IgnoredAny, SeqAccess, Visitor};
use serde_json::{Error, value::RawValue};

use super::{ReadItem, plain};
use crate::formats::{crossref, csl};
use crate::model::{Record, SourceName};

/// The most envelopes around a list: `{"message": {"items": […]}}` has two.
const ENVELOPES: usize = 2;

/// Passes the records and faults of a value that begins on `line` to `take`: of an object that is a
/// record, or of every item of a list, bare or as the `items` of an object, as in Crossref's API and
/// the older files of its public data. Items that Crossref registers besides works (a journal, a
/// review, a grant) are skipped without a fault.
pub(super) fn read(value: &str, line: usize, take: &mut dyn FnMut(ReadItem)) {
    let mut list = value;
    let mut lines = LineTracker::new(value, line);
    for _ in 0..ENVELOPES {
        if list.starts_with('[') {
            break;
        }
        match FormMarkers::of(list) {
            Ok(
                FormMarkers {
                    items: Some(inner), ..
                }
                | FormMarkers {
                    message: Some(inner),
                    ..
                },
            ) => list = inner.get(),
            marks => return one(marks, list, lines.at(list), "", take),
        }
    }
    let start = lines.at(list);
    let mut number = 0;
    let read = elements(list, |element| {
        number += 1;
        let name = format!("item {number} ");
        one(
            FormMarkers::of(element),
            element,
            lines.at(element),
            &name,
            take,
        );
    });
    if let Err(error) = read {
        take(ReadItem::Problem {
            line: start + error.line().saturating_sub(1),
            message: format!(
                "the list can't be read after item {number}: {}",
                saying(&error)
            ),
        });
    }
}

/// Reads one object.
fn one(
    marks: Result<FormMarkers<'_>, Error>,
    text: &str,
    line: usize,
    name: &str,
    take: &mut dyn FnMut(ReadItem),
) {
    match marks.and_then(|marks| marks.record(text)) {
        Ok(None) => {}
        Ok(Some(record)) => take(ReadItem::Record {
            line,
            filed: Box::new(record.into()),
        }),
        Err(error) => take(ReadItem::Problem {
            line: line + error.line().saturating_sub(1),
            message: format!("{name}is not a record: {}", saying(&error)),
        }),
    }
}

/// The fields that distinguish the forms of an object.
#[derive(Deserialize, Default)]
#[serde(default)]
struct FormMarkers<'a> {
    #[serde(borrow)]
    items: Option<&'a RawValue>,
    #[serde(borrow)]
    message: Option<&'a RawValue>,
    #[serde(borrow)]
    title: Option<&'a RawValue>,
    meta: Option<IgnoredAny>,
    #[serde(rename = "DOI")]
    doi: Option<IgnoredAny>,
    #[serde(rename = "URL")]
    url: Option<IgnoredAny>,
    id: Option<IgnoredAny>,
    author: Option<IgnoredAny>,
    issued: Option<IgnoredAny>,
    #[serde(rename = "container-title")]
    container: Option<IgnoredAny>,
}

impl<'a> FormMarkers<'a> {
    fn of(text: &'a str) -> Result<Self, Error> {
        if text.starts_with('{') {
            serde_json::from_str(text)
        } else {
            Err(Error::custom("expected an object"))
        }
    }

    /// Returns the object's record; none for items that Crossref registers besides works.
    fn record(&self, text: &str) -> Result<Option<Record>, Error> {
        let source = SourceName::LIBRARY;
        let of_crossref = match self.title {
            Some(title) => title.get().starts_with('['),
            None => self.doi.is_some(),
        };
        if self.meta.is_some() {
            serde_json::from_str(text).map(Some)
        } else if of_crossref {
            let work: crossref::CrossrefWork = serde_json::from_str(text)?;
            Ok(crossref::record(&work, source))
        } else if self.is_csl() {
            let item: csl::CslItem = serde_json::from_str(text)?;
            let record = csl::record(&item, source);
            record
                .map(Some)
                .ok_or_else(|| Error::missing_field("title"))
        } else {
            plain::record(text).map(Some)
        }
    }

    /// Returns whether it is CSL-JSON; the plain form has other names for all of these fields.
    fn is_csl(&self) -> bool {
        let marks = [
            &self.doi,
            &self.url,
            &self.id,
            &self.author,
            &self.issued,
            &self.container,
        ];
        marks.into_iter().any(Option::is_some)
    }
}

/// Passes the raw items of a list to `take`, up to the first fault in its syntax.
fn elements<'a>(list: &'a str, take: impl FnMut(&'a str)) -> Result<(), Error> {
    struct ElementVisitor<F>(F);

    impl<'de, F: FnMut(&'de str)> Visitor<'de> for ElementVisitor<F> {
        type Value = ();

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list of records")
        }

        fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<(), A::Error> {
            while let Some(element) = list.next_element::<&RawValue>()? {
                (self.0)(element.get());
            }
            Ok(())
        }
    }

    let mut reader = serde_json::Deserializer::from_str(list);
    reader.deserialize_seq(ElementVisitor(take))?;
    reader.end()
}

/// Finds the lines at which successive parts of a text begin.
pub(super) struct LineTracker<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> LineTracker<'a> {
    /// Creates a tracker for a text that begins on `line`.
    pub(super) fn new(text: &'a str, line: usize) -> Self {
        Self { rest: text, line }
    }

    /// Returns the line at which `part` begins, a slice of the text at or after the previous one.
    pub(super) fn at(&mut self, part: &str) -> usize {
        let ahead = part
            .as_ptr()
            .addr()
            .saturating_sub(self.rest.as_ptr().addr());
        let (passed, rest) = self.rest.split_at(ahead.min(self.rest.len()));
        self.line += memchr::memchr_iter(b'\n', passed.as_bytes()).count();
        self.rest = rest;
        self.line
    }
}

/// Returns the parser's message without its position, which a problem reports separately.
fn saying(error: &Error) -> String {
    let saying = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    saying.strip_suffix(&place).unwrap_or(&saying).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(value: &str) -> Vec<Result<(usize, String), (usize, String)>> {
        let mut out = Vec::new();
        read(value, 1, &mut |item| {
            out.push(match item {
                ReadItem::Record { line, filed } => Ok((line, filed.record.meta.title.text())),
                ReadItem::Problem { line, message } => Err((line, message)),
                ReadItem::Person(_) => panic!("no value is a person"),
            });
        });
        out
    }

    fn titles(value: &str) -> Vec<String> {
        found(value).into_iter().map(|it| it.unwrap().1).collect()
    }

    #[test]
    fn forms_are_recognised_by_their_fields() {
        for object in [
            r#"{"source": "dblp", "meta": {"kind": "book", "title": "T"}}"#,
            r#"{"key": "a/b/c", "title": "T", "authors": ["A B"]}"#,
            r#"{"DOI": "10.1145/1", "type": "journal-article", "title": ["T"]}"#,
            r#"{"id": "x", "type": "book", "title": "T"}"#,
            r#"{"type": "article-journal", "title": "T", "DOI": "10.1145/1"}"#,
            r#"{"title": "T", "author": [{"family": "B", "given": "A"}]}"#,
        ] {
            assert_eq!(titles(object), ["T"], "{object}");
        }
    }

    #[test]
    fn items_that_are_no_works_are_skipped() {
        for object in [
            r#"{"DOI": "10.1145/1", "type": "component"}"#,
            r#"{"DOI": "10.1145/1", "type": "journal", "title": ["A Journal"]}"#,
            r#"{"DOI": "10.1145/1", "type": "journal-article", "title": []}"#,
        ] {
            assert!(found(object).is_empty(), "{object}");
        }
    }

    #[test]
    fn lists_in_envelopes_are_read() {
        let work = |title: &str| {
            format!(r#"{{"DOI": "10.1145/1", "type": "journal-article", "title": ["{title}"]}}"#)
        };
        let list = format!("[{}, {}]", work("A"), work("B"));
        for value in [
            list.clone(),
            format!("{{\"items\": {list}}}"),
            format!(
                "{{\"status\": \"ok\", \"message\": {{\"total-results\": 2, \"items\": {list}}}}}"
            ),
        ] {
            assert_eq!(titles(&value), ["A", "B"], "{value}");
        }
        let single = format!("{{\"status\": \"ok\", \"message\": {}}}", work("A"));
        assert_eq!(titles(&single), ["A"]);
    }

    #[test]
    fn fault_costs_one_item_and_has_its_line() {
        let value = "{\"items\":\n[\n{\"title\": \"A\"},\n7,\n{\"id\":\n 1}, {\"title\": 1},\n{\"title\": \"B\"}]}";
        let say = |line, message: &str| Err((line, message.to_owned()));
        assert_eq!(
            found(value),
            [
                Ok((3, "A".to_owned())),
                say(4, "item 2 is not a record: expected an object"),
                say(5, "item 3 is not a record: missing field `title`"),
                say(
                    6,
                    "item 4 is not a record: invalid type: integer `1`, expected a string"
                ),
                Ok((7, "B".to_owned())),
            ]
        );
    }

    #[test]
    fn truncated_list_gives_its_first_items() {
        let found = found("[{\"title\": \"A\"},\n{\"title\": \"B\"},\n{\"tit");
        assert_eq!(
            found[..2],
            [Ok((1, "A".to_owned())), Ok((2, "B".to_owned()))]
        );
        let (line, message) = found[2].as_ref().unwrap_err();
        assert_eq!(*line, 3);
        assert!(message.contains("after item 2: EOF"), "{message}");
    }

    #[test]
    fn deep_nesting_does_not_overflow() {
        for (open, close) in [("[", "]"), ("{\"items\":", "}"), ("{\"message\":", "}")] {
            let deep = format!("{}1{}", open.repeat(200_000), close.repeat(200_000));
            let found = found(&deep);
            assert!(matches!(found[..], [Err(_)]), "{open}: {}", found.len());
        }
        let deep = format!(
            "{{\"title\": [{}{}]}}",
            "[".repeat(200_000),
            "]".repeat(200_000)
        );
        assert!(found(&deep).iter().all(Result::is_err));
    }
}
