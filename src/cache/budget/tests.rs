use std::time::Duration;

use super::*;
use crate::cache::{
    limiter::Pace,
    spending::Spending,
    test_permits::{SECOND, at, granted, request, wait_ms},
    test_stores::on_each_budget,
};

fn second(second: i64) -> Timestamp {
    at(second * 1000)
}

#[test]
fn two_processes_share_pace_and_burst() {
    on_each_budget(|open| {
        let (one, other) = (open(), open());
        let mut request = request(SECOND * 10, 3, 9);
        request.pace.gap = SECOND;
        granted(one.acquire(&request, at(0)));
        assert_eq!(wait_ms(other.acquire(&request, at(400))), 600, "the gap");
        granted(other.acquire(&request, at(1000)));
        granted(one.acquire(&request, at(2000)));
        assert_eq!(
            wait_ms(other.acquire(&request, at(3000))),
            7000,
            "the burst is gone"
        );
        granted(other.acquire(&request, at(10_000)));
        assert_eq!(wait_ms(one.acquire(&request, at(10_001))), 9999);
        let single = PermitRequest {
            limit: "single",
            ..request
        };
        granted(one.acquire(&single, at(10_001)));
    });
}

#[test]
fn lease_of_a_killed_process_ends() {
    on_each_budget(|open| {
        let (one, other) = (open(), open());
        let request = request(Duration::ZERO, 1, 1);
        let lease = granted(one.acquire(&request, at(0)));
        assert!(matches!(
            other.acquire(&request, at(4999)),
            PermitDecision::Busy
        ));
        one.extend_lease(&lease, at(3000));
        assert!(matches!(
            other.acquire(&request, at(7999)),
            PermitDecision::Busy
        ));
        drop(one);
        let lease = granted(other.acquire(&request, at(8000)));
        other.release(&lease);
        granted(other.acquire(&request, at(8000)));
    });
}

#[test]
fn pause_and_suspension_hold_for_every_process() {
    on_each_budget(|open| {
        let (one, other) = (open(), open());
        let request = request(SECOND, 1, 1);
        one.pause(&request.host, at(30_000), "status 429");
        one.pause(&request.host, at(20_000), "status 503");
        assert_eq!(wait_ms(other.acquire(&request, at(0))), 30_000);
        let lease = granted(other.acquire(&request, at(30_000)));
        other.release(&lease);
        one.suspend(&request.host, at(3_600_000), "status 403");
        let PermitDecision::Suspended(until, why) = other.acquire(&request, at(40_000)) else {
            panic!("held");
        };
        assert_eq!((until, why.as_str()), (at(3_600_000), "status 403"));
    });
}

#[test]
fn refunded_permit_costs_no_wait() {
    on_each_budget(|open| {
        let (one, other) = (open(), open());
        let request = request(SECOND * 3, 1, 9);
        let first = granted(one.acquire(&request, at(0)));
        one.refund(&first);
        let second = granted(other.acquire(&request, at(10)));
        one.refund(&first);
        assert_eq!(
            wait_ms(one.acquire(&request, at(20))),
            2990,
            "another has passed"
        );
        other.refund(&second);
        granted(one.acquire(&request, at(30)));
    });
}

#[test]
fn exhausted_burst_leaves_the_pace() {
    on_each_budget(|open| {
        let (one, other) = (open(), open());
        granted(one.acquire(&request(SECOND / 10, 3, 9), at(0)));
        let slow = request(SECOND * 2, 3, 9);
        one.exhaust_burst(&slow, at(0));
        assert_eq!(wait_ms(other.acquire(&slow, at(0))), 2000);
    });
}

#[test]
fn clock_set_back_costs_one_interval() {
    on_each_budget(|open| {
        const YEAR: i64 = 365 * 24 * 3_600_000;
        let (one, other) = (open(), open());
        let request = request(SECOND * 3, 2, 1);
        granted(one.acquire(&request, at(YEAR)));
        one.pause(&request.host, at(YEAR + 30_000), "status 429");
        one.suspend(&request.host, at(YEAR + 3_600_000), "status 403");
        assert_eq!(wait_ms(other.acquire(&request, at(0))), 3000);
        granted(other.acquire(&request, at(3000)));
    });
}

#[test]
fn clock_set_forward_ends_waits_and_leases() {
    on_each_budget(|open| {
        let (one, other) = (open(), open());
        let request = request(SECOND * 3, 1, 1);
        granted(one.acquire(&request, at(0)));
        granted(other.acquire(&request, at(3_600_000)));
        assert!(matches!(
            one.acquire(&request, at(3_600_001)),
            PermitDecision::Busy
        ));
    });
}

