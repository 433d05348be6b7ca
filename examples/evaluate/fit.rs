//! Fits confidences: how often the best work with some log-odds is right, as a rising curve.

use super::{judge::Outcome, sets::RECORDED_TWICE};

/// The log-odds at which the curve has its knots.
const KNOTS: [f64; 10] = [-1.0, 0.0, 1.0, 2.3, 2.5, 3.0, 3.75, 4.5, 5.5, 6.5];

/// The odds and the outcome of one case.
#[derive(Debug, Clone, Copy)]
struct Point {
    odds: f64,
    right: bool,
    fold: usize,
}

/// The cases seen so far.
#[derive(Default)]
pub struct Fit {
    points: Vec<Point>,
}

const FOLDS: usize = 5;

/// Returns the fold of a listing by its title, which is the same in every set.
pub fn fold(title: &str) -> usize {
    let hash = title.bytes().fold(0_u64, |hash, byte| {
        hash.wrapping_mul(31).wrapping_add(u64::from(byte))
    });
    (hash % FOLDS as u64) as usize
}

impl Fit {
    pub fn add(&mut self, outcomes: &[Outcome]) {
        for outcome in outcomes {
            if outcome.case.relation == RECORDED_TWICE {
                continue;
            }
            let Some(odds) = outcome.decision.odds.filter(|odds| *odds >= -1.5) else {
                continue;
            };
            let fold = fold(&outcome.case.listing.title);
            self.points.push(Point {
                odds,
                right: outcome.best_is_right,
                fold,
            });
        }
    }

    /// Prints the curve of all cases, and how well curves of four fifths predict the remaining
    /// fifth.
    pub fn print(&self) {
        if self.points.is_empty() {
            return;
        }
        println!(
            "\n## The fit, on {} best works of log-odds from -1.5 on\n",
            self.points.len()
        );
        for (knot, value) in KNOTS.iter().zip(curve(self.points.iter())) {
            let p = 1.0 / (1.0 + libm::exp(-value));
            println!("    ({knot:.2}, {value:.2}), // {p:.3}");
        }
        println!("\nEach fifth predicted by the other four:\n");
        println!("| confidence | cases | mean confidence | right |\n|---|---|---|---|");
        let mut bins = [(0_usize, 0_usize, 0.0); EDGES.len() - 1];
        for fold in 0..FOLDS {
            let values = curve(self.points.iter().filter(|point| point.fold != fold));
            for point in self.points.iter().filter(|point| point.fold == fold) {
                let p = 1.0 / (1.0 + libm::exp(-at(&values, point.odds)));
                let bin = EDGES.iter().rposition(|edge| *edge <= p).unwrap_or(0);
                let (count, right, sum) = &mut bins[bin.min(EDGES.len() - 2)];
                *count += 1;
                *right += usize::from(point.right);
                *sum += p;
            }
        }
        for (at, (count, right, sum)) in bins.iter().enumerate().filter(|(_, bin)| bin.0 > 0) {
            println!(
                "| {:.2} to {:.3} | {count} | {:.2} % | {:.2} % |",
                EDGES[at],
                EDGES[at + 1],
                100.0 * sum / *count as f64,
                100.0 * *right as f64 / *count as f64,
            );
        }
    }
}

const EDGES: [f64; 9] = [0.0, 0.25, 0.5, 0.75, 0.9, 0.95, 0.98, 0.99, 1.0];

/// Returns the log-odds of being right at each knot, increasing. Cases between two knots count for
/// both by their distance, each knot starts with half a case of either outcome, and decreasing
/// knots are merged (pool adjacent violators).
fn curve<'a>(points: impl Iterator<Item = &'a Point>) -> Vec<f64> {
    let mut sums = vec![(0.5, 1.0); KNOTS.len()];
    for point in points {
        let odds = point.odds.clamp(KNOTS[0], KNOTS[KNOTS.len() - 1]);
        let high = KNOTS
            .iter()
            .position(|knot| *knot >= odds)
            .unwrap_or(0)
            .max(1);
        let share = (odds - KNOTS[high - 1]) / (KNOTS[high] - KNOTS[high - 1]);
        for (knot, weight) in [(high - 1, 1.0 - share), (high, share)] {
            sums[knot].0 += weight * f64::from(u8::from(point.right));
            sums[knot].1 += weight;
        }
    }
    let mut pools: Vec<(f64, f64, usize)> = Vec::new();
    for (right, all) in sums {
        let mut pool = (right, all, 1);
        while let Some(last) = pools
            .last()
            .filter(|last| last.0 / last.1 >= pool.0 / pool.1)
        {
            pool = (pool.0 + last.0, pool.1 + last.1, pool.2 + last.2);
            pools.pop();
        }
        pools.push(pool);
    }
    pools
        .iter()
        .flat_map(|(right, all, knots)| {
            std::iter::repeat_n(libm::log(right / (all - right)), *knots)
        })
        .collect()
}

fn at(values: &[f64], odds: f64) -> f64 {
    let odds = odds.clamp(KNOTS[0], KNOTS[KNOTS.len() - 1]);
    let high = KNOTS
        .iter()
        .position(|knot| *knot >= odds)
        .unwrap_or(0)
        .max(1);
    let share = (odds - KNOTS[high - 1]) / (KNOTS[high] - KNOTS[high - 1]);
    values[high - 1] + share * (values[high] - values[high - 1])
}
