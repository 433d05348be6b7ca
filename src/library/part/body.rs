//! Records as they are stored: JSON, packed with a dictionary of what all records have in common.

use std::io;

use integer_encoding::VarInt as _;
use serde::{Deserialize, Serialize};
use zstd::bulk::{Compressor, Decompressor};
use zstd::dict::EncoderDictionary;

use crate::library::read::Filed;
use crate::model::{DblpKey, Metadata, Record, RecordLink, SourceName};

/// The size of the dictionary: larger ones gain little and take longer to load.
const DICTIONARY: usize = 64 << 10;

/// Fewer records than this are not worth a dictionary, nor enough to make one.
const FEWEST_SAMPLES: usize = 500;

/// The level of compression. On real records level 1 packs a third faster than 3 and a twentieth
/// worse.
const LEVEL: i32 = 1;

/// A body longer than this is damaged: no record of a library is that long.
const LONGEST: usize = 256 << 20;

/// A stored record.
#[derive(Debug, Serialize, Deserialize)]
pub(in crate::library) struct Stored {
    pub(in crate::library) meta: Metadata,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    links: Vec<RecordLink>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    withdrawn: bool,
    /// The volume that it stands in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::library) volume: Option<DblpKey>,
}

impl From<Filed> for Stored {
    fn from(filed: Filed) -> Self {
        Self {
            meta: filed.record.meta,
            links: filed.record.links,
            withdrawn: filed.record.withdrawn,
            volume: filed.volume,
        }
    }
}

impl Stored {
    /// The record, as the library's.
    pub(in crate::library) fn into_record(self) -> Record {
        Record::new(SourceName::LIBRARY, self.meta)
            .with_links(self.links)
            .with_withdrawn(self.withdrawn)
    }
}

/// A dictionary of what these samples have in common; empty when they are too few.
pub(super) fn dictionary(samples: &[Vec<u8>]) -> Vec<u8> {
    if samples.len() < FEWEST_SAMPLES {
        return Vec::new();
    }
    // Samples that are all the same make no dictionary, and need none.
    zstd::dict::from_samples(samples, DICTIONARY).unwrap_or_default()
}

/// A dictionary made ready for packing.
pub(super) fn prepared(dictionary: &[u8]) -> EncoderDictionary<'static> {
    EncoderDictionary::copy(dictionary, LEVEL)
}

/// What packs bodies.
pub(super) struct Packer<'a>(Compressor<'a>);

impl<'a> Packer<'a> {
    pub(super) fn new(dictionary: &'a EncoderDictionary<'a>) -> io::Result<Self> {
        Compressor::with_prepared_dictionary(dictionary).map(Self)
    }

    pub(super) fn pack(&mut self, body: &[u8]) -> io::Result<Vec<u8>> {
        let mut out = body.len().encode_var_vec();
        out.extend(self.0.compress(body)?);
        Ok(out)
    }
}

/// What unpacks bodies.
pub(super) struct Unpacker(Decompressor<'static>);

impl Unpacker {
    pub(super) fn new(dictionary: &[u8]) -> io::Result<Self> {
        Decompressor::with_dictionary(dictionary).map(Self)
    }

    pub(super) fn unpack(&mut self, packed: &[u8]) -> io::Result<Vec<u8>> {
        let damaged = || io::Error::new(io::ErrorKind::InvalidData, "a stored body is damaged");
        let (length, used) = usize::decode_var(packed).ok_or_else(damaged)?;
        if length > LONGEST {
            return Err(damaged());
        }
        self.0.decompress(&packed[used..], length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_come_back_with_and_without_a_dictionary() {
        let body =
            |n: usize| format!("{{\"meta\":{{\"kind\":\"journal\",\"n\":{n}}}}}").into_bytes();
        for many in [3, 3_000] {
            let samples: Vec<Vec<u8>> = (0..many).map(body).collect();
            let dictionary = dictionary(&samples);
            assert_eq!(dictionary.is_empty(), many == 3);
            let prepared = prepared(&dictionary);
            let mut packer = Packer::new(&prepared).unwrap();
            let mut unpacker = Unpacker::new(&dictionary).unwrap();
            let small = packer.pack(&body(7)).unwrap();
            assert_eq!(unpacker.unpack(&small).unwrap(), body(7));
            assert!(unpacker.unpack(&small[..small.len() - 1]).is_err());
            assert!(unpacker.unpack(b"").is_err());
        }
    }
}
