use std::{collections::BTreeMap, path::Path};

use toml::Spanned;

use super::{ConfigError, ConfigProblem, SettingLocation, raw_sources::UsedSources};

/// Resolves settings one by one and collects faults.
#[derive(Debug)]
pub(super) struct SettingResolver<'a> {
    file: Option<(&'a str, &'a str)>,
    environment: &'a BTreeMap<String, String>,
    problems: Vec<ConfigProblem>,
}

/// A value of the file that an environment variable can also give, as text.
pub(super) trait VariableValue: Sized {
    /// Parses the text of a variable.
    fn parse_variable(text: &str) -> Result<Self, String>;
}

impl<'a> SettingResolver<'a> {
    /// Creates a resolver for the environment and, if there is one, the file's name and text.
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

    /// Returns the value of a setting: the environment's, else the file's, else the default. `None`
    /// after a fault.
    pub(super) fn resolve<V: VariableValue, T>(
        &mut self,
        setting: &'static str,
        from_file: Option<Spanned<V>>,
        default: V,
        read: impl FnOnce(V) -> Result<T, String>,
    ) -> Option<T> {
        let found = self.find(setting, from_file, false);
        self.settle(setting, found, default, read)
    }

    /// Returns the value of a setting that may be blank, which is its default. `None` after a fault.
    pub(super) fn resolve_blank<T>(
        &mut self,
        setting: &'static str,
        from_file: Option<Spanned<String>>,
        read: impl FnOnce(String) -> Result<T, String>,
    ) -> Option<T> {
        let found = self.find(setting, from_file, true);
        self.settle(setting, found, String::new(), read)
    }

    fn settle<V, T>(
        &mut self,
        setting: &str,
        found: Option<Result<(SettingLocation, V), ConfigProblem>>,
        default: V,
        read: impl FnOnce(V) -> Result<T, String>,
    ) -> Option<T> {
        // Our tests cover every default; should one be invalid after all, its variable can replace it.
        let unset = || Ok((SettingLocation::Variable(variable(setting)), default));
        let settled = found.unwrap_or_else(unset).and_then(|(place, value)| {
            read(value).map_err(|message| ConfigProblem { place, message })
        });
        self.record(settled)
    }

    /// Returns the value of a setting without a default. `None` when it is not set, or after a fault.
    pub(super) fn optional<V: VariableValue, T>(
        &mut self,
        setting: &'static str,
        from_file: Option<Spanned<V>>,
        read: impl FnOnce(V) -> Result<T, String>,
    ) -> Option<T> {
        let settled = self
            .find(setting, from_file, false)?
            .and_then(|(place, value)| {
                read(value).map_err(|message| ConfigProblem { place, message })
            });
        self.record(settled)
    }

    /// Resolves a folder relative to the folder of the settings file.
    pub(super) fn relative_to_file(&self, folder: Spanned<String>) -> Spanned<String> {
        Spanned::new(folder.span(), self.joined(folder.into_inner()))
    }

    /// Resolves folders relative to the folder of the settings file.
    pub(super) fn all_relative_to_file(
        &self,
        folders: Spanned<Vec<String>>,
    ) -> Spanned<Vec<String>> {
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

    /// Returns `settings` if there were no faults, else all faults.
    pub(super) fn finish<T>(self, settings: Option<T>) -> Result<T, ConfigError> {
        match settings {
            Some(settings) if self.problems.is_empty() => Ok(settings),
            _ => Err(ConfigError {
                problems: self.problems,
            }),
        }
    }

    fn find<V: VariableValue>(
        &self,
        setting: &'static str,
        from_file: Option<Spanned<V>>,
        may_be_blank: bool,
    ) -> Option<Result<(SettingLocation, V), ConfigProblem>> {
        let name = variable(setting);
        if let Some(text) = self.environment.get(&name)
            && (may_be_blank || !text.trim().is_empty())
        {
            let place = SettingLocation::Variable(name);
            return Some(match V::parse_variable(text.trim()) {
                Ok(value) => Ok((place, value)),
                Err(message) => Err(ConfigProblem { place, message }),
            });
        }
        let value = from_file?;
        let (file, text) = self.file.unwrap_or_default();
        let place = SettingLocation::File {
            file: file.to_owned(),
            line: line(text, value.span().start),
            setting: Some(setting),
        };
        Some(Ok((place, value.into_inner())))
    }

    fn record<T>(&mut self, settled: Result<T, ConfigProblem>) -> Option<T> {
        settled.map_err(|problem| self.problems.push(problem)).ok()
    }
}

impl VariableValue for String {
    fn parse_variable(text: &str) -> Result<Self, String> {
        Ok(text.to_owned())
    }
}

impl VariableValue for Vec<String> {
    fn parse_variable(text: &str) -> Result<Self, String> {
        let names = text.split(',').map(str::trim);
        Ok(names
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect())
    }
}

impl VariableValue for UsedSources {
    fn parse_variable(text: &str) -> Result<Self, String> {
        Vec::parse_variable(text).map(Self)
    }
}

impl VariableValue for BTreeMap<String, String> {
    fn parse_variable(text: &str) -> Result<Self, String> {
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

impl VariableValue for i64 {
    fn parse_variable(text: &str) -> Result<Self, String> {
        text.parse()
            .map_err(|_| format!("`{text}` is not a whole number"))
    }
}

impl VariableValue for bool {
    fn parse_variable(text: &str) -> Result<Self, String> {
        text.parse()
            .map_err(|_| format!("`{text}` is neither `true` nor `false`"))
    }
}

impl VariableValue for f64 {
    fn parse_variable(text: &str) -> Result<Self, String> {
        text.parse()
            .map_err(|_| format!("`{text}` is not a number"))
    }
}

/// Returns the environment variable of a setting.
pub(super) fn variable(setting: &str) -> String {
    format!("BIBSYNC_{}", setting.replace('.', "_").to_uppercase())
}

/// Returns the line, from 1, that contains a byte of a text.
pub(super) fn line(text: &str, byte: usize) -> usize {
    text.bytes().take(byte).filter(|b| *b == b'\n').count() + 1
}
