//! The lines of a lock at which its headings and blocks begin.

/// The lines with which blocks begin.
pub(super) const BLOCKS: [&str; 6] = [
    "[[listing]]",
    "[[work]]",
    "[[former]]",
    "[[unlisted]]",
    "[[page]]",
    "[[refreshed]]",
];

/// The last line: a lock without it was truncated.
pub(super) const LAST: &str = "# end";

/// A line that begins a heading or a block.
pub(super) struct Boundary {
    /// The offset of its first byte.
    pub(super) at: usize,
    /// The line number, counted from 1.
    pub(super) line: usize,
    /// The heading's number; `None` for a block.
    pub(super) heading: Option<u16>,
}

/// Returns where the headings and blocks of a lock begin.
pub(super) fn boundaries(text: &str) -> Vec<Boundary> {
    let mut out = Vec::new();
    let mut at = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let bare = line.trim_end();
        let heading = heading_number(bare);
        if heading.is_some() || BLOCKS.contains(&bare) {
            out.push(Boundary {
                at,
                line: number + 1,
                heading,
            });
        }
        at += line.len();
    }
    out
}

/// The heading number of the last line.
pub(super) const END: u16 = 0x100;

/// Returns the number of a heading such as `# 0a`, or [`END`] for the last line.
fn heading_number(line: &str) -> Option<u16> {
    if line == LAST {
        return Some(END);
    }
    let digits = line.strip_prefix("# ").filter(|digits| digits.len() == 2)?;
    u16::from_str_radix(digits, 16).ok()
}

/// Returns the line of a heading.
pub(super) fn heading_line(number: u8) -> String {
    format!("# {number:02x}\n")
}

/// Returns the number of the heading that a digest selects.
pub(super) fn heading(digest: &str) -> u8 {
    digest
        .get(digest.len() - 2..)
        .and_then(|last| u8::from_str_radix(last, 16).ok())
        .unwrap_or(0)
}
