//! `bibsync fetch`: a list of publications becomes a bibliography.

use serde_json::{Value, json};

use crate::support::{
    At, Paper, Sandbox, Services, cupcake, electrode, entry, espresso, field, gemini, zhuang,
};

/// Three publications as people write them: the person's own name as null, a subtitle only, no
/// year.
fn profile() -> Value {
    json!({
        "name": "Zhuang Wang",
        "publications": [
            {
                "title": "Gemini: fast failure recovery in distributed training with in-memory checkpoints",
                "authors": [null, "Zhen Jia", "Shuai Zheng", "Zhen Zhang", "Xinwei Fu", "T. S. Eugene Ng", "Yida Wang"],
                "venue": "SOSP '23",
                "year": 2023
            },
            {
                "title": "Hi-Speed DNN Training with Espresso: Unleashing the Full Potential of Gradient Compression with Near-Optimal Usage Strategies",
                "authors": [null, "Lin, Haibin", "Zhu, Yibo", "Ng, T. S. Eugene"],
                "venue": "EuroSys 2023"
            },
            {
                "title": "Cupcake: A Compression Scheduler for Scalable Communication-Efficient Distributed Training",
                "authors": [null, "Xinyu Crystal Wu", "Zhaozhuo Xu", "T. S. Eugene Ng"],
                "venue": "MLSys",
                "year": 2023
            }
        ]
    })
}

fn services() -> Services {
    let registered = json!({
        "container-title": ["Proceedings of the 29th Symposium on Operating Systems Principles"],
        "ISBN": ["9798400702297"],
        "publisher-location": "New York, NY, USA",
    });
    Services::knowing(
        [
            gemini().registered(registered),
            espresso(),
            cupcake(),
            electrode(),
        ],
        [zhuang()],
    )
}

#[test]
fn list_is_fetched_in_few_requests() {
    let services = services();
    let sandbox = Sandbox::at(&services);
    let report = sandbox.fetched(&profile());

    assert_eq!(
        (
            services.count(At::Dblp),
            services.count(At::Crossref),
            services.total()
        ),
        (4, 1, 5),
        "who, which titles, what and by whom; and all DOIs at once"
    );
    let bib = sandbox.bib();
    assert_eq!(bib.matches("\n@").count(), 3, "{bib}");
    assert_eq!(
        entry(&bib, "wang2023gemini"),
        "@inproceedings{wang2023gemini,
  author    = {Wang, Zhuang and Jia, Zhen and Zheng, Shuai and Zhang, Zhen and Fu, Xinwei and Ng, T. S. Eugene and Wang, Yida},
  title     = {{GEMINI}: Fast Failure Recovery in Distributed Training with In-Memory Checkpoints},
  booktitle = {Proceedings of the 29th Symposium on Operating Systems Principles},
  pages     = {364--381},
  publisher = {{ACM}},
  year      = {2023},
  month     = oct,
  doi       = {10.1145/3600006.3613145},
}",
        "DBLP's title and authors, Crossref's venue and month"
    );
    let keys: Vec<&str> = publications(&report)
        .iter()
        .map(|it| it["key"].as_str().unwrap())
        .collect();
    assert_eq!(keys, ["wang2023gemini", "wang2023hi", "wang2023cupcake"]);
}

#[test]
fn report_is_written_for_programs() {
    let services = services();
    let sandbox = Sandbox::at(&services);
    let mut report = sandbox.fetched(&profile());

    assert_eq!(report["bibsync"], env!("CARGO_PKG_VERSION"));
    assert_eq!(report["input"], "profile.json");
    assert!(report["summary"]["elapsed_ms"].as_u64().unwrap() < 30_000);
    report["summary"]["elapsed_ms"] = json!(0);
    assert_eq!(
        report["summary"],
        json!({"listed": 3, "matched": 3, "ambiguous": 0, "unmatched": 0, "duplicates": 0, "elapsed_ms": 0})
    );
    assert_eq!(
        report["requests"],
        json!({
            "dblp": {"sent": 4, "retried": 0, "refused": 0, "cached": 0},
            "crossref": {"sent": 1, "retried": 0, "refused": 0, "cached": 0},
            "arxiv": {"sent": 0, "retried": 0, "refused": 0, "cached": 0},
            "datacite": {"sent": 0, "retried": 0, "refused": 0, "cached": 0},
            "doi": {"sent": 0, "retried": 0, "refused": 0, "cached": 0},
        })
    );
    let publications = publications(&report);
    assert_eq!(publications.len(), 3);
    for (index, publication) in publications.iter().enumerate() {
        assert_eq!(publication["index"], index);
        assert_eq!(
            publication["title"],
            profile()["publications"][index]["title"],
            "as listed"
        );
        assert_eq!(publication["status"], "matched");
        let confidence = publication["confidence"].as_f64().unwrap();
        assert!((0.95..=1.0).contains(&confidence), "{publication}");
        let best = &publication["candidates"][0];
        assert_eq!(best["confidence"], publication["confidence"]);
        assert_eq!(best["ids"], publication["ids"]);
    }
    assert_eq!(
        publications[0]["ids"],
        json!({"dblp": "conf/sosp/WangJZZFNW23", "doi": "10.1145/3600006.3613145", "arxiv": null})
    );
    assert_eq!(
        publications[2]["ids"],
        json!({"dblp": "conf/mlsys/WangWZN23", "doi": null, "arxiv": null}),
        "unknown values are null"
    );
    let evidence = &publications[0]["evidence"];
    assert_eq!(
        (
            &evidence["title"],
            &evidence["authors"],
            &evidence["year"],
            &evidence["venue"]
        ),
        (&json!(1.0), &json!(1.0), &json!(0), &json!("SOSP"))
    );
}

