use std::time::Duration;

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension as _, TransactionBehavior, params};

use super::{
    Budget,
    lane::{Lane, micros},
    notes::FURTHEST,
};

/// What one request wants of a host. All processes that share the file share what the host grants.
#[derive(Debug, Clone)]
pub struct Want {
    /// The host, under the name that [`Budget::hold`] knows it by. It has so many seats.
    pub host: String,
    /// Which of the host's limits the request counts under; each is kept by itself.
    pub lane: &'static str,
    /// The interval between requests; zero means no limit.
    pub every: Duration,
    /// How many may go at once after a rest.
    pub burst: u32,
    /// The least time between two requests, within a burst too.
    pub gap: Duration,
    /// How many requests may be under way at once.
    pub seats: u32,
}

/// Whether a request may go now.
#[derive(Debug)]
pub enum Turn {
    /// It may, and counts.
    Go(Ticket),
    /// Not before so long.
    Later(Duration, String),
    /// As soon as one that is under way has come back.
    Full,
    /// Not in the near future: the host is to be left alone until then.
    Held(Timestamp, String),
}

/// The right to one request, and its seat.
#[derive(Debug)]
pub struct Ticket {
    name: String,
    seat: i64,
    taken: Lane,
    before: Lane,
}

/// How long a seat is kept without word from who sits there: one whose process is gone becomes
/// free. Who still sits there says so, with [`Budget::stay`], well before.
pub const LEASE: Duration = Duration::from_secs(5);

/// The longest pause for all that is believed, in one process or another.
const LONGEST_REST: Duration = Duration::from_secs(300);

impl Budget {
    /// Takes a turn for one request, if the limits allow it now. Where the file can't be written,
    /// this process keeps a budget of its own from then on.
    #[must_use]
    pub fn take(&self, want: &Want, now: Timestamp) -> Turn {
        self.on_file(Turn::Full, |connection, alone| {
            take(connection, want, now, alone)
        })
    }

    /// Keeps the seat from `now` for another [`LEASE`].
    pub fn stay(&self, ticket: &Ticket, now: Timestamp) {
        let until = now.as_microsecond() + micros(LEASE);
        self.on_file((), |connection, _| {
            connection
                .prepare_cached("UPDATE seat SET until = ?2 WHERE id = ?1")?
                .execute(params![ticket.seat, until])
                .map(drop)
        });
    }

    /// Gives the seat back.
    pub fn leave(&self, ticket: &Ticket) {
        self.on_file((), |connection, _| {
            connection
                .prepare_cached("DELETE FROM seat WHERE id = ?1")?
                .execute([ticket.seat])
                .map(drop)
        });
    }

    /// Takes the turn back, for the host has seen nothing of it; the seat stays taken. Only the
    /// last turn can be taken back.
    pub fn hand_back(&self, ticket: &Ticket) {
        let (taken, before) = (ticket.taken, ticket.before);
        self.on_file((), |connection, _| {
            connection
                .execute(
                    "UPDATE pace SET last = ?3, due = ?4 WHERE name = ?1 AND passed = ?2",
                    params![ticket.name, taken.passed, before.last, before.due],
                )
                .map(drop)
        });
    }

    /// Uses up what is left of a burst: from now on the pace of `want` holds.
    pub fn drain(&self, want: &Want, now: Timestamp) {
        let now = now.as_microsecond();
        let drained = Lane::drained(want, now);
        self.on_file((), |connection, _| {
            connection
                .execute(
                    "UPDATE pace SET due = max(due, ?2) WHERE name = ?1",
                    params![name(want), drained.due],
                )
                .map(drop)
        });
    }

    /// Lets every request to the host wait until then, whichever process it comes from. An earlier
    /// pause that reaches further stays.
    pub fn rest(&self, host: &str, until: Timestamp, why: &str) {
        self.on_file((), |connection, _| {
            connection
                .execute(
                    "INSERT INTO rest VALUES (?1, ?2, ?3)
                     ON CONFLICT (host) DO UPDATE SET until = excluded.until, why = excluded.why
                     WHERE excluded.until > until OR until > excluded.until + ?4",
                    params![host, until.as_microsecond(), why, micros(LONGEST_REST)],
                )
                .map(drop)
        });
    }
}

