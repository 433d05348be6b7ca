use std::{fmt, ops::Range};

use serde::{Deserialize, Deserializer, de};
use serde_json::value::RawValue;

/// A value in a JSON text with its position, parsed lazily.
///
/// `serde_json::Value` has no positions, and faults in a long list are of little use without them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node<'a> {
    text: &'a str,
    raw: &'a str,
}

/// A name and its value in an object.
#[derive(Debug)]
pub(super) struct Member<'a> {
    /// The name, without quotes.
    pub(super) name: String,
    /// The name as a value with a position.
    pub(super) label: Node<'a>,
    /// The value.
    pub(super) value: Node<'a>,
}

/// The pairs of an object in order, including those with the same name.
struct Pairs<'a>(Vec<(&'a RawValue, &'a RawValue)>);

impl<'a> Node<'a> {
    /// Parses `text` as one value, and checks its syntax from end to end.
    pub(super) fn whole(text: &'a str) -> Result<Self, serde_json::Error> {
        let raw: &RawValue = serde_json::from_str(text)?;
        Ok(Self {
            text,
            raw: raw.get(),
        })
    }

    /// Returns the line and column, in characters, from 1. Counts from the start of the text, so it is
    /// meant for faults only.
    pub(super) fn at(&self) -> (usize, usize) {
        let before = &self.text[..self.span().start];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        (
            before.matches('\n').count() + 1,
            before[line_start..].chars().count() + 1,
        )
    }

    /// Returns its bytes in the text.
    pub(super) fn span(&self) -> Range<usize> {
        let start = self.raw.as_ptr().addr() - self.text.as_ptr().addr();
        start..start + self.raw.len()
    }

    /// Returns the type of the value, for a message.
    pub(super) fn type_name(&self) -> &'static str {
        match self.raw.as_bytes().first() {
            Some(b'n') => "null",
            Some(b't' | b'f') => "true or false",
            Some(b'"') => "a string",
            Some(b'[') => "a list",
            Some(b'{') => "an object",
            _ => "a number",
        }
    }

    /// Returns whether it is `null`.
    pub(super) fn is_null(&self) -> bool {
        self.raw == "null"
    }

    /// Returns the value as a string, number or flag, if it is a `T`.
    pub(super) fn get<T: Deserialize<'a>>(&self) -> Option<T> {
        serde_json::from_str(self.raw).ok()
    }

    /// Returns the items, if it is a list.
    pub(super) fn list(&self) -> Option<Vec<Self>> {
        let items: Vec<&'a RawValue> = self.get()?;
        Some(items.into_iter().map(|raw| self.within(raw)).collect())
    }

    /// Returns the members, if it is an object.
    pub(super) fn object(&self) -> Option<Vec<Member<'a>>> {
        let pairs: Pairs<'a> = self.get()?;
        let member = |(name, value)| {
            let label = self.within(name);
            Some(Member {
                name: label.get()?,
                label,
                value: self.within(value),
            })
        };
        pairs.0.into_iter().map(member).collect()
    }

    /// Returns the first value with this name, if it is an object.
    pub(super) fn member(&self, name: &str) -> Option<Self> {
        let members = self.object()?;
        let found = members.into_iter().find(|member| member.name == name);
        found.map(|member| member.value)
    }

    fn within(&self, raw: &'a RawValue) -> Self {
        Self {
            text: self.text,
            raw: raw.get(),
        }
    }
}

impl<'de> Deserialize<'de> for Pairs<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> de::Visitor<'de> for Visitor {
            type Value = Pairs<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }
        deserializer.deserialize_map(Visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_positions() {
        let text = "\n {\"é\": 1,\n  \"list\": [true,\n   \"x\"], \"list\": null}";
        let root = Node::whole(text).unwrap();
        assert_eq!((root.at(), root.type_name()), ((2, 2), "an object"));
        let members = root.object().unwrap();
        let names: Vec<_> = members
            .iter()
            .map(|m| (m.name.as_str(), m.label.at()))
            .collect();
        assert_eq!(names, [("é", (2, 3)), ("list", (3, 3)), ("list", (4, 10))]);
        assert_eq!(members[0].value.get::<u8>(), Some(1));
        let items = members[1].value.list().unwrap();
        assert_eq!((items[1].at(), items[1].type_name()), ((4, 4), "a string"));
        assert!(members[2].value.is_null());
        assert!(Node::whole("{\"a\": [}").is_err());
    }
}
