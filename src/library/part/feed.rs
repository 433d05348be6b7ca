//! The inputs of a build, split into numbered chunks.

use std::io::{self, Read};
use std::sync::mpsc::SyncSender;

use super::body::StoredRecord;
use super::chunks::{ChunkOrTail, Chunks};
use super::error::BuildError;
use super::info::PartFile;
use crate::library::files::Stamp;
use crate::library::read::{FormatReader, ReadItem};

/// The number of records from which the dictionary is trained.
const SAMPLES: usize = 2_000;

/// The most chunks that are searched for samples. With their references, Crossref's records are so long
/// that a chunk has some two hundred.
const SAMPLED: usize = 16;

/// The longest chunk in bytes that is sampled; a longer one is a file that is read whole, and is not
/// read twice.
const MAX_SAMPLE_LEN: usize = 16 << 20;

/// An input file.
pub(in crate::library) struct FeedInput<'a> {
    /// Its name, without its folder.
    pub(in crate::library) file: String,
    pub(in crate::library) stamp: Option<Stamp>,
    /// Opens it when its turn comes, so that a folder of thousands of files is not open at once. An
    /// error displays as the text after the file's name and a colon.
    pub(in crate::library) open: Box<dyn FnOnce() -> io::Result<OpenedFile<'a>> + Send + 'a>,
    /// Whether its records are kept when it is truncated, and the truncation counts as one fault, as
    /// does a file that can't be opened.
    pub(in crate::library) lenient: bool,
}

/// An input file that was opened.
pub(in crate::library) struct OpenedFile<'a> {
    pub(in crate::library) content: Box<dyn Read + Send + 'a>,
    pub(in crate::library) reader: &'a dyn FormatReader,
}

/// A chunk of an input, to be read by a worker.
pub(super) struct ReadTask<'a> {
    pub(super) number: usize,
    pub(super) file: usize,
    pub(super) reader: &'a dyn FormatReader,
    pub(super) piece: ChunkOrTail,
}

/// Iterates over the inputs in numbered chunks.
pub(super) struct RecordFeed<'a> {
    inputs: std::vec::IntoIter<FeedInput<'a>>,
    now: Option<OpenInput<'a>>,
    files: Vec<PartFile>,
    /// Lenient inputs that were not read to their end, with the message.
    broken: Vec<(usize, String)>,
    number: usize,
}

/// The current input.
struct OpenInput<'a> {
    file: usize,
    chunks: Chunks<'a>,
    reader: &'a dyn FormatReader,
    lenient: bool,
}

/// The files that were read, and the truncated ones.
pub(super) struct FeedSummary {
    pub(super) files: Vec<PartFile>,
    pub(super) broken: Vec<(usize, String)>,
}

pub(super) struct FirstChunks<'a> {
    pub(super) pieces: Vec<ReadTask<'a>>,
    pub(super) samples: Vec<Vec<u8>>,
}

impl<'a> RecordFeed<'a> {
    pub(super) fn new(inputs: Vec<FeedInput<'a>>) -> Self {
        Self {
            inputs: inputs.into_iter(),
            now: None,
            files: Vec::new(),
            broken: Vec::new(),
            number: 0,
        }
    }

    fn next(&mut self) -> Result<Option<ReadTask<'a>>, BuildError> {
        loop {
            if let Some(now) = &mut self.now {
                match now.chunks.next() {
                    Ok(Some(piece)) => {
                        let work = ReadTask {
                            number: self.number,
                            file: now.file,
                            reader: now.reader,
                            piece,
                        };
                        self.number += 1;
                        return Ok(Some(work));
                    }
                    Ok(None) => {}
                    Err(cause) if now.lenient => {
                        let message = format!("was not read to its end: {cause}");
                        self.broken.push((now.file, message));
                    }
                    Err(cause) => {
                        return Err(BuildError::Input {
                            file: self.files[now.file].file.clone(),
                            cause,
                        });
                    }
                }
                self.now = None;
            }
            let Some(input) = self.inputs.next() else {
                return Ok(None);
            };
            let file = self.files.len();
            self.files.push(PartFile {
                file: input.file,
                records: 0,
                stamp: input.stamp,
            });
            match (input.open)() {
                Ok(opened) => {
                    self.now = Some(OpenInput {
                        file,
                        chunks: Chunks::new(opened.content, opened.reader),
                        reader: opened.reader,
                        lenient: input.lenient,
                    });
                }
                Err(cause) if input.lenient => self.broken.push((file, cause.to_string())),
                Err(cause) => {
                    return Err(BuildError::Input {
                        file: self.files[file].file.clone(),
                        cause,
                    });
                }
            }
        }
    }

    /// Reads the first chunks, and returns their records as samples for the dictionary.
    pub(super) fn sample(&mut self) -> Result<FirstChunks<'a>, BuildError> {
        let mut first = FirstChunks {
            pieces: Vec::new(),
            samples: Vec::new(),
        };
        while first.samples.len() < SAMPLES && first.pieces.len() < SAMPLED {
            let Some(work) = self.next()? else { break };
            let (ChunkOrTail::Records(chunk) | ChunkOrTail::Tail(chunk)) = &work.piece;
            if chunk.bytes.len() > MAX_SAMPLE_LEN {
                first.pieces.push(work);
                break;
            }
            work.reader.read(chunk, &mut |item| {
                if let ReadItem::Record { filed, .. } = item {
                    first
                        .samples
                        .extend(serde_json::to_vec(&StoredRecord::from(*filed)));
                }
            });
            first.pieces.push(work);
        }
        Ok(first)
    }

    pub(super) fn run(
        mut self,
        first: Vec<ReadTask<'a>>,
        give: &SyncSender<ReadTask<'a>>,
    ) -> Result<FeedSummary, BuildError> {
        for work in first {
            if give.send(work).is_err() {
                return Ok(self.done());
            }
        }
        while let Some(work) = self.next()? {
            if give.send(work).is_err() {
                break;
            }
        }
        Ok(self.done())
    }

    fn done(self) -> FeedSummary {
        FeedSummary {
            files: self.files,
            broken: self.broken,
        }
    }
}
