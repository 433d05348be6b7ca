//! Reads plain text and the text of PDF pages.

mod gutter;
mod inline;
mod justified;
mod margin;
mod org;
pub(in crate::import) mod rst;
mod spaced;

pub(super) use inline::is_invisible;
use inline::spans;
pub(in crate::import) use spaced::close_up;

use super::{Begins, Line, LineRange, Page, latex};

/// Reads a plain text or the text of PDF pages as printed lines.
///
/// Light markup (`# heading`, `**bold**`, `*italic*`, `[text](address)`, `&amp;`) is removed if it
/// is complete. An unpaired mark stays a character.
#[must_use]
pub fn read(text: &str) -> Page {
    let mut page = Page {
        printed: true,
        ..Page::default()
    };
    let mut begins = Begins::Paragraph;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_org = org::is_org(text);
    let is_note = marks_names(text);
    let numbered = gutter::parted(text)
        .or_else(|| margin::unmargined(text))
        .unwrap_or_else(|| {
            let lines = text.lines().map(str::to_owned);
            (1..).zip(lines).collect()
        });
    let (numbered, exports) = if is_org {
        (org::text_lines(&numbered), org::exports(&numbered))
    } else {
        (numbered, Vec::new())
    };
    let mut exports = exports.into_iter().peekable();
    let lines = numbered.iter().flat_map(|(number, line)| {
        let parts = line.split("<br").enumerate().map(|(at, part)| match part {
            // `<br />` breaks a line like its end.
            part if at > 0 => part.split_once('>').map_or(part, |(_, rest)| rest),
            part => part,
        });
        parts.map(move |part| (*number, part))
    });
    for (number, line) in lines {
        while let Some(export) = exports.next_if(|export| export.first <= number) {
            page.lines.extend(latex_lines(&export));
            begins = Begins::Paragraph;
        }
        // The form feed of a page precedes its first line, often on a line of its own.
        let (line, is_page) = match line.rsplit_once('\u{c}') {
            Some((_, rest)) => (rest, true),
            None => (line, false),
        };
        if is_page {
            begins = Begins::Page;
        }
        let field = year_field(line);
        let line = field.as_deref().unwrap_or(line);
        // Light markup breaks a line with one or two backslashes at its end.
        let line = line.trim_end().trim_end_matches('\\');
        let bare = line.trim();
        if bare.is_empty() {
            if begins == Begins::Nothing {
                begins = Begins::Paragraph;
            }
            continue;
        }
        if is_rule(bare) {
            underline(&mut page, bare, begins, number);
            begins = Begins::Paragraph;
            continue;
        }
        if is_org && let Some(setting) = bare.strip_prefix("#+") {
            let (key, value) = setting.split_once(':').unwrap_or((setting, ""));
            if begins == Begins::Nothing && (key.starts_with("begin_") || key.starts_with("end_")) {
                begins = Begins::Paragraph;
            }
            match key.to_ascii_lowercase().as_str() {
                "author" => page.name = Some(value.trim().to_owned()),
                "title" => page.title = Some(value.trim().to_owned()),
                _ => {}
            }
            continue;
        }
        let stars = if is_org { org::stars(line) } else { None };
        let (level, content) = stars.unwrap_or_else(|| {
            if is_note && bare.starts_with("# ") {
                (None, bare)
            } else {
                heading(bare)
            }
        });
        page.lines.push(Line {
            left: None,
            room: None,
            at: LineRange {
                first: number,
                last: number,
            },
            begins: level.map_or(begins, Begins::Heading),
            indent: columns(line),
            spans: if is_org {
                spans(&org::as_markdown(content))
            } else {
                spans(content)
            },
        });
        begins = match level {
            Some(_) => Begins::Paragraph,
            None => Begins::Nothing,
        };
    }
    page.lines
        .extend(exports.flat_map(|export| latex_lines(&export)));
    justified::even_out(&mut page.lines);
    close_up(&mut page.lines);
    page
}

/// Reads the lines of a block of LaTeX, with the numbers that they have in the file.
fn latex_lines(export: &org::Export) -> Vec<Line> {
    let mut lines = latex::page(&export.text).0.lines;
    for line in &mut lines {
        line.at.first += export.first - 1;
        line.at.last += export.first - 1;
    }
    lines
}

/// Whether number signs follow names, as marks that a line beginning with one explains.
fn marks_names(text: &str) -> bool {
    let is_mark = |at: usize| {
        let mut before = text[..at].chars().rev();
        let after = text[at + 1..].chars().next();
        before.next().is_some_and(char::is_lowercase)
            && before.next().is_some_and(char::is_alphabetic)
            && after.is_none_or(|c| c.is_whitespace() || ",;.*".contains(c))
    };
    let places = text.match_indices('#').map(|(at, _)| at);
    places.filter(|at| is_mark(*at)).take(3).count() == 3
}

