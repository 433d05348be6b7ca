//! Any input has an answer.

use std::fmt::Write as _;

use bibsync::import::{Hints, InputFormat, LineRange, Refused, plain, read, read_page};
use proptest::prelude::*;

/// Pieces that lists are made of, to be put together in ways nobody would.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("\n".to_owned()),
        Just("\n\n".to_owned()),
        Just("\u{c}".to_owned()),
        Just("Publications\n".to_owned()),
        Just("- ".to_owned()),
        Just("[12] ".to_owned()),
        Just("\u{201c}".to_owned()),
        Just("\u{201d}".to_owned()),
        Just(", ".to_owned()),
        Just(". ".to_owned()),
        Just("(".to_owned()),
        Just(") ".to_owned()),
        Just("A. Lee".to_owned()),
        Just(" and ".to_owned()),
        Just("In Proc. NSDI \u{2019}23".to_owned()),
        Just("2019".to_owned()),
        Just("doi:10.1/x".to_owned()),
        Just("**".to_owned()),
        Just("[pdf](".to_owned()),
        "[a-zA-Z\u{e4}\u{448}\u{5b66} ]{1,12}",
        "\\PC{1,6}",
    ]
}

proptest! {
    #[test]
    fn every_text_is_read(pieces in proptest::collection::vec(piece(), 0..60)) {
        let text = pieces.concat();
        let lines = text.lines().count();
        let import = read_page(&plain::read(&text), &Hints::default());
        let mut last = 0;
        for entry in &import.entries {
            prop_assert!(entry.at.first >= 1 && entry.at.first <= entry.at.last && entry.at.last <= lines);
            prop_assert!(entry.at.first > last, "entries overlap");
            last = entry.at.last;
            prop_assert!(!entry.listing.title.is_empty());
            let certainty = entry.certainty;
            for share in [certainty.title, certainty.authors, certainty.venue, certainty.year] {
                prop_assert!((0.0..=1.0).contains(&share));
            }
        }
        for passage in &import.left_out {
            prop_assert!(passage.at.first >= 1 && passage.at.last <= lines);
        }
    }

    #[test]
    fn every_run_of_characters_is_read(text in "\\PC{0,200}") {
        let import = read_page(&plain::read(&text), &Hints::default());
        prop_assert!(import.entries.len() <= 1);
    }
}

#[test]
fn one_line_of_a_million_words_is_read() {
    for word in [
        "a ", "Lee, ", "(", "\u{201c}", "*", "[x](", "**b", "- ", "2019 ", "A. ",
    ] {
        let text = format!("Publications\n\n{}", word.repeat(300_000));
        assert!(
            read_page(&plain::read(&text), &Hints::default())
                .entries
                .len()
                <= 1
        );
    }
}

/// Columns are held against those of the lines near by: without a bound the time grows with the square
/// of what stands on a line, and this test does not end.
#[test]
fn lines_of_many_columns_are_read() {
    let mut text = String::from("Publications\n\n");
    for number in 0..40 {
        let blanks = " ".repeat(7 + 4 * (number % 4));
        writeln!(text, "{}", format!("ab{blanks}").repeat(20_000)).unwrap();
        writeln!(text, "a{}b", "\t".repeat(20_000)).unwrap();
    }
    let page = plain::read(&text);
    assert!(page.lines.len() >= 80);
    assert!(read_page(&page, &Hints::default()).entries.len() <= 80);
}

#[test]
fn long_lists_are_read_whole() {
    let mut text = String::from("Publications\n\n");
    for number in 1..=1100 {
        writeln!(
            text,
            "[{number}] A. Lee and B. Ray. Weaving of cloth by looms number {number}. In Proc. ICML, 2019."
        )
        .unwrap();
    }
    let import = read_page(&plain::read(&text), &Hints::default());
    assert_eq!(import.entries.len(), 1100);
    assert_eq!(
        import.entries[1099].listing.title,
        "Weaving of cloth by looms number 1100"
    );
}

/// Markup that was broken in a fuzzer's hands, so that what comes first stands last.
#[test]
fn what_is_told_of_ends_no_earlier_than_it_begins() {
    let page = b"\r\0\0\x002><ul><li><b>A. Sample</b>, B. Doe. Doe.<br><i>On Looms<NSDI, 2022. \
        <a class=btn href=x>pdf</a><div stef=x>pdf</a><div class=iv \xa2\x93\x9e\x8c\x8c\xc2\xdd\x9e\
        bstract hidden\">x</div.<,i>Second</ul><table><tr><td>2019<td>Third</table><dl>ldt>1<dd>x</dl>";
    let no_pdf = |_: &[u8]| -> Result<Vec<u8>, Refused> { Ok(Vec::new()) };
    let import = read(page, InputFormat::Html, &Hints::default(), &no_pdf).unwrap();
    let entries = import.entries.iter().map(|entry| entry.at);
    let told: Vec<LineRange> = entries
        .chain(import.left_out.iter().map(|passage| passage.at))
        .collect();
    assert!(!told.is_empty());
    for at in told {
        assert!(at.first <= at.last, "{at:?}");
    }
}

/// The authors of a collaboration, a name on each row without a mark: no entry is as long.
#[test]
fn thousands_of_rows_without_a_mark_are_read() {
    let names = "Lee Ann\nRay Bo\nOrr Cy\n".repeat(2_000);
    let text = format!("Publications\n\nOn looms and cloth\n{names}Journal of Cloth 12(3), 2019\n");
    let import = read_page(&plain::read(&text), &Hints::default());
    let [entry] = import.entries.as_slice() else {
        panic!("{} entries", import.entries.len());
    };
    assert!(entry.at.last - entry.at.first < 60, "{:?}", entry.at);
}

/// What stands for any reader's worst case, small enough for every run: nesting without end, lines
/// without end, and bytes that mean nothing.
#[test]
fn every_reader_survives_what_nobody_writes() {
    let no_pdf = |_: &[u8]| -> Result<Vec<u8>, Refused> { Ok(Vec::new()) };
    let noise: Vec<u8> = (0..20_000_u32)
        .map(|at| (at.wrapping_mul(2_654_435_761) >> 24).to_le_bytes()[0])
        .collect();
    let texts = [
        "{".repeat(20_000).into_bytes(),
        "[".repeat(20_000).into_bytes(),
        "<div><p>".repeat(20_000).into_bytes(),
        "> - ".repeat(5_000).into_bytes(),
        "\\begin{itemize}\\item ".repeat(5_000).into_bytes(),
        format!("@article{{a, title = {}", "{".repeat(20_000)).into_bytes(),
        format!("Publications {}", "word ".repeat(100_000)).into_bytes(),
        noise,
    ];
    for ending in [
        "txt", "md", "rst", "html", "tex", "bib", "ris", "json", "csv", "yml", "xml", "enw", "nbib",
    ] {
        for text in &texts {
            let read = InputFormat::of(text, &format!("a.{ending}"))
                .and_then(|form| read(text, form, &Hints::default(), &no_pdf));
            if let Ok(import) = read {
                assert!(import.entries.len() <= 1, "{ending}");
            }
        }
    }
}
