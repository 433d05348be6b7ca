//! What a refresh found to be new.

use super::{
    content::{Link, Need, Tone},
    wording::{links, source},
};
use crate::{
    changes::{Change, ChangeKind},
    model::WorkId,
};

/// The most works that are named which the person's page at DBLP has and the list lacks: a list of selected
/// works lacks most.
const MAX_UNLISTED: usize = 12;

/// Returns the news of the changes of a refresh: those that were taken over, and those that were left.
#[must_use]
pub fn of_changes(taken: &[Change], left: &[Change]) -> Vec<Need> {
    let taken = taken.iter().map(|change| (change, true));
    let left = left.iter().map(|change| (change, false));
    let (unlisted, others): (Vec<_>, Vec<_>) = taken
        .chain(left)
        .partition(|(change, _)| matches!(change.what, ChangeKind::NotListed { .. }));
    let more = unlisted.len().saturating_sub(MAX_UNLISTED);
    let all = others
        .into_iter()
        .chain(unlisted.into_iter().take(MAX_UNLISTED));
    let mut out: Vec<Need> = all
        .map(|(change, is_taken)| news(change, is_taken))
        .collect();
    if more > 0 {
        out.push(Need {
            what: "not on your list".to_owned(),
            title: format!("{more} more"),
            ..Need::default()
        });
    }
    out
}

fn news(change: &Change, is_taken: bool) -> Need {
    let (tone, what, mut say) = told(&change.what);
    if !is_taken {
        say.push_str(" It was not accepted, and nothing was changed.");
    }
    Need {
        tone,
        what,
        title: change.title.clone(),
        say,
        link: link(&change.what),
    }
}

/// Returns how a change is to be taken, its name, and a sentence on it.
fn told(change: &ChangeKind) -> (Tone, String, String) {
    let (tone, what, say) = match change {
        ChangeKind::Noticed { notice } => {
            let tone = if notice.kind.is_grave() {
                Tone::Bad
            } else {
                Tone::Doubt
            };
            let say = format!("{notice}, as {} says.", source(notice.source));
            return (tone, notice.kind.to_string(), say);
        }
        ChangeKind::Published { from, to } => {
            (Tone::Good, "published", format!("{from} is now {to}."))
        }
        ChangeKind::Found { at } => (Tone::Good, "found", format!("It is {at}.")),
        ChangeKind::Added { field, now } => {
            let say = format!("The {} is {now}.", field.label());
            (Tone::Good, "added", say)
        }
        ChangeKind::Corrected { field, was, now } => {
            let say = format!("The {} is {now}; it was {was}.", field.label());
            (Tone::Plain, "corrected", say)
        }
        ChangeKind::Withheld { field, was } => {
            let say = format!(
                "No source gives the {} any longer; it was {was}.",
                field.label()
            );
            (Tone::Doubt, "withheld", say)
        }
        ChangeKind::Doubted { now } => (
            Tone::Doubt,
            "in doubt",
            format!("It was matched, and is {now} now."),
        ),
        ChangeKind::Candidate { candidate, .. } => (
            Tone::Doubt,
            "new candidate",
            format!("It may be {candidate}."),
        ),
        ChangeKind::Listed { verdict } => {
            (Tone::Plain, "new on your list", format!("It is {verdict}."))
        }
        ChangeKind::Unlisted => (
            Tone::Plain,
            "off your list",
            "Its entry is removed.".to_owned(),
        ),
        ChangeKind::Gone => {
            let say = "The source no longer has its record; the entry stays as it was.";
            (Tone::Doubt, "record gone", say.to_owned())
        }
        ChangeKind::NotListed { .. } => (
            Tone::Plain,
            "not on your list",
            "DBLP has it on the person's page.".to_owned(),
        ),
    };
    (tone, what.to_owned(), say)
}

fn link(change: &ChangeKind) -> Option<Link> {
    match change {
        ChangeKind::Noticed { notice } => notice.doi.clone().map(|doi| Link {
            text: "the notice".to_owned(),
            url: WorkId::Doi(doi).url(),
        }),
        ChangeKind::Candidate { ids, .. } => links(ids).into_iter().next(),
        ChangeKind::NotListed { record } => {
            let id = WorkId::Dblp(record.clone());
            Some(Link {
                text: id.to_string(),
                url: id.url(),
            })
        }
        _ => None,
    }
}
