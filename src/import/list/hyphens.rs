//! Words parted at the end of a line, told by how they stand elsewhere on the page.

use std::collections::HashSet;

use super::row::Row;

/// Tells each row that ends with a parted word whether its hyphen is one that the word keeps, if the
/// page has the word whole: `hinge-` is followed by `loss`, and elsewhere stands `hinge-loss`.
pub(super) fn hyphens(rows: &mut [Row]) {
    let kept: Vec<Option<bool>> = {
        let words: HashSet<String> = rows.iter().flat_map(whole_words).collect();
        let parted = |pair: &[Row]| {
            let last = pair[0].tokens.last()?.text.to_lowercase();
            let left = last.strip_suffix(['-', '‐', '\u{ad}'])?;
            let right = letters(&pair[1].tokens.first()?.text);
            let has = |word: &str| words.contains(word);
            let with = has(&format!("{left}-{right}"));
            let without = has(&format!("{left}{right}"));
            (with != without).then_some(with)
        };
        rows.windows(2).map(parted).collect()
    };
    for (row, kept) in rows.iter_mut().zip(kept) {
        row.keeps_hyphen = kept;
    }
}

/// The words of a row in small letters, without those that its ends may part.
fn whole_words(row: &Row) -> impl Iterator<Item = String> {
    let inner = match row.tokens.as_slice() {
        [_, inner @ .., _] => inner,
        _ => &[],
    };
    inner
        .iter()
        .map(|token| letters(&token.text))
        .filter(|word| !word.is_empty())
}

/// A word in small letters.
fn letters(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric())
        .to_lowercase()
}

#[cfg(test)]
mod tests {
    use crate::import::list::examples::titles;

    #[test]
    fn a_parted_word_is_put_together_as_it_stands_elsewhere() {
        let read = titles(&[
            "[1] A. Lee and B. Ray. The power-loom and how wool is woven on the looms of the nor-\n    thern mills. Review of Northern Mills, 2019.",
            "[2] A. Lee and C. Orr. On what the mills of the North of it do with an old power-\n    loom. Review of Northern Mills, 2018.",
            "[3] A. Lee and B. Ray. On loom-\n    based mills and what the weavers of the North of it do with the part-\n    of-day names. Review of Northern Mills, 2017.",
        ]);
        assert_eq!(
            read,
            [
                "The power-loom and how wool is woven on the looms of the northern mills",
                "On what the mills of the North of it do with an old power-loom",
                "On loom-based mills and what the weavers of the North of it do with the part-of-day names",
            ]
        );
    }
}
