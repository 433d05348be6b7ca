use std::fmt;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::{
    ArxivId, DblpKey, DblpPid, Doi, Isbn, Kind, Orcid, Pages, PartialDate, PersonName, Pmid,
    SourceName, Title,
};

/// An author or editor in a record.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Contributor {
    /// The name as the source spells it.
    pub name: PersonName,
    /// The ORCID iD the source confirms.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub orcid: Option<Orcid>,
    /// The person's page in DBLP.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pid: Option<DblpPid>,
}

impl From<PersonName> for Contributor {
    fn from(name: PersonName) -> Self {
        Self {
            name,
            orcid: None,
            pid: None,
        }
    }
}

/// The identifiers of a record or work.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Ids {
    /// The key in DBLP.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dblp: Option<DblpKey>,
    /// The DOI of this version; never arXiv's own DOI, which is kept as `arxiv`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doi: Option<Doi>,
    /// The arXiv id, of the work itself or of its preprint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arxiv: Option<ArxivId>,
    /// The PubMed identifier.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pmid: Option<Pmid>,
    /// The citation key that INSPIRE gave it: `Aad:2012tfa`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub texkey: Option<String>,
    /// The DOI of the preprint of a published work on another server than arXiv.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preprint: Option<Doi>,
}

impl Ids {
    /// Whether nothing is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.dblp.is_none() && self.doi.is_none() && self.arxiv.is_none() && self.pmid.is_none()
    }
}

/// What can be said about a publication, by a source or after merging.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Metadata {
    /// What it is.
    pub kind: Kind,
    /// Its title.
    pub title: Title,
    /// Its authors in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub authors: Vec<Contributor>,
    /// Whether more authors follow that are not named (`and others`).
    #[serde(default, skip_serializing_if = "is_false")]
    pub more_authors: bool,
    /// Its editors, or those of the volume that contains it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub editors: Vec<Contributor>,
    /// When it appeared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<PartialDate>,
    /// The journal, the proceedings' or book's title, in full.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub venue: Option<Title>,
    /// The venue's short name: DBLP's abbreviation or an acronym.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub venue_short: Option<String>,
    /// The series: `Lecture Notes in Computer Science`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub series: Option<String>,
    /// The volume of the journal or series.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub volume: Option<String>,
    /// The issue, or a report's or patent's number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<String>,
    /// The pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pages: Option<Pages>,
    /// The chapter of the book that a part of it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chapter: Option<String>,
    /// The collaboration in whose name it appeared: `ATLAS`, without the word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub collaboration: Option<String>,
    /// The article number, used instead of pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub article_number: Option<String>,
    /// The edition of a book, as its source says it: `2`, `2nd`, `Third`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
    /// What sort of report, thesis or part it is, in the source's words where they say more than
    /// the kind: `Research Note`, `Habilitation thesis`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub genre: Option<String>,
    /// The publisher.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub publisher: Option<String>,
    /// The publisher's place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// The school of a thesis, the institution of a report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub institution: Option<String>,
    /// The identifiers.
    #[serde(default)]
    pub ids: Ids,
    /// The class of an arXiv paper: `cs.CL`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arxiv_class: Option<String>,
    /// The ISBN of a book.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub isbn: Option<Isbn>,
    /// Where it can be read, when that is not its DOI.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// A remark to be printed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes fields by reference"
)]
fn is_false(flag: &bool) -> bool {
    !*flag
}

impl Metadata {
    /// Metadata of which only kind and title are known.
    #[must_use]
    pub fn new(kind: Kind, title: Title) -> Self {
        Self {
            kind,
            title,
            ..Self::default()
        }
    }

    /// Those who answer for the work: its authors or, where it has none, its editors.
    #[must_use]
    pub fn people(&self) -> &[Contributor] {
        if self.authors.is_empty() {
            &self.editors
        } else {
            &self.authors
        }
    }

    /// The year of publication.
    #[must_use]
    pub fn year(&self) -> Option<i32> {
        self.date.map(|date| date.year)
    }
}

/// A statement of one source that two publications belong together.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RecordLink {
    /// This is a preprint of the work with that DOI.
    PreprintOf(Doi),
    /// The work with that DOI is a preprint of this.
    HasPreprint(Doi),
    /// This is another version of the work with that DOI.
    VersionOf(Doi),
}

/// The version of a local dataset from which a record was read.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct DatasetVersion {
    /// The dataset's name in the library: `dblp`.
    pub name: String,
    /// The day of its content, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<Date>,
    /// Its licence as an SPDX identifier: `CC0-1.0`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub licence: Option<String>,
}

impl fmt::Display for DatasetVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if let Some(date) = &self.date {
            write!(f, " of {date}")?;
        }
        if let Some(licence) = &self.licence {
            write!(f, " ({licence})")?;
        }
        Ok(())
    }
}

/// What one source says about one publication.
///
/// Two records are equal when they say the same, on whatever days they came.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Record {
    /// The source.
    pub source: SourceName,
    /// The metadata.
    pub meta: Metadata,
    /// Its relations to other works.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<RecordLink>,
    /// The dataset from which it was read, for a local record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edition: Option<DatasetVersion>,
    /// The day of the service's answer; `None` for a local record, which has a dataset instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub learned: Option<Date>,
    /// Whether the source says that its authors have withdrawn it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub withdrawn: bool,
    /// Whether the source says that it is retracted, by whomever.
    #[serde(default, skip_serializing_if = "is_false")]
    pub retracted: bool,
}

impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        self.source == other.source
            && self.meta == other.meta
            && self.links == other.links
            && self.edition == other.edition
            && self.withdrawn == other.withdrawn
            && self.retracted == other.retracted
    }
}

impl Eq for Record {}

impl Record {
    /// Creates a record that a source has of a work, with no links and from no dataset.
    #[must_use]
    pub fn new(source: SourceName, meta: Metadata) -> Self {
        Self {
            source,
            meta,
            links: Vec::new(),
            edition: None,
            learned: None,
            withdrawn: false,
            retracted: false,
        }
    }

    /// Sets the relations to other works.
    #[must_use]
    pub fn with_links(self, links: Vec<RecordLink>) -> Self {
        Self { links, ..self }
    }

    /// Sets whether the source says that the authors have withdrawn the work.
    #[must_use]
    pub fn with_withdrawn(self, withdrawn: bool) -> Self {
        Self { withdrawn, ..self }
    }

    /// Sets whether the source says that the work is retracted.
    #[must_use]
    pub fn with_retracted(self, retracted: bool) -> Self {
        Self { retracted, ..self }
    }

    /// The day of which its content is, as far as that is known.
    #[must_use]
    pub fn day(&self) -> Option<Date> {
        self.learned
            .or_else(|| self.edition.as_ref().and_then(|edition| edition.date))
    }

    /// A short name for the record in messages: its DBLP key, DOI or arXiv id, else its title.
    #[must_use]
    pub fn handle(&self) -> String {
        let ids = &self.meta.ids;
        ids.dblp
            .as_ref()
            .map(ToString::to_string)
            .or_else(|| ids.doi.as_ref().map(ToString::to_string))
            .or_else(|| ids.arxiv.as_ref().map(|id| format!("arXiv:{id}")))
            .or_else(|| ids.pmid.as_ref().map(|id| format!("PMID:{id}")))
            .unwrap_or_else(|| self.meta.title.text())
    }
}
