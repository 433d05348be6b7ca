//! Words of East Asia that are written without blanks between: `1999年第3期`, `高橋美咲・渡辺健太編`.

use super::{
    shape::is_han,
    token::{Form, Gap, Token},
};

/// A name has so many characters at most.
const NAME: usize = 6;

/// Parts a year from the number of the issue behind it, and names from each other and from the word for
/// editors.
pub(super) fn part(tokens: &mut Vec<Token>) {
    let is_wide = |token: &Token| {
        token.form == Form::Word && token.text.contains(['年', '・', '編', '编', '共'])
    };
    if !tokens.iter().any(is_wide) {
        return;
    }
    let mut out = Vec::with_capacity(tokens.len() + 4);
    for token in tokens.drain(..) {
        if token.form != Form::Word {
            out.push(token);
            continue;
        }
        let parts = dated(&token.text)
            .or_else(|| coauthors(&token.text))
            .or_else(|| people(&token.text))
            .unwrap_or_else(|| vec![(token.text.clone(), Form::Word)]);
        for (at, (text, form)) in parts.into_iter().enumerate() {
            let gap = if at == 0 { token.gap } else { Gap::Glued };
            let folded = if form == Form::Word && text != token.text {
                crate::text::fold::fold(&text)
            } else if form == Form::Word {
                token.folded.clone()
            } else {
                String::new()
            };
            out.push(Token {
                text,
                folded,
                form,
                gap,
                ..token.clone()
            });
        }
    }
    *tokens = out;
}

/// `1999年第3期`: the year and what stands behind it. A month stays with its year.
fn dated(text: &str) -> Option<Vec<(String, Form)>> {
    let at = text.find('年')? + '年'.len_utf8();
    let (year, rest) = text.split_at(at);
    let digits = year.trim_end_matches('年');
    let is_issue = rest.starts_with('第');
    (digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit()) && is_issue).then(|| {
        vec![
            (year.to_owned(), Form::Word),
            ("、".to_owned(), Form::Comma),
            (rest.to_owned(), Form::Word),
        ]
    })
}

/// `高橋美咲・渡辺健太との共著`: names behind `with`, as other languages have it.
fn coauthors(text: &str) -> Option<Vec<(String, Form)>> {
    let names = ["との共著", "との共同研究"]
        .iter()
        .find_map(|word| text.strip_suffix(*word))?;
    let names: Vec<&str> = names.split('・').collect();
    if !names.iter().all(|name| is_name(name)) {
        return None;
    }
    let mut out = vec![("with".to_owned(), Form::Word)];
    for (at, name) in names.iter().enumerate() {
        if at > 0 {
            out.push(("・".to_owned(), Form::Comma));
        }
        out.push(((*name).to_owned(), Form::Word));
    }
    Some(out)
}

/// Whether a text may be somebody's name in characters.
fn is_name(name: &str) -> bool {
    is_han(name)
        && (2..=NAME).contains(&name.chars().count())
        && !name.chars().any(|c| ('\u{3040}'..='\u{30ff}').contains(&c))
}

/// `高橋美咲・渡辺健太編`: names, and the word for editors in brackets, as it is elsewhere.
fn people(text: &str) -> Option<Vec<(String, Form)>> {
    const EDITORS: [&str; 5] = ["主编", "编著", "編著", "編", "编"];
    let editors = EDITORS.iter().find(|word| text.ends_with(**word));
    let names = text.strip_suffix(*editors.unwrap_or(&"")).unwrap_or(text);
    let names: Vec<&str> = names.split('・').collect();
    // One name alone must be short: `近代篇` may be anything.
    let is_sure = names.len() > 1 || editors.is_some_and(|word| word.chars().count() > 1);
    // A name that is set off begins or ends the word: `岸本修・`.
    let mut told = names.iter().filter(|name| !name.is_empty()).peekable();
    if !is_sure || told.peek().is_none() || !told.all(|name| is_name(name)) {
        return None;
    }
    let mut out = Vec::new();
    for (at, name) in names.iter().enumerate() {
        if at > 0 {
            out.push(("・".to_owned(), Form::Comma));
        }
        if !name.is_empty() {
            out.push(((*name).to_owned(), Form::Word));
        }
    }
    if let Some(word) = editors {
        out.push(("（".to_owned(), Form::Open));
        out.push(((*word).to_owned(), Form::Word));
        out.push(("）".to_owned(), Form::Close));
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_and_names_are_parted_from_what_touches_them() {
        let join = |parts: Option<Vec<(String, Form)>>| {
            parts.map(|parts| {
                let texts: Vec<String> = parts.into_iter().map(|(text, _)| text).collect();
                texts.join(" ")
            })
        };
        assert_eq!(
            join(dated("1999年第3期")).as_deref(),
            Some("1999年 、 第3期")
        );
        assert_eq!(join(dated("1998年5月")), None);
        assert_eq!(
            join(people("高橋美咲・渡辺健太編")).as_deref(),
            Some("高橋美咲 ・ 渡辺健太 （ 編 ）")
        );
        assert_eq!(
            join(people("周启文主编")).as_deref(),
            Some("周启文 （ 主编 ）")
        );
        assert_eq!(join(people("総編")), None);
        assert_eq!(
            join(coauthors("高橋美咲・渡辺健太との共著")).as_deref(),
            Some("with 高橋美咲 ・ 渡辺健太")
        );
        assert_eq!(
            join(coauthors("織機との共著")).as_deref(),
            Some("with 織機")
        );
    }
}
