//! Clean-up of text: composed, visible, with one blank between words and directed quotes.

use unicode_normalization::UnicodeNormalization as _;

use super::symbols;
use crate::{
    model::{Run, Title},
    text::mojibake::mended,
};

/// Puts a formula's place among characters.
const FORMULA: char = '\u{fffc}';

/// Tidies `text`: UTF-8 that was decoded as Windows-1252 is repaired, characters are composed (NFC),
/// ligatures separated, invisible characters and controls removed. Every kind of blank becomes one
/// blank, with none before a colon or comma. Hyphens become plain, straight quotes become opening and
/// closing ones, and an emoji is written `[emoji]` (pdfLaTeX has none).
#[must_use]
pub fn tidy(text: &str) -> String {
    if is_tidy(text) {
        return text.to_owned();
    }
    tidy_title(&Title::plain(text)).text()
}

/// Tidies a title across its runs; formulas stay as they are.
#[must_use]
pub fn tidy_title(title: &Title) -> Title {
    if let [Run::Plain(text) | Run::Protected(text)] = title.runs()
        && is_tidy(text)
    {
        return title.clone();
    }
    let mut chars: Vec<(char, usize)> = Vec::new();
    let texts = title.runs().iter().map(Run::text);
    let has_cyrillic = texts.flat_map(str::chars).any(is_cyrillic);
    for (at, run) in title.runs().iter().enumerate() {
        if matches!(run, Run::Math(_)) {
            chars.push((FORMULA, at));
        } else {
            let text = visible(run.text(), has_cyrillic);
            chars.extend(text.chars().map(|c| (c, at)));
        }
    }
    collapse_blanks(&mut chars);
    direct_quotes(&mut chars);
    let mut texts = vec![String::new(); title.runs().len()];
    for (c, at) in chars {
        texts[at].push(c);
    }
    Title::from_runs(title.runs().iter().zip(texts).map(|(run, text)| match run {
        Run::Plain(_) => Run::Plain(text),
        Run::Protected(_) => Run::Protected(text),
        Run::Sub(_) => Run::Sub(text),
        Run::Sup(_) => Run::Sup(text),
        Run::Emph(_) => Run::Emph(text),
        Run::Math(tex) => Run::Math(tex.trim().to_owned()),
    }))
}

/// Whether a text is tidy at first sight, as most are: ASCII without quotes, controls, and blanks
/// in odd places.
fn is_tidy(text: &str) -> bool {
    let bytes = text.as_bytes();
    let odd_blank = |pair: &[u8]| pair[0] == b' ' && matches!(pair[1], b' ' | b':' | b';' | b',');
    bytes
        .iter()
        .all(|byte| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\'' | b'`'))
        && bytes.first() != Some(&b' ')
        && bytes.last() != Some(&b' ')
        && !bytes.windows(2).any(odd_blank)
}

fn visible(text: &str, has_cyrillic: bool) -> String {
    let composed: Vec<char> = mended(text).nfc().collect();
    let is_ideographic = is_ideographic(&composed);
    let mut out = String::with_capacity(text.len());
    for (at, &c) in composed.iter().enumerate() {
        match c {
            c if c.is_whitespace() => out.push(' '),
            'ﬀ'..='ﬆ' | 'ĳ' | 'Ĳ' | 'ŀ' | 'Ŀ' => out.extend(std::iter::once(c).nfkc()),
            '！'..='～' if !is_ideographic => out.extend(std::iter::once(c).nfkc()),
            '…' => out.push_str("..."),
            '‐' | '\u{2011}' => out.push('-'),
            '‒' => out.push('–'),
            '―' => out.push('—'),
            // DBLP writes the Cyrillic letter for an epsilon (seen in `(1+ є)-approximation`), where
            // it is the only one; in Ukrainian it is a word.
            'є' if !has_cyrillic => out.push('ε'),
            // The ring of `360◦` and `20˚C` is a degree's.
            '◦' | '˚' if at > 0 && composed[at - 1].is_ascii_digit() => out.push('°'),
            'ŉ' => out.push_str("’n"),
            '´' | 'ʼ' | 'ʹ' => out.push('’'),
            'ʻ' | 'ʽ' => out.push('‘'),
            c if is_emoji(c) => {
                if !continues_emoji(&composed, at) {
                    out.push_str("[emoji]");
                }
            }
            c if is_invisible(c) => {}
            c => out.push(c),
        }
    }
    out
}

