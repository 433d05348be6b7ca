//! `bibsync library`: records on this disk, and the requests they save.

use std::fmt::Write as _;

use flate2::{Compression, write::GzEncoder};
use fs_err as fs;
use serde_json::{Value, json};
use wiremock::{
    Mock, MockServer, ResponseTemplate,
    matchers::{method, path},
};

use crate::support::{Sandbox, entry, field};

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n\
                    <!DOCTYPE dblp SYSTEM \"dblp-2023-08-12.dtd\">\n<dblp>\n";

/// Two people with one name, one of them with two spellings; a paper with its proceedings, its
/// preprint under another title, and an article.
const RECORDS: &str = r#"<inproceedings mdate="2026-05-02" key="conf/nsdi/ZhouWDY23">
<author orcid="0000-0002-1825-0097">Yang Zhou 0019</author><author>Zezhou Wang 0002</author>
<author>Sowmya Dharanipragada</author><author>Minlan Yu</author>
<title>Electrode: Accelerating Distributed Protocols with eBPF.</title>
<pages>1391-1407</pages><year>2023</year><booktitle>NSDI</booktitle>
<ee>https://www.usenix.org/conference/nsdi23/presentation/zhou</ee><crossref>conf/nsdi/2023</crossref>
<url>db/conf/nsdi/nsdi2023.html#ZhouWDY23</url>
</inproceedings><inproceedings mdate="2026-05-02" key="conf/x/Wang99">
<author>Zezhou Wang 0001</author>
<title>H<sub>2</sub>O on the R&eacute;union: a Field Study.</title>
<pages>1-9</pages><year>1999</year><booktitle>X</booktitle>
</inproceedings>
<proceedings mdate="2026-04-20" key="conf/nsdi/2023">
<editor>Mahesh Balakrishnan</editor><editor>Manya Ghobadi</editor>
<title>20th USENIX Symposium on Networked Systems Design and Implementation, NSDI 2023, Boston, MA, April 17-19, 2023.</title>
<publisher>USENIX Association</publisher><year>2023</year><booktitle>NSDI</booktitle>
</proceedings>
<article mdate="2026-06-01" key="journals/x/WangY24" >
<author>Z. Wang</author><author>Minlan Yu</author>
<title>Offloading Consensus to the Kernel.</title>
<pages>11:1-11:24</pages><year>2024</year><volume>7</volume><journal>X J.</journal>
<ee>https://doi.org/10.1145/3111111</ee>
</article>
<www mdate="2026-01-01" key="homepages/95/7448-2"><author>Zezhou Wang 0002</author><author>Z. Wang</author>
<title>Home Page</title><url>https://orcid.org/0000-0001-5109-3700</url></www>
<www mdate="2026-01-01" key="homepages/95/7448-1"><author>Zezhou Wang 0001</author><title>Home Page</title></www>
<www mdate="2026-01-01" key="homepages/95/7448" publtype="disambiguation"><author>Zezhou Wang</author><title>Home Page</title></www>
"#;

/// Returns papers that no list contains.
fn filler(many: usize) -> String {
    (0..many).fold(String::new(), |mut out, n| {
        _ = writeln!(
            out,
            "<article mdate=\"2026-01-0{}\" key=\"journals/f/F{n}\"><author>Ann Filler {n:04}</author>\
             <title>Filler Number {n} of Many.</title><year>2001</year><journal>F</journal></article>",
            1 + n % 9
        );
        out
    })
}

fn dump(records: &str) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    std::io::Write::write_all(&mut packer, format!("{HEAD}{records}</dblp>\n").as_bytes()).unwrap();
    packer.finish().unwrap()
}

