use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::model::{DblpKey, DblpPid, Orcid, Record};

/// An item that a reader finds in a file.
#[derive(Debug)]
pub(in crate::library) enum ReadItem {
    /// A publication.
    Record {
        /// The line at which it begins, counted from 1.
        line: usize,
        /// The record.
        filed: Box<DatasetRecord>,
    },
    /// A person's page.
    Person(Box<PersonPage>),
    /// A fault from which the reader recovered.
    Problem {
        /// Its line, counted from 1; 0 for the file as a whole.
        line: usize,
        /// The fault.
        message: String,
    },
}

/// A record with the dataset's own data about it.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::library) struct DatasetRecord {
    /// The publication.
    pub(in crate::library) record: Record,
    /// The names of its authors, or of its editors where it has no authors, as the dataset spells them
    /// to distinguish namesakes: `Yang Zhou 0001`. Empty where it does not.
    pub(in crate::library) signatures: Vec<String>,
    /// The volume that contains it, whose record has the title, editors and publisher of the
    /// proceedings.
    pub(in crate::library) volume: Option<DblpKey>,
    /// The date on which the dataset last changed it.
    pub(in crate::library) modified: Option<Date>,
}

impl From<Record> for DatasetRecord {
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
    /// The person's names as DBLP signs publications with them, including the homonym number; the
    /// heading of the page first.
    pub names: Vec<String>,
    /// The ORCID iDs on the page.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub orcids: Vec<Orcid>,
    /// Whether the page only disambiguates several people with one name, and belongs to nobody.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disambiguation: bool,
    /// Affiliations, as printed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub affiliations: Vec<String>,
}
