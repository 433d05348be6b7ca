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

pub fn measure(folder: &Path) -> Result<(), Failure> {
    let (cases, _) = sets::messy(folder)?;
    let index = Index::of_corpus(folder, &BTreeSet::new())?;
    let nobody = Person::default();
    // Once beforehand, so that the disk is not measured.
    for round in ["warming", "measured"] {
        let mut taken: Vec<Duration> = Vec::with_capacity(cases.len());
        let mut asking = Duration::ZERO;
        let began = Instant::now();
        for case in &cases {
            let start = Instant::now();
            let mut pool = Pool::default();
            pool.add(index.answer(&nobody, &case.listing));
            asking += start.elapsed();
            let near = pool.near(&case.listing, &nobody);
            let _decision = decide(&case.listing, &nobody, &BTreeSet::new(), &near);
            taken.push(start.elapsed());
        }
        let whole = began.elapsed();
        taken.sort_unstable();
        println!(
            "speed ({round}): {:.0} listings a second ({:.0} % of it the library's), median {:?}, p99 {:?}",
            cases.len() as f64 / whole.as_secs_f64(),
            100.0 * asking.as_secs_f64() / whole.as_secs_f64(),
            taken[taken.len() / 2],
            taken[taken.len() * 99 / 100],
        );
    }
    Ok(())
}
