//! Formulas in titles: the rules read their text, and the title has their TeX.

use std::ops::Range;

use super::super::{ImportedEntry, LineRange, Page};

/// Writes the formulas of titles in TeX, where the page knows it: `On CO$_2$ and wool` of `On CO2 and wool`.
pub(super) fn write_formulas(page: &Page, entries: &mut [ImportedEntry]) {
    let mut spans = page.lines.iter().flat_map(|line| &line.spans);
    if spans.all(|span| span.formulas.is_empty()) {
        return;
    }
    for entry in entries {
        let (text, formulas) = bare_text(page, entry.at);
        if let Some(title) = with_formulas(&entry.listing.title, &text, &formulas) {
            entry.listing.title = title;
        }
    }
}

/// The text of these lines of the file without blanks, and its formulas with the bytes that they take there.
fn bare_text(page: &Page, at: LineRange) -> (String, Vec<(Range<usize>, &str)>) {
    let mut text = String::new();
    let mut formulas = Vec::new();
    let lines = page.lines.iter();
    let own = lines.filter(|line| line.at.first <= at.last && at.first <= line.at.last);
    for span in own.flat_map(|line| &line.spans) {
        let first = text.len();
        let bare_length = |text: &str| bare(text).map(char::len_utf8).sum::<usize>();
        for formula in &span.formulas {
            let [start, end] = [formula.at.start, formula.at.end]
                .map(|edge| first + span.text.get(..edge).map_or(0, bare_length));
            if start < end {
                formulas.push((start..end, formula.tex.as_str()));
            }
        }
        text.extend(bare(&span.text));
    }
    (text, formulas)
}

fn bare(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|c| !c.is_whitespace())
}

/// The title with those formulas in TeX that are whole in it, if it is part of the text and has any.
fn with_formulas(title: &str, text: &str, formulas: &[(Range<usize>, &str)]) -> Option<String> {
    let bare_title: String = bare(title).collect();
    let first = text.find(&bare_title).filter(|_| !bare_title.is_empty())?;
    let last = first + bare_title.len();
    let mut own = formulas
        .iter()
        .filter(|(at, _)| first <= at.start && at.end <= last)
        .peekable();
    own.peek()?;
    let mut out = String::with_capacity(title.len() + 16);
    let mut byte = first;
    let mut until = first;
    for c in title.chars() {
        if !c.is_whitespace()
            && let Some((at, tex)) = own.next_if(|(at, _)| at.start == byte)
        {
            out.push_str(tex);
            until = at.end;
        }
        if byte >= until {
            out.push(c);
        }
        if !c.is_whitespace() {
            byte += c.len_utf8();
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use crate::import::{Hints, latex, list::read_by_rules};

    fn titles(items: &str) -> Vec<String> {
        let text =
            format!("\\section{{Publications}}\n\\begin{{itemize}}\n{items}\n\\end{{itemize}}\n");
        let (page, _) = latex::page(&text);
        let read = read_by_rules(&page, &Hints::default()).entries;
        read.into_iter().map(|entry| entry.listing.title).collect()
    }

    #[test]
    fn formulas_of_titles_are_in_tex() {
        let read = titles(
            r"\item Ann Lee and Bo Ray. On CO$_2$ and  $\alpha$-wool in \emph{Ovis aries} with $M <
              20 M_\odot$. Cloth Review, 2020.
              \item Ann Lee. Looms in $\tilde{O}(n)$ time. Mill $B$ Letters, 2021.
              \item Ann Lee. The 2\textsuperscript{nd} weaving of the northern wool. Cloth Review, 2022.",
        );
        assert_eq!(
            read,
            [
                r"On CO$_2$ and $\alpha$-wool in Ovis aries with $M < 20 M_\odot$",
                r"Looms in $\tilde{O}(n)$ time",
                "The 2nd weaving of the northern wool",
            ]
        );
    }
}
