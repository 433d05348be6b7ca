//! Puts many questions in few requests, so that a failed one does not lose the others.

use std::{collections::VecDeque, future::Future, pin::Pin};

use super::Reply;
use crate::http::RequestError;

/// The future answer to one batch.
pub(super) type Batch<'a, R> =
    Pin<Box<dyn Future<Output = Result<Vec<R>, RequestError>> + Send + 'a>>;

/// Splits `items` into batches of at most `size`.
pub(super) fn of<T>(items: &[T], size: usize) -> Vec<&[T]> {
    items.chunks(size.max(1)).collect()
}

/// Splits `items` into batches of at most `most` weight each. An item that weighs more is a batch
/// of its own.
pub(super) fn weighing<T>(items: &[T], most: usize, weight: impl Fn(&T) -> usize) -> Vec<&[T]> {
    let mut batches = Vec::new();
    let (mut start, mut total) = (0, 0);
    for (at, item) in items.iter().enumerate() {
        let own = weight(item);
        if at > start && total + own > most {
            batches.push(&items[start..at]);
            (start, total) = (at, 0);
        }
        total += own;
    }
    if start < items.len() {
        batches.push(&items[start..]);
    }
    batches
}

/// The number of rejected batches in a row, none of which can be halved, after which the items are
/// not the cause.
const WRONG: u32 = 3;

/// Sends `batches` one after the other. A batch that is too hard is halved and sent again, down to
/// single items; after a refusal nothing more is sent.
pub(super) async fn in_turn<'a, T, R>(
    batches: Vec<&'a [T]>,
    ask: impl Fn(&'a [T]) -> Batch<'a, R> + Send,
) -> Reply<R>
where
    T: Sync,
    R: Send,
{
    let too_hard = |failed: &RequestError| matches!(failed, RequestError::TooComplex { .. });
    halving(batches, too_hard, ask).await
}

/// Does the same for a service that rejects a whole batch because of one item: such a batch is
/// halved too.
pub(super) async fn in_turn_sifted<'a, T, R>(
    batches: Vec<&'a [T]>,
    ask: impl Fn(&'a [T]) -> Batch<'a, R> + Send,
) -> Reply<R>
where
    T: Sync,
    R: Send,
{
    let may_pass_in_part = |failed: &RequestError| {
        matches!(
            failed,
            RequestError::TooComplex { .. } | RequestError::Rejected { .. }
        )
    };
    halving(batches, may_pass_in_part, ask).await
}

async fn halving<'a, T, R>(
    batches: Vec<&'a [T]>,
    is_halved: impl Fn(&RequestError) -> bool + Send,
    ask: impl Fn(&'a [T]) -> Batch<'a, R> + Send,
) -> Reply<R>
where
    T: Sync,
    R: Send,
{
    let mut reply = Reply::default();
    let mut waiting: VecDeque<&'a [T]> = batches.into();
    let mut wrong = 0;
    while let Some(batch) = waiting.pop_front() {
        match ask(batch).await {
            Ok(found) => {
                wrong = 0;
                reply.found.extend(found);
            }
            Err(failed) if batch.len() > 1 && is_halved(&failed) => {
                let (head, tail) = batch.split_at(batch.len() / 2);
                waiting.push_front(tail);
                waiting.push_front(head);
            }
            Err(failed) => {
                wrong += u32::from(matches!(failed, RequestError::Rejected { .. }));
                let over = is_over(&failed) || wrong >= WRONG;
                reply.failures.push(failed);
                if over {
                    break;
                }
            }
        }
    }
    reply
}

/// Whether a failure means that further requests to this service are useless now.
pub(super) fn is_over(failed: &RequestError) -> bool {
    matches!(
        failed,
        RequestError::Refused { .. }
            | RequestError::Unreachable { .. }
            | RequestError::GivenUp { .. }
            | RequestError::Interrupted { .. }
    )
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use crate::sources::{
        arxiv, dblp,
        fake::{refused, rejected, too_hard},
    };

    fn unusable() -> RequestError {
        RequestError::Unusable {
            service: dblp::SERVICE,
            url: String::new(),
            cause: String::new(),
        }
    }

    #[tokio::test]
    async fn hard_batch_is_halved_and_unusable_one_is_lost_alone() {
        let items: Vec<u32> = (0..10).collect();
        let reply = in_turn(of(&items, 4), |batch| {
            Box::pin(async move {
                if batch.contains(&2) && batch.len() > 1 {
                    Err(too_hard())
                } else if batch.contains(&5) {
                    Err(unusable())
                } else {
                    Ok(batch.to_vec())
                }
            })
        })
        .await;
        assert_eq!(reply.found, [0, 1, 2, 3, 8, 9]);
        assert_eq!(reply.failures, [unusable()]);
    }

    #[tokio::test]
    async fn rejected_item_is_isolated_and_three_rejections_stop() {
        let put = |items: &'static [u32], bad: fn(u32) -> bool| {
            let requests = AtomicU32::new(0);
            async move {
                let reply = in_turn_sifted(of(items, 100), |batch| {
                    requests.fetch_add(1, Ordering::Relaxed);
                    Box::pin(async move {
                        if batch.iter().any(|item| bad(*item)) {
                            Err(rejected(arxiv::SERVICE))
                        } else {
                            Ok(batch.to_vec())
                        }
                    })
                })
                .await;
                (
                    reply.found,
                    reply.failures.len(),
                    requests.load(Ordering::Relaxed),
                )
            }
        };
        let items: &[u32] = &[0, 1, 2, 3, 4, 5, 6, 7];
        let one = put(items, |item| item == 2).await;
        assert_eq!(one, (vec![0, 1, 3, 4, 5, 6, 7], 1, 7));
        let all = put(items, |_| true).await;
        assert_eq!(all, (vec![], 3, 7), "it is not the items");
    }

    #[test]
    fn heavy_item_is_a_batch_of_its_own() {
        let batches = weighing(&[5, 1, 2, 9, 1, 1], 5, |n| *n);
        assert_eq!(batches, [&[5][..], &[1, 2], &[9], &[1, 1]]);
    }

    #[tokio::test]
    async fn refusal_stops_further_batches() {
        let items = [1, 2, 3];
        let reply: Reply<u32> = in_turn(of(&items, 1), |_| {
            Box::pin(async { Err(refused(dblp::SERVICE)) })
        })
        .await;
        assert_eq!(reply.failures.len(), 1);
    }
}
