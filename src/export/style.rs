//! Profiles of output: what the readers of a venue's bibliographies want to see.

use super::Format;
use super::bibtex::Dialect;

/// Where the arXiv id of a work that is nowhere else is printed by classic styles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ArxivShown {
    /// By `howpublished`, which every style prints, while most know no `eprint`.
    HowPublished,
    /// By the style itself from `eprint`; `howpublished` would print it twice.
    Eprint,
}

/// A profile of output. All there are stand in [`Style::ALL`]; they are data and hold no code.
#[derive(Debug, PartialEq, Eq)]
pub struct Style {
    /// Its name on the command line and in the configuration.
    pub name: &'static str,
    /// For whom it is.
    pub purpose: &'static str,
    /// Fields it leaves out, by their names in classic BibTeX, unless an entry type demands them.
    pub(super) leaves_out: &'static [&'static str],
    /// Fields that the venue's classic style can't print, and left out for it; biblatex prints all.
    pub(super) unprinted: &'static [&'static str],
    /// Fields it has beyond the usual ones.
    pub(super) adds: &'static [&'static str],
    /// Whether names of venues are abbreviated where their abbreviation is known.
    pub(super) short_venues: bool,
    /// Whether an address stands beside a DOI.
    pub(super) url_beside_doi: bool,
    pub(super) arxiv: ArxivShown,
}

/// For any style: what nobody misses and nothing warns of.
const USUAL: Style = Style {
    name: "default",
    purpose: "for any BibTeX style",
    leaves_out: &[],
    unprinted: &[],
    adds: &[],
    short_venues: false,
    url_beside_doi: true,
    arxiv: ArxivShown::HowPublished,
};

/// natbib's styles print DOI and address both, so one of them is enough.
const NATBIB: Style = Style {
    name: "plainnat",
    purpose: "for natbib: plainnat, abbrvnat, unsrtnat",
    leaves_out: &["publisher", "address", "month", "series"],
    url_beside_doi: false,
    ..USUAL
};

impl Style {
    /// Every style, the default first.
    pub const ALL: [&'static Self; 7] = [
        &USUAL,
        &Self {
            name: "acm",
            purpose: "for ACM-Reference-Format: with places and numbers of articles and pages",
            adds: &["address", "articleno", "numpages"],
            arxiv: ArxivShown::Eprint,
            ..USUAL
        },
        &Self {
            name: "ieee",
            purpose: "for IEEEtran: names of venues abbreviated, no publishers",
            leaves_out: &["publisher", "address"],
            short_venues: true,
            url_beside_doi: false,
            ..USUAL
        },
        &Self {
            name: "usenix",
            purpose: "for USENIX's template: without the identifiers that it can't print",
            unprinted: &["doi", "eprint", "archivePrefix", "primaryClass"],
            adds: &["address"],
            ..USUAL
        },
        &Self {
            name: "neurips",
            purpose: "for NeurIPS, ICML and ICLR: as plainnat",
            ..NATBIB
        },
        &NATBIB,
        &Self {
            name: "minimal",
            purpose: "short entries: authors, title, venue, year and one identifier",
            leaves_out: &[
                "editor",
                "series",
                "publisher",
                "address",
                "month",
                "primaryClass",
            ],
            url_beside_doi: false,
            ..USUAL
        },
    ];

    /// The style called so.
    #[must_use]
    pub fn from_name(name: &str) -> Option<&'static Self> {
        Self::ALL.into_iter().find(|style| style.name == name)
    }

    /// Whether works in this format may look otherwise than in the default style: outside of `.bib` files
    /// a style changes the names of venues and nothing else.
    #[must_use]
    pub fn matters_in(&self, format: Format) -> bool {
        match format {
            Format::Bib(_) => true,
            Format::Jsonl => *self == USUAL,
            _ => self.short_venues || *self == USUAL,
        }
    }

    /// Whether a field, by its name in the dialect, is left out.
    pub(super) fn leaves_out(&self, field: &str, dialect: Dialect) -> bool {
        let classic = match field {
            "journaltitle" => "journal",
            "location" => "address",
            "eprinttype" => "archivePrefix",
            "eprintclass" => "primaryClass",
            field => field,
        };
        self.leaves_out.contains(&classic)
            || dialect == Dialect::Bibtex && self.unprinted.contains(&classic)
    }

    /// Whether it has this field beyond the usual ones.
    pub(super) fn adds(&self, field: &str) -> bool {
        self.adds.contains(&field)
    }
}

impl Default for &'static Style {
    fn default() -> Self {
        &USUAL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_style_has_a_name_of_its_own() {
        for style in Style::ALL {
            assert_eq!(Style::from_name(style.name), Some(style));
        }
        assert_eq!(Style::from_name("mla"), None);
        assert_eq!(<&Style>::default(), Style::ALL[0]);
    }

    #[test]
    fn styles_matter_where_they_change_something() {
        let style = |name: &str| Style::from_name(name).unwrap();
        assert!(style("acm").matters_in(Format::Bib(Dialect::Bibtex)));
        assert!(!style("acm").matters_in(Format::CslJson));
        assert!(style("ieee").matters_in(Format::CslJson));
        assert!(!style("ieee").matters_in(Format::Jsonl));
        assert!(style("default").matters_in(Format::Jsonl));
    }

    #[test]
    fn one_list_serves_both_dialects() {
        let minimal = Style::from_name("minimal").unwrap();
        assert!(minimal.leaves_out("address", Dialect::Bibtex));
        assert!(minimal.leaves_out("location", Dialect::Biblatex));
        assert!(!minimal.leaves_out("doi", Dialect::Bibtex));
    }

    #[test]
    fn no_style_of_biblatex_loses_the_way_to_a_preprint() {
        for style in Style::ALL {
            for field in ["eprint", "eprinttype", "doi"] {
                let lost = style.leaves_out(field, Dialect::Biblatex);
                assert!(!lost, "{field} in {}", style.name);
            }
        }
        let usenix = Style::from_name("usenix").unwrap();
        assert!(usenix.leaves_out("eprint", Dialect::Bibtex));
    }
}
