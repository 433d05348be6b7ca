//! The property of every output under test: it can be read back, whatever a source stated.

use bibsync::{
    bib,
    enrich::MergedMetadata,
    export::{self, OutputFormat, RenderOptions, keys},
    lock::Lock,
    model::{Work},
};

/// Writes the work in every format and reads BibTeX and the lock back.
pub fn holds(merged: MergedMetadata) {
    let key = keys::base_key(&merged.meta, keys::DEFAULT_PATTERN);
    let mut work = Work::new(key, merged.meta);
    work.origins = merged.origins;
    work.editions = merged.editions;
    for format in OutputFormat::ALL {
        let text = export::write(&[&work], format, &RenderOptions::default()).unwrap();
        if let OutputFormat::Bib(_) = format {
            let read = bib::read(&text);
            assert!(read.problems.is_empty(), "{:?}\n{text}", read.problems);
            assert_eq!(read.entries.len(), 1, "{text}");
        }
    }
    let lock = Lock::new(Vec::new(), vec![work]);
    let text = lock.render().unwrap();
    assert_eq!(Lock::parse(&text, "references.lock").unwrap(), lock);
}
