use std::time::Duration;

use jiff::Timestamp;
use rusqlite::{OptionalExtension as _, params};

use super::Cache;

/// A note that reaches further than this is from before the clock was put back, and counts no more.
pub(super) const FURTHEST: Duration = Duration::from_secs(2 * 24 * 60 * 60);

impl Cache {
    /// Notes that the host is to be left alone until then, for this and every other process. An
    /// earlier note that reaches further stays.
    pub fn hold(&self, host: &str, until: Timestamp, why: &str) {
        let furthest = FURTHEST.as_secs().cast_signed();
        self.write("write", |connection| {
            connection.execute(
                "INSERT INTO host VALUES (?1, ?2, ?3)
                 ON CONFLICT (name) DO UPDATE SET until = excluded.until, why = excluded.why
                 WHERE excluded.until > until OR until > excluded.until + ?4",
                params![host, until.as_second(), why, furthest],
            )
        });
    }

    /// Until when, and why, the host is to be left alone; `None` when it may be asked at `now`.
    #[must_use]
    pub fn held(&self, host: &str, now: Timestamp) -> Option<(Timestamp, String)> {
        let furthest = now.as_second().saturating_add_unsigned(FURTHEST.as_secs());
        let (until, why) = self
            .with("read", |connection| {
                connection
                    .prepare_cached(
                        "SELECT until, why FROM host WHERE name = ?1 AND until > ?2 AND until <= ?3",
                    )?
                    .query_row(params![host, now.as_second(), furthest], |row| {
                        Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?))
                    })
                    .optional()
            })
            .flatten()?;
        Timestamp::from_second(until).ok().map(|until| (until, why))
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
            Cache::open(dir.path()).unwrap(),
            Cache::open(dir.path()).unwrap(),
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
        let cache = Cache::in_memory().unwrap();
        cache.hold("h", at(3600), "first");
        cache.hold("h", at(60), "second");
        assert_eq!(cache.held("h", at(0)), Some((at(3600), "first".to_owned())));
        cache.hold("h", at(7200), "third");
        assert_eq!(cache.held("h", at(0)), Some((at(7200), "third".to_owned())));
    }
}
