#![no_main]

use bibsync::import::Form;
use libfuzzer_sys::fuzz_target;

#[path = "read.rs"]
mod read;

fuzz_target!(|bytes: &[u8]| read::as_form(bytes, Form::Pdf));
