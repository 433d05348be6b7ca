//! The metadata of an imported entry beyond the fields of a profile: volume, pages, publisher.

use serde_json::{Map, Value, json};

use super::{fields::ObjectFields, name_list::name_list, values};
use crate::model::{Field, Kind, Metadata, Pages, Title};

/// Converts the metadata to the value of `from.told`.
pub(super) fn to_json(extra: &Metadata) -> Value {
    let mut out = Map::new();
    out.insert("kind".to_owned(), json!(extra.kind));
    if !extra.title.is_empty() {
        out.insert("title".to_owned(), json!(extra.title));
    }
    if !extra.editors.is_empty() {
        let names = extra.editors.iter().map(|editor| editor.name.spelt());
        out.insert("editors".to_owned(), names.collect());
    }
    for field in Field::UNLISTED {
        if let Some(text) = extra.in_words(field) {
            out.insert(name(field).to_owned(), json!(text));
        }
    }
    Value::Object(out)
}

/// Reads `from.told`; `None` when it is absent. The title is present only if it has markup.
pub(super) fn read(fields: &mut ObjectFields<'_, '_, '_>) -> Option<Metadata> {
    let members = fields.object("told");
    if members.is_empty() {
        return None;
    }
    let mut from = ObjectFields::of(members, fields.problems());
    let kind = from.parsed("kind", values::kind).unwrap_or(Kind::Other);
    let title = from.take("title");
    let marked = title.and_then(|title| title.get::<Title>());
    if title.is_some() && marked.is_none() {
        from.wrong("title", "expected a title as `bibsync import` writes it");
    }
    let mut extra = Metadata::new(kind, marked.unwrap_or_default());
    for editor in from.list("editors", "a list of names") {
        let text = from.string("editors", editor, "a name such as \"Ada Example\"");
        let names = text.map(|text| name_list(&text).names).unwrap_or_default();
        extra.editors.extend(names.into_iter().map(Into::into));
    }
    for field in Field::UNLISTED {
        let text = from.text(name(field));
        match extra.text_mut(field) {
            Some(hole) => *hole = text,
            None => extra.pages = text.and_then(|pages| Pages::parse(&pages)),
        }
    }
    from.finish();
    Some(extra)
}

/// Returns the name of a field in a profile.
fn name(field: Field) -> &'static str {
    match field {
        Field::Genre => "type",
        field => field.as_str(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        model::{ImportedMetadata, PersonName, Run},
        profile,
    };

    #[test]
    fn written_fields_are_read_back() {
        let marked = [Run::Plain("On ".into()), Run::Math("n".into())];
        let mut extra = Metadata::new(Kind::Chapter, Title::from_runs(marked));
        extra.editors = vec![
            PersonName::parse("Cato, M. Porcius").into(),
            PersonName::parse("{Loom Society}").into(),
        ];
        extra.volume = Some("7".into());
        extra.pages = Pages::parse("12--19");
        extra.genre = Some("Research Note".into());
        extra.publisher = Some("Loom & Sons".into());
        let list =
            json!({"publications": [{"title": "On Looms", "from": {"told": to_json(&extra)}}]});
        let profile = profile::parse(&list.to_string(), "profile.json").unwrap();
        let read = profile.publications[0].imported.as_ref();
        assert_eq!(read, Some(&ImportedMetadata::Extra(Box::new(extra))));
    }
}
