//! Works that no service has, that it has twice, or as another kind: every listed work has exactly
//! one entry.

use serde_json::{Value, json};

use crate::support::{
    At, Paper, Sandbox, Services, aurora, cupcake, electrode, entry, field, gemini, zhuang,
};

fn kind(entry: &str) -> &str {
    entry.split('{').next().unwrap()
}

#[test]
fn unmatched_work_is_exported_as_listed_with_a_note() {
    let services = Services::knowing([gemini()], [zhuang()]);
    let sandbox = Sandbox::at(&services);
    sandbox.list(
        "profile.json",
        &json!({"name": "Zhuang Wang", "publications": [
            {"title": "A Talk about Nothing in Particular", "authors": ["Zhuang Wang", "T. S. Eugene Ng"],
             "venue": "Rice Systems Seminar", "year": 2019},
            {"title": "LCFS: Hierarchical Performance Isolation for Distributed LLM Serving",
             "authors": [null, "Zhongzhu Zhou"], "status": "under review", "year": 2026},
            {"title": "Memory Pools for Migration", "authors": [null],
             "venue": "In submission to ATC 2026", "year": 2026, "note": "With Intel"},
            {"title": "Handbook of Things", "kind": "book", "venue": "Springer", "year": 2018},
            {"title": "Scaling Deep Learning through Optimizing Data-Plane Communications",
             "authors": [null], "venue": "PhD thesis, Rice University", "year": 2023},
        ]}),
    );
    let run = sandbox.fetch(&[]);
    assert_eq!(run.code, 0, "{run:?}");
    let bib = sandbox.bib();
    assert_eq!(bib.matches("\n@").count(), 5, "{bib}");

    let talk = entry(&bib, "wang2019talk");
    assert_eq!(
        field(talk, "author"),
        Some("Wang, Zhuang and Ng, T. S. Eugene")
    );
    assert_eq!(field(talk, "year"), Some("2019"));
    assert!(talk.contains("Rice Systems Seminar"), "{talk}");
    assert_eq!(field(talk, "note"), None, "a remark is a comment");
    assert_eq!(bib.matches(" (unmatched, as listed)\n").count(), 3, "{bib}");
    assert_eq!(
        field(entry(&bib, "wang2026lcfs"), "note"),
        Some("Under review")
    );
    let pools = entry(&bib, "wang2026memory");
    assert_eq!(
        (kind(pools), field(pools, "note")),
        ("@misc", Some("With Intel"))
    );
    let book = entry(&bib, "anon2018handbook");
    assert_eq!(
        (kind(book), field(book, "publisher")),
        ("@book", Some("Springer"))
    );
    let thesis = entry(&bib, "wang2023scaling");
    assert_eq!(kind(thesis), "@phdthesis");
    assert!(
        field(thesis, "school").unwrap().contains("Rice University"),
        "{thesis}"
    );

    let report = sandbox.report();
    assert_eq!(report["summary"]["unmatched"], 5);
    for publication in report["publications"].as_array().unwrap() {
        assert_eq!(publication["status"], "unmatched");
        assert_eq!(
            publication["ids"],
            json!({"dblp": null, "doi": null, "arxiv": null})
        );
        assert_eq!(publication.get("candidates"), None);
    }
    assert_eq!(report["publications"][0]["reason"], "no source has it");
}

#[test]
fn two_listings_of_one_work_share_an_entry() {
    let services = Services::knowing([gemini(), electrode()], [zhuang()]);
    let sandbox = Sandbox::at(&services);
    let seminar =
        json!({"title": "A Talk about Nothing", "authors": ["Zhuang Wang"], "year": 2019});
    sandbox.list(
        "one.json",
        &json!({"name": "Zhuang Wang", "publications": [
            {"title": gemini().title, "authors": [null, "Zhen Jia"], "authors_complete": false, "venue": "SOSP"},
            seminar,
        ]}),
    );
    sandbox.list(
        "two.json",
        &json!({"name": "Zhen Jia", "publications": [
            {"title": "Gemini: Fast failure recovery in distributed training with in-memory checkpoints",
             "authors": ["Zhuang Wang", null, "Shuai Zheng"], "authors_complete": false, "year": 2023},
            seminar,
            {"title": electrode().title, "authors": ["Yang Zhou", "Zezhou Wang"], "authors_complete": false},
        ]}),
    );
    let run = sandbox.bibsync(&["fetch", "one.json", "two.json", "--report", "report.json"]);
    assert_eq!(run.code, 0, "{run:?}");
    let report = sandbox.report();
    let keys: Vec<&Value> = (0..5)
        .map(|at| &report["publications"][at]["key"])
        .collect();
    assert_eq!(
        keys,
        [
            "wang2023gemini",
            "wang2019talk",
            "wang2023gemini",
            "wang2019talk",
            "zhou2023electrode"
        ]
    );
    assert_eq!(report["summary"]["duplicates"], 2);
    assert_eq!(sandbox.bib().matches("\n@").count(), 3);
    assert!(run.err.contains("2 listed more than once"), "{}", run.err);
}

