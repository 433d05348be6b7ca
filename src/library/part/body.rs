//! Stored records: JSON, compressed with a dictionary trained on the records.

use std::io;

use integer_encoding::VarInt as _;
use serde::{Deserialize, Serialize};
use zstd::bulk::{Compressor, Decompressor};
use zstd::dict::EncoderDictionary;

use crate::library::read::DatasetRecord;
use crate::model::{DblpKey, Metadata, Record, RecordLink, SourceName};

/// The size of the dictionary in bytes: larger ones gain little and take longer to load.
const DICTIONARY: usize = 64 << 10;

/// The minimum number of records for which a dictionary is trained.
const MIN_SAMPLES: usize = 500;

/// The compression level. On real records, level 1 is a third faster than level 3, and its output a
/// twentieth larger.
const LEVEL: i32 = 1;

/// The longest body in bytes; a longer one is damaged.
const MAX_BODY_LEN: usize = 256 << 20;

/// A stored record.
#[derive(Debug, Serialize, Deserialize)]
pub(in crate::library) struct StoredRecord {
    pub(in crate::library) meta: Metadata,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    links: Vec<RecordLink>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    withdrawn: bool,
    /// The volume that contains it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::library) volume: Option<DblpKey>,
}

impl From<DatasetRecord> for StoredRecord {
    fn from(filed: DatasetRecord) -> Self {
        Self {
            meta: filed.record.meta,
            links: filed.record.links,
            withdrawn: filed.record.withdrawn,
            volume: filed.volume,
        }
    }
}

impl StoredRecord {
    /// Converts it to a record of the library.
    pub(in crate::library) fn into_record(self) -> Record {
        Record::new(SourceName::LIBRARY, self.meta)
            .with_links(self.links)
            .with_withdrawn(self.withdrawn)
    }
}

/// Trains a dictionary on samples; empty when there are too few.
pub(super) fn dictionary(samples: &[Vec<u8>]) -> Vec<u8> {
    if samples.len() < MIN_SAMPLES {
        return Vec::new();
    }
    // Training fails on identical samples, which need no dictionary.
    zstd::dict::from_samples(samples, DICTIONARY).unwrap_or_default()
}

/// Prepares a dictionary for compression.
pub(super) fn prepared(dictionary: &[u8]) -> EncoderDictionary<'static> {
    EncoderDictionary::copy(dictionary, LEVEL)
}

/// Compresses bodies.
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

/// Decompresses bodies.
pub(super) struct Unpacker(Decompressor<'static>);

impl Unpacker {
    pub(super) fn new(dictionary: &[u8]) -> io::Result<Self> {
        Decompressor::with_dictionary(dictionary).map(Self)
    }

    pub(super) fn unpack(&mut self, packed: &[u8]) -> io::Result<Vec<u8>> {
        let damaged = || io::Error::new(io::ErrorKind::InvalidData, "a stored body is damaged");
        let (length, used) = usize::decode_var(packed).ok_or_else(damaged)?;
        if length > MAX_BODY_LEN {
            return Err(damaged());
        }
        self.0.decompress(&packed[used..], length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_round_trip_with_and_without_a_dictionary() {
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
