//! Reads Hayagriva's YAML, the bibliography format of Typst (typst/hayagriva, docs/file-format.md of 0.10).

use saphyr_parser::{Event, Parser};

use super::{
    ImportedList,
    named_fields::{NamedFields, bounded, thesis, warning},
    pinned_keys::PinnedKeys,
    refused::Refused,
};
use crate::model::{Field, Kind};

/// A value of a YAML file. Keys are texts; an alias is nothing.
#[derive(Debug, Clone, PartialEq)]
enum Yaml {
    Nothing,
    Text(String),
    List(Vec<Self>),
    Map(Vec<(String, Self)>),
}

/// The deepest nesting that is read. A paper in a volume of a series has four levels.
const DEEPEST: usize = 16;
/// The deepest chain of parents.
const MOST_PARENTS: usize = 4;
/// The number of lines in which a file shows its form.
const HEAD: usize = 60;

/// Whether a text is Hayagriva's: an entry with its type and its title.
pub(super) fn is_hayagriva(text: &str) -> bool {
    let lines = text.lines().filter(|line| !is_remark(line));
    let mut lines = lines.take(HEAD);
    let is_key =
        |line: &str| !line.starts_with([' ', '-', '{', '#']) && line.trim_end().ends_with(':');
    if !lines.next().is_some_and(is_key) {
        return false;
    }
    let fields: Vec<&str> = lines
        .take_while(|line| line.starts_with([' ', '\t']))
        .map(str::trim_start)
        .collect();
    let has = |name: &str| fields.iter().any(|line| line.starts_with(name));
    has("type:") && has("title:")
}

fn is_remark(line: &str) -> bool {
    let bare = line.trim();
    bare.is_empty() || bare.starts_with('#') || bare == "---"
}

/// Reads a file. Each entry is parsed by itself, so a broken one costs only itself.
pub(super) fn read(text: &str) -> Result<ImportedList, Refused> {
    let mut import = ImportedList::default();
    let mut keys = PinnedKeys::default();
    for (first, last, block) in blocks(text) {
        bounded(&import)?;
        match parsed(block) {
            Ok(Yaml::Map(entries)) => {
                for (key, value) in entries {
                    let mut entry = NamedFields::from_line(first);
                    entry.at.1 = last;
                    entry.begins.clone_from(&key);
                    entry.key = Some(key);
                    if let Yaml::Map(fields) = value {
                        take(&mut entry, &fields);
                    }
                    entry.finish(&mut keys, &mut import);
                }
            }
            Ok(Yaml::Nothing) => {}
            Ok(_) => import.warnings.push(warning(
                first,
                "expected an entry, such as `sample2023:` with its fields below it; it was left out".to_owned(),
            )),
            Err((line, wrong)) => import.warnings.push(warning(
                // The end of the text counts as a line of its own.
                (first + line.saturating_sub(1)).min(last),
                format!("the YAML of this entry is broken, so it was left out: {wrong}"),
            )),
        }
    }
    Ok(import)
}

/// Splits a file at the lines that are not indented, each of which begins an entry. Returns the first and the
/// last line of each with its text.
fn blocks(text: &str) -> Vec<(usize, usize, &str)> {
    let mut out: Vec<(usize, usize, &str)> = Vec::new();
    let (mut start, mut first, mut last, mut at) = (0, 1, 1, 0);
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        let begins = !line.starts_with([' ', '\t', '}', ']']) && !is_remark(line);
        if begins {
            if start < at {
                out.push((first, last, &text[start..at]));
            }
            (start, first) = (at, number);
        }
        if !is_remark(line) {
            last = number;
        }
        at += line.len();
    }
    if start < at {
        out.push((first, last, &text[start..at]));
    }
    out
}

/// Parses one document, or returns the line of the fault, from 1, with what is wrong.
fn parsed(text: &str) -> Result<Yaml, (usize, String)> {
    let mut open: Vec<(Yaml, Option<String>)> = Vec::new();
    let mut done = Yaml::Nothing;
    for event in Parser::new_from_str(text) {
        let (event, span) =
            event.map_err(|wrong| (wrong.marker().line(), wrong.info().to_owned()))?;
        let value = match event {
            Event::Scalar(text, ..) => Yaml::Text(text.into_owned()),
            Event::Alias(_) => Yaml::Nothing,
            Event::SequenceStart(..) | Event::MappingStart(..) => {
                if open.len() >= DEEPEST {
                    return Err((
                        span.start.line(),
                        format!("more than {DEEPEST} levels are not read"),
                    ));
                }
                let is_list = matches!(event, Event::SequenceStart(..));
                let empty = if is_list {
                    Yaml::List(Vec::new())
                } else {
                    Yaml::Map(Vec::new())
                };
                open.push((empty, None));
                continue;
            }
            Event::SequenceEnd | Event::MappingEnd => match open.pop() {
                Some((value, _)) => value,
                None => continue,
            },
            _ => continue,
        };
        match open.last_mut() {
            Some((Yaml::List(list), _)) => list.push(value),
            Some((Yaml::Map(map), key)) => match (key.take(), value) {
                (Some(name), value) => map.push((name, value)),
                (None, Yaml::Text(name)) => *key = Some(name),
                (None, _) => *key = Some(String::new()),
            },
            _ if done == Yaml::Nothing => done = value,
            _ => {}
        }
    }
    Ok(done)
}

