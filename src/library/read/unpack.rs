//! Decompression of files.

use std::io::{self, BufReader, Read};
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use flate2::bufread::MultiGzDecoder;

/// The size of the read buffer in bytes.
const BUFFER: usize = 256 << 10;

/// The first bytes of every member of a gzip file (RFC 1952, 2.3.1).
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Returns the content of `raw`, decompressed if it is gzip (by its first bytes, not by any name).
/// `taken` counts the bytes read from `raw`, for showing the progress relative to the file's size.
///
/// # Errors
/// Fails when the first bytes can't be read. Damage in a compressed file is reported later, when the
/// content is read.
pub(in crate::library) fn unpacked<'a>(
    raw: impl Read + Send + 'a,
    taken: Arc<AtomicU64>,
) -> io::Result<Box<dyn Read + Send + 'a>> {
    let mut raw = BufReader::with_capacity(BUFFER, CountingReader { raw, taken });
    let mut first = Vec::with_capacity(GZIP.len());
    raw.by_ref().take(2).read_to_end(&mut first)?;
    let is_packed = first == GZIP;
    let whole = io::Cursor::new(first).chain(raw);
    Ok(if is_packed {
        let content = GzipStream(MultiGzDecoder::new(whole));
        Box::new(BufReader::with_capacity(BUFFER, content))
    } else {
        Box::new(whole)
    })
}

/// A gzip stream that reports damage in a message for users.
struct GzipStream<R>(R);

impl<R: Read> Read for GzipStream<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(|fault| {
            let what = format!(
                "can't be unpacked to its end ({fault}): it is truncated or damaged; download it again"
            );
            io::Error::new(fault.kind(), what)
        })
    }
}

struct CountingReader<R> {
    raw: R,
    taken: Arc<AtomicU64>,
}

impl<R: Read> Read for CountingReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let got = self.raw.read(buffer)?;
        let more = u64::try_from(got).unwrap_or(0);
        self.taken.fetch_add(more, Ordering::Relaxed);
        Ok(got)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::{Compression, write::GzEncoder};

    use super::*;

    fn packed(content: &[u8]) -> Vec<u8> {
        let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
        packer.write_all(content).unwrap();
        packer.finish().unwrap()
    }

    fn read(raw: &[u8]) -> (io::Result<Vec<u8>>, u64) {
        let taken = Arc::new(AtomicU64::new(0));
        let mut content = Vec::new();
        let read = unpacked(raw, taken.clone())
            .unwrap()
            .read_to_end(&mut content);
        (read.map(|_| content), taken.load(Ordering::Relaxed))
    }

    #[test]
    fn gzipped_and_plain_content_are_equal() {
        let content = b"@misc{a, title = {A}}\n".repeat(40_000);
        // Several members make one file, as `cat a.gz b.gz` does.
        let two = [packed(&content[..1000]), packed(&content[1000..])].concat();
        for raw in [&content, &packed(&content), &two] {
            let (read, taken) = read(raw);
            assert!(read.unwrap() == content);
            assert_eq!(taken, u64::try_from(raw.len()).unwrap());
        }
        for short in [&b""[..], b"\x1f", b"a"] {
            assert_eq!(read(short).0.unwrap(), short);
        }
    }

    #[test]
    fn truncated_file_is_an_error() {
        let whole = packed(&b"some content ".repeat(1000));
        let error = read(&whole[..whole.len() - 9]).0.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
    }
}
