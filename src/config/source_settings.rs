//! Reads the settings that sources describe. A service's own hosts are never asked faster than it
//! permits: a setting beyond a published limit is refused.

use std::{collections::BTreeMap, num::NonZeroU32, time::Duration};

use toml::Spanned;
use url::{Host, Url};

use super::{
    raw_sources::Scalar,
    resolver::SettingResolver,
    values::{self, text},
};
use crate::sources::{
    AddressSetting, CountSetting, IntervalSetting, OptionalAddressSetting, PublishedLimit,
    RateSetting, Secret, SecretSetting, SettingReader,
};

/// Reads settings of sources: the environment's, else those of the file, else the defaults.
pub(super) struct SourceSettingReader<'a, 'b> {
    /// The values of the file, by the names of their settings.
    pub(super) values: BTreeMap<&'static str, Scalar>,
    pub(super) resolver: &'a mut SettingResolver<'b>,
}

impl SourceSettingReader<'_, '_> {
    fn text(&mut self, setting: &str) -> Option<Spanned<String>> {
        match self.values.remove(setting) {
            Some(Scalar::Text(text)) => Some(text),
            _ => None,
        }
    }
}

impl SettingReader for SourceSettingReader<'_, '_> {
    fn address(&mut self, setting: &'static AddressSetting) -> Option<Url> {
        let written = self.text(setting.name);
        let default = text(setting.default);
        self.resolver
            .resolve(setting.name, written, default, values::endpoint)
    }

    fn optional_address(
        &mut self,
        setting: &'static OptionalAddressSetting,
    ) -> Option<Option<Url>> {
        let written = self.text(setting.name);
        self.resolver
            .resolve_blank(setting.name, written, values::optional_endpoint)
    }

    fn secret(&mut self, setting: &'static SecretSetting) -> Option<Option<Secret>> {
        let written = self.text(setting.name);
        self.resolver
            .resolve_blank(setting.name, written, values::secret)
    }

    fn interval(
        &mut self,
        setting: &'static IntervalSetting,
        at: Option<&Url>,
    ) -> Option<Duration> {
        let written = self.text(setting.name);
        let default = text(setting.default);
        self.resolver
            .resolve(setting.name, written, default, |every| {
                no_faster(values::every(every)?, setting.limit, at)
            })
    }

    fn rate(&mut self, setting: &'static RateSetting, at: Option<&Url>) -> Option<Duration> {
        let written = match self.values.remove(setting.name) {
            Some(Scalar::Number(number)) => Some(number),
            _ => None,
        };
        self.resolver
            .resolve(setting.name, written, setting.default, |rate| {
                no_faster(values::per_second(rate)?, setting.limit, at)
            })
    }

    fn count(&mut self, setting: &'static CountSetting, at: Option<&Url>) -> Option<NonZeroU32> {
        let written = match self.values.remove(setting.name) {
            Some(Scalar::Integer(number)) => Some(number),
            _ => None,
        };
        self.resolver
            .resolve(setting.name, written, setting.default.into(), |number| {
                no_more(values::count(number)?, setting.limit, at)
            })
    }
}

/// Returns the interval, unless it is below the minimum of the host at this address.
fn no_faster(
    every: Duration,
    limit: PublishedLimit<Duration>,
    address: Option<&Url>,
) -> Result<Duration, String> {
    if every < limit.bound {
        permitted(limit.origin, address)?;
    }
    Ok(every)
}

/// Returns the number, unless it is above the maximum of the host at this address.
fn no_more(
    number: NonZeroU32,
    limit: PublishedLimit<u32>,
    address: Option<&Url>,
) -> Result<NonZeroU32, String> {
    if number.get() > limit.bound {
        permitted(limit.origin, address)?;
    }
    Ok(number)
}

/// Fails unless the address is that of a stand-in. An unreadable address is reported
/// elsewhere.
fn permitted(origin: &str, address: Option<&Url>) -> Result<(), String> {
    match address {
        Some(address) if !is_stand_in(address) => {
            let host = address.host_str().unwrap_or_default();
            Err(format!("more than {host} permits: {origin}"))
        }
        _ => Ok(()),
    }
}

/// Returns whether the address is that of a stand-in for the service: on this machine, or a reserved
/// name (RFC 6761).
fn is_stand_in(address: &Url) -> bool {
    match address.host() {
        Some(Host::Domain(name)) => {
            let name = name.trim_end_matches('.');
            let top = name.rsplit('.').next().unwrap_or_default();
            matches!(top, "localhost" | "test" | "example" | "invalid")
        }
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use crate::config::load;

    /// Returns the faults of a setting in a section with this address.
    fn faults(section: &str, setting: &str, address: Option<&str>) -> Vec<String> {
        let at = match section {
            "dblp" => "sparql",
            _ => "endpoint",
        };
        let address = address.map(|address| format!("{at} = '{address}'\n"));
        let text = format!(
            "[sources.{section}]\n{}{setting}\n",
            address.unwrap_or_default()
        );
        match load(Some(("bibsync.toml", &text)), &BTreeMap::new()) {
            Ok(_) => Vec::new(),
            Err(wrong) => wrong.problems.iter().map(ToString::to_string).collect(),
        }
    }

    #[test]
    fn rates_above_published_limits_are_rejected() {
        for (section, permitted, faster) in [
            ("dblp", "every = '10s'", "every = '9s'"),
            ("dblp", "burst = 4", "burst = 5"),
            ("crossref", "list_per_second = 3", "list_per_second = 3.01"),
            (
                "crossref",
                "single_per_second = 10",
                "single_per_second = 11",
            ),
            ("crossref", "concurrency = 3", "concurrency = 4"),
            ("arxiv", "every = '3s'", "every = '2900ms'"),
            ("datacite", "per_second = 3.3", "per_second = 3.4"),
        ] {
            assert_eq!(faults(section, permitted, None), [""; 0]);
            let name = faster.split(' ').next().unwrap();
            for address in [
                None,
                Some("https://mirror.example.org/x"),
                Some("http://10.0.0.1"),
            ] {
                let found = faults(section, faster, address);
                assert_eq!(found.len(), 1, "{section} {faster} {address:?}");
                let place = format!("sources.{section}.{name}: more than ");
                assert!(found[0].contains(&place), "{found:?}");
            }
            for address in [
                "http://127.0.0.1:9",
                "http://[::1]:9",
                "http://localhost",
                "http://dblp.test",
            ] {
                let found = faults(section, faster, Some(address));
                assert_eq!(found, [""; 0], "{section} {faster} {address}");
            }
        }
    }

    #[test]
    fn message_names_the_published_limit() {
        assert_eq!(
            faults("dblp", "every = '1s'", None),
            [
                "bibsync.toml:2: sources.dblp.every: more than sparql.dblp.org permits: \
                 one request per 10s (`Crawl-delay` in robots.txt of sparql.dblp.org)"
            ]
        );
        let name = "BIBSYNC_SOURCES_CROSSREF_CONCURRENCY";
        let environment = BTreeMap::from([(name.to_owned(), "20".to_owned())]);
        let wrong = load(None, &environment).unwrap_err().to_string();
        assert!(
            wrong.contains(name) && wrong.contains("3 requests at once"),
            "{wrong}"
        );
    }
}
