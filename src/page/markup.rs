//! Small pieces of markup.

use maud::{Markup, html};

use super::content::{Link, Table, Tone};

/// The class of a tone.
pub(super) fn class(tone: Tone) -> &'static str {
    match tone {
        Tone::Good => "good",
        Tone::Doubt => "doubt",
        Tone::Bad => "bad",
        Tone::Plain => "plain",
    }
}

pub(super) fn table(table: &Table) -> Markup {
    html! {
        div.scroll tabindex="0" role="group" aria-label="table" { table {
            @if !table.caption.is_empty() { caption { (table.caption) } }
            thead { tr { @for name in &table.head { th scope="col" { (name) } } } }
            tbody { @for row in &table.rows { tr {
                @for (at, value) in row.iter().enumerate() {
                    @if at == 0 { th scope="row" { bdi { (value) } } } @else { td { (value) } }
                }
            } } }
        } }
    }
}

/// A link, if the address is one of the web; else its text. A `javascript:` address is never a link.
pub(super) fn link(link: &Link) -> Markup {
    let is_web = ["https://", "http://"]
        .iter()
        .any(|scheme| link.url.starts_with(scheme));
    html! {
        @if is_web { a href=(link.url) { (link.text) } } @else { (link.text) }
    }
}

/// A text in words, of which those are marked that another text lacks.
pub(super) fn words(words: &[(String, bool)]) -> Markup {
    html! {
        bdi { @for (at, (word, is_new)) in words.iter().enumerate() {
            @if at > 0 { " " }
            @if *is_new { mark { (word) } } @else { (word) }
        } }
    }
}
