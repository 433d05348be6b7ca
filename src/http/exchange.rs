use std::time::Duration;

use tokio::time::Instant;

use super::{
    Accept, ApiRequest, HttpEvent, RequestError, Revalidation, Transport, WireError, WireRequest,
    WireResponse,
    classify::{Fault, classify},
    consequence::{Consequence, ServiceHealth, consequence},
    lease::Lease,
    redirects::next_hop,
    request::without_password,
    retry_budget::RetryBudget,
    service_state::ServiceState,
};
use crate::cache::{Cache, CachedResponse};

/// The bucket of the `ETag`s of cached responses.
const TAGS: &str = "http-tags-v1";

/// A body, or `None` when there is no such record.
type AttemptOutcome = Result<Option<String>, Fault>;

/// The outcome of sending a request once.
pub(super) struct Attempt {
    pub(super) outcome: AttemptOutcome,
    /// Kept until the consequences are known, so that the next request starts after them.
    pub(super) lease: Lease,
    /// When the request, or its last redirect, was sent.
    pub(super) sent: Instant,
}

/// A request and its attempts.
pub(super) struct Exchange<'a> {
    transport: &'a dyn Transport,
    cache: &'a Cache,
    service: &'a ServiceState,
    request: &'a ApiRequest,
    key: &'a str,
    stored: Option<StoredResponse>,
}

/// An expired response and its `ETag`.
struct StoredResponse {
    body: String,
    tag: String,
}

impl<'a> Exchange<'a> {
    /// Fails when the service refused this run or an earlier one.
    pub(super) fn begin(
        transport: &'a dyn Transport,
        cache: &'a Cache,
        service: &'a ServiceState,
        request: &'a ApiRequest,
        key: &'a str,
    ) -> Result<Self, RequestError> {
        service.check_suspension(request)?;
        Ok(Self {
            transport,
            cache,
            service,
            request,
            key,
            stored: stored(cache, request, key),
        })
    }

    /// Sends the request when the limits allow it, follows redirects within the same limits, and
    /// classifies the response.
    pub(super) async fn attempt(&self, number: u32) -> Result<Attempt, RequestError> {
        let Self {
            service, request, ..
        } = *self;
        let mut wire_request = WireRequest {
            url: request.url.clone(),
            form: request.form.clone(),
            accept: request.accept.media_type(),
            tag: self.stored.as_ref().map(|stored| stored.tag.clone()),
            timeout: service.timeout(),
        };
        let mut hops = 0;
        loop {
            let lease = service.acquire(request).await?;
            let sent = Instant::now();
            service.count(|counts| {
                counts.sent += 1;
                counts.retried += u64::from(number > 1 && hops == 0);
            });
            service.emit(|| HttpEvent::Sent {
                service: request.service,
                url: match hops {
                    0 => request.address(),
                    _ => without_password(&wire_request.url),
                },
                attempt: number,
            });
            let sending = self.transport.send(wire_request.clone());
            let mut response = lease.during(service.clock(), sending).await;
            match &response {
                Ok(response) => {
                    service.apply_headers(request, response);
                    service.emit(|| HttpEvent::Answered {
                        service: request.service,
                        url: request.address(),
                        status: response.status,
                    });
                }
                Err(WireError::Connect(_)) => lease.refund(),
                Err(_) => {}
            }
            match response
                .as_ref()
                .map(|response| next_hop(&wire_request, response, hops))
            {
                Ok(Some(Ok(next))) => {
                    wire_request = WireRequest {
                        timeout: service.timeout(),
                        ..next
                    };
                    hops += 1;
                    continue;
                }
                Ok(Some(Err(error))) => response = Err(error),
                _ => {}
            }
            return Ok(Attempt {
                outcome: self.outcome(response),
                lease,
                sent,
            });
        }
    }

    fn outcome(&self, response: Result<WireResponse, WireError>) -> AttemptOutcome {
        let Self { request, .. } = *self;
        if let (Ok(response), Some(stored)) = (&response, &self.stored)
            && response.status == 304
        {
            return Ok(Some(stored.body.clone()));
        }
        let tag = match &response {
            Ok(response) if matches!(request.revalidation, Revalidation::ETag) => {
                response.header("etag").map(ToOwned::to_owned)
            }
            _ => None,
        };
        let now = self.service.clock().now();
        let outcome = classify(request, response, now);
        if let (Ok(Some(_)), Some(tag)) = (&outcome, tag) {
            let key = tag_key(request, self.key);
            let ttl = request.caching.found;
            self.cache.put(TAGS, &key, Some(&tag), now, ttl);
        }
        outcome
    }

