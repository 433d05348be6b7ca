use std::{fmt, num::NonZeroU32, time::Duration};

use url::Url;

/// A setting of a source, as the settings file, its JSON Schema and its environment variable have it.
#[derive(Debug, Clone, Copy)]
pub enum Setting {
    /// An address.
    Address(&'static AddressSetting),
    /// An address, or none.
    OptionalAddress(&'static OptionalAddressSetting),
    /// A secret, or none.
    Secret(&'static SecretSetting),
    /// The interval between requests.
    Interval(&'static IntervalSetting),
    /// A number of requests per second.
    Rate(&'static RateSetting),
    /// A whole number.
    Count(&'static CountSetting),
}

/// A setting that is an http or https address.
#[derive(Debug)]
pub struct AddressSetting {
    /// The name of the setting, `sources.NAME.` and a word.
    pub name: &'static str,
    /// A sentence on it, for the schema.
    pub description: &'static str,
    /// The service's own address.
    pub default: &'static str,
}

/// A setting that is an http or https address, or blank, which is the default.
#[derive(Debug)]
pub struct OptionalAddressSetting {
    /// The name of the setting, `sources.NAME.` and a word.
    pub name: &'static str,
    /// A sentence on it, for the schema.
    pub description: &'static str,
}

/// A setting that is a key, a password or the like, or blank, which is the default.
#[derive(Debug)]
pub struct SecretSetting {
    /// The name of the setting, `sources.NAME.` and a word.
    pub name: &'static str,
    /// A sentence on it, for the schema.
    pub description: &'static str,
}

/// A secret of the user's. It is not shown by `Debug`, so that it reaches no log.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Keeps a secret.
    #[must_use]
    pub fn new(text: String) -> Self {
        Self(text)
    }

    /// Returns the text, to be sent to the service that gave it out.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// A setting that is a duration, such as `10s`.
#[derive(Debug)]
pub struct IntervalSetting {
    /// The name of the setting, `sources.NAME.` and a word.
    pub name: &'static str,
    /// A sentence on it, for the schema.
    pub description: &'static str,
    /// The default, as written.
    pub default: &'static str,
    /// The shortest permitted interval.
    pub limit: PublishedLimit<Duration>,
}

/// A setting that is a number of requests per second.
#[derive(Debug)]
pub struct RateSetting {
    /// The name of the setting, `sources.NAME.` and a word.
    pub name: &'static str,
    /// A sentence on it, for the schema.
    pub description: &'static str,
    /// The default, in requests per second.
    pub default: f64,
    /// The shortest permitted interval between requests.
    pub limit: PublishedLimit<Duration>,
}

/// A setting that is a whole number of at least 1.
#[derive(Debug)]
pub struct CountSetting {
    /// The name of the setting, `sources.NAME.` and a word.
    pub name: &'static str,
    /// A sentence on it, for the schema.
    pub description: &'static str,
    /// The default.
    pub default: u32,
    /// The greatest permitted number.
    pub limit: PublishedLimit<u32>,
}

/// A limit that a service publishes. A setting beyond it is refused, unless the address is that of a
/// stand-in on this machine.
#[derive(Debug, Clone, Copy)]
pub struct PublishedLimit<T> {
    /// The limit.
    pub bound: T,
    /// The limit in words, with its source.
    pub origin: &'static str,
}

/// Reads the settings of a source: from the environment, else from the settings file, else the
/// default. Each method returns `None` after a fault, which the reader reports. `at` is the address
/// that a limit is for, if that could be read.
pub trait SettingReader {
    /// Reads an address.
    fn address(&mut self, setting: &'static AddressSetting) -> Option<Url>;

    /// Reads an address that may be blank.
    fn optional_address(&mut self, setting: &'static OptionalAddressSetting)
    -> Option<Option<Url>>;

    /// Reads a secret that may be blank.
    fn secret(&mut self, setting: &'static SecretSetting) -> Option<Option<Secret>>;

    /// Reads an interval; never zero.
    fn interval(&mut self, setting: &'static IntervalSetting, at: Option<&Url>)
    -> Option<Duration>;

    /// Reads a rate, as the interval between requests; never zero.
    fn rate(&mut self, setting: &'static RateSetting, at: Option<&Url>) -> Option<Duration>;

    /// Reads a number.
    fn count(&mut self, setting: &'static CountSetting, at: Option<&Url>) -> Option<NonZeroU32>;
}

impl Setting {
    /// Returns the name of the setting: `sources.dblp.every`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Address(setting) => setting.name,
            Self::OptionalAddress(setting) => setting.name,
            Self::Secret(setting) => setting.name,
            Self::Interval(setting) => setting.name,
            Self::Rate(setting) => setting.name,
            Self::Count(setting) => setting.name,
        }
    }

    /// Returns the name within its section: `every`.
    #[must_use]
    pub fn key(&self) -> &'static str {
        let name = self.name();
        name.rsplit_once('.').map_or(name, |(_, key)| key)
    }

    /// Returns a sentence on the setting.
    #[must_use]
    pub fn description(&self) -> &'static str {
        match self {
            Self::Address(setting) => setting.description,
            Self::OptionalAddress(setting) => setting.description,
            Self::Secret(setting) => setting.description,
            Self::Interval(setting) => setting.description,
            Self::Rate(setting) => setting.description,
            Self::Count(setting) => setting.description,
        }
    }
}
