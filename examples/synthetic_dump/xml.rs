use std::{
    fmt::Write as _,
    io::{self, BufWriter, Write as _},
    path::{Path, PathBuf},
};

use flate2::{Compression, write::GzEncoder};
use tempfile::NamedTempFile;

use crate::{people::People, random::Random, seed::Real};

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n\
    <!DOCTYPE dblp SYSTEM \"dblp.dtd\">\n\
    <!-- SYNTHETIC: made up after the statistics of some real records, no dump of DBLP -->\n\
    <dblp>\n";

/// A dump under construction, which is moved into place when it is finished.
pub(crate) struct Dump {
    /// Records that are not yet compressed.
    pub(crate) text: String,
    out: GzEncoder<BufWriter<NamedTempFile>>,
    place: PathBuf,
    records: usize,
    bytes: usize,
}

impl Dump {
    pub(crate) fn create(place: &Path) -> io::Result<Self> {
        let folder = place.parent().filter(|folder| *folder != Path::new(""));
        let file = NamedTempFile::new_in(folder.unwrap_or(Path::new(".")))?;
        Ok(Self {
            text: HEAD.to_owned(),
            out: GzEncoder::new(BufWriter::new(file), Compression::new(2)),
            place: place.to_owned(),
            records: 0,
            bytes: 0,
        })
    }

    /// Begins a record with a key of its own.
    pub(crate) fn open(&mut self, element: &str, key: &str, mdate: &str, publtype: &str) {
        // As in the real dump, an end tag and the next start tag share a line.
        write!(self.text, "<{element} mdate=\"{mdate}\" key=\"{key}\"").ok();
        if !publtype.is_empty() {
            write!(self.text, " publtype=\"{publtype}\"").ok();
        }
        self.text.push_str(">\n");
    }

    pub(crate) fn close(&mut self, element: &str) -> io::Result<()> {
        write!(self.text, "</{element}>").ok();
        self.records += 1;
        if self.text.len() > 1 << 20 {
            self.flush()?;
        }
        Ok(())
    }

    /// Writes a field and escapes its text.
    pub(crate) fn field(&mut self, name: &str, text: &str) {
        write!(self.text, "<{name}>").ok();
        escape(text, &mut self.text);
        writeln!(self.text, "</{name}>").ok();
    }

    /// Writes a field with markup, or without characters to escape.
    pub(crate) fn raw(&mut self, name: &str, text: impl std::fmt::Display) {
        writeln!(self.text, "<{name}>{text}</{name}>").ok();
    }

    /// Returns the number of records written.
    pub(crate) fn records(&self) -> usize {
        self.records
    }

    /// Finishes the dump and moves it into place. Returns the length of its XML.
    pub(crate) fn finish(mut self) -> io::Result<usize> {
        self.text.push_str("</dblp>\n");
        self.flush()?;
        let file = self.out.finish()?.into_inner()?;
        file.persist(&self.place)?;
        Ok(self.bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(self.text.as_bytes())?;
        self.bytes += self.text.len();
        self.text.clear();
        Ok(())
    }
}

/// The names in DBLP's DTD of the Latin-1 letters from `À`. It has none for `÷`.
const LETTERS: [&str; 64] = [
    "Agrave", "Aacute", "Acirc", "Atilde", "Auml", "Aring", "AElig", "Ccedil", "Egrave", "Eacute",
    "Ecirc", "Euml", "Igrave", "Iacute", "Icirc", "Iuml", "ETH", "Ntilde", "Ograve", "Oacute",
    "Ocirc", "Otilde", "Ouml", "times", "Oslash", "Ugrave", "Uacute", "Ucirc", "Uuml", "Yacute",
    "THORN", "szlig", "agrave", "aacute", "acirc", "atilde", "auml", "aring", "aelig", "ccedil",
    "egrave", "eacute", "ecirc", "euml", "igrave", "iacute", "icirc", "iuml", "eth", "ntilde",
    "ograve", "oacute", "ocirc", "otilde", "ouml", "#247", "oslash", "ugrave", "uacute", "ucirc",
    "uuml", "yacute", "thorn", "yuml",
];

/// Appends text in ASCII XML: letters by their names, other characters by their numbers.
pub(crate) fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_ascii() => out.push(c),
            'À'..='ÿ' => {
                write!(out, "&{};", LETTERS[c as usize - 'À' as usize]).ok();
            }
            c => {
                write!(out, "&#{};", c as u32).ok();
            }
        }
    }
}

/// The fields that several kinds of records have in common.
impl Dump {
    /// Writes the names of people, some with their ORCID iD, some under another name of theirs.
    pub(crate) fn people(
        &mut self,
        role: &str,
        people: &People,
        list: &[u32],
        year: usize,
        random: &mut Random,
    ) {
        for person in list {
            let orcid = people
                .orcid(*person)
                .filter(|_| year > 2014 && random.chance(0.4));
            match orcid {
                Some(orcid) => write!(self.text, "<{role} orcid=\"{orcid}\">").ok(),
                None => write!(self.text, "<{role}>").ok(),
            };
            if people.has_alias(*person) && random.chance(0.3) {
                people.write_alias(*person, &mut self.text);
            } else {
                people.write(*person, &mut self.text);
            }
            writeln!(self.text, "</{role}>").ok();
        }
    }

    pub(crate) fn pages(&mut self, random: &mut Random) {
        let first = random.within(1, 1500);
        match random.below(20) {
            0 => self.raw(
                "pages",
                format_args!("{}:1-{0}:{}", first, random.within(10, 40)),
            ),
            1..3 => self.raw("pages", first),
            3 => {}
            _ => self.raw(
                "pages",
                format_args!("{first}-{}", first + random.within(3, 20)),
            ),
        }
    }

    pub(crate) fn open_access(&mut self, page: &str) {
        writeln!(self.text, "<ee type=\"oa\">{page}</ee>").ok();
    }

    /// Writes the URL of a DOI, and others of the same publication.
    pub(crate) fn editions(&mut self, doi: &str, random: &mut Random) {
        let page = format!("https://doi.org/{doi}");
        if random.chance(0.4) {
            self.open_access(&page);
        } else {
            self.raw("ee", &page);
        }
        if random.chance(0.1) {
            self.raw(
                "ee",
                format_args!("https://www.wikidata.org/entity/Q{}", random.below(1 << 27)),
            );
        }
        if doi.starts_with("10.1109/") && random.chance(0.3) {
            self.raw(
                "ee",
                format_args!("https://doi.ieeecomputersociety.org/{doi}"),
            );
        }
    }

    /// Writes the fields that a real record of any kind has.
    pub(crate) fn real(&mut self, record: &Real) {
        for author in &record.authors {
            self.field("author", author);
        }
        let end = if record.title.ends_with(['?', '!', '.']) {
            ""
        } else {
            "."
        };
        self.field("title", &format!("{}{end}", record.title));
        if let Some(pages) = &record.pages {
            self.field("pages", pages);
        }
        if let Some(year) = record.year {
            self.raw("year", year);
        }
        match (&record.doi, &record.url) {
            (Some(doi), _) => self.field("ee", &format!("https://doi.org/{doi}")),
            (None, Some(url)) => self.field("ee", url),
            (None, None) => {}
        }
    }
}
