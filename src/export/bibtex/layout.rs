//! Entries as a file.

use super::Dialect;
use super::encode::encode;
use super::entry::{Entry, of};
use crate::model::Work;

/// Writes `works` as a BibTeX file, sorted by key in byte order.
///
/// One field a line, two blanks before it, the equals signs of an entry under each other, a comma
/// after every value, a blank line between entries and a line end after the last. No works give an
/// empty text. Keys are written as they are: [`crate::export::keys::assign`] makes them unique.
#[must_use]
pub fn write(works: &[&Work], dialect: Dialect) -> String {
    let mut works = works.to_vec();
    works.sort_by(|a, b| a.key.cmp(&b.key));
    works
        .iter()
        .map(|work| lay_out(&work.key, &of(work, dialect), dialect))
        .collect::<Vec<_>>()
        .join("\n")
}

fn lay_out(key: &str, entry: &Entry, dialect: Dialect) -> String {
    let width = entry.fields.iter().map(|(name, _)| name.len()).max();
    let width = width.unwrap_or_default();
    let fields: Vec<String> = entry
        .fields
        .iter()
        .map(|(name, value)| format!("  {name:width$} = {},\n", encode(value, dialect)))
        .collect();
    format!("@{}{{{key},\n{}}}\n", entry.kind, fields.concat())
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
            status: WorkStatus::Matched,
            meta,
            fields: [("note".to_owned(), "Best\n  paper".to_owned())].into(),
            origins: std::collections::BTreeMap::new(),
        }
    }

    #[test]
    fn a_file_in_bibtex() {
        insta::assert_snapshot!(write(&[&work("b2023"), &work("a2023")], Dialect::Bibtex), @r"
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
        insta::assert_snapshot!(write(&[&work("zhou2023electrode")], Dialect::Biblatex), @r"
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
        assert_eq!(
            write(&[&a, &b], Dialect::Bibtex),
            write(&[&b, &a], Dialect::Bibtex)
        );
        assert_eq!(write(&[], Dialect::Bibtex), "");
    }
}
