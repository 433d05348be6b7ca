//! Converts a work into an entry: its type and its fields in order.

use super::encode::FieldValue;
use super::form::EntryForm;
use super::{Dialect, overrides};
use crate::export::RenderOptions;
use crate::export::identifiers::Identifiers;
use crate::export::style::ArxivField;
use crate::export::venue::without_place_and_date;
use crate::model::{Contributor, Kind, Metadata, PartialDate, PersonName, Pmid, Work};

/// An entry type and fields, ready to be encoded.
#[derive(Debug)]
pub(super) struct BibtexEntry {
    pub kind: &'static str,
    pub fields: Vec<(String, FieldValue)>,
}

/// The order of fields in every entry. All others follow by name.
const ORDER: [&str; 38] = [
    "ids",
    "author",
    "editor",
    "collaboration",
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
    "pmid",
    "isbn",
    "url",
    "note",
];

/// Creates the entry of a work in a dialect.
pub(super) fn of(work: &Work, dialect: Dialect, options: &RenderOptions) -> BibtexEntry {
    let mut fields = FieldBuilder {
        dialect,
        options,
        list: Vec::new(),
    };
    let (date, given) = overrides::fields(&work.fields, work.meta.date, dialect);
    let form = EntryForm::of(&work.meta, dialect);
    fields.common_fields(&work.meta, form, date);
    fields.publication_fields(&work.meta, form);
    if dialect == Dialect::Biblatex {
        // biber finds a work by its former keys in texts that still cite them.
        fields.put("ids", FieldValue::Verbatim(work.aliases.join(", ")));
    }
    let mut fields = fields.list;
    let demanded = form.required_fields(dialect);
    let kept = |name: &str| !options.style.omits(name, dialect) || demanded.contains(&name);
    fields.retain(|(name, _)| kept(name));
    fields.retain(|(name, _)| !given.iter().any(|(own, _)| own == name));
    fields.extend(
        given
            .into_iter()
            .filter(|(_, value)| !value.is_empty())
            .map(|(name, value)| overrides::encoded(name, value)),
    );
    for (name, value) in overrides::named(&work.expressions, dialect) {
        fields.retain(|(own, _)| *own != name);
        fields.push((name, FieldValue::Pieces(value)));
    }
    fields.sort_by(|(a, _), (b, _)| position(a).cmp(&position(b)).then_with(|| a.cmp(b)));
    BibtexEntry {
        kind: form.entry_type(dialect),
        fields,
    }
}

fn position(name: &str) -> usize {
    ORDER
        .iter()
        .position(|known| *known == name)
        .unwrap_or(ORDER.len())
}

/// The fields of an entry under construction.
pub(super) struct FieldBuilder<'a> {
    pub(super) dialect: Dialect,
    pub(super) options: &'a RenderOptions,
    pub(super) list: Vec<(String, FieldValue)>,
}

