//! The lists that there are.

use crate::{
    cache::TeamLists,
    cli::{
        counted::counted,
        exit::{Code, Failure},
        screen::say,
        session::cache_failed,
    },
};

/// Says which of these names no list has; returns whether there is one.
pub(super) fn refuse_unknown(names: &[String], all: &[String]) -> bool {
    let mut is_refused = false;
    for name in names.iter().filter(|name| !all.contains(name)) {
        say(&format!(
            "there is no list `{name}`; `bibsync team status` shows the lists"
        ));
        is_refused = true;
    }
    is_refused
}

/// `bibsync team remove`: removes all of these lists, or none if a name is unknown.
pub(super) fn remove(lists: &TeamLists, names: &[String], quiet: bool) -> Result<Code, Failure> {
    let all = lists.names().map_err(cache_failed)?;
    if refuse_unknown(names, &all) {
        say("nothing was removed");
        return Ok(Code::Usage);
    }
    let mut removed = Vec::new();
    for name in names {
        if lists.remove(name).map_err(cache_failed)? {
            removed.push(name.as_str());
        }
    }
    if !quiet {
        let count = counted(removed.len(), "list", "lists");
        say(&format!(
            "removed {count}: {}; keys and changes are kept for the day one is added again",
            removed.join(", ")
        ));
    }
    Ok(Code::Done)
}
