//! Words of East Asia that are written without blanks between: `1999年第3期`, `高橋美咲・渡辺健太編`.

use super::{
    cut::is_year,
    shape::is_han,
    token::{Form, Gap, Token},
};

/// A name has so many characters at most.
const NAME: usize = 6;

/// Parts a year from the number of the issue behind it, and names from each other and from the word for
/// editors.
pub(super) fn part(tokens: &mut Vec<Token>) {
    joint(tokens);
    between_periods(tokens);
    year_apart(tokens);
    let is_wide = |token: &Token| {
        token.form == Form::Word
            && (token.text.contains(['年', '第', '・', '編', '编', '共'])
                || token.text.starts_with(is_hangul))
    };
    if !tokens.iter().any(is_wide) {
        return;
    }
    let mut out = Vec::with_capacity(tokens.len() + 4);
    for token in tokens.drain(..) {
        let parts = behind_number(&token.text)
            .or_else(|| dated(&token.text))
            .or_else(|| coauthors(&token.text))
            .or_else(|| between_dots(&token.text))
            .or_else(|| people(&token.text))
            .filter(|_| token.form == Form::Word);
        let Some(parts) = parts else {
            out.push(token);
            continue;
        };
        for (at, (text, form)) in parts.into_iter().enumerate() {
            let gap = if at == 0 { token.gap } else { Gap::Glued };
            out.push(Token {
                text: text.into(),
                form,
                gap,
                ..token.clone()
            });
        }
    }
    *tokens = out;
}

/// `（第一作者，与张伟、李静合作）`: what stands in a bracket from `与` to the word for joint work are names behind
/// `with`, whatever stands before them.
fn joint(tokens: &mut Vec<Token>) {
    let begins = |token: &Token| {
        let name = token.text.strip_prefix(['与', '與'])?;
        (token.form == Form::Word).then(|| name.to_owned())
    };
    let Some((at, first)) = tokens
        .iter()
        .enumerate()
        .find_map(|(at, token)| Some((at, begins(token)?)))
    else {
        return;
    };
    let open = tokens[..at]
        .iter()
        .rposition(|token| token.form == Form::Open)
        .filter(|open| at - open <= BEFORE);
    let ends = |token: &Token| {
        ["合作", "合著", "合写", "合撰"]
            .iter()
            .any(|word| token.text.ends_with(word))
    };
    let last = (at..tokens.len())
        .take_while(|at| tokens[*at].form != Form::Close)
        .find(|at| ends(&tokens[*at]));
    let (Some(open), Some(last)) = (open, last) else {
        return;
    };
    let mut names: Vec<Token> = tokens[at..=last].to_vec();
    names[0].text = first.into();
    if let Some(end) = names.last_mut() {
        let length = end.text.len() - "合作".len();
        end.text = end.text[..length].into();
    }
    let is_named = |token: &Token| token.form == Form::Comma || is_name(&token.text);
    if !names.iter().all(is_named) {
        return;
    }
    let with = Token {
        text: "with".into(),
        ..tokens[at].clone()
    };
    tokens.splice(open + 1..=last, std::iter::once(with).chain(names));
}

/// So many words and signs stand in a bracket before its names.
const BEFORE: usize = 5;

/// `14,2023年9月`: the volume, and the date behind it.
fn behind_number(text: &str) -> Option<Vec<(String, Form)>> {
    let (number, date) = text.split_once(',')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let year = &date[..date.find('年')?];
    (is_number(number) && year.len() == 4 && is_number(year)).then(|| {
        vec![
            (number.to_owned(), Form::Word),
            (",".to_owned(), Form::Comma),
            (date.to_owned(), Form::Word),
        ]
    })
}

