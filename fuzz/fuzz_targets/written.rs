//! What is written of a work can be read again, whatever a source said of it.

use bibsync::{
    bib,
    enrich::MergedMetadata,
    export::{self, Format, RenderOptions, keys},
    lock::Lock,
    model::{Work, WorkStatus},
};

/// Writes the work in every format; BibTeX and the lock are read back.
pub fn holds(merged: MergedMetadata) {
    let work = Work {
        key: keys::base_key(&merged.meta, keys::DEFAULT_PATTERN),
        aliases: Vec::new(),
        status: WorkStatus::Matched,
        meta: merged.meta,
        fields: Default::default(),
        origins: merged.origins,
        editions: merged.editions,
        expressions: Default::default(),
    };
    for format in Format::ALL {
        let text = export::write(&[&work], format, &RenderOptions::default()).unwrap();
        if let Format::Bib(_) = format {
            let read = bib::read(&text);
            assert!(read.problems.is_empty(), "{:?}\n{text}", read.problems);
            assert_eq!(read.entries.len(), 1, "{text}");
        }
    }
    let lock = Lock::new(Vec::new(), vec![work]);
    let text = lock.render().unwrap();
    assert_eq!(Lock::parse(&text, "references.lock").unwrap(), lock);
}
