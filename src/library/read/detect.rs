//! Detection of a file's format.

use std::io::{self, Read};

use serde::de::IgnoredAny;
use thiserror::Error;

use super::{Bibtex, DblpXml, FormatReader, JsonDocument, JsonLines};
use crate::bib;

/// The number of bytes examined at the beginning of a file.
const HEAD: u64 = 64 << 10;

/// The reason why a file can't be read. Displays as the text after the file's name and a colon.
#[derive(Debug, Error)]
pub(in crate::library) enum UnsupportedFile {
    /// HTML.
    #[error(
        "is a web page and no dataset; where a server sends one in place of DBLP's dump, it keeps programs out: open https://dblp.org/xml/dblp.xml.gz in a browser, save the file and run `bibsync library build FILE`"
    )]
    WebPage,
    /// XML with another root than DBLP's.
    #[error("is XML with the root `<{0}>`; expected DBLP's dump, whose root is `<dblp>`")]
    Xml(String),
    /// An archive of several files.
    #[error("is an archive of files; unpack it and give the files in it")]
    Archive,
    /// Anything else.
    #[error(
        "is in no format that the library reads; expected DBLP's XML, BibTeX, JSON lines or CSL-JSON, as it is or packed with gzip"
    )]
    Unknown,
    /// The beginning can't be read.
    #[error("can't be read: {0}")]
    Unreadable(#[from] io::Error),
}

/// The formats of the library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RecordFormat {
    DblpXml,
    Bibtex,
    JsonLines,
    JsonDocument,
}

impl RecordFormat {
    fn reader(self) -> &'static dyn FormatReader {
        match self {
            Self::DblpXml => &DblpXml,
            Self::Bibtex => &Bibtex,
            Self::JsonLines => &JsonLines,
            Self::JsonDocument => &JsonDocument,
        }
    }
}

/// Returns the reader for a file with this name and (decompressed) content, and the content from its
/// beginning.
///
/// # Errors
/// Fails when the content is in none of the formats.
pub(in crate::library) fn recognised<'a>(
    name: &str,
    mut content: Box<dyn Read + Send + 'a>,
) -> Result<(&'static dyn FormatReader, Box<dyn Read + Send + 'a>), UnsupportedFile> {
    let mut head = Vec::new();
    content.by_ref().take(HEAD).read_to_end(&mut head)?;
    let reader = format_of(name, &head)?.reader();
    Ok((reader, Box::new(io::Cursor::new(head).chain(content))))
}

/// Detects the format by the beginning of the content where possible, because users choose names;
/// else by the name.
fn format_of(name: &str, head: &[u8]) -> Result<RecordFormat, UnsupportedFile> {
    let text = bib::decode(head);
    let text = text.trim_start_matches(|c: char| c == '\u{feff}' || c.is_whitespace());
    let ending = ending_of(name);
    if is_archive(head) {
        return Err(UnsupportedFile::Archive);
    }
    if text.contains('\0') {
        return Err(UnsupportedFile::Unknown);
    }
    if let Some(root) = root_of(text) {
        return match root.as_str() {
            "dblp" => Ok(RecordFormat::DblpXml),
            "html" | "head" | "body" | "title" | "h1" | "center" | "p" => {
                Err(UnsupportedFile::WebPage)
            }
            _ if ending == "bib" => Ok(RecordFormat::Bibtex),
            _ => Err(UnsupportedFile::Xml(root)),
        };
    }
    match (ending.as_str(), text.chars().next()) {
        ("bib", _) => Ok(RecordFormat::Bibtex),
        ("jsonl" | "ndjson", _) => Ok(RecordFormat::JsonLines),
        (_, Some('{')) if has_whole_line(text) => Ok(RecordFormat::JsonLines),
        (_, Some('[' | '{')) => Ok(RecordFormat::JsonDocument),
        // Any text may precede the entries of BibTeX.
        ("xml", _) => Err(UnsupportedFile::Unknown),
        _ if text.contains('@') => Ok(RecordFormat::Bibtex),
        _ => Err(UnsupportedFile::Unknown),
    }
}

/// Returns the extension of a name in lower case, without `.gz`.
fn ending_of(name: &str) -> String {
    let name = name.to_lowercase();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    let ending = name.rsplit_once('.').map(|(_, ending)| ending);
    ending.unwrap_or_default().to_owned()
}

/// Returns whether the first line is a complete JSON value, so that each line is one.
fn has_whole_line(text: &str) -> bool {
    let line = text.lines().next().unwrap_or_default();
    serde_json::from_str::<IgnoredAny>(line).is_ok()
}

/// Returns whether the file is a tar archive (its mark is at byte 257, POSIX ustar) or a Zip archive.
fn is_archive(head: &[u8]) -> bool {
    head.get(257..262) == Some(b"ustar") || head.starts_with(b"PK\x03\x04")
}

