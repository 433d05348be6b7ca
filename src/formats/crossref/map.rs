//! Conversion of a work in Crossref to a record, with the cleaning of deposited metadata.

use super::{
    names,
    work::{CrossrefWork, Date},
};
use crate::{
    model::{
        ArxivId, Doi, Isbn, Kind, Metadata, NoticeKind, Pages, PartialDate, Record, RecordLink,
        Run, SourceName, Title,
    },
    text::{fold, markup, subtitle},
};

/// Types that Crossref registers besides works and for parts of works, which nobody lists.
const NOT_WORKS: [&str; 16] = [
    "peer-review",
    "component",
    "journal",
    "journal-issue",
    "journal-volume",
    "book-series",
    "book-set",
    "book-track",
    "proceedings-series",
    "report-series",
    "report-component",
    "sa-component",
    "standard-series",
    "grant",
    "grant-award",
    "database",
];

/// Series with volumes of proceedings whose papers are registered as book chapters.
const SERIES_OF_PROCEEDINGS: [&str; 8] = [
    "lecture notes in",
    "communications in computer and information science",
    "ifip advances in information and communication technology",
    "advances in intelligent systems and computing",
    "smart innovation systems and technologies",
    "ifip international federation",
    "springer proceedings in",
    "studies in computational intelligence",
];

/// Converts a work to a record from `source`; `None` where it is not a publication, has no title, or
/// is the notice of a correction or retraction under the title of the corrected work.
pub(crate) fn record(work: &CrossrefWork, source: SourceName) -> Option<Record> {
    if NOT_WORKS.contains(&work.class.as_str()) {
        return None;
    }
    let doi = Doi::parse(&work.doi).ok()?;
    let title = title(work)?;
    if is_disguised_notice(work, &title) {
        return None;
    }
    let kind = kind(work, &doi);
    let mut meta = Metadata::new(kind, title);
    meta.authors = names::contributors(&work.author);
    meta.editors = names::contributors(&work.editor);
    meta.date = date(work);
    set_venue(&mut meta, work);
    pages(&mut meta, work);
    meta.volume = text(work.volume.as_ref());
    meta.number = text(work.issue.as_ref());
    meta.publisher = text(work.publisher.as_ref());
    meta.address = text(work.publisher_location.as_ref());
    if kind == Kind::Report || kind.is_thesis() {
        let institution = work.institution.first().map(|it| &it.name);
        meta.institution = text(institution.or(work.publisher.as_ref()));
    }
    meta.isbn = work.isbn.iter().find_map(|isbn| {
        let bare = isbn.rsplit('/').next().unwrap_or(isbn);
        Isbn::parse(bare).ok()
    });
    let (links, arxiv) = relations(work, &doi);
    meta.ids.arxiv = doi.arxiv().or(arxiv);
    meta.ids.doi = doi.arxiv().is_none().then_some(doi);
    Some(Record::new(source, meta).with_links(links))
}

/// Returns the first title (others are translations) with its subtitle, unless the title contains
/// it.
fn title(work: &CrossrefWork) -> Option<Title> {
    let title = tidy(&markup::title(work.title.first()?));
    if title.is_empty() {
        return None;
    }
    let subtitle = work.subtitle.iter().map(|text| tidy(&markup::title(text)));
    let Some(subtitle) = subtitle.into_iter().find(|subtitle| !subtitle.is_empty()) else {
        return Some(title);
    };
    Some(subtitle::joined(title, &subtitle))
}

/// Removes remains of footnotes and dropped subtitles at the end.
fn tidy(title: &Title) -> Title {
    let mut runs = title.runs().to_vec();
    while let Some((last, before)) = runs.split_last_mut() {
        let (Run::Plain(text) | Run::Emph(text) | Run::Sup(text)) = last else {
            break;
        };
        while let Some(c) = text.chars().next_back() {
            let end = text.len() - c.len_utf8();
            let is_left = c.is_whitespace()
                || "†‡§¶:,;".contains(c)
                || c == '*' && !ends_in_starred_name(before, &text[..end]);
            if !is_left {
                break;
            }
            text.truncate(end);
        }
        if !text.is_empty() {
            break;
        }
        runs.pop();
    }
    Title::from_runs(runs)
}

