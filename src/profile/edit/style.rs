use serde_json::Value;

use crate::profile::json::Member;

/// The layout of an object: the blanks between its tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ObjectStyle<'t> {
    /// Between `{` and the first name.
    open: &'t str,
    /// Between a comma and the next name.
    next: &'t str,
    /// Between a name and its value, the colon included.
    colon: &'t str,
    /// Between the last value and `}`.
    close: &'t str,
}

impl<'t> ObjectStyle<'t> {
    /// Returns the layout of the object `text` with these members.
    pub(super) fn seen(text: &'t str, members: &[Member<'t>]) -> Self {
        let (Some(first), Some(last)) = (members.first(), members.last()) else {
            return Self {
                open: "",
                next: " ",
                colon: ": ",
                close: "",
            };
        };
        let between = |member: &Member<'t>| {
            let (name, value) = (member.label.span(), member.value.span());
            &text[name.end..value.start]
        };
        let mut style = Self {
            open: &text[1..first.label.span().start],
            next: "",
            colon: between(last),
            close: &text[last.value.span().end..text.len() - 1],
        };
        style.next = match members {
            [.., previous, last] => {
                let gap = &text[previous.value.span().end..last.label.span().start];
                gap.split_once(',').map_or("", |(_, next)| next)
            }
            _ => style.gap_or_blank(style.open),
        };
        style
    }

    /// Returns `gap`, or a blank where the object is written with blanks and the only known gap is that
    /// after an opening bracket, which may be empty.
    pub(super) fn gap_or_blank(&self, gap: &'t str) -> &'t str {
        if gap.is_empty() && self.is_spaced() {
            " "
        } else {
            gap
        }
    }

    /// Formats a field that follows another.
    pub(super) fn after(&self, name: &str, value: &str) -> String {
        format!(",{}{}", self.next, self.field(name, value))
    }

    /// Formats a field that precedes another, which starts a new line in an object on several lines.
    pub(super) fn before(&self, name: &str, value: &str) -> String {
        format!("{},{}", self.field(name, value), self.next)
    }

    /// Formats a name and its value.
    pub(super) fn field(&self, name: &str, value: &str) -> String {
        format!("{}{}{value}", Value::from(name), self.colon)
    }

    /// Formats a value on one line, as lists of names are kept even where they are long.
    pub(super) fn value(&self, value: &Value) -> String {
        let comma = if self.is_spaced() { ", " } else { "," };
        let pad = if self.is_spaced() { " " } else { "" };
        match value {
            Value::Array(items) => {
                let items: Vec<_> = items.iter().map(|item| self.value(item)).collect();
                format!("[{}]", items.join(comma))
            }
            Value::Object(members) if !members.is_empty() => {
                let colon = self.colon.trim_end_matches(['\n', '\r']);
                let members: Vec<_> = members
                    .iter()
                    .map(|(name, value)| {
                        format!("{}{colon}{}", Value::from(name.as_str()), self.value(value))
                    })
                    .collect();
                format!("{{{pad}{}{pad}}}", members.join(comma))
            }
            other => other.to_string(),
        }
    }

    /// Formats an object in this layout.
    pub(super) fn object(&self, fields: &[(String, Value)]) -> String {
        let fields: Vec<_> = fields
            .iter()
            .map(|(name, value)| self.field(name, &self.value(value)))
            .collect();
        let comma = format!(",{}", self.next);
        format!("{{{}{}{}}}", self.open, fields.join(&comma), self.close)
    }

    /// Formats a list of objects as the value of a field of this object: one line for each field where
    /// this object has several lines, else all on one line.
    pub(super) fn list_of(&self, objects: &[&[(String, Value)]]) -> String {
        let end = self.open.rfind('\n').map(|at| {
            let line = &self.open[at..];
            if self.open[..at].ends_with('\r') {
                (format!("\r{line}"), &line[1..])
            } else {
                (line.to_owned(), &line[1..])
            }
        });
        let (outer, item, field) = match end {
            Some((line, unit)) => (
                line.clone(),
                format!("{line}{unit}"),
                format!("{line}{unit}{unit}"),
            ),
            None => (String::new(), String::new(), String::new()),
        };
        let next = if field.is_empty() && self.is_spaced() {
            " "
        } else {
            field.as_str()
        };
        let each = ObjectStyle {
            open: &field,
            next,
            colon: self.colon,
            close: &item,
        };
        let objects: Vec<_> = objects
            .iter()
            .map(|fields| format!("{item}{}", each.object(fields)))
            .collect();
        let comma = if item.is_empty() && self.is_spaced() {
            ", "
        } else {
            ","
        };
        format!("[{}{outer}]", objects.join(comma))
    }

    fn is_spaced(&self) -> bool {
        self.colon.ends_with(char::is_whitespace)
    }
}
