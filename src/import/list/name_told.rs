//! A person's name in what markup and print say of the whole text: its byline, its title, its head.

use super::{
    super::{Begins, Line, LineRange, Page, Span, TextStyle},
    headings::names_publications,
    name_head::{candidates, is_title},
    row::rows,
};
use crate::model::PersonName;

/// So many lines at most are the head of a text.
const HEAD: usize = 6;

/// The name that markup gives, without titles and what else stands beside it: `Prof. Ann Lee`,
/// `Ann Lee. PhD – Publications`. One word in small letters is what somebody logs in with.
pub(super) fn by_markup(text: &str) -> Option<PersonName> {
    let text = text.split(['–', '—', '|']).next()?.trim();
    let is_said = |word: &&str| !is_title(word.trim_end_matches(['.', ',']));
    let words: Vec<&str> = text
        .split_whitespace()
        .skip_while(|word| !is_said(word))
        .take_while(is_said)
        .collect();
    let is_handle = |word: &str| {
        word.chars()
            .all(|c| !c.is_alphabetic() || c.is_ascii_lowercase())
    };
    if words.is_empty() || matches!(words[..], [word] if is_handle(word)) {
        return None;
    }
    let is_cut = words.last().is_some_and(|last| !text.ends_with(last));
    let name = words.join(" ");
    let name = if is_cut {
        name.trim_end_matches(['.', ','])
    } else {
        &name
    };
    Some(PersonName::parse(name))
}

/// The names in the title of a page that says it is the page of somebody, or holds publications, and at
/// the head of its print, where a running head may stand: `Publications | Ann Lee`.
pub(super) fn titled(page: &Page) -> Vec<String> {
    let title = page.title.as_deref().unwrap_or_default();
    let parts = title.split(['|', '–', '—', '·', ':']);
    let parts: Vec<&str> = parts.flat_map(|part| part.split(" - ")).collect();
    let parts = if names_publications(title) {
        parts
    } else {
        Vec::new()
    };
    let heads = page.lines.iter().take(HEAD).map(Line::text);
    let heads = heads.filter(|_| page.printed);
    let texts = parts.into_iter().map(str::to_owned).chain(heads);
    texts
        .filter_map(|text| {
            let rows = rows(&of(text.trim()));
            let (name, is_all) = candidates(rows.first()?)?;
            is_all.then_some(name)
        })
        .collect()
}

/// A page of one line.
fn of(text: &str) -> Page {
    let line = Line {
        at: LineRange { first: 1, last: 1 },
        begins: Begins::Paragraph,
        indent: 0,
        left: None,
        room: None,
        spans: vec![Span {
            text: text.to_owned(),
            style: TextStyle::default(),
            ..Span::default()
        }],
    };
    Page {
        lines: vec![line],
        ..Page::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_markup_gives() {
        for (text, want) in [
            ("Prof. Ann Lee", Some("Ann Lee")),
            ("Ann Lee. PhD – Publications", Some("Ann Lee")),
            ("Bo Ray Jr.", Some("Bo Ray, Jr.")),
            ("lee, ann b.", Some("ann b. lee")),
            ("annlee", None),
        ] {
            let name = by_markup(text).map(|name| name.to_string());
            assert_eq!(name.as_deref(), want, "{text}");
        }
    }

    #[test]
    fn names_in_titles() {
        for (title, want) in [
            ("Publications | Ann Lee", vec!["Ann Lee"]),
            ("Ann Lee website - publications", vec!["Ann Lee"]),
            ("Looms - Northern Mills", vec![]),
        ] {
            let page = Page {
                title: Some(title.to_owned()),
                ..Page::default()
            };
            assert_eq!(titled(&page), want, "{title}");
        }
    }
}
