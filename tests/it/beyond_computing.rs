//! Lists outside computing: who is asked about them, and what is found.

use serde_json::{Value, json};

use crate::support::{
    At, Paper, Sandbox, Services, Someone, electrode, europepmc, gemini, repository, zhuang,
};

const ORCID: &str = "0000-0002-1825-0097";

/// An article that only services of medicine and of all fields have.
fn article(number: usize) -> Paper {
    let titles = [
        "Loss of a weaver protein in the silk glands of ageing spiders",
        "Early bedtimes and the risk of falls among night nurses",
        "A randomised trial of warm looms against cold hands",
        "Mortality of mill workers after the closing of the mills",
        "Silk sutures in the repair of small wounds: a cohort study",
        "Dust, lint and the lungs of weavers in three towns",
    ];
    let venues = [
        ("The Lancet. Loom medicine", "Lancet Loom Med"),
        ("Journal of clinical nursing", "J Clin Nurs"),
    ];
    let (venue, short) = venues[number % 2];
    Paper {
        authors: vec!["Ada Sample".to_owned(), "Bob Roe".to_owned()],
        doi: format!("10.5555/loom.{number:04}"),
        pages: format!("{}-{}", 10 * number + 1, 10 * number + 9),
        volume: short.to_owned(),
        registered: json!({"container-title": [venue]}),
        ..Paper::journal("", titles[number], venue, 2015)
    }
}

fn ada() -> Someone {
    Someone {
        pid: "00/1".to_owned(),
        name: "Ada Sample".to_owned(),
        orcid: Some(ORCID.to_owned()),
        is_nobody: false,
    }
}

fn physician(ids: &Value) -> Value {
    let listed: Vec<Value> = (0..6)
        .map(|number| {
            let paper = article(number);
            json!({"title": paper.title, "authors": [null, "Bob Roe"], "venue": paper.volume,
                "year": paper.year})
        })
        .collect();
    json!({"name": "Ada Sample", "ids": ids, "publications": listed})
}

#[test]
fn works_of_a_physician_are_found() {
    let services = Services::knowing((0..6).map(article), [ada()]);
    let sandbox = Sandbox::at(&services);
    let report = sandbox.fetched(&physician(&json!({})));
    assert_eq!(report["summary"]["matched"], 6, "{report}");
    assert_eq!(
        services.count(At::Dblp),
        0,
        "nothing listed is of computing"
    );
    assert!(services.count(At::EuropePmc) > 0);
    let bib = sandbox.entries();
    let pmid = europepmc::pmid(&article(0));
    for part in [
        &*format!("= {{{pmid}}}"),
        "{The Lancet. Loom medicine}",
        "{1--9}",
    ] {
        assert!(bib.contains(part), "{part} is not in {bib}");
    }
    let total = services.total();
    sandbox.fetched(&physician(&json!({})));
    assert_eq!(services.total(), total, "all answers are kept");
}

#[test]
fn page_in_openalex_is_read_with_the_orcid() {
    let services = Services::knowing((0..6).map(article), [ada()]);
    let sandbox = Sandbox::at(&services);
    let report = sandbox.fetched(&physician(&json!({"orcid": ORCID})));
    assert_eq!(report["summary"]["matched"], 6, "{report}");
    let asked = services.asked(At::OpenAlex);
    assert!(
        asked[0].contains(&format!("filter=author.orcid:{ORCID}")),
        "{asked:?}"
    );
}

#[test]
fn retraction_that_openalex_knows_is_reported() {
    let papers = (0..6).map(|number| Paper {
        withdrawn: number == 3,
        ..article(number)
    });
    let services = Services::knowing(papers, [ada()]);
    let sandbox = Sandbox::at(&services);
    sandbox.list("profile.json", &physician(&json!({"orcid": ORCID})));
    let run = sandbox.fetch(&[]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.err.contains("retracted"), "{}", run.err);
}

#[test]
fn pmid_pins_a_work() {
    let services = Services::knowing((0..6).map(article), [ada()]);
    let sandbox = Sandbox::at(&services);
    let pmid = europepmc::pmid(&article(2));
    let report = sandbox.fetched(&json!({"name": "Ada Sample", "publications": [
        {"title": article(2).title, "pmid": pmid}]}));
    let ids = &report["publications"][0]["ids"];
    assert_eq!(ids["pmid"], json!(pmid), "{report}");
    assert_eq!(ids["doi"], json!(article(2).doi));
}

#[test]
fn list_of_computing_asks_nobody_else() {
    let services = Services::knowing([gemini(), electrode()], [zhuang()]);
    let sandbox = Sandbox::at(&services);
    let profile = json!({"name": "Zhuang Wang", "ids": {"orcid": ORCID}, "publications": [
        {"title": gemini().title, "authors": [null], "authors_complete": false, "venue": "SOSP"},
        {"title": electrode().title, "authors": ["Yang Zhou"], "authors_complete": false, "venue": "NSDI"},
        {"title": "A Talk about Sleep", "authors": [null], "venue": "Sleep"},
    ]});
    let report = sandbox.fetched(&profile);
    for at in [At::EuropePmc, At::Inspire, At::OpenAlex] {
        assert_eq!(services.count(at), 0, "{at:?}");
    }
    let requests = report["requests"].as_object().unwrap();
    let asked: Vec<&String> = requests.keys().collect();
    assert_eq!(asked, ["arxiv", "crossref", "datacite", "dblp", "doi"]);
}

#[test]
fn dry_run_says_why_each_source_is_asked() {
    let services = Services::knowing([], []);
    let sandbox = Sandbox::at(&services);
    sandbox.list("profile.json", &physician(&json!({})));
    let run = sandbox.bibsync(&["fetch", "profile.json", "--dry-run"]);
    let (_, why) = run.out.split_once("why each source is asked:\n").unwrap();
    assert_eq!(
        why,
        "  library: every list\n  dblp: not asked: no listed work is one of computing\n  \
         crossref, arxiv, datacite, doi: every list\n  \
         europepmc, openalex: profile.json: 6 of 6 are of the field medicine\n"
    );
    assert_eq!(services.total(), 0);
    sandbox.put("bibsync.toml", "[sources]\nuse = [\"library\"]\n");
    let run = sandbox.bibsync(&["fetch", "profile.json", "--dry-run"]);
    assert!(
        run.out.ends_with("no request would be sent\n"),
        "{}",
        run.out
    );
}

#[test]
fn lists_of_the_examples_are_asked_about_as_ever() {
    let folder = repository("examples");
    let mut lists = 0;
    for entry in fs_err::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|it| it != "json") {
            continue;
        }
        let sandbox = Sandbox::at(&Services::knowing([], []));
        let list = path.display().to_string();
        let run = sandbox.bibsync(&["fetch", &list, "--dry-run"]);
        let (_, why) = run.out.split_once("why each source is asked:\n").unwrap();
        let usual = "  library, dblp, crossref, arxiv, datacite, doi: every list\n";
        assert_eq!(why, usual, "{list}");
        lists += 1;
    }
    assert!(lists >= 4, "{lists}");
}
