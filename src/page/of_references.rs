//! The page of judgements on references.

use std::collections::BTreeMap;

use super::{
    content::{Chart, ChartForm, Choice, Count, Finding, Group, Page, Table, Tone, WorkItem},
    wording::{compared, counted, links, source},
};
use crate::{
    model::SourceName,
    references::{
        FieldFinding, JudgedFile, JudgedReference, Nearest, Standing, VenuePolicy, Weight,
    },
};

/// The verdicts in the order of the page: what needs a look first.
const ORDER: [Standing; 5] = [
    Standing::Contradicted,
    Standing::NotFound,
    Standing::Differs,
    Standing::CantTell,
    Standing::Verified,
];

/// Makes the page of judgements. `policy` adds the class of each reference; `failures` says which
/// sources did not answer.
#[must_use]
pub fn of_references(
    files: &[JudgedFile],
    policy: Option<&VenuePolicy>,
    failures: Vec<String>,
) -> Page {
    let names: Vec<&str> = files.iter().map(|file| file.file.as_str()).collect();
    let all = || {
        files.iter().flat_map(|file| {
            let references = file.references.iter();
            references.map(move |reference| (file, reference))
        })
    };
    let count = |standing: Standing| {
        all()
            .filter(|(_, it)| it.judgement.standing == standing)
            .count()
    };
    let counts = ORDER.map(|standing| Count {
        tone: tone(standing),
        count: count(standing),
        label: standing.in_words().to_owned(),
        means: meaning(standing).to_owned(),
    });
    let mut groups: Vec<Group> = ORDER
        .into_iter()
        .map(|standing| Group {
            heading: format!("{} ({})", capitalised(standing.in_words()), count(standing)),
            say: meaning_in_full(standing).to_owned(),
            works: all()
                .filter(|(_, it)| it.judgement.standing == standing)
                .map(|(file, it)| item(file, it, policy))
                .collect(),
        })
        .filter(|group| !group.works.is_empty())
        .collect();
    groups.extend(known(files));
    let flagged = all()
        .filter(|(_, it)| tone(it.judgement.standing).is_flag())
        .count();
    let total = all().count();
    Page {
        title: names.join(", "),
        lead: match flagged {
            0 => format!(
                "{}: none needs a look.",
                counted(total, "reference", "references")
            ),
            some => format!(
                "{some} of {} {} a look.",
                counted(total, "reference", "references"),
                if some == 1 { "needs" } else { "need" }
            ),
        },
        counts: counts.to_vec(),
        charts: [fields(files), answers(files)]
            .into_iter()
            .flatten()
            .collect(),
        groups,
        asked: asked(files).into_iter().collect(),
        failures,
        colophon: format!(
            "Made by bibsync {}. A reference is called contradicted only with a proof; what no source can know is \"can't tell\" and no flag.",
            env!("CARGO_PKG_VERSION")
        ),
        ..Page::default()
    }
}

impl Tone {
    fn is_flag(self) -> bool {
        matches!(self, Self::Bad | Self::Doubt)
    }
}

fn tone(standing: Standing) -> Tone {
    match standing {
        Standing::Verified => Tone::Good,
        Standing::Contradicted => Tone::Bad,
        Standing::NotFound | Standing::Differs => Tone::Doubt,
        Standing::CantTell => Tone::Plain,
    }
}

fn meaning(standing: Standing) -> &'static str {
    match standing {
        Standing::Verified => "a record agrees",
        Standing::Differs => "real, with a field stated otherwise",
        Standing::Contradicted => "there is a proof against it",
        Standing::NotFound => "no source that must have it has it",
        Standing::CantTell => "the sources can't know",
    }
}

fn meaning_in_full(standing: Standing) -> &'static str {
    match standing {
        Standing::Verified => "A record agrees in title, people, year and venue.",
        Standing::Differs => "The work exists, and fields differ from its record.",
        Standing::Contradicted => "Something proves that there is no such work.",
        Standing::NotFound => {
            "Every source that must have it answered, and none has it. That is no proof that it does not exist."
        }
        Standing::CantTell => {
            "Books, theses, reports, web pages and fields outside the sources, or a source that did not answer. This is no flag."
        }
    }
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(chars).collect()
    })
}

fn item(file: &JudgedFile, reference: &JudgedReference, policy: Option<&VenuePolicy>) -> WorkItem {
    let judgement = &reference.judgement;
    let class = policy.and_then(|policy| policy.class(judgement));
    let asked = judgement.asked.iter().map(|asked| {
        let day = asked.day.map(|day| day.to_string()).unwrap_or_default();
        (source(asked.source), asked.answer.to_owned(), day)
    });
    let place = match reference.line {
        Some(line) => format!("{}:{line}", file.file),
        None => file.file.clone(),
    };
    let key = (reference.key != reference.title).then(|| reference.key.clone());
    WorkItem {
        tone: tone(judgement.standing),
        verdict: judgement.standing.in_words().to_owned(),
        title: reference.title.clone(),
        people: key.clone().unwrap_or_default(),
        key: key.unwrap_or_default(),
        place,
        findings: judgement.findings.iter().map(finding).collect(),
        nearest: judgement
            .nearest
            .as_ref()
            .map(|it| nearest(it, &reference.title)),
        remarks: class
            .map(|class| format!("For this venue: {}.", class.in_words()))
            .into_iter()
            .collect(),
        asked: asked.collect(),
        ..WorkItem::default()
    }
}

