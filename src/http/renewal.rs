use std::{sync::Arc, time::Duration};

use jiff::Timestamp;

use super::{Answer, Ask, Client, HttpEvent};
use crate::cache::Kept;

/// How it shows, at less than its price, that an answer which is too old is right still.
#[derive(Debug, Clone)]
pub enum Renewal {
    /// Not at all.
    None,
    /// The service marks what it sends (`ETag`, RFC 9110, 8.8.3) and says when that is still it.
    Tag,
    /// Nothing the service says changes until its data do, and it tells when they did.
    Dated(Arc<Dated>),
}

/// Where a service tells when its data last changed.
#[derive(Debug)]
pub struct Dated {
    /// The question. Its own answer stays good as long as the service may be taken at its word.
    pub ask: Ask,
    /// The time in an answer to it, or to any other question that has it beside.
    pub changed: fn(&str) -> Option<Timestamp>,
}

/// What was once known of a service's data: which change of theirs was first seen when.
const CHANGES: &str = "http-changes-v1";

/// How long that is of use.
const REMEMBERED: Duration = Duration::from_secs(90 * 24 * 60 * 60);

/// By then at the latest changed data are taken to be what a service answers from. DBLP's date is
/// that of its files, which its endpoint reads some hours later, daily.
const SETTLED: Duration = Duration::from_secs(24 * 60 * 60);

impl Client {
    /// The kept answer, however old, when the service's data are what they were.
    pub(super) async fn renewed(&self, ask: &Ask, key: &str) -> Option<Answer> {
        let Renewal::Dated(dated) = &ask.renewal else {
            return None;
        };
        let (kept, stored_at) = self.cache.get_dated(ask.keep.bucket, key)?;
        let (answer, is_empty) = match kept {
            Kept::Absent => (Answer::Absent, true),
            Kept::Body(body) => {
                (ask.check)(&body).ok()?;
                let is_empty = (ask.is_empty)(&body);
                (Answer::Body(body.into()), is_empty)
            }
        };
        let changed = self.changed(dated).await?;
        if !self.is_since(dated, changed, stored_at) {
            return None;
        }
        self.confirm(&ask.keep, key, is_empty);
        let host = self.host(ask.service);
        host.count(|counts| counts.cached += 1);
        host.tell(|| HttpEvent::FromCache {
            service: ask.service,
            url: ask.address(),
        });
        Some(answer)
    }

    /// When the service's data last changed; asked once in a run, whatever comes of it.
    pub(super) async fn changed(&self, dated: &Dated) -> Option<Timestamp> {
        let mut told = self.told.lock().await;
        if let Some(changed) = told.get(&dated.ask.address()) {
            return *changed;
        }
        let changed = match Box::pin(self.ask(&dated.ask)).await {
            Ok(Answer::Body(body)) => self.noted(dated, &body),
            _ => None,
        };
        told.insert(dated.ask.address(), changed);
        changed
    }

    /// Notes when a change of the service's data is first seen, if the answer tells of one.
    pub(super) fn note_change(&self, ask: &Ask, body: &str) {
        if let Renewal::Dated(dated) = &ask.renewal {
            self.noted(dated, body);
        }
    }

    fn noted(&self, dated: &Dated, body: &str) -> Option<Timestamp> {
        let changed = (dated.changed)(body)?;
        let key = change(dated, changed);
        if self.cache.get_dated(CHANGES, &key).is_none() {
            let now = self.clock.now();
            self.cache.put(CHANGES, &key, None, now, REMEMBERED);
        }
        Some(changed)
    }

    /// Whether what was stored then came from the data as they are since that change.
    pub(super) fn is_since(&self, dated: &Dated, changed: Timestamp, stored_at: Timestamp) -> bool {
        let seen = self.cache.get_dated(CHANGES, &change(dated, changed));
        seen.is_some_and(|(_, first)| first <= stored_at)
            || changed
                .checked_add(SETTLED)
                .is_ok_and(|settled| settled < stored_at)
    }
}

fn change(dated: &Dated, changed: Timestamp) -> String {
    format!("{} {changed}", dated.ask.address())
}
