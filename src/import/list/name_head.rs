//! A line at the head of a page that is a person's name.

use super::{
    cut::is_year,
    headings,
    likeness::likeness as name_look,
    row::Row,
    shape::{self, Shape},
    token::{Form, Gap, Token},
};
use crate::{model::PersonName, text::fold::fold};

/// What stands before and behind names in headings.
const TITLES: &str = "prof professor dr phd publications of by curriculum vitae cv mr ms mrs the homepage rer nat habil \
    hab med phil jur pol oec ing inz dipl mag mgr priv doz pd univ doc docent csc drsc assoc asst associate \
    assistant professeur profesor professora ord emer em hc mult sc ra \
    phdr rndr mudr judr thdr paeddr icdr bc msc bsc mba website webpage";

/// What names are labelled with in CVs, folded or in its own script.
const LABELS: &str = "name vorname nachname nom prenom nombre nombres apellido apellidos nome completo cognome sobrenome naam namn \
    navn nimi imie nazwisko jmeno prijmeni meno priezvisko nev nume prenume adi soyadi ime prezime fio familiia imia otchestvo onoma \
    ho ten nama full first last given family surname 姓名 姓 名 氏名 名前 성명 이름 الاسم שם";

/// The same in scripts that are not folded.
const HAN_TITLES: [&str; 16] = [
    "教授",
    "副教授",
    "准教授",
    "助教",
    "助教授",
    "講師",
    "讲师",
    "博士",
    "研究员",
    "研究員",
    "院士",
    "老师",
    "老師",
    "先生",
    "교수",
    "박사",
];

/// What a list is called before the name of its owner: `Publicaties Ann Lee`, `Schriftenverzeichnis von Ann Lee`.
const LISTS: &str = "publicaties publicatielijst publikationen publikationsliste veroffentlichungen schriftenverzeichnis \
    publicaciones pubblicazioni publicacoes publikasjoner publikationer publikationslista julkaisut publikacje \
    publikace bibliographie bibliografie bibliografia";

/// What may lead from there to the name.
const LEADS: [&str; 9] = ["van", "von", "de", "di", "do", "da", "av", "af", "für"];

/// How many tokens at the head of a row call it a list.
fn called(tokens: &[Token]) -> usize {
    let is_list = |token: &Token| LISTS.split_whitespace().any(|list| list == token.folded());
    match tokens {
        [list, lead, ..] if is_list(list) && LEADS.contains(&lead.text.as_str()) => 2,
        [list, _, ..] if is_list(list) => 1,
        _ => 0,
    }
}

/// Whether a word stands before or behind names in headings: `Prof.`, `Dr.-Ing.`
pub(super) fn is_title(text: &str) -> bool {
    if HAN_TITLES.contains(&text) {
        return true;
    }
    let folded = fold(text);
    let mut parts = folded.split_whitespace().peekable();
    parts.peek().is_some() && parts.all(|part| TITLES.split_whitespace().any(|title| title == part))
}

/// Whether a word labels a name: `Nombre`, `氏名`.
fn is_label(text: &str) -> bool {
    let folded = fold(text);
    LABELS
        .split_whitespace()
        .any(|label| label == folded || label == text)
}

/// How many words of a row label the name behind them: `Adı Soyadı:`, `Imię i nazwisko:`, `氏名　`.
fn labelled(tokens: &[Token]) -> usize {
    /// More words no label has, with the signs among them.
    const WORDS: usize = 5;
    let Some(first) = tokens.first().filter(|first| is_label(&first.text)) else {
        return 0;
    };
    let colon = tokens
        .iter()
        .take(WORDS + 1)
        .position(|token| token.form == Form::Colon);
    let is_said = |token: &Token| {
        token.form != Form::Word
            || is_label(&token.text)
            || ["i", "et", "y", "e", "und", "and", "a", "ve"].contains(&token.text.as_str())
    };
    match colon {
        Some(colon) if tokens[..colon].iter().all(is_said) => colon + 1,
        // A script without small letters has a blank for the colon.
        None if !first.text.is_ascii() => tokens.iter().take_while(|t| is_label(&t.text)).count(),
        _ => 0,
    }
}

