//! Formulas in titles: entries are read from the text of formulas, and their titles get the TeX afterwards.

use std::ops::Range;

use super::super::{ImportedEntry, Line, Page};

/// Of an entry's lines so many bytes are read, up to the end of a span.
const LONGEST: usize = 20_000;

/// Writes the formulas of titles in TeX, where the page knows it: `On CO$_2$ and wool` of `On CO2 and wool`.
pub(super) fn write_formulas(page: &Page, entries: &mut [ImportedEntry]) {
    let mut spans = page.lines.iter().flat_map(|line| &line.spans);
    if spans.all(|span| span.formulas.is_empty()) {
        return;
    }
    let mut lines: Vec<&Line> = page.lines.iter().collect();
    lines.sort_by_key(|line| line.at.first);
    for entry in entries {
        let first = lines.partition_point(|line| line.at.first < entry.at.first);
        let end = lines.partition_point(|line| line.at.first <= entry.at.last);
        let Some(own) = lines.get(first..end) else {
            continue;
        };
        let (text, formulas) = bare_text(own);
        if let Some(title) = with_formulas(&entry.listing.title, &text, &formulas) {
            entry.listing.title = title;
        }
    }
}

/// The text of lines without blanks, and their formulas with the bytes that they take there.
fn bare_text<'a>(lines: &[&'a Line]) -> (String, Vec<(Range<usize>, &'a str)>) {
    let mut text = String::new();
    let mut formulas = Vec::new();
    for span in lines.iter().flat_map(|line| &line.spans) {
        if text.len() > LONGEST {
            break;
        }
        let mut byte = 0;
        let mut reach = |text: &mut String, edge: usize| {
            text.extend(bare(span.text.get(byte..edge).unwrap_or_default()));
            byte = byte.max(edge);
            text.len()
        };
        for formula in &span.formulas {
            let start = reach(&mut text, formula.at.start);
            let end = reach(&mut text, formula.at.end);
            formulas.push((start..end, formula.tex.as_str()));
        }
        reach(&mut text, span.text.len());
    }
    (text, formulas)
}

fn bare(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|c| !c.is_whitespace())
}

/// The title with those formulas in TeX that are whole in it, where it first stands in the text with any.
fn with_formulas(title: &str, text: &str, formulas: &[(Range<usize>, &str)]) -> Option<String> {
    let bare_title: String = bare(title).collect();
    if bare_title.is_empty() || formulas.is_empty() {
        return None;
    }
    let within = |first: usize| {
        let last = first + bare_title.len();
        // A formula without any text may be at the end of what stands before.
        let is_own = move |at: &Range<usize>| {
            at.end <= last && (at.start < at.end || first < at.start && at.end < last)
        };
        let from = formulas.partition_point(|(at, _)| at.start < first);
        let behind = formulas[from..].iter();
        behind
            .take_while(move |(at, _)| at.start <= last)
            .filter(move |(at, _)| is_own(at))
    };
    let mut places = text.match_indices(&bare_title).map(|(first, _)| first);
    let first = places.find(|first| within(*first).next().is_some())?;
    let mut own = within(first).peekable();
    let mut out = String::with_capacity(title.len() + 16);
    let mut byte = first;
    let mut until = first;
    for c in title.chars() {
        if c.is_whitespace() {
            if byte >= until {
                out.push(c);
            }
            continue;
        }
        while let Some((at, tex)) = own.next_if(|(at, _)| at.start == byte) {
            out.push_str(tex);
            until = at.end;
        }
        if byte >= until {
            out.push(c);
        }
        byte += c.len_utf8();
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use crate::import::{Hints, latex, list::read_by_rules};

    fn titles(items: &str) -> Vec<String> {
        let text = format!(
            "\\newcommand{{\\eps}}{{\\varepsilon}}\n\\section{{Publications}}\n\\begin{{itemize}}\n{items}\n\\end{{itemize}}\n"
        );
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
              \item Ann Lee. The 2\textsuperscript{nd} weaving of the northern wool. Cloth Review, 2022.
              \item Ann Lee. On $\weird{}$-looms and $\eps$-mills of the northern towns. Cloth Review, 2023.",
        );
        assert_eq!(
            read,
            [
                r"On CO$_2$ and $\alpha$-wool in Ovis aries with $M < 20 M_\odot$",
                r"Looms in $\tilde{O}(n)$ time",
                "The 2nd weaving of the northern wool",
                r"On $\weird{}$-looms and $\varepsilon$-mills of the northern towns",
            ]
        );
    }
}
