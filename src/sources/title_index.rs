//! Finds the listed titles that a found title is similar to, without comparing each with each.

use std::collections::{BTreeSet, HashMap};

use crate::text::{fold, similarity};

/// An index of listed titles by the prefixes of their content words.
///
/// Titles are compared only when they have two such prefixes in common (one, when either title has
/// no more than two words), so a title in which nearly every word begins with a slip is not found
/// here.
pub(crate) struct TitleIndex<'a> {
    titles: Vec<&'a str>,
    sizes: Vec<usize>,
    heads: HashMap<String, Vec<usize>>,
}

impl<'a> TitleIndex<'a> {
    pub(crate) fn of(titles: impl IntoIterator<Item = &'a str>) -> Self {
        let titles: Vec<&str> = titles.into_iter().collect();
        let mut heads: HashMap<String, Vec<usize>> = HashMap::new();
        let mut sizes = Vec::with_capacity(titles.len());
        for (at, title) in titles.iter().enumerate() {
            let own = heads_of(title);
            sizes.push(own.len());
            for head in own {
                heads.entry(head).or_default().push(at);
            }
        }
        Self {
            titles,
            sizes,
            heads,
        }
    }

    /// Returns the places of the listed titles that `found` is similar to, in ascending order.
    pub(crate) fn places(&self, found: &str) -> Vec<usize> {
        let own = heads_of(found);
        let mut shared: HashMap<usize, usize> = HashMap::new();
        for at in own.iter().filter_map(|head| self.heads.get(head)).flatten() {
            *shared.entry(*at).or_default() += 1;
        }
        let mut places: Vec<usize> = shared
            .into_iter()
            .filter(|(at, count)| {
                let least = if own.len().min(self.sizes[*at]) <= 3 {
                    1
                } else {
                    2
                };
                *count >= least
            })
            .map(|(at, _)| at)
            .filter(|at| similarity::is_near(self.titles[*at], found))
            .collect();
        places.sort_unstable();
        places
    }

    /// Whether `found` is similar to any of them.
    pub(crate) fn any(&self, found: &str) -> bool {
        !self.places(found).is_empty()
    }
}

/// The first four letters of each content word, and the first and the last eight of the whole
/// without blanks: `multi-cast` and `multicast` share the latter.
fn heads_of(title: &str) -> BTreeSet<String> {
    let words = fold::words(title);
    let all = words.concat();
    let mut heads: BTreeSet<String> = words
        .iter()
        .filter(|word| !fold::is_stop_word(word))
        .map(|word| word.chars().take(4).collect())
        .collect();
    if !all.is_empty() {
        let tail = all.len().saturating_sub(8);
        heads.insert(format!("^{}", all.chars().take(8).collect::<String>()));
        heads.insert(format!("{}$", all.get(tail..).unwrap_or_default()));
    }
    heads
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn title_is_found_despite_slips_and_subtitles() {
        let near = TitleIndex::of([
            "Soft Thrsehold Ternary Networks",
            "Quantisation",
            "Espresso: Unleashing the Full Potential of Gradient Compression",
            "Multi-cast",
        ]);
        assert_eq!(near.places("Soft Threshold Ternary Networks."), [0]);
        assert_eq!(near.places("Quantization."), [1]);
        assert_eq!(
            near.places(
                "Hi-Speed DNN Training with Espresso: Unleashing the Full Potential of Gradient \
                 Compression with TitleIndex-Optimal Usage Strategies."
            ),
            [2]
        );
        assert!(near.any("Multicast"));
        assert!(!near.any("Deep Residual Learning for Image Recognition."));
    }
}
