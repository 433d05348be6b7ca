use super::{
    Catalog, arxiv, crossref, datacite, dblp, doi, europepmc, inspire, k10plus, library, openalex,
    orcid,
};

impl Catalog {
    /// The sources of this crate.
    pub const BUILT_IN: Self = Self::new(&[
        &library::DESCRIPTOR,
        &dblp::DESCRIPTOR,
        &crossref::DESCRIPTOR,
        &arxiv::DESCRIPTOR,
        &datacite::DESCRIPTOR,
        &doi::DESCRIPTOR,
        &europepmc::DESCRIPTOR,
        &inspire::DESCRIPTOR,
        &openalex::DESCRIPTOR,
        &k10plus::DESCRIPTOR,
        &orcid::DESCRIPTOR,
    ]);
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, num::NonZeroU32, time::Duration};

    use url::Url;

    use super::*;
    use crate::sources::{
        AddressSetting, CountSetting, IntervalSetting, OptionalAddressSetting, RateSetting, Secret,
        SecretSetting, Setting, SettingReader,
    };

    /// Records which settings are read.
    #[derive(Default)]
    struct Recorder(Vec<&'static str>);

    impl SettingReader for Recorder {
        fn address(&mut self, setting: &'static AddressSetting) -> Option<Url> {
            self.0.push(setting.name);
            None
        }

        fn optional_address(
            &mut self,
            setting: &'static OptionalAddressSetting,
        ) -> Option<Option<Url>> {
            self.0.push(setting.name);
            None
        }

        fn secret(&mut self, setting: &'static SecretSetting) -> Option<Option<Secret>> {
            self.0.push(setting.name);
            None
        }

        fn interval(
            &mut self,
            setting: &'static IntervalSetting,
            _: Option<&Url>,
        ) -> Option<Duration> {
            self.0.push(setting.name);
            None
        }

        fn rate(&mut self, setting: &'static RateSetting, _: Option<&Url>) -> Option<Duration> {
            self.0.push(setting.name);
            None
        }

        fn count(&mut self, setting: &'static CountSetting, _: Option<&Url>) -> Option<NonZeroU32> {
            self.0.push(setting.name);
            None
        }
    }

    #[test]
    fn each_source_reads_the_settings_that_it_lists_even_after_faults() {
        for source in Catalog::BUILT_IN.iter() {
            let mut reader = Recorder::default();
            let configured = (source.configure)(&mut reader);
            let listed: Vec<_> = source.settings.iter().map(Setting::name).collect();
            assert_eq!(reader.0, listed);
            assert_eq!(configured.is_none(), !listed.is_empty(), "{}", source.name);
            for setting in source.settings {
                let name = format!("sources.{}.{}", source.name, setting.key());
                assert_eq!(setting.name(), name);
            }
        }
    }

    #[test]
    fn no_two_services_share_a_label() {
        let services: Vec<_> = Catalog::BUILT_IN.services().collect();
        assert_eq!(
            services.iter().collect::<BTreeSet<_>>().len(),
            services.len()
        );
    }
}
