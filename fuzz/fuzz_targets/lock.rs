#![no_main]

use bibsync::{
    export::{self, Format, RenderOptions},
    lock::{Lock, Notes},
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(lock) = Lock::parse(text, "references.lock") else {
        return;
    };
    // What was read is written as it was, whoever wrote it, and all formats can be made of it.
    let again = Lock::parse(&lock.render().unwrap(), "references.lock").unwrap();
    assert_eq!(again, lock);
    let works = lock.exported(Notes::default());
    let works: Vec<_> = works.iter().map(AsRef::as_ref).collect();
    for format in Format::ALL {
        export::write(&works, format, &RenderOptions::default()).unwrap();
    }
});
