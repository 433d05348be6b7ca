//! The page of a bibliography, from its lock.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use jiff::civil::Date;

use super::{
    content::{Count, Group, Link, Need, Page, PageQuestion, Table, Tone, WorkItem},
    statistics,
    wording::{choice, counted, outline, people, short_links, source, venue},
};
use crate::{
    lock::{Lock, LockedListing},
    model::{
        Candidate, DblpKey, Field, Outline, SourceName, Unmatched, Verdict, Work, WorkId,
        WorkStatus,
    },
};

/// What a page of a bibliography is made from.
#[derive(Debug, Clone, Copy)]
pub struct LockContent<'a> {
    /// The name of the bibliography.
    pub name: &'a str,
    /// Its lock.
    pub lock: &'a Lock,
    /// The works as they are written.
    pub works: &'a [&'a Work],
    /// Their entries, by key.
    pub entries: &'a [(String, String)],
}

/// Makes the page of a bibliography.
#[must_use]
pub fn of_lock(content: LockContent<'_>) -> Page {
    let LockContent { lock, works, .. } = content;
    let count = |status: WorkStatus| works.iter().filter(|it| it.status == status).count();
    let (matched, ambiguous) = (count(WorkStatus::Matched), count(WorkStatus::Ambiguous));
    let unmatched = works.len() - matched - ambiguous;
    let questions = questions(lock);
    let counts = [
        (Tone::Good, matched, "confirmed", "a source has the record"),
        (
            Tone::Doubt,
            ambiguous,
            "ambiguous",
            "several works may be meant; written as listed",
        ),
        (Tone::Plain, unmatched, "as listed", "no record was found"),
    ];
    Page {
        title: content.name.to_owned(),
        lead: lead(works.len(), matched, questions.len()),
        counts: counts
            .into_iter()
            .filter(|(_, count, ..)| *count > 0)
            .map(|(tone, count, label, means)| Count {
                tone,
                count,
                label: label.to_owned(),
                means: means.to_owned(),
            })
            .collect(),
        needs: needs(lock),
        questions,
        charts: statistics::charts(works),
        groups: groups(content),
        asked: asked(works).into_iter().collect(),
        cite: cite(content),
        colophon: format!(
            "Made by bibsync {} from {}. Numbers beside evidence are log-odds: +2.3 means ten to one for the match.",
            env!("CARGO_PKG_VERSION"),
            match lock.output_settings.inputs.as_slice() {
                [] => "the lock alone".to_owned(),
                inputs => inputs.join(", "),
            }
        ),
        ..Page::default()
    }
}

fn lead(works: usize, matched: usize, questions: usize) -> String {
    let all = counted(works, "work", "works");
    let confirmed = match works {
        0 => String::new(),
        works if works == matched => ", each confirmed by a source".to_owned(),
        _ => format!(", {matched} confirmed by a source"),
    };
    let open = match questions {
        0 => "No question is open".to_owned(),
        open => format!("{} open", counted(open, "question is", "questions are")),
    };
    format!("{all}{confirmed}. {open}.")
}

/// Returns the ambiguous listings, each work once.
fn questions(lock: &Lock) -> Vec<PageQuestion> {
    let mut seen = BTreeSet::new();
    let open = lock.listings.iter().enumerate().filter(|(_, listing)| {
        matches!(listing.verdict, Verdict::Ambiguous { .. }) && seen.insert(&listing.key)
    });
    let of = |(number, listing): (usize, &LockedListing)| {
        let listed = listing.listed.clone().unwrap_or_default();
        let candidates = listing.verdict.candidates();
        let asked = question(number, &listing.key, &listing.title, &listed, candidates);
        PageQuestion {
            conflict: listing.verdict.conflict().map(str::to_owned),
            ..asked
        }
    };
    open.map(of).collect()
}

/// Makes a question: a listing beside the works that it may mean. Those are numbered from 1.
#[must_use]
pub fn question(
    number: usize,
    key: &str,
    title: &str,
    listed: &Outline,
    candidates: &[Candidate],
) -> PageQuestion {
    let fields = outline(listed).into_iter();
    let candidates = (1..).zip(candidates).map(|(nth, candidate): (usize, _)| {
        let answer = (!candidate.ids.is_empty()).then(|| nth.to_string());
        choice(candidate, title, listed, answer)
    });
    PageQuestion {
        number,
        key: key.to_owned(),
        title: title.to_owned(),
        listed: fields.map(|(name, it)| (name.to_owned(), it)).collect(),
        conflict: None,
        candidates: candidates.collect(),
    }
}

