use crate::import::ImportWarning;

/// Removes template tags (`{% .. %}`, `{{ .. }}`, `{: .. }`) and keeps their line breaks. Returns a
/// warning for each list of publications that a tag would have inserted.
pub(super) fn without_tags(text: &str) -> (String, Vec<ImportWarning>) {
    let mut out = String::with_capacity(text.len());
    let mut warnings = Vec::new();
    let mut line = 1;
    let mut rest = text;
    while let Some(at) = rest.find('{') {
        out.push_str(&rest[..at]);
        line += rest[..at].matches('\n').count();
        rest = &rest[at..];
        let Some((tag, length)) = tag(rest) else {
            out.push('{');
            rest = &rest[1..];
            continue;
        };
        if is_list(tag) {
            warnings.push(ImportWarning {
                line,
                column: 1 + text_before(&out),
                message: format!(
                    "`{}` inserts publications of other files here: import those",
                    tag.trim()
                ),
            });
        }
        out.extend(rest[..length].chars().filter(|c| *c == '\n'));
        line += rest[..length].matches('\n').count();
        rest = &rest[length..];
    }
    out.push_str(rest);
    (out, warnings)
}

/// Returns the content of the tag at the beginning of `text`, and its length including what it
/// hides.
fn tag(text: &str) -> Option<(&str, usize)> {
    /// The longest tag in bytes.
    const LONGEST: usize = 1_000;
    let (open, close) = if text.starts_with("{%") {
        ("{%", "%}")
    } else if text.starts_with("{{") {
        ("{{", "}}")
    } else if text.starts_with("{:") {
        ("{:", "}")
    } else {
        return None;
    };
    let mut reach = text.len().min(LONGEST);
    while !text.is_char_boundary(reach) {
        reach -= 1;
    }
    let end = text[..reach].find(close)?;
    let inside = text.get(open.len()..end)?;
    let mut length = end + close.len();
    if inside.trim_matches(['-', ' ']) == "comment"
        && let Some(end) = text[length..].find("endcomment")
        && let Some(closed) = text[length + end..].find("%}")
    {
        length += end + closed + 2;
    }
    Some((inside, length))
}

/// Whether a tag of al-folio, academicpages or Hugo prints a list of publications.
fn is_list(tag: &str) -> bool {
    let words: Vec<&str> = tag.split_whitespace().collect();
    words.first() == Some(&"bibliography")
        || words.first() == Some(&"for")
            && (tag.contains("site.publications") || tag.contains("site.data.publications"))
}

/// Returns the number of characters on the last line.
fn text_before(out: &str) -> usize {
    out.rsplit('\n').next().unwrap_or_default().chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn template_tags_are_removed_and_lines_kept() {
        let text = "{% include base\n%}a [x](y){:target=\"_blank\"} {T} {{ site.x }}b\n\
            {% comment %}c\nd{% endcomment %}e\n {% bibliography -f x %} {% open";
        let (clean, warnings) = without_tags(text);
        assert_eq!(clean, "\na [x](y) {T} b\n\ne\n  {% open");
        assert_eq!(warnings.len(), 1);
        assert_eq!((warnings[0].line, warnings[0].column), (5, 2));
    }
}
