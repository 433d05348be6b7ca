use thiserror::Error;

/// Why nothing was read of a file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Refused {
    /// The file is larger than any list.
    #[error("it has {size} bytes; more than {limit} are not read as {form}")]
    TooLarge {
        /// Its size in bytes.
        size: usize,
        /// The most that are read.
        limit: usize,
        /// What it is written in.
        form: &'static str,
    },
    /// The file has more of something than any list.
    #[error("it has more than {limit} {what}, which is the most that is read")]
    TooMany {
        /// The most that are read.
        limit: usize,
        /// What there is too much of.
        what: &'static str,
    },
    /// The file is no text, and packed in a way that can be told.
    #[error("it is {0}: save it as PDF, HTML or plain text")]
    Packed(&'static str),
    /// The file is no text.
    #[error("it is no text: a list is plain text, Markdown, HTML, LaTeX, PDF, BibTeX, RIS or JSON")]
    NoText,
    /// The file calls itself a PDF and is none.
    #[error("its name says PDF, and its content is something else")]
    NotAPdf,
    /// Neither `pdftohtml` nor `pdftotext` is installed.
    #[error(
        "it is a PDF, which is read by `pdftohtml` or `pdftotext`, and neither is installed: both come with poppler (Debian and Ubuntu: poppler-utils; macOS: brew install poppler)"
    )]
    NoPdfReader,
    /// `pdftotext` could not read it.
    #[error("`pdftotext` could not read it: {0}")]
    BadPdf(String),
    /// The PDF has no text in it.
    #[error("the PDF holds no text, only pictures of it: it must be made readable (OCR) first")]
    PdfWithoutText,
    /// `publications` of a JSON Resume is no list.
    #[error("its `publications` is no list, as JSON Resume has it")]
    BadResume,
}
