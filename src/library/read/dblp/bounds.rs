//! Finding the boundaries of records without parsing them.

use memchr::{memchr_iter, memrchr_iter};

/// The elements between `<dblp>` and `</dblp>`.
const RECORDS: [&str; 10] = [
    "article",
    "inproceedings",
    "proceedings",
    "book",
    "incollection",
    "phdthesis",
    "mastersthesis",
    "www",
    "person",
    "data",
];

/// Returns the position after the last end tag of a record; 0 without one.
pub(super) fn last_end(bytes: &[u8]) -> usize {
    memrchr_iter(b'<', bytes)
        .find_map(|at| {
            let rest = bytes[at + 1..].strip_prefix(b"/")?;
            let name = name_of_record(rest)?;
            let blanks = rest[name.len()..]
                .iter()
                .take_while(|byte| byte.is_ascii_whitespace())
                .count();
            let close = name.len() + blanks;
            (rest.get(close) == Some(&b'>')).then_some(at + 2 + close + 1)
        })
        .unwrap_or(0)
}

/// Splits a text at the start tags of records; returns the parts with their positions. A part extends
/// to the next start tag, however malformed the record is, so that no fault affects two
/// records.
pub(super) fn records(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let bytes = text.as_bytes();
    let mut starts =
        memchr_iter(b'<', bytes).filter(|at| name_of_record(&bytes[at + 1..]).is_some());
    let mut next = starts.next();
    std::iter::from_fn(move || {
        let start = next?;
        next = starts.next();
        Some((start, &text[start..next.unwrap_or(text.len())]))
    })
}

/// Returns the name of a record's element at the beginning of the bytes after `<` or `</`.
fn name_of_record(bytes: &[u8]) -> Option<&'static str> {
    // Most tags are fields, which differ from records in their first letters.
    let may_be = match bytes {
        [b'a', second, ..] => *second == b'r',
        [b'p', second, ..] => matches!(second, b'r' | b'h' | b'e'),
        [b'b', _, _, _, fifth, ..] => *fifth != b't',
        [first, ..] => matches!(first, b'i' | b'm' | b'w' | b'd'),
        [] => false,
    };
    if !may_be {
        return None;
    }
    RECORDS.into_iter().find(|name| {
        bytes.starts_with(name.as_bytes())
            && bytes
                .get(name.len())
                .is_some_and(|next| next.is_ascii_whitespace() || matches!(next, b'>' | b'/'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn last_end_is_that_of_a_record() {
        for (text, want) in [
            ("<article><author>A</author></article>\n<book>", 37),
            ("</article></book ><www", 18),
            ("</bookish></booktitle></dblp>", 0),
            ("</article", 0),
            ("", 0),
        ] {
            assert_eq!(last_end(text.as_bytes()), want, "{text}");
        }
    }

    #[test]
    fn text_is_split_at_records() {
        let text =
            "<dblp>\n<article key=\"a\">..</article><book\nkey=\"b\"><booktitle/></book>x<data>";
        let pieces: Vec<_> = records(text).collect();
        assert_eq!(pieces.len(), 3);
        assert_eq!(pieces[0], (7, "<article key=\"a\">..</article>"));
        assert_eq!(pieces[1].1, "<book\nkey=\"b\"><booktitle/></book>x");
        assert_eq!(pieces[2].1, "<data>");
    }
}
