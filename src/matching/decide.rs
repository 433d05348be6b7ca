//! From scored records to one of three verdicts.

use std::collections::BTreeSet;

use super::{
    group::works_of,
    score::{AMBIGUOUS, ASK_A_PERSON, MATCHED, Scored, score},
    venue::{VenueAgreement, listed_kind},
};
use crate::{
    model::{
        Candidate, Confidence, DblpPid, Ids, Kind, Listing, Person, Record, Unmatched, Verdict,
    },
    text::names::likeness,
};

/// A verdict, and what it rests on.
#[derive(Debug, Clone)]
pub struct Decision {
    /// The verdict.
    pub verdict: Verdict,
    /// The records of the matched work, the version to be exported first; empty unless matched.
    pub records: Vec<Record>,
    /// Whether the list names a preprint or a submission and a publication was found.
    pub upgraded: bool,
}

impl Decision {
    fn none(reason: Unmatched) -> Self {
        Self {
            verdict: Verdict::Unmatched { reason },
            records: Vec::new(),
            upgraded: false,
        }
    }
}

/// How far, in log-odds, the best work must stand above the second to be taken without a
/// question. Two publications of one title by the same people differ by venue (1.8), by year (0.6)
/// or not at all. Fixed on the same sets as [`MATCHED`].
const MARGIN: f64 = 0.5;

/// How many candidates a verdict carries.
const SHOWN: usize = 5;

/// Decides which of `near` the listing means.
///
/// `own` holds the DBLP pages known to be the person's: a record by a namesake whose page is not
/// among them needs co-authors that agree.
#[must_use]
pub fn decide(
    listing: &Listing,
    person: &Person,
    own: &BTreeSet<DblpPid>,
    near: &[&Record],
) -> Decision {
    if !listing.lookup {
        return Decision::none(Unmatched::NotAsked);
    }
    let mut works: Vec<WorkCandidate> = works_of(near)
        .into_iter()
        .map(|places| {
            let records = places.into_iter().map(|at| near[at]).collect();
            WorkCandidate::new(listing, person, own, records)
        })
        .collect();
    works.sort_by(|a, b| {
        b.odds
            .total_cmp(&a.odds)
            .then_with(|| a.handle().cmp(&b.handle()))
    });
    if listing.is_pinned() {
        return pinned(listing, &works);
    }
    let Some(best) = works.first() else {
        return Decision::none(Unmatched::NotFound);
    };
    let confidence = best.confidence();
    let runner_up = works.get(1).map_or(f64::NEG_INFINITY, |second| second.odds);
    let clear = best.odds - runner_up >= MARGIN;
    let candidates: Vec<Candidate> = works
        .iter()
        .filter(|work| work.confidence().value() >= 0.01)
        .take(SHOWN)
        .map(WorkCandidate::candidate)
        .collect();
    if confidence.value() >= MATCHED && clear {
        let upgraded = best.is_published()
            && (listing.says_unpublished() || listed_kind(listing) == Some(Kind::Preprint));
        let records = best
            .records
            .iter()
            .map(|record| (*record).clone())
            .collect();
        return Decision {
            verdict: Verdict::Matched { candidates },
            records,
            upgraded,
        };
    }
    if confidence.value() >= AMBIGUOUS {
        return Decision {
            verdict: Verdict::Ambiguous { candidates },
            records: Vec::new(),
            upgraded: false,
        };
    }
    Decision::none(Unmatched::NearOnly)
}

