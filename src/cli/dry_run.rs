use std::{collections::BTreeMap, fmt::Write as _, path::Path, time::Duration};

use url::Url;

use super::{
    args::Shared,
    counted::requests,
    exit::{Code, Failure},
    progress::Progress,
    screen::{say, show},
    session::open_session,
    settings::cache_folder,
    world::{World, runtime},
};
use crate::{
    config::Settings,
    session::{NetworkMode, Session, SourceChoice, choose},
    sync::{self, Forecast, Listed},
};

/// `bibsync fetch --dry-run`: prints what a run would send. Sends and writes nothing.
pub(super) fn dry_run(
    lists: &[Listed],
    shared: &Shared,
    settings: &Settings,
    world: &World,
) -> Result<Code, Failure> {
    let folder = cache_folder(shared, settings, world);
    let text = runtime()?.block_on(async {
        let progress = Progress::new(false);
        let chosen = choose(settings, lists);
        let settings = &chosen.settings;
        let session = open_session(settings, &folder, NetworkMode::DryRun, world, &progress)?;
        let forecast = sync::forecast(lists, session.sources()).await;
        let mut text = described(&forecast, &session, shared.verbose > 0);
        if !session.unsent().is_empty() {
            text.push_str(&explained(&chosen));
        }
        Ok::<_, Failure>(text)
    })?;
    show(&text)?;
    Ok(Code::Done)
}

/// Prints what a run is about to send and how long that takes, unless it is short. Sends nothing.
pub(super) async fn announce(
    lists: &[Listed],
    settings: &Settings,
    folder: &Path,
    world: &World,
) -> Result<(), Failure> {
    let progress = Progress::new(false);
    let session = open_session(settings, folder, NetworkMode::Forecast, world, &progress)?;
    let forecast = sync::forecast(lists, session.sources()).await;
    if forecast.open == 0 {
        return Ok(());
    }
    let prices = forecast.prices.iter();
    let each = prices.map(|(source, price)| {
        let times = [price.least, price.most].map(|count| session.time_for(*source, count));
        ([price.least, price.most], times)
    });
    let (mut least, mut most) = ((0, Duration::ZERO), (0, Duration::ZERO));
    for ([few, many], [quick, slow]) in each {
        least = (least.0 + few, least.1 + quick);
        most = (most.0 + many, most.1 + slow);
    }
    if let Some(line) = announced(least, most) {
        say(&line);
    }
    Ok(())
}

/// Says at the beginning of a run, on a log that is read for such things, which sources the lists are
/// reason to ask, or not to.
pub(super) fn tell(chosen: &SourceChoice, shared: &Shared) {
    if shared.verbose == 0 {
        return;
    }
    for reason in &chosen.reasons {
        let asked = if reason.is_asked {
            "asked"
        } else {
            "not asked"
        };
        tracing::info!("{} is {asked}: {}", reason.source, reason.why);
    }
}

/// Explains why each source is asked, those with one reason on one line.
fn explained(chosen: &SourceChoice) -> String {
    let mut out = String::from("\nwhy each source is asked:\n");
    let mut lines: Vec<(String, String)> = Vec::new();
    for reason in &chosen.reasons {
        let why = if reason.is_asked {
            reason.why.clone()
        } else {
            format!("not asked: {}", reason.why)
        };
        match lines.last_mut().filter(|(_, last)| *last == why) {
            Some((names, _)) => _ = write!(names, ", {}", reason.source),
            None => lines.push((reason.source.to_string(), why)),
        }
    }
    for (names, why) in lines {
        _ = writeln!(out, "  {names}: {why}");
    }
    out
}

/// The longest time of a run that is not announced.
const WORTH_A_LINE: Duration = Duration::from_secs(10);

/// Returns the line that announces a run with at least and at most so many requests and so much
/// time; `None` for a short one.
fn announced(least: (usize, Duration), most: (usize, Duration)) -> Option<String> {
    if most.1 <= WORTH_A_LINE {
        return None;
    }
    let (count, time) = if least.0 == most.0 {
        (requests(most.0), span(most.1))
    } else {
        (
            format!("{} to {}", least.0, requests(most.0)),
            format!("{} to {}", span(least.1), span(most.1)),
        )
    };
    Some(format!(
        "{count} to send, which takes {time} at the rate limits of the services; Ctrl-C keeps the answers so far"
    ))
}

