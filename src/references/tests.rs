//! The verdicts, each with its proof.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;

use super::{Grounds, Judgement, Reference, Standing, judge};
use crate::{
    matching::decide,
    model::{
        ArxivId, Doi, Kind, ListedAuthor, Listing, Metadata, PartialDate, Person, PersonName,
        Record, SourceName, Title, WorkIdKind,
    },
    sources::{Capabilities, Id, IdLookup, TitleSearch},
    sync::{AskState, Asked, Surveyed, Surveyor},
};

const TITLE: &str = "Electrode: Accelerating Distributed Protocols with eBPF";
const PEOPLE: [&str; 2] = ["Yang Zhou", "Zezhou Wang"];
const TODAY: Date = Date::constant(2026, 11, 23);

fn listing(title: &str, people: &[&str], venue: &str, year: i32) -> Listing {
    let names = people.iter().map(|name| PersonName::parse(name));
    Listing {
        authors: names.map(ListedAuthor::Named).collect(),
        venue: Some(venue.to_owned()),
        year: Some(year),
        key: Some("k".to_owned()),
        ..Listing::titled(title)
    }
}

fn record(title: &str, people: &[&str], venue: &str, year: i32) -> Record {
    let mut meta = Metadata::new(Kind::Conference, Title::plain(title));
    let names = people.iter().map(|name| PersonName::parse(name).into());
    meta.authors = names.collect();
    meta.date = Some(PartialDate::year(year));
    meta.venue_short = Some(venue.to_owned());
    Record::new(SourceName::DBLP, meta)
}

fn sources() -> Vec<Surveyor> {
    let mut dblp = Capabilities::service("DBLP");
    dblp.ids = IdLookup::Bibliography;
    dblp.titles = TitleSearch::Batched;
    let mut crossref = Capabilities::service("Crossref");
    crossref.ids = IdLookup::Registry(&[WorkIdKind::Doi]);
    crossref.titles = TitleSearch::Single;
    let of = |name, capabilities| Surveyor { name, capabilities };
    vec![
        of(SourceName::DBLP, dblp),
        of(SourceName::CROSSREF, crossref),
    ]
}

/// Judges a listing with these records, where both services did so when asked for its title.
fn judged(listing: &Listing, near: &[Record], state: AskState) -> Judgement {
    judged_with(listing, near, state, &BTreeMap::new())
}

/// The same, where doi.org has told which identifiers exist.
fn judged_with(
    listing: &Listing,
    near: &[Record],
    state: AskState,
    exists: &BTreeMap<Id, bool>,
) -> Judgement {
    let records: Vec<&Record> = near.iter().collect();
    let pins = listing.pinned_ids().into_iter();
    let ids: BTreeMap<Id, AskState> = pins.map(|id| (id, state)).collect();
    let asked = |ids: BTreeMap<Id, AskState>| Asked {
        title: Some(state),
        ids,
    };
    let surveyed = Surveyed {
        index: 0,
        list: 0,
        decision: decide(listing, &Person::default(), &BTreeSet::new(), &records),
        near: near.to_vec(),
        asked: BTreeMap::from([
            (SourceName::DBLP, asked(BTreeMap::new())),
            (SourceName::CROSSREF, asked(ids)),
        ]),
        exists: exists.clone(),
    };
    let reference = Reference {
        listing: listing.clone(),
        ..Reference::default()
    };
    let sources = sources();
    let grounds = Grounds::new(&sources, None, BTreeMap::new(), TODAY);
    judge(&reference, &surveyed, &grounds)
}

fn standing(listing: &Listing, near: &[Record]) -> Standing {
    judged(listing, near, AskState::Answered).standing
}

fn fields(judgement: &Judgement) -> Vec<&str> {
    judgement.findings.iter().map(|it| it.field).collect()
}

fn doi(text: &str) -> Doi {
    Doi::parse(text).unwrap()
}

