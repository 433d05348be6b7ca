//! A file in pieces of whole records, so that several threads can read it.

use std::io::{self, Read};

use crate::library::read::{Chunk, Reader};

/// How large a piece is at least.
const CHUNK: usize = 1 << 20;

/// A piece of a file, or its end.
pub(super) enum Piece {
    /// Whole records.
    Records(Chunk),
    /// What is left after the last whole record; the last piece.
    Tail(Chunk),
}

/// The pieces of a file.
pub(super) struct Chunks<'a> {
    input: Box<dyn Read + Send + 'a>,
    reader: &'a dyn Reader,
    rest: Vec<u8>,
    line: usize,
    ended: bool,
}

impl<'a> Chunks<'a> {
    pub(super) fn new(input: Box<dyn Read + Send + 'a>, reader: &'a dyn Reader) -> Self {
        Self {
            input,
            reader,
            rest: Vec::new(),
            line: 1,
            ended: false,
        }
    }

    /// The next piece; `None` after the last.
    ///
    /// # Errors
    /// When the file can't be read on, or a record is longer than the format allows.
    pub(super) fn next(&mut self) -> io::Result<Option<Piece>> {
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
                return Ok(Some(Piece::Tail(self.chunk(bytes))));
            }
            let whole = self.reader.whole(&self.rest);
            if whole > 0 {
                let rest = self.rest.split_off(whole);
                let bytes = std::mem::replace(&mut self.rest, rest);
                return Ok(Some(Piece::Records(self.chunk(bytes))));
            }
            if wanted >= self.reader.longest() {
                return Err(io::Error::new(
                    io::ErrorKind::InvalidData,
                    format!(
                        "no record ends within the {} MiB after line {}, and none may be longer; expected a file of records in this format, parted if it is one that is read whole",
                        wanted >> 20,
                        self.line
                    ),
                ));
            }
            wanted = (2 * wanted).min(self.reader.longest());
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
        while let Some(Piece::Records(chunk) | Piece::Tail(chunk)) = chunks.next()? {
            out.push((chunk.line, chunk.bytes.len()));
        }
        Ok(out)
    }

    #[test]
    fn pieces_hold_whole_lines_and_know_where_they_stand() {
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
    fn a_record_without_end_is_refused() {
        let endless = vec![b'x'; 65 << 20];
        let error = lines(&endless).unwrap_err().to_string();
        assert!(error.contains("after line 1"), "{error}");
        assert_eq!(lines(&endless[..100]).unwrap(), [(1, 100)]);
    }
}
