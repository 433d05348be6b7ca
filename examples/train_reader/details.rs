//! The model of what an entry prints beside its main fields: trained on references, and measured.

use std::{error::Error, path::Path};

use bibsync::{
    import::training::{DetailModel, Printed, Words, train_details},
    text::fold::words,
};

use crate::{
    FOLDS,
    entry_words::{self, Entry, Reference},
    field_count::{Count, HEAD, without_small},
};

/// Learns from these references, prints how right models are about references that they have not seen, and writes
/// the weights of all.
pub(crate) fn train(out: &Path, references: &Path) -> Result<(), Box<dyn Error>> {
    let all = entry_words::references(references)?;
    let known: Vec<(&Reference, Entry)> = all
        .iter()
        .filter_map(|one| Some((one, one.details()?)))
        .collect();
    eprintln!("{} of {} references", known.len(), all.len());
    let learned = |keeps: &dyn Fn(usize) -> bool| -> DetailModel {
        let own = (0..known.len()).filter(|at| keeps(*at));
        let examples: Vec<(&Words, &[usize])> = own
            .map(|at| (&known[at].1.words, known[at].1.labels.as_slice()))
            .collect();
        train_details(&examples)
    };
    let mut fields = FIELDS.map(|_| Count::default());
    for fold in 0..FOLDS {
        let model = learned(&|at| at % FOLDS != fold);
        for (reference, entry) in known.iter().skip(fold).step_by(FOLDS) {
            let read = model.read(&entry.words, &reference.text("title"));
            for (count, (label, of)) in fields.iter_mut().zip(FIELDS) {
                let read = of(&read).as_deref().map(words).unwrap_or_default();
                count.add(&without_small(label, reference.labelled(label)), &read);
            }
        }
        eprintln!("fold {fold}");
    }
    println!("{HEAD}");
    for (count, (label, _)) in fields.iter().zip(FIELDS) {
        println!("{label:<10} {}", count.shown());
    }
    let bytes = learned(&|_| true).write()?;
    fs_err::write(out, &bytes)?;
    eprintln!("{} bytes", bytes.len());
    Ok(())
}

/// A field that is measured: its label, and where it is read.
type Measured = (&'static str, fn(&Printed) -> &Option<String>);

const FIELDS: [Measured; 5] = [
    ("volume", |read| &read.volume),
    ("issue", |read| &read.issue),
    ("pages", |read| &read.pages),
    ("publisher", |read| &read.publisher),
    ("place", |read| &read.place),
];
