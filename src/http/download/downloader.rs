use std::{
    fmt,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use jiff::Timestamp;
use tokio::time::sleep;
use url::Url;

use super::{
    DownloadError, checksum,
    network::Network,
    partial_file::{FileMetadata, PartialFile},
    transfer::{self, Transfer, TransferError, TransferProgress, Transferred},
    transport::FileTransport,
};
use crate::{
    cache::Budget,
    http::{
        Clock, RatePolicy, SetupError,
        classify::Fault,
        clock::{after, until},
        consequence::{Consequence, ServiceHealth, consequence},
        retry_budget::RetryBudget,
        service::budget_name,
    },
};

/// A transfer that brings one of this many parts of a file starts a new retry budget: a connection
/// that breaks now and then within a gigabyte is no reason to give up.
const PARTS: u64 = 64;

/// The label of refusals in the budget. DBLP refuses programs in its classic API, which has a label
/// of its own, while its dump can still be downloaded.
const LABEL: &str = "download";

/// Downloads large files, over one connection at a time.
pub struct Downloader {
    transport: Box<dyn FileTransport>,
    budget: Arc<Budget>,
    clock: Clock,
    jitter_seed: u64,
}

/// A file at its destination.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DownloadedFile {
    /// The destination.
    pub path: PathBuf,
    /// When the file last changed, as the server states.
    pub modified: Option<Timestamp>,
    /// Whether an earlier download left the file there, and it is still current.
    pub unchanged: bool,
    /// Whether the file has its published MD5 sum; false if none is published.
    pub checked: bool,
}

impl Downloader {
    /// Returns a downloader. `contact` is an e-mail address, `budget` stores refusals, `jitter_seed`
    /// is the seed of the jitter in the waits before retries.
    ///
    /// # Errors
    /// When the address doesn't fit into a header, or TLS can't be set up.
    pub fn new(
        contact: Option<&str>,
        budget: Arc<Budget>,
        clock: Clock,
        jitter_seed: u64,
    ) -> Result<Self, SetupError> {
        let transport = Box::new(Network::new(contact)?);
        Ok(Self::over(transport, budget, clock, jitter_seed))
    }

    pub(super) fn over(
        transport: Box<dyn FileTransport>,
        budget: Arc<Budget>,
        clock: Clock,
        jitter_seed: u64,
    ) -> Self {
        Self {
            transport,
            budget,
            clock,
            jitter_seed,
        }
    }

    /// Downloads the gzip file at `url` to `dest`, unless an earlier download left it there and it is
    /// still current. `progress` receives the number of bytes downloaded and their total, if that is
    /// known; it must return quickly.
    ///
    /// During the download the folder of `dest` has the partial file (`.part`) and its metadata
    /// (`.part.about`), afterwards the metadata of the file (`.about`), and a lock (`.lock`). May be
    /// dropped at any time: the next call resumes where this one stopped. Files are written on the
    /// calling task, in chunks of some kilobytes.
    ///
    /// # Errors
    /// See [`DownloadError`]. A file that was at `dest` before is then still there.
    pub async fn get(
        &self,
        url: &Url,
        dest: &Path,
        progress: &(dyn Fn(u64, Option<u64>) + Send + Sync),
    ) -> Result<DownloadedFile, DownloadError> {
        self.check_suspension(url)?;
        let mut part = PartialFile::open(dest, url.as_str())?;
        let earlier = FileMetadata::of_whole(dest, url.as_str());
        let completed = self.complete(url, &mut part, earlier.as_ref(), progress);
        match completed.await {
            Ok(None) => {
                part.discard()?;
                Ok(downloaded(dest, &earlier.unwrap_or_default(), true))
            }
            Ok(Some(checked)) => Ok(downloaded(dest, &part.finish(checked)?, false)),
            Err(error) => {
                if part.length() == 0 {
                    part.discard()?;
                }
                Err(error)
            }
        }
    }

    /// Completes the partial file, and reports whether it has a published MD5 sum; `None` when the
    /// file at the destination is unchanged.
    async fn complete(
        &self,
        url: &Url,
        part: &mut PartialFile,
        earlier: Option<&FileMetadata>,
        progress: TransferProgress<'_>,
    ) -> Result<Option<bool>, DownloadError> {
        let mut is_second = false;
        loop {
            if self.fetch(url, part, earlier, progress).await? == Transferred::Unchanged {
                return Ok(None);
            }
            let Some(published) = self.published_sum(url).await else {
                tracing::warn!("{url} has no MD5 sum, so it is not checked");
                return Ok(Some(false));
            };
            let found = checksum::of_file(part.path().to_owned()).await?;
            if found == published {
                return Ok(Some(true));
            }
            let was_resumed = part.was_resumed();
            part.clear()?;
            if is_second || !was_resumed {
                return Err(DownloadError::Damaged {
                    url: url.to_string(),
                    published,
                    found,
                });
            }
            // The parts may be of different files, whatever the server states.
            tracing::warn!("{url} arrived damaged in several parts, and is downloaded again");
            is_second = true;
        }
    }

