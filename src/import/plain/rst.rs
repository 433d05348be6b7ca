//! Rewrites reStructuredText as the light markup that plain text is read with (docutils, "reStructuredText
//! Markup Specification"). Each line stays on its line.

mod blocks;
mod inline;

use super::Page;

/// Reads a reStructuredText. Headings, links and emphasis are those of the format; directives, comments,
/// literal blocks and the fields about the document are no text.
#[must_use]
pub(in crate::import) fn read(text: &str) -> Page {
    let content = blocks::content(text);
    let links = inline::targets(text);
    let mut page = super::read(&inline::as_markdown(&content.lines, &links));
    page.name = page.name.or(content.author);
    page
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::shown;

    fn lines(text: &str) -> Vec<(usize, String)> {
        let lines = read(text).lines;
        lines
            .iter()
            .map(|line| (line.at.first, shown(line)))
            .collect()
    }

    fn texts(text: &str) -> Vec<String> {
        read(text)
            .lines
            .iter()
            .map(super::super::Line::text)
            .collect()
    }

    #[test]
    fn headings_by_their_order() {
        let text = "==========\nAda Sample\n==========\n\nPapers\n======\n\nJournals\n--------\n\nA. Doe. Looms.\n\n\
                    Talks\n=====\n";
        assert_eq!(
            lines(text),
            [
                (2, "1|Ada Sample".to_owned()),
                (5, "2|Papers".to_owned()),
                (8, "3|Journals".to_owned()),
                (11, "¶|A. Doe. Looms.".to_owned()),
                (13, "2|Talks".to_owned()),
            ]
        );
    }

    #[test]
    fn links_in_each_form() {
        let text = "* A. Doe. `On Looms <https://doi.org/10.1145/1.2>`_. *Cloth\n  Review*, 2019. :doi:`10.1145/1.2`\n\
                    * B. Roe. `Mills\n  and more <https://x.org/m>`__. `PDF`_, code_, [1]_ ``raw``.\n\n\
                    .. _PDF: https://x.org/p.pdf\n.. _code: https://x.org/c\n";
        let page = read(text);
        let links: Vec<(&str, &str)> = page
            .lines
            .iter()
            .flat_map(|line| &line.spans)
            .filter_map(|span| Some((span.text.as_str(), span.link.as_deref()?)))
            .collect();
        assert_eq!(
            links,
            [
                ("On Looms", "https://doi.org/10.1145/1.2"),
                ("10.1145/1.2", "https://doi.org/10.1145/1.2"),
                ("Mills", "https://x.org/m"),
                ("and more", "https://x.org/m"),
                ("PDF", "https://x.org/p.pdf"),
                ("code", "https://x.org/c"),
            ]
        );
        assert_eq!(page.lines.len(), 4);
        let italic = page.lines.iter().flat_map(|line| &line.spans);
        let italic: Vec<&str> = italic
            .filter(|span| span.style.italic)
            .map(|span| span.text.as_str())
            .collect();
        assert_eq!(italic, ["Cloth", "Review"]);
        assert!(
            page.lines[3].text().ends_with("code,  raw."),
            "{}",
            page.lines[3].text()
        );
    }

    #[test]
    fn roles_behind_an_escaped_blank_are_read() {
        let text = "A. Doe. Storing CO\\ :sub:`2` in looms. 2019. :raw-html:`<b>no</b>`\n";
        assert_eq!(texts(text), ["A. Doe. Storing CO2 in looms. 2019."]);
    }

    #[test]
    fn directives_comments_and_fields_are_no_text() {
        let text = ":Author: Ada Sample\n:Date: 2024\n\n.. image:: me.png\n   :width: 100\n\n.. a comment\n   of two \
                    lines\n\nPapers\n~~~~~~\n\n.. code-block:: bibtex\n\n   @article{x, title={No}}\n\n.. container:: \
                    entries\n   :name: x\n\n   A. Doe. Looms. 2019.\n\nAn example::\n\n   B. Roe. No. 2018.\n\n\
                    .. [Doe20] A. Doe. Mills. 2020.\n";
        assert_eq!(
            texts(text),
            [
                "Papers",
                "A. Doe. Looms. 2019.",
                "An example:",
                "[Doe20] A. Doe. Mills. 2020."
            ]
        );
        assert_eq!(read(text).name.as_deref(), Some("Ada Sample"));
    }

    proptest::proptest! {
        #[test]
        fn any_text_keeps_its_lines(
            text in r"(?:`|_|__|<http://x>|\.\. |::|:a:|\*|\*\*|\||\[1\]|[a-c ]|ä|\n|\n   |===\n|#\. |\\){0,60}",
        ) {
            let page = read(&text);
            let lines = text.lines().count();
            proptest::prop_assert!(page.lines.iter().all(|line| line.at.first >= 1 && line.at.last <= lines.max(1)));
        }
    }
}