#[test]
fn works_with_one_title_stay_separate() {
    let book = || {
        Paper::journal(
            "books/sp/Ng20",
            "Principles of Collective Communication",
            "Springer",
            2020,
        )
        .class("Book")
        .publisher("Springer")
        .by(&["T. S. Eugene Ng"])
    };
    let article = || {
        Paper::journal(
            "journals/cacm/Ng19",
            "Principles of Collective Communication",
            "Commun. ACM",
            2019,
        )
        .by(&["T. S. Eugene Ng"])
        .doi("10.1145/1.19")
    };
    let listed = json!({"publications": [
        {"title": "Principles of Collective Communication", "authors": ["T. S. Eugene Ng"], "kind": "book", "venue": "Springer"},
    ]});
    let only_article = Services::knowing([article()], []);
    let sandbox = Sandbox::at(&only_article);
    sandbox.list("profile.json", &listed);
    sandbox.fetch(&[]);
    assert_ne!(
        sandbox.report()["publications"][0]["status"],
        "matched",
        "{}",
        sandbox.bib()
    );
    assert!(sandbox.entries().starts_with("@book{"), "{}", sandbox.bib());

    let both = Services::knowing([article(), book()], []);
    let sandbox = Sandbox::at(&both);
    let report = sandbox.fetched(&listed);
    assert_eq!(
        report["publications"][0]["ids"]["dblp"], "books/sp/Ng20",
        "{report:#}"
    );
}

#[test]
fn thesis_does_not_match_its_paper() {
    let title = "Scaling Deep Learning through Optimizing Communications";
    let paper = || {
        Paper::conference("conf/x/Wang23", title, "EuroSys", 2023)
            .by(&["Zhuang Wang 0001"])
            .doi("10.1145/1.23")
    };
    let thesis = || {
        Paper::journal(
            "phd/us/Wang23",
            title,
            "Rice University, Houston, USA",
            2023,
        )
        .class("Phdthesis")
        .by(&["Zhuang Wang 0001"])
    };
    let listed = json!({"publications": [
        {"title": title, "authors": ["Zhuang Wang"], "venue": "Ph.D. thesis, Rice University", "year": 2023},
    ]});
    let sandbox = Sandbox::at(&Services::knowing([paper()], []));
    sandbox.list("profile.json", &listed);
    sandbox.fetch(&[]);
    assert!(
        sandbox.entries().starts_with("@phdthesis{"),
        "{}",
        sandbox.bib()
    );
    assert_eq!(
        sandbox.report()["publications"][0]["ids"]["doi"],
        Value::Null
    );

    let services = Services::knowing([paper(), thesis()], []);
    let sandbox = Sandbox::at(&services);
    let report = sandbox.fetched(&listed);
    assert_eq!(
        report["publications"][0]["ids"]["dblp"], "phd/us/Wang23",
        "{report:#}"
    );
    assert_eq!(
        field(&sandbox.bib(), "school"),
        Some("Rice University, Houston, {USA}")
    );
}

#[test]
fn preprint_yields_to_its_publication() {
    let title = "ZEN: Empowering Distributed Training with Sparsity-driven Data Synchronization";
    let authors = [
        "Zhuang Wang 0001",
        "Zhaozhuo Xu",
        "Jingyi Xi",
        "T. S. Eugene Ng",
    ];
    let preprint = Paper::preprint("2309.13254", title, 2023).by(&authors);
    let paper = Paper::conference("conf/osdi/WangXXN25", title, "OSDI", 2025).by(&authors);
    let services = Services::knowing([preprint, paper], []);
    let sandbox = Sandbox::at(&services);
    let report = sandbox.fetched(&json!({"publications": [
        {"title": title, "authors": ["Zhuang Wang", "Zhaozhuo Xu", "Jingyi Xi", "T. S. Eugene Ng"],
         "venue": "arXiv preprint arXiv:2309.13254", "year": 2023},
    ]}));
    let only = &report["publications"][0];
    assert_eq!(
        (&only["status"], &only["upgraded"]),
        (&json!("matched"), &json!(true)),
        "{only:#}"
    );
    assert_eq!(
        only["ids"],
        json!({"dblp": "conf/osdi/WangXXN25", "doi": null, "arxiv": "2309.13254"})
    );
    let bib = sandbox.bib();
    assert_eq!(bib.matches('@').count(), 1, "{bib}");
    let entry = entry(&bib, "wang2025zen");
    assert_eq!(
        (kind(entry), field(entry, "year")),
        ("@inproceedings", Some("2025"))
    );
    assert_eq!(field(entry, "eprint"), Some("2309.13254"));
    let again = sandbox.fetch(&[]);
    assert!(again.err.contains("1 upgraded"), "{}", again.err);
}

