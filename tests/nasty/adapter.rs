//! The cases, and their inputs as a source would hand them on.

use std::collections::BTreeMap;

use bibsync::bib::names;
use bibsync::export::bibtex::Dialect;
use bibsync::export::keys;
use bibsync::model::{
    ArxivId, Contributor, Doi, Kind, Metadata, Pages, PartialDate, PersonName, Title, Work,
};
use bibsync::text::{markup, unlatex};
use serde::Deserialize;
use serde_json::Value;

/// One hard case.
#[derive(Deserialize)]
pub(crate) struct Case {
    /// Its name.
    pub(crate) id: String,
    source: String,
    input: BTreeMap<String, Value>,
    expected: BTreeMap<String, Entry>,
    /// The fields it is about.
    pub(crate) focus: Vec<String>,
}

/// A type and its fields.
#[derive(Deserialize)]
pub(crate) struct Entry {
    /// The entry type.
    #[serde(rename = "type")]
    pub(crate) kind: String,
    /// Field values without their outer braces.
    pub(crate) fields: BTreeMap<String, String>,
}

impl Case {
    pub(crate) fn expected(&self, dialect: Dialect) -> &Entry {
        &self.expected[dialect.as_str()]
    }

    /// Whether the input says what sort of work it is; others have a placeholder for a venue.
    pub(crate) fn has_own_type(&self) -> bool {
        !["Proc. X", "J. X"].contains(&self.text("venue").as_str())
    }

    fn text(&self, name: &str) -> String {
        let value = self.input.get(name).and_then(Value::as_str);
        value.unwrap_or_default().to_owned()
    }

    fn list(&self, name: &str) -> &[Value] {
        self.input
            .get(name)
            .and_then(Value::as_array)
            .map_or(&[], Vec::as_slice)
    }
}

#[expect(clippy::unwrap_used, reason = "part of a test")]
pub(crate) fn cases() -> Vec<Case> {
    serde_json::from_str(include_str!("../golden/nasty.json")).unwrap()
}

/// The work a case's input describes.
pub(crate) fn work(case: &Case) -> Work {
    let mut meta = Metadata::new(kind(case), title(case));
    let people = |list: &[Value]| -> Vec<Contributor> {
        list.iter()
            .flat_map(|one| person(one, &case.source))
            .filter(|name| !name.is_empty())
            .map(Contributor::from)
            .collect()
    };
    let some = |text: String| (!text.is_empty()).then_some(text);
    meta.authors = people(case.list("authors"));
    meta.editors = people(case.list("editors"));
    meta.date = case.text("year").parse().ok().map(PartialDate::year);
    let containers: Vec<&str> = case
        .list("container-title")
        .iter()
        .filter_map(Value::as_str)
        .collect();
    match containers.as_slice() {
        [series, book] => {
            meta.series = Some(markup::plain(series));
            meta.venue = Some(markup::title(book));
        }
        _ => meta.venue = some(case.text("venue")).map(|venue| markup::title(&venue)),
    }
    meta.volume = some(case.text("volume"));
    meta.number = some(case.text("number")).or_else(|| some(case.text("issue")));
    meta.pages = Pages::parse(&case.text("page")).or_else(|| Pages::parse(&case.text("pages")));
    meta.article_number = some(case.text("article-number"));
    meta.publisher = some(case.text("publisher"));
    meta.institution = some(case.text("school"));
    let doi = Doi::parse(&case.text("DOI")).or_else(|_| Doi::parse(&case.text("doi")));
    meta.ids.doi = doi.ok();
    let arxiv = ArxivId::parse(&case.text("id")).or_else(|_| ArxivId::parse(&case.text("volume")));
    meta.ids.arxiv = arxiv.ok();
    meta.arxiv_class = some(case.text("primary_category"));
    meta.url = ["URL", "url", "ee"]
        .into_iter()
        .find_map(|name| some(case.text(name)));
    Work::new(
        keys::base_key(&meta, "{author}{year}{word}") + ":" + &case.id,
        meta,
    )
}

fn kind(case: &Case) -> Kind {
    match (case.text("type").as_str(), case.text("venue").as_str()) {
        ("book-chapter", _) => Kind::Chapter,
        ("phdthesis", _) => Kind::PhdThesis,
        ("report", _) => Kind::Report,
        ("dataset", _) => Kind::Dataset,
        (_, "CoRR") => Kind::Preprint,
        (_, "J. X") => Kind::Journal,
        _ if case.input.contains_key("id") => Kind::Preprint,
        (_, "") => Kind::Proceedings,
        _ => Kind::Conference,
    }
}

/// Crossref keeps a subtitle apart, which its reader appends; `.bib` files are LaTeX.
fn title(case: &Case) -> Title {
    let mut text = case.text("title");
    if let Some(subtitle) = case.list("subtitle").first().and_then(Value::as_str) {
        text = format!("{text}: {subtitle}");
    }
    if case.source == "bibfile" {
        unlatex::title(&text)
    } else {
        markup::title(&text)
    }
}

fn person(author: &Value, source: &str) -> Vec<PersonName> {
    let part = |name: &str| author.get(name).and_then(Value::as_str).unwrap_or_default();
    if let Some(text) = author.as_str() {
        return match source {
            "bibfile" => names(text).0,
            _ => vec![PersonName::parse(text)],
        };
    }
    if !part("name").is_empty() {
        return vec![PersonName::organisation(part("name"))];
    }
    let mut name = PersonName::from_parts(part("given"), part("family"));
    name.suffix.push_str(part("suffix"));
    vec![name]
}