fn is_ideographic(text: &[char]) -> bool {
    text.iter()
        .any(|c| ('\u{2e80}'..='\u{9fff}').contains(c) || ('가'..='힣').contains(c))
}

/// Whether a letter is Cyrillic, except the one that is used as an epsilon.
fn is_cyrillic(c: char) -> bool {
    ('\u{400}'..='\u{52f}').contains(&c) && c != 'є'
}

/// Controls, zero-width and direction marks, soft hyphens, variation selectors, private use and
/// the mark of a character lost before.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{fff0}'..='\u{fffd}' | '\u{e000}'..='\u{f8ff}'
            | '\u{e0000}'..='\u{10ffff}')
}

fn is_emoji(c: char) -> bool {
    matches!(c, '\u{1f000}'..='\u{1faff}')
        || matches!(c, '\u{2600}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}')
            && symbols::math(c).is_none()
            && !('❨'..='❵').contains(&c)
}

/// More letters of flags in a row than anyone sets; an even number, so that longer runs go on as
/// they began.
const MOST_FLAGS: usize = 64;

/// Whether the emoji at `at` only changes or completes the one before: a skin tone, the second
/// letter of a flag, or something joined by U+200D.
fn continues_emoji(text: &[char], at: usize) -> bool {
    let before = text[..at].iter().rev().find(|c| **c != '\u{fe0f}');
    let flag = |c: char| matches!(c, '\u{1f1e6}'..='\u{1f1ff}');
    match before {
        Some('\u{200d}') => true,
        Some(&before) if is_emoji(before) => {
            let flags = text[..at]
                .iter()
                .rev()
                .take(MOST_FLAGS)
                .take_while(|c| flag(**c))
                .count();
            matches!(text[at], '\u{1f3fb}'..='\u{1f3ff}') || flag(text[at]) && flags % 2 == 1
        }
        _ => false,
    }
}

fn collapse_blanks(chars: &mut Vec<(char, usize)>) {
    chars.dedup_by(|next, before| next.0 == ' ' && before.0 == ' ');
    // MathML that was stripped on its way leaves `Ca 38 : Test`; a ratio has numbers round it.
    let is = |at: Option<usize>, test: fn(char) -> bool| {
        at.and_then(|at| chars.get(at))
            .is_some_and(|(c, _)| test(*c))
    };
    let digit: fn(char) -> bool = |c| c.is_ascii_digit();
    let blank: fn(char) -> bool = |c| c == ' ';
    let loose: Vec<bool> = (0..chars.len())
        .map(|at| {
            let ratio = is(at.checked_sub(1), digit) && is(Some(at + 3), digit);
            is(Some(at), blank)
                && is(Some(at + 1), |c| matches!(c, ':' | ';' | ','))
                && is(Some(at + 2), blank)
                && !ratio
        })
        .collect();
    let mut loose = loose.into_iter();
    chars.retain(|_| loose.next() != Some(true));
    while chars.last().is_some_and(|(c, _)| *c == ' ') {
        chars.pop();
    }
    if chars.first().is_some_and(|(c, _)| *c == ' ') {
        chars.remove(0);
    }
}

