//! Rules on structure: blocks, keys, types and the fields of an entry.

use std::collections::{BTreeMap, BTreeSet};

use super::dialect::Dialect;
use super::entry::{CheckedEntry, CheckedField};
use super::finding::RawFinding;
use super::required;
use crate::bib::{Block, Content, ValuePart};
use crate::text::dates::is_month_macro;

/// Returns the entries of a file, and the findings on its blocks.
pub(super) fn read<'a>(
    text: &'a str,
    blocks: &[Block<'a>],
) -> (Vec<CheckedEntry<'a>>, Vec<RawFinding>) {
    let mut entries = Vec::new();
    let mut found = Vec::new();
    let mut macros: BTreeSet<String> = BTreeSet::new();
    for block in blocks {
        let own = &text[block.span.clone()];
        let start = block.span.start;
        match &block.content {
            Content::Text => check_text(own, start, &mut found),
            Content::Comment => {
                if own[1..].contains('@') && hides_entry(&own[1..]) {
                    let wrong = RawFinding::error(
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
                found.extend(faults.map(|fault| RawFinding::error(fault.at, "S01", fault.message)));
                for field in &fields.fields {
                    check_macros(text, &field.value, &macros, field.span.start, &mut found);
                    macros.insert(field.name.to_lowercase());
                }
            }
            Content::Entry { kind, key, fields } => {
                let mut own_found = Vec::new();
                let faults = fields.faults.iter();
                own_found
                    .extend(faults.map(|fault| RawFinding::error(fault.at, "S01", fault.message)));
                if own
                    .find(['{', '('])
                    .is_some_and(|at| own.as_bytes()[at] == b'(')
                {
                    let wrong = RawFinding::error(start, "S15", "an entry in parentheses");
                    own_found.push(wrong.advice().fix("write braces"));
                }
                let mut entry = CheckedEntry {
                    at: start,
                    kind: kind.to_lowercase(),
                    key,
                    fields: Vec::new(),
                    end: block.span.end,
                };
                for raw in &fields.fields {
                    let field = field(text, raw.name, &raw.value, raw.span.start);
                    check_macros(text, &raw.value, &macros, raw.span.start, &mut own_found);
                    if entry.field(&field.name).is_some() {
                        let message = format!(
                            "`{}` is given twice; BibTeX takes the first, biber the last",
                            field.name
                        );
                        own_found
                            .push(RawFinding::error(field.at, "S04", message).fix("remove one"));
                    } else {
                        entry.fields.push(field);
                    }
                }
                found.extend(own_found.into_iter().map(|one| RawFinding {
                    key: Some((*key).to_owned()),
                    ..one
                }));
                entries.push(entry);
            }
        }
    }
    (entries, found)
}

fn field<'a>(text: &str, name: &str, pieces: &[ValuePart<'a>], at: usize) -> CheckedField<'a> {
    let inner = |piece: &ValuePart<'a>| match *piece {
        ValuePart::Braced(inner)
        | ValuePart::Quoted(inner)
        | ValuePart::Macro(inner)
        | ValuePart::Bare(inner) => inner,
    };
    let inside = match pieces {
        [piece] => Some(place_in(text, inner(piece))),
        _ => None,
    };
    CheckedField {
        at,
        name: name.to_lowercase(),
        pieces: pieces.to_vec(),
        text: pieces.iter().map(inner).collect(),
        inside,
    }
}

/// Returns the byte of `whole` at which its slice `part` begins.
fn place_in(whole: &str, part: &str) -> usize {
    (part.as_ptr() as usize).saturating_sub(whole.as_ptr() as usize)
}

