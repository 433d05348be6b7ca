use super::Item;

/// A piece of a file that begins and ends between records.
#[derive(Debug)]
pub(in crate::library) struct Chunk {
    /// The line of the file on which it begins, counted from 1.
    pub(in crate::library) line: usize,
    /// Its bytes.
    pub(in crate::library) bytes: Vec<u8>,
}

/// How files of one format are parted and read, so that several threads can read one file.
pub(in crate::library) trait Reader: Sync + Send {
    /// How many bytes from the beginning of `bytes` hold nothing but whole records: up to the last
    /// place where a record ends. 0 when no record ends there.
    fn whole(&self, bytes: &[u8]) -> usize;

    /// How long a record may be, in bytes, before the file counts as damaged.
    fn longest(&self) -> usize {
        64 << 20
    }

    /// The licence under which files of this format are given out, as an SPDX identifier, where
    /// that is always the same.
    fn licence(&self) -> Option<&'static str> {
        None
    }

    /// Gives every record, person and fault of a chunk to `take`, in order.
    fn read(&self, chunk: &Chunk, take: &mut dyn FnMut(Item));

    /// Judges what is left after the last whole record when the file ends: its items go to `take`.
    ///
    /// # Errors
    /// When the file can't have ended there, with what was expected instead: it was cut off.
    fn finish(&self, tail: &Chunk, take: &mut dyn FnMut(Item)) -> Result<(), String> {
        self.read(tail, take);
        Ok(())
    }
}