fn get<'a>(fields: &'a [(String, Yaml)], name: &str) -> Option<&'a Yaml> {
    fields
        .iter()
        .find(|(key, _)| key == name)
        .map(|(_, value)| value)
}

/// Returns the text of a value: itself, or its `value`, `verbatim` or `name`.
fn text(value: &Yaml) -> Option<&str> {
    match value {
        Yaml::Text(text) => Some(text),
        Yaml::Map(fields) => {
            ["value", "name", "verbatim"]
                .iter()
                .find_map(|name| match get(fields, name) {
                    Some(Yaml::Text(text)) => Some(text.as_str()),
                    _ => None,
                })
        }
        _ => None,
    }
}

fn all(value: &Yaml) -> &[Yaml] {
    match value {
        Yaml::List(list) => list,
        one => std::slice::from_ref(one),
    }
}

/// Takes the fields of an entry and of the volumes that contain it.
fn take(out: &mut NamedFields, fields: &[(String, Yaml)]) {
    let said = |name: &str| get(fields, name).and_then(text);
    let kind = said("type").unwrap_or_default().to_lowercase();
    let parents = parents(fields);
    out.kind = self::kind(&kind, parents.first().copied());
    if let Some(genre) = said("genre") {
        out.kind = out.kind.map(|kind| thesis(kind, genre));
        out.add(Field::Genre, genre);
    }
    for author in get(fields, "author").into_iter().flat_map(all) {
        person(author, |name| out.author(name));
    }
    if let Some(organization) = said("organization") {
        out.add(Field::Institution, organization);
    }
    for (name, field) in [
        ("title", Field::Title),
        ("chapter", Field::Chapter),
        ("note", Field::Note),
    ] {
        out.add(field, said(name).unwrap_or_default());
    }
    numbers(out, fields);
    for (at, parent) in parents.into_iter().enumerate() {
        let title = get(parent, "title").and_then(text).unwrap_or_default();
        match at {
            0 => {
                out.add(Field::Venue, title);
                if let Some(Yaml::Map(forms)) = get(parent, "title")
                    && let Some(Yaml::Text(short)) = get(forms, "short")
                {
                    out.add(Field::VenueShort, short);
                }
            }
            _ => out.add(Field::Series, title),
        }
        numbers(out, parent);
    }
}

/// Takes what an entry and its volume may both state. The entry is asked first.
fn numbers(out: &mut NamedFields, fields: &[(String, Yaml)]) {
    for (name, value) in fields {
        let field = match name.as_str() {
            "date" => Field::Date,
            "volume" => Field::Volume,
            "issue" => Field::Number,
            "edition" => Field::Edition,
            "page-range" => Field::Pages,
            "location" => Field::Address,
            "url" => Field::Url,
            "publisher" => {
                if let Yaml::Map(publisher) = value
                    && let Some(Yaml::Text(place)) = get(publisher, "location")
                {
                    out.add(Field::Address, place);
                }
                Field::Publisher
            }
            "editor" => {
                for editor in all(value) {
                    person(editor, |name| out.editor(name));
                }
                continue;
            }
            "serial-number" => {
                serial(out, value);
                continue;
            }
            _ => continue,
        };
        out.add(field, text(value).unwrap_or_default());
    }
}

fn serial(out: &mut NamedFields, value: &Yaml) {
    let Yaml::Map(numbers) = value else { return };
    for (name, number) in numbers {
        let field = match name.as_str() {
            "doi" => Field::Doi,
            "arxiv" => Field::Arxiv,
            "isbn" => Field::Isbn,
            "serial" => Field::Number,
            _ => continue,
        };
        out.add(field, text(number).unwrap_or_default());
    }
}

/// Gives the name of a person: `Last, First`, or a mapping of its parts. One without a comma is a group's or a
/// mononym in Hayagriva, and read as any name here.
fn person(value: &Yaml, mut give: impl FnMut(&str)) {
    match value {
        Yaml::Text(name) => give(name),
        Yaml::Map(parts) => {
            let part = |name: &str| match get(parts, name) {
                Some(Yaml::Text(text)) => text.trim(),
                _ => "",
            };
            let family = format!("{} {}", part("prefix"), part("name"));
            let rest = [part("suffix"), part("given-name")];
            let rest = rest.into_iter().filter(|part| !part.is_empty());
            let parts: Vec<&str> = [family.trim()].into_iter().chain(rest).collect();
            give(&parts.join(", "));
        }
        _ => {}
    }
}

