//! The name of a venue as it is printed, according to the person and the style.

use super::{Abbreviations, RenderOptions, conference_words, style::VenueNames, venue::cited_name};
use crate::{
    model::{Kind, Metadata, Title},
    text::casing,
};

/// Returns the venue's name to print: the person's own, its abbreviation if the style abbreviates,
/// or the full one.
pub(super) fn printed_name(meta: &Metadata, options: &RenderOptions) -> Title {
    let full = casing::repaired(&cited_name(meta));
    let name = full.text();
    let short = meta.venue_short.as_deref().unwrap_or_default();
    if let Some(wanted) = options.venues.preferred_name(&name, short) {
        return Title::plain(wanted);
    }
    let is_journal = meta.kind == Kind::Journal;
    match options.style.venue_names {
        VenueNames::Full => return full,
        // One word is the name itself, or an acronym.
        VenueNames::WithoutPeriods if is_journal && short.contains([' ', '.']) => {
            return Title::plain(without_periods(short));
        }
        VenueNames::WithPeriods if is_journal && short.contains('.') => {
            return Title::plain(short);
        }
        VenueNames::WithoutPeriods | VenueNames::WithPeriods => {
            let known = Abbreviations::known(&name).filter(|_| is_journal);
            let has_periods = options.style.venue_names == VenueNames::WithPeriods;
            return known.map_or(full, |known| {
                Title::plain(if has_periods {
                    known.to_owned()
                } else {
                    without_periods(known)
                })
            });
        }
        VenueNames::Abbreviated => {}
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

/// `J. Clin. Oncol.` -> `J Clin Oncol`
fn without_periods(name: &str) -> String {
    let name = name.replace('.', " ");
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::Style;

    fn printed(style: &str, kind: Kind, full: &str, short: &str) -> String {
        let mut meta = Metadata::new(kind, Title::plain("x"));
        meta.venue = Some(Title::plain(full));
        meta.venue_short = (!short.is_empty()).then(|| short.to_owned());
        let options = RenderOptions {
            style: Style::from_name(style).unwrap(),
            ..RenderOptions::default()
        };
        printed_name(&meta, &options).text()
    }

    #[test]
    fn medical_styles_abbreviate_journals_without_periods() {
        for style in ["vancouver", "ama"] {
            let of = |full, short| printed(style, Kind::Journal, full, short);
            let full = "New England Journal of Medicine";
            assert_eq!(of(full, "N Engl J Med"), "N Engl J Med");
            assert_eq!(
                of("Journal of Clinical Oncology", "J. Clin. Oncol."),
                "J Clin Oncol"
            );
            assert_eq!(of("Cell", "Cell"), "Cell");
            assert_eq!(of(full, ""), full);
            assert_eq!(
                of("IEEE Transactions on Computers", ""),
                "IEEE Trans Comput"
            );
        }
        let meeting = "Conference on Looms";
        assert_eq!(
            printed("vancouver", Kind::Conference, meeting, "LOOM 20"),
            meeting
        );
    }

    #[test]
    fn physicists_abbreviate_with_periods() {
        let of = |full, short| printed("aps", Kind::Journal, full, short);
        assert_eq!(of("Physical Review D", "Phys. Rev. D"), "Phys. Rev. D");
        assert_eq!(of("Physical Review D", "PRD"), "Physical Review D");
    }
}
