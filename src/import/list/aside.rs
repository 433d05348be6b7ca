//! What an entry holds beside the fields that are asked for.

use super::{
    buttons::is_button,
    cut::{is_acronym, is_year},
    dates::year_of_meeting,
    east_signs::{is_han_count, is_han_house, is_han_place},
    lexicon::{self, Sort},
    likeness::name_likeness_of_list,
    people,
    period::is_edition,
    rank::is_rank,
    remark::{
        is_all_kinds, is_genre, is_kind, is_kind_label, is_language, is_licence, is_note,
        is_online, is_praise, is_role,
    },
    stated::without_state,
    token::{Form, Token, text},
    towns::is_short_press,
};
use crate::text::publication_state::find_state;

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

/// What a piece is, if it is none of the fields.
#[expect(
    clippy::too_many_lines,
    reason = "one short question after another, in the order in which they are to be asked"
)]
pub(super) fn aside(inner: &[Token], bracketed: bool) -> Option<Aside> {
    let words: Vec<&Token> = inner
        .iter()
        .filter(|token| token.form == Form::Word)
        .collect();
    if inner.iter().any(|token| token.form == Form::Address) && words.len() <= 3 {
        return Some(Aside::Address);
    }
    let folded: Vec<&str> = words.iter().map(|word| word.folded()).collect();
    let whole = folded.join(" ");
    let raw = text(inner).to_lowercase();
    if words.is_empty() {
        return None;
    }
    // `Epub 2022 Mar 9`: when it was first on the web.
    if folded[0] == "epub" && words.len() <= 6 {
        return Some(Aside::Status);
    }
    if dates_version(&words) {
        return Some(Aside::Status);
    }
    let state = find_state(&whole, &raw);
    if state.is_some_and(|phrase| phrase.is_all_of(&whole))
        || state.is_some()
            && words.len() <= 6
            && !words
                .iter()
                .any(|word| is_acronym(&word.text) || is_year(&word.text))
            && without_state(inner).len() == inner.len()
    {
        return Some(Aside::Status);
    }
    if is_button(inner) || bracketed && words.iter().all(|word| word.is(Sort::Button)) {
        return Some(Aside::Button);
    }
    if bracketed && (is_note(&folded) || is_language(&folded) || is_licence(&folded)) {
        return Some(Aside::Role);
    }
    if bracketed
        && words.len() == 1
        && inner.len() == 1
        && (is_sort_sign(&words[0].text) || is_subject(&words[0].text))
    {
        return Some(Aside::Sign);
    }
    let is_pointer = [
        "available",
        "avaliable",
        "disponible",
        "verfugbar",
        "disponibile",
    ]
    .iter()
    .any(|word| folded.iter().take(2).any(|first| first == word));
    if is_kind(&whole)
        || bracketed && is_genre(&whole)
        || is_all_kinds(&folded)
        || words.iter().all(|word| word.style.label) && is_kind_label(&folded)
        || is_role(&folded, &raw)
        || is_online(&folded)
        || is_pointer && words.len() <= 8
    {
        return Some(Aside::Role);
    }
    if is_praise(&folded, &whole, &raw) || is_rank(inner, bracketed) {
        return Some(Aside::Praise);
    }
    if names_coauthors(inner, bracketed) {
        return Some(Aside::With);
    }
    let is_number = |word: &&Token| {
        let digits = word.text.chars().filter(char::is_ascii_digit).count();
        let letters = word.text.chars().filter(|c| c.is_alphabetic()).count();
        let begins = word.text.starts_with(|c: char| c.is_ascii_digit());
        is_roman(&word.text)
            || digits > 0
                && !is_year(&word.text)
                && year_of_meeting(&word.text).is_none()
                && (begins && letters <= 3 || letters <= 1 || digits >= 3 && letters <= digits)
    };
    let is_counted = |word: &&Token| {
        word.is(Sort::Counted)
            || lexicon::is(&word.text.to_lowercase(), Sort::Counted)
            || matches!(
                word.text.as_str(),
                "n°" | "№"
                    | "nº"
                    | "n.º"
                    | "N.º"
                    | "n.os"
                    | "n.o"
                    | "núm"
                    | "año"
                    | "第"
                    | "期"
                    | "卷"
                    | "页"
            )
    };
    // `PubMed Central PMCID: PMC123456`
    let registry = folded
        .iter()
        .take_while(|word| matches!(**word, "pubmed" | "central"))
        .count();
    let is_identifier = matches!(
        folded.get(registry),
        Some(&("issn" | "isbn" | "eissn" | "pmid" | "pmcid"))
    );
    if is_identifier && words.len() <= 6 {
        return Some(Aside::Numbers);
    }
    if matches!(words[..], [word] if is_han_count(&word.text)) {
        return Some(Aside::Numbers);
    }
    if words.iter().any(is_number)
        && words.iter().all(|word| {
            is_number(word)
                || is_counted(word)
                || is_year(&word.text)
                || matches!(word.text.as_str(), "and" | "&")
        })
    {
        return Some(Aside::Numbers);
    }
    // `H. 2`: the issue of a journal.
    if matches!(words[..], [heft, number] if heft.text == "H" && is_number(&number)) {
        return Some(Aside::Numbers);
    }
    // `Auflage`, whose number was taken for an item's.
    if matches!(
        whole.as_str(),
        "auflage" | "aufl" | "edition" | "edn" | "coll" | "collana"
    ) {
        return Some(Aside::Numbers);
    }
    // `article 17`, `paper 3`, `12 pages`.
    if words.len() <= 3
        && words.iter().any(is_number)
        && words.iter().filter(|word| is_counted(word)).count() + 1 >= words.len()
    {
        return Some(Aside::Numbers);
    }
    let is_edition = |word: &&Token| is_edition(word);
    let is_counting = |word: &&Token| word.text.starts_with(|c: char| c.is_ascii_digit());
    if words.len() <= 3
        && words
            .iter()
            .any(|word| is_number(word) || is_counting(word))
        && words.iter().any(is_edition)
    {
        return Some(Aside::Numbers);
    }
    let is_place = |word: &&str| lexicon::is(word, Sort::Place);
    if folded.iter().all(|word| {
        is_place(word)
            || ["new", "the", "and"].contains(word)
            || folded.len() > 2 && ["u", "und", "et"].contains(word)
    }) && folded.iter().any(is_place)
        || is_han_place(&raw)
        || lexicon::is_town(&whole)
    {
        return Some(Aside::Place);
    }
    let is_house = |word: &&str| {
        word.split(' ')
            .all(|part| lexicon::is(part, Sort::House) || lexicon::is(part, Sort::Publisher))
    };
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
                    "edizioni",
                    "ediciones",
                    "edicoes",
                    "kiado",
                    "forlag",
                    "forlaget",
                    "uitgeverij",
                    "yayinevi",
                    "yayincilik",
                    "wydawnictwo",
                    "gruyter",
                    "ruprecht",
                ]
                .contains(word)
            }))
        || is_short_press(&words)
        || is_signed_house(&whole)
        || is_han_house(&raw)
        || whole.starts_with("association for computing machinery")
    {
        return Some(Aside::Publisher);
    }
    None
}

