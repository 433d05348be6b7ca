use std::fmt;

use jiff::{SignedDuration, Timestamp, civil::date};
use serde::{Deserialize, Serialize};

/// How often a job runs. Bibliographies change by the week; services are asked no more often than
/// once a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Every {
    /// Once a day.
    Daily,
    /// Once a week.
    Weekly,
    /// Once in thirty days; where a calendar decides, once a month.
    Monthly,
}

const DAY: i64 = 24 * 60 * 60;

impl Every {
    /// All there are.
    pub const ALL: [Self; 3] = [Self::Daily, Self::Weekly, Self::Monthly];

    /// The name by which people choose it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Daily => "daily",
            Self::Weekly => "weekly",
            Self::Monthly => "monthly",
        }
    }

    /// The one of that name.
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

    /// When a job that last began at `last` is due again. `chance` fixes at which moment of the
    /// day, week or month, so that not all the world asks at midnight. However many times were
    /// missed, one run makes up for them; one that never ran is due at once.
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

impl fmt::Display for Every {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A minute of the day, and a day of the week and of the month, that chance picks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Moment {
    /// 0 to 23.
    pub(super) hour: u64,
    /// 1 to 59: the full hour is everybody's.
    pub(super) minute: u64,
    /// 0 (Sunday) to 6.
    pub(super) weekday: u64,
    /// 1 to 28, which every month has.
    pub(super) day: u64,
}

impl Moment {
    pub(super) fn of(chance: u64) -> Self {
        Self {
            minute: 1 + chance % 59,
            hour: chance / 59 % 24,
            weekday: chance / (59 * 24) % 7,
            day: 1 + chance / (59 * 24) % 28,
        }
    }
}

impl Moment {
    /// The day of the week by jiff's `%A` (`Sunday`) or `%a` (`Sun`).
    pub(super) fn weekday_named(self, form: &str) -> String {
        // A week that begins with a Sunday.
        let day = i8::try_from(self.weekday % 7).unwrap_or(0);
        date(2000, 1, 2 + day).strftime(form).to_string()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_job_that_never_ran_is_due() {
        let due = Every::Daily.due(None, 7);
        assert!(due <= "2026-01-01T00:00:00Z".parse().unwrap());
    }

    #[test]
    fn the_moment_of_the_day_is_chance() {
        let last = "2026-11-21T05:00:00Z".parse().unwrap();
        let at_six = Every::Daily.due(Some(last), 6 * 3600);
        assert_eq!(at_six.to_string(), "2026-11-21T06:00:00Z");
        let at_four = Every::Daily.due(Some(last), 4 * 3600);
        assert_eq!(at_four.to_string(), "2026-11-22T04:00:00Z");
    }

    #[test]
    fn days_of_the_week_have_names() {
        let named = |weekday| {
            let moment = Moment {
                weekday,
                ..Moment::of(0)
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
        fn it_is_due_within_one_period_and_always_at_the_same_moment(
            last in 0_i64..4_000_000_000, chance: u64, later in 0_i64..100
        ) {
            for every in Every::ALL {
                let last = Timestamp::from_second(last).unwrap();
                let due = every.due(Some(last), chance);
                prop_assert!(due > last);
                prop_assert!(due.as_second() - last.as_second() <= every.seconds());
                // Had it run just before, the moment would be the same one.
                let before = Timestamp::from_second(due.as_second() - 1 - later % every.seconds());
                prop_assert_eq!(every.due(Some(before.unwrap()), chance), due);
            }
        }
    }
}
