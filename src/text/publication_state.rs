//! The states of works that are not published yet, in the words of lists.

use std::{collections::HashMap, sync::LazyLock};

use super::fold::fold;
use crate::{model::Listing, words::PUBLICATION_STATES};

/// The state of a work that is not published yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PublicationState {
    /// It is being written: `in preparation`.
    InPreparation,
    /// It was sent in, and nothing is decided: `under review`.
    Submitted,
    /// It is being revised for those it was sent to: `revise and resubmit`.
    InRevision,
    /// It is a manuscript, and the list says no more: `working paper`.
    Manuscript,
    /// It is accepted and not out: `to appear`.
    Accepted,
}

impl PublicationState {
    /// Whether nobody has decided to publish the work yet.
    #[must_use]
    pub fn is_undecided(self) -> bool {
        matches!(self, Self::InPreparation | Self::Submitted)
    }

    fn from_sense(sense: &str) -> Option<Self> {
        Some(match sense {
            "preparation" => Self::InPreparation,
            "submitted" => Self::Submitted,
            "revision" => Self::InRevision,
            "manuscript" => Self::Manuscript,
            "accepted" => Self::Accepted,
            _ => return None,
        })
    }
}

/// A phrase that states a publication state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatePhrase {
    /// The phrase as it is spelled: `à paraître`.
    pub spelling: &'static str,
    /// The state.
    pub state: PublicationState,
    folded: String,
    /// Whether names of venues contain it too: `in progress`.
    is_in_venues: bool,
}

impl StatePhrase {
    /// Whether a folded text is this phrase and nothing else.
    #[must_use]
    pub fn is_all_of(&self, folded: &str) -> bool {
        self.folded == folded
    }

    /// Returns the phrase as a text spells it, in lower case except where the language wants a
    /// capital: `im Druck` of `Looms (IM DRUCK)`.
    #[must_use]
    pub fn spelled_in(&self, text: &str) -> String {
        let bare = |word| str::trim_matches(word, |c: char| !c.is_alphanumeric());
        let words: Vec<&str> = text.split_whitespace().map(bare).collect();
        let most = self.folded.split(' ').count();
        let spelled = (0..words.len()).find_map(|first| {
            let ends = first + 1..=words.len().min(first + most);
            let mut stretches = ends.map(|end| words[first..end].join(" "));
            stretches.find(|stretch| fold(stretch) == self.folded)
        });
        let spelled = spelled.map(|spelled| spelled.to_lowercase());
        match spelled {
            Some(spelled) if spelled != self.spelling.to_lowercase() => spelled,
            _ => self.spelling.to_owned(),
        }
    }
}

/// Finds the longest phrase that states a publication state in running text. `raw` is the text of
/// which `folded` is the folded form; it may be empty where its script has blanks between words.
#[must_use]
pub fn find_state(folded: &str, raw: &str) -> Option<&'static StatePhrase> {
    // Outside a field for states, `working paper` is a venue and `manuscript` a word.
    let phrases =
        phrases_in(folded, raw).filter(|phrase| phrase.state != PublicationState::Manuscript);
    phrases.max_by_key(|phrase| phrase.folded.len())
}

/// A listed venue without the state that stands before it: `Ecography` of `In press at Ecography`.
#[must_use]
pub fn without_leading_state(venue: &str) -> &str {
    let folded = fold(venue);
    let Some(phrase) = find_state(&folded, "").filter(|phrase| !phrase.is_in_venues) else {
        return venue;
    };
    let ends = venue.match_indices(' ').map(|(at, _)| at);
    let Some(end) = ends
        .take(6)
        .find(|end| phrase.is_all_of(&fold(&venue[..*end])))
    else {
        return venue;
    };
    let rest = venue[end..].trim_start();
    match rest.split_once(' ') {
        Some(("at" | "in" | "with" | "by" | "for", name)) => name.trim_start(),
        _ => rest,
    }
}

/// Whether the list itself says that the work is a manuscript: it may get another title and another
/// venue before it is published, if it ever is.
#[must_use]
pub fn is_manuscript(listing: &Listing) -> bool {
    states(listing).any(PublicationState::is_undecided)
}

/// Whether it is a fault when no source has the work: the list wants it looked up, and does not say
/// that it is still unpublished.
#[must_use]
pub fn is_expected(listing: &Listing) -> bool {
    listing.is_searched() && states(listing).next().is_none()
}

/// Returns the states that a listing claims: in its field for states, or without one in its venue.
fn states(listing: &Listing) -> impl Iterator<Item = PublicationState> {
    let is_in_field = listing.status.is_some();
    // A hyphenated phrase is part of a name: `RTSS Work-in-Progress Session`.
    let raw = match &listing.status {
        Some(status) => status.clone(),
        None => listing
            .venue
            .as_deref()
            .unwrap_or_default()
            .replace('-', ""),
    };
    let folded = fold(&raw);
    let phrases = phrases_in(&folded, &raw).filter(|phrase| {
        is_in_field
            || phrase.is_all_of(&folded)
            || !phrase.is_in_venues && phrase.state != PublicationState::Manuscript
    });
    let states: Vec<PublicationState> = phrases.map(|phrase| phrase.state).collect();
    states.into_iter()
}

