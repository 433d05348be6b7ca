//! A work with its text cleaned for formats other than BibTeX, in Unicode.

use std::fmt::Write as _;

use super::RenderOptions;
use super::identifiers::Identifiers;
use super::names::cleaned;
use super::numbers::{edition, edition_number, known_pages, plain_number};
use super::person_fields::with_person_fields;
use super::venue::without_place_and_date;
use super::venue_title::printed_name;
use crate::model::{
    Contributor, Isbn, Kind, Metadata, Pages, PartialDate, PersonName, Run, Title, Work,
};
use crate::text::casing::repaired;
use crate::text::latex::{tidy, tidy_title, with_scripts};
use crate::text::markup::without_final_period;
use crate::text::unlatex;

/// The printable parts of a work. Text is empty if unknown.
#[derive(Debug)]
pub(super) struct Cited<'a> {
    pub key: &'a str,
    pub kind: Kind,
    pub title: Title,
    pub authors: Vec<PersonName>,
    /// Whether further authors are not named.
    pub others: bool,
    pub editors: Vec<PersonName>,
    pub date: Option<PartialDate>,
    pub venue: String,
    pub venue_short: String,
    pub series: String,
    pub volume: String,
    pub number: String,
    pub pages: Option<Pages>,
    pub article_number: String,
    /// The edition's number if it has one, otherwise the source's text.
    pub edition: String,
    pub chapter: String,
    /// The type of thesis, report or part, if it is more specific than the kind.
    pub genre: String,
    pub publisher: String,
    pub address: String,
    pub institution: String,
    pub ids: Identifiers,
    pub isbn: Option<Isbn>,
    pub note: String,
}

impl<'a> Cited<'a> {
    /// Cleans a work, after applying the fields that the person wrote.
    pub(super) fn of(work: &'a Work, options: &RenderOptions) -> Self {
        let meta = with_person_fields(work);
        let text = |text: &Option<String>| tidy(text.as_deref().unwrap_or_default());
        let others = meta.more_authors;
        let (mut authors, mut editors) = (people(&meta.authors), people(&meta.editors));
        if meta.kind == Kind::Proceedings && editors.is_empty() {
            // Some sources list the editors of a volume as its authors.
            editors = std::mem::take(&mut authors);
        }
        Self {
            key: &work.key,
            kind: meta.kind,
            title: title(&meta),
            authors,
            others,
            editors,
            date: meta.date,
            venue: venue_name(&meta, options),
            venue_short: text(&meta.venue_short),
            series: text(&meta.series),
            volume: plain_number(meta.volume.as_deref()).replace("--", "-"),
            number: plain_number(meta.number.as_deref()).replace("--", "-"),
            article_number: text(&meta.article_number),
            edition: edition_number(meta.edition.as_deref()).map_or_else(
                || tidy(&edition(meta.edition.as_deref())),
                |number| number.to_string(),
            ),
            chapter: text(&meta.chapter),
            genre: text(&meta.genre),
            publisher: text(&meta.publisher),
            address: text(&meta.address),
            institution: text(&meta.institution),
            ids: Identifiers::of(&meta),
            isbn: meta.isbn.clone(),
            note: text(&meta.note),
            pages: known_pages(&meta).cloned(),
        }
    }

    /// Returns the pages with a plain hyphen in ranges (`12-34, 56`), or the article number.
    pub(super) fn page_list(&self) -> String {
        let pages = self.pages.as_ref().map(ToString::to_string);
        let list = pages.unwrap_or_default().replace("--", "-");
        if list.is_empty() {
            self.article_number.clone()
        } else {
            list
        }
    }

    /// Returns the URL at which the work can be read: its DOI's, or its arXiv page, or its own URL.
    pub(super) fn link(&self) -> Option<String> {
        let doi = self.ids.doi.as_ref().map(|doi| doi_address(doi.as_str()));
        let arxiv = || self.ids.arxiv.as_ref().map(|id| arxiv_address(id.as_str()));
        doi.or_else(arxiv).or_else(|| self.ids.url.clone())
    }

    /// Returns the institution or publisher, for a work without a venue.
    pub(super) fn organisation(&self) -> &str {
        if self.institution.is_empty() {
            &self.publisher
        } else {
            &self.institution
        }
    }
}

/// Cleans the works and sorts them by key in byte order.
pub(super) fn by_key<'a>(works: &[&'a Work], options: &RenderOptions) -> Vec<Cited<'a>> {
    let mut cited: Vec<Cited<'_>> = works.iter().map(|work| Cited::of(work, options)).collect();
    cited.sort_by(|a, b| a.key.cmp(b.key));
    cited
}

