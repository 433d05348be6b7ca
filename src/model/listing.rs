use std::collections::BTreeMap;

use super::{ArxivId, DblpKey, DblpPid, Doi, Ids, Isbn, Kind, Metadata, Orcid, PersonName, WorkId};

/// Whose list it is, as far as the list says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Person {
    /// The name the person goes by.
    pub name: Option<PersonName>,
    /// Other spellings of it.
    pub aliases: Vec<PersonName>,
    /// The person's page in DBLP.
    pub dblp: Option<DblpPid>,
    /// The person's ORCID iD.
    pub orcid: Option<Orcid>,
}

/// One author as listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ListedAuthor {
    /// The person whose list it is, left blank in the source.
    Person,
    /// Someone by name.
    Named(PersonName),
}

/// What the person says about finding the record of a listing: the `match` of a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MatchDirective {
    /// Search for it. A pinned identifier whose record contradicts the listing is asked about.
    #[default]
    Search,
    /// Search for it, and accept the pinned identifier although its record has another title:
    /// `"match": true`.
    Confirmed,
    /// Do not search for it: `"match": false`.
    Skip,
}

/// One publication as a person lists it: a claim, kept as written.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Listing {
    /// The title as written.
    pub title: String,
    /// The authors in order; empty when none are listed.
    pub authors: Vec<ListedAuthor>,
    /// Whether `authors` is the whole list (`false` after an "et al.").
    pub authors_complete: bool,
    /// Where it appeared, as written: `NSDI '23`.
    pub venue: Option<String>,
    /// The year as written.
    pub year: Option<i32>,
    /// The month as written, 1 to 12.
    pub month: Option<u8>,
    /// What sort of publication the list says it is.
    pub kind: Option<Kind>,
    /// Its state as written: `in submission`, `under review`, `published`.
    pub status: Option<String>,
    /// A DOI the person pins.
    pub doi: Option<Doi>,
    /// An arXiv id the person pins.
    pub arxiv: Option<ArxivId>,
    /// A DBLP key the person pins.
    pub dblp: Option<DblpKey>,
    /// An ISBN the person pins.
    pub isbn: Option<Isbn>,
    /// An address, as written.
    pub url: Option<String>,
    /// The citation key the person wants.
    pub key: Option<String>,
    /// A remark to be exported.
    pub note: Option<String>,
    /// Whether its record is searched for.
    pub directive: MatchDirective,
    /// `false` when the person says: leave this one out of the bibliography.
    pub export: bool,
    /// Identifiers of works that the person says are not meant: the `not` of a profile.
    pub rejected: Vec<WorkId>,
    /// BibTeX fields that win over whatever is found.
    pub fields: BTreeMap<String, String>,
    /// All that the entry says which the listing was read from, where that was told field by field
    /// (a `.bib` file, RIS, CSL-JSON): the form in which it is exported when it is not matched.
    /// Nothing is matched by it, and what is found is not overruled by it.
    pub told: Option<Told>,
}

/// What an entry said that was told field by field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Told {
    /// All of it, as it was read.
    Whole(Box<Metadata>),
    /// What a profile keeps of it beside its own fields, which come first: the person may have put
    /// them right since.
    Beside(Box<Metadata>),
}

impl Told {
    /// The fields that were told.
    #[must_use]
    pub fn meta(&self) -> &Metadata {
        match self {
            Self::Whole(meta) | Self::Beside(meta) => meta,
        }
    }
}

