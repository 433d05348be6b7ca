//! One request for a file, and its outcome.

use std::{io, time::Duration};

use jiff::Timestamp;
use tokio::time::timeout;
use url::Url;

use super::{
    partial_file::{FileMetadata, PartialFile},
    transport::{BodyChunks, FileResponse, FileTransport},
};
use crate::http::{
    WireError, WireResponse,
    classify::{Fault, bot_challenge, excerpt, fault_of, is_html},
    retry_after::retry_after,
};

/// The time limit for the head of the response.
const HEAD_TIMEOUT: Duration = Duration::from_secs(30);

/// The time limit for the next chunk of the body.
const CHUNK_TIMEOUT: Duration = Duration::from_secs(60);

/// The largest file that is downloaded. DBLP's dump was 1.0 GB in October 2026.
const LARGEST: u64 = 16 << 30;

/// The number of bytes that decide what a response is.
const START: usize = 512;

/// The longest text that is read: a refusal, a checksum.
const TEXT: usize = 64 << 10;

/// The first bytes of every gzip file (RFC 1952, 2.3.1).
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Receives the number of bytes downloaded, and their total if that is known.
pub(super) type TransferProgress<'a> = &'a (dyn Fn(u64, Option<u64>) + Send + Sync);

/// A request for the file or the rest of it.
pub(super) struct Transfer<'a> {
    pub(super) transport: &'a dyn FileTransport,
    pub(super) url: &'a Url,
    /// The metadata of the file that an earlier download left at the destination.
    pub(super) earlier: Option<&'a FileMetadata>,
    pub(super) progress: TransferProgress<'a>,
    pub(super) now: Timestamp,
}

/// How a transfer succeeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Transferred {
    /// The file is complete.
    Whole,
    /// The file at the destination is still current.
    Unchanged,
}

/// How a transfer fails.
#[derive(Debug)]
pub(super) enum TransferError {
    Fault(Fault),
    Disk(io::Error),
}

impl From<Fault> for TransferError {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<io::Error> for TransferError {
    fn from(error: io::Error) -> Self {
        Self::Disk(error)
    }
}

impl Transfer<'_> {
    pub(super) async fn run(&self, part: &mut PartialFile) -> Result<Transferred, TransferError> {
        let FileResponse { head, mut body } =
            open(self.transport, self.url, self.headers(part)).await?;
        let resumes = part.validator().is_some();
        match head.status {
            304 if self.earlier.is_some() && !resumes => return Ok(Transferred::Unchanged),
            206 if resumes && is_the_rest(&head, part) => part.resume(),
            206 | 416 => {
                part.clear()?;
                let what = format!("status {} for a part that is not there", head.status);
                return Err(Fault::Broken(what, None).into());
            }
            200 => {
                let start = read(&mut *body, START).await?;
                classify_start(&head, &start)?;
                let about = self.about(&head);
                within_bounds(about.total.unwrap_or(0))?;
                part.begin(about)?;
                part.write(&start)?;
            }
            _ => {
                let text = read(&mut *body, TEXT).await?;
                return Err(refusal(&head, &text, self.now).into());
            }
        }
        loop {
            within_bounds(part.length())?;
            (self.progress)(part.length(), part.total());
            match piece(&mut *body).await? {
                Some(bytes) => part.write(&bytes)?,
                None => break,
            }
        }
        match part.total() {
            Some(total) if total != part.length() => {
                let what = format!("{} of {total} bytes came", part.length());
                Err(Fault::Broken(what, None).into())
            }
            _ => Ok(Transferred::Whole),
        }
    }

    /// Returns the headers that ask for the rest, if the file is still the same (RFC 9110, 13.1.5), or
    /// for the whole, if it differs from the one at the destination.
    fn headers(&self, part: &PartialFile) -> Vec<(&'static str, String)> {
        if let Some(validator) = part.validator() {
            return vec![
                ("range", format!("bytes={}-", part.length())),
                ("if-range", validator.to_owned()),
            ];
        }
        let known = |name, value: Option<&String>| Some((name, value?.clone()));
        self.earlier
            .into_iter()
            .flat_map(|about| {
                [
                    known("if-none-match", about.etag.as_ref()),
                    known("if-modified-since", about.modified.as_ref()),
                ]
            })
            .flatten()
            .collect()
    }

