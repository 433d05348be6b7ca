//! Works for tests of the formats.

use crate::model::{
    ArxivId, Doi, Kind, Metadata, Pages, PartialDate, PersonName, Run, Title, Work,
};

/// Returns a conference paper with almost all fields.
pub(super) fn work(key: &str) -> Work {
    let title = "Electrode: Accelerating Distributed Protocols with eBPF";
    let mut meta = Metadata::new(Kind::Conference, Title::plain(title));
    meta.authors = vec![
        PersonName::parse("Yang Zhou").into(),
        PersonName::parse("José van der Muñoz").into(),
    ];
    meta.venue = Some(Title::plain(
        "20th USENIX Symposium on Networked Systems (NSDI 23)",
    ));
    meta.venue_short = Some("NSDI".into());
    meta.publisher = Some("USENIX Association".into());
    meta.pages = Pages::parse("1391-1407");
    meta.date = PartialDate::parse("2023-04");
    meta.ids.doi = Doi::parse("10.1000/x_y").ok();
    of(key, meta)
}

/// Returns a journal article with markup and characters that are special in every format.
pub(super) fn article(key: &str) -> Work {
    let title = Title::from_runs([
        Run::Plain("R&D of <b>: ".into()),
        Run::Emph("Coli".into()),
        Run::Plain(" in CO".into()),
        Run::Sub("2".into()),
        Run::Plain(" * [x](y) at ".into()),
        Run::Math("O(n^2)".into()),
        Run::Plain(" for \"$5\" {set}".into()),
    ]);
    let mut meta = Metadata::new(Kind::Journal, title);
    meta.authors = vec![
        PersonName::parse("King, Jr., Martin Luther").into(),
        PersonName::organisation("Barnes, Noble & Co.").into(),
    ];
    meta.more_authors = true;
    meta.venue = Some(Title::plain("Journal of Things & Thoughts"));
    meta.volume = Some("12".into());
    meta.number = Some("3-4".into());
    meta.article_number = Some("e77".into());
    meta.date = Some(PartialDate::year(2021));
    meta.url = Some("https://example.org/?a=1&b=(2)".into());
    of(key, meta)
}

/// Returns a preprint without a date.
pub(super) fn preprint(key: &str) -> Work {
    let mut meta = Metadata::new(Kind::Preprint, Title::plain("Attention Is Not Enough"));
    meta.authors = vec![PersonName::parse("Jane Doe").into()];
    meta.ids.arxiv = ArxivId::parse("2001.00001").ok();
    meta.note = Some("Draft".into());
    of(key, meta)
}

fn of(key: &str, meta: Metadata) -> Work {
    Work::new(key, meta)
}