#[test]
fn submission_is_exported_as_its_preprint() {
    let services = Services::knowing([aurora(), cupcake()], []);
    let sandbox = Sandbox::at(&services);
    let report = sandbox.fetched(&json!({"publications": [
        {"title": aurora().title, "authors": ["Junxiong Wang", "Fengxiang Bie", "Jisen Li", "Zhongzhu Zhou"],
         "venue": "Submitted to ICML 2026", "year": 2026},
    ]}));
    let only = &report["publications"][0];
    assert_eq!(
        (&only["status"], &only["upgraded"]),
        (&json!("matched"), &json!(false)),
        "{only:#}"
    );
    let bib = sandbox.bib();
    let entry = entry(&bib, "wang2026when");
    assert_eq!(kind(entry), "@misc");
    assert_eq!(field(entry, "eprint"), Some("2602.06932"));
    assert_eq!(
        field(entry, "primaryClass"),
        Some("cs.LG"),
        "from arXiv itself"
    );
    assert!(!entry.contains("ICML"), "{entry}");
    assert_eq!(
        services.count(At::Crossref),
        0,
        "it registers no preprints of arXiv's"
    );
}

#[test]
fn unpublished_work_is_accepted_by_strict() {
    let sandbox = Sandbox::cut_off();
    let listed = [
        ("Alpha Looms", json!("to appear")),
        ("Beta Mills", json!("in press")),
        ("Gamma Dyes", json!("working paper")),
        ("Delta Threads", json!("published")),
    ]
    .map(|(title, status)| json!({"title": title, "status": status}));
    let list = |count: usize| {
        let mut all = listed[..count].to_vec();
        all.push(json!({"title": "A Talk of Mine", "match": false}));
        sandbox.list("profile.json", &json!({"publications": all}));
        sandbox.fetch(&["--offline", "--strict"])
    };
    let run = list(3);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.err.contains("  unpublished: Alpha Looms ["), "{run:?}");
    assert!(
        run.err.contains("  not looked up: A Talk of Mine ["),
        "{run:?}"
    );
    assert_eq!(list(4).code, 1);
}

#[test]
fn states_of_all_languages_keep_their_spelling_and_pass_strict() {
    let states = [
        ("Alpha Looms", "à paraître", "À paraître"),
        ("Beta Mills", "accepté", "Accepté"),
        ("Gamma Dyes", "en preparación", "En preparación"),
        ("Delta Threads", "kabul edildi", "Kabul edildi"),
        ("Epsilon Wools", "im Druck", "Im Druck"),
        ("Zeta Yarns", "принято к печати", "Принято к печати"),
        ("Eta Felts", "投稿中", "投稿中"),
        ("Theta Silks", "przyjęte do druku", "Przyjęte do druku"),
    ];
    let sandbox = Sandbox::cut_off();
    let listed = states.map(|(title, status, _)| json!({"title": title, "status": status}));
    sandbox.list("profile.json", &json!({"publications": listed}));
    let strict = ["--offline", "--strict", "--format", "biblatex"];
    let run = sandbox.fetch(&strict);
    assert_eq!(run.code, 0, "{run:?}");
    for (title, _, note) in states {
        let noted = format!("{{{note}}}");
        assert!(
            sandbox.bib().contains(&noted),
            "{title}: {note} in {}",
            sandbox.bib()
        );
    }

    // The same from a list, where the state is one of the words of an entry.
    let sandbox = Sandbox::cut_off();
    let lines = states.map(|(title, status, _)| {
        format!(
            "- A. Sample, B. Person. \"{title} and Other Works of Ours\". Cloth Review, {status}.\n"
        )
    });
    sandbox.put(
        "cv.md",
        &format!("# A. Sample\n\n## Publications\n\n{}", lines.concat()),
    );
    assert_eq!(sandbox.bibsync(&["import", "cv.md"]).code, 0);
    let profile: Value = serde_json::from_str(&sandbox.read("profile.json")).unwrap();
    let read: Vec<&str> = profile["publications"]
        .as_array()
        .unwrap()
        .iter()
        .map(|listed| listed["status"].as_str().unwrap_or_default())
        .collect();
    assert_eq!(read, states.map(|(_, status, _)| status));
    let run = sandbox.fetch(&strict);
    assert_eq!(run.code, 0, "{run:?}");
}

#[test]
fn order_of_the_list_does_not_change_requests() {
    let services = Services::knowing([gemini()], [zhuang()]);
    let crafts = [
        "Weaving", "Dyeing", "Milling", "Tanning", "Carding", "Fulling", "Spinning", "Felting",
    ];
    // More works than a run searches for, none of them in Crossref.
    let mut listed: Vec<Value> = (0..24)
        .map(|at| {
            let title = format!("{} in the Year {}", crafts[at % 8], 1800 + 7 * at);
            json!({"title": title, "authors": [format!("Ada Example{at}"), "Bob Roe"], "year": 2000 + at})
        })
        .collect();
    let asked = |listed: &[Value]| {
        services.forget();
        let sandbox = Sandbox::at(&services);
        sandbox.fetched(&json!({"publications": listed}));
        let mut asked = services.asked(At::Crossref);
        asked.sort();
        asked
    };
    let first = asked(&listed);
    assert!(first.len() > 4 && first.len() < 24, "{first:#?}");
    listed.reverse();
    assert_eq!(asked(&listed), first);
}
