//! A question on the page: a listing beside the works that it may mean.

use maud::{Markup, html};

use super::{
    content::{Choice, PageQuestion},
    markup::{link, words},
};

/// Draws a question, with buttons if it can be answered here.
pub(super) fn question(question: &PageQuestion, answerable: bool) -> Markup {
    let heading = format!("q{}", question.number);
    html! {
        article.q data-q=(question.number) tabindex=[answerable.then_some("-1")] aria-labelledby=(heading) {
            h3 id=(heading) { bdi { (question.title) } }
            @if let Some(conflict) = &question.conflict { p.conflict { b { "Conflict: " } bdi { (conflict) } } }
            dl { @for (name, value) in &question.listed { dt { (name) } dd { bdi { (value) } } } }
            p.ask { "Which work is it?" }
            ol { @for candidate in &question.candidates { li { (self::candidate(candidate, answerable)) } } }
            @if answerable {
                p.answers {
                    button type="button" data-a="none" { kbd { "n" } " None of these" } " "
                    button.quiet type="button" data-later { kbd { "l" } " Later" }
                }
                p.told role="status" {}
            } @else {
                p.how { "To answer: " code { "bibsync review --accept " (question.number) "=" (first(question)) }
                    ", or " code { "bibsync review --web" } "." }
            }
        }
    }
}

fn first(question: &PageQuestion) -> &str {
    let mut answers = question.candidates.iter();
    answers
        .find_map(|it| it.answer.as_deref())
        .unwrap_or("none")
}

fn candidate(candidate: &Choice, answerable: bool) -> Markup {
    html! {
        p.name { (words(&candidate.title)) }
        dl { @for (name, value) in &candidate.fields { dt { (name) } dd { (words(value)) } } }
        p.ids {
            "confidence " (format!("{:.0} %", candidate.confidence * 100.0))
            @for one in &candidate.links { " · " (link(one)) }
            @for remark in &candidate.remarks { " · " bdi { (remark) } }
        }
        @match (&candidate.answer, answerable) {
            (Some(answer), true) => p { button type="button" data-a=(answer) { kbd { (answer) } " It is this one" } },
            (None, _) => p.ids { "It has no identifier to pin it by." },
            _ => {},
        }
    }
}
