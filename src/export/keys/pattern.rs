//! The language of key patterns.

use thiserror::Error;

use super::{is_key_char, words};
use crate::model::Metadata;

/// The default pattern, for keys such as `zhou2023electrode`.
pub const DEFAULT_PATTERN: &str = "{author}{year}{word}";

/// An invalid key pattern.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PatternError {
    /// An unknown name in braces.
    #[error(
        "key pattern `{pattern}` has `{{{name}}}`, expected one of {}",
        names()
    )]
    UnknownName {
        /// The pattern as given.
        pattern: String,
        /// The unknown name.
        name: String,
    },
    /// An unknown modifier after a colon.
    #[error(
        "key pattern `{pattern}` has `:{modifier}`, expected `:lower`, `:upper`, `:capitalize` or a length such as `:6`"
    )]
    UnknownModifier {
        /// The pattern as given.
        pattern: String,
        /// The unknown modifier.
        modifier: String,
    },
    /// An unbalanced brace, or a character that no key may contain.
    #[error(
        "key pattern `{pattern}` has `{found}`, expected letters, digits, `:_./+-` and names in braces"
    )]
    Unusable {
        /// The pattern as given.
        pattern: String,
        /// The invalid character.
        found: char,
    },
}

fn names() -> String {
    KeyPart::NAMES
        .map(|(name, _)| format!("`{{{name}}}`"))
        .join(", ")
}

/// Checks a pattern from the configuration.
///
/// # Errors
///
/// Returns an error if the pattern has an unknown name or modifier, or a character that a key can't
/// contain.
pub fn check_pattern(pattern: &str) -> Result<(), PatternError> {
    parse(pattern).map(|_| ())
}

/// The key that `pattern` gives a work, before it is made unique; a pattern that
/// [`check_pattern`] refuses counts as the default.
///
/// | name | what stands for it |
/// |---|---|
/// | `{author}` | the first author's (else editor's) family name without its particle, lower case; `anon` without one |
/// | `{auth}`, `{auth3}` | the same in its own case; its first three letters |
/// | `{authors}`, `{authors2}` | all family names; the first two, and `EtAl` if there are more |
/// | `{year}`, `{shortyear}` | four digits; the last two |
/// | `{word}` | the title's first word that is no stop word, lower case |
/// | `{veryshorttitle}` | the same in its own case |
/// | `{shorttitle}`, `{shorttitle2}` | the first three such words, each with a capital; the first two |
/// | `{venue}` | the venue's short name, lower case |
/// | `{dblp}` | the key of DBLP with `DBLP:` before it, the default pattern where there is none |
///
/// Changes follow a colon, as many as are wanted: `:lower`, `:upper`, `:capitalize`, and a number,
/// the most characters there may be (`{auth:lower:4}`). Words are folded to ASCII (`Łukasz`, `王`
/// by their romanised form); what is not known is left out.
#[must_use]
pub fn base_key(meta: &Metadata, pattern: &str) -> String {
    let tokens = parse(pattern).or_else(|_| parse(DEFAULT_PATTERN));
    let mut key: String = tokens
        .unwrap_or_default()
        .iter()
        .map(|token| token.text(meta))
        .collect();
    key.retain(is_key_char);
    let key = key.trim_start_matches(|c: char| !c.is_ascii_alphanumeric());
    if key.is_empty() {
        "anon".to_owned()
    } else {
        key.to_owned()
    }
}

/// A literal or a placeholder of a pattern.
enum PatternToken {
    Literal(char),
    Part {
        part: KeyPart,
        /// The number after the name: `3` in `auth3`.
        count: Option<usize>,
        modifiers: Vec<KeyModifier>,
    },
}

#[derive(Clone, Copy)]
enum KeyPart {
    Author,
    Auth,
    Authors,
    Year,
    ShortYear,
    Word,
    VeryShortTitle,
    ShortTitle,
    Venue,
    Dblp,
    Texkey,
}

