use super::{Answer, Client, Keep, Renewal, Service, client::Reach};
use crate::cache::Kept;

/// Where answers are kept that are asked for many at a time, each under a key of its own: so the
/// next run has them whatever else it asks for.
#[derive(Debug, Clone)]
pub struct Shelf {
    /// Whose answers they are.
    pub service: Service,
    /// How long each stays good.
    pub keep: Keep,
    /// Whether an answer says that nothing was found. It is kept as long as an absence.
    pub is_empty: fn(&str) -> bool,
    /// How an answer that is too old may turn out to be right still.
    pub renewal: Renewal,
}

impl Client {
    /// What is kept under the key, as fresh as the run wants it. An answer that is too old may cost
    /// the one request in a run that tells whether the service's data have changed since.
    pub async fn shelved(&self, on: &Shelf, key: &str) -> Option<Answer> {
        if let Some(answer) = self.recall(&on.keep, key) {
            return Some(answer);
        }
        let Renewal::Dated(dated) = &on.renewal else {
            return None;
        };
        if self.reach() == Reach::Nobody {
            return None;
        }
        let (kept, stored_at) = self.cache.get_dated(on.keep.bucket, key)?;
        let changed = self.changed(dated).await?;
        if !self.is_since(dated, changed, stored_at) {
            return None;
        }
        let (answer, is_empty) = match kept {
            Kept::Absent => (Answer::Absent, true),
            Kept::Body(body) => {
                let is_empty = (on.is_empty)(&body);
                (Answer::Body(body.into()), is_empty)
            }
        };
        self.confirm(&on.keep, key, is_empty);
        Some(answer)
    }

    /// Keeps an answer under the key; `None` says that there is no such record.
    pub fn shelve(&self, on: &Shelf, key: &str, body: Option<&str>) {
        let is_empty = body.is_none_or(on.is_empty);
        self.keep(on.keep.bucket, key, body, on.keep.for_answer(is_empty));
    }

    /// Counts a request that kept answers made unnecessary.
    pub fn spared(&self, service: Service) {
        self.host(service).count(|counts| counts.cached += 1);
    }
}
