//! A preprint becomes its publication.

use super::{
    compare::Agreement,
    decide::{Pair, eprint},
    proposal::{Change, ENTRY_TYPE, Proposal},
    titles::Titles,
};
use crate::{
    model::{Field, Kind},
    text::fold::fold,
};

/// The fields in which entries of preprints name their server or repeat its id.
const SERVER_FIELDS: [&str; 9] = [
    "eid",
    "organization",
    "series",
    "volume",
    "number",
    "pages",
    "publisher",
    "howpublished",
    "note",
];

/// What the names of preprint servers contain, folded.
const SERVERS: [&str; 4] = ["biorxiv", "medrxiv", "ssrn", "arxiv"];

/// Proposes to make a preprint its publication: type, venue, year, pages and DOI are those of the
/// publication, and the arXiv id stays in `eprint`.
pub(super) fn published(pair: &Pair<'_>) -> Option<Proposal> {
    let (listed, found) = (pair.listed(), pair.found());
    let is_publication = matches!(found.kind, Kind::Journal | Kind::Conference | Kind::Chapter);
    if listed.kind != Kind::Preprint || !is_publication || !is_preprint_of(pair) {
        return None;
    }
    let kind = pair.rendered.kind()?;
    let (venue, named) = match kind {
        "article" if pair.is_biblatex => ("journaltitle", "journal"),
        "article" => ("journal", "journal"),
        "inproceedings" | "incollection" => ("booktitle", "booktitle"),
        _ => return None,
    };
    let mut edit = Upgrade {
        pair,
        changes: Vec::new(),
    };
    if pair.item.own.kind != kind {
        edit.put(
            Field::Kind,
            ENTRY_TYPE,
            Some(&pair.item.own.kind),
            Some(kind.to_owned()),
        );
    }
    edit.venue(venue, pair.value(named)?);
    for name in SERVER_FIELDS {
        edit.server_field(name, kind);
    }
    edit.preprint_fields();
    edit.date();
    edit.identifiers();
    let Upgrade { changes, .. } = edit;
    let value = found.ids.doi.as_ref().map(ToString::to_string);
    let value = value.or_else(|| pair.value(named))?;
    Some(Proposal {
        name: "upgrade".to_owned(),
        value,
        is_upgrade: true,
        changes,
    })
}

/// Whether the entry is of the preprint of the work: by its arXiv id, or by the DOI of a preprint that a
/// record of the work is, or names. An entry that states neither says by its venue that it is a preprint. Where no id
/// shows it, the titles must be the same: "X: A Critique" is no preprint of "X".
fn is_preprint_of(pair: &Pair<'_>) -> bool {
    let (listed, found) = (&pair.listed().ids, &pair.found().ids);
    let is_named =
        found.preprint.is_some() && (listed.doi.is_none() || listed.doi == found.preprint);
    let is_on_arxiv = listed.arxiv.is_some() || found.arxiv.is_some();
    let has_one_id = listed.arxiv.is_some() && listed.arxiv == found.arxiv;
    let is_titled = matches!(pair.compared.titles, Titles::Same | Titles::Shortened);
    is_named || is_on_arxiv && (has_one_id || is_titled) && !pair.compared.other_id
}

struct Upgrade<'a> {
    pair: &'a Pair<'a>,
    changes: Vec<Change>,
}

