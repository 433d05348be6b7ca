use std::fmt::Write as _;

use jiff::{SignedDuration, Timestamp, tz::TimeZone};
use serde_json::{Value, json};

use crate::{
    cache::{ListChange, ListStatus, TeamLists},
    cli::{
        args::{StatusForm, TeamStatus},
        counted::counted,
        exit::{Code, Failure},
        screen::{print_json, show},
        session::cache_failed,
        world::World,
    },
};

/// How far back changes are shown if no day is named.
const BACK: SignedDuration = SignedDuration::from_hours(7 * 24);

/// `bibsync team status`.
pub(super) fn status(lists: &TeamLists, args: &TeamStatus, world: &World) -> Result<Code, Failure> {
    let (text, json) = if args.changes {
        let since = match args.since {
            Some(day) => day
                .to_zoned(TimeZone::UTC)
                .map_err(Failure::usage)?
                .timestamp(),
            None => world.now - BACK,
        };
        let changes = lists.changes(since).map_err(cache_failed)?;
        (changes_text(&changes), changes_json(&changes))
    } else {
        let states = lists.status().map_err(cache_failed)?;
        (states_text(&states), states_json(&states))
    };
    match args.output {
        StatusForm::Text => show(&text)?,
        StatusForm::Json => {
            let json = serde_json::to_string_pretty(&json).map_err(Failure::usage)?;
            print_json(&(json + "\n"))?;
        }
    }
    Ok(Code::Done)
}

fn states_text(states: &[ListStatus]) -> String {
    let count = |is_so: &dyn Fn(&ListStatus) -> bool| states.iter().filter(|it| is_so(it)).count();
    let mut out = format!(
        "{}: {} due, {} being looked up, {} incomplete\n",
        counted(states.len(), "list", "lists"),
        count(&|it| it.is_due && it.worker.is_none()),
        count(&|it| it.worker.is_some()),
        count(&|it| it.failure.is_some())
    );
    let width = states.iter().map(|it| it.name.chars().count()).max();
    let width = width.unwrap_or_default().min(40);
    for state in states {
        let checked = match state.checked {
            Some(time) => format!("looked up {}", minute(time)),
            None => "never looked up".to_owned(),
        };
        let next = match &state.worker {
            Some(worker) => format!("in work at {worker}"),
            None if state.is_due => "due now".to_owned(),
            None => format!("due {}", minute(state.due)),
        };
        _ = write!(out, "  {:<width$}  {checked}, {next}", state.name);
        if let Some(failure) = &state.failure {
            _ = write!(out, "; {failure}");
        }
        out.push('\n');
    }
    out
}

fn states_json(states: &[ListStatus]) -> Value {
    let object = |it: &ListStatus| {
        json!({
            "name": it.name,
            "checked": it.checked.map(|time| time.to_string()),
            "due": it.due.to_string(),
            "worker": it.worker,
            "failure": it.failure,
        })
    };
    states.iter().map(object).collect()
}

fn changes_text(changes: &[ListChange]) -> String {
    let mut out = String::new();
    for change in changes {
        _ = writeln!(
            out,
            "{} {}: {}",
            minute(change.at),
            change.list,
            change.change
        );
    }
    if out.is_empty() {
        out.push_str("nothing changed\n");
    }
    out
}

fn changes_json(changes: &[ListChange]) -> Value {
    let object = |it: &ListChange| {
        json!({
            "list": it.list,
            "at": it.at.to_string(),
            "change": it.change,
        })
    };
    changes.iter().map(object).collect()
}

fn minute(time: Timestamp) -> String {
    time.to_zoned(TimeZone::UTC)
        .strftime("%Y-%m-%d %H:%M")
        .to_string()
}
