//! The states of works that are not out yet.

use std::{collections::HashSet, sync::OnceLock};

/// What lists say of them, folded, in the languages of lists.
#[rustfmt::skip]
const PHRASES: [&str; 84] = [
    "to appear", "in press", "forthcoming", "under review", "in submission", "submitted",
    "submitted for publication", "in preparation", "release soon", "under revision",
    "in revision", "revise and resubmit", "revise resubmit", "revised and resubmitted",
    "minor revision", "major revision", "accepted for publication", "accepted",
    "conditionally accepted", "accepted with minor revision", "accepted with minor revisions",
    "manuscript in preparation", "work in progress", "unpublished", "draft", "coming soon",
    "in review", "in print", "under submission", "under consideration", "unreleased", "im druck",
    "im erscheinen", "erscheint", "erscheint in kurze", "eingereicht",
    "zur veroffentlichung eingereicht", "zur veroffentlichung angenommen", "angenommen",
    "in vorbereitung", "in begutachtung", "im review", "a paraitre", "sous presse", "soumis",
    "soumise", "accepte", "acceptee", "en revision", "en preparation", "en prensa", "aceptado",
    "aceptada", "enviado", "enviada", "en revista", "en evaluacion", "en preparacion",
    "proximamente", "in corso di stampa", "in stampa", "in revisione", "accettato", "sottoposto",
    "in preparazione", "no prelo", "aceito", "aceite", "submetido", "em revisao",
    "em preparacao", "w druku", "przyjete do druku", "przyjety do druku", "zlozone",
    "te verschijnen", "ingediend", "geaccepteerd", "i tryck", "inskickad", "v tisku", "prijato",
    "yayina kabul edildi", "baskida",
];

/// The same where no blanks part words, or folding leaves nothing.
#[rustfmt::skip]
const SIGNS: [&str; 28] = [
    "в печати", "принята", "принято", "принят к печати", "сдана в печать", "на рецензии",
    "направлена", "подана", "у друці", "подготовлено", "已录用", "待发表", "审稿中", "在审", "已投稿", "投稿中",
    "待刊", "即将发表", "即将出版", "印刷中", "採録決定", "採択済", "掲載予定", "査読中", "게재 예정", "게재예정", "심사 중", "심사중",
];

/// The words that say a work's state, if a text has them.
pub(in crate::import) fn status(folded: &str, raw: &str) -> Option<&'static str> {
    let within = |phrase: &&&str| {
        folded.match_indices(**phrase).any(|(at, found)| {
            let before = folded[..at].chars().next_back();
            let after = folded[at + found.len()..].chars().next();
            before.is_none_or(|c| c == ' ') && after.is_none_or(|c| c == ' ')
        })
    };
    let may_be = folded.split(' ').any(|word| heads().contains(word));
    PHRASES
        .iter()
        .filter(|phrase| may_be && within(phrase))
        .max_by_key(|phrase| phrase.len())
        .copied()
        .or_else(|| SIGNS.iter().find(|sign| raw.contains(**sign)).copied())
}

/// The words that phrases begin with.
fn heads() -> &'static HashSet<&'static str> {
    static HEADS: OnceLock<HashSet<&'static str>> = OnceLock::new();
    HEADS.get_or_init(|| {
        PHRASES
            .iter()
            .filter_map(|phrase| phrase.split(' ').next())
            .collect()
    })
}