#[test]
fn form_is_verified() {
    let known = [record(TITLE, &PEOPLE, "NSDI", 2023)];
    for listed in [
        listing(TITLE, &PEOPLE, "Proc. of NSDI '23", 2023),
        listing(
            "electrode: accelerating distributed protocols with EBPF",
            &["Y. Zhou", "Z. Wang"],
            "NSDI",
            2023,
        ),
    ] {
        let judgement = judged(&listed, &known, AskState::Answered);
        assert_eq!(judgement.standing, Standing::Verified, "{judgement:?}");
        assert!(judgement.nearest.is_none());
    }
}

#[test]
fn year_of_the_preprint_is_form() {
    let mut preprint = record(TITLE, &PEOPLE, "CoRR", 2021);
    preprint.meta.kind = Kind::Preprint;
    let known = [record(TITLE, &PEOPLE, "NSDI", 2023), preprint];
    let judgement = judged(
        &listing(TITLE, &PEOPLE, "NSDI", 2021),
        &known,
        AskState::Answered,
    );
    assert_eq!(judgement.standing, Standing::Verified, "{judgement:?}");
    assert_eq!(fields(&judgement), ["year"]);
    assert!(judgement.findings[0].say.contains("preprint"));
}

#[test]
fn differences_are_named_by_field() {
    let known = [record(TITLE, &PEOPLE, "NSDI", 2023)];
    let of = |listed: Listing| {
        let judgement = judged(&listed, &known, AskState::Answered);
        assert_eq!(judgement.standing, Standing::Differs, "{judgement:?}");
        fields(&judgement).join(" ")
    };
    assert_eq!(of(listing(TITLE, &PEOPLE, "CVPR", 2023)), "venue");
    assert_eq!(of(listing(TITLE, &PEOPLE, "NSDI", 2020)), "year");
    assert_eq!(of(listing(TITLE, &PEOPLE[..1], "NSDI", 2023)), "authors");
    assert_eq!(
        of(listing(TITLE, &["Ada Ex", "Bo Yu"], "NSDI", 2023)),
        "authors"
    );
    let swapped = [PEOPLE[1], PEOPLE[0]];
    assert_eq!(of(listing(TITLE, &swapped, "NSDI", 2023)), "authors");
    let retitled = "Electrode: Accelerating Consensus Protocols with eBPF";
    assert_eq!(of(listing(retitled, &PEOPLE, "NSDI", 2023)), "title");
}

#[test]
fn wrong_identifier_is_a_difference_of_a_known_work() {
    let mut other = record("Looms of the North", &["Ada Ex"], "OSDI", 2020);
    other.meta.ids.doi = Some(doi("10.1145/1.1"));
    let known = [record(TITLE, &PEOPLE, "NSDI", 2023), other];
    let mut listed = listing(TITLE, &PEOPLE, "NSDI", 2023);
    listed.doi = Some(doi("10.1145/1.1"));
    let judgement = judged(&listed, &known, AskState::Answered);
    assert_eq!(judgement.standing, Standing::Differs, "{judgement:?}");
    assert!(judgement.findings[0].say.contains("Looms of the North"));
    listed.doi = Some(doi("10.99999/9.9"));
    let judgement = judged(&listed, &known, AskState::Answered);
    assert_eq!(fields(&judgement), ["doi"], "{judgement:?}");
    // One of a publisher's may be registered later, but not one that names another year.
    listed.doi = Some(doi("10.1145/9.9"));
    assert_eq!(standing(&listed, &known), Standing::Verified);
    listed.doi = Some(doi("10.1109/nsdi.2020.22198"));
    assert_eq!(standing(&listed, &known), Standing::Differs);
}

