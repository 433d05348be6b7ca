//! People with the same name, and the DBLP page of each.

use serde_json::{Value, json};

use crate::support::{At, Paper, Sandbox, Services, Someone, cupcake, espresso, gemini, zhuang};

/// Someone with the same name and one paper, which has the title of a listed one.
fn other() -> Someone {
    Someone::new("15/4830-2", "Zhuang Wang 0002").with_orcid("0000-0002-1825-0097")
}

/// Creates a paper by one author with a common name; no co-author identifies them.
fn alone(key: &str, title: &str, author: &str, year: u16) -> Paper {
    Paper::conference(key, title, "PADL", year).by(&[author])
}

const SHARED: &str = "Declarative Scheduling of Collective Communication Primitives";

fn list(more: &Value) -> Value {
    let mut profile = json!({
        "name": "Zhuang Wang",
        "publications": [
            {"title": espresso().title, "authors": [null, "Haibin Lin", "Yibo Zhu", "T. S. Eugene Ng"]},
            {"title": gemini().title, "authors": [null, "Zhen Jia"], "authors_complete": false},
            {"title": SHARED, "authors": [null], "year": 2023},
        ],
    });
    for (name, value) in more.as_object().into_iter().flatten() {
        profile[name] = value.clone();
    }
    profile
}

fn remarks(publication: &Value) -> String {
    publication["evidence"]["remarks"].to_string()
}

#[test]
fn page_needs_two_listed_titles_to_be_trusted() {
    let papers = [
        espresso(),
        gemini(),
        alone("conf/padl/Wang23", SHARED, "Zhuang Wang 0001", 2023),
        alone("conf/padl/Wang23a", SHARED, "Zhuang Wang 0002", 2023),
    ];
    let services = Services::knowing(papers, [other(), zhuang()]);
    let sandbox = Sandbox::at(&services);
    let report = sandbox.fetched(&list(&json!({})));
    let publications = &report["publications"];
    for index in 0..3 {
        assert_eq!(publications[index]["status"], "matched", "{report:#}");
        assert!(remarks(&publications[index]).contains("own page"));
    }
    assert_eq!(publications[2]["ids"]["dblp"], "conf/padl/Wang23");
    let second = &publications[2]["candidates"][1];
    assert_eq!(second["ids"]["dblp"], "conf/padl/Wang23a");
    assert!(remarks(second).contains("by a namesake"));
    assert_eq!(
        services.count(At::Dblp),
        4,
        "both pages in the same requests"
    );
}

#[test]
fn paper_of_a_namesake_is_not_matched() {
    let papers = [
        espresso(),
        gemini(),
        alone("conf/padl/Wang23a", SHARED, "Zhuang Wang 0002", 2023),
    ];
    let services = Services::knowing(papers, [other(), zhuang()]);
    let sandbox = Sandbox::at(&services);
    sandbox.list("profile.json", &list(&json!({})));
    sandbox.fetch(&[]);
    let third = &sandbox.report()["publications"][2];
    assert_ne!(third["status"], "matched", "{third:#}");
    assert_eq!(
        third["ids"],
        json!({"dblp": null, "doi": null, "arxiv": null})
    );
}

/// One title on a page may be a coincidence: the page is then not attributed.
#[test]
fn page_with_one_listed_title_is_ignored() {
    let services = Services::knowing([espresso(), cupcake()], [zhuang()]);
    let sandbox = Sandbox::at(&services);
    sandbox.list("profile.json", &list(&json!({})));
    let run = sandbox.fetch(&[]);
    assert_eq!(run.code, 0, "{run:?}");
    let first = &sandbox.report()["publications"][0];
    assert_eq!(first["status"], "matched", "its co-authors speak for it");
    assert!(!remarks(first).contains("own page"), "{first:#}");
}

#[test]
fn pinned_page_is_trusted() {
    let papers = || {
        [
            alone("conf/padl/Wang23", SHARED, "Zhuang Wang 0001", 2023),
            alone("conf/padl/Wang23a", SHARED, "Zhuang Wang 0002", 2023),
        ]
    };
    for ids in [
        json!({"dblp": "15/4830-2"}),
        json!({"orcid": "0000-0002-1825-0097"}),
    ] {
        let services = Services::knowing(papers(), [other(), zhuang()]);
        let sandbox = Sandbox::at(&services);
        let pinned = json!({"ids": ids, "publications": [{"title": SHARED, "authors": [null]}]});
        let report = sandbox.fetched(&list(&pinned));
        let only = &report["publications"][0];
        assert_eq!(only["status"], "matched", "{ids}: {report:#}");
        assert_eq!(only["ids"]["dblp"], "conf/padl/Wang23a");
        assert!(remarks(only).contains("own page"));
    }
}

