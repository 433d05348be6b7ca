use std::{
    fmt,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use jiff::{SignedDuration, Timestamp};
use tokio::time::sleep;
use url::Url;

use super::{
    DownloadError,
    attempt::{self, Attempt, Progress, Step, Stop},
    checksum,
    online::Network,
    part::{About, Part},
    wire::Wire,
};
use crate::{
    cache::Budget,
    http::{
        Clock, Manners, Pool, Service, SetupError,
        judge::Fault,
        patience::{LONGEST_HOLD, LONGEST_WAIT, Patience},
        visit::note,
    },
};

/// Where attempts bring one of so many stretches of a file, patience begins anew: a connection that
/// breaks now and then in a gigabyte is no reason to give up.
const STRETCHES: u64 = 64;

/// Fetches big files, one connection at a time.
pub struct Downloads {
    wire: Box<dyn Wire>,
    budget: Arc<Budget>,
    clock: Clock,
    jitter_seed: u64,
}

/// A file in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Downloaded {
    /// Where it is.
    pub path: PathBuf,
    /// When the server says that it was last changed.
    pub modified: Option<Timestamp>,
    /// Whether it was there already, from an earlier download, and is still what the server has.
    pub unchanged: bool,
    /// Whether it has the MD5 sum that is published for it; false where none is.
    pub checked: bool,
}

impl Downloads {
    /// `contact` is an e-mail address; `budget` keeps the notes on hosts that want to be left alone;
    /// `jitter_seed` is where the chance in the waits before retries begins.
    ///
    /// # Errors
    /// When the address can't stand in a header, or TLS can't be set up.
    pub fn new(
        contact: Option<&str>,
        budget: Arc<Budget>,
        clock: Clock,
        jitter_seed: u64,
    ) -> Result<Self, SetupError> {
        let wire = Box::new(Network::new(contact)?);
        Ok(Self::over(wire, budget, clock, jitter_seed))
    }

    pub(super) fn over(
        wire: Box<dyn Wire>,
        budget: Arc<Budget>,
        clock: Clock,
        jitter_seed: u64,
    ) -> Self {
        Self {
            wire,
            budget,
            clock,
            jitter_seed,
        }
    }

