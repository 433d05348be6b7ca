//! Training: stochastic gradient descent with a step size for each weight (`AdaGrad`), in the given
//! order and on one thread, so that the same data give the same weights.

use std::collections::HashMap;

use super::{
    crf::{Crf, Features},
    table::PLACES,
};

/// A sequence with its labels.
#[derive(Debug)]
pub(super) struct Example<'a> {
    pub(super) sequence: &'a [Features],
    pub(super) labels: &'a [usize],
    /// How much it counts.
    pub(super) weight: f64,
    /// Examples of one group count as one for how common a feature is.
    pub(super) group: usize,
}

/// How weights are learned.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plan {
    pub(super) rounds: usize,
    pub(super) rate: f64,
    /// How strongly weights are drawn to zero.
    pub(super) decay: f64,
    /// Features of fewer groups are left out.
    pub(super) least: usize,
    /// What the squares of gradients are taken to sum up to where weights were learned before: the more, the
    /// less do a few examples overturn them.
    pub(super) held: f32,
}

/// Learns weights, or learns on `from` former ones, to which they are then drawn rather than to zero: what
/// the examples don't tell stays as it was.
pub(super) fn learn(examples: &[Example], labels: usize, plan: Plan, from: Option<&Crf>) -> Crf {
    let begun = from.map_or(0.0, |_| plan.held);
    let home = from.map_or_else(|| Crf::new(labels), Crf::spread);
    let mut learner = Learner {
        squares: vec![begun; PLACES * labels],
        step_squares: vec![begun; home.steps.len()],
        crf: home.clone(),
        home,
        known: common(examples, plan.least),
        decay: plan.decay,
    };
    let mut order: Vec<usize> = (0..examples.len()).collect();
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    for round in 0..plan.rounds {
        shuffle(&mut order, &mut state);
        let rate = plan.rate / (1.0 + 0.15 * round as f64);
        for at in &order {
            learner.update(&examples[*at], rate);
        }
    }
    learner.crf
}

/// What is being learned.
struct Learner {
    crf: Crf,
    /// The weights that these are drawn to.
    home: Crf,
    /// For each weight the sum of the squares of its gradients.
    squares: Vec<f32>,
    step_squares: Vec<f32>,
    /// Which places are learned.
    known: Vec<bool>,
    decay: f64,
}

/// The places of features that enough groups have.
fn common(examples: &[Example], least: usize) -> Vec<bool> {
    let mut seen = vec![usize::MAX; PLACES];
    let mut counts = vec![0_usize; PLACES];
    let mut groups: Vec<usize> = (0..examples.len()).collect();
    groups.sort_by_key(|at| examples[*at].group);
    for at in groups {
        let example = &examples[at];
        for place in example.sequence.iter().flatten() {
            let place = *place as usize % PLACES;
            if seen[place] != example.group {
                seen[place] = example.group;
                counts[place] += 1;
            }
        }
    }
    counts.into_iter().map(|count| count >= least).collect()
}

fn shuffle(order: &mut [usize], state: &mut u64) {
    for at in (1..order.len()).rev() {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        let other = usize::try_from(*state % (at as u64 + 1)).unwrap_or(0);
        order.swap(at, other);
    }
}

