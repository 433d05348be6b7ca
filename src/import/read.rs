use std::borrow::Cow;

use super::{
    Form, Hints, Import, Page, bib, html, json, latex, markdown, pdf, plain, read_page,
    refused::Refused, ris,
};

/// The most bytes that are read of a file whose fields have names.
pub const LARGEST: usize = 128 << 20;
/// The most bytes of a text; a list of 100,000 publications has some 15 million.
const LARGEST_TEXT: usize = 16 << 20;
/// The most publications of a file.
pub(super) const MOST_ENTRIES: usize = 400_000;
/// The most lines of a text once its markup is read.
const MOST_LINES: usize = 1_000_000;
/// The most fields of a `.bib` file.
const MOST_FIELDS: usize = 8_000_000;

/// What makes text of a PDF: the bytes of the file come in; what `pdftohtml -xml` writes of it goes
/// out, or its plain text with pages parted by form feeds.
pub type PdfReader<'a> = &'a dyn Fn(&[u8]) -> Result<Vec<u8>, Refused>;

/// Reads a list in any form but a profile's own, which gives an empty import.
///
/// # Errors
/// When the file is larger than the limits, or a PDF that can't be read.
pub fn read(
    bytes: &[u8],
    form: Form,
    hints: &Hints<'_>,
    reader: PdfReader<'_>,
) -> Result<Import, Refused> {
    let limit = if form.is_told() || form == Form::Pdf {
        LARGEST
    } else {
        LARGEST_TEXT
    };
    within(bytes.len(), limit, form)?;
    let decoded = crate::bib::decode(bytes);
    let text = decoded.strip_prefix('\u{feff}').unwrap_or(&decoded);
    let text = &*with_line_feeds(text);
    let (page, faults) = match form {
        Form::Profile | Form::Page => return Ok(Import::default()),
        Form::Bib => {
            counted(text, '@', MOST_ENTRIES, "entries")?;
            counted(text, '=', MOST_FIELDS, "fields")?;
            return Ok(bib::read(text));
        }
        Form::Ris => return ris::read(text),
        Form::CslJson => return json::csl(text),
        Form::JsonResume => return json::resume(text),
        Form::Markdown => {
            if let Some(entry) = markdown::publication(text) {
                return Ok(Import {
                    entries: vec![entry],
                    ..Import::default()
                });
            }
            markdown::page(text)
        }
        Form::Html => (html::page(text), Vec::new()),
        Form::Latex => latex::page(text),
        Form::Text => (plain::read(text), Vec::new()),
        Form::Pdf => (pdf_page(bytes, reader)?, Vec::new()),
    };
    if page.lines.len() > MOST_LINES {
        return Err(Refused::TooMany {
            limit: MOST_LINES,
            what: "lines",
        });
    }
    let mut import = read_page(&page, hints);
    import.faults.extend(faults);
    import
        .faults
        .sort_by_key(|fault| (fault.line, fault.column));
    Ok(import)
}

/// Files of old Macs and some of Excel's end lines with a carriage return alone. Elsewhere such a return is a
/// stray one, as in `\r\r\n`, and ends no line.
fn with_line_feeds(text: &str) -> Cow<'_, str> {
    let feeds = text.matches('\n').count();
    let alone = text.matches('\r').count() - text.matches("\r\n").count();
    if alone <= feeds {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
}

fn pdf_page(bytes: &[u8], reader: PdfReader<'_>) -> Result<Page, Refused> {
    let printed = reader(bytes)?;
    let page = if pdf::tells_places(&printed) {
        pdf::read(&String::from_utf8_lossy(&printed))
    } else {
        within(printed.len(), LARGEST_TEXT, Form::Pdf)?;
        plain::read(&crate::bib::decode(&printed))
    };
    if page.lines.is_empty() {
        return Err(Refused::PdfWithoutText);
    }
    Ok(page)
}

fn within(size: usize, limit: usize, form: Form) -> Result<(), Refused> {
    if size <= limit {
        return Ok(());
    }
    Err(Refused::TooLarge {
        size,
        limit,
        form: form.name(),
    })
}

