//! How the title of an entry agrees with that of the work it was matched to.

use crate::matching::{TitleMark, TitleRelation, compare_titles, is_recurring_title};

/// How two titles agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Titles {
    /// They are the same, typos forgiven.
    Same,
    /// They are the same, and so is that of other works: `Editorial`.
    Recurring,
    /// The entry leaves the subtitle out.
    Shortened,
    /// They differ, by one word perhaps: the same people may have written both works, for one volume.
    Other,
}

/// The fewest words of a subtitle that people leave out: `X: Proofs` is another work than `X`.
const SUBTITLE_WORDS: usize = 3;

/// Compares the titles of an entry and of a work.
pub(super) fn titles(listed: &str, found: &str) -> Titles {
    let agreement = compare_titles(listed, found);
    if agreement.conflict.is_some() || agreement.mark != TitleMark::None {
        return Titles::Other;
    }
    match agreement.relation {
        TitleRelation::Same | TitleRelation::Typos if is_recurring_title(listed) => {
            Titles::Recurring
        }
        TitleRelation::Same | TitleRelation::Typos => Titles::Same,
        TitleRelation::Part if leaves_subtitle_out(listed, found) => Titles::Shortened,
        _ => Titles::Other,
    }
}

fn leaves_subtitle_out(listed: &str, found: &str) -> bool {
    let heads = found.match_indices([':', '.', '?', '!', '–', '—']);
    heads.into_iter().any(|(at, _)| {
        let (head, subtitle) = found.split_at(at);
        let relation = compare_titles(listed, head).relation;
        subtitle.split_whitespace().count() > SUBTITLE_WORDS
            && matches!(relation, TitleRelation::Same | TitleRelation::Typos)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_word_may_be_another_work() {
        let found = "Axial Attention for Cloth: A Study of Looms in Use";
        for (listed, want) in [
            (
                "{Axial} attention for cloth: a study of looms in use",
                Titles::Same,
            ),
            ("Axial Attention for Cloth", Titles::Shortened),
            (
                "Axial Attention for Wet Cloth: A Study of Looms in Use",
                Titles::Other,
            ),
            (
                "Fast: Axial Attention for Cloth: A Study of Looms in Use",
                Titles::Other,
            ),
        ] {
            assert_eq!(titles(listed, found), want, "{listed}");
        }
        for found in ["Axial Attention: Proofs", "Axial Attention: A Critique"] {
            assert_eq!(titles("Axial Attention", found), Titles::Other, "{found}");
        }
        assert_eq!(titles("Editorial", "Editorial"), Titles::Recurring);
    }
}
