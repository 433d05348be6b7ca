use std::time::Duration;

use tokio::time::Instant;
use url::Url;

use super::{
    Accept, Ask, Client, Failed, HttpEvent, Renewal, WireError, WireReply, WireRequest,
    ask::shown,
    host::{Host, after},
    judge::{Fault, judge},
    patience::{LONGEST_HOLD, LONGEST_WAIT, Patience, asked_wait},
    redirects::hop,
    seat::Seat,
};

use crate::cache::Kept;

/// A body, or `None` when there is no such record.
type Outcome = Result<Option<String>, Fault>;

/// What came of sending a question once.
pub(super) struct Exchange {
    pub(super) outcome: Outcome,
    pub(super) seat: Seat,
    /// When the last request of it went out.
    pub(super) sent: Instant,
}

/// One question on its way.
pub(super) struct Visit<'a> {
    client: &'a Client,
    host: &'a Host,
    ask: &'a Ask,
    key: &'a str,
    known: Option<Known>,
}

/// An answer at hand, too old to be taken unasked.
struct Known {
    body: String,
    tag: String,
}

/// The marks of kept answers, under the names of bucket and answer.
const TAGS: &str = "http-tags-v1";

impl<'a> Visit<'a> {
    /// Fails when this run or an earlier one was refused.
    pub(super) fn begin(
        client: &'a Client,
        host: &'a Host,
        ask: &'a Ask,
        key: &'a str,
    ) -> Result<Self, Failed> {
        host.open(ask)?;
        if let Some((until, why)) = client.budget.held(
            &note(ask.service.host_label(), &ask.url),
            client.clock.now(),
        ) {
            host.close(until, &why);
            host.open(ask)?;
        }
        Ok(Self {
            client,
            host,
            ask,
            key,
            known: known(client, ask, key),
        })
    }

    /// Sends once, when the pace allows it, follows where the service says that the answer is, each
    /// hop at the pace too, and judges what comes back. The seat is still taken then, so that what
    /// it means for the service is known before the next one sits down.
    pub(super) async fn exchange(&self, attempt: u32) -> Result<Exchange, Failed> {
        let Self {
            client, host, ask, ..
        } = *self;
        let mut request = WireRequest {
            url: ask.url.clone(),
            form: ask.form.clone(),
            accept: ask.accept.media_type(),
            tag: self.known.as_ref().map(|known| known.tag.clone()),
            timeout: host.time_limit(),
        };
        let mut hops = 0;
        loop {
            let seat = host.admit(ask).await?;
            let begun = Instant::now();
            host.count(|counts| {
                counts.sent += 1;
                counts.retried += u64::from(attempt > 1 && hops == 0);
            });
            host.tell(|| HttpEvent::Sent {
                service: ask.service,
                url: match hops {
                    0 => ask.address(),
                    _ => shown(&request.url),
                },
                attempt,
            });
            let sending = client.transport.send(request.clone());
            let mut outcome = seat.during(client.clock, sending).await;
            match &outcome {
                Ok(reply) => self.received(reply),
                Err(WireError::Connect(_)) => seat.hand_back(),
                Err(_) => {}
            }
            match outcome.as_ref().map(|reply| hop(&request, reply, hops)) {
                Ok(Some(Ok(next))) => {
                    request = WireRequest {
                        timeout: host.time_limit(),
                        ..next
                    };
                    hops += 1;
                    continue;
                }
                Ok(Some(Err(error))) => outcome = Err(error),
                _ => {}
            }
            return Ok(Exchange {
                outcome: self.judged(outcome),
                seat,
                sent: begun,
            });
        }
    }

    fn judged(&self, outcome: Result<WireReply, WireError>) -> Outcome {
        let Self { client, ask, .. } = *self;
        if let (Ok(reply), Some(known)) = (&outcome, &self.known)
            && reply.status == 304
        {
            return Ok(Some(known.body.clone()));
        }
        let tag = match &outcome {
            Ok(reply) if matches!(ask.renewal, Renewal::Tag) => {
                reply.header("etag").map(ToOwned::to_owned)
            }
            _ => None,
        };
        let judged = judge(ask, outcome, client.clock.now());
        if let (Ok(Some(_)), Some(tag)) = (&judged, tag) {
            let (key, now) = (tag_key(ask, self.key), client.clock.now());
            let ttl = ask.keep.found;
            client.cache.put(TAGS, &key, Some(&tag), now, ttl);
        }
        judged
    }

    fn received(&self, reply: &WireReply) {
        self.host.reached();
        self.host.heed(self.ask, reply);
        self.heed_wait(reply);
        self.host.tell(|| HttpEvent::Answered {
            service: self.ask.service,
            url: self.ask.address(),
            status: reply.status,
        });
    }

    /// A service that says when to come again means everybody, whatever became of this question.
    fn heed_wait(&self, reply: &WireReply) {
        let Self {
            client, host, ask, ..
        } = *self;
        let now = client.clock.now();
        let Some(asked) = asked_wait(reply, now).filter(|asked| !asked.is_zero()) else {
            return;
        };
        let why = format!("status {}", reply.status);
        if asked > LONGEST_WAIT {
            let name = note(ask.service.host_label(), &ask.url);
            let until = after(now, asked.min(LONGEST_HOLD));
            client.budget.hold(&name, until, &why);
        } else {
            host.rest(ask, asked, &why);
        }
    }

