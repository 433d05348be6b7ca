//! Ctrl-C and SIGTERM during a run.

use std::pin::{Pin, pin};

use tokio::sync::watch;

use crate::session::Session;

/// How a piece of work ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// By itself.
    No,
    /// Because somebody asked the program to stop.
    Requested,
}

/// Waits until somebody asks the program to stop: by Ctrl-C, or by SIGTERM, as a service manager does.
pub(super) async fn stop_signal() {
    let interrupted = async {
        // Where no signal can be waited for, none comes.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    tokio::select! {
        () = interrupted => {}
        () = terminated() => {}
    }
}

/// Listens from now on for somebody who asks the program to stop, and then acts at once. What is returned tells of it
/// for as long as it is kept, so that no request to stop is lost while nobody waits for one.
pub(super) fn on_stop(act: impl FnOnce() + Send + 'static) -> watch::Receiver<bool> {
    let (tell, told) = watch::channel(false);
    tokio::spawn(async move {
        stop_signal().await;
        act();
        // Nobody may be left who wants to know.
        _ = tell.send(true);
    });
    told
}

/// Waits until a stop is told of.
pub(super) async fn stopped(mut told: watch::Receiver<bool>) {
    if told.wait_for(|is_told| *is_told).await.is_err() {
        std::future::pending::<()>().await;
    }
}

#[cfg(unix)]
async fn terminated() {
    use tokio::signal::unix::{SignalKind, signal};
    match signal(SignalKind::terminate()) {
        Ok(mut signal) => _ = signal.recv().await,
        Err(_) => std::future::pending().await,
    }
}

#[cfg(not(unix))]
async fn terminated() {
    std::future::pending().await
}

/// Waits for the result of a run; returns with it whether the person asked to stop.
///
/// The first Ctrl-C ends the requests, and the answers so far make a result without another one. The second
/// does not wait for it: the result is `None`.
pub(super) async fn until_interrupted<T>(
    session: &Session,
    run: impl Future<Output = T>,
) -> (Option<T>, bool) {
    let mut run = pin!(run);
    tokio::select! {
        result = &mut run => (Some(result), false),
        () = stop_signal() => {
            session.interrupt();
            let result = tokio::select! {
                result = &mut run => Some(result),
                () = stop_signal() => None,
            };
            (result, true)
        }
    }
}

/// Works until the end, or until `stop`; then the requests end, and the work is dropped.
pub(super) async fn until_stopped<T>(
    session: &Session,
    work: impl Future<Output = T>,
    mut stop: Pin<&mut impl Future<Output = ()>>,
) -> Stop {
    tokio::select! {
        _ = work => Stop::No,
        () = stop.as_mut() => {
            session.interrupt();
            Stop::Requested
        }
    }
}
