use std::collections::BTreeMap;

use jiff::civil::date;

use super::{LockContent, Page, PageQuestion, of_changes, of_lock, of_references, write};
use crate::{
    changes::{Change, ChangeKind},
    lock::{Lock, LockedListing},
    model::{
        Candidate, Claim, Confidence, DblpKey, Doi, Evidence, Field, Ids, Kind, Metadata, Notice,
        NoticeKind, Outline, Pages, PartialDate, PersonName, Piece, Provenance, SourceName, Title,
        Unmatched, Verdict, Work, WorkStatus,
    },
    references::{
        AskedSource, FieldFinding, JudgedFile, JudgedReference, Judgement, Nearest, Standing,
        Weight,
    },
};

const HOSTILE: &str = "<script>alert(1)</script>\"><img src=x onerror=alert(2)> \u{202e}evil\u{2066} & 'q' </style></pre>";

fn evidence() -> Evidence {
    Evidence {
        title: 1.0,
        authors: Some(1.0),
        pieces: vec![
            Piece::new("the same title", 6.0),
            Piece::new("all listed authors, in order", 4.25),
            Piece::new("the same year", 1.5),
            Piece::new("the same venue", 2.0),
        ],
        ..Evidence::default()
    }
}

fn candidate(title: &str, nth: usize) -> Candidate {
    Candidate {
        ids: Ids {
            doi: Doi::parse(&format!("10.1145/3600006.{nth}")).ok(),
            ..Ids::default()
        },
        title: title.to_owned(),
        outline: Some(Outline {
            authors: vec!["Ada Sample".into()],
            year: Some(2023),
            venue: Some(title.to_owned()),
            ..Outline::default()
        }),
        confidence: Confidence::new(0.9),
        evidence: evidence(),
    }
}

/// A work as DBLP and Crossref have it, with all that an entry of a conference paper has.
fn work(nth: usize, title: &str) -> (Work, LockedListing) {
    let kinds = [
        Kind::Conference,
        Kind::Conference,
        Kind::Journal,
        Kind::Preprint,
    ];
    let mut meta = Metadata::new(kinds[nth % kinds.len()], Title::plain(title));
    let names = [
        "Ada Sample",
        "Bertil Ek",
        "Chiara Dell'Oro",
        "Dmitri Wagner",
    ];
    meta.authors = names
        .iter()
        .map(|name| PersonName::parse(name).into())
        .collect();
    meta.date = PartialDate::from_parts(2005 + i32::try_from(nth % 20).unwrap(), Some(4), None);
    let venues = [
        "Proceedings of the 20th Symposium on Looms and Weaving",
        "Annals of Cloth",
    ];
    meta.venue = Some(Title::plain(venues[nth % 2]));
    meta.venue_short = Some(["Looms", "Ann. Cloth"][nth % 2].into());
    meta.pages = Pages::parse("1391--1407");
    meta.publisher = Some("Association for Computing Machinery".into());
    meta.ids.doi = Doi::parse(&format!("10.1145/3600006.{nth}")).ok();
    meta.ids.dblp = DblpKey::parse(&format!("conf/looms/SampleE{nth}")).ok();
    let key = format!("sample{}word{nth}", 2005 + nth % 20);
    let mut work = Work::new(&key, meta.clone());
    let day = Some(date(2026, 11, 20));
    for field in Field::ALL {
        if meta.in_words(field).is_some() {
            let source = match field {
                Field::Publisher | Field::Venue => SourceName::CROSSREF,
                _ => SourceName::DBLP,
            };
            work.origins.insert(field, Provenance::new(source, day));
        }
    }
    let listing = LockedListing {
        fingerprint: format!("{nth:016x}"),
        title: title.to_owned(),
        key,
        place: 0,
        listed: Some(Outline {
            authors: vec!["A. Sample".into()],
            venue: Some("Looms '23".into()),
            ..Outline::default()
        }),
        pins: Ids::default(),
        upgraded: false,
        gone: false,
        verdict: Verdict::Matched {
            candidates: vec![candidate(title, nth)],
        },
    };
    (work, listing)
}

/// An entry as the exporter lays it out.
fn entry(key: &str, title: &str) -> String {
    format!(
        "@inproceedings{{{key},\n  author    = {{Sample, Ada and Ek, Bertil and Dell'Oro, Chiara and Wagner, Dmitri}},\n  \
         title     = {{{title}}},\n  booktitle = {{Proceedings of the 20th Symposium on Looms and Weaving}},\n  \
         pages     = {{1391--1407}},\n  publisher = {{Association for Computing Machinery}},\n  \
         year      = {{2023}},\n  month     = apr,\n  doi       = {{10.1145/3600006.3613145}},\n}}\n"
    )
}

fn page_of(lock: &Lock) -> Page {
    let works: Vec<&Work> = lock.works.iter().collect();
    let entries: Vec<(String, String)> = works
        .iter()
        .map(|work| (work.key.clone(), entry(&work.key, &work.meta.title.text())))
        .collect();
    of_lock(LockContent {
        name: "references.bib",
        lock,
        works: &works,
        entries: &entries,
    })
}

