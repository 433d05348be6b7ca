#![no_main]

use std::{fs, path::PathBuf};

use bibsync::{
    enrich,
    library::{Library, PartSpec, TitleLookup, make},
    model::Listing,
};
use libfuzzer_sys::fuzz_target;

#[path = "written.rs"]
mod written;

// DBLP's XML, from the file to the output of its records.
fuzz_target!(|bytes: &[u8]| {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("dblp.xml");
    fs::write(&file, bytes).unwrap();
    let library: PathBuf = folder.path().join("library");
    let plan = PartSpec {
        folder: library.clone(),
        file,
        ..PartSpec::default()
    };
    if make(&plan, 1, &|_| ()).is_err() {
        return;
    }
    let library = Library::open(&[library.clone()], &library.join("index")).unwrap();
    let title = "Storing Graphs Fast: A Study";
    let found = library.by_title(&TitleLookup {
        title: title.to_owned(),
        ..TitleLookup::default()
    });
    for record in found {
        if let Some(merged) = enrich::merge(&[record], &Listing::titled(title), &enrich::Precedence::default()) {
            written::holds(merged);
        }
    }
});
