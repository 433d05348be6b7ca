use std::fmt::Write as _;

use super::change::{Change, What};

/// How a changelog is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Lines for a terminal.
    Text,
    /// A list for a pull request.
    Markdown,
}

/// So many works that no list has are named; a list of chosen works lacks most of them.
const NOT_LISTED: usize = 12;

/// The changes for people, a line each; empty where there are none.
#[must_use]
pub fn changelog(changes: &[Change], form: Form) -> String {
    let mut out = String::new();
    let mut not_listed = 0;
    for change in changes {
        if matches!(change.what, What::NotListed { .. }) {
            not_listed += 1;
            if not_listed > NOT_LISTED {
                continue;
            }
        }
        let line = sentence(change);
        let line = match form {
            Form::Text => line.clone(),
            Form::Markdown => escaped(&line),
        };
        _ = match (form, change.key.as_deref()) {
            (Form::Text, Some(key)) => writeln!(out, "{line} [{key}]"),
            (Form::Text, None) => writeln!(out, "{line}"),
            (Form::Markdown, Some(key)) => writeln!(out, "- {line} (`{}`)", key.replace('`', "'")),
            (Form::Markdown, None) => writeln!(out, "- {line}"),
        };
    }
    let more = not_listed.saturating_sub(NOT_LISTED);
    if more > 0 {
        let dash = if form == Form::Markdown { "- \\" } else { "" };
        _ = writeln!(out, "{dash}* on DBLP but not listed: {more} more");
    }
    out
}

fn sentence(change: &Change) -> String {
    let title = short(&change.title);
    match &change.what {
        What::Noticed { notice } => {
            let about = notice.doi.as_ref().map(|doi| format!(" by {doi}"));
            let when = notice.date.map(|date| format!(" on {date}"));
            format!(
                "! {}: {title}{}{}",
                notice.kind,
                when.unwrap_or_default(),
                about.unwrap_or_default()
            )
        }
        What::Published { from, to } => format!("↑ published: {title} ({from}) is now {to}"),
        What::Found { at } => format!("↑ found: {title} is {at}"),
        What::Added { field, now } => format!("+ {}: {title}: {}", field.label(), short_value(now)),
        What::Corrected { field, was, now } => format!(
            "± {}: {title}: {}, was {}",
            field.label(),
            short_value(now),
            short_value(was)
        ),
        What::Withheld { field, was } => format!(
            "- {}: {title}: no source gives it any longer, was {}",
            field.label(),
            short_value(was)
        ),
        What::Doubted { now } => format!("! {title} was matched and is {now} now"),
        What::Candidate { candidate, ids } => {
            let id = ids
                .dblp
                .as_ref()
                .map(ToString::to_string)
                .or_else(|| ids.doi.as_ref().map(ToString::to_string))
                .or_else(|| ids.arxiv.as_ref().map(|id| format!("arXiv:{id}")));
            let id = id.map(|id| format!(" ({id})")).unwrap_or_default();
            format!(
                "? new candidate for {title}: {}{id}",
                short_value(candidate)
            )
        }
        What::Listed { verdict } => format!("+ listed: {title}: {verdict}"),
        What::Unlisted => format!("- not listed any longer: {title}"),
        What::Gone => format!("− listed but no longer at the source: {title}, kept as it was"),
        What::NotListed { record } => {
            format!(
                "* on DBLP but not listed: {} ({record})",
                short_value(&change.title)
            )
        }
    }
}

/// The name that a work goes by: its coined head (`Zen: …`), else its title.
fn short(title: &str) -> String {
    match title.split_once(": ") {
        Some((head, _)) if head.chars().count() <= 30 => head.to_owned(),
        _ => title.to_owned(),
    }
}

/// A value, whole unless it is the names of a large collaboration.
fn short_value(value: &str) -> String {
    cut(value, 1000)
}

/// At most `most` characters, ended between words.
fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let head: String = text.chars().take(most).collect();
    let head = head
        .rsplit_once(' ')
        .map_or(head.as_str(), |(head, _)| head);
    format!("{head}…")
}

/// Text as it stands, in Markdown.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if "\\`*_[]<>#|~@".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
