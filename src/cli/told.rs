use super::screen::say;
use crate::{
    changes::{What, between, difference},
    lock::Lock,
    sync::Rekeyed,
};

/// Names the entries that are taken out of the output because no list has them any longer.
pub(super) fn tell_unlisted(old: &Lock, new: &Lock) {
    const NAMED: usize = 8;
    let changes = between(old, new);
    let unlisted = changes.iter().filter(|it| it.what == What::Unlisted);
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
        "not listed any longer, and taken out: {}{more}",
        named.join(", ")
    ));
}

/// Names the keys that lead to another entry now, or to none.
pub(super) fn tell_rekeyed(rekeyed: &[Rekeyed]) {
    for Rekeyed { was, now, taken } in rekeyed {
        let taken = if *taken {
            format!("; {was} is another work now")
        } else {
            String::new()
        };
        say(&format!("! the key of {was} is {now} now{taken}"));
    }
}

/// Says in what the output that stood there was not what its lock says; always true.
pub(super) fn tell_difference(stood: &str, text: &str) -> bool {
    say("the output was not what the lock says:");
    match difference(stood, text) {
        fields if fields.is_empty() => say("  the same entries, written otherwise"),
        fields => fields.lines().for_each(|line| say(&format!("  {line}"))),
    }
    true
}

/// Names the works that must not be relied upon, at every run.
pub(super) fn tell_notices(lock: &Lock) {
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
