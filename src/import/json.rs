//! Reads lists in JSON that other programs export: CSL-JSON and JSON Resume.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::{
    ImportWarning, ImportedList, LeftOut, LineRange, Reason,
    compose::Counter,
    from_metadata,
    own_notes::without_verdict,
    pinned_keys::{PinnedKeys, is_citable},
    refused::{MOST_ENTRIES, Refused},
};
use crate::formats::{csl, lenient};
use crate::model::{Listing, PersonName, SourceName};
use crate::text::{dates, markup};

/// The format of a JSON text, as far as its top-level fields show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum JsonFormat {
    /// CSL-JSON: a list of items, an object with `items`, or a single item.
    Csl,
    /// JSON Resume, by its `basics` or the field names of its publications.
    Resume,
    /// Anything else: a profile, or an unknown format.
    Other,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct JsonHead<'a> {
    #[serde(borrow)]
    basics: Option<&'a RawValue>,
    #[serde(borrow)]
    publications: Option<Vec<&'a RawValue>>,
    #[serde(borrow)]
    items: Option<Vec<&'a RawValue>>,
    #[serde(borrow)]
    title: Option<&'a RawValue>,
    #[serde(borrow, rename = "type")]
    class: Option<&'a RawValue>,
}

pub(super) fn detect(text: &str) -> JsonFormat {
    if serde_json::from_str::<Vec<&RawValue>>(text).is_ok() {
        return JsonFormat::Csl;
    }
    let Ok(head) = serde_json::from_str::<JsonHead<'_>>(text) else {
        return JsonFormat::Other;
    };
    if head.basics.is_some() || head.publications.is_some_and(|list| is_resume(&list)) {
        JsonFormat::Resume
    } else if head.items.is_some() || head.title.is_some() && head.class.is_some() {
        JsonFormat::Csl
    } else {
        JsonFormat::Other
    }
}

/// Whether the first publication has its title in `name`, as in JSON Resume.
fn is_resume(list: &[&RawValue]) -> bool {
    #[derive(Deserialize)]
    struct TitleFields {
        title: Option<serde_json::Value>,
        name: Option<serde_json::Value>,
    }
    list.first()
        .and_then(|first| serde_json::from_str::<TitleFields>(first.get()).ok())
        .is_some_and(|first| first.title.is_none() && first.name.is_some())
}

/// Reads CSL-JSON. An item's `id` becomes its key if it looks like a citation key, not like a URL
/// or a number.
pub(super) fn csl(text: &str) -> Result<ImportedList, Refused> {
    let items: Vec<&RawValue> = match serde_json::from_str::<Vec<&RawValue>>(text) {
        Ok(items) => items,
        Err(_) => match serde_json::from_str::<JsonHead<'_>>(text) {
            Ok(JsonHead {
                items: Some(items), ..
            }) => items,
            _ => serde_json::from_str::<&RawValue>(text)
                .into_iter()
                .collect(),
        },
    };
    bounded(&items)?;
    let mut import = ImportedList::default();
    let mut keys = PinnedKeys::default();
    let mut lines = Counter::of(text);
    for raw in items {
        let at = place(text, raw, &mut lines);
        let item: Option<csl::CslItem> = serde_json::from_str(raw.get()).ok();
        let record = item.and_then(|item| csl::record(&item, SourceName::LISTING));
        let listing = record.and_then(|record| from_metadata::listing(&record.meta));
        let Some(mut listing) = listing.map(without_verdict) else {
            import.left_out.push(left_out(at, raw));
            continue;
        };
        match keys.pin(&id(raw), at.first) {
            Ok(key) => listing.key = key,
            Err(message) => import.warnings.push(ImportWarning {
                line: at.first,
                column: 1,
                message,
            }),
        }
        import
            .entries
            .push(from_metadata::entry(listing, at.first, at.last));
    }
    Ok(import)
}

fn bounded(items: &[&RawValue]) -> Result<(), Refused> {
    if items.len() <= MOST_ENTRIES {
        return Ok(());
    }
    Err(Refused::TooMany {
        limit: MOST_ENTRIES,
        what: "entries",
    })
}

/// Returns the citation key in an item's `id` or `citation-key`.
fn id(raw: &RawValue) -> String {
    #[derive(Deserialize, Default)]
    #[serde(default)]
    struct ItemIds {
        #[serde(rename = "citation-key", deserialize_with = "lenient::text")]
        key: Option<String>,
        #[serde(deserialize_with = "lenient::text")]
        id: Option<String>,
    }
    let id: ItemIds = serde_json::from_str(raw.get()).unwrap_or_default();
    let made = id.id.filter(|id| is_citable(id));
    id.key.or(made).unwrap_or_default()
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Resume<'a> {
    #[serde(deserialize_with = "lenient::value")]
    basics: Basics,
    #[serde(borrow)]
    publications: Vec<&'a RawValue>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Basics {
    #[serde(deserialize_with = "lenient::text")]
    name: Option<String>,
}

