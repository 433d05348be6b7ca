//! Deserializers for JSON with malformed values: a value of the wrong type counts as absent and does
//! not affect the others.

use std::collections::BTreeMap;

use serde::{Deserialize as _, Deserializer, de::DeserializeOwned};
use serde_json::Value;

/// Reads a value, or the default for the wrong type; use [`list`] for lists.
pub(crate) fn value<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: DeserializeOwned + Default,
    D: Deserializer<'de>,
{
    let value = Value::deserialize(deserializer)?;
    Ok(serde_json::from_value(value).unwrap_or_default())
}

/// Reads a text given as a string, a number or the first item of a list; `None` for anything else and
/// for blank text.
pub(crate) fn text<'de, D>(deserializer: D) -> Result<Option<String>, D::Error>
where
    D: Deserializer<'de>,
{
    let mut value = Value::deserialize(deserializer)?;
    if let Value::Array(list) = value {
        value = list.into_iter().next().unwrap_or_default();
    }
    Ok(match value {
        Value::String(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    })
}

/// Reads the items of the right type; none of what is not a list.
pub(crate) fn list<'de, T, D>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    T: DeserializeOwned,
    D: Deserializer<'de>,
{
    Ok(elements(Value::deserialize(deserializer)?))
}

/// Reads an object of lists, each as [`list`] does.
pub(crate) fn lists<'de, T, D>(deserializer: D) -> Result<BTreeMap<String, Vec<T>>, D::Error>
where
    T: DeserializeOwned,
    D: Deserializer<'de>,
{
    let Value::Object(lists) = Value::deserialize(deserializer)? else {
        return Ok(BTreeMap::new());
    };
    let read = lists.into_iter().map(|(name, list)| (name, elements(list)));
    Ok(read.collect())
}

fn elements<T: DeserializeOwned>(value: Value) -> Vec<T> {
    let Value::Array(elements) = value else {
        return Vec::new();
    };
    elements
        .into_iter()
        .filter_map(|element| serde_json::from_value(element).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn texts_are_read_in_several_forms() {
        for (given, want) in [
            (json!(" 7 "), Some("7")),
            (json!(7), Some("7")),
            (json!(["7", "8"]), Some("7")),
            (json!(" "), None),
            (json!([]), None),
            (json!({"a": 7}), None),
            (json!(null), None),
        ] {
            assert_eq!(text(&given).unwrap().as_deref(), want, "{given}");
        }
    }

    #[test]
    fn malformed_item_is_dropped_alone() {
        let numbers = |value: Value| list::<u8, _>(value).unwrap();
        assert_eq!(numbers(json!([1, null, "x", 2, {}])), [1, 2]);
        assert!(numbers(json!({"a": 1})).is_empty());
        assert!(numbers(json!(null)).is_empty());
        let by_name = lists::<u8, _>(json!({"a": [null, 1], "b": 2})).unwrap();
        assert_eq!((&by_name["a"][..], by_name["b"].len()), (&[1][..], 0));
        assert!(lists::<u8, _>(json!([1])).unwrap().is_empty());
    }
}
