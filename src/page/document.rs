//! The document: head, sections in the order in which they are wanted, and the one script.

use std::collections::BTreeSet;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest as _, Sha256};

use super::{
    content::{Need, Page},
    harmless::harmless,
    item, markup, question,
};

/// The mark of our own pages, which may be replaced.
const GENERATOR: &str = "bibsync";

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");
const REVIEW_SCRIPT: &str = include_str!("review.js");

/// Writes a page as one HTML file that asks nobody for anything.
#[must_use]
pub fn write(page: &Page) -> String {
    let script = format!("{SCRIPT}enhance();\n");
    document(&page.title, &script, "", &body(page))
}

/// Writes the document of a review, which fetches its content from the server that sent it. It holds
/// nothing that is secret: whoever asks for it may not be the person.
#[must_use]
pub fn review_shell() -> String {
    let script = format!("{SCRIPT}{REVIEW_SCRIPT}");
    let body = html! {
        div.bar role="region" aria-label="Review" {
            p #state role="status" { "Connecting…" }
            p {
                button.quiet type="button" id="undo" disabled { kbd { "u" } " Undo" } " "
                button type="button" id="done" disabled { kbd { "s" } " Done" }
            }
        }
        noscript { p.conflict { "Answers need JavaScript here; `bibsync review` asks on the terminal." } }
        div #page {}
    };
    document("bibsync review", &script, "connect-src 'self'; ", &body)
}

/// Writes the content of a page as a part of a document.
#[must_use]
pub fn content(page: &Page) -> String {
    harmless(&body(page).into_string())
}

/// Whether a file is a page of bibsync, which a new one may replace.
#[must_use]
pub fn is_page(text: &str) -> bool {
    text.starts_with("<!DOCTYPE html>")
        && text.contains(&format!(
            "<meta name=\"generator\" content=\"{GENERATOR}\">"
        ))
}

/// Writes a document with one script, which may make connections to `connect`.
pub(super) fn document(title: &str, script: &str, connect: &str, body: &Markup) -> String {
    let digest = STANDARD.encode(Sha256::digest(script.as_bytes()));
    let policy = format!(
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-{digest}'; {connect}base-uri 'none'; form-action 'none'"
    );
    let html = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width,initial-scale=1";
                meta name="referrer" content="no-referrer";
                meta name="generator" content=(GENERATOR);
                meta name="color-scheme" content="light dark";
                title { (title) }
                link rel="icon" href="data:,";
                style { (PreEscaped(STYLE)) }
            }
            body { (body) script { (PreEscaped(script)) } }
        }
    };
    harmless(&html.into_string())
}

/// The body without its script.
pub(super) fn body(page: &Page) -> Markup {
    let works = page.groups.iter().map(|group| group.works.len());
    let mut keys = BTreeSet::new();
    let has_works = works.sum::<usize>() > 0;
    html! {
        header {
            h1 { bdi { (page.title) } }
            p.lead { (page.lead) }
            @if !page.counts.is_empty() { ul.counts { @for count in &page.counts {
                li.(markup::class(count.tone)) { b { (count.count) } span { (count.label) } small { (count.means) } }
            } } }
        }
        main {
            @if !page.questions.is_empty() || !page.needs.is_empty() { section #needs {
                h2 { "What needs you" }
                @for one in &page.questions { (question::question(one, page.answerable)) }
                (needs(&page.needs))
            } }
            @if let Some(news) = &page.news { section #news {
                h2 { "What is new" }
                @if news.is_empty() { p { "Nothing has changed since the last time." } }
                (needs(news))
            } }
            @if !page.charts.is_empty() { section #overview {
                h2 { "Overview" }
                div.charts { @for (nth, chart) in page.charts.iter().enumerate() { (chart.draw(nth)) } }
            } }
            @if has_works { section #works {
                h2 { "Works" }
                p.tools hidden {
                    label { "Filter " input type="search" id="filter" autocomplete="off"; }
                    " " button type="button" id="all" { "Unfold all" }
                    span role="status" id="shown" {}
                }
                @for group in &page.groups { div.group {
                    h3 { (group.heading) }
                    @if !group.say.is_empty() { p.say { (group.say) } }
                    @for work in &group.works { (item::work(work, &mut keys)) }
                } }
            } }
            @if !page.asked.is_empty() || !page.failures.is_empty() { section #asked {
                h2 { "What was asked" }
                @for failure in &page.failures { p.conflict { (failure) } }
                @for asked in &page.asked { (markup::table(asked)) }
            } }
            @if !page.cite.is_empty() { section #cite {
                h2 { "How to cite from this file" }
                pre { (page.cite.join("\n")) }
            } }
        }
        footer { p { (page.colophon) } }
    }
}

fn needs(needs: &[Need]) -> Markup {
    html! {
        @if !needs.is_empty() { ul.needs { @for need in needs {
            li.(markup::class(need.tone)) {
                i { (need.what) } " " b { bdi { (need.title) } }
                p { bdi { (need.say) } @if let Some(link) = &need.link { " " (markup::link(link)) } }
            }
        } } }
    }
}