#[test]
fn another_venue_of_the_same_words_differs() {
    let mut known = record(TITLE, &PEOPLE, "CVPR", 2018);
    known.meta.venue = Some(Title::plain(
        "2018 IEEE Conference on Computer Vision and Pattern Recognition, CVPR 2018",
    ));
    let known = [known];
    for other in [
        "IEEE International Conference on Computer Vision (ICCV)",
        "European Conference on Computer Vision",
        "ECCV",
    ] {
        let judgement = judged(
            &listing(TITLE, &PEOPLE, other, 2018),
            &known,
            AskState::Answered,
        );
        assert_eq!(fields(&judgement), ["venue"], "{other}: {judgement:?}");
    }
    for same in [
        "CVPR",
        "Computer Vision and Pattern Recognition (CVPR), IEEE Conference on",
    ] {
        let listed = listing(TITLE, &PEOPLE, same, 2018);
        assert_eq!(standing(&listed, &known), Standing::Verified, "{same}");
    }
}

#[test]
fn proofs_contradict() {
    let mut other = record("Looms of the North", &["Ada Ex"], "OSDI", 2020);
    other.meta.ids.doi = Some(doi("10.1145/1.1"));
    let mut listed = listing(TITLE, &PEOPLE, "NSDI", 2023);
    listed.doi = Some(doi("10.1145/1.1"));
    assert_eq!(standing(&listed, &[other]), Standing::Contradicted);
    let later = listing(TITLE, &PEOPLE, "NSDI", 2028);
    let known = [record(TITLE, &PEOPLE, "NSDI", 2023)];
    assert_eq!(standing(&later, &[]), Standing::Contradicted);
    assert_eq!(standing(&later, &known), Standing::Differs, "a slip");
    let next = listing(TITLE, &PEOPLE, "NSDI", 2027);
    assert_ne!(
        standing(&next, &[]),
        Standing::Contradicted,
        "it may be out"
    );
    let nobody = listing(TITLE, &["A. Author"], "NSDI", 2023);
    assert_eq!(standing(&nobody, &known), Standing::Contradicted);
    let hidden = listing(TITLE, &["Anonymous"], "Submitted to NSDI", 2023);
    assert_ne!(standing(&hidden, &[]), Standing::Contradicted);
}

#[test]
fn nothing_is_not_found_where_all_answered() {
    let listed = listing(TITLE, &PEOPLE, "NSDI", 2023);
    let judgement = judged(&listed, &[], AskState::Answered);
    assert_eq!(judgement.standing, Standing::NotFound);
    let answers: Vec<&str> = judgement.asked.iter().map(|it| it.answer).collect();
    assert_eq!(answers, ["has no such title"; 2]);
    let near = [record(
        "Electrode: Looms with eBPF",
        &["Ada Ex"],
        "OSDI",
        2020,
    )];
    assert_eq!(standing(&listed, &near), Standing::NotFound);
}

#[test]
fn sources_that_need_not_know_can_not_tell() {
    let mut book = listing(TITLE, &PEOPLE, "Mill Press", 2003);
    book.kind = Some(Kind::Book);
    let mut thesis = book.clone();
    thesis.kind = Some(Kind::PhdThesis);
    let unasked = listing(TITLE, &PEOPLE, "arXiv preprint", 2023);
    let workshop = listing(TITLE, &PEOPLE, "NeurIPS Workshop on Looms", 2023);
    let new = listing(TITLE, &PEOPLE, "NSDI", 2026);
    for listed in [book, thesis, unasked, workshop, new] {
        let judgement = judged(&listed, &[], AskState::Answered);
        assert_eq!(judgement.standing, Standing::CantTell, "{listed:?}");
        assert!(!judgement.findings.is_empty(), "it says why");
    }
}

#[test]
fn thesis_does_not_differ_from_the_paper_with_its_title() {
    let mut thesis = listing(TITLE, &PEOPLE[..1], "Rice University", 2024);
    thesis.kind = Some(Kind::PhdThesis);
    let known = [record(TITLE, &PEOPLE, "NSDI", 2023)];
    assert_eq!(standing(&thesis, &known), Standing::CantTell);
}

