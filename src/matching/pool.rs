//! All records of a run, found again by title.

use std::{
    collections::{BTreeSet, HashMap},
    sync::OnceLock,
};

use rapidfuzz::distance::levenshtein;

use super::traces::Traces;
use crate::{
    model::{Ids, Listing, PartialDate, Person, PersonName, Record},
    text::{
        byline::{Byline, Titles, years_apart},
        fold::{self, is_stop_word},
        similarity,
    },
};

/// A word in more titles of the pool than this proposes none of them,
const COMMON: usize = 100;

/// unless it is among so many of the rarest words of a title.
const ALWAYS: usize = 2;

/// So many records are compared with a title at most, those that share most with it.
const MOST: usize = 100;

/// Titles that agree so far letter by letter are near, whatever their words, and so is one within
/// the other.
const ALIKE: f64 = 0.7;

/// So many records of one title are compared with a listing of that title.
const MOST_TITLED: usize = 60;

/// So many records of the same people are given under other titles. Nothing is looked for under another title where one that comes near
/// is by so large a share of the people.
const MOST_RENAMED: usize = 8;
const THEIRS: f64 = 0.75;

/// The records that sources have given so far, each once, indexed by the words of their
/// titles and by what is left of them after damage.
#[derive(Debug, Default)]
pub struct Pool {
    records: Vec<Record>,
    faces: Vec<Face>,
    squeezed: HashMap<String, Vec<usize>>,
    words: HashMap<String, Vec<usize>>,
    traces: Traces,
    ids: HashMap<String, Vec<usize>>,
    /// The places of records that may be equal.
    twins: HashMap<(String, Option<PersonName>, Option<PartialDate>), Vec<usize>>,
}

/// A record's title, ready to be compared.
#[derive(Debug)]
struct Face {
    squeezed: String,
    /// The letters of its telling words.
    telling: usize,
    /// The people under whose names it appeared, once they were asked for.
    byline: OnceLock<Byline>,
}

impl Pool {
    /// Adds records; one that the pool already holds, from the same source, is left away.
    pub fn add(&mut self, records: impl IntoIterator<Item = Record>) {
        for record in records {
            let keys = keys(&record.meta.ids);
            let at = self.records.len();
            let first = record.meta.authors.first();
            let twins = self.twins.entry((
                record.handle(),
                first.map(|author| author.name.clone()),
                record.meta.date,
            ));
            let twins = twins.or_default();
            if twins.iter().any(|at| self.records[*at] == record) {
                continue;
            }
            twins.push(at);
            let all = fold::words(&record.meta.title.text());
            let squeezed = all.concat();
            for key in keys {
                self.ids.entry(key).or_default().push(at);
            }
            let words = telling(&all);
            self.faces.push(Face {
                squeezed: squeezed.clone(),
                telling: words.iter().map(String::len).sum(),
                byline: OnceLock::new(),
            });
            let signers = record.meta.authors.iter().map(|author| &author.name);
            self.traces.add(at, &squeezed, &all, signers);
            self.squeezed.entry(squeezed).or_default().push(at);
            for word in words {
                self.words.entry(word).or_default().push(at);
            }
            self.records.push(record);
        }
    }

    /// The records that may be meant by a listing of this person: those whose titles come near the
    /// listed one; where nothing has the very title, and nothing near is by the same people, what
    /// these have under other titles; and those that share an identifier with one of these or with
    /// what is pinned.
    #[must_use]
    pub fn near(&self, listing: &Listing, person: &Person) -> Vec<&Record> {
        let all = fold::words(&listing.title);
        let squeezed = all.concat();
        let authors = listing.author_names(person).into_iter().flatten();
        let authors: Vec<PersonName> = authors.collect();
        let mut places = self.titled(&squeezed, &authors, listing.year);
        let is_known = !places.is_empty();
        let telling = telling(&all);
        let own: usize = telling.iter().map(String::len).sum();
        // Records of the very title are chosen already.
        let is_other = |(at, _): &(usize, usize)| self.faces[*at].squeezed != squeezed;
        let mut shared: Vec<(usize, usize)> =
            self.shared(&telling).into_iter().filter(is_other).collect();
        shared.sort_unstable_by(|(at, letters), (other, fewer)| (fewer, at).cmp(&(letters, other)));
        shared.truncate(MOST);
        let comparator = levenshtein::BatchComparator::new(squeezed.bytes());
        let alike = |at: usize| {
            let other = &self.faces[at].squeezed;
            if !similarity::are_titles(&squeezed, other) {
                return squeezed == *other;
            }
            let cutoff = levenshtein::Args::default().score_cutoff(ALIKE);
            similarity::is_within(&squeezed, other)
                || comparator
                    .normalized_similarity_with_args(other.bytes(), &cutoff)
                    .is_some()
        };
        // The same bounds as [`similarity::is_near`], from what is counted already.
        places.extend(shared.into_iter().filter_map(|(at, letters)| {
            let least = own.min(self.faces[at].telling);
            // Beside a record of the very title, those that share nearly no word are no matter.
            let near =
                letters * 10 >= least * 6 || (!is_known || letters * 4 >= least) && alike(at);
            near.then_some(at)
        }));
        if !is_known {
            let traced = self.traces.by_ends(&squeezed, &all);
            places.extend(traced.filter(|at| alike(*at)));
            let byline = Byline::of(&authors);
            let theirs = |at: &usize| byline.common(self.byline(*at)).share() >= THEIRS;
            if !places.iter().any(theirs) {
                let letters = |at: usize| {
                    let other = &self.faces[at].squeezed;
                    if similarity::are_titles(&squeezed, other) {
                        comparator.normalized_similarity(other.bytes())
                    } else {
                        0.0
                    }
                };
                places.extend(self.renamed(&letters, &telling, &authors, listing.year));
            }
        }
        for key in keys(&listing.pins()) {
            for at in self.ids.get(&key).into_iter().flatten() {
                places.insert(*at);
            }
        }
        let linked: Vec<usize> = places
            .iter()
            .flat_map(|at| {
                let record = &self.records[*at];
                let mut ids = keys(&record.meta.ids);
                ids.extend(record.links.iter().map(|link| {
                    use crate::model::RecordLink::{HasPreprint, PreprintOf, VersionOf};
                    let (PreprintOf(doi) | HasPreprint(doi) | VersionOf(doi)) = link;
                    format!("doi:{doi}")
                }));
                ids
            })
            .filter_map(|key| self.ids.get(&key))
            .flatten()
            .copied()
            .collect();
        places.extend(linked);
        places.iter().map(|at| &self.records[*at]).collect()
    }

