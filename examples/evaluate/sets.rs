//! The labelled sets as cases: a listing, its candidates, and the right records.

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    path::Path,
};

use bibsync::{
    model::{Kind, Listing, Metadata, PartialDate, Person, PersonName, Record, SourceName, Title},
    text::{fold::fold, names::surname_key},
};
use serde::Deserialize;
use serde_json::json;

use super::{
    Failure,
    corpus::{self, Corpus, Gold, Pair, Row, Twins, rows},
    index::Index,
};

/// One listing and what it means.
pub struct Case {
    pub relation: String,
    pub listing: Listing,
    pub person: Person,
    /// The keys of the right records; empty if there are none.
    pub gold: Vec<String>,
    pub near: Vec<Record>,
}

/// A labelled set.
pub struct Set {
    pub name: &'static str,
    pub cases: Vec<Case>,
}

/// The folder in which the records found for each listing are stored between runs, so that only the
/// decision is repeated.
#[derive(Debug, Clone, Copy)]
pub struct Kept<'a>(pub Option<&'a Path>);

impl Kept<'_> {
    /// Fills in the candidates of the cases of one or several lists.
    fn fill(
        self,
        name: &'static str,
        mut cases: Vec<Case>,
        index: impl FnOnce() -> Result<Index, Failure>,
    ) -> Result<Set, Failure> {
        let file = self.0.map(|folder| folder.join(format!("{name}.json")));
        let found: Vec<Vec<Record>> = match &file {
            Some(file) if file.exists() => serde_json::from_str(&corpus::text(file)?)?,
            _ => {
                let index = index()?;
                let mut found = Vec::new();
                for list in cases.chunk_by(|a, b| a.person == b.person) {
                    let listings: Vec<&Listing> = list.iter().map(|case| &case.listing).collect();
                    found.extend(index.near(&list[0].person, &listings));
                }
                if let Some(file) = &file {
                    fs_err::create_dir_all(self.0.unwrap_or(Path::new(".")))?;
                    fs_err::write(file, serde_json::to_string(&found)?)?;
                }
                found
            }
        };
        for (case, near) in cases.iter_mut().zip(found) {
            case.near = near;
        }
        Ok(Set { name, cases })
    }
}

/// Relations of `messy` for which no record is right.
const NOTHING_MEANT: [&str; 4] = [
    "absent",
    "near_miss",
    "same_title_other_authors",
    "trap_fabricated_authors",
];

fn case(relation: String, listing: Listing, gold: Vec<String>) -> Case {
    Case {
        relation,
        listing,
        person: Person::default(),
        gold,
        near: Vec::new(),
    }
}

fn labelled(folder: &Path) -> Result<Vec<(Row, Gold)>, Failure> {
    let entries = rows::<Row>(&folder.join("entries.jsonl"))?;
    let gold = rows::<Gold>(&folder.join("gold.jsonl"))?;
    Ok(entries.into_iter().zip(gold).collect())
}

/// Entries as people wrote them: once with the whole library, once without the right records.
pub fn messy(folder: &Path) -> Result<(Vec<Case>, BTreeSet<String>), Failure> {
    let mut out = Vec::new();
    let mut meant = BTreeSet::new();
    for (row, gold) in labelled(&folder.join("messy"))? {
        let relation = gold.relation.unwrap_or_default();
        let mut keys: Vec<String> = gold.gold.into_iter().chain(gold.also_ok).collect();
        meant.extend(keys.iter().cloned());
        // The listed version is missing, and the other one must not replace it.
        if NOTHING_MEANT.contains(&relation.as_str()) || relation == "version_conflict" {
            keys.clear();
        }
        out.push(case(relation, row.listing()?, keys));
    }
    Ok((out, meant))
}