fn lock(count: usize) -> Lock {
    let titles = (0..count).map(|nth| {
        work(
            nth,
            &format!("Weaving by Hand: Accelerating Shuttles of the {nth}th Kind with eBPF"),
        )
    });
    let (works, listings): (Vec<Work>, Vec<LockedListing>) = titles.unzip();
    Lock::new(listings, works)
}

/// A lock with every part that takes a text from outside, each hostile.
fn hostile_lock() -> Lock {
    let (mut matched, listing) = work(0, HOSTILE);
    matched.meta.venue_short = Some(HOSTILE.into());
    matched.meta.authors = vec![PersonName::parse(HOSTILE).into()];
    matched.meta.url = Some("javascript:alert(3)".into());
    matched.origins.get_mut(&Field::Title).unwrap().others = vec![Claim {
        source: SourceName::CROSSREF,
        day: None,
        value: HOSTILE.into(),
    }];
    let (mut open, mut asked) = work(1, HOSTILE);
    open.status = WorkStatus::Ambiguous;
    asked.verdict = Verdict::Ambiguous {
        candidates: vec![candidate(HOSTILE, 1), candidate("On Looms", 2)],
    };
    let (mut none, mut unmatched) = work(2, HOSTILE);
    none.status = WorkStatus::Unmatched;
    none.key = HOSTILE.into();
    unmatched.verdict = Verdict::unmatched(Unmatched::NearOnly);
    let mut lock = Lock::new(vec![listing, asked, unmatched], vec![matched, open, none]);
    lock.unlisted = BTreeMap::from([(DblpKey::parse("conf/x/Y").unwrap(), HOSTILE.to_owned())]);
    lock.output_settings.inputs = vec![HOSTILE.into()];
    lock
}

fn judged() -> JudgedFile {
    let of = |standing: Standing, key: &str| JudgedReference {
        key: key.to_owned(),
        line: Some(3),
        title: HOSTILE.to_owned(),
        judgement: Judgement {
            standing,
            findings: vec![FieldFinding {
                field: "title",
                listed: Some(HOSTILE.into()),
                found: Some(format!("{HOSTILE} javascript:alert(4)")),
                source: Some(SourceName::DBLP),
                say: HOSTILE.into(),
                weight: Weight::Difference,
            }],
            nearest: Some(Nearest {
                ids: Ids::default(),
                title: HOSTILE.into(),
                authors: vec![HOSTILE.into()],
                year: Some(2020),
                venue: Some(HOSTILE.into()),
            }),
            asked: vec![AskedSource {
                source: SourceName::DBLP,
                day: Some(date(2026, 11, 20)),
                answer: "has no such title",
            }],
            is_of_known_work: false,
        },
    };
    JudgedFile {
        file: HOSTILE.into(),
        references: vec![
            of(Standing::Verified, "doe2020"),
            of(Standing::Contradicted, "doe2020"),
            of(Standing::NotFound, HOSTILE),
        ],
        known: vec![(HOSTILE.into(), None, HOSTILE.into())],
    }
}

/// Fails if a text from outside became markup, or steers what is after it.
fn assert_harmless(html: &str) {
    let tags = |name: &str| html.matches(&format!("<{name}")).count();
    assert_eq!(tags("script"), 1, "our own script alone");
    assert_eq!(tags("img"), 0);
    assert_eq!(html.matches("</style>").count(), 1);
    assert!(!html.contains("href=\"javascript:"));
    assert!(
        !html
            .chars()
            .any(|c| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'))
    );
    assert!(html.contains("&lt;script&gt;") && html.contains("\\u{202e}"));
    // An attribute is closed where we close it.
    let mut ids: Vec<&str> = html
        .split(" id=\"")
        .skip(1)
        .filter_map(|it| it.split('"').next())
        .collect();
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count, "an id occurs once");
    assert!(
        ids.iter().all(|id| !id.contains(char::is_whitespace)),
        "{ids:?}"
    );
}

#[test]
fn hostile_texts_stay_text() {
    assert_harmless(&write(&page_of(&hostile_lock())));
    assert_harmless(&write(&of_references(
        &[judged(), judged()],
        None,
        vec![HOSTILE.into()],
    )));
    let answerable = Page {
        answerable: true,
        ..page_of(&hostile_lock())
    };
    assert_harmless(&write(&answerable));
    let hostile = || HOSTILE.to_owned();
    let changes = [
        ChangeKind::Published {
            from: hostile(),
            to: hostile(),
        },
        ChangeKind::Found { at: hostile() },
        ChangeKind::Corrected {
            field: Field::Url,
            was: hostile(),
            now: "javascript:alert(5)".to_owned(),
        },
        ChangeKind::Candidate {
            candidate: hostile(),
            ids: Ids::default(),
        },
    ];
    let changes = changes.map(|what| change(HOSTILE, what));
    assert_harmless(&write(&Page {
        news: Some(of_changes(&changes, &changes)),
        ..page_of(&hostile_lock())
    }));
}

