//! How often a field of references is read as it is labelled.

use std::collections::BTreeMap;

/// Without the small words between names, and those that only say what a number is.
pub(crate) fn without_small(label: &str, mut own: Vec<String>) -> Vec<String> {
    let small: &[&str] = match label {
        "author" => &["and", "et", "al", "others", "und", "y", "e"],
        "container" => &["in", "the"],
        "volume" | "issue" | "pages" => &[
            "vol", "volume", "v", "no", "nr", "number", "issue", "bd", "pp", "p", "pages", "page",
        ],
        _ => &[],
    };
    own.retain(|word| !small.contains(&word.as_str()));
    // Initials and names in any order.
    if label == "author" {
        own.sort();
    }
    own
}

/// How often a field is labelled, read and right, and the same of its words.
#[derive(Default)]
pub(crate) struct Count {
    fields: [usize; 3],
    words: [usize; 3],
}

impl Count {
    pub(crate) fn add(&mut self, labelled: &[String], read: &[String]) {
        self.fields[0] += usize::from(!labelled.is_empty());
        self.fields[1] += usize::from(!read.is_empty());
        self.fields[2] += usize::from(!read.is_empty() && labelled == read);
        let mut known: BTreeMap<&str, usize> = BTreeMap::new();
        for word in labelled {
            *known.entry(word).or_default() += 1;
        }
        self.words[0] += labelled.len();
        self.words[1] += read.len();
        for word in read {
            if let Some(count) = known.get_mut(word.as_str()).filter(|count| **count > 0) {
                *count -= 1;
                self.words[2] += 1;
            }
        }
    }

    pub(crate) fn join(&mut self, other: &Self) {
        for at in 0..3 {
            self.fields[at] += other.fields[at];
            self.words[at] += other.words[at];
        }
    }

    pub(crate) fn shown(&self) -> String {
        let f1 = |[labelled, read, right]: [usize; 3]| {
            200.0 * right as f64 / (labelled + read).max(1) as f64
        };
        let [labelled, read, right] = self.fields;
        let share = |of: usize| 100.0 * right as f64 / of.max(1) as f64;
        format!(
            "{labelled:>8} {read:>6} {right:>6} {:>10.1} {:>7.1} {:>5.1} {:>9.1}",
            share(read),
            share(labelled),
            f1(self.fields),
            f1(self.words)
        )
    }
}

/// What stands above the counts of fields.
pub(crate) const HEAD: &str =
    "field      labelled   read  right  precision  recall    F1  words F1";
