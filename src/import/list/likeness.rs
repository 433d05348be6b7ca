//! How much a stretch speaks for being of a list of names.

use super::{
    lexicon::{self, Sort},
    people,
    shape::{Shape, honorifics, is_initials, is_mixed, shape},
    token::{Form, Token},
};
use crate::model::PersonName;

/// What speaks for a name that a degree stands before it.
const TITLED: f64 = 1.0;

/// How much a part speaks for being of a list of names, about -5 to 4.
pub(super) fn likeness(tokens: &[Token]) -> f64 {
    let titled = honorifics(tokens);
    let tokens = &tokens[titled..];
    let shape = shape(tokens);
    let words: Vec<&Token> = tokens
        .iter()
        .filter(|token| token.form == Form::Word)
        .collect();
    let base = match shape {
        Shape::Blank => 1.5,
        Shape::Full => {
            let has_initial = words.iter().any(|word| is_initials(&word.text));
            match words.len() {
                2..=4 if begins_with_article(tokens) => 1.0,
                2 | 3 if has_initial => 3.0,
                2 | 3 => 1.9,
                4 if has_initial => 2.6,
                4 => 1.0,
                _ if has_initial => 1.5,
                _ => -0.5,
            }
        }
        Shape::Behind => 2.2,
        Shape::Initials => 2.0,
        Shape::Given => 1.2,
        Shape::Single => 0.4,
        Shape::Han => {
            let first = words.first().and_then(|word| word.text.chars().next());
            if first.is_some_and(lexicon::is_han_family) {
                2.5
            } else {
                0.6
            }
        }
        Shape::Group if words.iter().any(|word| signs_works(word.folded())) => 2.4,
        Shape::Group => 0.3,
        Shape::Rest => 3.0,
        Shape::Not => return -1.5 - 0.8 * (words.len() as f64).min(6.0),
    };
    let marks = tokens
        .iter()
        .filter(|token| token.form == Form::Mark)
        .count();
    let against: f64 = words
        .iter()
        .map(|word| {
            let folded = word.folded();
            if word.text.ends_with("'s") || word.text.ends_with("’s") {
                2.5
            } else if is_initials(&word.text) && folded.len() >= 3 && word.is(Sort::House) {
                2.0
            } else if is_initials(&word.text) || folded.len() < 2 {
                0.0
            } else if word.is(Sort::Venue) || word.is(Sort::House) {
                2.0
            } else if word.is(Sort::Topical) {
                1.6
            } else if word.is(Sort::Publisher) || word.is(Sort::Month) || is_mixed(&word.text) {
                1.2
            } else if word.is(Sort::Place) {
                0.6
            } else if word.is(Sort::Small)
                && !word.is(Sort::Particle)
                && word.text.starts_with(char::is_uppercase)
            {
                1.0
            } else if word.text == "of" {
                1.5
            } else if is_term(folded) {
                0.9
            } else {
                0.0
            }
        })
        .sum();
    let against = against + 2.5 * shortened(tokens) as f64;
    // `ACS Loom.`: a short word of journals with its period is no family name.
    let is_short = matches!(tokens, [.., word, period]
        if period.form == Form::Period && word.is(Sort::Abbreviated) && word.text.chars().count() > 3);
    let against = against + if is_short { 2.0 } else { 0.0 };
    // A name in capitals has something in small letters beside it.
    let is_shouted = shape == Shape::Full
        && !words
            .iter()
            .any(|word| is_initials(&word.text) || word.text.chars().any(char::is_lowercase));
    let against = against + if is_shouted { 1.2 } else { 0.0 };
    let against = against + article(&words);
    let against = if shape == Shape::Rest || shape == Shape::Group {
        0.0
    } else {
        against
    };
    let titled = if titled > 0 { TITLED } else { 0.0 };
    base + titled + (marks.min(2) as f64) * 0.5 - against
}

/// What speaks against a name that begins with an article; but some begin with what looks like one.
fn article(words: &[&Token]) -> f64 {
    match words.first().map(|word| word.folded()) {
        Some(
            "die" | "das" | "the" | "eine" | "ein" | "les" | "los" | "las" | "gli" | "une" | "il"
            | "os" | "how" | "why" | "what" | "on" | "zur" | "zum" | "uber" | "sur" | "pour"
            | "sobre" | "toward" | "towards" | "against" | "beyond",
        ) => 1.5,
        Some("la" | "le" | "el" | "der") if words.len() > 1 => 0.6,
        _ => 0.0,
    }
}

/// Whether what may be an initial may be an article too: `A Visually`, and not `A. Lee`.
fn begins_with_article(tokens: &[Token]) -> bool {
    matches!(tokens, [article, next, ..]
        if article.text == "A" && next.form == Form::Word && next.text.chars().count() > 2)
}

