use std::fmt;

use serde::{Deserialize, Serialize};

/// What starts a job when it is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Timer {
    /// The user's own systemd.
    Systemd,
    /// cron.
    Cron,
    /// launchd, on macOS.
    Launchd,
    /// Windows' Task Scheduler.
    Windows,
}

impl Timer {
    /// All there are.
    pub const ALL: [Self; 4] = [Self::Systemd, Self::Cron, Self::Launchd, Self::Windows];

    /// The name by which people choose it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Systemd => "systemd",
            Self::Cron => "cron",
            Self::Launchd => "launchd",
            Self::Windows => "windows",
        }
    }

    /// The one of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|timer| timer.as_str() == name)
    }
}

impl fmt::Display for Timer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