/// The person's word is final: the work that bears the pinned identifier, whatever its title. A
/// DOI says more than a DBLP key, and that more than an arXiv id, which several versions share.
fn pinned(listing: &Listing, works: &[WorkCandidate]) -> Decision {
    let doi = listing.doi.as_ref().filter(|doi| doi.arxiv().is_none());
    let arxiv = listing
        .arxiv
        .clone()
        .or_else(|| listing.doi.as_ref().and_then(crate::model::Doi::arxiv));
    let by_doi = |record: &Record| doi.is_some() && record.meta.ids.doi.as_ref() == doi;
    let by_key = |record: &Record| listing.dblp.is_some() && record.meta.ids.dblp == listing.dblp;
    let by_arxiv = |record: &Record| arxiv.is_some() && record.meta.ids.arxiv == arxiv;
    let pins: [&dyn Fn(&Record) -> bool; 3] = [&by_doi, &by_key, &by_arxiv];
    let found = pins.iter().enumerate().find_map(|(at, bears)| {
        let work = works
            .iter()
            .find(|work| work.records.iter().any(|record| bears(record)))?;
        Some((at, work))
    });
    let Some((at, work)) = found else {
        return Decision::none(Unmatched::PinUnknown);
    };
    let mut records: Vec<Record> = work
        .records
        .iter()
        .map(|record| (*record).clone())
        .collect();
    // An arXiv id stands for the work; a DOI or key names one version of it.
    let names_version = at < 2;
    if names_version {
        records.sort_by_key(|record| !pins[at](record));
    }
    let mut candidate = work.candidate();
    candidate.confidence = Confidence::CERTAIN;
    candidate
        .evidence
        .remarks
        .push("pinned by the list".to_owned());
    let upgraded = !names_version && work.is_published();
    Decision {
        verdict: Verdict::Matched {
            candidates: vec![candidate],
        },
        records,
        upgraded,
    }
}

/// A work as a candidate: its records, the one to be exported first.
struct WorkCandidate<'a> {
    records: Vec<&'a Record>,
    odds: f64,
    scored: Scored,
}

impl<'a> WorkCandidate<'a> {
    fn new(
        listing: &Listing,
        person: &Person,
        own: &BTreeSet<DblpPid>,
        records: Vec<&'a Record>,
    ) -> Self {
        let mut scored: Vec<(&Record, Scored)> = records
            .into_iter()
            .map(|record| {
                let mut scored = score(listing, person, record);
                namesake(&mut scored, person, own, record);
                (record, scored)
            })
            .collect();
        // The version to export: published before preprint, the listed venue before another; the
        // rest in a fixed order.
        scored.sort_by(|(a, sa), (b, sb)| {
            let rank = |record: &Record, scored: &Scored| {
                (
                    record.meta.kind == Kind::Preprint,
                    scored.excluded,
                    scored.venue != VenueAgreement::Same,
                    record.source,
                )
            };
            rank(a, sa)
                .cmp(&rank(b, sb))
                .then_with(|| a.handle().cmp(&b.handle()))
        });
        // A preprint speaks for its publication, unless the listing can't mean that: a journal
        // article listed must not become the conference paper by way of its preprint.
        let barred = scored.iter().any(|(record, scored)| {
            record.meta.kind != Kind::Preprint
                && (scored.excluded || scored.odds <= ASK_A_PERSON && scored.odds > -2.0)
                && scored.evidence.title >= 1.0
        });
        let best = scored
            .iter()
            .filter(|(record, _)| !(barred && record.meta.kind == Kind::Preprint))
            .max_by(|a, b| a.1.odds.total_cmp(&b.1.odds))
            .map(|(_, scored)| scored.clone());
        let best = best.unwrap_or_else(|| scored[0].1.clone());
        Self {
            odds: best.odds,
            scored: best,
            records: scored.into_iter().map(|(record, _)| record).collect(),
        }
    }

    fn confidence(&self) -> Confidence {
        Confidence::new(1.0 / (1.0 + (-self.odds).exp()))
    }

    fn is_published(&self) -> bool {
        self.records
            .iter()
            .any(|record| record.meta.kind.is_published())
    }

    fn handle(&self) -> String {
        self.records
            .first()
            .map(|record| record.handle())
            .unwrap_or_default()
    }

    fn candidate(&self) -> Candidate {
        let mut ids = Ids::default();
        for record in &self.records {
            let found = &record.meta.ids;
            ids.dblp = ids.dblp.or_else(|| found.dblp.clone());
            ids.doi = ids.doi.or_else(|| found.doi.clone());
            ids.arxiv = ids.arxiv.or_else(|| found.arxiv.clone());
        }
        Candidate {
            ids,
            title: self
                .records
                .first()
                .map(|r| r.meta.title.text())
                .unwrap_or_default(),
            confidence: self.confidence(),
            evidence: self.scored.evidence.clone(),
        }
    }
}

