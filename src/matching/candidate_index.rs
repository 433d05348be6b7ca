//! An index of all records of a run that finds the candidates for a listing.

use std::{
    collections::{BTreeSet, HashMap},
    sync::OnceLock,
};

use rapidfuzz::distance::levenshtein;

use super::blocking_keys::BlockingKeys;
use crate::{
    model::{Ids, Listing, PartialDate, Person, PersonName, Record},
    text::{
        byline::{Byline, Titles, years_apart},
        fold::{FoldedTitle, is_stop_word},
        similarity,
    },
};

/// A word that is in more titles than this does not propose candidates by itself,
const COMMON: usize = 100;

/// unless it is one of this many rarest words of the listed title.
const ALWAYS: usize = 2;

/// The largest number of records compared with a title: those that share the most letters of words.
const MOST: usize = 100;

/// Titles with at least this letter similarity are candidates whatever their words. So are titles
/// of which one contains the other.
const ALIKE: f64 = 0.7;

/// The largest number of records with the very title that are returned for a listing.
const MOST_TITLED: usize = 60;

/// The largest number of records by the same people that are returned under other titles. None is
/// looked for if a record with a similar title already shares the fraction `THEIRS` of the people.
const MOST_RENAMED: usize = 8;
const THEIRS: f64 = 0.75;

/// The records that sources have returned so far, without duplicates, indexed by the words of their
/// titles, by identifier, by the ends of titles and by first authors.
#[derive(Debug, Default)]
pub struct CandidateIndex {
    records: Vec<Record>,
    titles: Vec<IndexedTitle>,
    title_key: HashMap<String, Vec<usize>>,
    words: HashMap<String, Vec<usize>>,
    blocking_keys: BlockingKeys,
    ids: HashMap<String, Vec<usize>>,
    /// The positions of records that may be equal.
    twins: HashMap<(String, Option<PersonName>, Option<PartialDate>), Vec<usize>>,
}

/// A record's title, prepared for comparison.
#[derive(Debug)]
struct IndexedTitle {
    title_key: String,
    /// The number of letters in its content words.
    content_words: usize,
    /// The people under whose names it appeared, computed on first use.
    byline: OnceLock<Byline>,
}

