//! How long one listing takes, from the library to its verdict, on one thread.

use std::{
    collections::BTreeSet,
    path::Path,
    time::{Duration, Instant},
};

use bibsync::{
    matching::{Pool, decide},
    model::Person,
};

use super::{Failure, index::Index, sets};

/// Each listing is decided so often, and its shortest time counts: what else runs on the machine
/// takes turns from some rounds and not from all.
const ROUNDS: usize = 5;

/// What one listing takes.
#[derive(Clone, Copy)]
struct Taken {
    /// The library's answer,
    library: Duration,
    /// that and the decision.
    whole: Duration,
}

pub fn measure(folder: &Path) -> Result<(), Failure> {
    let (cases, _) = sets::messy(folder)?;
    let index = Index::of_corpus(folder, &BTreeSet::new())?;
    let nobody = Person::default();
    let longest = Taken {
        library: Duration::MAX,
        whole: Duration::MAX,
    };
    let mut taken = vec![longest; cases.len()];
    for _ in 0..ROUNDS {
        for (case, taken) in cases.iter().zip(&mut taken) {
            let start = Instant::now();
            let answer = index.answer(&nobody, &case.listing);
            let library = start.elapsed();
            let mut pool = Pool::default();
            pool.add(answer);
            let near = pool.near(&case.listing, &nobody);
            let _decision = decide(&case.listing, &nobody, &BTreeSet::new(), &near);
            let whole = start.elapsed();
            if whole < taken.whole {
                *taken = Taken { library, whole };
            }
        }
    }
    let library: Duration = taken.iter().map(|taken| taken.library).sum();
    let whole: Duration = taken.iter().map(|taken| taken.whole).sum();
    taken.sort_unstable_by_key(|taken| taken.whole);
    println!(
        "speed, by each listing's shortest of {ROUNDS} rounds: {:.0} listings a second ({:.0} % of it the library's), median {:?}, p99 {:?}, most {:?}",
        cases.len() as f64 / whole.as_secs_f64(),
        100.0 * library.as_secs_f64() / whole.as_secs_f64(),
        taken[taken.len() / 2].whole,
        taken[taken.len() * 99 / 100].whole,
        taken[taken.len() - 1].whole,
    );
    Ok(())
}
