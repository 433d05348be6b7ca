//! How far a listed venue names that of a record. The matcher needs less: where title, people and year agree, a venue
//! with some of the same words is no contradiction. Whoever adds a DOI to an entry needs more.

use super::{
    known_venues::are_one_venue,
    title_contractions::is_contraction,
    venue::{VenueAgreement, compare_venues, is_full_name, short_names},
    venue_words::{acronyms, content_words, is_periodical},
};
use crate::{
    model::Metadata,
    text::{
        fold::{fold, fold_without_blanks, is_stop_word, words},
        ordinals,
    },
};

/// How far a listed venue names that of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum VenueNaming {
    /// By its short name, or by all words of its full one: no other venue is called that.
    Whole,
    /// By some of its words, and none that it lacks: `Conference on Computer Vision` for that on Computer Vision and
    /// Pattern Recognition.
    Part,
    /// With words that it lacks: `CHI '18 Doctoral Consortium`.
    More,
}

/// Tells how far a listed venue names that of a record.
#[must_use]
pub(super) fn venue_naming(listed: &str, meta: &Metadata) -> VenueNaming {
    let full = meta.venue.as_ref().map(crate::model::Title::text);
    let full = full.unwrap_or_default();
    let short = short_names(meta);
    let is_short = |name: &String| short.contains(name);
    let spelled = meta.venue_short.as_deref().map(fold_without_blanks);
    let own_folded = fold(listed);
    if spelled.is_some_and(|short| short == fold_without_blanks(listed))
        || are_one_venue(listed, &full)
        || short.iter().any(|word| is_full_name(word, &own_folded))
    {
        return VenueNaming::Whole;
    }
    let mut known = words(&full);
    known.extend(short.iter().cloned());
    for beside in [&meta.publisher, &meta.series].into_iter().flatten() {
        known.extend(words(beside));
    }
    let own = told(listed);
    let folded = fold(&full);
    // That of `Conference on Computer Vision and Pattern Recognition` ends in its last word: `CVPR`, and not `ICCV`.
    let ends_in = |acronym: &String| {
        full.split(SEGMENTS)
            .any(|name| initials(name).ends_with(acronym.as_str()))
    };
    let stands_for_it =
        |acronym: &String| is_periodical(acronym, &folded) || acronym.len() > 2 && ends_in(acronym);
    let acronyms = acronyms(listed);
    // `CHIIR` is no form of `CHI`.
    let is_known = |word: &String| {
        if acronyms.contains(word) {
            known.contains(word) || stands_for_it(word)
        } else {
            known.iter().any(|other| is_form_of(word, other))
        }
    };
    if !own.iter().all(is_known) {
        return VenueNaming::More;
    }
    let all = words(listed);
    let is_told = |word: &String| all.iter().any(|other| is_form_of(word, other));
    let is_whole = |segment: &str| {
        let words = told(segment);
        // `SIGKDD Conference on Knowledge Discovery and Data Mining` is known without its acronym; `AAAI Conference on
        // Artificial Intelligence` is not.
        let (names, subject): (Vec<&String>, Vec<&String>) = words
            .iter()
            .partition(|word| is_short(word) || word.starts_with("sig"));
        let rest = if subject.len() >= 3 { &[][..] } else { &names };
        !words.is_empty() && subject.into_iter().chain(rest.iter().copied()).all(is_told)
    };
    let by_name = acronyms
        .iter()
        .any(|acronym| known.contains(acronym) || acronym.len() > 3 && stands_for_it(acronym));
    // A town or a single word of a later name tells no venue.
    let mut segments = full.split(SEGMENTS);
    let by_words = segments.next().is_some_and(is_whole)
        || segments.any(|segment| told(segment).len() >= 2 && is_whole(segment));
    if by_name || by_words {
        VenueNaming::Whole
    } else {
        VenueNaming::Part
    }
}

/// Whether the venue as listed is that of a record and no other; `None` if the two can't be compared.
#[must_use]
pub fn is_listed_venue(listed: &str, year: Option<i32>, meta: &Metadata) -> Option<bool> {
    match compare_venues(listed, year, meta) {
        VenueAgreement::Same => (venue_naming(listed, meta) == VenueNaming::Whole).then_some(true),
        VenueAgreement::Unknown => None,
        VenueAgreement::Other | VenueAgreement::Conflict => Some(false),
    }
}

/// Whether a venue has the record's short name and words beside it that the record's lacks: `CHI Extended Abstracts`.
#[must_use]
pub(super) fn is_track_of(listed: &str, meta: &Metadata) -> bool {
    let mut short = short_names(meta);
    short.extend(meta.venue.iter().flat_map(|venue| words(&venue.text())));
    acronyms(listed)
        .iter()
        .any(|acronym| short.contains(acronym))
        && venue_naming(listed, meta) == VenueNaming::More
}

