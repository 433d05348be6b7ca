use std::borrow::Cow;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use super::{
    breaks::{are_meant, is_broken, with_tag},
    front::Front,
    html_blocks::without_indents,
    liquid::without_tags,
    spans::mended,
    superscripts::raised,
    tight_heads::with_blanks,
    written_in_front::written_in_front,
    years::with_years,
};
use crate::import::{
    ImportWarning, Page,
    compose::Counter,
    html::{ElementAttributes, Weaver, name_in_title},
};

/// Reads the lines of a Markdown page. Returns warnings for text in other files.
#[must_use]
pub(in crate::import) fn page(text: &str) -> (Page, Vec<ImportWarning>) {
    let front = Front::of(text);
    let has_body = !text[front.body..].trim().is_empty();
    let (before, source) = if has_body {
        let before = text[..front.body].matches('\n').count();
        (before, Cow::Borrowed(&text[front.body..]))
    } else {
        (0, Cow::Owned(written_in_front(&text[..front.body])))
    };
    let (body, mut warnings) = without_tags(&source);
    let body = with_years(&with_blanks(&mended(&without_indents(&body))));
    for fault in &mut warnings {
        fault.line += before;
    }
    let mut lines = Counter::of(&body);
    let mut weaver = Weaver::default();
    // The lines of an HTML block come one by one, and a tag may extend over several.
    let mut html: Option<(String, usize)> = None;
    let parser = Parser::new_ext(
        &body,
        Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_DEFINITION_LIST,
    );
    let breaks_are_meant = are_meant(&body);
    let (mut items, mut begins_item) = (0_usize, false);
    for (event, range) in parser.into_offset_iter() {
        let at = before + lines.line(range.start);
        if let Event::Html(piece) = &event {
            html.get_or_insert_with(|| (String::new(), at))
                .0
                .push_str(&with_tag(piece));
            continue;
        }
        if let Some((html, at)) = html.take() {
            weaver.html(&html, at);
        }
        // A quotation inside an item comments on it; one that is the whole item contains it.
        let is_aside = items > 0 && !std::mem::take(&mut begins_item);
        match &event {
            Event::Start(Tag::Item) => (items, begins_item) = (items + 1, true),
            Event::End(TagEnd::Item) => items = items.saturating_sub(1),
            _ => {}
        }
        match event {
            Event::Start(Tag::BlockQuote(_)) if is_aside => {
                let hidden = ElementAttributes {
                    hidden: true,
                    ..ElementAttributes::default()
                };
                weaver.open("blockquote", hidden, at);
            }
            Event::Start(tag) => start(&mut weaver, &tag, at),
            Event::End(tag) => end(&mut weaver, tag),
            Event::Text(text) | Event::InlineMath(text) | Event::DisplayMath(text) => {
                let is_last = body[range.end..].starts_with('\n');
                let text = if is_last {
                    text.trim_end_matches('\\')
                } else {
                    &text
                };
                weaver.text(&raised(text), at);
            }
            // Code is used for badges in lists: `ICML 2019`.
            Event::Code(text) => {
                weaver.html("<span class=\"badge\">", at);
                weaver.text(&text, at);
                weaver.html("</span>", at);
            }
            Event::InlineHtml(html) => weaver.html(&html, at),
            // Kramdown breaks a line with two backslashes, of which one is left here.
            Event::SoftBreak if body[..range.start].ends_with('\\') => {
                weaver.open("br", ElementAttributes::default(), at);
            }
            Event::SoftBreak if breaks_are_meant && !is_broken(&body[..range.start]) => {
                weaver.open("br", ElementAttributes::default(), at);
            }
            Event::SoftBreak => weaver.text(" ", at),
            Event::HardBreak => weaver.open("br", ElementAttributes::default(), at),
            Event::Rule => weaver.open("hr", ElementAttributes::default(), at),
            Event::Html(_) | Event::FootnoteReference(_) | Event::TaskListMarker(_) => {}
        }
    }
    if let Some((html, at)) = html.take() {
        weaver.html(&html, at);
    }
    let mut page = weaver.finish();
    let named = front.text(&["author", "name"]).map(str::to_owned);
    page.name = named
        .or_else(|| front.text(&["title"]).and_then(name_in_title))
        .or(page.name);
    page.title = front.text(&["title"]).map(str::to_owned).or(page.title);
    (page, warnings)
}

