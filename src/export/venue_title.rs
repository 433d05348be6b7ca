//! The name of a venue as it is printed, according to the person and the style.

use super::{Abbreviations, RenderOptions, conference_words, venue::cited_name};
use crate::model::{Kind, Metadata, Title};

/// Returns the venue's name to print: the person's own, its abbreviation if the style abbreviates,
/// or the full one.
pub(super) fn printed_name(meta: &Metadata, options: &RenderOptions) -> Title {
    let full = cited_name(meta);
    let name = full.text();
    let short = meta.venue_short.as_deref().unwrap_or_default();
    if let Some(wanted) = options.venues.preferred_name(&name, short) {
        return Title::plain(wanted);
    }
    if !options.style.abbreviates_venues {
        return full;
    }
    if let Some(known) = Abbreviations::known(&name) {
        return Title::plain(known);
    }
    match meta.kind {
        // A journal's short name is an abbreviation only if it has periods.
        Kind::Journal if short.contains('.') => Title::plain(short),
        Kind::Conference => conference_words::abbreviated(&name).map_or(full, Title::plain),
        _ => full,
    }
}
