//! Words about a work: its kind, the part somebody had in it, prizes, other printings.

use super::lexicon::{self, Sort};

/// What tells the kind of a work and nothing else: `Journal article`.
pub(super) fn is_kind(whole: &str) -> bool {
    // As portals in French print it, with their own number behind.
    const HAL: [&str; 5] = [
        "article dans une revue",
        "communication dans un congres",
        "chapitre d ouvrage",
        "pre publication document de travail",
        "journal articles hal",
    ];
    let words = whole.split(' ').count();
    // `Buch als PDF`: in which form a work is at hand.
    let is_file = whole.ends_with(" as pdf") || whole.ends_with(" als pdf");
    HAL.iter().any(|kind| whole.starts_with(kind)) && words <= 8
        || is_file && words <= 4
        || matches!(
            whole,
            "journal article"
                | "conference paper"
                | "conference poster"
                | "book chapter"
                | "edited book"
                | "dissertation or thesis"
                | "working paper"
                | "unpublished working paper"
                | "unpublished manuscript"
                | "unpublished paper"
                | "job market paper"
                | "mimeo"
                | "article"
                | "book"
                | "chapter"
                | "print"
                | "web"
                | "other"
                | "data set"
                | "read"
                | "reads"
                | "open access"
                | "open access article"
                | "open access published article"
                | "open access book"
                | "open access volume"
                | "online open access volume"
                | "full text available"
                | "show more"
                | "request full text"
        )
}

/// What tells in brackets behind a title which sort of text a work is: `(saggio)`.
pub(super) fn is_genre(whole: &str) -> bool {
    const GENRES: [&str; 44] = [
        "articolo",
        "saggio",
        "romanzo",
        "racconto",
        "racconti",
        "narrazione",
        "poesia",
        "poesie",
        "recensione",
        "intervista",
        "articulo",
        "ensayo",
        "novela",
        "cuento",
        "resena",
        "entrevista",
        "artigo",
        "ensaio",
        "conto",
        "resenha",
        "aufsatz",
        "beitrag",
        "rezension",
        "buch",
        "roman",
        "buchbesprechung",
        "sammelband",
        "monographie",
        "essai",
        "nouvelle",
        "compte rendu",
        "ouvrage",
        "review",
        "book review",
        "essay",
        "novel",
        "short story",
        "poem",
        "poems",
        "translation",
        "monograph",
        "recenzja",
        "boekbespreking",
        "review article",
    ];
    GENRES.contains(&whole)
}

/// Whether words name but kinds of works and languages: `[Portuguese] Conference paper`.
pub(super) fn is_all_kinds(folded: &[&str]) -> bool {
    const KINDS: [&str; 12] = [
        "papers",
        "paper",
        "articles",
        "article",
        "chapter",
        "book",
        "conference",
        "journal",
        "presentation",
        "preprint",
        "thesis",
        "report",
    ];
    const LANGUAGES: [&str; 8] = [
        "english",
        "portuguese",
        "spanish",
        "french",
        "german",
        "italian",
        "russian",
        "chinese",
    ];
    let is_kind = |word: &&str| {
        let mut rest = *word;
        while let Some(kind) = KINDS.iter().find(|kind| rest.starts_with(**kind)) {
            rest = &rest[kind.len()..];
        }
        rest.is_empty()
    };
    (2..=5).contains(&folded.len())
        && folded
            .iter()
            .all(|word| LANGUAGES.contains(word) || is_kind(word))
        && folded.iter().any(is_kind)
}

/// Whether words say which language a work is in: `(in Serbian)`, `(auf Deutsch)`.
pub(super) fn is_language(folded: &[&str]) -> bool {
    match folded {
        ["in" | "auf" | "en" | "em", language]
        | ["in", language, "with", "english", "abstract" | "summary"] => names_language(language),
        ["in", one, "and", other] => names_language(one) && names_language(other),
        _ => false,
    }
}

/// Whether a word is the name of a language.
pub(super) fn names_language(word: &str) -> bool {
    lexicon::is(word, Sort::Language)
}

/// Whether words on a label name but the kind of a work: `Conference`, `Journal paper`.
pub(super) fn is_kind_label(folded: &[&str]) -> bool {
    const KINDS: &str = "conference journal workshop preprint paper article chapter book thesis report patent demo poster \
        proceedings phd masters master bachelor technical section collection workingpaper inproceedings techreport misc \
        miscellaneous booklet manual online unpublished periodical \
        artikel zeitschriftenartikel zeitschrift konferenz konferenzbeitrag buch buchkapitel buchabschnitt broschure \
        sammlung sammelband tagungsband promotionsarbeit dissertation masterarbeit bachelorarbeit abschlussarbeit \
        technischer bericht forschungsbericht arbeitspapier sonstiges verschiedenes unveroffentlicht \
        these livre chapitre revue rapport memoire communication \
        articulo libro capitulo tesis congreso informe";
    let is_kind = |word: &&str| KINDS.split_whitespace().any(|kind| kind == *word);
    folded.len() <= 2 && folded.iter().all(is_kind)
}

