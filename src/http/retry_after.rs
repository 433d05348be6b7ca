//! The `Retry-After` header, and how much of it is respected.

use std::time::{Duration, SystemTime};

use jiff::Timestamp;

use super::WireResponse;

/// The longest wait that a run makes. A service that asks for more gets no more requests in this
/// run.
pub(super) const LONGEST_WAIT: Duration = Duration::from_secs(120);

/// The longest time that a service is left alone, however long it asks for: a wrong number must not
/// exclude it for years.
pub(super) const LONGEST_SUSPENSION: Duration = Duration::from_secs(24 * 60 * 60);

/// Returns the wait that a response asks for, in seconds or as a date (RFC 9110, 10.2.3). A date is
/// compared with the server's own clock if the response has its time.
pub(super) fn retry_after(response: &WireResponse, now: Timestamp) -> Option<Duration> {
    let Some(value) = response.header("retry-after") else {
        return until_reset(response);
    };
    if let Ok(seconds) = value.parse::<f64>() {
        if seconds.is_nan() || seconds < 0.0 {
            return None;
        }
        return Some(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
    }
    let until = httpdate::parse_http_date(value).ok()?;
    let server_time = response
        .header("date")
        .and_then(|date| httpdate::parse_http_date(date).ok())
        .unwrap_or_else(|| SystemTime::from(now));
    Some(until.duration_since(server_time).unwrap_or_default())
}

/// Returns the time until the day's allowance is renewed, where a response is refused because it is used up. The
/// last answer of a day says so too, but what is free may still be asked.
fn until_reset(response: &WireResponse) -> Option<Duration> {
    if (200..=299).contains(&response.status) {
        return None;
    }
    let number = |name: &str| response.header(name)?.trim().parse::<f64>().ok();
    let is_used_up = number("x-ratelimit-remaining-usd")? <= 0.0;
    let seconds = number("x-ratelimit-reset").filter(|_| is_used_up)?;
    Duration::try_from_secs_f64(seconds).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn response(headers: &[(&str, &str)]) -> WireResponse {
        WireResponse {
            headers: headers
                .iter()
                .map(|(n, v)| ((*n).to_owned(), (*v).to_owned()))
                .collect(),
            ..WireResponse::default()
        }
    }

    #[test]
    fn seconds_and_dates_are_understood() {
        let now: Timestamp = "2026-11-21T12:00:00Z".parse().unwrap();
        let wait = |headers: &[(&str, &str)]| retry_after(&response(headers), now);
        let seconds = |n| Some(Duration::from_secs(n));
        assert_eq!(wait(&[]), None);
        assert_eq!(wait(&[("retry-after", " 7 ")]), seconds(7));
        assert_eq!(wait(&[("retry-after", "soon")]), None);
        assert_eq!(wait(&[("retry-after", "-7")]), None);
        assert_eq!(
            wait(&[("retry-after", "99999999999999999999999999")]),
            Some(Duration::MAX)
        );
        let date = ("retry-after", "Sat, 21 Nov 2026 12:00:30 GMT");
        assert_eq!(wait(&[date]), seconds(30));
        let server_is_ahead = ("date", "Sat, 21 Nov 2026 12:00:20 GMT");
        assert_eq!(wait(&[date, server_is_ahead]), seconds(10));
        let used_up = ("x-ratelimit-remaining-usd", "0");
        let reset = ("x-ratelimit-reset", "3600");
        assert_eq!(wait(&[used_up, reset]), seconds(3600));
        assert_eq!(wait(&[("x-ratelimit-remaining-usd", "0.01"), reset]), None);
        assert_eq!(wait(&[used_up]), None);
        let past = ("retry-after", "Sat, 21 Nov 2020 12:00:00 GMT");
        assert_eq!(wait(&[past]), seconds(0));
    }
}
