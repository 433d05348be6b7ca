//! The format of `profile.json` as a JSON Schema. The types here are the fields as written; their
//! meaning is that of [`crate::model::Listing`].

use std::collections::BTreeMap;

use schemars::{
    JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings, json_schema,
    transform::RecursiveTransform,
};

use super::values::KEY_MARKS;
use crate::model::Kind;
use crate::text::dates::MONTHS;

/// Returns the JSON Schema (draft 2020-12) of `profile.json`.
///
/// It accepts what [`super::parse`] accepts, and also what a schema can't exclude: wrong check digits,
/// unbalanced braces, `et al.` before the end, repeated fields and repeated keys.
#[must_use]
pub fn schema() -> serde_json::Value {
    SchemaSettings::draft2020_12()
        .with_transform(RecursiveTransform(without_null_default))
        .into_generator()
        .into_root_schema_for::<Profile>()
        .to_value()
}

/// A person's list of publications for bibsync. Fields that are null or blank count as absent.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, title = "bibsync profile")]
#[expect(dead_code, reason = "read for its schema alone")]
struct Profile {
    /// The address or path of this schema, for editors.
    #[schemars(rename = "$schema")]
    schema: Option<String>,
    /// The name the person goes by, `First Last` or `Last, First`.
    name: Option<String>,
    /// Other spellings of the name.
    aliases: Option<Vec<String>>,
    /// Identifiers of the person.
    ids: Option<PersonIds>,
    /// The publications, in the order of the person's own list.
    publications: Option<Vec<Publication>>,
}

/// Identifiers of a person.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, inline)]
#[expect(dead_code, reason = "read for its schema alone")]
struct PersonIds {
    /// The person's page in DBLP: `95/7448-1`.
    #[schemars(schema_with = "dblp_pid", default)]
    dblp: Option<String>,
    /// The ORCID iD: `0000-0002-1825-0097`.
    #[schemars(schema_with = "orcid", default)]
    orcid: Option<String>,
    /// The author's page in OpenAlex: `A5023888391`.
    #[schemars(schema_with = "openalex", default)]
    openalex: Option<String>,
}

/// One publication, as the person lists it. Only the title is needed.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "read for its schema alone")]
struct Publication {
    /// The title as listed.
    #[schemars(regex(pattern = r"\S"))]
    title: String,
    /// The authors in order, `First Last` or `Last, First`; null is the person, and a last
    /// `et al.` or `others` means that more follow.
    #[schemars(schema_with = "authors", default)]
    authors: Option<Vec<Option<String>>>,
    /// Whether `authors` names all of them; true by default.
    authors_complete: Option<bool>,
    /// Where it appeared, as listed: `NSDI '23`.
    venue: Option<String>,
    /// The year, 1000 to 2999.
    #[schemars(schema_with = "year", default)]
    year: Option<i32>,
    /// The month, 1 to 12, or its English name.
    #[schemars(schema_with = "month", default)]
    month: Option<u8>,
    /// The kind of publication.
    #[schemars(schema_with = "kind", default)]
    kind: Option<Kind>,
    /// Its state of publication as listed: `in submission`, `under review`, `to appear`.
    status: Option<String>,
    /// Its DOI, which identifies the work.
    #[schemars(schema_with = "doi", default)]
    doi: Option<String>,
    /// Its arXiv id, which identifies the work.
    #[schemars(schema_with = "arxiv", default)]
    arxiv: Option<String>,
    /// Its key in DBLP, which identifies the work: `conf/nsdi/ZhouWDY23`.
    #[schemars(schema_with = "dblp_key", default)]
    dblp: Option<String>,
    /// Its PubMed identifier, which identifies the work: `31452104`.
    #[schemars(schema_with = "pmid", default)]
    pmid: Option<String>,
    /// Its ISBN, of ten or thirteen digits.
    #[schemars(schema_with = "isbn", default)]
    isbn: Option<String>,
    /// A URL where it can be read.
    url: Option<String>,
    /// The citation key it must have.
    #[schemars(schema_with = "key", default)]
    key: Option<String>,
    /// A note to be printed.
    note: Option<String>,
    /// False: do not look it up, and export it as listed. True: the pinned identifiers are right, although
    /// their record has another title.
    #[schemars(rename = "match")]
    lookup: Option<bool>,
    /// False: leave it out of the bibliography.
    export: Option<bool>,
    /// DOIs, arXiv ids, DBLP keys and PMIDs of works that it is not, however similar. `review` writes
    /// them.
    #[schemars(schema_with = "not", default)]
    not: Option<Vec<String>>,
    /// BibTeX fields, written verbatim, that override the found ones.
    #[schemars(schema_with = "fields", default)]
    fields: Option<BTreeMap<String, String>>,
    /// Where `bibsync import` read it; no match depends on it.
    #[schemars(schema_with = "from", default)]
    from: Option<String>,
}

