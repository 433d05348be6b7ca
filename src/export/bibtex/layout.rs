//! Lays out entries as a file.

use std::fmt::Write as _;

use super::Dialect;
use super::encode::Encoder;
use super::entry::{BibtexEntry, of};
use crate::export::RenderOptions;
use crate::model::Work;

/// Writes `works` as a BibTeX file sorted by key in byte order. See [`entries`].
#[must_use]
pub fn write(works: &[&Work], dialect: Dialect, options: &RenderOptions) -> String {
    let entries = entries(works, dialect, options).into_iter();
    let entries: Vec<String> = entries.map(|(_, entry)| entry).collect();
    entries.join("\n")
}

/// Returns the entries of `works`, each with its key, sorted by key in byte order.
///
/// Each field is on a line of its own, indented by two spaces, with the equals signs aligned, a
/// comma after every value and a line end after the entry. Capitals of words that one title shows
/// to be names are protected in all titles. Keys are written unchanged;
/// [`crate::export::keys::assign`] makes them unique.
#[must_use]
pub fn entries(
    works: &[&Work],
    dialect: Dialect,
    options: &RenderOptions,
) -> Vec<(String, String)> {
    let mut works = works.to_vec();
    works.sort_by(|a, b| a.key.cmp(&b.key));
    let titles = works.iter().map(|work| &work.meta.title);
    let mut encoder = Encoder::new(dialect, options.words.taught_by(titles));
    let written = works.into_iter().map(|work| {
        let entry = of(work, dialect, options);
        let mut out = String::new();
        lay_out(&mut out, &work.key, &entry, &mut encoder);
        (work.key.clone(), out)
    });
    written.collect()
}

fn lay_out(out: &mut String, key: &str, entry: &BibtexEntry, encoder: &mut Encoder) {
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
    use crate::model::{Doi, Kind, Metadata, Pages, PartialDate, PersonName, Title};

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
            fields: [("note".to_owned(), "Best\n  paper".to_owned())].into(),
            ..Work::new(key, meta)
        }
    }

    #[test]
    fn works_as_a_bibtex_file() {
        insta::assert_snapshot!(write(&[&work("b2023"), &work("a2023")], Dialect::Bibtex, &RenderOptions::default()), @r"
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
    fn works_as_a_biblatex_file() {
        insta::assert_snapshot!(write(&[&work("zhou2023electrode")], Dialect::Biblatex, &RenderOptions::default()), @r"
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
    fn order_of_works_does_not_matter() {
        let (a, b) = (work("a"), work("B"));
        let text = |works: &[&Work]| write(works, Dialect::Bibtex, &RenderOptions::default());
        assert_eq!(text(&[&a, &b]), text(&[&b, &a]));
        assert_eq!(text(&[]), "");
    }
}
