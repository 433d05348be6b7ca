//! Fields that an entry lacks, and fields that a source contradicts.

use super::{
    compare::{Agreement, Comparison},
    file::BibItem,
    proposal::{Change, Proposal},
    rendered::Rendered,
};
use crate::{
    model::{Doi, Field, Kind, Metadata, Provenance, SourceName, Title, Work},
    text::fold::fold,
};

/// An entry beside the work it was matched to.
pub(super) struct Pair<'a> {
    pub(super) item: &'a BibItem,
    pub(super) work: &'a Work,
    pub(super) compared: Comparison,
    pub(super) rendered: Rendered<'a>,
    /// Whether the file uses biblatex's names of fields.
    pub(super) is_biblatex: bool,
}

impl Pair<'_> {
    pub(super) fn listed(&self) -> &Metadata {
        self.item.listed()
    }

    pub(super) fn found(&self) -> &Metadata {
        &self.work.meta
    }

    /// Returns the origin of a field, if a source states it.
    pub(super) fn origin(&self, field: Field) -> Option<&Provenance> {
        let origin = self.work.origins.get(&field);
        origin.filter(|origin| origin.source != SourceName::LISTING)
    }

    /// Returns the value of a field as the file would write it, by its name in classic BibTeX.
    pub(super) fn value(&self, name: &str) -> Option<String> {
        let value = self.rendered.value(name)?;
        (!value.trim().is_empty()).then_some(value)
    }

    /// Whether the entry has or inherits one of these fields, even an empty one.
    pub(super) fn has(&self, names: &[&str]) -> bool {
        let fields = self.item.whole.fields.iter().chain(&self.item.own.fields);
        fields
            .into_iter()
            .any(|(name, _)| names.contains(&name.as_str()))
    }

    /// Returns a change of a field with its source and its reason.
    pub(super) fn change(
        &self,
        field: Field,
        name: &str,
        to: Option<String>,
        why: impl FnOnce(&str) -> String,
    ) -> Option<Change> {
        let origin = self.origin(field)?;
        let source = origin.source.to_string();
        let witness = match origin.day {
            Some(day) => format!("{source} ({day})"),
            None => source.clone(),
        };
        Some(Change {
            field: name.to_owned(),
            from: self
                .item
                .own
                .fields
                .iter()
                .find(|(it, _)| it == name)
                .map(|(_, value)| value.clone()),
            to,
            source,
            why: why(&witness),
            replaces: None,
            day: origin.day,
        })
    }
}

/// A field that entries of a type need.
struct Needed {
    field: Field,
    /// Its name in classic BibTeX and in biblatex.
    names: [&'static str; 2],
    /// The fields that stand for it.
    stands: &'static [&'static str],
}

