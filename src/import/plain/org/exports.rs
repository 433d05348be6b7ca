//! Finds the parts of an Org file that are written in LaTeX.

use super::markup::stars;

/// A block of LaTeX, which is printed as it is.
pub(crate) struct Export {
    /// The line of the file on which the LaTeX begins.
    pub(crate) first: usize,
    pub(crate) text: String,
}

/// Returns the blocks between `#+begin_export latex` and `#+end_export` in their order.
pub(crate) fn exports(lines: &[(usize, String)]) -> Vec<Export> {
    let mut out = Vec::new();
    let mut open: Option<Export> = None;
    for (number, line) in lines {
        let bare = line.trim();
        let mark = bare
            .strip_prefix("#+")
            .map(str::to_ascii_lowercase)
            .unwrap_or_default();
        let mut words = mark.split_whitespace();
        match (words.next(), words.next()) {
            (Some("begin_export"), Some("latex")) => {
                open = Some(Export {
                    first: number + 1,
                    text: String::new(),
                });
            }
            (Some("end_export"), _) => out.extend(open.take()),
            // A block that does not end before the next heading is none.
            _ if stars(line).is_some() => open = None,
            _ => {
                if let Some(export) = &mut open {
                    export.text.push_str(line);
                    export.text.push('\n');
                }
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_blocks_of_latex_are_found() {
        let text = "* Papers\n#+BEGIN_EXPORT latex\n\\item On looms\n#+END_EXPORT\n\
                    #+begin_export html\n<p>\n#+end_export\n#+begin_export latex\nMills\n* Talks\n";
        let lines: Vec<(usize, String)> = (1..).zip(text.lines().map(str::to_owned)).collect();
        let found = exports(&lines);
        assert_eq!(found.len(), 1);
        assert_eq!(
            (found[0].first, found[0].text.as_str()),
            (3, "\\item On looms\n")
        );
    }
}
