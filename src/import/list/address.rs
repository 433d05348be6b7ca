//! Web addresses and identifiers among the words.

use super::token::Form;

/// A web address or an identifier with the signs around it.
pub(super) fn address(text: &str) -> Option<Vec<(String, Form)>> {
    let start = text.len() - text.trim_start_matches(['(', '[', '<', '"']).len();
    let inner = &text[start..];
    let lower = inner
        .get(..inner.len().min(12))
        .unwrap_or("")
        .to_lowercase();
    let is_address = [
        "http://", "https://", "www.", "doi:10.", "10.", "arxiv:", "hdl:", "urn:",
    ]
    .iter()
    .any(|head| lower.starts_with(head))
        && (!lower.starts_with("10.") || inner.contains('/'))
        && (!lower.starts_with("arxiv:") || inner.len() > 8);
    if !is_address {
        return None;
    }
    let mut end = inner.len();
    while let Some(c) = inner[..end].chars().next_back() {
        let is_balanced =
            |open, close| inner[..end].matches(open).count() >= inner[..end].matches(close).count();
        let belongs = match c {
            ')' => is_balanced('(', ')'),
            ']' => is_balanced('[', ']'),
            '.' | ',' | ';' | ':' | '>' | '"' | '”' | '。' | '，' => false,
            _ => true,
        };
        if belongs {
            break;
        }
        end -= c.len_utf8();
    }
    let mut out = Vec::new();
    for c in text[..start].chars() {
        out.push((
            c.to_string(),
            if c == '"' {
                Form::QuoteOpen
            } else {
                Form::Open
            },
        ));
    }
    out.push((inner[..end].to_owned(), Form::Address));
    for c in inner[end..].chars() {
        let form = match c {
            ')' | ']' | '>' => Form::Close,
            ',' | '，' => Form::Comma,
            ';' => Form::Semicolon,
            ':' => Form::Colon,
            '"' | '”' => Form::QuoteClose,
            _ => Form::Period,
        };
        out.push((c.to_string(), form));
    }
    Some(out)
}
