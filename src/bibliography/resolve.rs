use std::path::Path;

use jiff::tz::TimeZone;

use super::{BibliographyError, refresh_state::RefreshStates};
use crate::{
    lock::Lock,
    output,
    session::Session,
    sync::{self, Listed, Observer, Options, RefreshOptions, Resolved},
};

/// Which listings are looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scope {
    /// All.
    #[default]
    All,
    /// Those of which sources may know more than at the time of the last run.
    Changed,
}

/// The files of the last run.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct LastRun<'a> {
    pub(super) lock: Option<&'a Lock>,
    /// The digest of the lock's text.
    pub(super) digest: &'a str,
    /// The output and its name.
    pub(super) output: Option<(&'a Path, &'a [u8])>,
}

/// Refuses an output in which git left a conflict open.
pub(super) fn refuse_open_conflict(path: &Path, content: &[u8]) -> Result<(), BibliographyError> {
    let Some(line) = output::open_conflict(content) else {
        return Ok(());
    };
    Err(BibliographyError::OpenConflict {
        path: path.to_owned(),
        line,
    })
}

/// Returns the options of a refresh after the run that wrote the lock with this digest.
pub(super) fn refresh_options(session: &Session, lock: &str) -> RefreshOptions {
    RefreshOptions {
        today: session.environment().now.to_zoned(TimeZone::UTC).date(),
        previous: RefreshStates::of(session).load(lock),
    }
}

/// Looks the lists up in the session's sources.
pub(super) async fn resolve(
    lists: &[Listed],
    session: &Session,
    key_pattern: &str,
    last: LastRun<'_>,
    scope: Scope,
    observer: &dyn Observer,
) -> Result<Resolved, BibliographyError> {
    let (path, content) = last.output.unwrap_or((Path::new(""), &[]));
    refuse_open_conflict(path, content)?;
    let today = session.environment().now.to_zoned(TimeZone::UTC).date();
    let options = Options {
        key_pattern: key_pattern.to_owned(),
        holders: output::key_holders(last.lock, content),
        today,
        refresh: (scope == Scope::Changed).then(|| refresh_options(session, last.digest)),
    };
    Ok(sync::resolve(lists, session.sources(), last.lock, &options, observer).await)
}
