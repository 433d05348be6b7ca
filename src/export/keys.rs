//! Citation keys: made from what a work says, unique, and never changed once given.

use std::collections::BTreeSet;

use thiserror::Error;

use super::names::cleaned;
use crate::model::{Metadata, Run};
use crate::text::fold::{fold, is_stop_word, words};
use crate::text::latex::tidy;

/// The pattern of keys such as `zhou2023electrode`.
pub const DEFAULT_PATTERN: &str = "{author}{year}{word}";

/// A pattern that can't be followed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PatternError {
    /// A name in braces that stands for nothing.
    #[error(
        "key pattern `{pattern}` has `{{{name}}}`, expected `{{author}}`, `{{year}}`, `{{word}}`, `{{venue}}` or `{{dblp}}`"
    )]
    UnknownName {
        /// The pattern as given.
        pattern: String,
        /// The unknown name.
        name: String,
    },
    /// A brace without its partner, or a character that no key may have.
    #[error(
        "key pattern `{pattern}` has `{found}`, expected letters, digits, `:_./+-` and names in braces"
    )]
    Unusable {
        /// The pattern as given.
        pattern: String,
        /// The character that can't stand there.
        found: char,
    },
}

/// Checks a pattern of the configuration.
///
/// # Errors
/// When it names what is not known, or holds characters that a key can't have.
pub fn check_pattern(pattern: &str) -> Result<(), PatternError> {
    let mut rest = pattern;
    while let Some(c) = rest.chars().next() {
        if let Some((name, tail)) = rest.strip_prefix('{').and_then(|tail| tail.split_once('}')) {
            if !["author", "year", "word", "venue", "dblp"].contains(&name) {
                return Err(PatternError::UnknownName {
                    pattern: pattern.to_owned(),
                    name: name.to_owned(),
                });
            }
            rest = tail;
        } else if is_key_char(c) {
            rest = &rest[c.len_utf8()..];
        } else {
            return Err(PatternError::Unusable {
                pattern: pattern.to_owned(),
                found: c,
            });
        }
    }
    Ok(())
}

/// The key that `pattern` gives a work, before it is made unique.
///
/// `{author}` is the first author's (else editor's) family name without its particle, `anon` when
/// there is none; `{year}` four digits; `{word}` the first word of the title that is no stop word;
/// `{venue}` the short name of the venue; `{dblp}` the key of DBLP with `DBLP:` before it, the
/// default pattern where there is none. Words are folded to lower-case ASCII (`Łukasz`, `王` by
/// their romanised form); what is not known is left out.
#[must_use]
pub fn base_key(meta: &Metadata, pattern: &str) -> String {
    let mut key = String::new();
    let mut rest = pattern;
    while let Some(c) = rest.chars().next() {
        if let Some((name, tail)) = rest.strip_prefix('{').and_then(|tail| tail.split_once('}')) {
            key.push_str(&part(meta, name));
            rest = tail;
        } else {
            key.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    key.retain(is_key_char);
    let key = key.trim_start_matches(|c: char| !c.is_ascii_alphanumeric());
    if key.is_empty() {
        "anon".to_owned()
    } else {
        key.to_owned()
    }
}

/// Whether `key` can be cited everywhere: a letter or digit, then letters, digits and `:_./+-`.
/// Everything else breaks BibTeX, biber or `\cite` in one way or another.
#[must_use]
pub fn is_valid_key(key: &str) -> bool {
    key.starts_with(|c: char| c.is_ascii_alphanumeric()) && key.chars().all(is_key_char)
}

/// What decides one work's key.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct KeyRequest {
    /// The key the person wrote.
    pub wanted: Option<String>,
    /// The key of an earlier run, from the lock.
    pub kept: Option<String>,
    /// The key its metadata give: [`base_key`].
    pub base: String,
    /// Its place among works of the same base key.
    pub order: KeyOrder,
}

/// The order in which works of one base key get their letters: by year, DOI and title, those
/// without year or DOI last.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct KeyOrder {
    /// The year.
    pub year: Option<i32>,
    /// The DOI.
    pub doi: Option<String>,
    /// The title.
    pub title: String,
}

