//! Random edits of `.bib` files: no byte outside the edited entries' announced changes may differ.

use super::{
    files,
    random::{self, Random},
};
use bibsync::{
    bib::{Block, Content, ValuePart, scan},
    patch::{Document, EntryEdit, FieldEdit, patch, spliced, unified_diff},
};

/// A field of an entry: its name and the text of its value.
type Fields = Vec<(String, String)>;

/// What a block says: the text itself, or for an entry its type, key and fields.
#[derive(Debug, PartialEq)]
enum Says {
    Text(String),
    Entry(String, String, Fields),
}

fn says(text: &str, block: &Block<'_>) -> Says {
    let Content::Entry { kind, key, fields } = &block.content else {
        return Says::Text(text[block.span.clone()].to_owned());
    };
    let fields = fields.fields.iter().map(|field| {
        let whole = &text[field.span.clone()];
        let (_, value) = whole.split_once('=').unwrap_or_default();
        (field.name.to_owned(), value.trim_start().to_owned())
    });
    Says::Entry((*kind).to_owned(), (*key).to_owned(), fields.collect())
}

pub(crate) const NAMES: [&str; 9] = [
    "doi",
    "year",
    "pages",
    "volume",
    "number",
    "eprint",
    "booktitle",
    "journal",
    "note",
];
const VALUES: [&str; 8] = [
    "10.1145/3-540-1_2",
    "2021",
    "1--12",
    "On {S}orting \"fast\"",
    "M{\\\"u}ller",
    "7",
    "{IEEE} Trans. on X",
    "",
];

