//! Polite requests to services: `cache -> collapse -> claim -> pace -> send -> retry -> store`.
//!
//! Owns retries, the classification of responses, and how long a service is left alone after a
//! refusal. Rate limits and concurrency are shared with the user's other runs through
//! [`crate::cache::Budget`]. Requests come in as [`ApiRequest`]; checked bodies or a
//! [`RequestError`] go out. Large files come through [`Downloader`]. Each [`Service`] comes with its
//! published limits; must not know one by name, nor publications: a body is text here.

mod claims;
mod classify;
mod client;
mod clock;
mod consequence;
mod download;
mod error;
mod events;
mod exchange;
mod item_cache;
mod lease;
mod rate_policy;
mod redirects;
mod request;
mod reqwest_transport;
mod retry_after;
mod retry_budget;
mod revalidation;
mod service;
mod service_state;
mod single_flight;
mod transport;

pub use download::{DownloadError, DownloadedFile, Downloader};
pub use error::RequestError;
pub use events::{HttpEvent, HttpObserver, RequestCounts};
pub use rate_policy::{Allowance, Pool, RateLimit, RateLimits, RatePolicy};
pub use reqwest_transport::{ReqwestTransport, SetupError, user_agent};
pub use service::{Service, ServiceFacts};

// For the other modules and tests: a session makes the client.
#[doc(hidden)]
pub use {
    claims::ClaimedQuestions,
    client::{Client, ClientOptions},
    clock::Clock,
    item_cache::ItemCache,
    rate_policy::RequestKind,
    request::{Accept, ApiRequest, ApiResponse, BodyError, CachePolicy, DatasetDate, Revalidation},
    transport::{NoTransport, SendFuture, Transport, WireError, WireRequest, WireResponse},
};
