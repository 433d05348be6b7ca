//! The period at the end of DBLP's titles.

use std::borrow::Cow;

use crate::model::{Run, Title};

/// Removes the period that DBLP adds to every title. It is kept after `...` and if it belongs to an
/// abbreviation: `Inc.`, `et al.`, `U.S.`
#[must_use]
pub fn without_final_period(title: Title) -> Title {
    let text = match title.runs() {
        [Run::Plain(text)] => Cow::Borrowed(text.as_str()),
        _ => Cow::Owned(title.text()),
    };
    let text = text.trim_end();
    let Some(before) = text.strip_suffix('.') else {
        return title;
    };
    let belongs =
        before.is_empty() || before.trim_end().ends_with(['.', '…']) || is_abbreviation(before);
    if belongs {
        return title;
    }
    if let [Run::Plain(_)] = title.runs() {
        return Title::plain(before.trim_end());
    }
    let mut runs = title.runs().to_vec();
    while let Some(last) = runs.pop() {
        let cut = |text: String| text.trim_end().to_owned();
        let shortened = match last {
            Run::Plain(text) => Run::Plain(cut(text)),
            Run::Protected(text) => Run::Protected(cut(text)),
            Run::Emph(text) => Run::Emph(cut(text)),
            other => other,
        };
        if shortened.text().is_empty() {
            continue;
        }
        let without = |text: String| {
            let bare = text.strip_suffix('.').unwrap_or(&text);
            bare.trim_end().to_owned()
        };
        runs.push(match shortened {
            Run::Plain(text) => Run::Plain(without(text)),
            Run::Protected(text) => Run::Protected(without(text)),
            Run::Emph(text) => Run::Emph(without(text)),
            other => other,
        });
        break;
    }
    Title::from_runs(runs)
}

/// Whether the last word, without its period, is an abbreviation.
fn is_abbreviation(before: &str) -> bool {
    const KNOWN: [&str; 18] = [
        "inc", "ltd", "co", "corp", "etc", "al", "vs", "jr", "sr", "dr", "st", "vol", "approx",
        "cf", "resp", "dept", "univ", "bros",
    ];
    let word = before
        .rsplit(|c: char| c.is_whitespace() || matches!(c, '(' | '"' | '“'))
        .next()
        .unwrap_or_default();
    // `U.S`, `Ph.D`, `e.g`: the pieces between periods are short, unlike those of `Node.js`.
    let dotted = word.contains('.')
        && word.split('.').all(|piece| {
            (1..=2).contains(&piece.chars().count()) && piece.chars().all(char::is_alphabetic)
        })
        && word
            .rsplit('.')
            .next()
            .is_some_and(|piece| piece.chars().count() == 1);
    dotted || KNOWN.iter().any(|known| word.eq_ignore_ascii_case(known))
}

#[cfg(test)]
mod tests {
    use super::super::title;
    use super::*;

    #[test]
    fn one_final_period_goes() {
        for (given, want) in [
            ("Filters.", "Filters"),
            ("in Node.js.", "in Node.js"),
            ("Teachers \u{200e}.", "Teachers"),
            ("Programming in C.", "Programming in C"),
            ("And so on...", "And so on..."),
            ("Acme Inc.", "Acme Inc."),
            ("A reply to Doe et al.", "A reply to Doe et al."),
            ("Health in the U.S.", "Health in the U.S."),
            ("Whither?", "Whither?"),
            ("Balls in R<sup>d</sup>.", "Balls in Rd"),
            ("On <i>E. coli.</i>", "On E. coli"),
            (".", "."),
        ] {
            assert_eq!(without_final_period(title(given)).text(), want, "{given}");
        }
    }
}
