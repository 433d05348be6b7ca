//! Writes lists for people to read, grouped by year, in Markdown and HTML.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::RenderOptions;
use super::cited::{Cited, arxiv_address, by_key, doi_address, plain};
use crate::model::{Kind, Run, Title, Work};

/// The markup of a list and the function that escapes text.
struct Markup {
    text: fn(&str) -> String,
    /// The markup before and after the title, emphasis and the venue.
    title: [&'static str; 2],
    emphasis: [&'static str; 2],
    link: fn(&str, &str) -> String,
}

const MARKDOWN: Markup = Markup {
    text: markdown_text,
    title: ["**", "**"],
    emphasis: ["*", "*"],
    link: |label, address| format!("[{label}](<{address}>)"),
};

const HTML: Markup = Markup {
    text: html_text,
    title: ["<strong>", "</strong>"],
    emphasis: ["<em>", "</em>"],
    link: |label, address| format!("<a href=\"{}\">{label}</a>", html_text(address)),
};

/// Writes a heading and a list for each year, the newest first. Works without a date come first
/// because most are not published yet.
pub(super) fn markdown(works: &[&Work], options: &RenderOptions) -> String {
    let groups = by_year(works, options);
    let sections: Vec<String> = groups
        .iter()
        .map(|(heading, cited)| {
            let items = cited
                .iter()
                .map(|one| format!("- {}\n", item(one, &MARKDOWN)));
            format!("## {heading}\n\n{}", items.collect::<String>())
        })
        .collect();
    sections.join("\n")
}

/// Writes the same list as an HTML 5 page. Each item's `id` is the work's key.
pub(super) fn html(works: &[&Work], options: &RenderOptions) -> String {
    let mut out = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
        <title>Publications</title>\n</head>\n<body>\n<h1>Publications</h1>\n"
        .to_owned();
    for (heading, cited) in by_year(works, options) {
        _ = writeln!(out, "<h2>{heading}</h2>\n<ul>");
        for one in cited {
            let (id, text) = (html_text(one.key), item(&one, &HTML));
            _ = writeln!(out, "<li id=\"{id}\">{text}</li>");
        }
        out.push_str("</ul>\n");
    }
    out.push_str("</body>\n</html>\n");
    out
}

fn by_year<'a>(works: &[&'a Work], options: &RenderOptions) -> Vec<(String, Vec<Cited<'a>>)> {
    let mut groups: BTreeMap<Reverse<i32>, Vec<Cited<'a>>> = BTreeMap::new();
    for cited in by_key(works, options) {
        let year = cited.date.map_or(i32::MAX, |date| date.year);
        groups.entry(Reverse(year)).or_default().push(cited);
    }
    groups
        .into_iter()
        .map(|(Reverse(year), mut cited)| {
            let heading = match cited[0].date {
                Some(_) => year.to_string(),
                None => "Without a date".to_owned(),
            };
            cited.sort_by_key(|one| Reverse(one.date.and_then(|date| date.month)));
            (heading, cited)
        })
        .collect()
}

fn item(cited: &Cited<'_>, markup: &Markup) -> String {
    let text = markup.text;
    let around = |marks: [&str; 2], inner: &str| format!("{}{inner}{}", marks[0], marks[1]);
    let mut sentences: Vec<String> = Vec::new();
    let people = people(cited);
    if !people.is_empty() {
        sentences.push(format!("{}{}", text(&people), stop(&people)));
    }
    let name = around(markup.title, &title(&cited.title, markup));
    sentences.push(format!("{name}{}", stop(&cited.title.text())));
    let mut place: Vec<String> = Vec::new();
    if !cited.venue.is_empty() {
        place.push(around(markup.emphasis, &text(&cited.venue)));
    }
    let counted = match (cited.volume.as_str(), cited.number.as_str()) {
        (volume, "") => volume.to_owned(),
        (volume, number) => format!("{volume}({number})"),
    };
    if cited.kind == Kind::Journal && !counted.is_empty() {
        place.push(text(&counted));
    }
    let pages = cited.page_list().replace('-', "–");
    if !pages.is_empty() {
        place.push(text(&pages));
    }
    let house = match cited.kind {
        Kind::PhdThesis => format!("PhD thesis, {}", cited.organisation()),
        Kind::MastersThesis => format!("Master’s thesis, {}", cited.organisation()),
        Kind::Report | Kind::Book => cited.organisation().to_owned(),
        _ => String::new(),
    };
    let house = house.trim_end_matches(", ");
    if !house.is_empty() {
        place.push(text(house));
    }
    if !place.is_empty() {
        sentences.push(format!("{}.", place.join(", ")));
    }
    if !cited.note.is_empty() {
        sentences.push(format!("{}{}", text(&cited.note), stop(&cited.note)));
    }
    let mut out = sentences.join(" ");
    for link in links(cited, markup) {
        out.push(' ');
        out.push_str(&link);
    }
    out
}

