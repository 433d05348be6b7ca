use std::fmt;

use super::{ArxivId, DblpKey, Doi, IdError, Pmid, parse::wrong};
use crate::model::Ids;

/// The kinds of identifiers that a work may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum WorkIdKind {
    /// A DOI.
    Doi,
    /// An arXiv id.
    Arxiv,
    /// A DBLP key.
    Dblp,
    /// A PubMed identifier.
    Pmid,
}

/// An identifier of a work, of any kind.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum WorkId {
    /// A DOI; arXiv's own are kept as arXiv ids.
    Doi(Doi),
    /// An arXiv id.
    Arxiv(ArxivId),
    /// A DBLP key.
    Dblp(DblpKey),
    /// A PubMed identifier.
    Pmid(Pmid),
}

impl WorkId {
    /// Parses an identifier of any kind, bare, as an address or with its prefix.
    ///
    /// # Errors
    /// When it is none of them.
    pub fn parse(text: &str) -> Result<Self, IdError> {
        const EXPECTED: &str = "a DOI, an arXiv id, a DBLP key or a PMID such as 10.1145/3600006.3613145, conf/nsdi/ZhouWDY23 or PMID:31452104";
        if let Ok(pmid) = Pmid::parse_labelled(text) {
            return Ok(Self::Pmid(pmid));
        }
        if let Ok(doi) = Doi::parse(text) {
            return Ok(doi.arxiv().map_or(Self::Doi(doi), Self::Arxiv));
        }
        ArxivId::parse(text)
            .map(Self::Arxiv)
            .or_else(|_| DblpKey::parse(text).map(Self::Dblp))
            .map_err(|_| wrong(text, EXPECTED))
    }

    /// Returns the identifiers in `ids`, the most specific one first.
    #[must_use]
    pub fn all_of(ids: &Ids) -> Vec<Self> {
        let doi = ids.doi.clone().map(Self::Doi);
        let dblp = ids.dblp.clone().map(Self::Dblp);
        let arxiv = ids.arxiv.clone().map(Self::Arxiv);
        let pmid = ids.pmid.clone().map(Self::Pmid);
        [doi, dblp, arxiv, pmid].into_iter().flatten().collect()
    }

    /// Returns its kind.
    #[must_use]
    pub fn kind(&self) -> WorkIdKind {
        match self {
            Self::Doi(_) => WorkIdKind::Doi,
            Self::Arxiv(_) => WorkIdKind::Arxiv,
            Self::Dblp(_) => WorkIdKind::Dblp,
            Self::Pmid(_) => WorkIdKind::Pmid,
        }
    }

    /// Whether it is among `ids`.
    #[must_use]
    pub fn is_in(&self, ids: &Ids) -> bool {
        match self {
            Self::Doi(doi) => ids.doi.as_ref() == Some(doi),
            Self::Arxiv(id) => ids.arxiv.as_ref() == Some(id),
            Self::Dblp(key) => ids.dblp.as_ref() == Some(key),
            Self::Pmid(id) => ids.pmid.as_ref() == Some(id),
        }
    }

    /// Returns the field of a profile that pins it.
    #[must_use]
    pub fn field(&self) -> &'static str {
        match self {
            Self::Doi(_) => "doi",
            Self::Arxiv(_) => "arxiv",
            Self::Dblp(_) => "dblp",
            Self::Pmid(_) => "pmid",
        }
    }

    /// Returns the address at which the work can be looked at.
    #[must_use]
    pub fn url(&self) -> String {
        match self {
            Self::Doi(doi) => format!("https://doi.org/{doi}"),
            Self::Arxiv(id) => format!("https://arxiv.org/abs/{id}"),
            Self::Dblp(key) => format!("https://dblp.org/rec/{key}"),
            Self::Pmid(id) => format!("https://pubmed.ncbi.nlm.nih.gov/{id}/"),
        }
    }
}

impl fmt::Display for WorkId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Doi(doi) => doi.fmt(f),
            Self::Arxiv(id) => id.fmt(f),
            Self::Dblp(key) => key.fmt(f),
            Self::Pmid(id) => write!(f, "PMID:{id}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_is_recognised_by_its_form() {
        for (text, field, canonical) in [
            ("https://doi.org/10.1145/A.B", "doi", "10.1145/a.b"),
            ("10.48550/arXiv.2101.00001", "arxiv", "2101.00001"),
            ("arXiv:2101.00001v2", "arxiv", "2101.00001"),
            ("cs/0101001", "arxiv", "cs/0101001"),
            (
                "https://pubmed.ncbi.nlm.nih.gov/31452104/",
                "pmid",
                "PMID:31452104",
            ),
            (
                "https://dblp.org/rec/conf/nsdi/ZhouWDY23",
                "dblp",
                "conf/nsdi/ZhouWDY23",
            ),
        ] {
            let id = WorkId::parse(text).unwrap();
            assert_eq!(
                (id.field(), id.to_string().as_str()),
                (field, canonical),
                "{text}"
            );
            assert_eq!(WorkId::parse(&id.to_string()), Ok(id));
        }
        for other in ["Electrode", "31452104"] {
            assert!(WorkId::parse(other).is_err(), "{other}");
        }
    }
}
