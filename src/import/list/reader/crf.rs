//! A linear-chain conditional random field over hashed features.

use super::table::{PLACES, Table};

/// What is told of one position of a sequence: places in the table of weights.
pub(super) type Features = Vec<u32>;

/// Weights for sequences with `labels` labels.
#[derive(Debug, Clone, PartialEq)]
pub(in super::super) struct Crf {
    pub(super) labels: usize,
    /// For each place the weight of each label.
    pub(super) weights: Table,
    /// For each label the weight of each label that follows; the last row is for the begin.
    pub(super) steps: Vec<f32>,
}

/// What a field says of a sequence.
#[derive(Debug)]
pub(super) struct Marginals {
    labels: usize,
    /// For each position the probability of each label.
    of: Vec<f64>,
    forward: Vec<f64>,
    backward: Vec<f64>,
    /// The logarithm of the sum over all paths.
    pub(super) total: f64,
}

impl Marginals {
    /// The number of positions.
    pub(super) fn len(&self) -> usize {
        self.of.len() / self.labels
    }

    /// The same without what only training needs.
    pub(super) fn light(self) -> Self {
        Self {
            forward: Vec::new(),
            backward: Vec::new(),
            ..self
        }
    }

    /// The probabilities of the labels at a position.
    pub(super) fn at(&self, position: usize) -> &[f64] {
        &self.of[position * self.labels..(position + 1) * self.labels]
    }
}

impl Crf {
    pub(super) fn new(labels: usize) -> Self {
        Self {
            labels,
            weights: Table::full(labels),
            steps: vec![0.0; (labels + 1) * labels],
        }
    }

    /// The score of each label at each position.
    fn scores(&self, sequence: &[Features]) -> Vec<f64> {
        let mut out = vec![0.0; sequence.len() * self.labels];
        for (features, scores) in sequence.iter().zip(out.chunks_exact_mut(self.labels)) {
            for place in features {
                let Some(weights) = self.weights.of(*place as usize % PLACES) else {
                    continue;
                };
                for (score, weight) in scores.iter_mut().zip(weights) {
                    *score += f64::from(*weight);
                }
            }
        }
        out
    }

    fn step(&self, from: usize, to: usize) -> f64 {
        f64::from(self.steps[from * self.labels + to])
    }

    /// The likeliest labels, where `bias` adds to the score of a label at a position.
    pub(super) fn best_with(
        &self,
        sequence: &[Features],
        bias: impl Fn(usize, usize) -> f64,
    ) -> Vec<usize> {
        let labels = self.labels;
        if sequence.is_empty() {
            return Vec::new();
        }
        let scores = self.scores(sequence);
        let mut best: Vec<f64> = (0..labels)
            .map(|to| self.step(labels, to) + scores[to] + bias(0, to))
            .collect();
        let mut back = vec![0; sequence.len() * labels];
        for at in 1..sequence.len() {
            let mut next = vec![f64::NEG_INFINITY; labels];
            for to in 0..labels {
                for (from, before) in best.iter().enumerate() {
                    let score = before + self.step(from, to);
                    if score > next[to] {
                        next[to] = score;
                        back[at * labels + to] = from;
                    }
                }
                next[to] += scores[at * labels + to] + bias(at, to);
            }
            best = next;
        }
        let mut label = (0..labels)
            .max_by(|one, other| best[*one].total_cmp(&best[*other]))
            .unwrap_or(0);
        let mut out = vec![label; sequence.len()];
        for at in (1..sequence.len()).rev() {
            label = back[at * labels + label];
            out[at - 1] = label;
        }
        out
    }

    /// The probability of each label at each position.
    pub(super) fn marginals(&self, sequence: &[Features]) -> Marginals {
        let labels = self.labels;
        let count = sequence.len();
        let scores = self.scores(sequence);
        let mut forward = vec![0.0; count * labels];
        let mut backward = vec![0.0; count * labels];
        let mut sums = vec![0.0; labels];
        for at in 0..count {
            for to in 0..labels {
                let before = if at == 0 {
                    self.step(labels, to)
                } else {
                    for (from, sum) in sums.iter_mut().enumerate() {
                        *sum = forward[(at - 1) * labels + from] + self.step(from, to);
                    }
                    log_sum(&sums)
                };
                forward[at * labels + to] = before + scores[at * labels + to];
            }
        }
        for at in (0..count.saturating_sub(1)).rev() {
            for from in 0..labels {
                for (to, sum) in sums.iter_mut().enumerate() {
                    let next = (at + 1) * labels + to;
                    *sum = self.step(from, to) + scores[next] + backward[next];
                }
                backward[at * labels + from] = log_sum(&sums);
            }
        }
        let total = match count {
            0 => 0.0,
            _ => log_sum(&forward[(count - 1) * labels..]),
        };
        let of = forward
            .iter()
            .zip(&backward)
            .map(|(one, other)| libm::exp(one + other - total))
            .collect();
        Marginals {
            labels,
            of,
            forward,
            backward,
            total,
        }
    }

