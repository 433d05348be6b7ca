//! Values in words.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    model::{
        Candidate, Contributor, Ids, Metadata, Outline, SourceName, Title, WorkId, WorkIdKind,
    },
    page::content::{Choice, Link},
    sources::Catalog,
    text::fold,
};

/// Returns a source's name in prose.
pub(super) fn source(name: SourceName) -> String {
    if name == SourceName::LISTING {
        return "your list".to_owned();
    }
    let title = Catalog::BUILT_IN.title(name);
    title.map_or_else(|| name.to_string(), str::to_owned)
}

/// Returns `1 work`, `2 works`.
pub(super) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Returns the first authors in one line.
pub(super) fn people(authors: &[Contributor], more: bool) -> String {
    const NAMED: usize = 3;
    let names = authors.iter().take(NAMED).map(|it| it.name.to_string());
    let first = names.collect::<Vec<_>>().join(", ");
    match authors.len().saturating_sub(NAMED) {
        0 if more => format!("{first} and others"),
        0 => first,
        left => format!("{first} and {left} more"),
    }
}

/// Returns the venue, by its short name where it has one.
pub(super) fn venue(meta: &Metadata) -> Option<String> {
    let full = || meta.venue.as_ref().map(Title::text);
    let short = meta.venue_short.clone().filter(|it| !it.trim().is_empty());
    short.or_else(full).filter(|it| !it.trim().is_empty())
}

/// Returns links to the pages of a work.
pub(super) fn links(ids: &Ids) -> Vec<Link> {
    let of = |id: &WorkId| Link {
        text: id.to_string(),
        url: id.url(),
    };
    WorkId::all_of(ids).iter().map(of).collect()
}

/// Returns a link to the page of a work, with the name of the identifier alone: the entry has the rest.
pub(super) fn short_links(ids: &Ids) -> Vec<Link> {
    let first = WorkId::all_of(ids).into_iter().next();
    let of = |id: WorkId| Link {
        text: match id.kind() {
            WorkIdKind::Doi => "DOI",
            WorkIdKind::Arxiv => "arXiv",
            WorkIdKind::Dblp => "DBLP",
            WorkIdKind::Pmid => "PubMed",
        }
        .to_owned(),
        url: id.url(),
    };
    first.map(of).into_iter().collect()
}

/// Returns the words of `text`, and of each whether `own` lacks it.
pub(super) fn compared(own: &str, text: &str) -> Vec<(String, bool)> {
    let known: BTreeSet<String> = fold::words(own).into_iter().collect();
    let words = text.split_whitespace().map(|word| {
        let parts = fold::words(word);
        let is_new = !parts.iter().all(|part| known.contains(part));
        (word.to_owned(), is_new)
    });
    words.collect()
}

/// Returns the fields of an outline by their names.
pub(super) fn outline(outline: &Outline) -> Vec<(&'static str, String)> {
    let fields = [
        ("authors", outline.people()),
        ("venue", outline.venue.clone()),
        ("year", outline.year.map(|year| year.to_string())),
        ("kind", outline.kind.map(|kind| kind.as_str().to_owned())),
    ];
    let stated = fields
        .into_iter()
        .filter_map(|(name, it)| Some((name, it?)));
    stated.collect()
}

/// Returns a candidate beside the listing that may mean it. `answer` chooses it.
pub(super) fn choice(
    candidate: &Candidate,
    title: &str,
    listed: &Outline,
    answer: Option<String>,
) -> Choice {
    let own = outline(listed);
    let found = candidate.outline.as_ref().map(outline).unwrap_or_default();
    let fields = found.into_iter().map(|(name, value)| {
        let own = own.iter().find(|(other, _)| *other == name);
        let words = match own {
            Some((_, own)) => compared(own, &value),
            None => vec![(value, false)],
        };
        (name.to_owned(), words)
    });
    Choice {
        answer,
        title: compared(title, &candidate.title),
        fields: fields.collect(),
        links: links(&candidate.ids),
        confidence: candidate.confidence.value(),
        remarks: candidate.evidence.remarks.clone(),
    }
}

/// Returns a sentence for each failure of a source.
#[must_use]
pub fn failures(failures: &BTreeMap<SourceName, Vec<String>>) -> Vec<String> {
    let sentences = failures.iter().flat_map(|(name, messages)| {
        let of = move |message: &String| format!("{}: {message}", source(*name));
        messages.iter().map(of)
    });
    sentences.collect()
}