/// Returns whether an asterisk after these runs and this text belongs to a name such as A*, RRT* or
/// T2* and not to a footnote. In a title in capitals, only a single letter counts as a name.
fn ends_in_starred_name(before: &[Run], text: &str) -> bool {
    let whole: String = before.iter().map(Run::text).chain([text]).collect();
    let token = whole.rsplit(|c: char| !c.is_alphanumeric()).next();
    let token = token.unwrap_or_default();
    let in_capitals = token.starts_with(char::is_uppercase)
        && token.chars().all(|c| c.is_uppercase() || c.is_numeric());
    let shouted = whole.contains(' ') && !whole.contains(char::is_lowercase);
    in_capitals && (!shouted || token.chars().count() == 1)
}

/// Returns whether this is the notice of a correction or retraction whose title does not reveal it: it
/// would be taken for the work itself.
fn is_disguised_notice(work: &CrossrefWork, title: &Title) -> bool {
    const WORDS: [&str; 10] = [
        "retract",
        "withdraw",
        "remov",
        "correct",
        "corrig",
        "errat",
        "concern",
        "addend",
        "publisher",
        "notice",
    ];
    let notice = work
        .update_to
        .iter()
        .any(|update| NoticeKind::from_crossref(&update.class).is_some());
    let title = title.text().to_lowercase();
    notice && !WORDS.iter().any(|word| title.contains(word))
}

fn kind(work: &CrossrefWork, doi: &Doi) -> Kind {
    match work.class.as_str() {
        // SSRN registers its preprints as journal articles.
        _ if doi.prefix() == "10.2139" => Kind::Preprint,
        "journal-article" => Kind::Journal,
        "proceedings-article" => Kind::Conference,
        "book-chapter" | "book-section" | "book-part" if is_paper(work) => Kind::Conference,
        "book-chapter" | "book-section" | "book-part" | "reference-entry" => Kind::Chapter,
        "book" | "monograph" | "edited-book" | "reference-book" => Kind::Book,
        "proceedings" => Kind::Proceedings,
        "dissertation" => Kind::PhdThesis,
        "report" => Kind::Report,
        "posted-content" => Kind::Preprint,
        "dataset" => Kind::Dataset,
        _ => Kind::Other,
    }
}

/// Returns whether a chapter is a paper in proceedings.
fn is_paper(work: &CrossrefWork) -> bool {
    const WORDS: [&str; 5] = [
        "proceedings",
        "conference",
        "workshop",
        "symposium",
        "congress",
    ];
    let titles: Vec<String> = work
        .container_title
        .iter()
        .map(|title| fold::fold(&markup::plain(title)))
        .collect();
    let in_series = titles.len() > 1
        && SERIES_OF_PROCEEDINGS
            .iter()
            .any(|series| titles[0].starts_with(series));
    let named = titles
        .last()
        .is_some_and(|title| title.split(' ').any(|word| WORDS.contains(&word)));
    work.event
        .as_ref()
        .is_some_and(|event| event.name.is_some())
        || in_series
        || named
}

/// Sets venue and series: the first container title of an article is the journal; the last one of a
/// chapter is the volume, and one before it the series.
fn set_venue(meta: &mut Metadata, work: &CrossrefWork) {
    let titles: Vec<&String> = work
        .container_title
        .iter()
        .filter(|title| !markup::plain(title).is_empty())
        .collect();
    let event = work.event.as_ref();
    let short = work
        .short_container_title
        .iter()
        .map(|it| markup::plain(it));
    let mut short = short.filter(|it| !it.is_empty());
    match meta.kind {
        Kind::Conference | Kind::Chapter => {
            let event_name = || event.and_then(|event| event.name.as_ref());
            meta.venue = titles
                .last()
                .copied()
                .or_else(event_name)
                .map(|it| tidy(&markup::title(it)));
            if let [series, .., _] = titles.as_slice() {
                meta.series = Some(markup::plain(series));
            }
            let acronym = event.and_then(|event| event.acronym.as_ref());
            meta.venue_short = text(acronym).or_else(|| short.next_back());
        }
        Kind::Book | Kind::Proceedings => {
            meta.series = titles.first().map(|it| markup::plain(it));
        }
        _ => {
            meta.venue = titles.first().map(|it| tidy(&markup::title(it)));
            meta.venue_short = short.next();
        }
    }
    let venue = meta.venue.as_ref().map(Title::text);
    meta.venue_short = meta
        .venue_short
        .take()
        .filter(|it| Some(it) != venue.as_ref());
}

