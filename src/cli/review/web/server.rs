//! The server of a review.

use std::{
    future::Future,
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use axum::{
    Json, Router,
    extract::{DefaultBodyLimit, RawQuery, Request, State},
    http::{HeaderName, HeaderValue, StatusCode, header},
    middleware::{Next, from_fn_with_state},
    response::{Html, IntoResponse as _, Response},
    routing::{get, post},
};
use serde_json::json;
use tokio::{net::TcpListener, sync::watch, time::Instant};

use super::{
    desk::{Desk, GivenAnswer, News, NotTaken},
    guard::Guard,
    presence::Presence,
};
use crate::page;

/// How a review on a page ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The person was done, or closed the page.
    Done,
    /// The person pressed Ctrl-C.
    Interrupted,
}

/// The longest that a request for news waits. Firefox gives up after 300 s.
const WAIT: Duration = Duration::from_secs(60);
/// The longest that open requests may delay the end.
const PARTING: Duration = Duration::from_secs(2);
/// The largest body of a request, in bytes: an answer is an identifier at most.
const LARGEST: usize = 4096;

/// What the handlers share.
struct Review {
    guard: Guard,
    desk: Mutex<Desk>,
    presence: Mutex<Presence>,
    /// The version of the desk, and whether it is over.
    version: watch::Sender<(u64, bool)>,
    content: String,
}

impl Review {
    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn presence(&self) -> MutexGuard<'_, Presence> {
        self.presence.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn publish(&self, news: &News) {
        self.version.send_replace((news.version, news.over));
    }
}

/// Serves a review until it is over or `interrupted`. Returns the number of answers.
pub(super) async fn serve(
    listener: TcpListener,
    guard: Guard,
    desk: Desk,
    content: String,
    interrupted: impl Future<Output = ()>,
) -> io::Result<(usize, Ending)> {
    let review = Arc::new(Review {
        guard,
        version: watch::Sender::new((desk.news().version, false)),
        desk: Mutex::new(desk),
        presence: Mutex::new(Presence::new(Instant::now())),
        content,
    });
    let router = Router::new()
        .route("/", get(shell))
        .route("/page", get(content_of))
        .route("/news", get(news))
        .route("/answer", post(answer))
        .route("/undo", post(undo))
        .route("/done", post(done))
        .layer(DefaultBodyLimit::max(LARGEST))
        .fallback(async || StatusCode::NOT_FOUND)
        .layer(from_fn_with_state(review.clone(), guarded))
        .with_state(review.clone());
    let mut over = review.version.subscribe();
    let shutdown = async move {
        // The sender lives as long as the server.
        _ = over.wait_for(|(_, over)| *over).await;
    };
    let mut server = tokio::spawn(async move {
        axum::serve(listener, router)
            .with_graceful_shutdown(shutdown)
            .await
    });
    let ending = tokio::select! {
        () = ended(&review) => Ending::Done,
        () = interrupted => Ending::Interrupted,
    };
    let news = review.desk().end();
    review.publish(&news);
    if tokio::time::timeout(PARTING, &mut server).await.is_err() {
        server.abort();
    }
    let answered = review.desk().answered();
    Ok((answered, ending))
}

/// Waits until the person is done, or every page is closed.
async fn ended(review: &Review) {
    const LOOK: Duration = Duration::from_secs(1);
    let mut over = review.version.subscribe();
    loop {
        let done = tokio::time::timeout(LOOK, over.wait_for(|(_, over)| *over)).await;
        if done.is_ok() || review.presence().is_over(Instant::now()) {
            return;
        }
    }
}

/// Refuses what does not come from our own page, before anything else is looked at.
async fn guarded(State(review): State<Arc<Review>>, request: Request, next: Next) -> Response {
    let checked = review
        .guard
        .check(request.method(), request.uri(), request.headers());
    let mut response = match checked {
        Ok(()) => next.run(request).await,
        Err(refusal) => told(StatusCode::FORBIDDEN, &refusal.to_string()),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CACHE_CONTROL, "no-store"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CONTENT_SECURITY_POLICY, "frame-ancestors 'none'"),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

fn told(code: StatusCode, say: &str) -> Response {
    (code, Json(json!({ "say": say }))).into_response()
}

async fn shell() -> Html<String> {
    Html(page::review_shell())
}

async fn content_of(State(review): State<Arc<Review>>) -> Html<String> {
    review.presence().use_at(Instant::now());
    Html(review.content.clone())
}

/// A page that waits for news; it leaves when its request ends in whatever way.
struct Follower(Arc<Review>);

impl Follower {
    fn new(review: &Arc<Review>) -> Self {
        review.presence().enter();
        Self(review.clone())
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        self.0.presence().leave(Instant::now());
    }
}

/// Answers when something has changed since the version that the page knows.
async fn news(State(review): State<Arc<Review>>, RawQuery(query): RawQuery) -> Json<News> {
    let since = query.as_deref().and_then(|it| it.strip_prefix("since="));
    let since: u64 = since.and_then(|it| it.parse().ok()).unwrap_or(0);
    let _follower = Follower::new(&review);
    let mut version = review.version.subscribe();
    // Without news in time the page asks again.
    _ = tokio::time::timeout(WAIT, version.wait_for(|(now, over)| *now > since || *over)).await;
    let news = review.desk().news();
    Json(news)
}

async fn answer(State(review): State<Arc<Review>>, Json(given): Json<GivenAnswer>) -> Response {
    reply(&review, |desk| desk.take(&given))
}

async fn undo(State(review): State<Arc<Review>>) -> Response {
    reply(&review, Desk::undo)
}

async fn done(State(review): State<Arc<Review>>) -> Response {
    reply(&review, |desk| Ok(desk.end()))
}

fn reply(review: &Review, act: impl FnOnce(&mut Desk) -> Result<News, NotTaken>) -> Response {
    review.presence().use_at(Instant::now());
    let outcome = act(&mut review.desk());
    match outcome {
        Ok(news) => {
            review.publish(&news);
            Json(news).into_response()
        }
        Err(NotTaken::Unclear(say)) => told(StatusCode::UNPROCESSABLE_ENTITY, &say),
        Err(NotTaken::Conflict(say)) => told(StatusCode::CONFLICT, &say),
    }
}
