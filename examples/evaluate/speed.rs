//! Measures how long one listing takes, from the library to its verdict, on one thread.

use std::{collections::BTreeSet, path::Path, time::Duration};

use bibsync::{
    matching::{CandidateIndex, decide},
    model::Person,
    text::fold::FoldedTitle,
};

use cpu_time::ThreadTime;

use super::{Failure, index::Index, sets};

/// The number of times each listing is decided. The shortest time counts, because other programs
/// disturb the processor's caches in some rounds but not in all.
const ROUNDS: usize = 3;

/// The processor time of one listing, which excludes time spent on other processes.
#[derive(Clone, Copy)]
struct Taken {
    /// The time of the library's answer.
    library: Duration,
    /// The time of the answer and the decision.
    whole: Duration,
}

/// Prints the figures and the slowest listings.
pub fn measure(folder: &Path, slowest: usize) -> Result<(), Failure> {
    let (cases, _) = sets::messy(folder)?;
    let index = Index::of_corpus(folder, &BTreeSet::new())?;
    let nobody = Person::default();
    let longest = Taken {
        library: Duration::MAX,
        whole: Duration::MAX,
    };
    let mut taken: Vec<_> = cases.iter().map(|case| (longest, case, 0)).collect();
    for _ in 0..ROUNDS {
        for (taken, case, found) in &mut taken {
            let start = ThreadTime::now();
            let answer = index.answer(&nobody, &case.listing);
            let library = start.elapsed();
            let mut pool = CandidateIndex::default();
            pool.add(answer);
            let near = pool.candidates(
                &case.listing,
                &FoldedTitle::of(&case.listing.title),
                &nobody,
            );
            let _decision = decide(&case.listing, &nobody, &BTreeSet::new(), &near);
            let whole = start.elapsed();
            if whole < taken.whole {
                *taken = Taken { library, whole };
                *found = near.len();
            }
        }
    }
    let library: Duration = taken.iter().map(|(taken, ..)| taken.library).sum();
    let whole: Duration = taken.iter().map(|(taken, ..)| taken.whole).sum();
    taken.sort_unstable_by_key(|(taken, ..)| taken.whole);
    let at = |share: usize| taken[(taken.len() - 1) * share / 100].0.whole;
    println!(
        "speed by the processor's time: {:.0} listings a second ({:.0} % of it the library's), median {:?}, p90 {:?}, p99 {:?}, most {:?}",
        cases.len() as f64 / whole.as_secs_f64(),
        100.0 * library.as_secs_f64() / whole.as_secs_f64(),
        at(50),
        at(90),
        at(99),
        at(100),
    );
    for (taken, case, found) in taken.iter().rev().take(slowest) {
        println!(
            "SLOW {:?}, {:?} of it the library's, {found} candidates [{}] `{}`",
            taken.whole, taken.library, case.relation, case.listing.title
        );
    }
    Ok(())
}
