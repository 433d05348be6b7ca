//! Reads the pages of a PDF from the output of `pdftohtml -xml` (poppler), which states the
//! position, length and type of each piece of text. Lengths in points show whether a line was full
//! or ended early, and whether a gap separates entries or lines.

mod column;
mod edge;
mod fill;
mod margin;
mod printed_line;
mod sheet;

use super::{Page, plain};

/// Whether this is the output of `pdftohtml -xml` with text that mostly runs from left to right. It
/// has no lengths for rotated text.
#[must_use]
pub fn has_positions(told: &[u8]) -> bool {
    let head = &told[..told.len().min(1024)];
    let count = |what: &[u8]| memchr::memmem::find_iter(told, what).count();
    let pieces = count(b"<text ");
    memchr::memmem::find(head, b"<pdf2xml").is_some()
        && pieces > 0
        && count(b" width=\"0\"") * 2 < pieces
}

/// Reads the output of `pdftohtml -xml`.
pub(super) fn read(xml: &str) -> Page {
    let mut sheets = sheet::sheets(xml);
    let body = printed_line::body_size(&sheets);
    let heads = margin::take_heads(&mut sheets, body);
    let stops = printed_line::stops(&sheets);
    let mut prints = column::of_sheets(&sheets, body, &stops);
    edge::drop_running(&mut prints);
    let prints: Vec<_> = prints
        .into_iter()
        .zip(heads)
        .flat_map(|(prints, heads)| margin::put_heads(prints, heads))
        .collect();
    let mut lines = fill::lines(&prints, body);
    plain::close_up(&mut lines);
    Page {
        printed: true,
        lines,
        ..Page::default()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::import::shown;

    /// Returns a sheet of pieces, each with its position, length, font and text. Font 0 is upright,
    /// 1 bold, 2 italic, 3 large and 4 small.
    fn sheet(pieces: &[(i32, i32, i32, u8, &str)]) -> String {
        let mut out = "<page number=\"1\" position=\"absolute\" top=\"0\" left=\"0\" height=\"2400\" width=\"1800\">\n\
            \t<fontspec id=\"0\" size=\"30\" family=\"AB+CMR10\"/>\n\
            \t<fontspec id=\"1\" size=\"30\" family=\"AB+CMBX10\"/>\n\
            \t<fontspec id=\"2\" size=\"30\" family=\"NimbusRomNo9L-ReguItal\"/>\n\
            \t<fontspec id=\"3\" size=\"42\" family=\"AB+CMBX12\"/>\n\
            \t<fontspec id=\"4\" size=\"20\" family=\"AB+CMR7\"/>\n"
            .to_owned();
        let texts = pieces.iter().map(|(top, left, width, font, text)| {
            let height = if *font == 4 { 18 } else { 27 };
            format!(
                "<text top=\"{top}\" left=\"{left}\" width=\"{width}\" height=\"{height}\" font=\"{font}\">{text}</text>\n"
            )
        });
        out.extend(texts);
        out + "</page>\n"
    }

    fn of(sheets: &[String]) -> Vec<String> {
        let xml = format!(
            "<?xml version=\"1.0\"?>\n<pdf2xml producer=\"poppler\">\n{}</pdf2xml>\n",
            sheets.concat()
        );
        assert!(has_positions(xml.as_bytes()));
        read(&xml).lines.iter().map(shown).collect()
    }

    #[test]
    fn pieces_are_joined_into_lines_with_styles() {
        let lines = of(&[sheet(&[
            (100, 200, 300, 3, "Papers"),
            (200, 200, 180, 1, "A. Lee"),
            (194, 380, 10, 4, "2"),
            (200, 390, 200, 0, ", B. W¨"),
            (200, 575, 300, 0, "urst: Of &amp; on ﬁne"),
            (200, 885, 90, 2, "Looms"),
            (200, 1400, 60, 0, "<a href=\"http://a.org\">2019</a>"),
            (240, 200, 60, 0, "<a href=\"file:///a\">pdf</a>"),
        ])]);
        assert_eq!(
            lines,
            [
                "¶|*Papers*",
                "¶|*A. Lee*², B. Würst: Of & on fine /Looms                            /(2019)",
                " |pdf",
            ]
        );
    }

    #[test]
    fn columns_are_read_one_by_one_but_rows_are_not() {
        let row = |at: i32| {
            (
                200 + 40 * at,
                36 * i32::from(u8::try_from(at).unwrap() + b'a'),
            )
        };
        let cells = |at: i32| {
            let (top, _) = row(at);
            [(top, 200, 500, 0, "left"), (top, 900, 500, 0, "right")]
        };
        let rows: Vec<_> = (0..10).flat_map(cells).collect();
        assert!(of(&[sheet(&rows)])[0].starts_with("¶|left   "));
        let mut columns = rows;
        columns.sort_by_key(|(_, left, ..)| *left);
        let read = of(&[sheet(&columns)]);
        assert_eq!(
            (&*read[0], &*read[9], &*read[10]),
            ("¶|left", " |left", "#|right")
        );
    }

    #[test]
    fn running_heads_are_removed() {
        let page = |number: &str, text: &str| {
            let foot = format!("A. Lee – page {number}");
            sheet(&[
                (80, 200, 400, 2, "Papers of A. Lee"),
                (200, 200, 900, 0, text),
                (240, 200, 900, 0, "on two lines"),
                (2200, 800, 200, 0, &foot),
            ])
        };
        let read = of(&[page("1", "Looms"), page("2", "Mills")]);
        assert_eq!(
            read,
            ["¶|Looms", " |on two lines", "#|Mills", " |on two lines"]
        );
    }

    #[test]
    fn years_and_ends_of_entries_at_the_edge_are_kept() {
        let page = |head: &str, number: &str| {
            sheet(&[
                (200, 200, 300, 0, head),
                (280, 200, 900, 0, number),
                (320, 200, 900, 0, "Looms"),
                (2200, 800, 20, 0, number),
            ])
        };
        for head in ["2018", "Cloth Review, 2018.", "11. A. Lee. Looms"] {
            let next = head.replace('8', "7").replace("11", "22");
            let read = of(&[page(head, "1"), page(&next, "2")]);
            assert_eq!(read[0], format!("¶|{head}"));
            assert_eq!(read.len(), 6, "the foot alone is dropped: {read:?}");
        }
    }

    #[test]
    fn rotated_and_overlaid_text_is_kept_apart() {
        let mut xml = sheet(&[
            (200, 200, 900, 0, "A. Lee. On the weaving of wool"),
            (240, 200, 900, 0, "in the North. 2019"),
            (280, 200, 900, 0, "B. Ray. Mills"),
            (220, 60, 0, 0, "stamp"),
        ]);
        let behind =
            "<text top=\"180\" left=\"300\" width=\"700\" height=\"300\" font=\"0\">DRAFT</text>";
        xml.insert_str(xml.len() - 8, behind);
        assert_eq!(
            of(&[xml]),
            [
                "¶|A. Lee. On the weaving of wool",
                " |in the North. 2019",
                " |B. Ray. Mills",
                "¶6 |DRAFT"
            ]
        );
    }

    #[test]
    fn gaps_separate_entries_and_full_lines_continue() {
        // Eight entries of two lines each: the first is full, the second ends early.
        let entry = |at: i32| {
            let top = 200 + 95 * at;
            [
                (top, 200, 1000, 0, "A. Lee. On the weaving of wool in the"),
                (top + 40, 230, 400, 0, "North. Review of Looms"),
            ]
        };
        let pieces: Vec<_> = (0..8).flat_map(entry).collect();
        let xml = format!("<pdf2xml>{}</pdf2xml>", sheet(&pieces));
        let lines = read(&xml).lines;
        assert_eq!(
            [&lines[2], &lines[3]].map(shown),
            [
                "¶|A. Lee. On the weaving of wool in the",
                " 2 |North. Review of Looms"
            ]
        );
        let room = |at: usize| lines[at].room.unwrap();
        assert_eq!(room(2).behind, 0);
        assert!(
            room(3).behind > room(2).first,
            "its line was ended on purpose"
        );
    }

    proptest! {
        #[test]
        fn any_output_is_read(
            pieces in proptest::collection::vec((-9..9999_i32, -9..9999_i32, -9..9999_i32, 0..6_u8, "[a-z´¨ 0-9]{0,9}"), 0..80),
            rest in "[<>a-z=\"&;/ 0-9]{0,80}",
        ) {
            let pieces: Vec<_> = pieces.iter().map(|(top, left, width, font, text)| (*top, *left, *width, *font, text.as_str())).collect();
            let lines = read(&(sheet(&pieces) + &rest)).lines;
            prop_assert!(lines.iter().all(|line| !line.text().trim().is_empty()));
        }
    }
}