/// Whether words name a publisher that is called as somebody is: `W. W. Norton`.
fn is_signed_house(whole: &str) -> bool {
    const HOUSES: [&str; 15] = [
        "w w norton",
        "c h beck",
        "m e sharpe",
        "e j brill",
        "j b metzler",
        "w h freeman",
        "j c b mohr",
        "b g teubner",
        "f a davis",
        "j h w dietz",
        "a a balkema",
        "i b tauris",
        "k g saur",
        "c f muller",
        "v o stomps",
    ];
    HOUSES.iter().any(|house| {
        whole.strip_prefix(house).is_some_and(|rest| {
            [
                "",
                " co",
                " company",
                " and company",
                " nachf",
                " nachfolger",
            ]
            .contains(&rest)
        })
    })
}

/// Whether a piece adds coauthors: `(with A. Lee)`, `mit A. Lee`, `joint work with A. Lee`.
fn names_coauthors(inner: &[Token], bracketed: bool) -> bool {
    let inner = &inner[people::part(inner)..];
    let Some(first) = inner.first().filter(|first| people::is_with(first)) else {
        return false;
    };
    let is_short = ["with", "avec", "mit", "con", "com", "met"].contains(&first.folded());
    // `Together AI Blog`
    let leads_on = is_short
        || inner
            .get(1)
            .is_some_and(|next| next.text.starts_with(char::is_lowercase));
    if !leads_on || !bracketed && inner.len() > 24 {
        return false;
    }
    let begins_name = |token: &Token| {
        token
            .text
            .starts_with(|c: char| c.is_uppercase() || c >= '\u{3400}')
            && token.text != first.text
    };
    let before = inner.iter().take_while(|token| !begins_name(token)).count();
    let names = &inner[before..];
    let likeness = name_likeness_of_list(names);
    !names.is_empty()
        && before <= 4
        && likeness > if bracketed { 0.0 } else { 0.5 }
        && likeness.is_finite()
}