/// Creates a sandbox without network and with the dump in its library.
fn cut_off_with_dump() -> Sandbox {
    let sandbox = Sandbox::cut_off();
    fs::write(sandbox.path("dblp.xml.gz"), dump(RECORDS)).unwrap();
    let run = sandbox.bibsync(&["library", "build", "dblp.xml.gz"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(
        run.out,
        "dblp of 2026-06-01 (CC0-1.0): 4 records, 3 people\n"
    );
    sandbox
}

fn electrode() -> Value {
    json!({"name": "Zezhou Wang", "publications": [{
        "title": "Electrode: Accelerating Distributed Protocols with eBPF",
        "authors": ["Yang Zhou", null, "Sowmya Dharanipragada", "Minlan Yu"],
        "venue": "NSDI '23",
    }]})
}

fn finds_electrode(sandbox: &Sandbox) -> bool {
    sandbox.list("profile.json", &electrode());
    let run = sandbox.fetch(&["--offline"]);
    assert_eq!(run.code, 0, "{run:?}");
    sandbox.report()["publications"][0]["status"] == "matched"
}

#[test]
fn dump_answers_offline_and_is_named_as_origin() {
    let sandbox = cut_off_with_dump();
    let report = {
        assert!(finds_electrode(&sandbox));
        sandbox.report()
    };
    let work = &report["publications"][0];
    assert_eq!(work["ids"]["dblp"], "conf/nsdi/ZhouWDY23");
    assert_eq!(work["library"], json!(["dblp of 2026-06-01 (CC0-1.0)"]));
    assert!(
        sandbox
            .read("references.lock")
            .contains("licence = \"CC0-1.0\"")
    );
    // The fields of its proceedings are joined with its own.
    let bib = sandbox.bib();
    let entry = entry(&bib, "zhou2023electrode");
    let venue = field(entry, "booktitle").unwrap();
    assert!(
        venue.contains("Symposium on Networked Systems Design"),
        "{entry}"
    );
    assert_eq!(field(entry, "publisher"), Some("{USENIX} Association"));
    for source in ["dblp", "crossref", "arxiv"] {
        assert_eq!(report["requests"][source]["sent"], 0);
    }
}

#[test]
fn page_in_the_dump_distinguishes_namesakes() {
    let sandbox = cut_off_with_dump();
    let listed = |ids: Value| {
        json!({"name": "Zezhou Wang", "ids": ids, "publications": [
            {"title": "Offloading Consensus to the Kernel", "authors": [null, "Minlan Yu"], "year": 2024},
            {"title": "H2O on the Réunion: a Field Study", "year": 1999},
        ]})
    };
    for ids in [
        json!({"dblp": "95/7448-2"}),
        json!({"orcid": "0000-0001-5109-3700"}),
    ] {
        sandbox.list("profile.json", &listed(ids));
        let run = sandbox.fetch(&["--offline"]);
        assert_eq!(run.code, 0, "{run:?}");
        let publications = &sandbox.report()["publications"];
        assert_eq!(
            publications[0]["status"], "matched",
            "signed with the other spelling"
        );
        assert_eq!(publications[0]["ids"]["doi"], "10.1145/3111111");
    }
}

#[test]
fn records_of_the_library_cost_no_request() {
    let services = crate::support::Services::knowing([crate::support::electrode()], []);
    let sandbox = Sandbox::at(&services);
    fs::write(sandbox.path("dblp.xml.gz"), dump(RECORDS)).unwrap();
    assert_eq!(
        sandbox.bibsync(&["library", "build", "dblp.xml.gz"]).code,
        0
    );
    let report = sandbox.fetched(&electrode());
    assert_eq!(report["publications"][0]["status"], "matched");
    assert_eq!(report["requests"]["dblp"]["sent"], 0);
}

#[test]
fn damaged_part_keeps_earlier_matches() {
    let services = crate::support::Services::knowing([], []);
    let sandbox = Sandbox::at(&services);
    fs::write(sandbox.path("dblp.xml.gz"), dump(RECORDS)).unwrap();
    assert_eq!(
        sandbox.bibsync(&["library", "build", "dblp.xml.gz"]).code,
        0
    );
    sandbox.fetched(&electrode());
    let bib = sandbox.bib();
    fs::write(sandbox.path("cache/library/dblp.library"), "torn").unwrap();
    let run = sandbox.fetch(&[]);
    assert!(run.err.contains("library build"), "{}", run.err);
    assert_eq!(sandbox.report()["publications"][0]["status"], "matched");
    assert_eq!(sandbox.bib(), bib);
    // After it is removed on purpose, it is no longer reported as missing.
    assert_eq!(sandbox.bibsync(&["library", "remove", "dblp"]).code, 0);
    sandbox.fetch(&[]);
    assert_eq!(sandbox.report()["publications"][0]["status"], "unmatched");
}

#[test]
fn parts_are_added_shown_and_removed() {
    let sandbox = cut_off_with_dump();
    sandbox.put("own.bib", "@article{a,\n  title = {A Private Matter},\n  author = {Ada Example},\n  year = 2020,\n}\n");
    sandbox.put(
        "crossref.jsonl",
        "{\"DOI\":\"10.1145/9\",\"title\":[\"On Registering\"],\"type\":\"journal-article\",\"author\":[{\"given\":\"Ada\",\"family\":\"Example\"}]}\n",
    );
    let run = sandbox.bibsync(&[
        "library",
        "add",
        "own.bib",
        "crossref.jsonl",
        "--licence",
        "CC-BY-4.0",
    ]);
    assert_eq!(
        (run.code, run.out.as_str()),
        (
            0,
            "own (CC-BY-4.0): 1 record\ncrossref (CC-BY-4.0): 1 record\n"
        )
    );
    sandbox
        .bibsync(&["library", "add", "own.bib"])
        .refused(&["there is a part named own", "library build"]);
    sandbox.put(
        "cache/library/loose.bib",
        "@misc{b,\n  title = {Lying Around},\n}\n",
    );
    let status = sandbox.bibsync(&["library", "status"]);
    assert_eq!(status.code, 0);
    for line in [
        "loose.bib: 1 record",
        "own (CC-BY-4.0)",
        "crossref (CC-BY-4.0)",
        "dblp of 2026-06-01",
    ] {
        assert!(status.out.contains(line), "no {line} in {}", status.out);
    }
    assert_eq!(
        sandbox.bibsync(&["library", "remove", "dblp"]).out,
        "removed dblp of 2026-06-01 (CC0-1.0): 4 records, 3 people\n"
    );
    assert!(!finds_electrode(&sandbox));
    sandbox
        .bibsync(&["library", "remove", "dblp"])
        .refused(&["no part named dblp", "status"]);
    sandbox
        .bibsync(&["library", "remove", "../references"])
        .refused(&["can't be a part's name"]);
}

/// The titles of works in files of Crossref's form.
const TITLES: [&str; 4] = [
    "Offloading Consensus to the Kernel",
    "A Field Study of Looms on Islands",
    "Sorting Pebbles by Their Weight",
    "Why Rivers Bend Twice Before the Sea",
];

/// Creates a folder of files in Crossref's form, with one work each.
fn folder_of_crossref(sandbox: &Sandbox, files: usize) {
    fs::create_dir(sandbox.path("crossref-2026")).unwrap();
    for (number, title) in TITLES[..files].iter().enumerate() {
        let work = json!({
            "DOI": format!("10.5555/{number}"),
            "type": "journal-article",
            "title": [title],
            "author": [{"given": "Minlan", "family": "Yu"}],
            "issued": {"date-parts": [[2024]]},
        });
        let path = sandbox.path(&format!("crossref-2026/{number}.jsonl"));
        fs::write(path, format!("{work}\n")).unwrap();
    }
}

#[test]
fn folder_of_files_is_one_dataset_in_shards() {
    let sandbox = Sandbox::cut_off();
    folder_of_crossref(&sandbox, 4);
    let build = |shard: &str| {
        let folder = ["library", "build", "crossref-2026", "--name", "crossref"];
        sandbox.bibsync(&[&folder[..], &["--licence", "CC0-1.0"], &["--shard", shard]].concat())
    };
    let first = build("1/2");
    assert_eq!(
        (first.code, first.out.as_str()),
        (0, "crossref (CC0-1.0): 2 records, in 1 of 2 shards\n")
    );
    assert_eq!(build("2/2").code, 0);
    let again = build("2/2");
    assert_eq!(
        again.out,
        "crossref (CC0-1.0): 2 records, in 1 of 2 shards; unchanged since the last time\n"
    );
    let status = sandbox.bibsync(&["library", "status"]);
    let line = "crossref (CC0-1.0): 4 records, in 2 shards, ";
    assert!(status.out.contains(line), "{status:?}");

    let listed = json!({"name": "Minlan Yu", "publications": [
        {"title": TITLES[0], "authors": ["Minlan Yu"], "year": 2024},
        {"title": TITLES[3], "authors": ["Minlan Yu"], "year": 2024},
    ]});
    sandbox.list("profile.json", &listed);
    let run = sandbox.fetch(&["--offline"]);
    assert_eq!(run.code, 0, "{run:?}");
    let report = sandbox.report();
    for (work, doi) in report["publications"]
        .as_array()
        .unwrap()
        .iter()
        .zip(["10.5555/0", "10.5555/3"])
    {
        assert_eq!(work["ids"]["doi"], doi);
        assert_eq!(work["library"], json!(["crossref (CC0-1.0)"]));
    }

    let whole = sandbox.bibsync(&["library", "build", "crossref-2026", "--name", "crossref"]);
    assert_eq!(
        whole.out, "crossref: 4 records\n",
        "the shards are replaced"
    );
    let removed = sandbox.bibsync(&["library", "remove", "crossref"]);
    assert_eq!(removed.out, "removed crossref: 4 records\n");
}

#[test]
fn options_for_one_file_are_refused_for_a_folder() {
    let sandbox = Sandbox::cut_off();
    folder_of_crossref(&sandbox, 1);
    fs::create_dir(sandbox.path("empty")).unwrap();
    for (args, told) in [
        (
            &["crossref-2026", "--update"][..],
            "--update is for one file",
        ),
        (
            &["crossref-2026", "--complete"],
            "--complete is for one file",
        ),
        (
            &["crossref-2026", "--shard", "2/2"],
            "one file of records, too few for 2 shards",
        ),
        (
            &["crossref-2026", "--shard", "3/2"],
            "expected a number of all, such as 3/8",
        ),
        (
            &["crossref-2026/0.jsonl", "--shard", "1/1"],
            "is not a folder",
        ),
        (&["empty"], "holds no files of records"),
    ] {
        let run = sandbox.bibsync(&[&["library", "build"], args].concat());
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.err.contains(told), "{told}: {}", run.err);
    }
    let run = sandbox.bibsync(&["library", "add", "crossref-2026"]);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.err.contains("library build"), "{}", run.err);
}

