//! What a person did to the output since it was written.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    bib::{Content, Entry, read, scan},
    lock::ByHand,
};

/// Merges three texts of the output: `base`, the entries as bibsync wrote them last; `file`, what
/// stands there now; `upstream`, the entries as they would be without anybody's edits. `earlier` is
/// what was done by hand before, and stands in `base` already.
///
/// What the person changed wins, whatever upstream says; what they did not touch follows upstream. A
/// field to which they gave the value it has upstream follows upstream again, and so does an entry
/// that they put back. `None` when `file` is broken in places, so that nothing can be told from it.
#[must_use]
pub fn by_hand(earlier: &ByHand, base: &str, file: &str, upstream: &str) -> Option<ByHand> {
    let (was, is, new) = (entries(base), entries(file), entries(upstream));
    let same_type = |a: &Entry, b: &Entry| a.kind.eq_ignore_ascii_case(&b.kind);
    let mut fields = earlier.fields.clone();
    let mut left_out = earlier.left_out.clone();
    let mut ours: BTreeSet<&str> = BTreeSet::new();
    for (key, before) in &was {
        match is.get(key) {
            Some(now) if same_type(before, now) => {
                let edited = fields.entry(key.clone()).or_default();
                edited.extend(differing(before, now));
                ours.insert(key);
            }
            // Of another type it is another entry, and stands among the person's own.
            _ => _ = left_out.insert(key.clone()),
        }
    }
    for (key, now) in &is {
        let back = new.get(key).filter(|entry| same_type(entry, now));
        if let Some(upstream) = back.filter(|_| !was.contains_key(key)) {
            left_out.remove(key);
            fields.insert(key.clone(), differing(upstream, now));
            ours.insert(key);
        }
    }
    for (key, edited) in &mut fields {
        if let Some(upstream) = new.get(key) {
            edited.retain(|name, value| upstream.field(name).unwrap_or_default() != value);
        }
    }
    fields.retain(|_, edited| !edited.is_empty());
    Some(ByHand {
        left_out,
        own: own(file, ours)?,
        fields,
    })
}

/// The entries of a text by their keys; of two with one key the first, as BibTeX has it.
fn entries(text: &str) -> BTreeMap<String, Entry> {
    let mut out = BTreeMap::new();
    for entry in read(text).entries {
        out.entry(entry.key.clone()).or_insert(entry);
    }
    out
}

/// The fields of `now` that are not as in `before`; one that it lacks is empty.
fn differing(before: &Entry, now: &Entry) -> BTreeMap<String, String> {
    let names = before.fields.iter().chain(&now.fields);
    names
        .map(|(name, _)| (name, now.field(name).unwrap_or_default()))
        .filter(|(name, value)| before.field(name).unwrap_or_default() != *value)
        .map(|(name, value)| (name.clone(), value.to_owned()))
        .collect()
}