/// Returns the chain of volumes that contain an entry, the nearest first. Of several in one place the first
/// counts.
fn parents(fields: &[(String, Yaml)]) -> Vec<&[(String, Yaml)]> {
    let mut out: Vec<&[(String, Yaml)]> = Vec::new();
    let mut inner = fields;
    while out.len() < MOST_PARENTS
        && let Some(Yaml::Map(parent)) = get(inner, "parent").and_then(|parent| all(parent).first())
    {
        out.push(parent);
        inner = parent;
    }
    out
}

/// Returns the kind of a type in a container of a type.
fn kind(name: &str, parent: Option<&[(String, Yaml)]>) -> Option<Kind> {
    let within = parent.and_then(|parent| get(parent, "type")).and_then(text);
    let within = within.unwrap_or_default().to_lowercase();
    Some(match (name, within.as_str()) {
        ("article" | "entry" | "original", "proceedings" | "conference") | ("conference", _) => {
            Kind::Conference
        }
        ("article" | "entry" | "original", "repository") => Kind::Preprint,
        ("article" | "newspaper", "blog" | "web") | ("web" | "blog" | "post" | "thread", _) => {
            Kind::Web
        }
        ("article" | "newspaper", _) => Kind::Journal,
        ("chapter" | "anthos" | "entry", _) => Kind::Chapter,
        ("book" | "anthology" | "reference", _) => Kind::Book,
        ("proceedings", _) => Kind::Proceedings,
        ("thesis", _) => Kind::PhdThesis,
        ("report", _) => Kind::Report,
        ("patent", _) => Kind::Patent,
        ("repository", _) => Kind::Software,
        ("misc" | "manuscript", _) => Kind::Other,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "# my works
sample2019looms:
    type: Article
    title: \"On Looms: A Study\"
    author: [\"Sample, Ada\", { name: Roe, given-name: Eve, prefix: van der }]
    date: 2019-04
    page-range: 12-19
    serial-number: { doi: 10.1145/1.2 }
    parent:
        type: Periodical
        title: { value: Cloth Review, short: CR }
        volume: 7
        issue: 2
        publisher: { name: Loom & Sons, location: Bern }
broken:
    type: Article
    title: \"Not closed
    author: Doe, Bob

mills:
  type: Article
  title: Mills
  author: Doe, Bob
  url: { value: https://arxiv.org/abs/2101.00001, date: 2021-01-01 }
  parent: { type: Proceedings, title: \"Proc. Mills\", editor: [\"Roe, Eve\"], parent: { type: Anthology, title: LNCS } }
nothing:
  type: Book
";

    #[test]
    fn entries_are_read_one_by_one() {
        assert!(is_hayagriva(LIST) && !is_hayagriva("title: x\ntype: y\n"));
        let list = read(LIST).unwrap();
        let [looms, mills] = list.entries.as_slice() else {
            panic!("{list:?}");
        };
        assert_eq!(looms.listing.title, "On Looms: A Study");
        assert_eq!(looms.listing.key.as_deref(), Some("sample2019looms"));
        let names: Vec<String> = looms
            .listing
            .imported
            .as_ref()
            .unwrap()
            .meta()
            .authors
            .iter()
            .map(|author| author.name.to_string())
            .collect();
        assert_eq!(names, ["Ada Sample", "Eve van der Roe"]);
        assert_eq!(
            (looms.listing.year, looms.listing.month),
            (Some(2019), Some(4))
        );
        assert_eq!((looms.at.first, looms.at.last), (2, 14));
        let told = looms.listing.imported.as_ref().unwrap().meta();
        assert_eq!(
            (told.kind, told.volume.as_deref()),
            (Kind::Journal, Some("7"))
        );
        assert_eq!(told.publisher.as_deref(), Some("Loom & Sons"));
        assert_eq!(told.address.as_deref(), Some("Bern"));
        assert_eq!(told.venue_short.as_deref(), Some("CR"));
        let told = mills.listing.imported.as_ref().unwrap().meta();
        assert_eq!(
            (told.kind, told.series.as_deref()),
            (Kind::Conference, Some("LNCS"))
        );
        assert_eq!((told.editors.len(), told.ids.arxiv.is_some()), (1, true));
        assert_eq!(list.left_out.len(), 1);
        assert_eq!(list.warnings.len(), 1);
        assert!(
            (15..=19).contains(&list.warnings[0].line),
            "{:?}",
            list.warnings
        );
    }

    #[test]
    fn deep_and_endless_values_are_refused() {
        for text in [
            format!("a:\n  type: Book\n  title: {}\n", "[".repeat(10_000)),
            format!("a: {}", "{a: ".repeat(10_000)),
            "a:\n  - *b\n  - &b c\n".to_owned(),
            "- a\n- b\n".to_owned(),
        ] {
            let list = read(&text).unwrap();
            assert!(list.entries.is_empty(), "{text:.40}");
            assert!(!list.warnings.is_empty(), "{text:.40}");
        }
    }
}