#[test]
fn missing_answer_only_moves_verdicts_to_can_not_tell() {
    let known = [record(TITLE, &PEOPLE, "NSDI", 2023)];
    let mut pinned = listing("Looms", &["Ada Ex"], "NSDI", 2023);
    pinned.doi = Some(doi("10.1145/1.1"));
    for listed in [
        listing(TITLE, &PEOPLE, "CVPR", 2020),
        listing(TITLE, &["Ada Ex"], "NSDI", 2023),
        listing("Looms of the West", &["Ada Ex"], "NSDI", 2023),
        listing(TITLE, &["Anonymous"], "NSDI", 2023),
        pinned,
    ] {
        let judgement = judged(&listed, &known, AskState::Failed);
        assert_eq!(judgement.standing, Standing::CantTell, "{judgement:?}");
    }
    let good = listing(TITLE, &PEOPLE, "NSDI", 2023);
    assert_eq!(
        judged(&good, &known, AskState::Failed).standing,
        Standing::Verified
    );
    let later = listing("Looms of Tomorrow", &["Ada Ex"], "NSDI", 2030);
    for (state, standing) in [
        (AskState::Failed, Standing::CantTell),
        (AskState::Answered, Standing::Contradicted),
    ] {
        assert_eq!(judged(&later, &known, state).standing, standing);
    }
}

#[test]
fn unregistered_identifier_is_not_found_if_nobody_knows_the_work() {
    let judged = |listed: &Listing, near: &[Record], exists: bool| {
        let pins = listed.pinned_ids().into_iter();
        let exists = pins.map(|id| (id, exists)).collect();
        judged_with(listed, near, AskState::Answered, &exists)
    };
    // Of a field that was not asked, or too new for its title to be missed.
    let mut listed = listing(TITLE, &PEOPLE, "NSDI", 2026);
    listed.doi = Some(doi("10.99999/9.9"));
    let judgement = judged(&listed, &[], false);
    assert_eq!(judgement.standing, Standing::NotFound, "{judgement:?}");
    assert_eq!(fields(&judgement), ["doi"]);
    let judgement = judged(&listed, &[], true);
    assert_eq!(judgement.standing, Standing::CantTell, "{judgement:?}");
    listed.year = Some(2023);
    let judgement = judged(&listed, &[], true);
    assert_eq!(judgement.standing, Standing::CantTell, "it is registered");
    // A publisher may register a new article later, and arXiv a manuscript.
    listed.year = Some(2026);
    listed.doi = Some(doi("10.1145/9.9"));
    assert_eq!(judged(&listed, &[], false).standing, Standing::CantTell);
    listed.doi = None;
    for (id, standing) in [
        ("2602.12271", Standing::NotFound),
        ("2611.00001", Standing::CantTell),
        ("2612.00001", Standing::NotFound),
    ] {
        listed.arxiv = Some(ArxivId::parse(id).unwrap());
        assert_eq!(judged(&listed, &[], false).standing, standing, "{id}");
    }
    // Books are never accused.
    let mut book = listing(TITLE, &PEOPLE, "Mill Press", 2003);
    book.kind = Some(Kind::Book);
    book.doi = Some(doi("10.99999/9.9"));
    let judgement = judged(&book, &[], false);
    assert_eq!(judgement.standing, Standing::CantTell);
    assert!(fields(&judgement).contains(&"doi"), "and it is said");
}

#[test]
fn unregistered_identifier_of_a_known_work_differs_if_another_is_known() {
    let mut known = record(TITLE, &PEOPLE, "NSDI", 2023);
    let mut listed = listing(TITLE, &PEOPLE, "NSDI", 2023);
    listed.doi = Some(doi("10.1145/9.9"));
    let exists = BTreeMap::from([(Id::Doi(doi("10.1145/9.9")), false)]);
    let judged = |near: &Record| {
        let near = std::slice::from_ref(near);
        judged_with(&listed, near, AskState::Answered, &exists)
    };
    let judgement = judged(&known);
    assert_eq!(judgement.standing, Standing::Verified, "{judgement:?}");
    assert_eq!(fields(&judgement), ["doi"], "it is remarked");
    known.meta.ids.doi = Some(doi("10.1145/1.1"));
    let judgement = judged(&known);
    assert_eq!(judgement.standing, Standing::Differs, "{judgement:?}");
    assert_eq!(judgement.findings[0].source, Some(SourceName::DOI));
}

