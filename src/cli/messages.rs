//! Messages about what a run changed.

use super::screen::say;
use crate::{
    changes::{ChangeKind, between, difference},
    lock::Lock,
    sync::Rekeyed,
};

/// Prints the entries that are taken out of the output because no list has them any longer.
pub(super) fn print_unlisted(old: &Lock, new: &Lock) {
    const NAMED: usize = 8;
    let changes = between(old, new);
    let unlisted = changes.iter().filter(|it| it.what == ChangeKind::Unlisted);
    let keys: Vec<&str> = unlisted.filter_map(|it| it.key.as_deref()).collect();
    if keys.is_empty() {
        return;
    }
    let more = match keys.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let named: Vec<&str> = keys.into_iter().take(NAMED).collect();
    say(&format!(
        "no longer listed, and removed: {}{more}",
        named.join(", ")
    ));
}

/// Prints the keys that now belong to another entry, or to none.
pub(super) fn print_rekeyed(rekeyed: &[Rekeyed]) {
    for Rekeyed { was, now, taken } in rekeyed {
        let taken = if *taken {
            format!("; {was} is another work now")
        } else {
            String::new()
        };
        say(&format!("! the key of {was} is {now} now{taken}"));
    }
}

/// Prints in what the former output differed from what its lock describes.
pub(super) fn print_difference(former: &str, text: &str) {
    say("the output differed from the lock:");
    match difference(former, text) {
        fields if fields.is_empty() => say("  the same entries in another form"),
        fields => fields.lines().for_each(|line| say(&format!("  {line}"))),
    }
}

/// Prints the works that must not be relied upon, at every run.
pub(super) fn print_notices(lock: &Lock) {
    for work in &lock.works {
        let notices = lock.notices.get(&work.key).into_iter().flatten();
        for notice in notices.filter(|notice| notice.kind.is_grave()) {
            say(&format!(
                "! {notice}: {} [{}]",
                work.meta.title.text(),
                work.key
            ));
        }
    }
}
