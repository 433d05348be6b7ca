//! One request for a file, and what comes of it.

use std::{io, time::Duration};

use jiff::Timestamp;
use tokio::time::timeout;
use url::Url;

use super::{
    part::{About, Part},
    wire::{Incoming, Pieces, Wire},
};
use crate::http::{
    WireError, WireReply,
    judge::{Fault, beginning, challenge, fault_of, is_page},
    patience::asked_wait,
};

/// How long a server may take to begin its reply.
const BEGIN: Duration = Duration::from_secs(30);

/// How long the next piece may take.
const PIECE: Duration = Duration::from_secs(60);

/// The largest file taken. DBLP's dump was 1.0 GB in October 2026.
const LARGEST: u64 = 16 << 30;

/// How much of a reply is looked at to tell what it is.
const START: usize = 512;

/// The longest text taken: a refusal, a checksum.
const TEXT: usize = 64 << 10;

/// With what every gzip file begins (RFC 1952, 2.3.1).
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Is told how many bytes have come, and of how many, as far as that is known.
pub(super) type Progress<'a> = &'a (dyn Fn(u64, Option<u64>) + Send + Sync);

/// A request for the file, or for the rest of it.
pub(super) struct Attempt<'a> {
    pub(super) wire: &'a dyn Wire,
    pub(super) url: &'a Url,
    /// What is known of the file that stands in its place from an earlier download.
    pub(super) earlier: Option<&'a About>,
    pub(super) progress: Progress<'a>,
    pub(super) now: Timestamp,
}

/// How an attempt ends well.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// All of the file has come.
    Whole,
    /// The file in its place is still the one that the server has.
    Unchanged,
}

/// How an attempt ends otherwise.
#[derive(Debug)]
pub(super) enum Stop {
    Fault(Fault),
    Disk(io::Error),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Disk(error)
    }
}

impl Attempt<'_> {
    pub(super) async fn run(&self, part: &mut Part) -> Result<Step, Stop> {
        let Incoming { head, mut body } = open(self.wire, self.url, self.headers(part)).await?;
        let resumes = part.validator().is_some();
        match head.status {
            304 if self.earlier.is_some() && !resumes => return Ok(Step::Unchanged),
            206 if resumes && is_the_rest(&head, part) => part.resume(),
            206 | 416 => {
                part.clear()?;
                let what = format!("status {} for a part that is not there", head.status);
                return Err(Fault::Broken(what, None).into());
            }
            200 => {
                let start = read(&mut *body, START).await?;
                judge_start(&head, &start)?;
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
            _ => Ok(Step::Whole),
        }
    }

    /// Asks for the rest, if the file is still the same (RFC 9110, 13.1.5); else for the whole, if
    /// it is not the one that is there.
    fn headers(&self, part: &Part) -> Vec<(&'static str, String)> {
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

    fn about(&self, head: &WireReply) -> About {
        About {
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

/// A short text, such as a checksum.
pub(super) async fn text(wire: &dyn Wire, url: &Url, now: Timestamp) -> Result<String, Fault> {
    let Incoming { head, mut body } = open(wire, url, Vec::new()).await?;
    let text = read(&mut *body, TEXT).await?;
    if head.status == 200 {
        Ok(String::from_utf8_lossy(&text).into_owned())
    } else {
        Err(refusal(&head, &text, now))
    }
}

async fn open(
    wire: &dyn Wire,
    url: &Url,
    headers: Vec<(&'static str, String)>,
) -> Result<Incoming, Fault> {
    let opened = timeout(BEGIN, wire.open(url.clone(), headers)).await;
    opened
        .unwrap_or(Err(WireError::Timeout))
        .map_err(|error| fault_of(&error))
}

async fn piece(body: &mut dyn Pieces) -> Result<Option<Vec<u8>>, Fault> {
    let piece = timeout(PIECE, body.next()).await;
    piece
        .unwrap_or(Err(WireError::Timeout))
        .map_err(|error| fault_of(&error))
}

/// The body up to its end, or somewhat more than so many bytes of it.
async fn read(body: &mut dyn Pieces, enough: usize) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    while bytes.len() < enough
        && let Some(more) = piece(body).await?
    {
        bytes.extend(more);
    }
    Ok(bytes)
}

/// Whether a reply brings what follows the part, of the same file.
fn is_the_rest(head: &WireReply, part: &Part) -> bool {
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

/// A file begins as gzip does; what begins otherwise was put in its place.
fn judge_start(head: &WireReply, start: &[u8]) -> Result<(), Fault> {
    if start.starts_with(&GZIP) {
        return Ok(());
    }
    let text = String::from_utf8_lossy(start);
    let text = text.trim_start_matches('\u{feff}').trim();
    let status = head.status;
    let is_html = head
        .header("content-type")
        .is_some_and(|kind| kind.to_ascii_lowercase().starts_with("text/html"));
    if let Some(guard) = challenge(head, text) {
        Err(Fault::Refused(format!("{guard} (status {status})")))
    } else if is_html || is_page(text) {
        let saying = beginning(text);
        Err(Fault::Stray(format!("a web page came instead{saying}")))
    } else if start.is_empty() {
        Err(Fault::Stray("an empty answer".to_owned()))
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

/// What a reply means that is no part of the file.
fn refusal(head: &WireReply, body: &[u8], now: Timestamp) -> Fault {
    let text = String::from_utf8_lossy(body);
    let text = text.trim_start_matches('\u{feff}').trim();
    let status = head.status;
    if let Some(guard) = challenge(head, text) {
        return Fault::Refused(format!("{guard} (status {status})"));
    }
    let said = format!("status {status}{}", beginning(text));
    let wait = asked_wait(head, now);
    match status {
        401 | 402 | 403 | 451 => Fault::Refused(said),
        429 => Fault::Busy(said, wait),
        408 | 425 | 500..=599 => Fault::Broken(said, wait),
        _ => Fault::Useless(said),
    }
}
