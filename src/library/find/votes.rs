//! Candidates by what they have in common with a title.

use crate::library::part::Posting;

/// So many ids are looked at for one title, rarest words first, however large the library is.
const BUDGET: usize = 6_000;

/// What a record has in common with a list of authors, as a share of what the best one has, before
/// it may be theirs under another title.
const NEARLY_ALL: f32 = 0.6;

/// So many of these are asked what else speaks for them.
const HEARD: usize = 400;

/// Ballots: for each thing that a title was asked by, the records that have it.
#[derive(Default)]
pub(super) struct Ballots(Vec<(f32, Posting)>);

impl Ballots {
    /// Takes what was found of `records` records under something of the title.
    pub(super) fn add(&mut self, posting: Posting, records: u64) {
        if !posting.ids.is_empty() {
            self.0.push((rarity(posting.count, records), posting));
        }
    }

    /// Takes what is in other ballots.
    pub(super) fn join(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// Those records proposed here that have nearly as much in common as any, at most `most`;
    /// among equals those first for which `others` speak.
    pub(super) fn elect_spoken_for(&self, others: &Self, most: usize) -> Vec<u32> {
        let mut best = self.sums();
        let least = best.first().map_or(0.0, |(_, sum)| sum * NEARLY_ALL);
        best.retain(|(_, sum)| *sum >= least);
        best.truncate(HEARD);
        speak_for(others.0.iter(), &mut best);
        sort(&mut best);
        best.into_iter().take(most).map(|(id, _)| id).collect()
    }

    /// At most `most` records that have most in common with the title, and at least `share` of
    /// what the best of them has; best first, those of one sum in the order of the library.
    ///
    /// Only the rarest things propose records, as far as the budget goes; what is commoner speaks
    /// for those proposed.
    pub(super) fn elect(self, most: usize, share: f32) -> Vec<u32> {
        let sums = self.sums();
        let least = sums.first().map_or(0.0, |(_, best)| best * share);
        let sums = sums.into_iter().take(most);
        sums.filter(|(_, sum)| *sum >= least)
            .map(|(id, _)| id)
            .collect()
    }

    /// The records proposed, with all that speaks for them, best first.
    fn sums(&self) -> Vec<(u32, f32)> {
        let mut all: Vec<&(f32, Posting)> = self.0.iter().collect();
        all.sort_by_key(|(_, posting)| posting.count);
        let mut spent = 0;
        let proposing = all
            .iter()
            .take_while(|(_, posting)| {
                let affordable = spent < BUDGET;
                spent += posting.ids.len();
                affordable
            })
            .count();
        let (rare, common) = all.split_at(proposing);
        let mut votes: Vec<(u32, f32)> = rare
            .iter()
            .flat_map(|(weight, posting)| posting.ids.iter().map(|id| (*id, *weight)))
            .collect();
        votes.sort_unstable_by_key(|(id, _)| *id);
        let mut sums: Vec<(u32, f32)> = votes
            .chunk_by(|(a, _), (b, _)| a == b)
            .map(|one| (one[0].0, one.iter().map(|(_, weight)| weight).sum()))
            .collect();
        speak_for(common.iter().copied(), &mut sums);
        sort(&mut sums);
        sums
    }
}

fn speak_for<'a>(postings: impl Iterator<Item = &'a (f32, Posting)>, sums: &mut [(u32, f32)]) {
    for (weight, posting) in postings {
        for (id, sum) in &mut *sums {
            if posting.ids.binary_search(id).is_ok() {
                *sum += weight;
            }
        }
    }
}

fn sort(sums: &mut [(u32, f32)]) {
    sums.sort_by(|(a, x), (b, y)| y.total_cmp(x).then(a.cmp(b)));
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
        let mut ballots = Ballots::default();
        ballots.add(posting(&[7]), 1_000);
        ballots.add(posting(&[1, 2, 3, 7]), 1_000);
        ballots.add(posting(&[1, 2, 3, 4, 5, 6, 8, 9]), 1_000);
        assert_eq!(ballots.elect(3, 0.0), [7, 1, 2]);
    }

    #[test]
    fn what_is_common_proposes_nobody() {
        let mut ballots = Ballots::default();
        let many: Vec<u32> = (0..7_000).collect();
        ballots.add(posting(&many), 10_000);
        ballots.add(posting(&[3]), 10_000);
        let more: Vec<u32> = (0..9_000).collect();
        ballots.add(posting(&more), 10_000);
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
        let mut people = Ballots::default();
        people.add(posting(&[1, 2, 3, 4, 5]), 1_000);
        people.add(posting(&[2, 3, 4]), 1_000);
        let mut words = Ballots::default();
        words.add(posting(&[4, 9]), 1_000);
        assert_eq!(people.elect_spoken_for(&words, 2), [4, 2]);
        assert!(Ballots::default().elect_spoken_for(&words, 2).is_empty());
    }

    #[test]
    fn those_far_behind_the_best_are_left_out() {
        let mut ballots = Ballots::default();
        for _ in 0..4 {
            ballots.add(posting(&[1]), 100);
        }
        ballots.add(posting(&[2]), 100);
        assert_eq!(ballots.elect(5, 0.5), [1]);
    }
}