/// The head of a row, if it has the shape of a full name, and whether it is all of the row.
pub(super) fn candidates(row: &Row) -> Option<(String, bool)> {
    let mut tokens: Vec<_> = row
        .tokens
        .iter()
        .filter(|token| token.form != Form::Mark)
        .cloned()
        .collect();
    tokens.drain(..labelled(&tokens));
    tokens.drain(..called(&tokens));
    // In capitals a short name has the look of initials.
    if is_shouted(&row.text()) {
        for token in tokens.iter_mut().filter(|token| token.form == Form::Word) {
            token.text = lowered(&token.text).into();
        }
    }
    // `Ann Lee's papers`.
    let owned = |token: &mut Token| {
        let bare = token
            .text
            .strip_suffix("'s")
            .or(token.text.strip_suffix("’s"));
        let bare = bare.filter(|bare| bare.chars().count() > 1)?.to_owned();
        token.text = bare.into();
        Some(())
    };
    if let Some(at) = tokens.iter_mut().position(|token| owned(token).is_some()) {
        tokens.truncate(at + 1);
    }
    let start = tokens
        .iter()
        .position(|token| {
            !(is_title(&token.text)
                || matches!(token.form, Form::Period | Form::Colon | Form::Dash))
        })
        .unwrap_or(tokens.len());
    let end = tokens[start..]
        .iter()
        .enumerate()
        .position(|(at, token)| {
            let ends = matches!(
                token.form,
                Form::Comma | Form::Pipe | Form::Open | Form::Dash | Form::Address
            );
            ends || at > 0 && (token.gap == Gap::Wide || is_title(&token.text))
        })
        .map_or(tokens.len(), |at| start + at);
    if let Some(name) = inverted(&tokens[start..]) {
        return Some((name, false));
    }
    let range = &tokens[start..end];
    // `Ann LEE`: a family name in capitals is short enough for initials.
    let ends_loud = matches!(range, [given, family]
        if given.text.chars().any(char::is_lowercase)
            && family.form == Form::Word
            && family.text.chars().count() > 1);
    let is_name = match shape::shape(range) {
        Shape::Full => name_look(range) > 0.5,
        Shape::Han => name_look(range) > 0.5 && !is_han_heading(&super::token::text(range)),
        Shape::Behind => ends_loud,
        _ => false,
    };
    let is_heading = headings::read(&super::token::text(range)).sureness > 0.5;
    (is_name && !is_heading && !is_place(range))
        .then(|| (super::token::text(range), is_beside(&tokens[end..])))
}

/// The name that a row gives as the person's, with a label: `Name: Ann Lee`.
pub(super) fn stated(row: &Row) -> Option<String> {
    let is_labelled = labelled(&row.tokens) > 0;
    is_labelled
        .then(|| candidates(row))
        .flatten()
        .map(|(name, _)| name)
}

/// A name with the family before a comma: `Lee, Ann B.`
fn inverted(tokens: &[Token]) -> Option<String> {
    let end = tokens
        .iter()
        .skip(1)
        .position(|token| token.gap == Gap::Wide)
        .map_or(tokens.len(), |at| at + 1);
    let tokens = &tokens[..end];
    let comma = tokens.iter().position(|token| token.form == Form::Comma)?;
    let (family, given) = (&tokens[..comma], &tokens[comma + 1..]);
    let is_family = shape::shape(family) == Shape::Single;
    let is_given = matches!(
        shape::shape(given),
        Shape::Single | Shape::Full | Shape::Given | Shape::Initials
    );
    (family.len() <= 2 && given.len() <= 4 && is_family && is_given)
        .then(|| super::token::text(tokens))
}