impl Listing {
    /// A listing of which only the title is known, to be looked up.
    #[must_use]
    pub fn titled(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            authors_complete: true,
            export: true,
            ..Self::default()
        }
    }

    /// Whether the person wants its record to be searched for.
    #[must_use]
    pub fn is_searched(&self) -> bool {
        self.directive != MatchDirective::Skip
    }

    /// Returns the identifiers that the person pins. A DOI of arXiv's counts as the arXiv id.
    #[must_use]
    pub fn pins(&self) -> Ids {
        let doi = self.doi.as_ref();
        Ids {
            dblp: self.dblp.clone(),
            doi: doi.filter(|doi| doi.arxiv().is_none()).cloned(),
            arxiv: self.arxiv.clone().or_else(|| doi.and_then(Doi::arxiv)),
        }
    }

    /// Returns [`Self::pins`] one by one, the most specific identifier first.
    #[must_use]
    pub fn pinned_ids(&self) -> Vec<WorkId> {
        WorkId::all_of(&self.pins())
    }

    /// Whether the person pins an identifier.
    #[must_use]
    pub fn is_pinned(&self) -> bool {
        self.doi.is_some() || self.arxiv.is_some() || self.dblp.is_some()
    }

    /// Whether all that the person pins is the id of a preprint.
    #[must_use]
    pub fn is_pinned_to_preprint(&self) -> bool {
        let pins = self.pins();
        pins.arxiv.is_some() && pins.doi.is_none() && pins.dblp.is_none()
    }

    /// Whether the list itself says that the work is a manuscript: it may get another title and
    /// another venue before it is published, if it ever is.
    #[must_use]
    pub fn says_unpublished(&self) -> bool {
        const MARKS: [&str; 32] = [
            "eingereicht",
            "in vorbereitung",
            "in begutachtung",
            "soumis",
            "enviad",
            "submetid",
            "sottoposto",
            "ingediend",
            "inskickad",
            "en preparacion",
            "em preparacao",
            "in preparazione",
            "en evaluacion",
            "подана",
            "направлена",
            "на рецензии",
            "подготовлено",
            "已投稿",
            "投稿中",
            "在审",
            "审稿中",
            "査読中",
            "submission",
            "submitted",
            "under review",
            "in review",
            "draft",
            "unreleased",
            "release soon",
            "in preparation",
            "work in progress",
            "unpublished",
        ];
        let says = |text: &Option<String>| {
            text.as_deref().is_some_and(|text| {
                let text = text.to_lowercase();
                MARKS.iter().any(|mark| text.contains(mark))
            })
        };
        says(&self.status) || (self.status.is_none() && says(&self.venue))
    }

    /// Whether it is a fault when no source has it: the list wants it looked up, and says nothing of
    /// its being still unpublished, or accepted and not out yet.
    #[must_use]
    pub fn is_expected(&self) -> bool {
        const SOON: [&str; 28] = [
            "a paraitre",
            "sous presse",
            "im druck",
            "im erscheinen",
            "erscheint",
            "angenommen",
            "accepte",
            "acceptee",
            "en prensa",
            "aceptado",
            "aceptada",
            "in corso di stampa",
            "in stampa",
            "no prelo",
            "aceito",
            "aceite",
            "w druku",
            "in print",
            "в печати",
            "принята",
            "принято",
            "已录用",
            "待发表",
            "to appear",
            "in press",
            "forthcoming",
            "accepted",
            "coming soon",
        ];
        // As names of venues, these are series that publish.
        const STATES: [&str; 4] = [
            "working paper",
            "manuscript",
            "revision",
            "revise and resubmit",
        ];
        let says = |text: &Option<String>, marks: &[&str]| {
            text.as_deref().is_some_and(|text| {
                let text = text.to_lowercase();
                let words = text.split(|c: char| !c.is_alphanumeric());
                let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
                let words = format!(" {} ", words.join(" "));
                marks
                    .iter()
                    .any(|mark| words.contains(&format!(" {mark} ")))
            })
        };
        let soon = match &self.status {
            None => says(&self.venue, &SOON),
            status => says(status, &SOON) || says(status, &STATES),
        };
        self.is_searched() && !soon && !self.says_unpublished()
    }

    /// The authors' names in order, the person's own put where the list left it blank; `None` for
    /// a blank that can't be filled.
    #[must_use]
    pub fn author_names(&self, person: &Person) -> Vec<Option<PersonName>> {
        self.authors
            .iter()
            .map(|author| match author {
                ListedAuthor::Person => person.name.clone(),
                ListedAuthor::Named(name) => Some(name.clone()),
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_out_yet_is_not_expected_anywhere() {
        let said = |status: Option<&str>, venue: Option<&str>| Listing {
            status: status.map(str::to_owned),
            venue: venue.map(str::to_owned),
            ..Listing::titled("x")
        };
        for status in [
            "in submission",
            "Under Review",
            "eingereicht",
            "待发表",
            "draft",
            "unreleased",
            "to appear",
            "In press.",
            "conditionally accepted",
            "forthcoming",
            "working paper",
            "minor revision",
        ] {
            assert!(!said(Some(status), None).is_expected(), "{status}");
        }
        assert!(!said(None, Some("To appear in NSDI '26")).is_expected());
        for (status, venue) in [
            (None, None),
            (Some("published"), Some("NSDI")),
            (Some("published"), Some("to appear")),
            (None, Some("Dublin Press")),
            (None, Some("NBER Working Paper")),
        ] {
            assert!(said(status, venue).is_expected(), "{status:?} {venue:?}");
        }
        let left_alone = Listing {
            directive: MatchDirective::Skip,
            ..Listing::titled("x")
        };
        assert!(!left_alone.is_expected());
        // An accepted paper has its venue already.
        assert!(!said(Some("to appear"), Some("NSDI")).says_unpublished());
    }
}
