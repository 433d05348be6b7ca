use proptest::prelude::*;
use serde_json::{Map, json};

use super::*;

fn set(at: usize, field: &str, value: Value) -> Edit {
    Edit::Set {
        of: EditTarget::Publication(at),
        field: field.to_owned(),
        value,
    }
}

fn remove(at: usize, field: &str) -> Edit {
    Edit::Remove {
        of: EditTarget::Publication(at),
        field: field.to_owned(),
    }
}

fn titled(title: &str) -> Edit {
    Edit::Append {
        fields: vec![
            ("title".to_owned(), json!(title)),
            ("year".to_owned(), json!(2023)),
        ],
    }
}

#[test]
fn new_fields_take_the_layout_of_their_neighbours() {
    let text = "{\r\n\t\"publications\": [\r\n\t\t{ \"title\": \"A\",  \"year\" : 1999.0 },\r\n\t\t{\r\n\t\t\t\"title\": \"B\"\r\n\t\t}\r\n\t]\r\n}\r\n";
    let edits = [
        set(1, "doi", json!("10.1145/x")),
        set(0, "year", json!(2001)),
        set(0, "dblp", json!("conf/x/A")),
        titled("C"),
        Edit::Set {
            of: EditTarget::Profile,
            field: "name".into(),
            value: json!("Ada"),
        },
    ];
    assert_eq!(
        edit(text, &edits).unwrap(),
        "{\r\n\t\"name\": \"Ada\",\r\n\t\"publications\": [\r\n\t\t{ \"title\": \"A\",  \"year\" : 2001,  \"dblp\" : \"conf/x/A\" },\r\n\t\t{\r\n\t\t\t\"title\": \"B\",\r\n\t\t\t\"doi\": \"10.1145/x\"\r\n\t\t},\r\n\t\t{\r\n\t\t\t\"title\": \"C\",\r\n\t\t\t\"year\": 2023\r\n\t\t}\r\n\t]\r\n}\r\n"
    );
}

#[test]
fn unchanged_value_keeps_its_bytes() {
    let text = "\u{feff}\n{\"publications\":[{\"title\":\"\\u0041\",\"authors\":[ null ,\"B\"]}]}";
    let edits = [
        set(0, "title", json!("A")),
        set(0, "authors", json!([null, "B"])),
        remove(0, "doi"),
    ];
    assert_eq!(edit(text, &edits).unwrap(), text);
    let tight = edit(text, &[set(0, "not", json!(["a/b/c", {"x": 1}]))]).unwrap();
    assert!(
        tight.ends_with(",\"B\"],\"not\":[\"a/b/c\",{\"x\":1}]}]}"),
        "{tight}"
    );
}

#[test]
fn first_publication_is_inserted() {
    let lines = "{\n  \"name\": \"Ada\",\n  \"publications\": []\n}\n";
    assert_eq!(
        edit(lines, &[titled("A"), titled("B")]).unwrap(),
        "{\n  \"name\": \"Ada\",\n  \"publications\": [\n    {\n      \"title\": \"A\",\n      \"year\": 2023\n    },\n    {\n      \"title\": \"B\",\n      \"year\": 2023\n    }\n  ]\n}\n"
    );
    for (bare, want) in [
        (
            "{}",
            "{\"publications\": [{\"title\": \"A\", \"year\": 2023}]}",
        ),
        (
            "{\"name\":\"Ada\",\"publications\":null}",
            "{\"name\":\"Ada\",\"publications\":[{\"title\":\"A\",\"year\":2023}]}",
        ),
    ] {
        assert_eq!(edit(bare, &[titled("A")]).unwrap(), want);
    }
}

#[test]
fn impossible_edits_are_rejected() {
    for text in [
        "",
        "[]",
        "{\"publications\": {}}",
        "{\"publications\": [1]}",
    ] {
        let wrong = edit(text, &[set(0, "doi", json!("x"))]);
        assert!(matches!(wrong, Err(EditError::NotAProfile(_))), "{text}");
    }
    let text = "{\"publications\": [{\"title\": \"A\", \"doi\": \"x\", \"doi\": \"y\"}]}";
    assert_eq!(
        edit(text, &[remove(0, "doi")]),
        Err(EditError::DuplicateField {
            field: "doi".into()
        })
    );
    assert_eq!(
        edit(text, &[remove(1, "doi")]),
        Err(EditError::NoPublication {
            index: 1,
            listed: 1
        })
    );
}

/// Returns values that are hard to keep: escapes, JSON syntax in strings, surrogate pairs.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        "[a-z \"\\\\{}\\[\\],:\u{e9}\u{1f600}\n\t]{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::btree_map("[a-c]", inner, 0..3)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