fn check_macros(
    text: &str,
    pieces: &[ValuePart<'_>],
    macros: &BTreeSet<String>,
    at: usize,
    found: &mut Vec<RawFinding>,
) {
    for piece in pieces {
        if let ValuePart::Macro(name) = piece
            && !is_month_macro(name)
            && !macros.contains(&name.to_lowercase())
        {
            let message = format!("`{name}` is defined nowhere above, and its value is lost");
            let wrong = RawFinding::error(place_in(text, name).max(at), "S07", message);
            found.push(wrong.fix(format!("write `{{{name}}}`, or define it with @string")));
        }
    }
}

/// Checks text between entries: comments after `%` are fine unless they contain an entry.
fn check_text(text: &str, start: usize, found: &mut Vec<RawFinding>) {
    let mut at = start;
    let mut reported = false;
    for line in text.split_inclusive('\n') {
        let bare = line.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        let place = at + line.len() - bare.len();
        if bare.starts_with('%') {
            if hides_entry(bare) {
                let message = "an entry after a percent sign, which BibTeX reads all the same";
                found.push(RawFinding::error(place, "S16", message).fix("remove the entry"));
            }
        } else if !bare.is_empty() && !reported {
            let message = "text outside of any entry, which BibTeX ignores";
            found.push(
                RawFinding::error(place, "S06", message).fix("put `%` before it, or remove it"),
            );
            reported = true;
        }
        at += line.len();
    }
}

/// Returns whether `text` contains an `@`, a word and an opening delimiter.
fn hides_entry(text: &str) -> bool {
    text.match_indices('@').any(|(at, _)| {
        let rest = text[at + 1..].trim_start();
        let letters = rest
            .find(|c: char| !c.is_ascii_alphanumeric())
            .unwrap_or(rest.len());
        letters > 0 && rest[letters..].trim_start().starts_with(['{', '('])
    })
}

/// Fields that programs add and no reader needs.
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

/// Fields of the other dialect, and the field to use instead.
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

/// Checks each entry as a whole; findings on blocks are made by [`read`].
pub(super) fn check(
    entries: &[CheckedEntry<'_>],
    dialect: Dialect,
    take: &mut impl FnMut(&CheckedEntry<'_>, RawFinding),
) {
    let mut seen: BTreeMap<String, &str> = BTreeMap::new();
    let places: BTreeMap<String, usize> = entries
        .iter()
        .enumerate()
        .map(|(at, entry)| (entry.key.to_lowercase(), at))
        .collect();
    for (at, entry) in entries.iter().enumerate() {
        if let Some(first) = seen.get(&entry.key.to_lowercase()) {
            let message = format!("the key `{}` is already used, as `{first}`", entry.key);
            take(
                entry,
                RawFinding::error(entry.at, "S02", message).fix("give it another key"),
            );
        }
        seen.entry(entry.key.to_lowercase()).or_insert(entry.key);
        if !is_sound_key(entry.key) && !entry.key.is_empty() {
            let message = format!("the key `{}` breaks BibTeX, biber or \\cite", entry.key);
            let fix = "use letters, digits and `:_./+-`, a letter or digit first";
            take(entry, RawFinding::error(entry.at, "S03", message).fix(fix));
        }
        required::check(entries, &places, at, dialect, take);
        for field in &entry.fields {
            if let Some(found) = check_field(entry, field, dialect) {
                take(entry, found);
            }
        }
    }
    if dialect == Dialect::Bibtex {
        labels(entries, take);
    }
}

/// Returns whether a field only serves programs, so that its value is not checked.
pub(super) fn is_noise(name: &str) -> bool {
    NOISE.contains(&name)
}

fn is_sound_key(key: &str) -> bool {
    key.starts_with(|c: char| c.is_ascii_alphanumeric())
        && key
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || ":_./+-".contains(c))
}

fn check_field(
    entry: &CheckedEntry<'_>,
    field: &CheckedField<'_>,
    dialect: Dialect,
) -> Option<RawFinding> {
    let name = field.name.as_str();
    let of = |rule, message: String| RawFinding {
        field: Some(field.name.clone()),
        ..RawFinding::error(field.at, rule, message)
    };
    if field.text.trim().is_empty() {
        return Some(of("S05", format!("`{name}` is empty")).fix("remove it"));
    }
    if is_noise(name) {
        let message = format!("`{name}` is of no use to a reader");
        // Reference managers need them, and no style prints them.
        return Some(of("S12", message).advice().fix("remove it"));
    }
    let table: &[(&str, &str)] = match dialect {
        Dialect::Bibtex => &MISPLACED_CLASSIC,
        Dialect::Biblatex => &MISPLACED_MODERN,
    };
    let misplaced = table.iter().find(|(wrong, _)| *wrong == name);
    let school = dialect == Dialect::Biblatex && name == "school" && entry.kind == "thesis";
    let instead = match misplaced {
        Some((_, instead)) => instead,
        None if school => "institution",
        None => return None,
    };
    let message = format!("`{name}` is not a field of {}", dialect.as_str());
    let found = of("S13", message).fix(format!("write `{instead}`"));
    let mild = ["archiveprefix", "primaryclass", "langid"].contains(&name);
    Some(if mild { found.advice() } else { found })
}

/// Reports more entries of one author and year than styles with labels such as `Doe20a` have letters.
fn labels(entries: &[CheckedEntry<'_>], take: &mut impl FnMut(&CheckedEntry<'_>, RawFinding)) {
    let mut counts: BTreeMap<(String, &str), usize> = BTreeMap::new();
    for entry in entries
        .iter()
        .filter(|entry| !entry.value("author").is_empty())
    {
        let authors: Vec<&str> = entry.value("author").split_whitespace().collect();
        let count = counts
            .entry((authors.join(" "), entry.value("year")))
            .or_default();
        *count += 1;
        if *count == 27 {
            let message = "more than 26 entries with these authors and this year: the label after `z` breaks LaTeX in plainnat, alpha, apalike and ACM's style";
            take(entry, RawFinding::error(entry.at, "L01", message));
        }
    }
}
