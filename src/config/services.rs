//! What each service is asked at, and how fast, unless something else is set.

use super::{Arxiv, Crossref, Datacite, Dblp, Pace, desk::Desk, load::text, raw, values};

pub(super) fn dblp(raw: raw::Dblp, desk: &mut Desk<'_>) -> Option<Dblp> {
    let address = text("https://sparql.dblp.org/sparql");
    let sparql = desk.settle("sources.dblp.sparql", raw.sparql, address, values::endpoint);
    let rest = desk.settle(
        "sources.dblp.rest",
        raw.rest,
        text(""),
        values::optional_endpoint,
    );
    let every = desk.settle("sources.dblp.every", raw.every, text("10s"), values::every);
    let burst = desk.settle("sources.dblp.burst", raw.burst, 4, values::count);
    Some(Dblp {
        sparql: sparql?,
        rest: rest?,
        pace: Pace {
            every: every?,
            burst: burst?,
        },
    })
}

pub(super) fn crossref(raw: raw::Crossref, desk: &mut Desk<'_>) -> Option<Crossref> {
    let endpoint = desk.settle(
        "sources.crossref.endpoint",
        raw.endpoint,
        text("https://api.crossref.org"),
        values::endpoint,
    );
    let list = desk.settle(
        "sources.crossref.list_per_second",
        raw.list_per_second,
        3.0,
        values::per_second,
    );
    let single = desk.settle(
        "sources.crossref.single_per_second",
        raw.single_per_second,
        10.0,
        values::per_second,
    );
    let concurrency = desk.settle(
        "sources.crossref.concurrency",
        raw.concurrency,
        3,
        values::count,
    );
    Some(Crossref {
        endpoint: endpoint?,
        list: list?,
        single: single?,
        concurrency: concurrency?,
    })
}

pub(super) fn arxiv(raw: raw::Arxiv, desk: &mut Desk<'_>) -> Option<Arxiv> {
    let address = text("https://export.arxiv.org");
    let endpoint = desk.settle(
        "sources.arxiv.endpoint",
        raw.endpoint,
        address,
        values::endpoint,
    );
    let every = desk.settle("sources.arxiv.every", raw.every, text("3s"), values::every);
    Some(Arxiv {
        endpoint: endpoint?,
        pace: Pace::steady(every?),
    })
}

pub(super) fn datacite(raw: raw::Datacite, desk: &mut Desk<'_>) -> Option<Datacite> {
    let endpoint = desk.settle(
        "sources.datacite.endpoint",
        raw.endpoint,
        text("https://api.datacite.org"),
        values::endpoint,
    );
    let pace = desk.settle(
        "sources.datacite.per_second",
        raw.per_second,
        3.0,
        values::per_second,
    );
    Some(Datacite {
        endpoint: endpoint?,
        pace: pace?,
    })
}