/// Returns a reStructuredText field named by a year as a column, or a line of a line block.
fn year_field(line: &str) -> Option<String> {
    let bare = line.trim_start();
    let indent = &line[..line.len() - bare.len()];
    let unbarred = |text: &str| -> Option<String> {
        let rest = text.strip_prefix("| ")?;
        (!rest.contains('|') || rest.contains('`')).then(|| rest.to_owned())
    };
    let year = bare
        .strip_prefix(':')
        .and_then(|rest| rest.split_once(": "))
        .filter(|(year, _)| year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit()));
    if let Some((year, rest)) = year {
        let rest = rest.trim_start();
        return Some(format!(
            "{indent}{year}   {}",
            unbarred(rest).unwrap_or_else(|| rest.to_owned())
        ));
    }
    unbarred(bare).map(|rest| format!("{indent}{rest}"))
}

/// Returns the columns of white space before the text, with tabs to the next multiple of eight.
fn columns(line: &str) -> usize {
    let mut at = 0;
    for c in line.chars().take_while(|c| c.is_whitespace()) {
        at = if c == '\t' { (at / 8 + 1) * 8 } else { at + 1 };
    }
    at
}

/// Whether a line consists of strokes only.
fn is_rule(line: &str) -> bool {
    line.len() >= 3 && line.chars().all(|c| "=-_~*–—─═".contains(c))
}

/// Makes the line before a rule of `=` or `-` a heading if it stands alone and is short.
fn underline(page: &mut Page, rule: &str, begins: Begins, number: usize) {
    let level = match rule.chars().next() {
        Some('=') => 1,
        Some('-') => 2,
        _ => return,
    };
    if let Some(line) = page.lines.last_mut()
        && line.begins == Begins::Paragraph
        && begins == Begins::Nothing
        && line.at.last + 1 == number
        && line.text().chars().count() < 80
    {
        line.begins = Begins::Heading(level);
    }
}

fn heading(line: &str) -> org::Headed<'_> {
    let level = line.bytes().take_while(|byte| *byte == b'#').count();
    match (u8::try_from(level), line[level..].strip_prefix(' ')) {
        (Ok(level @ 1..=6), Some(rest)) => {
            (Some(level), rest.trim().trim_end_matches('#').trim_end())
        }
        _ => (None, line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<(usize, Begins, usize, String)> {
        read(text)
            .lines
            .iter()
            .map(|line| (line.at.first, line.begins, line.indent, line.text()))
            .collect()
    }

    #[test]
    fn lines_paragraphs_and_pages() {
        use Begins::{Heading, Nothing, Page, Paragraph};
        assert_eq!(
            shown("A\n  b\n\n\tc\n\u{c}d\n# E\nf\nG\n---\nh"),
            [
                (1, Paragraph, 0, "A".to_owned()),
                (2, Nothing, 2, "b".to_owned()),
                (4, Paragraph, 8, "c".to_owned()),
                (5, Page, 0, "d".to_owned()),
                (6, Heading(1), 0, "E".to_owned()),
                (7, Paragraph, 0, "f".to_owned()),
                (8, Nothing, 0, "G".to_owned()),
                (10, Paragraph, 0, "h".to_owned()),
            ]
        );
    }

    #[test]
    fn settings_of_org_mode_name_person_and_title() {
        let page = read("#+title: Papers\n#+Author: Ann Lee\n\n* Looms\n/One/\n");
        assert_eq!(page.title.as_deref(), Some("Papers"));
        assert_eq!(page.name.as_deref(), Some("Ann Lee"));
        assert_eq!(page.lines.len(), 2);
        assert!(page.lines[1].spans[0].style.italic);
    }

    #[test]
    fn latex_in_org_mode_is_read_as_latex() {
        let page = read(
            "* Papers\n  #+begin_export latex\n  \\begin{tabular}{ll}\n  2020 & \\textbf{Ann Lee}. On looms. \\\\\n  \
             2019 & Ann Lee. On mills.\n  \\end{tabular}\n  #+end_export\n* Talks\n",
        );
        let lines: Vec<_> = page
            .lines
            .iter()
            .map(|line| (line.at.first, line.begins, line.text()))
            .collect();
        assert_eq!(lines.len(), 4);
        assert_eq!(
            lines[1],
            (4, Begins::Item, "2020   Ann Lee. On looms.".to_owned())
        );
        assert_eq!(lines[2].0, 5);
        assert_eq!(lines[3].2, "Talks");
    }

    #[test]
    fn complete_light_markup_is_removed() {
        let line = |text: &str| read(text).lines[0].clone();
        let marked = line("**Ann Lee\\***, *Bo* &amp; [Cy](http://x.org) <b>D</b> 2*3 a_b_c _e_");
        assert_eq!(marked.text(), "Ann Lee*, Bo & Cy D 2*3 a_b_c e");
        let styles: Vec<_> = marked
            .spans
            .iter()
            .map(|s| {
                (
                    s.text.as_str(),
                    s.style.bold,
                    s.style.italic,
                    s.link.is_some(),
                )
            })
            .collect();
        assert_eq!(styles[0], ("Ann Lee*", true, false, false));
        assert_eq!(styles[2], ("Bo", false, true, false));
        assert_eq!(styles[4], ("Cy", false, false, true));
        assert_eq!(line("**Zezhou Wang***, Bo").text(), "Zezhou Wang*, Bo");
        assert_eq!(
            line("Zezhou Wang*, Jonggyu Park*, Li").text(),
            "Zezhou Wang*, Jonggyu Park*, Li"
        );
    }
}
