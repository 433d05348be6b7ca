//! Writes Hayagriva's YAML, the bibliography format of Typst (typst/hayagriva, docs/file-format.md
//! of 0.10).

use std::fmt::Write as _;

use serde_json::{Map, Value};

use super::RenderOptions;
use super::cited::{Cited, by_key, plain};
use crate::model::{Kind, PersonName, Run, Title, Work};
use crate::text::casing::{CasingScope, Lexicon, TitlePiece, protect};

/// Writes the works as a mapping, sorted by key.
pub(super) fn write(works: &[&Work], options: &RenderOptions) -> String {
    let lexicon = options
        .words
        .taught_by(works.iter().map(|work| &work.meta.title));
    let mut out = String::new();
    for cited in by_key(works, options) {
        _ = writeln!(out, "{}:", scalar(cited.key));
        lines(&mut out, &entry(&cited, &lexicon), 1);
    }
    out
}

/// Writes a mapping in block form, indented by two spaces a level, with lists on one line. Text is
/// quoted as in JSON, which is valid YAML.
fn lines(out: &mut String, fields: &YamlMapping, depth: usize) {
    for (name, node) in &fields.0 {
        out.push_str(&"  ".repeat(depth));
        match node {
            YamlNode::Map(inner) => {
                _ = writeln!(out, "{name}:");
                lines(out, inner, depth + 1);
            }
            YamlNode::Flat(value) => _ = writeln!(out, "{name}: {value}"),
        }
    }
}

fn scalar(text: &str) -> String {
    Value::from(text).to_string()
}

