//! The text of a token, with what is found out of it once.

use std::{
    borrow::Borrow,
    cell::OnceCell,
    collections::HashSet,
    fmt,
    hash::{Hash, Hasher},
    ops::Deref,
    rc::Rc,
};

use super::lexicon::{self, Sort, WordSorts};
use crate::text::fold::fold;

/// The text of a token. A copy of it costs nothing, and what is found out of one is known to all.
#[derive(Clone)]
pub(super) struct TokenText(Rc<Known>);

struct Known {
    text: Box<str>,
    folded: OnceCell<(Box<str>, WordSorts)>,
}

impl TokenText {
    pub(super) fn as_str(&self) -> &str {
        &self.0.text
    }

    /// The text, folded.
    pub(super) fn folded(&self) -> &str {
        &self.word().0
    }

    /// Whether the folded text is a word of a sort.
    pub(super) fn is(&self, sort: Sort) -> bool {
        self.word().1.has(sort)
    }

    fn word(&self) -> &(Box<str>, WordSorts) {
        self.0.folded.get_or_init(|| {
            let folded = fold(&self.0.text);
            let sorts = lexicon::sorts(&folded);
            (folded.into(), sorts)
        })
    }
}

impl From<&str> for TokenText {
    fn from(text: &str) -> Self {
        Self(Rc::new(Known {
            text: text.into(),
            folded: OnceCell::new(),
        }))
    }
}

impl From<String> for TokenText {
    fn from(text: String) -> Self {
        Self::from(text.as_str())
    }
}

impl Deref for TokenText {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Display for TokenText {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(to)
    }
}

impl fmt::Debug for TokenText {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), to)
    }
}

impl PartialEq for TokenText {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0) || self.as_str() == other.as_str()
    }
}

impl Eq for TokenText {}

impl Hash for TokenText {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl Borrow<str> for TokenText {
    fn borrow(&self) -> &str {
        self.as_str()
    }
}

impl PartialEq<str> for TokenText {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for TokenText {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

/// The texts of a page, each held once.
#[derive(Debug, Default)]
pub(super) struct Interner(HashSet<TokenText>);

impl Interner {
    pub(super) fn text(&mut self, text: &str) -> TokenText {
        if let Some(known) = self.0.get(text) {
            return known.clone();
        }
        let new = TokenText::from(text);
        self.0.insert(new.clone());
        new
    }
}
