//! Whether somebody still has the page open.

use std::time::Duration;

use tokio::time::Instant;

/// How long a page may be away before it counts as closed: a reload takes less.
const AWAY: Duration = Duration::from_secs(20);
/// How long nothing may be asked or answered, with the page open or not yet opened.
const IDLE: Duration = Duration::from_secs(60 * 60);

/// The open pages of a review. Each page has one request open all the time.
#[derive(Debug)]
pub(super) struct Presence {
    open: usize,
    /// When the last page was lost; `None` before the first one.
    lost: Option<Instant>,
    used: Instant,
}

impl Presence {
    pub(super) fn new(now: Instant) -> Self {
        Self {
            open: 0,
            lost: None,
            used: now,
        }
    }

    /// Notes that the person did something.
    pub(super) fn use_at(&mut self, now: Instant) {
        self.used = now;
    }

    /// Notes that a page follows the news.
    pub(super) fn enter(&mut self) {
        self.open += 1;
    }

    /// Notes that a page no longer does.
    pub(super) fn leave(&mut self, now: Instant) {
        self.open = self.open.saturating_sub(1);
        self.lost = Some(now);
    }

    /// Whether every page is closed, or nothing has happened for long.
    pub(super) fn is_over(&self, now: Instant) -> bool {
        let is_away = self.open == 0 && self.lost.is_some_and(|lost| now - lost >= AWAY);
        is_away || now - self.used >= IDLE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closed_page_ends_the_review_and_reloaded_page_does_not() {
        let start = Instant::now();
        let mut presence = Presence::new(start);
        assert!(!presence.is_over(start + AWAY * 2), "not opened yet");
        presence.enter();
        assert!(!presence.is_over(start + AWAY * 2), "open");
        presence.leave(start);
        presence.enter();
        assert!(!presence.is_over(start + AWAY * 2), "open again");
        presence.enter();
        presence.leave(start);
        assert!(!presence.is_over(start + AWAY * 2), "one of two");
        presence.leave(start);
        assert!(!presence.is_over(start + AWAY / 2), "it may come back");
        assert!(presence.is_over(start + AWAY));
    }

    #[test]
    fn forgotten_page_ends_the_review() {
        let start = Instant::now();
        let mut presence = Presence::new(start);
        presence.enter();
        presence.use_at(start + IDLE / 2);
        assert!(!presence.is_over(start + IDLE));
        assert!(presence.is_over(start + IDLE * 2));
    }
}
