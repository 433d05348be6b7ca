//! Which kind of works a heading names.

use crate::model::Kind;

/// The kind that all works below a heading are of, if it names one: `Journal articles`.
pub(super) fn kind(folded: &str, raw: &str) -> Option<Kind> {
    let has = |stems: &[&str]| {
        stems
            .iter()
            .any(|stem| folded.contains(stem) || raw.contains(stem))
    };
    let is_journal = has(&[
        "journal",
        "zeitschrift",
        "revue",
        "revista",
        "rivist",
        "periodic",
        "期刊",
        "学术期刊",
    ]);
    let is_meeting = has(&[
        "conference",
        "proceedings",
        "workshop",
        "konferenz",
        "tagung",
        "会议",
        "国際会議",
        "congres",
    ]);
    if has(&["patent", "brevet", "专利", "патент", "特許", "특허"]) {
        Some(Kind::Patent)
    } else if has(&["preprint", "arxiv"]) {
        Some(Kind::Preprint)
    } else if has(&[
        "chapter",
        "buchbeitr",
        "chapitre",
        "capitulo",
        "capitolo",
        "sammelband",
    ]) {
        Some(Kind::Chapter)
    } else if is_journal && is_meeting {
        None
    } else if is_journal {
        Some(Kind::Journal)
    } else if is_meeting {
        Some(Kind::Conference)
    } else if has(&[
        "book",
        "monogra",
        "ouvrage",
        "livre",
        "libro",
        "livro",
        "bucher",
        "专著",
        "монограф",
        "著書",
    ]) && !has(&["article", "paper", "review"])
    {
        Some(Kind::Book)
    } else if has(&["technical report", "techreport"]) {
        Some(Kind::Report)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_of_two_kinds_names_none() {
        assert_eq!(kind("journal articles", ""), Some(Kind::Journal));
        assert_eq!(kind("conference and journal papers", ""), None);
    }
}
