//! Entries as a file.

use std::fmt::Write as _;

use super::Dialect;
use super::encode::Encoder;
use super::entry::{Entry, of};
use crate::export::Manner;
use crate::model::Work;

/// Writes `works` as a BibTeX file, sorted by key in byte order: see [`entries`].
#[must_use]
pub fn write(works: &[&Work], dialect: Dialect, manner: &Manner) -> String {
    let entries = entries(works, dialect, manner).into_iter();
    let entries: Vec<String> = entries.map(|(_, entry)| entry).collect();
    entries.join("\n")
}

/// The entries of `works`, each with its key, sorted by key in byte order.
///
/// One field a line, two blanks before it, the equals signs of an entry under each other, a comma
/// after every value, a line end after the entry. Words that one title shows to be names keep their capitals in all. Keys are written
/// as they are: [`crate::export::keys::assign`] makes them unique.
#[must_use]
pub fn entries(works: &[&Work], dialect: Dialect, manner: &Manner) -> Vec<(String, String)> {
    let mut works = works.to_vec();
    works.sort_by(|a, b| a.key.cmp(&b.key));
    let titles = works.iter().map(|work| &work.meta.title);
    let mut encoder = Encoder::new(dialect, manner.words.taught_by(titles));
    let written = works.into_iter().map(|work| {
        let entry = of(work, dialect, manner);
        let mut out = String::new();
        lay_out(&mut out, &work.key, &entry, &mut encoder);
        (work.key.clone(), out)
    });
    written.collect()
}

fn lay_out(out: &mut String, key: &str, entry: &Entry, encoder: &mut Encoder) {
    let width = entry.fields.iter().map(|(name, _)| name.len()).max();
    let width = width.unwrap_or_default();
    out.extend(["@", entry.kind, "{", key, ",\n"]);
    for (name, value) in &entry.fields {
        // Writing to a string never fails.
        _ = writeln!(out, "  {name:width$} = {},", encoder.encode(value));
    }
    out.push_str("}\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Doi, Kind, Metadata, Pages, PartialDate, PersonName, Title, WorkStatus};

    fn work(key: &str) -> Work {
        let title = "Electrode: Accelerating Distributed Protocols with eBPF";
        let mut meta = Metadata::new(Kind::Conference, Title::plain(title));
        meta.authors = vec![
            PersonName::parse("Yang Zhou").into(),
            PersonName::parse("José Muñoz").into(),
        ];
        meta.venue = Some(Title::plain(
            "20th USENIX Symposium on Networked Systems (NSDI 23)",
        ));
        meta.pages = Pages::parse("1391-1407");
        meta.date = PartialDate::parse("2023-04");
        meta.ids.doi = Doi::parse("10.1000/x_y").ok();
        Work {
            key: key.into(),
            aliases: Vec::new(),
            status: WorkStatus::Matched,
            meta,
            fields: [("note".to_owned(), "Best\n  paper".to_owned())].into(),
            origins: std::collections::BTreeMap::new(),
            editions: std::collections::BTreeSet::new(),
            expressions: std::collections::BTreeMap::new(),
        }
    }

    #[test]
    fn a_file_in_bibtex() {
        insta::assert_snapshot!(write(&[&work("b2023"), &work("a2023")], Dialect::Bibtex, &Manner::default()), @r"
        @inproceedings{a2023,
          author    = {Zhou, Yang and Mu{\~n}oz, Jos{\'e}},
          title     = {Electrode: Accelerating Distributed Protocols with {eBPF}},
          booktitle = {20th {USENIX} Symposium on Networked Systems ({NSDI} 23)},
          pages     = {1391--1407},
          year      = {2023},
          month     = apr,
          doi       = {10.1000/x_y},
          note      = {Best paper},
        }

        @inproceedings{b2023,
          author    = {Zhou, Yang and Mu{\~n}oz, Jos{\'e}},
          title     = {Electrode: Accelerating Distributed Protocols with {eBPF}},
          booktitle = {20th {USENIX} Symposium on Networked Systems ({NSDI} 23)},
          pages     = {1391--1407},
          year      = {2023},
          month     = apr,
          doi       = {10.1000/x_y},
          note      = {Best paper},
        }
        ");
    }

    #[test]
    fn a_file_in_biblatex() {
        insta::assert_snapshot!(write(&[&work("zhou2023electrode")], Dialect::Biblatex, &Manner::default()), @r"
        @inproceedings{zhou2023electrode,
          author    = {Zhou, Yang and Muñoz, José},
          title     = {Electrode: Accelerating Distributed Protocols with {eBPF}},
          booktitle = {20th {USENIX} Symposium on Networked Systems ({NSDI} 23)},
          pages     = {1391--1407},
          date      = {2023-04},
          doi       = {10.1000/x_y},
          note      = {Best paper},
        }
        ");
    }

    #[test]
    fn the_order_of_works_does_not_matter() {
        let (a, b) = (work("a"), work("B"));
        let text = |works: &[&Work]| write(works, Dialect::Bibtex, &Manner::default());
        assert_eq!(text(&[&a, &b]), text(&[&b, &a]));
        assert_eq!(text(&[]), "");
    }
}
