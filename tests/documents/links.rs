//! Links between pages.

use std::path::Path;

use fs_err as fs;
use pulldown_cmark::{Event, Parser, Tag, TagEnd};

/// The addresses of a page's links that lead to other files of the repository, or within the page.
pub(crate) fn of(page: &Path) -> Vec<String> {
    let text = fs::read_to_string(page).unwrap();
    Parser::new(&text)
        .filter_map(|event| match event {
            Event::Start(Tag::Link { dest_url, .. }) => Some(dest_url.into_string()),
            _ => None,
        })
        .filter(|link| !link.contains("://") && !link.starts_with("mailto:"))
        .collect()
}

/// The files of the sources that a page names in its text, such as `src/lib.rs`.
pub(crate) fn named_files(page: &Path) -> Vec<String> {
    let text = fs::read_to_string(page).unwrap();
    Parser::new(&text)
        .filter_map(|event| match event {
            Event::Code(code) => Some(code.into_string()),
            _ => None,
        })
        .filter(|code| {
            ["src/", "tests/", "docs/"]
                .iter()
                .any(|folder| code.starts_with(folder))
        })
        .filter(|code| !code.contains(['*', ' ']))
        .collect()
}

/// The links of a page whose file or heading is not there.
pub(crate) fn broken(page: &Path) -> Vec<String> {
    let leads_somewhere = |link: &String| {
        let (file, heading) = link.split_once('#').unwrap_or((link, ""));
        let file = match file {
            "" => page.to_owned(),
            file => page.parent().unwrap().join(file),
        };
        if heading.is_empty() {
            file.exists()
        } else {
            file.is_file() && headings(&file).iter().any(|anchor| anchor == heading)
        }
    };
    let mut links = of(page);
    links.retain(|link| !leads_somewhere(link));
    links
}

/// The anchors of a page's headings, as mdBook and GitHub make them.
fn headings(page: &Path) -> Vec<String> {
    let text = fs::read_to_string(page).unwrap();
    let mut anchors = Vec::new();
    let mut open: Option<String> = None;
    for event in Parser::new(&text) {
        match event {
            Event::Start(Tag::Heading { .. }) => open = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => anchors.extend(open.take()),
            Event::Text(part) | Event::Code(part) => {
                if let Some(heading) = &mut open {
                    let part = part.to_lowercase();
                    let kept = part.chars().filter_map(|c| match c {
                        ' ' => Some('-'),
                        c if c.is_alphanumeric() || matches!(c, '-' | '_') => Some(c),
                        _ => None,
                    });
                    heading.extend(kept);
                }
            }
            _ => {}
        }
    }
    anchors
}
