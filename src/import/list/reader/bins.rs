//! The steps into which the models see numbers fall.

/// Into which of the steps up to 1 a probability falls: finer near the ends.
pub(super) fn step(share: f64) -> usize {
    [0.02, 0.1, 0.25, 0.5, 0.75, 0.9, 0.98]
        .iter()
        .filter(|edge| share >= **edge)
        .count()
}

/// Into which tenth of 0 to 1 a share falls.
pub(super) fn tenth(share: f64) -> usize {
    (1..10)
        .filter(|edge| share >= f64::from(*edge) / 10.0)
        .count()
}

/// Into which of `parts` equal parts of 0 to 1 a share falls.
pub(super) fn part(share: f64, parts: usize) -> usize {
    let at = (share.clamp(0.0, 1.0) * parts as f64).floor();
    (0..parts)
        .rev()
        .find(|part| *part as f64 <= at)
        .unwrap_or(0)
}