impl FieldBuilder<'_> {
    /// Adds a field unless its value is empty.
    pub(super) fn put(&mut self, name: &str, value: FieldValue) {
        let empty = match &value {
            FieldValue::Names(people, _) => people.iter().all(PersonName::is_empty),
            FieldValue::Title(title) | FieldValue::Venue(title) => title.is_empty(),
            FieldValue::Text(text)
            | FieldValue::Verbatim(text)
            | FieldValue::AsGiven(text)
            | FieldValue::Pieces(text) => text.trim().is_empty(),
            FieldValue::Month(_) => false,
        };
        if !empty {
            self.list.push((name.to_owned(), value));
        }
    }

    /// Adds a field under the dialect's name for it.
    pub(super) fn put_named(&mut self, bibtex: &str, biblatex: &str, value: FieldValue) {
        let name = match self.dialect {
            Dialect::Bibtex => bibtex,
            Dialect::Biblatex => biblatex,
        };
        self.put(name, value);
    }

    /// Adds the fields that entries of every type may have.
    fn common_fields(&mut self, meta: &Metadata, form: EntryForm, date: Option<PartialDate>) {
        self.people(meta, form);
        let title = match form {
            EntryForm::Proceedings => without_place_and_date(&meta.title),
            _ => meta.title.clone(),
        };
        self.put("title", FieldValue::Title(title));
        if let Some(date) = date {
            self.date(date, meta.kind);
        }
        self.identifiers(meta, form);
        if let Some(note) = &meta.note {
            self.put("note", FieldValue::Text(note.clone()));
        }
    }

    /// Adds authors and editors. The editors of a volume are written where a style needs them: in
    /// books and their chapters, and in place of authors. A classic @book has either.
    fn people(&mut self, meta: &Metadata, form: EntryForm) {
        let names = |people: &[Contributor]| people.iter().map(|one| one.name.clone()).collect();
        let (authors, mut editors): (Vec<_>, Vec<_>) = (names(&meta.authors), names(&meta.editors));
        if form == EntryForm::Proceedings {
            // Some sources list the editors of a volume as its authors.
            if editors.is_empty() {
                editors = authors;
            }
            self.put("editor", FieldValue::Names(editors, meta.more_authors));
            return;
        }
        if authors.is_empty() || form == EntryForm::InCollection {
            self.put("editor", FieldValue::Names(editors, false));
        }
        self.put("author", FieldValue::Names(authors, meta.more_authors));
        if let Some(collaboration) = &meta.collaboration {
            self.put("collaboration", FieldValue::Text(collaboration.clone()));
        }
    }

    /// Adds the date. Days are written only if they distinguish versions.
    fn date(&mut self, date: PartialDate, kind: Kind) {
        if self.dialect == Dialect::Bibtex {
            self.put("year", FieldValue::Text(format!("{:04}", date.year)));
            if let Some(month) = date.month {
                self.put("month", FieldValue::Month(month));
            }
            return;
        }
        let exact = matches!(kind, Kind::Web | Kind::Patent);
        let month = date
            .month
            .filter(|_| exact || !self.options.style.omits("month", self.dialect));
        let day = date.day.filter(|_| exact);
        let date = PartialDate { month, day, ..date };
        self.put("date", FieldValue::Text(date.to_string()));
    }

    fn identifiers(&mut self, meta: &Metadata, form: EntryForm) {
        let ids = Identifiers::of(meta);
        if let Some(doi) = &ids.doi {
            self.put("doi", FieldValue::Verbatim(doi.to_string()));
        }
        if let Some(url) = &ids.url
            && (ids.doi.is_none() || self.options.style.url_with_doi)
        {
            self.put("url", FieldValue::Verbatim(url.clone()));
        }
        if let Some(pmid) = &ids.pmid {
            self.pubmed(pmid, ids.arxiv.is_none());
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
        self.put("eprint", FieldValue::Verbatim(arxiv.to_string()));
        let (prefix, server) = ("archivePrefix", "eprinttype");
        self.put_named(
            prefix,
            server,
            FieldValue::Verbatim(match self.dialect {
                Dialect::Bibtex => "arXiv".to_owned(),
                Dialect::Biblatex => "arxiv".to_owned(),
            }),
        );
        self.put_named(
            "primaryClass",
            "eprintclass",
            FieldValue::Verbatim(class.to_owned()),
        );
        let shown = self.options.style.arxiv == ArxivField::Eprint;
        if form == EntryForm::Online && self.dialect == Dialect::Bibtex && !shown {
            // Most classic styles print neither eprint nor doi, so this line is all they show. Ids
            // before April 2007 include their archive.
            let class = if class.is_empty() || arxiv.as_str().contains('/') {
                String::new()
            } else {
                format!(" [{class}]")
            };
            self.put(
                "howpublished",
                FieldValue::Text(format!("arXiv:{arxiv}{class}")),
            );
        }
    }

    /// Adds a PubMed identifier. biblatex has no field for it but the eprint, which may be taken by
    /// an arXiv id.
    fn pubmed(&mut self, pmid: &Pmid, is_eprint_free: bool) {
        let id = FieldValue::Verbatim(pmid.to_string());
        match self.dialect {
            Dialect::Bibtex => self.put("pmid", id),
            Dialect::Biblatex if is_eprint_free => {
                self.put("eprint", id);
                self.put("eprinttype", FieldValue::Verbatim("pubmed".to_owned()));
            }
            Dialect::Biblatex => {}
        }
    }
}

#[cfg(test)]
mod tests;
