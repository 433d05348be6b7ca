//! How much a piece of an entry looks like each field, from its words alone.

use super::{
    atom::{Vocabulary, is_acronym, is_year, name_likeness},
    lexicon::{self, Sort},
    people::{self, Shape, is_han, is_initials},
    token::{Form, Token, text},
};

/// What a piece is beside the fields that are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aside {
    /// Volume, number, pages.
    Numbers,
    /// `to appear`, `under review`.
    Status,
    /// Awards, acceptance rates, impact factors, citations.
    Praise,
    /// `[pdf]`, `Code`.
    Button,
    /// `(Eds.)`, `(* equal contribution)`.
    Role,
    /// A web address or identifier.
    Address,
    /// A town or country.
    Place,
    /// A publisher.
    Publisher,
    /// `[J]`, `[M]`.
    Sign,
    /// Authors that are added in brackets: `(with A. Lee)`.
    With,
}

/// How much a piece looks like authors, title, venue, date and anything else. The numbers are of
/// the size of log-odds; they were set by hand and checked on the fixtures that are built on.
pub(super) fn looks(content: &[Token], bracketed: bool, vocabulary: &Vocabulary) -> [f64; 5] {
    if content.is_empty() {
        // Somebody left blank.
        return [1.5, -3.0, -3.0, -6.0, -1.5];
    }
    let inner = if bracketed {
        &content[1..content.len() - 1]
    } else {
        content
    };
    if bracketed
        && inner.len() <= 3
        && inner.first().is_some_and(|word| is_acronym(&word.text))
        && inner[1..].iter().all(|word| is_year(&word.text))
    {
        // The short name of what stands before it.
        return [-4.0, -2.5, 2.0, -6.0, -0.8];
    }
    let words: Vec<Word> = inner
        .iter()
        .filter_map(|token| Word::of(token, vocabulary))
        .collect();
    if words.is_empty() {
        return [-2.0, -2.0, -2.0, -6.0, 0.0];
    }
    if is_date(&words) {
        return [-6.0, -2.5, -2.5, 2.0, -0.2];
    }
    if let Some(aside) = aside(inner, bracketed) {
        return match aside {
            Aside::Numbers => [-5.0, -4.0, -2.5, -6.0, 1.2],
            Aside::Status => [-5.0, -3.5, -0.6, -6.0, 1.0],
            Aside::Praise => [-5.0, -3.0, -1.5, -6.0, 1.2],
            Aside::Button | Aside::Role | Aside::Sign => [-4.0, -5.0, -4.0, -6.0, 1.5],
            Aside::Address => [-6.0, -6.0, -5.0, -6.0, 1.5],
            Aside::Place => [-2.0, -2.0, -0.7, -6.0, 0.6],
            Aside::Publisher => [-3.5, -1.5, 0.5, -6.0, 0.7],
            Aside::With => [2.0, -4.0, -4.0, -6.0, -0.5],
        };
    }
    [
        authors(inner, &words, bracketed, vocabulary),
        title(inner, &words, bracketed, vocabulary),
        venue(inner, &words, bracketed, vocabulary),
        -6.0,
        (-0.32 * words.iter().map(|word| word.length).sum::<f64>()).max(-9.0),
    ]
}

