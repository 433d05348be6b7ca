#![no_main]

use bibsync::sources::arxiv::Arxiv;
use libfuzzer_sys::fuzz_target;

#[path = "service.rs"]
mod service;
#[path = "written.rs"]
mod written;

fuzz_target!(|bytes: &[u8]| service::answers(bytes, Arxiv::new));
