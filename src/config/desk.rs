use std::{collections::BTreeMap, path::Path};

use toml::Spanned;

use super::{ConfigError, Place, Problem};

/// Where settings are settled one by one, and faults gathered.
#[derive(Debug)]
pub(super) struct Desk<'a> {
    file: Option<(&'a str, &'a str)>,
    environment: &'a BTreeMap<String, String>,
    problems: Vec<Problem>,
}

/// A value as it stands in the file, that the environment can say in a variable's text.
pub(super) trait Said: Sized {
    /// Reads a variable's text.
    fn say(text: &str) -> Result<Self, String>;
}

impl<'a> Desk<'a> {
    /// A desk with the file's name and text, if there is one, and the environment on it.
    pub(super) fn new(
        file: Option<(&'a str, &'a str)>,
        environment: &'a BTreeMap<String, String>,
    ) -> Self {
        Self {
            file,
            environment,
            problems: Vec::new(),
        }
    }

    /// The settled value: the environment's, else the file's, else the default. `None` after a
    /// fault.
    pub(super) fn settle<V: Said, T>(
        &mut self,
        setting: &'static str,
        from_file: Option<Spanned<V>>,
        default: V,
        read: impl FnOnce(V) -> Result<T, String>,
    ) -> Option<T> {
        let found = self.find(setting, from_file);
        // A default can fail no test but ours; were it to, the variable can set it right.
        let unset = || Ok((Place::Variable(variable(setting)), default));
        let settled = found
            .unwrap_or_else(unset)
            .and_then(|(place, value)| read(value).map_err(|message| Problem { place, message }));
        self.take_down(settled)
    }

    /// The settled value of a setting without a default. `None` when not set, or after a fault.
    pub(super) fn optional<V: Said, T>(
        &mut self,
        setting: &'static str,
        from_file: Option<Spanned<V>>,
        read: impl FnOnce(V) -> Result<T, String>,
    ) -> Option<T> {
        let settled = self
            .find(setting, from_file)?
            .and_then(|(place, value)| read(value).map_err(|message| Problem { place, message }));
        self.take_down(settled)
    }

    /// A folder named in the file, which is meant from the file's own folder on.
    pub(super) fn beside_file(&self, folder: Spanned<String>) -> Spanned<String> {
        Spanned::new(folder.span(), self.joined(folder.into_inner()))
    }

    /// Folders named in the file, which are meant from the file's own folder on.
    pub(super) fn all_beside_file(&self, folders: Spanned<Vec<String>>) -> Spanned<Vec<String>> {
        let span = folders.span();
        let joined = folders
            .into_inner()
            .into_iter()
            .map(|name| self.joined(name));
        Spanned::new(span, joined.collect())
    }

    fn joined(&self, folder: String) -> String {
        let home = self.file.and_then(|(name, _)| Path::new(name).parent());
        match home {
            Some(home) if !folder.trim().is_empty() => {
                home.join(folder).to_string_lossy().into_owned()
            }
            _ => folder,
        }
    }

    /// `settings`, if there was no fault, else all faults.
    pub(super) fn finish<T>(self, settings: Option<T>) -> Result<T, ConfigError> {
        match settings {
            Some(settings) if self.problems.is_empty() => Ok(settings),
            _ => Err(ConfigError {
                problems: self.problems,
            }),
        }
    }

    fn find<V: Said>(
        &self,
        setting: &'static str,
        from_file: Option<Spanned<V>>,
    ) -> Option<Result<(Place, V), Problem>> {
        let name = variable(setting);
        let may_be_blank = setting == MAY_BE_BLANK;
        if let Some(text) = self.environment.get(&name)
            && (may_be_blank || !text.trim().is_empty())
        {
            let place = Place::Variable(name);
            return Some(match V::say(text.trim()) {
                Ok(value) => Ok((place, value)),
                Err(message) => Err(Problem { place, message }),
            });
        }
        let value = from_file?;
        let (file, text) = self.file.unwrap_or_default();
        let place = Place::File {
            file: file.to_owned(),
            line: line(text, value.span().start),
            setting: Some(setting),
        };
        Some(Ok((place, value.into_inner())))
    }

    fn take_down<T>(&mut self, settled: Result<T, Problem>) -> Option<T> {
        settled.map_err(|problem| self.problems.push(problem)).ok()
    }
}

/// The one setting for which blank is a value: it turns DBLP's classic API off.
const MAY_BE_BLANK: &str = "sources.dblp.rest";

impl Said for String {
    fn say(text: &str) -> Result<Self, String> {
        Ok(text.to_owned())
    }
}

impl Said for Vec<String> {
    fn say(text: &str) -> Result<Self, String> {
        let names = text.split(',').map(str::trim);
        Ok(names
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect())
    }
}

impl Said for BTreeMap<String, String> {
    fn say(text: &str) -> Result<Self, String> {
        let pairs = text.split(';').filter(|pair| !pair.trim().is_empty());
        pairs
            .map(|pair| {
                let (name, value) = pair.split_once('=').ok_or_else(|| {
                    format!("`{}` has no `=`: expected `name = value; …`", pair.trim())
                })?;
                Ok((name.trim().to_owned(), value.trim().to_owned()))
            })
            .collect()
    }
}

impl Said for i64 {
    fn say(text: &str) -> Result<Self, String> {
        text.parse()
            .map_err(|_| format!("`{text}` is not a whole number"))
    }
}

impl Said for bool {
    fn say(text: &str) -> Result<Self, String> {
        text.parse()
            .map_err(|_| format!("`{text}` is neither `true` nor `false`"))
    }
}

impl Said for f64 {
    fn say(text: &str) -> Result<Self, String> {
        text.parse()
            .map_err(|_| format!("`{text}` is not a number"))
    }
}

/// The environment variable of a setting.
pub(super) fn variable(setting: &str) -> String {
    format!("BIBSYNC_{}", setting.replace('.', "_").to_uppercase())
}

/// The line, from 1, in which a byte of a text stands.
pub(super) fn line(text: &str, byte: usize) -> usize {
    text.bytes().take(byte).filter(|b| *b == b'\n').count() + 1
}
