//! As much of JSON Schema as the schemas of this package use; a keyword it does not know fails the
//! test, so that none is passed over in silence.

use std::{cell::RefCell, collections::BTreeMap};

use regex::Regex;
use serde_json::Value;

/// Keywords that say nothing about what is valid.
const REMARKS: [&str; 8] = [
    "$defs",
    "$id",
    "$schema",
    "definitions",
    "description",
    "examples",
    "format",
    "title",
];

/// The first fault found in `instance`, as a path and the keyword that is not met.
pub(crate) fn fault(schema: &Value, instance: &Value) -> Option<String> {
    check(schema, schema, instance, "")
}

fn check(root: &Value, schema: &Value, instance: &Value, path: &str) -> Option<String> {
    let keywords = schema.as_object().expect("a schema is an object");
    for (keyword, wanted) in keywords {
        let met = match keyword.as_str() {
            remark if REMARKS.contains(&remark) => true,
            "$ref" => {
                let pointer = wanted.as_str().unwrap().trim_start_matches('#');
                let target = root.pointer(pointer).unwrap();
                if let Some(fault) = check(root, target, instance, path) {
                    return Some(fault);
                }
                true
            }
            "type" => match wanted {
                Value::Array(types) => types.iter().any(|name| is_of_type(instance, name)),
                name => is_of_type(instance, name),
            },
            "const" => instance == wanted,
            "enum" => wanted.as_array().unwrap().contains(instance),
            "anyOf" => branches(root, wanted, instance, path) >= 1,
            "oneOf" => branches(root, wanted, instance, path) == 1,
            "pattern" => instance
                .as_str()
                .is_none_or(|text| matches(wanted.as_str().unwrap(), text)),
            "minLength" => instance.as_str().is_none_or(|text| {
                text.chars().count() >= usize::try_from(wanted.as_u64().unwrap()).unwrap()
            }),
            "minimum" => number(instance).is_none_or(|n| n >= number(wanted).unwrap()),
            "maximum" => number(instance).is_none_or(|n| n <= number(wanted).unwrap()),
            "exclusiveMinimum" => number(instance).is_none_or(|n| n > number(wanted).unwrap()),
            "minItems" => instance.as_array().is_none_or(|items| {
                items.len() >= usize::try_from(wanted.as_u64().unwrap()).unwrap()
            }),
            "maxItems" => instance.as_array().is_none_or(|items| {
                items.len() <= usize::try_from(wanted.as_u64().unwrap()).unwrap()
            }),
            "items" => {
                for (at, item) in instance.as_array().into_iter().flatten().enumerate() {
                    if let Some(fault) = check(root, wanted, item, &format!("{path}/{at}")) {
                        return Some(fault);
                    }
                }
                true
            }
            "required" => instance.as_object().is_none_or(|members| {
                let mut names = wanted.as_array().unwrap().iter();
                names.all(|name| members.contains_key(name.as_str().unwrap()))
            }),
            "properties" | "additionalProperties" => {
                for (name, member) in instance.as_object().into_iter().flatten() {
                    let known = &schema["properties"][name];
                    let wanted = match keyword.as_str() {
                        "properties" if known.is_null() => continue,
                        "properties" => known,
                        _ if !known.is_null() => continue,
                        _ if *wanted == Value::Bool(false) => {
                            return Some(format!("{path}/{name}: {keyword}"));
                        }
                        _ => wanted,
                    };
                    if let Some(fault) = check(root, wanted, member, &format!("{path}/{name}")) {
                        return Some(fault);
                    }
                }
                true
            }
            "propertyNames" => {
                for name in instance.as_object().into_iter().flatten().map(|m| m.0) {
                    let name = Value::from(name.as_str());
                    if let Some(fault) = check(root, wanted, &name, path) {
                        return Some(fault);
                    }
                }
                true
            }
            unknown => panic!("this test does not know the keyword `{unknown}`"),
        };
        if !met {
            return Some(format!("{path}: {keyword}"));
        }
    }
    None
}

fn branches(root: &Value, schemas: &Value, instance: &Value, path: &str) -> usize {
    let schemas = schemas.as_array().unwrap().iter();
    schemas
        .filter(|schema| check(root, schema, instance, path).is_none())
        .count()
}

fn is_of_type(instance: &Value, name: &Value) -> bool {
    match name.as_str().unwrap() {
        "null" => instance.is_null(),
        "boolean" => instance.is_boolean(),
        "number" => instance.is_number(),
        // 2023.0 is an integer to JSON Schema.
        "integer" => number(instance).is_some_and(|n| n.fract() == 0.0),
        "string" => instance.is_string(),
        "array" => instance.is_array(),
        "object" => instance.is_object(),
        unknown => panic!("this test does not know the type `{unknown}`"),
    }
}

/// Whether `text` has a part of that form. The patterns are long and few, so each is built once.
fn matches(pattern: &str, text: &str) -> bool {
    thread_local! {
        static BUILT: RefCell<BTreeMap<String, Regex>> = const { RefCell::new(BTreeMap::new()) };
    }
    BUILT.with_borrow_mut(|built| {
        built
            .entry(pattern.to_owned())
            .or_insert_with(|| Regex::new(pattern).unwrap())
            .is_match(text)
    })
}

fn number(value: &Value) -> Option<f64> {
    value.as_f64()
}
