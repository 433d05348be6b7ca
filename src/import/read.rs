use std::borrow::Cow;

use super::{
    Hints, ImportWarning, ImportedList, InputFormat, Page, bib, csv, endnote_xml, hayagriva, html,
    json, latex, markdown, pdf, plain, read_page,
    refused::{MOST_ENTRIES, Refused},
    ris, tagged,
};

/// The largest size in bytes of a file with named fields.
pub const LARGEST: usize = 128 << 20;
/// The largest size in bytes of a text. A list of 100,000 publications has some 15 million.
const LARGEST_TEXT: usize = 16 << 20;
/// The largest number of lines of a text after its markup is read.
const MOST_LINES: usize = 1_000_000;
/// The largest number of fields in a `.bib` file.
const MOST_FIELDS: usize = 8_000_000;

/// Converts the bytes of a PDF to the output of `pdftohtml -xml`, or to plain text with form feeds
/// between pages.
pub type PdfReader<'a> = &'a dyn Fn(&[u8]) -> Result<Vec<u8>, Refused>;

/// Reads a list in any format except bibsync's own profile, for which the result is empty.
///
/// # Errors
///
/// Returns an error if the file exceeds a limit or is a PDF that can't be read.
pub fn read(
    bytes: &[u8],
    form: InputFormat,
    hints: &Hints<'_>,
    reader: PdfReader<'_>,
) -> Result<ImportedList, Refused> {
    let limit = if form.is_structured() || form == InputFormat::Pdf {
        LARGEST
    } else {
        LARGEST_TEXT
    };
    within(bytes.len(), limit, form)?;
    let decoded = crate::bib::decode(bytes);
    let text = decoded.strip_prefix('\u{feff}').unwrap_or(&decoded);
    let text = &*with_line_feeds(text);
    match form {
        InputFormat::Profile | InputFormat::Page => return Ok(ImportedList::default()),
        InputFormat::Bib => {
            counted(text, '@', MOST_ENTRIES, "entries")?;
            counted(text, '=', MOST_FIELDS, "fields")?;
            return Ok(bib::read(text));
        }
        InputFormat::Ris => return ris::read(text),
        InputFormat::Csv => return csv::read(text),
        InputFormat::Hayagriva => return hayagriva::read(text),
        InputFormat::EndnoteXml => return endnote_xml::read(text),
        InputFormat::Endnote => return tagged::endnote(text),
        InputFormat::Medline => return tagged::medline(text),
        InputFormat::CslJson => return json::csl(text),
        InputFormat::JsonResume => return json::resume(text),
        InputFormat::Markdown => {
            if let Some(entry) = markdown::publication(text) {
                return Ok(ImportedList {
                    entries: vec![entry],
                    ..ImportedList::default()
                });
            }
        }
        InputFormat::Html
        | InputFormat::Latex
        | InputFormat::Rst
        | InputFormat::Text
        | InputFormat::Pdf => {}
    }
    let (page, warnings) = page(bytes, text, form, reader)?;
    let mut import = read_page(&page, hints);
    import.warnings.extend(warnings);
    import
        .warnings
        .sort_by_key(|fault| (fault.line, fault.column));
    Ok(import)
}

/// The lines of a text in one of the formats that have no named fields.
fn page(
    bytes: &[u8],
    text: &str,
    form: InputFormat,
    reader: PdfReader<'_>,
) -> Result<(Page, Vec<ImportWarning>), Refused> {
    let (page, warnings) = match form {
        InputFormat::Markdown => markdown::page(text),
        InputFormat::Html => (html::page(text), Vec::new()),
        InputFormat::Latex => latex::page(text),
        InputFormat::Rst => (plain::rst::read(text), Vec::new()),
        InputFormat::Text => (plain::read(text), Vec::new()),
        InputFormat::Pdf => (pdf_page(bytes, reader)?, Vec::new()),
        _ => Default::default(),
    };
    if page.lines.len() > MOST_LINES {
        return Err(Refused::TooMany {
            limit: MOST_LINES,
            what: "lines",
        });
    }
    Ok((page, warnings))
}

/// The lines of a text or PDF, for the trainer of the reader of lists.
///
/// # Errors
///
/// Returns an error as [`read`] does.
#[doc(hidden)]
pub fn lines(bytes: &[u8], form: InputFormat, reader: PdfReader<'_>) -> Result<Page, Refused> {
    let decoded = crate::bib::decode(bytes);
    let text = decoded.strip_prefix('\u{feff}').unwrap_or(&decoded);
    Ok(page(bytes, &with_line_feeds(text), form, reader)?.0)
}