/// Removes `"default": null`, which means the same as an absent field.
fn without_null_default(schema: &mut Schema) {
    if schema
        .get("default")
        .is_some_and(serde_json::Value::is_null)
    {
        schema.remove("default");
    }
}

/// Returns the schema of a string that is blank or matches `form`, or null.
fn text_or_blank(form: &str) -> Schema {
    json_schema!({
        "type": ["string", "null"],
        "pattern": format!(r"^\s*({form})?\s*$"),
    })
}

/// Returns a pattern that matches a word in any case.
fn any_case(word: &str) -> String {
    word.chars()
        .map(|c| {
            if c.is_ascii_alphabetic() {
                format!("[{}{}]", c.to_ascii_lowercase(), c.to_ascii_uppercase())
            } else if c == '.' {
                "[.]".to_owned()
            } else {
                c.to_string()
            }
        })
        .collect()
}

/// Returns a pattern that matches one of these prefixes, or nothing.
fn after(words: &[&str]) -> String {
    let words: Vec<_> = words.iter().map(|word| any_case(word)).collect();
    format!(r"(({})\s*)?", words.join("|"))
}

fn authors(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": ["array", "null"],
        "items": { "type": ["string", "null"], "pattern": r"[^\s,]" },
    })
}

fn year(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "anyOf": [
            { "type": "integer", "minimum": 1000, "maximum": 2999 },
            text_or_blank("[12][0-9]{3}"),
        ],
    })
}

fn month(_: &mut SchemaGenerator) -> Schema {
    let names = MONTHS.map(|month| {
        // The name may be cut after any letter from the third on.
        let (head, tail) = month.split_at(3);
        let tail = tail.chars().rev().fold(String::new(), |rest, letter| {
            format!("({}{rest})?", any_case(&letter.to_string()))
        });
        format!("{}{tail}", any_case(head))
    });
    let form = format!("0?[1-9]|1[0-2]|({})[.]?", names.join("|"));
    json_schema!({
        "anyOf": [
            { "type": "integer", "minimum": 1, "maximum": 12 },
            text_or_blank(&form),
        ],
    })
}

fn kind(generator: &mut SchemaGenerator) -> Schema {
    let kind = generator.subschema_for::<Kind>();
    json_schema!({
        "anyOf": [kind, { "type": ["string", "null"], "pattern": r"^\s*$" }],
    })
}

fn doi(_: &mut SchemaGenerator) -> Schema {
    text_or_blank(&doi_form())
}

fn doi_form() -> String {
    [
        &after(&["https://", "http://"]),
        &after(&["dx.doi.org/", "www.doi.org/", "doi.org/", "doi.acm.org/"]),
        &after(&["doi:", "doi "]),
        r"10[.][0-9][0-9.]{2,}[0-9](/|%2[fF])\S*[^\s.,;]\S*",
    ]
    .concat()
}

fn arxiv(_: &mut SchemaGenerator) -> Schema {
    text_or_blank(&arxiv_form())
}

fn arxiv_form() -> String {
    [
        &after(&["https://", "http://"]),
        &after(&["www.arxiv.org/", "export.arxiv.org/", "arxiv.org/"]),
        &after(&["abs/", "pdf/", "html/"]),
        &after(&["arxiv:", "arxiv."]),
        &after(&["abs/"]),
        "([0-9]{2}(0[1-9]|1[0-2])[.][0-9]{4,5}|[a-zA-Z.-]+/[0-9]{2}(0[1-9]|1[0-2])[0-9]{3})",
        "([vV][0-9]+)?([.]pdf)*/*",
    ]
    .concat()
}

fn dblp_key(_: &mut SchemaGenerator) -> Schema {
    text_or_blank(&dblp_key_form())
}

fn dblp_key_form() -> String {
    let part = "[a-zA-Z0-9_.:+&'()@~-]+";
    [
        &after(&["https://", "http://"]),
        &after(&["www.dblp.org/", "dblp.org/"]),
        &after(&["rec/"]),
        &after(&["dblp:"]),
        &format!("{part}/{part}(/{part})+"),
    ]
    .map(String::as_str)
    .concat()
}

fn pmid(_: &mut SchemaGenerator) -> Schema {
    text_or_blank(&format!("{}|{}", pmid_form(true), pmid_form(false)))
}

/// Returns the pattern of a PubMed identifier with a label or without.
fn pmid_form(labelled: bool) -> String {
    let number = "0*[1-9][0-9]{0,8}";
    if !labelled {
        return number.to_owned();
    }
    let pages = [
        "pubmed.ncbi.nlm.nih.gov/",
        "ncbi.nlm.nih.gov/pubmed/",
        "europepmc.org/article/med/",
        "europepmc.org/abstract/med/",
        "pmid:",
        "pmid",
    ]
    .map(any_case)
    .join("|");
    [
        &after(&["https://", "http://"]),
        &after(&["www."]),
        &format!(r"({pages})\s*{number}\s*([/?#].*)?"),
    ]
    .map(String::as_str)
    .concat()
}

