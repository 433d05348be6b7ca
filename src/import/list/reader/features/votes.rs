//! How a first reading labelled the other rows of the page that look the same.

use std::collections::HashMap;

use super::super::{
    bins::part,
    crf::{Features, Marginals},
    facts::Facts,
    sink::Sink,
};

/// The looks by which rows are compared.
fn looks(rows: &[Facts], at: usize) -> [String; 6] {
    let row = &rows[at];
    let before = at
        .checked_sub(1)
        .map_or("^", |at| rows[at].alone.order.as_str());
    [
        format!("{} {} {}", row.mark, row.indent, row.begins),
        format!("{} {} {}", row.alone.order, row.mark, row.indent),
        format!(
            "{} {} {} {}",
            row.mark, row.first_style, row.first_shape, row.begins
        ),
        format!("{} {} {}", before, row.alone.order, row.begins),
        format!(
            "{} {} {}",
            row.left.unwrap_or(99),
            row.begins,
            row.first_style
        ),
        format!("{:?} {} {}", row.above, row.indent, row.mark),
    ]
}

/// The features that the marginals of a first reading add for each row.
pub(in super::super) fn votes(rows: &[Facts], first: &Marginals) -> Vec<Features> {
    let keys: Vec<[String; 6]> = (0..rows.len()).map(|at| looks(rows, at)).collect();
    let mut sums: Vec<HashMap<&str, (f64, [f64; 4])>> = vec![HashMap::new(); 6];
    for (at, keys) in keys.iter().enumerate() {
        for (sums, key) in sums.iter_mut().zip(keys) {
            let (count, shares) = sums.entry(key.as_str()).or_default();
            *count += 1.0;
            for (share, value) in shares.iter_mut().zip(first.at(at)) {
                *share += value;
            }
        }
    }
    keys.iter()
        .enumerate()
        .map(|(at, keys)| {
            let own = first.at(at);
            let mut sink = Sink::default();
            for (number, (sums, key)) in sums.iter().zip(keys).enumerate() {
                let Some((count, shares)) = sums.get(key.as_str()) else {
                    continue;
                };
                let others = count - 1.0;
                if others < 0.5 {
                    sink.add("vote none", number);
                    continue;
                }
                for (label, (share, own)) in shares.iter().zip(own).enumerate() {
                    let share = part((share - own) / others, 5);
                    sink.add("vote", format_args!("{number} {label} {share}"));
                }
            }
            for (label, own) in own.iter().enumerate() {
                sink.add("own", format_args!("{label} {}", part(*own, 6)));
            }
            for (name, other) in [("-", at.checked_sub(1)), ("+", Some(at + 1))] {
                if let Some(other) = other.filter(|other| *other < rows.len()) {
                    let likeliest = first.at(other);
                    for (label, value) in likeliest.iter().enumerate() {
                        sink.add("own", format_args!("{name}{label} {}", part(*value, 4)));
                    }
                }
            }
            sink.finish()
        })
        .collect()
}