impl KeyOrder {
    /// The order of a work.
    #[must_use]
    pub fn of(meta: &Metadata) -> Self {
        Self {
            year: meta.year(),
            doi: meta.ids.doi.as_ref().map(ToString::to_string),
            title: meta.title.text(),
        }
    }

    fn sort_key(&self) -> (bool, Option<i32>, bool, Option<&str>, String, &str) {
        (
            self.year.is_none(),
            self.year,
            self.doi.is_none(),
            self.doi.as_deref(),
            fold(&self.title),
            &self.title,
        )
    }
}

/// Gives every request a key, unique without regard to case, in the order of the requests.
///
/// What the person wants comes first, then keys kept from earlier runs, which never move; the rest
/// share what is left: the first of one base key gets it bare, the next ones get `a`, `b`, …, `z`,
/// `aa` after it. The order of the requests changes nothing. A wish that is no valid key, or that
/// another work with the same wish got before, counts for nothing.
#[must_use]
pub fn assign(requests: &[KeyRequest]) -> Vec<String> {
    let mut by_order: Vec<usize> = (0..requests.len()).collect();
    by_order.sort_by(|a, b| {
        let (a, b) = (&requests[*a], &requests[*b]);
        (a.order.sort_key(), &a.base).cmp(&(b.order.sort_key(), &b.base))
    });
    let mut keys: Vec<Option<String>> = vec![None; requests.len()];
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let claims: [fn(&KeyRequest) -> Option<&String>; 2] = [
        |request| request.wanted.as_ref(),
        |request| request.kept.as_ref(),
    ];
    for claim in claims {
        for &at in &by_order {
            if keys[at].is_none()
                && let Some(key) = claim(&requests[at])
                && is_valid_key(key)
                && taken.insert(key.to_ascii_lowercase())
            {
                keys[at] = Some(key.clone());
            }
        }
    }
    for &at in &by_order {
        if keys[at].is_none() {
            let mut key = requests[at].base.clone();
            let mut count = 0;
            while !taken.insert(key.to_ascii_lowercase()) {
                count += 1;
                key = format!("{}{}", requests[at].base, letters(count));
            }
            keys[at] = Some(key);
        }
    }
    keys.into_iter().map(Option::unwrap_or_default).collect()
}

fn is_key_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || ":_./+-".contains(c)
}

/// 1 is `a`, 26 `z`, 27 `aa`.
fn letters(mut count: u32) -> String {
    let mut out = Vec::new();
    while count > 0 {
        count -= 1;
        out.push(char::from_digit(count % 26 + 10, 36).unwrap_or('a'));
        count /= 26;
    }
    out.iter().rev().collect()
}

fn part(meta: &Metadata, name: &str) -> String {
    let joined = |text: &str| -> String {
        let folded = fold(text);
        folded.chars().filter(char::is_ascii_alphanumeric).collect()
    };
    match name {
        "author" => author(meta),
        "year" => meta
            .year()
            .map(|year| format!("{year:04}"))
            .unwrap_or_default(),
        "word" => word(meta),
        "venue" => joined(meta.venue_short.as_deref().unwrap_or_default()),
        "dblp" => match &meta.ids.dblp {
            Some(key) => format!("DBLP:{key}"),
            None => base_key(meta, DEFAULT_PATTERN),
        },
        _ => String::new(),
    }
}

fn author(meta: &Metadata) -> String {
    let name = meta
        .authors
        .iter()
        .chain(&meta.editors)
        .map(|one| &one.name);
    let Some(name) = name.into_iter().find(|name| !name.is_empty()) else {
        return "anon".to_owned();
    };
    let name = cleaned(name);
    let family = if name.family.is_empty() {
        &name.given
    } else {
        &name.family
    };
    let mut words = words(family);
    if name.organisation {
        words.retain(|word| !is_stop_word(word));
        words.truncate(1);
    }
    let key: String = words
        .concat()
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .collect();
    if key.is_empty() {
        "anon".to_owned()
    } else {
        key
    }
}

