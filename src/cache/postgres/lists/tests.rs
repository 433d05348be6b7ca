use super::*;
use crate::cache::test_stores::{cluster, store};

const HOUR: Duration = Duration::from_secs(3600);

fn list(name: &str, content: &str) -> TeamList {
    TeamList {
        name: name.to_owned(),
        file: format!("{name}.json"),
        content: content.into(),
    }
}

fn names(leased: &[LeasedList]) -> Vec<&str> {
    leased.iter().map(|it| it.list.name.as_str()).collect()
}

fn done() -> ListResult {
    ListResult {
        made: Some(ListOutput {
            output: "@misc{a}".to_owned(),
            lock: "lock".to_owned(),
        }),
        changes: vec!["+ a".to_owned()],
        failure: None,
        again: HOUR,
    }
}

#[test]
fn list_is_leased_to_one_worker_and_due_again_later() {
    let Some(cluster) = cluster() else { return };
    let open = store(cluster);
    let (one, other) = (open().lists(), open().lists());
    for name in ["a", "b", "c"] {
        assert_eq!(one.add(&list(name, "{}")).unwrap(), Added::New);
    }
    let first = one.lease("one", 2, HOUR).unwrap();
    assert_eq!(names(&first), ["a", "b"]);
    assert_eq!(names(&other.lease("other", 9, HOUR).unwrap()), ["c"]);
    assert!(other.lease("third", 9, HOUR).unwrap().is_empty());
    assert!(one.finish("one", &first[0], &done()).unwrap());
    assert!(!other.finish("other", &first[1], &done()).unwrap());
    assert_eq!(one.give_back("one").unwrap(), 1);
    assert_eq!(names(&other.lease("third", 9, HOUR).unwrap()), ["b"]);
    let states = one.status().unwrap();
    let due: Vec<bool> = states.iter().map(|it| it.is_due).collect();
    assert_eq!(due, [false, true, true]);
    assert_eq!(states[1].worker.as_deref(), Some("third"));
    assert_eq!(one.names().unwrap(), ["a", "b", "c"]);
    assert_eq!(one.changes(Timestamp::UNIX_EPOCH).unwrap()[0].change, "+ a");
}

#[test]
fn lease_of_a_killed_worker_ends() {
    let Some(cluster) = cluster() else { return };
    let lists = store(cluster)().lists();
    lists.add(&list("a", "{}")).unwrap();
    let lost = lists.lease("killed", 1, Duration::ZERO).unwrap();
    let taken = lists.lease("other", 1, HOUR).unwrap();
    assert_eq!(names(&taken), ["a"]);
    assert!(!lists.finish("killed", &lost[0], &done()).unwrap());
    assert!(lists.finish("other", &taken[0], &done()).unwrap());
}

#[test]
fn lease_of_a_forgotten_list_is_not_extended() {
    let Some(cluster) = cluster() else { return };
    let lists = store(cluster)().lists();
    for name in ["a", "b"] {
        lists.add(&list(name, "{}")).unwrap();
    }
    assert_eq!(lists.lease("one", 2, Duration::ZERO).unwrap().len(), 2);
    // It works on one of them, and lost sight of the other.
    assert_eq!(lists.extend("one", &["a".to_owned()], HOUR).unwrap(), 1);
    assert_eq!(names(&lists.lease("other", 9, HOUR).unwrap()), ["b"]);
    assert_eq!(lists.extend("one", &["b".to_owned()], HOUR).unwrap(), 0);
}

#[test]
fn worker_that_leases_again_gets_what_it_forgot() {
    let Some(cluster) = cluster() else { return };
    let lists = store(cluster)().lists();
    lists.add(&list("a", "{}")).unwrap();
    // The reply to the first was lost with the connection.
    for _ in 0..2 {
        assert_eq!(names(&lists.lease("one", 1, HOUR).unwrap()), ["a"]);
    }
    assert!(lists.lease("other", 1, HOUR).unwrap().is_empty());
}

#[test]
fn list_changed_while_a_worker_has_it_stays_due() {
    let Some(cluster) = cluster() else { return };
    let lists = store(cluster)().lists();
    lists.add(&list("a", "{}")).unwrap();
    let leased = lists.lease("one", 1, HOUR).unwrap();
    assert!(leased[0].is_changed && leased[0].last.is_none());
    assert_eq!(lists.add(&list("a", "{}")).unwrap(), Added::Unchanged);
    assert_eq!(lists.add(&list("a", "[]")).unwrap(), Added::Changed);
    assert!(lists.finish("one", &leased[0], &done()).unwrap());
    let again = lists.lease("one", 1, HOUR).unwrap();
    assert_eq!(again[0].list.content, b"[]");
    assert!(again[0].is_changed && again[0].last.is_some());
    assert!(lists.finish("one", &again[0], &done()).unwrap());
    assert!(lists.next_due().unwrap().unwrap() > HOUR / 2);
}

#[test]
fn removed_list_keeps_its_lock_for_the_day_it_is_added_again() {
    let Some(cluster) = cluster() else { return };
    let lists = store(cluster)().lists();
    lists.add(&list("a", "{}")).unwrap();
    let leased = lists.lease("one", 1, HOUR).unwrap();
    lists.finish("one", &leased[0], &done()).unwrap();
    assert!(lists.remove("a").unwrap());
    assert!(!lists.remove("a").unwrap());
    assert!(lists.status().unwrap().is_empty());
    assert_eq!(lists.output("a").unwrap(), None);
    assert_eq!(lists.next_due().unwrap(), None);
    assert_eq!(lists.add(&list("a", "{}")).unwrap(), Added::New);
    let leased = lists.lease("one", 1, HOUR).unwrap();
    assert_eq!(leased[0].last.as_ref().unwrap().lock, "lock");
    assert_eq!(lists.output("a").unwrap().unwrap().output, "@misc{a}");
}
