//! What an entry said beyond the fields of a profile: volume, pages, publisher.

use serde_json::{Map, Value, json};

use super::{fields::Fields, people::people, values};
use crate::model::{Field, Kind, Metadata, Pages, Title};

/// The entry, without the fields that a profile has for itself, as `from.told` has it.
pub(super) fn to_json(told: &Metadata) -> Value {
    let mut out = Map::new();
    out.insert("kind".to_owned(), json!(told.kind));
    if !told.title.is_empty() {
        out.insert("title".to_owned(), json!(told.title));
    }
    if !told.editors.is_empty() {
        let names = told.editors.iter().map(|editor| editor.name.spelt());
        out.insert("editors".to_owned(), names.collect());
    }
    for field in Field::UNLISTED {
        if let Some(text) = told.in_words(field) {
            out.insert(name(field).to_owned(), json!(text));
        }
    }
    Value::Object(out)
}

/// Reads `from.told`; `None` when nothing was told. The title is there if it has markup.
pub(super) fn read(fields: &mut Fields<'_, '_, '_>) -> Option<Metadata> {
    let members = fields.object("told");
    if members.is_empty() {
        return None;
    }
    let mut from = Fields::of(members, fields.problems());
    let kind = from.parsed("kind", values::kind).unwrap_or(Kind::Other);
    let title = from.take("title");
    let marked = title.and_then(|title| title.get::<Title>());
    if title.is_some() && marked.is_none() {
        from.wrong("title", "expected a title as `bibsync import` writes it");
    }
    let mut told = Metadata::new(kind, marked.unwrap_or_default());
    for editor in from.list("editors", "a list of names") {
        let text = from.string("editors", editor, "a name such as \"Ada Example\"");
        let names = text.map(|text| people(&text).names).unwrap_or_default();
        told.editors.extend(names.into_iter().map(Into::into));
    }
    for field in Field::UNLISTED {
        let text = from.text(name(field));
        match told.text_mut(field) {
            Some(hole) => *hole = text,
            None => told.pages = text.and_then(|pages| Pages::parse(&pages)),
        }
    }
    from.finish();
    Some(told)
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
        model::{PersonName, Run, Told},
        profile,
    };

    #[test]
    fn what_is_written_is_read_again() {
        let marked = [Run::Plain("On ".into()), Run::Math("n".into())];
        let mut told = Metadata::new(Kind::Chapter, Title::from_runs(marked));
        told.editors = vec![
            PersonName::parse("Cato, M. Porcius").into(),
            PersonName::parse("{Loom Society}").into(),
        ];
        told.volume = Some("7".into());
        told.pages = Pages::parse("12--19");
        told.genre = Some("Research Note".into());
        told.publisher = Some("Loom & Sons".into());
        let list =
            json!({"publications": [{"title": "On Looms", "from": {"told": to_json(&told)}}]});
        let profile = profile::parse(&list.to_string(), "profile.json").unwrap();
        let read = profile.publications[0].told.as_ref();
        assert_eq!(read, Some(&Told::Beside(Box::new(told))));
    }
}