/// Replaces carriage returns by line feeds if these alone end lines, as in files of old Macs and
/// some versions of Excel. Otherwise such a return is a stray one, as in `\r\r\n`, and ends no
/// line.
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
    let page = if pdf::has_positions(&printed) {
        pdf::read(&String::from_utf8_lossy(&printed))
    } else {
        within(printed.len(), LARGEST_TEXT, InputFormat::Pdf)?;
        plain::read(&crate::bib::decode(&printed))
    };
    if page.lines.is_empty() {
        return Err(Refused::PdfWithoutText);
    }
    Ok(page)
}

fn within(size: usize, limit: usize, form: InputFormat) -> Result<(), Refused> {
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

    fn of(text: &[u8], name: &str) -> Result<ImportedList, Refused> {
        let form = InputFormat::of(text, name)?;
        read(text, form, &Hints::default(), &no_pdf)
    }

    #[test]
    fn pdf_is_converted_by_the_given_program() {
        assert_eq!(of(b"%PDF-1.4", "cv.pdf"), Err(Refused::NoPdfReader));
        let hints = Hints::default();
        let blank = |_: &[u8]| Ok(b" \x0c\n".to_vec());
        let read = read(b"%PDF-1.4", InputFormat::Pdf, &hints, &blank);
        assert_eq!(read, Err(Refused::PdfWithoutText));
    }

    #[test]
    fn carriage_returns_alone_end_lines() {
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
    fn table_of_excel_is_read_in_each_encoding() {
        let text = "Title;Authors;Year\r\nÜber Looms;Doe, B;2001\r\n";
        let wide = text.encode_utf16().flat_map(u16::to_le_bytes);
        let wide: Vec<u8> = [0xff, 0xfe].into_iter().chain(wide).collect();
        let marked = format!("\u{feff}{text}").into_bytes();
        let latin: Vec<u8> = text.chars().map(|c| u8::try_from(c).unwrap()).collect();
        for bytes in [wide, marked, latin] {
            let import = of(&bytes, "a.csv").unwrap();
            assert_eq!(import.entries[0].listing.title, "Über Looms");
            assert_eq!(import.entries[0].listing.year, Some(2001));
        }
    }

    #[test]
    fn exceeded_limit_is_reported() {
        let text = vec![b'a'; LARGEST_TEXT + 1];
        let refused = of(&text, "cv.txt").unwrap_err().to_string();
        assert!(refused.contains(&LARGEST_TEXT.to_string()), "{refused}");
        let text = "@".repeat(MOST_ENTRIES + 1);
        assert!(of(text.as_bytes(), "a.bib").is_err());
    }

    /// File names, one for each reader.
    const NAMES: [&str; 7] = [
        "a.txt", "a.md", "a.html", "a.tex", "a.bib", "a.ris", "a.rst",
    ];

    /// Formats of named fields, which any text may be taken for.
    const FIELDS: [InputFormat; 5] = [
        InputFormat::Csv,
        InputFormat::Hayagriva,
        InputFormat::EndnoteXml,
        InputFormat::Endnote,
        InputFormat::Medline,
    ];

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
        fn any_fields_are_read(
            text in r"(?:[<>{}\[\]&:,;%. \t0-9a-zÄ\n-]|Title|Authors|Year|<record>|</record>|<title>|</title>|<style>|a:\n|  title: |  parent: |\*a|&a |%0 |%T |%A |TI  - |PMID- |FAU - |\n|\n\n|2023|Doe, J\.){0,120}",
            head in r"(?:Title,Authors,Year\n|Title;DOI\n|<xml><records>|a:\n  type: Book\n|)",
        ) {
            let text = head + &text;
            let lines = text.lines().count().max(1);
            for form in FIELDS {
                if let Ok(import) = read(text.as_bytes(), form, &Hints::default(), &no_pdf) {
                    for entry in &import.entries {
                        prop_assert!(!entry.listing.title.trim().is_empty());
                        prop_assert!(entry.at.first >= 1 && entry.at.last <= lines, "{:?}: {:?}", form, entry.at);
                    }
                    prop_assert!(import.warnings.iter().all(|wrong| wrong.line >= 1 && wrong.line <= lines));
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