/// Returns the URL of a DOI. Characters that a URL can't contain are percent-encoded, as the DOI
/// Handbook asks (2.5.2.4).
pub(super) fn doi_address(doi: &str) -> String {
    let mut out = "https://doi.org/".to_owned();
    for byte in doi.bytes() {
        match byte {
            b'a'..=b'z'
            | b'A'..=b'Z'
            | b'0'..=b'9'
            | b'/'
            | b'.'
            | b'-'
            | b'_'
            | b':'
            | b';'
            | b'~' => out.push(char::from(byte)),
            byte => _ = write!(out, "%{byte:02X}"),
        }
    }
    out
}

/// Returns the URL of a paper on arXiv.
pub(super) fn arxiv_address(id: &str) -> String {
    format!("https://arxiv.org/abs/{id}")
}

/// Returns a run in plain characters. A formula is converted as far as possible without TeX.
pub(super) fn plain(run: &Run) -> String {
    match run {
        Run::Math(tex) => unlatex::text(&format!("${tex}$")),
        other => other.text().to_owned(),
    }
}

/// Returns a title in plain characters.
pub(super) fn plain_title(title: &Title) -> String {
    title.runs().iter().map(plain).collect()
}

fn title(meta: &Metadata) -> Title {
    let title = match meta.kind {
        Kind::Proceedings => without_place_and_date(&meta.title),
        _ => meta.title.clone(),
    };
    repaired(&with_scripts(&without_final_period(tidy_title(&title))))
}

fn people(list: &[Contributor]) -> Vec<PersonName> {
    let names = list.iter().map(|one| cleaned(&one.name));
    names.filter(|name| !name.is_empty()).collect()
}

fn venue_name(meta: &Metadata, options: &RenderOptions) -> String {
    tidy(&plain_title(&printed_name(meta, options)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::{bibtex::Dialect, samples::work};

    #[test]
    fn fields_of_the_person_apply_to_every_format() {
        let mut work = work("a");
        for (name, value) in [
            ("Title", "On {\\'E}toiles"),
            ("year", "2021"),
            ("note", "Best \\& only"),
            ("pages", ""),
        ] {
            work.fields.insert(name.into(), value.into());
        }
        let cited = Cited::of(&work, &RenderOptions::default());
        assert_eq!(cited.title.text(), "On Étoiles");
        assert_eq!(cited.date, Some(PartialDate::year(2021)));
        assert_eq!(cited.note, "Best & only");
        assert_eq!(cited.page_list(), "");
    }

    #[test]
    fn date_fields_of_the_person_complete_the_known_date() {
        let dated = |given: &[(&str, &str)]| {
            let mut work = work("a");
            for (name, value) in given {
                work.fields.insert((*name).into(), (*value).into());
            }
            let cited = Cited::of(&work, &RenderOptions::default());
            cited.date.map_or_else(String::new, |date| date.to_string())
        };
        for (given, want) in [
            (&[("month", "jun")][..], "2023-06"),
            (&[("month", "Spring")], "2023"),
            (&[("month", "13")], "2023"),
            (&[("month", "")], "2023"),
            (&[("year", "2023")], "2023-04"),
            (&[("year", "2024")], "2024"),
            (&[("year", "2024"), ("month", "jun")], "2024-06"),
            (&[("date", "2022-01")], "2022-01"),
            (&[("year", "to appear")], ""),
            (&[("date", "")], ""),
        ] {
            assert_eq!(dated(given), want, "{given:?}");
        }
    }

    #[test]
    fn identifier_field_removes_no_other_field() {
        let mut work = crate::export::samples::article("a");
        for (name, value) in [
            ("volume", "5"),
            ("pages", "1--9"),
            ("eprint", "2101.00001"),
            ("archiveprefix", "arXiv"),
            ("journal", "A"),
            ("journaltitle", "C"),
        ] {
            work.fields.insert(name.into(), value.into());
        }
        let cited = Cited::of(&work, &RenderOptions::default());
        assert_eq!((&*cited.volume, &*cited.page_list()), ("5", "1-9"));
        assert!(cited.ids.arxiv.is_some());
        let options = RenderOptions::default();
        let bibtex = crate::export::bibtex::write(&[&work], Dialect::Bibtex, &options);
        assert!(bibtex.contains(&format!("{{{}}}", cited.venue)), "{bibtex}");
    }

    #[test]
    fn doi_urls_are_percent_encoded() {
        assert_eq!(
            doi_address("10.1002/(sici)1097<1::aid>3.0#x"),
            "https://doi.org/10.1002/%28sici%291097%3C1::aid%3E3.0%23x"
        );
    }
}
