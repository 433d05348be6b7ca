//! Words that stand on buttons.

use super::{
    lexicon::Sort,
    token::{Form, Token},
};

/// Whether all words of a piece stand on buttons: `[pdf]`, `PAPER LINK`, `Code`.
pub(super) fn is_button(inner: &[Token]) -> bool {
    let mut words = inner
        .iter()
        .filter(|token| token.form == Form::Word)
        .peekable();
    if words.peek().is_none() || inner.len() > 8 {
        return false;
    }
    if inner.iter().all(|token| token.style.label) && inner.iter().any(|token| token.link.is_some())
    {
        return true;
    }
    // `Preprint from arXiv.org`
    let is_offer = inner.first().is_some_and(|word| {
        [
            "preprint",
            "reprint",
            "download",
            "available",
            "read",
            "view",
            "access",
            "leer",
            "ver",
            "descargar",
            "errata",
            "telecharger",
            "supplemental",
            "supplementary",
            "replication",
            "accepted",
        ]
        .contains(&word.folded())
    });
    // `Access Control for Mills` is a title.
    let offers = |token: &Token| {
        token.form == Form::Address
            || token.is(Sort::Button)
            || ["material", "package", "version", "access", "manuscript"].contains(&token.folded())
    };
    let is_open =
        matches!(inner, [open, access] if open.folded() == "open" && access.folded() == "access");
    // `Errata Liste der 3. Auflage`
    let is_errata = inner.len() <= 10
        && matches!(inner.first(), Some(word) if word.folded() == "errata")
        && inner.iter().all(|token| token.link.is_some());
    if is_errata {
        return true;
    }
    if inner.len() <= 5
        && inner.iter().all(|token| token.link.is_some())
        && (is_open || is_offer && (inner.len() == 1 || inner[1..].iter().any(offers)))
    {
        return true;
    }
    // `Journal link`, `Link here`; titles speak of links too: `Models of Link Structure`.
    let is_large = |token: &Token| !token.text.contains(char::is_lowercase);
    let is_short = match inner.len() {
        0..=2 => true,
        3 => inner.iter().all(|token| token.link.is_some()),
        count => count <= 5 && inner.iter().all(is_large),
    };
    let says_link = |word: &Token| ["link", "links"].contains(&word.folded());
    if is_short && inner.iter().rev().take(2).any(says_link) {
        return true;
    }
    let is_told = inner
        .iter()
        .any(|token| token.link.is_some() || token.style.label || token.form == Form::Open);
    let is_venue_too = inner.iter().all(|token| {
        [
            "arxiv",
            "preprint",
            "openreview",
            "hal",
            "software",
            "dataset",
            "media",
            "1",
            "2",
            "ads",
            "inspire",
            "mr",
            "rg",
            "zbl",
        ]
        .contains(&token.folded())
    });
    (is_told || !is_venue_too)
        && words.all(|word| word.is(Sort::Button))
        && !inner.iter().any(|token| token.form == Form::Colon)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::{
        Span,
        list::{examples::titles, token::tokens},
    };

    #[test]
    fn a_title_that_ends_with_links_is_no_button() {
        let read =
            titles(&["[1] A. Lee and B. Ray, “Models of Link Structure,” Review of Mills, 2019."]);
        assert_eq!(read, ["Models of Link Structure"]);
    }

    #[test]
    fn links_that_offer_something_are_buttons() {
        for (text, want) in [
            ("MR", true),
            ("RG", true),
            ("Supplemental material", true),
            ("Open access", true),
            ("Download the PDF", true),
            ("Access Control for Mills", false),
            ("Open Looms", false),
        ] {
            let span = Span {
                text: text.to_owned(),
                link: Some("http://a.org".to_owned()),
                ..Span::default()
            };
            assert_eq!(is_button(&tokens(&[span], 1)), want, "{text}");
        }
    }
}
