//! Pages in a real browser: Debian's `chromium` and `chromium-driver`. Tests say so and pass where
//! there is none.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(clippy::print_stderr, reason = "a test that is skipped says so")]

mod driver;
mod review;

use std::path::PathBuf;

use bibsync::page::{
    Chart, ChartForm, Choice, Count, Finding, Group, Link, Need, Page, PageQuestion, Table, Tone,
    WorkItem, write,
};
use serde_json::json;
use tempfile::TempDir;

use driver::{ENTER, TAB, in_browser};

const HOSTILE: &str = "<script>document.title='x'</script>\"><img src=x onerror=\"document.title='x'\"> \u{202e}evil </pre></style>";

fn words(text: &str) -> Vec<(String, bool)> {
    vec![(text.to_owned(), false), ("new".to_owned(), true)]
}

/// A page with everything that a page can have, each text hostile.
#[expect(clippy::too_many_lines, reason = "a page has many parts")]
fn page() -> Page {
    let text = || HOSTILE.to_owned();
    let link = || Link {
        text: text(),
        url: "https://doi.org/10.1145/1.1".to_owned(),
    };
    let script = Link {
        text: "a link".to_owned(),
        url: "javascript:document.title='x'".to_owned(),
    };
    let choice = |answer: Option<&str>| Choice {
        answer: answer.map(str::to_owned),
        title: words(HOSTILE),
        fields: vec![("venue".to_owned(), words(HOSTILE))],
        links: vec![link(), script.clone()],
        confidence: 0.5,
        remarks: vec![text()],
    };
    let work = |nth: usize, tone: Tone| WorkItem {
        key: format!("doe{nth}"),
        tone,
        verdict: "confirmed".to_owned(),
        title: text(),
        people: text(),
        place: "NSDI".to_owned(),
        findings: vec![Finding {
            tone,
            field: "title".to_owned(),
            listed: Some(text()),
            found: Some(words(HOSTILE)),
            source: "DBLP".to_owned(),
            say: text(),
        }],
        nearest: Some(choice(None)),
        evidence: vec![(6.0, "the same title".to_owned()), (-1.5, text())],
        remarks: vec![text()],
        origins: vec![("DBLP 2026-11-20".to_owned(), "title, authors".to_owned())],
        others: vec![("title".to_owned(), text(), "Crossref".to_owned())],
        asked: vec![(
            "DBLP".to_owned(),
            "has it".to_owned(),
            "2026-11-20".to_owned(),
        )],
        links: vec![link(), script.clone()],
        bibtex: format!("@article{{doe{nth},\n  title = {{{HOSTILE}}},\n}}"),
    };
    let chart = |form: ChartForm| Chart {
        title: "Works".to_owned(),
        say: text(),
        unit: "year".to_owned(),
        parts: vec!["papers".to_owned(), text()],
        bars: (2001..2024)
            .map(|year| (year.to_string(), vec![3, 2]))
            .chain([(text(), vec![1, 0])])
            .collect(),
        form,
    };
    let tones = [Tone::Good, Tone::Doubt, Tone::Bad, Tone::Plain];
    let needs = tones.map(|tone| Need {
        tone,
        what: "retracted".to_owned(),
        title: text(),
        say: text(),
        link: Some(link()),
    });
    Page {
        title: text(),
        lead: text(),
        counts: tones
            .map(|tone| Count {
                tone,
                count: 3,
                label: "confirmed".to_owned(),
                means: text(),
            })
            .to_vec(),
        news: Some(needs.to_vec()),
        needs: needs.to_vec(),
        questions: vec![PageQuestion {
            number: 1,
            key: "k".to_owned(),
            title: text(),
            listed: vec![("venue".to_owned(), text())],
            conflict: Some(text()),
            candidates: vec![choice(Some("1")), choice(None)],
        }],
        answerable: false,
        charts: vec![chart(ChartForm::Columns), chart(ChartForm::Ranking)],
        groups: vec![Group {
            heading: "2023".to_owned(),
            say: text(),
            works: (1..)
                .zip(tones)
                .map(|(nth, tone)| work(nth, tone))
                .collect(),
        }],
        asked: vec![Table {
            caption: "What the sources gave".to_owned(),
            head: vec!["source".to_owned(), text()],
            rows: vec![vec![text(), "3".to_owned()]],
        }],
        failures: vec![text()],
        cite: vec![text()],
        colophon: text(),
    }
}

fn file() -> (TempDir, PathBuf) {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("report.html");
    fs_err::write(&path, write(&page())).unwrap();
    (home, path)
}

