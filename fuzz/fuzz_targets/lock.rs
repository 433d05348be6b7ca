#![no_main]

use bibsync::{
    export::{self, OutputFormat, RenderOptions},
    lock::Lock,
    output::NoteOptions,
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(lock) = Lock::parse(text, "references.lock") else {
        return;
    };
    // A lock is written as it was read, and exported in all formats.
    let again = Lock::parse(&lock.render().unwrap(), "references.lock").unwrap();
    assert_eq!(again, lock);
    let works = lock.exported(NoteOptions::default());
    let works: Vec<_> = works.iter().map(AsRef::as_ref).collect();
    for format in OutputFormat::ALL {
        export::write(&works, format, &RenderOptions::default()).unwrap();
    }
});