/// Whether words name where somebody works: `Northern College`.
fn is_place(range: &[Token]) -> bool {
    const PLACES: [&str; 12] = [
        "university",
        "universitat",
        "universite",
        "universidad",
        "college",
        "institute",
        "institut",
        "department",
        "school",
        "faculty",
        "laboratory",
        "academy",
    ];
    range.iter().any(|token| PLACES.contains(&token.folded()))
}

/// Whether what stands behind a name takes nothing from it: another spelling in brackets, the date
/// of the text, a title.
fn is_beside(rest: &[Token]) -> bool {
    match rest {
        [] => true,
        [first, .., last] if first.form == Form::Open => last.form == Form::Close,
        _ if rest.iter().all(|token| is_title(&token.text)) => true,
        [first, ..] => {
            let is_title = first.form == Form::Comma && rest.len() <= 4;
            let is_dated = first.gap == Gap::Wide
                && rest.len() <= 4
                && rest.iter().any(|token| is_year(&token.text));
            is_title || is_dated
        }
    }
}

/// What stands over a Chinese or Japanese CV and is no name, though short enough.
fn is_han_heading(text: &str) -> bool {
    [
        "ホーム",
        "メニュー",
        "トップ",
        "アクセス",
        "メンバー",
        "リンク",
        "お問",
        "ニュース",
        "プロフィール",
        "研究",
        "首页",
        "首頁",
        "新闻",
        "新聞",
        "团队",
        "團隊",
        "成员",
        "成員",
        "联系",
        "聯絡",
        "홈",
        "논문",
        "연구",
        "简历",
        "簡歷",
        "履历",
        "履歴",
        "主页",
        "论文",
        "論文",
        "著作",
        "业绩",
        "業績",
        "成果",
        "目录",
        "目録",
        "介绍",
    ]
    .iter()
    .any(|sign| text.contains(sign))
}

/// A name set in capitals, as it is written elsewhere.
pub(super) fn calm(text: &str) -> PersonName {
    PersonName::parse(&if is_shouted(text) {
        lowered(text)
    } else {
        text.to_owned()
    })
}

fn is_shouted(text: &str) -> bool {
    text.chars().filter(|c| c.is_alphabetic()).count() > 4 && !text.chars().any(char::is_lowercase)
}

/// Words with a capital at the head of each and none within.
fn lowered(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut begins = true;
    for c in text.chars() {
        if begins {
            out.push(c);
        } else {
            out.extend(c.to_lowercase());
        }
        begins = !c.is_alphabetic();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::{list::row, plain};

    #[test]
    fn names_at_the_head() {
        for (line, want) in [
            ("Ann Lee", Some(("Ann Lee", true))),
            ("ANN B. LEE", Some(("Ann B. Lee", true))),
            ("Ann Lee          June 2019", Some(("Ann Lee", true))),
            ("Лемин Виктор (Victor Lemin)", Some(("Лемин Виктор", true))),
            ("Ann Lee's Publications", Some(("Ann Lee", true))),
            ("Name: Lee, Ann", Some(("Lee, Ann", false))),
            ("Adı Soyadı: Anna Lemin", Some(("Anna Lemin", true))),
            ("Imię i nazwisko: Anna Lemin", Some(("Anna Lemin", true))),
            ("ФИО: Лемин Виктор", Some(("Лемин Виктор", true))),
            (
                "氏名　高橋 美咲（タカハシ ミサキ）",
                Some(("高橋 美咲", true)),
            ),
            ("姓名：林晓峰", Some(("林晓峰", true))),
            ("Ann Lee, Weaver", Some(("Ann Lee", true))),
            ("Publicaties Ann Lee", Some(("Ann Lee", true))),
            ("Publikationen von Ann Lee", Some(("Ann Lee", true))),
            ("林晓峰 教授", Some(("林晓峰", true))),
            ("ホーム", None),
            ("Northern College", None),
        ] {
            let rows = row::rows(&plain::read(line));
            let read = candidates(&rows[0]);
            let read = read.as_ref().map(|(name, is_all)| (name.as_str(), *is_all));
            assert_eq!(read, want, "{line}");
        }
    }
}
