use crate::library::part::{IndexKey, PartError, PartReader};
use crate::library::read::arxiv_of_corr;
use crate::model::{ArxivId, DblpKey, Doi, Ids};

/// An identifier of a record.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Id {
    /// A DOI.
    Doi(Doi),
    /// An arXiv id.
    Arxiv(ArxivId),
    /// A DBLP key.
    Dblp(DblpKey),
}

impl Id {
    /// Returns the records that may have it. An arXiv id finds the preprint and the published records
    /// that name it; DBLP's key and DOI of an arXiv paper count as its arXiv id.
    pub(super) fn candidates(&self, reader: &PartReader) -> Result<Vec<u32>, PartError> {
        let own = match self {
            Self::Doi(doi) => IndexKey::doi(doi),
            Self::Arxiv(id) => IndexKey::arxiv(id),
            Self::Dblp(key) => IndexKey::dblp(key),
        };
        let mut out = reader.posting(own)?.ids;
        if let Some(arxiv) = self.arxiv() {
            for id in reader.posting(IndexKey::arxiv(&arxiv))?.ids {
                if !out.contains(&id) {
                    out.push(id);
                }
            }
        }
        Ok(out)
    }

    /// Returns whether it is among these identifiers.
    pub(super) fn is_among(&self, ids: &Ids) -> bool {
        let own = match self {
            Self::Doi(doi) => ids.doi.as_ref() == Some(doi),
            Self::Arxiv(id) => ids.arxiv.as_ref() == Some(id),
            Self::Dblp(key) => ids.dblp.as_ref() == Some(key),
        };
        own || self.arxiv().is_some_and(|id| ids.arxiv == Some(id))
    }

    fn arxiv(&self) -> Option<ArxivId> {
        match self {
            Self::Doi(doi) => doi.arxiv(),
            Self::Arxiv(_) => None,
            Self::Dblp(key) => arxiv_of_corr(key),
        }
    }
}
