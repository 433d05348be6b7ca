use std::ops::Range;

/// A replacement of a part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Splice {
    /// The bytes of the text that are replaced; empty for an insertion.
    pub span: Range<usize>,
    /// What replaces them.
    pub with: String,
}

impl Splice {
    /// Replaces `span`.
    #[must_use]
    pub fn new(span: Range<usize>, with: impl Into<String>) -> Self {
        Self {
            span,
            with: with.into(),
        }
    }
}

/// Sorts splices by place. Insertions at one place keep their order, and precede a replacement that
/// begins there.
pub(super) fn sort(splices: &mut [Splice]) {
    splices.sort_by_key(|splice| (splice.span.start, splice.span.end));
}

/// Returns the text with sorted splices that don't overlap; `None` where they overlap or leave it.
#[must_use]
pub fn spliced(text: &str, splices: &[Splice]) -> Option<String> {
    let added: usize = splices.iter().map(|splice| splice.with.len()).sum();
    let mut out = String::with_capacity(text.len() + added);
    let mut at = 0;
    for splice in splices {
        out.push_str(text.get(at..splice.span.start)?);
        out.push_str(&splice.with);
        at = splice.span.end;
    }
    out.push_str(text.get(at..)?);
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splices_replace_their_spans_and_may_not_overlap() {
        let two = [Splice::new(1..2, "X"), Splice::new(3..3, "Y")];
        assert_eq!(spliced("abcd", &two).unwrap(), "aXcYd");
        assert_eq!(
            spliced("abcd", &[Splice::new(0..3, ""), Splice::new(2..4, "")]),
            None
        );
        assert_eq!(spliced("abcd", &[Splice::new(3..9, "")]), None);
    }
}
