//! Election of candidates by the words and names that they share with a title.

use std::cmp::Ordering;

use crate::library::part::Posting;

/// The most ids examined for one title, rarest words first, however large the library is.
const BUDGET: usize = 6_000;

/// The minimum share of the best record's votes by authors, for records that may be by the same people
/// under another title.
const MIN_SHARE_OF_THE_BEST: f32 = 0.6;

/// The most of these records whose other votes are counted.
const MAX_SUPPORTED: usize = 400;

/// The number of neighbouring ids whose votes are counted together, so that the counters stay in the
/// processor's cache.
const BLOCK: u32 = 1 << 13;

/// Votes for records: for each word or name that was looked up, the records that have it.
pub(super) struct CandidateVotes {
    /// The number of all records.
    records: u64,
    lists: Vec<(f32, Posting)>,
}

impl CandidateVotes {
    /// Creates an empty ballot among this many records.
    pub(super) fn of(records: u64) -> Self {
        Self {
            records,
            lists: Vec::new(),
        }
    }

    /// Adds the records found for a word or name.
    pub(super) fn add(&mut self, posting: Posting) {
        if !posting.ids.is_empty() {
            let rarity = rarity(posting.count, self.records);
            self.lists.push((rarity, posting));
        }
    }

    /// Adds the votes of `other`.
    pub(super) fn join(&mut self, other: Self) {
        self.lists.extend(other.lists);
    }

    /// Returns at most `most` records whose votes are close to the best; among equals, first those with
    /// more votes in `others`.
    pub(super) fn elect_supported(&self, others: &Self, most: usize) -> Vec<u32> {
        let mut best = self.sums(MAX_SUPPORTED, MIN_SHARE_OF_THE_BEST);
        for (weight, posting) in &others.lists {
            for (id, sum) in &mut best {
                if posting.ids.binary_search(id).is_ok() {
                    *sum += weight;
                }
            }
        }
        best.sort_by(order);
        best.into_iter().take(most).map(|(id, _)| id).collect()
    }

    /// Returns at most `most` records with at least `share` of the best record's votes; best first, ties in
    /// the order of the library.
    pub(super) fn elect(&self, most: usize, share: f32) -> Vec<u32> {
        let sums = self.sums(most, share).into_iter();
        sums.map(|(id, _)| id).collect()
    }

    /// Returns the elected records with their votes, best first.
    ///
    /// Only the rarest words propose records, within the budget; more common words only add votes to
    /// proposed records.
    fn sums(&self, most: usize, share: f32) -> Vec<(u32, f32)> {
        let mut lists: Vec<(f32, &[u32])> = self
            .lists
            .iter()
            .map(|(weight, posting)| (*weight, posting.ids.as_slice()))
            .collect();
        lists.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        let mut spent = 0;
        let proposing = lists
            .iter()
            .take_while(|(_, ids)| {
                let affordable = spent < BUDGET;
                spent += ids.len();
                affordable
            })
            .count();
        let mut sums = Vec::new();
        count(&mut lists, proposing, &mut sums);
        let best = sums.iter().map(|(_, sum)| *sum).fold(0.0, f32::max);
        sums.retain(|(_, sum)| *sum >= best * share);
        if sums.len() > most {
            sums.select_nth_unstable_by(most, order);
            sums.truncate(most);
        }
        sums.sort_unstable_by(order);
        sums
    }
}

/// Sums the weights of lists of ascending ids. The first `proposing` lists propose records, the others
/// add to them. The lists are consumed.
fn count(lists: &mut [(f32, &[u32])], proposing: usize, sums: &mut Vec<(u32, f32)>) {
    let (rare, common) = lists.split_at_mut(proposing);
    let mut counters = vec![0.0_f32; BLOCK as usize];
    while let Some(least) = rare.iter().filter_map(|(_, ids)| ids.first()).min() {
        let block = *least / BLOCK;
        let begin = sums.len();
        for (weight, ids) in &mut *rare {
            for id in taken(ids, block) {
                let counter = &mut counters[(id % BLOCK) as usize];
                if *counter == 0.0 {
                    sums.push((*id, 0.0));
                }
                *counter += *weight;
            }
        }
        for (weight, ids) in &mut *common {
            for id in taken(ids, block) {
                let counter = &mut counters[(id % BLOCK) as usize];
                if *counter > 0.0 {
                    *counter += *weight;
                }
            }
        }
        for (id, sum) in &mut sums[begin..] {
            *sum = std::mem::take(&mut counters[(*id % BLOCK) as usize]);
        }
    }
}