/// What a piece is, if it is none of the fields.
pub(super) fn aside(inner: &[Token], bracketed: bool) -> Option<Aside> {
    let words: Vec<&Token> = inner
        .iter()
        .filter(|token| token.form == Form::Word)
        .collect();
    if inner.iter().any(|token| token.form == Form::Address) && words.len() <= 3 {
        return Some(Aside::Address);
    }
    let folded: Vec<&str> = words.iter().map(|word| word.folded.as_str()).collect();
    let whole = folded.join(" ");
    let raw = text(inner).to_lowercase();
    if words.is_empty() {
        return None;
    }
    if status(&whole, &raw) == Some(whole.as_str())
        || status(&whole, &raw).is_some()
            && words.len() <= 6
            && !words
                .iter()
                .any(|word| is_acronym(&word.text) || is_year(&word.text))
    {
        return Some(Aside::Status);
    }
    if is_button(inner)
        || bracketed
            && words
                .iter()
                .all(|word| lexicon::is(&word.folded, Sort::Button))
    {
        return Some(Aside::Button);
    }
    if bracketed && words.len() == 1 && is_sort_sign(&words[0].text) && inner.len() == 1 {
        return Some(Aside::Sign);
    }
    if is_role(&folded, &raw) {
        return Some(Aside::Role);
    }
    if is_praise(&folded, &whole, &raw) {
        return Some(Aside::Praise);
    }
    if folded
        .first()
        .is_some_and(|word| ["with", "joint"].contains(word))
        && folded.len() >= 2
        && (bracketed || folded.len() <= 14)
        && words
            .iter()
            .skip(1)
            .any(|word| word.text.chars().next().is_some_and(char::is_uppercase))
        && name_likeness_of_list(&inner[1..]) > 0.5
    {
        return Some(Aside::With);
    }
    let is_number = |word: &&Token| {
        let digits = word.text.chars().filter(char::is_ascii_digit).count();
        let letters = word.text.chars().filter(|c| c.is_alphabetic()).count();
        let begins = word.text.starts_with(|c: char| c.is_ascii_digit());
        digits > 0
            && !is_year(&word.text)
            && (begins && letters <= 3 || letters <= 1 || digits >= 3 && letters <= digits)
    };
    let is_counted = |word: &&Token| {
        lexicon::is(&word.folded, Sort::Counted)
            || lexicon::is(&word.text.to_lowercase(), Sort::Counted)
            || matches!(
                word.text.as_str(),
                "n°" | "№" | "nº" | "núm" | "第" | "期" | "卷" | "页"
            )
    };
    if words.iter().any(is_number)
        && words
            .iter()
            .all(|word| is_number(word) || is_counted(word) || is_year(&word.text))
    {
        return Some(Aside::Numbers);
    }
    // `article 17`, `paper 3`, `12 pages`.
    if words.len() <= 3
        && words.iter().any(is_number)
        && words.iter().filter(|word| is_counted(word)).count() + 1 >= words.len()
    {
        return Some(Aside::Numbers);
    }
    let is_place = |word: &&str| lexicon::is(word, Sort::Place);
    if folded
        .iter()
        .all(|word| is_place(word) || ["new", "the", "and"].contains(word))
        && folded.iter().any(is_place)
        || is_han_place(&raw)
    {
        return Some(Aside::Place);
    }
    let is_house =
        |word: &&str| lexicon::is(word, Sort::House) || lexicon::is(word, Sort::Publisher);
    let is_small = |word: &&str| lexicon::is(word, Sort::Small);
    if folded.len() <= 5
        && folded.iter().any(is_house)
        && (folded.iter().all(|word| is_house(word) || is_small(word))
            || folded.iter().any(|word| {
                [
                    "press",
                    "verlag",
                    "publishers",
                    "publishing",
                    "minuit",
                    "editorial",
                    "editions",
                    "gruyter",
                    "ruprecht",
                ]
                .contains(word)
            }))
        || raw.ends_with("出版社")
        || whole.starts_with("association for computing machinery")
    {
        return Some(Aside::Publisher);
    }
    None
}

/// The signs of the Chinese standard GB/T 7714 for sorts of works: journal, monograph, collection and
/// so on, with `/OL` for what is online.
pub(super) fn is_sort_sign(text: &str) -> bool {
    [
        "J", "M", "C", "D", "P", "R", "S", "N", "Z", "A", "G", "DB", "CP", "EB",
    ]
    .contains(&text.trim_end_matches("/OL"))
}

fn is_han_place(raw: &str) -> bool {
    [
        "北京",
        "上海",
        "南京",
        "广州",
        "武汉",
        "西安",
        "成都",
        "杭州",
        "天津",
        "東京",
        "京都",
        "москва",
        "санкт-петербург",
        "новосибирск",
        "м",
        "спб",
        "л",
    ]
    .contains(&raw.trim_end_matches('.'))
}

fn name_likeness_of_list(tokens: &[Token]) -> f64 {
    tokens
        .split(|token| {
            token.form == Form::Comma
                || token.form == Form::Word && people::ANDS.contains(&token.text.as_str())
        })
        .filter(|part| !part.is_empty())
        .map(people::likeness)
        .fold(f64::INFINITY, f64::min)
}

