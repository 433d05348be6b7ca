use std::fmt;

/// An e-mail address by which a service can reach the user of bibsync.
///
/// It is copied into request headers and URLs, so it is plain ASCII without the characters that
/// would end it there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Email(String);

impl Email {
    /// Parses an address: one `@`, text before it, and a domain with a dot after it.
    ///
    /// # Errors
    /// The message names the text and describes a valid address.
    pub fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let plain = text
            .chars()
            .all(|c| c.is_ascii_graphic() && !"<>()[]\",;:\\".contains(c));
        let sound = match text.split_once('@') {
            Some((person, domain)) => {
                !person.is_empty()
                    && !domain.contains('@')
                    && domain.contains('.')
                    && domain.split('.').all(|label| !label.is_empty())
            }
            None => false,
        };
        if plain && sound {
            Ok(Self(text.to_owned()))
        } else {
            Err(format!(
                "`{text}` is not an e-mail address such as you@example.org"
            ))
        }
    }

    /// Returns the address.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Email {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_has_one_at_and_a_dot() {
        assert_eq!(
            Email::parse(" a.b+c@x.org ").unwrap().as_str(),
            "a.b+c@x.org"
        );
        for bad in [
            "",
            "a",
            "a@b",
            "@b.c",
            "a@b@c.d",
            "a@.c",
            "a@b.",
            "a b@c.d",
            "A <a@b.c>",
            "ä@b.c",
            "a@b.c\r\nX: y",
        ] {
            assert!(Email::parse(bad).is_err(), "{bad}");
        }
    }
}