#[test]
fn zero_interval_is_no_limit() {
    on_each_budget(|open| {
        let budget = open();
        let mut request = request(Duration::ZERO, 1, 2000);
        request.pace.gap = SECOND;
        for _ in 0..1000 {
            granted(budget.acquire(&request, at(0)));
        }
    });
}

#[test]
fn suspension_holds_until_its_end_for_every_process() {
    on_each_budget(|open| {
        let (one, other) = (open(), open());
        one.suspend("dblp@sparql.dblp.org", second(3600), "status 403");
        assert_eq!(
            other.suspension("dblp@sparql.dblp.org", second(3599)),
            Some((second(3600), "status 403".to_owned()))
        );
        assert_eq!(other.suspension("dblp@sparql.dblp.org", second(3600)), None);
        assert_eq!(other.suspension("dblp@dblp.org", second(0)), None);
    });
}

#[test]
fn shorter_suspension_does_not_shorten_a_longer_one() {
    on_each_budget(|open| {
        let budget = open();
        budget.suspend("h", second(3600), "first");
        budget.suspend("h", second(60), "second");
        assert_eq!(
            budget.suspension("h", second(0)),
            Some((second(3600), "first".to_owned()))
        );
        budget.suspend("h", second(7200), "third");
        assert_eq!(
            budget.suspension("h", second(0)),
            Some((second(7200), "third".to_owned()))
        );
    });
}
#[test]
fn suspensions_are_listed_pruned_and_lifted() {
    on_each_budget(|open| {
        let budget = open();
        budget.suspend("h", second(500), "status 403");
        budget.suspend("gone", second(50), "status 403");
        let hosts = |now: i64| -> Vec<String> {
            let notes = budget.suspensions(second(now)).into_iter();
            notes.map(|note| note.host).collect()
        };
        assert_eq!(hosts(0), ["gone", "h"]);
        assert_eq!(hosts(100), ["h"]);
        budget.prune(second(100));
        assert_eq!(hosts(0), ["h"]);
        budget.lift_suspensions();
        assert_eq!(hosts(0), [""; 0]);
    });
}

fn moment(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn priced(cost: u64) -> PermitRequest {
    PermitRequest {
        host: "openalex@api.openalex.org".to_owned(),
        limit: "all",
        pace: Pace {
            interval: Duration::ZERO,
            burst: 1,
            gap: Duration::ZERO,
        },
        concurrency: 100,
        spending: Some(Spending {
            cost,
            per_day: 1000,
            advice: "buy more",
        }),
    }
}

fn is_granted(budget: &Budget, cost: u64, now: &str) -> bool {
    match budget.acquire(&priced(cost), moment(now)) {
        PermitDecision::Granted(_) => true,
        PermitDecision::Suspended(..) => false,
        other => panic!("{other:?}"),
    }
}

#[test]
fn processes_share_the_allowance_of_a_day() {
    on_each_budget(|open| {
        let (one, other) = (open(), open());
        assert!(is_granted(&one, 600, "2026-11-26T10:00:00Z"));
        assert!(is_granted(&other, 400, "2026-11-26T10:00:01Z"));
        let PermitDecision::Suspended(until, why) =
            one.acquire(&priced(1), moment("2026-11-26T23:00:00Z"))
        else {
            panic!("nothing is left");
        };
        assert_eq!(until, moment("2026-11-27T00:00:00Z"));
        assert_eq!(
            why,
            "requests for $0.00 a day are free, and none of that is left until 2026-11-27, 0:00 UTC; buy more"
        );
        assert!(
            is_granted(&one, 0, "2026-11-26T23:00:00Z"),
            "what is free stays so"
        );
        assert!(is_granted(&other, 1000, "2026-11-27T00:00:00Z"));
    });
}

#[test]
fn service_knows_better_what_is_left_but_gives_nothing_back() {
    on_each_budget(|open| {
        let budget = open();
        let now = "2026-11-26T10:00:00Z";
        let host = priced(0).host;
        budget.note_remaining(&host, 0.0003, 1000, moment(now));
        assert!(!is_granted(&budget, 301, now));
        assert!(is_granted(&budget, 200, now));
        budget.note_remaining(&host, 0.0009, 1000, moment(now));
        assert!(!is_granted(&budget, 101, now));
        budget.note_remaining(&host, f64::NAN, 1000, moment(now));
        budget.note_remaining(&host, -3.0, 1000, moment(now));
        assert!(!is_granted(&budget, 1, now));
        assert!(is_granted(&budget, 1000, "2026-11-27T10:00:00Z"));
    });
}