fn finding(finding: &FieldFinding) -> Finding {
    let found = finding.found.as_deref();
    let own = finding.listed.as_deref().unwrap_or_default();
    Finding {
        tone: match finding.weight {
            Weight::Proof => Tone::Bad,
            Weight::Difference => Tone::Doubt,
            Weight::Doubt | Weight::Form => Tone::Plain,
        },
        field: match finding.field {
            "entry" => String::new(),
            field => field.to_owned(),
        },
        listed: finding.listed.clone(),
        found: found.map(|found| compared(own, found)),
        source: finding.source.map_or_else(|| "found".to_owned(), source),
        say: finding.say.clone(),
    }
}

fn nearest(nearest: &Nearest, listed: &str) -> Choice {
    let fields = [
        ("authors", Some(nearest.authors.join(", "))),
        ("venue", nearest.venue.clone()),
        ("year", nearest.year.map(|year| year.to_string())),
    ];
    let stated = fields.into_iter().filter_map(|(name, it)| {
        let value = it.filter(|value| !value.is_empty())?;
        Some((name.to_owned(), vec![(value, false)]))
    });
    Choice {
        title: compared(listed, &nearest.title),
        fields: stated.collect(),
        links: links(&nearest.ids),
        ..Choice::default()
    }
}

/// Returns the references that a person knows to be right.
fn known(files: &[JudgedFile]) -> Option<Group> {
    let works: Vec<WorkItem> = files
        .iter()
        .flat_map(|file| {
            file.known.iter().map(|(key, line, why)| WorkItem {
                key: key.clone(),
                verdict: "known to you".to_owned(),
                title: key.clone(),
                place: line
                    .map_or_else(|| file.file.clone(), |line| format!("{}:{line}", file.file)),
                remarks: vec![why.clone()],
                ..WorkItem::default()
            })
        })
        .collect();
    (!works.is_empty()).then(|| Group {
        heading: format!("Known to you ({})", works.len()),
        say: "Not judged, for the reason that you gave.".to_owned(),
        works,
    })
}

/// Draws which fields differ.
fn fields(files: &[JudgedFile]) -> Option<Chart> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for reference in files.iter().flat_map(|file| &file.references) {
        let mut fields: Vec<&str> = reference
            .judgement
            .weighing(Weight::Difference)
            .map(|it| it.field)
            .collect();
        fields.sort_unstable();
        fields.dedup();
        for field in fields {
            *counts.entry(field).or_default() += 1;
        }
    }
    let mut bars: Vec<(String, Vec<usize>)> = counts
        .into_iter()
        .map(|(field, count)| {
            let name = if field == "entry" {
                "the whole entry"
            } else {
                field
            };
            (name.to_owned(), vec![count])
        })
        .collect();
    bars.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    (!bars.is_empty()).then(|| Chart {
        title: "What is wrong".to_owned(),
        say: "References with a difference or a contradiction, by field.".to_owned(),
        unit: "field".to_owned(),
        parts: vec!["references".to_owned()],
        bars,
        form: ChartForm::Ranking,
    })
}

/// The number of references by source and answer.
type Answers = BTreeMap<SourceName, BTreeMap<&'static str, usize>>;

fn counted_answers(files: &[JudgedFile]) -> (Answers, Vec<&'static str>) {
    let mut counts: Answers = BTreeMap::new();
    let mut words: BTreeMap<&'static str, usize> = BTreeMap::new();
    for reference in files.iter().flat_map(|file| &file.references) {
        for asked in &reference.judgement.asked {
            let answers = counts.entry(asked.source).or_default();
            *answers.entry(asked.answer).or_default() += 1;
            *words.entry(asked.answer).or_default() += 1;
        }
    }
    let mut words: Vec<(&'static str, usize)> = words.into_iter().collect();
    words.sort_by_key(|(word, count)| (std::cmp::Reverse(*count), *word));
    (counts, words.into_iter().map(|(word, _)| word).collect())
}

/// Draws what the sources answered.
fn answers(files: &[JudgedFile]) -> Option<Chart> {
    let (counts, words) = counted_answers(files);
    (!counts.is_empty()).then(|| Chart {
        title: "What the sources answered".to_owned(),
        say: "References by source and answer.".to_owned(),
        unit: "source".to_owned(),
        parts: words.iter().map(|word| (*word).to_owned()).collect(),
        bars: counts
            .iter()
            .map(|(name, answers)| {
                let sizes = words
                    .iter()
                    .map(|word| answers.get(word).copied().unwrap_or(0));
                (source(*name), sizes.collect())
            })
            .collect(),
        form: ChartForm::Ranking,
    })
}

/// Returns when each source was asked, and how often it did not answer.
fn asked(files: &[JudgedFile]) -> Option<Table> {
    let (counts, words) = counted_answers(files);
    let mut days: BTreeMap<SourceName, Vec<jiff::civil::Date>> = BTreeMap::new();
    for asked in files
        .iter()
        .flat_map(|file| &file.references)
        .flat_map(|it| &it.judgement.asked)
    {
        days.entry(asked.source).or_default().extend(asked.day);
    }
    let rows = counts.iter().map(|(name, answers)| {
        let day = days.get(name).and_then(|days| days.iter().max());
        let day = day.map_or_else(|| "not known".to_owned(), ToString::to_string);
        let sizes = words
            .iter()
            .map(|word| answers.get(word).copied().unwrap_or(0).to_string());
        std::iter::once(source(*name))
            .chain(sizes)
            .chain([day])
            .collect()
    });
    let rows: Vec<Vec<String>> = rows.collect();
    let head = std::iter::once("source")
        .chain(words.iter().copied())
        .chain(["answers of"]);
    (!rows.is_empty()).then(|| Table {
        caption: "References by source and answer".to_owned(),
        head: head.map(str::to_owned).collect(),
        rows,
    })
}
