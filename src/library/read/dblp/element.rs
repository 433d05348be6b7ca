//! Parsing the element of one record into fields.

use std::borrow::Cow;

use memchr::memchr;
use quick_xml::{
    Reader,
    events::{Event, attributes::Attributes},
};
use thiserror::Error;

/// An element with its fields as raw text, with entities and tags.
#[derive(Default)]
pub(super) struct Element<'a> {
    /// The name of the element: `article`, `www`.
    pub(super) name: &'a str,
    pub(super) key: &'a str,
    pub(super) mdate: &'a str,
    pub(super) publtype: &'a str,
    pub(super) authors: Vec<SignedName<'a>>,
    pub(super) editors: Vec<SignedName<'a>>,
    /// The other fields in order.
    fields: Vec<(FieldName, &'a str)>,
}

/// A name with its ORCID iD, which may be empty.
#[derive(Clone, Copy)]
pub(super) struct SignedName<'a> {
    pub(super) name: &'a str,
    pub(super) orcid: &'a str,
}

/// The fields that are read, besides names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FieldName {
    Title,
    Booktitle,
    Pages,
    Year,
    Address,
    Journal,
    Volume,
    Number,
    Month,
    Url,
    Ee,
    Publisher,
    /// A `note` with the type `affiliation`; other notes are ignored.
    Affiliation,
    Crossref,
    Isbn,
    Series,
    School,
}

/// The reason why an element can't be parsed.
#[derive(Debug, Error)]
pub(super) enum Broken {
    #[error("{0}")]
    Xml(#[from] quick_xml::Error),
    #[error("`</{0}>` is missing")]
    Open(String),
}

impl<'a> Element<'a> {
    /// Parses the element at the beginning of `text`; text after its end tag is ignored. A malformed
    /// element has the fields before the fault.
    pub(super) fn read(&mut self, text: &'a str) -> Result<(), Broken> {
        self.clear();
        // Nearly all records have only plain fields, which are parsed faster without an XML parser.
        if self.read_plain(text).is_some() {
            return Ok(());
        }
        self.clear();
        self.read_xml(text)
    }

    /// Parses an element whose fields contain only text; `None` when it contains anything else, be it
    /// markup or a fault.
    fn read_plain(&mut self, text: &'a str) -> Option<()> {
        let (head, mut rest) = start_tag(text)?;
        self.head(head).ok()?;
        loop {
            rest = rest.trim_ascii_start();
            if let Some(end) = rest.strip_prefix("</") {
                return end.strip_prefix(self.name)?.starts_with('>').then_some(());
            }
            let (tag, content) = start_tag(rest)?;
            let name = name_length(tag);
            let (text, end) = content.split_at(memchr(b'<', content.as_bytes())?);
            let end = end.strip_prefix("</")?.strip_prefix(&tag[..name])?;
            rest = end.strip_prefix('>')?;
            self.field(tag, name, text).ok()?;
        }
    }

    fn read_xml(&mut self, text: &'a str) -> Result<(), Broken> {
        let mut reader = Reader::from_str(text);
        reader.config_mut().allow_dangling_amp = true;
        loop {
            let from = position(&reader);
            let event = reader.read_event()?;
            // The text between the angle brackets, if it is a tag.
            let tag = text
                .get(from + 1..position(&reader) - 1)
                .unwrap_or_default();
            match event {
                Event::Start(_) if self.name.is_empty() => self.head(tag)?,
                Event::Start(start) => {
                    let name = start.name();
                    let content = reader.read_to_end(name)?;
                    let ends = [content.start, content.end].map(|at| usize::try_from(at).ok());
                    if let [Some(from), Some(to)] = ends {
                        self.field(tag, name.as_ref().len(), &text[from..to])?;
                    }
                }
                Event::Empty(_) if self.name.is_empty() => {
                    return self.head(tag.trim_end_matches('/'));
                }
                Event::End(_) => return Ok(()),
                Event::Eof => return Err(Broken::Open(self.name.to_owned())),
                _ => {}
            }
        }
    }

    /// Returns the first field of a kind; empty ones count as absent.
    pub(super) fn first(&self, field: FieldName) -> Option<&'a str> {
        self.all(field).next()
    }