/// Returns the period after a sentence, unless the sentence ends in a punctuation mark.
fn stop(sentence: &str) -> &'static str {
    if sentence.ends_with(['.', '?', '!']) {
        ""
    } else {
        "."
    }
}

fn people(cited: &Cited<'_>) -> String {
    let (list, role) = if cited.authors.is_empty() {
        (&cited.editors, " (eds.)")
    } else {
        (&cited.authors, "")
    };
    if list.is_empty() {
        return String::new();
    }
    let mut names: Vec<String> = list.iter().map(ToString::to_string).collect();
    if cited.others {
        names.push("et al.".to_owned());
    }
    format!("{}{role}", names.join(", "))
}

fn links(cited: &Cited<'_>, markup: &Markup) -> Vec<String> {
    let mut links = Vec::new();
    if let Some(doi) = &cited.ids.doi {
        let label = (markup.text)(&format!("doi:{doi}"));
        links.push((markup.link)(&label, &doi_address(doi.as_str())));
    }
    if let Some(id) = &cited.ids.arxiv {
        let label = (markup.text)(&format!("arXiv:{id}"));
        links.push((markup.link)(&label, &arxiv_address(id.as_str())));
    }
    if let Some(url) = &cited.ids.url {
        links.push((markup.link)("link", url));
    }
    links
}

/// Writes a title. Both formats have tags for scripts; a formula becomes plain characters.
fn title(title: &Title, markup: &Markup) -> String {
    title
        .runs()
        .iter()
        .map(|run| {
            let text = (markup.text)(&plain(run));
            match run {
                Run::Emph(_) => format!("<em>{text}</em>"),
                Run::Sub(_) => format!("<sub>{text}</sub>"),
                Run::Sup(_) => format!("<sup>{text}</sup>"),
                _ => text,
            }
        })
        .collect()
}

/// Escapes characters that have a meaning in Markdown by a backslash (`CommonMark` 0.31, 2.4).
fn markdown_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if r"\`*_{}[]<>#|~$&^@".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

fn html_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::samples;

    fn works() -> [Work; 3] {
        [
            samples::work("b"),
            samples::article("a"),
            samples::preprint("c"),
        ]
    }

    #[test]
    fn works_as_a_markdown_list() {
        let works = works();
        let text = markdown(&works.iter().collect::<Vec<_>>(), &RenderOptions::default());
        insta::assert_snapshot!(text, @r"
    ## Without a date

    - Jane Doe. **Attention Is Not Enough**. Draft. [arXiv:2001.00001](<https://arxiv.org/abs/2001.00001>)

    ## 2023

    - Yang Zhou, José van der Muñoz. **Electrode: Accelerating Distributed Protocols with eBPF**. *20th USENIX Symposium on Networked Systems (NSDI 23)*, 1391–1407. [doi:10.1000/x\_y](<https://doi.org/10.1000/x_y>)

    ## 2021

    - Martin Luther King, Jr., Barnes, Noble \& Co., et al. **R\&D of \<b\>: <em>Coli</em> in CO<sub>2</sub> \* \[x\](y) at O(n\^2) for “\$5” \{set\}**. *Journal of Things \& Thoughts*, 12(3-4), e77. [link](<https://example.org/?a=1&b=(2)>)
    ");
    }

    #[test]
    fn works_as_an_html_page() {
        let works = works();
        let text = html(&works.iter().collect::<Vec<_>>(), &RenderOptions::default());
        insta::assert_snapshot!(text, @r#"
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <title>Publications</title>
    </head>
    <body>
    <h1>Publications</h1>
    <h2>Without a date</h2>
    <ul>
    <li id="c">Jane Doe. <strong>Attention Is Not Enough</strong>. Draft. <a href="https://arxiv.org/abs/2001.00001">arXiv:2001.00001</a></li>
    </ul>
    <h2>2023</h2>
    <ul>
    <li id="b">Yang Zhou, José van der Muñoz. <strong>Electrode: Accelerating Distributed Protocols with eBPF</strong>. <em>20th USENIX Symposium on Networked Systems (NSDI 23)</em>, 1391–1407. <a href="https://doi.org/10.1000/x_y">doi:10.1000/x_y</a></li>
    </ul>
    <h2>2021</h2>
    <ul>
    <li id="a">Martin Luther King, Jr., Barnes, Noble &amp; Co., et al. <strong>R&amp;D of &lt;b&gt;: <em>Coli</em> in CO<sub>2</sub> * [x](y) at O(n^2) for “$5” {set}</strong>. <em>Journal of Things &amp; Thoughts</em>, 12(3-4), e77. <a href="https://example.org/?a=1&amp;b=(2)">link</a></li>
    </ul>
    </body>
    </html>
    "#);
    }
}
