use std::fmt;

use jiff::{SignedDuration, Timestamp, civil::date};
use serde::{Deserialize, Serialize};

/// The interval between runs of a job. Bibliographies change by the week; services are asked at most
/// once a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Interval {
    /// Once a day.
    Daily,
    /// Once a week.
    Weekly,
    /// Once in thirty days; with timers that have a calendar, once a month.
    Monthly,
}

const DAY: i64 = 24 * 60 * 60;

impl Interval {
    /// Every interval.
    pub const ALL: [Self; 3] = [Self::Daily, Self::Weekly, Self::Monthly];

    /// Returns the name on the command line.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Daily => "daily",
            Self::Weekly => "weekly",
            Self::Monthly => "monthly",
        }
    }

    /// Returns the interval with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|every| every.as_str() == name)
    }

    fn seconds(self) -> i64 {
        match self {
            Self::Daily => DAY,
            Self::Weekly => 7 * DAY,
            Self::Monthly => 30 * DAY,
        }
    }

    /// Returns the time at which a job that last started at `last` is due again. `chance` determines
    /// the time of day, week or month, so that not everybody asks at midnight. One run makes up for any
    /// number of missed ones; a job that never ran is due at once.
    #[must_use]
    pub fn due(self, last: Option<Timestamp>, chance: u64) -> Timestamp {
        let Some(last) = last else {
            return Timestamp::UNIX_EPOCH;
        };
        let period = self.seconds();
        let moment = i64::try_from(chance % period.unsigned_abs()).unwrap_or(0);
        let wait = period - (last.as_second() - moment).rem_euclid(period);
        last.checked_add(SignedDuration::from_secs(wait))
            .unwrap_or(Timestamp::MAX)
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A random minute of the day, day of the week and day of the month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TimeSlot {
    /// 0 to 23.
    pub(super) hour: u64,
    /// 1 to 59: most other jobs run at the full hour.
    pub(super) minute: u64,
    /// 0 (Sunday) to 6.
    pub(super) weekday: u64,
    /// 1 to 28, which every month has.
    pub(super) day: u64,
}

impl TimeSlot {
    pub(super) fn of(chance: u64) -> Self {
        Self {
            minute: 1 + chance % 59,
            hour: chance / 59 % 24,
            weekday: chance / (59 * 24) % 7,
            day: 1 + chance / (59 * 24) % 28,
        }
    }
}

impl TimeSlot {
    /// Returns the day of the week in jiff's format `%A` (`Sunday`) or `%a` (`Sun`).
    pub(super) fn weekday_named(self, form: &str) -> String {
        // This week begins with a Sunday.
        let day = i8::try_from(self.weekday % 7).unwrap_or(0);
        date(2000, 1, 2 + day).strftime(form).to_string()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn job_that_never_ran_is_due() {
        let due = Interval::Daily.due(None, 7);
        assert!(due <= "2026-01-01T00:00:00Z".parse().unwrap());
    }

    #[test]
    fn time_of_day_depends_on_chance() {
        let last = "2026-11-21T05:00:00Z".parse().unwrap();
        let at_six = Interval::Daily.due(Some(last), 6 * 3600);
        assert_eq!(at_six.to_string(), "2026-11-21T06:00:00Z");
        let at_four = Interval::Daily.due(Some(last), 4 * 3600);
        assert_eq!(at_four.to_string(), "2026-11-22T04:00:00Z");
    }

    #[test]
    fn weekdays_have_names() {
        let named = |weekday| {
            let moment = TimeSlot {
                weekday,
                ..TimeSlot::of(0)
            };
            moment.weekday_named("%A") + &moment.weekday_named("%a")
        };
        assert_eq!(
            [0, 1, 6].map(named),
            ["SundaySun", "MondayMon", "SaturdaySat"]
        );
    }

    proptest! {
        #[test]
        fn job_is_due_within_one_interval_at_a_fixed_time(
            last in 0_i64..4_000_000_000, chance: u64, later in 0_i64..100
        ) {
            for every in Interval::ALL {
                let last = Timestamp::from_second(last).unwrap();
                let due = every.due(Some(last), chance);
                prop_assert!(due > last);
                prop_assert!(due.as_second() - last.as_second() <= every.seconds());
                // If it had run just before, the time would be the same.
                let before = Timestamp::from_second(due.as_second() - 1 - later % every.seconds());
                prop_assert_eq!(every.due(Some(before.unwrap()), chance), due);
            }
        }
    }
}
