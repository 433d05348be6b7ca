//! Reads `EndNote`'s XML, which `EndNote` and Zotero export, and its older form with names in capitals, which
//! Reference Manager writes too.

use quick_xml::{
    Reader,
    events::{BytesStart, Event},
};

use super::{
    ImportedList,
    compose::Counter,
    named_fields::{NamedFields, bounded, kind_named, thesis, warning},
    pinned_keys::{PinnedKeys, is_citable},
    refused::Refused,
};
use crate::model::{Field, Kind};

/// In the first of how many bytes the list of records begins.
const HEAD: usize = 4_000;
/// The deepest nesting that is read; `EndNote`'s has seven levels.
const DEEPEST: usize = 32;
/// The most bytes of one value. Abstracts are not read.
const LONGEST: usize = 20_000;

/// Whether a text is `EndNote`'s XML: a list of records.
pub(super) fn is_endnote(text: &str) -> bool {
    let mut end = text.len().min(HEAD);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let head = text[..end].to_ascii_lowercase();
    head.starts_with('<')
        && head.contains("<records>")
        && (head.contains("<xml>") || head.contains("<record>"))
}

/// Reads a file. A record that is broken costs only itself.
pub(super) fn read(text: &str) -> Result<ImportedList, Refused> {
    let mut import = ImportedList::default();
    let mut keys = PinnedKeys::default();
    let mut lines = Counter::of(text);
    let mut at = 0;
    while let Some((start, end)) = record(text, at) {
        bounded(&import)?;
        let (first, last) = (lines.line(start), lines.line(end - 1));
        match fields(&text[start..end]) {
            Ok(mut read) => {
                read.at = (first, last);
                read.begins = "<record>".to_owned();
                read.finish(&mut keys, &mut import);
            }
            Err(wrong) => import.warnings.push(warning(
                first,
                format!(
                    "the XML of the record that begins here is broken, so it was left out: {wrong}"
                ),
            )),
        }
        at = end;
    }
    Ok(import)
}

/// Returns the next record behind a byte: from its tag to the end of it, or to the next record.
fn record(text: &str, from: usize) -> Option<(usize, usize)> {
    let start = tag(text, from, &["<record>"])?;
    let inside = start + "<record>".len();
    let end = tag(text, inside, &["<record>", "</record>"]).unwrap_or(text.len());
    let is_closed = text[end..].starts_with("</");
    Some((
        start,
        if is_closed {
            end + "</record>".len()
        } else {
            end
        },
    ))
}

/// Finds the first of some tags, in small letters or capitals.
fn tag(text: &str, from: usize, tags: &[&str]) -> Option<usize> {
    let bytes = text.as_bytes();
    let is_tag = |at: &usize| {
        tags.iter().any(|tag| {
            let head = bytes.get(*at..at + tag.len());
            head.is_some_and(|head| head.eq_ignore_ascii_case(tag.as_bytes()))
        })
    };
    let signs = memchr::memchr_iter(b'<', &bytes[from..]);
    signs.map(|at| from + at).find(is_tag)
}

/// Reads the fields of a record.
fn fields(xml: &str) -> Result<NamedFields, quick_xml::Error> {
    let mut reader = Reader::from_str(xml);
    reader.config_mut().check_end_names = false;
    let mut out = NamedFields::default();
    let mut path: Vec<String> = Vec::new();
    let mut text = String::new();
    loop {
        match reader.read_event()? {
            Event::Start(tag) => {
                let name = name(&tag);
                if name == "ref-type" {
                    let kind = tag.try_get_attribute("name").ok().flatten();
                    out.kind = kind.and_then(|kind| kind_named(&kind.value));
                }
                // `<style>` only says how the words inside it look.
                if name != "style" {
                    text.clear();
                }
                if path.len() < DEEPEST {
                    path.push(name);
                } else {
                    break;
                }
            }
            Event::Text(part) if text.len() < LONGEST => text.push_str(&part.xml10_content()),
            Event::CData(part) if text.len() < LONGEST => text.push_str(&part),
            Event::GeneralRef(name) if text.len() < LONGEST => match name.resolve_char_ref()? {
                Some(c) => text.push(c),
                None => text.push_str(&htmlize::unescape(format!("&{};", &*name))),
            },
            Event::End(_) => {
                let Some(name) = path.pop() else { break };
                if name != "style" {
                    let value = text.split_whitespace().collect::<Vec<_>>().join(" ");
                    take(&mut out, &path, &name, &value);
                    text.clear();
                }
            }
            Event::Eof => break,
            _ => {}
        }
    }
    Ok(out)
}

/// Returns the name of an element in small letters with hyphens, as the newer form has it.
fn name(tag: &BytesStart<'_>) -> String {
    let name = tag.local_name().as_ref().to_ascii_lowercase();
    name.replace('_', "-")
}