    /// Returns the wait before the next attempt and its reason, or the error that ends the request.
    pub(super) fn after_fault(
        &self,
        fault: Fault,
        sent: Instant,
        retries: &mut RetryBudget,
    ) -> Result<(Duration, String), RequestError> {
        let (pause, cause) = self.consequence(fault, sent, retries)?;
        if self.service.record_retry(&cause) {
            Ok((pause, cause))
        } else {
            Err(self.unusable(cause))
        }
    }

    fn consequence(
        &self,
        fault: Fault,
        sent: Instant,
        retries: &mut RetryBudget,
    ) -> Result<(Duration, String), RequestError> {
        let service = self.service;
        let fault = match fault {
            // An endpoint's own time limit may be above ours.
            Fault::Timeout(cause)
                if service.has_responded() && self.request.accept == Accept::SparqlJson =>
            {
                Fault::TooComplex(cause)
            }
            fault => fault,
        };
        let health = ServiceHealth {
            responded: service.has_responded(),
            too_many_strays: matches!(fault, Fault::Stray(_)) && service.record_stray(sent),
            cooldown: service.policy().cooldown,
        };
        let consequence = consequence(&fault, retries, health);
        let is_refused =
            matches!(fault, Fault::Busy(..)) || matches!(consequence, Consequence::Suspend(_));
        service.count(|counts| counts.refused += u64::from(is_refused));
        match (consequence, fault) {
            (Consequence::Retry(wait), fault) => Ok((wait, fault.into_cause())),
            (Consequence::PauseService(wait), fault) => {
                let cause = fault.into_cause();
                service.pause(self.request, wait, &cause);
                Ok((Duration::ZERO, cause))
            }
            (Consequence::Suspend(pause), fault) => Err(self.refused(fault.into_cause(), pause)),
            (Consequence::Unreachable, fault) | (Consequence::Final, fault @ Fault::Astray(_)) => {
                Err(self.unreachable(fault.into_cause()))
            }
            (Consequence::Final, Fault::Rejected(cause)) => Err(self.rejected(cause)),
            (Consequence::Final, Fault::TooComplex(cause)) => Err(self.too_complex(cause)),
            (Consequence::NoRetryLeft | Consequence::Final, fault) => {
                let cause = fault.into_cause();
                service.record_failure(&cause);
                Err(self.unusable(cause))
            }
        }
    }

    fn refused(&self, cause: String, pause: Duration) -> RequestError {
        self.service.suspend(self.request, pause, &cause);
        RequestError::Refused {
            service: self.request.service,
            url: self.request.address(),
            cause,
            pause,
        }
    }

    fn unreachable(&self, cause: String) -> RequestError {
        self.service.mark_unreachable(&cause);
        RequestError::Unreachable {
            service: self.request.service,
            url: self.request.address(),
            cause,
        }
    }

    /// The service answered, so it is well.
    fn rejected(&self, cause: String) -> RequestError {
        self.service.record_answer();
        RequestError::Rejected {
            service: self.request.service,
            url: self.request.address(),
            cause,
        }
    }

    /// A smaller request may be answered, unless the service is overloaded.
    fn too_complex(&self, cause: String) -> RequestError {
        self.service.record_too_complex(&cause);
        match self.service.check_available(self.request) {
            Err(given_up) => given_up,
            Ok(()) => RequestError::TooComplex {
                service: self.request.service,
                url: self.request.address(),
                cause,
            },
        }
    }

    fn unusable(&self, cause: String) -> RequestError {
        RequestError::Unusable {
            service: self.request.service,
            url: self.request.address(),
            cause,
        }
    }
}

/// Returns the cached response and its `ETag`, if both exist and the response passes the check.
fn stored(cache: &Cache, request: &ApiRequest, key: &str) -> Option<StoredResponse> {
    if !matches!(request.revalidation, Revalidation::ETag) {
        return None;
    }
    let (CachedResponse::Body(tag), _) = cache.get_dated(TAGS, &tag_key(request, key))? else {
        return None;
    };
    let (CachedResponse::Body(body), _) = cache.get_dated(request.caching.bucket, key)? else {
        return None;
    };
    (request.check)(&body).ok()?;
    Some(StoredResponse { body, tag })
}

fn tag_key(request: &ApiRequest, key: &str) -> String {
    format!("{} {key}", request.caching.bucket)
}