/// Whether all words of a piece stand on buttons: `[pdf]`, `PAPER LINK`, `Code`.
pub(super) fn is_button(inner: &[Token]) -> bool {
    let mut words = inner
        .iter()
        .filter(|token| token.form == Form::Word)
        .peekable();
    if words.peek().is_none() || inner.len() > 8 {
        return false;
    }
    if inner.iter().all(|token| token.style.label) && inner.iter().any(|token| token.link.is_some())
    {
        return true;
    }
    if inner
        .last()
        .is_some_and(|word| ["link", "links"].contains(&word.folded.as_str()))
        || inner.len() >= 2 && inner[inner.len() - 2].folded == "link"
    {
        return true;
    }
    let is_told = inner
        .iter()
        .any(|token| token.link.is_some() || token.style.label || token.form == Form::Open);
    let is_venue_too = inner.iter().all(|token| {
        [
            "arxiv",
            "preprint",
            "openreview",
            "hal",
            "software",
            "dataset",
            "media",
            "1",
            "2",
        ]
        .contains(&token.folded.as_str())
    });
    (is_told || !is_venue_too)
        && words.all(|word| lexicon::is(&word.folded, Sort::Button))
        && !inner.iter().any(|token| token.form == Form::Colon)
}

/// The words that say a work's state, if a text has them.
pub(super) fn status(folded: &str, raw: &str) -> Option<&'static str> {
    const PHRASES: [&str; 37] = [
        "to appear",
        "in press",
        "forthcoming",
        "under review",
        "in submission",
        "submitted",
        "in preparation",
        "release soon",
        "under revision",
        "in revision",
        "revise and resubmit",
        "minor revision",
        "major revision",
        "accepted for publication",
        "accepted",
        "conditionally accepted",
        "manuscript in preparation",
        "work in progress",
        "unpublished",
        "draft",
        "im druck",
        "im erscheinen",
        "erscheint",
        "eingereicht",
        "zur veroffentlichung angenommen",
        "a paraitre",
        "sous presse",
        "soumis",
        "en prensa",
        "aceptado",
        "in corso di stampa",
        "no prelo",
        "aceito",
        "coming soon",
        "in review",
        "under submission",
        "unreleased",
    ];
    const SIGNS: [(&str, &str); 6] = [
        ("в печати", "в печати"),
        ("принята", "принята"),
        ("已录用", "已录用"),
        ("待发表", "待发表"),
        ("审稿中", "审稿中"),
        ("採録決定", "採録決定"),
    ];
    let within = |phrase: &&&str| {
        folded.match_indices(**phrase).any(|(at, found)| {
            let before = folded[..at].chars().next_back();
            let after = folded[at + found.len()..].chars().next();
            before.is_none_or(|c| c == ' ') && after.is_none_or(|c| c == ' ')
        })
    };
    PHRASES
        .iter()
        .filter(within)
        .max_by_key(|phrase| phrase.len())
        .copied()
        .or_else(|| {
            SIGNS
                .iter()
                .find(|(sign, _)| raw.contains(sign))
                .map(|(_, status)| *status)
        })
}

fn is_role(folded: &[&str], raw: &str) -> bool {
    let is = |word: &&str| {
        [
            "eds",
            "ed",
            "editors",
            "editor",
            "hrsg",
            "hg",
            "dir",
            "coord",
            "coords",
            "org",
            "orgs",
            "red",
            "ред",
            "equal",
            "equally",
            "contribution",
            "contributed",
            "contributions",
            "corresponding",
            "author",
            "authors",
            "first",
            "co",
            "joint",
            "core",
            "leads",
            "project",
            "lead",
            "alphabetical",
            "order",
            "ordering",
            "presenter",
            "denotes",
            "a",
            "cura",
            "di",
            "編",
            "主编",
            "编",
        ]
        .contains(word)
    };
    folded.len() <= 5
        && folded.iter().all(is)
        && !folded.iter().all(|word| ["a", "di", "co"].contains(word))
        || matches!(
            raw.trim_matches(['.', ' ']),
            "ред" | "под ред" | "主编" | "编" | "編"
        )
}

