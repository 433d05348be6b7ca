use crate::library::part::{Desk, Key, PartError};
use crate::library::read::arxiv_of_corr;
use crate::model::{ArxivId, DblpKey, Doi, Ids};

/// An identifier to look up.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Id {
    /// By DOI.
    Doi(Doi),
    /// By arXiv id.
    Arxiv(ArxivId),
    /// By DBLP key.
    Dblp(DblpKey),
}

impl Id {
    /// The records that may bear it. An arXiv id finds the preprint and the published records that
    /// name it; DBLP's key and DOI of an arXiv paper count as its arXiv id.
    pub(super) fn candidates(&self, desk: &Desk) -> Result<Vec<u32>, PartError> {
        let own = match self {
            Self::Doi(doi) => Key::doi(doi),
            Self::Arxiv(id) => Key::arxiv(id),
            Self::Dblp(key) => Key::dblp(key),
        };
        let mut out = desk.posting(own)?.ids;
        if let Some(arxiv) = self.arxiv() {
            for id in desk.posting(Key::arxiv(&arxiv))?.ids {
                if !out.contains(&id) {
                    out.push(id);
                }
            }
        }
        Ok(out)
    }

    /// Whether a record with these identifiers bears it.
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