/// The blocks of `file` beside the entries that are `ours`, as they were written; `None` when a block
/// is broken.
fn own(file: &str, mut ours: BTreeSet<&str>) -> Option<Vec<String>> {
    let mut out = Vec::new();
    for block in scan(file) {
        let written = file.get(block.span)?.trim();
        match block.content {
            Content::Entry { fields, .. } | Content::Strings(fields)
                if !fields.faults.is_empty() =>
            {
                return None;
            }
            // A second entry of one key is the person's own again.
            Content::Entry { key, .. } if ours.remove(key) => {}
            Content::Text if written.is_empty() => {}
            _ => out.push(written.to_owned()),
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use proptest::prelude::*;

    use super::*;

    type Texts = BTreeMap<String, BTreeMap<String, String>>;

    fn file(entries: &Texts) -> String {
        let mut out = String::new();
        for (key, fields) in entries {
            _ = writeln!(out, "@misc{{{key},");
            for (name, value) in fields.iter().filter(|(_, value)| !value.is_empty()) {
                _ = writeln!(out, "  {name} = {{{value}}},");
            }
            out.push_str("}\n");
        }
        out
    }

    /// The entries as written with what was done by hand.
    fn with(entries: &Texts, hand: &ByHand) -> Texts {
        let mut out = entries.clone();
        out.retain(|key, _| !hand.left_out.contains(key));
        for (key, fields) in &mut out {
            fields.extend(hand.fields.get(key).cloned().unwrap_or_default());
            fields.retain(|_, value| !value.is_empty());
        }
        out
    }

    fn one(fields: &[(&str, &str)]) -> Texts {
        let fields = fields
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        [("key".to_owned(), fields.collect())].into()
    }

    #[test]
    fn an_edit_wins_and_the_rest_follows_upstream() {
        let base = one(&[("title", "A"), ("year", "2020"), ("note", "n")]);
        let edited = one(&[("title", "B"), ("year", "2020")]);
        let upstream = one(&[("title", "C"), ("year", "2021"), ("note", "n")]);
        let none = ByHand::default();
        let hand = by_hand(&none, &file(&base), &file(&edited), &file(&upstream)).unwrap();
        let merged = with(&upstream, &hand);
        assert_eq!(merged, one(&[("title", "B"), ("year", "2021")]));
        // Put back to what upstream says, it follows again.
        let back = one(&[("title", "C"), ("year", "2021")]);
        let again = by_hand(&hand, &file(&merged), &file(&back), &file(&upstream)).unwrap();
        assert_eq!(
            again.fields["key"],
            [("note".to_owned(), String::new())].into()
        );
    }

    #[test]
    fn what_is_of_ones_own_stays_as_written() {
        let base = file(&one(&[("title", "A")]));
        let mine = "% mine\n@string{x = {X}}\n@book{mine, title = x # \" y\"}\n@comment{c}";
        let edited = format!("{mine}\n{base}");
        let hand = by_hand(&ByHand::default(), &base, &edited, &base).unwrap();
        assert_eq!(
            hand.own,
            [
                "% mine",
                "@string{x = {X}}",
                "@book{mine, title = x # \" y\"}",
                "@comment{c}"
            ]
        );
        assert!(hand.fields.is_empty() && hand.left_out.is_empty());
        let moved = format!("{base}\n{}", hand.own.join("\n\n"));
        assert_eq!(by_hand(&hand, &base, &moved, &base), Some(hand.clone()));
        assert_eq!(by_hand(&hand, &base, &base, &base).unwrap().own, [""; 0]);
    }

    #[test]
    fn an_entry_taken_out_stays_out_until_it_is_put_back() {
        let base = file(&one(&[("title", "A")]));
        let hand = by_hand(&ByHand::default(), &base, "", &base).unwrap();
        assert_eq!(hand.left_out, ["key".to_owned()].into());
        let still = by_hand(&hand, "", "", &base).unwrap();
        assert_eq!(still, hand);
        let back = by_hand(&hand, "", "@misc{key, title = {B}}", &base).unwrap();
        assert_eq!(with(&one(&[("title", "A")]), &back), one(&[("title", "B")]));
        assert_eq!(back.own, [""; 0]);
    }

    #[test]
    fn an_entry_of_another_type_is_ones_own() {
        let base = file(&one(&[("title", "A")]));
        let edited = "@book{key, title = {A}}";
        let hand = by_hand(&ByHand::default(), &base, edited, &base).unwrap();
        assert_eq!(hand.own, [edited]);
        assert_eq!(hand.left_out, ["key".to_owned()].into());
        assert_eq!(by_hand(&hand, "", edited, &base), Some(hand));
    }

    #[test]
    fn nothing_is_told_from_a_broken_file() {
        let base = file(&one(&[("title", "A")]));
        assert_eq!(
            by_hand(&ByHand::default(), &base, "@misc{key, title = {A", &base),
            None
        );
    }

    fn texts() -> impl Strategy<Value = Texts> {
        let fields = prop::collection::btree_map("[a-c]", "[x-z]{1,2}", 1..4);
        prop::collection::btree_map("k[1-3]", fields, 1..4)
    }

    proptest! {
        #[test]
        fn edits_survive_and_are_found_once(base in texts(), edited in texts(), upstream in texts()) {
            let none = ByHand::default();
            let new = file(&upstream);
            let hand = by_hand(&none, &file(&base), &file(&edited), &new).unwrap();
            let merged = with(&upstream, &hand);
            for (key, now) in &edited {
                let (Some(before), Some(result)) = (base.get(key), merged.get(key)) else {
                    continue;
                };
                for name in before.keys().chain(now.keys()) {
                    if before.get(name) != now.get(name) {
                        prop_assert_eq!(result.get(name), now.get(name), "{} of {}", name, key);
                    }
                }
            }
            // What was written is read back without a further edit.
            let own: String = hand.own.join("\n\n");
            let written = file(&merged) + &own;
            let again = by_hand(&hand, &file(&merged), &written, &new).unwrap();
            prop_assert_eq!(again, hand);
        }

        #[test]
        fn edits_at_once_and_one_after_the_other_are_the_same(
            base in texts(), edited in texts(), upstream in texts(), first: bool
        ) {
            // Halfway, only some of the entries are as edited.
            let mut half = base.clone();
            for (key, fields) in &edited {
                if (key.ends_with('1')) == first && half.contains_key(key) {
                    half.insert(key.clone(), fields.clone());
                }
            }
            let mut whole = base.clone();
            for (key, fields) in &edited {
                if whole.contains_key(key) {
                    whole.insert(key.clone(), fields.clone());
                }
            }
            let new = file(&upstream);
            let none = ByHand::default();
            let at_once = by_hand(&none, &file(&base), &file(&whole), &new).unwrap();
            let step = by_hand(&none, &file(&base), &file(&half), &new).unwrap();
            let two = by_hand(&step, &file(&half), &file(&whole), &new).unwrap();
            prop_assert_eq!(two, at_once);
        }
    }
}
