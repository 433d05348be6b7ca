//! The section `sources` as written. Its settings are those that the sources describe.

use std::{collections::BTreeMap, fmt};

use serde::{
    Deserialize, Deserializer,
    de::{DeserializeSeed, MapAccess, SeqAccess, Visitor},
};
use serde_json::{Map, Value, json};
use toml::Spanned;

use crate::sources::{Catalog, Descriptor, Setting};

/// The section `sources`.
#[derive(Debug, Default)]
pub(super) struct RawSources {
    /// The sources to use, in order.
    pub(super) r#use: Option<Spanned<UsedSources>>,
    /// The settings of each source, by their names.
    pub(super) values: BTreeMap<&'static str, Scalar>,
}

/// The names of the sources to use, or one word that leaves them open.
#[derive(Debug)]
pub(super) struct UsedSources(pub(super) Vec<String>);

impl<'de> Deserialize<'de> for UsedSources {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(UsedSourcesVisitor)
    }
}

struct UsedSourcesVisitor;

impl<'de> Visitor<'de> for UsedSourcesVisitor {
    type Value = UsedSources;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"auto\" or a list")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<UsedSources, E> {
        Ok(UsedSources(vec![text.to_owned()]))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut names: A) -> Result<UsedSources, A::Error> {
        let mut out = Vec::new();
        while let Some(name) = names.next_element()? {
            out.push(name);
        }
        Ok(UsedSources(out))
    }
}

/// The value of a setting of a source.
pub(super) enum Scalar {
    Text(Spanned<String>),
    Number(Spanned<f64>),
    Integer(Spanned<i64>),
}

/// Without texts, which may be keys.
impl fmt::Debug for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(_) => f.write_str("Text"),
            Self::Number(number) => write!(f, "Number({})", number.as_ref()),
            Self::Integer(number) => write!(f, "Integer({})", number.as_ref()),
        }
    }
}

/// Returns the JSON Schema of the section.
pub(super) fn schema(catalog: Catalog) -> Value {
    let names: Vec<_> = catalog.iter().map(|source| source.name).collect();
    let mut properties = Map::new();
    let used = json!({
        "anyOf": [
            {"const": "auto", "description": "The usual sources, and others if a list is reason to."},
            {
                "description": "The sources, in order.",
                "items": {"description": "The name of a source.", "enum": names, "type": "string"},
                "minItems": 1,
                "type": "array",
            },
        ],
        "description": "The sources to use.",
    });
    properties.insert("use".to_owned(), used);
    for source in with_settings(catalog) {
        let settings = source.settings.iter();
        let settings = settings.map(|setting| (setting.key().to_owned(), of_setting(setting)));
        let schema = section(source.description, settings.collect());
        properties.insert(source.name.to_string(), schema);
    }
    section("The sources, and their rates.", properties)
}

fn section(description: &str, properties: Map<String, Value>) -> Value {
    let mut schema = json!({
        "additionalProperties": false,
        "description": description,
        "type": "object",
    });
    schema["properties"] = Value::Object(properties);
    schema
}

fn of_setting(setting: &Setting) -> Value {
    let mut schema = match setting {
        Setting::Address(_) => json!({"pattern": "^https?://", "type": "string"}),
        Setting::OptionalAddress(_) => json!({"pattern": "^(https?://.*)?$", "type": "string"}),
        Setting::Secret(_) => json!({"pattern": "^[!-~]*$", "type": "string"}),
        Setting::Interval(_) => json!({"minLength": 1, "type": "string"}),
        Setting::Rate(_) => json!({"exclusiveMinimum": 0, "format": "double", "type": "number"}),
        Setting::Count(_) => json!({"format": "uint32", "minimum": 1, "type": "integer"}),
    };
    schema["description"] = setting.description().into();
    schema
}

fn with_settings(catalog: Catalog) -> impl Iterator<Item = &'static Descriptor> {
    catalog.iter().filter(|source| !source.settings.is_empty())
}

/// Reads the section, with the sections of these sources.
pub(super) struct SourcesSeed(pub(super) Catalog);

impl<'de> DeserializeSeed<'de> for SourcesSeed {
    type Value = RawSources;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<RawSources, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for SourcesSeed {
    type Value = RawSources;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("struct Sources")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<RawSources, A::Error> {
        let sections: Vec<_> = with_settings(self.0).collect();
        let names = sections.iter().map(|source| source.name.as_str());
        let names: Vec<&str> = std::iter::once("use").chain(names).collect();
        let mut read = RawSources::default();
        while let Some(name) = map.next_key_seed(KnownField(&names))? {
            match sections.iter().find(|source| source.name.as_str() == name) {
                Some(source) => map.next_value_seed(SectionSeed {
                    source,
                    values: &mut read.values,
                })?,
                None => read.r#use = Some(map.next_value()?),
            }
        }
        Ok(read)
    }
}

/// Reads the section of a source.
struct SectionSeed<'a> {
    source: &'static Descriptor,
    values: &'a mut BTreeMap<&'static str, Scalar>,
}

impl<'de> DeserializeSeed<'de> for SectionSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for SectionSeed<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut name = self.source.name.to_string();
        if let Some(initial) = name.get_mut(..1) {
            initial.make_ascii_uppercase();
        }
        write!(f, "struct {name}")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let settings = self.source.settings;
        let keys: Vec<&str> = settings.iter().map(Setting::key).collect();
        while let Some(key) = map.next_key_seed(KnownField(&keys))? {
            let Some(setting) = settings.iter().find(|setting| setting.key() == key) else {
                continue;
            };
            let value = match setting {
                Setting::Address(_)
                | Setting::OptionalAddress(_)
                | Setting::Secret(_)
                | Setting::Interval(_) => Scalar::Text(map.next_value()?),
                Setting::Rate(_) => Scalar::Number(map.next_value()?),
                Setting::Count(_) => Scalar::Integer(map.next_value()?),
            };
            self.values.insert(setting.name(), value);
        }
        Ok(())
    }
}

/// Reads the name of a field that must be one of these.
#[derive(Clone, Copy)]
pub(super) struct KnownField<'a>(pub(super) &'a [&'a str]);

impl<'de, 'a> DeserializeSeed<'de> for KnownField<'a> {
    type Value = &'a str;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<&'a str, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl<'a> Visitor<'_> for KnownField<'a> {
    type Value = &'a str;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("field identifier")
    }

    fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<&'a str, E> {
        let known = self.0.iter().find(|known| **known == name);
        known.copied().ok_or_else(|| {
            let names: Vec<String> = self.0.iter().map(|name| format!("`{name}`")).collect();
            // The words of serde, which wants its names to be static.
            let expected = match &names[..] {
                [one] => one.clone(),
                [one, other] => format!("{one} or {other}"),
                _ => format!("one of {}", names.join(", ")),
            };
            E::custom(format!("unknown field `{name}`, expected {expected}"))
        })
    }
}