fn is_praise(folded: &[&str], whole: &str, raw: &str) -> bool {
    let has = |words: &[&str]| folded.iter().any(|word| words.contains(word));
    has(&[
        "award",
        "prize",
        "mention",
        "finalist",
        "nominated",
        "nominee",
        "nomination",
        "spotlight",
        "runner",
        "preis",
    ]) && folded.len() <= 12
        || whole.contains("acceptance")
        || whole.contains("impact factor")
        || whole.contains("cited by")
        || whole.contains("acceptance rate")
        || has(&[
            "citations",
            "ccf",
            "sjr",
            "quartile",
            "jcr",
            "scopus",
            "accept",
            "wos",
        ]) && folded.len() <= 6
        || folded.first() == Some(&"if")
            && raw.chars().any(|c| c.is_ascii_digit())
            && folded.len() <= 4
        || raw.contains('%') && folded.len() <= 6
        || matches!(
            whole,
            "oral"
                | "poster"
                | "oral presentation"
                | "poster presentation"
                | "spotlight"
                | "best paper"
                | "distinguished paper"
                | "invited paper"
                | "invited"
                | "keynote"
                | "short paper"
                | "full paper"
                | "long paper"
                | "top 5"
                | "regular paper"
                | "peer reviewed"
                | "refereed"
                | "best student paper"
                | "q1"
                | "q2"
        )
}

/// Whether a piece is a date: a year, with month and day.
fn is_date(words: &[Word]) -> bool {
    let is_day = |word: &Word| {
        word.text.len() <= 5 && word.text.chars().next().is_some_and(|c| c.is_ascii_digit())
    };
    words.iter().any(|word| word.is_year)
        && words.len() <= 6
        && words.iter().all(|word| {
            word.is_year
                || word.is_month
                || is_day(word)
                || matches!(word.folded, "c" | "of" | "г" | "year" | "de" | "年" | "月")
        })
        && !words
            .iter()
            .any(|word| word.text.starts_with('\'') && words.len() == 1 && word.text.len() < 3)
}

struct Word<'a> {
    text: &'a str,
    folded: &'a str,
    /// 1, or half the signs of a Chinese stretch.
    length: f64,
    is_lower: bool,
    is_year: bool,
    is_month: bool,
    /// How often the list has it in lower case.
    common: usize,
}

impl<'a> Word<'a> {
    fn of(token: &'a Token, vocabulary: &Vocabulary) -> Option<Self> {
        if token.form != Form::Word {
            return None;
        }
        let folded = token.folded.as_str();
        let wide = token.text.chars().filter(|c| *c >= '\u{3040}').count();
        Some(Self {
            text: &token.text,
            length: if wide > 0 {
                (wide as f64 / 2.0).max(1.0)
            } else {
                1.0
            },
            is_lower: token
                .text
                .chars()
                .find(|c| c.is_alphabetic())
                .is_some_and(char::is_lowercase),
            is_year: is_year(&token.text),
            is_month: lexicon::is(folded, Sort::Month) || token.text.ends_with('月'),
            common: vocabulary.lower.get(folded).copied().unwrap_or(0),
            folded,
        })
    }

    fn is(&self, sort: Sort) -> bool {
        lexicon::is(self.folded, sort)
            || self.folded.contains(' ')
                && self.folded.split(' ').any(|part| lexicon::is(part, sort))
    }
}

fn authors(inner: &[Token], words: &[Word], bracketed: bool, vocabulary: &Vocabulary) -> f64 {
    let mut likeness = name_likeness(inner);
    if likeness > -1.0 {
        let common: usize = words
            .iter()
            .filter(|word| !word.is_lower && word.common > 0 && !is_initials(word.text))
            .count();
        likeness -= 0.8 * (common as f64);
        let known = words
            .iter()
            .filter(|word| !word.is_lower)
            .filter_map(|word| vocabulary.families.get(word.folded))
            .max()
            .copied()
            .unwrap_or(0);
        likeness += (0.5 * known as f64).min(1.5);
    }
    let shape = people::shape(inner);
    if bracketed && shape != Shape::Rest {
        likeness -= 2.0;
    }
    // One list writes its names one way.
    let [full, behind] = vocabulary.shapes;
    if shape == Shape::Full && behind > 8 && full * 8 < behind {
        likeness -= 2.0;
    }
    likeness.clamp(-7.0, 4.5)
}

