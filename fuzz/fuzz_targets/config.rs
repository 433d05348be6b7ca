#![no_main]

use std::collections::BTreeMap;

use bibsync::config;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Err(error) = config::load(Some(("bibsync.toml", text)), &BTreeMap::new()) {
        assert!(!error.to_string().is_empty());
    }
});