    /// Returns all fields of a kind, in order.
    pub(super) fn all(&self, field: FieldName) -> impl Iterator<Item = &'a str> {
        let fields = self.fields.iter().filter(move |(kind, _)| *kind == field);
        fields.map(|(_, text)| *text)
    }

    /// Returns every text of the record.
    pub(super) fn texts(&self) -> impl Iterator<Item = &'a str> {
        let names = self.authors.iter().chain(&self.editors);
        names
            .map(|signed| signed.name)
            .chain(self.fields.iter().map(|(_, text)| *text))
    }

    fn clear(&mut self) {
        self.name = "";
        self.key = "";
        self.mdate = "";
        self.publtype = "";
        self.authors.clear();
        self.editors.clear();
        self.fields.clear();
    }

    fn head(&mut self, tag: &'a str) -> Result<(), Broken> {
        let end = name_length(tag);
        self.name = &tag[..end];
        for attribute in Attributes::new(tag, end).with_checks(false) {
            let attribute = attribute.map_err(quick_xml::Error::from)?;
            if let Cow::Borrowed(value) = attribute.value {
                match attribute.key.as_ref() {
                    "key" => self.key = value.trim(),
                    "mdate" => self.mdate = value.trim(),
                    "publtype" => self.publtype = value.trim(),
                    _ => {}
                }
            }
        }
        Ok(())
    }

    fn field(&mut self, tag: &'a str, name: usize, text: &'a str) -> Result<(), Broken> {
        let attribute = |wanted: &str| attribute(tag, name, wanted);
        let text = text.trim();
        let field = match &tag[..name] {
            _ if text.is_empty() => return Ok(()),
            person @ ("author" | "editor") => {
                let orcid = attribute("orcid")?;
                let people = if person == "author" {
                    &mut self.authors
                } else {
                    &mut self.editors
                };
                people.push(SignedName { name: text, orcid });
                return Ok(());
            }
            "title" => FieldName::Title,
            "booktitle" => FieldName::Booktitle,
            "pages" => FieldName::Pages,
            "year" => FieldName::Year,
            "address" => FieldName::Address,
            "journal" => FieldName::Journal,
            "volume" => FieldName::Volume,
            "number" => FieldName::Number,
            "month" => FieldName::Month,
            "url" => FieldName::Url,
            "ee" => FieldName::Ee,
            "publisher" => FieldName::Publisher,
            "note" if attribute("type")? == "affiliation" => FieldName::Affiliation,
            "crossref" => FieldName::Crossref,
            "isbn" => FieldName::Isbn,
            "series" => FieldName::Series,
            "school" => FieldName::School,
            _ => return Ok(()),
        };
        self.fields.push((field, text));
        Ok(())
    }
}

/// Returns the value of an attribute of a tag whose name has this length; empty without one.
fn attribute<'a>(tag: &'a str, name: usize, wanted: &str) -> Result<&'a str, Broken> {
    if tag.len() == name {
        return Ok("");
    }
    for attribute in Attributes::new(tag, name).with_checks(false) {
        let attribute = attribute.map_err(quick_xml::Error::from)?;
        if let Cow::Borrowed(value) = attribute.value
            && attribute.key.as_ref() == wanted
        {
            return Ok(value.trim());
        }
    }
    Ok("")
}

/// Returns the text between the brackets of the start tag at the beginning of `text`, and the text
/// after it; `None` for other tags, and where an attribute may contain a bracket.
fn start_tag(text: &str) -> Option<(&str, &str)> {
    let inner = text.strip_prefix('<')?;
    let mut in_quotes = false;
    let length = inner.bytes().position(|byte| {
        in_quotes ^= byte == b'"';
        matches!(byte, b'>' | b'<' | b'\'')
    })?;
    let (tag, rest) = inner.split_at(length);
    let is_start = tag.starts_with(|c: char| c.is_ascii_alphabetic()) && !tag.ends_with('/');
    (is_start && !in_quotes)
        .then(|| rest.strip_prefix('>'))
        .flatten()
        .map(|rest| (tag, rest))
}

fn name_length(tag: &str) -> usize {
    let blank = tag.bytes().position(|byte| byte.is_ascii_whitespace());
    blank.unwrap_or(tag.len())
}

fn position(reader: &Reader<&[u8]>) -> usize {
    usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    impl PartialEq for Element<'_> {
        fn eq(&self, other: &Self) -> bool {
            let all = |element: &Self| {
                let people = element.authors.iter().chain(&element.editors);
                let people: Vec<_> = people.map(|signed| (signed.name, signed.orcid)).collect();
                let head = [element.name, element.key, element.mdate, element.publtype];
                (head, people, element.authors.len(), element.fields.clone())
            };
            all(self) == all(other)
        }
    }

    fn both(text: &str) -> (Option<Element<'_>>, Option<Element<'_>>) {
        let mut plain = Element::default();
        let plain = plain.read_plain(text).map(|()| plain);
        let mut xml = Element::default();
        let xml = xml.read_xml(text).ok().map(|()| xml);
        (plain, xml)
    }

    #[test]
    fn elements_of_the_dump_take_the_fast_path() {
        let text = "<article mdate=\"2020-01-01\" key=\"a/b\">\n<author orcid=\"1\">A &amp; B</author>\n\
            <title>&quot;T > U</title><ee type=\"oa\">x</ee>\n</article>rest";
        let (plain, xml) = both(text);
        assert_eq!(
            plain.as_ref().unwrap().first(FieldName::Title),
            Some("&quot;T > U")
        );
        assert!(plain == xml);
        for other in [
            "<article key=\"a/b\"><title>A <i>B</i></title></article>",
            "<article key=\"a/b\"><title>A<!-- B --></title></article>",
            "<article key=\"a/b\"><ee type=\"a>b\">A</ee></article>",
            "<article key=\"a/b\"><ee type='a'>A</ee></article>",
            "<article key=\"a/b\"><note/></article>",
        ] {
            let (plain, xml) = both(other);
            assert!(plain.is_none() && xml.is_some(), "{other}");
        }
    }

    proptest! {
        #[test]
        fn fast_path_equals_the_xml_parser(
            text in "<article( key=\"a?\"| k='>'| \"| /|\n){0,2}>(<title>|</title>|<ee a=\"[>b]?\">|</ee>|&a;|&|x| |>|<note/>|</note >|\"|\n|<!-- x -->){0,8}(</article>|</article >|</www>)?",
        ) {
            let (plain, xml) = both(&text);
            prop_assert!(plain.is_none() || plain == xml, "{}", text);
        }
    }
}
