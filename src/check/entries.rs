//! Rules on structure: blocks, keys, types and which fields an entry has.

use std::collections::{BTreeMap, BTreeSet};

use super::dialect::Dialect;
use super::finding::Found;
use super::required;
use crate::bib::{Block, Content, Piece};
use crate::text::dates::is_month_macro;

/// An entry as rules look at it.
#[derive(Debug)]
pub(super) struct Item<'a> {
    /// The byte of its `@`.
    pub at: usize,
    /// The type in lower case.
    pub kind: String,
    pub key: &'a str,
    /// Its fields in order, the first of each name.
    pub fields: Vec<Field<'a>>,
    /// The byte after it.
    pub end: usize,
}

/// A field as rules look at it.
#[derive(Debug)]
pub(super) struct Field<'a> {
    /// The byte of its name.
    pub at: usize,
    /// The name in lower case.
    pub name: String,
    pub pieces: Vec<Piece<'a>>,
    /// The value, its pieces put together, macros by their names.
    pub text: String,
    /// The byte of the value's text, where it is in one piece.
    pub inside: Option<usize>,
}

impl Field<'_> {
    /// The place of a byte of the value.
    pub(super) fn place(&self, byte: usize) -> usize {
        self.inside.map_or(self.at, |inside| inside + byte)
    }

    /// An error at a byte of the value.
    pub(super) fn error(
        &self,
        byte: usize,
        rule: &'static str,
        message: impl Into<String>,
    ) -> Found {
        Found {
            field: Some(self.name.clone()),
            ..Found::error(self.place(byte), rule, message)
        }
    }
}

impl Item<'_> {
    /// The value of a field, trimmed; empty where there is none.
    pub(super) fn value(&self, name: &str) -> &str {
        self.field(name).map_or("", |field| field.text.trim())
    }

    pub(super) fn field(&self, name: &str) -> Option<&Field<'_>> {
        self.fields.iter().find(|field| field.name == name)
    }
}

/// The entries of a file, and what is wrong with its blocks.
pub(super) fn read<'a>(text: &'a str, blocks: &[Block<'a>]) -> (Vec<Item<'a>>, Vec<Found>) {
    let mut items = Vec::new();
    let mut found = Vec::new();
    let mut macros: BTreeSet<String> = BTreeSet::new();
    for block in blocks {
        let own = &text[block.span.clone()];
        let start = block.span.start;
        match &block.content {
            Content::Text => loose(own, start, &mut found),
            Content::Comment => {
                if own[1..].contains('@') && hides_entry(&own[1..]) {
                    let wrong = Found::error(
                        start,
                        "S14",
                        "this comment holds an entry, and BibTeX reads it",
                    );
                    found.push(wrong.fix("remove the entry"));
                }
            }
            Content::Preamble => {}
            Content::Strings(fields) => {
                let faults = fields.faults.iter();
                found.extend(faults.map(|fault| Found::error(fault.at, "S01", fault.message)));
                for field in &fields.fields {
                    undefined(text, &field.value, &macros, field.span.start, &mut found);
                    macros.insert(field.name.to_lowercase());
                }
            }
            Content::Entry { kind, key, fields } => {
                let mut own_found = Vec::new();
                let faults = fields.faults.iter();
                own_found.extend(faults.map(|fault| Found::error(fault.at, "S01", fault.message)));
                if own
                    .find(['{', '('])
                    .is_some_and(|at| own.as_bytes()[at] == b'(')
                {
                    let wrong = Found::error(start, "S15", "an entry in parentheses");
                    own_found.push(wrong.advice().fix("write braces"));
                }
                let mut item = Item {
                    at: start,
                    kind: kind.to_lowercase(),
                    key,
                    fields: Vec::new(),
                    end: block.span.end,
                };
                for raw in &fields.fields {
                    let field = field(text, raw.name, &raw.value, raw.span.start);
                    undefined(text, &raw.value, &macros, raw.span.start, &mut own_found);
                    if item.field(&field.name).is_some() {
                        let message = format!(
                            "`{}` is given twice; BibTeX takes the first, biber the last",
                            field.name
                        );
                        own_found.push(Found::error(field.at, "S04", message).fix("remove one"));
                    } else {
                        item.fields.push(field);
                    }
                }
                found.extend(own_found.into_iter().map(|one| Found {
                    key: Some((*key).to_owned()),
                    ..one
                }));
                items.push(item);
            }
        }
    }
    (items, found)
}

