//! The numbers of a worker, for the program that watches it.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use axum::{Router, extract::State, http::StatusCode, routing::get};
use tokio::net::TcpListener;

use crate::{
    cache::{StoreAddress, StoreProbe},
    cli::exit::Failure,
    sync::RequestCounts,
};

/// What a worker has done since it started.
#[derive(Debug, Default)]
pub(super) struct Metrics {
    /// The lists by outcome: `done`, `incomplete` or `lost`.
    lists: BTreeMap<&'static str, u64>,
    requests: BTreeMap<String, RequestCounts>,
    leased: usize,
}

/// The numbers, shared with the server.
pub(super) type SharedMetrics = Arc<Watched>;

/// Numbers that the worker changes and the server reads.
#[derive(Debug, Default)]
pub(super) struct Watched(Mutex<Metrics>);

impl Watched {
    fn metrics(&self) -> MutexGuard<'_, Metrics> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn count_list(&self, outcome: &'static str) {
        *self.metrics().lists.entry(outcome).or_default() += 1;
    }

    pub(super) fn count_requests(&self, sent: BTreeMap<String, RequestCounts>) {
        let mut metrics = self.metrics();
        for (source, counts) in sent {
            let sum = metrics.requests.entry(source).or_default();
            sum.sent += counts.sent;
            sum.retried += counts.retried;
            sum.refused += counts.refused;
            sum.cached += counts.cached;
        }
    }

    /// Notes how many lists the worker has.
    pub(super) fn has_leased(&self, lists: usize) {
        self.metrics().leased = lists;
    }

    /// Returns the numbers in Prometheus' text format
    /// (<https://prometheus.io/docs/instrumenting/exposition_formats/>).
    fn text(&self, store_answers: bool) -> String {
        let metrics = self.metrics();
        let mut out = String::from(
            "# HELP bibsync_lists_total Lists looked up, by outcome.\n\
             # TYPE bibsync_lists_total counter\n",
        );
        for (outcome, count) in &metrics.lists {
            _ = writeln!(out, "bibsync_lists_total{{outcome=\"{outcome}\"}} {count}");
        }
        out.push_str(
            "# HELP bibsync_requests_total Requests by source; cached ones were not sent.\n\
             # TYPE bibsync_requests_total counter\n",
        );
        for (source, counts) in &metrics.requests {
            for (kind, count) in [
                ("sent", counts.sent),
                ("retried", counts.retried),
                ("refused", counts.refused),
                ("cached", counts.cached),
            ] {
                _ = writeln!(
                    out,
                    "bibsync_requests_total{{source=\"{source}\",kind=\"{kind}\"}} {count}"
                );
            }
        }
        _ = write!(
            out,
            "# HELP bibsync_lists_leased Lists that this worker has now.\n\
             # TYPE bibsync_lists_leased gauge\n\
             bibsync_lists_leased {}\n\
             # HELP bibsync_store_up Whether the store answers.\n\
             # TYPE bibsync_store_up gauge\n\
             bibsync_store_up {}\n",
            metrics.leased,
            u8::from(store_answers)
        );
        out
    }
}

/// Serves the numbers until the runtime ends.
///
/// # Errors
/// When the address is taken.
pub(super) async fn serve(
    address: SocketAddr,
    watched: SharedMetrics,
    store: &StoreAddress,
) -> Result<(), Failure> {
    let listener = TcpListener::bind(address).await.map_err(|error| {
        Failure::usage(format!("{address} can't be listened at: {error}"))
            .hint("name another port with --listen")
    })?;
    let router = Router::new()
        .route("/metrics", get(metrics))
        .route("/healthz", get(health))
        .with_state(Served {
            watched,
            probe: Arc::new(StoreProbe::new(store)),
        });
    tokio::spawn(async move {
        if let Err(error) = axum::serve(listener, router).await {
            tracing::warn!("the numbers are not served any more: {error}");
        }
    });
    Ok(())
}

/// What the server needs to answer.
#[derive(Clone)]
struct Served {
    watched: SharedMetrics,
    probe: Arc<StoreProbe>,
}

impl Served {
    async fn store_answers(&self) -> bool {
        let probe = Arc::clone(&self.probe);
        let asked = tokio::task::spawn_blocking(move || probe.answers()).await;
        asked.unwrap_or(false)
    }
}

async fn metrics(State(served): State<Served>) -> String {
    let store_answers = served.store_answers().await;
    served.watched.text(store_answers)
}

async fn health(State(served): State<Served>) -> (StatusCode, &'static str) {
    if served.store_answers().await {
        (StatusCode::OK, "ok\n")
    } else {
        (
            StatusCode::SERVICE_UNAVAILABLE,
            "the store does not answer\n",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_in_the_text_format_of_prometheus() {
        let watched = Watched::default();
        watched.count_list("done");
        watched.count_list("done");
        watched.count_requests(BTreeMap::from([(
            "crossref".to_owned(),
            RequestCounts {
                sent: 3,
                cached: 1,
                ..RequestCounts::default()
            },
        )]));
        watched.has_leased(5);
        let text = watched.text(true);
        for line in [
            "bibsync_lists_total{outcome=\"done\"} 2",
            "bibsync_requests_total{source=\"crossref\",kind=\"sent\"} 3",
            "bibsync_lists_leased 5",
            "bibsync_store_up 1",
        ] {
            assert!(text.lines().any(|it| it == line), "{text}");
        }
    }
}
