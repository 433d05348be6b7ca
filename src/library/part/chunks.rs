//! Splitting a file into chunks of complete records, so that several threads can read it.

use std::io::{self, Read};

use crate::library::read::{Chunk, FormatReader};

/// The minimum size of a chunk in bytes.
const CHUNK: usize = 1 << 20;

/// A chunk of a file, or its end.
pub(super) enum ChunkOrTail {
    /// Complete records.
    Records(Chunk),
    /// The rest after the last complete record; the last chunk.
    Tail(Chunk),
}

/// The chunks of a file.
pub(super) struct Chunks<'a> {
    input: Box<dyn Read + Send + 'a>,
    reader: &'a dyn FormatReader,
    rest: Vec<u8>,
    line: usize,
    ended: bool,
}

impl<'a> Chunks<'a> {
    pub(super) fn new(input: Box<dyn Read + Send + 'a>, reader: &'a dyn FormatReader) -> Self {
        Self {
            input,
            reader,
            rest: Vec::new(),
            line: 1,
            ended: false,
        }
    }

    /// Returns the next chunk; `None` after the last.
    ///
    /// # Errors
    /// Fails when the file can't be read, or a record is longer than the format allows.
    pub(super) fn next(&mut self) -> io::Result<Option<ChunkOrTail>> {
        if self.ended {
            return Ok(None);
        }
        let mut wanted = CHUNK;
        loop {
            let missing = wanted.saturating_sub(self.rest.len());
            let limit = u64::try_from(missing).unwrap_or(u64::MAX);
            let got = (&mut self.input).take(limit).read_to_end(&mut self.rest)?;
            if got < missing {
                self.ended = true;
                let bytes = std::mem::take(&mut self.rest);
                return Ok(Some(ChunkOrTail::Tail(self.chunk(bytes))));
            }
            let whole = self.reader.whole(&self.rest);
            if whole > 0 {
                let rest = self.rest.split_off(whole);
                let bytes = std::mem::replace(&mut self.rest, rest);
                return Ok(Some(ChunkOrTail::Records(self.chunk(bytes))));
            }
            if wanted >= self.reader.max_record_len() {
                return Err(io::Error::new(
                    io::ErrorKind::InvalidData,
                    format!(
                        "no record ends within the {} MiB after line {}, and none may be longer; expected a file of records in this format, split if it is one that is read whole",
                        wanted >> 20,
                        self.line
                    ),
                ));
            }
            wanted = (2 * wanted).min(self.reader.max_record_len());
        }
    }

    fn chunk(&mut self, bytes: Vec<u8>) -> Chunk {
        let line = self.line;
        self.line += memchr::memchr_iter(b'\n', &bytes).count();
        Chunk { line, bytes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::read::JsonLines;

    fn lines(content: &[u8]) -> io::Result<Vec<(usize, usize)>> {
        let mut chunks = Chunks::new(Box::new(content), &JsonLines);
        let mut out = Vec::new();
        while let Some(ChunkOrTail::Records(chunk) | ChunkOrTail::Tail(chunk)) = chunks.next()? {
            out.push((chunk.line, chunk.bytes.len()));
        }
        Ok(out)
    }

    #[test]
    fn chunks_have_complete_lines_and_their_numbers() {
        let line = [&[b'x'; 99][..], b"\n"].concat();
        let content = line.repeat(30_000);
        let pieces = lines(&content).unwrap();
        assert_eq!(
            pieces.iter().map(|(_, length)| length).sum::<usize>(),
            content.len()
        );
        assert_eq!(pieces.len(), 3);
        assert!(pieces.iter().all(|(_, length)| length % 100 == 0));
        assert_eq!(pieces[1].0, 1 + pieces[0].1 / 100);
    }

    #[test]
    fn unterminated_record_is_rejected() {
        let endless = vec![b'x'; 65 << 20];
        let error = lines(&endless).unwrap_err().to_string();
        assert!(error.contains("after line 1"), "{error}");
        assert_eq!(lines(&endless[..100]).unwrap(), [(1, 100)]);
    }
}