fn not(_: &mut SchemaGenerator) -> Schema {
    let forms = [pmid_form(true), doi_form(), arxiv_form(), dblp_key_form()];
    json_schema!({
        "type": ["array", "null"],
        "items": { "type": "string", "pattern": format!(r"^\s*({})\s*$", forms.join("|")) },
    })
}

fn dblp_pid(_: &mut SchemaGenerator) -> Schema {
    let part = "[a-zA-Z0-9_=-]+";
    let form = [
        &after(&["https://", "http://"]),
        &after(&["www.dblp.org/", "dblp.org/"]),
        &after(&["pid/"]),
        &format!("{part}/{part}(/{part})?([.]html)*([.]xml)*"),
    ];
    text_or_blank(&form.map(String::as_str).concat())
}

fn orcid(_: &mut SchemaGenerator) -> Schema {
    let form = [
        &after(&["https://", "http://"]),
        &after(&["www.orcid.org/", "orcid.org/"]),
        "([0-9]{4}-){3}[0-9]{3}[0-9xX]/*",
    ];
    text_or_blank(&form.concat())
}

fn openalex(_: &mut SchemaGenerator) -> Schema {
    let form = [
        &after(&["https://", "http://"]),
        &after(&["api.openalex.org/", "openalex.org/"]),
        &after(&["authors/", "people/"]),
        "[aA][0-9]+/*",
    ];
    text_or_blank(&form.concat())
}

fn isbn(_: &mut SchemaGenerator) -> Schema {
    let form = [
        &after(&["isbn-13:", "isbn-10:", "isbn:", "isbn"]),
        "([0-9][‐– -]*){9}([0-9xX][‐– -]*|([0-9][‐– -]*){4})",
    ];
    text_or_blank(&form.concat())
}

fn key(_: &mut SchemaGenerator) -> Schema {
    text_or_blank(&format!("[A-Za-z0-9][A-Za-z0-9{KEY_MARKS}]*"))
}

fn fields(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": ["object", "null"],
        "propertyNames": { "pattern": "^[A-Za-z][A-Za-z0-9_-]*$" },
        "additionalProperties": { "type": "string" },
    })
}

fn from(generator: &mut SchemaGenerator) -> Schema {
    let share = json_schema!({
        "anyOf": [
            { "type": ["number", "null"], "minimum": 0, "maximum": 1 },
            { "type": "string", "pattern": r"^\s*(0|1|[01]?[.][0-9]+)?\s*$" },
        ],
    });
    json_schema!({
        "type": ["object", "null"],
        "properties": {
            "file": { "type": ["string", "null"] },
            "lines": {
                "type": ["array", "null"],
                "items": { "type": "integer", "minimum": 0 },
                "maxItems": 2,
            },
            "read": { "type": ["string", "null"] },
            "sure": {
                "type": ["object", "null"],
                "properties": { "title": share, "authors": share, "venue": share, "year": share },
                "additionalProperties": false,
            },
            "told": {
                "type": ["object", "null"],
                "properties": {
                    "kind": kind(generator),
                    "title": { "type": ["string", "array", "null"] },
                    "editors": { "type": ["array", "null"], "items": { "type": "string" } },
                    "collaboration": { "type": ["string", "null"] },
                    "venue_short": { "type": ["string", "null"] },
                    "series": { "type": ["string", "null"] },
                    "volume": { "type": ["string", "null"] },
                    "number": { "type": ["string", "null"] },
                    "pages": { "type": ["string", "null"] },
                    "chapter": { "type": ["string", "null"] },
                    "article_number": { "type": ["string", "null"] },
                    "edition": { "type": ["string", "null"] },
                    "type": { "type": ["string", "null"] },
                    "publisher": { "type": ["string", "null"] },
                    "address": { "type": ["string", "null"] },
                    "institution": { "type": ["string", "null"] },
                },
                "additionalProperties": false,
            },
        },
        "additionalProperties": false,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::entry;
    use super::*;

    #[test]
    fn schema_has_the_fields_that_are_read() {
        let schema = schema();
        let names: BTreeSet<&str> = schema["$defs"]["Publication"]["properties"]
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        assert_eq!(names, entry::known().into_iter().collect());
    }

    #[test]
    fn every_field_is_described() {
        let schema = schema();
        for properties in [
            &schema["properties"],
            &schema["properties"]["ids"]["properties"],
            &schema["$defs"]["Publication"]["properties"],
        ] {
            for (name, property) in properties.as_object().unwrap() {
                assert!(property["description"].is_string(), "{name}");
            }
        }
    }
}