/// `1999年第3期`, `1999第3期`: the year and what stands behind it. A month stays with its year.
fn dated(text: &str) -> Option<Vec<(String, Form)>> {
    let (year, rest) = text.split_at(text.find('第')?);
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

fn is_hangul(c: char) -> bool {
    ('\u{ac00}'..='\u{d7af}').contains(&c)
}

/// Whether a text may be the name of a Korean.
fn is_korean(name: &str) -> bool {
    (2..=4).contains(&name.chars().count()) && name.chars().all(is_hangul)
}

/// Whether it surely is one, of three syllables and behind a common family name: signs between nouns are no commas,
/// `생산·소비`.
fn is_full_korean(name: &str) -> bool {
    const FAMILIES: &str = "김이박최정강조윤장임한오서신권황안송류유전홍고문양손배백허남심노하곽성차주우구민진지엄채원천방공현함변염여추도소석선설마길";
    is_korean(name)
        && name.chars().count() == 3
        && name.chars().next().is_some_and(|c| FAMILIES.contains(c))
}

/// `김경호(2013)`: parts the year in brackets from the name that it touches.
fn year_apart(tokens: &mut [Token]) {
    for at in 1..tokens.len().saturating_sub(1) {
        let is_bracket = tokens[at].form == Form::Open && tokens[at].gap == Gap::Glued;
        if is_bracket && is_korean(&tokens[at - 1].text) && is_year(&tokens[at + 1].text) {
            tokens[at].gap = Gap::Space;
        }
    }
}

/// `마강래·강정구·이경수`: Korean names with dots between them.
fn between_dots(text: &str) -> Option<Vec<(String, Form)>> {
    const DOTS: [char; 5] = ['·', 'ㆍ', '‧', '․', '・'];
    let names: Vec<&str> = text.split(DOTS).collect();
    if names.len() < 2 || !names.iter().all(|name| is_full_korean(name)) {
        return None;
    }
    let mut out = Vec::new();
    for name in names {
        if !out.is_empty() {
            out.push(("·".to_owned(), Form::Comma));
        }
        out.push((name.to_owned(), Form::Word));
    }
    Some(out)
}

/// `류미영.한선관 (2019)`: a period between two Korean names parts them as a comma would.
fn between_periods(tokens: &mut [Token]) {
    for at in 1..tokens.len().saturating_sub(1) {
        let is_between = tokens[at].form == Form::Period
            && tokens[at].gap == Gap::Glued
            && tokens[at + 1].gap == Gap::Glued;
        if is_between
            && is_full_korean(&tokens[at - 1].text)
            && is_full_korean(&tokens[at + 1].text)
        {
            tokens[at].form = Form::Comma;
        }
    }
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
    fn a_date_is_parted_from_the_volume_before_it() {
        let parts = behind_number("14,2023年9月").unwrap();
        let texts: Vec<&str> = parts.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(texts, ["14", ",", "2023年9月"]);
        assert!(behind_number("14,202年").is_none());
    }

    #[test]
    fn citations_without_blanks_are_parted() {
        let text = "# 论文\n\n\
            * 1.**李安**.北方织机与羊毛染色的历史研究：新材料与新路径. 织物学报, 2025第2期(CSSCI)\n\
            * 2.**李安**,张伟.城镇纱线贸易及其成本. 人口与发展, 2023第3期(CSSCI)\n\
            * 3.王明,**李安**.山谷中的风车与水车——基于调查数据的分析. 民族大学学报, 2024第1期(CSSCI)\n";
        let (page, _) = crate::import::markdown::page(text);
        let import = crate::import::list::read_by_rules(&page, &crate::import::Hints::default());
        let read: Vec<_> = import
            .entries
            .iter()
            .map(|entry| &entry.listing)
            .map(|one| (one.title.as_str(), one.authors.len(), one.year))
            .collect();
        assert_eq!(
            read,
            [
                (
                    "北方织机与羊毛染色的历史研究：新材料与新路径",
                    1,
                    Some(2025)
                ),
                ("城镇纱线贸易及其成本", 2, Some(2023)),
                ("山谷中的风车与水车——基于调查数据的分析", 2, Some(2024))
            ]
        );
    }

    #[test]
    fn korean_names_are_parted_from_each_other_and_from_the_year() {
        let text = "논문\n\n\
            김경호(2013). 북방 직조기와 양모 염색의 역사. 직물연구, 22, 77-104.\n\n\
            류미영.한선관 (2019). 도시의 실 무역과 그 비용. 직물연구. 23(6), 583-590.\n\n\
            마강래·강정구·이경수, 2019, 골짜기의 풍차와 물레방아 구상, 직물연구, 10월호, pp.3-18.\n";
        let import = crate::import::list::read_page(
            &crate::import::plain::read(text),
            &crate::import::Hints::default(),
        );
        let read: Vec<_> = import
            .entries
            .iter()
            .map(|entry| (entry.listing.authors.len(), entry.listing.year))
            .collect();
        assert_eq!(read, [(1, Some(2013)), (2, Some(2019)), (3, Some(2019))]);
        assert!(between_dots("생산·소비").is_none());
    }

    #[test]
    fn names_before_the_word_for_joint_work_are_with_it() {
        let span = crate::import::Span {
            text: "《织机与羊毛》（第一作者，与张伟、李静合作），载《织物研究》，2025年".to_owned(),
            ..crate::import::Span::default()
        };
        let read = crate::import::list::token::tokens(&[span], 1);
        let texts: Vec<&str> = read.iter().map(|token| token.text.as_str()).collect();
        let open = texts.iter().position(|text| *text == "（").unwrap();
        assert_eq!(texts[open + 1..open + 5], ["with", "张伟", "、", "李静"]);
    }

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
        assert_eq!(join(dated("2020第3期")).as_deref(), Some("2020 、 第3期"));
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
