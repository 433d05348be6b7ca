//! The inputs of a build in numbered pieces.

use std::io::Read;
use std::sync::mpsc::SyncSender;

use super::about::FileCount;
use super::body::Stored;
use super::build::BuildError;
use super::chunks::{Chunks, Piece};
use crate::library::files::Stamp;
use crate::library::read::{Item, Reader};

/// Of how many pieces of a file the samples for the dictionary are taken.
const SAMPLED: usize = 2;

/// A piece longer than this, in bytes, is a file that is read whole, and not read twice.
const LONGEST_SAMPLE: usize = 16 << 20;

/// A file to be read.
pub(in crate::library) struct Input<'a> {
    /// Its name, without its folder.
    pub(in crate::library) file: String,
    pub(in crate::library) stamp: Option<Stamp>,
    pub(in crate::library) content: Box<dyn Read + Send + 'a>,
    pub(in crate::library) reader: &'a dyn Reader,
    /// Whether what it gave is kept when it breaks off, and the rest counts as one fault.
    pub(in crate::library) lenient: bool,
}

/// A piece of an input on its way to a worker.
pub(super) struct Work<'a> {
    pub(super) number: usize,
    pub(super) file: usize,
    pub(super) reader: &'a dyn Reader,
    pub(super) piece: Piece,
}

/// The inputs, one after the other, in numbered pieces.
pub(super) struct Feed<'a> {
    inputs: std::vec::IntoIter<Input<'a>>,
    now: Option<Now<'a>>,
    files: Vec<FileCount>,
    /// Where and why lenient inputs broke off.
    broken: Vec<(usize, String)>,
    number: usize,
}

/// The input that is being read.
struct Now<'a> {
    file: usize,
    chunks: Chunks<'a>,
    reader: &'a dyn Reader,
    lenient: bool,
}

/// What the inputs were.
pub(super) struct Fed {
    pub(super) files: Vec<FileCount>,
    pub(super) broken: Vec<(usize, String)>,
}

pub(super) struct First<'a> {
    pub(super) pieces: Vec<Work<'a>>,
    pub(super) samples: Vec<Vec<u8>>,
}

impl<'a> Feed<'a> {
    pub(super) fn new(inputs: Vec<Input<'a>>) -> Self {
        Self {
            inputs: inputs.into_iter(),
            now: None,
            files: Vec::new(),
            broken: Vec::new(),
            number: 0,
        }
    }

    fn next(&mut self) -> Result<Option<Work<'a>>, BuildError> {
        loop {
            if let Some(now) = &mut self.now {
                match now.chunks.next() {
                    Ok(Some(piece)) => {
                        let work = Work {
                            number: self.number,
                            file: now.file,
                            reader: now.reader,
                            piece,
                        };
                        self.number += 1;
                        return Ok(Some(work));
                    }
                    Ok(None) => {}
                    Err(cause) if now.lenient => self.broken.push((now.file, cause.to_string())),
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
            self.now = Some(Now {
                file: self.files.len(),
                chunks: Chunks::new(input.content, input.reader),
                reader: input.reader,
                lenient: input.lenient,
            });
            self.files.push(FileCount {
                file: input.file,
                records: 0,
                stamp: input.stamp,
            });
        }
    }

    /// The first pieces, and what of their records makes a dictionary.
    pub(super) fn sample(&mut self) -> Result<First<'a>, BuildError> {
        let mut first = First {
            pieces: Vec::new(),
            samples: Vec::new(),
        };
        for _ in 0..SAMPLED {
            let Some(work) = self.next()? else { break };
            let (Piece::Records(chunk) | Piece::Tail(chunk)) = &work.piece;
            if chunk.bytes.len() > LONGEST_SAMPLE {
                first.pieces.push(work);
                break;
            }
            work.reader.read(chunk, &mut |item| {
                if let Item::Record { filed, .. } = item {
                    first
                        .samples
                        .extend(serde_json::to_vec(&Stored::from(*filed)));
                }
            });
            first.pieces.push(work);
        }
        Ok(first)
    }

    pub(super) fn run(
        mut self,
        first: Vec<Work<'a>>,
        give: &SyncSender<Work<'a>>,
    ) -> Result<Fed, BuildError> {
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

    fn done(self) -> Fed {
        Fed {
            files: self.files,
            broken: self.broken,
        }
    }
}
