//! The pages of a PDF, of what `pdftohtml -xml` (of poppler) tells of them: where each piece of
//! text stands, how long it is and in which type. So a line that was full is told from one that was
//! ended, and a gap between entries from one between lines, in points and not by counting letters.

mod column;
mod fill;
mod print;
mod sheet;

use super::{Page, plain};

/// Whether a text is what `pdftohtml -xml` writes.
pub(super) fn is_xml(text: &str) -> bool {
    let mut head = text.lines().take(10);
    head.any(|line| line.contains("<pdf2xml"))
}

/// Reads what `pdftohtml -xml` wrote.
pub(super) fn read(xml: &str) -> Page {
    let sheets = sheet::sheets(xml);
    let body = print::body_size(&sheets);
    let prints: Vec<_> = sheets
        .iter()
        .enumerate()
        .flat_map(|(number, sheet)| column::columns(&sheet.pieces, body, number))
        .collect();
    let mut lines = fill::lines(&prints, body);
    plain::close_up(&mut lines);
    Page {
        printed: true,
        lines,
        ..Page::default()
    }
}