/// Returns what a person must know besides the questions: the gravest first.
fn needs(lock: &Lock) -> Vec<Need> {
    let works = lock.by_key();
    let title = |key: &str| {
        let work = works.get(key);
        work.map_or_else(|| key.to_owned(), |work| work.meta.title.text())
    };
    let mut out = Vec::new();
    for (key, notices) in &lock.notices {
        for notice in notices {
            let doi = notice.doi.clone().map(WorkId::Doi);
            out.push(Need {
                tone: if notice.kind.is_grave() {
                    Tone::Bad
                } else {
                    Tone::Doubt
                },
                what: notice.kind.to_string(),
                title: title(key),
                say: format!("{notice}, as {} says", source(notice.source)),
                link: doi.map(|doi| Link {
                    text: "the notice".to_owned(),
                    url: doi.url(),
                }),
            });
        }
    }
    for listing in &lock.listings {
        if listing.gone {
            out.push(Need {
                tone: Tone::Doubt,
                what: "record gone".to_owned(),
                title: listing.title.clone(),
                say: "The source no longer has the record that was matched.".to_owned(),
                link: None,
            });
        }
        if let Verdict::Unmatched { reason, .. } = &listing.verdict
            && wants_a_look(*reason)
        {
            out.push(Need {
                tone: Tone::Doubt,
                what: "not confirmed".to_owned(),
                title: listing.title.clone(),
                say: format!("{reason}."),
                link: None,
            });
        }
    }
    out.extend(lock.unlisted.iter().map(unlisted));
    out.sort_by_key(|need| Reverse(need.tone == Tone::Bad));
    out
}

fn wants_a_look(reason: Unmatched) -> bool {
    matches!(
        reason,
        Unmatched::NearOnly
            | Unmatched::PinUnknown
            | Unmatched::NotSearched
            | Unmatched::SourceFailed
            | Unmatched::Interrupted
    )
}

fn unlisted((key, title): (&DblpKey, &String)) -> Need {
    let id = WorkId::Dblp(key.clone());
    Need {
        tone: Tone::Plain,
        what: "not on your list".to_owned(),
        title: title.clone(),
        say: "DBLP has it on the person's page.".to_owned(),
        link: Some(Link {
            text: id.to_string(),
            url: id.url(),
        }),
    }
}

/// Returns the works by year, the newest first.
fn groups(content: LockContent<'_>) -> Vec<Group> {
    let entries: BTreeMap<&str, &str> = content
        .entries
        .iter()
        .map(|(key, entry)| (key.as_str(), entry.as_str()))
        .collect();
    let mut listings: BTreeMap<&str, &LockedListing> = BTreeMap::new();
    for listing in &content.lock.listings {
        listings.entry(&listing.key).or_insert(listing);
    }
    let mut years: BTreeMap<Reverse<Option<i32>>, Vec<WorkItem>> = BTreeMap::new();
    for work in content.works {
        let entry = entries.get(work.key.as_str()).copied();
        let listing = listings.get(work.key.as_str()).copied();
        let item = item(work, listing, entry.unwrap_or_default(), content.lock);
        years
            .entry(Reverse(work.meta.year()))
            .or_default()
            .push(item);
    }
    let groups = years.into_iter().map(|(Reverse(year), works)| Group {
        heading: year.map_or_else(|| "without a year".to_owned(), |year| year.to_string()),
        say: String::new(),
        works,
    });
    groups.collect()
}

fn item(work: &Work, listing: Option<&LockedListing>, entry: &str, lock: &Lock) -> WorkItem {
    let (tone, verdict) = match work.status {
        WorkStatus::Matched => (Tone::Good, "confirmed"),
        WorkStatus::Ambiguous => (Tone::Doubt, "ambiguous"),
        WorkStatus::Unmatched => (Tone::Plain, "as listed"),
    };
    let mut remarks = Vec::new();
    let mut evidence = Vec::new();
    match listing.map(|listing| &listing.verdict) {
        Some(Verdict::Matched { candidates }) => {
            if let Some(best) = candidates.first() {
                let pieces = best.evidence.pieces.iter();
                evidence = pieces.map(|it| (it.odds, short(&it.what))).collect();
                let told = |remark: &&String| {
                    let pieces = &best.evidence.pieces;
                    pieces
                        .iter()
                        .all(|piece| !piece.what.ends_with(remark.as_str()))
                };
                remarks.extend(best.evidence.remarks.iter().filter(told).cloned());
            }
        }
        Some(Verdict::Unmatched { reason, .. }) => remarks.push(format!("{reason}.")),
        Some(Verdict::Ambiguous { .. }) | None => {}
    }
    if listing.is_some_and(|listing| listing.upgraded) {
        remarks
            .push("Listed as a preprint or submission, and matched to its publication.".to_owned());
    }
    if let Some(edited) = lock.manual_edits.fields.get(&work.key) {
        let names: Vec<&str> = edited.keys().map(String::as_str).collect();
        remarks.push(format!("Edited by hand: {}.", names.join(", ")));
    }
    let (origins, others) = provenance(work);
    WorkItem {
        key: work.key.clone(),
        tone,
        verdict: verdict.to_owned(),
        title: work.meta.title.text(),
        people: people(&work.meta.authors, work.meta.more_authors),
        place: venue(&work.meta).unwrap_or_default(),
        evidence,
        remarks,
        origins,
        others,
        links: short_links(&work.meta.ids),
        bibtex: entry.trim_end().to_owned(),
        ..WorkItem::default()
    }
}