/// Returns the name of the first element or document type, in lower case; `None` without markup.
fn root_of(text: &str) -> Option<String> {
    let mut rest = text;
    loop {
        let inside = rest.strip_prefix('<')?;
        rest = if inside.starts_with("!--") {
            inside.split_once("-->").map_or("", |(_, after)| after)
        } else if inside.starts_with('?') {
            inside.split_once("?>").map_or("", |(_, after)| after)
        } else {
            let lower = inside.get(..200).unwrap_or(inside).to_lowercase();
            let name = lower.strip_prefix("!doctype").unwrap_or(&lower);
            let name = name.trim_start();
            let end = name.find(|c: char| c.is_whitespace() || matches!(c, '>' | '/' | '['));
            return Some(name[..end.unwrap_or(name.len())].to_owned());
        };
        rest = rest.trim_start();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(name: &str, content: &[u8]) -> Result<RecordFormat, String> {
        format_of(name, content).map_err(|unfit| match unfit {
            UnsupportedFile::Xml(root) => root,
            other => format!("{other:?}"),
        })
    }

    #[test]
    fn formats_are_detected_by_content_and_name() {
        let cut = format!("{{\"title\": [\"{}", "x".repeat(1000));
        for (name, content, format) in [
            (
                "dblp.xml.gz",
                "<?xml version=\"1.0\" encoding=\"US-ASCII\"?>\n<!DOCTYPE dblp SYSTEM \"dblp.dtd\">\n<dblp>",
                RecordFormat::DblpXml,
            ),
            ("dump", "<dblp mdate=\"2026\">", RecordFormat::DblpXml),
            ("a.bib", "% papers\n@book{", RecordFormat::Bibtex),
            ("a.bib", "[1] my papers", RecordFormat::Bibtex),
            ("a.BIB", "", RecordFormat::Bibtex),
            ("a.bib", "<<<<<<< ours\n@book{", RecordFormat::Bibtex),
            ("a.txt", "\u{feff} @book{x,", RecordFormat::Bibtex),
            (
                "a.jsonl.gz",
                "{\"title\": \"A\"}\n",
                RecordFormat::JsonLines,
            ),
            ("a.ndjson", &cut, RecordFormat::JsonLines),
            (
                "a.json",
                "{\"title\": \"A\"}\n{\"ti",
                RecordFormat::JsonLines,
            ),
            ("a.json", "{\n \"items\": [", RecordFormat::JsonDocument),
            ("a.json", &cut, RecordFormat::JsonDocument),
            ("a.json", "\n[\n{\"id\"", RecordFormat::JsonDocument),
            ("a", "[{\"id\"", RecordFormat::JsonDocument),
            ("a.xml", "{\"title\": \"A\"}", RecordFormat::JsonLines),
        ] {
            assert_eq!(found(name, content.as_bytes()), Ok(format), "{name}");
        }
        assert_eq!(
            found("a.bib", b"\xff\xfe@\0b\0o\0o\0k\0{\0"),
            Ok(RecordFormat::Bibtex)
        );
    }

    #[test]
    fn other_files_are_rejected() {
        let mut tar = vec![0; 512];
        tar[..5].copy_from_slice(b"a.bib");
        tar[257..262].copy_from_slice(b"ustar");
        for (name, content, why) in [
            ("dblp.xml.gz", &b"\n<!DOCTYPE html><title>"[..], "WebPage"),
            ("a.bib", b"<HTML lang=en>", "WebPage"),
            (
                "a.xml",
                b"<?xml version='1.0'?><!-- x --> <!doctype html PUBLIC",
                "WebPage",
            ),
            ("a.xml", b"<?xml version='1.0'?>\n<feed xmlns", "feed"),
            ("a.xml", b"<!-- never closed", "Unknown"),
            ("a.tar", &tar, "Archive"),
            ("a.zip", b"PK\x03\x04", "Archive"),
            ("a.bib", b"SQLite format 3\0", "Unknown"),
            ("notes.txt", b"papers to read", "Unknown"),
            ("dblp.xml", b"", "Unknown"),
        ] {
            let unfit = found(name, content).unwrap_err();
            assert_eq!(unfit, why, "{name}");
        }
    }

    #[test]
    fn content_is_returned_from_its_beginning() {
        let content = b"@book{a, title = {A}}\n".repeat(10_000);
        let (reader, mut rest) = recognised("a.bib", Box::new(&content[..])).unwrap();
        let mut whole = Vec::new();
        rest.read_to_end(&mut whole).unwrap();
        assert!(whole == content);
        assert_eq!(reader.whole(&whole), 0);
    }
}
