//! Constants fitted on labelled data.
//!
//! They were fitted with `cargo run --release --example evaluate -- DIR --fit` on 2026-11-23, on
//! the development halves of `messy` (2,590 listings; once with all records available and once
//! without the right ones), `synthetic` (1,552), `profiles` (776), `dblp-scholar`'s retrieval
//! (2,399), and `neardup` (3,214 records listed word for word, and 1,378 of them with the record
//! removed and only its near twin left; 30 more whose twin is the same work recorded twice were
//! excluded). In five-fold cross-validation, the prediction was right in 99.8 % of 7,799 cases with
//! a confidence of 0.99 and more, in 98.9 % of 177 from 0.98 to 0.99, in 95.1 % of 81 from 0.95 to
//! 0.98, in 32 of 34 from 0.9 to 0.95, in 17 of 21 from 0.75 to 0.9, in 20 of 28 from 0.5 to 0.75,
//! in 33.3 % of 658 from 0.25 to 0.5, and in 19.2 % of 120 below.

/// The lowest confidence at which a work is matched. Chosen on the same sets as the curve: between
/// 0.85 and 0.95 one in 38 was wrong, between 0.5 and 0.85 one in three.
pub const MATCH_THRESHOLD: f64 = 0.85;

/// The lowest confidence at which a work is offered as a question. Chosen on the same sets: between
/// this and 0.25 one in four was right.
pub const QUESTION_THRESHOLD: f64 = 0.15;

/// The smallest lead in log-odds of the best work over the second that is matched without a
/// question. Two publications with one title by the same people differ by venue (1.8), by year
/// (0.6) or not at all.
pub(super) const MARGIN: f64 = 0.5;

/// Summed log-odds, and the log-odds with which works of that sum were the right ones.
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

/// Returns the confidence, 0 to 1, that the work is the listed one, given the log-odds of its
/// evidence.
pub(super) fn confidence(odds: f64) -> f64 {
    let fitted = match CURVE.iter().position(|(knot, _)| *knot >= odds) {
        // Odds too low for a question were not fitted.
        Some(0) => CURVE[0].1 + odds - CURVE[0].0,
        Some(at) => {
            let ((x, y), (next_x, next_y)) = (CURVE[at - 1], CURVE[at]);
            y + (odds - x) / (next_x - x) * (next_y - y)
        }
        None => CURVE[CURVE.len() - 1].1,
    };
    1.0 / (1.0 + libm::exp(-fitted))
}

/// The log-odds of a listing copied from a search engine before it is compared.
///
/// This and [`SCRAPED_WEIGHTS`] were fitted by logistic regression on the scraped rows among the
/// training pairs of `dblp-scholar` and `dblp-acm`, with non-matching pairs weighted by how often
/// they occur, by `evaluate -- DIR --fit` on 2026-11-22. On the validation pairs of `dblp-scholar`,
/// which were not fitted on, F1 is 91.1 with them and was 88.4 without, at precisions of 97.1 % and
/// 97.3 %.
pub(super) const SCRAPED_BIAS: f64 = -11.93;

/// The number of features of a listing copied from a search engine and a record.
pub(super) const SCRAPED_FEATURES: usize = 17;

/// The weight of each of [`super::scraped_listing_features`], in log-odds.
pub(super) const SCRAPED_WEIGHTS: [f64; SCRAPED_FEATURES] = [
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
        assert!(confidence(-8.0) < 0.01 && confidence(0.0) >= QUESTION_THRESHOLD);
        assert!(confidence(0.0) < MATCH_THRESHOLD && confidence(3.0) >= MATCH_THRESHOLD);
    }
}