impl Upgrade<'_> {
    fn own(&self, name: &str) -> Option<&str> {
        let fields = self.pair.item.own.fields.iter();
        let mut fields = fields.filter(|(it, _)| it == name);
        fields.next().map(|(_, value)| value.as_str())
    }

    fn put(&mut self, field: Field, name: &str, from: Option<&str>, to: Option<String>) {
        let why = |witness: &str| format!("the preprint was published, as {witness} states");
        let origin = if self.pair.origin(field).is_some() {
            field
        } else {
            Field::Title
        };
        if let Some(change) = self.pair.change(origin, name, to, why) {
            let from = from.map(str::to_owned);
            self.changes.push(Change { from, ..change });
        }
    }

    /// Sets a field, whether the entry has it or not. One that says the same already stays.
    fn set(&mut self, field: Field, name: &str, to: String) {
        let from = self.own(name).map(str::to_owned);
        if from.as_deref().is_none_or(|from| fold(from) != fold(&to)) {
            self.put(field, name, from.as_deref(), Some(to));
        }
    }

    fn remove(&mut self, name: &str) {
        if let Some(from) = self.own(name).map(str::to_owned) {
            self.put(Field::Venue, name, Some(&from), None);
        }
    }

    /// Puts the venue in the place of the field that named the server, if there is one.
    fn venue(&mut self, name: &str, to: String) {
        if self.own(name).is_some() {
            self.set(Field::Venue, name, to);
            for other in ["journal", "journaltitle"] {
                if other != name {
                    self.remove(other);
                }
            }
            return;
        }
        let old = ["journal", "journaltitle", "booktitle"];
        let old = old.into_iter().find(|old| self.own(old).is_some());
        match old {
            Some(old) => {
                let from = self.own(old).map(str::to_owned);
                self.put(Field::Venue, name, from.as_deref(), Some(to));
                if let Some(change) = self.changes.last_mut() {
                    change.replaces = Some(old.to_owned());
                }
            }
            None => self.put(Field::Venue, name, None, Some(to)),
        }
    }

    /// Replaces what a field says of the server, or removes it; what else it says is the person's.
    fn server_field(&mut self, name: &str, kind: &str) {
        let is_article = kind == "article";
        let (field, wanted) = match name {
            "volume" => (Field::Volume, is_article),
            "number" => (Field::Number, is_article),
            "pages" => (Field::Pages, true),
            _ => (Field::Publisher, false),
        };
        let value = self.pair.value(name).filter(|_| wanted);
        let is_of_issue = matches!(name, "volume" | "number");
        let names_server = self.own(name).map(|text| self.names_server(text));
        match (names_server, value) {
            (Some(true) | None, Some(value)) => self.set(field, name, value),
            (Some(true), None) => self.remove(name),
            // Search engines number preprints as if they were in a journal: `arXiv preprint`, volume 2.
            (Some(false), Some(value)) if is_of_issue || self.is_counted(name) => {
                self.set(field, name, value);
            }
            (Some(false), None) if is_of_issue && self.is_counted(name) => self.remove(name),
            _ => {}
        }
    }

    /// Whether a field that places an article has a number.
    fn is_counted(&self, name: &str) -> bool {
        let is_number = |text: &str| text.chars().all(|c| c.is_ascii_digit() || "-–".contains(c));
        matches!(name, "volume" | "number" | "pages") && self.own(name).is_some_and(is_number)
    }

    /// Takes away what only a preprint has.
    fn preprint_fields(&mut self) {
        self.remove("version");
        if self
            .own("pubstate")
            .is_some_and(|state| matches!(fold(state).as_str(), "prepublished" | "preprint"))
        {
            self.remove("pubstate");
        }
    }

    /// Whether a text says nothing but the server and its id.
    fn names_server(&self, text: &str) -> bool {
        let folded = fold(text);
        let ids = [&self.pair.listed().ids.arxiv, &self.pair.found().ids.arxiv];
        let mut rest = folded.clone();
        for name in SERVERS.into_iter().chain(["preprint"]) {
            rest = rest.replace(name, " ");
        }
        for id in ids.into_iter().flatten() {
            rest = rest.replace(&fold(&id.to_string()), " ");
        }
        let words = [
            "the",
            "server",
            "for",
            "biology",
            "health",
            "sciences",
            "electronic",
            "journal",
            "doi",
            "cold",
            "spring",
            "harbor",
            "laboratory",
            "abs",
            "corr",
            "e",
            "eprint",
            "prints",
            "org",
            "https",
            "http",
            "url",
            "v1",
            "v2",
            "v3",
            "v4",
            "v5",
        ];
        let is_class = |word: &str| {
            matches!(
                word,
                "cs" | "math" | "stat" | "eess" | "lg" | "cl" | "cv" | "ai" | "ml" | "ds"
            )
        };
        let doi = self.pair.listed().ids.doi.as_ref();
        // `pages = {2020.01.15.907311}` of `10.1101/2020.01.15.907311`; a shorter number is another's.
        let is_end_of_doi =
            folded.len() >= 6 && doi.is_some_and(|it| fold(&it.to_string()).ends_with(&folded));
        let says = SERVERS.iter().any(|name| folded.contains(name))
            || folded.starts_with("abs")
            || folded == "cold spring harbor laboratory"
            || folded == "corr";
        is_end_of_doi
            || says
                && rest
                    .split(' ')
                    .all(|word| word.is_empty() || words.contains(&word) || is_class(word))
    }

    /// Sets the year, and takes away the month of another one.
    fn date(&mut self) {
        let Some(year) = self.pair.found().year() else {
            return;
        };
        let name =
            if self.own("date").is_some() || self.pair.is_biblatex && self.own("year").is_none() {
                "date"
            } else {
                "year"
            };
        if self.pair.compared.year != Agreement::Same {
            self.set(Field::Date, name, format!("{year:04}"));
        }
        self.remove("month");
        self.remove("day");
    }

    /// Puts the publication's DOI in the place of arXiv's, and the id into `eprint`.
    fn identifiers(&mut self) {
        let pair = self.pair;
        if let Some(doi) = pair
            .found()
            .ids
            .doi
            .as_ref()
            .filter(|doi| doi.arxiv().is_none())
        {
            self.set(Field::Doi, "doi", doi.to_string());
        }
        if !pair.has(&["eprint"])
            && let Some(changes) = eprint(pair, "the id of the preprint stays")
        {
            self.changes.extend(changes);
        }
    }
}
