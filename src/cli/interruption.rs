//! Ctrl-C during a run.

use std::pin::pin;

use crate::session::Session;

/// Waits for the result of a run; returns with it whether the person pressed Ctrl-C.
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
        _ = tokio::signal::ctrl_c() => {
            session.interrupt();
            let result = tokio::select! {
                result = &mut run => Some(result),
                _ = tokio::signal::ctrl_c() => None,
            };
            (result, true)
        }
    }
}
