//! Record summaries: the part of a record that is compared with a title. A summary is stored besides
//! the record, so that most candidates of a look-up need not be decompressed.
//!
//! A summary contains the year, or 0, the folded title, and for each person the initial, or a zero
//! byte, and the folded family name. Numbers are LEB128; texts are ASCII and follow their lengths.

use integer_encoding::VarInt as _;

/// The summary of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::library) struct RecordSummary<'a> {
    /// The year of publication.
    pub(in crate::library) year: Option<i32>,
    /// The folded title.
    pub(in crate::library) title: &'a str,
    /// The people under whose names it appeared, without duplicates: folded family
    /// names with initials.
    pub(in crate::library) people: Vec<(&'a str, Option<char>)>,
}

impl<'a> RecordSummary<'a> {
    /// Encodes the summary.
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

    /// Decodes the bytes of [`RecordSummary::write`]; `None` when they are damaged.
    pub(super) fn read(bytes: &'a [u8]) -> Option<Self> {
        let (year, length) = i32::decode_var(bytes)?;
        let (title, mut rest) = pull(&bytes[length..])?;
        let mut people = Vec::with_capacity(4);
        while let Some((initial, family)) = rest.split_first() {
            let initial = (*initial != 0).then_some(char::from(*initial));
            let (family, after) = pull(family)?;
            people.push((family, initial));
            rest = after;
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
    fn summary_round_trips() {
        for (year, people) in [
            (None, vec![]),
            (Some(1998), vec![("lopez", Some('j')), ("madonna", None)]),
        ] {
            let face = RecordSummary {
                year,
                title: "c++ fur grosse teil 2",
                people,
            };
            let bytes = face.write();
            assert_eq!(RecordSummary::read(&bytes).as_ref(), Some(&face));
            assert!(RecordSummary::read(&bytes[..bytes.len() - 1]).is_none());
        }
    }

    proptest! {
        #[test]
        fn damaged_bytes_do_not_panic(bytes in proptest::collection::vec(any::<u8>(), 0..100)) {
            let _ = RecordSummary::read(&bytes);
        }
    }
}