    /// The wait before the next attempt, unless retries have cost this run enough, or the end of the
    /// question.
    pub(super) fn weigh(
        &self,
        fault: Fault,
        sent: Instant,
        patience: &mut Patience,
    ) -> Result<(Duration, String), Failed> {
        let (pause, cause) = self.consequence(fault, sent, patience)?;
        if self.host.spend_retry(&cause) {
            Ok((pause, cause))
        } else {
            Err(self.unusable(cause))
        }
    }

    /// Draws the consequences of a fault: the wait before the next attempt and its reason, or the
    /// end of the question.
    fn consequence(
        &self,
        fault: Fault,
        sent: Instant,
        patience: &mut Patience,
    ) -> Result<(Duration, String), Failed> {
        let host = self.host;
        let turned_away = match &fault {
            Fault::Refused(_) | Fault::Busy(..) => true,
            Fault::Broken(_, asked) => asked.is_some_and(|asked| asked > LONGEST_WAIT),
            _ => false,
        };
        host.count(|counts| counts.refused += u64::from(turned_away));
        match fault {
            Fault::Refused(cause) => Err(self.refused(cause, host.manners().cooldown)),
            Fault::Busy(cause, Some(asked)) | Fault::Broken(cause, Some(asked))
                if asked > LONGEST_WAIT =>
            {
                Err(self.refused(cause, asked.min(LONGEST_HOLD)))
            }
            Fault::Busy(cause, asked) => match patience.after_busy(asked) {
                Some(pause) => {
                    // Too many requests are too many from all of us: the wait is the service's.
                    host.rest(self.ask, pause, &cause);
                    Ok((Duration::ZERO, cause))
                }
                None => Err(self.refused(cause, host.manners().cooldown)),
            },
            Fault::Broken(cause, asked) => match patience.after_fault(asked) {
                Some(pause) => Ok((pause, cause)),
                None => Err(self.unanswered(cause)),
            },
            Fault::Stray(cause) if host.stray(sent) => {
                host.count(|counts| counts.refused += 1);
                Err(self.refused(cause, host.manners().cooldown))
            }
            Fault::Stray(cause) => match patience.after_fault(None) {
                Some(pause) => {
                    // What stands before the service stands before every question.
                    host.rest(self.ask, pause, &cause);
                    Ok((Duration::ZERO, cause))
                }
                None => Err(self.unanswered(cause)),
            },
            // Whoever takes a connection and then says nothing is as good as not there.
            Fault::Late(cause) if !host.was_reached() => Err(self.lost(cause)),
            // An endpoint's own time limit may lie above ours.
            Fault::Late(cause) if self.ask.accept == Accept::SparqlJson => {
                Err(self.too_hard(cause))
            }
            Fault::Late(cause) => match patience.after_late() {
                Some(pause) => Ok((pause, cause)),
                None => Err(self.unanswered(cause)),
            },
            Fault::Unreached(cause) => match patience.after_unreached(host.was_reached()) {
                Some(pause) => Ok((pause, cause)),
                None => Err(self.lost(cause)),
            },
            Fault::Rejected(cause) => {
                host.well();
                Err(Failed::Rejected {
                    service: self.ask.service,
                    url: self.ask.address(),
                    cause,
                })
            }
            Fault::TooHard(cause) => Err(self.too_hard(cause)),
            Fault::Astray(cause) => Err(self.lost(cause)),
            Fault::Useless(cause) => Err(self.unanswered(cause)),
        }
    }

    /// Leaves the service alone, in this run and those to come.
    fn refused(&self, cause: String, pause: Duration) -> Failed {
        let until = after(self.client.clock.now(), pause);
        self.client.budget.hold(
            &note(self.ask.service.host_label(), &self.ask.url),
            until,
            &cause,
        );
        self.host.close(until, &cause);
        Failed::Refused {
            service: self.ask.service,
            url: self.ask.address(),
            cause,
            pause,
        }
    }

    /// Does without the service in this run.
    fn lost(&self, cause: String) -> Failed {
        self.host.lose(&cause);
        Failed::Unreachable {
            service: self.ask.service,
            url: self.ask.address(),
            cause,
        }
    }

    /// A smaller question may be answered, unless the service is overloaded.
    fn too_hard(&self, cause: String) -> Failed {
        self.host.overloaded(&cause);
        match self.host.open(self.ask) {
            Err(given_up) => given_up,
            Ok(()) => Failed::TooHard {
                service: self.ask.service,
                url: self.ask.address(),
                cause,
            },
        }
    }

    fn unanswered(&self, cause: String) -> Failed {
        self.host.strike(&cause);
        self.unusable(cause)
    }

    fn unusable(&self, cause: String) -> Failed {
        Failed::Unusable {
            service: self.ask.service,
            url: self.ask.address(),
            cause,
        }
    }
}

/// The kept answer and its mark, where both are there and the answer stands up to the check.
fn known(client: &Client, ask: &Ask, key: &str) -> Option<Known> {
    if !matches!(ask.renewal, Renewal::Tag) {
        return None;
    }
    let (Kept::Body(tag), _) = client.cache.get_dated(TAGS, &tag_key(ask, key))? else {
        return None;
    };
    let (Kept::Body(body), _) = client.cache.get_dated(ask.keep.bucket, key)? else {
        return None;
    };
    (ask.check)(&body).ok()?;
    Some(Known { body, tag })
}

fn tag_key(ask: &Ask, key: &str) -> String {
    format!("{} {key}", ask.keep.bucket)
}

/// The name under which a refusal is noted: the service at its address, so that a stand-in on this
/// machine (a test, a proxy) says nothing about the real one.
pub(super) fn note(service: &str, url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    match url.port() {
        Some(port) => format!("{service}@{host}:{port}"),
        None => format!("{service}@{host}"),
    }
}
