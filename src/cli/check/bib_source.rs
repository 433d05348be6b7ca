//! What a check of references reads in the source of a `.bib` file, beside its fields.

use std::collections::BTreeMap;

use super::super::exit::Failure;
use crate::{
    bib::{self, BibEntry, Content},
    model::ArxivId,
};

/// What the source of an entry has that its listing has not.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct EntrySource {
    /// Its key as the file has it.
    pub(super) key: String,
    /// What it gives as an arXiv id and can be none.
    pub(super) no_arxiv_id: Option<String>,
}

/// Returns the entries of a `.bib` file by the lines on which they begin.
pub(super) fn entries(text: &str) -> BTreeMap<usize, EntrySource> {
    let entries = bib::read(text).entries;
    let entries = entries.into_iter().filter(|entry| entry.kind != "xdata");
    let source = |entry: BibEntry| EntrySource {
        no_arxiv_id: no_arxiv_id(&entry),
        key: entry.key,
    };
    entries.map(|entry| (entry.line, source(entry))).collect()
}

/// Returns a `.bib` file with blanks in place of its entries, on the same lines: a `%` in a field is text.
pub(super) fn outside_entries(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for block in bib::scan(text) {
        let part = &text[block.span];
        match block.content {
            Content::Text => out.push_str(part),
            _ => out.extend(part.chars().map(|c| if c == '\n' { '\n' } else { ' ' })),
        }
    }
    out
}

/// Refuses bytes with which no `.bib` file is written, and text without an entry.
pub(super) fn refuse_unreadable(file: &str, bytes: &[u8]) -> Result<(), Failure> {
    let refused = |what: &str, hint: String| {
        Err(Failure::usage(format!("{file} can't be read: {what}")).hint(hint))
    };
    if bytes.contains(&0) {
        return refused(
            "it is UTF-16 or no text",
            format!("save {file} as UTF-8 in your editor or with `iconv -f UTF-16 -t UTF-8`"),
        );
    }
    let is_blank = bytes.iter().all(u8::is_ascii_whitespace);
    if !is_blank && !bytes.contains(&b'@') {
        return refused(
            "it has no entry of BibTeX",
            "an entry begins like `@article{key,`; is it the right file, and whole?".to_owned(),
        );
    }
    Ok(())
}

/// Returns what an entry gives as an id of arXiv's scheme of 2007 if no id can be so: of a month 13.
fn no_arxiv_id(entry: &BibEntry) -> Option<String> {
    let archives = ["archiveprefix", "eprinttype"];
    let is_arxiv = archives.iter().any(|name| {
        let archive = entry.field(name).unwrap_or_default();
        archive.to_lowercase().contains("arxiv")
    });
    let eprint = entry.field("eprint").filter(|_| is_arxiv);
    let addresses = [
        "url",
        "journal",
        "journaltitle",
        "note",
        "howpublished",
        "doi",
    ];
    let named = addresses.iter().filter_map(|name| {
        let value = entry.field(name)?.to_lowercase();
        let marks = ["arxiv.org/abs/", "arxiv.org/pdf/", "arxiv:", "arxiv."];
        let at = marks
            .iter()
            .find_map(|mark| Some(value.find(mark)? + mark.len()))?;
        Some(value.get(at..)?.trim_start().to_owned())
    });
    let mut given = eprint
        .map(|id| id.trim().to_lowercase())
        .into_iter()
        .chain(named);
    given.find_map(|text| {
        let id = text.strip_prefix("arxiv:").unwrap_or(&text);
        let end = id
            .find(|c: char| !c.is_ascii_digit() && c != '.')
            .unwrap_or(id.len());
        let id = id[..end].trim_end_matches('.');
        let (date, number) = id.split_once('.')?;
        let is_form = date.len() == 4 && (4..=5).contains(&number.len());
        (is_form && ArxivId::parse(id).is_err()).then(|| id.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_in_fields_are_text() {
        let text = "% bibsync: known a \"x\"\n@misc{a,\n  note = {50\n  % bibsync: known b \"y\"},\n}\n% bibsync: known c \"z\"\n";
        let outside = outside_entries(text);
        assert_eq!(outside.lines().count(), text.lines().count());
        assert!(outside.contains("known a") && outside.contains("known c"));
        assert!(!outside.contains("known b"), "{outside}");
    }

    #[test]
    fn impossible_arxiv_ids_are_named() {
        let of = |fields: &str| {
            let text = format!("@misc{{a, title={{T}}, {fields}}}");
            entries(&text).into_values().next().unwrap().no_arxiv_id
        };
        let bad = Some("2399.99999".to_owned());
        assert_eq!(of("eprint={2399.99999}, archiveprefix={arXiv}"), bad);
        assert_eq!(of("journal={arXiv preprint arXiv:2399.99999}"), bad);
        assert_eq!(of("eprint={2301.99999}, archiveprefix={arXiv}"), None);
        assert_eq!(of("eprint={2399.99999}, archiveprefix={hal}"), None);
        assert_eq!(of("url={https://arxiv.org/list/cs/1399.12}"), None);
    }
}
