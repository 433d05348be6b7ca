//! Fits the weights for listings copied from a search engine.

use std::path::Path;

use bibsync::matching::scraped_listing_features;

use super::{Failure, sets};

/// The strength of regularization, relative to all cases together.
const RIDGE: f64 = 1e-6;

/// The number of Newton's steps; it converges after a dozen.
const STEPS: usize = 30;

/// One scraped listing and a record: a leading 1, then the features.
struct Case {
    traits: Vec<f64>,
    same: bool,
    weight: f64,
}

/// Fits the weights on the scraped rows of the training pairs and prints the bias and the weights.
pub fn print(folder: &Path) -> Result<(), Failure> {
    let mut cases = Vec::new();
    for (name, file) in [
        (
            "dblp-scholar, training pairs",
            "train_balanced_pairs.jsonl.gz",
        ),
        ("dblp-acm, training pairs", "train_pairs.jsonl.gz"),
    ] {
        let set = sets::pairs(folder, name, file)?;
        let same = set
            .cases
            .iter()
            .filter(|case| !case.gold.is_empty())
            .count();
        // The pairs are balanced, so those that differ are weighted by how often they occur.
        let rarity = MET * same as f64 / (set.cases.len() - same) as f64;
        for case in &set.cases {
            let traits = scraped_listing_features(&case.listing, &case.person, &case.near[0]);
            let Some(traits) = traits else { continue };
            let same = !case.gold.is_empty();
            cases.push(Case {
                traits: std::iter::once(1.0).chain(traits).collect(),
                same,
                weight: if same { 1.0 } else { rarity },
            });
        }
    }
    println!(
        "\n## The weights of scraped listings, on {} pairs\n",
        cases.len()
    );
    for weight in fitted(&cases) {
        println!("    {weight:.2},");
    }
    Ok(())
}

/// The ratio of pairs that differ to those that match among the validation pairs.
const MET: f64 = 4.37;

/// Returns the weights of maximum likelihood by Newton's method.
fn fitted(cases: &[Case]) -> Vec<f64> {
    let size = cases.first().map_or(0, |case| case.traits.len());
    let all: f64 = cases.iter().map(|case| case.weight).sum();
    let mut weights = vec![0.0; size];
    for _ in 0..STEPS {
        let mut slope = vec![0.0; size];
        let mut bend = vec![vec![0.0; size]; size];
        for case in cases {
            let pairs = case.traits.iter().zip(&weights);
            let odds: f64 = pairs.map(|(value, weight)| value * weight).sum();
            let p = 1.0 / (1.0 + libm::exp(-odds));
            let (error, spread) = (f64::from(u8::from(case.same)) - p, p * (1.0 - p));
            for (row, value) in case.traits.iter().enumerate() {
                slope[row] += case.weight * error * value / all;
                for (column, other) in case.traits.iter().enumerate() {
                    bend[row][column] += case.weight * spread * value * other / all;
                }
            }
        }
        for at in 0..size {
            // The bias is not regularized.
            let ridge = if at == 0 { 0.0 } else { RIDGE };
            slope[at] -= ridge * weights[at];
            bend[at][at] += ridge + 1e-9;
        }
        for (weight, step) in weights.iter_mut().zip(solved(bend, slope)) {
            *weight += step;
        }
    }
    weights
}

/// Solves linear equations by elimination with pivots.
fn solved(mut rows: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for at in 0..size {
        let pivot = (at..size).max_by(|a, b| rows[*a][at].abs().total_cmp(&rows[*b][at].abs()));
        let pivot = pivot.unwrap_or(at);
        rows.swap(at, pivot);
        right.swap(at, pivot);
        for below in at + 1..size {
            let share = rows[below][at] / rows[at][at];
            let (above, row) = rows.split_at_mut(below);
            for (value, over) in row[0].iter_mut().zip(&above[at]).skip(at) {
                *value -= share * over;
            }
            right[below] -= share * right[at];
        }
    }
    for at in (0..size).rev() {
        let known: f64 = (at + 1..size)
            .map(|next| rows[at][next] * right[next])
            .sum();
        right[at] = (right[at] - known) / rows[at][at];
    }
    right
}
