//! Values and reasons in words.

use crate::{
    model::{Kind, Metadata, Title},
    text::fold,
};

/// Returns the venue of a record as it is shown.
pub(super) fn venue(meta: &Metadata) -> Option<String> {
    let full = meta.venue.as_ref().map(Title::text);
    full.or_else(|| meta.venue_short.clone())
        .filter(|venue| !venue.trim().is_empty())
}

/// Returns the authors of a record in one line.
pub(super) fn people(meta: &Metadata) -> Option<String> {
    let names: Vec<String> = meta.authors.iter().map(|it| it.name.to_string()).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

/// Returns a kind of work with its article.
pub(super) fn a_kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Conference => "a conference paper",
        Kind::Journal => "a journal article",
        Kind::Preprint => "a preprint",
        Kind::Book => "a book",
        Kind::Chapter => "a chapter of a book",
        Kind::Proceedings => "a volume of proceedings",
        Kind::PhdThesis | Kind::MastersThesis => "a thesis",
        Kind::Report => "a report",
        Kind::Patent => "a patent",
        Kind::Dataset => "a data set",
        Kind::Software => "software",
        Kind::Web => "a web page",
        Kind::Other => "a work of no kind that the sources list",
    }
}

/// Returns a title with the words in brackets that another title does not have.
pub(super) fn marked(title: &str, other: &str) -> String {
    let known = fold::words(other);
    let words = title.split_whitespace().map(|word| {
        let own = fold::words(word);
        if own.iter().all(|part| known.contains(part)) {
            word.to_owned()
        } else {
            format!("[{word}]")
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_one_title_only_are_marked() {
        let marked = marked(
            "BiasAdv: Augmentation for Model Debiasing",
            "Biasadv: augmentation towards model debiasing",
        );
        assert_eq!(marked, "BiasAdv: Augmentation [for] Model Debiasing");
    }
}