fn field<'a>(text: &str, name: &str, pieces: &[Piece<'a>], at: usize) -> Field<'a> {
    let inner = |piece: &Piece<'a>| match *piece {
        Piece::Braced(inner) | Piece::Quoted(inner) | Piece::Macro(inner) | Piece::Bare(inner) => {
            inner
        }
    };
    let inside = match pieces {
        [piece] => Some(place_in(text, inner(piece))),
        _ => None,
    };
    Field {
        at,
        name: name.to_lowercase(),
        pieces: pieces.to_vec(),
        text: pieces.iter().map(inner).collect(),
        inside,
    }
}

/// The byte of `whole` at which `part`, a slice of it, begins.
fn place_in(whole: &str, part: &str) -> usize {
    (part.as_ptr() as usize).saturating_sub(whole.as_ptr() as usize)
}

fn undefined(
    text: &str,
    pieces: &[Piece<'_>],
    macros: &BTreeSet<String>,
    at: usize,
    found: &mut Vec<Found>,
) {
    for piece in pieces {
        if let Piece::Macro(name) = piece
            && !is_month_macro(name)
            && !macros.contains(&name.to_lowercase())
        {
            let message = format!("`{name}` is defined nowhere above, and its value is lost");
            let wrong = Found::error(place_in(text, name).max(at), "S07", message);
            found.push(wrong.fix(format!("write `{{{name}}}`, or define it with @string")));
        }
    }
}

/// Text between entries: remarks behind `%` are fine, unless they hold an entry.
fn loose(text: &str, start: usize, found: &mut Vec<Found>) {
    let mut at = start;
    let mut told = false;
    for line in text.split_inclusive('\n') {
        let bare = line.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        let place = at + line.len() - bare.len();
        if bare.starts_with('%') {
            if hides_entry(bare) {
                let message = "an entry behind a percent sign, which BibTeX reads all the same";
                found.push(Found::error(place, "S16", message).fix("remove the entry"));
            }
        } else if !bare.is_empty() && !told {
            let message = "text outside of any entry, which BibTeX passes over";
            found.push(Found::error(place, "S06", message).fix("put `%` before it, or remove it"));
            told = true;
        }
        at += line.len();
    }
}

/// Whether an `@`, a word and an opening delimiter stand somewhere in `text`.
fn hides_entry(text: &str) -> bool {
    text.match_indices('@').any(|(at, _)| {
        let rest = text[at + 1..].trim_start();
        let letters = rest
            .find(|c: char| !c.is_ascii_alphanumeric())
            .unwrap_or(rest.len());
        letters > 0 && rest[letters..].trim_start().starts_with(['{', '('])
    })
}

/// Fields that programs leave behind and no reader wants.
const NOISE: [&str; 53] = [
    "__markedentry",
    "abstract",
    "abstractnote",
    "added-at",
    "affiliation",
    "annotation",
    "annote",
    "bdsk-file-1",
    "bdsk-file-2",
    "bdsk-url-1",
    "bdsk-url-2",
    "bdsk-url-3",
    "bibsource",
    "biburl",
    "citations",
    "comment",
    "comments",
    "copyright",
    "creationdate",
    "date-added",
    "date-modified",
    "file",
    "groups",
    "interhash",
    "intrahash",
    "journalabbreviation",
    "keywords",
    "library_catalog",
    "local-url",
    "mendeley-groups",
    "mendeley-tags",
    "modificationdate",
    "openalexid",
    "owner",
    "pmcid",
    "pmid",
    "printed",
    "priority",
    "qualityassured",
    "ranking",
    "rating",
    "read",
    "readstatus",
    "refid",
    "relevance",
    "review",
    "search",
    "status",
    "timestamp",
    "uri",
    "username",
    "x-fetchedfrom",
    "x-color",
];

/// Fields of the other dialect, and what this one has instead.
const MISPLACED_CLASSIC: [(&str, &str); 6] = [
    ("journaltitle", "journal"),
    ("date", "year and month"),
    ("location", "address"),
    ("eprinttype", "archivePrefix"),
    ("eprintclass", "primaryClass"),
    ("langid", "language"),
];
const MISPLACED_MODERN: [(&str, &str); 4] = [
    ("archiveprefix", "eprinttype"),
    ("primaryclass", "eprintclass"),
    ("articleno", "eid"),
    ("numpages", "pagetotal"),
];

/// What is wrong with each entry as a whole; the items' own findings are made where they stand.
pub(super) fn judge(items: &[Item<'_>], dialect: Dialect, take: &mut impl FnMut(&Item<'_>, Found)) {
    let mut seen: BTreeMap<String, &str> = BTreeMap::new();
    let places: BTreeMap<String, usize> = items
        .iter()
        .enumerate()
        .map(|(at, item)| (item.key.to_lowercase(), at))
        .collect();
    for (at, item) in items.iter().enumerate() {
        if let Some(first) = seen.get(&item.key.to_lowercase()) {
            let message = format!("the key `{}` was given before, as `{first}`", item.key);
            take(
                item,
                Found::error(item.at, "S02", message).fix("give it another key"),
            );
        }
        seen.entry(item.key.to_lowercase()).or_insert(item.key);
        if !is_sound_key(item.key) && !item.key.is_empty() {
            let message = format!("the key `{}` breaks BibTeX, biber or \\cite", item.key);
            let fix = "use letters, digits and `:_./+-`, a letter or digit first";
            take(item, Found::error(item.at, "S03", message).fix(fix));
        }
        required::judge(items, &places, at, dialect, take);
        for field in &item.fields {
            if let Some(found) = field_as_such(item, field, dialect) {
                take(item, found);
            }
        }
    }
    if dialect == Dialect::Bibtex {
        labels(items, take);
    }
}

/// Whether a field only serves programs; what it says is of no interest.
pub(super) fn is_noise(name: &str) -> bool {
    NOISE.contains(&name)
}

fn is_sound_key(key: &str) -> bool {
    key.starts_with(|c: char| c.is_ascii_alphanumeric())
        && key
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || ":_./+-".contains(c))
}