#[test]
fn head_of_a_title_by_its_people_at_its_venue_is_the_work() {
    let mut other = record("Looms of the North", &["Ada Ex"], "OSDI", 2020);
    other.meta.ids.doi = Some(doi("10.1145/1.1"));
    let known = [record(TITLE, &PEOPLE, "NSDI", 2023), other];
    let mut listed = listing("Electrode", &PEOPLE, "NSDI", 2023);
    assert_eq!(standing(&listed, &known), Standing::Verified);
    listed.year = Some(2022);
    let judgement = judged(&listed, &known, AskState::Answered);
    assert_eq!(judgement.standing, Standing::Differs, "{judgement:?}");
    assert_eq!(fields(&judgement), ["year"]);
    // A DOI pasted from another entry proves nothing.
    listed.year = Some(2023);
    listed.doi = Some(doi("10.1145/1.1"));
    let judgement = judged(&listed, &known, AskState::Answered);
    assert_eq!(judgement.standing, Standing::Differs, "{judgement:?}");
    assert_eq!(fields(&judgement), ["doi"]);
    let others = listing("Electrode", &["Ada Ex"], "NSDI", 2023);
    assert_ne!(standing(&others, &known), Standing::Verified);
}

#[test]
fn identifier_of_another_work_proves_nothing_unless_the_title_was_asked_for() {
    let mut other = record("Looms of the North", &["Ada Ex"], "OSDI", 2020);
    other.meta.ids.doi = Some(doi("10.1145/1.1"));
    let mut listed = listing("Tisser par la main pour les moulins", &PEOPLE, "NSDI", 2023);
    listed.doi = Some(doi("10.1145/1.1"));
    let known = [other];
    assert_eq!(standing(&listed, &known), Standing::Differs, "translated");
    listed.title = TITLE.to_owned();
    assert_eq!(standing(&listed, &known), Standing::Contradicted);
    assert_ne!(
        judged(&listed, &known, AskState::Offline).standing,
        Standing::Contradicted
    );
}

#[test]
fn anonymous_is_a_placeholder_only_where_papers_are_signed() {
    let of = |venue: &str, year: i32, kind: Option<Kind>| {
        let mut listed = listing("Looms of War and Peace", &["Anonymous"], venue, year);
        listed.kind = kind;
        standing(&listed, &[])
    };
    assert_eq!(of("NSDI", 2019, None), Standing::Contradicted);
    for (venue, year, kind) in [
        ("The Economist", 2015, None),
        ("Nature", 2015, None),
        ("Norton Anthology", 1962, Some(Kind::Chapter)),
        ("Penguin", 1999, Some(Kind::Book)),
        ("Phil. Trans. R. Soc.", 1665, None),
        ("NSDI Workshop", 2019, None),
    ] {
        assert_eq!(of(venue, year, kind), Standing::CantTell, "{venue}");
    }
}

#[test]
fn year_to_come_accuses_papers_alone() {
    for (venue, year, kind) in [
        ("Thai Journal of Textiles", 2559, None),
        ("EU", 2030, Some(Kind::Book)),
        ("https://looms.example", 2030, Some(Kind::Web)),
        ("NSDI", 2559, None),
    ] {
        let mut listed = listing("Agenda of Looms", &["Ada Ex"], venue, year);
        listed.kind = kind;
        assert_eq!(standing(&listed, &[]), Standing::CantTell, "{venue}");
    }
}