/// Describes what a run would send, with each request's address if wanted.
fn described(forecast: &Forecast, session: &Session, with_addresses: bool) -> String {
    let Forecast { listed, open, .. } = forecast;
    let unsent = session.unsent();
    let mut out = format!("{listed} listed, {open} not answered by the library and the cache\n");
    if unsent.is_empty() {
        out.push_str("no request would be sent\n");
        return out;
    }
    for (source, price) in &forecast.prices {
        // Requests for works that are settled count, too.
        let known = unsent.get(source).map_or(0, Vec::len);
        let (least, most) = if *open == 0 {
            (known, known)
        } else {
            (price.least, price.most.max(known))
        };
        if most == 0 {
            continue;
        }
        let (quick, slow) = (
            session.time_for(*source, least),
            session.time_for(*source, most),
        );
        _ = if least == most {
            writeln!(
                out,
                "{source}: {}, {} at its pace",
                requests(least),
                span(quick)
            )
        } else {
            writeln!(
                out,
                "{source}: {} ({}) when all is found at once, {most} ({}) at most",
                requests(least),
                span(quick),
                span(slow)
            )
        };
    }
    out.push_str("\nrequests that are known already; answers make some of them needless:\n");
    for (source, requests) in &unsent {
        for (host, asked) in by_host(requests) {
            _ = writeln!(out, "  {source}: {}", asked.describe(&host));
        }
        if with_addresses {
            for request in requests {
                _ = writeln!(out, "    {}", request.replace('\n', " "));
            }
        }
    }
    out
}

/// The requests to one host, and how much they ask for.
#[derive(Debug, Default)]
struct HostRequests {
    requests: usize,
    asked: [usize; MARKS.len()],
}

/// Parts of a query that each stand for one thing that it asks for, with the name of such things.
const MARKS: [(&str, &str); 5] = [
    ("<https://dblp.org/rec/", "records"),
    ("<https://dblp.org/pid/", "pages"),
    ("<https://doi.org/", "DOIs"),
    ("?title >=", "titles"),
    ("ql:contains-word", "sets of words"),
];

/// Counts requests by their host. Each is an address, with a form on a second line if it has one.
fn by_host(requests: &[String]) -> BTreeMap<String, HostRequests> {
    let mut out: BTreeMap<String, HostRequests> = BTreeMap::new();
    for request in requests {
        let (address, form) = request.split_once('\n').unwrap_or((request, ""));
        let url = Url::parse(address).ok();
        let host = url.as_ref().and_then(Url::host_str).unwrap_or(address);
        let mut query = form.to_owned();
        for (_, value) in url.iter().flat_map(Url::query_pairs) {
            query.push_str(&value);
        }
        let of_host = out.entry(host.to_owned()).or_default();
        of_host.requests += 1;
        for (count, (mark, _)) in of_host.asked.iter_mut().zip(MARKS) {
            *count += query.matches(mark).count();
        }
    }
    out
}

impl HostRequests {
    /// Returns, for example, `2 requests to sparql.dblp.org for 20 titles and 3 pages`.
    fn describe(&self, host: &str) -> String {
        let asked = self
            .asked
            .iter()
            .zip(MARKS)
            .filter(|(count, _)| **count > 0);
        let asked: Vec<String> = asked
            .map(|(count, (_, what))| format!("{count} {what}"))
            .collect();
        let requests = requests(self.requests);
        match asked.join(" and ") {
            none if none.is_empty() => format!("{requests} to {host}"),
            asked => format!("{requests} to {host} for {asked}"),
        }
    }
}

fn span(time: Duration) -> String {
    match time.as_secs() {
        0 => "under a second".to_owned(),
        seconds @ 1..120 => format!("{seconds} s"),
        seconds => format!("{} min", seconds.div_ceil(60)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_run_is_not_announced() {
        let seconds = Duration::from_secs;
        assert_eq!(announced((2, seconds(1)), (9, seconds(10))), None);
        assert_eq!(
            announced((2, seconds(1)), (9, seconds(60))).as_deref(),
            Some(
                "2 to 9 requests to send, which takes 1 s to 60 s at the rate limits of the services; Ctrl-C keeps the answers so far"
            )
        );
        let one = (1, seconds(200));
        let line = announced(one, one).unwrap();
        assert!(
            line.starts_with("1 request to send, which takes 4 min"),
            "{line}"
        );
    }

    #[test]
    fn requests_are_counted_by_host() {
        let query = "VALUES ?s { <https://dblp.org/rec/a/b/C> <https://dblp.org/rec/d/e/F> }";
        let requests = [
            "https://example.org/works?filter=doi:10.1145/1".to_owned(),
            format!("https://sparql.example.org/\nquery={query}"),
            "https://sparql.example.org/?query=%3Chttps://dblp.org/rec/g/h/I%3E".to_owned(),
        ];
        let described: Vec<String> = by_host(&requests)
            .iter()
            .map(|(host, asked)| asked.describe(host))
            .collect();
        assert_eq!(
            described,
            [
                "1 request to example.org",
                "2 requests to sparql.example.org for 3 records"
            ]
        );
    }
}
