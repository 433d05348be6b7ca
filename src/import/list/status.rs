//! The states of works that are not out yet.

use std::{collections::HashMap, sync::OnceLock};

/// What lists say of them, folded, in the languages of lists.
#[rustfmt::skip]
const PHRASES: [&str; 141] = [
    "accettato per la pubblicazione", "accepte pour publication", "acceptee pour publication",
    "soumis pour publication", "soumise pour publication", "en cours de publication",
    "aceptado para publicacion", "aceptado para su publicacion", "en dictamen", "aceito para publicacao",
    "submetido para publicacao", "zaakceptowane", "zaakceptowany do druku", "przyjete do publikacji",
    "antatt", "antatt for publisering", "akseptert", "innsendt", "i trykk", "under tryckning", "inskickat",
    "inskickat manuskript", "accepterad", "accepterad for publicering", "indsendt", "accepteret",
    "under udgivelse", "manuscript submitted for publication", "manuscript under review",
    "manuscript submitted", "submitted manuscript", "prijato k publikaci", "odeslano",
    "in prep", "in progress", "1st revision", "2nd revision", "first revision", "second revision",
    "resubmitted", "reject and resubmit", "minor revisions", "major revisions", "r and r",
    "conditional acceptance", "under minor revision", "under major revision", "under first review",
    "under second review", "kabul edildi", "hakem degerlendirmesinde", "degerlendirmede", "yayinlanacak",
    "accepted to appear", "conditionally accepted to appear",
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
    "yayina kabul edildi", "baskida", "under contract", "aceitos para publicacao",
];

/// The same where no blanks part words, or folding leaves nothing.
#[rustfmt::skip]
const SIGNS: [&str; 37] = [
    "принято к печати", "принята к печати", "принято в печать", "прийнято до друку", "здано до друку", "в друці", "在投", "撰写中", "修改中",
    "в печати", "принята", "принято", "принят к печати", "сдана в печать", "на рецензии",
    "направлена", "подана", "у друці", "подготовлено", "已录用", "待发表", "审稿中", "在审", "已投稿", "投稿中",
    "待刊", "即将发表", "即将出版", "印刷中", "採録決定", "採択済", "掲載予定", "査読中", "게재 예정", "게재예정", "심사 중", "심사중",
];

/// The words that say a work's state, if a text has them: of several phrases the longest.
pub(in crate::import) fn status(folded: &str, raw: &str) -> Option<&'static str> {
    let phrases = by_head();
    let mut best: Option<&'static str> = None;
    let mut rest = folded;
    loop {
        let (head, behind) = rest.split_once(' ').unwrap_or((rest, ""));
        for phrase in phrases.get(head).into_iter().flatten() {
            let is_whole = rest
                .strip_prefix(phrase)
                .is_some_and(|after| after.is_empty() || after.starts_with(' '));
            if is_whole && best.is_none_or(|best| phrase.len() >= best.len()) {
                best = Some(phrase);
            }
        }
        if behind.is_empty() {
            break;
        }
        rest = behind;
    }
    best.or_else(|| {
        let may_be = !raw.is_ascii();
        let mut signs = SIGNS.iter().filter(|_| may_be);
        signs.find(|sign| raw.contains(**sign)).copied()
    })
}

/// The phrases by the word that each begins with.
fn by_head() -> &'static HashMap<&'static str, Vec<&'static str>> {
    static HEADS: OnceLock<HashMap<&str, Vec<&str>>> = OnceLock::new();
    HEADS.get_or_init(|| {
        let mut out: HashMap<_, Vec<_>> = HashMap::new();
        for phrase in PHRASES {
            let head = phrase.split(' ').next().unwrap_or(phrase);
            out.entry(head).or_default().push(phrase);
        }
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_phrase_tells_and_only_whole_words_do() {
        assert_eq!(
            status("looms accepted with minor revisions 2019", ""),
            Some("accepted with minor revisions")
        );
        assert_eq!(status("looms in press", ""), Some("in press"));
        assert_eq!(status("in pressing cloth", ""), None);
        assert_eq!(status("unaccepted", ""), None);
        assert_eq!(status("", "织布机, 待发表"), Some("待发表"));
        assert_eq!(
            status("antatt for publisering", "antatt for publisering"),
            Some("antatt for publisering")
        );
        assert_eq!(status("", "прийнято до друку"), Some("прийнято до друку"));
        assert_eq!(status("", ""), None);
    }
}