/// A publication in JSON Resume (jsonresume.org/schema, version 1.0.0), which has its title in
/// `name` and has no authors.
#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase")]
struct Published {
    #[serde(deserialize_with = "lenient::text")]
    name: Option<String>,
    #[serde(deserialize_with = "lenient::text")]
    publisher: Option<String>,
    #[serde(deserialize_with = "lenient::text")]
    release_date: Option<String>,
    #[serde(deserialize_with = "lenient::text")]
    url: Option<String>,
}

/// Reads JSON Resume.
pub(super) fn resume(text: &str) -> Result<ImportedList, Refused> {
    let resume: Resume<'_> = serde_json::from_str(text).map_err(|_| Refused::BadResume)?;
    bounded(&resume.publications)?;
    let mut import = ImportedList::default();
    import.person.name = resume.basics.name.map(|name| PersonName::parse(&name));
    let mut lines = Counter::of(text);
    for raw in resume.publications {
        let at = place(text, raw, &mut lines);
        let published: Published = serde_json::from_str(raw.get()).unwrap_or_default();
        let title = published.name.map(|name| markup::plain(&name));
        let Some(title) = title.filter(|title| !title.is_empty()) else {
            import.left_out.push(left_out(at, raw));
            continue;
        };
        let date = published.release_date.and_then(|date| dates::date(&date));
        let listing = Listing {
            venue: published.publisher,
            year: date.map(|date| date.year),
            month: date.and_then(|date| date.month),
            url: published.url,
            ..Listing::titled(title)
        };
        import
            .entries
            .push(from_metadata::entry(listing, at.first, at.last));
    }
    Ok(import)
}

fn place(text: &str, raw: &RawValue, lines: &mut Counter<'_>) -> LineRange {
    let start = raw.get().as_ptr().addr() - text.as_ptr().addr();
    LineRange {
        first: lines.line(start),
        last: lines.line(start + raw.get().len()),
    }
}

fn left_out(at: LineRange, raw: &RawValue) -> LeftOut {
    let text = raw.get().split_whitespace().collect::<Vec<_>>().join(" ");
    LeftOut {
        at,
        text: text.chars().take(60).collect(),
        reason: Reason::NoTitle,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csl_items_become_listings() {
        let text = r#"[
 {"id": "sample2023looms", "type": "article-journal", "title": "On <i>Looms</i>",
  "author": [{"family": "Sample", "given": "Ada"}], "issued": {"date-parts": [[2023, 4]]},
  "container-title": "TOCS", "DOI": "10.1145/1.2"},
 {"id": "http://zotero.org/users/1/items/X", "type": "thesis", "title": "Mills"}, 7, {"title": ""}
]"#;
        assert_eq!(detect(text), JsonFormat::Csl);
        let import = csl(text).unwrap();
        assert_eq!(import.entries.len(), 2);
        let looms = &import.entries[0];
        assert_eq!(looms.listing.title, "On Looms");
        assert_eq!(looms.listing.key.as_deref(), Some("sample2023looms"));
        assert_eq!(
            (looms.listing.year, looms.listing.month),
            (Some(2023), Some(4))
        );
        assert_eq!((looms.at.first, looms.at.last), (2, 4));
        assert_eq!(import.entries[1].listing.key, None);
        assert_eq!(import.left_out.len(), 2);
        assert_eq!(
            csl(r#"{"items": [{"type": "book", "title": "A"}]}"#)
                .unwrap()
                .entries
                .len(),
            1
        );
        assert_eq!(
            csl(r#"{"type": "book", "title": "A"}"#)
                .unwrap()
                .entries
                .len(),
            1
        );
    }

    #[test]
    fn json_resume_becomes_a_list() {
        let text = r#"{"basics": {"name": "Ada Sample"}, "publications": [
            {"name": "On Looms", "publisher": "NSDI", "releaseDate": "2023-04-01", "url": "https://x.org"},
            {"publisher": "none"}]}"#;
        assert_eq!(detect(text), JsonFormat::Resume);
        let import = resume(text).unwrap();
        assert_eq!(import.person.name, Some(PersonName::parse("Ada Sample")));
        let looms = &import.entries[0].listing;
        assert_eq!((looms.title.as_str(), looms.year), ("On Looms", Some(2023)));
        assert_eq!(looms.venue.as_deref(), Some("NSDI"));
        assert_eq!(import.left_out.len(), 1);
        assert_eq!(
            resume(r#"{"basics": {}, "publications": 3}"#),
            Err(Refused::BadResume)
        );
        assert_eq!(
            detect(r#"{"publications": [{"title": "A"}]}"#),
            JsonFormat::Other
        );
        assert_eq!(detect("{"), JsonFormat::Other);
    }
}
