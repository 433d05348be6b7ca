//! `bibsync review --web` in a browser.

use std::{
    io::{BufRead as _, BufReader},
    process::{Child, Command, Stdio},
};

use serde_json::json;
use tempfile::TempDir;

use crate::driver::in_browser;

/// Two records of one title: which one a list means is a question.
const LIBRARY: &str = r"
@inproceedings{one2020, author = {Ada Sample and Bertil Ek}, title = {On Weaving by Hand}, booktitle = {Proceedings of the Symposium on Looms}, year = {2020}, doi = {10.1145/1.1}}
@inproceedings{two2020, author = {Ada Sample and Bertil Ek}, title = {On Weaving by Hand}, booktitle = {International Conference on Cloth}, year = {2020}, doi = {10.1145/1.2}}
@inproceedings{three2021, author = {Ada Sample and Chiara Roe}, title = {Shuttles and Their Speed}, booktitle = {Proceedings of the Symposium on Looms}, year = {2021}, doi = {10.1145/1.3}}
@inproceedings{four2021, author = {Ada Sample and Chiara Roe}, title = {Shuttles and Their Speed}, booktitle = {International Conference on Cloth}, year = {2021}, doi = {10.1145/1.4}}
";
const PROFILE: &str = r#"{ "name": "Ada Sample", "publications": [
  {"title": "On Weaving by Hand", "authors": ["Ada Sample", "Bertil Ek"], "year": 2020},
  {"title": "Shuttles and Their Speed", "authors": ["Ada Sample", "Chiara Roe"], "year": 2021}
] }
"#;

/// A review that waits for a browser.
struct Review {
    home: TempDir,
    program: Child,
    address: String,
}

impl Drop for Review {
    fn drop(&mut self) {
        _ = self.program.kill();
        _ = self.program.wait();
    }
}

fn bibsync(home: &TempDir, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bibsync"));
    command
        .args(args)
        .args(["--cache-dir", "cache"])
        .current_dir(home.path())
        .env("HOME", home.path())
        .env("XDG_STATE_HOME", home.path())
        .env("XDG_CONFIG_HOME", home.path())
        .stdin(Stdio::null())
        .stdout(Stdio::null());
    command
}

impl Review {
    fn begin() -> Self {
        let home = tempfile::tempdir().unwrap();
        fs_err::create_dir_all(home.path().join("cache/library")).unwrap();
        fs_err::write(home.path().join("cache/library/looms.bib"), LIBRARY).unwrap();
        fs_err::write(home.path().join("profile.json"), PROFILE).unwrap();
        let fetched = bibsync(&home, &["fetch", "--offline", "profile.json"])
            .output()
            .unwrap();
        let said = String::from_utf8(fetched.stderr).unwrap();
        assert!(said.contains("2 ambiguous"), "{said}");
        let mut program = bibsync(&home, &["review", "--web"])
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(program.stderr.take().unwrap()).lines();
        let address = lines.find_map(|line| {
            let line = line.ok()?;
            Some(line.split_once("open ")?.1.split(' ').next()?.to_owned())
        });
        std::thread::spawn(move || lines.for_each(drop));
        Self {
            home,
            program,
            address: address.unwrap(),
        }
    }

    fn profile(&self) -> String {
        fs_err::read_to_string(self.home.path().join("profile.json")).unwrap()
    }
}

#[tokio::test]
async fn questions_are_answered_by_key_in_two_tabs() {
    in_browser(async |browser| {
        let mut review = Review::begin();
        let first = browser.tab().await;
        browser.open(&review.address).await;
        browser.wait_for("return document.querySelectorAll('.q').length === 2").await;
        let bare = "return location.hash === '' && !document.documentElement.outerHTML.includes(sessionStorage.getItem('bibsync'))";
        assert_eq!(browser.eval(bare).await, json!(true), "the token is not in sight");
        let second = browser.new_tab().await;
        browser.switch_to(&second).await;
        browser.open(&review.address).await;
        browser.wait_for("return document.querySelectorAll('.q').length === 2").await;

        browser.switch_to(&first).await;
        browser.press("2").await;
        browser.wait_for("return document.querySelectorAll('.q.settled').length === 1").await;
        let pinned = review.profile();
        assert!(pinned.contains("\"match\": true") && pinned.contains("\"doi\": \"10.1145/1."), "{pinned}");
        assert_eq!(browser.eval("return document.activeElement.dataset.q").await, json!("1"));

        browser.switch_to(&second).await;
        browser.wait_for("return document.querySelectorAll('.q.settled').length === 1").await;
        browser.press("u").await;
        browser.wait_for("return document.querySelectorAll('.q.settled').length === 0").await;
        assert_eq!(review.profile(), PROFILE);
        browser.press("n").await;
        browser.wait_for("return document.querySelectorAll('.q.settled').length === 1").await;
        assert!(review.profile().contains("\"not\": ["), "{}", review.profile());

        // Another program writes into the profile: that is kept, and the page says so.
        let theirs = review.profile().replace("Ada Sample", "Ada Other");
        fs_err::write(review.home.path().join("profile.json"), &theirs).unwrap();
        browser.press("1").await;
        browser.wait_for("return document.body.innerText.includes('was changed by another program')").await;
        assert_eq!(review.profile(), theirs);

        let console = browser.console().await;
        let own = console.iter().filter(|it| !it.contains("409")).count();
        assert_eq!(own, 0, "only the refusal is logged, by the browser: {console:?}");
        let origin = review.address.split('#').next().unwrap().to_owned();
        let requests = browser.requests().await;
        let outside = requests.iter().filter(|it| !it.starts_with(&origin) && !it.starts_with("data:"));
        assert_eq!(outside.count(), 0, "{requests:?}");

        browser.press("s").await;
        browser.wait_for("return document.getElementById('state').innerText.startsWith('Done')").await;
        let code = tokio::task::spawn_blocking(move || review.program.wait().unwrap().code());
        assert_eq!(code.await.unwrap(), Some(0));
    })
    .await;
}

#[tokio::test]
async fn page_without_token_shows_nothing() {
    in_browser(async |browser| {
        let review = Review::begin();
        browser
            .open(review.address.split('#').next().unwrap())
            .await;
        browser
            .wait_for(
                "return document.getElementById('state').innerText.includes('no valid token')",
            )
            .await;
        assert_eq!(
            browser
                .eval("return document.querySelectorAll('.q').length")
                .await,
            json!(0)
        );
    })
    .await;
}
