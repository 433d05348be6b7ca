//! The constants that were fitted on labelled data.
//!
//! By `cargo run --release --example evaluate -- DIR --fit` on 2026-11-23, over the development
//! halves of `messy` (2,590 listings; once with all records there and once with none of those
//! meant), `synthetic` (1,552), `profiles` (776), `dblp-scholar`'s retrieval (2,399), and `neardup`
//! (3,214 records listed word for word, and 1,378 with their own record taken away and its near twin
//! left; 30 more whose twin is the same work recorded twice were left out). Told by four fifths, the
//! other fifth was right in 99.8 % of 7,799 cases given 0.99 and more, in 98.9 % of 177 given 0.98 to
//! 0.99, in 95.1 % of 81 given 0.95 to 0.98, in 32 of 34 given 0.9 to 0.95, in 17 of 21 given 0.75 to
//! 0.9, in 20 of 28 given 0.5 to 0.75, in 33.3 % of 658 given 0.25 to 0.5, and in 19.2 % of 120
//! given less.

use super::harvested::TRAITS;

/// At this confidence and above a work is matched. Chosen on the same sets as the curve: of what
/// lies between 0.85 and 0.95 one in 38 was wrong, and between 0.5 and 0.85 one in three.
pub const MATCHED: f64 = 0.85;

/// At this confidence and above a work is worth a person's look. Chosen on the same sets: of what lies
/// between it and 0.25 one in four was right.
pub const AMBIGUOUS: f64 = 0.15;

/// How far, in log-odds of the evidence, the best work must stand above the second to be taken
/// without a question. Two publications of one title by the same people differ by venue (1.8), by
/// year (0.6) or not at all.
pub(super) const MARGIN: f64 = 0.5;

/// Log-odds as the evidence adds up, and those at which such works were the right ones.
const CURVE: [(f64, f64); 10] = [
    (-1.00, -1.76),
    (0.00, -0.69),
    (1.00, 0.65),
    (2.30, 0.65),
    (2.50, 1.30),
    (3.00, 2.60),
    (3.75, 3.67),
    (4.50, 5.23),
    (5.50, 5.54),
    (6.50, 6.12),
];

/// The confidence that a work is the one meant, 0 to 1, of the log-odds of its evidence.
pub(super) fn confidence(odds: f64) -> f64 {
    let fitted = match CURVE.iter().position(|(knot, _)| *knot >= odds) {
        // What is hardly worth a look was not fitted.
        Some(0) => CURVE[0].1 + odds - CURVE[0].0,
        Some(at) => {
            let ((x, y), (next_x, next_y)) = (CURVE[at - 1], CURVE[at]);
            y + (odds - x) / (next_x - x) * (next_y - y)
        }
        None => CURVE[CURVE.len() - 1].1,
    };
    1.0 / (1.0 + (-fitted).exp())
}

/// Log-odds of a listing in the words of a search engine, before anything is seen.
///
/// This and the weights by logistic regression on the harvested rows among the training pairs of
/// `dblp-scholar` and `dblp-acm`, those that differ counted as often as they are met, by
/// `evaluate -- DIR --fit` on 2026-11-22. On `dblp-scholar`'s valid pairs, which were not fitted on,
/// F1 is 91.1 with them and was 88.4 without, at a precision of 97.1 and 97.3 %.
pub(super) const HARVESTED_BIAS: f64 = -11.93;

/// What each of [`super::harvested_traits`] tells, in log-odds.
pub(super) const HARVESTED: [f64; TRAITS] = [
    7.42, 10.33, 20.84, 24.20, 0.84, 1.43, 2.96, 3.06, 1.79, 6.05, 3.03, 0.74, 3.53, 2.37, 1.02,
    -1.31, -2.46,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn confidence_rises_with_the_evidence() {
        let mut last = 0.0;
        for step in -100..=80 {
            let now = confidence(f64::from(step) / 10.0);
            assert!(now >= last && now < 1.0, "{step}: {now} after {last}");
            last = now;
        }
        assert!(confidence(-8.0) < 0.01 && confidence(0.0) >= AMBIGUOUS);
        assert!(confidence(0.0) < MATCHED && confidence(3.0) >= MATCHED);
    }
}