    /// How often each step is expected, in the order of the steps' weights.
    pub(super) fn pairs(&self, sequence: &[Features], marginals: &Marginals) -> Vec<f64> {
        let labels = self.labels;
        let scores = self.scores(sequence);
        let mut out = vec![0.0; self.steps.len()];
        if sequence.is_empty() {
            return out;
        }
        for (to, share) in marginals.at(0).iter().enumerate() {
            out[labels * labels + to] += share;
        }
        for at in 1..sequence.len() {
            for from in 0..labels {
                let before = marginals.forward[(at - 1) * labels + from] - marginals.total;
                for to in 0..labels {
                    let next = at * labels + to;
                    let score =
                        before + self.step(from, to) + scores[next] + marginals.backward[next];
                    out[from * labels + to] += libm::exp(score);
                }
            }
        }
        out
    }
}

fn log_sum(values: &[f64]) -> f64 {
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if most == f64::NEG_INFINITY {
        return most;
    }
    let sum: f64 = values.iter().map(|value| libm::exp(value - most)).sum();
    most + libm::log(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two labels and weights that are not symmetric.
    fn crf() -> Crf {
        let mut out = Crf::new(2);
        for (place, weights) in [(1, [0.5, -1.0]), (2, [2.0, 1.5])] {
            let room = out.weights.of_mut(place).unwrap();
            room.copy_from_slice(&weights);
        }
        out.steps.copy_from_slice(&[0.3, -0.7, 1.1, 0.2, 0.0, 0.4]);
        out
    }

    /// The score of each path over three positions, by enumeration.
    fn paths(crf: &Crf, sequence: &[Features]) -> Vec<(Vec<usize>, f64)> {
        let scores = crf.scores(sequence);
        (0..8_usize)
            .map(|bits| {
                let path: Vec<usize> = (0..3).map(|at| bits >> at & 1).collect();
                let mut score = crf.step(2, path[0]);
                for at in 0..3 {
                    score += scores[at * 2 + path[at]];
                }
                score += crf.step(path[0], path[1]) + crf.step(path[1], path[2]);
                (path, score)
            })
            .collect()
    }

    #[test]
    fn best_and_marginals_are_those_of_all_paths() {
        let crf = crf();
        let sequence = [vec![1], vec![2, 1], vec![1]];
        let paths = paths(&crf, &sequence);
        let most = paths
            .iter()
            .max_by(|one, other| one.1.total_cmp(&other.1))
            .unwrap();
        assert_eq!(crf.best_with(&sequence, |_, _| 0.0), most.0);
        let all: f64 = paths.iter().map(|(_, score)| libm::exp(*score)).sum();
        let marginals = crf.marginals(&sequence);
        assert!((marginals.total - libm::log(all)).abs() < 1e-9);
        for at in 0..3 {
            for label in 0..2 {
                let own = paths.iter().filter(|(path, _)| path[at] == label);
                let share: f64 = own.map(|(_, score)| libm::exp(*score)).sum::<f64>() / all;
                assert!((marginals.at(at)[label] - share).abs() < 1e-9);
            }
        }
        let pairs = crf.pairs(&sequence, &marginals);
        let own = paths
            .iter()
            .filter(|(path, _)| path[0] == 1 && path[1] == 0);
        let first: f64 = own.map(|(_, score)| libm::exp(*score)).sum::<f64>() / all;
        let own = paths
            .iter()
            .filter(|(path, _)| path[1] == 1 && path[2] == 0);
        let second: f64 = own.map(|(_, score)| libm::exp(*score)).sum::<f64>() / all;
        assert!((pairs[2] - first - second).abs() < 1e-9);
    }

    #[test]
    fn nothing_has_no_labels() {
        let crf = crf();
        assert!(crf.best_with(&[], |_, _| 0.0).is_empty());
        assert_eq!(crf.marginals(&[]).len(), 0);
    }

    #[test]
    fn a_bias_turns_labels() {
        let favour = |_: usize, label: usize| if label == 0 { 9.0 } else { 0.0 };
        assert_eq!(crf().best_with(&[vec![2], vec![2]], favour), [0, 0]);
    }
}