fn field_as_such(item: &Item<'_>, field: &Field<'_>, dialect: Dialect) -> Option<Found> {
    let name = field.name.as_str();
    let of = |rule, message: String| Found {
        field: Some(field.name.clone()),
        ..Found::error(field.at, rule, message)
    };
    if field.text.trim().is_empty() {
        return Some(of("S05", format!("`{name}` is empty")).fix("remove it"));
    }
    if is_noise(name) {
        let message = format!("`{name}` says nothing to a reader");
        // Managers of references keep them for themselves; no style prints them.
        return Some(of("S12", message).advice().fix("remove it"));
    }
    let table: &[(&str, &str)] = match dialect {
        Dialect::Bibtex => &MISPLACED_CLASSIC,
        Dialect::Biblatex => &MISPLACED_MODERN,
    };
    let misplaced = table.iter().find(|(wrong, _)| *wrong == name);
    let school = dialect == Dialect::Biblatex && name == "school" && item.kind == "thesis";
    let instead = match misplaced {
        Some((_, instead)) => instead,
        None if school => "institution",
        None => return None,
    };
    let message = format!("`{name}` is no field of {}", dialect.as_str());
    let found = of("S13", message).fix(format!("write `{instead}`"));
    let mild = ["archiveprefix", "primaryclass", "langid"].contains(&name);
    Some(if mild { found.advice() } else { found })
}

/// Styles with labels such as `Doe20a` have 26 letters for them.
fn labels(items: &[Item<'_>], take: &mut impl FnMut(&Item<'_>, Found)) {
    let mut counts: BTreeMap<(String, &str), usize> = BTreeMap::new();
    for item in items.iter().filter(|item| !item.value("author").is_empty()) {
        let authors: Vec<&str> = item.value("author").split_whitespace().collect();
        let count = counts
            .entry((authors.join(" "), item.value("year")))
            .or_default();
        *count += 1;
        if *count == 27 {
            let message = "more than 26 entries with these authors and this year: the label after `z` breaks LaTeX in plainnat, alpha, apalike and ACM's style";
            take(item, Found::error(item.at, "L01", message));
        }
    }
}
