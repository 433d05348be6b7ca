use std::{collections::VecDeque, sync::Mutex};

use wiremock::{Mock, MockServer, Request, Respond, ResponseTemplate, matchers::any};

/// A sequence of responses; the last one repeats.
pub(crate) struct Script(Mutex<VecDeque<ResponseTemplate>>);

impl Script {
    /// Starts a server that answers requests with the script.
    pub(crate) async fn play(answers: impl IntoIterator<Item = ResponseTemplate>) -> MockServer {
        let server = MockServer::start().await;
        Mock::given(any())
            .respond_with(Self(Mutex::new(answers.into_iter().collect())))
            .mount(&server)
            .await;
        server
    }
}

impl Respond for Script {
    fn respond(&self, _: &Request) -> ResponseTemplate {
        let mut answers = self.0.lock().unwrap();
        if answers.len() > 1 {
            answers.pop_front().unwrap()
        } else {
            answers.front().unwrap().clone()
        }
    }
}
