//! The Atom feed with arXiv's own elements.

use quick_xml::{
    Reader,
    events::{BytesStart, Event},
};
use serde::{Deserialize, Serialize};

use crate::http::BodyError;

/// A manuscript; stored as JSON.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Entry {
    /// `http://arxiv.org/abs/1605.08386v1`
    pub(super) id: String,
    pub(super) title: String,
    /// The time of the first version: `2016-05-26T17:59:46Z`.
    pub(super) published: String,
    pub(super) authors: Vec<String>,
    /// The DOIs of published versions that the authors named, separated by blanks.
    pub(super) doi: String,
    pub(super) primary_category: String,
    summary: String,
    comment: String,
}

impl Entry {
    /// Whether the authors have withdrawn it. arXiv says so in the comments and in place of the
    /// abstract.
    pub(super) fn is_withdrawn(&self) -> bool {
        let says = |text: &str| {
            let text = text.to_lowercase();
            let works = ["paper", "article", "manuscript", "submission"];
            text.starts_with("withdrawn")
                || works
                    .iter()
                    .any(|work| text.starts_with(&format!("this {work} has been withdrawn")))
        };
        says(&self.comment) || says(&self.summary)
    }
}

/// The content of a feed.
#[derive(Debug, Default)]
pub(super) struct Feed {
    pub(super) entries: Vec<Entry>,
    total: Option<usize>,
}

/// Parses a feed.
pub(super) fn feed(body: &str) -> Result<Feed, quick_xml::Error> {
    let mut reader = Reader::from_str(body);
    let mut feed = Feed::default();
    let mut entry: Option<Entry> = None;
    let mut path: Vec<String> = Vec::new();
    let mut text = String::new();
    loop {
        match reader.read_event()? {
            Event::Start(tag) => {
                path.push(local(&tag));
                text.clear();
                open(&tag, &mut entry);
            }
            Event::Empty(tag) => open(&tag, &mut entry),
            Event::Text(part) => text.push_str(&part.xml10_content()),
            Event::CData(part) => text.push_str(&part),
            Event::GeneralRef(name) => match name.resolve_char_ref()? {
                Some(c) => text.push(c),
                None => text.push_str(&htmlize::unescape(format!("&{};", &*name))),
            },
            Event::End(_) => {
                let name = path.pop().unwrap_or_default();
                let content = text.split_whitespace().collect::<Vec<_>>().join(" ");
                text.clear();
                if name == "entry" {
                    feed.entries.extend(entry.take());
                } else if name == "totalResults" {
                    feed.total = content.parse().ok();
                } else if let Some(entry) = &mut entry {
                    close(entry, &path, &name, content);
                }
            }
            Event::Eof => break,
            _ => {}
        }
    }
    Ok(feed)
}

fn local(tag: &BytesStart<'_>) -> String {
    tag.local_name().as_ref().to_owned()
}

fn open(tag: &BytesStart<'_>, entry: &mut Option<Entry>) {
    match (local(tag).as_str(), entry) {
        ("entry", entry) => *entry = Some(Entry::default()),
        ("primary_category", Some(entry)) => {
            let term = tag.try_get_attribute("term").ok().flatten();
            entry.primary_category = term.map(|it| it.value.into_owned()).unwrap_or_default();
        }
        _ => {}
    }
}

fn close(entry: &mut Entry, path: &[String], name: &str, content: String) {
    let parent = path.last().map(String::as_str);
    match (parent, name) {
        (Some("entry"), "id") => entry.id = content,
        (Some("entry"), "title") => entry.title = content,
        (Some("entry"), "published") => entry.published = content,
        (Some("entry"), "doi") => entry.doi = content,
        (Some("entry"), "summary") => entry.summary = content,
        (Some("entry"), "comment") => entry.comment = content,
        (Some("author"), "name") => entry.authors.push(content),
        _ => {}
    }
}

/// Checks that a body is a whole feed of manuscripts. Pages may have fewer entries than their own
/// count says, and an error comes as an entry with the title `Error`.
pub(super) fn check(body: &str) -> Result<(), BodyError> {
    let feed = feed(body).map_err(|error| BodyError::Corrupt(error.to_string()))?;
    if !body.trim_end().ends_with("</feed>") {
        return Err(BodyError::Corrupt("the feed does not end".to_owned()));
    }
    if let Some(error) = feed.entries.iter().find(|entry| is_error(entry)) {
        return Err(BodyError::Unexpected(error.summary.clone()));
    }
    let came = feed.entries.len();
    match feed.total {
        Some(total) if total > came => Err(BodyError::Corrupt(format!(
            "{came} of {total} entries came"
        ))),
        _ => Ok(()),
    }
}

fn is_error(entry: &Entry) -> bool {
    entry.title == "Error" && entry.id.contains("/api/errors")
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::sources::arxiv) const FEED: &str = r#"<?xml version='1.0' encoding='UTF-8'?>
<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns="http://www.w3.org/2005/Atom">
  <id>https://arxiv.org/api/x</id><title>arXiv Query: id_list=a&amp;start=0</title>
  <opensearch:totalResults>2</opensearch:totalResults>
  <entry>
    <id>http://arxiv.org/abs/2309.13254v3</id>
    <title>Zen &amp; the Art of
  $O(n^2)$ S&#233;parability</title>
    <published>2023-09-23T04:32:37Z</published>
    <category term="cs.NI"/><arxiv:primary_category term="cs.LG"/>
    <author><name>Juan de la Cruz</name><arxiv:affiliation>Elsewhere</arxiv:affiliation></author>
    <author><name>Ren&eacute; M&#252;ller</name></author>
    <arxiv:doi>10.1145/1.2 10.48550/arXiv.2309.13254</arxiv:doi>
    <arxiv:journal_ref>J. Irr. 1 (2024)</arxiv:journal_ref>
  </entry>
  <entry><id>http://arxiv.org/abs/math/0309136v1</id><title>Old</title><summary/></entry>
</feed>
"#;

    #[test]
    fn entities_in_entries_are_decoded() {
        let feed = feed(FEED).unwrap();
        let [entry, old] = feed.entries.as_slice() else {
            panic!("{feed:?}")
        };
        assert_eq!(entry.title, "Zen & the Art of $O(n^2)$ Séparability");
        assert_eq!(entry.authors, ["Juan de la Cruz", "René Müller"]);
        assert_eq!(entry.primary_category, "cs.LG");
        assert_eq!(old.id, "http://arxiv.org/abs/math/0309136v1");
        assert_eq!(check(FEED), Ok(()));
    }

    #[test]
    fn incomplete_and_error_feeds_are_rejected() {
        let more = FEED.replace("Results>2", "Results>3");
        assert!(matches!(check(&more), Err(BodyError::Corrupt(_))));
        assert!(matches!(check(&FEED[..600]), Err(BodyError::Corrupt(_))));
        let error = FEED
            .replace(
                "<title>Old</title><summary/>",
                "<title>Error</title><summary>bad id</summary>",
            )
            .replace("abs/math/0309136v1", "api/errors#incorrect_id");
        assert_eq!(check(&error), Err(BodyError::Unexpected("bad id".into())));
    }
}
