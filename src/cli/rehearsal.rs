use std::{fmt::Write as _, time::Duration};

use super::{
    args::Shared,
    exit::{Code, Failure},
    progress::Progress,
    run::{World, runtime},
    screen::show,
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

fn told(forecast: &Forecast, desk: &Desk) -> String {
    let Forecast { listed, open, .. } = forecast;
    let unsent = desk.unsent();
    let mut out = format!("{listed} listed, {open} left open by the library and kept answers\n");
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

fn requests(count: usize) -> String {
    match count {
        1 => "1 request".to_owned(),
        _ => format!("{count} requests"),
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
