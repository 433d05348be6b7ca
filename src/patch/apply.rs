use std::collections::BTreeMap;

use super::{
    Document, EntryEdit, FieldEdit, Splice, Unpatchable,
    entry_view::{EntryView, FieldView},
    manner::{EntryManner, FileManner, Place},
    removal::removals,
    splice::{sort, spliced},
};
use crate::bib::{Block, Content, ValuePart, scan};

/// A file after its edits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Patched {
    /// The bytes of the new file.
    pub bytes: Vec<u8>,
    /// The replacements in the old text, sorted.
    pub splices: Vec<Splice>,
    /// The entries whose edits were dropped.
    pub dropped: Vec<Dropped>,
}

/// An entry whose edits were dropped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dropped {
    /// The number of its block.
    pub block: usize,
    /// Why.
    pub why: String,
}

/// Edits entries of a file.
///
/// Afterwards the new text is scanned again: each field that was not to be edited must be there byte for
/// byte, the edited ones with their new values, and every other block unchanged. Edits of an entry of
/// which that does not hold are dropped, and so are those of an entry with a syntax fault.
///
/// # Errors
/// When the edits can't be written in the file's encoding.
pub fn patch(document: &Document, edits: &[EntryEdit]) -> Result<Patched, Unpatchable> {
    let text = document.text();
    let blocks = scan(text);
    let views: BTreeMap<usize, EntryView<'_>> = blocks
        .iter()
        .enumerate()
        .filter_map(|(at, block)| Some((at, EntryView::of(text, block)?)))
        .collect();
    let whole: Vec<EntryView<'_>> = views.values().cloned().collect();
    let manner = FileManner::of(text, &whole);
    let mut dropped = Vec::new();
    let mut planned: BTreeMap<usize, (Vec<Splice>, String)> = BTreeMap::new();
    for edit in edits.iter().filter(|edit| !edit.is_empty()) {
        let planned_edit = match views.get(&edit.block) {
            Some(view) => plan(view, edit, &manner).and_then(|splices| {
                let new = proven(view, edit, &splices)?;
                Ok((splices, new))
            }),
            None => Err("it is no entry".to_owned()),
        };
        match planned_edit {
            Ok(plan) => _ = planned.insert(edit.block, plan),
            Err(why) => dropped.push(Dropped {
                block: edit.block,
                why,
            }),
        }
    }
    loop {
        let mut splices: Vec<Splice> = planned
            .values()
            .flat_map(|(splices, _)| splices.iter().cloned())
            .collect();
        sort(&mut splices);
        let new = spliced(text, &splices).ok_or(Unpatchable::Overlap)?;
        let Some(block) = first_harm(text, &blocks, &new, &planned) else {
            return Ok(Patched {
                bytes: document.spliced(&splices)?,
                splices,
                dropped,
            });
        };
        // The edit of this block, or else the nearest one above it, changes what others mean.
        let cause = planned.range(..=block).next_back().map(|(at, _)| *at);
        let Some(cause) = cause.or_else(|| planned.keys().next().copied()) else {
            return Err(Unpatchable::Overlap);
        };
        planned.remove(&cause);
        dropped.push(Dropped {
            block: cause,
            why: "it would change how the entries behind it are read".to_owned(),
        });
    }
}

