//! Lists in all formats, imported into profiles and fetched directly.

mod real;

use serde_json::{Value, json};

use crate::support::{
    At, Paper, Sandbox, Services, aurora, electrode, entry, field, gemini, unmarked, zhuang,
};

const BIB: &str = "\u{feff}% mine\n@inproceedings{gem23,\n  title = {{GEMINI}: Fast Failure Recovery},\n\
  author = {Wang, Zhuang and others}, booktitle = {SOSP}, year = 2023\n}\n\
  @article{broken, title = {On Looms, year = 2020\n@misc{last, title = \"Mills\"}\n";

fn publications(sandbox: &Sandbox, name: &str) -> Vec<Value> {
    let profile: Value = serde_json::from_str(&sandbox.read(name)).unwrap();
    profile["publications"].as_array().unwrap().clone()
}

#[test]
fn bib_file_becomes_a_profile_with_its_keys() {
    let sandbox = Sandbox::cut_off();
    sandbox.put("refs.bib", BIB);
    let run = sandbox.bibsync(&["import", "refs.bib", "--name", "Zhuang Wang"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(
        run.err.contains("BibTeX, Zhuang Wang, 3 publications"),
        "{}",
        run.err
    );
    assert!(
        run.err.contains("refs.bib:6:"),
        "faults have line and column: {}",
        run.err
    );
    let listed = publications(&sandbox, "profile.json");
    assert_eq!(listed.len(), 3);
    assert_eq!(listed[0]["key"], "gem23");
    assert_eq!(listed[0]["title"], "GEMINI: Fast Failure Recovery");
    assert_eq!(listed[0]["authors_complete"], false);
    assert_eq!(listed[0]["from"]["lines"], json!([2, 5]));
    assert_eq!(listed[2]["title"], "Mills");
}

#[test]
fn the_list_of_somebody_else_is_told_of() {
    let sandbox = Sandbox::cut_off();
    let list = |name: &str| {
        format!(
            "# {name}\n\n## Publications\n\n- {name}, Bo Ray. On looms and the weaving of wool. *Cloth Review* 3, 4-9, 2019.\n\
             - Cy Orr, {name}. Mills without any wind. *Cloth Review* 2, 3-8, 2018.\n"
        )
    };
    sandbox.put("one.md", &list("Ann Lee"));
    sandbox.put("other.md", &list("Gus Poe"));
    let run = sandbox.bibsync(&["import", "one.md"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(!run.err.contains("Gus Poe"), "{}", run.err);
    let run = sandbox.bibsync(&["import", "other.md"]);
    for told in ["Ann Lee", "Gus Poe", "`-o`"] {
        assert!(run.err.contains(told), "{}", run.err);
    }
    let run = sandbox.bibsync(&["import", "one.md"]);
    assert!(!run.err.contains("`-o`"), "{}", run.err);
}

#[test]
fn new_profile_is_laid_out_for_people() {
    let sandbox = Sandbox::cut_off();
    sandbox.put("refs.bib", BIB);
    let wanted = r#"{
  "name": "Zhuang Wang",
  "publications": [
    {
      "title": "GEMINI: Fast Failure Recovery",
      "authors": ["Zhuang Wang"],
      "authors_complete": false,
      "venue": "SOSP",
      "year": 2023,
"#;
    let import = ["import", "refs.bib", "--name", "Zhuang Wang", "-o"];
    let import = |to: &str| sandbox.bibsync(&[import.as_slice(), &[to]].concat());
    assert_eq!(import("profile.json").code, 0);
    let made = sandbox.read("profile.json");
    assert!(made.starts_with(wanted), "{made}");
    assert!(
        made.lines().all(|line| line.chars().count() <= 100),
        "{made}"
    );
    assert_eq!(import("-").out, made, "to standard output as to a file");
    assert!(!sandbox.has("-"));
    // A later addition has the same layout.
    sandbox.put(
        "refs.bib",
        &BIB.replace("@misc{last", "@misc{new, title = {Dyes}}\n@misc{last"),
    );
    assert_eq!(import("profile.json").code, 0);
    let more = sandbox.read("profile.json");
    assert!(
        more.contains("    },\n    {\n      \"title\": \"Dyes\",\n      \"key\": \"new\",\n"),
        "{more}"
    );
}

#[test]
fn skipped_entries_are_reported_by_fetch() {
    let sandbox = Sandbox::cut_off();
    let list = "# Ada Example\n\n## Publications\n\n\
        - Ada Example, Bob Roe. Fast Sorting of Strings. NSDI 2023.\n\
        - Ada Example, Cid Poe. Slow Sorting of Strings. NSDI 2022.\n";
    let talks = "\n## Talks\n\n- Ada Example. Sorting for All. Keynote at ETH, 2023.\n";
    let fetch = |more: &str| {
        sandbox.put("cv.md", &format!("{list}{more}{talks}"));
        sandbox.bibsync(&["fetch", "cv.md", "--offline"]).err
    };
    let said = fetch("");
    assert!(!said.contains("left out"), "talks are none: {said}");
    let said = fetch("- Ada Example, Bob Roe.\n");
    assert!(
        said.contains("cv.md: 1 passage that may be a publication left out"),
        "{said}"
    );
    assert!(said.contains("`bibsync import cv.md -o -`"), "{said}");
    let shown = sandbox.bibsync(&["import", "cv.md", "-o", "-"]);
    assert!(shown.err.contains("left out: line 7: Ada"), "{shown:?}");
    assert!(!sandbox.has("profile.json"));
}

#[test]
fn fields_of_an_entry_survive_a_profile() {
    const ENTRIES: &str = r"@article{old,
  author = {Ada Sample and Bob Doe}, title = {On $\alpha$-Looms of the {North}}, journal = {Cloth Review},
  volume = {7}, number = {2}, pages = {11--19}, year = {1987}, publisher = {Loom \& Sons}
}
@incollection{part,
  author = {Ada Sample}, title = {Weaving by Hand}, booktitle = {All of Weaving},
  editor = {Cy Orr and {Loom Society}}, publisher = {Loom \& Sons}, series = {Crafts}, chapter = {3}, pages = {5}, year = {1990}
}
@phdthesis{thesis, author = {Bob Doe}, title = {On Yarn}, school = {ETH}, year = {1991}}
@misc{blog, author = {Bob Doe}, title = {Yarn Today}, howpublished = {Cloth Blog}, year = {2020}}
";
    let sandbox = Sandbox::cut_off();
    sandbox.put("old.bib", ENTRIES);
    let fetch = |list: &str, output: &str| {
        let run = sandbox.bibsync(&["fetch", "--offline", list, "-o", output]);
        assert_eq!(run.code, 0, "{run:?}");
        sandbox.read(output)
    };
    let direct = fetch("old.bib", "direct.bib");
    assert_eq!(field(entry(&direct, "old"), "number"), Some("2"));
    let editor = field(entry(&direct, "part"), "editor");
    assert_eq!(editor, Some("Orr, Cy and {Loom Society}"), "{direct}");
    assert_eq!(sandbox.bibsync(&["import", "old.bib"]).code, 0);
    let direct = unmarked(&direct);
    assert_eq!(unmarked(&fetch("profile.json", "by-profile.bib")), direct);
    // A correction in the profile counts, and a value without a field there is kept.
    let profile = sandbox.read("profile.json");
    sandbox.put(
        "profile.json",
        &profile.replace("Cloth Review", "Review of Cloth"),
    );
    let corrected = fetch("profile.json", "corrected.bib");
    assert_eq!(
        unmarked(&corrected),
        direct.replace("Cloth Review", "Review of Cloth")
    );
}

#[test]
fn keys_survive_ris() {
    let sandbox = Sandbox::cut_off();
    let listed = json!({"publications": [{"title": "On Looms", "key": "my:looms"}]});
    sandbox.list("profile.json", &listed);
    assert_eq!(sandbox.fetch(&["--offline"]).code, 0);
    for file in ["refs.ris", "refs.bib", "refs.json"] {
        assert_eq!(sandbox.bibsync(&["export", "-o", file]).code, 0);
        assert_eq!(
            sandbox.bibsync(&["import", file, "-o", "again.json"]).code,
            0
        );
        let again = publications(&sandbox, "again.json");
        assert_eq!(again[0]["key"], "my:looms", "{file}");
        assert!(!again[0]["note"].is_string(), "{file}: {again:?}");
        fs_err::remove_file(sandbox.path("again.json")).unwrap();
    }
}

#[test]
fn changed_list_updates_the_profile_and_keeps_additions() {
    let sandbox = Sandbox::cut_off();
    sandbox.put("refs.bib", BIB);
    assert_eq!(
        sandbox
            .bibsync(&["import", "refs.bib", "-o", "p.json"])
            .code,
        0
    );
    let noted = sandbox.read("p.json").replacen(
        "\"title\": \"Mills\"",
        "\"title\": \"Mills\", \"note\": \"mine\", \"dblp\": \"conf/x/Y\"",
        1,
    );
    sandbox.put("p.json", &noted);
    let again = sandbox.bibsync(&["import", "refs.bib", "-o", "p.json"]);
    assert!(
        again.err.contains("p.json is up to date (3 publications)"),
        "{}",
        again.err
    );
    assert_eq!(sandbox.read("p.json"), noted, "nothing changed in the list");
    let changed = BIB.replace(
        "\"Mills\"}",
        "\"Mills\", year = 2021}\n@misc{new, title={New}}",
    );
    let changed = changed.replace("@article{broken, title = {On Looms, year = 2020\n", "");
    sandbox.put("refs.bib", &changed);
    let run = sandbox.bibsync(&["import", "refs.bib", "-o", "p.json"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(
        run.err.contains("no longer there, and kept: On Looms"),
        "{}",
        run.err
    );
    let listed = publications(&sandbox, "p.json");
    let titles: Vec<_> = listed
        .iter()
        .map(|it| it["title"].as_str().unwrap())
        .collect();
    assert_eq!(titles.len(), 4, "{titles:?}");
    assert_eq!(
        (&listed[2]["year"], &listed[2]["note"]),
        (&json!(2021), &json!("mine"))
    );
    assert_eq!(listed[2]["dblp"], "conf/x/Y");
    assert_eq!(titles[3], "New");
}

#[test]
fn list_in_any_format_is_fetched_in_one_step() {
    let services = Services::knowing([gemini(), electrode()], [zhuang()]);
    let papers = [gemini(), electrode()];
    let printed = papers.clone().map(|paper| {
        let authors = paper.authors.join(", ");
        format!(
            "{authors}. {}. {}, {}.",
            paper.title, paper.venue, paper.year
        )
    });
    let [first, second] = &printed;
    let told: Vec<(String, String, String)> = papers
        .iter()
        .map(|paper| {
            let (title, people) = (&paper.title, &paper.authors);
            let ris = people.iter().map(|name| format!("AU  - {name}\n"));
            let csl: Vec<Value> = people.iter().map(|name| json!({"literal": name})).collect();
            (
                format!(
                    "@misc{{, title={{{title}}}, author={{{}}}, year={}}}\n",
                    people.join(" and "),
                    paper.year
                ),
                format!(
                    "TY  - CONF\nTI  - {title}\n{}PY  - {}\nER  - \n",
                    ris.collect::<String>(),
                    paper.year
                ),
                json!({"title": title, "author": csl, "issued": {"date-parts": [[paper.year]]}})
                    .to_string(),
            )
        })
        .collect();
    let both = |part: fn(&(String, String, String)) -> &str, between: &str| {
        told.iter().map(part).collect::<Vec<_>>().join(between)
    };
    let mut lists = vec![
        (
            "cv.txt",
            format!("Zhuang Wang\n\nPublications\n\n- {first}\n- {second}\n"),
        ),
        (
            "cv.md",
            format!("# Zhuang Wang\n\n## Publications\n\n- {first}\n- {second}\n"),
        ),
        (
            "cv.html",
            format!("<h1>Zhuang Wang</h1><h2>Publications</h2><ul><li>{first}<li>{second}</ul>"),
        ),
        (
            "cv.tex",
            format!(
                "\\documentclass{{cv}}\\begin{{document}}\\section{{Publications}}\
                 \\begin{{itemize}}\\item {first} \\item {second}\\end{{itemize}}\\end{{document}}"
            ),
        ),
        ("refs.bib", both(|it| &it.0, "")),
        ("refs.ris", both(|it| &it.1, "")),
        ("refs.json", format!("[{}]", both(|it| &it.2, ", "))),
    ];
    for (name, text) in lists.drain(..) {
        let sandbox = Sandbox::at(&services);
        sandbox.put(name, &text);
        let run = sandbox.bibsync(&["fetch", name]);
        assert_eq!(run.code, 0, "{name}: {run:?}");
        assert!(
            run.err.contains("2 listed: 2 matched"),
            "{name}: {}",
            run.err
        );
        let piped = Sandbox::at(&services);
        let run = piped.bibsync_reading(&["fetch", "-"], &text);
        assert!(
            run.err.contains("2 listed: 2 matched"),
            "- {name}: {}",
            run.err
        );
    }
}

#[test]
fn web_page_becomes_a_profile() {
    let services = Services::knowing([gemini(), aurora(), electrode()], [zhuang()]);
    let sandbox = Sandbox::at(&services);
    let pid = zhuang().pid;
    let run = sandbox.bibsync(&["import", "--dblp", &pid]);
    assert_eq!(run.code, 0, "{run:?}");
    let profile: Value = serde_json::from_str(&sandbox.read("profile.json")).unwrap();
    assert_eq!(profile["ids"]["dblp"], json!(pid));
    let listed = publications(&sandbox, "profile.json");
    assert!(
        listed.iter().any(|it| it["title"] == json!(gemini().title)),
        "{listed:?}"
    );
    assert!(
        listed.iter().all(|it| it["dblp"].is_string()),
        "each is pinned: {listed:?}"
    );
    let before = services.total();
    let offline = Sandbox::at(&services);
    let run = offline.bibsync(&["import", "--dblp", &pid, "--offline"]);
    assert_eq!((run.code, services.total()), (3, before), "{run:?}");
    assert!(!offline.has("profile.json"));
}

#[test]
fn own_list_at_orcid_is_joined_with_the_page_in_dblp() {
    const ORCID: &str = "0000-0002-1825-0097";
    let essay = Paper::journal("", "An Essay on Mills", "Cloth Review", 2012);
    let essay = essay.by(&[&zhuang().name]).doi("10.5555/essay.1");
    let services = Services::knowing([gemini(), electrode(), essay], [zhuang().with_orcid(ORCID)]);
    let sandbox = Sandbox::at(&services);
    let run = sandbox.bibsync(&["import", "--orcid", ORCID]);
    assert_eq!(run.code, 0, "{run:?}");
    let profile: Value = serde_json::from_str(&sandbox.read("profile.json")).unwrap();
    assert_eq!(profile["ids"]["orcid"], json!(ORCID));
    let listed = publications(&sandbox, "profile.json");
    let mut titles: Vec<&str> = listed
        .iter()
        .map(|it| it["title"].as_str().unwrap())
        .collect();
    let count = titles.len();
    titles.sort_unstable();
    titles.dedup();
    assert_eq!(titles.len(), count, "each work once: {listed:?}");
    assert!(titles.contains(&"An Essay on Mills"), "{titles:?}");
    let of_dblp = listed
        .iter()
        .find(|it| it["title"] == json!(gemini().title))
        .unwrap();
    assert!(of_dblp["dblp"].is_string(), "DBLP comes first: {of_dblp}");
    let asked = services.asked(At::Orcid);
    assert_eq!(asked.len(), 2, "{asked:?}");
    assert!(asked[1].contains("/works/"), "{asked:?}");
    sandbox.bibsync(&["import", "--orcid", ORCID]);
    assert_eq!(services.count(At::Orcid), 2, "answers are kept");
    let lost = Sandbox::without(&services, At::Orcid);
    let run = lost.bibsync(&["import", "--orcid", ORCID]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.err.contains("the list may lack works"), "{}", run.err);
}

#[test]
fn unreadable_input_is_rejected_with_a_hint() {
    let sandbox = Sandbox::cut_off();
    sandbox.put("cv.docx", "PK\u{3}\u{4}rest");
    sandbox
        .bibsync(&["import", "cv.docx"])
        .refused(&["cv.docx can't be read", "save it as"]);
    sandbox.put("cv.pdf", "%PDF-1.4\n");
    let mut command = sandbox.command(&["import", "cv.pdf"]);
    let without = crate::support::Run::of(&command.env("PATH", "").output().unwrap());
    without.refused(&["cv.pdf", "pdftotext", "poppler"]);
    sandbox.put("cv.md", "# Me\n\nNothing here.\n");
    sandbox
        .bibsync(&["import", "cv.md"])
        .refused(&["no publications were found"]);
    sandbox.put("p.json", r#"{"publications": []}"#);
    sandbox
        .bibsync(&["import", "p.json"])
        .refused(&["p.json is a profile already"]);
    sandbox.bibsync(&["import"]).refused(&["FILE"]);
    sandbox
        .bibsync(&["import", "-", "-"])
        .refused(&["only once"]);
    sandbox
        .bibsync(&["import", "--orcid", "0000"])
        .refused(&["0000"]);
    assert!(!sandbox.has("profile.json"), "nothing is written");
    sandbox.put("refs.bib", BIB);
    sandbox.put("profile.json", "{\"nam\": 1}");
    sandbox
        .bibsync(&["import", "refs.bib"])
        .refused(&["unknown field `nam`", "must be a profile"]);
}

/// A PDF is read with any programs named `pdftohtml` and `pdftotext`: with the first, which reports
/// the position of each word; if it has no output, with the second.
#[cfg(unix)]
#[test]
fn pdf_is_read_with_poppler() {
    let told = r#"<pdf2xml><page><fontspec id="0" size="30" family="CMR10"/>
<text top="100" left="200" width="400" height="27" font="0">Publications</text>
<text top="200" left="200" width="900" height="27" font="0">1. A. Sample. On Looms. NSDI 2020.</text>
<text top="240" left="200" width="900" height="27" font="0">2. A. Sample. On Mills. OSDI 2021.</text>
<text top="280" left="200" width="900" height="27" font="0">3. A. Sample. On Yarn. OSDI 2022.</text></page></pdf2xml>"#;
    let text =
        "Publications\n\n- A. Sample. On Looms. NSDI 2020.\n- A. Sample. On Mills. OSDI 2021.\n";
    let plain = format!("[ \"$1\" = -layout ] || exit 1\ncat <<'END'\n{text}END");
    let placed = format!("[ \"$2\" = -xml ] || exit 1\ncat <<'END'\n{told}\nEND");
    for (program, script, count) in [
        ("pdftotext", &plain, 2),
        ("pdftohtml", &placed, 3),
        ("pdftohtml", &"exit 1".to_owned(), 2),
    ] {
        let sandbox = Sandbox::cut_off();
        sandbox.program("pdftotext", &plain);
        sandbox.program(program, script);
        sandbox.put("cv.pdf", "%PDF-1.4\n");
        let path = format!("{}:/bin:/usr/bin", sandbox.path("bin").display());
        let output = sandbox
            .command(&["import", "cv.pdf"])
            .env("PATH", path)
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        assert_eq!(publications(&sandbox, "profile.json").len(), count);
    }
}

#[test]
fn list_in_another_encoding_is_read_with_a_warning() {
    let sandbox = Sandbox::cut_off();
    let latin = |name: &str, text: &str| {
        let bytes: Vec<u8> = text.chars().map(|c| u8::try_from(c).unwrap()).collect();
        fs_err::write(sandbox.path(name), bytes).unwrap();
    };
    latin(
        "refs.bib",
        "@misc{a, title = {On Looms}}\n@misc{b, author = {M\u{fc}ller, Eva}, title = {Mills}}\n",
    );
    latin(
        "cv.txt",
        "Eva M\u{fc}ller\n\nPublications\n\nEva M\u{fc}ller. On Looms. In NSDI, 2020.\n",
    );
    for (file, line) in [("refs.bib", 2), ("cv.txt", 1)] {
        let run = sandbox.bibsync(&["import", file, "-o", "-"]);
        assert!(run.out.contains("Eva M\u{fc}ller"), "{run:?}");
        let said = format!("{file}:{line}: not UTF-8, and read as Windows-1252");
        assert_eq!(run.err.matches(&said).count(), 1, "{run:?}");
        assert!(run.err.contains("as UTF-8 in your editor"), "{run:?}");
    }
    let run = sandbox.bibsync(&["check", "refs.bib"]);
    assert!(run.out.contains("not UTF-8 (line 2"), "{run:?}");
    sandbox.put(
        "refs.bib",
        "@misc{b, author = {M\u{fc}ller, Eva}, title = {Mills}}\n",
    );
    let run = sandbox.bibsync(&["import", "refs.bib", "-o", "-"]);
    assert!(!run.err.contains("UTF-8"), "{run:?}");
}