fn start(weaver: &mut Weaver, tag: &Tag<'_>, at: usize) {
    let plain = ElementAttributes::default();
    match tag {
        Tag::Link { dest_url, .. } => {
            let attributes = ElementAttributes {
                href: Some(dest_url.to_string()).filter(|url| !url.is_empty()),
                ..plain
            };
            weaver.open("a", attributes, at);
        }
        // The text of a picture is shown only if the picture is missing.
        Tag::Image { .. } => {
            let attributes = ElementAttributes {
                hidden: true,
                ..plain
            };
            weaver.open("span", attributes, at);
        }
        Tag::CodeBlock(kind) => {
            let hidden = matches!(kind, CodeBlockKind::Fenced(word) if word.starts_with("bib"));
            weaver.open("pre", ElementAttributes { hidden, ..plain }, at);
        }
        tag => {
            if let Some(name) = element(tag.to_end()) {
                weaver.open(name, plain, at);
            }
        }
    }
}

fn end(weaver: &mut Weaver, tag: TagEnd) {
    let name = match tag {
        TagEnd::Link => Some("a"),
        TagEnd::Image => Some("span"),
        TagEnd::CodeBlock => Some("pre"),
        tag => element(tag),
    };
    if let Some(name) = name {
        weaver.close(name);
    }
}

/// Returns the HTML element that a mark stands for.
fn element(tag: TagEnd) -> Option<&'static str> {
    Some(match tag {
        TagEnd::Paragraph => "p",
        TagEnd::Heading(level) => {
            ["h1", "h2", "h3", "h4", "h5", "h6"][(level as usize).clamp(1, 6) - 1]
        }
        TagEnd::BlockQuote(_) => "blockquote",
        TagEnd::List(_) => "ul",
        TagEnd::Item => "li",
        TagEnd::DefinitionList => "dl",
        TagEnd::DefinitionListTitle => "dt",
        TagEnd::DefinitionListDefinition => "dd",
        TagEnd::Table => "table",
        TagEnd::TableHead | TagEnd::TableRow => "tr",
        TagEnd::TableCell => "td",
        TagEnd::Emphasis => "em",
        TagEnd::Strong => "strong",
        TagEnd::Strikethrough => "s",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotations_inside_items_are_left_out() {
        let text =
            "- **Looms**\n\n    Ann Lee\n\n    > Said of looms.\n\n- > Mills, 2019\n\n> Wool\n";
        let lines: Vec<String> = page(text)
            .0
            .lines
            .iter()
            .map(crate::import::Line::text)
            .collect();
        assert_eq!(lines, ["Looms", "Ann Lee", "Mills, 2019", "Wool"]);
    }

    #[test]
    fn page_of_a_site_generator_is_read() {
        let text = "---\nlayout: page\ntitle: CV\nauthor: Ada Sample\n---\n{% include x %}\n\n\
# Publications {#pubs}\n\n1. **Ada Sample**\\*, Bob Doe. [On\n   Looms](http://x.org/p_1).  \n   *NSDI*, 2023.\n   - inner\n2. Second <sup>1</sup> <div class=\"abstract hidden\">gone</div>\n\n\
<ol class=\"x\"\n    id=y>\n<li>Third</li>\n</ol>\n\n```bibtex\n@x{y}\n```\n\n\
| Year | Title |\n|---|---|\n| 2020 | Fourth |\n\n![alt](x.png) <b>Fifth</b>\n";
        let (page, warnings) = page(text);
        let shown: Vec<String> = page.lines.iter().map(crate::import::shown).collect();
        assert_eq!(
            shown,
            [
                "1|Publications {#pubs}",
                "*1 |*Ada Sample**, Bob Doe. (On Looms).",
                " 1 |/NSDI/, 2023.",
                "*2 |inner",
                "*1 |Second ¹",
                "*1 |Third",
                "*|Year   Title",
                "*|2020   Fourth",
                "¶|*Fifth*",
            ]
        );
        assert_eq!(page.name.as_deref(), Some("Ada Sample"));
        let at: Vec<(usize, usize)> = page.lines[1..3]
            .iter()
            .map(|line| (line.at.first, line.at.last))
            .collect();
        assert_eq!(at, [(10, 11), (12, 12)]);
        assert_eq!(page.lines[5].at.first, 18);
        assert!(warnings.is_empty());
    }

    #[test]
    fn deep_nesting_is_read() {
        for piece in [
            "> ",
            "* ",
            "[",
            "**",
            "<div>\n\n",
            "- a\n  ",
            "`",
            "![",
            "_a",
            "|",
        ] {
            let text = format!("{}words", piece.repeat(20_000));
            assert!(page(&text).0.lines.len() <= 20_001, "{piece}");
        }
    }
}