/// DBLP keeps the works of one person on two pages until it is informed.
#[test]
fn two_pages_of_one_person_are_merged() {
    let papers = || {
        [
            espresso(),
            Paper {
                authors: cupcake()
                    .authors
                    .iter()
                    .map(|name| name.replace("Zhuang Wang 0001", "Zhuang Wang 0002"))
                    .collect(),
                ..cupcake()
            },
            alone("conf/padl/Wang23a", SHARED, "Zhuang Wang 0002", 2023),
        ]
    };
    let listed = |ids: Value| {
        json!({"name": "Zhuang Wang", "ids": ids, "publications": [
            {"title": espresso().title, "authors": [null, "Haibin Lin", "Yibo Zhu", "T. S. Eugene Ng"]},
            {"title": cupcake().title, "authors": [null, "Xinyu Wu", "Zhaozhuo Xu", "T. S. Eugene Ng"]},
            {"title": SHARED, "authors": [null], "year": 2023},
        ]})
    };
    // The pinned page is the person's, and a paper with a listed co-author attributes the other.
    let services = Services::knowing(papers(), [other(), zhuang()]);
    let sandbox = Sandbox::at(&services);
    let report = sandbox.fetched(&listed(json!({"dblp": "15/4830-1"})));
    for index in 0..3 {
        let publication = &report["publications"][index];
        assert_eq!(publication["status"], "matched", "{publication:#}");
        assert!(remarks(publication).contains("own page"), "{publication:#}");
    }
    // Two pages found by name, both with listed titles and listed co-authors.
    let services = Services::knowing(papers(), [other(), zhuang()]);
    let sandbox = Sandbox::at(&services);
    let report = sandbox.fetched(&listed(json!({})));
    assert_eq!(
        report["publications"][2]["ids"]["dblp"],
        "conf/padl/Wang23a"
    );
}

#[test]
fn disambiguation_page_belongs_to_nobody() {
    let nobody = || Someone::nobody("15/4830", "Zhuang Wang");
    let papers = || {
        [
            espresso(),
            gemini(),
            alone(
                "conf/padl/Wang20",
                "Left on the Page of Nobody in Particular",
                "Zhuang Wang",
                2020,
            ),
        ]
    };
    // Pinned by mistake: the person is found by name, and a message reports it.
    let services = Services::knowing(papers(), [nobody(), zhuang()]);
    let sandbox = Sandbox::at(&services);
    sandbox.list("profile.json", &list(&json!({"ids": {"dblp": "15/4830"}})));
    let run = sandbox.fetch(&[]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.err.contains("15/4830 is no person's"), "{}", run.err);
    let report = sandbox.report();
    for index in 0..2 {
        let publication = &report["publications"][index];
        assert!(remarks(publication).contains("own page"), "{publication:#}");
    }
    // Its records are no evidence for or against anyone.
    let services = Services::knowing(papers(), [nobody(), zhuang()]);
    let sandbox = Sandbox::at(&services);
    let mut profile = list(&json!({}));
    profile["publications"][2] = json!({"title": "Left on the Page of Nobody in Particular", "authors": [null], "year": 2020});
    sandbox.list("profile.json", &profile);
    sandbox.fetch(&[]);
    let third = &sandbox.report()["publications"][2];
    let remarks = remarks(third);
    assert!(
        !remarks.contains("own page") && !remarks.contains("namesake"),
        "{third:#}"
    );
}

#[test]
fn two_people_share_the_requests_of_one_run() {
    let second = Someone::new("200/7777", "Zezhou Wang");
    let services = Services::knowing(
        [espresso(), gemini(), crate::support::electrode()],
        [zhuang(), second],
    );
    let sandbox = Sandbox::at(&services);
    sandbox.list("one.json", &list(&json!({})));
    sandbox.list(
        "two.json",
        &json!({"name": "Zezhou Wang", "ids": {"dblp": "200/7777"}, "publications": [
            {"title": "Electrode: Accelerating Distributed Protocols with eBPF", "authors": ["Yang Zhou", null, "Sowmya Dharanipragada", "Minlan Yu"]},
        ]}),
    );
    let run = sandbox.bibsync(&["fetch", "one.json", "two.json", "--report", "report.json"]);
    assert_eq!(run.code, 0, "{run:?}");
    let report = sandbox.report();
    assert_eq!(report["input"], "one.json, two.json");
    let electrode = &report["publications"][3];
    assert_eq!(
        (&electrode["index"], &electrode["status"]),
        (&json!(3), &json!("matched"))
    );
    let people = services.asked(At::Dblp);
    let pages = people
        .iter()
        .filter(|it| it.contains("SELECT ?person ?name"))
        .count();
    let titles = people
        .iter()
        .filter(|it| it.contains("SELECT ?person ?pub"))
        .count();
    assert_eq!((pages, titles), (1, 1));
}
