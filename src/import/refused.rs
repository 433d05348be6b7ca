use thiserror::Error;

/// The largest number of publications in a file.
pub(super) const MOST_ENTRIES: usize = 400_000;

/// The reason why a file was not read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Refused {
    /// The file is larger than the limit.
    #[error("it has {size} bytes; more than {limit} are not read as {form}")]
    TooLarge {
        /// Its size in bytes.
        size: usize,
        /// The limit in bytes.
        limit: usize,
        /// Its format.
        form: &'static str,
    },
    /// The file has more publications, lines or fields than the limit.
    #[error("it has more than {limit} {what}, which is the most that is read")]
    TooMany {
        /// The limit.
        limit: usize,
        /// What there are too many of.
        what: &'static str,
    },
    /// The file is not text but a known binary format.
    #[error("it is {0}: save it as PDF, HTML or plain text")]
    Packed(&'static str),
    /// The file is not text.
    #[error("it is no text: a list is plain text, Markdown, HTML, LaTeX, PDF, BibTeX, RIS or JSON")]
    NoText,
    /// The file has the extension of a PDF and is none.
    #[error("its name says PDF, and its content is something else")]
    NotAPdf,
    /// Neither `pdftohtml` nor `pdftotext` is installed.
    #[error(
        "it is a PDF, which is read by `pdftohtml` or `pdftotext`, and neither is installed: both come with poppler (Debian and Ubuntu: poppler-utils; macOS: brew install poppler)"
    )]
    NoPdfReader,
    /// `pdftotext` failed with this message.
    #[error("`pdftotext` could not read it: {0}")]
    BadPdf(String),
    /// The PDF contains no text.
    #[error("the PDF holds no text, only pictures of it: it must be made readable (OCR) first")]
    PdfWithoutText,
    /// `publications` in a JSON Resume is not a list.
    #[error("its `publications` is no list, as JSON Resume has it")]
    BadResume,
    /// A table has no row that names its columns.
    #[error(
        "its first row names no column `Title`: export it with the names of its columns (Title, Authors, Publication, Year), or as BibTeX or RIS"
    )]
    NoColumns,
    /// The file is in a format with named fields that is not read.
    #[error("it is {0}, which is not read: export the list as BibTeX, RIS or CSL-JSON")]
    UnknownFields(&'static str),
}