/// Sets pages or the article number, which registrants deposit in either field.
fn pages(meta: &mut Metadata, work: &CrossrefWork) {
    meta.article_number = text(work.article_number.as_ref());
    let Some(page) = text(work.page.as_ref()) else {
        return;
    };
    let lower = page.to_lowercase();
    // Placeholders before pages are assigned, at Wiley and IEEE.
    let early = ["n/a", "no", "no-no"].contains(&lower.as_str())
        || lower.starts_with("n/a")
        || lower == "1-1" && work.volume.is_none();
    if early || meta.article_number.as_ref() == Some(&page) {
        return;
    }
    let digits = page.trim_start_matches(['e', 'E']);
    let numbered = page.len() > digits.len() || digits.len() >= 5;
    if numbered
        && meta.kind == Kind::Journal
        && digits.chars().all(|c| c.is_ascii_digit())
        && !digits.is_empty()
    {
        meta.article_number.get_or_insert(page);
    } else {
        meta.pages = Pages::parse(&page);
    }
}

/// Returns the print date, if any, because people cite its year; `issued` is the earlier of print and
/// online. The date on which a record was created is not a date of publication.
fn date(work: &CrossrefWork) -> Option<PartialDate> {
    let event = work.event.as_ref().and_then(|event| event.start.as_ref());
    [
        work.published_print.as_ref(),
        work.published.as_ref(),
        work.issued.as_ref(),
        work.published_online.as_ref(),
        work.posted.as_ref(),
        event,
    ]
    .into_iter()
    .flatten()
    .find_map(partial)
}

/// Converts a date, which may lack day and month.
pub(super) fn partial(date: &Date) -> Option<PartialDate> {
    let parts = date.date_parts.first()?;
    let part = |at: usize| {
        let value = parts.get(at).copied().flatten()?;
        u8::try_from(value).ok()
    };
    PartialDate::from_parts(parts.first().copied().flatten()?, part(1), part(2))
}

/// Returns the links to other versions, and the arXiv id of a preprint.
fn relations(work: &CrossrefWork, own: &Doi) -> (Vec<RecordLink>, Option<ArxivId>) {
    let mut links = Vec::new();
    let mut arxiv = None;
    for (relation, others) in &work.relation {
        for other in others {
            if relation == "has-preprint" {
                let id = match other.id_type.as_str() {
                    "arxiv" => ArxivId::parse(&other.id).ok(),
                    _ => Doi::parse(&other.id).ok().and_then(|doi| doi.arxiv()),
                };
                arxiv = arxiv.or(id);
            }
            let Some(doi) = Doi::parse(&other.id).ok().filter(|doi| doi != own) else {
                continue;
            };
            links.push(match relation.as_str() {
                "is-preprint-of" => RecordLink::PreprintOf(doi),
                "has-preprint" => RecordLink::HasPreprint(doi),
                "is-version-of"
                | "has-version"
                | "is-same-as"
                | "is-identical-to"
                | "is-variant-form-of"
                | "is-original-form-of" => RecordLink::VersionOf(doi),
                _ => continue,
            });
        }
    }
    (links, arxiv)
}

fn text(text: Option<&String>) -> Option<String> {
    text.map(|text| markup::plain(text))
        .filter(|text| !text.is_empty())
}

#[cfg(test)]
#[path = "map_tests.rs"]
mod tests;