#[test]
fn further_folders_are_read() {
    let group = cut_off_with_dump();
    let sandbox = Sandbox::cut_off();
    assert!(!finds_electrode(&sandbox));
    let settings = sandbox.read("bibsync.toml");
    let folder = group.path("cache/library");
    sandbox.put(
        "bibsync.toml",
        &format!("[library]\nfolders = [{folder:?}]\n{settings}"),
    );
    assert!(finds_electrode(&sandbox));
}

#[test]
fn bad_files_leave_the_library_unchanged() {
    let sandbox = cut_off_with_dump();
    let good = dump(&(RECORDS.to_owned() + &filler(2_000)));
    let half = &good[..good.len() / 2];
    let mut torn = good.clone();
    torn[good.len() / 2] ^= 0xff;
    let bombs = "<!DOCTYPE dblp [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\">]>";
    let endless = format!("{HEAD}<article key=\"{}", "x".repeat(65 << 20));
    let no_end = format!("{HEAD}{RECORDS}");
    for (bad, says) in [
        (half, "is truncated or damaged"),
        (torn.as_slice(), "is truncated or damaged"),
        (no_end.as_bytes(), "</dblp>"),
        (endless.as_bytes(), "no record ends"),
        (
            b"<!doctype html><title>Making sure you&#39;re not a bot!</title>",
            "web page",
        ),
        (format!("{HEAD}</dblp>").as_bytes(), "0 records"),
        (b"", "bad.xml.gz"),
    ] {
        fs::write(sandbox.path("bad.xml.gz"), bad).unwrap();
        let run = sandbox.bibsync(&["library", "build", "bad.xml.gz", "--name", "dblp"]);
        run.refused(&["bad.xml.gz", says, "the library is as it was"]);
        assert!(finds_electrode(&sandbox), "after {says}");
    }
    let names = fs::read_dir(sandbox.path("cache/library")).unwrap();
    let left = names.filter(|name| {
        name.as_ref()
            .unwrap()
            .file_name()
            .to_string_lossy()
            .starts_with(".draft")
    });
    assert_eq!(left.count(), 0);

    // An entity bomb is not expanded, invalid bytes are decoded, a broken record costs only itself.
    let odd = [
        HEAD.replace("<dblp>", "").as_bytes(),
        bombs.as_bytes(),
        b"<dblp>\n<article mdate=\"2026-01-01\" key=\"journals/x/Bomb\"><author>A B</author><title>A &b; Title.</title><year>2020</year></article>\n",
        b"<article mdate=\"2026-01-01\" key=\"journals/x/Bytes\"><author>J\xf6rg B</author><title>Bytes of Another Age.</title></article>\n",
        b"<article mdate=\"2026-01-01\" key=\"journals/x/Torn\"><author>A B</title></article>\n",
        RECORDS.as_bytes(),
        b"</dblp>",
    ]
    .concat();
    fs::write(sandbox.path("odd.xml"), odd).unwrap();
    let run = sandbox.bibsync(&["library", "build", "odd.xml", "--name", "dblp"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.err.contains("warning: odd.xml:"), "{}", run.err);
    assert!(finds_electrode(&sandbox));
}

#[test]
fn newer_dump_updates_changed_records() {
    let sandbox = Sandbox::cut_off();
    fs::write(
        sandbox.path("dblp.xml.gz"),
        dump(&(RECORDS.to_owned() + &filler(60))),
    )
    .unwrap();
    assert_eq!(
        sandbox.bibsync(&["library", "build", "dblp.xml.gz"]).code,
        0
    );
    let newer = RECORDS
        .replace("2026-06-01", "2026-11-03")
        .replace(
            "Offloading Consensus to the Kernel",
            "Offloading Consensus into the Kernel",
        )
        .replace(
            "<author>Z. Wang</author>\n<title>Home",
            "<author>Zez. Wang</author>\n<title>Home",
        );
    let fresh = "<article mdate=\"2026-11-02\" key=\"journals/x/New26\"><author>Minlan Yu</author>\
                 <title>Zyzzyva Revisited under Partial Synchrony.</title><year>2026</year><journal>X J.</journal></article>\n";
    let records = newer + fresh + &filler(59);
    fs::write(sandbox.path("dblp.xml.gz"), dump(&records)).unwrap();
    let run = sandbox.bibsync(&["library", "build", "--update", "dblp.xml.gz"]);
    assert_eq!(
        (run.code, run.out.as_str()),
        (
            0,
            "dblp of 2026-11-03 (CC0-1.0): 64 records, 3 people; 1 new, 1 changed, 1 gone\n"
        )
    );
    sandbox.list(
        "profile.json",
        &json!({"publications": [
            {"title": "Zyzzyva Revisited under Partial Synchrony", "authors": ["Minlan Yu"], "venue": "X J.", "year": 2026},
            {"title": "Offloading Consensus into the Kernel", "authors": ["Z. Wang", "Minlan Yu"], "year": 2024},
            {"title": "Filler Number 59 of Many", "authors": ["Ann Filler"], "year": 2001},
            {"title": "Filler Number 58 of Many", "authors": ["Ann Filler"], "year": 2001},
        ]}),
    );
    assert_eq!(sandbox.fetch(&["--offline"]).code, 0);
    let report = sandbox.report();
    let ids: Vec<&Value> = (0..4)
        .map(|n| &report["publications"][n]["ids"]["dblp"])
        .collect();
    assert_eq!(
        ids[..2],
        [&json!("journals/x/New26"), &json!("journals/x/WangY24")]
    );
    assert_eq!(ids[2..], [&Value::Null, &json!("journals/f/F58")]);
    // Too much has changed for an update: the part is rebuilt.
    fs::write(sandbox.path("dblp.xml.gz"), dump(RECORDS)).unwrap();
    let run = sandbox.bibsync(&["library", "build", "--update", "dblp.xml.gz"]);
    assert_eq!(run.code, 0);
    fs::write(sandbox.path("dblp.xml.gz"), dump(&records)).unwrap();
    let run = sandbox.bibsync(&["library", "build", "--update", "dblp.xml.gz"]);
    assert_eq!(
        run.out,
        "dblp of 2026-11-03 (CC0-1.0): 64 records, 3 people\n"
    );
}

/// While one process builds a part from a blocked pipe, others read the old part, no second builder
/// starts, and a kill changes nothing.
#[cfg(unix)]
#[test]
fn library_is_readable_during_a_build_and_after_a_kill() {
    let sandbox = cut_off_with_dump();
    let pipe = sandbox.path("pipe");
    let made = std::process::Command::new("mkfifo")
        .arg(&pipe)
        .status()
        .unwrap();
    assert!(made.success());
    let mut building = sandbox
        .command(&["library", "build", "pipe", "--name", "dblp"])
        .spawn()
        .unwrap();
    let mut writer = std::fs::File::options().write(true).open(&pipe).unwrap();
    let content = format!("{HEAD}{RECORDS}{}", filler(20_000));
    std::io::Write::write_all(&mut writer, content.as_bytes()).unwrap();
    assert!(finds_electrode(&sandbox));
    sandbox
        .bibsync(&["library", "build", "dblp.xml.gz"])
        .refused(&["another bibsync is changing the library"]);
    let drafts = || {
        let names = fs::read_dir(sandbox.path("cache/library")).unwrap();
        let names = names.map(|name| name.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name.starts_with(".draft")).count()
    };
    assert!(drafts() > 0);
    building.kill().unwrap();
    building.wait().unwrap();
    drop(writer);
    assert!(finds_electrode(&sandbox));
    assert_eq!(
        sandbox.bibsync(&["library", "build", "dblp.xml.gz"]).code,
        0
    );
    assert_eq!(drafts(), 0, "what the killed one left is gone");
}

#[tokio::test(flavor = "multi_thread")]
async fn dump_is_downloaded_and_a_challenge_is_rejected() {
    let server = MockServer::start().await;
    let sandbox = cut_off_with_dump();
    let settings = sandbox.read("bibsync.toml");
    let address = format!("{}/xml/dblp.xml.gz", server.uri());
    sandbox.put(
        "bibsync.toml",
        &format!("[library]\ndump = \"{address}\"\n{settings}"),
    );
    let build = || sandbox.bibsync(&["library", "build", "--download"]);

    let page = "<!doctype html><html><title>Making sure you&#39;re not a bot!</title></html>";
    let challenge = Mock::given(method("GET"))
        .respond_with(ResponseTemplate::new(200).set_body_raw(page, "text/html"))
        .mount_as_scoped(&server)
        .await;
    let run = tokio::task::block_in_place(build);
    assert_eq!(run.code, 3, "{run:?}");
    assert!(run.err.contains("with a browser"), "{}", run.err);
    drop(challenge);
    // After a refusal the server is left alone for a while.
    let asked = server.received_requests().await.unwrap().len();
    assert_eq!(tokio::task::block_in_place(build).code, 3);
    assert_eq!(server.received_requests().await.unwrap().len(), asked);

    let cleared = tokio::task::block_in_place(|| sandbox.bibsync(&["cache", "clear"]));
    assert_eq!(cleared.code, 0);
    Mock::given(method("GET"))
        .and(path("/xml/dblp.xml.gz"))
        .respond_with(ResponseTemplate::new(200).set_body_raw(dump(RECORDS), "application/x-gzip"))
        .mount(&server)
        .await;
    let run = tokio::task::block_in_place(build);
    run.refused(&["holds only 4 records", "5000000"]);
    assert!(tokio::task::block_in_place(|| finds_electrode(&sandbox)));
}