fn title(inner: &[Token], words: &[Word], bracketed: bool, vocabulary: &Vocabulary) -> f64 {
    let mut score: f64 = words
        .iter()
        .map(|word| {
            if is_initials(word.text) && word.text.chars().count() <= 3 {
                -0.5
            } else if word.is_year {
                -0.3
            } else if is_han(word.text) || word.length > 1.0 {
                0.3 * word.length.min(12.0)
            } else if word.is(Sort::VenueHead) && word.folded != "in" && !word.is_lower {
                -0.9
            } else if word.is(Sort::Venue) && !word.is_lower {
                -0.3
            } else if word.is(Sort::House) && !word.is_lower {
                -0.5
            } else if word.is_lower && (word.is(Sort::Small) || word.folded.len() > 2) {
                0.35
            } else if word.is(Sort::Topical) || word.common > 0 {
                0.3
            } else if word.is_month || word.is(Sort::Place) {
                -0.1
            } else {
                0.08
            }
        })
        .sum();
    let name = authors(inner, words, bracketed, vocabulary);
    if name > 0.0 {
        score -= 0.7 * name.min(3.0);
    }
    if words[0].is_lower && !words[0].text.chars().any(char::is_uppercase) && words.len() < 3 {
        score -= 0.3;
    }
    if bracketed {
        score -= 0.8;
    }
    let folded: Vec<&str> = words.iter().map(|word| word.folded).collect();
    if known_venue(&folded, vocabulary) {
        score -= 2.0;
    }
    score.clamp(-6.0, 5.0)
}

fn venue(inner: &[Token], words: &[Word], bracketed: bool, vocabulary: &Vocabulary) -> f64 {
    let mut cues: f64 = 0.0;
    let mut rest: f64 = 0.0;
    for (at, word) in words.iter().enumerate() {
        let is_acronym = is_acronym(word.text);
        let has_year = words.get(at + 1).is_some_and(|next| next.is_year)
            || is_acronym && word.text.contains(['\'', '’']);
        if word.is(Sort::VenueHead) && !word.is_lower && word.folded != "in" {
            cues += 1.6;
        } else if word.is(Sort::Venue) && !(word.is_lower && word.folded.len() < 4) {
            cues += if word.is_lower { 0.3 } else { 1.1 };
        } else if is_acronym && has_year {
            cues += 2.0;
        } else if word.is(Sort::House) && !word.is_lower {
            cues += 0.9;
        } else if is_acronym {
            cues += 0.8;
        } else if word.is_year {
            rest += 0.2;
        } else if is_initials(word.text) && words.len() > 1 {
            rest -= 0.3;
        } else if is_han(word.text) {
            let is_journal = [
                "学报",
                "杂志",
                "通报",
                "期刊",
                "大学",
                "会议",
                "论文集",
                "论文誌",
                "学会誌",
                "論文誌",
                "学会",
                "研究",
                "进展",
                "出版社",
                "通讯",
            ]
            .iter()
            .any(|sign| word.text.contains(sign));
            cues += if is_journal { 2.0 } else { 0.0 };
            rest -= 0.12 * (word.length - 3.0).max(0.0);
        } else if word.is_lower && !word.is(Sort::Small) {
            rest -= 0.25;
        } else if word.is_lower {
            rest -= 0.05;
        } else {
            rest += 0.1;
        }
    }
    let name = authors(inner, words, bracketed, vocabulary);
    let mut score = cues.min(4.5) + rest.clamp(-3.0, 1.0);
    if name > 1.0 && cues < 1.0 {
        let is_known = words.iter().any(|word| {
            !word.is_lower
                && vocabulary
                    .families
                    .get(word.folded)
                    .is_some_and(|times| *times > 1)
        });
        score -= if is_known {
            1.0 + 0.8 * name
        } else {
            0.5 * name
        };
    }
    if words[0].text == "In" || words[0].text == "in" && words.len() > 1 {
        score += 1.5;
    }
    let folded: Vec<&str> = words.iter().map(|word| word.folded).collect();
    if known_venue(&folded, vocabulary) {
        score += 1.5;
    }
    if bracketed && cues < 0.8 {
        score -= 0.8;
    }
    score.clamp(-6.0, 6.0)
}

fn known_venue(folded: &[&str], vocabulary: &Vocabulary) -> bool {
    vocabulary
        .venues
        .get(&folded.join(" "))
        .is_some_and(|times| *times > 1)
}
