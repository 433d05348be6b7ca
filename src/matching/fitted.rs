//! The constants that were fitted on labelled data.
//!
//! By `cargo run --release --example evaluate -- DIR --fit` on 2026-11-21, over the development
//! halves of `messy` (2,590 listings; once with all records there and once with none of those
//! meant), `synthetic` (1,552), `profiles` (776) and `dblp-scholar`'s retrieval (2,399). Told by
//! four fifths, the other fifth was right in 99.89 % of 4,502 cases given 0.99 and more, in 97.8 %
//! of 182 given 0.98 to 0.99, in 97.6 % of 205 given 0.95 to 0.98, in 96.8 % of 31 given 0.9 to
//! 0.95, and in 79 % of 19 given 0.75 to 0.9.

/// At this confidence and above a work is matched. Chosen on the same sets as the curve: of what
/// lies between 0.9 and 0.95 one in thirty was wrong, and below that one in five.
pub const MATCHED: f64 = 0.9;

/// At this confidence and above a work is worth a person's look.
pub const AMBIGUOUS: f64 = 0.3;

/// How far, in log-odds of the evidence, the best work must stand above the second to be taken
/// without a question. Two publications of one title by the same people differ by venue (1.8), by
/// year (0.6) or not at all.
pub(super) const MARGIN: f64 = 0.5;

/// Log-odds as the evidence adds up, and those at which such works were the right ones.
const CURVE: [(f64, f64); 10] = [
    (-1.00, -1.26),
    (0.00, 0.44),
    (1.00, 0.52),
    (2.30, 0.52),
    (2.50, 2.32),
    (3.00, 3.08),
    (3.75, 3.23),
    (4.50, 4.49),
    (5.50, 6.38),
    (6.50, 7.03),
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
