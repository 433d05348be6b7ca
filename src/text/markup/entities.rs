//! Resolution of HTML's character entities.

/// Crossref's texts are escaped up to three times (`&amp;amp;nbsp;`).
const MOST_PASSES: usize = 3;

/// Resolves entities until none is left, at most three times.
///
/// `&name;` and `&#39;` always; without the semicolon (`R&amp D`) only where the name is the whole
/// word, so that `Distributed&parallel` keeps its letters, which HTML would not.
pub(in crate::text) fn unescape(text: &str) -> String {
    let mut text = text.to_owned();
    for _ in 0..MOST_PASSES {
        let undone = once(&text);
        if undone == text {
            break;
        }
        text = undone;
    }
    text
}

fn once(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let name = rest[1..]
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '#'))
            .map_or(rest.len(), |end| end + 1);
        let end = name + usize::from(rest[name..].starts_with(';'));
        let undone = htmlize::unescape(&rest[..end]);
        let is_whole = rest[..end].ends_with(';') && !undone.ends_with(';')
            || !undone.contains(|c: char| c.is_ascii_alphanumeric());
        out.push_str(if is_whole { &undone } else { &rest[..end] });
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_often_as_escaped_but_no_word_is_hurt() {
        for (given, want) in [
            ("C&amp;EN", "C&EN"),
            ("x&amp;amp;#39;s", "x's"),
            ("and&amp;nbsp;BOLD", "and\u{a0}BOLD"),
            ("R&amp D", "R& D"),
            ("J&ouml;rg &#233; &#xe9;", "Jörg é é"),
            ("Tag&amp;Tab: Q&A", "Tag&Tab: Q&A"),
            ("Distributed&parallel", "Distributed&parallel"),
            ("&unknown; & &", "&unknown; & &"),
            ("&semi;", ";"),
            ("a &lt; b", "a < b"),
        ] {
            assert_eq!(unescape(given), want, "{given}");
        }
    }
}
