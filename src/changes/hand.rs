//! What a person did to the output since it was written.

use std::collections::{BTreeMap, BTreeSet};

use super::keys::Keys;
use crate::{
    bib::{Content, Entry, Fields, read, scan},
    lock::ByHand,
    text::{fold::squeeze, unlatex},
};

/// Merges three texts of the output: `base`, the entries as bibsync wrote them last; `file`, what
/// stands there now; `upstream`, the entries as they would be without anybody's edits. `earlier` is
/// what was done by hand before, and stands in `base` already. `keys` says which keys name other works
/// now, and which works have other keys.
///
/// What the person changed wins, whatever upstream says; what they did not touch follows upstream. A
/// field to which they gave the value it has upstream follows upstream again, and so does an entry
/// that they put back. A file without any entry was emptied or cut off, and tells nothing. `None`
/// when `file` is broken in places, or holds what could not be kept, so that it is to be kept whole.
#[must_use]
pub fn by_hand(
    earlier: &ByHand,
    base: &str,
    file: &str,
    upstream: &str,
    keys: &Keys,
) -> Option<ByHand> {
    let named = |text| {
        let entries = entries(text).into_iter();
        let named = entries.map(|(key, entry)| (keys.now(&key).to_owned(), entry));
        named.collect::<BTreeMap<String, Entry>>()
    };
    let (was, is, new) = (named(base), named(file), entries(upstream));
    let same_type = |a: &Entry, b: &Entry| a.kind.eq_ignore_ascii_case(&b.kind);
    let is_other = |key: &String| keys.others.contains(key);
    if is.is_empty() && !was.is_empty() {
        return file.trim().is_empty().then(|| earlier.clone());
    }
    let ByHand {
        mut fields,
        mut left_out,
        ..
    } = keys.follow(earlier);
    let was_left_out = left_out.clone();
    let mut ours: BTreeSet<&str> = BTreeSet::new();
    for (key, before) in &was {
        match is.get(key) {
            _ if is_other(key) => _ = ours.insert(key),
            Some(now) if same_type(before, now) => {
                edit(
                    fields.entry(key.clone()).or_default(),
                    differing(before, now),
                );
                ours.insert(key);
            }
            // Of another type it is another entry, and stands among the person's own.
            _ => _ = left_out.insert(key.clone()),
        }
    }
    for (key, now) in &is {
        // Put back, or written by the person before the work was listed.
        let is_it = |upstream: &&Entry| {
            if was_left_out.contains(key) {
                same_type(upstream, now)
            } else {
                title(upstream) == title(now)
            }
        };
        let back = new.get(key);
        let back = back.filter(|_| !was.contains_key(key) && !is_other(key));
        if let Some(upstream) = back.filter(is_it) {
            let mut edited = differing(upstream, now);
            if !left_out.remove(key) {
                // What an entry lacks that was written without a record to go by was not taken out.
                edited.retain(|_, value| !value.is_empty());
            }
            fields.insert(key.clone(), edited);
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
        own: own(file, &ours, keys)?,
        left_out,
        fields,
    })
}

/// Adds what a person changed last to what they changed before, which it takes the place of, under
/// whatever name.
fn edit(edited: &mut BTreeMap<String, String>, last: BTreeMap<String, String>) {
    const SAME: [&[&str]; 4] = [
        &["journal", "journaltitle"],
        &["address", "location"],
        &["school", "institution"],
        &["date", "year", "month"],
    ];
    for names in SAME {
        if names.iter().any(|name| last.contains_key(*name)) {
            edited.retain(|name, _| !names.contains(&name.as_str()));
        }
    }
    edited.extend(last);
}

pub(super) fn title(entry: &Entry) -> String {
    let latex = entry.field("title").unwrap_or_default();
    squeeze(&unlatex::title(latex).text())
}

