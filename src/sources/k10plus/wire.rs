//! The answers of SRU (1.1), with records in MARCXML.

use quick_xml::{
    Reader,
    events::{BytesStart, Event},
};

use super::marc::{Marc, MarcField};
use crate::http::BodyError;

/// An answer to a search.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) records: Vec<Marc>,
    /// The number of records that the search found.
    pub(super) total: usize,
    /// What the service says is wrong with the search.
    fault: Option<String>,
    is_whole: bool,
}

/// Parses an answer.
pub(super) fn found(body: &str) -> Result<Found, quick_xml::Error> {
    let mut reader = Reader::from_str(body);
    let mut found = Found::default();
    let mut record: Option<Marc> = None;
    let mut field: Option<MarcField> = None;
    let mut code = String::new();
    let mut text = String::new();
    loop {
        match reader.read_event()? {
            Event::Start(tag) => {
                text.clear();
                match tag.local_name().as_ref() {
                    // The envelope calls its parts records, too; those have no leader.
                    "leader" => record = Some(Marc::default()),
                    "datafield" => field = Some(opened(&tag)),
                    "subfield" => code = attribute(&tag, "code"),
                    _ => {}
                }
            }
            Event::Text(part) => text.push_str(&part.xml10_content()),
            Event::CData(part) => text.push_str(&part),
            Event::GeneralRef(name) => match name.resolve_char_ref()? {
                Some(c) => text.push(c),
                None => text.push_str(&htmlize::unescape(format!("&{};", &*name))),
            },
            Event::End(tag) => {
                let content = std::mem::take(&mut text);
                match tag.local_name().as_ref() {
                    "leader" => {
                        if let Some(record) = &mut record {
                            record.leader = content;
                        }
                    }
                    "subfield" => {
                        if let Some(field) = &mut field {
                            field.parts.push((std::mem::take(&mut code), content));
                        }
                    }
                    "datafield" => {
                        let read = field.take().filter(|field| Marc::is_read(&field.tag));
                        if let Some(record) = &mut record {
                            record.fields.extend(read);
                        }
                    }
                    "recordData" => found.records.extend(record.take()),
                    "numberOfRecords" => found.total = content.trim().parse().unwrap_or(0),
                    "message" => found.fault = Some(content),
                    "searchRetrieveResponse" => found.is_whole = true,
                    _ => {}
                }
            }
            Event::Eof => break,
            _ => {}
        }
    }
    Ok(found)
}

fn opened(tag: &BytesStart<'_>) -> MarcField {
    MarcField {
        tag: attribute(tag, "tag"),
        second: attribute(tag, "ind2"),
        parts: Vec::new(),
    }
}

fn attribute(tag: &BytesStart<'_>, name: &str) -> String {
    let found = tag.try_get_attribute(name).ok().flatten();
    found.map(|it| it.value.into_owned()).unwrap_or_default()
}

/// Checks that a body is a whole answer to a search. What is wrong with a search comes as a diagnostic with
/// status 200.
pub(super) fn check(body: &str) -> Result<(), BodyError> {
    let found = found(body).map_err(|error| BodyError::Corrupt(error.to_string()))?;
    if let Some(fault) = found.fault {
        return Err(BodyError::Unexpected(format!("K10plus says: {fault}")));
    }
    if !found.is_whole {
        return Err(BodyError::Corrupt("the answer does not end".to_owned()));
    }
    if found.records.is_empty() && found.total > 0 {
        return Err(BodyError::Unexpected(format!(
            "{} records were found, and none came as MARCXML",
            found.total
        )));
    }
    Ok(())
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// An answer with these records, of so many that were found.
    pub(in crate::sources::k10plus) fn answer(total: usize, records: &[String]) -> String {
        let wrapped: Vec<String> = records
            .iter()
            .map(|record| {
                format!(
                    "<zs:record><zs:recordSchema>marcxml</zs:recordSchema>\
                     <zs:recordPacking>xml</zs:recordPacking><zs:recordData>{record}</zs:recordData></zs:record>"
                )
            })
            .collect();
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<zs:searchRetrieveResponse \
             xmlns:zs=\"http://www.loc.gov/zing/srw/\"><zs:version>1.1</zs:version>\
             <zs:numberOfRecords>{total}</zs:numberOfRecords><zs:records>{}</zs:records>\
             </zs:searchRetrieveResponse>",
            wrapped.concat()
        )
    }

    /// A record with these fields: `245 a=Looms b=A History`.
    pub(in crate::sources::k10plus) fn record(fields: &[&str]) -> String {
        let field = |text: &&str| {
            let (tag, parts) = text.split_once(' ').unwrap();
            let parts: Vec<String> = parts
                .split('|')
                .map(|part| {
                    let (code, value) = part.split_once('=').unwrap();
                    let value = value.replace('&', "&amp;");
                    format!("<subfield code=\"{code}\">{value}</subfield>\n")
                })
                .collect();
            let second = if tag == "264" { "1" } else { " " };
            format!(
                "<datafield tag=\"{tag}\" ind1=\" \" ind2=\"{second}\">\n{}</datafield>",
                parts.concat()
            )
        };
        let fields: String = fields.iter().map(field).collect();
        format!(
            "<record xmlns=\"http://www.loc.gov/MARC21/slim\">\n<leader>     cam a22      c 4500</leader>\n\
             <controlfield tag=\"001\">160169881X</controlfield>{fields}</record>"
        )
    }

    #[test]
    fn records_are_read_without_their_holdings() {
        let book = record(&[
            "020 a=3406568440",
            "245 a=Looms & Mills",
            "924 b=DE-7|9=DE-7",
        ]);
        let body = answer(2, &[book]);
        assert_eq!(check(&body), Ok(()));
        let found = found(&body).unwrap();
        assert_eq!((found.records.len(), found.total), (1, 2));
        let marc = &found.records[0];
        assert_eq!(marc.leader.get(6..8), Some("am"));
        assert_eq!(marc.first("245").unwrap().get("a"), Some("Looms & Mills"));
        assert!(marc.first("924").is_none());
        let stored = serde_json::to_string(marc).unwrap();
        assert_eq!(&serde_json::from_str::<Marc>(&stored).unwrap(), marc);
    }

    #[test]
    fn faults_are_told_from_answers() {
        assert_eq!(check(&answer(0, &[])), Ok(()));
        let cut = answer(1, &[record(&["245 a=Looms"])]);
        assert!(matches!(
            check(&cut[..cut.len() / 2]),
            Err(BodyError::Corrupt(_))
        ));
        let diagnostic = "<zs:searchRetrieveResponse><zs:diagnostics><diagnostic>\
            <uri>info:srw/diagnostic/1/10</uri><message>Query syntax error</message></diagnostic>\
            </zs:diagnostics></zs:searchRetrieveResponse>";
        let said = "K10plus says: Query syntax error".to_owned();
        assert_eq!(check(diagnostic), Err(BodyError::Unexpected(said)));
        assert!(matches!(
            check(&answer(3, &["<mods/>".to_owned()])),
            Err(BodyError::Unexpected(_))
        ));
    }
}