    /// Fetches the file or the rest of it, in as many transfers as the retries allow.
    async fn fetch(
        &self,
        url: &Url,
        part: &mut PartialFile,
        earlier: Option<&FileMetadata>,
        progress: TransferProgress<'_>,
    ) -> Result<Transferred, DownloadError> {
        if part.is_whole() {
            return Ok(Transferred::Whole);
        }
        let mut retries = self.retries();
        let mut responded = false;
        let mut farthest = part.length();
        loop {
            let transfer = Transfer {
                transport: &*self.transport,
                url,
                earlier,
                progress,
                now: self.clock.now(),
            };
            let fault = match transfer.run(part).await {
                Ok(transferred) => return Ok(transferred),
                Err(TransferError::Disk(error)) => return Err(error.into()),
                Err(TransferError::Fault(fault)) => fault,
            };
            responded |= !matches!(fault, Fault::NoConnection(_));
            let enough = part.total().map_or(u64::MAX, |total| total / PARTS);
            let progressed = part.length().saturating_sub(farthest);
            if progressed > enough && part.validator().is_some() {
                farthest = part.length();
                retries = self.retries();
            }
            tracing::info!(?fault, "{url} was not downloaded completely");
            let kept = part.length();
            sleep(self.after_fault(url, fault, &mut retries, responded, kept)?).await;
        }
    }

    /// Returns the MD5 sum that is published beside the file (`dblp.xml.gz.md5`); `None` when none
    /// can be had.
    async fn published_sum(&self, url: &Url) -> Option<String> {
        let mut url = url.clone();
        url.set_path(&format!("{}.md5", url.path()));
        let mut retries = self.retries();
        loop {
            match transfer::text(&*self.transport, &url, self.clock.now()).await {
                Ok(text) => return checksum::published(&text),
                Err(fault) => {
                    tracing::info!(?fault, "{url} was not downloaded");
                    let pause = self.after_fault(&url, fault, &mut retries, true, 0);
                    sleep(pause.ok()?).await;
                }
            }
        }
    }

    /// Returns the wait before the next transfer, or the error that ends the download.
    fn after_fault(
        &self,
        url: &Url,
        fault: Fault,
        retries: &mut RetryBudget,
        responded: bool,
        kept: u64,
    ) -> Result<Duration, DownloadError> {
        let health = ServiceHealth {
            responded,
            too_many_strays: matches!(fault, Fault::Stray(_)) && retries.record_stray(),
            cooldown: RatePolicy::CAUTIOUS.cooldown,
        };
        let consequence = consequence(&fault, retries, health);
        let (address, cause) = (url.to_string(), fault.into_cause());
        match consequence {
            Consequence::Retry(wait) | Consequence::PauseService(wait) => Ok(wait),
            Consequence::Suspend(pause) => Err(self.refused(url, cause, pause)),
            Consequence::NoRetryLeft => Err(DownloadError::Broken {
                url: address,
                cause,
                kept,
            }),
            Consequence::Unreachable => Err(DownloadError::Unreachable {
                url: address,
                cause,
            }),
            Consequence::Final => Err(DownloadError::Useless {
                url: address,
                cause,
            }),
        }
    }

    /// Leaves the server alone, in this run and in others.
    fn refused(&self, url: &Url, cause: String, pause: Duration) -> DownloadError {
        let until = after(self.clock.now(), pause);
        self.budget.suspend(&budget_name(LABEL, url), until, &cause);
        DownloadError::Refused {
            url: url.to_string(),
            cause,
            pause,
        }
    }

    /// Fails when the server refused recently.
    fn check_suspension(&self, url: &Url) -> Result<(), DownloadError> {
        let now = self.clock.now();
        match self.budget.suspension(&budget_name(LABEL, url), now) {
            None => Ok(()),
            Some((end, cause)) => Err(DownloadError::Refused {
                url: url.to_string(),
                cause,
                pause: until(end, now),
            }),
        }
    }

    fn retries(&self) -> RetryBudget {
        RetryBudget::for_file(&RatePolicy::CAUTIOUS, self.jitter_seed)
    }
}

fn downloaded(path: &Path, metadata: &FileMetadata, unchanged: bool) -> DownloadedFile {
    let modified = metadata.modified.as_deref();
    let modified = modified.and_then(|date| httpdate::parse_http_date(date).ok());
    DownloadedFile {
        path: path.to_owned(),
        modified: modified.and_then(|time| Timestamp::try_from(time).ok()),
        unchanged,
        checked: metadata.checked,
    }
}

impl fmt::Debug for Downloader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Downloader")
            .field("transport", &self.transport)
            .field("jitter_seed", &self.jitter_seed)
            .finish_non_exhaustive()
    }
}
