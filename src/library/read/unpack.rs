//! A file's content, unpacked.

use std::io::{self, BufReader, Read};
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use flate2::bufread::MultiGzDecoder;

/// How much of a file is read at once.
const BUFFER: usize = 256 << 10;

/// With what every member of a gzip file begins (RFC 1952, 2.3.1).
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// The content of `raw`, unpacked if that is gzip (by its first bytes, not by any name). `taken`
/// grows by the bytes taken from `raw`, which may be compared with the file's size to show how far
/// the reading is.
///
/// # Errors
/// When the first bytes can't be read. A packed file that is damaged fails later, as it is read.
pub(in crate::library) fn unpacked<'a>(
    raw: impl Read + Send + 'a,
    taken: Arc<AtomicU64>,
) -> io::Result<Box<dyn Read + Send + 'a>> {
    let mut raw = BufReader::with_capacity(BUFFER, Counted { raw, taken });
    let mut first = Vec::with_capacity(GZIP.len());
    raw.by_ref().take(2).read_to_end(&mut first)?;
    let is_packed = first == GZIP;
    let whole = io::Cursor::new(first).chain(raw);
    Ok(if is_packed {
        let content = Packed(MultiGzDecoder::new(whole));
        Box::new(BufReader::with_capacity(BUFFER, content))
    } else {
        Box::new(whole)
    })
}

/// Packed content, whose faults are told to people who know no streams.
struct Packed<R>(R);

impl<R: Read> Read for Packed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(|fault| {
            let what = format!(
                "can't be unpacked to its end ({fault}): it was cut off or damaged on its way; fetch it anew"
            );
            io::Error::new(fault.kind(), what)
        })
    }
}

struct Counted<R> {
    raw: R,
    taken: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
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
    fn packed_or_not_the_content_is_the_same() {
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
    fn a_file_cut_off_is_an_error() {
        let whole = packed(&b"some content ".repeat(1000));
        let error = read(&whole[..whole.len() - 9]).0.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
    }
}