/// What parts the names in the name of a volume.
const SEGMENTS: [char; 4] = [',', ':', ';', '('];

/// The first letters of all words but the small ones.
fn initials(name: &str) -> String {
    let words = words(name).into_iter().filter(|word| !is_stop_word(word));
    words.filter_map(|word| word.chars().next()).collect()
}

/// The words that tell a venue from others: not those that all have, and no number of an edition.
fn told(venue: &str) -> Vec<String> {
    let mut words = content_words(venue);
    words.retain(|word| ordinals::ordinal(word).is_none() && ordinals::tens(word).is_none());
    words
}

/// Whether two words are the same, or one abbreviates the other.
fn is_form_of(a: &String, b: &String) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    a == b
        || is_contraction(a, b)
        || short.len() >= 3 && !is_stop_word(short) && long.starts_with(short.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{DblpKey, Kind, Title};

    const CVPR: (&str, &str) = (
        "CVPR",
        "2018 IEEE Conference on Computer Vision and Pattern Recognition, CVPR 2018, Salt Lake City, UT, USA",
    );
    const AAAI: (&str, &str) = (
        "AAAI",
        "Proceedings of the Thirty-Second AAAI Conference on Artificial Intelligence, (AAAI-18), New Orleans, Louisiana",
    );
    const CHI: (&str, &str) = (
        "CHI",
        "Proceedings of the 2018 CHI Conference on Human Factors in Computing Systems, CHI 2018, Montreal",
    );
    const KDD: (&str, &str) = (
        "KDD",
        "Proceedings of the 24th ACM SIGKDD International Conference on Knowledge Discovery & Data Mining, KDD 2018, London",
    );

    fn naming(listed: &str, (short, full): (&str, &str)) -> VenueNaming {
        let mut meta = Metadata::new(Kind::Conference, Title::plain("x"));
        meta.venue_short = Some(short.to_owned());
        meta.venue = Some(Title::plain(full));
        let stream = short.to_lowercase();
        meta.ids.dblp = DblpKey::parse(&format!("conf/{stream}/Lee18")).ok();
        venue_naming(listed, &meta)
    }

    #[test]
    fn venue_is_named_by_its_short_or_its_whole_name() {
        for (listed, venue) in [
            ("CVPR", CVPR),
            ("Proc. of CVPR 2018", CVPR),
            ("IEEE Conf. Comput. Vis. Pattern Recognit.", CVPR),
            (
                "Conference on Computer Vision and Pattern Recognition (CVPR)",
                CVPR,
            ),
            (
                "Proceedings of the AAAI Conference on Artificial Intelligence",
                AAAI,
            ),
            ("CHI '18", CHI),
            ("ACM Conference on Human Factors in Computing Systems", CHI),
            (
                "International Conference on Knowledge Discovery and Data Mining",
                KDD,
            ),
            ("KDD 2018, London", KDD),
            ("J. ACM", ("J. ACM", "Journal of the ACM")),
            ("JACM", ("J. ACM", "Journal of the ACM")),
            ("Nature", ("Nat.", "Nature")),
        ] {
            assert_eq!(naming(listed, venue), VenueNaming::Whole, "{listed}");
        }
    }

    #[test]
    fn some_of_its_words_may_be_those_of_another() {
        for (listed, venue) in [
            ("Conference on Computer Vision", CVPR),
            ("International Conference on Pattern Recognition", CVPR),
            ("European Conference on Computer Vision", CVPR),
            ("Artificial Intelligence", AAAI),
            ("European Conference on Artificial Intelligence", AAAI),
            ("Human Factors", CHI),
        ] {
            assert_eq!(naming(listed, venue), VenueNaming::Part, "{listed}");
        }
    }

    #[test]
    fn words_that_it_lacks_are_of_another_or_of_a_track() {
        for (listed, venue) in [
            (
                "Proceedings of the IEEE International Conference on Computer Vision (ICCV)",
                CVPR,
            ),
            ("ECCV", CVPR),
            ("IJCAI", AAAI),
            ("CHI '18 Doctoral Consortium", CHI),
            ("CHI Extended Abstracts", CHI),
            ("CHI PLAY", CHI),
            ("CHIIR", CHI),
        ] {
            assert_eq!(naming(listed, venue), VenueNaming::More, "{listed}");
        }
    }

    #[test]
    fn tracks_have_the_short_name_and_more() {
        let mut meta = Metadata::new(Kind::Conference, Title::plain("x"));
        meta.venue = Some(Title::plain(CHI.1));
        assert!(is_track_of("CHI Extended Abstracts", &meta));
        assert!(is_track_of("CHI PLAY", &meta));
        assert!(!is_track_of("CHI '18", &meta));
        assert!(!is_track_of("CSCW", &meta));
    }
}
