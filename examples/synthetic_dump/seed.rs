use std::{
    collections::{HashMap, HashSet},
    io::{BufRead as _, BufReader, Read},
    path::Path,
};

use flate2::read::MultiGzDecoder;
use serde::Deserialize;

/// A real record.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Real {
    pub(crate) key: String,
    #[serde(rename = "type")]
    pub(crate) element: String,
    pub(crate) title: String,
    #[serde(default)]
    pub(crate) authors: Vec<String>,
    pub(crate) year: Option<u16>,
    pub(crate) booktitle: Option<String>,
    pub(crate) journal: Option<String>,
    pub(crate) volume: Option<String>,
    pub(crate) number: Option<String>,
    pub(crate) pages: Option<String>,
    pub(crate) doi: Option<String>,
    pub(crate) url: Option<String>,
    #[serde(default)]
    pub(crate) editors: Vec<String>,
    pub(crate) publisher: Option<String>,
    pub(crate) series: Option<String>,
}

impl Real {
    /// Returns `conf/nsdi` for `conf/nsdi/ZhouWDY23`.
    pub(crate) fn stream(&self) -> &str {
        self.key.rsplit_once('/').map_or("", |(stream, _)| stream)
    }

    /// Returns the short name of the conference, as far as its stream states it.
    pub(crate) fn acronym(&self) -> String {
        const KNOWN: [(&str, &str); 6] = [
            ("conf/nips", "NeurIPS"),
            ("conf/asunam", "ASONAM"),
            ("conf/recsys", "RecSys"),
            ("conf/mlsys", "MLSys"),
            ("conf/bigdataconf", "IEEE BigData"),
            ("conf/iccvw", "ICCV Workshops"),
        ];
        let stream = self.stream();
        let known = KNOWN.iter().find(|(name, _)| *name == stream);
        known.map_or_else(
            || stream.rsplit('/').next().unwrap_or_default().to_uppercase(),
            |(_, acronym)| (*acronym).to_owned(),
        )
    }
}

/// A volume of proceedings with its papers.
#[derive(Debug)]
pub(crate) struct RealVolume {
    /// The record of the volume.
    pub(crate) volume: Real,
    pub(crate) papers: Vec<Real>,
}

/// The real records by section of the dump.
#[derive(Debug)]
pub(crate) struct Seed {
    pub(crate) articles: Vec<Real>,
    pub(crate) volumes: Vec<RealVolume>,
}

impl Seed {
    pub(crate) fn all(&self) -> impl Iterator<Item = &Real> {
        let papers = self.volumes.iter().flat_map(|volume| &volume.papers);
        self.articles.iter().chain(papers)
    }

    /// Returns the number of publications, including the volumes made for them.
    pub(crate) fn publications(&self) -> usize {
        self.all().count() + self.volumes.len()
    }
}

/// Reads real records and collects papers under the volume they name. A volume without a record is
/// made from its papers.
pub(crate) fn read(path: &Path) -> Result<Seed, Box<dyn std::error::Error>> {
    let file = fs_err::File::open(path)?;
    let plain: Box<dyn Read> = if path.extension().is_some_and(|ending| ending == "gz") {
        Box::new(MultiGzDecoder::new(file))
    } else {
        Box::new(file)
    };
    let mut records = Vec::new();
    for line in BufReader::new(plain).lines() {
        records.push(serde_json::from_str::<Real>(&line?)?);
    }
    Ok(parted(records))
}

fn parted(records: Vec<Real>) -> Seed {
    let mut seed = Seed {
        articles: Vec::new(),
        volumes: Vec::new(),
    };
    let mut taken: HashSet<String> = HashSet::new();
    let mut by_title: HashMap<String, usize> = HashMap::new();
    let (volumes, rest): (Vec<_>, Vec<_>) = records
        .into_iter()
        .partition(|record| record.element == "proceedings");
    for volume in volumes {
        taken.insert(volume.key.clone());
        by_title.insert(volume.title.clone(), seed.volumes.len());
        seed.volumes.push(RealVolume {
            volume,
            papers: Vec::new(),
        });
    }
    for record in rest {
        let Some(booktitle) = record.booktitle.clone() else {
            seed.articles.push(record);
            continue;
        };
        let at = *by_title.entry(booktitle).or_insert_with(|| {
            seed.volumes.push(RealVolume {
                volume: volume_of(&record, &mut taken),
                papers: Vec::new(),
            });
            seed.volumes.len() - 1
        });
        seed.volumes[at].papers.push(record);
    }
    seed
}

fn volume_of(paper: &Real, taken: &mut HashSet<String>) -> Real {
    let year = paper.year.unwrap_or_default();
    let stream = paper.stream();
    let mut key = format!("{stream}/{year}");
    for number in 1.. {
        if taken.insert(key.clone()) {
            break;
        }
        key = format!("{stream}/{year}-{number}");
    }
    Real {
        key,
        element: "proceedings".to_owned(),
        title: paper.booktitle.clone().unwrap_or_default(),
        authors: Vec::new(),
        booktitle: None,
        pages: None,
        doi: None,
        url: None,
        number: None,
        ..paper.clone()
    }
}
