use std::time::Duration;

use jiff::Timestamp;

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
