use std::fmt;

use serde::{Deserialize, Serialize};

/// The program that starts a job when it is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Timer {
    /// The user's systemd.
    Systemd,
    /// cron.
    Cron,
    /// launchd, on macOS.
    Launchd,
    /// Windows' Task Scheduler.
    Windows,
}

impl Timer {
    /// Every timer.
    pub const ALL: [Self; 4] = [Self::Systemd, Self::Cron, Self::Launchd, Self::Windows];

    /// Returns the name on the command line.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Systemd => "systemd",
            Self::Cron => "cron",
            Self::Launchd => "launchd",
            Self::Windows => "windows",
        }
    }

    /// Returns the timer with this name.
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
