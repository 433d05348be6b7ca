//! Writes CSL-JSON, the input of citation processors (citation-style-language/schema, csl-data.json
//! of version 1.0.2).

use serde_json::{Map, Value, json};

use super::RenderOptions;
use super::cited::{Cited, by_key, plain};
use crate::model::{Kind, PersonName, Run, Title, Work};

/// Writes the works as an array of items, sorted by key.
pub(super) fn write(works: &[&Work], options: &RenderOptions) -> String {
    let items: Vec<Value> = by_key(works, options).iter().map(item).collect();
    format!("{:#}\n", Value::Array(items))
}

fn item(cited: &Cited<'_>) -> Value {
    let mut item = Map::new();
    let mut put = |name: &str, value: Value| {
        let empty = match &value {
            Value::String(text) => text.is_empty(),
            Value::Array(list) => list.is_empty(),
            Value::Null => true,
            _ => false,
        };
        if !empty {
            item.insert(name.to_owned(), value);
        }
    };
    put("id", cited.key.into());
    put("citation-key", cited.key.into());
    put("type", kind(cited.kind).into());
    put("genre", genre(cited).into());
    put("title", marked(&cited.title).into());
    let mut authors: Vec<Value> = cited.authors.iter().map(name).collect();
    if cited.others && !authors.is_empty() {
        authors.push(json!({"literal": "others"}));
    }
    put("author", authors.into());
    put(
        "editor",
        cited.editors.iter().map(name).collect::<Vec<_>>().into(),
    );
    put("container-title", cited.venue.as_str().into());
    put("container-title-short", short(cited).into());
    put("collection-title", cited.series.as_str().into());
    put("volume", cited.volume.as_str().into());
    let number = cited.number.as_str();
    match (cited.kind, &cited.ids.arxiv) {
        (Kind::Preprint, Some(id)) => {
            put("number", format!("arXiv:{id}").into());
            put("publisher", "arXiv".into());
        }
        (Kind::Report | Kind::Patent, _) => put("number", number.into()),
        _ => put("issue", number.into()),
    }
    // The preprint of a published work, where processors print it and Zotero keeps it.
    if let Some(id) = cited
        .ids
        .arxiv
        .as_ref()
        .filter(|_| cited.kind != Kind::Preprint)
    {
        put("archive", "arXiv".into());
        put("archive_location", id.to_string().into());
    }
    put("page", cited.page_list().into());
    put("chapter-number", cited.chapter.as_str().into());
    put("edition", cited.edition.as_str().into());
    match cited.kind {
        Kind::PhdThesis | Kind::MastersThesis | Kind::Report => {
            put("publisher", cited.organisation().into());
        }
        _ => put("publisher", cited.publisher.as_str().into()),
    }
    put("publisher-place", cited.address.as_str().into());
    if let Some(date) = cited.date {
        let parts: Vec<i32> = [
            Some(date.year),
            date.month.map(i32::from),
            date.day.map(i32::from),
        ]
        .into_iter()
        .flatten()
        .collect();
        put("issued", json!({"date-parts": [parts]}));
    }
    put(
        "DOI",
        cited.ids.doi.as_ref().map(ToString::to_string).into(),
    );
    put(
        "PMID",
        cited.ids.pmid.as_ref().map(ToString::to_string).into(),
    );
    put("ISBN", cited.isbn.as_ref().map(ToString::to_string).into());
    let address = cited.ids.url.clone();
    let address = address.or_else(|| cited.link().filter(|_| cited.ids.doi.is_none()));
    put("URL", address.into());
    put("note", cited.note.as_str().into());
    Value::Object(item)
}

/// Returns the venue's short name, unless it is the only name.
fn short<'a>(cited: &'a Cited<'_>) -> &'a str {
    if cited.venue_short == cited.venue {
        ""
    } else {
        &cited.venue_short
    }
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Conference => "paper-conference",
        Kind::Journal => "article-journal",
        Kind::Preprint => "article",
        Kind::Book | Kind::Proceedings => "book",
        Kind::Chapter => "chapter",
        Kind::PhdThesis | Kind::MastersThesis => "thesis",
        Kind::Report => "report",
        Kind::Patent => "patent",
        Kind::Dataset => "dataset",
        Kind::Software => "software",
        Kind::Web => "webpage",
        Kind::Other => "document",
    }
}

fn genre<'a>(cited: &'a Cited<'_>) -> &'a str {
    match cited.kind {
        _ if !cited.genre.is_empty() => &cited.genre,
        Kind::PhdThesis => "PhD thesis",
        Kind::MastersThesis => "Master’s thesis",
        Kind::Preprint => "preprint",
        _ => "",
    }
}

fn name(name: &PersonName) -> Value {
    if name.organisation || name.given.is_empty() && name.particle.is_empty() {
        return json!({"literal": name.to_string()});
    }
    let mut parts = Map::new();
    for (part, text) in [
        ("family", &name.family),
        ("given", &name.given),
        ("non-dropping-particle", &name.particle),
        ("suffix", &name.suffix),
    ] {
        if !text.is_empty() {
            parts.insert(part.to_owned(), text.as_str().into());
        }
    }
    Value::Object(parts)
}

/// Returns a title with the few tags that CSL processors support.
fn marked(title: &Title) -> String {
    title
        .runs()
        .iter()
        .map(|run| {
            let text = plain(run);
            match run {
                Run::Emph(_) => format!("<i>{}</i>", literal(&text)),
                Run::Sub(_) => format!("<sub>{}</sub>", literal(&text)),
                Run::Sup(_) => format!("<sup>{}</sup>", literal(&text)),
                _ => literal(&text),
            }
        })
        .collect()
}

/// Replaces a character that could begin a tag by a similar one, because CSL has no escape.
fn literal(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let opens = chars
            .peek()
            .is_some_and(|next| next.is_ascii_alphabetic() || *next == '/');
        out.push(if c == '<' && opens { '‹' } else { c });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::samples;

    #[test]
    fn items_have_the_fields_of_the_schema() {
        let works = [
            samples::work("b"),
            samples::article("a"),
            samples::preprint("c"),
        ];
        let text = write(&works.iter().collect::<Vec<_>>(), &RenderOptions::default());
        let items: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(items[1]["issued"], json!({"date-parts": [[2023, 4]]}));
        assert_eq!(
            items[1]["author"][1],
            json!({"family": "Muñoz", "given": "José", "non-dropping-particle": "van der"})
        );
        assert_eq!(items[1]["page"], "1391-1407");
        assert_eq!(
            items[0]["title"],
            "R&D of ‹b>: <i>Coli</i> in CO<sub>2</sub> * [x](y) at O(n^2) for “$5” {set}"
        );
        assert_eq!(
            items[0]["author"][1],
            json!({"literal": "Barnes, Noble & Co."})
        );
        assert_eq!(items[0]["author"][2], json!({"literal": "others"}));
        assert_eq!(items[2]["number"], "arXiv:2001.00001");
        assert_eq!(items[2]["URL"], "https://arxiv.org/abs/2001.00001");
        assert_eq!(items[2].get("issued"), None);
    }

    #[test]
    fn published_work_keeps_its_preprint() {
        let mut work = samples::article("a");
        work.meta.ids.arxiv = crate::model::ArxivId::parse("2001.00001").ok();
        let items: Value =
            serde_json::from_str(&write(&[&work], &RenderOptions::default())).unwrap();
        assert_eq!(items[0]["archive"], "arXiv");
        assert_eq!(items[0]["archive_location"], "2001.00001");
        assert_eq!(items[0].get("number"), None);
    }
}
