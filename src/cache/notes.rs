use std::time::Duration;

use jiff::Timestamp;
use rusqlite::{OptionalExtension as _, params};

use super::Budget;

/// A note that reaches further than this is from before the clock was put back, and counts no more.
pub(super) const FURTHEST: Duration = Duration::from_secs(2 * 24 * 60 * 60);

/// A host that wants to be left alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostNote {
    /// Which.
    pub host: String,
    /// Until when.
    pub until: Timestamp,
    /// How it showed.
    pub why: String,
}

impl Budget {
    /// Notes that the host is to be left alone until then, for this and every other process. An
    /// earlier note that reaches further stays.
    pub fn hold(&self, host: &str, until: Timestamp, why: &str) {
        let furthest = FURTHEST.as_secs().cast_signed();
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

    /// Until when, and why, the host is to be left alone; `None` when it may be asked at `now`.
    #[must_use]
    pub fn held(&self, host: &str, now: Timestamp) -> Option<(Timestamp, String)> {
        let furthest = now.as_second().saturating_add_unsigned(FURTHEST.as_secs());
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

    /// The hosts that are left alone at `now`, in the order of their names.
    #[must_use]
    pub fn notes(&self, now: Timestamp) -> Vec<HostNote> {
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
            Some(HostNote { host, until, why })
        };
        noted.into_iter().filter_map(note).collect()
    }

    /// Removes the notes and pauses that are over at `now`.
    pub fn prune(&self, now: Timestamp) {
        self.on_file((), |connection, _| {
            connection.execute("DELETE FROM host WHERE until <= ?1", [now.as_second()])?;
            connection
                .execute("DELETE FROM rest WHERE until <= ?1", [now.as_microsecond()])
                .map(drop)
        });
    }

    /// Removes the notes: the way out when a hotel's login page passed for a refusal. Pace and
    /// pauses go on.
    pub fn forgive(&self) {
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
    fn a_note_holds_until_its_time_and_for_every_process() {
        let dir = tempfile::tempdir().unwrap();
        let (one, other) = (
            Budget::open(dir.path()).unwrap(),
            Budget::open(dir.path()).unwrap(),
        );
        one.hold("dblp@sparql.dblp.org", at(3600), "status 403");
        assert_eq!(
            other.held("dblp@sparql.dblp.org", at(3599)),
            Some((at(3600), "status 403".to_owned()))
        );
        assert_eq!(other.held("dblp@sparql.dblp.org", at(3600)), None);
        assert_eq!(other.held("dblp@dblp.org", at(0)), None);
    }

    #[test]
    fn a_shorter_note_does_not_shorten_a_longer_one() {
        let budget = Budget::in_memory().unwrap();
        budget.hold("h", at(3600), "first");
        budget.hold("h", at(60), "second");
        assert_eq!(
            budget.held("h", at(0)),
            Some((at(3600), "first".to_owned()))
        );
        budget.hold("h", at(7200), "third");
        assert_eq!(
            budget.held("h", at(0)),
            Some((at(7200), "third".to_owned()))
        );
    }
    #[test]
    fn notes_are_listed_pruned_and_forgiven() {
        let budget = Budget::in_memory().unwrap();
        budget.hold("h", at(500), "status 403");
        budget.hold("gone", at(50), "status 403");
        let hosts = |now: i64| -> Vec<String> {
            let notes = budget.notes(at(now)).into_iter();
            notes.map(|note| note.host).collect()
        };
        assert_eq!(hosts(0), ["gone", "h"]);
        assert_eq!(hosts(100), ["h"]);
        budget.prune(at(100));
        assert_eq!(hosts(0), ["h"]);
        budget.forgive();
        assert_eq!(hosts(0), [""; 0]);
    }
}
