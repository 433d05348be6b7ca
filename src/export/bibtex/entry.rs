//! A work as an entry: its type and its fields in order.

use super::encode::Value;
use super::form::Form;
use super::{Dialect, person};
use crate::export::Manner;
use crate::export::identifiers::Identifiers;
use crate::export::style::ArxivShown;
use crate::export::venue::without_place_and_date;
use crate::model::{Contributor, Kind, Metadata, PartialDate, PersonName, Work};

/// A type and fields, ready to be encoded.
#[derive(Debug)]
pub(super) struct Entry {
    pub kind: &'static str,
    pub fields: Vec<(String, Value)>,
}

/// The order of fields in every entry; others follow by name.
const ORDER: [&str; 36] = [
    "ids",
    "author",
    "editor",
    "title",
    "booktitle",
    "journal",
    "journaltitle",
    "series",
    "volume",
    "number",
    "edition",
    "chapter",
    "articleno",
    "eid",
    "pages",
    "numpages",
    "publisher",
    "address",
    "location",
    "year",
    "month",
    "date",
    "type",
    "school",
    "institution",
    "organization",
    "howpublished",
    "doi",
    "eprint",
    "archivePrefix",
    "primaryClass",
    "eprinttype",
    "eprintclass",
    "isbn",
    "url",
    "note",
];

/// The entry of a work in a dialect.
pub(super) fn of(work: &Work, dialect: Dialect, manner: &Manner) -> Entry {
    let mut fields = Fields {
        dialect,
        manner,
        list: Vec::new(),
    };
    let (date, given) = person::fields(&work.fields, work.meta.date, dialect);
    let form = Form::of(&work.meta, dialect);
    fields.common(&work.meta, form, date);
    fields.particular(&work.meta, form);
    if dialect == Dialect::Biblatex {
        // By its former keys a work is found in texts that still cite them.
        fields.put("ids", Value::Verbatim(work.aliases.join(", ")));
    }
    let mut fields = fields.list;
    let demanded = form.demands(dialect);
    let kept = |name: &str| !manner.style.leaves_out(name, dialect) || demanded.contains(&name);
    fields.retain(|(name, _)| kept(name));
    fields.retain(|(name, _)| !given.iter().any(|(own, _)| own == name));
    fields.extend(
        given
            .into_iter()
            .filter(|(_, value)| !value.is_empty())
            .map(|(name, value)| person::encoded(name, value)),
    );
    for (name, value) in person::named(&work.expressions, dialect) {
        fields.retain(|(own, _)| *own != name);
        fields.push((name, Value::Pieces(value)));
    }
    fields.sort_by(|(a, _), (b, _)| place(a).cmp(&place(b)).then_with(|| a.cmp(b)));
    Entry {
        kind: form.entry_type(dialect),
        fields,
    }
}

fn place(name: &str) -> usize {
    ORDER
        .iter()
        .position(|known| *known == name)
        .unwrap_or(ORDER.len())
}

/// The fields of an entry in the making.
pub(super) struct Fields<'a> {
    pub(super) dialect: Dialect,
    pub(super) manner: &'a Manner,
    pub(super) list: Vec<(String, Value)>,
}