/// The entries of a text by their keys; of two with one key the first, as BibTeX has it.
pub(super) fn entries(text: &str) -> BTreeMap<String, Entry> {
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
/// is broken, or an entry of ours stands there twice.
fn own(file: &str, ours: &BTreeSet<&str>, keys: &Keys) -> Option<Vec<String>> {
    let mut out = Vec::new();
    let mut met = BTreeSet::new();
    for block in scan(file) {
        let written = file.get(block.span)?.trim();
        match block.content {
            Content::Entry { fields, .. } | Content::Strings(fields)
                if !fields.faults.is_empty() =>
            {
                return None;
            }
            Content::Entry { key, .. } if !met.insert(key) => return None,
            Content::Entry { key, fields, .. } if ours.contains(keys.now(key)) => {
                can_be_kept(file, &fields).then_some(())?;
            }
            Content::Text if written.is_empty() => {}
            _ => out.push(written.to_owned()),
        }
    }
    Some(out)
}

/// Whether an entry is its fields: none stands there twice, and no remark between them.
fn can_be_kept(file: &str, fields: &Fields) -> bool {
    let mut names = BTreeSet::new();
    let remarked = |from: usize, to: usize| file.get(from..to).is_some_and(|gap| gap.contains('%'));
    let mut last = None;
    fields.fields.iter().all(|field| {
        let before = last.replace(field.span.end).unwrap_or(field.span.start);
        names.insert(field.name.to_ascii_lowercase()) && !remarked(before, field.span.start)
    }) && !remarked(last.unwrap_or(fields.end), fields.end)
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use proptest::prelude::*;

    use super::*;

    fn merged_by_hand(earlier: &ByHand, base: &str, file: &str, new: &str) -> Option<ByHand> {
        by_hand(earlier, base, file, new, &Keys::default())
    }

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
        let hand = merged_by_hand(&none, &file(&base), &file(&edited), &file(&upstream)).unwrap();
        let merged = with(&upstream, &hand);
        assert_eq!(merged, one(&[("title", "B"), ("year", "2021")]));
        // Put back to what upstream says, it follows again.
        let back = one(&[("title", "C"), ("year", "2021")]);
        let again = merged_by_hand(&hand, &file(&merged), &file(&back), &file(&upstream)).unwrap();
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
        let hand = merged_by_hand(&ByHand::default(), &base, &edited, &base).unwrap();
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
        assert_eq!(
            merged_by_hand(&hand, &base, &moved, &base),
            Some(hand.clone())
        );
        assert_eq!(
            merged_by_hand(&hand, &base, &base, &base).unwrap().own,
            [""; 0]
        );
    }

    #[test]
    fn an_entry_taken_out_stays_out_until_it_is_put_back() {
        let rest = "@misc{rest, title = {R}}\n";
        let base = file(&one(&[("title", "A")])) + rest;
        let hand = merged_by_hand(&ByHand::default(), &base, rest, &base).unwrap();
        assert_eq!(hand.left_out, ["key".to_owned()].into());
        let still = merged_by_hand(&hand, rest, rest, &base).unwrap();
        assert_eq!(still, hand);
        let back = format!("@misc{{key, title = {{B}}}}\n{rest}");
        let back = merged_by_hand(&hand, rest, &back, &base).unwrap();
        assert_eq!(with(&one(&[("title", "A")]), &back), one(&[("title", "B")]));
        assert_eq!(back.own, [""; 0]);
    }

    #[test]
    fn an_emptied_file_tells_nothing() {
        let base = file(&one(&[("title", "A")]));
        let none = ByHand::default();
        assert_eq!(
            merged_by_hand(&none, &base, " \n", &base),
            Some(none.clone())
        );
        assert_eq!(merged_by_hand(&none, &base, "% gone", &base), None);
    }

    #[test]
    fn what_can_not_be_kept_is_not_told_apart() {
        let base = file(&one(&[("title", "A")]));
        let none = ByHand::default();
        for edited in [
            base.replace("title", "% to do\n  year = 1, % remark\n  title"),
            format!("{base}{base}"),
            base.replace("title", "title = 1, title"),
        ] {
            assert_eq!(
                merged_by_hand(&none, &base, &edited, &base),
                None,
                "{edited}"
            );
        }
    }

    #[test]
    fn an_edit_does_not_follow_its_key_to_another_work() {
        let base = file(&one(&[("title", "A"), ("year", "1")]));
        let edited = file(&one(&[("title", "B"), ("year", "2")]));
        let mut earlier = ByHand::default();
        earlier.left_out.insert("key".to_owned());
        let keys = Keys {
            others: ["key".to_owned()].into(),
            ..Keys::default()
        };
        let hand = by_hand(&earlier, &base, &edited, &base, &keys);
        assert_eq!(hand, Some(ByHand::default()));
    }

    #[test]
    fn an_edit_takes_the_place_of_one_under_another_name() {
        let mut edited = BTreeMap::from([("journaltitle".to_owned(), "X".to_owned())]);
        let last = BTreeMap::from([("journal".to_owned(), "Y".to_owned())]);
        edit(&mut edited, last.clone());
        assert_eq!(edited, last);
    }

    #[test]
    fn an_entry_of_another_type_is_ones_own() {
        let base = file(&one(&[("title", "A")]));
        let edited = "@book{key, title = {A}}";
        let hand = merged_by_hand(&ByHand::default(), &base, edited, &base).unwrap();
        assert_eq!(hand.own, [edited]);
        assert_eq!(hand.left_out, ["key".to_owned()].into());
        assert_eq!(merged_by_hand(&hand, "", edited, &base), Some(hand));
    }

    #[test]
    fn nothing_is_told_from_a_broken_file() {
        let base = file(&one(&[("title", "A")]));
        assert_eq!(
            merged_by_hand(&ByHand::default(), &base, "@misc{key, title = {A", &base),
            None
        );
    }

    fn texts() -> impl Strategy<Value = Texts> {
        let fields = prop::collection::btree_map("[a-c]", "[x-z]{1,2}", 1..4);
        prop::collection::btree_map("k[1-3]", fields, 1..4)
    }

    proptest! {
        #[test]
        fn edits_survive_and_are_found_once(
            base in texts(), mut edited in texts(), upstream in texts()
        ) {
            // No work is given the key of an entry that is the person's own.
            edited.retain(|key, _| base.contains_key(key) || !upstream.contains_key(key));
            prop_assume!(!edited.is_empty());
            let none = ByHand::default();
            let new = file(&upstream);
            let hand = merged_by_hand(&none, &file(&base), &file(&edited), &new).unwrap();
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
            let again = merged_by_hand(&hand, &file(&merged), &written, &new).unwrap();
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
            let at_once = merged_by_hand(&none, &file(&base), &file(&whole), &new).unwrap();
            let step = merged_by_hand(&none, &file(&base), &file(&half), &new).unwrap();
            let two = merged_by_hand(&step, &file(&half), &file(&whole), &new).unwrap();
            prop_assert_eq!(two, at_once);
        }
    }
}
