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
const ORDER: [&str; 34] = [
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
    fields.retain(|(name, _)| !manner.style.leaves_out(name) || demanded.contains(&name.as_str()));
    fields.retain(|(name, _)| !given.iter().any(|(own, _)| own == name));
    fields.extend(
        given
            .into_iter()
            .filter(|(_, value)| !value.is_empty())
            .map(|(name, value)| (name, Value::AsGiven(value))),
    );
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
            Value::Text(text) | Value::Verbatim(text) | Value::AsGiven(text) => {
                text.trim().is_empty()
            }
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
            .filter(|_| exact || !self.manner.style.leaves_out("month"));
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
mod tests {
    use super::*;
    use crate::model::{ArxivId, Doi, Isbn, Pages, Title, WorkStatus};

    /// What every listing says.
    fn bare(kind: Kind) -> Metadata {
        let mut meta = Metadata::new(kind, Title::plain("A Title"));
        meta.authors = vec![PersonName::parse("Jane Doe").into()];
        meta.date = PartialDate::parse("2020-01-05");
        meta
    }

    /// As much as can be known.
    fn rich(kind: Kind) -> Metadata {
        let text = |text: &str| Some(text.to_owned());
        let mut meta = bare(kind);
        meta.editors = vec![PersonName::parse("Ed Itor").into()];
        meta.venue = Some(Title::plain("Annals of Things"));
        meta.venue_short = text("AoT");
        meta.series = text("Lecture Notes in Things");
        meta.volume = text("12");
        meta.number = text("3-4");
        meta.pages = Pages::parse("1-9");
        meta.publisher = text("ACM Press");
        meta.address = text("New York");
        meta.institution = text("MIT");
        meta.ids.doi = Doi::parse("10.1000/182").ok();
        meta.ids.arxiv = ArxivId::parse("2001.00001").ok();
        meta.arxiv_class = text("cs.NI");
        meta.isbn = Isbn::parse("978-3-16-148410-0").ok();
        meta.url = text("https://example.org/a_b");
        meta
    }

    fn entry(meta: Metadata, dialect: Dialect) -> Entry {
        let work = Work {
            key: "k".into(),
            aliases: Vec::new(),
            status: WorkStatus::Matched,
            meta,
            fields: std::collections::BTreeMap::new(),
            origins: std::collections::BTreeMap::new(),
            editions: std::collections::BTreeSet::new(),
        };
        of(&work, dialect, &Manner::default())
    }

    /// A line for an entry: its type, its fields.
    fn shape(meta: Metadata, dialect: Dialect) -> String {
        let entry = entry(meta, dialect);
        let names: Vec<&str> = entry.fields.iter().map(|(name, _)| name.as_str()).collect();
        format!("{}: {}", entry.kind, names.join(" "))
    }

    fn shapes(of: fn(Kind) -> Metadata, dialect: Dialect) -> String {
        Kind::ALL
            .map(|kind| shape(of(kind), dialect) + "\n")
            .concat()
    }

    #[test]
    fn shapes_in_bibtex() {
        insta::assert_snapshot!(shapes(rich, Dialect::Bibtex), @r"
        inproceedings: author title booktitle series volume pages publisher year month doi eprint archivePrefix primaryClass url
        article: author title journal volume number pages year month doi eprint archivePrefix primaryClass url
        misc: author title year month howpublished doi eprint archivePrefix primaryClass url
        book: author title series volume publisher address year month doi eprint archivePrefix primaryClass url
        incollection: author editor title booktitle series volume pages publisher address year month doi eprint archivePrefix primaryClass url
        proceedings: editor title series volume publisher address year month doi eprint archivePrefix primaryClass url
        phdthesis: author title address year month school doi eprint archivePrefix primaryClass url
        mastersthesis: author title address year month school doi eprint archivePrefix primaryClass url
        techreport: author title number address year month institution doi eprint archivePrefix primaryClass url
        misc: author title year month howpublished doi eprint archivePrefix primaryClass url
        misc: author title year month howpublished doi eprint archivePrefix primaryClass url
        misc: author title year month howpublished doi eprint archivePrefix primaryClass url
        misc: author title year month howpublished doi eprint archivePrefix primaryClass url
        misc: author title year month howpublished doi eprint archivePrefix primaryClass url
        ");
    }

    #[test]
    fn classes_cannot_break_a_file() {
        for (class, want) in [
            ("cs.NI", Some("arXiv:2001.00001 [cs.NI]")),
            (
                "cond-mat.mes-hall",
                Some("arXiv:2001.00001 [cond-mat.mes-hall]"),
            ),
            ("x}, note = {y", Some("arXiv:2001.00001")),
            ("", Some("arXiv:2001.00001")),
        ] {
            let mut meta = rich(Kind::Preprint);
            meta.arxiv_class = Some(class.to_owned());
            let entry = entry(meta, Dialect::Bibtex);
            let field = |name: &str| {
                let (_, value) = entry.fields.iter().find(|(own, _)| own == name)?;
                match value {
                    Value::Text(text) | Value::Verbatim(text) => Some(text.as_str()),
                    _ => None,
                }
            };
            assert_eq!(field("howpublished"), want);
            assert_eq!(
                field("primaryClass").is_some(),
                want.is_some_and(|it| it.ends_with(']'))
            );
        }
    }

    #[test]
    fn shapes_in_biblatex() {
        insta::assert_snapshot!(shapes(rich, Dialect::Biblatex), @r"
        inproceedings: author title booktitle series volume pages publisher date doi eprint eprinttype eprintclass url
        article: author title journaltitle volume number pages date doi eprint eprinttype eprintclass url
        online: author title date doi eprint eprinttype eprintclass url
        book: author title series volume publisher location date doi eprint eprinttype eprintclass url
        incollection: author editor title booktitle series volume pages publisher location date doi eprint eprinttype eprintclass url
        proceedings: editor title series volume publisher location date doi eprint eprinttype eprintclass url
        thesis: author title location date type institution doi eprint eprinttype eprintclass url
        thesis: author title location date type institution doi eprint eprinttype eprintclass url
        report: author title number location date type institution doi eprint eprinttype eprintclass url
        patent: author title number date doi eprint eprinttype eprintclass url
        dataset: author title publisher date doi eprint eprinttype eprintclass url
        software: author title date organization doi eprint eprinttype eprintclass url
        online: author title date doi eprint eprinttype eprintclass url
        misc: author title date howpublished doi eprint eprinttype eprintclass url
        ");
    }

    #[test]
    fn shapes_of_bare_listings() {
        insta::assert_snapshot!(shapes(bare, Dialect::Bibtex), @r"
        misc: author title year month
        misc: author title year month
        misc: author title year month
        booklet: author title year month
        misc: author title year month
        proceedings: editor title year month
        misc: author title year month howpublished
        misc: author title year month howpublished
        misc: author title year month howpublished
        misc: author title year month howpublished
        misc: author title year month
        misc: author title year month
        misc: author title year month
        misc: author title year month
        ");
    }

    /// The fields without which btxdoc's styles warn, and biblatex's data model complains.
    #[test]
    fn required_fields_are_there() {
        for (dialect, kind, required) in [
            (Dialect::Bibtex, "article", "journal"),
            (Dialect::Bibtex, "inproceedings", "booktitle"),
            (Dialect::Bibtex, "incollection", "booktitle publisher"),
            (Dialect::Bibtex, "book", "publisher"),
            (Dialect::Bibtex, "phdthesis", "school"),
            (Dialect::Bibtex, "mastersthesis", "school"),
            (Dialect::Bibtex, "techreport", "institution"),
            (Dialect::Biblatex, "article", "journaltitle"),
            (Dialect::Biblatex, "inproceedings", "booktitle"),
            (Dialect::Biblatex, "incollection", "booktitle"),
            (Dialect::Biblatex, "thesis", "type institution"),
            (Dialect::Biblatex, "report", "type institution"),
            (Dialect::Biblatex, "patent", "number"),
        ] {
            let mut found = 0;
            for meta in Kind::ALL
                .into_iter()
                .flat_map(|kind| [bare(kind), rich(kind)])
            {
                let entry = entry(meta, dialect);
                if entry.kind == kind {
                    found += 1;
                    for name in required.split(' ') {
                        assert!(
                            entry.fields.iter().any(|(own, _)| own == name),
                            "{kind} {name}"
                        );
                    }
                }
            }
            assert!(found > 0, "no {kind}");
        }
    }
}