fn take(out: &mut NamedFields, path: &[String], name: &str, value: &str) {
    let parent = path.last().map_or("", String::as_str);
    let field = match name {
        // A title may be among `titles` or in the record itself.
        "title" => Field::Title,
        "secondary-title" | "full-title" => Field::Venue,
        "alt-title" | "abbr-1" => Field::VenueShort,
        "tertiary-title" => Field::Series,
        "volume" => Field::Volume,
        "number" => Field::Number,
        "pages" => Field::Pages,
        "edition" => Field::Edition,
        "year" => Field::Date,
        "date" if parent == "pub-dates" => Field::Date,
        "publisher" => Field::Publisher,
        "pub-location" | "place-published" => Field::Address,
        "isbn" => Field::Isbn,
        "electronic-resource-num" | "electronic-resource-number" | "doi" => Field::Doi,
        "url" => Field::Url,
        name => {
            match name {
                "author" if parent == "secondary-authors" => out.editor(value),
                "secondary-author" => out.editor(value),
                "author" if matches!(parent, "authors" | "") => out.author(value),
                "label" => out.key = Some(value.to_owned()).filter(|key| is_citable(key)),
                "work-type" => out.kind = out.kind.map(|kind| thesis(kind, value)),
                "ref-type" | "reference-type" => {
                    out.kind = out.kind.or_else(|| numbered(name, value));
                }
                _ => {}
            }
            return;
        }
    };
    out.add(field, value);
}

/// Returns the kind of the number of a type, where its name is not given: each form has its own numbers.
fn numbered(name: &str, number: &str) -> Option<Kind> {
    Some(match (name, number) {
        ("ref-type", "17") | ("reference-type", "0") => Kind::Journal,
        ("ref-type", "10" | "47") | ("reference-type", "3") => Kind::Conference,
        ("ref-type", "6" | "28") | ("reference-type", "1" | "9") => Kind::Book,
        ("ref-type", "5") | ("reference-type", "7") => Kind::Chapter,
        ("ref-type", "32") | ("reference-type", "2") => Kind::PhdThesis,
        ("ref-type", "27") | ("reference-type", "10") => Kind::Report,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ListedAuthor;

    const LIST: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<xml><records>
<record><ref-type name="Journal Article">17</ref-type><contributors><authors>
<author><style face="normal">Sample, Ada</style></author><author>Doe, Bob</author></authors>
<secondary-authors><author>Roe, Eve</author></secondary-authors></contributors>
<titles><title><style face="normal">On Looms &amp; </style><style face="italic">Mills</style></title>
<secondary-title>Cloth Review</secondary-title></titles><periodical><full-title>Cloth Review</full-title>
<abbr-1>Cloth Rev.</abbr-1></periodical><pages>12-19</pages><volume>7</volume><number>2</number>
<dates><year>2019</year><pub-dates><date>April 3</date></pub-dates></dates><publisher>Loom &#38; Sons</publisher>
<electronic-resource-num>10.1145/1.2</electronic-resource-num><label>sample2019looms</label>
<urls><related-urls><url>https://example.org/looms</url></related-urls></urls></record>
<record><titles><title>Broken</title></titles><!-- not closed </record>
<record><ref-type name="Thesis">32</ref-type><titles><title>Mills</title></titles>
<publisher>ETH</publisher><work-type>Master's thesis</work-type></record>
<record><pages>3</pages></record>
</records></xml>"#;

    #[test]
    fn records_become_entries() {
        assert!(is_endnote(LIST) && !is_endnote("<html><records>"));
        let list = read(LIST).unwrap();
        let [looms, mills] = list.entries.as_slice() else {
            panic!("{list:?}");
        };
        assert_eq!(looms.listing.title, "On Looms & Mills");
        assert_eq!(looms.listing.authors.len(), 2);
        assert_eq!(looms.listing.venue.as_deref(), Some("Cloth Review"));
        assert_eq!(looms.listing.year, Some(2019));
        assert_eq!(looms.listing.doi.as_ref().unwrap().as_str(), "10.1145/1.2");
        assert_eq!(looms.listing.key.as_deref(), Some("sample2019looms"));
        assert_eq!((looms.at.first, looms.at.last), (3, 11));
        let told = looms.listing.imported.as_ref().unwrap().meta();
        assert_eq!(told.publisher.as_deref(), Some("Loom & Sons"));
        assert_eq!(told.venue_short.as_deref(), Some("Cloth Rev."));
        assert_eq!(told.editors.len(), 1);
        assert_eq!(told.url.as_deref(), Some("https://example.org/looms"));
        assert_eq!(mills.listing.kind, Some(Kind::MastersThesis));
        assert_eq!(list.left_out.len(), 1);
        let lines: Vec<usize> = list.warnings.iter().map(|wrong| wrong.line).collect();
        assert_eq!(lines, [12], "{:?}", list.warnings);
    }

    #[test]
    fn older_form_in_capitals() {
        let text = "<XML><RECORDS><RECORD><REFERENCE_TYPE>0</REFERENCE_TYPE><AUTHORS><AUTHOR>Sample, Ada</AUTHOR>\n\
            </AUTHORS><YEAR>1998</YEAR><TITLE>On Looms</TITLE><SECONDARY_AUTHORS><SECONDARY_AUTHOR>Doe, B.\n\
            </SECONDARY_AUTHOR></SECONDARY_AUTHORS><SECONDARY_TITLE>Cloth Review</SECONDARY_TITLE><VOLUME>7</VOLUME>\n\
            <PAGES>1-9</PAGES></RECORD><RECORD><TITLE>Cut off";
        assert!(is_endnote(text));
        let list = read(text).unwrap();
        let looms = &list.entries[0].listing;
        assert_eq!((looms.title.as_str(), looms.year), ("On Looms", Some(1998)));
        let [ListedAuthor::Named(ada)] = looms.authors.as_slice() else {
            panic!("{looms:?}");
        };
        assert_eq!(ada.to_string(), "Ada Sample");
        assert_eq!(looms.imported.as_ref().unwrap().meta().kind, Kind::Journal);
    }
}
