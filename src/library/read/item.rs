use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::model::{DblpKey, DblpPid, Orcid, Record};

/// What a reader finds in a file, one after the other.
#[derive(Debug)]
pub(in crate::library) enum Item {
    /// A publication.
    Record {
        /// The line it begins on, counted from 1.
        line: usize,
        /// What is said of it.
        filed: Box<Filed>,
    },
    /// A person's page.
    Person(Box<PersonPage>),
    /// A fault, passed over.
    Problem {
        /// The line it stands on, counted from 1; 0 when the file as a whole is meant.
        line: usize,
        /// What is wrong.
        message: String,
    },
}

/// A record and what its dataset needs beside it.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::library) struct Filed {
    /// The publication.
    pub(in crate::library) record: Record,
    /// Who signed it (its authors, or its editors where it has no authors), as the dataset spells
    /// them to tell namesakes apart: `Yang Zhou 0001`. Empty where it does not.
    pub(in crate::library) signatures: Vec<String>,
    /// The volume that it stands in, which tells the title, editors and publisher of the
    /// proceedings.
    pub(in crate::library) volume: Option<DblpKey>,
    /// When the dataset last changed it.
    pub(in crate::library) modified: Option<Date>,
}

impl From<Record> for Filed {
    fn from(record: Record) -> Self {
        Self {
            record,
            signatures: Vec::new(),
            volume: None,
            modified: None,
        }
    }
}

/// A person's page in DBLP's dump.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PersonPage {
    /// The page.
    pub pid: DblpPid,
    /// The person's names as DBLP signs publications with them, homonym number included; the one
    /// at the head of the page first.
    pub names: Vec<String>,
    /// The ORCID iDs on the page.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub orcids: Vec<Orcid>,
    /// Whether the page only parts several people of one name, and is nobody's own.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disambiguation: bool,
    /// Affiliations, as printed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub affiliations: Vec<String>,
}
