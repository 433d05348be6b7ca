//! The reader of lists against lists whose answers are known.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that panics has failed, and the score is to be seen"
)]

mod bounds;
mod case;
mod score;
mod seeds;

use std::path::Path;

use fs_err as fs;

use case::Case;
use score::{Score, table};

/// The layouts that are held back: nothing was tuned on them.
fn held_back() -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/import/held-back.txt");
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(str::to_owned).collect()
}

#[test]
fn lists_in_forty_layouts() {
    let held = held_back();
    let cases = Case::all();
    let (closed, open): (Vec<&Case>, Vec<&Case>) =
        cases.iter().partition(|case| held.contains(&case.name));
    for (title, cases) in [("built on", open), ("held back", closed)] {
        let scores: Vec<(&str, Score)> = cases
            .iter()
            .map(|case| (case.name.as_str(), score::of(case, true)))
            .collect();
        println!("{}", table(title, &scores));
    }
}
