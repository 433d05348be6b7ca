use std::time::Duration;

use jiff::Timestamp;
use rusqlite::{OptionalExtension as _, params};

use super::Budget;

/// The longest time until the end of a suspension. One that ends later is from before the clock was
/// set back, and is ignored.
pub(super) const LONGEST_SUSPENSION: Duration = Duration::from_secs(2 * 24 * 60 * 60);

/// A host that refused, and is left alone for a time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostSuspension {
    /// The host.
    pub host: String,
    /// The end of the suspension.
    pub until: Timestamp,
    /// How the host refused.
    pub why: String,
}

impl Budget {
    /// Suspends the host until `until`, for every process. A suspension that lasts longer stays as it
    /// is.
    pub fn suspend(&self, host: &str, until: Timestamp, why: &str) {
        let furthest = LONGEST_SUSPENSION.as_secs().cast_signed();
        self.on_file((), |connection, _| {
            connection
                .execute(
                    "INSERT INTO host VALUES (?1, ?2, ?3)
                     ON CONFLICT (name) DO UPDATE SET until = excluded.until, why = excluded.why
                     WHERE excluded.until > until OR until > excluded.until + ?4",
                    params![host, until.as_second(), why, furthest],
                )
                .map(drop)
        });
    }

    /// Returns the end of the host's suspension and its reason; `None` when it is not suspended at
    /// `now`.
    #[must_use]
    pub fn suspension(&self, host: &str, now: Timestamp) -> Option<(Timestamp, String)> {
        let furthest = now
            .as_second()
            .saturating_add_unsigned(LONGEST_SUSPENSION.as_secs());
        let (until, why) = self.on_file(None, |connection, _| {
            connection
                .prepare_cached(
                    "SELECT until, why FROM host WHERE name = ?1 AND until > ?2 AND until <= ?3",
                )?
                .query_row(params![host, now.as_second(), furthest], |row| {
                    Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?))
                })
                .optional()
        })?;
        Timestamp::from_second(until).ok().map(|until| (until, why))
    }

    /// Returns the hosts suspended at `now`, sorted by name.
    #[must_use]
    pub fn suspensions(&self, now: Timestamp) -> Vec<HostSuspension> {
        let noted = self.on_file(Vec::new(), |connection, _| {
            connection
                .prepare("SELECT name, until, why FROM host WHERE until > ?1 ORDER BY name")?
                .query_map([now.as_second()], |row| {
                    Ok((row.get(0)?, row.get(1)?, row.get(2)?))
                })?
                .collect()
        });
        let note = |(host, until, why): (String, i64, String)| {
            let until = Timestamp::from_second(until).ok()?;
            Some(HostSuspension { host, until, why })
        };
        noted.into_iter().filter_map(note).collect()
    }

    /// Removes the suspensions and pauses that have ended at `now`.
    pub fn prune(&self, now: Timestamp) {
        self.on_file((), |connection, _| {
            connection.execute("DELETE FROM host WHERE until <= ?1", [now.as_second()])?;
            connection
                .execute("DELETE FROM rest WHERE until <= ?1", [now.as_microsecond()])
                .map(drop)
        });
    }

    /// Removes all suspensions: the remedy when a hotel's login page was taken for a refusal. Rate
    /// limits and pauses stay.
    pub fn lift_suspensions(&self) {
        self.on_file((), |connection, _| {
            connection.execute("DELETE FROM host", []).map(drop)
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_800_000_000 + second).unwrap()
    }

    #[test]
    fn suspension_holds_until_its_end_for_every_process() {
        let dir = tempfile::tempdir().unwrap();
        let (one, other) = (
            Budget::open(dir.path()).unwrap(),
            Budget::open(dir.path()).unwrap(),
        );
        one.suspend("dblp@sparql.dblp.org", at(3600), "status 403");
        assert_eq!(
            other.suspension("dblp@sparql.dblp.org", at(3599)),
            Some((at(3600), "status 403".to_owned()))
        );
        assert_eq!(other.suspension("dblp@sparql.dblp.org", at(3600)), None);
        assert_eq!(other.suspension("dblp@dblp.org", at(0)), None);
    }

    #[test]
    fn shorter_suspension_does_not_shorten_a_longer_one() {
        let budget = Budget::in_memory().unwrap();
        budget.suspend("h", at(3600), "first");
        budget.suspend("h", at(60), "second");
        assert_eq!(
            budget.suspension("h", at(0)),
            Some((at(3600), "first".to_owned()))
        );
        budget.suspend("h", at(7200), "third");
        assert_eq!(
            budget.suspension("h", at(0)),
            Some((at(7200), "third".to_owned()))
        );
    }
    #[test]
    fn suspensions_are_listed_pruned_and_lifted() {
        let budget = Budget::in_memory().unwrap();
        budget.suspend("h", at(500), "status 403");
        budget.suspend("gone", at(50), "status 403");
        let hosts = |now: i64| -> Vec<String> {
            let notes = budget.suspensions(at(now)).into_iter();
            notes.map(|note| note.host).collect()
        };
        assert_eq!(hosts(0), ["gone", "h"]);
        assert_eq!(hosts(100), ["h"]);
        budget.prune(at(100));
        assert_eq!(hosts(0), ["h"]);
        budget.lift_suspensions();
        assert_eq!(hosts(0), [""; 0]);
    }
}
