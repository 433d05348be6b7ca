//! References that a person knows to be right.

use std::collections::BTreeMap;

/// A reference that a person knows to be right, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Silenced {
    /// The line of the remark, counted from 1.
    pub line: usize,
    /// The citation key.
    pub key: String,
    /// The reason; empty if none is given, which silences nothing.
    pub why: String,
}

/// Reads the remarks `% bibsync: known KEY "why"` in a file.
#[must_use]
pub fn silenced(text: &str) -> Vec<Silenced> {
    let of = |(at, line): (usize, &str)| {
        let (before, remark) = line.split_once("bibsync:")?;
        let rest = remark.trim_start().strip_prefix("known")?;
        if !before.contains('%') || !rest.starts_with(char::is_whitespace) {
            return None;
        }
        let rest = rest.trim();
        let (key, why) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let why = why.trim().trim_matches(['"', '“', '”']).trim();
        Some(Silenced {
            line: at + 1,
            key: key.to_owned(),
            why: why.to_owned(),
        })
    };
    text.lines().enumerate().filter_map(of).collect()
}

/// Returns the reasons by key, of the remarks that give one.
#[must_use]
pub fn reasons(remarks: &[Silenced]) -> BTreeMap<String, String> {
    let with_reason = remarks.iter().filter(|it| !it.why.is_empty());
    with_reason
        .map(|it| (it.key.clone(), it.why.clone()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_name_a_key_and_a_reason() {
        let text = "% bibsync: known doe2020 \"seen in print\"\n@misc{doe2020, title = {T}}\n\
                    % bibsync: known roe2021\n% bibsync: ignore N08\nbibsync: known no \"x\"\n\
                    %bibsync: knownfoo x \"y\"\n";
        let found = silenced(text);
        assert_eq!(found.len(), 2, "{found:?}");
        assert_eq!((found[0].line, found[0].key.as_str()), (1, "doe2020"));
        assert_eq!(found[0].why, "seen in print");
        assert_eq!(reasons(&found).len(), 1, "a reason is wanted");
    }
}