impl KeyPart {
    const NAMES: [(&'static str, Self); 11] = [
        ("author", Self::Author),
        ("auth", Self::Auth),
        ("authors", Self::Authors),
        ("year", Self::Year),
        ("shortyear", Self::ShortYear),
        ("word", Self::Word),
        ("veryshorttitle", Self::VeryShortTitle),
        ("shorttitle", Self::ShortTitle),
        ("venue", Self::Venue),
        ("dblp", Self::Dblp),
        ("texkey", Self::Texkey),
    ];

    fn takes_count(self) -> bool {
        matches!(self, Self::Auth | Self::Authors | Self::ShortTitle)
    }

    fn text(self, meta: &Metadata, count: Option<usize>) -> String {
        match self {
            Self::Author => words::author(meta).to_lowercase(),
            Self::Auth => cut(&words::author(meta), count.unwrap_or(usize::MAX)),
            Self::Authors => authors(meta, count.unwrap_or(usize::MAX)),
            Self::Year => year(meta),
            Self::ShortYear => year(meta).chars().skip(2).collect(),
            Self::Word => first_word(meta).to_lowercase(),
            Self::VeryShortTitle => first_word(meta),
            Self::ShortTitle => words::title(meta)
                .iter()
                .take(count.unwrap_or(3))
                .map(|word| capitalized(word))
                .collect(),
            Self::Venue => words::venue(meta).to_lowercase(),
            Self::Dblp => match &meta.ids.dblp {
                Some(key) => format!("DBLP:{key}"),
                None => base_key(meta, DEFAULT_PATTERN),
            },
            Self::Texkey => {
                let known = meta.ids.texkey.as_deref();
                let known = known.filter(|key| key.chars().all(is_key_char));
                known.map_or_else(|| base_key(meta, DEFAULT_PATTERN), str::to_owned)
            }
        }
    }
}

enum KeyModifier {
    Lower,
    Upper,
    Capitalize,
    Cut(usize),
}

impl PatternToken {
    fn text(&self, meta: &Metadata) -> String {
        match self {
            Self::Literal(c) => c.to_string(),
            Self::Part {
                part,
                count,
                modifiers,
            } => modifiers
                .iter()
                .fold(part.text(meta, *count), |text, modifier| match modifier {
                    KeyModifier::Lower => text.to_lowercase(),
                    KeyModifier::Upper => text.to_uppercase(),
                    KeyModifier::Capitalize => capitalized(&text),
                    KeyModifier::Cut(most) => cut(&text, *most),
                }),
        }
    }
}

fn parse(pattern: &str) -> Result<Vec<PatternToken>, PatternError> {
    let mut tokens = Vec::new();
    let mut rest = pattern;
    while let Some(c) = rest.chars().next() {
        if let Some((inside, tail)) = rest.strip_prefix('{').and_then(|tail| tail.split_once('}')) {
            tokens.push(part(pattern, inside)?);
            rest = tail;
        } else if is_key_char(c) {
            tokens.push(PatternToken::Literal(c));
            rest = &rest[c.len_utf8()..];
        } else {
            return Err(PatternError::Unusable {
                pattern: pattern.to_owned(),
                found: c,
            });
        }
    }
    Ok(tokens)
}

/// Parses `auth3:lower`.
fn part(pattern: &str, inside: &str) -> Result<PatternToken, PatternError> {
    let mut pieces = inside.split(':');
    let whole = pieces.next().unwrap_or_default();
    let name = whole.trim_end_matches(|c: char| c.is_ascii_digit());
    let count: Option<usize> = whole[name.len()..].parse().ok();
    let part = KeyPart::NAMES
        .into_iter()
        .find(|(known, part)| *known == name && (whole == name || part.takes_count()))
        .map(|(_, part)| part)
        .ok_or_else(|| PatternError::UnknownName {
            pattern: pattern.to_owned(),
            name: whole.to_owned(),
        })?;
    let modifier = |text: &str| match text {
        "lower" => Ok(KeyModifier::Lower),
        "upper" => Ok(KeyModifier::Upper),
        "capitalize" => Ok(KeyModifier::Capitalize),
        number => number
            .parse()
            .map(KeyModifier::Cut)
            .map_err(|_| PatternError::UnknownModifier {
                pattern: pattern.to_owned(),
                modifier: number.to_owned(),
            }),
    };
    Ok(PatternToken::Part {
        part,
        count,
        modifiers: pieces.map(modifier).collect::<Result<_, _>>()?,
    })
}

fn year(meta: &Metadata) -> String {
    let year = meta.year().map(|year| format!("{year:04}"));
    year.unwrap_or_default()
}

fn first_word(meta: &Metadata) -> String {
    words::title(meta).into_iter().next().unwrap_or_default()
}

fn authors(meta: &Metadata, most: usize) -> String {
    let people = words::people(meta);
    if people.is_empty() {
        return words::author(meta);
    }
    let more = people.len() > most || meta.more_authors;
    let named = people.into_iter().take(most);
    named.chain(more.then(|| "EtAl".to_owned())).collect()
}

fn cut(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}

/// Returns the text with its first letter in upper case.
fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(chars).collect()
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
    fn default_keys_consist_of_author_year_and_word() {
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
            base_key(&paper, "{texkey}"),
            base_key(&paper, DEFAULT_PATTERN)
        );
        paper.ids.texkey = Some("Zhou:2023abc".into());
        assert_eq!(base_key(&paper, "{texkey}"), "Zhou:2023abc");
        assert_eq!(
            base_key(&paper, "{author}:{year}_{venue}"),
            "zhou:2023_nsdi23"
        );
    }

    #[test]
    fn invalid_patterns_are_refused() {
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
    fn placeholders_of_other_tools_are_supported() {
        let mut paper = meta(
            "Hans von Müller",
            Some(2023),
            "On the Nature of eBPF Programs",
        );
        for more in ["Ada Lovelace", "Wei Wang"] {
            paper.authors.push(PersonName::parse(more).into());
        }
        for (pattern, want) in [
            ("{auth}{year}", "Muller2023"),
            ("{auth3:lower}{shortyear}", "mul23"),
            ("{auth:upper:4}_{veryshorttitle}", "MULL_Nature"),
            ("{authors}{shortyear}", "MullerLovelaceWang23"),
            (
                "{authors2}:{shorttitle}",
                "MullerLovelaceEtAl:NatureEBPFPrograms",
            ),
            ("{shorttitle2:lower}{year}", "natureebpf2023"),
            ("{word:capitalize:3}", "Nat"),
        ] {
            assert_eq!(check_pattern(pattern), Ok(()));
            assert_eq!(base_key(&paper, pattern), want, "{pattern}");
        }
        for (bad, part) in [
            ("{year2}", "`{year2}`"),
            ("{auth:loud}", "`:loud`"),
            ("{auth:}", "`:`"),
        ] {
            let said = check_pattern(bad).unwrap_err().to_string();
            assert!(said.contains(part), "{said}");
        }
    }
}