/// The turn, in one transaction. Who is `alone` because the file failed on the way can't know what
/// was spent before, and begins with nothing to spare.
fn take(
    connection: &mut Connection,
    want: &Want,
    now: Timestamp,
    alone: bool,
) -> rusqlite::Result<Turn> {
    let (held_at, now) = (now.as_second(), now.as_microsecond());
    let budget = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let held: Option<(i64, String)> = budget
        .prepare_cached("SELECT until, why FROM host WHERE name = ?1 AND until > ?2")?
        .query_row(params![want.host, held_at], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .optional()?;
    if let Some((until, why)) = held
        && until <= held_at.saturating_add_unsigned(FURTHEST.as_secs())
        && let Ok(until) = Timestamp::from_second(until)
    {
        return Ok(Turn::Held(until, why));
    }
    let rest: Option<(i64, String)> = budget
        .prepare_cached("SELECT until, why FROM rest WHERE host = ?1 AND until > ?2")?
        .query_row(params![want.host, now], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .optional()?;
    if let Some((until, why)) = rest
        && until <= now + micros(LONGEST_REST)
    {
        return Ok(Turn::Later(lasting(until - now), why));
    }
    // A lease that reaches further than any can is from before the clock was put back.
    budget
        .prepare_cached("DELETE FROM seat WHERE host = ?1 AND (until <= ?2 OR until > ?3)")?
        .execute(params![want.host, now, now + 2 * micros(LEASE)])?;
    let taken: u32 = budget
        .prepare_cached("SELECT count(*) FROM seat WHERE host = ?1")?
        .query_row([&want.host], |row| row.get(0))?;
    if taken >= want.seats.max(1) {
        budget.commit()?;
        return Ok(Turn::Full);
    }
    let name = name(want);
    let kept: Option<Lane> = budget
        .prepare_cached("SELECT passed, last, due FROM pace WHERE name = ?1")?
        .query_row([&name], |row| {
            Ok(Lane {
                passed: row.get(0)?,
                last: row.get(1)?,
                due: row.get(2)?,
            })
        })
        .optional()?;
    let begun = Lane {
        passed: i64::from(alone),
        ..Lane::drained(want, if alone { now } else { 0 })
    };
    let lane = kept.unwrap_or(begun).believable(want, now);
    let outcome = lane.pass(want, now);
    let after = outcome.unwrap_or(lane);
    budget
        .prepare_cached("INSERT OR REPLACE INTO pace VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![name, after.passed, after.last, after.due])?;
    let turn = match outcome {
        Err(from) => Turn::Later(lasting(from - now), "pace".to_owned()),
        Ok(taken) => {
            budget
                .prepare_cached("INSERT INTO seat (host, until) VALUES (?1, ?2)")?
                .execute(params![want.host, now + micros(LEASE)])?;
            Turn::Go(Ticket {
                name,
                seat: budget.last_insert_rowid(),
                taken,
                before: lane,
            })
        }
    };
    budget.commit()?;
    Ok(turn)
}

fn name(want: &Want) -> String {
    format!("{} {}", want.host, want.lane)
}

fn lasting(micros: i64) -> Duration {
    Duration::from_micros(micros.max(0).unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn at(milli: i64) -> Timestamp {
        Timestamp::from_millisecond(1_800_000_000_000 + milli).unwrap()
    }

    fn want(every: Duration, burst: u32, seats: u32) -> Want {
        Want {
            host: "arxiv@export.arxiv.org".to_owned(),
            lane: "all",
            every,
            burst,
            gap: Duration::ZERO,
            seats,
        }
    }

    /// Two processes with one file.
    fn two() -> (tempfile::TempDir, Budget, Budget) {
        let dir = tempfile::tempdir().unwrap();
        let open = || Budget::open(dir.path()).unwrap();
        let (one, other) = (open(), open());
        (dir, one, other)
    }

    #[track_caller]
    fn go(turn: Turn) -> Ticket {
        match turn {
            Turn::Go(ticket) => ticket,
            other => panic!("{other:?}"),
        }
    }

    #[track_caller]
    fn later(turn: Turn) -> u128 {
        match turn {
            Turn::Later(pause, _) => pause.as_millis(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn two_processes_share_pace_and_burst() {
        let (_dir, one, other) = two();
        let want = Want {
            gap: SECOND,
            ..want(SECOND * 10, 3, 9)
        };
        go(one.take(&want, at(0)));
        assert_eq!(later(other.take(&want, at(400))), 600, "the gap");
        go(other.take(&want, at(1000)));
        go(one.take(&want, at(2000)));
        assert_eq!(
            later(other.take(&want, at(3000))),
            7000,
            "the burst is gone"
        );
        go(other.take(&want, at(10_000)));
        assert_eq!(later(one.take(&want, at(10_001))), 9999);
        let single = Want {
            lane: "single",
            ..want
        };
        go(one.take(&single, at(10_001)));
    }

    #[test]
    fn a_dead_ones_seat_is_free_when_its_lease_is_over() {
        let (_dir, one, other) = two();
        let want = want(Duration::ZERO, 1, 1);
        let seat = go(one.take(&want, at(0)));
        assert!(matches!(other.take(&want, at(4999)), Turn::Full));
        one.stay(&seat, at(3000));
        assert!(matches!(other.take(&want, at(7999)), Turn::Full));
        drop(one);
        let seat = go(other.take(&want, at(8000)));
        other.leave(&seat);
        go(other.take(&want, at(8000)));
    }

    #[test]
    fn a_rest_and_a_refusal_are_everybodys() {
        let (_dir, one, other) = two();
        let want = want(SECOND, 1, 1);
        one.rest(&want.host, at(30_000), "status 429");
        one.rest(&want.host, at(20_000), "status 503");
        assert_eq!(later(other.take(&want, at(0))), 30_000);
        let seat = go(other.take(&want, at(30_000)));
        other.leave(&seat);
        one.hold(&want.host, at(3_600_000), "status 403");
        let Turn::Held(until, why) = other.take(&want, at(40_000)) else {
            panic!("held");
        };
        assert_eq!((until, why.as_str()), (at(3_600_000), "status 403"));
    }

    #[test]
    fn a_turn_that_came_to_nothing_is_not_waited_for() {
        let (_dir, one, other) = two();
        let want = want(SECOND * 3, 1, 9);
        let first = go(one.take(&want, at(0)));
        one.hand_back(&first);
        let second = go(other.take(&want, at(10)));
        one.hand_back(&first);
        assert_eq!(later(one.take(&want, at(20))), 2990, "another has passed");
        other.hand_back(&second);
        go(one.take(&want, at(30)));
    }

    #[test]
    fn a_lowered_pace_begins_with_nothing_to_spare() {
        let (_dir, one, other) = two();
        go(one.take(&want(SECOND / 10, 3, 9), at(0)));
        let slow = want(SECOND * 2, 3, 9);
        one.drain(&slow, at(0));
        assert_eq!(later(other.take(&slow, at(0))), 2000);
    }

    #[test]
    fn a_clock_put_back_costs_one_interval_and_not_years() {
        const YEAR: i64 = 365 * 24 * 3_600_000;
        let (_dir, one, other) = two();
        let want = want(SECOND * 3, 2, 1);
        go(one.take(&want, at(YEAR)));
        one.rest(&want.host, at(YEAR + 30_000), "status 429");
        one.hold(&want.host, at(YEAR + 3_600_000), "status 403");
        assert_eq!(later(other.take(&want, at(0))), 3000);
        go(other.take(&want, at(3000)));
    }

    #[test]
    fn a_clock_put_forward_frees_what_would_be_free_then() {
        let (_dir, one, other) = two();
        let want = want(SECOND * 3, 1, 1);
        go(one.take(&want, at(0)));
        go(other.take(&want, at(3_600_000)));
        assert!(matches!(one.take(&want, at(3_600_001)), Turn::Full));
    }

    #[test]
    fn no_interval_is_no_limit() {
        let budget = Budget::in_memory().unwrap();
        let want = Want {
            gap: SECOND,
            ..want(Duration::ZERO, 1, 2000)
        };
        for _ in 0..1000 {
            go(budget.take(&want, at(0)));
        }
    }

    #[test]
    fn without_the_file_the_pace_is_kept_all_the_same() {
        let (dir, one, _other) = two();
        let want = want(SECOND * 3, 2, 5);
        go(one.take(&want, at(0)));
        rusqlite::Connection::open(dir.path().join("budget.sqlite"))
            .unwrap()
            .execute_batch("DROP TABLE seat")
            .unwrap();
        assert_eq!(later(one.take(&want, at(1000))), 3000, "nothing to spare");
        let ticket = go(one.take(&want, at(4000)));
        assert_eq!(later(one.take(&want, at(4001))), 2999);
        one.leave(&ticket);
    }

    #[test]
    fn run_without_the_file_has_no_burst_to_spare() {
        let want = want(SECOND * 10, 4, 5);
        let apart = Budget::apart().unwrap();
        assert_eq!(later(apart.take(&want, at(0))), 10_000);
        go(apart.take(&want, at(10_000)));
        assert_eq!(later(apart.take(&want, at(10_001))), 9999);
    }

    #[test]
    fn damaged_file_is_begun_anew_and_shared_again() {
        let (dir, one, other) = two();
        let want = want(SECOND * 3, 2, 5);
        go(one.take(&want, at(0)));
        drop(other);
        let path = dir.path().join("budget.sqlite");
        one.on_file((), |connection, _| {
            connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
        });
        let mut bytes = fs_err::read(&path).unwrap();
        bytes[100..].fill(0xa5);
        fs_err::write(&path, bytes).unwrap();
        let other = Budget::open(dir.path()).unwrap();
        assert!(dir.path().join("budget.sqlite.broken").exists());
        go(other.take(&want, at(10_000)));
    }

    #[test]
    fn a_file_that_is_busy_is_waited_for_and_not_given_up() {
        let (dir, one, _other) = two();
        let want = want(SECOND * 3, 1, 5);
        let busy = rusqlite::Connection::open(dir.path().join("budget.sqlite")).unwrap();
        busy.execute_batch("BEGIN IMMEDIATE").unwrap();
        one.on_file((), |connection, _| connection.busy_timeout(Duration::ZERO));
        assert!(matches!(one.take(&want, at(0)), Turn::Full));
        busy.execute_batch("ROLLBACK").unwrap();
        go(one.take(&want, at(0)));
    }
}
