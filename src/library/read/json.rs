//! One JSON value as records, each written in one of four forms: bibsync's own, the plain one,
//! Crossref's or CSL's.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer as _, Error as _, IgnoredAny, SeqAccess, Visitor};
use serde_json::{Error, value::RawValue};

use super::{Item, plain};
use crate::formats::{crossref, csl};
use crate::model::{Record, SourceName};

/// How many envelopes may lie around a list: `{"message": {"items": […]}}` has two.
const ENVELOPES: usize = 2;

/// Gives the records and faults of a value that begins on `line` to `take`: of an object that is a
/// record, or of every element of a list, bare or as the `items` of an object, as Crossref's API
/// and the older files of its public data have it. What is registered beside works (a journal, a
/// review, a grant) is no fault and passed over.
pub(super) fn read(value: &str, line: usize, take: &mut dyn FnMut(Item)) {
    let mut list = value;
    let mut lines = Lines::new(value, line);
    for _ in 0..ENVELOPES {
        if list.starts_with('[') {
            break;
        }
        match Marks::of(list) {
            Ok(
                Marks {
                    items: Some(inner), ..
                }
                | Marks {
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
        one(Marks::of(element), element, lines.at(element), &name, take);
    });
    if let Err(error) = read {
        take(Item::Problem {
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
    marks: Result<Marks<'_>, Error>,
    text: &str,
    line: usize,
    name: &str,
    take: &mut dyn FnMut(Item),
) {
    match marks.and_then(|marks| marks.record(text)) {
        Ok(None) => {}
        Ok(Some(record)) => take(Item::Record {
            line,
            filed: Box::new(record.into()),
        }),
        Err(error) => take(Item::Problem {
            line: line + error.line().saturating_sub(1),
            message: format!("{name}is no record: {}", saying(&error)),
        }),
    }
}

/// By what the form of an object is known.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Marks<'a> {
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

impl<'a> Marks<'a> {
    fn of(text: &'a str) -> Result<Self, Error> {
        if text.starts_with('{') {
            serde_json::from_str(text)
        } else {
            Err(Error::custom("expected an object"))
        }
    }

    /// The object's record; none for what Crossref registers beside works.
    fn record(&self, text: &str) -> Result<Option<Record>, Error> {
        let source = SourceName::LIBRARY;
        let of_crossref = match self.title {
            Some(title) => title.get().starts_with('['),
            None => self.doi.is_some(),
        };
        if self.meta.is_some() {
            serde_json::from_str(text).map(Some)
        } else if of_crossref {
            let work: crossref::Work = serde_json::from_str(text)?;
            Ok(crossref::record(&work, source))
        } else if self.is_csl() {
            let item: csl::Item = serde_json::from_str(text)?;
            let record = csl::record(&item, source);
            record
                .map(Some)
                .ok_or_else(|| Error::missing_field("title"))
        } else {
            plain::record(text).map(Some)
        }
    }

    /// The plain form has other names for all of these.
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

/// Gives the elements of a list as they are written to `take`, up to the first fault in its syntax.
fn elements<'a>(list: &'a str, take: impl FnMut(&'a str)) -> Result<(), Error> {
    struct Each<F>(F);

    impl<'de, F: FnMut(&'de str)> Visitor<'de> for Each<F> {
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
    reader.deserialize_seq(Each(take))?;
    reader.end()
}

/// Tells on which lines the parts of a text begin, one after the other.
pub(super) struct Lines<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Lines<'a> {
    /// For a text that begins on `line`.
    pub(super) fn new(text: &'a str, line: usize) -> Self {
        Self { rest: text, line }
    }

    /// The line on which `part` begins, a slice of the text and not before the last one asked for.
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

/// What the parser says, without the place, which a problem names itself.
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
                Item::Record { line, filed } => Ok((line, filed.record.meta.title.text())),
                Item::Problem { line, message } => Err((line, message)),
                Item::Person(_) => panic!("no value is a person"),
            });
        });
        out
    }

    fn titles(value: &str) -> Vec<String> {
        found(value).into_iter().map(|it| it.unwrap().1).collect()
    }

    #[test]
    fn each_form_is_known_by_its_names() {
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
    fn what_is_registered_beside_works_is_passed_over() {
        for object in [
            r#"{"DOI": "10.1145/1", "type": "component"}"#,
            r#"{"DOI": "10.1145/1", "type": "journal", "title": ["A Journal"]}"#,
            r#"{"DOI": "10.1145/1", "type": "journal-article", "title": []}"#,
        ] {
            assert!(found(object).is_empty(), "{object}");
        }
    }

    #[test]
    fn lists_in_their_envelopes() {
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
    fn a_fault_costs_its_item_and_names_its_place() {
        let value = "{\"items\":\n[\n{\"title\": \"A\"},\n7,\n{\"id\":\n 1}, {\"title\": 1},\n{\"title\": \"B\"}]}";
        let say = |line, message: &str| Err((line, message.to_owned()));
        assert_eq!(
            found(value),
            [
                Ok((3, "A".to_owned())),
                say(4, "item 2 is no record: expected an object"),
                say(5, "item 3 is no record: missing field `title`"),
                say(
                    6,
                    "item 4 is no record: invalid type: integer `1`, expected a string"
                ),
                Ok((7, "B".to_owned())),
            ]
        );
    }

    #[test]
    fn a_list_cut_off_gives_what_came_before() {
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
    fn depth_overflows_nothing() {
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
