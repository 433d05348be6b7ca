use std::collections::BTreeMap;

use super::{
    ArxivId, DblpKey, DblpPid, Doi, Ids, Isbn, Kind, Metadata, OpenAlexAuthor, Orcid, PersonName,
    Pmid, WorkId,
};

/// The owner of a list, as far as it is known.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Person {
    /// The name the person goes by.
    pub name: Option<PersonName>,
    /// Other spellings of the name.
    pub aliases: Vec<PersonName>,
    /// The person's page in DBLP.
    pub dblp: Option<DblpPid>,
    /// The person's ORCID iD.
    pub orcid: Option<Orcid>,
    /// The person's page in OpenAlex.
    pub openalex: Option<OpenAlexAuthor>,
}

/// One author as listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ListedAuthor {
    /// The owner of the list, left blank in the source.
    Person,
    /// Another person, by name.
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
#[non_exhaustive]
pub struct Listing {
    /// The title as written.
    pub title: String,
    /// The authors in order; empty when none are listed.
    pub authors: Vec<ListedAuthor>,
    /// Whether `authors` is the whole list (`false` after an "et al.").
    pub authors_complete: bool,
    /// The venue as written: `NSDI '23`.
    pub venue: Option<String>,
    /// The year as written.
    pub year: Option<i32>,
    /// The month as written, 1 to 12.
    pub month: Option<u8>,
    /// The kind, if the list names one.
    pub kind: Option<Kind>,
    /// Its state as written: `in submission`, `under review`, `published`.
    pub status: Option<String>,
    /// A DOI the person pins.
    pub doi: Option<Doi>,
    /// An arXiv id the person pins.
    pub arxiv: Option<ArxivId>,
    /// A DBLP key the person pins.
    pub dblp: Option<DblpKey>,
    /// A PubMed identifier the person pins.
    pub pmid: Option<Pmid>,
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
    /// The metadata of the structured entry (`.bib`, RIS, CSL-JSON) from which the listing was read. It
    /// is exported if the listing is not matched. It is not used for matching and does not override
    /// what sources state.
    pub imported: Option<ImportedMetadata>,
}

/// The metadata of a structured entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ImportedMetadata {
    /// All fields, as they were read.
    Full(Box<Metadata>),
    /// The fields that a profile has no field for. The profile's own fields take precedence, because
    /// the person may have corrected them since.
    Extra(Box<Metadata>),
}

impl ImportedMetadata {
    /// Returns the fields.
    #[must_use]
    pub fn meta(&self) -> &Metadata {
        match self {
            Self::Full(meta) | Self::Extra(meta) => meta,
        }
    }
}

impl Listing {
    /// Creates a listing of which only the title is known, to be searched for.
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
            pmid: self.pmid.clone(),
            texkey: None,
            preprint: None,
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
        self.doi.is_some() || self.arxiv.is_some() || self.dblp.is_some() || self.pmid.is_some()
    }

    /// Whether all that the person pins is the id of a preprint.
    #[must_use]
    pub fn is_pinned_to_preprint(&self) -> bool {
        let pins = self.pins();
        pins.arxiv.is_some() && pins.doi.is_none() && pins.dblp.is_none() && pins.pmid.is_none()
    }

    /// Returns the authors' names in order. The person's name fills blanks; `None` is a blank that
    /// can't be filled.
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
