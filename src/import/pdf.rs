//! The pages of a PDF, of what `pdftohtml -xml` (of poppler) tells of them: where each piece of
//! text stands, how long it is and in which type. So a line that was full is told from one that was
//! ended, and a gap between entries from one between lines, in points and not by counting letters.

mod column;
mod edge;
mod fill;
mod print;
mod sheet;

use super::{Page, plain};

/// Whether this is what `pdftohtml -xml` writes, and any text at all in it.
#[must_use]
pub fn tells_places(told: &[u8]) -> bool {
    let head = &told[..told.len().min(1024)];
    memchr::memmem::find(head, b"<pdf2xml").is_some()
        && memchr::memmem::find(told, b"<text").is_some()
}

/// Reads what `pdftohtml -xml` wrote.
pub(super) fn read(xml: &str) -> Page {
    let sheets = sheet::sheets(xml);
    let body = print::body_size(&sheets);
    let sheets = sheets.iter().enumerate();
    let mut prints: Vec<_> = sheets
        .map(|(number, sheet)| column::columns(&sheet.pieces, body, number))
        .collect();
    edge::drop_running(&mut prints);
    let prints = prints.concat();
    let mut lines = fill::lines(&prints, body);
    plain::close_up(&mut lines);
    if std::env::var("PDFDUMP").is_ok() {
        for l in &lines {
            #[allow(clippy::print_stderr, clippy::unwrap_used)]
            {
                eprintln!(
                    "{:>4} {:9} {:>3} {:>3} {:>7} {:>4} {}",
                    l.at.first,
                    format!("{:?}", l.begins),
                    l.indent,
                    l.room.unwrap().end,
                    l.room.unwrap().behind,
                    l.room.unwrap().first,
                    l.text()
                );
            }
        }
    }
    Page {
        printed: true,
        lines,
        ..Page::default()
    }
}