    /// The records of the very title; where that is a heading which many have, those by the first
    /// authors, and those nearest in time.
    fn titled(&self, squeezed: &str, authors: &[PersonName], year: Option<i32>) -> BTreeSet<usize> {
        let all = self.squeezed.get(squeezed).map_or(&[][..], Vec::as_slice);
        if all.len() <= MOST_TITLED {
            return all.iter().copied().collect();
        }
        let nearness = |at: usize| {
            let years = years_apart(self.records[at].meta.date, year);
            (years.unwrap_or(u32::MAX), at)
        };
        let nearest = |places: Vec<usize>, most: usize| {
            let mut places: Vec<(u32, usize)> = places.into_iter().map(nearness).collect();
            if places.len() > most {
                places.select_nth_unstable(most);
                places.truncate(most);
            }
            places.into_iter().map(|(_, at)| at)
        };
        let (theirs, others): (Vec<usize>, Vec<usize>) = all
            .iter()
            .partition(|at| self.traces.is_signed(**at, authors));
        let mut places: BTreeSet<usize> = nearest(theirs, MOST_TITLED).collect();
        let room = MOST_TITLED - places.len();
        places.extend(nearest(others, room));
        places
    }

    /// How many letters of its words records share with a title. Rare words propose them, common
    /// ones only count: in a pool of ten thousand, every third record is about learning.
    fn shared(&self, telling: &BTreeSet<String>) -> HashMap<usize, usize> {
        let mut lists: Vec<(usize, &[usize])> = telling
            .iter()
            .filter_map(|word| Some((word.len(), self.words.get(word)?.as_slice())))
            .collect();
        lists.sort_by_key(|(_, places)| places.len());
        let rare = lists.partition_point(|(_, places)| places.len() <= COMMON);
        let (rare, common) = lists.split_at(rare.max(ALWAYS).min(lists.len()));
        let mut shared: HashMap<usize, usize> = HashMap::new();
        for (letters, places) in rare {
            for at in *places {
                *shared.entry(*at).or_default() += letters;
            }
        }
        for (letters, places) in common {
            for (at, sum) in &mut shared {
                if places.binary_search(at).is_ok() {
                    *sum += letters;
                }
            }
        }
        shared
    }

    /// The people under whose names the record at a place appeared.
    fn byline(&self, at: usize) -> &Byline {
        let byline = &self.faces[at].byline;
        byline.get_or_init(|| Byline::under(&self.records[at].meta))
    }

    /// The records that may be the listed people's work under another title, those first that
    /// share most letters of words with it, then those nearest in time. `letters` says how far the
    /// title of the record at a place agrees letter by letter.
    fn renamed(
        &self,
        letters: &dyn Fn(usize) -> f64,
        telling: &BTreeSet<String>,
        authors: &[PersonName],
        year: Option<i32>,
    ) -> Vec<usize> {
        let byline = Byline::of(authors);
        let mut found: Vec<(usize, u32, usize)> = Vec::new();
        for at in self.traces.by_people(authors) {
            let meta = &self.records[at].meta;
            let common = byline.common(self.byline(at));
            let years_apart = years_apart(meta.date, year);
            let shared = self.letters_shared(telling, at);
            if common.may_be_renamed(|| Titles {
                letters: letters(at),
                share_word: shared > 0,
                years_apart,
            }) {
                found.push((shared, years_apart.unwrap_or(u32::MAX), at));
            }
        }
        found.sort_unstable_by(|(a, m, i), (b, n, j)| (b, m, i).cmp(&(a, n, j)));
        found.truncate(MOST_RENAMED);
        found.into_iter().map(|(_, _, at)| at).collect()
    }

