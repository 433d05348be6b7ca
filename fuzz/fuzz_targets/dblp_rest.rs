#![no_main]

use bibsync::sources::dblp::Dblp;
use libfuzzer_sys::fuzz_target;

#[path = "service.rs"]
mod service;
#[path = "written.rs"]
mod written;

// Bytes that are no answer of the endpoint are parsed as one of the classic service.
fuzz_target!(|bytes: &[u8]| {
    service::answers(bytes, |asker, base| {
        Dblp::new(asker, base.clone(), Some(base))
    });
});
