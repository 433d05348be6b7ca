use std::collections::BTreeMap;

use super::{
    fields::ObjectFields,
    json::Node,
    name_list::name_list,
    origin::{self, ImportOrigin},
    problem::{Problems, PublicationRef},
    values,
};
use crate::model::{
    ArxivId, DblpKey, Doi, ImportedMetadata, Isbn, ListedAuthor, Listing, MatchDirective, Pmid,
    WorkId,
};

/// Reads one publication; returns `None` when the node is not an object.
pub(super) fn read(
    index: usize,
    node: Node<'_>,
    problems: &mut Problems<'_>,
) -> Option<(Listing, Option<ImportOrigin>)> {
    let Some(members) = node.object() else {
        problems.about(Some(PublicationRef::new(index, None)));
        let sort = node.type_name();
        problems.add(
            node.at(),
            format!("expected an object such as {{\"title\": \"…\"}}, found {sort}"),
        );
        return None;
    };
    let title: Option<String> = node.member("title").and_then(|title| title.get());
    problems.about(Some(PublicationRef::new(index, title.as_deref())));
    let mut fields = ObjectFields::of(members, problems);
    let mut listing = listing(node, &mut fields);
    report_pinned_and_rejected(node, &listing, &mut fields);
    let origin = origin::read(&mut fields);
    fields.finish();
    let extra = origin.as_ref().and_then(|from| from.extra.clone());
    listing.imported = extra.map(ImportedMetadata::Extra);
    Some((listing, origin))
}

fn listing(node: Node<'_>, fields: &mut ObjectFields<'_, '_, '_>) -> Listing {
    let title = title(node, fields);
    let (authors, named_all) = authors(fields);
    Listing {
        authors,
        authors_complete: fields.flag("authors_complete").unwrap_or(true) && named_all,
        venue: fields.text("venue"),
        year: fields.number("year", "a year such as 2023", values::year),
        month: fields.number("month", "a month, 1 to 12 or its name", values::month),
        kind: fields.parsed("kind", values::kind),
        status: fields.text("status"),
        doi: fields.parsed("doi", Doi::parse),
        arxiv: fields.parsed("arxiv", ArxivId::parse),
        dblp: fields.parsed("dblp", DblpKey::parse),
        pmid: fields.parsed("pmid", Pmid::parse),
        isbn: fields.parsed("isbn", Isbn::parse),
        url: fields.text("url"),
        key: fields.parsed("key", values::key),
        note: fields.text("note"),
        fields: verbatim(fields),
        ..directives(fields, title)
    }
}

/// Reads whether the publication is looked up and exported, and which works it is not.
fn directives(fields: &mut ObjectFields<'_, '_, '_>, title: String) -> Listing {
    Listing {
        directive: match fields.flag("match") {
            None => MatchDirective::Search,
            Some(true) => MatchDirective::Confirmed,
            Some(false) => MatchDirective::Skip,
        },
        export: fields.flag("export") != Some(false),
        rejected: rejected(fields),
        ..Listing::titled(title)
    }
}

/// Reads the identifiers of works that the publication is not.
fn rejected(fields: &mut ObjectFields<'_, '_, '_>) -> Vec<WorkId> {
    let mut out = Vec::new();
    for (at, item) in fields
        .list("not", "a list of identifiers")
        .iter()
        .enumerate()
    {
        let place = format!("not[{at}]");
        let Some(text) = fields.string(&place, *item, "a DOI, an arXiv id, a DBLP key or a PMID")
        else {
            continue;
        };
        match WorkId::parse(&text) {
            Ok(id) if !out.contains(&id) => out.push(id),
            Ok(_) => {}
            Err(wrong) => fields.add(*item, format!("`{place}`: {wrong}")),
        }
    }
    out
}

/// Reports an identifier that is both pinned and excluded.
fn report_pinned_and_rejected(
    node: Node<'_>,
    listing: &Listing,
    fields: &mut ObjectFields<'_, '_, '_>,
) {
    let pins = listing.pins();
    for id in listing.rejected.iter().filter(|id| id.is_in(&pins)) {
        let place = node.member("not").unwrap_or(node);
        fields.add(
            place,
            format!("`{id}` is pinned, and is in `not` too: keep one of the two"),
        );
    }
}

fn title(node: Node<'_>, fields: &mut ObjectFields<'_, '_, '_>) -> String {
    let Some(value) = fields.take("title") else {
        fields.add(
            node,
            "has no `title`, the one field every publication needs",
        );
        return String::new();
    };
    let title = fields
        .string("title", value, "a string")
        .map(|text| text.trim().to_owned());
    if title.as_deref() == Some("") {
        fields.add(value, "`title` is empty: expected the title as listed");
    }
    title.unwrap_or_default()
}

/// Reads the authors, and whether all are named: people also write "et al." between the first author
/// and themselves.
fn authors(fields: &mut ObjectFields<'_, '_, '_>) -> (Vec<ListedAuthor>, bool) {
    const EXPECTED: &str = "a name such as \"Ada Example\", or null for the person";
    let items = fields.list("authors", "a list of names");
    let mut authors = Vec::new();
    let mut named_all = true;
    for (at, item) in items.iter().enumerate() {
        let name = format!("authors[{at}]");
        if item.is_null() {
            authors.push(ListedAuthor::Person);
            continue;
        }
        let Some(text) = fields.string(&name, *item, EXPECTED) else {
            continue;
        };
        let read = name_list(&text);
        if read.names.is_empty() && !read.others {
            fields.add(*item, format!("`{name}` is empty: expected {EXPECTED}"));
        }
        named_all &= !read.others;
        authors.extend(read.names.into_iter().map(ListedAuthor::Named));
    }
    (authors, named_all)
}

/// Reads the BibTeX fields that override the found ones.
fn verbatim(fields: &mut ObjectFields<'_, '_, '_>) -> BTreeMap<String, String> {
    let members = fields.object("fields");
    let mut verbatim: BTreeMap<String, String> = BTreeMap::new();
    for member in members {
        let place = format!("fields.{}", member.name);
        let given = |name: &String| name.eq_ignore_ascii_case(&member.name);
        if let Err(wrong) = values::field_name(&member.name) {
            fields.add(member.label, format!("`fields`: {wrong}"));
        } else if verbatim.keys().any(given) {
            let message = format!("`{place}` is given twice: BibTeX disregards case");
            fields.add(member.label, message);
        }
        let Some(text) = fields.string(&place, member.value, "a string") else {
            continue;
        };
        if let Err(wrong) = values::field_value(&text) {
            fields.add(member.value, format!("`{place}`: {wrong}"));
        }
        verbatim.insert(member.name, text);
    }
    verbatim
}

/// Returns the names of a publication's fields.
#[cfg(test)]
pub(super) fn known() -> Vec<&'static str> {
    let mut problems = Problems::of("x");
    let node = Node::whole("{\"title\": \"x\"}").unwrap();
    let mut fields = ObjectFields::of(node.object().unwrap(), &mut problems);
    listing(node, &mut fields);
    origin::read(&mut fields);
    fields.known().to_vec()
}