/// Plans the replacements of an entry's edits.
fn plan(entry: &EntryView<'_>, edit: &EntryEdit, file: &FileManner) -> Result<Vec<Splice>, String> {
    if let Some((_, fault)) = entry.fault {
        return Err(fault.to_owned());
    }
    let manner = EntryManner::of(entry);
    let mut out = Vec::new();
    if let Some(kind) = &edit.kind {
        out.push(Splice::new(entry.kind_span(), kind_like(entry.kind, kind)));
    }
    let mut removed: Vec<usize> = Vec::new();
    for field in &edit.fields {
        let at = entry.position(field.name());
        match (field, at) {
            (FieldEdit::Remove { .. }, Some(at)) => removed.push(at),
            (
                FieldEdit::Replace {
                    name,
                    rename,
                    value,
                },
                Some(at),
            ) => {
                let Some(view) = entry.fields.get(at) else {
                    continue;
                };
                let new = redelimited(file, &manner, view, name, value);
                match rename {
                    None => out.push(Splice::new(view.value.clone(), new)),
                    Some(rename) => {
                        let with = file.field(&manner, rename, value);
                        let head = with.len() - file.delimited(&manner, rename, value).len();
                        let head = with.get(..head).unwrap_or_default();
                        out.push(Splice::new(view.span.clone(), format!("{head}{new}")));
                    }
                }
            }
            (FieldEdit::Add { .. }, None) => {}
            (FieldEdit::Add { name, .. }, Some(_)) => {
                return Err(format!("it has a field `{name}` already"));
            }
            (other, None) => return Err(format!("it has no field `{}`", other.name())),
        }
    }
    out.extend(removals(entry, &removed));
    for field in &edit.fields {
        if let FieldEdit::Add { name, value } = field {
            let value = file.delimited(&manner, name, value);
            let added = insertion(entry, file, name, &value, |at| !removed.contains(&at));
            out.push(added.ok_or("no field is left to stand beside")?);
        }
    }
    sort(&mut out);
    Ok(out)
}

/// Returns the insertion of a field whose value has its delimiters, in the manner of the entry, behind a
/// field that it `may_follow`; `None` where there is none such. A comment keeps its place behind its field
/// where another place is left.
pub fn insertion(
    entry: &EntryView<'_>,
    file: &FileManner,
    name: &str,
    value: &str,
    may_follow: impl Fn(usize) -> bool,
) -> Option<Splice> {
    let manner = EntryManner::of(entry);
    let plain = |at: usize| may_follow(at) && !entry.gap_after(at).contains('%');
    let place = file
        .place(entry, name, plain)
        .or_else(|| file.place(entry, name, &may_follow));
    let separator = file.separator(&manner);
    let field = file.assignment(&manner, name, value);
    let behind = |at: usize| Splice::new(at..at, format!("{separator}{field}"));
    match place {
        Some(Place::First) => {
            let at = entry.fields.first()?.span.start;
            Some(Splice::new(at..at, format!("{field}{separator}")))
        }
        Some(Place::After(at)) => Some(behind(entry.fields.get(at)?.span.end)),
        None if entry.fields.is_empty() => Some(behind(entry.after_key())),
        None => None,
    }
}

/// Returns a new value with the delimiters of the old one.
fn redelimited(
    file: &FileManner,
    manner: &EntryManner,
    old: &FieldView<'_>,
    name: &str,
    value: &str,
) -> String {
    let is_number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    match old.only_part() {
        Some(ValuePart::Braced(_)) => format!("{{{value}}}"),
        Some(ValuePart::Quoted(_)) if !value.contains('"') => format!("\"{value}\""),
        Some(ValuePart::Bare(_)) if is_number => value.to_owned(),
        _ => {
            let new = file.delimited(manner, name, value);
            if new == value && !is_number {
                format!("{{{value}}}")
            } else {
                new
            }
        }
    }
}

