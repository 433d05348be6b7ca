//! Elements of HTML that reference managers leave in LaTeX.

use super::{DEEPEST, UnlatexReader};
use crate::text::markup::elements::{self, Role};
use crate::text::markup::runs::{self, Atom, RunStyle};
use crate::text::markup::tags::{self, Form};

/// The number of elements without an end after which no more ends are looked for.
const PATIENCE: usize = 20;

impl UnlatexReader<'_> {
    /// Reads an element of HTML that ends in this group, or a tag that separates lines; any
    /// other tag is text.
    pub(super) fn element(&mut self, style: RunStyle, depth: usize) -> bool {
        let Some(tag) = tags::tag(self.rest).filter(|_| self.with_math && depth < DEEPEST) else {
            return false;
        };
        let Some(role) = elements::role(tag) else {
            return false;
        };
        let after = &self.rest[tag.length..];
        let end = if tag.form == Form::Open && self.unclosed <= PATIENCE {
            tags::element_end(after, tag.name)
        } else {
            None
        };
        let end = end.filter(|(end, _)| runs::is_balanced(&after[..*end]));
        let stands_alone = tag.is("br") || tag.is("p");
        if end.is_none() && !stands_alone {
            self.unclosed += usize::from(tag.form == Form::Open);
            return false;
        }
        if role == Role::Block {
            self.atoms.push(Atom::Char(' ', style));
        }
        self.rest = after;
        if let Some((end, length)) = end {
            let inner = match role {
                Role::Styled(inner) => inner,
                Role::Inline | Role::Block => style,
            };
            self.rest = &after[..end];
            self.group(inner, depth + 1);
            self.rest = &after[end + length..];
        }
        true
    }
}
