use std::time::{Duration, SystemTime};

use backon::{BackoffBuilder as _, ExponentialBackoff, ExponentialBuilder};
use jiff::Timestamp;

use super::{Manners, WireReply};

/// A wait asked for that is longer than this ends the questions to a service for this run.
pub(super) const LONGEST_WAIT: Duration = Duration::from_secs(120);

/// However long a service asks to be left alone, it is tried again after this: a wrong number must
/// not shut it out for years.
pub(super) const LONGEST_HOLD: Duration = Duration::from_secs(24 * 60 * 60);

/// How often in a row "too many requests" is taken as a request to slow down; then it is a refusal.
const BUSY: u32 = 3;

/// So many pages, empty bodies or other strays in a row without an answer between, and somebody has
/// put a wall before the service. One is a gateway's hiccup, two are a longer one. The whole service
/// gets a growing pause after each, so that three are some seconds apart, and where every tenth body
/// is a stray by chance, three in a row come once in a thousand requests.
pub(super) const STRAYS: u32 = 3;

/// How often one question may run out of time.
const LATE: u32 = 2;

/// The wait before the one quick retry at a service that has not been reached yet.
const QUICK: Duration = Duration::from_millis(500);

/// How often one question is sent again, and after which waits.
#[derive(Debug)]
pub(super) struct Patience {
    delays: ExponentialBackoff,
    busy: u32,
    late: u32,
    unreached: u32,
    strays: u32,
}

impl Patience {
    pub(super) fn new(manners: &Manners, seed: u64) -> Self {
        Self {
            delays: ExponentialBuilder::default()
                .with_min_delay(manners.backoff)
                .with_max_delay(Duration::from_secs(60))
                .with_max_times(usize::try_from(manners.retries).unwrap_or(usize::MAX))
                .with_jitter()
                .with_jitter_seed(seed)
                .build(),
            busy: 0,
            late: 0,
            unreached: 0,
            strays: 0,
        }
    }

    /// The wait after "too many requests"; `None` when it was said too often.
    pub(super) fn after_busy(&mut self, asked: Option<Duration>) -> Option<Duration> {
        self.busy += 1;
        if self.busy >= BUSY {
            return None;
        }
        self.after_fault(asked)
    }

    /// The wait after a fault of the service, never shorter than it asked for.
    pub(super) fn after_fault(&mut self, asked: Option<Duration>) -> Option<Duration> {
        let delay = self.delays.next()?;
        Some(asked.map_or(delay, |asked| asked.max(delay)))
    }

    /// The wait after something that is no answer, such as a web page; `None` when it came too often.
    pub(super) fn after_stray(&mut self) -> Option<Duration> {
        self.strays += 1;
        if self.strays >= STRAYS {
            return None;
        }
        self.delays.next()
    }

    /// The wait after an answer that did not come in time. Only one: each costs half a minute.
    pub(super) fn after_late(&mut self) -> Option<Duration> {
        self.late += 1;
        if self.late >= LATE {
            return None;
        }
        self.delays.next()
    }

    /// The wait after no connection. A service that has answered before in this run gets the time
    /// that a network takes to come back.
    pub(super) fn after_unreached(&mut self, answered_before: bool) -> Option<Duration> {
        self.unreached += 1;
        if answered_before {
            self.delays.next()
        } else {
            (self.unreached == 1).then_some(QUICK)
        }
    }
}

/// How long the response asks to wait: `Retry-After` in seconds or as a date (RFC 9110, 10.2.3).
/// A date is measured against the server's own clock when it shows one.
pub(super) fn asked_wait(reply: &WireReply, now: Timestamp) -> Option<Duration> {
    let asked = reply.header("retry-after")?;
    if let Ok(seconds) = asked.parse::<f64>() {
        if seconds.is_nan() || seconds < 0.0 {
            return None;
        }
        return Some(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
    }
    let until = httpdate::parse_http_date(asked).ok()?;
    let shown = reply
        .header("date")
        .and_then(|date| httpdate::parse_http_date(date).ok())
        .unwrap_or_else(|| SystemTime::from(now));
    Some(until.duration_since(shown).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::{Pool, Service};

    fn reply(headers: &[(&str, &str)]) -> WireReply {
        WireReply {
            headers: headers
                .iter()
                .map(|(n, v)| ((*n).to_owned(), (*v).to_owned()))
                .collect(),
            ..WireReply::default()
        }
    }

    #[test]
    fn retry_after_is_read_in_both_forms() {
        let now: Timestamp = "2026-11-21T12:00:00Z".parse().unwrap();
        let wait = |headers: &[(&str, &str)]| asked_wait(&reply(headers), now);
        let seconds = |n| Some(Duration::from_secs(n));
        assert_eq!(wait(&[]), None);
        assert_eq!(wait(&[("retry-after", " 7 ")]), seconds(7));
        assert_eq!(wait(&[("retry-after", "soon")]), None);
        assert_eq!(wait(&[("retry-after", "-7")]), None);
        assert_eq!(
            wait(&[("retry-after", "99999999999999999999999999")]),
            Some(Duration::MAX)
        );
        let date = ("retry-after", "Sat, 21 Nov 2026 12:00:30 GMT");
        assert_eq!(wait(&[date]), seconds(30));
        let server_is_ahead = ("date", "Sat, 21 Nov 2026 12:00:20 GMT");
        assert_eq!(wait(&[date, server_is_ahead]), seconds(10));
        let past = ("retry-after", "Sat, 21 Nov 2020 12:00:00 GMT");
        assert_eq!(wait(&[past]), seconds(0));
    }

    fn patience() -> Patience {
        Patience::new(&Manners::published(Service::Crossref, Pool::Polite), 7)
    }

    #[test]
    fn faults_are_retried_three_times_and_ever_later() {
        let mut patience = patience();
        let mut least = Duration::from_secs(1);
        for _ in 0..3 {
            let wait = patience.after_fault(None).unwrap();
            assert!(
                wait >= least && wait <= least * 2,
                "{wait:?} from {least:?}"
            );
            least *= 2;
        }
        assert_eq!(patience.after_fault(None), None);
    }

    #[test]
    fn the_wait_asked_for_is_never_shortened() {
        let asked = Duration::from_secs(40);
        assert_eq!(patience().after_busy(Some(asked)), Some(asked));
        let no_time = patience().after_busy(Some(Duration::ZERO)).unwrap();
        assert!(no_time >= Duration::from_secs(1));
    }

    #[test]
    fn the_third_too_many_requests_is_the_last() {
        let mut patience = patience();
        assert!(patience.after_busy(None).is_some());
        assert!(patience.after_fault(None).is_some());
        assert!(patience.after_busy(None).is_some());
        assert_eq!(patience.after_busy(None), None);
    }

    #[test]
    fn the_same_seed_gives_the_same_waits() {
        let waits = |_| {
            let mut patience = patience();
            std::iter::from_fn(move || patience.after_fault(None)).collect::<Vec<_>>()
        };
        assert_eq!(waits(1), waits(2));
    }
}
