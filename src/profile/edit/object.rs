use serde_json::Value;

use super::{error::EditError, style::ObjectStyle};
use crate::profile::json::{Member, Node};

/// An object and the text around it, to be edited field by field.
#[derive(Debug)]
pub(super) struct Object<'t> {
    /// The text before and after the object.
    head: &'t str,
    tail: &'t str,
    /// The object from `{` to `}`.
    text: &'t str,
    /// Its members, with positions counted in `text`.
    members: Vec<Member<'t>>,
}

impl<'t> Object<'t> {
    /// Parses `text` as one object with blanks around it.
    pub(super) fn read(text: &'t str) -> Result<Self, EditError> {
        let not_one = |why: String| EditError::NotAProfile(why);
        let span = Node::whole(text)
            .map_err(|error| not_one(error.to_string()))?
            .span();
        let object = &text[span.clone()];
        let node = Node::whole(object).map_err(|error| not_one(error.to_string()))?;
        let members = node
            .object()
            .ok_or_else(|| not_one(format!("expected an object, found {}", node.type_name())))?;
        Ok(Self {
            head: &text[..span.start],
            tail: &text[span.end..],
            text: object,
            members,
        })
    }

    /// Returns its layout.
    pub(super) fn style(&self) -> ObjectStyle<'t> {
        ObjectStyle::seen(self.text, &self.members)
    }

    /// Returns the value of a field, with its position in the object.
    pub(super) fn value(&self, field: &str) -> Result<Option<Node<'t>>, EditError> {
        Ok(self.find(field)?.map(|at| self.members[at].value))
    }

    /// Returns the whole text with `field` set to `value`; a new field is inserted before
    /// `ahead_of` if that exists, else appended.
    pub(super) fn with(
        &self,
        field: &str,
        value: &Value,
        ahead_of: Option<&str>,
    ) -> Result<String, EditError> {
        let old = self.value(field)?;
        if old.and_then(|old| old.get::<Value>()).as_ref() == Some(value) {
            return Ok(self.replaced(0..0, ""));
        }
        self.put(field, &self.style().value(value), ahead_of)
    }

    /// Returns the whole text with `field` set to the JSON text `value`.
    pub(super) fn put(
        &self,
        field: &str,
        value: &str,
        ahead_of: Option<&str>,
    ) -> Result<String, EditError> {
        if let Some(old) = self.value(field)? {
            return Ok(self.replaced(old.span(), value));
        }
        let style = self.style();
        let ahead = match ahead_of {
            Some(other) => self.find(other)?,
            None => None,
        };
        if let Some(at) = ahead {
            let start = self.members[at].label.span().start;
            return Ok(self.replaced(start..start, &style.before(field, value)));
        }
        Ok(match self.members.last() {
            Some(last) => {
                let end = last.value.span().end;
                self.replaced(end..end, &style.after(field, value))
            }
            None => self.replaced(1..1, &style.field(field, value)),
        })
    }

    /// Returns the whole text without `field`.
    pub(super) fn without(&self, field: &str) -> Result<String, EditError> {
        let Some(at) = self.find(field)? else {
            return Ok(self.replaced(0..0, ""));
        };
        let this = &self.members[at];
        let span = if let Some(next) = self.members.get(at + 1) {
            this.label.span().start..next.label.span().start
        } else {
            let start = match at.checked_sub(1) {
                Some(previous) => self.members[previous].value.span().end,
                None => 1,
            };
            start..this.value.span().end
        };
        Ok(self.replaced(span, ""))
    }

    fn find(&self, field: &str) -> Result<Option<usize>, EditError> {
        let mut found = (0..self.members.len()).filter(|at| self.members[*at].name == field);
        let first = found.next();
        if found.next().is_some() {
            return Err(EditError::DuplicateField {
                field: field.to_owned(),
            });
        }
        Ok(first)
    }

    fn replaced(&self, span: std::ops::Range<usize>, by: &str) -> String {
        let (before, after) = (&self.text[..span.start], &self.text[span.end..]);
        [self.head, before, by, after, self.tail].concat()
    }
}