/// Weighs whether the person among the authors is the person or bears the same name only, where
/// no second author agrees.
fn namesake(scored: &mut Scored, person: &Person, own: &BTreeSet<DblpPid>, record: &Record) {
    let Some(name) = &person.name else { return };
    if own.is_empty() {
        return;
    }
    let same_name = |author: &&crate::model::Contributor| likeness(name, &author.name) >= 0.95;
    let mut pids = record
        .meta
        .authors
        .iter()
        .filter(same_name)
        .filter_map(|a| a.pid.as_ref());
    let mut pids = pids.by_ref().peekable();
    if pids.peek().is_none() {
        return;
    }
    if pids.any(|pid| own.contains(pid)) {
        scored.odds += 0.5;
        scored
            .evidence
            .remarks
            .push("on the person's own page".to_owned());
    } else if scored.known_authors < 2 {
        scored.odds -= 3.0;
        scored.evidence.remarks.push("by a namesake".to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{
        ArxivId, Doi, ListedAuthor, Metadata, PartialDate, PersonName, SourceName, Title,
    };

    fn listing(title: &str, authors: &[&str], venue: &str, year: i32) -> Listing {
        Listing {
            authors: authors
                .iter()
                .map(|n| ListedAuthor::Named(PersonName::parse(n)))
                .collect(),
            venue: Some(venue.into()),
            year: Some(year),
            ..Listing::titled(title)
        }
    }

    fn record(kind: Kind, title: &str, authors: &[&str], venue: &str, year: i32) -> Record {
        let mut meta = Metadata::new(kind, Title::plain(title));
        meta.authors = authors
            .iter()
            .map(|n| PersonName::parse(n).into())
            .collect();
        meta.date = Some(PartialDate::year(year));
        meta.venue_short = Some(venue.into());
        Record {
            source: SourceName::Dblp,
            meta,
            links: Vec::new(),
            edition: None,
        }
    }

    fn verdict(listing: &Listing, records: &[Record]) -> Decision {
        let near: Vec<&Record> = records.iter().collect();
        decide(listing, &Person::default(), &BTreeSet::new(), &near)
    }

    const TITLE: &str = "Electrode: Accelerating Distributed Protocols with eBPF";

    #[test]
    fn the_plain_case_matches() {
        let listed = listing(
            TITLE,
            &["Yang Zhou", "Zezhou Wang"],
            "USENIX NSDI 2023",
            2023,
        );
        let found = record(
            Kind::Conference,
            TITLE,
            &["Yang Zhou", "Zezhou Wang"],
            "NSDI",
            2023,
        );
        let decision = verdict(&listed, &[found]);
        assert_eq!(decision.verdict.status(), "matched");
        assert!(!decision.upgraded);
        assert!(decision.verdict.candidates()[0].confidence.value() > 0.98);
    }

    #[test]
    fn a_book_is_not_the_article_of_its_title() {
        let listed = Listing {
            kind: Some(Kind::Book),
            ..listing(
                "Deep Learning",
                &["Ian Goodfellow", "Yoshua Bengio", "Aaron Courville"],
                "MIT Press",
                2016,
            )
        };
        let article = record(
            Kind::Journal,
            "Deep Learning",
            &["Yann LeCun", "Yoshua Bengio", "Geoffrey Hinton"],
            "Nat.",
            2015,
        );
        assert_eq!(verdict(&listed, &[article]).verdict.status(), "unmatched");
    }

    #[test]
    fn a_thesis_is_not_the_paper() {
        let listed = listing(
            TITLE,
            &["Yang Zhou"],
            "PhD thesis, Harvard University",
            2024,
        );
        let paper = record(Kind::Conference, TITLE, &["Yang Zhou"], "NSDI", 2023);
        assert_eq!(verdict(&listed, &[paper]).verdict.status(), "unmatched");
    }

    #[test]
    fn same_title_by_others_is_no_match() {
        let listed = listing(
            "Gemini: Fast Failure Recovery",
            &["Zhuang Wang"],
            "SOSP",
            2023,
        );
        let other = record(
            Kind::Conference,
            "Gemini: Fast Failure Recovery",
            &["Rohan Anil"],
            "X",
            2023,
        );
        assert_ne!(verdict(&listed, &[other]).verdict.status(), "matched");
    }

    #[test]
    fn a_preprint_is_upgraded() {
        let listed = listing(TITLE, &["Yang Zhou"], "arXiv preprint", 2022);
        let paper = record(Kind::Conference, TITLE, &["Yang Zhou"], "NSDI", 2023);
        let mut preprint = record(Kind::Preprint, TITLE, &["Yang Zhou"], "CoRR", 2022);
        preprint.meta.ids.arxiv = Some(ArxivId::parse("2201.00001").unwrap());
        let decision = verdict(&listed, &[preprint, paper]);
        assert!(decision.upgraded);
        assert_eq!(decision.records[0].meta.kind, Kind::Conference);
        assert_eq!(decision.records.len(), 2);
    }

    #[test]
    fn the_journal_version_is_not_the_paper() {
        let listed = listing(
            TITLE,
            &["Yang Zhou"],
            "IEEE Transactions on Computers",
            2024,
        );
        let paper = record(Kind::Conference, TITLE, &["Yang Zhou"], "NSDI", 2023);
        let preprint = record(Kind::Preprint, TITLE, &["Yang Zhou"], "CoRR", 2023);
        assert_eq!(
            verdict(&listed, std::slice::from_ref(&paper))
                .verdict
                .status(),
            "ambiguous"
        );
        assert_eq!(
            verdict(&listed, &[paper, preprint]).verdict.status(),
            "ambiguous"
        );
    }

    #[test]
    fn two_equal_candidates_are_ambiguous() {
        let listed = Listing {
            venue: None,
            ..listing(TITLE, &["Yang Zhou"], "", 2023)
        };
        let mut paper = record(Kind::Conference, TITLE, &["Yang Zhou"], "NSDI", 2023);
        paper.meta.ids.doi = Some(Doi::parse("10.1145/1.1").unwrap());
        let mut demo = record(Kind::Conference, TITLE, &["Yang Zhou"], "SIGCOMM", 2023);
        demo.meta.ids.doi = Some(Doi::parse("10.1145/1.2").unwrap());
        let decision = verdict(&listed, &[paper.clone(), demo.clone()]);
        assert_eq!(decision.verdict.status(), "ambiguous");
        assert_eq!(decision.verdict.candidates().len(), 2);
        let told = Listing {
            venue: Some("SIGCOMM 23".into()),
            ..listed
        };
        let decision = verdict(&told, &[paper, demo]);
        assert_eq!(
            decision.records[0].meta.venue_short.as_deref(),
            Some("SIGCOMM")
        );
    }

    #[test]
    fn what_is_pinned_is_final() {
        let mut listed = listing("Some Old Title", &["Yang Zhou"], "X", 2001);
        listed.doi = Some(Doi::parse("10.1145/1.1").unwrap());
        let mut paper = record(Kind::Conference, TITLE, &["Ann Other"], "NSDI", 2023);
        paper.meta.ids.doi = listed.doi.clone();
        let decision = verdict(&listed, &[paper]);
        assert_eq!(decision.verdict.status(), "matched");
        assert_eq!(
            decision.verdict.candidates()[0].confidence,
            Confidence::CERTAIN
        );
        assert_eq!(decision.records.len(), 1);
        listed.lookup = false;
        assert_eq!(verdict(&listed, &[]).verdict.status(), "unmatched");
    }

    #[test]
    fn a_namesake_alone_does_not_match() {
        let listed = listing("On Sorting Many Strings Quickly", &["Wei Wang"], "", 2020);
        let mut found = record(
            Kind::Journal,
            "On Sorting Many Strings Quickly",
            &["Wei Wang"],
            "",
            2020,
        );
        found.meta.authors[0].pid = Some(DblpPid::parse("35/7092-9").unwrap());
        let person = Person {
            name: Some(PersonName::parse("Wei Wang")),
            ..Person::default()
        };
        let own = BTreeSet::from([DblpPid::parse("35/7092-1").unwrap()]);
        let decision = decide(&listed, &person, &own, &[&found]);
        assert_ne!(decision.verdict.status(), "matched");
    }
}
