use super::ReadItem;

/// A range of a file that begins and ends between records.
#[derive(Debug)]
pub(in crate::library) struct Chunk {
    /// The line of the file at which it begins, counted from 1.
    pub(in crate::library) line: usize,
    /// Its bytes.
    pub(in crate::library) bytes: Vec<u8>,
}

/// A reader of one format, which splits a file into chunks that several threads can read.
pub(in crate::library) trait FormatReader: Sync + Send {
    /// Returns the length of the complete records at the beginning of `bytes`: up to the last position
    /// where a record ends, or 0.
    fn whole(&self, bytes: &[u8]) -> usize;

    /// Returns the longest possible record in bytes; a file with a longer one counts as damaged.
    fn max_record_len(&self) -> usize {
        64 << 20
    }

    /// Returns the licence of files of this format, as an SPDX identifier, if it is always the
    /// same.
    fn licence(&self) -> Option<&'static str> {
        None
    }

    /// Passes every record, person and fault of a chunk to `take`, in order.
    fn read(&self, chunk: &Chunk, take: &mut dyn FnMut(ReadItem));

    /// Handles the rest after the last complete record of the file; its items go to `take`.
    ///
    /// # Errors
    /// Fails when the file is truncated, with the expected end.
    fn finish(&self, tail: &Chunk, take: &mut dyn FnMut(ReadItem)) -> Result<(), String> {
        self.read(tail, take);
        Ok(())
    }
}
