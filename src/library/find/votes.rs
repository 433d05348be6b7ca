//! Candidates by what they have in common with a title.

use std::cmp::Ordering;

use crate::library::part::Posting;

/// So many ids are looked at for one title, rarest words first, however large the library is.
const BUDGET: usize = 6_000;

/// What a record has in common with a list of authors, as a share of what the best one has, before
/// it may be theirs under another title.
const NEARLY_ALL: f32 = 0.6;

/// So many of these are asked what else speaks for them.
const HEARD: usize = 400;

/// Votes are counted for so many neighbouring ids at a time, so that the counters stay near.
const BLOCK: u32 = 1 << 13;

/// Ballots: for each thing that a title was asked by, the records that have it.
pub(super) struct Ballots {
    /// The number of records there are.
    records: u64,
    lists: Vec<(f32, Posting)>,
}

impl Ballots {
    /// None yet, among so many records.
    pub(super) fn of(records: u64) -> Self {
        Self {
            records,
            lists: Vec::new(),
        }
    }

    /// Takes what was found under something of the title.
    pub(super) fn add(&mut self, posting: Posting) {
        if !posting.ids.is_empty() {
            let rarity = rarity(posting.count, self.records);
            self.lists.push((rarity, posting));
        }
    }

    /// Takes what is in other ballots.
    pub(super) fn join(&mut self, other: Self) {
        self.lists.extend(other.lists);
    }

    /// Those records proposed here that have nearly as much in common as any, at most `most`;
    /// among equals those first for which `others` speak.
    pub(super) fn elect_spoken_for(&self, others: &Self, most: usize) -> Vec<u32> {
        let mut best = self.sums(HEARD, NEARLY_ALL);
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

    /// At most `most` records that have most in common with the title, and at least `share` of
    /// what the best of them has; best first, those of one sum in the order of the library.
    pub(super) fn elect(&self, most: usize, share: f32) -> Vec<u32> {
        let sums = self.sums(most, share).into_iter();
        sums.map(|(id, _)| id).collect()
    }

    /// The records elected, with all that speaks for them, best first.
    ///
    /// Only the rarest things propose records, as far as the budget goes; what is commoner speaks
    /// for those proposed.
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

/// Adds up the weights of lists of ascending ids. The first ones propose, the others speak for what
/// was proposed. The lists are used up.
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

/// Takes from the front of ascending ids those of a block, and drops those of earlier ones.
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

/// Best first, those of one sum in the order of the library.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "sorting passes what it compares by reference"
)]
fn order((a, x): &(u32, f32), (b, y): &(u32, f32)) -> Ordering {
    y.total_cmp(x).then(a.cmp(b))
}

/// What it says that a record has something which `count` of `records` have.
fn rarity(count: usize, records: u64) -> f32 {
    #[expect(
        clippy::cast_precision_loss,
        reason = "a weight needs no more than a few digits"
    )]
    let (count, records) = (count.max(1) as f32, records.max(1) as f32);
    (1.0 + records / count).ln()
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
    fn rare_things_outweigh_common_ones() {
        let mut ballots = Ballots::of(1_000);
        ballots.add(posting(&[7]));
        ballots.add(posting(&[1, 2, 3, 7]));
        ballots.add(posting(&[1, 2, 3, 4, 5, 6, 8, 9]));
        assert_eq!(ballots.elect(3, 0.0), [7, 1, 2]);
    }

    #[test]
    fn what_is_common_proposes_nobody() {
        let mut ballots = Ballots::of(10_000);
        let many: Vec<u32> = (0..7_000).collect();
        ballots.add(posting(&many));
        ballots.add(posting(&[3]));
        let more: Vec<u32> = (0..9_000).collect();
        ballots.add(posting(&more));
        let elected = ballots.elect(10_000, 0.0);
        assert_eq!(
            elected.len(),
            7_000,
            "the largest list came after the budget was spent"
        );
        assert_eq!(elected[0], 3);
    }

    #[test]
    fn among_the_works_of_the_same_people_words_tell() {
        let mut people = Ballots::of(1_000);
        people.add(posting(&[1, 2, 3, 4, 5]));
        people.add(posting(&[2, 3, 4]));
        let mut words = Ballots::of(1_000);
        words.add(posting(&[4, 9]));
        assert_eq!(people.elect_spoken_for(&words, 2), [4, 2]);
        assert!(Ballots::of(1_000).elect_spoken_for(&words, 2).is_empty());
    }

    #[test]
    fn those_far_behind_the_best_are_left_out() {
        let mut ballots = Ballots::of(100);
        for _ in 0..4 {
            ballots.add(posting(&[1]));
        }
        ballots.add(posting(&[2]));
        assert_eq!(ballots.elect(5, 0.5), [1]);
    }

    #[test]
    fn votes_are_counted_whatever_the_distance_of_the_ids() {
        let far = [3, BLOCK - 1, BLOCK, 7 * BLOCK + 5, u32::MAX];
        let mut ballots = Ballots::of(1_000);
        ballots.add(posting(&far));
        ballots.add(posting(&far[2..]));
        ballots.add(posting(&far[4..]));
        assert_eq!(
            ballots.elect(9, 0.0),
            [u32::MAX, BLOCK, 7 * BLOCK + 5, 3, BLOCK - 1]
        );
    }
}