pub fn with_everything(folder: &Path, kept: Kept) -> Result<(Set, Set), Failure> {
    let (cases, meant) = messy(folder)?;
    let whole = kept.fill("messy", cases, || {
        Index::of_corpus(folder, &BTreeSet::new())
    })?;
    let (mut cases, _) = messy(folder)?;
    for case in &mut cases {
        case.gold.clear();
    }
    let bare = kept.fill("messy, no gold in the index", cases, || {
        Index::of_corpus(folder, &meant)
    })?;
    Ok((whole, bare))
}

pub fn synthetic(folder: &Path, kept: Kept) -> Result<Set, Failure> {
    let home = folder.join("synthetic");
    let mut cases = Vec::new();
    for (row, gold) in labelled(&home)? {
        let keys = gold.gold.into_iter().collect();
        cases.push(case(gold.noise.unwrap_or_default(), row.listing()?, keys));
    }
    let without = corpus::keys(&home.join("leave_out_keys.txt"))?;
    kept.fill("synthetic", cases, || Index::of_corpus(folder, &without))
}

/// The relation of two records of one work that only differ in their keys.
pub const RECORDED_TWICE: &str = "recorded twice";

/// Each record of a pair, removed and listed while the other remains, so that nothing may match:
/// once with all its fields, once with title, authors, venue and year only.
pub fn traps(folder: &Path, corpus: &Corpus, kept: Kept) -> Result<(Set, Set), Failure> {
    let (mut out_of, mut left_in) = (BTreeSet::new(), BTreeSet::new());
    let (mut cases, mut bare) = (Vec::new(), Vec::new());
    for twins in rows::<Twins>(&folder.join("neardup/pairs.jsonl"))? {
        if left_in.contains(&twins.a) || out_of.contains(&twins.b) {
            continue;
        }
        left_in.insert(twins.b.clone());
        if out_of.insert(twins.a.clone())
            && let Some(row) = corpus.records.get(&twins.a)
        {
            let other = corpus.records.get(&twins.b);
            let kind = match other {
                Some(other) if row.says_the_same(other) => RECORDED_TWICE.to_owned(),
                _ => twins.kind,
            };
            bare.push(case(kind.clone(), row.bare().listing()?, Vec::new()));
            cases.push(case(kind, row.listing()?, Vec::new()));
        }
    }
    let index = || Index::of_corpus(folder, &out_of);
    let whole = kept.fill("neardup as traps", cases, index)?;
    let bare = kept.fill("neardup as traps, no address", bare, index)?;
    Ok((whole, bare))
}

/// Every record of a pair listed word for word (title, authors, venue and year), with all records
/// available.
pub fn verbatim(folder: &Path, corpus: &Corpus, kept: Kept) -> Result<Set, Failure> {
    let mut keys = BTreeSet::new();
    for twins in rows::<Twins>(&folder.join("neardup/pairs.jsonl"))? {
        keys.extend([(twins.a, twins.kind.clone()), (twins.b, twins.kind)]);
    }
    let mut cases: Vec<Case> = Vec::new();
    for (key, kind) in keys {
        let known = |case: &Case| case.gold.contains(&key);
        if let Some(row) = corpus.records.get(&key)
            && !row.authors.is_empty()
            && !cases.last().is_some_and(known)
        {
            cases.push(case(kind, row.bare().listing()?, vec![key]));
        }
    }
    kept.fill("neardup, verbatim", cases, || {
        Index::of_corpus(folder, &BTreeSet::new())
    })
}

/// The pairs themselves: one is listed, the other is the only candidate.
pub fn twins(folder: &Path, corpus: &Corpus) -> Result<Set, Failure> {
    let mut cases = Vec::new();
    for twins in rows::<Twins>(&folder.join("neardup/pairs.jsonl"))? {
        if let (Some(a), Some(b)) = (corpus.records.get(&twins.a), corpus.records.get(&twins.b)) {
            let mut one = case(twins.kind, a.listing()?, Vec::new());
            one.near = vec![b.record()];
            cases.push(one);
        }
    }
    Ok(Set {
        name: "neardup, pairs",
        cases,
    })
}

#[derive(Deserialize)]
struct ProfileGold {
    publications: Vec<Gold>,
}

