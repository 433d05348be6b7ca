use std::fmt::Write as _;

use super::change::{Change, ChangeKind};

/// The format of a changelog.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangelogFormat {
    /// Lines for a terminal.
    Text,
    /// A list for a pull request.
    Markdown,
}

/// The most unlisted works that are named; a list of selected works lacks most of them.
const MAX_UNLISTED: usize = 12;

/// Formats the changes, one line each; empty where there are none.
#[must_use]
pub fn changelog(changes: &[Change], form: ChangelogFormat) -> String {
    let mut out = String::new();
    let mut not_listed = 0;
    for change in changes {
        if matches!(change.what, ChangeKind::NotListed { .. }) {
            not_listed += 1;
            if not_listed > MAX_UNLISTED {
                continue;
            }
        }
        let line = sentence(change);
        let line = match form {
            ChangelogFormat::Text => line.clone(),
            ChangelogFormat::Markdown => escaped(&line),
        };
        _ = match (form, change.key.as_deref()) {
            (ChangelogFormat::Text, Some(key)) => writeln!(out, "{line} [{key}]"),
            (ChangelogFormat::Text, None) => writeln!(out, "{line}"),
            (ChangelogFormat::Markdown, Some(key)) => {
                writeln!(out, "- {line} (`{}`)", key.replace('`', "'"))
            }
            (ChangelogFormat::Markdown, None) => writeln!(out, "- {line}"),
        };
    }
    let more = not_listed.saturating_sub(MAX_UNLISTED);
    if more > 0 {
        let dash = if form == ChangelogFormat::Markdown {
            "- \\"
        } else {
            ""
        };
        _ = writeln!(out, "{dash}* on DBLP but not listed: {more} more");
    }
    out
}

fn sentence(change: &Change) -> String {
    let title = short(&change.title);
    match &change.what {
        ChangeKind::Noticed { notice } => {
            let about = notice.doi.as_ref().map(|doi| format!(" by {doi}"));
            let when = notice.date.map(|date| format!(" on {date}"));
            format!(
                "! {}: {title}{}{}",
                notice.kind,
                when.unwrap_or_default(),
                about.unwrap_or_default()
            )
        }
        ChangeKind::Published { from, to } => format!("↑ published: {title} ({from}) is now {to}"),
        ChangeKind::Found { at } => format!("↑ found: {title} is {at}"),
        ChangeKind::Added { field, now } => {
            format!("+ {}: {title}: {}", field.label(), short_value(now))
        }
        ChangeKind::Corrected { field, was, now } => format!(
            "± {}: {title}: {}, was {}",
            field.label(),
            short_value(now),
            short_value(was)
        ),
        ChangeKind::Withheld { field, was } => format!(
            "- {}: {title}: no source gives it any longer, was {}",
            field.label(),
            short_value(was)
        ),
        ChangeKind::Doubted { now } => format!("! {title} was matched and is {now} now"),
        ChangeKind::Candidate { candidate, ids } => {
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
        ChangeKind::Listed { verdict } => format!("+ listed: {title}: {verdict}"),
        ChangeKind::Unlisted => format!("- not listed any longer: {title}"),
        ChangeKind::Gone => {
            format!("− listed but no longer at the source: {title}, kept as it was")
        }
        ChangeKind::NotListed { record } => {
            format!(
                "* on DBLP but not listed: {} ({record})",
                short_value(&change.title)
            )
        }
    }
}

/// Returns the short title of a work: the name before its colon (`Zen: …`), else the title.
fn short(title: &str) -> String {
    match title.split_once(": ") {
        Some((head, _)) if head.chars().count() <= 30 => head.to_owned(),
        _ => title.to_owned(),
    }
}

/// Returns a value, shortened if it is the author list of a large collaboration.
fn short_value(value: &str) -> String {
    cut(value, 1000)
}

/// Cuts a text between words to at most `most` characters.
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

/// Escapes plain text for Markdown.
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