#[test]
fn light_slip_of_the_title_is_never_not_found() {
    let known = [record(TITLE, &PEOPLE, "NSDI", 2023)];
    let slip = "Electrode: Accelerating Distributed Protocol Stacks with eBPF";
    let mut listed = listing(slip, &PEOPLE[..1], "NSDI", 2023);
    listed.authors_complete = false;
    assert_eq!(standing(&listed, &known), Standing::Differs);
    listed.venue = Some("OSDI".to_owned());
    listed.year = Some(2019);
    assert_eq!(standing(&listed, &known), Standing::CantTell);
}

#[test]
fn other_fields_can_not_be_told_by_one_answer() {
    for venue in [
        "The New York Times",
        "Medium",
        "Neue Juristische Wochenschrift",
        "OpenAI",
        "DEF CON 26",
    ] {
        let listed = listing("Looms of War and Peace", &["Ada Ex"], venue, 2019);
        assert_eq!(standing(&listed, &[]), Standing::CantTell, "{venue}");
    }
    let listed = listing("织机的研究", &["Ada Ex"], "NSDI", 2019);
    assert_eq!(standing(&listed, &[]), Standing::CantTell);
}

#[test]
fn real_paper_in_another_journal_differs() {
    let mut known = record(TITLE, &PEOPLE, "CVPR", 2018);
    known.meta.venue = Some(Title::plain(
        "2018 IEEE Conference on Computer Vision and Pattern Recognition, CVPR 2018",
    ));
    let judge =
        |venue: &str, known: &[Record]| standing(&listing(TITLE, &PEOPLE, venue, 2018), known);
    let conference = [known.clone()];
    for other in [
        "International Journal of Computer Vision",
        "IEEE Transactions on Pattern Analysis and Machine Intelligence",
        "Pattern Recognition",
    ] {
        assert_eq!(judge(other, &conference), Standing::Differs, "{other}");
    }
    assert_eq!(judge("CVPR Workshops", &conference), Standing::CantTell);
    for same in [
        "Curran Associates, Inc.",
        "MIT Press",
        "Comput. Vis. Pattern Recognit., pp. 12–20",
    ] {
        assert_eq!(judge(same, &conference), Standing::Verified, "{same}");
    }
    let mut journal = record(TITLE, &PEOPLE, "Int. J. Comput. Vis.", 2018);
    journal.meta.kind = Kind::Journal;
    assert_eq!(
        judge(
            "International Journal of Computer Vision",
            &[known, journal]
        ),
        Standing::Verified,
        "it has that version too"
    );
}

#[test]
fn invented_names_and_parts_of_titles_are_not_verified() {
    let known = [record(TITLE, &PEOPLE, "NSDI", 2023)];
    let judge = |title: &str, people: &[&str]| {
        let judgement = judged(
            &listing(title, people, "NSDI", 2023),
            &known,
            AskState::Answered,
        );
        (judgement.standing, fields(&judgement).join(" "))
    };
    let differs = |fields: &str| (Standing::Differs, fields.to_owned());
    let added = format!("{TITLE}: Evidence from Weaving Mills");
    assert_eq!(judge(&added, &PEOPLE), differs("title"));
    assert_eq!(judge(TITLE, &["Ann <b>Rossi</b>"]), differs("authors"));
    assert_eq!(
        judge(TITLE, &["Quentin Zhou", PEOPLE[1]]),
        differs("authors")
    );
    for nobody in ["N/A", "The Loom Team"] {
        let (standing, _) = judge(TITLE, &[nobody]);
        assert_eq!(standing, Standing::CantTell, "{nobody}");
    }
    assert_eq!(judge(TITLE, &["Zhou Y", "Wang Z"]).0, Standing::Verified);
}

#[test]
fn identifier_of_which_no_registry_was_asked_is_not_verified() {
    let known = [record(TITLE, &PEOPLE, "NSDI", 2023)];
    let mut listed = listing(TITLE, &PEOPLE, "NSDI", 2023);
    listed.doi = Some(doi("10.1145/9.9"));
    let judgement = judged(&listed, &known, AskState::Offline);
    assert_eq!(judgement.standing, Standing::CantTell, "{judgement:?}");
}