    /// Brings the gzip file at `url` to the path `dest`, unless the one that an earlier download
    /// put there is still the same. `progress` is told how many bytes have come, and of how many,
    /// as far as that is known; it must be quick.
    ///
    /// Beside `dest` stand, while it lasts, the part that has come (`.part`) and what is known of it
    /// (`.part.about`), then what is known of the file (`.about`), and a lock (`.lock`). May be
    /// dropped at any point: the next call goes on where this one stopped. Files are written on the
    /// calling task, in pieces of some kilobytes.
    ///
    /// # Errors
    /// See [`DownloadError`]. What stood at `dest` before still stands there then.
    pub async fn get(
        &self,
        url: &Url,
        dest: &Path,
        progress: &(dyn Fn(u64, Option<u64>) + Send + Sync),
    ) -> Result<Downloaded, DownloadError> {
        self.open(url)?;
        let mut part = Part::open(dest, url.as_str())?;
        let earlier = About::of_whole(dest, url.as_str());
        match self.bring(url, &mut part, earlier.as_ref(), progress).await {
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

    /// Makes the part whole, and says whether it has the MD5 sum that is published; `None` when
    /// the file in its place is unchanged.
    async fn bring(
        &self,
        url: &Url,
        part: &mut Part,
        earlier: Option<&About>,
        progress: Progress<'_>,
    ) -> Result<Option<bool>, DownloadError> {
        let mut anew = false;
        loop {
            if self.fetch(url, part, earlier, progress).await? == Step::Unchanged {
                return Ok(None);
            }
            let Some(published) = self.published(url).await else {
                tracing::warn!("no MD5 sum of {url} is to be had, so that it is not checked");
                return Ok(Some(false));
            };
            let found = checksum::of_file(part.path().to_owned()).await?;
            if found == published {
                return Ok(Some(true));
            }
            let in_pieces = part.was_resumed();
            part.clear()?;
            if anew || !in_pieces {
                return Err(DownloadError::Damaged {
                    url: url.to_string(),
                    published,
                    found,
                });
            }
            // The pieces may be of different files, whatever the server said.
            tracing::warn!("{url} came damaged in several pieces, and is fetched anew");
            anew = true;
        }
    }

    /// Gets the file or the rest of it, however many attempts it takes.
    async fn fetch(
        &self,
        url: &Url,
        part: &mut Part,
        earlier: Option<&About>,
        progress: Progress<'_>,
    ) -> Result<Step, DownloadError> {
        if part.is_whole() {
            return Ok(Step::Whole);
        }
        let mut patience = patience_with(self.jitter_seed);
        let mut reached = false;
        let mut farthest = part.length();
        loop {
            let attempt = Attempt {
                wire: &*self.wire,
                url,
                earlier,
                progress,
                now: self.clock.now(),
            };
            let fault = match attempt.run(part).await {
                Ok(step) => return Ok(step),
                Err(Stop::Disk(error)) => return Err(error.into()),
                Err(Stop::Fault(fault)) => fault,
            };
            reached |= !matches!(fault, Fault::Unreached(_));
            let stretch = part.total().map_or(u64::MAX, |total| total / STRETCHES);
            let ahead = part.length().saturating_sub(farthest);
            if ahead > stretch && part.validator().is_some() {
                farthest = part.length();
                patience = patience_with(self.jitter_seed);
            }
            tracing::info!(?fault, "{url} did not come whole");
            let kept = part.length();
            sleep(self.weigh(url, fault, &mut patience, reached, kept)?).await;
        }
    }

    /// The MD5 sum that is published beside the file (`dblp.xml.gz.md5`); `None` when none is to be
    /// had.
    async fn published(&self, url: &Url) -> Option<String> {
        let mut url = url.clone();
        url.set_path(&format!("{}.md5", url.path()));
        let mut patience = patience_with(self.jitter_seed);
        loop {
            match attempt::text(&*self.wire, &url, self.clock.now()).await {
                Ok(text) => return checksum::published(&text),
                Err(fault) => {
                    tracing::info!(?fault, "{url} did not come");
                    let pause = self.weigh(&url, fault, &mut patience, true, 0);
                    sleep(pause.ok()?).await;
                }
            }
        }
    }

    /// What a fault means: the wait before the next attempt, or the end.
    fn weigh(
        &self,
        url: &Url,
        fault: Fault,
        patience: &mut Patience,
        reached: bool,
        kept: u64,
    ) -> Result<Duration, DownloadError> {
        let name = || url.to_string();
        let broken = |cause| DownloadError::Broken {
            url: name(),
            cause,
            kept,
        };
        match fault {
            Fault::Refused(cause) => Err(self.refused(url, cause, manners().cooldown)),
            Fault::Busy(cause, Some(asked)) | Fault::Broken(cause, Some(asked))
                if asked > LONGEST_WAIT =>
            {
                Err(self.refused(url, cause, asked.min(LONGEST_HOLD)))
            }
            Fault::Busy(cause, asked) => patience
                .after_busy(asked)
                .ok_or_else(|| self.refused(url, cause, manners().cooldown)),
            Fault::Broken(cause, asked) => patience.after_fault(asked).ok_or_else(|| broken(cause)),
            Fault::Stray(cause) => patience
                .after_stray()
                .ok_or_else(|| self.refused(url, cause, manners().cooldown)),
            Fault::Late(cause) => patience.after_fault(None).ok_or_else(|| broken(cause)),
            Fault::Unreached(cause) => patience
                .after_unreached(reached)
                .ok_or_else(|| DownloadError::Unreachable { url: name(), cause }),
            Fault::Useless(cause)
            | Fault::Astray(cause)
            | Fault::Rejected(cause)
            | Fault::TooHard(cause) => Err(DownloadError::Useless { url: name(), cause }),
        }
    }

    /// Leaves the server alone, in this run and those to come.
    fn refused(&self, url: &Url, cause: String, pause: Duration) -> DownloadError {
        let pause_signed = SignedDuration::try_from(pause).unwrap_or(SignedDuration::MAX);
        let until = self.clock.now().checked_add(pause_signed);
        let until = until.unwrap_or(Timestamp::MAX);
        self.budget.hold(&note(NOTE, url), until, &cause);
        DownloadError::Refused {
            url: url.to_string(),
            cause,
            pause,
        }
    }

    /// Fails when the server refused not long ago.
    fn open(&self, url: &Url) -> Result<(), DownloadError> {
        let now = self.clock.now();
        match self.budget.held(&note(NOTE, url), now) {
            None => Ok(()),
            Some((until, cause)) => Err(DownloadError::Refused {
                url: url.to_string(),
                cause,
                pause: Duration::try_from(until.duration_since(now)).unwrap_or_default(),
            }),
        }
    }
}

/// Under what name refusals of files are noted. DBLP keeps programs out of its classic API, which
/// has a name of its own, while its dump may still be had.
const NOTE: &str = "download";

/// DBLP's site, where its dump lies, is the one that its classic API is on.
fn manners() -> Manners {
    Manners::published(Service::DblpRest, Pool::Public)
}

fn patience_with(jitter_seed: u64) -> Patience {
    Patience::new(&manners(), jitter_seed)
}

fn downloaded(path: &Path, about: &About, unchanged: bool) -> Downloaded {
    let modified = about.modified.as_deref();
    let modified = modified.and_then(|date| httpdate::parse_http_date(date).ok());
    Downloaded {
        path: path.to_owned(),
        modified: modified.and_then(|time| Timestamp::try_from(time).ok()),
        unchanged,
        checked: about.checked,
    }
}

impl fmt::Debug for Downloads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Downloads")
            .field("wire", &self.wire)
            .field("jitter_seed", &self.jitter_seed)
            .finish_non_exhaustive()
    }
}