/// The number of a volume in Roman figures, of two at least.
pub(super) fn is_roman(word: &str) -> bool {
    if !word.starts_with(['C', 'X', 'L', 'I', 'V']) {
        return false;
    }
    // `ICCV` has the letters and is none.
    let mut rest = word;
    for (most, sign) in [
        (3, "C"),
        (1, "XC"),
        (1, "XL"),
        (1, "L"),
        (3, "X"),
        (1, "IX"),
        (1, "IV"),
        (1, "V"),
        (3, "I"),
    ] {
        for _ in 0..most {
            rest = rest.strip_prefix(sign).unwrap_or(rest);
        }
    }
    (2..=7).contains(&word.len()) && rest.is_empty()
}

/// The signs of the Chinese standard GB/T 7714 for sorts of works: journal, monograph, collection and
/// so on, with `/OL` for what is online.
pub(super) fn is_sort_sign(text: &str) -> bool {
    [
        "J", "M", "C", "D", "P", "R", "S", "N", "Z", "A", "G", "DB", "CP", "EB",
    ]
    .contains(&text.trim_end_matches("/OL"))
}

/// The subject of a preprint as arXiv has it: `[cs.LG]`, `[hep-th]`.
fn is_subject(text: &str) -> bool {
    let by_class = text.split_once('.').is_some_and(|(field, class)| {
        field.chars().all(|c| c.is_ascii_lowercase() || c == '-')
            && class.len() == 2
            && class.chars().all(|c| c.is_ascii_uppercase())
    });
    by_class
        || [
            "hep-th", "hep-ph", "hep-ex", "hep-lat", "quant-ph", "cond-mat", "astro-ph", "gr-qc",
            "math-ph", "nucl-th", "nucl-ex", "physics",
        ]
        .contains(&text)
}

/// Whether words tell when a manuscript was last changed, or point to it: `latest revision 11 December 2025`, `revised
/// May 2023`, `Latest version`.
fn dates_version(words: &[&Token]) -> bool {
    let folded: Vec<&str> = words.iter().map(|word| word.folded()).collect();
    let date = match folded[..] {
        [
            "latest" | "last" | "current" | "newest",
            "version" | "revision" | "revised" | "updated" | "update" | "draft",
            ..,
        ] => &words[2..],
        ["revised" | "updated", _, ..] => &words[1..],
        _ => return false,
    };
    let is_month_or_year = |word: &&Token| word.is(Sort::Month) || is_year(&word.text);
    let is_day = |word: &&Token| word.text.parse().is_ok_and(|day| (1..=31).contains(&day));
    (date.is_empty() || date.iter().any(is_month_or_year))
        && date
            .iter()
            .all(|word| is_month_or_year(word) || is_day(word))
}