#[test]
fn second_run_sends_no_request_and_touches_no_file() {
    let services = services();
    let sandbox = Sandbox::at(&services);
    sandbox.fetched(&profile());
    let (bib, lock) = (sandbox.bib(), sandbox.read("references.lock"));
    let written = |name: &str| {
        fs_err::metadata(sandbox.path(name))
            .unwrap()
            .modified()
            .unwrap()
    };
    let times = (written("references.bib"), written("references.lock"));

    services.forget();
    let run = sandbox.fetch(&[]);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(services.total(), 0);
    assert_eq!(
        (sandbox.bib(), sandbox.read("references.lock")),
        (bib, lock)
    );
    assert_eq!(
        (written("references.bib"), written("references.lock")),
        times
    );
    assert!(
        run.err.contains("references.bib is up to date (3 entries)"),
        "{}",
        run.err
    );
    assert_eq!(sandbox.report()["requests"]["dblp"]["cached"], 4);
}

#[test]
fn output_is_the_same_in_another_home() {
    let services = services();
    let (one, other) = (Sandbox::at(&services), Sandbox::at(&services));
    one.fetched(&profile());
    other.fetched(&profile());
    assert_eq!(one.bib(), other.bib());
    assert_eq!(one.read("references.lock"), other.read("references.lock"));
}

/// Without a name there is no page: titles are searched for, several in one request.
#[test]
fn list_without_a_person_is_found_by_titles() {
    let services = services();
    let sandbox = Sandbox::at(&services);
    let report = sandbox.fetched(&json!({"publications": [
        {"title": "Electrode: Accelerating Distributed Protocols with eBPF",
         "authors": ["Zhou, Yang", "Wang, Zezhou"], "authors_complete": false, "year": 2023},
        {"title": "Cupcake: A Compression Scheduler for Scalable Comunication-Efficient Distributed Training",
         "authors": ["Z. Wang", "X. Wu", "Z. Xu", "T. S. E. Ng"], "venue": "MLSys"},
    ]}));
    assert_eq!(report["summary"]["matched"], 2, "{report:#}");
    assert!(
        services.count(At::Dblp) <= 4,
        "{:#?}",
        services.asked(At::Dblp)
    );
    assert_eq!(services.count(At::Crossref), 0, "neither has a DOI");
    let bib = sandbox.bib();
    assert_eq!(
        field(entry(&bib, "zhou2023electrode"), "author"),
        Some("Zhou, Yang and Wang, Zezhou and Dharanipragada, Sowmya and Yu, Minlan"),
        "all authors, though the list names two"
    );
}

#[test]
fn work_in_crossref_alone_is_found() {
    let dirty = json!({
        "title": ["AUGMENTED QUEUE: A Scalable In-Network Abstraction for Data Center Network\n  Sharing&lt;sup&gt;*&lt;/sup&gt;"],
        "container-title": ["Proceedings of the ACM SIGCOMM 2023 Conference"],
        "event": {"name": "ACM SIGCOMM '23", "acronym": "ACM SIGCOMM '23"},
    });
    let paper = Paper::conference(
        "",
        "Augmented Queue: A Scalable In-Network Abstraction for Data Center Network Sharing",
        "SIGCOMM",
        2023,
    )
    .by(&[
        "Xinyu Crystal Wu",
        "Zhuang Wang",
        "Weitao Wang",
        "T. S. Eugene Ng",
    ])
    .doi("10.1145/3603269.3604858")
    .registered(dirty);
    let services = Services::knowing([paper, gemini()], []);
    let sandbox = Sandbox::at(&services);
    let report = sandbox.fetched(&json!({"publications": [
        {"title": "Augmented Queue: A Scalable In-Network Abstraction for Data Center Network Sharing",
         "authors": ["Xinyu Crystal Wu", "Zhuang Wang", "Weitao Wang", "T. S. Eugene Ng"],
         "venue": "ACM SIGCOMM", "year": 2023},
    ]}));
    assert_eq!(report["publications"][0]["status"], "matched", "{report:#}");
    let bib = sandbox.bib();
    let entry = entry(&bib, "wu2023augmented");
    assert_eq!(field(entry, "doi"), Some("10.1145/3603269.3604858"));
    assert!(!entry.contains("sup") && !entry.contains('&'), "{entry}");
}

fn publications(report: &Value) -> &[Value] {
    report["publications"].as_array().unwrap()
}
