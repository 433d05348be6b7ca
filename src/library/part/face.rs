//! What of a record a title is held against. It is stored beside the record, so that most of those
//! that a title proposes need not be read.
//!
//! A face holds the year, or 0, the folded title, and of each of the people the initial, or a zero
//! byte, and the folded family name. Numbers are LEB128; texts are ASCII and follow their lengths.

use integer_encoding::VarInt as _;

/// A record's face.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::library) struct Face<'a> {
    /// The year of publication.
    pub(in crate::library) year: Option<i32>,
    /// The folded title.
    pub(in crate::library) title: &'a str,
    /// The people under whose names it appeared, each once: folded family
    /// names with initials.
    pub(in crate::library) people: Vec<(&'a str, Option<char>)>,
}

impl<'a> Face<'a> {
    /// The face as it is stored.
    pub(super) fn write(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.title.len() + 12 * self.people.len() + 8);
        out.extend(self.year.unwrap_or(0).encode_var_vec());
        push(&mut out, self.title);
        for (family, initial) in &self.people {
            out.push(initial.and_then(|c| u8::try_from(c).ok()).unwrap_or(0));
            push(&mut out, family);
        }
        out
    }

    /// Reads what [`Face::write`] wrote; `None` when it is damaged.
    pub(super) fn read(bytes: &'a [u8]) -> Option<Self> {
        let (year, length) = i32::decode_var(bytes)?;
        let (title, mut rest) = pull(&bytes[length..])?;
        let mut people = Vec::with_capacity(4);
        while let Some((initial, family)) = rest.split_first() {
            let initial = (*initial != 0).then_some(char::from(*initial));
            let (family, behind) = pull(family)?;
            people.push((family, initial));
            rest = behind;
        }
        Some(Self {
            year: (year != 0).then_some(year),
            title,
            people,
        })
    }
}

fn push(out: &mut Vec<u8>, text: &str) {
    out.extend(text.len().encode_var_vec());
    out.extend_from_slice(text.as_bytes());
}

fn pull(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let (length, width) = usize::decode_var(bytes)?;
    let (text, rest) = bytes[width..].split_at_checked(length)?;
    Some((std::str::from_utf8(text).ok()?, rest))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for (year, people) in [
            (None, vec![]),
            (Some(1998), vec![("lopez", Some('j')), ("madonna", None)]),
        ] {
            let face = Face {
                year,
                title: "c++ fur grosse teil 2",
                people,
            };
            let bytes = face.write();
            assert_eq!(Face::read(&bytes).as_ref(), Some(&face));
            assert!(Face::read(&bytes[..bytes.len() - 1]).is_none());
        }
    }

    proptest! {
        #[test]
        fn damage_is_no_panic(bytes in proptest::collection::vec(any::<u8>(), 0..100)) {
            let _ = Face::read(&bytes);
        }
    }
}