/// How many words within a stretch are cut short, with a period behind: `J. Chem. Phys.` Behind the
/// words of a name none stands but behind initials.
fn shortened(tokens: &[Token]) -> usize {
    tokens
        .windows(3)
        .filter(|three| {
            three[0].form == Form::Word
                && three[0].text.chars().count() >= 3
                && !is_initials(&three[0].text)
                && three[1].form == Form::Period
                && three[2].form == Form::Word
                && !PersonName::is_suffix(&three[0].text)
        })
        .count()
}

/// Whether a word names a sort of group that signs works as their author.
pub(super) fn signs_works(folded: &str) -> bool {
    [
        "collaboration",
        "collaborators",
        "consortium",
        "investigators",
    ]
    .contains(&folded)
}

/// Whether a word ends as terms do and names hardly.
pub(super) fn is_term(folded: &str) -> bool {
    const ENDS: [&str; 32] = [
        "encies", "ancies", "tion", "tions", "ment", "ments", "ness", "ical", "ically", "ized",
        "ised", "izing", "ities", "ology", "ologies", "graphy", "ively", "edly", "tive", "tives",
        "ously", "ism", "ivity", "ality", "arity", "ware", "ising", "ability", "isms", "ional",
        "etic", "ating",
    ];
    folded.len() >= 6 && ENDS.iter().any(|end| folded.ends_with(end))
        || folded.len() >= 8 && folded.ends_with("ing")
}

pub(super) fn name_likeness_of_list(tokens: &[Token]) -> f64 {
    likenesses_of_list(tokens)
        .into_iter()
        .fold(f64::INFINITY, f64::min)
}

/// How much each part of a list of names speaks for being one.
pub(super) fn likenesses_of_list(tokens: &[Token]) -> Vec<f64> {
    tokens
        .split(|token| {
            token.form == Form::Comma
                || token.form == Form::Word && people::ANDS.contains(&token.text.as_str())
        })
        .filter(|part| !part.is_empty())
        .map(likeness)
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::import::{
        Hints, html,
        list::{
            examples::{names, titles},
            read_by_rules as read_page,
        },
    };

    #[test]
    fn an_article_is_no_initial() {
        let list = [
            "Looms: A Wholly, Truly, and Newly-woven Model for Weaving\nAnn Lee, Bo Ray, and Cy Orr\nIn Cloth Review, 2019",
            "Mills without wind\nBo Ray and Cy Orr\nIn Cloth Review, 2018",
            "Yarn of many colours\nAnn Lee and Cy Orr\nIn Wool Letters, 2017",
        ];
        assert_eq!(
            titles(&list)[0],
            "Looms: A Wholly, Truly, and Newly-woven Model for Weaving"
        );
        let likeness = |text: &str| {
            let span = crate::import::Span {
                text: text.to_owned(),
                ..crate::import::Span::default()
            };
            super::likeness(&crate::import::list::token::tokens(&[span], 1))
        };
        assert!(likeness("A Low-Noise Grinding Machine") < 1.2);
        assert!(likeness("A. Lee van Dyk") > 2.0);
    }

    #[test]
    fn a_label_in_capitals_is_nobody() {
        let list = [
            "ICL\nOn looms and the weaving of cloth\nAnn Lee and Bo Ray\nIn Conference on Looms, 2019",
            "WIC\nMills without wind or water\nBo Ray and Cy Orr\nIn Wool Conference, 2018",
            "ICL\nDyeing of yarn by moonlight\nCy Orr\nIn Conference on Looms, 2017",
        ];
        assert_eq!(
            names(&list),
            ["Lee, Ann; Ray, Bo", "Ray, Bo; Orr, Cy", "Orr, Cy"]
        );
    }

    #[test]
    fn what_stands_before_a_volume_is_a_journal() {
        let entry = |title: &str, journal: &str| {
            format!(
                "<p><a href=x>{title}</a><br>A. Lee, B. Ray and C. Orr, <i>{journal}</i> <b>16</b>, 12 (2019).</p>"
            )
        };
        let text = format!(
            "<h1>Publications</h1>{}{}{}{}",
            entry("Weaving without looms", "Soft Wool"),
            entry("Mills without wind", "Cloth Lett."),
            entry("Yarn of many colours", "Soft Wool"),
            entry("Dyeing by moonlight", "Cloth Lett.")
        );
        let import = read_page(&html::page(&text), &Hints::default());
        let read: Vec<(usize, Option<&str>)> = import
            .entries
            .iter()
            .map(|entry| (entry.listing.authors.len(), entry.listing.venue.as_deref()))
            .collect();
        let (wool, letters) = ((3, Some("Soft Wool")), (3, Some("Cloth Lett.")));
        assert_eq!(read, [wool, letters, wool, letters]);
    }
}