/// Spells a type as the old one is spelt.
fn kind_like(old: &str, new: &str) -> String {
    const CAMEL: [(&str, &str); 5] = [
        ("inproceedings", "InProceedings"),
        ("incollection", "InCollection"),
        ("inbook", "InBook"),
        ("phdthesis", "PhdThesis"),
        ("techreport", "TechReport"),
    ];
    if old.chars().all(|c| !c.is_lowercase()) {
        return new.to_uppercase();
    }
    if !old.starts_with(char::is_uppercase) {
        return new.to_owned();
    }
    if let Some((_, camel)) = CAMEL.iter().find(|(name, _)| *name == new) {
        return (*camel).to_owned();
    }
    let mut letters = new.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// Applies an entry's replacements to it alone, and returns the new text if it says what it said before,
/// but for the edits.
fn proven(entry: &EntryView<'_>, edit: &EntryEdit, splices: &[Splice]) -> Result<String, String> {
    let harmful = || "the new text would not be read as it is meant".to_owned();
    let old = entry.text.get(entry.span.clone()).ok_or_else(harmful)?;
    let start = entry.span.start;
    let moved: Vec<Splice> = splices
        .iter()
        .map(|it| Splice::new(it.span.start - start..it.span.end - start, it.with.as_str()))
        .collect();
    let new = spliced(old, &moved).ok_or_else(harmful)?;
    let blocks = scan(&new);
    let [block] = blocks.as_slice() else {
        return Err(harmful());
    };
    let after = EntryView::of(&new, block).ok_or_else(harmful)?;
    let kind = edit.kind.as_deref().unwrap_or(entry.kind);
    if after.fault.is_some()
        || after.key != entry.key
        || !after.kind.eq_ignore_ascii_case(kind)
        || edit.kind.is_none() && after.kind != entry.kind
        || !says_the_same(entry, edit, &after)
    {
        return Err(harmful());
    }
    Ok(new)
}

/// Whether the fields are the old ones in their order, byte for byte, but for the edits.
fn says_the_same(before: &EntryView<'_>, edit: &EntryEdit, after: &EntryView<'_>) -> bool {
    let mut added: Vec<(&str, &str)> = Vec::new();
    let mut edits: BTreeMap<usize, &FieldEdit> = BTreeMap::new();
    for field in &edit.fields {
        match (field, before.position(field.name())) {
            (FieldEdit::Add { name, value }, _) => added.push((name, value)),
            (_, Some(at)) => _ = edits.insert(at, field),
            (_, None) => return false,
        }
    }
    let mut expected =
        before
            .fields
            .iter()
            .enumerate()
            .filter_map(|(at, field)| match edits.get(&at) {
                None => Some((field.name, None, Some(field))),
                Some(FieldEdit::Replace {
                    name,
                    rename,
                    value,
                }) => Some((
                    rename.as_deref().unwrap_or(name),
                    Some(value.as_str()),
                    None,
                )),
                Some(_) => None,
            });
    let mut next = expected.next();
    for field in &after.fields {
        let text = after.text.get(field.span.clone());
        let is_next = match &next {
            Some((_, None, Some(old))) => text == before.text.get(old.span.clone()),
            Some((name, Some(value), _)) => {
                field.name.eq_ignore_ascii_case(name) && content(field) == Some(value)
            }
            _ => false,
        };
        if is_next {
            next = expected.next();
            continue;
        }
        let new = added.iter().position(|(name, value)| {
            field.name.eq_ignore_ascii_case(name) && content(field) == Some(value)
        });
        match new {
            Some(at) => _ = added.swap_remove(at),
            None => return false,
        }
    }
    next.is_none() && added.is_empty()
}

fn content<'a>(field: &FieldView<'a>) -> Option<&'a str> {
    field.only_part().map(FieldView::text_of)
}