#[derive(Deserialize)]
struct Listed {
    slug: String,
}

/// Whole lists of people.
pub fn profiles(folder: &Path, kept: Kept) -> Result<Set, Failure> {
    let home = folder.join("profiles");
    let without = corpus::keys(&home.join("leave_out_keys.txt"))?;
    let lists: Vec<Listed> = serde_json::from_str(&corpus::text(&home.join("index.json"))?)?;
    let mut all = Vec::new();
    for Listed { slug } in lists {
        let (person, listings) =
            corpus::publications(&corpus::text(&home.join(format!("{slug}.json")))?)?;
        let gold: ProfileGold =
            serde_json::from_str(&corpus::text(&home.join(format!("{slug}.gold.json")))?)?;
        for (listing, gold) in listings.into_iter().zip(gold.publications) {
            let relation = if gold.gold.is_some() {
                "in the index"
            } else {
                "left out"
            };
            let keys = gold.gold.into_iter().chain(gold.also_ok).collect();
            let mut one = case(relation.to_owned(), listing, keys);
            one.person = person.clone();
            all.push(one);
        }
    }
    kept.fill("profiles", all, || Index::of_corpus(folder, &without))
}

/// A row that is looked up.
#[derive(Deserialize)]
struct Wanted {
    #[serde(flatten)]
    row: Row,
    gold_keys: Vec<String>,
}

/// The rows of one table looked up among those of the other.
pub fn tables(folder: &Path, kept: Kept) -> Result<(Set, Set), Failure> {
    let acm = folder.join("dblp-acm");
    let gold = csv_pairs(&corpus::text(&acm.join("gold.csv"))?);
    let left: Vec<Row> = rows(&acm.join("left.jsonl"))?;
    let keys: HashMap<&str, &str> = left
        .iter()
        .filter_map(|row| Some((row.id.as_str(), row.dblp_key.as_deref()?)))
        .collect();
    let mut cases = Vec::new();
    for row in rows::<Row>(&acm.join("right.jsonl"))? {
        let meant = gold.iter().filter(|(_, right)| *right == row.id);
        let keys: Vec<String> = meant
            .filter_map(|(left, _)| Some((*keys.get(left.as_str())?).to_owned()))
            .collect();
        let relation = if keys.is_empty() { "none" } else { "meant" };
        cases.push(case(relation.to_owned(), row.listing()?, keys));
    }
    let lines: Vec<String> = left.iter().map(Row::line).collect();
    let acm = kept.fill("dblp-acm, as one list", cases, || Index::of_lines(&lines))?;

    let scholar = folder.join("dblp-scholar");
    let left: Vec<Row> = rows(&scholar.join("left.jsonl"))?;
    let lines: Vec<String> = left.iter().map(Row::line).collect();
    let mut cases = Vec::new();
    for wanted in rows::<Wanted>(&scholar.join("retrieval.jsonl"))? {
        let relation = if wanted.gold_keys.is_empty() {
            "none"
        } else {
            "meant"
        };
        cases.push(case(
            relation.to_owned(),
            wanted.row.listing()?,
            wanted.gold_keys,
        ));
    }
    let scholar = kept.fill("dblp-scholar, retrieval", cases, || Index::of_lines(&lines))?;
    Ok((acm, scholar))
}

