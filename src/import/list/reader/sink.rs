//! The features of one thing, hashed to the places of their weights.

use std::fmt::{self, Write as _};

use super::crf::Features;

/// Collects features.
#[derive(Debug, Default)]
pub(super) struct Sink {
    out: Features,
}

impl Sink {
    /// Adds the feature of this name and value.
    pub(super) fn add(&mut self, name: &str, value: impl fmt::Display) {
        let mut hash = Fnv::default();
        let written = write!(hash, "{name}={value}");
        debug_assert!(written.is_ok(), "a hash takes all text");
        self.out.push(hash.place());
    }

    pub(super) fn finish(self) -> Features {
        self.out
    }
}

/// FNV-1a with a last mix, the same on every machine.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl fmt::Write for Fnv {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Ok(())
    }
}

impl Fnv {
    fn place(&self) -> u32 {
        let mixed = self.0 ^ (self.0 >> 29);
        u32::try_from(mixed & 0xffff_ffff).unwrap_or_default()
    }
}