/// Returns the number of the first block that is not as it was, or as it was to be.
fn first_harm(
    text: &str,
    blocks: &[Block<'_>],
    new: &str,
    planned: &BTreeMap<usize, (Vec<Splice>, String)>,
) -> Option<usize> {
    let now = scan(new);
    for (at, block) in blocks.iter().enumerate() {
        let wanted = match planned.get(&at) {
            Some((_, wanted)) => Some(wanted.as_str()),
            None => text.get(block.span.clone()),
        };
        let found = now.get(at);
        let same_sort = found.is_some_and(|found| {
            std::mem::discriminant(&found.content) == std::mem::discriminant(&block.content)
        });
        let has = found.and_then(|found| new.get(found.span.clone()));
        if !same_sort || has != wanted || lost_fields(block, found, planned.contains_key(&at)) {
            return Some(at);
        }
    }
    (now.len() != blocks.len()).then_some(blocks.len())
}

/// Whether a block that was not edited has other fields than before, though its text is the same.
fn lost_fields(before: &Block<'_>, after: Option<&Block<'_>>, is_edited: bool) -> bool {
    let count = |block: &Block<'_>| match &block.content {
        Content::Entry { fields, .. } | Content::Strings(fields) => {
            (fields.fields.len(), fields.faults.len())
        }
        _ => (0, 0),
    };
    !is_edited && after.map(count) != Some(count(before))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Applies edits to the first entry of a text.
    fn edited(text: &str, fields: &[FieldEdit]) -> String {
        let document = Document::read(text.as_bytes().to_vec()).unwrap();
        let blocks = scan(document.text());
        let is_entry = |block: &Block<'_>| matches!(block.content, Content::Entry { .. });
        let edit = EntryEdit {
            fields: fields.to_vec(),
            ..EntryEdit::of(blocks.iter().position(is_entry).unwrap())
        };
        let patched = patch(&document, &[edit]).unwrap();
        assert_eq!(patched.dropped, [], "{text}");
        String::from_utf8(patched.bytes).unwrap()
    }

    #[test]
    fn an_author_comes_first() {
        let author = [FieldEdit::add("author", "A. B")];
        for (text, want) in [
            (
                "@article{k,\n  title = {A},\n  year = 2020\n}\n",
                "@article{k,\n  author = {A. B},\n  title = {A},\n  year = 2020\n}\n",
            ),
            (
                "@article{k, title={A}, year={2020}}",
                "@article{k, author={A. B}, title={A}, year={2020}}",
            ),
            (
                "@article{k\n  , title = {A}\n  , year  = {2020}\n  }",
                "@article{k\n  , author = {A. B}\n  , title = {A}\n  , year  = {2020}\n  }",
            ),
            (
                "@article{k, % sic\n  year = 2020,\n  title = {A}\n}",
                "@article{k, % sic\n  author = {A. B},\n  year = 2020,\n  title = {A}\n}",
            ),
            // The file has it elsewhere.
            (
                "@article{k,\n  title = {A},\n  year = 2020\n}\n@article{l,\n  title = {B},\n  author = {C},\n}",
                "@article{k,\n  title = {A},\n  author = {A. B},\n  year = 2020\n}\n@article{l,\n  title = {B},\n  author = {C},\n}",
            ),
        ] {
            assert_eq!(edited(text, &author), want, "{text}");
        }
    }

    #[test]
    fn new_field_takes_the_manner_of_its_surroundings() {
        let doi = [FieldEdit::add("doi", "10.1/x")];
        for (text, want) in [
            (
                "@article{k,\n  title = {A},\n  year = 2020\n}\n",
                "@article{k,\n  title = {A},\n  year = 2020,\n  doi = {10.1/x}\n}\n",
            ),
            (
                "@article{k,\r\n\ttitle\t= \"A\",\r\n\tyear\t= 2020,\r\n}",
                "@article{k,\r\n\ttitle\t= \"A\",\r\n\tyear\t= 2020,\r\n\tdoi\t= \"10.1/x\",\r\n}",
            ),
            (
                "@Article{k,\n  Title     = {A},\n  Booktitle = {B},\n  Year      = {2020}}",
                "@Article{k,\n  Title     = {A},\n  Booktitle = {B},\n  Year      = {2020},\n  Doi       = {10.1/x}}",
            ),
            (
                "@article{k\n  , title = {A}\n  , year  = {2020}\n  }",
                "@article{k\n  , title = {A}\n  , year  = {2020}\n  , doi   = {10.1/x}\n  }",
            ),
            (
                "@article{k, title={A}, year={2020}}",
                "@article{k, title={A}, year={2020}, doi={10.1/x}}",
            ),
            (
                "@ARTICLE(k,\n AUTHOR = {B},\n TITLE = {A} )",
                "@ARTICLE(k,\n AUTHOR = {B},\n TITLE = {A},\n DOI = {10.1/x} )",
            ),
            (
                "@article{k,\n  title =     {A},\n  booktitle = {B},\n  year =      2020,\n}",
                "@article{k,\n  title =     {A},\n  booktitle = {B},\n  year =      2020,\n  doi =       {10.1/x},\n}",
            ),
            (
                "@article{k,\n  title = {A}, % sic\n  year = 2020\n}",
                "@article{k,\n  title = {A}, % sic\n  year = 2020,\n  doi = {10.1/x}\n}",
            ),
            ("@misc{k}", "@misc{k,\n  doi = {10.1/x}}"),
            ("@misc{k,\n}", "@misc{k,\n  doi = {10.1/x},\n}"),
        ] {
            assert_eq!(edited(text, &doi), want, "{text}");
        }
    }

    #[test]
    fn numbers_and_neighbours_are_learned_from_the_file() {
        let text = "@article{a, title = {T}, doi = {10.1/y}, volume = 3, year = {2001}}\n\
                    @article{b, title = {U}, year = {2002}}\n";
        let document = Document::read(text.as_bytes().to_vec()).unwrap();
        let edit = EntryEdit {
            fields: vec![
                FieldEdit::add("volume", "7"),
                FieldEdit::add("doi", "10.1/x"),
            ],
            ..EntryEdit::of(2)
        };
        let patched = patch(&document, &[edit]).unwrap();
        let new = String::from_utf8(patched.bytes).unwrap();
        let entry = "@article{b, title = {U}, volume = {7}, doi = {10.1/x}, year = {2002}}\n";
        assert!(new.ends_with(entry), "{new}");
    }

    #[test]
    fn values_names_and_types_are_replaced_in_place() {
        let text = "% by hand\n@Article{k,\n  journal = \"arXiv preprint\",\n  year = 2019,\n volume=\"abs/1\",\n  month = jan # \"~1\"\n}\n";
        let document = Document::read(text.as_bytes().to_vec()).unwrap();
        let edit = EntryEdit {
            block: 1,
            kind: Some("inproceedings".to_owned()),
            fields: vec![
                FieldEdit::Replace {
                    name: "journal".to_owned(),
                    rename: Some("booktitle".to_owned()),
                    value: "Proc. of X".to_owned(),
                },
                FieldEdit::replace("year", "2020"),
                FieldEdit::Remove {
                    name: "volume".to_owned(),
                },
                FieldEdit::add("pages", "1--2"),
            ],
        };
        let new = patch(&document, &[edit]).unwrap();
        assert_eq!(new.dropped, []);
        assert_eq!(
            String::from_utf8(new.bytes).unwrap(),
            "% by hand\n@InProceedings{k,\n  booktitle = \"Proc. of X\",\n  pages = \"1--2\",\n  year = 2020,\n  month = jan # \"~1\"\n}\n"
        );
    }

    #[test]
    fn harmful_and_impossible_edits_are_dropped() {
        for (text, edit) in [
            ("@article{k, title = {A}}", FieldEdit::add("doi", "10.1/x}")),
            ("@article{k, title = {A}}", FieldEdit::add("doi", "{")),
            ("@article{k, title = {A}}", FieldEdit::add("title", "B")),
            ("@article{k, title = {A}}", FieldEdit::replace("year", "1")),
            ("@article{k, title = {A}", FieldEdit::add("doi", "10.1/x")),
            ("@article{title = {A}}", FieldEdit::add("doi", "10.1/x")),
        ] {
            let document = Document::read(text.as_bytes().to_vec()).unwrap();
            let edit = EntryEdit {
                fields: vec![edit],
                ..EntryEdit::of(0)
            };
            let patched = patch(&document, &[edit]).unwrap();
            assert_eq!(patched.dropped.len(), 1, "{text}");
            assert_eq!(patched.bytes, text.as_bytes());
        }
    }
}
