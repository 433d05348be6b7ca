//! Arguments of the commands for a group.

use std::{net::SocketAddr, path::PathBuf, time::Duration};

use clap::{Args, Subcommand, ValueEnum};
use jiff::civil::Date;

use super::help::after_help;

/// What to do with the lists of a group.
#[derive(Debug, Clone, Subcommand)]
pub enum TeamCommand {
    /// Add lists, or their new content, to those that the workers keep fresh.
    ///
    /// A list has the name of its file, without the ending: `ada` for `lists/ada.json`. Each is read as
    /// `fetch` does; one with a fault is refused, and what was added before stays. Of a folder, files with the
    /// endings of lists are added, but not README, CHANGELOG and the like, settings, hidden files, and YAML or
    /// XML of other programs; they are named. Nothing is removed because its file is gone.
    #[command(after_help = after_help("team add"))]
    Add {
        /// Files that `fetch` takes, or folders of them.
        #[arg(required = true, value_name = "FILE|DIR")]
        inputs: Vec<PathBuf>,
        /// Add a list even if it lost all or most of its publications.
        #[arg(long)]
        allow_removals: bool,
    },
    /// Remove lists from those that are kept fresh, or none if a name is unknown. Their keys are kept for the day they are added again.
    #[command(after_help = after_help("team remove"))]
    Remove {
        /// The names of the lists, as `status` shows them.
        #[arg(required = true, value_name = "NAME")]
        names: Vec<String>,
    },
    /// Look lists up as they fall due, until Ctrl-C or SIGTERM.
    ///
    /// Several workers, on any machines, share the lists, the answers and the limits of the services. A list
    /// of a worker that was killed is taken by another after two minutes.
    #[command(after_help = after_help("team worker"))]
    Worker(Worker),
    /// Show the lists, or what changed in them.
    #[command(after_help = after_help("team status"))]
    Status(TeamStatus),
    /// Write the bibliography and the lock of each list, or of those that are named, into a folder.
    #[command(after_help = after_help("team export"))]
    Export {
        /// The folder.
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// The names of the lists [default: all].
        #[arg(value_name = "NAME")]
        names: Vec<String>,
    },
}

/// Arguments of `team worker`.
#[derive(Debug, Clone, Args)]
pub struct Worker {
    /// End when no list is due any more.
    #[arg(long)]
    pub once: bool,
    /// Look up so many lists together: the more, the fewer requests.
    #[arg(long, default_value_t = 50, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub lists: u32,
    /// Look a list up again after this time, such as 12h or 7d.
    #[arg(long, default_value = "7d", value_name = "TIME", value_parser = time)]
    pub every: Duration,
    /// Serve /metrics (for Prometheus) and /healthz at this address of this machine, such as
    /// 127.0.0.1:9464.
    #[arg(long, value_name = "ADDRESS", value_parser = loopback)]
    pub listen: Option<SocketAddr>,
}

/// Arguments of `team status`.
#[derive(Debug, Clone, Args)]
pub struct TeamStatus {
    /// Show what changed in the lists, in place of how they stand.
    #[arg(long)]
    pub changes: bool,
    /// Show the changes since this day (UTC) [default: a week ago].
    #[arg(long, value_name = "YYYY-MM-DD", requires = "changes")]
    pub since: Option<Date>,
    /// How to print it.
    #[arg(long, value_enum, default_value_t = StatusForm::Text, value_name = "FORM")]
    pub output: StatusForm,
}

/// How the status is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum StatusForm {
    /// A line for each list or change.
    Text,
    /// JSON, for programs.
    Json,
}

/// Reads a time of an hour to a year.
fn time(text: &str) -> Result<Duration, String> {
    let read: jiff::SignedDuration = match text.strip_suffix('d') {
        Some(days) => days
            .trim()
            .parse()
            .ok()
            .and_then(|days: i64| days.checked_mul(24))
            .map(jiff::SignedDuration::from_hours),
        None => text.parse().ok(),
    }
    .ok_or("expected a time such as 12h or 7d")?;
    let time = Duration::try_from(read).unwrap_or_default();
    let hour = Duration::from_secs(3600);
    if time < hour || time > hour * 24 * 366 {
        return Err("expected a time of an hour to a year, such as 7d".to_owned());
    }
    Ok(time)
}

/// Reads an address of this machine: the numbers are for nobody else.
fn loopback(text: &str) -> Result<SocketAddr, String> {
    let address: SocketAddr = text
        .parse()
        .map_err(|_| "expected an address and a port, such as 127.0.0.1:9464".to_owned())?;
    if !address.ip().is_loopback() {
        return Err("expected an address of this machine alone, such as 127.0.0.1:9464".to_owned());
    }
    Ok(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_in_hours_and_days() {
        assert_eq!(time("7d"), Ok(Duration::from_secs(7 * 24 * 3600)));
        assert_eq!(time("12h"), Ok(Duration::from_secs(12 * 3600)));
        for wrong in ["", "7", "1s", "-3d", "900d", "99999999999999999999d", "d"] {
            assert!(time(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn metrics_are_served_on_this_machine_alone() {
        assert!(loopback("127.0.0.1:9464").is_ok());
        assert!(loopback("[::1]:0").is_ok());
        for wrong in ["0.0.0.0:9464", "10.0.0.1:1", "localhost"] {
            assert!(loopback(wrong).is_err(), "{wrong}");
        }
    }
}
