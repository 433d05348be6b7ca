#![no_main]

use bibsync::import::InputFormat;
use libfuzzer_sys::fuzz_target;

#[path = "read.rs"]
mod read;

fuzz_target!(|bytes: &[u8]| read::as_form(bytes, InputFormat::Markdown));