impl Fields<'_> {
    /// Adds a field, unless its value says nothing.
    pub(super) fn put(&mut self, name: &str, value: Value) {
        let empty = match &value {
            Value::Names(people, _) => people.iter().all(PersonName::is_empty),
            Value::Title(title) | Value::Venue(title) => title.is_empty(),
            Value::Text(text)
            | Value::Verbatim(text)
            | Value::AsGiven(text)
            | Value::Pieces(text) => text.trim().is_empty(),
            Value::Month(_) => false,
        };
        if !empty {
            self.list.push((name.to_owned(), value));
        }
    }

    /// `put` under the dialect's own name for a field.
    pub(super) fn put_named(&mut self, bibtex: &str, biblatex: &str, value: Value) {
        let name = match self.dialect {
            Dialect::Bibtex => bibtex,
            Dialect::Biblatex => biblatex,
        };
        self.put(name, value);
    }

    /// What entries of every type may have.
    fn common(&mut self, meta: &Metadata, form: Form, date: Option<PartialDate>) {
        self.people(meta, form);
        let title = match form {
            Form::Proceedings => without_place_and_date(&meta.title),
            _ => meta.title.clone(),
        };
        self.put("title", Value::Title(title));
        if let Some(date) = date {
            self.date(date, meta.kind);
        }
        self.identifiers(meta, form);
        if let Some(note) = &meta.note {
            self.put("note", Value::Text(note.clone()));
        }
    }

    /// Editors of a volume stand where a style needs them: in books and their chapters, and in
    /// place of authors. A classic @book has either.
    fn people(&mut self, meta: &Metadata, form: Form) {
        let names = |people: &[Contributor]| people.iter().map(|one| one.name.clone()).collect();
        let (authors, mut editors): (Vec<_>, Vec<_>) = (names(&meta.authors), names(&meta.editors));
        if form == Form::Proceedings {
            // Some sources list the editors of a volume as its authors.
            if editors.is_empty() {
                editors = authors;
            }
            self.put("editor", Value::Names(editors, meta.more_authors));
            return;
        }
        if authors.is_empty() || form == Form::InCollection {
            self.put("editor", Value::Names(editors, false));
        }
        self.put("author", Value::Names(authors, meta.more_authors));
    }

    /// Days are kept only where they tell versions apart.
    fn date(&mut self, date: PartialDate, kind: Kind) {
        if self.dialect == Dialect::Bibtex {
            self.put("year", Value::Text(format!("{:04}", date.year)));
            if let Some(month) = date.month {
                self.put("month", Value::Month(month));
            }
            return;
        }
        let exact = matches!(kind, Kind::Web | Kind::Patent);
        let month = date
            .month
            .filter(|_| exact || !self.manner.style.leaves_out("month", self.dialect));
        let day = date.day.filter(|_| exact);
        let date = PartialDate { month, day, ..date };
        self.put("date", Value::Text(date.to_string()));
    }

    fn identifiers(&mut self, meta: &Metadata, form: Form) {
        let ids = Identifiers::of(meta);
        if let Some(doi) = &ids.doi {
            self.put("doi", Value::Verbatim(doi.to_string()));
        }
        if let Some(url) = &ids.url
            && (ids.doi.is_none() || self.manner.style.url_beside_doi)
        {
            self.put("url", Value::Verbatim(url.clone()));
        }
        let Some(arxiv) = &ids.arxiv else {
            return;
        };
        let class = meta
            .arxiv_class
            .as_deref()
            .map(str::trim)
            .filter(|class| {
                class
                    .chars()
                    .all(|c| c.is_ascii_alphabetic() || ".-".contains(c))
            })
            .unwrap_or_default();
        self.put("eprint", Value::Verbatim(arxiv.to_string()));
        let (prefix, server) = ("archivePrefix", "eprinttype");
        self.put_named(
            prefix,
            server,
            Value::Verbatim(match self.dialect {
                Dialect::Bibtex => "arXiv".to_owned(),
                Dialect::Biblatex => "arxiv".to_owned(),
            }),
        );
        self.put_named(
            "primaryClass",
            "eprintclass",
            Value::Verbatim(class.to_owned()),
        );
        let shown = self.manner.style.arxiv == ArxivShown::Eprint;
        if form == Form::Online && self.dialect == Dialect::Bibtex && !shown {
            // Most classic styles print neither eprint nor doi: this line is all they show. Ids of
            // before April 2007 name their archive themselves.
            let class = if class.is_empty() || arxiv.as_str().contains('/') {
                String::new()
            } else {
                format!(" [{class}]")
            };
            self.put("howpublished", Value::Text(format!("arXiv:{arxiv}{class}")));
        }
    }
}

#[cfg(test)]
mod tests;
