//! The layout of a new profile, which people read, edit and keep in git: one field a line, so that
//! each fault has a line of its own and the changes of two people seldom conflict.

use super::{EditError, json::Node};

/// Lists and objects within a publication are on one line up to this column.
const COLUMNS: usize = 100;

/// The indentation of one level.
const STEP: usize = 2;

/// Reformats a profile for people, with every byte of its names and values kept.
///
/// # Errors
/// Fails when the text is not JSON.
pub fn laid_out(text: &str) -> Result<String, EditError> {
    let root = Node::whole(text).map_err(|error| EditError::NotAProfile(error.to_string()))?;
    let mut out = String::with_capacity(text.len() * 2);
    Layout { text }.put(&mut out, root, 0, true);
    out.push('\n');
    Ok(out)
}

struct Layout<'t> {
    text: &'t str,
}

impl Layout<'_> {
    /// Appends a value to the line; an `open` object always has several lines.
    fn put(&self, out: &mut String, node: Node<'_>, depth: usize, open: bool) {
        let flat = self.flat(node);
        let line = out.rfind('\n').map_or(0, |end| end + 1);
        // A comma follows.
        let width = out[line..].chars().count() + flat.chars().count() + 1;
        if let Some(members) = node.object()
            && !members.is_empty()
            && (open || width > COLUMNS)
        {
            let members = members.into_iter();
            let members = members.map(|member| (Some(member.label), member.value));
            self.lines(out, members.collect(), depth, ['{', '}']);
        } else if let Some(items) = node.list()
            && (width > COLUMNS || items.iter().any(|item| item.object().is_some()))
        {
            let items = items.into_iter().map(|item| (None, item));
            self.lines(out, items.collect(), depth, ['[', ']']);
        } else {
            out.push_str(&flat);
        }
    }

    /// Appends members or items, one a line; an item that is an object has several lines.
    fn lines(
        &self,
        out: &mut String,
        parts: Vec<(Option<Node<'_>>, Node<'_>)>,
        depth: usize,
        [start, end]: [char; 2],
    ) {
        let indent = |out: &mut String, depth: usize| {
            out.push('\n');
            out.push_str(&" ".repeat(depth * STEP));
        };
        out.push(start);
        for (at, (label, value)) in parts.into_iter().enumerate() {
            if at > 0 {
                out.push(',');
            }
            indent(out, depth + 1);
            if let Some(label) = label {
                out.push_str(&self.text[label.span()]);
                out.push_str(": ");
            }
            self.put(out, value, depth + 1, label.is_none());
        }
        indent(out, depth);
        out.push(end);
    }

    /// Formats a value on one line.
    fn flat(&self, node: Node<'_>) -> String {
        if let Some(members) = node.object() {
            let members = members.iter().map(|member| {
                let label = &self.text[member.label.span()];
                format!("{label}: {}", self.flat(member.value))
            });
            let members: Vec<String> = members.collect();
            return if members.is_empty() {
                "{}".to_owned()
            } else {
                format!("{{ {} }}", members.join(", "))
            };
        }
        if let Some(items) = node.list() {
            let items: Vec<String> = items.iter().map(|item| self.flat(*item)).collect();
            return format!("[{}]", items.join(", "));
        }
        self.text[node.span()].to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_field_a_line_and_short_lists_on_one() {
        let names = format!("[{}]", ["\"Somebody Somewhere\""; 5].join(","));
        let text = format!(
            "{{\"name\":\"Ada \\u00c9\", \"ids\": {{\"orcid\":\"0\"}},\"publications\":[{{\"title\":\"A\",\
             \"authors\":[null,\"B\"],\"from\":{{\"lines\":[1,2]}}}},{{\"title\":\"B\",\"authors\":{names}}}],\"aliases\":[]}}"
        );
        let wanted = r#"{
  "name": "Ada \u00c9",
  "ids": { "orcid": "0" },
  "publications": [
    {
      "title": "A",
      "authors": [null, "B"],
      "from": { "lines": [1, 2] }
    },
    {
      "title": "B",
      "authors": [
        "Somebody Somewhere",
        "Somebody Somewhere",
        "Somebody Somewhere",
        "Somebody Somewhere",
        "Somebody Somewhere"
      ]
    }
  ],
  "aliases": []
}
"#;
        assert_eq!(laid_out(&text).unwrap(), wanted);
        assert_eq!(laid_out(wanted).unwrap(), wanted, "it stays so");
        assert_eq!(laid_out("{}").unwrap(), "{}\n");
        assert!(laid_out("{").is_err());
    }
}
