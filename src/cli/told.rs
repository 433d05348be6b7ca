use super::screen::say;
use crate::{changes::difference, lock::Lock};

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