    fn about(&self, head: &WireResponse) -> FileMetadata {
        FileMetadata {
            url: self.url.to_string(),
            etag: head.header("etag").map(ToOwned::to_owned),
            modified: head.header("last-modified").map(ToOwned::to_owned),
            total: head
                .header("content-length")
                .and_then(|length| length.parse().ok()),
            checked: false,
        }
    }
}

/// Fetches a short text, such as a checksum.
pub(super) async fn text(
    transport: &dyn FileTransport,
    url: &Url,
    now: Timestamp,
) -> Result<String, Fault> {
    let FileResponse { head, mut body } = open(transport, url, Vec::new()).await?;
    let text = read(&mut *body, TEXT).await?;
    if head.status == 200 {
        Ok(String::from_utf8_lossy(&text).into_owned())
    } else {
        Err(refusal(&head, &text, now))
    }
}

async fn open(
    transport: &dyn FileTransport,
    url: &Url,
    headers: Vec<(&'static str, String)>,
) -> Result<FileResponse, Fault> {
    let opened = timeout(HEAD_TIMEOUT, transport.open(url.clone(), headers)).await;
    opened
        .unwrap_or(Err(WireError::Timeout))
        .map_err(|error| fault_of(&error))
}

async fn piece(body: &mut dyn BodyChunks) -> Result<Option<Vec<u8>>, Fault> {
    let piece = timeout(CHUNK_TIMEOUT, body.next()).await;
    piece
        .unwrap_or(Err(WireError::Timeout))
        .map_err(|error| fault_of(&error))
}

/// Reads the body to its end, or until it has at least `enough` bytes.
async fn read(body: &mut dyn BodyChunks, enough: usize) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    while bytes.len() < enough
        && let Some(more) = piece(body).await?
    {
        bytes.extend(more);
    }
    Ok(bytes)
}

/// Reports whether a response contains the rest of the same file.
fn is_the_rest(head: &WireResponse, part: &PartialFile) -> bool {
    // `bytes 1000-1999/2000`, the total may be `*`.
    let range = head.header("content-range").and_then(|range| {
        let (range, total) = range.strip_prefix("bytes ")?.split_once('/')?;
        let (first, _) = range.split_once('-')?;
        Some((first.parse::<u64>().ok()?, total.parse::<u64>().ok()))
    });
    range.is_some_and(|(first, total)| {
        first == part.length()
            && (total.is_none() || part.total().is_none() || total == part.total())
    })
}

/// Returns the fault of a body that doesn't begin as gzip does: something came instead of the file.
fn classify_start(head: &WireResponse, start: &[u8]) -> Result<(), Fault> {
    if start.starts_with(&GZIP) {
        return Ok(());
    }
    let text = String::from_utf8_lossy(start);
    let text = text.trim_start_matches('\u{feff}').trim();
    let status = head.status;
    let has_html_type = head
        .header("content-type")
        .is_some_and(|kind| kind.to_ascii_lowercase().starts_with("text/html"));
    if let Some(guard) = bot_challenge(head, text) {
        Err(Fault::Refused(format!("{guard} (status {status})")))
    } else if has_html_type || is_html(text) {
        let start = excerpt(text);
        Err(Fault::Stray(format!("a web page came instead{start}")))
    } else if start.is_empty() {
        Err(Fault::Stray("an empty response".to_owned()))
    } else {
        Err(Fault::Useless("it is not packed with gzip".to_owned()))
    }
}

fn within_bounds(length: u64) -> Result<(), Fault> {
    if length > LARGEST {
        let most = LARGEST >> 30;
        return Err(Fault::Useless(format!("it is larger than {most} GiB")));
    }
    Ok(())
}

/// Returns the fault of a response that is no part of the file.
fn refusal(head: &WireResponse, body: &[u8], now: Timestamp) -> Fault {
    let text = String::from_utf8_lossy(body);
    let text = text.trim_start_matches('\u{feff}').trim();
    let status = head.status;
    if let Some(guard) = bot_challenge(head, text) {
        return Fault::Refused(format!("{guard} (status {status})"));
    }
    let message = format!("status {status}{}", excerpt(text));
    let wait = retry_after(head, now);
    match status {
        401 | 402 | 403 | 451 => Fault::Refused(message),
        429 => Fault::Busy(message, wait),
        408 | 425 | 500..=599 => Fault::Broken(message, wait),
        _ => Fault::Useless(message),
    }
}