fn word(meta: &Metadata) -> String {
    let text: String = meta
        .title
        .runs()
        .iter()
        .map(|run| match run {
            Run::Math(_) => " ",
            other => other.text(),
        })
        .collect();
    let words = words(&tidy(&text));
    let telling = words
        .iter()
        .find(|word| !is_stop_word(word))
        .or(words.first());
    telling
        .map(|word| word.chars().filter(char::is_ascii_alphanumeric).collect())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Kind, PartialDate, PersonName, Title};

    fn meta(author: &str, year: Option<i32>, title: &str) -> Metadata {
        let mut meta = Metadata::new(Kind::Conference, Title::plain(title));
        if !author.is_empty() {
            meta.authors = vec![PersonName::parse(author).into()];
        }
        meta.date = year.map(PartialDate::year);
        meta
    }

    fn key(author: &str, year: Option<i32>, title: &str) -> String {
        base_key(&meta(author, year, title), DEFAULT_PATTERN)
    }

    #[test]
    fn keys_say_who_when_what() {
        for (author, title, want) in [
            (
                "Yang Zhou",
                "Electrode: Accelerating Protocols",
                "zhou2023electrode",
            ),
            ("Hans Müller", "The Straße", "muller2023strasse"),
            ("Łukasz Żółć", "On Øre", "zolc2023ore"),
            ("Ludwig van Beethoven", "A C++ Primer", "beethoven2023c"),
            ("Van Gool, Luc", "Towards X", "vangool2023x"),
            ("王, 伟", "基于", "wang2023ji"),
            ("{The GTEx Consortium}", "Effects", "gtex2023effects"),
            ("", "What We Do", "anon2023what"),
        ] {
            assert_eq!(key(author, Some(2023), title), want);
        }
        assert_eq!(key("Jane Doe", None, ""), "doe");
        let mut paper = meta("Yang Zhou", Some(2023), "Electrode");
        paper.ids.dblp = crate::model::DblpKey::parse("conf/nsdi/ZhouWDY23").ok();
        paper.venue_short = Some("NSDI '23".into());
        assert_eq!(base_key(&paper, "{dblp}"), "DBLP:conf/nsdi/ZhouWDY23");
        assert_eq!(
            base_key(&paper, "{author}:{year}_{venue}"),
            "zhou:2023_nsdi23"
        );
    }

    #[test]
    fn patterns_are_checked() {
        assert_eq!(check_pattern(DEFAULT_PATTERN), Ok(()));
        assert!(
            check_pattern("{autor}{year}")
                .unwrap_err()
                .to_string()
                .contains("`{autor}`")
        );
        assert!(check_pattern("{author} {year}").is_err());
        assert!(check_pattern("{author").is_err());
    }

    #[test]
    fn valid_keys() {
        assert!(is_valid_key("DBLP:conf/nsdi/ZhouWDY23"));
        for bad in ["", "a b", "-a", "a,b", "müller", "a(b)"] {
            assert!(!is_valid_key(bad), "{bad}");
        }
    }

    fn request(base: &str, year: i32) -> KeyRequest {
        KeyRequest {
            base: base.into(),
            order: KeyOrder {
                year: Some(year),
                ..KeyOrder::default()
            },
            ..KeyRequest::default()
        }
    }

    #[test]
    fn the_first_stays_bare() {
        let (mut old, mut wish) = (request("doe2020x", 2020), request("doe2020x", 2019));
        old.kept = Some("doe2020xb".into());
        wish.wanted = Some("Doe2020X".into());
        let fresh = [request("doe2020x", 2021), request("doe2020x", 2018)];
        assert_eq!(assign(&fresh), ["doe2020xa", "doe2020x"]);
        let all = [old, wish, fresh[0].clone(), fresh[1].clone()];
        assert_eq!(
            assign(&all),
            ["doe2020xb", "Doe2020X", "doe2020xc", "doe2020xa"]
        );
    }

    #[test]
    fn the_order_of_requests_does_not_matter() {
        let mut requests: Vec<KeyRequest> = (0..30).map(|at| request("k", 2000 + at)).collect();
        let keys = assign(&requests);
        assert_eq!(keys[0], "k");
        assert_eq!(keys[26], "kz");
        assert_eq!(keys[27], "kaa");
        requests.reverse();
        let mut again = assign(&requests);
        again.reverse();
        assert_eq!(keys, again);
    }
}