impl CandidateIndex {
    /// Adds records. A record that the index already holds from the same source is skipped.
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
            let FoldedTitle {
                words: all,
                key: title_key,
            } = FoldedTitle::of(&record.meta.title.text());
            for key in keys {
                self.ids.entry(key).or_default().push(at);
            }
            let words = content_words(&all);
            self.titles.push(IndexedTitle {
                title_key: title_key.clone(),
                content_words: words.iter().map(String::len).sum(),
                byline: OnceLock::new(),
            });
            let signers = record.meta.authors.iter().map(|author| &author.name);
            self.blocking_keys.add(at, &title_key, &all, signers);
            self.title_key.entry(title_key).or_default().push(at);
            for word in words {
                self.words.entry(word).or_default().push(at);
            }
            self.records.push(record);
        }
    }

    /// Returns the records that a person's listing of this `title` may mean:
    ///
    /// - records with the same or a similar title;
    /// - if none has the very title and no similar one is by the same people, records by these
    ///   people under other titles;
    /// - records that share an identifier with one of the above or with a pin of the listing.
    #[must_use]
    pub fn candidates(
        &self,
        listing: &Listing,
        title: &FoldedTitle,
        person: &Person,
    ) -> Vec<&Record> {
        let (all, title_key) = (&title.words, &title.key);
        let authors = listing.author_names(person).into_iter().flatten();
        let authors: Vec<PersonName> = authors.collect();
        let mut places = self.titled(title_key, &authors, listing.year);
        let is_known_word = !places.is_empty();
        let content_words = content_words(all);
        let own: usize = content_words.iter().map(String::len).sum();
        // Records with the very title are already included.
        let is_other = |(at, _): &(usize, usize)| self.titles[*at].title_key != *title_key;
        let mut shared: Vec<(usize, usize)> = self
            .shared(&content_words)
            .into_iter()
            .filter(is_other)
            .collect();
        shared.sort_unstable_by(|(at, letters), (other, fewer)| (fewer, at).cmp(&(letters, other)));
        shared.truncate(MOST);
        let comparator = levenshtein::BatchComparator::new(title_key.bytes());
        let alike = |at: usize| {
            let other = &self.titles[at].title_key;
            if !similarity::are_titles(title_key, other) {
                return title_key == other;
            }
            let cutoff = levenshtein::Args::default().score_cutoff(ALIKE);
            similarity::is_within(title_key, other)
                || comparator
                    .normalized_similarity_with_args(other.bytes(), &cutoff)
                    .is_some()
        };
        // The same bounds as [`similarity::is_near`], computed from what is counted already.
        places.extend(shared.into_iter().filter_map(|(at, letters)| {
            let least = own.min(self.titles[at].content_words);
            // If the very title is known, records that share almost no word are irrelevant.
            let near =
                letters * 10 >= least * 6 || (!is_known_word || letters * 4 >= least) && alike(at);
            near.then_some(at)
        }));
        if !is_known_word {
            let traced = self.blocking_keys.by_title_ends(title_key, all);
            places.extend(traced.filter(|at| alike(*at)));
            let byline = Byline::of(&authors);
            let theirs = |at: &usize| byline.common(self.byline(*at)).share() >= THEIRS;
            if !places.iter().any(theirs) {
                let letters = |at: usize| {
                    let other = &self.titles[at].title_key;
                    if similarity::are_titles(title_key, other) {
                        comparator.normalized_similarity(other.bytes())
                    } else {
                        0.0
                    }
                };
                places.extend(self.renamed(&letters, &content_words, &authors, listing.year));
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

    /// Returns the positions of the records with the very title. If many have it (`Editorial`),
    /// those by the first authors and those closest in time are preferred.
    fn titled(
        &self,
        title_key: &str,
        authors: &[PersonName],
        year: Option<i32>,
    ) -> BTreeSet<usize> {
        let all = self.title_key.get(title_key).map_or(&[][..], Vec::as_slice);
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
            .partition(|at| self.blocking_keys.has_first_author(**at, authors));
        let mut places: BTreeSet<usize> = nearest(theirs, MOST_TITLED).collect();
        let room = MOST_TITLED - places.len();
        places.extend(nearest(others, room));
        places
    }

    /// Returns, for each proposed record, how many letters of content words its title shares with
    /// the listed one. Only rare words propose records, common ones merely count: in an index of
    /// ten thousand records, every third is about learning.
    fn shared(&self, content_words: &BTreeSet<String>) -> HashMap<usize, usize> {
        let mut lists: Vec<(usize, &[usize])> = content_words
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

    /// Returns the people under whose names the record at a position appeared.
    fn byline(&self, at: usize) -> &Byline {
        let byline = &self.titles[at].byline;
        byline.get_or_init(|| Byline::under(&self.records[at].meta))
    }

    /// Returns the records that may be the listed people's work under another title: first those
    /// that share the most letters of words, then those closest in time. `letters` returns the
    /// letter similarity of the title at a position.
    fn renamed(
        &self,
        letters: &dyn Fn(usize) -> f64,
        content_words: &BTreeSet<String>,
        authors: &[PersonName],
        year: Option<i32>,
    ) -> Vec<usize> {
        let byline = Byline::of(authors);
        let mut found: Vec<(usize, u32, usize)> = Vec::new();
        for at in self.blocking_keys.by_first_authors(authors) {
            let meta = &self.records[at].meta;
            let common = byline.common(self.byline(at));
            let years_apart = years_apart(meta.date, year);
            let shared = self.letters_shared(content_words, at);
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

    /// Counts the letters of content words that the title at a position shares with the given
    /// words.
    fn letters_shared(&self, content_words: &BTreeSet<String>, at: usize) -> usize {
        let has = |word: &&String| {
            let places = self.words.get(*word);
            places.is_some_and(|places| places.binary_search(&at).is_ok())
        };
        content_words.iter().filter(has).map(String::len).sum()
    }

    /// Returns all records in the order in which they were added.
    #[must_use]
    pub fn records(&self) -> &[Record] {
        &self.records
    }
}

fn content_words(words: &[String]) -> BTreeSet<String> {
    let words = words.iter().filter(|word| !is_stop_word(word));
    words.cloned().collect()
}

fn keys(ids: &Ids) -> Vec<String> {
    let mut out = Vec::new();
    out.extend(ids.doi.as_ref().map(|id| format!("doi:{id}")));
    out.extend(ids.dblp.as_ref().map(|id| format!("dblp:{id}")));
    out.extend(ids.arxiv.as_ref().map(|id| format!("arxiv:{id}")));
    out.extend(ids.pmid.as_ref().map(|id| format!("pmid:{id}")));
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{ArxivId, Kind, ListedAuthor, Metadata, SourceName, Title};

    fn record(title: &str, arxiv: Option<&str>) -> Record {
        let mut meta = Metadata::new(Kind::Conference, Title::plain(title));
        meta.ids.arxiv = arxiv.map(|id| ArxivId::parse(id).unwrap());
        Record::new(SourceName::DBLP, meta)
    }

    /// Returns the candidates for the listing of a person without a name.
    fn candidates<'a>(index: &'a CandidateIndex, listing: &Listing) -> Vec<&'a Record> {
        let title = FoldedTitle::of(&listing.title);
        index.candidates(listing, &title, &Person::default())
    }

    #[test]
    fn similar_titles_and_linked_versions_are_candidates() {
        let mut index = CandidateIndex::default();
        index.add([
            record("Fast Sorting of Strings", Some("2101.00001")),
            record("Quick Ordering of Texts", Some("2101.00001")),
            record("Slow Cooking", None),
        ]);
        index.add([record("Slow Cooking", None)]);
        assert_eq!(index.records().len(), 3);
        let near = candidates(&index, &Listing::titled("Fast sorting of string"));
        assert_eq!(near.len(), 2);
        let mut listing = Listing::titled("Something Else");
        listing.arxiv = Some(ArxivId::parse("2101.00001").unwrap());
        assert_eq!(candidates(&index, &listing).len(), 2);
    }

    #[test]
    fn for_a_frequent_title_the_likeliest_records_are_candidates() {
        let mut index = CandidateIndex::default();
        index.add((0..500).map(|n| {
            let mut record = record("Editorial", None);
            record.meta.authors = vec![PersonName::parse(&format!("Ada Ex{n}")).into()];
            record.meta.date = Some(crate::model::PartialDate::year(1900 + n / 10));
            record
        }));
        let mut listing = Listing::titled("Editorial");
        listing.authors = vec![ListedAuthor::Named(PersonName::parse("A. Ex490"))];
        listing.year = Some(1901);
        let near = candidates(&index, &listing);
        assert!(near.len() <= MOST_TITLED, "{}", near.len());
        let has = |name: &str| near.iter().any(|it| it.meta.authors[0].name.family == name);
        assert!(has("Ex490") && has("Ex10") && !has("Ex300"));
    }

    #[test]
    fn titles_with_every_word_damaged_are_found() {
        let mut index = CandidateIndex::default();
        index.add([
            record("Diversifying Product Search Results", None),
            record("Diversity of Plants", None),
        ]);
        for title in [
            "Diversifyimg Prduct Serch Resulys",
            "DiversifyingProduct SearchResults",
            "Dversifying Prduct Serch Results",
            "Divrsifying Prdxct Sexrch Resxlts",
        ] {
            let near = candidates(&index, &Listing::titled(title));
            assert_eq!(near.len(), 1, "{title}");
        }
    }

    #[test]
    fn renamed_work_is_found_by_its_people() {
        let signed = |title, names: &[&str]| {
            let mut record = record(title, None);
            let names = names.iter().map(|name| PersonName::parse(name));
            record.meta.authors = names.map(Into::into).collect();
            record
        };
        let mut index = CandidateIndex::default();
        index.add([
            signed("Slow Cooking", &["A. Ex", "B. Yu", "C. Zed", "D. Wu"]),
            signed("Idle Talk", &["A. Ex", "E. Ono", "F. Li"]),
        ]);
        let titles = |title, names: &[&str]| -> Vec<String> {
            let mut listing = Listing::titled(title);
            let names = names.iter().map(|name| PersonName::parse(name));
            listing.authors = names.map(ListedAuthor::Named).collect();
            let near = candidates(&index, &listing);
            near.iter().map(|record| record.meta.title.text()).collect()
        };
        let team = ["Ada Ex", "Bo Yu", "Cy Zed"];
        assert_eq!(titles("Patience at the Stove", &team), ["Slow Cooking"]);
        assert!(titles("Patience at the Stove", &team[..2]).is_empty());
        let known = titles("Idle Talk", &team);
        assert_eq!(known, ["Idle Talk"], "the title itself is there");
    }
}
