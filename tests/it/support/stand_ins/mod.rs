//! Stand-ins for the services: one server that answers as DBLP, Crossref, arXiv, DataCite, doi.org, Europe PMC,
//! INSPIRE, OpenAlex, K10plus and ORCID do, with a few papers, and logs requests. It answers an unknown request with status 400, so that no test passes
//! because of an empty answer.

mod arxiv;
mod crossref;
mod datacite;
mod dblp;
mod doi;
pub(crate) mod europepmc;
mod inspire;
mod k10plus;
mod openalex;
mod orcid;
mod phrases;

use std::{
    sync::{Arc, LazyLock, Mutex},
    time::Duration,
};

use bibsync::model::PersonName;
use tokio::runtime::Runtime;
use wiremock::{Mock, MockServer, Request, Respond, ResponseTemplate, matchers::any};

use super::{Paper, Someone};

/// The runtime on which servers start; they answer on their own threads.
static STARTING: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().unwrap());

/// One of the services.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum At {
    Dblp,
    Crossref,
    Arxiv,
    Datacite,
    Doi,
    EuropePmc,
    Inspire,
    OpenAlex,
    K10Plus,
    Orcid,
}

impl At {
    pub(crate) const ALL: [Self; 10] = [
        Self::Dblp,
        Self::Crossref,
        Self::Arxiv,
        Self::Datacite,
        Self::Doi,
        Self::EuropePmc,
        Self::Inspire,
        Self::OpenAlex,
        Self::K10Plus,
        Self::Orcid,
    ];

    /// Returns the path of the service on the server.
    pub(crate) fn base(self) -> &'static str {
        match self {
            Self::Dblp => "/sparql",
            Self::Crossref => "/crossref",
            Self::Arxiv => "/arxiv",
            Self::Datacite => "/datacite",
            Self::Doi => "/doi",
            Self::EuropePmc => "/europepmc",
            Self::Inspire => "/inspire",
            Self::OpenAlex => "/openalex",
            Self::K10Plus => "/k10plus",
            Self::Orcid => "/orcid",
        }
    }
}

/// A request: the path below the service's base, and the pairs of its query or form.
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

    /// Returns path and pairs on one line.
    fn text(&self) -> String {
        let pairs = self
            .pairs
            .iter()
            .map(|(key, value)| format!("{key}={value}"));
        format!("{}?{}", self.path, pairs.collect::<Vec<_>>().join("&"))
    }
}

/// The stand-ins. Clones share one server.
#[derive(Clone)]
pub(crate) struct Services {
    server: Arc<MockServer>,
    hall: Arc<StandInState>,
}

/// The state shared by the server's threads and the test.
#[derive(Default)]
struct StandInState {
    papers: Vec<Paper>,
    people: Vec<Someone>,
    changed: Mutex<Option<String>>,
    log: Mutex<Vec<(At, Question)>>,
    troubles: Mutex<Vec<Trouble>>,
    delay: Mutex<Duration>,
}

/// An answer that replaces the correct one.
struct Trouble {
    at: At,
    part: String,
    times: usize,
    reply: ResponseTemplate,
}

impl Services {
    /// Starts services with these papers and pages of people.
    pub(crate) fn knowing(
        papers: impl IntoIterator<Item = Paper>,
        people: impl IntoIterator<Item = Someone>,
    ) -> Self {
        let hall = Arc::new(StandInState {
            papers: papers.into_iter().collect(),
            people: people.into_iter().collect(),
            ..StandInState::default()
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

    /// Returns the address of the server.
    pub(crate) fn server(&self) -> String {
        self.server.uri()
    }

    /// Returns the address of a service.
    pub(crate) fn address(&self, at: At) -> String {
        format!("{}{}", self.server.uri(), at.base())
    }

    /// Returns the number of requests to a service.
    pub(crate) fn count(&self, at: At) -> usize {
        self.asked(at).len()
    }

    /// Returns the number of requests to all services.
    pub(crate) fn total(&self) -> usize {
        self.hall.log.lock().unwrap().len()
    }

    /// Returns the requests to a service, in order, each on one line.
    pub(crate) fn asked(&self, at: At) -> Vec<String> {
        let log = self.hall.log.lock().unwrap();
        let here = log.iter().filter(|(place, _)| *place == at);
        here.map(|(_, question)| question.text()).collect()
    }

    /// Clears the log.
    pub(crate) fn forget(&self) {
        self.hall.log.lock().unwrap().clear();
    }

    /// Sets the date of DBLP's last change.
    pub(crate) fn change(&self, date: &str) {
        *self.hall.changed.lock().unwrap() = Some(date.to_owned());
    }

    /// Answers requests that contain `part` with this reply from now on.
    pub(crate) fn answer(&self, at: At, part: &str, reply: ResponseTemplate) {
        self.answer_times(at, part, usize::MAX, reply);
    }

    /// The same, a limited number of times.
    pub(crate) fn answer_times(&self, at: At, part: &str, times: usize, reply: ResponseTemplate) {
        self.hall.troubles.lock().unwrap().push(Trouble {
            at,
            part: part.to_owned(),
            times,
            reply,
        });
    }

    /// Makes each answer take this long from now on.
    pub(crate) fn slow(&self, delay: Duration) {
        *self.hall.delay.lock().unwrap() = delay;
    }

    /// Removes all replaced answers.
    pub(crate) fn recover(&self) {
        self.hall.troubles.lock().unwrap().clear();
    }
}

struct Answering(Arc<StandInState>);

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
        let held = hall.papers.iter();
        let held = held.filter(|paper| !paper.absent_from.contains(&at));
        let held: Vec<Paper> = held.cloned().collect();
        let papers = held.as_slice();
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
            At::Doi => doi::answer(&question, papers),
            At::EuropePmc => europepmc::answer(&question, papers),
            At::Inspire => inspire::answer(&question, papers),
            At::OpenAlex => openalex::answer(&question, papers, &hall.people),
            At::K10Plus => k10plus::answer(&question, papers),
            At::Orcid => orcid::answer(&question, papers, &hall.people),
        };
        let answer = answer.unwrap_or_else(|| {
            ResponseTemplate::new(400).set_body_string("the stand-in does not understand this")
        });
        answer.set_delay(*hall.delay.lock().unwrap())
    }
}

impl StandInState {
    fn trouble(&self, at: At, text: &str) -> Option<ResponseTemplate> {
        let mut troubles = self.troubles.lock().unwrap();
        let trouble = troubles
            .iter_mut()
            .find(|it| it.at == at && it.times > 0 && text.contains(&it.part))?;
        trouble.times -= 1;
        Some(trouble.reply.clone())
    }
}

/// Returns a name without DBLP's homonym number.
fn without_number(name: &str) -> &str {
    name.trim_end_matches(|c: char| c.is_ascii_digit())
        .trim_end()
}

/// Returns the given names of a name, and the family name with its particle.
fn name_parts(name: &str) -> (String, String) {
    let name = PersonName::parse(without_number(name));
    let family = format!("{} {}", name.particle, name.family);
    (name.given, family.trim().to_owned())
}
