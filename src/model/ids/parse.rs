use thiserror::Error;

/// A string that is not the identifier it was said to be.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{given}` is not {expected}")]
pub struct IdError {
    /// The text as given.
    pub given: String,
    /// What a right one looks like, with its article: "a DOI such as 10.1145/3600006.3613145".
    pub expected: &'static str,
}

pub(super) fn wrong(given: &str, expected: &'static str) -> IdError {
    IdError {
        given: given.trim().to_owned(),
        expected,
    }
}

/// Cuts the first of `prefixes` (compared without regard to case) off `text`.
pub(super) fn without_prefix<'a>(text: &'a str, prefixes: &[&str]) -> &'a str {
    for prefix in prefixes {
        if let Some(head) = text.get(..prefix.len())
            && head.eq_ignore_ascii_case(prefix)
        {
            return text[prefix.len()..].trim_start();
        }
    }
    text
}

/// What every identifier can do once it is parsed.
macro_rules! id_type {
    ($name:ident) => {
        impl $name {
            /// The identifier in its canonical form.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }
        impl TryFrom<String> for $name {
            type Error = IdError;
            fn try_from(text: String) -> Result<Self, IdError> {
                Self::parse(&text)
            }
        }
        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.0
            }
        }
    };
}

pub(super) use id_type;