const fn needed(field: Field, names: [&'static str; 2], stands: &'static [&'static str]) -> Needed {
    Needed {
        field,
        names,
        stands,
    }
}

const AUTHOR: Needed = needed(
    Field::Authors,
    ["author", "author"],
    &["author", "editor", "organization", "institution", "key"],
);
const JOURNAL: Needed = needed(
    Field::Venue,
    ["journal", "journaltitle"],
    &[
        "journal",
        "journaltitle",
        "shortjournal",
        "booktitle",
        "howpublished",
    ],
);
const BOOK_TITLE: Needed = needed(
    Field::Venue,
    ["booktitle", "booktitle"],
    &[
        "booktitle",
        "journal",
        "journaltitle",
        "howpublished",
        "crossref",
        "maintitle",
    ],
);
const YEAR: Needed = needed(Field::Date, ["year", "date"], &["year", "date"]);
const VOLUME: Needed = needed(Field::Volume, ["volume", "volume"], &["volume"]);
const NUMBER: Needed = needed(Field::Number, ["number", "number"], &["number", "issue"]);
const PAGES: Needed = needed(
    Field::Pages,
    ["pages", "pages"],
    &[
        "pages",
        "page",
        "eid",
        "articleno",
        "article-number",
        "pagetotal",
        "numpages",
    ],
);
const PUBLISHER: Needed = needed(
    Field::Publisher,
    ["publisher", "publisher"],
    &["publisher", "organization", "howpublished"],
);
const SCHOOL: Needed = needed(
    Field::Institution,
    ["school", "institution"],
    &["school", "institution", "publisher", "organization"],
);
const INSTITUTION: Needed = needed(
    Field::Institution,
    ["institution", "institution"],
    &["institution", "school", "publisher", "organization"],
);
const REPORT_NUMBER: Needed = needed(
    Field::Number,
    ["number", "number"],
    &["number", "eprint", "note", "type"],
);
const DOI: Needed = needed(Field::Doi, ["doi", "doi"], &["doi"]);

/// Returns the fields that a reference of a type needs to be found: those that BibTeX requires (btxdoc
/// 1988), and volume, number, pages and DOI where its styles print them.
fn needs(kind: &str) -> &'static [Needed] {
    match kind {
        "article" => &[AUTHOR, JOURNAL, VOLUME, NUMBER, PAGES, YEAR, DOI],
        "inproceedings" | "conference" => &[AUTHOR, BOOK_TITLE, PAGES, YEAR, DOI],
        "incollection" => &[AUTHOR, BOOK_TITLE, PAGES, PUBLISHER, YEAR, DOI],
        "book" | "inbook" => &[AUTHOR, PUBLISHER, YEAR, DOI],
        "phdthesis" | "mastersthesis" | "thesis" => &[AUTHOR, SCHOOL, YEAR, DOI],
        "techreport" | "report" => &[AUTHOR, INSTITUTION, REPORT_NUMBER, YEAR, DOI],
        "proceedings" => &[YEAR, DOI],
        "misc" | "unpublished" | "online" => &[AUTHOR, YEAR, DOI],
        _ => &[],
    }
}

/// Proposes the fields that an entry lacks.
pub(super) fn missing(pair: &Pair<'_>) -> Vec<Proposal> {
    let mut out = Vec::new();
    if !pair.compared.is_same_version() || !may_gain(pair) {
        return out;
    }
    for needed in needs(&pair.item.own.kind) {
        if pair.has(needed.stands) {
            continue;
        }
        let name = needed.names[usize::from(pair.is_biblatex)];
        let classic = needed.names[0];
        let value = match needed.field {
            Field::Doi => doi_to_add(pair),
            Field::Date => pair.found().year().map(|year| format!("{year:04}")),
            // A single page of a paper in proceedings is the beginning of a range that the source lacks.
            Field::Pages => pair
                .value(classic)
                .filter(|pages| pages.contains(['-', ',']) || pair.found().kind == Kind::Journal),
            // `volume = {7(2)}` has the number.
            Field::Number
                if pair
                    .item
                    .whole
                    .field("volume")
                    .is_some_and(|volume| volume.contains(['(', '/', ':'])) =>
            {
                None
            }
            Field::Volume | Field::Number => {
                let text = pair.value(classic);
                text.filter(|_| pair.found().kind == Kind::Journal || needed.stands.len() > 2)
            }
            _ => pair.value(classic),
        };
        let change = value.and_then(|value| {
            let why = |witness: &str| format!("the entry has none; {witness} states it");
            pair.change(origin_of(pair, needed.field), name, Some(value), why)
        });
        out.extend(change.map(single));
    }
    out
}

/// Pages may come from the article number, and a school from the publisher.
fn origin_of(pair: &Pair<'_>, field: Field) -> Field {
    let other = match field {
        Field::Pages => Field::ArticleNumber,
        Field::Institution => Field::Publisher,
        field => field,
    };
    if pair.origin(field).is_some() {
        field
    } else {
        other
    }
}

/// Whether an entry may take fields of a work: books have editions and reprints, which only the year tells
/// apart, and a manuscript is another version of what was published.
fn may_gain(pair: &Pair<'_>) -> bool {
    let (listed, found) = (pair.listed(), pair.found());
    if found.kind == Kind::Preprint {
        return matches!(listed.kind, Kind::Preprint);
    }
    match listed.kind {
        Kind::Book | Kind::Proceedings | Kind::Report | Kind::PhdThesis | Kind::MastersThesis => {
            pair.compared.kind && pair.compared.year == Agreement::Same
        }
        Kind::Preprint => false,
        Kind::Other | Kind::Web => pair.compared.same_id || pair.compared.venue == Agreement::Same,
        _ => true,
    }
}

/// Returns the DOI, unless the entry states one anywhere, in any form but the address of a page.
fn doi_to_add(pair: &Pair<'_>) -> Option<String> {
    let listed = pair.listed();
    let of_page = listed.url.as_deref().and_then(Doi::of_page);
    let stated = listed.ids.doi.is_some() && (listed.ids.doi != of_page || pair.has(&["doi"]));
    let mentioned = pair.item.whole.fields.iter().any(|(name, value)| {
        !matches!(name.as_str(), "abstract" | "annote" | "file") && fold(value).contains("doi org")
    });
    let doi = pair.found().ids.doi.as_ref()?;
    (!stated && !mentioned && doi.arxiv().is_none()).then(|| doi.to_string())
}

/// Proposes the arXiv id of a preprint that states none, and the name of its server with it.
pub(super) fn missing_eprint(pair: &Pair<'_>) -> Option<Proposal> {
    let is_preprint = |meta: &Metadata| meta.kind == Kind::Preprint;
    let bare = pair.listed().ids.arxiv.is_none() && pair.listed().ids.doi.is_none();
    let same_year = pair.compared.year == Agreement::Same;
    if !is_preprint(pair.listed())
        || !is_preprint(pair.found())
        || !bare
        || !same_year
        || pair.has(&["eprint"])
    {
        return None;
    }
    let changes = eprint(pair, "the entry has none")?;
    Some(Proposal {
        name: "eprint".to_owned(),
        value: changes.first().and_then(|it| it.to.clone())?,
        is_upgrade: false,
        changes,
    })
}

/// Returns the changes that add an arXiv id with its server.
pub(super) fn eprint(pair: &Pair<'_>, reason: &str) -> Option<Vec<Change>> {
    // What the entry says wins, and is never lost.
    let stated = pair.listed().ids.arxiv.as_ref();
    let arxiv = stated.or(pair.found().ids.arxiv.as_ref())?.to_string();
    let (server, value) = if pair.is_biblatex {
        ("eprinttype", "arxiv")
    } else {
        ("archiveprefix", "arXiv")
    };
    let id = Change {
        field: "eprint".to_owned(),
        from: None,
        to: Some(arxiv),
        source: pair
            .origin(Field::Arxiv)
            .map_or_else(|| "listing".to_owned(), |it| it.source.to_string()),
        why: reason.to_owned(),
        replaces: None,
        day: pair.origin(Field::Arxiv).and_then(|it| it.day),
    };
    let mut changes = vec![id.clone()];
    if !pair.has(&["archiveprefix", "eprinttype"]) {
        changes.push(Change {
            field: server.to_owned(),
            to: Some(value.to_owned()),
            ..id
        });
    }
    Some(changes)
}

/// Proposes the correction of the one field that a source contradicts, where all else agrees.
pub(super) fn contradicted(pair: &Pair<'_>) -> Option<Proposal> {
    let compared = &pair.compared;
    if !compared.is_certain_but_for_one() {
        return None;
    }
    let is_wrong = |agreement: Agreement| matches!(agreement, Agreement::Other | Agreement::Near);
    let (field, names): (Field, &[&str]) = if is_wrong(compared.year) {
        (Field::Date, &["year"])
    } else if is_wrong(compared.volume) {
        (Field::Volume, &["volume"])
    } else if is_wrong(compared.number) {
        (Field::Number, &["number", "issue"])
    } else if is_wrong(compared.pages) {
        (Field::Pages, &["pages"])
    } else {
        return None;
    };
    let name = *names
        .iter()
        .find(|name| pair.item.own.field(name).is_some())?;
    let origin = pair.origin(field)?;
    // What another source confirms is not contradicted.
    if !origin.others.is_empty() {
        return None;
    }
    let value = match field {
        Field::Date => {
            // Proceedings appear a year after their conference, and Crossref dates an article by the day
            // it went online.
            let is_issue =
                pair.found().kind == Kind::Journal && origin.source != SourceName::CROSSREF;
            let doubtful =
                compared.year == Agreement::Near && !is_issue || names_year(pair.listed());
            let year = pair.found().year().filter(|_| !doubtful)?;
            format!("{year:04}")
        }
        _ => pair.value(names[0])?,
    };
    let agreed = agreed(compared);
    let change = pair.change(field, name, Some(value), |witness| {
        format!("{witness} states another {name}, and the same {agreed}")
    })?;
    Some(single(change))
}

/// Whether the venue confirms the year: `Proceedings of the 1981 Conference`.
fn names_year(listed: &Metadata) -> bool {
    let venue = listed.venue.as_ref().map(Title::text).unwrap_or_default();
    listed
        .year()
        .is_some_and(|year| venue.contains(&format!("{year:04}")))
}

fn agreed(compared: &Comparison) -> String {
    let parts = [
        ("identifier", compared.same_id),
        ("venue", compared.venue == Agreement::Same),
        ("year", compared.year == Agreement::Same),
        ("volume", compared.volume == Agreement::Same),
        ("number", compared.number == Agreement::Same),
        ("pages", compared.pages == Agreement::Same),
    ];
    let names: Vec<&str> = parts
        .into_iter()
        .filter(|(_, same)| *same)
        .map(|(name, _)| name)
        .collect();
    match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

fn single(change: Change) -> Proposal {
    Proposal {
        name: change.field.clone(),
        value: change.to.clone().unwrap_or_default(),
        is_upgrade: false,
        changes: vec![change],
    }
}
