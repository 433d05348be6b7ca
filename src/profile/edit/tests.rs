use proptest::prelude::*;
use serde_json::{Map, json};

use super::*;

fn set(at: usize, field: &str, value: Value) -> Edit {
    Edit::Set {
        of: Owner::Publication(at),
        field: field.to_owned(),
        value,
    }
}

fn remove(at: usize, field: &str) -> Edit {
    Edit::Remove {
        of: Owner::Publication(at),
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
fn the_layout_of_the_neighbours_is_taken() {
    let text = "{\r\n\t\"publications\": [\r\n\t\t{ \"title\": \"A\",  \"year\" : 1999.0 },\r\n\t\t{\r\n\t\t\t\"title\": \"B\"\r\n\t\t}\r\n\t]\r\n}\r\n";
    let edits = [
        set(1, "doi", json!("10.1145/x")),
        set(0, "year", json!(2001)),
        set(0, "dblp", json!("conf/x/A")),
        titled("C"),
        Edit::Set {
            of: Owner::Profile,
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
fn a_value_that_is_the_same_keeps_its_bytes() {
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
fn a_first_publication_finds_its_place() {
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
fn what_can_not_be_meant_is_refused() {
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
        Err(EditError::Twice {
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

/// A value with what is hard to keep: escapes, signs of JSON, letters of two code units.
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

/// A profile in one of the layouts that programs and people give it.
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

/// JSON with blanks wherever they may stand; `@` is a blank of the caller's choice.
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

/// The object that an owner is in a profile.
fn owned(root: &mut Value, of: Owner) -> Option<&mut Map<String, Value>> {
    match of {
        Owner::Profile => root.as_object_mut(),
        Owner::Publication(at) => root["publications"].get_mut(at)?.as_object_mut(),
    }
}

fn owner(at: Option<usize>) -> Owner {
    at.map_or(Owner::Profile, Owner::Publication)
}

proptest! {
    #[test]
    fn the_edited_text_means_what_was_asked(
        (mut root, text) in profile(),
        asked in prop::collection::vec(
            (prop::option::of(0..4_usize), "[a-h]", prop::option::of(value())), 0..5),
        more in prop::option::of(object()),
    ) {
        let mut edits = Vec::new();
        for (at, field, value) in asked {
            let of = owner(at);
            let Some(members) = owned(&mut root, of) else { continue };
            match value {
                Some(value) => {
                    members.insert(field.clone(), value.clone());
                    edits.push(Edit::Set { of, field, value });
                }
                None => {
                    members.remove(&field);
                    edits.push(Edit::Remove { of, field });
                }
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
    fn an_edit_taken_back_leaves_the_bytes(
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
                // The old value may be laid out as no new one would be.
                let canonical = edit(&edit(&text, &[set(value.clone())]).unwrap(), &[set(old.clone())]);
                (canonical.unwrap(), set(old.clone()))
            }
            None => (text.clone(), Edit::Remove { of, field: field.clone() }),
        };
        let edited = edit(&there, &[set(value)]).unwrap();
        prop_assert_eq!(edit(&edited, &[back]).unwrap(), there);
    }
}
