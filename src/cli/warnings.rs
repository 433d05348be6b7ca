//! Warnings about the works that are written.

use crate::{
    export::{self, OutputFormat, RenderOptions},
    model::Work,
};

/// Warns of what can't be printed as it is, or looks like an attack.
pub(super) fn warn_of_oddities(works: &[&Work], format: OutputFormat) {
    for oddity in export::oddities(works, format) {
        tracing::warn!("{oddity}");
    }
}

/// Warns of rules for venue names that apply to none of these works.
pub(super) fn warn_of_unused_venues(works: &[&Work], render_options: &RenderOptions) {
    for rule in render_options.venues.unmatched(works) {
        let nearest = rule
            .suggestion
            .map(|name| format!("; the nearest is `{name}`"));
        tracing::warn!(
            "export.venues: `{}` is the name of no venue here{}",
            rule.name,
            nearest.unwrap_or_default()
        );
    }
}
