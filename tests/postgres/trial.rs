//! What is tried, and with how much of it.

use std::time::Duration;

use super::account::Limit;
use crate::{env::env_number, stand_in::StandIn};

/// A trial.
pub(crate) struct Trial {
    pub(crate) lists: usize,
    pub(crate) workers: usize,
    /// The number of workers that are killed.
    pub(crate) kills: usize,
    /// How often the server is killed.
    pub(crate) server_kills: usize,
    /// How long the network is cut.
    pub(crate) cut: Duration,
    /// How much faster than published the services may be asked.
    pub(crate) speed: u32,
    /// The number of lists that are looked up alone, to compare.
    pub(crate) alone: usize,
}

impl Trial {
    /// Returns the usual trial, changed by variables of the environment.
    pub(crate) fn of_environment() -> Self {
        let number = |name: &str, usual| {
            let changed = env_number(&format!("BIBSYNC_DEPARTMENT_{name}"));
            changed.unwrap_or(usual)
        };
        Self {
            lists: number("LISTS", 200),
            workers: number("WORKERS", 8),
            kills: number("KILLS", 10),
            server_kills: number("SERVER_KILLS", 1),
            cut: Duration::from_secs(number("CUT", 12) as u64),
            speed: u32::try_from(number("SPEED", 4)).unwrap(),
            alone: number("ALONE", 6),
        }
    }

    /// The limits of the services as the stand-in enforces them, at the speed of this trial.
    pub(crate) fn limits(&self) -> [Limit; 5] {
        let limit = |service, kind, rate: f64, burst| Limit {
            service,
            kind,
            rate: rate * f64::from(self.speed),
            burst,
        };
        [
            limit("sparql", None, 0.8, 6.0),
            limit("crossref", Some("list"), 3.0, 4.0),
            limit("crossref", Some("single"), 10.0, 10.0),
            limit("arxiv", None, 1.0 / 3.0, 2.0),
            limit("datacite", None, 10.0, 20.0),
        ]
    }

    /// The settings of a machine: the pace within these limits, times the speed.
    pub(crate) fn settings(&self, services: &StandIn) -> String {
        let speed = self.speed;
        services.settings_with(
            &format!("every = \"{}ms\"\n", 1300 / speed),
            &format!(
                "list_per_second = {}.0\nsingle_per_second = {}.0\n",
                3 * speed,
                10 * speed
            ),
            &format!("every = \"{}ms\"\n", 3000 / speed),
            "",
        )
    }
}
