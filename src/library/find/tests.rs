use fs_err as fs;

use super::*;
use crate::library::Library;
use crate::model::{ArxivId, DblpKey, Doi, PersonName, Record};

const RECORDS: &str = r#"
{"key":"conf/nips/VaswaniSPUJGKP17","type":"inproceedings","title":"Attention is All you Need","authors":["Ashish Vaswani","Noam Shazeer"],"year":2017}
{"key":"journals/corr/VaswaniSPUJGKP17","type":"article","title":"Attention Is All You Need","authors":["Ashish Vaswani","Noam Shazeer"],"year":2017,"arxiv":"1706.03762"}
{"key":"conf/cvpr/HeZRS16","type":"inproceedings","title":"Deep Residual Learning for Image Recognition","authors":["Kaiming He","Xiangyu Zhang 0005","Shaoqing Ren","Jian Sun 0001"],"year":2016,"doi":"10.1109/cvpr.2016.90"}
{"key":"journals/corr/abs-2305-16291","type":"article","title":"Espresso: Unleashing the Full Potential of Multi-Cast Gradient Compression","authors":["Zhuang Wang","T. S. Eugene Ng"],"year":2023}
{"key":"journals/x/E1","type":"article","title":"Editorial","authors":["Ann Müller"],"year":2001}
{"key":"journals/x/E2","type":"article","title":"Editorial","authors":["Bob Miller"],"year":2002}
{"key":"journals/x/E3","type":"article","title":"Editorial","authors":["Zoë Moeller"],"year":2003}
"#;

fn library() -> (tempfile::TempDir, Library) {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("a.jsonl"), RECORDS).unwrap();
    fs::write(home.path().join("b.jsonl"), RECORDS).unwrap();
    let library = Library::open(&[home.path().to_owned()], &home.path().join("index")).unwrap();
    (home, library)
}

fn keys(records: &[Record]) -> Vec<&str> {
    let keys = records.iter().filter_map(|r| r.meta.ids.dblp.as_ref());
    keys.map(DblpKey::as_str).collect()
}

#[test]
fn records_are_found_by_every_identifier() {
    let (_home, library) = library();
    let dblp = |key| Id::Dblp(DblpKey::parse(key).unwrap());
    let doi = |doi| Id::Doi(Doi::parse(doi).unwrap());
    let arxiv = |id| Id::Arxiv(ArxivId::parse(id).unwrap());
    for (id, want) in [
        (dblp("conf/cvpr/HeZRS16"), "conf/cvpr/HeZRS16"),
        (doi("10.1109/CVPR.2016.90"), "conf/cvpr/HeZRS16"),
        (arxiv("1706.03762v5"), "journals/corr/VaswaniSPUJGKP17"),
        (
            doi("10.48550/arXiv.1706.03762"),
            "journals/corr/VaswaniSPUJGKP17",
        ),
        (
            dblp("journals/corr/abs-1706-03762"),
            "journals/corr/VaswaniSPUJGKP17",
        ),
        (arxiv("2305.16291"), "journals/corr/abs-2305-16291"),
    ] {
        assert_eq!(keys(&library.by_ids(&[id])), [want]);
    }
    assert!(library.by_ids(&[doi("10.1109/none")]).is_empty());
    let both = library.by_ids(&[arxiv("2305.16291"), dblp("conf/cvpr/HeZRS16")]);
    assert_eq!(
        keys(&both),
        ["journals/corr/abs-2305-16291", "conf/cvpr/HeZRS16"]
    );
}

#[test]
fn title_finds_each_version_once() {
    let (_home, library) = library();
    let found = library.by_title(&asked("ATTENTION is all you need.", &["Vaswani"]));
    assert_eq!(
        keys(&found),
        [
            "conf/nips/VaswaniSPUJGKP17",
            "journals/corr/VaswaniSPUJGKP17"
        ]
    );
    assert!(
        found
            .iter()
            .all(|r| r.source == crate::model::SourceName::LIBRARY)
    );
}

#[test]
fn damaged_titles_find_their_record() {
    let (_home, library) = library();
    for title in [
        "Deep Resdiual Learnign for Imgae Recognition",
        "Deep Learning for Recognition",
        "Deep Residual Learning",
        "DeepResidual Learning forImage Recognition",
        "Poster: Deep Residual Learning for Image Recognition",
        "Deep Resid. Learn. for Image Recogn.",
        "Espresso",
        "Unleashing the Full Potential of Gradient Compression",
        "Espreso: unleashing the full potential of multicast gradient compresion",
        "Hi-Speed Training with Espresso: Unleashing the Full Potential of Gradient Compression",
    ] {
        let found = library.by_title(&asked(title, &[]));
        let want = if title.starts_with("Deep") || title.starts_with("Poster") {
            "conf/cvpr/HeZRS16"
        } else {
            "journals/corr/abs-2305-16291"
        };
        assert_eq!(keys(&found), [want], "{title}");
    }
    for title in ["", "?!", "\"", "Quantum Chromodynamics on the Lattice"] {
        assert!(library.by_title(&asked(title, &["He"])).is_empty());
    }
}

