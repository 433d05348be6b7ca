//! Many questions in few requests, so that one that fails does not lose the others.

use std::{collections::VecDeque, future::Future, pin::Pin, task::Poll};

use super::Reply;
use crate::http::Failed;

/// A boxed answer to one batch.
pub(super) type Batch<'a, R> = Pin<Box<dyn Future<Output = Result<Vec<R>, Failed>> + Send + 'a>>;

/// `items` in batches of at most `size`.
pub(super) fn of<T>(items: &[T], size: usize) -> Vec<&[T]> {
    items.chunks(size.max(1)).collect()
}

/// `items` in batches that weigh no more than `most` each, an item that alone weighs more standing
/// alone.
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

/// So many questions in a row, none to be halved, that were called wrong, and it is not the items.
const WRONG: u32 = 3;

/// Puts `batches` one after the other. A batch that is too hard is halved and put again, down to
/// single items; after a refusal nothing more is asked.
pub(super) async fn in_turn<'a, T, R>(
    batches: Vec<&'a [T]>,
    ask: impl Fn(&'a [T]) -> Batch<'a, R> + Send,
) -> Reply<R>
where
    T: Sync,
    R: Send,
{
    let too_hard = |failed: &Failed| matches!(failed, Failed::TooHard { .. });
    halving(batches, too_hard, ask).await
}

/// The same for a service that calls a whole batch wrong because of one item in it: such a batch
/// is halved too.
pub(super) async fn in_turn_sifted<'a, T, R>(
    batches: Vec<&'a [T]>,
    ask: impl Fn(&'a [T]) -> Batch<'a, R> + Send,
) -> Reply<R>
where
    T: Sync,
    R: Send,
{
    let may_pass_in_part =
        |failed: &Failed| matches!(failed, Failed::TooHard { .. } | Failed::Rejected { .. });
    halving(batches, may_pass_in_part, ask).await
}

async fn halving<'a, T, R>(
    batches: Vec<&'a [T]>,
    is_halved: impl Fn(&Failed) -> bool + Send,
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
                wrong += u32::from(matches!(failed, Failed::Rejected { .. }));
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

/// Whether a failure tells that asking this service on makes no sense now.
pub(super) fn is_over(failed: &Failed) -> bool {
    matches!(
        failed,
        Failed::Refused { .. }
            | Failed::Unreachable { .. }
            | Failed::GivenUp { .. }
            | Failed::Interrupted { .. }
    )
}

/// Drives all of `futures` at once; the outputs come in their order.
pub(super) async fn together<F: Future>(futures: impl IntoIterator<Item = F>) -> Vec<F::Output> {
    let mut running: Vec<Result<F::Output, Pin<Box<F>>>> = futures
        .into_iter()
        .map(|future| Err(Box::pin(future)))
        .collect();
    std::future::poll_fn(|context| {
        let mut pending = false;
        for slot in &mut running {
            if let Err(future) = slot {
                match future.as_mut().poll(context) {
                    Poll::Ready(output) => *slot = Ok(output),
                    Poll::Pending => pending = true,
                }
            }
        }
        if pending {
            Poll::Pending
        } else {
            Poll::Ready(())
        }
    })
    .await;
    running.into_iter().filter_map(Result::ok).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use crate::{
        http::Service,
        sources::fake::{refused, rejected, too_hard},
    };

    fn unusable() -> Failed {
        Failed::Unusable {
            service: Service::Dblp,
            url: String::new(),
            cause: String::new(),
        }
    }

    #[tokio::test]
    async fn a_batch_too_hard_is_halved_and_a_bad_one_loses_only_itself() {
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
    async fn a_wrong_item_is_sifted_out_and_three_end_the_asking() {
        let put = |items: &'static [u32], bad: fn(u32) -> bool| {
            let requests = AtomicU32::new(0);
            async move {
                let reply = in_turn_sifted(of(items, 100), |batch| {
                    requests.fetch_add(1, Ordering::Relaxed);
                    Box::pin(async move {
                        if batch.iter().any(|item| bad(*item)) {
                            Err(rejected(Service::Arxiv))
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
    fn heavy_items_stand_alone() {
        let batches = weighing(&[5, 1, 2, 9, 1, 1], 5, |n| *n);
        assert_eq!(batches, [&[5][..], &[1, 2], &[9], &[1, 1]]);
    }

    #[tokio::test]
    async fn a_refusal_ends_the_asking() {
        let items = [1, 2, 3];
        let reply: Reply<u32> = in_turn(of(&items, 1), |_| {
            Box::pin(async { Err(refused(Service::Dblp)) })
        })
        .await;
        assert_eq!(reply.failures.len(), 1);
    }

    #[tokio::test]
    async fn outputs_keep_their_order() {
        let slow = |n: u64| async move {
            for _ in 0..n {
                tokio::task::yield_now().await;
            }
            n
        };
        assert_eq!(together([slow(5), slow(0), slow(2)]).await, [5, 0, 2]);
    }
}
