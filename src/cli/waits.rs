use std::{collections::BTreeMap, time::Duration};

/// The pauses of a run, in times of the clock of its progress bar.
#[derive(Debug, Default)]
pub(super) struct Waits {
    by_service: BTreeMap<&'static str, Vec<Wait>>,
}

#[derive(Debug)]
struct Wait {
    until: Duration,
    why: String,
}

/// The shortest pause that is shown.
const WORTH_A_WORD: Duration = Duration::from_secs(1);

impl Waits {
    /// A request to the service pauses from `now` on.
    pub(super) fn begin(
        &mut self,
        service: &'static str,
        now: Duration,
        pause: Duration,
        why: &str,
    ) {
        let waits = self.by_service.entry(service).or_default();
        waits.retain(|wait| wait.until > now);
        if pause >= WORTH_A_WORD {
            waits.push(Wait {
                until: now.saturating_add(pause),
                why: why.to_owned(),
            });
        }
    }

    /// The service is not asked any more.
    pub(super) fn end(&mut self, service: &str) {
        self.by_service.remove(service);
    }

    /// Describes the pauses at `now`, for each service until its next request: `crossref: waiting
    /// 12 s (status 503)`. Empty when nothing pauses.
    pub(super) fn line(&self, now: Duration) -> String {
        let services = self.by_service.iter().filter_map(|(service, waits)| {
            let next = waits
                .iter()
                .filter(|wait| wait.until > now)
                .min_by_key(|wait| wait.until)?;
            let left = next.until.saturating_sub(now).as_secs_f64().ceil();
            Some(format!("{service}: waiting {left:.0} s ({})", next.why))
        });
        services.collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: f64) -> Duration {
        Duration::from_secs_f64(seconds)
    }

    #[test]
    fn waits_are_counted_down_and_go_away() {
        let mut waits = Waits::default();
        assert_eq!(waits.line(seconds(0.0)), "");
        waits.begin("crossref", seconds(1.0), seconds(12.0), "status 503");
        for (now, said) in [
            (1.0, "crossref: waiting 12 s (status 503)"),
            (1.5, "crossref: waiting 12 s (status 503)"),
            (8.0, "crossref: waiting 5 s (status 503)"),
            (12.9, "crossref: waiting 1 s (status 503)"),
            (13.0, ""),
        ] {
            assert_eq!(waits.line(seconds(now)), said, "{now}");
        }
    }

    #[test]
    fn soonest_wait_of_each_service_is_shown() {
        let mut waits = Waits::default();
        let now = seconds(0.0);
        waits.begin("dblp", now, seconds(10.0), "pace");
        waits.begin("dblp", now, seconds(4.0), "status 500");
        waits.begin("arxiv", now, seconds(3.0), "pace");
        waits.begin("crossref", now, seconds(0.3), "pace");
        assert_eq!(
            waits.line(now),
            "arxiv: waiting 3 s (pace), dblp: waiting 4 s (status 500)"
        );
        assert_eq!(waits.line(seconds(5.0)), "dblp: waiting 5 s (pace)");
        waits.end("dblp");
        assert_eq!(waits.line(seconds(5.0)), "");
    }
}
