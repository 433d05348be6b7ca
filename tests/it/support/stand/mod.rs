//! One server that answers as DBLP, Crossref, arXiv and DataCite do, knows a few papers, and keeps
//! a log. A question it does not understand is answered with status 400, so that no test passes
//! because of an empty answer.

mod arxiv;
mod crossref;
mod datacite;
mod dblp;

use std::sync::{Arc, LazyLock, Mutex};

use tokio::runtime::Runtime;
use wiremock::{Mock, MockServer, Request, Respond, ResponseTemplate, matchers::any};

use super::{Paper, Someone};

/// Servers start on this; they answer on threads of their own.
static STARTING: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().unwrap());

/// One of the services.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum At {
    Dblp,
    Crossref,
    Arxiv,
    Datacite,
}

impl At {
    const ALL: [Self; 4] = [Self::Dblp, Self::Crossref, Self::Arxiv, Self::Datacite];

    /// Where the service is on the server.
    pub(crate) fn base(self) -> &'static str {
        match self {
            Self::Dblp => "/sparql",
            Self::Crossref => "/crossref",
            Self::Arxiv => "/arxiv",
            Self::Datacite => "/datacite",
        }
    }
}

/// A question as it came: the path below the service's base, and the address's or form's pairs.
#[derive(Debug, Clone)]
pub(crate) struct Question {
    pub(crate) path: String,
    pairs: Vec<(String, String)>,
}

impl Question {
    fn pair(&self, name: &str) -> &str {
        let found = self.pairs.iter().find(|(key, _)| key == name);
        found.map_or("", |(_, value)| value)
    }

    /// Path and pairs in one line.
    fn text(&self) -> String {
        let pairs = self
            .pairs
            .iter()
            .map(|(key, value)| format!("{key}={value}"));
        format!("{}?{}", self.path, pairs.collect::<Vec<_>>().join("&"))
    }
}

/// What stands in for the services. Clones are the same server's.
#[derive(Clone)]
pub(crate) struct Services {
    server: Arc<MockServer>,
    hall: Arc<Hall>,
}

/// What the server's threads share with the test.
#[derive(Default)]
struct Hall {
    papers: Vec<Paper>,
    people: Vec<Someone>,
    changed: Mutex<Option<String>>,
    log: Mutex<Vec<(At, Question)>>,
    troubles: Mutex<Vec<Trouble>>,
}

/// An answer given in place of the right one.
struct Trouble {
    at: At,
    part: String,
    times: usize,
    reply: ResponseTemplate,
}

impl Services {
    /// Services that know these papers, and these people's pages.
    pub(crate) fn knowing(
        papers: impl IntoIterator<Item = Paper>,
        people: impl IntoIterator<Item = Someone>,
    ) -> Self {
        let hall = Arc::new(Hall {
            papers: papers.into_iter().collect(),
            people: people.into_iter().collect(),
            ..Hall::default()
        });
        let server = STARTING.block_on(async {
            let server = MockServer::start().await;
            let answering = Answering(Arc::clone(&hall));
            Mock::given(any())
                .respond_with(answering)
                .mount(&server)
                .await;
            server
        });
        Self {
            server: Arc::new(server),
            hall,
        }
    }

    /// The address of the server they all are on.
    pub(crate) fn server(&self) -> String {
        self.server.uri()
    }

    /// The address of a service.
    pub(crate) fn address(&self, at: At) -> String {
        format!("{}{}", self.server.uri(), at.base())
    }

    /// How many questions have come to a service.
    pub(crate) fn count(&self, at: At) -> usize {
        self.asked(at).len()
    }

    /// How many questions have come to all of them.
    pub(crate) fn total(&self) -> usize {
        self.hall.log.lock().unwrap().len()
    }

    /// The questions that came to a service, in order, each on one line.
    pub(crate) fn asked(&self, at: At) -> Vec<String> {
        let log = self.hall.log.lock().unwrap();
        let here = log.iter().filter(|(place, _)| *place == at);
        here.map(|(_, question)| question.text()).collect()
    }

    /// Starts the log afresh.
    pub(crate) fn forget(&self) {
        self.hall.log.lock().unwrap().clear();
    }

    /// From now on DBLP says that its data last changed then.
    pub(crate) fn change(&self, date: &str) {
        *self.hall.changed.lock().unwrap() = Some(date.to_owned());
    }

    /// From now on answers what has `part` in it so.
    pub(crate) fn answer(&self, at: At, part: &str, reply: ResponseTemplate) {
        self.answer_times(at, part, usize::MAX, reply);
    }

    /// The same, only so many times.
    pub(crate) fn answer_times(&self, at: At, part: &str, times: usize, reply: ResponseTemplate) {
        self.hall.troubles.lock().unwrap().push(Trouble {
            at,
            part: part.to_owned(),
            times,
            reply,
        });
    }

    /// All is well again.
    pub(crate) fn recover(&self) {
        self.hall.troubles.lock().unwrap().clear();
    }
}

struct Answering(Arc<Hall>);

impl Respond for Answering {
    fn respond(&self, request: &Request) -> ResponseTemplate {
        let path = request.url.path();
        let Some(at) = At::ALL.into_iter().find(|at| path.starts_with(at.base())) else {
            return ResponseTemplate::new(400).set_body_string("no service at this address");
        };
        let mut pairs: Vec<(String, String)> = request.url.query_pairs().into_owned().collect();
        pairs.extend(url::form_urlencoded::parse(&request.body).into_owned());
        let question = Question {
            path: path[at.base().len()..].to_owned(),
            pairs,
        };
        let hall = &self.0;
        hall.log.lock().unwrap().push((at, question.clone()));
        if let Some(reply) = hall.trouble(at, &question.text()) {
            return reply;
        }
        let papers = &hall.papers;
        let answer = match at {
            At::Dblp => {
                let changed = hall.changed.lock().unwrap();
                dblp::answer(
                    question.pair("query"),
                    papers,
                    &hall.people,
                    changed.as_deref(),
                )
            }
            At::Crossref => crossref::answer(&question, papers),
            At::Arxiv => arxiv::answer(&question, papers),
            At::Datacite => datacite::answer(&question, papers),
        };
        answer.unwrap_or_else(|| {
            ResponseTemplate::new(400).set_body_string("the stand-in does not understand this")
        })
    }
}

impl Hall {
    fn trouble(&self, at: At, text: &str) -> Option<ResponseTemplate> {
        let mut troubles = self.troubles.lock().unwrap();
        let trouble = troubles
            .iter_mut()
            .find(|it| it.at == at && it.times > 0 && text.contains(&it.part))?;
        trouble.times -= 1;
        Some(trouble.reply.clone())
    }
}

/// A name without the number by which DBLP tells namesakes apart.
fn without_number(name: &str) -> &str {
    name.trim_end_matches(|c: char| c.is_ascii_digit())
        .trim_end()
}