fn object() -> impl Strategy<Value = Value> {
    prop::collection::btree_map("[a-f]", value(), 0..5)
        .prop_map(|map| Value::Object(map.into_iter().collect()))
}

/// Returns profiles in the layouts that programs and people use.
fn profile() -> impl Strategy<Value = (Value, String)> {
    let list = prop::collection::vec(object(), 0..4);
    let shape = (0..5_usize, any::<bool>(), any::<bool>());
    (list, object(), shape).prop_map(|(list, mut root, (layout, crlf, mark))| {
        if let Some(root) = root.as_object_mut() {
            root.insert("publications".into(), Value::from(list));
        }
        let mut text = match layout {
            0 => root.to_string(),
            1 => indented(&root, "  "),
            2 => indented(&root, "\t"),
            3 => loose(&root),
            _ => format!(" {} ", loose(&root).replace('@', "\n  ")),
        };
        text = text.replace('@', " ");
        if crlf {
            text = text.replace('\n', "\r\n");
        }
        if mark {
            text.insert(0, '\u{feff}');
        }
        (root, text)
    })
}

fn indented(value: &Value, unit: &str) -> String {
    let mut out = Vec::new();
    let layout = serde_json::ser::PrettyFormatter::with_indent(unit.as_bytes());
    let mut writer = serde_json::Serializer::with_formatter(&mut out, layout);
    serde::Serialize::serialize(value, &mut writer).unwrap();
    String::from_utf8(out).unwrap()
}

/// Formats JSON with blanks wherever they are allowed; the caller replaces `@` by a blank.
fn loose(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            let items: Vec<_> = items.iter().map(loose).collect();
            format!("[@{} ]", items.join(" ,@"))
        }
        Value::Object(members) => {
            let members: Vec<_> = members
                .iter()
                .map(|(name, value)| format!("\"{name}\" :@{}", loose(value)))
                .collect();
            format!("{{ {}@}}", members.join(" , "))
        }
        other => other.to_string(),
    }
}

fn read(text: &str) -> Value {
    serde_json::from_str(text.trim_start_matches('\u{feff}')).unwrap()
}

/// Returns the object of a profile that an edit refers to.
fn owned(root: &mut Value, of: EditTarget) -> Option<&mut Map<String, Value>> {
    match of {
        EditTarget::Profile => root.as_object_mut(),
        EditTarget::Publication(at) => root["publications"].get_mut(at)?.as_object_mut(),
    }
}

fn owner(at: Option<usize>) -> EditTarget {
    at.map_or(EditTarget::Profile, EditTarget::Publication)
}

proptest! {
    #[test]
    fn edited_text_has_the_requested_values(
        (mut root, text) in profile(),
        asked in prop::collection::vec(
            (prop::option::of(0..4_usize), "[a-h]", prop::option::of(value())), 0..5),
        more in prop::option::of(object()),
    ) {
        let mut edits = Vec::new();
        for (at, field, value) in asked {
            let of = owner(at);
            let Some(members) = owned(&mut root, of) else { continue };
            if let Some(value) = value {
                members.insert(field.clone(), value.clone());
                edits.push(Edit::Set { of, field, value });
            } else {
                members.remove(&field);
                edits.push(Edit::Remove { of, field });
            }
        }
        if let Some(Value::Object(fields)) = more {
            root["publications"].as_array_mut().unwrap().push(Value::Object(fields.clone()));
            edits.push(Edit::Append { fields: fields.into_iter().collect() });
        }
        let edited = edit(&text, &edits).unwrap();
        prop_assert_eq!(read(&edited), root, "{:?} of {}", edits, text);
        prop_assert_eq!(edited.starts_with('\u{feff}'), text.starts_with('\u{feff}'));
        prop_assert_eq!(edit(&edited, &[]).unwrap(), edited);
    }

    #[test]
    fn reverted_edit_restores_the_bytes(
        (mut root, text) in profile(),
        at in prop::option::of(0..4_usize),
        field in "[a-h]",
        value in value(),
    ) {
        let of = owner(at);
        let Some(members) = owned(&mut root, of) else { return Ok(()) };
        let set = |value: Value| Edit::Set { of, field: field.clone(), value };
        let (there, back) = match members.get(&field) {
            Some(old) => {
                // The old value may have a layout that no new value would have.
                let canonical = edit(&edit(&text, &[set(value.clone())]).unwrap(), &[set(old.clone())]);
                (canonical.unwrap(), set(old.clone()))
            }
            None => (text.clone(), Edit::Remove { of, field: field.clone() }),
        };
        let edited = edit(&there, &[set(value)]).unwrap();
        prop_assert_eq!(edit(&edited, &[back]).unwrap(), there);
    }
}
