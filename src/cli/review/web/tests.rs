//! A review over real TCP.

use std::{
    io::{Read as _, Write as _},
    net::{SocketAddr, TcpStream},
    path::PathBuf,
};

use reqwest::{Client, Method, RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{net::TcpListener, sync::oneshot, task::JoinHandle};

use super::{Ending, desk::Desk, guard::Guard, server::serve};
use crate::{
    cli::review::{notebook::Notebook, question::Question},
    model::{Candidate, Confidence, Doi, Evidence, Ids, Listing, Outline},
};

const TOKEN: &str = "0123456789abcdef";
const PROFILE: &str = "{ \"publications\":[{\"title\": \"A\"},\t{\"title\": \"B\"} ]}";

struct Running {
    address: SocketAddr,
    profile: PathBuf,
    interrupt: oneshot::Sender<()>,
    server: JoinHandle<std::io::Result<(usize, Ending)>>,
    _home: TempDir,
}

fn candidate(nth: usize) -> Candidate {
    Candidate {
        ids: Ids {
            doi: Doi::parse(&format!("10.1145/1.{nth}")).ok(),
            ..Ids::default()
        },
        title: format!("Candidate {nth}"),
        outline: None,
        confidence: Confidence::new(0.5),
        evidence: Evidence::default(),
    }
}

fn question(index: usize, title: &str) -> Question {
    Question {
        index,
        places: vec![(0, index)],
        listing: Listing::titled(title),
        listed: Outline::default(),
        key: "k".into(),
        conflict: None,
        ambiguous: true,
        candidates: vec![candidate(1), candidate(2)],
    }
}

/// Starts a review of two questions.
async fn started() -> Running {
    let home = tempfile::tempdir().unwrap();
    let profile = home.path().join("profile.json");
    fs_err::write(&profile, PROFILE).unwrap();
    let notebook = Notebook::open(std::slice::from_ref(&profile)).unwrap();
    let desk = Desk::new(vec![question(0, "A"), question(1, "B")], Box::new(notebook));
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    let guard = Guard::new(address, TOKEN);
    let (interrupt, interrupted) = oneshot::channel();
    let server = tokio::spawn(serve(listener, guard, desk, "<p>secret".into(), async {
        if interrupted.await.is_err() {
            std::future::pending::<()>().await;
        }
    }));
    Running {
        address,
        profile,
        interrupt,
        server,
        _home: home,
    }
}

impl Running {
    /// A request without any of the headers that our page sends.
    fn bare(&self, method: Method, path: &str) -> RequestBuilder {
        // A client wants to know which TLS, though the address needs none; one that was chosen before stays.
        _ = rustls::crypto::ring::default_provider().install_default();
        Client::builder()
            .no_proxy()
            .build()
            .unwrap()
            .request(method, format!("http://{}{path}", self.address))
    }

    /// A request as our page sends it.
    fn own(&self, method: Method, path: &str) -> RequestBuilder {
        self.bare(method, path)
            .header("X-Bibsync-Token", TOKEN)
            .header("Sec-Fetch-Site", "same-origin")
    }

    async fn post(&self, path: &str, body: &Value) -> (StatusCode, Value) {
        let request = self
            .own(Method::POST, path)
            .header("Origin", format!("http://{}", self.address))
            .header("Content-Type", "application/json")
            .body(body.to_string());
        let reply = request.send().await.unwrap();
        (reply.status(), json_of(reply).await)
    }

    async fn answer(&self, question: usize, answer: &str) -> (StatusCode, Value) {
        self.post("/answer", &json!({"question": question, "answer": answer}))
            .await
    }

    fn text(&self) -> String {
        fs_err::read_to_string(&self.profile).unwrap()
    }

    async fn ended(self) -> (usize, Ending) {
        self.server.await.unwrap().unwrap()
    }
}

async fn json_of(reply: Response) -> Value {
    serde_json::from_str(&reply.text().await.unwrap()).unwrap()
}

async fn refused(request: RequestBuilder, why: &str) {
    let reply = request.send().await.unwrap();
    assert_eq!(reply.status(), StatusCode::FORBIDDEN, "{why}");
    let cors = reply
        .headers()
        .keys()
        .filter(|it| it.as_str().starts_with("access-control"));
    assert_eq!(cors.count(), 0, "{why}");
    let text = reply.text().await.unwrap();
    assert!(
        text.contains(why) && !text.contains("secret"),
        "{why}: {text}"
    );
}

#[tokio::test]
async fn foreign_host_is_refused_on_every_path() {
    let review = started().await;
    let port = review.address.port();
    for host in [
        "evil.example",
        "localhost",
        &format!("evil.example:{port}"),
        "127.0.0.1",
    ] {
        for path in ["/", "/page", "/nothing"] {
            refused(
                review.own(Method::GET, path).header("Host", host),
                "another host",
            )
            .await;
        }
    }
    // Without a Host, and with two; by hand, since no client sends them.
    for head in [
        "GET / HTTP/1.1\r\nConnection: close\r\n\r\n".to_owned(),
        "GET / HTTP/1.0\r\n\r\n".to_owned(),
        format!(
            "GET / HTTP/1.1\r\nHost: {0}\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
            review.address
        ),
        format!(
            "GET http://evil.example/ HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
            review.address
        ),
    ] {
        let address = review.address;
        let reply = tokio::task::spawn_blocking(move || {
            let mut stream = TcpStream::connect(address).unwrap();
            stream.write_all(head.as_bytes()).unwrap();
            let mut reply = String::new();
            stream.read_to_string(&mut reply).unwrap();
            (head, reply)
        });
        let (head, reply) = reply.await.unwrap();
        let status = reply.split(' ').nth(1).unwrap_or_default();
        assert!(["400", "403"].contains(&status), "{head}\n{reply}");
    }
}

#[tokio::test]
async fn foreign_origin_is_refused() {
    let review = started().await;
    for origin in [
        "http://evil.example",
        "null",
        "http://127.0.0.1",
        "https://127.0.0.1",
    ] {
        let request = review.own(Method::GET, "/page").header("Origin", origin);
        refused(request, "another site").await;
        let request = review
            .own(Method::POST, "/answer")
            .header("Origin", origin)
            .header("Content-Type", "application/json")
            .body("{\"question\":0,\"answer\":\"1\"}");
        refused(request, "another site").await;
    }
    let silent = review
        .own(Method::POST, "/answer")
        .header("Content-Type", "application/json")
        .body("{\"question\":0,\"answer\":\"1\"}");
    refused(silent, "another site").await;
    let preflight = review
        .bare(Method::OPTIONS, "/answer")
        .header("Origin", "http://evil.example")
        .header("Access-Control-Request-Method", "POST");
    refused(preflight, "another site").await;
    let other = review
        .bare(Method::GET, "/page")
        .header("X-Bibsync-Token", TOKEN)
        .header("Sec-Fetch-Site", "same-site");
    refused(other, "another site").await;
    assert_eq!(review.text(), PROFILE);
}

#[tokio::test]
async fn missing_or_wrong_token_is_refused() {
    let review = started().await;
    for token in [
        None,
        Some(""),
        Some("0123456789abcdee"),
        Some("0123456789ABCDEF"),
    ] {
        for (method, path) in [
            (Method::GET, "/page"),
            (Method::GET, "/news?since=0"),
            (Method::GET, "/page?token=0123456789abcdef"),
            (Method::POST, "/answer"),
            (Method::POST, "/undo"),
            (Method::POST, "/done"),
            (Method::POST, "/"),
        ] {
            let request = review
                .bare(method, path)
                .header("Origin", format!("http://{}", review.address))
                .header("Content-Type", "application/json")
                .body("{\"question\":0,\"answer\":\"1\"}");
            let request = match token {
                Some(token) => request.header("X-Bibsync-Token", token),
                None => request,
            };
            refused(request, "token").await;
        }
    }
    // What a form of another site could send.
    let form = review
        .own(Method::POST, "/answer")
        .header("Origin", format!("http://{}", review.address))
        .header("Content-Type", "text/plain")
        .body("{\"question\":0,\"answer\":\"1\"}");
    refused(form, "JSON").await;
    assert_eq!(review.text(), PROFILE);
}

#[tokio::test]
async fn empty_page_is_given_without_token_and_can_not_be_framed() {
    let review = started().await;
    let reply = review.bare(Method::GET, "/").send().await.unwrap();
    assert_eq!(reply.status(), StatusCode::OK);
    for (name, value) in [
        ("x-frame-options", "DENY"),
        ("content-security-policy", "frame-ancestors 'none'"),
        ("cache-control", "no-store"),
        ("x-content-type-options", "nosniff"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        assert_eq!(reply.headers()[name], value);
    }
    let text = reply.text().await.unwrap();
    assert!(!text.contains("secret") && !text.contains(TOKEN));
    assert!(text.contains("connect-src 'self'; "));
    let reply = review.own(Method::GET, "/page").send().await.unwrap();
    assert_eq!(reply.text().await.unwrap(), "<p>secret");
}

#[tokio::test]
async fn answers_go_byte_exact_into_the_profile_and_are_taken_back() {
    let review = started().await;
    let (code, news) = review.answer(1, "2").await;
    assert_eq!(code, StatusCode::OK, "{news}");
    assert_eq!(
        (&news["open"], &news["settled"]["1"]),
        (&json!(1), &json!("2: Candidate 2"))
    );
    let pinned = "{ \"publications\":[{\"title\": \"A\"},\t{\"title\": \"B\", \"doi\": \"10.1145/1.2\", \"match\": true} ]}";
    assert_eq!(review.text(), pinned);
    let (code, news) = review.post("/undo", &json!({})).await;
    assert_eq!((code, &news["open"]), (StatusCode::OK, &json!(2)));
    assert_eq!(review.text(), PROFILE);
    let (code, news) = review.post("/undo", &json!({})).await;
    assert_eq!(code, StatusCode::CONFLICT, "{news}");
    for (question, answer) in [(1, "3"), (1, "perhaps"), (7, "1")] {
        let (code, news) = review.answer(question, answer).await;
        assert_eq!(code, StatusCode::UNPROCESSABLE_ENTITY, "{news}");
    }
    let (code, _) = review.answer(0, "none").await;
    assert_eq!(code, StatusCode::OK);
    assert!(
        review
            .text()
            .contains("\"not\": [\"10.1145/1.1\", \"10.1145/1.2\"]"),
        "{}",
        review.text()
    );
}

#[tokio::test]
async fn second_page_learns_the_answer_of_the_first() {
    let review = started().await;
    let first = json_of(
        review
            .own(Method::GET, "/news?since=0")
            .send()
            .await
            .unwrap(),
    )
    .await;
    let path = format!("/news?since={}", first["version"]);
    let waiting = review.own(Method::GET, &path).send();
    let (answered, told) = tokio::join!(review.answer(0, "1"), waiting);
    assert_eq!(answered.0, StatusCode::OK);
    let told = json_of(told.unwrap()).await;
    assert_eq!(told["settled"], json!({"0": "1: Candidate 1"}));
    let once = review.text();
    let (code, news) = review.answer(0, "2").await;
    assert_eq!(code, StatusCode::CONFLICT);
    assert!(
        news["say"].as_str().unwrap().contains("already answered"),
        "{news}"
    );
    assert_eq!(review.text(), once);
}

#[tokio::test]
async fn file_changed_meanwhile_is_reported_and_kept() {
    let review = started().await;
    let theirs = PROFILE.replace("\"B\"", "\"C\"");
    fs_err::write(&review.profile, &theirs).unwrap();
    let (code, news) = review.answer(0, "1").await;
    assert_eq!(code, StatusCode::CONFLICT);
    assert!(
        news["say"]
            .as_str()
            .unwrap()
            .contains("was changed by another program"),
        "{news}"
    );
    assert_eq!(review.text(), theirs);
}

#[tokio::test]
async fn done_and_interruption_end_the_review() {
    let review = started().await;
    review.answer(0, "1").await;
    let waiting = review.own(Method::GET, "/news?since=99").send();
    let nothing = json!({});
    let done = review.post("/done", &nothing);
    let (told, (code, news)) = tokio::join!(waiting, done);
    assert_eq!((code, &news["over"]), (StatusCode::OK, &json!(true)));
    assert_eq!(told.unwrap().status(), StatusCode::OK);
    assert_eq!(review.ended().await, (1, Ending::Done));

    let review = started().await;
    review.answer(1, "none").await;
    let Running {
        interrupt, server, ..
    } = review;
    interrupt.send(()).unwrap();
    assert_eq!(server.await.unwrap().unwrap(), (1, Ending::Interrupted));
}

#[tokio::test]
async fn large_body_is_refused() {
    let review = started().await;
    let (code, _) = {
        let request = review
            .own(Method::POST, "/answer")
            .header("Origin", format!("http://{}", review.address))
            .header("Content-Type", "application/json")
            .body(format!(
                "{{\"question\":0,\"answer\":\"{}\"}}",
                "1".repeat(100_000)
            ));
        let reply = request.send().await.unwrap();
        (reply.status(), reply.headers().clone())
    };
    assert_eq!(code, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(review.text(), PROFILE);
}
