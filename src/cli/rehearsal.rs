use std::{fmt::Write as _, path::Path, time::Duration};

use super::{
    args::Shared,
    counted::requests,
    exit::{Code, Failure},
    progress::Progress,
    run::{World, runtime},
    screen::{say, show},
    setup::{Desk, Going, cache_folder},
};
use crate::{
    config::Settings,
    sync::{self, Forecast, Listed},
};

/// `bibsync fetch --dry-run`: says what a run would ask for, sends nothing and writes nothing.
pub(super) fn rehearse(
    lists: &[Listed],
    shared: &Shared,
    settings: &Settings,
    world: &World,
) -> Result<Code, Failure> {
    let folder = cache_folder(shared, settings, world);
    let text = runtime()?.block_on(async {
        let progress = Progress::new(false);
        let desk = Desk::open(settings, &folder, Going::Rehearsal, world, &progress)?;
        let forecast = sync::forecast(lists, &desk.sources).await;
        Ok::<_, Failure>(told(&forecast, &desk))
    })?;
    show(&text)?;
    Ok(Code::Done)
}

/// Says what a run is about to ask for and how long that takes, where it is long enough to be worth
/// a line. Sends nothing.
pub(super) async fn announce(
    lists: &[Listed],
    settings: &Settings,
    folder: &Path,
    world: &World,
) -> Result<(), Failure> {
    let progress = Progress::new(false);
    let desk = Desk::open(settings, folder, Going::Forecast, world, &progress)?;
    let forecast = sync::forecast(lists, &desk.sources).await;
    if forecast.open == 0 {
        return Ok(());
    }
    let prices = forecast.prices.iter();
    let each = prices.map(|(source, price)| {
        let times = [price.least, price.most].map(|count| desk.time_for(*source, count));
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

/// A run that takes no longer than this begins without a word.
const WORTH_A_LINE: Duration = Duration::from_secs(10);

/// How many requests a run takes, from the least to the most, and how long these.
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
        "{count} to send, which takes {time} at the pace that the services allow; Ctrl-C keeps what has come"
    ))
}

fn told(forecast: &Forecast, desk: &Desk) -> String {
    let Forecast { listed, open, .. } = forecast;
    let unsent = desk.unsent();
    let mut out = format!("{listed} listed, {open} not answered by the library and the cache\n");
    if unsent.is_empty() {
        out.push_str("no request would be sent\n");
        return out;
    }
    for (source, price) in &forecast.prices {
        // What is asked for of works that are no longer open counts too.
        let known = unsent.get(source).map_or(0, Vec::len);
        let (least, most) = if *open == 0 {
            (known, known)
        } else {
            (price.least, price.most.max(known))
        };
        if most == 0 {
            continue;
        }
        let (quick, slow) = (desk.time_for(*source, least), desk.time_for(*source, most));
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
    out.push_str("\nto be asked, as far as no answer is needed to know it; answers make some of it needless:\n");
    for (source, requests) in &unsent {
        for request in requests {
            _ = writeln!(out, "  {source}: {}", shown(request));
        }
    }
    out
}

/// A request: its address in full, or where a form is sent along, how much that asks for.
fn shown(request: &str) -> String {
    let Some((address, form)) = request.split_once('\n') else {
        return request.to_owned();
    };
    let marks = [
        ("<https://dblp.org/rec/", "records"),
        ("<https://dblp.org/pid/", "pages"),
        ("<https://doi.org/", "DOIs"),
        ("?title >=", "titles"),
        ("ql:contains-word", "sets of words"),
    ];
    let counts = marks
        .map(|(mark, what)| (form.matches(mark).count(), what))
        .into_iter()
        .filter(|(count, _)| *count > 0);
    let told: Vec<String> = counts
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    format!("{address}, a form that asks for {}", told.join(" and "))
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
                "2 to 9 requests to send, which takes 1 s to 60 s at the pace that the services allow; Ctrl-C keeps what has come"
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
    fn a_form_is_told_by_what_it_asks_for() {
        let address = "https://example.org/works?filter=doi:10.1145/1,doi:10.1145/2";
        assert_eq!(shown(address), address);
        let query = "VALUES ?s { <https://dblp.org/rec/a/b/C> <https://dblp.org/rec/d/e/F> }";
        assert_eq!(
            shown(&format!("https://example.org/sparql\nquery={query}")),
            "https://example.org/sparql, a form that asks for 2 records"
        );
    }
}