    /// How many letters of a title's words the title of a record has in common with it.
    fn letters_shared(&self, telling: &BTreeSet<String>, at: usize) -> usize {
        let has = |word: &&String| {
            let places = self.words.get(*word);
            places.is_some_and(|places| places.binary_search(&at).is_ok())
        };
        telling.iter().filter(has).map(String::len).sum()
    }

    /// All records, in the order they were added.
    #[must_use]
    pub fn records(&self) -> &[Record] {
        &self.records
    }
}

fn telling(words: &[String]) -> BTreeSet<String> {
    let words = words.iter().filter(|word| !is_stop_word(word));
    words.cloned().collect()
}

fn keys(ids: &Ids) -> Vec<String> {
    let mut out = Vec::new();
    out.extend(ids.doi.as_ref().map(|id| format!("doi:{id}")));
    out.extend(ids.dblp.as_ref().map(|id| format!("dblp:{id}")));
    out.extend(ids.arxiv.as_ref().map(|id| format!("arxiv:{id}")));
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{ArxivId, Kind, ListedAuthor, Metadata, SourceName, Title};

    fn record(title: &str, arxiv: Option<&str>) -> Record {
        let mut meta = Metadata::new(Kind::Conference, Title::plain(title));
        meta.ids.arxiv = arxiv.map(|id| ArxivId::parse(id).unwrap());
        Record {
            source: SourceName::Dblp,
            meta,
            links: Vec::new(),
            edition: None,
            learned: None,
            withdrawn: false,
        }
    }

    #[test]
    fn near_titles_and_their_other_versions() {
        let mut pool = Pool::default();
        pool.add([
            record("Fast Sorting of Strings", Some("2101.00001")),
            record("Quick Ordering of Texts", Some("2101.00001")),
            record("Slow Cooking", None),
        ]);
        pool.add([record("Slow Cooking", None)]);
        assert_eq!(pool.records().len(), 3);
        let nobody = Person::default();
        let near = pool.near(&Listing::titled("Fast sorting of string"), &nobody);
        assert_eq!(near.len(), 2);
        let mut listing = Listing::titled("Something Else");
        listing.arxiv = Some(ArxivId::parse("2101.00001").unwrap());
        assert_eq!(pool.near(&listing, &nobody).len(), 2);
    }

    #[test]
    fn of_a_heading_that_many_have_the_likeliest_are_near() {
        let mut pool = Pool::default();
        pool.add((0..500).map(|n| {
            let mut record = record("Editorial", None);
            record.meta.authors = vec![PersonName::parse(&format!("Ada Ex{n}")).into()];
            record.meta.date = Some(crate::model::PartialDate::year(1900 + n / 10));
            record
        }));
        let mut listing = Listing::titled("Editorial");
        listing.authors = vec![ListedAuthor::Named(PersonName::parse("A. Ex490"))];
        listing.year = Some(1901);
        let near = pool.near(&listing, &Person::default());
        assert!(near.len() <= MOST_TITLED, "{}", near.len());
        let has = |name: &str| near.iter().any(|it| it.meta.authors[0].name.family == name);
        assert!(has("Ex490") && has("Ex10") && !has("Ex300"));
    }

    #[test]
    fn titles_without_a_whole_word() {
        let mut pool = Pool::default();
        pool.add([
            record("Diversifying Product Search Results", None),
            record("Diversity of Plants", None),
        ]);
        for title in [
            "Diversifyimg Prduct Serch Resulys",
            "DiversifyingProduct SearchResults",
            "Dversifying Prduct Serch Results",
            "Divrsifying Prdxct Sexrch Resxlts",
        ] {
            let near = pool.near(&Listing::titled(title), &Person::default());
            assert_eq!(near.len(), 1, "{title}");
        }
    }

    #[test]
    fn the_same_people_under_another_title() {
        let signed = |title, names: &[&str]| {
            let mut record = record(title, None);
            let names = names.iter().map(|name| PersonName::parse(name));
            record.meta.authors = names.map(Into::into).collect();
            record
        };
        let mut pool = Pool::default();
        pool.add([
            signed("Slow Cooking", &["A. Ex", "B. Yu", "C. Zed", "D. Wu"]),
            signed("Idle Talk", &["A. Ex", "E. Ono", "F. Li"]),
        ]);
        let titles = |title, names: &[&str]| -> Vec<String> {
            let mut listing = Listing::titled(title);
            let names = names.iter().map(|name| PersonName::parse(name));
            listing.authors = names.map(ListedAuthor::Named).collect();
            let near = pool.near(&listing, &Person::default());
            near.iter().map(|record| record.meta.title.text()).collect()
        };
        let team = ["Ada Ex", "Bo Yu", "Cy Zed"];
        assert_eq!(titles("Patience at the Stove", &team), ["Slow Cooking"]);
        assert!(titles("Patience at the Stove", &team[..2]).is_empty());
        let known = titles("Idle Talk", &team);
        assert_eq!(known, ["Idle Talk"], "the title itself is there");
    }
}