#[test]
fn listed_author_ranks_first_among_equal_titles() {
    let (_home, library) = library();
    for (surname, want) in [("Miller", "journals/x/E2"), ("Moeller", "journals/x/E3")] {
        let found = library.by_title(&asked("Editorial", &[surname]));
        assert_eq!(found.len(), 3);
        assert_eq!(keys(&found)[0], want);
    }
}

#[test]
fn misread_and_joined_words_find_their_record() {
    let (_home, library) = library();
    for title in [
        "Deep Residua1 Leaming f0r Irnage Recogniti0n",
        "DeepResidual LearningForImage Recognition",
        "D ep Resid ual L arning for Im ge Recog nition",
        "He Zhang Ren Sun: Deep Residual Learning for Image Recognition. CVPR 770-778",
    ] {
        let found = library.by_title(&asked(title, &[]));
        assert_eq!(keys(&found), ["conf/cvpr/HeZRS16"], "{title}");
    }
}

#[test]
fn same_people_are_found_under_another_title() {
    let (_home, library) = library();
    let team = ["K. He", "X. Zhang", "S. Ren"];
    let found = library.by_title(&asked("Networks with Shortcuts", &team));
    assert_eq!(keys(&found), ["conf/cvpr/HeZRS16"]);
    let found = library.by_title(&asked("Networks with Shortcuts", &team[..2]));
    assert!(found.is_empty(), "two of four, and no word in common");
    let mut both = asked(
        "Compression for Distributed Machines",
        &["Z. Wang", "T. S. E. Ng"],
    );
    both.year = Some(2010);
    assert!(library.by_title(&both).is_empty(), "years apart");
    both.year = Some(2022);
    let found = library.by_title(&both);
    assert_eq!(keys(&found), ["journals/corr/abs-2305-16291"]);
}

#[test]
fn full_match_ends_the_search() {
    let home = tempfile::tempdir().unwrap();
    let records = r#"
{"key":"conf/x/A","type":"inproceedings","title":"Sorting Many Strings on Parallel Machines","authors":["Ann Ex","Bo Yu"],"year":2010}
{"key":"conf/x/B","type":"inproceedings","title":"Sorting Many Strings on Parallel Machine","authors":["Ann Ex","Bo Yu"],"year":2012}
{"key":"conf/x/C","type":"inproceedings","title":"TPC-D: The Challenges","authors":["Ann Ex"],"year":2010}
{"key":"journals/x/D","type":"article","title":"TCP-D - The Challenges","authors":["Ann Ex"],"year":2010}
"#;
    fs::write(home.path().join("a.jsonl"), records).unwrap();
    let library = Library::open(&[home.path().to_owned()], &home.path().join("index")).unwrap();
    let title = "Sorting many strings on parallel machines";
    for (authors, year, want) in [
        (&["A. Ex", "B. Yu"][..], 2010, &["conf/x/A"][..]),
        (&["A. Ex", "B. Yu"], 2011, &["conf/x/A", "conf/x/B"]),
        (&[], 2010, &["conf/x/A", "conf/x/B"]),
    ] {
        let found = library.by_title(&asked_of(title, authors, year));
        assert_eq!(keys(&found), want, "{authors:?} {year}");
    }
    let subtitle = asked_of("TPC-D: The challenges", &["Ann Ex"], 2010);
    let found = library.by_title(&subtitle);
    assert_eq!(keys(&found), ["conf/x/C", "journals/x/D"]);
}

#[test]
fn titles_with_a_word_are_counted() {
    let (_home, library) = library();
    assert_eq!(library.titles_with("editorial"), 6, "three in each file");
    assert_eq!(library.titles_with("quantum"), 0);
}

fn asked_of(title: &str, authors: &[&str], year: i32) -> TitleLookup {
    TitleLookup {
        year: Some(year),
        ..asked(title, authors)
    }
}

fn asked(title: &str, authors: &[&str]) -> TitleLookup {
    TitleLookup {
        title: title.to_owned(),
        authors: authors.iter().map(|name| PersonName::parse(name)).collect(),
        year: None,
    }
}
