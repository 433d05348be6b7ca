use std::{
    num::NonZeroU32,
    sync::{Mutex, MutexGuard, PoisonError},
};

use tokio::sync::{Semaphore, SemaphorePermit};

/// How many may be with a service at once. The number can go down while all are taken; whoever
/// leaves next then takes the seat away.
#[derive(Debug)]
pub(super) struct Seats {
    free: Semaphore,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    seats: usize,
    /// Seats that are to go as soon as someone leaves.
    owed: usize,
}

/// A seat, free again when dropped.
#[derive(Debug)]
pub(super) struct Seat<'a> {
    seats: &'a Seats,
    permit: Option<SemaphorePermit<'a>>,
}

impl Seats {
    pub(super) fn new(concurrency: NonZeroU32) -> Self {
        let seats = usize::try_from(concurrency.get()).unwrap_or(1);
        Self {
            free: Semaphore::new(seats),
            state: Mutex::new(State { seats, owed: 0 }),
        }
    }

    /// Waits for a seat, first come first served.
    pub(super) async fn take(&self) -> Seat<'_> {
        Seat {
            seats: self,
            // The semaphore is never closed; without a permit the question would go all the same.
            permit: self.free.acquire().await.ok(),
        }
    }

    /// Lowers their number; a higher one changes nothing. Says whether it did.
    pub(super) fn lower(&self, to: usize) -> bool {
        let to = to.max(1);
        let mut state = self.state();
        let Some(fewer) = state.seats.checked_sub(to).filter(|fewer| *fewer > 0) else {
            return false;
        };
        state.seats = to;
        state.owed += fewer - self.free.forget_permits(fewer);
        true
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        let mut state = self.seats.state();
        if state.owed > 0
            && let Some(permit) = self.permit.take()
        {
            state.owed -= 1;
            permit.forget();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn three() -> Seats {
        Seats::new(NonZeroU32::new(3).unwrap())
    }

    #[tokio::test]
    async fn free_seats_go_at_once() {
        let seats = three();
        assert!(seats.lower(1));
        assert_eq!(seats.free.available_permits(), 1);
    }

    #[tokio::test]
    async fn taken_seats_go_when_their_holders_do() {
        let seats = three();
        let (a, b, c) = (seats.take().await, seats.take().await, seats.take().await);
        assert!(seats.lower(1));
        drop(a);
        drop(b);
        assert_eq!(seats.free.available_permits(), 0);
        drop(c);
        assert_eq!(seats.free.available_permits(), 1);
    }

    #[tokio::test]
    async fn their_number_never_rises() {
        let seats = three();
        assert!(!seats.lower(3));
        assert!(!seats.lower(50));
        assert!(seats.lower(0));
        assert!(!seats.lower(2));
        assert_eq!(seats.free.available_permits(), 1);
    }
}
