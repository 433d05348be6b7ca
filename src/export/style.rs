//! Output styles: which fields the bibliographies of a venue show.

use super::OutputFormat;
use super::bibtex::Dialect;

/// The field in which classic styles print the arXiv id of an unpublished work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ArxivField {
    /// `howpublished`, which every style prints. Most ignore `eprint`.
    HowPublished,
    /// `eprint`, which the style prints itself. `howpublished` would repeat it.
    Eprint,
}

/// How names of venues are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum VenueNames {
    /// In full.
    Full,
    /// Abbreviated, where that is known: conferences by IEEE's list of words.
    Abbreviated,
    /// Journals alone, as the National Library of Medicine abbreviates them: without periods.
    WithoutPeriods,
    /// Journals alone, with periods.
    WithPeriods,
}

/// An output style. All styles are in [`Style::ALL`]; they consist of data without code.
#[derive(Debug, PartialEq, Eq)]
pub struct Style {
    /// The name on the command line and in the configuration.
    pub name: &'static str,
    /// The purpose, as shown to the user.
    pub purpose: &'static str,
    /// Fields to omit, by their names in classic BibTeX, unless an entry type requires them.
    pub(super) omits: &'static [&'static str],
    /// Fields to omit in BibTeX because the venue's classic style can't print them. biblatex prints
    /// all.
    pub(super) unsupported: &'static [&'static str],
    /// Fields to write in addition to the usual ones.
    pub(super) adds: &'static [&'static str],
    /// How names of venues are printed.
    pub(super) venue_names: VenueNames,
    /// Whether a URL is written in addition to a DOI.
    pub(super) url_with_doi: bool,
    pub(super) arxiv: ArxivField,
}

/// For any BibTeX style: the fields that all styles print or ignore without a warning.
const DEFAULT: Style = Style {
    name: "default",
    purpose: "for any BibTeX style",
    omits: &[],
    unsupported: &[],
    adds: &[],
    venue_names: VenueNames::Full,
    url_with_doi: true,
    arxiv: ArxivField::HowPublished,
};

/// natbib's styles print both DOI and URL, so one of them is enough.
const NATBIB: Style = Style {
    name: "plainnat",
    purpose: "for natbib: plainnat, abbrvnat, unsrtnat",
    omits: &["publisher", "address", "month", "series"],
    url_with_doi: false,
    ..DEFAULT
};

/// The style of medical journals.
const VANCOUVER: Style = Style {
    name: "vancouver",
    purpose: "for medical journals: their names abbreviated as in PubMed",
    venue_names: VenueNames::WithoutPeriods,
    url_with_doi: false,
    ..DEFAULT
};

impl Style {
    /// All styles, the default first.
    pub const ALL: [&'static Self; 10] = [
        &DEFAULT,
        &Self {
            name: "acm",
            purpose: "for ACM-Reference-Format: with places and numbers of articles and pages",
            adds: &["address", "articleno", "numpages"],
            arxiv: ArxivField::Eprint,
            ..DEFAULT
        },
        &Self {
            name: "ieee",
            purpose: "for IEEEtran: names of venues abbreviated, no publishers",
            omits: &["publisher", "address"],
            venue_names: VenueNames::Abbreviated,
            url_with_doi: false,
            ..DEFAULT
        },
        &Self {
            name: "usenix",
            purpose: "for USENIX's template: without the identifiers that it can't print",
            unsupported: &["doi", "eprint", "archivePrefix", "primaryClass"],
            adds: &["address"],
            ..DEFAULT
        },
        &Self {
            name: "neurips",
            purpose: "for NeurIPS, ICML and ICLR: as plainnat",
            ..NATBIB
        },
        &NATBIB,
        &VANCOUVER,
        &Self {
            name: "ama",
            purpose: "for styles of the American Medical Association: as vancouver, without months",
            omits: &["month"],
            ..VANCOUVER
        },
        &Self {
            name: "aps",
            purpose: "for REVTeX: journals abbreviated with periods, arXiv ids in eprint alone",
            venue_names: VenueNames::WithPeriods,
            url_with_doi: false,
            arxiv: ArxivField::Eprint,
            ..DEFAULT
        },
        &Self {
            name: "minimal",
            purpose: "short entries: authors, title, venue, year and one identifier",
            omits: &[
                "editor",
                "series",
                "publisher",
                "address",
                "month",
                "primaryClass",
            ],
            url_with_doi: false,
            ..DEFAULT
        },
    ];

    /// Returns the style with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<&'static Self> {
        Self::ALL.into_iter().find(|style| style.name == name)
    }

    /// Whether this style can change output in a format. Outside of `.bib` files, a style only
    /// changes the names of venues.
    #[must_use]
    pub fn matters_in(&self, format: OutputFormat) -> bool {
        match format {
            OutputFormat::Bib(_) => true,
            OutputFormat::Jsonl => *self == DEFAULT,
            _ => self.venue_names != VenueNames::Full || *self == DEFAULT,
        }
    }

    /// Whether a field is omitted. `field` is its name in the dialect.
    pub(super) fn omits(&self, field: &str, dialect: Dialect) -> bool {
        let classic = match field {
            "journaltitle" => "journal",
            "location" => "address",
            "eprinttype" => "archivePrefix",
            "eprintclass" => "primaryClass",
            field => field,
        };
        self.omits.contains(&classic)
            || dialect == Dialect::Bibtex && self.unsupported.contains(&classic)
    }

    /// Whether the style has this field in addition to the usual ones.
    pub(super) fn adds(&self, field: &str) -> bool {
        self.adds.contains(&field)
    }
}

impl Default for &'static Style {
    fn default() -> Self {
        &DEFAULT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_are_found_by_name() {
        for style in Style::ALL {
            assert_eq!(Style::from_name(style.name), Some(style));
        }
        assert_eq!(Style::from_name("mla"), None);
        assert_eq!(<&Style>::default(), Style::ALL[0]);
    }

    #[test]
    fn style_matters_in_formats_it_changes() {
        let style = |name: &str| Style::from_name(name).unwrap();
        assert!(style("acm").matters_in(OutputFormat::Bib(Dialect::Bibtex)));
        assert!(!style("acm").matters_in(OutputFormat::CslJson));
        assert!(style("ieee").matters_in(OutputFormat::CslJson));
        assert!(!style("ieee").matters_in(OutputFormat::Jsonl));
        assert!(style("default").matters_in(OutputFormat::Jsonl));
    }

    #[test]
    fn omitted_fields_apply_to_both_dialects() {
        let minimal = Style::from_name("minimal").unwrap();
        assert!(minimal.omits("address", Dialect::Bibtex));
        assert!(minimal.omits("location", Dialect::Biblatex));
        assert!(!minimal.omits("doi", Dialect::Bibtex));
    }

    #[test]
    fn biblatex_styles_keep_the_identifiers() {
        for style in Style::ALL {
            for field in ["eprint", "eprinttype", "doi"] {
                let lost = style.omits(field, Dialect::Biblatex);
                assert!(!lost, "{field} in {}", style.name);
            }
        }
        let usenix = Style::from_name("usenix").unwrap();
        assert!(usenix.omits("eprint", Dialect::Bibtex));
    }
}
