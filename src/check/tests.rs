use std::collections::BTreeSet;

use super::{Dialect, Finding, Level, RULES, ReportFormat, lint, render};

/// A clean file that uses every kind of field.
const CLEAN: &str = r"% A remark.
@string{pub = {Press of Things}}

@inproceedings{zhou2023electrode,
  author       = {Zhou, Yang and van der Mu{\~n}oz, Jr., Jos{\'e} and {The GTEx Consortium}},
  title        = {Electrode: Accelerating {O/S} {$O(N)$} Protocols with {eBPF} \& More},
  booktitle    = {20th {USENIX} Symposium on Networks ({NSDI} 23)},
  volume       = {12},
  pages        = {1391--1407},
  publisher    = pub,
  year         = {2023},
  month        = apr,
  doi          = {10.1000/x_y},
  url          = {https://example.org/a_b%20c},
}

@misc{doe2020preprint,
  author        = {Doe, Jane and others},
  title         = {Preprint},
  year          = {2020},
  howpublished  = {arXiv:2001.00001 [cs.NI]},
  eprint        = {2001.00001},
  archivePrefix = {arXiv},
  primaryClass  = {cs.NI},
}
";

/// A clean file in the other dialect.
const MODERN: &str = r"@online{doe2020preprint,
  author      = {Doé, Jane},
  title       = {Preprint},
  date        = {2020-01},
  eprint      = {2001.00001},
  eprinttype  = {arxiv},
  eprintclass = {cs.NI},
}
";

fn findings(text: &[u8], dialect: Dialect) -> Vec<Finding> {
    lint(text, Some(dialect), &BTreeSet::new()).findings
}

fn codes(text: &str, dialect: Dialect) -> Vec<&'static str> {
    let found = findings(text.as_bytes(), dialect);
    found.into_iter().map(|finding| finding.rule).collect()
}

#[test]
fn clean_files_have_no_findings() {
    assert_eq!(findings(CLEAN.as_bytes(), Dialect::Bibtex), []);
    assert_eq!(findings(MODERN.as_bytes(), Dialect::Biblatex), []);
    for (text, dialect) in [(CLEAN, Dialect::Bibtex), (MODERN, Dialect::Biblatex)] {
        assert_eq!(
            lint(text.as_bytes(), None, &BTreeSet::new()).dialect,
            dialect
        );
    }
}

/// One fault each: the rule, the text of the clean file to replace, and its replacement.
const FAULTS: [(&str, &str, &str); 105] = [
    ("A01", "Zhou, Yang", "Zhou, Yang 0001"),
    ("A02", "Zhou, Yang", "Zhou, Yang, Wang, Zezhou"),
    ("A03", "Zhou, Yang and", "Zhou, Yang and and"),
    ("A03", "Doe, Jane and others", "Doe, Jane and"),
    ("A04", "Zhou, Yang and", "Zhou, Yang; Roe, Bob and"),
    ("A05", "Doe, Jane and others", "Doe, Jane and {Roe} et al."),
    ("A06", "{The GTEx Consortium}}", "The GTEx Consortium}"),
    ("A06", "Doe, Jane and others", "Aristotle"),
    ("A07", "Zhou, Yang", "Tolkien, J.R.R."),
    ("A08", "Zhou, Yang", "Yang Zhou"),
    ("A09", "Zhou, Yang", "ZHOUZHOU, YANG"),
    ("A11", "Doe, Jane and others", "others and Doe, Jane"),
    ("A12", "Zhou, Yang", "Zhou1, Yang"),
    ("A13", "Zhou, Yang", "Zhou, Jr."),
    ("A13", "Zhou, Yang", "Zhou Jr., Yang"),
    ("A14", "Zhou, Yang", "Zhou, Dr. Yang"),
    ("A14", "Zhou, Yang", "Zhou, Yang*"),
    ("D01", "{10.1000/x_y}", "{https://doi.org/10.1000/x_y}"),
    ("D02", "{10.1000/x_y}", "{11.1000/x_y}"),
    (
        "D03",
        "https://example.org/a_b%20c",
        "https://doi.org/10.1000/x_y",
    ),
    ("D04", "{10.1000/x_y}", "{10.1000/x\\_y}"),
    ("D05", "{10.1000/x_y}", "{10.1000/x%2Fy}"),
    (
        "D06",
        "  year          = {2020},",
        "  year          = {2020},\n  doi = {10.1000/X_Y},",
    ),
    (
        "D07",
        "  doi          = {10.1000/x_y},\n  url          = {https://example.org/a_b%20c},",
        "  url = {https://doi.org/10.1000/x_y},",
    ),
    ("E01", "  archivePrefix = {arXiv},\n", ""),
    ("E02", "{2001.00001}", "{arXiv:2001.00001}"),
    (
        "E03",
        "@misc{doe2020preprint,",
        "@article{doe2020preprint,\n  journal = {CoRR},",
    ),
    ("E03", "{12}", "{abs/2001.00001}"),
    ("E04", "  howpublished  = {arXiv:2001.00001 [cs.NI]},\n", ""),
    ("F01", "% A remark", "\u{feff}% A remark"),
    ("F03", "% A remark.\n", "% A remark.\r\n"),
    ("F04", "{cs.NI},\n}\n", "{cs.NI},\n}"),
    ("F04", "{cs.NI},\n}\n", "{cs.NI},\n}\n\n"),
    ("F05", "  volume  ", "\tvolume  "),
    ("F06", "{12},\n", "{12}, \n"),
    ("M01", "= apr", "= {apr}"),
    ("M01", "= apr", "= {4}"),
    ("M02", "{2023}", "{to appear}"),
    ("M04", "= apr", "= apr # \"--\" # may"),
    ("N01", "{Preprint}", "{Preprint.}"),
    ("N02", "{Preprint}", "{{A Preprint}}"),
    ("N03", "{Preprint}", "{{A PREPRINT} {OF} {SORTS}}"),
    ("N04", "{eBPF}", "eBPF"),
    ("N04", "{eBPF}", "HTTPs"),
    ("N04", "{eBPF}", "H2"),
    ("N05", "{$O(N)$}", "$O(N)$"),
    ("N07", "{Preprint}", "{On {\\emph{Coli}}}"),
    ("N08", "{Preprint}", "{Friend or Foe? Studying It}"),
    ("N10", "{Preprint}", "{{BERT:} Pre-training}"),
    ("N11", "{Preprint}", "{(Not) a Preprint}"),
    ("P01", "1391--1407", "1391-1407"),
    ("P01", "1391--1407", "1391---1407"),
    ("P02", "1391--1407", "1391–1407"),
    ("P03", "1391--1407", "pp. 1391--1407"),
    ("P04", "1391--1407", "1391 -- 1407"),
    ("P05", "1391--1407", "1391--1307"),
    ("P06", "1391--1407", "1391--1391"),
    ("P07", "1391--1407", "n/a"),
    ("P07", "1391--1407", "--"),
    ("S01", "{2023},\n", "{2023}\n"),
    ("S01", "  volume       = {12},", "  volume       = {12,"),
    ("S02", "doe2020preprint", "Zhou2023Electrode"),
    ("S03", "doe2020preprint", "doe{2020}"),
    ("S03", "doe2020preprint", "müller"),
    (
        "S04",
        "  volume       = {12},",
        "  volume       = {12},\n  volume = {13},",
    ),
    ("S05", "{12}", "{}"),
    ("S06", "% A remark.", "A remark."),
    ("S07", "= pub,", "= nobody,"),
    ("S08", "{cs.NI},\n", "{cs.NI},\n  crossref = {none},\n"),
    (
        "S08",
        "{cs.NI},\n",
        "{cs.NI},\n  crossref = {zhou2023electrode},\n",
    ),
    ("S10", "@misc", "@online"),
    ("S11", "  year         = {2023},\n", ""),
    ("S12", "  volume  ", "  timestamp = {x},\n  volume  "),
    ("S13", "  volume  ", "  location = {Here},\n  volume  "),
    ("S14", "% A remark.", "@comment{@article{a, title = {x}}}"),
    (
        "S15",
        "@string{pub = {Press of Things}}",
        "@string{pub = {Press}}\n@misc(a, title = {X}, author = {Doe, J.})",
    ),
    ("S16", "% A remark.", "% @article{a, title = {x}}"),
    ("T01", "Jos{\\'e}", "José"),
    (
        "T01",
        "https://example.org/a_b%20c",
        "https://example.org/é",
    ),
    ("T02", "{Preprint}", "{Pre\u{200b}print}"),
    ("T02", "{Preprint}", "{Preprint 😀}"),
    ("T02", "{Preprint}", "{Pre\u{7}print}"),
    ("T03", "Jos{\\'e}", "Jose\u{301}"),
    ("T04", "\\& More", "&amp; More"),
    ("T04", "\\& More", "&#39; More"),
    ("T05", "{Preprint}", "{On <i>coli</i>}"),
    ("T05", "{Preprint}", "{On <mml:math>coli</mml:math>}"),
    ("T06", "\\& More", "& More"),
    ("T06", "\\& More", "100% More"),
    ("T06", "\\& More", "a_b More"),
    ("T07", "\\& More", "$5 More"),
    (
        "T09",
        "{Preprint}",
        "{{\\textdollar}{\\textbackslash}ell{\\_}p{\\textdollar}}",
    ),
    ("T10", "{Preprint}", "{{$\\mathscr{l}$}}"),
    ("T10", "{Preprint}", "{{$\\mathbb{R}$}}"),
    ("T11", "Jos{\\'e}", "JosÃ©"),
    ("T12", "{Preprint}", "{Pre – print}"),
    ("T13", "{Preprint}", "{The \"Preprint\"}"),
    ("T14", "Jos{\\'e}", "Jos\\'e"),
    ("T16", "{Preprint}", "{ Preprint}"),
    ("T16", "{Preprint}", "{A  Preprint}"),
    ("U01", "a_b%20c", "a b"),
    ("U02", "https://example.org/a_b%20c", "example.org/a"),
    (
        "U04",
        "https://example.org/a_b%20c",
        "https://dblp.org/rec/x",
    ),
    ("V01", "{12}", "{12-13}"),
    ("V02", "{12}", "{Vol. 12}"),
];

#[test]
fn each_rule_reports_its_fault() {
    let mut reported: BTreeSet<&str> = BTreeSet::new();
    for (code, old, new) in FAULTS {
        assert!(CLEAN.contains(old), "{old}");
        let text = CLEAN.replacen(old, new, 1);
        let found = codes(&text, Dialect::Bibtex);
        assert!(found.contains(&code), "{code}: {new}: {found:?}");
        reported.insert(code);
    }
    for (code, old, new) in [
        ("M03", "{2020-01}", "{January 2020}"),
        ("M05", "  date  ", "  year = {2020},\n  date  "),
        (
            "U03",
            "  date  ",
            "  url = {https://arxiv.org/abs/2001.00001},\n  date  ",
        ),
        ("S11", "  date        = {2020-01},\n", ""),
        (
            "S13",
            "  eprinttype  = {arxiv}",
            "  archivePrefix = {arXiv}",
        ),
        ("N04", "{Preprint}", "{Of GPUs}"),
    ] {
        let found = codes(&MODERN.replacen(old, new, 1), Dialect::Biblatex);
        assert!(found.contains(&code), "{code}: {new}: {found:?}");
        reported.insert(code);
    }
    let latin = [CLEAN.as_bytes(), b"% \xe9\n"].concat();
    reported.extend(findings(&latin, Dialect::Bibtex).iter().map(|one| one.rule));
    let long = format!("{CLEAN}% {}\n", "x".repeat(20_001));
    reported.extend(codes(&long, Dialect::Bibtex));
    let entry = "@misc{k,\n  author = {Doe, J.},\n  title = {T},\n  year = {2020},\n}\n";
    let many: Vec<String> = (0..27)
        .map(|at| entry.replace("{k,", &format!("{{k{at},")))
        .collect();
    let many = many.concat();
    reported.extend(codes(&many, Dialect::Bibtex));
    let silent: Vec<&str> = RULES
        .iter()
        .map(|rule| rule.code)
        .filter(|code| !reported.contains(code))
        .collect();
    assert!(silent.is_empty(), "no fault here breaks {silent:?}");
}

#[test]
fn unusual_names_are_accepted() {
    for name in [
        "{1000 Genomes Project Consortium}",
        "{Vision 2030}",
        "Han, The Anh",
        "Ortega y Gasset, Jos{\\'e}",
    ] {
        let text = CLEAN.replacen("Zhou, Yang", name, 1);
        assert_eq!(codes(&text, Dialect::Bibtex), [""; 0], "{name}");
    }
    let text = CLEAN.replacen("Zhou, Yang", "The Anh Han", 1);
    let found = findings(text.as_bytes(), Dialect::Bibtex);
    let reported: Vec<_> = found
        .iter()
        .map(|one| (one.rule, one.fix.as_deref()))
        .collect();
    assert_eq!(reported, [("A08", Some("write `Han, The Anh`"))]);
}

/// Returns the rules, levels and fixes reported for one field of an entry.
fn findings_of(name: &str, value: &str) -> Vec<(&'static str, Level, Option<String>)> {
    let text = format!("@misc{{k,\n  {name} = {{{value}}},\n}}\n");
    let found = findings(text.as_bytes(), Dialect::Bibtex).into_iter();
    let found = found.filter(|one| one.field.as_deref() == Some(name));
    found.map(|one| (one.rule, one.level, one.fix)).collect()
}

#[test]
fn fixes_quote_the_corrected_text() {
    for (name, value, rule, fix) in [
        (
            "year",
            "20",
            "M02",
            "write the year in four digits, and anything else in `note`",
        ),
        (
            "year",
            "c. 1998",
            "M02",
            "write `1998`, and anything else in `note`",
        ),
        (
            "month",
            "June.",
            "M01",
            "write `month = jun` without braces",
        ),
        ("month", "4", "M01", "write `month = apr` without braces"),
        (
            "month",
            "Sept./Oct.",
            "M01",
            "write `month = sep` without braces, and anything else in `note`",
        ),
        (
            "month",
            "June 12",
            "M01",
            "write `month = jun` without braces, and anything else in `note`",
        ),
        (
            "month",
            "Spring",
            "M01",
            "write one of the macros `jan` to `dec` without braces, or remove it",
        ),
        ("pages", "12-34", "P01", "write `12--34`"),
        (
            "author",
            "Tolkien, J.R.R.",
            "A07",
            "write `Tolkien, J. R. R.`",
        ),
        (
            "author",
            "M\\\"uller, Jane",
            "T14",
            "write `{\\\"u}`, the brace before the backslash",
        ),
        (
            "author",
            "Nov\\'{a}k, Jan",
            "T14",
            "write `{\\'{a}}`, the brace before the backslash",
        ),
        (
            "url",
            "see my page",
            "U02",
            "write the whole address, or move it to `note`",
        ),
        (
            "url",
            "example.org/a",
            "U02",
            "write `https://example.org/a`",
        ),
        (
            "doi",
            "11.1000/x",
            "D02",
            "write it from its `10.` on, or remove it",
        ),
    ] {
        let found = findings_of(name, value);
        let own = found.iter().find(|(own, ..)| *own == rule);
        let own = own.unwrap_or_else(|| panic!("{name} {value}: {found:?}"));
        assert_eq!(own.2.as_deref(), Some(fix), "{name} {value}");
    }
    for pages in ["100-90", "1391-407", "1391–407", "pp. 100-90"] {
        let found = findings_of("pages", pages);
        let mut of_pages = found
            .iter()
            .filter(|(rule, ..)| rule.starts_with('P'))
            .peekable();
        assert!(of_pages.peek().is_some(), "{pages}");
        assert!(
            of_pages.all(|(_, _, fix)| fix.is_none()),
            "{pages}: {found:?}"
        );
    }
}

#[test]
fn several_people_in_one_name_are_not_reordered() {
    for (names, want) in [
        ("J. Doe; B. Roe", ["A04"]),
        ("et al.", ["A05"]),
        ("Jane Doe et al.", ["A05"]),
    ] {
        let found = findings_of("author", names);
        let rules: Vec<_> = found.iter().map(|(rule, ..)| *rule).collect();
        assert_eq!(rules, want, "{names}");
    }
}

#[test]
fn people_separated_by_commas_are_reported() {
    for (names, fix) in [
        (
            "Jane Doe, Bob Roe, Alice Fu",
            Some("write `Jane Doe and Bob Roe and Alice Fu`"),
        ),
        (
            "J. Doe, B. Roe, A. B. Fu, C. Li",
            Some("write `J. Doe and B. Roe and A. B. Fu and C. Li`"),
        ),
        (
            "Jane Doe, Bob Roe, and Fu, Alice",
            Some("write `Jane Doe and Bob Roe`"),
        ),
        ("Doe, Jane, and Roe, Bob", Some("remove it")),
        ("van Last, Jr., First", None),
        ("Ortega y Gasset, III, José Luis", None),
        ("García Márquez, Gabriel José", None),
        ("de la Vega, Jr., Jane Ann", None),
        ("{Jane Doe, Bob Roe, Alice Fu}", None),
        ("van Last, M.D., Jane Ann", None),
    ] {
        let found = findings_of("author", names);
        let own = found.iter().find(|(rule, ..)| *rule == "A02");
        assert_eq!(
            own.and_then(|one| one.2.as_deref()),
            fix,
            "{names}: {found:?}"
        );
    }
}

#[test]
fn fields_of_reference_managers_get_advice() {
    for name in [
        "abstract",
        "keywords",
        "file",
        "langid",
        "annote",
        "bdsk-url-1",
        "mendeley-groups",
        "timestamp",
        "groups",
        "rating",
        "pmid",
    ] {
        let found = findings_of(name, "x");
        assert!(!found.is_empty(), "{name}");
        assert!(
            found.iter().all(|(_, level, _)| *level == Level::Advice),
            "{name}: {found:?}"
        );
    }
}

#[test]
fn title_in_capitals_is_reported_once() {
    let found = findings_of("title", "(ON) THE WEAVING OF LOOMS? A STUDY OF GPUS");
    let rules: Vec<&str> = found.iter().map(|one| one.0).collect();
    assert_eq!(rules, ["N03"]);
}

#[test]
fn findings_have_exact_positions() {
    let text = CLEAN.replace("with {eBPF}", "with eBPF");
    let found = findings(text.as_bytes(), Dialect::Bibtex);
    let [one] = found.as_slice() else {
        panic!("{found:?}")
    };
    assert_eq!((one.line, one.column), (6, 73));
    assert_eq!(
        text.lines().nth(5).unwrap()[72..].split(' ').next(),
        Some("eBPF")
    );
    assert_eq!(one.fix.as_deref(), Some("write `{eBPF}`"));
    assert_eq!(one.key.as_deref(), Some("zhou2023electrode"));
    assert_eq!(one.field.as_deref(), Some("title"));
}

#[test]
fn comments_and_settings_suppress_rules() {
    let text = CLEAN.replace("with {eBPF}", "with eBPF");
    let with = |remark: &str| {
        text.replacen(
            "\n@inproceedings",
            &format!("\n{remark}\n@inproceedings"),
            1,
        )
    };
    for remark in [
        "% bibsync: ignore N04",
        "% bibsync: ignore N08, n04",
        "% bibsync: ignore",
        "% bibsync: ignore-file N04",
    ] {
        assert!(codes(&with(remark), Dialect::Bibtex).is_empty(), "{remark}");
    }
    assert_eq!(
        codes(&with("% bibsync: ignore N05"), Dialect::Bibtex),
        ["N04"]
    );
    let ignored = ["N04".to_owned()].into();
    assert!(lint(text.as_bytes(), None, &ignored).findings.is_empty());
}

#[test]
fn what_stands_in_macros_and_other_entries_is_not_missing() {
    let year = "@string{y12 = {2012}}\n@misc{a,\n  title = {Alpha},\n  author = {Doe, J.},\n  year = y12,\n}\n";
    assert!(!codes(year, Dialect::Bibtex).contains(&"M02"));
    let data = "@article{a,\n  author = {Doe, J.},\n  title = {Alpha},\n  xdata = {j},\n}\n\
        @xdata{j,\n  journaltitle = {Journal of Looms},\n  date = {2012},\n}\n";
    assert!(!codes(data, Dialect::Biblatex).contains(&"S11"));
    let other = data.replace("xdata = {j}", "xdata = {k}");
    assert!(codes(&other, Dialect::Biblatex).contains(&"S11"));
}

#[test]
fn reports_are_rendered_in_every_format() {
    let text = "@misc{a:b,\n  author = {Doe, J.},\n  title  = {On 100% GPUs},\n}\n";
    let report = lint(text.as_bytes(), None, &BTreeSet::new());
    let reports = [("my refs.bib".to_owned(), report)];
    insta::assert_snapshot!(render(&reports, ReportFormat::Text), @r"
    my refs.bib:3:19: error T06: a:b.title: `%` comments out the rest of its line in TeX
        write `\%`
    my refs.bib:3:21: error N04: a:b.title: styles lower-case the capitals of `GPUs`
        write `{GPU}s`
    ");
    insta::assert_snapshot!(render(&reports, ReportFormat::Github), @r"
    ::error file=my refs.bib,line=3,col=19,title=T06::a:b.title: `%25` comments out the rest of its line in TeX; write `\%25`
    ::error file=my refs.bib,line=3,col=21,title=N04::a:b.title: styles lower-case the capitals of `GPUs`; write `{GPU}s`
    ");
    let json: serde_json::Value =
        serde_json::from_str(&render(&reports, ReportFormat::Json)).unwrap();
    assert_eq!(json["files"][0]["findings"][0]["rule"], "T06");
    assert_eq!(json["files"][0]["findings"][0]["level"], "error");
    let sarif: serde_json::Value =
        serde_json::from_str(&render(&reports, ReportFormat::Sarif)).unwrap();
    let run = &sarif["runs"][0];
    assert_eq!(run["results"][1]["ruleId"], "N04");
    let place = &run["results"][1]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "my%20refs.bib");
    assert_eq!(place["region"]["startLine"], 3);
    let rules: BTreeSet<&str> = run["tool"]["driver"]["rules"]
        .as_array()
        .unwrap()
        .iter()
        .map(|rule| rule["id"].as_str().unwrap())
        .collect();
    assert!(rules.contains("T06") && rules.contains("N04"));
}

proptest::proptest! {
    #[test]
    fn arbitrary_files_do_not_panic(
        text in r##"(?:[@{}()"#=,%\\ \r\n$&;<>]|@article\{k,|title = |author = |and |month = |doi = |pages = |[a-zäÉ😀1-]){0,60}"##
    ) {
        for dialect in [Dialect::Bibtex, Dialect::Biblatex] {
            let found = findings(text.as_bytes(), dialect);
            let lines = text.matches('\n').count() + 1;
            proptest::prop_assert!(found.iter().all(|one| one.line <= lines && one.column >= 1));
        }
    }
}
