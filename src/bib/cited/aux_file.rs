//! Citations in an `.aux` file.

use super::citations::Citations;

/// Reads `\citation{a,b}` of LaTeX, `\abx@aux@cite{0}{a}` of biblatex, and the `.aux` files of
/// included chapters, `\@input{chapter.aux}`.
pub(super) fn citations(text: &str) -> Citations {
    let mut out = Citations::default();
    for line in text.lines() {
        let line = line.trim_start();
        if let Some(keys) = line.strip_prefix("\\citation").and_then(group) {
            out.cite(keys.0);
        } else if let Some(rest) = line.strip_prefix("\\abx@aux@cite") {
            // Older versions lack the first group, the number of the section.
            let keys = group(rest).map(|(first, rest)| group(rest).map_or(first, |(key, _)| key));
            out.cite(keys.unwrap_or_default());
        } else if let Some((file, _)) = line.strip_prefix("\\@input").and_then(group) {
            out.files.push(file.trim().to_owned());
        }
    }
    out
}

/// The content of the group that a text begins with, and what follows it.
fn group(text: &str) -> Option<(&str, &str)> {
    text.strip_prefix('{')?.split_once('}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn citations_of_latex_and_biblatex_are_read() {
        let found = citations(
            "\\relax \n\\citation{doe2023,roe2024}\n\\citation{doe2023}\n\\@input{intro.aux}\n\
             \\abx@aux@cite{0}{lee2020}\n\\abx@aux@cite{ray1999}\n\\bibdata{references}\n\\citation{broken\n",
        );
        let keys: Vec<&str> = found.keys.iter().map(String::as_str).collect();
        assert_eq!(keys, ["doe2023", "lee2020", "ray1999", "roe2024"]);
        assert_eq!(found.files, ["intro.aux"]);
        assert!(!found.all);
    }

    #[test]
    fn a_star_means_every_entry() {
        assert!(citations("\\citation{*}\n").all);
    }
}
