use std::path::Path;

use super::{
    BibliographyError, Rendering,
    generation::{generation, restore_generation},
    resolve::{LastRun, Scope, resolve},
};
use crate::{
    config::Settings,
    lock::Lock,
    output::{OutputUpdate, UpdatedOutput, update},
    profile::Profile,
    session::Session,
    sync::{Listed, Observer, Resolved},
};

/// Returns the list that a profile holds; `file` is its name in messages.
#[must_use]
pub fn list(file: &str, profile: Profile) -> Listed {
    Listed {
        file: file.to_owned(),
        person: profile.person,
        publications: profile.publications,
    }
}

/// A bibliography in memory: nothing is read from disk or written to it.
#[derive(Debug)]
pub struct Bibliography {
    settings: Settings,
    rendering: Rendering,
    previous: Option<(Lock, String)>,
}

impl Bibliography {
    /// Makes the bibliography of a list that has none yet.
    ///
    /// # Errors
    /// When the settings name a style that does not exist.
    pub fn new(settings: &Settings) -> Result<Self, BibliographyError> {
        Ok(Self {
            settings: settings.clone(),
            rendering: Rendering::new(settings)?,
            previous: None,
        })
    }

    /// Continues from the lock and the text of the last run. Keys stay as they are, and what a person
    /// edited in the text is kept.
    #[must_use]
    pub fn continued(self, lock: Lock, text: impl Into<String>) -> Self {
        Self {
            previous: Some((lock, text.into())),
            ..self
        }
    }

    /// Looks each listing up in the session's sources, and decides which work it means.
    ///
    /// A source that fails does not fail the run: [`Resolved::failures`] names it.
    ///
    /// # Errors
    /// When the text of the last run holds an open conflict of git's.
    pub async fn resolve(
        &self,
        lists: &[Listed],
        session: &Session,
        observer: &dyn Observer,
    ) -> Result<Resolved, BibliographyError> {
        let last = match &self.previous {
            Some((lock, text)) => LastRun {
                lock: Some(lock),
                digest: "",
                output: Some((Path::new("references.bib"), text.as_bytes())),
            },
            None => LastRun::default(),
        };
        let pattern = &self.settings.export.keys;
        resolve(lists, session, pattern, last, Scope::All, observer).await
    }

    /// Writes the works of a new lock as entries, and merges what a person edited.
    ///
    /// Both results belong together: the lock names what was written.
    #[must_use]
    pub fn update(&self, mut lock: Lock) -> UpdatedOutput {
        let (old, text) = match &self.previous {
            Some((old, text)) => (Some(old), Some(text.as_bytes())),
            None => (None, None),
        };
        let then = old.and_then(|old| {
            let mut settings = self.settings.clone();
            restore_generation(&mut settings, old);
            Rendering::new(&settings).ok()
        });
        let inputs = old
            .map(|old| old.output_settings.inputs.clone())
            .unwrap_or_default();
        lock.output_settings = generation(&inputs, &self.settings);
        update(OutputUpdate {
            old,
            new: lock,
            file: text,
            now: self.rendering.form(),
            then: then.as_ref().unwrap_or(&self.rendering).form(),
        })
    }
}