/// Removes the ids of a block from the front of ascending ids, and drops those of earlier blocks.
fn taken<'a>(ids: &mut &'a [u32], block: u32) -> &'a [u32] {
    let until = |ids: &[u32], block: u32| {
        let beyond = ids.iter().position(|id| id / BLOCK >= block);
        beyond.unwrap_or(ids.len())
    };
    let (_, kept) = ids.split_at(until(ids, block));
    let (of_block, rest) = kept.split_at(until(kept, block + 1));
    *ids = rest;
    of_block
}

/// Orders by votes, best first, then in the order of the library.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "sorting passes what it compares by reference"
)]
fn order((a, x): &(u32, f32), (b, y): &(u32, f32)) -> Ordering {
    y.total_cmp(x).then(a.cmp(b))
}

/// Returns the weight of a word that `count` of `records` have.
fn rarity(count: usize, records: u64) -> f32 {
    #[expect(
        clippy::cast_precision_loss,
        reason = "a weight needs no more than a few digits"
    )]
    let (count, records) = (count.max(1) as f32, records.max(1) as f32);
    libm::logf(1.0 + records / count)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn posting(ids: &[u32]) -> Posting {
        Posting {
            count: ids.len(),
            ids: ids.to_vec(),
        }
    }

    #[test]
    fn rare_words_outweigh_common_ones() {
        let mut votes = CandidateVotes::of(1_000);
        votes.add(posting(&[7]));
        votes.add(posting(&[1, 2, 3, 7]));
        votes.add(posting(&[1, 2, 3, 4, 5, 6, 8, 9]));
        assert_eq!(votes.elect(3, 0.0), [7, 1, 2]);
    }

    #[test]
    fn common_words_propose_no_record() {
        let mut votes = CandidateVotes::of(10_000);
        let many: Vec<u32> = (0..7_000).collect();
        votes.add(posting(&many));
        votes.add(posting(&[3]));
        let more: Vec<u32> = (0..9_000).collect();
        votes.add(posting(&more));
        let elected = votes.elect(10_000, 0.0);
        assert_eq!(
            elected.len(),
            7_000,
            "the largest list came after the budget was spent"
        );
        assert_eq!(elected[0], 3);
    }

    #[test]
    fn words_break_ties_among_works_of_the_same_people() {
        let mut people = CandidateVotes::of(1_000);
        people.add(posting(&[1, 2, 3, 4, 5]));
        people.add(posting(&[2, 3, 4]));
        let mut words = CandidateVotes::of(1_000);
        words.add(posting(&[4, 9]));
        assert_eq!(people.elect_supported(&words, 2), [4, 2]);
        assert!(
            CandidateVotes::of(1_000)
                .elect_supported(&words, 2)
                .is_empty()
        );
    }

    #[test]
    fn records_with_few_votes_are_omitted() {
        let mut votes = CandidateVotes::of(100);
        for _ in 0..4 {
            votes.add(posting(&[1]));
        }
        votes.add(posting(&[2]));
        assert_eq!(votes.elect(5, 0.5), [1]);
    }

    #[test]
    fn votes_are_counted_for_distant_ids() {
        let far = [3, BLOCK - 1, BLOCK, 7 * BLOCK + 5, u32::MAX];
        let mut votes = CandidateVotes::of(1_000);
        votes.add(posting(&far));
        votes.add(posting(&far[2..]));
        votes.add(posting(&far[4..]));
        assert_eq!(
            votes.elect(9, 0.0),
            [u32::MAX, BLOCK, 7 * BLOCK + 5, 3, BLOCK - 1]
        );
    }
}