/// Turns `"`, `'`, `` ` `` and the pairs TeX has of them into the quotes they stand for.
fn direct_quotes(chars: &mut Vec<(char, usize)>) {
    for (pair, one) in [("``", '“'), ("''", '”')] {
        let quote = pair.chars().next();
        chars.dedup_by(|next, before| {
            let both = Some(before.0) == quote && Some(next.0) == quote;
            if both {
                before.0 = one;
            }
            both
        });
    }
    let mut german = false;
    for at in 0..chars.len() {
        let before = at.checked_sub(1).map(|at| chars[at].0);
        let next = chars.get(at + 1).map(|(c, _)| *c);
        let starts = before.is_none_or(|c| c.is_whitespace() || "([{“‘–—/-„".contains(c));
        let goes_on = next.is_some_and(|c| !c.is_whitespace());
        chars[at].0 = match chars[at].0 {
            '"' if starts && goes_on => '“',
            '"' => '”',
            '`' if next.is_some_and(char::is_alphanumeric) => '‘',
            '`' | '\'' if !(starts && goes_on && is_closed_later(chars, at)) => '’',
            '`' | '\'' => '‘',
            '„' => {
                german = true;
                '„'
            }
            '“' if german => {
                german = false;
                '”'
            }
            '‘' if !starts && next.is_some_and(char::is_alphanumeric) => '’',
            c => c,
        };
    }
}

/// The number of characters in which the partner of a quote is looked for.
const LONGEST_QUOTATION: usize = 400;

/// Whether a single quote at `at` has a partner: a later one that ends a word.
fn is_closed_later(chars: &[(char, usize)], at: usize) -> bool {
    // '90s and 'n' are no quotations.
    let next: Vec<char> = chars[at + 1..].iter().take(2).map(|(c, _)| *c).collect();
    if matches!(next.as_slice(), [a, b] if a.is_ascii_digit() && b.is_ascii_digit()) {
        return false;
    }
    (at + 2..chars.len().min(at + LONGEST_QUOTATION)).any(|end| {
        matches!(chars[end].0, '\'' | '’')
            && !chars[end - 1].0.is_whitespace()
            && chars.get(end + 1).is_none_or(|(c, _)| !c.is_alphanumeric())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_goes() {
        for (given, want) in [
            (
                "Deep\u{a0}Learning\tfor \u{200b}Free",
                "Deep Learning for Free",
            ),
            ("Nonverbal \u{200e}Behavior ", "Nonverbal Behavior"),
            ("eﬃcient shuﬄe", "efficient shuffle"),
            ("Nystro\u{308}m", "Nyström"),
            (
                "😀 or 👩\u{200d}💻👍🏽 🇩🇪",
                "[emoji] or [emoji][emoji] [emoji]",
            ),
            ("ＡＢＣ：x", "ABC:x"),
            ("soft\u{ad}ly", "softly"),
            ("a\r\n  b", "a b"),
            ("Ca 38 : Test , or 1 : 2 :x", "Ca 38: Test, or 1 : 2 :x"),
            ("SchrÃ¶dinger â€“ Ã–l", "Schrödinger – Öl"),
        ] {
            assert_eq!(tidy(given), want);
        }
        assert_eq!(tidy("研究：方法"), "研究：方法");
    }

    #[test]
    fn quotes_open_and_close() {
        for (given, want) in [
            ("\"a\" and \"b c\"", "“a” and “b c”"),
            (
                "'Watch the Flu': users' list",
                "‘Watch the Flu’: users’ list",
            ),
            ("rock 'n roll in the '90s", "rock ’n roll in the ’90s"),
            ("``tex'' `one'", "“tex” ‘one’"),
            ("It's O'Neil's", "It’s O’Neil’s"),
            ("„Wort“ und “b”", "„Wort” und “b”"),
        ] {
            assert_eq!(tidy(given), want);
        }
    }

    #[test]
    fn long_texts_are_tidied() {
        for piece in ["'a ", "a , ", "``", "\"a ", "🇩🇪", "！"] {
            let text = piece.repeat(120_000 / piece.len());
            assert!(!tidy(&text).is_empty());
        }
    }

    #[test]
    fn runs_are_tidied_together() {
        let title = Title::from_runs([
            Run::Plain(" Cytochrome\n    ".into()),
            Run::Emph(" bd".into()),
            Run::Plain("\n Oxidase \"".into()),
            Run::Math("N".into()),
            Run::Plain("\" ".into()),
        ]);
        assert_eq!(
            tidy_title(&title).runs(),
            [
                Run::Plain("Cytochrome ".into()),
                Run::Emph("bd".into()),
                Run::Plain(" Oxidase “".into()),
                Run::Math("N".into()),
                Run::Plain("”".into()),
            ]
        );
    }
}