/// Labelled pairs, decided one at a time.
pub fn pairs(folder: &Path, name: &'static str, file: &str) -> Result<Set, Failure> {
    let home = folder.join(name.split(',').next().unwrap_or_default());
    let known: HashMap<String, Row> = rows::<Row>(&home.join("left.jsonl"))?
        .into_iter()
        .map(|row| (row.id.clone(), row))
        .collect();
    let mut cases = Vec::new();
    let mut seen = HashSet::new();
    for pair in rows::<Pair>(&home.join(file))? {
        // A DBLP key tells whether it is a journal.
        let mut left = pair.left;
        left.dblp_key = known.get(&left.id).and_then(|row| row.dblp_key.clone());
        if !seen.insert((left.id.clone(), pair.right.id.clone())) && !left.id.is_empty() {
            continue;
        }
        let mut record = left.record();
        // Rows without a key get a unique one.
        let key = left
            .dblp_key
            .clone()
            .unwrap_or_else(|| format!("conf/x/{}", cases.len()));
        record.meta.ids.dblp = bibsync::model::DblpKey::parse(&key).ok();
        let relation = if pair.label == 1 { "same" } else { "other" };
        let gold = if pair.label == 1 {
            vec![key]
        } else {
            Vec::new()
        };
        let mut one = case(relation.to_owned(), pair.right.listing()?, gold);
        one.near = vec![record];
        cases.push(one);
    }
    Ok(Set { name, cases })
}

impl Row {
    fn is_journal(&self) -> bool {
        match (&self.dblp_key, self.kind.as_deref()) {
            (Some(key), _) => key.starts_with("journals/"),
            (None, Some(kind)) => kind == "article",
            (None, None) => {
                let venue = self.venue.as_deref().unwrap_or_default().to_lowercase();
                ["record", "j.", "journal", "trans"]
                    .iter()
                    .any(|word| venue.contains(word))
            }
        }
    }

    /// Whether both have the same title, year, venue and family names of authors.
    fn says_the_same(&self, other: &Self) -> bool {
        let families = |row: &Self| -> BTreeSet<String> {
            let names = row.authors.iter();
            names
                .map(|name| surname_key(&PersonName::parse(name)))
                .collect()
        };
        let venue = |row: &Self| {
            let venue = [&row.venue, &row.journal, &row.booktitle];
            venue.into_iter().flatten().next().map(|venue| fold(venue))
        };
        fold(&self.title) == fold(&other.title)
            && self.year == other.year
            && venue(self) == venue(other)
            && families(self) == families(other)
    }

    /// Returns only its title, authors, venue and year.
    fn bare(&self) -> Self {
        Self {
            pages: None,
            url: None,
            ..self.clone()
        }
    }

    /// Returns the row as one of bibsync's JSON lines, which the library reads.
    pub fn line(&self) -> String {
        let (kind, place) = if self.is_journal() {
            ("article", "journal")
        } else {
            ("inproceedings", "booktitle")
        };
        let mut out = json!({
            "key": self.dblp_key, "type": kind, "title": self.title, "authors": self.authors,
            "year": self.year,
        });
        out[place] = json!(self.venue);
        out.to_string()
    }

    /// Returns the row as a record.
    fn record(&self) -> Record {
        let kind = if self.is_journal() {
            Kind::Journal
        } else {
            Kind::Conference
        };
        let mut meta = Metadata::new(kind, Title::plain(self.title.clone()));
        let names = self.authors.iter().filter(|name| !name.trim().is_empty());
        meta.authors = names.map(|name| PersonName::parse(name).into()).collect();
        meta.date = self
            .year
            .and_then(|year| PartialDate::from_parts(year, None, None));
        let venue = [&self.venue, &self.journal, &self.booktitle];
        meta.venue = venue
            .into_iter()
            .flatten()
            .next()
            .map(|venue| Title::plain(venue.clone()));
        meta.url.clone_from(&self.url);
        meta.pages = self.pages.as_deref().and_then(bibsync::model::Pages::parse);
        let own = !self.key.starts_with("acl:");
        meta.ids.dblp = bibsync::model::DblpKey::parse(&self.key)
            .ok()
            .filter(|_| own);
        meta.ids.doi = self
            .doi
            .as_deref()
            .and_then(|doi| bibsync::model::Doi::parse(doi).ok());
        Record::new(SourceName::LIBRARY, meta)
    }
}

fn csv_pairs(text: &str) -> Vec<(String, String)> {
    let lines = text.lines().skip(1);
    lines
        .filter_map(|line| {
            let mut cells = line.split(',');
            Some((cells.next()?.to_owned(), cells.next()?.to_owned()))
        })
        .collect()
}