/// An ordered mapping without empty values.
#[derive(Default)]
struct YamlMapping(Vec<(&'static str, YamlNode)>);

enum YamlNode {
    /// A text or a list, on one line.
    Flat(Value),
    Map(YamlMapping),
}

impl YamlMapping {
    fn put(&mut self, name: &'static str, value: impl Into<Value>) {
        let value = value.into();
        let empty = match &value {
            Value::String(text) => text.is_empty(),
            Value::Array(list) => list.is_empty(),
            _ => value.is_null(),
        };
        if !empty {
            self.0.push((name, YamlNode::Flat(value)));
        }
    }

    fn put_map(&mut self, name: &'static str, fields: Self) {
        if !fields.0.is_empty() {
            self.0.push((name, YamlNode::Map(fields)));
        }
    }
}

fn entry(cited: &Cited<'_>, words: &Lexicon) -> YamlMapping {
    let (kind, parent) = kinds(cited.kind);
    let mut entry = YamlMapping::default();
    entry.put("type", kind);
    entry.put("title", title(&cited.title, CasingScope::Title, words));
    let mut authors: Vec<Value> = cited.authors.iter().map(person).collect();
    if cited.others && !authors.is_empty() {
        authors.push("others".into());
    }
    entry.put("author", authors);
    entry.put("date", cited.date.map(|date| date.to_string()));
    entry.put("genre", text(genre(cited)));
    if matches!(
        cited.kind,
        Kind::PhdThesis | Kind::MastersThesis | Kind::Report
    ) {
        entry.put("organization", text(&cited.institution));
    }
    if cited.venue.is_empty() {
        add_publication(&mut entry, cited);
    } else {
        let mut volume = YamlMapping::default();
        volume.put("type", parent);
        volume.put("title", text(&cited.venue));
        add_publication(&mut volume, cited);
        let mut series = YamlMapping::default();
        if !cited.series.is_empty() {
            series.put("type", "anthology");
            series.put("title", text(&cited.series));
        }
        volume.put_map("parent", series);
        entry.put_map("parent", volume);
    }
    entry.put("chapter", text(&cited.chapter));
    entry.put("page-range", cited.page_list());
    let mut serial = YamlMapping::default();
    serial.put("doi", cited.ids.doi.as_ref().map(ToString::to_string));
    serial.put("arxiv", cited.ids.arxiv.as_ref().map(ToString::to_string));
    serial.put("pmid", cited.ids.pmid.as_ref().map(ToString::to_string));
    serial.put("isbn", cited.isbn.as_ref().map(ToString::to_string));
    entry.put_map("serial-number", serial);
    entry.put("url", cited.link().filter(|_| cited.ids.doi.is_none()));
    entry.put("note", text(&cited.note));
    entry
}

/// Adds the fields of the volume that contains a work, or of the work if no volume does.
fn add_publication(fields: &mut YamlMapping, cited: &Cited<'_>) {
    let editors: Vec<Value> = cited.editors.iter().map(person).collect();
    fields.put("editor", editors);
    fields.put("volume", cited.volume.as_str());
    fields.put("issue", cited.number.as_str());
    fields.put("edition", text(&cited.edition));
    let mut publisher = YamlMapping::default();
    publisher.put("name", text(&cited.publisher));
    publisher.put("location", text(&cited.address));
    fields.put_map("publisher", publisher);
}

/// Returns the types of a work and of its container.
fn kinds(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::Conference => ("article", "proceedings"),
        Kind::Journal => ("article", "periodical"),
        Kind::Preprint => ("article", "repository"),
        Kind::Book => ("book", "anthology"),
        Kind::Chapter => ("chapter", "anthology"),
        Kind::Proceedings => ("proceedings", "anthology"),
        Kind::PhdThesis | Kind::MastersThesis => ("thesis", "anthology"),
        Kind::Report => ("report", "periodical"),
        Kind::Patent => ("patent", "periodical"),
        Kind::Dataset | Kind::Software => ("repository", "repository"),
        Kind::Web => ("web", "web"),
        Kind::Other => ("misc", "periodical"),
    }
}

fn genre<'a>(cited: &'a Cited<'_>) -> &'a str {
    match cited.kind {
        _ if !cited.genre.is_empty() => &cited.genre,
        Kind::PhdThesis => "Doctoral dissertation",
        Kind::MastersThesis => "Master’s thesis",
        Kind::Preprint => "Preprint",
        _ => "",
    }
}

/// Returns a name as a string, or in parts if a string would be split incorrectly.
fn person(name: &PersonName) -> Value {
    let commas = [&name.given, &name.family, &name.suffix]
        .iter()
        .any(|part| part.contains(','));
    let simple = name.particle.is_empty() && name.suffix.is_empty() && !commas;
    if simple {
        return name.sorting_form().into();
    }
    let mut parts = Map::new();
    for (part, text) in [
        ("name", &name.family),
        ("given-name", &name.given),
        ("prefix", &name.particle),
        ("suffix", &name.suffix),
    ] {
        if !text.is_empty() {
            parts.insert(part.to_owned(), text.as_str().into());
        }
    }
    parts.into()
}

/// Returns a title with protected capitals in braces.
fn title(title: &Title, scope: CasingScope, words: &Lexicon) -> String {
    protect(title, scope, words)
        .iter()
        .map(|piece| match piece {
            TitlePiece::Open(open) => text(open),
            TitlePiece::Guarded(guarded) => format!("{{{}}}", text(guarded)),
            TitlePiece::Marked(run @ Run::Math(_)) => format!("{{{}}}", text(&plain(run))),
            TitlePiece::Marked(run) => text(&plain(run)),
        })
        .collect()
}

/// Escapes characters that have a meaning in Hayagriva.
fn text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '{' | '}' | '$') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::samples;

    #[test]
    fn output_is_read_back_by_hayagriva() {
        let works = [
            samples::work("b:2023/x"),
            samples::article("a"),
            samples::preprint("c"),
        ];
        let text = write(&works.iter().collect::<Vec<_>>(), &RenderOptions::default());
        let library = hayagriva::io::from_yaml_str(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(library.len(), 3);
        let paper = library.get("b:2023/x").unwrap();
        let title = "Electrode: Accelerating Distributed Protocols with eBPF";
        assert_eq!(paper.title().unwrap().value.to_string(), title);
        assert_eq!(
            paper.authors().unwrap()[1].prefix.as_deref(),
            Some("van der")
        );
        assert_eq!(paper.date().unwrap().month, Some(3), "months count from 0");
        assert_eq!(paper.doi(), Some("10.1000/x_y"));
        assert_eq!(paper.page_range().unwrap().to_string(), "1391-1407");
        let venue = paper.parents()[0].title().unwrap().value.to_string();
        assert_eq!(
            venue,
            "20th USENIX Symposium on Networked Systems (NSDI 23)"
        );
        let article = library.get("a").unwrap();
        assert_eq!(
            article.title().unwrap().value.to_string(),
            "R&D of <b>: Coli in CO2 * [x](y) at O(n^2) for “$5” {set}"
        );
        let authors = article.authors().unwrap();
        assert_eq!(authors[0].suffix.as_deref(), Some("Jr."));
        assert_eq!(authors[1].name, "Barnes, Noble & Co.");
        assert_eq!(library.get("c").unwrap().arxiv(), Some("2001.00001"));
    }
}