/// Makes a random edit of a random entry.
pub(crate) fn random_edit(blocks: &[Block<'_>], random: &mut Random) -> Option<EntryEdit> {
    let entries: Vec<usize> = (0..blocks.len())
        .filter(|at| matches!(blocks[*at].content, Content::Entry { .. }))
        .collect();
    let block = *random.of(&entries)?;
    let Content::Entry { fields, .. } = &blocks[block].content else {
        return None;
    };
    let mut edit = EntryEdit::of(block);
    if random.below(8) == 0 {
        edit.kind = Some("inproceedings".to_owned());
    }
    let mut used: Vec<String> = Vec::new();
    for _ in 0..=random.below(3) {
        let value = (*random.of(&VALUES)?).to_owned();
        let there = random.of(&fields.fields).map(|it| it.name.to_lowercase());
        let field = match (random.below(4), there) {
            (0, Some(name)) => FieldEdit::Remove { name },
            (1, Some(name)) => FieldEdit::replace(name, value),
            (2, Some(name)) => FieldEdit::Replace {
                name,
                rename: Some("annote".to_owned()),
                value,
            },
            _ => FieldEdit::add(*random.of(&NAMES)?, value),
        };
        if !used.contains(&field.name().to_owned()) {
            used.push(field.name().to_owned());
            edit.fields.push(field);
        }
    }
    Some(edit)
}

/// Checks one edit of a file: the replacements lie in the entry, everything else is as it was, and an
/// independent program applies the diff. Returns whether the edit was made.
fn check(name: &str, document: &Document, edit: &EntryEdit) -> bool {
    let text = document.text();
    let before = scan(text);
    let patched = patch(document, std::slice::from_ref(edit)).unwrap();
    if !patched.dropped.is_empty() {
        assert_eq!(patched.bytes, document.bytes(), "{name}: {edit:?}");
        return false;
    }
    let span = &before[edit.block].span;
    for splice in &patched.splices {
        let inside = span.start < splice.span.start && splice.span.end <= span.end;
        assert!(inside, "{name}: {splice:?} leaves {span:?}");
    }
    let new = spliced(text, &patched.splices).unwrap();
    let after = scan(&new);
    assert_eq!(after.len(), before.len(), "{name}: {edit:?}");
    for (at, (was, is)) in before.iter().zip(&after).enumerate() {
        let (was_text, is_text) = (&text[was.span.clone()], &new[is.span.clone()]);
        if at != edit.block {
            assert_eq!(was_text, is_text, "{name}: block {at} after {edit:?}");
            continue;
        }
        let (Says::Entry(_, key, mut old), Says::Entry(_, new_key, mut now)) =
            (says(text, was), says(&new, is))
        else {
            panic!("{name}: no entry");
        };
        assert_eq!(key, new_key);
        for field in &edit.fields {
            let place = |list: &Fields, name: &str| {
                list.iter()
                    .position(|(it, _)| it.eq_ignore_ascii_case(name))
            };
            match field {
                FieldEdit::Remove { name } => _ = old.remove(place(&old, name).unwrap()),
                FieldEdit::Replace { name, rename, .. } => {
                    let at = place(&old, name).unwrap();
                    old.remove(at);
                    let _ = rename;
                }
                FieldEdit::Add { .. } => {}
            }
        }
        // What is left of the old fields is there in its order, byte for byte.
        for field in &old {
            let at = now.iter().position(|it| it == field);
            let at = at.unwrap_or_else(|| panic!("{name}: {field:?} is lost by {edit:?}"));
            now.remove(at);
        }
        let wanted = edit
            .fields
            .iter()
            .filter(|it| !matches!(it, FieldEdit::Remove { .. }));
        assert_eq!(now.len(), wanted.count(), "{name}: {edit:?}: {now:?}");
    }
    let diff = unified_diff("refs.bib", document, &patched.splices).unwrap();
    let patch = diffy::Patch::from_bytes(&diff).unwrap();
    let applied = diffy::apply_bytes(document.bytes(), &patch).unwrap();
    assert_eq!(applied, patched.bytes, "{name}");
    true
}

/// The number of random edits: more when an environment variable says so.
fn edits() -> usize {
    files::env_number("BIBSYNC_EDITS").unwrap_or(1_000)
}

#[test]
fn random_edits_of_generated_files_change_nothing_else() {
    let mut random = Random::new(20_261_123);
    let (mut made, mut tried) = (0, 0);
    while made < edits() {
        let document = Document::read(random::file(&mut random)).unwrap();
        let blocks = scan(document.text());
        for _ in 0..4 {
            if let Some(edit) = random_edit(&blocks, &mut random) {
                tried += 1;
                made += usize::from(check("generated", &document, &edit));
            }
        }
        assert!(
            tried < 20 * edits() + 1_000,
            "{made} of {tried} edits were made"
        );
    }
}

#[test]
fn random_edits_of_real_files_change_nothing_else() {
    let files = files::real();
    let mut random = Random::new(7);
    let mut made = 0;
    for (name, bytes) in &files {
        let document = Document::read(bytes.clone()).unwrap();
        let blocks = scan(document.text());
        for _ in 0..=edits() / (3 * files.len().max(1)) {
            if let Some(edit) = random_edit(&blocks, &mut random) {
                made += usize::from(check(name, &document, &edit));
            }
        }
    }
    if !files.is_empty() {
        files::say(&format!("{made} edits of {} files", files.len()));
        assert!(made > 0);
    }
}

/// All entries of a file at once: each gets a field that no entry has.
#[test]
fn edits_of_all_entries_of_real_files_change_nothing_else() {
    for (name, bytes) in files::real() {
        let document = Document::read(bytes).unwrap();
        let blocks = scan(document.text());
        let edits: Vec<EntryEdit> = (0..blocks.len())
            .filter(|at| matches!(blocks[*at].content, Content::Entry { .. }))
            .map(|at| EntryEdit {
                fields: vec![FieldEdit::add("x-checked", "2026")],
                ..EntryEdit::of(at)
            })
            .collect();
        let patched = patch(&document, &edits).unwrap();
        let mut splices = patched.splices.iter();
        let new = spliced(document.text(), &patched.splices).unwrap();
        let after = scan(&new);
        assert_eq!(after.len(), blocks.len(), "{name}");
        let mut faulty = 0;
        for (was, is) in blocks.iter().zip(&after) {
            match (&was.content, &is.content) {
                (Content::Entry { fields: old, .. }, Content::Entry { fields: now, .. }) => {
                    if !old.faults.is_empty() {
                        faulty += 1;
                        assert_eq!(document.text()[was.span.clone()], new[is.span.clone()]);
                        continue;
                    }
                    assert_eq!(now.fields.len(), old.fields.len() + 1, "{name}");
                    let added = now
                        .fields
                        .iter()
                        .find(|it| it.name.eq_ignore_ascii_case("x-checked"));
                    let value = &added.unwrap().value;
                    assert!(matches!(
                        value[..],
                        [ValuePart::Braced("2026")
                            | ValuePart::Quoted("2026")
                            | ValuePart::Bare("2026")]
                    ));
                    assert!(splices.next().is_some());
                }
                _ => assert_eq!(document.text()[was.span.clone()], new[is.span.clone()]),
            }
        }
        assert_eq!(
            patched.dropped.len(),
            faulty,
            "{name}: {:?}",
            patched.dropped
        );
    }
}