#[tokio::test]
async fn hostile_page_asks_nobody_and_runs_nothing() {
    in_browser(async |browser| {
        let (_home, path) = file();
        browser.open_file(&path).await;
        let requests = browser.requests().await;
        let outside = requests
            .iter()
            .filter(|it| !it.starts_with("file://") && !it.starts_with("data:"));
        assert_eq!(outside.count(), 0, "{requests:?}");
        assert_eq!(
            browser.eval("return document.title").await,
            json!(
                HOSTILE
                    .replace('\u{202e}', "\\u{202e}")
                    .split_whitespace()
                    .collect::<Vec<_>>()
                    .join(" ")
            )
        );
        let count = "return [document.querySelectorAll('script').length, document.images.length, \
                     document.querySelectorAll('a[href^=\"javascript\"]').length]";
        assert_eq!(browser.eval(count).await, json!([1, 0, 0]));
        browser.click("#all").await;
        assert_eq!(
            browser
                .eval("return document.querySelectorAll('.w[open]').length")
                .await,
            json!(4)
        );
        browser.click("#filter").await;
        browser.press("nsdi nothing").await;
        assert_eq!(
            browser
                .eval("return document.querySelectorAll('.w:not([hidden])').length")
                .await,
            json!(0)
        );
        assert_eq!(browser.console().await, Vec::<String>::new());
        assert_eq!(browser.requests().await, Vec::<String>::new());
    })
    .await;
}

#[tokio::test]
async fn page_works_without_script_and_by_keyboard() {
    in_browser(async |browser| {
        let (_home, path) = file();
        browser
            .protocol("Emulation.setScriptExecutionDisabled", json!({"value": true}))
            .await;
        browser.open_file(&path).await;
        browser.click("#k-doe1 > summary").await;
        browser
            .protocol("Emulation.setScriptExecutionDisabled", json!({"value": false}))
            .await;
        let seen = "return [document.querySelector('#k-doe1').open, document.querySelector('.tools').hidden, \
                    document.querySelector('#k-doe1 pre').innerText.startsWith('@article')]";
        assert_eq!(browser.eval(seen).await, json!([true, true, true]));

        browser.open_file(&path).await;
        let is_summary = "return document.activeElement.matches('#k-doe2 > summary')";
        for _ in 0..60 {
            if browser.eval(is_summary).await == json!(true) {
                break;
            }
            browser.press(TAB).await;
        }
        assert_eq!(browser.eval(is_summary).await, json!(true), "reached by Tab");
        browser.press(ENTER).await;
        assert_eq!(browser.eval("return document.querySelector('#k-doe2').open").await, json!(true));
        let outline = "return getComputedStyle(document.activeElement).outlineStyle";
        assert_eq!(browser.eval(outline).await, json!("solid"), "the focus is seen");
    })
    .await;
}

#[tokio::test]
async fn page_fits_a_narrow_screen_and_paper() {
    in_browser(async |browser| {
        let (_home, path) = file();
        let narrow = json!({"width": 320, "height": 640, "deviceScaleFactor": 1, "mobile": false});
        browser.protocol("Emulation.setDeviceMetricsOverride", narrow).await;
        browser.open_file(&path).await;
        browser.click("#all").await;
        let fits = "return document.documentElement.scrollWidth <= 320";
        assert_eq!(browser.eval(fits).await, json!(true), "no sideways scrolling");
        browser.protocol("Emulation.clearDeviceMetricsOverride", json!({})).await;
        browser.open_file(&path).await;
        browser.protocol("Emulation.setEmulatedMedia", json!({"media": "print"})).await;
        // What is folded is shown with the next frame that is drawn.
        let printed = "const done = arguments[arguments.length - 1]; \
                       const seen = (css) => document.querySelector(css).checkVisibility({contentVisibilityAuto: true}); \
                       requestAnimationFrame(() => requestAnimationFrame(() => \
                       done([seen('#k-doe1 .finding'), seen('.tools'), seen('#k-doe1 pre')])))";
        assert_eq!(browser.eval_later(printed).await, json!([true, false, false]));
    })
    .await;
}

#[tokio::test]
async fn axe_finds_nothing() {
    let axe = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("../axe/package/axe.min.js");
    let Ok(axe) = fs_err::read_to_string(axe) else {
        eprintln!("skipped: axe-core is not in target/axe: npm pack axe-core");
        return;
    };
    in_browser(async move |browser| {
        let (home, path) = file();
        let answerable = home.path().join("answerable.html");
        let page = Page {
            answerable: true,
            ..page()
        };
        fs_err::write(&answerable, write(&page)).unwrap();
        for (path, scheme) in [(&path, "light"), (&path, "dark"), (&answerable, "light")] {
            let scheme = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
            browser.protocol("Emulation.setEmulatedMedia", scheme.clone()).await;
            browser.open_file(path).await;
            browser.click("#all").await;
            browser.eval(&axe).await;
            let found = browser
                .eval_later(
                    "const done = arguments[arguments.length - 1]; window.axe.run(document).then((found) => \
                     done([found.passes.length, found.violations.map((it) => it.id + ': ' + it.help + ': ' + \
                     it.nodes.slice(0, 3).map((node) => node.html).join(' '))]))",
                )
                .await;
            assert!(found[0].as_u64().unwrap() > 15, "axe looked: {found}");
            assert_eq!(found[1], json!([]), "{scheme}");
        }
    })
    .await;
}
