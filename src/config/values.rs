//! Parsers of single settings.
#![expect(
    clippy::needless_pass_by_value,
    reason = "all parsers have one signature, so that a setting names its parser alone"
)]

use std::{
    collections::{BTreeMap, BTreeSet},
    num::NonZeroU32,
    path::PathBuf,
    time::Duration,
};

use jiff::SignedDuration;
use rapidfuzz::distance::damerau_levenshtein;
use url::Url;

use super::Dialect;
use crate::{
    model::SourceName,
    sources::{Catalog, Secret},
};

/// Returns the default of a setting that is text.
pub(super) fn text(default: &str) -> String {
    default.to_owned()
}

/// Parses an http or https address with a host.
pub(super) fn endpoint(text: String) -> Result<Url, String> {
    Url::parse(text.trim())
        .ok()
        .filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
        .ok_or_else(|| {
            format!("`{text}` is not an address: expected http:// or https:// and a host")
        })
}

/// Parses an address, or none when blank.
pub(super) fn optional_endpoint(text: String) -> Result<Option<Url>, String> {
    if text.trim().is_empty() {
        Ok(None)
    } else {
        endpoint(text).map(Some)
    }
}

/// Parses a secret, or none when blank. It is not repeated in the message.
pub(super) fn secret(text: String) -> Result<Option<Secret>, String> {
    let text = text.trim();
    if !text.chars().all(|c| c.is_ascii_graphic()) {
        return Err("this is not a key: expected letters, digits and signs of ASCII".to_owned());
    }
    Ok((!text.is_empty()).then(|| Secret::new(text.to_owned())))
}

/// Parses a duration above zero: `10s`, `500ms`, `1m 30s`.
pub(super) fn every(text: String) -> Result<Duration, String> {
    text.trim()
        .parse::<SignedDuration>()
        .ok()
        .and_then(|span| Duration::try_from(span).ok())
        .filter(|span| !span.is_zero())
        .ok_or_else(|| format!("`{text}` is not a duration above zero such as 10s or 500ms"))
}

/// Converts a rate in requests per second to the interval between requests.
pub(super) fn per_second(rate: f64) -> Result<Duration, String> {
    let wrong = || format!("{rate} is not a rate: expected requests per second, a number above 0");
    if rate.is_nan() || rate <= 0.0 || rate.is_infinite() {
        return Err(wrong());
    }
    // A rate finer than the clock is one request per nanosecond.
    let every = Duration::try_from_secs_f64(rate.recip()).map_err(|_| wrong())?;
    Ok(every.max(Duration::from_nanos(1)))
}

/// Parses a whole number of at least 1.
pub(super) fn count(number: i64) -> Result<NonZeroU32, String> {
    u32::try_from(number)
        .ok()
        .and_then(NonZeroU32::new)
        .ok_or_else(|| format!("{number} is not a whole number of at least 1"))
}

/// The word that leaves open which sources are used.
pub(super) const AUTOMATIC: &str = "auto";

/// Parses the names of the sources to use, in order; `None` if that is left open.
pub(super) fn sources(
    names: Vec<String>,
    catalog: Catalog,
) -> Result<Option<Vec<SourceName>>, String> {
    if names == [AUTOMATIC] {
        return Ok(None);
    }
    if names.iter().any(|name| name == AUTOMATIC) {
        return Err(format!(
            "`{AUTOMATIC}` leaves open which sources are used: expected it alone, or names of sources"
        ));
    }
    let known = || catalog.iter().map(|source| source.name.as_str());
    let list = || known().collect::<Vec<_>>().join(", ");
    let mut order = Vec::new();
    for name in &names {
        let source = catalog
            .iter()
            .map(|source| source.name)
            .find(|source| source.as_str() == name);
        let source = source.ok_or_else(|| {
            format!(
                "`{name}` is not a source, did you mean `{}`? There are {}",
                suggestion(name, known()).unwrap_or_default(),
                list()
            )
        })?;
        if order.contains(&source) {
            return Err(format!(
                "`{name}` is named twice: each source is asked once"
            ));
        }
        order.push(source);
    }
    if order.is_empty() {
        return Err(format!(
            "no source is named: expected {AUTOMATIC}, or some of {}",
            list()
        ));
    }
    Ok(Some(order))
}

/// Parses the name of a dialect.
pub(super) fn dialect(name: String) -> Result<Dialect, String> {
    match name.trim() {
        "bibtex" => Ok(Dialect::Bibtex),
        "biblatex" => Ok(Dialect::Biblatex),
        _ => Err(format!(
            "`{name}` is not a dialect: expected bibtex or biblatex"
        )),
    }
}

/// Checks that a key pattern is not blank.
pub(super) fn keys(pattern: String) -> Result<String, String> {
    if pattern.trim().is_empty() {
        Err("the pattern is empty: expected one such as {author}{year}{word}".into())
    } else {
        Ok(pattern)
    }
}