fn change(title: &str, what: ChangeKind) -> Change {
    Change {
        key: Some("sample".to_owned()),
        title: title.to_owned(),
        what,
    }
}

#[test]
fn news_are_told_and_where_nothing_was_compared_none_are() {
    let page = page_of(&lock(1));
    assert!(!write(&page).contains("What is new"));
    let quiet = Page {
        news: Some(of_changes(&[], &[])),
        ..page.clone()
    };
    assert!(write(&quiet).contains("Nothing has changed since the last time."));
    let retraction = Notice {
        kind: NoticeKind::Retraction,
        source: SourceName::CROSSREF,
        doi: Doi::parse("10.1145/9.9").ok(),
        date: None,
    };
    let published = ChangeKind::Published {
        from: "arXiv 2309.13254".into(),
        to: "OSDI 2025".into(),
    };
    let doi = ChangeKind::Added {
        field: Field::Doi,
        now: "10.1145/1.2".into(),
    };
    let mut left: Vec<Change> = (0..15)
        .map(|nth| {
            let record = DblpKey::parse(&format!("conf/x/Y{nth}")).unwrap();
            change("On Yarn", ChangeKind::NotListed { record })
        })
        .collect();
    left.push(change("On Silk", doi));
    let noticed = ChangeKind::Noticed { notice: retraction };
    let taken = [change("On Looms", published), change("On Wool", noticed)];
    let news = of_changes(&taken, &left);
    assert_eq!(news.len(), 2 + 1 + 12 + 1);
    let html = write(&Page {
        news: Some(news),
        ..page
    });
    for part in [
        "What is new",
        "arXiv 2309.13254 is now OSDI 2025.",
        "href=\"https://doi.org/10.1145/9.9\"",
        "The DOI is 10.1145/1.2. It was not accepted, and nothing was changed.",
        "3 more",
    ] {
        assert!(html.contains(part), "no {part}");
    }
}

#[test]
fn page_asks_nobody() {
    let html = write(&page_of(&hostile_lock()));
    let policy = html
        .split("content=\"")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap();
    assert!(policy.starts_with("default-src 'none'; "), "{policy}");
    assert!(
        policy.contains("script-src 'sha256-") && !policy.contains("connect-src"),
        "{policy}"
    );
    // Besides links, which are followed by hand, no address is on the page.
    for (place, _) in html.match_indices("http") {
        let before = &html[place.saturating_sub(6)..place];
        let is_link = before.ends_with("href=\"");
        let is_text =
            html[place..].starts_with("http-equiv") || html[place..].starts_with("https://\", ");
        assert!(
            is_link || is_text,
            "{}",
            &html[place.saturating_sub(40)..place + 40]
        );
    }
    let mut tags = html.split('<').filter_map(|it| it.split('>').next());
    assert!(!tags.any(|tag| tag.contains(" src=")), "nothing is loaded");
    assert!(!html.contains("url("), "nor by the style");
}

#[test]
fn page_is_the_same_each_time_and_small() {
    let lock = lock(300);
    let html = write(&page_of(&lock));
    assert_eq!(html, write(&page_of(&lock)));
    // `../shared/design/page.md` wants this size.
    assert!(html.len() < 300_000, "{} bytes for 300 works", html.len());
    assert!(html.len() > 200_000, "the works are there: {}", html.len());
}

#[test]
fn open_questions_are_shown_beside_their_candidates() {
    let page = page_of(&hostile_lock());
    let [question] = page.questions.as_slice() else {
        panic!("{:?}", page.questions);
    };
    assert_eq!((question.number, question.candidates.len()), (1, 2));
    assert_eq!(question.candidates[1].answer.as_deref(), Some("2"));
    let html = write(&page);
    assert!(html.contains("bibsync review --accept 1=1"), "{html}");
    assert!(
        !html.contains("data-a=") && !html.contains("<button type=\"button\" data"),
        "no button without a server"
    );
    let html = write(&Page {
        answerable: true,
        questions: vec![PageQuestion::clone(question)],
        ..Page::default()
    });
    assert!(
        html.contains("data-a=\"2\"") && html.contains("data-a=\"none\""),
        "{html}"
    );
}

#[test]
fn each_verdict_has_its_group_and_its_proof() {
    let page = of_references(&[judged()], None, Vec::new());
    let headings: Vec<&str> = page.groups.iter().map(|it| it.heading.as_str()).collect();
    assert_eq!(
        headings,
        [
            "Contradicted (1)",
            "Not found (1)",
            "Verified (1)",
            "Known to you (1)"
        ]
    );
    assert_eq!(page.lead, "2 of 3 references need a look.");
    let html = write(&page);
    for part in [
        "DBLP",
        "has no such title",
        "2026-11-20",
        "nearest record",
        "<mark>",
    ] {
        assert!(html.contains(part), "no {part}");
    }
}

#[test]
fn contradicting_sources_and_origins_are_named() {
    let html = write(&page_of(&hostile_lock()));
    for part in [
        "DBLP 2026-11-20",
        "not taken",
        "Crossref",
        "not confirmed",
        "not on your list",
    ] {
        assert!(html.contains(part), "no {part}");
    }
}
