//! Chromium, steered by `WebDriver` (<https://www.w3.org/TR/webdriver2/>): JSON over HTTP.

use std::{
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    sync::Arc,
};

use reqwest::{Client, Method};
use serde_json::{Value, json};
use tempfile::TempDir;

/// The keys of `WebDriver`.
pub(crate) const TAB: &str = "\u{e004}";
pub(crate) const ENTER: &str = "\u{e007}";

/// Under this name `WebDriver` returns an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A browser of its own, with a fresh profile.
pub(crate) struct Browser {
    client: Client,
    driver: Child,
    session: String,
    _profile: TempDir,
}

impl Drop for Browser {
    fn drop(&mut self) {
        _ = self.driver.kill();
        _ = self.driver.wait();
    }
}

/// Runs a test in a browser, and ends the browser whatever the test does. Says so if there is none.
pub(crate) async fn in_browser<T: Future<Output = ()> + Send + 'static>(
    test: impl FnOnce(Arc<Browser>) -> T,
) {
    let Some(browser) = Browser::start().await else {
        eprintln!("skipped: chromium or chromedriver is not there");
        return;
    };
    let browser = Arc::new(browser);
    let outcome = tokio::spawn(test(browser.clone())).await;
    browser.send(Method::DELETE, "", &Value::Null).await;
    outcome.unwrap();
}

impl Browser {
    async fn start() -> Option<Self> {
        let has = |name: &str| {
            let run = Command::new(name)
                .arg("--version")
                .stderr(Stdio::null())
                .output();
            run.is_ok_and(|it| it.status.success())
        };
        if !has("chromedriver") || !has("chromium") {
            return None;
        }
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(driver.stdout.take().unwrap()).lines();
        let port = lines.find_map(|line| {
            let line = line.ok()?;
            let (_, port) = line.split_once("successfully on port ")?;
            Some(port.trim_end_matches('.').to_owned())
        });
        // The rest is read, so that the pipe does not fill.
        std::thread::spawn(move || lines.for_each(drop));
        let profile = tempfile::tempdir().unwrap();
        let data = format!("--user-data-dir={}", profile.path().display());
        let arguments = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            &data,
        ];
        // A client wants to know which TLS, though the address needs none.
        _ = rustls::crypto::ring::default_provider().install_default();
        let mut browser = Self {
            client: Client::builder().no_proxy().build().unwrap(),
            driver,
            session: format!("http://127.0.0.1:{}/session", port.unwrap()),
            _profile: profile,
        };
        let asked = json!({"capabilities": {"alwaysMatch": {
            "browserName": "chrome",
            "goog:chromeOptions": {"args": arguments},
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
        }}});
        let begun = browser.send(Method::POST, "", &asked).await;
        let id = begun["sessionId"]
            .as_str()
            .unwrap_or_else(|| panic!("{begun}"));
        browser.session = format!("{}/{id}", browser.session);
        Some(browser)
    }

    async fn send(&self, method: Method, path: &str, body: &Value) -> Value {
        let request = self
            .client
            .request(method.clone(), format!("{}{path}", self.session));
        let request = if method == Method::POST {
            request
                .header("Content-Type", "application/json")
                .body(body.to_string())
        } else {
            request
        };
        let reply = request.send().await.unwrap().text().await.unwrap();
        let reply: Value = serde_json::from_str(&reply).unwrap();
        let value = reply["value"].clone();
        assert!(value["error"].is_null(), "{path}: {value}");
        value
    }

    async fn post(&self, path: &str, body: Value) -> Value {
        self.send(Method::POST, path, &body).await
    }

    pub(crate) async fn open(&self, address: &str) {
        self.post("/url", json!({"url": address})).await;
    }

    pub(crate) async fn open_file(&self, path: &Path) {
        self.open(&format!("file://{}", path.display())).await;
    }

    /// Returns what a script returns.
    pub(crate) async fn eval(&self, script: &str) -> Value {
        self.post("/execute/sync", json!({"script": script, "args": []}))
            .await
    }

    /// Returns what a script hands to the function that is its last argument.
    pub(crate) async fn eval_later(&self, script: &str) -> Value {
        self.post("/execute/async", json!({"script": script, "args": []}))
            .await
    }

    /// Waits until a script returns true.
    pub(crate) async fn wait_for(&self, script: &str) {
        for _ in 0..200 {
            if self.eval(script).await == json!(true) {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        let text = self.eval("return document.body.innerText").await;
        panic!("never true: {script}; the page: {text}");
    }

    pub(crate) async fn click(&self, css: &str) {
        let found = self
            .post("/element", json!({"using": "css selector", "value": css}))
            .await;
        let id = found[ELEMENT].as_str().unwrap();
        self.post(&format!("/element/{id}/click"), json!({})).await;
    }

    /// Presses keys, one after the other, wherever the focus is.
    pub(crate) async fn press(&self, keys: &str) {
        let actions = keys.chars().flat_map(|key| {
            ["keyDown", "keyUp"].map(|act| json!({"type": act, "value": key.to_string()}))
        });
        let actions: Vec<Value> = actions.collect();
        self.post(
            "/actions",
            json!({"actions": [{"type": "key", "id": "k", "actions": actions}]}),
        )
        .await;
    }

    /// A command of Chromium's own protocol.
    pub(crate) async fn protocol(&self, command: &str, parameters: Value) -> Value {
        self.post(
            "/goog/cdp/execute",
            json!({"cmd": command, "params": parameters}),
        )
        .await
    }

    pub(crate) async fn new_tab(&self) -> String {
        let tab = self.post("/window/new", json!({"type": "tab"})).await;
        tab["handle"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn tab(&self) -> String {
        let tab = self.send(Method::GET, "/window", &Value::Null).await;
        tab.as_str().unwrap().to_owned()
    }

    pub(crate) async fn switch_to(&self, tab: &str) {
        self.post("/window", json!({"handle": tab})).await;
    }

    /// Returns the messages on the console since the last call.
    pub(crate) async fn console(&self) -> Vec<String> {
        let log = self.post("/se/log", json!({"type": "browser"})).await;
        let entries = log.as_array().unwrap().iter();
        entries.map(|it| it["message"].to_string()).collect()
    }

    /// Returns the addresses that were asked for since the last call.
    pub(crate) async fn requests(&self) -> Vec<String> {
        let log = self.post("/se/log", json!({"type": "performance"})).await;
        let mut out = Vec::new();
        for entry in log.as_array().unwrap() {
            let event: Value = serde_json::from_str(entry["message"].as_str().unwrap()).unwrap();
            let event = &event["message"];
            if event["method"] == "Network.requestWillBeSent" {
                let address = event["params"]["request"]["url"].as_str().unwrap();
                // The browser's own first page is of `chrome:`.
                if !address.starts_with("chrome:") {
                    out.push(address.to_owned());
                }
            }
        }
        out
    }
}