impl Learner {
    fn update(&mut self, example: &Example, rate: f64) {
        let labels = self.crf.labels;
        let marginals = self.crf.marginals(example.sequence);
        let pairs = self.crf.pairs(example.sequence, &marginals);
        for (at, features) in example.sequence.iter().enumerate() {
            let gradient: Vec<f64> = marginals
                .at(at)
                .iter()
                .enumerate()
                .map(|(label, share)| {
                    example.weight * (f64::from(u8::from(example.labels[at] == label)) - share)
                })
                .collect();
            if gradient.iter().all(|value| value.abs() < 1e-4) {
                continue;
            }
            for place in features {
                let place = *place as usize % PLACES;
                if !self.known[place] {
                    continue;
                }
                let (Some(weights), Some(home)) =
                    (self.crf.weights.of_mut(place), self.home.weights.of(place))
                else {
                    continue;
                };
                let squares = &mut self.squares[place * labels..];
                let all = weights.iter_mut().zip(home).zip(squares);
                for (value, ((weight, home), square)) in gradient.iter().zip(all) {
                    let drawn = self.decay * f64::from(*weight - home);
                    adapt(weight, square, value - drawn, rate);
                }
            }
        }
        let mut seen: HashMap<usize, f64> = HashMap::new();
        for (at, label) in example.labels.iter().enumerate() {
            let from = if at == 0 {
                labels
            } else {
                example.labels[at - 1]
            };
            *seen.entry(from * labels + label).or_default() += 1.0;
        }
        for (at, expected) in pairs.iter().enumerate() {
            let value = example.weight * (seen.get(&at).copied().unwrap_or(0.0) - expected);
            let drawn = self.decay * f64::from(self.crf.steps[at] - self.home.steps[at]);
            adapt(
                &mut self.crf.steps[at],
                &mut self.step_squares[at],
                value - drawn,
                rate,
            );
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "weights are of single precision"
)]
fn adapt(weight: &mut f32, square: &mut f32, gradient: f64, rate: f64) {
    *square += (gradient * gradient) as f32;
    *weight += (rate * gradient / (f64::from(*square).sqrt() + 1e-6)) as f32;
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAN: Plan = Plan {
        rounds: 20,
        rate: 0.2,
        decay: 0.0,
        least: 1,
        held: 0.3,
    };

    /// Two sequences, in which the second of two equal features is told by the step alone.
    fn learned() -> (Vec<Vec<Features>>, Crf) {
        let sequences = vec![
            vec![vec![1], vec![2], vec![2], vec![3]],
            vec![vec![3], vec![1], vec![2], vec![2]],
        ];
        let labels = [[1, 2, 2, 0], [0, 1, 2, 2]];
        let examples: Vec<Example> = sequences
            .iter()
            .zip(&labels)
            .enumerate()
            .map(|(group, (sequence, labels))| Example {
                sequence,
                labels,
                weight: 1.0,
                group,
            })
            .collect();
        (sequences.clone(), learn(&examples, 3, PLAN, None))
    }

    #[test]
    fn what_was_learned_is_told_again() {
        let (sequences, crf) = learned();
        assert_eq!(crf.best_with(&sequences[0], |_, _| 0.0), [1, 2, 2, 0]);
        assert_eq!(crf.best_with(&[vec![2], vec![3]], |_, _| 0.0), [2, 0]);
    }

    #[test]
    fn the_same_data_give_the_same_weights() {
        assert_eq!(learned().1, learned().1);
    }

    /// A sequence of one position with the second label.
    fn labelled(sequence: &[Features]) -> Example<'_> {
        Example {
            sequence,
            labels: &[1],
            weight: 1.0,
            group: 0,
        }
    }

    #[test]
    fn features_of_too_few_groups_have_no_weight() {
        let sequence = [vec![7]];
        let example = labelled(&sequence);
        let plan = Plan { least: 2, ..PLAN };
        let crf = learn(&[example], 2, plan, None);
        assert!(crf.weights.largest() <= 0.0);
    }

    #[test]
    fn former_weights_stay_where_examples_say_nothing_else() {
        let mut former = Crf::new(2);
        for place in [5, 7] {
            former.weights.of_mut(place).unwrap()[0] = 1.5;
        }
        let sequence = [vec![7]];
        let example = labelled(&sequence);
        let crf = learn(&[example], 2, PLAN, Some(&former));
        let weight = |place| crf.weights.of(place).unwrap()[0];
        assert_eq!(weight(5).to_bits(), 1.5_f32.to_bits());
        assert!(weight(7) < 1.5);
        assert_eq!(crf.best_with(&sequence, |_, _| 0.0), [1]);
    }
}
