//! Words that say that not all authors are named: `et al.`, `und andere`, `and 3 more authors`.

use std::{collections::HashSet, sync::LazyLock};

use super::token::Token;
use crate::text::fold::fold;

/// What stands for all who are not named.
const RESTS: [&str; 33] = [
    "altri",
    "e altri",
    "et al",
    "et coll",
    "al",
    "others",
    "u. a",
    "u.a",
    "u a",
    "и др",
    "др",
    "等",
    "et autres",
    "y otros",
    "e outros",
    "more authors",
    "many others",
    "co-authors",
    "coauthors",
    "colleagues",
    "сотр",
    "соавт",
    "i in",
    "i inni",
    "a kol",
    "m. fl",
    "m fl",
    "ve ark",
    "y cols",
    "e col",
    "e cols",
    "ほか",
    "외",
];

/// How many are not named, as words.
const COUNTS: [&str; 11] = [
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "several", "many",
];

/// Whether a word may be the first of words for those who are not named.
fn may_begin(word: &Token) -> bool {
    static FIRSTS: LazyLock<HashSet<String>> = LazyLock::new(|| {
        RESTS
            .iter()
            .map(|rest| first_of(&fold(rest)).to_owned())
            .collect()
    });
    FIRSTS.contains(first_of(word.text.folded()))
}

fn first_of(words: &str) -> &str {
    words.split(' ').next().unwrap_or_default()
}

/// `et al`, `and others`, `und andere`, `等`.
pub(super) fn is_rest(words: &[&Token]) -> bool {
    // `Lee AL`: capitals are initials, but for `ET AL`.
    let is_capital = |word: &&Token| word.text.chars().all(char::is_uppercase);
    if words.iter().all(is_capital) && words.first().is_none_or(|word| word.text != "ET") {
        return false;
    }
    // Most stretches begin with a word that none of these begins with.
    let is_joint = |word: &&&Token| {
        word.text.eq_ignore_ascii_case("and") || matches!(word.text.as_str(), "&" | "+")
    };
    let Some(first) = words.iter().find(|word| !is_joint(word)) else {
        return false;
    };
    let bare = first.text.trim_start_matches('+');
    let is_count = bare.bytes().all(|byte| byte.is_ascii_digit())
        || COUNTS.iter().any(|count| bare.eq_ignore_ascii_case(count));
    if !is_count && !may_begin(first) {
        return false;
    }
    let text: Vec<String> = words.iter().map(|word| word.text.to_lowercase()).collect();
    let text = text.join(" ");
    let text = text
        .trim_start_matches("and ")
        .trim_start_matches("& ")
        .trim_start_matches('+')
        .trim();
    if RESTS.contains(&text) {
        return true;
    }
    let mut parts = text.split(' ');
    let counted = parts.next().is_some_and(|word| {
        word.bytes().all(|byte| byte.is_ascii_digit()) || COUNTS.contains(&word)
    });
    counted
        && parts.next().is_some_and(|word| {
            [
                "more",
                "other",
                "others",
                "additional",
                "coauthors",
                "co-authors",
                "authors",
                "weitere",
                "autres",
            ]
            .contains(&word)
        })
}