pub(super) fn is_role(folded: &[&str], raw: &str) -> bool {
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
            "redaktorer",
            "redaktor",
            "redaktorzy",
            "szerk",
            "toim",
            "ред",
            "equal",
            "equally",
            "contribution",
            "contributed",
            "contributions",
            "corresponding",
            "author",
            "authors",
            "contributors",
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

pub(super) fn is_praise(folded: &[&str], whole: &str, raw: &str) -> bool {
    let has = |words: &[&str]| folded.iter().any(|word| words.contains(word));
    has(&[
        "award",
        "prize",
        "finalist",
        "nominated",
        "nominee",
        "nomination",
        "spotlight",
        "runner",
        "runner up",
        "preis",
    ]) && folded.len() <= 12
        || folded.first().is_some_and(|first| {
            [
                "winner",
                "winners",
                "finalist",
                "shortlisted",
                "longlisted",
                "awarded",
            ]
            .contains(first)
        })
        || has(&["mention", "mencion", "mencao", "menzione"])
            && has(&[
                "honorable",
                "honourable",
                "honorary",
                "special",
                "honor",
                "honneur",
                "speciale",
            ])
        || whole.contains("acceptance")
            && (folded.len() <= 4 || raw.contains(|c: char| c.is_ascii_digit()))
        || whole.contains("impact factor")
            && (folded.len() <= 8
                || whole.ends_with("impact factor")
                || raw.contains(|c: char| c.is_ascii_digit()))
        || whole.contains("cited by")
        || whole.contains("acceptance rate")
        || has(&[
            "citations",
            "reads",
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

/// Whether words in brackets are about another printing of the work: `(an earlier version appeared
/// in: …)`.
pub(super) fn is_note(folded: &[&str]) -> bool {
    let has = |words: &[&str]| folded.iter().any(|word| words.contains(word));
    has(&[
        "version",
        "versions",
        "reprinted",
        "translated",
        "translation",
        "reprint",
        "appeared",
    ]) || folded.starts_with(&["based", "on"])
        || folded.len() <= 6 && has(&["extended", "preliminary"]) && has(&["abstract"])
}

/// Whether words name a licence: `CC BY-NC 4.0`.
pub(super) fn is_licence(folded: &[&str]) -> bool {
    folded.len() <= 5
        && (folded.first() == Some(&"cc0")
            || folded.starts_with(&["cc", "by"])
            || folded.first().is_some_and(|word| word.starts_with("cc by")))
}

/// Whether words say when a work was first to be had: `Published online May 12`.
pub(super) fn is_online(folded: &[&str]) -> bool {
    let has = |words: &[&str]| folded.iter().any(|word| words.contains(word));
    folded.len() <= 6
        && has(&["online", "epub", "print"])
        && has(&["posted", "published", "publication", "ahead", "first"])
}

#[cfg(test)]
mod tests {
    use crate::import::list::examples::titles;

    #[test]
    fn genres_in_brackets_are_no_part_of_a_title() {
        let read = titles(&[
            "I telai e la lana del Nord (saggio), Rivista dei Tessuti, 2019.",
            "Il vento e i mulini di pietra (articolo), Rivista dei Tessuti, 2018.",
        ]);
        assert_eq!(
            read,
            [
                "I telai e la lana del Nord",
                "Il vento e i mulini di pietra"
            ]
        );
    }

    #[test]
    fn a_label_may_name_the_kind() {
        assert!(super::is_kind_label(&["journal", "paper"]));
        assert!(super::is_kind_label(&["konferenzbeitrag"]));
        assert!(!super::is_kind_label(&["cloth", "conference"]));
    }

    #[test]
    fn a_title_may_speak_of_factors_with_an_impact() {
        let read = titles(&[
            "A. Lee, B. Ray. A database of looms, the woven towns and their related impact factors for \
             the makers of wool in the North, Cloth Review, 2019.",
            "B. Ray, A. Lee. Mills without any wind, Cloth Review, 2018, impact factor 3.",
        ]);
        assert!(
            read[0].ends_with("the makers of wool in the North"),
            "{read:?}"
        );
        assert_eq!(read[1], "Mills without any wind");
    }
}
