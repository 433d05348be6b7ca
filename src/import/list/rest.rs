//! Words that say that not all authors are named: `et al.`, `und andere`, `and 3 more authors`.

use super::token::Token;

/// `et al`, `and others`, `und andere`, `等`.
pub(super) fn is_rest(words: &[&Token]) -> bool {
    // `Lee AL`: capitals are initials, but for `ET AL`.
    let is_capital = |word: &&Token| word.text.chars().all(char::is_uppercase);
    if words.iter().all(is_capital) && words.first().is_none_or(|word| word.text != "ET") {
        return false;
    }
    let text: Vec<String> = words.iter().map(|word| word.text.to_lowercase()).collect();
    let text = text.join(" ");
    let text = text
        .trim_start_matches("and ")
        .trim_start_matches("& ")
        .trim_start_matches('+')
        .trim();
    if [
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
    ]
    .contains(&text)
    {
        return true;
    }
    let mut parts = text.split(' ');
    let counted = parts.next().is_some_and(|word| {
        word.bytes().all(|byte| byte.is_ascii_digit())
            || [
                "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "several",
                "many",
            ]
            .contains(&word)
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