/// Checks that the name of a style is not blank.
pub(super) fn style(name: String) -> Result<String, String> {
    if name.trim().is_empty() {
        Err("the name is empty: expected a style such as acm".into())
    } else {
        Ok(name.trim().to_owned())
    }
}

/// Checks that words begin with a letter and have a capital to keep.
pub(super) fn protect(words: Vec<String>) -> Result<Vec<String>, String> {
    for word in &words {
        if !word.chars().any(char::is_uppercase) {
            return Err(format!(
                "`{word}` has no capital to keep: expected a word as it appears in titles, such as Sparrow"
            ));
        }
        if !word.trim().starts_with(char::is_alphanumeric) {
            return Err(format!(
                "`{word}` does not begin with a letter: expected a word as it appears in titles, such as Sparrow"
            ));
        }
    }
    Ok(words)
}

/// Accepts references that are known to be right: each needs a reason.
pub(super) fn reasons(table: BTreeMap<String, String>) -> Result<BTreeMap<String, String>, String> {
    match table.iter().find(|(_, why)| why.trim().is_empty()) {
        Some((key, _)) => Err(format!("`{key}` has no reason; say why it is right")),
        None => Ok(table),
    }
}

/// Checks that names of venues and their replacements are not blank.
pub(super) fn venues(table: BTreeMap<String, String>) -> Result<BTreeMap<String, String>, String> {
    for (name, short) in &table {
        if name.trim().is_empty() || short.trim().is_empty() {
            return Err(format!(
                "`{name}` = `{short}`: expected a venue's name and what it is to be called"
            ));
        }
    }
    Ok(table)
}

/// Parses codes of rules: a letter and two digits each.
pub(super) fn codes(codes: Vec<String>) -> Result<BTreeSet<String>, String> {
    let sound = |code: &str| {
        code.len() == 3
            && code.starts_with(|c: char| c.is_ascii_uppercase())
            && code[1..].chars().all(|c| c.is_ascii_digit())
    };
    codes
        .into_iter()
        .map(|code| {
            let upper = code.trim().to_ascii_uppercase();
            if sound(&upper) {
                Ok(upper)
            } else {
                Err(format!("`{code}` is not a rule's code such as N08"))
            }
        })
        .collect()
}

/// Parses the path of a folder, which must not be blank.
pub(super) fn folder(name: String) -> Result<PathBuf, String> {
    if name.trim().is_empty() {
        Err("the name is empty: expected a folder such as cache".into())
    } else {
        Ok(PathBuf::from(name))
    }
}

/// Parses the paths of folders.
pub(super) fn folders(names: Vec<String>) -> Result<Vec<PathBuf>, String> {
    names.into_iter().map(folder).collect()
}

/// Parses a shell command, which must not be blank.
pub(super) fn command(text: String) -> Result<String, String> {
    if text.trim().is_empty() {
        Err("the command is empty: omit the setting to run none".into())
    } else {
        Ok(text)
    }
}

/// Returns the name in `known` with the smallest edit distance to `given`.
pub(super) fn suggestion<'a>(
    given: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let slips = |name: &str| damerau_levenshtein::distance(given.chars(), name.chars());
    known.into_iter().min_by_key(|name| slips(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_positive_and_finite() {
        assert_eq!(per_second(4.0), Ok(Duration::from_millis(250)));
        assert_eq!(per_second(1e300), Ok(Duration::from_nanos(1)));
        for bad in [0.0, -0.0, -1.0, f64::NAN, f64::INFINITY, 1e-300] {
            assert!(per_second(bad).is_err(), "{bad}");
        }
        assert_eq!(every("1m 30s".into()), Ok(Duration::from_secs(90)));
        for bad in ["", "10", "0s", "-3s", "soon", "1 month"] {
            assert!(every(bad.into()).is_err(), "{bad}");
        }
        for bad in [0, -1, i64::MAX] {
            assert!(count(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn web_addresses_are_parsed() {
        assert!(endpoint("http://127.0.0.1:8080/api".into()).is_ok());
        for bad in [
            "",
            "dblp.org",
            "ftp://dblp.org",
            "file:///x",
            "https://",
            "mailto:a@b.c",
        ] {
            assert!(endpoint(bad.into()).is_err(), "{bad}");
        }
        assert_eq!(optional_endpoint(" ".into()), Ok(None));
    }

    #[test]
    fn sources_are_parsed_by_name() {
        let names = |names: &[&str]| {
            let names = names.iter().map(ToString::to_string).collect();
            sources(names, Catalog::BUILT_IN)
        };
        assert_eq!(
            names(&["crossref", "library"]),
            Ok(Some(vec![SourceName::CROSSREF, SourceName::LIBRARY]))
        );
        assert_eq!(names(&["auto"]), Ok(None));
        assert!(names(&["dlbp"]).unwrap_err().contains("`dblp`"));
        for bad in [&["dblp", "dblp"][..], &["listing"], &["auto", "dblp"], &[]] {
            assert!(names(bad).is_err(), "{bad:?}");
        }
    }
}