/// Returns the phrases of a text in the order of their places: of those that begin with one word
/// all.
fn phrases_in<'a>(folded: &'a str, raw: &'a str) -> impl Iterator<Item = &'static StatePhrase> {
    let starts = folded.match_indices(' ').map(|(at, _)| at + 1);
    let spaced = std::iter::once(0).chain(starts).flat_map(move |start| {
        let rest = &folded[start..];
        let head = rest.split(' ').next().unwrap_or(rest);
        let phrases = PHRASES.spaced.get(head).into_iter().flatten();
        phrases.filter(|phrase| {
            rest.strip_prefix(&*phrase.folded)
                .is_some_and(|after| after.is_empty() || after.starts_with(' '))
        })
    });
    let may_be_unspaced = !raw.is_ascii();
    let unspaced = PHRASES
        .unspaced
        .iter()
        .filter(move |phrase| may_be_unspaced && raw.contains(phrase.spelling));
    spaced.chain(unspaced)
}

struct Phrases {
    /// By the first word, folded.
    spaced: HashMap<String, Vec<StatePhrase>>,
    /// In scripts that romanise ambiguously or put no blanks between words.
    unspaced: Vec<StatePhrase>,
}

static PHRASES: LazyLock<Phrases> = LazyLock::new(|| {
    let mut out = Phrases {
        spaced: HashMap::new(),
        unspaced: Vec::new(),
    };
    for section in PUBLICATION_STATES.iter() {
        let Some(state) = PublicationState::from_sense(section.sense) else {
            continue;
        };
        for word in &section.words {
            let spelling = word.trim_end_matches('*');
            let phrase = StatePhrase {
                spelling,
                state,
                folded: fold(spelling),
                is_in_venues: word.ends_with('*'),
            };
            if ["zh", "ja", "ko"].contains(&section.language) {
                out.unspaced.push(phrase);
            } else {
                let head = phrase.folded.split(' ').next().unwrap_or_default();
                out.spaced.entry(head.to_owned()).or_default().push(phrase);
            }
        }
    }
    out
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::MatchDirective;

    fn listing(status: Option<&str>, venue: Option<&str>) -> Listing {
        Listing {
            status: status.map(str::to_owned),
            venue: venue.map(str::to_owned),
            ..Listing::titled("x")
        }
    }

    #[test]
    fn every_phrase_is_a_state_in_its_own_spelling() {
        for section in PUBLICATION_STATES.iter() {
            assert!(
                PublicationState::from_sense(section.sense).is_some(),
                "{section:?}"
            );
            for word in &section.words {
                let spelling = word.trim_end_matches('*');
                for status in [spelling.to_owned(), spelling.to_uppercase()] {
                    let listed = listing(Some(&status), None);
                    assert!(!is_expected(&listed), "{status}");
                    let listed = listing(None, Some(&status));
                    assert!(!is_expected(&listed), "{status}");
                }
            }
        }
    }

    #[test]
    fn unpublished_work_is_not_expected() {
        for status in [
            "Under Review",
            "To be submitted",
            "Accepté",
            "En preparación",
            "In press.",
            "working paper",
            "Book manuscript",
            "second minor revision",
            "принята в журнал",
            "ICML submission",
            "論文は投稿中です",
        ] {
            assert!(!is_expected(&listing(Some(status), None)), "{status}");
        }
        for venue in [
            "To appear in NSDI '26",
            "À paraître dans Toiles",
            "ICML 2026 (under review)",
            "Working paper",
        ] {
            assert!(!is_expected(&listing(None, Some(venue))), "{venue}");
        }
        for (status, venue) in [
            (None, None),
            (Some("published"), Some("NSDI")),
            (Some("published"), Some("to appear")),
            (None, Some("Dublin Press")),
            (None, Some("NBER Working Paper")),
            (None, Some("RTSS Work-in-Progress Session")),
            (None, Some("Research in Progress Workshop")),
        ] {
            assert!(is_expected(&listing(status, venue)), "{status:?} {venue:?}");
        }
        let left_alone = Listing {
            directive: MatchDirective::Skip,
            ..Listing::titled("x")
        };
        assert!(!is_expected(&left_alone));
    }

    #[test]
    fn accepted_work_is_no_manuscript() {
        // An accepted paper has its venue already.
        for status in ["to appear", "angenommen", "minor revision", "working paper"] {
            assert!(
                !is_manuscript(&listing(Some(status), Some("NSDI"))),
                "{status}"
            );
        }
        for status in ["Eingereicht bei NSDI", "draft", "hakem değerlendirmesinde"] {
            assert!(is_manuscript(&listing(Some(status), None)), "{status}");
        }
        assert!(is_manuscript(&listing(None, Some("Soumis à Toiles"))));
    }

    #[test]
    fn longest_phrase_of_whole_words_is_found() {
        let find = |raw: &str| find_state(&fold(raw), raw).map(|phrase| phrase.spelling);
        for (raw, want) in [
            (
                "Looms, accepted with minor revisions 2019",
                Some("accepted with minor revisions"),
            ),
            ("Looms, in press", Some("in press")),
            ("In pressing cloth", None),
            ("unaccepted", None),
            ("NBER Working Paper", None),
            ("织布机, 待发表", Some("待发表")),
            ("Antatt for publisering", Some("antatt for publisering")),
            ("Прийнято до друку", Some("прийнято до друку")),
            ("", None),
        ] {
            assert_eq!(find(raw), want, "{raw}");
        }
    }

    #[test]
    fn phrase_keeps_the_spelling_of_its_text() {
        for (raw, want) in [
            ("Toiles (À paraître), 2026", "à paraître"),
            ("Toiles. A paraitre", "a paraitre"),
            ("Webstühle. IM DRUCK.", "im Druck"),
            ("Revise-and-Resubmit", "revise-and-resubmit"),
            ("R&R", "R&R"),
            ("织布机, 待发表", "待发表"),
        ] {
            let phrase = find_state(&fold(raw), raw).unwrap();
            assert_eq!(phrase.spelled_in(raw), want, "{raw}");
        }
    }
}