/// Shortens the piece of evidence that every work has.
fn short(what: &str) -> String {
    match what {
        "before anything is seen" => "prior".to_owned(),
        what => what.to_owned(),
    }
}

/// A list of pairs of texts.
type Pairs = Vec<(String, String)>;

/// Returns the fields by source and day, and the values that were not taken.
fn provenance(work: &Work) -> (Pairs, Vec<(String, String, String)>) {
    let mut origins: BTreeMap<(SourceName, Option<Date>), Vec<&str>> = BTreeMap::new();
    let mut others = Vec::new();
    for field in Field::ALL {
        let Some(origin) = work.origins.get(&field) else {
            continue;
        };
        let key = (origin.source, origin.day);
        origins.entry(key).or_default().push(field.label());
        others.extend(origin.others.iter().map(|claim| {
            let by = dated(claim.source, claim.day);
            (field.label().to_owned(), claim.value.clone(), by)
        }));
    }
    // The source of most fields has all that the others have not: the last of them, if several have
    // as many.
    let most = origins.values().map(Vec::len).max().unwrap_or_default();
    let main = origins.iter().rposition(|(_, fields)| fields.len() == most);
    let count = origins.len();
    let told = origins
        .iter()
        .enumerate()
        .map(|(at, ((name, day), fields))| {
            let fields = match main {
                Some(main) if main == at && count == 1 => "all fields".to_owned(),
                Some(main) if main == at => "all else".to_owned(),
                _ => fields.join(", "),
            };
            (dated(*name, *day), fields)
        });
    (told.collect(), others)
}

fn dated(name: SourceName, day: Option<Date>) -> String {
    let name = source(name);
    day.map_or_else(|| name.clone(), |day| format!("{name} {day}"))
}

/// What one source contributed.
#[derive(Default)]
struct Contribution {
    works: usize,
    fields: usize,
    not_taken: usize,
    days: BTreeSet<Date>,
}

/// Returns what each source contributed, and when it answered.
fn asked(works: &[&Work]) -> Option<Table> {
    let mut sources: BTreeMap<SourceName, Contribution> = BTreeMap::new();
    for work in works {
        let mut seen = BTreeSet::new();
        for origin in work.origins.values() {
            let one = sources.entry(origin.source).or_default();
            one.fields += 1;
            one.days.extend(origin.day);
            one.works += usize::from(seen.insert(origin.source));
            for claim in &origin.others {
                let other = sources.entry(claim.source).or_default();
                other.not_taken += 1;
                other.days.extend(claim.day);
            }
        }
    }
    let head = [
        "source",
        "works",
        "fields taken",
        "values not taken",
        "answers of",
    ];
    let rows = sources.into_iter().map(|(name, one)| {
        let days = match (one.days.first(), one.days.last()) {
            (Some(first), Some(last)) if first != last => format!("{first} to {last}"),
            (Some(day), _) => day.to_string(),
            _ => String::new(),
        };
        let counts = [one.works, one.fields, one.not_taken].map(|count| count.to_string());
        let [works, fields, not_taken] = counts;
        vec![source(name), works, fields, not_taken, days]
    });
    let rows: Vec<Vec<String>> = rows.collect();
    (!rows.is_empty()).then(|| Table {
        caption: "What the sources gave".to_owned(),
        head: head.map(str::to_owned).to_vec(),
        rows,
    })
}

/// Returns the lines of LaTeX that use the file.
fn cite(content: LockContent<'_>) -> Vec<String> {
    let Some(work) = content.works.first() else {
        return Vec::new();
    };
    let stem = content.name.strip_suffix(".bib").unwrap_or(content.name);
    let key = &work.key;
    let dialect = content.lock.output_settings.dialect.as_deref();
    let lines = if dialect == Some("biblatex") {
        [
            format!(
                "\\addbibresource{{{stem}.bib}}   % in the preamble, with \\usepackage{{biblatex}}"
            ),
            format!("\\cite{{{key}}}"),
            "\\printbibliography".to_owned(),
        ]
    } else {
        [
            format!("\\cite{{{key}}}"),
            "\\bibliographystyle{plain}".to_owned(),
            format!("\\bibliography{{{stem}}}"),
        ]
    };
    lines.to_vec()
}