fn counted(text: &str, mark: char, limit: usize, what: &'static str) -> Result<(), Refused> {
    if text.matches(mark).count() <= limit {
        return Ok(());
    }
    Err(Refused::TooMany { limit, what })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn no_pdf(_: &[u8]) -> Result<Vec<u8>, Refused> {
        Err(Refused::NoPdfReader)
    }

    fn of(text: &[u8], name: &str) -> Result<Import, Refused> {
        let form = Form::of(text, name)?;
        read(text, form, &Hints::default(), &no_pdf)
    }

    #[test]
    fn a_pdf_is_read_by_another_program() {
        assert_eq!(of(b"%PDF-1.4", "cv.pdf"), Err(Refused::NoPdfReader));
        let hints = Hints::default();
        let blank = |_: &[u8]| Ok(b" \x0c\n".to_vec());
        let read = read(b"%PDF-1.4", Form::Pdf, &hints, &blank);
        assert_eq!(read, Err(Refused::PdfWithoutText));
    }

    #[test]
    fn lines_may_end_with_a_carriage_return_alone() {
        let tex = "\\documentclass{article}% class\n\\begin{document}\n\\section*{Publications}\n\
                   \\begin{itemize}\n\\item Bob Roe, Ada Doe. Fast Sorting of Strings. NSDI, 2020. % x\n\
                   \\item Bob Roe, Ada Doe. Slow Sorting of Trees. OSDI, 2021.\n\\end{itemize}\n\\end{document}\n";
        let ris = "TY  - JOUR\nTI  - Fast Sorting of Strings\nPY  - 2020\nER  - \n";
        let text = "Publications\n\n[1] Bob Roe. Fast Sorting of Strings. NSDI, 2020.\n\
                    [2] Bob Roe. Slow Sorting of Trees. OSDI, 2021.\n";
        for (name, text, entries) in [("a.tex", tex, 2), ("a.ris", ris, 1), ("a.txt", text, 2)] {
            let want = of(text.as_bytes(), name).unwrap();
            assert_eq!(want.entries.len(), entries, "{name}");
            for end in ["\r", "\r\n"] {
                let got = of(text.replace('\n', end).as_bytes(), name).unwrap();
                assert_eq!(got.entries, want.entries, "{name} {end:?}");
            }
        }
        assert_eq!(with_line_feeds("a\r\r\nb\r\r\n"), "a\r\r\nb\r\r\n");
    }

    #[test]
    fn limits_are_named() {
        let text = vec![b'a'; LARGEST_TEXT + 1];
        let refused = of(&text, "cv.txt").unwrap_err().to_string();
        assert!(refused.contains(&LARGEST_TEXT.to_string()), "{refused}");
        let text = "@".repeat(MOST_ENTRIES + 1);
        assert!(of(text.as_bytes(), "a.bib").is_err());
    }

    /// Names of files, one for each reader.
    const NAMES: [&str; 6] = ["a.txt", "a.md", "a.html", "a.tex", "a.bib", "a.ris"];

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
            for name in NAMES {
                if let Ok(import) = of(&bytes, name) {
                    prop_assert!(import.entries.iter().all(|entry| entry.at.first <= entry.at.last));
                }
            }
        }

        #[test]
        fn any_markup_is_read(
            text in r"(?:[<>{}\[\]()@#*_`|\\$%&~=, .0-9a-zÄ\n]|<li>|</li>|<b>|<table>|\\item |\\begin\{itemize\}|\\newcommand\{\\a\}|\\textbf\{|\\href\{|\n\n|@article\{a,|title = |## |1\. |TY  - |\{%|et al\.|2023|Doe, J\.){0,120}"
        ) {
            for name in NAMES {
                let lines = text.lines().count().max(1) + 1;
                let import = of(text.as_bytes(), name).unwrap();
                for entry in &import.entries {
                    prop_assert!(!entry.listing.title.trim().is_empty());
                    prop_assert!(entry.at.first >= 1 && entry.at.last <= lines);
                }
            }
        }
    }
}
