//! Reads tables with a row of names: the CSV exports of Google Scholar, Zotero, Scopus, Web of Science,
//! Dimensions and PubMed, and tables that people keep in the same way.

use csv::{ByteRecord, Reader, ReaderBuilder};

use super::{
    ImportedList,
    named_fields::{NamedFields, bounded, kind_named, thesis, warning},
    names,
    pinned_keys::{PinnedKeys, is_citable},
    refused::Refused,
};
use crate::model::{Field, Kind};

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    Authors,
    Editors,
    Kind,
    Key,
    FirstPage,
    LastPage,
    Of(Field),
}

/// The names of columns, in small letters without signs.
const COLUMNS: [(&str, Column); 64] = [
    ("title", Column::Of(Field::Title)),
    ("articletitle", Column::Of(Field::Title)),
    ("documenttitle", Column::Of(Field::Title)),
    ("author", Column::Authors),
    ("authors", Column::Authors),
    ("authorfullnames", Column::Authors),
    ("editor", Column::Editors),
    ("editors", Column::Editors),
    ("bookeditors", Column::Editors),
    ("itemtype", Column::Kind),
    ("documenttype", Column::Kind),
    ("publicationtype", Column::Kind),
    ("type", Column::Of(Field::Genre)),
    ("key", Column::Key),
    ("citationkey", Column::Key),
    ("bibtexkey", Column::Key),
    ("publication", Column::Of(Field::Venue)),
    ("publicationtitle", Column::Of(Field::Venue)),
    ("conferencename", Column::Of(Field::Venue)),
    ("proceedingstitle", Column::Of(Field::Venue)),
    ("sourcetitle", Column::Of(Field::Venue)),
    ("booktitle", Column::Of(Field::Venue)),
    ("journal", Column::Of(Field::Venue)),
    ("journalbook", Column::Of(Field::Venue)),
    ("venue", Column::Of(Field::Venue)),
    ("conference", Column::Of(Field::Venue)),
    ("journalabbreviation", Column::Of(Field::VenueShort)),
    ("abbreviatedsourcetitle", Column::Of(Field::VenueShort)),
    ("series", Column::Of(Field::Series)),
    ("seriestitle", Column::Of(Field::Series)),
    ("bookseriestitle", Column::Of(Field::Series)),
    ("volume", Column::Of(Field::Volume)),
    ("issue", Column::Of(Field::Number)),
    ("number", Column::Of(Field::Number)),
    ("pages", Column::Of(Field::Pages)),
    ("pagination", Column::Of(Field::Pages)),
    ("pagestart", Column::FirstPage),
    ("startpage", Column::FirstPage),
    ("pageend", Column::LastPage),
    ("endpage", Column::LastPage),
    ("artno", Column::Of(Field::ArticleNumber)),
    ("articlenumber", Column::Of(Field::ArticleNumber)),
    ("edition", Column::Of(Field::Edition)),
    ("publisher", Column::Of(Field::Publisher)),
    ("place", Column::Of(Field::Address)),
    ("publisheraddress", Column::Of(Field::Address)),
    ("year", Column::Of(Field::Date)),
    ("publicationyear", Column::Of(Field::Date)),
    ("pubyear", Column::Of(Field::Date)),
    ("date", Column::Of(Field::Date)),
    ("publicationdate", Column::Of(Field::Date)),
    ("doi", Column::Of(Field::Doi)),
    ("arxiv", Column::Of(Field::Arxiv)),
    ("pmid", Column::Of(Field::Pmid)),
    ("pubmedid", Column::Of(Field::Pmid)),
    ("arxivid", Column::Of(Field::Arxiv)),
    ("isbn", Column::Of(Field::Isbn)),
    ("isbns", Column::Of(Field::Isbn)),
    ("url", Column::Of(Field::Url)),
    ("urls", Column::Of(Field::Url)),
    ("link", Column::Of(Field::Url)),
    ("doilink", Column::Of(Field::Doi)),
    ("institution", Column::Of(Field::Institution)),
    ("university", Column::Of(Field::Institution)),
];

/// The row of names.
struct Header {
    columns: Vec<Option<Column>>,
    delimiter: u8,
    /// The byte behind the row, and the line that it ends on.
    end: usize,
    line: usize,
}

/// The signs between fields: Excel writes semicolons where a comma is the decimal sign.
const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];
/// In the first of how many lines the row of names may be: some databases put a remark before it.
const HEAD: usize = 5;
/// The fewest known columns by which a table is recognized.
const FEWEST: usize = 3;

/// Whether a text begins with a row of names of which enough are known, and a row with as many fields.
pub(super) fn is_table(text: &str) -> bool {
    let Some(header) = header(text, FEWEST) else {
        return false;
    };
    let first = Reading::behind(&header, text).next(&header);
    matches!(first, Some(Ok(row)) if row.fields.len() == header.columns.len())
}

fn header(text: &str, fewest: usize) -> Option<Header> {
    let mut start = 0;
    for (number, line) in (1..=HEAD).zip(text.split_inclusive('\n')) {
        let named = DELIMITERS.map(|delimiter| {
            let mut row = ByteRecord::new();
            let is_row = reader(line, delimiter)
                .read_byte_record(&mut row)
                .unwrap_or(false);
            let names = row.iter().filter(|_| is_row);
            let columns: Vec<Option<Column>> = names
                .map(|name| column(&String::from_utf8_lossy(name)))
                .collect();
            let known = columns.iter().flatten().count();
            (known, delimiter, columns)
        });
        let best = named.into_iter().max_by_key(|(known, _, _)| *known);
        if let Some((known, delimiter, columns)) = best
            && known >= fewest
            && columns.contains(&Some(Column::Of(Field::Title)))
        {
            return Some(Header {
                columns,
                delimiter,
                end: start + line.len(),
                line: number,
            });
        }
        start += line.len();
    }
    None
}

fn column(name: &str) -> Option<Column> {
    let name: String = name.chars().filter(|c| c.is_alphanumeric()).collect();
    let name = name.to_lowercase();
    let known = COLUMNS.iter().find(|(known, _)| *known == name);
    known.map(|(_, column)| *column)
}

/// Reads a table. A row that can't be told apart from the next is reported with its line and left out.
///
/// # Errors
///
/// Returns an error if no row names the columns.
pub(super) fn read(text: &str) -> Result<ImportedList, Refused> {
    let header = header(text, 1).ok_or(Refused::NoColumns)?;
    let mut import = ImportedList::default();
    let mut keys = PinnedKeys::default();
    let mut reading = Reading::behind(&header, text);
    while let Some(row) = reading.next(&header) {
        bounded(&import)?;
        match row {
            Ok(row) => {
                if row.fields.iter().any(|field| !field.trim().is_empty()) {
                    entry(&header, &row).finish(&mut keys, &mut import);
                }
            }
            Err((line, message)) => import.warnings.push(warning(line, message)),
        }
    }
    Ok(import)
}

/// A row with its lines.
struct Row {
    fields: Vec<String>,
    first: usize,
    last: usize,
}

/// A place in the rows.
struct Reading<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    reader: Reader<&'a [u8]>,
    /// Where the reader began.
    base: usize,
    delimiter: u8,
    /// The bytes that were read a second time.
    again: usize,
}

impl<'a> Reading<'a> {
    fn behind(header: &Header, text: &'a str) -> Self {
        Self {
            text,
            at: header.end,
            line: header.line + 1,
            reader: reader(&text[header.end..], header.delimiter),
            base: header.end,
            delimiter: header.delimiter,
            again: 0,
        }
    }

    /// Returns the next row, or a fault with its line; `None` at the end.
    ///
    /// A quotation mark that is not closed swallows the rows up to the next one. Such a row has too many
    /// fields, or ends the file: the rows after its first line are then read again.
    fn next(&mut self, header: &Header) -> Option<Result<Row, (usize, String)>> {
        let rest = &self.text[self.at..];
        let blank = rest.len() - rest.trim_start_matches(['\n', '\r']).len();
        self.step(&rest[..blank]);
        let mut record = ByteRecord::new();
        if !self.reader.read_byte_record(&mut record).unwrap_or(false) {
            return None;
        }
        let read = usize::try_from(self.reader.position().byte()).ok()?;
        let whole = self
            .text
            .get(self.at..self.base + read)
            .filter(|whole| !whole.is_empty())?;
        let lines = memchr::memchr_iter(b'\n', whole.trim_end().as_bytes()).count();
        let first = self.line;
        let fields: Vec<String> = record
            .iter()
            .map(|field| String::from_utf8_lossy(field).into_owned())
            .collect();
        let mut extra = fields.iter().skip(header.columns.len());
        let too_many = extra.any(|field| !field.trim().is_empty());
        let is_open = whole.matches('"').count() % 2 == 1;
        if lines > 0 && (too_many || is_open) && self.again < self.text.len() {
            self.again += whole.len();
            self.step(first_line(whole));
            self.base = self.at;
            self.reader = reader(&self.text[self.at..], self.delimiter);
            return Some(Err((first, NOT_CLOSED.to_owned())));
        }
        self.step(whole);
        if too_many {
            let (has, named) = (fields.len(), header.columns.len());
            return Some(Err((
                first,
                format!(
                    "this row has {has} fields, and {named} columns are named: put fields that hold the separator in quotation marks; the row was left out"
                ),
            )));
        }
        Some(Ok(Row {
            fields,
            first,
            last: first + lines,
        }))
    }

    fn step(&mut self, read: &str) {
        self.at += read.len();
        self.line += memchr::memchr_iter(b'\n', read.as_bytes()).count();
    }
}

const NOT_CLOSED: &str = "a quotation mark in this row is not closed: close it, or double it inside a field; the row was left out";

fn reader(text: &str, delimiter: u8) -> Reader<&[u8]> {
    ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .from_reader(text.as_bytes())
}

fn first_line(text: &str) -> &str {
    text.split_inclusive('\n').next().unwrap_or(text)
}

fn entry(header: &Header, row: &Row) -> NamedFields {
    let mut out = NamedFields::from_line(row.first);
    out.at.1 = row.last;
    out.begins = row.fields.join(", ");
    let cells = || header.columns.iter().zip(&row.fields);
    let cell = |wanted: Column| {
        let mut cells =
            cells().filter(|(column, value)| **column == Some(wanted) && !value.trim().is_empty());
        cells.next().map(|(_, value)| value.trim())
    };
    let genre = cell(Column::Of(Field::Genre)).unwrap_or_default();
    let stated = cell(Column::Kind).and_then(kind_named);
    let stated = stated.or_else(|| kind_named(genre));
    out.kind = stated.map(|kind| thesis(kind, genre));
    // Scopus has full names in a column of their own, each with a number in parentheses.
    let authors = cells()
        .filter(|(column, value)| **column == Some(Column::Authors) && !value.trim().is_empty())
        .max_by_key(|(_, value)| value.len());
    for name in authors
        .map(|(_, value)| names::split(value))
        .unwrap_or_default()
    {
        out.author(without_number(&name));
    }
    for name in cell(Column::Editors).map(names::split).unwrap_or_default() {
        out.editor(&name);
    }
    let key = cell(Column::Key).filter(|key| is_citable(key));
    out.key = key.map(str::to_owned);
    match (cell(Column::FirstPage), cell(Column::LastPage)) {
        (Some(first), Some(last)) => out.add(Field::Pages, &format!("{first}--{last}")),
        (Some(page), None) => out.add(Field::Pages, page),
        _ => {}
    }
    for (column, value) in cells() {
        if let Some(Column::Of(field)) = column {
            out.add(*field, value);
        }
    }
    if out.kind == Some(Kind::Patent) {
        out.editors.clear();
    }
    out
}

/// Returns a name without the number of its author: `Sample, Ada (57200000000)`.
fn without_number(name: &str) -> &str {
    match name.rsplit_once('(') {
        Some((before, number))
            if number
                .trim_end_matches(')')
                .bytes()
                .all(|byte| byte.is_ascii_digit()) =>
        {
            before.trim_end()
        }
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::named_fields::authors;

    #[test]
    fn export_of_google_scholar() {
        let text = "Authors,Title,Publication,Volume,Number,Pages,Year,Publisher\n\
            \"Sample, Ada; Doe, Bob; \",\"Looms, mills and \"\"more\"\"\",Cloth Review,7,2,12-19,2019,Loom & Sons\n\
            \"Roe, Eve; \",Mills,Proceedings of Mills,,,,2020,\n,,,,,,,\n\"Doe, Bob; \",,Nowhere,,,,2001,\n";
        assert!(is_table(text));
        let list = read(text).unwrap();
        assert_eq!(list.entries.len(), 2);
        let looms = &list.entries[0];
        assert_eq!(looms.listing.title, "Looms, mills and \"more\"");
        assert_eq!(authors(&list, 0), ["Ada Sample", "Bob Doe"]);
        assert_eq!(looms.listing.venue.as_deref(), Some("Cloth Review"));
        assert_eq!((looms.listing.year, looms.at.first), (Some(2019), 2));
        let told = looms.listing.imported.as_ref().unwrap().meta();
        assert_eq!(
            (told.kind, told.publisher.as_deref()),
            (Kind::Journal, Some("Loom & Sons"))
        );
        assert_eq!(
            told.pages.as_ref().map(ToString::to_string).as_deref(),
            Some("12--19")
        );
        let told = list.entries[1].listing.imported.as_ref().unwrap().meta();
        assert_eq!(told.kind, Kind::Conference);
        assert_eq!((list.left_out.len(), list.left_out[0].at.first), (1, 5));
        assert!(list.warnings.is_empty());
    }

    #[test]
    fn export_of_zotero() {
        let text = "\"Key\",\"Item Type\",\"Publication Year\",\"Author\",\"Title\",\"Publication Title\",\"ISBN\",\
            \"ISSN\",\"DOI\",\"Url\",\"Abstract Note\",\"Date\",\"Pages\",\"Issue\",\"Volume\",\"Type\",\"Editor\",\
            \"Conference Name\"\n\"ABCD2345\",\"conferencePaper\",\"2019\",\"Sample, Ada; van der Roe, Eve\",\
            \"On Looms\",\"\",\"\",\"\",\"10.1145/1.2\",\"https://x.org/a\",\"Two\nlines\",\"2019-04-03\",\"12-19\",\
            \"\",\"\",\"\",\"Doe, Bob\",\"Mills 19\"\n\"EFGH2345\",\"thesis\",\"2001\",\"Roe, Eve\",\"Mills\",\"\",\
            \"\",\"\",\"\",\"\",\"\",\"2001\",\"\",\"\",\"\",\"Master thesis\",\"\",\"\"\n";
        assert!(is_table(text));
        let list = read(text).unwrap();
        let [looms, mills] = list.entries.as_slice() else {
            panic!("{list:?}");
        };
        assert_eq!(authors(&list, 0), ["Ada Sample", "Eve van der Roe"]);
        assert_eq!(looms.listing.venue.as_deref(), Some("Mills 19"));
        assert_eq!(
            (looms.listing.year, looms.listing.month),
            (Some(2019), Some(4))
        );
        assert_eq!((looms.at.first, looms.at.last), (2, 3));
        assert_eq!(looms.listing.doi.as_ref().unwrap().as_str(), "10.1145/1.2");
        assert_eq!(looms.listing.key, None, "Zotero's own number is no key");
        assert_eq!(
            looms
                .listing
                .imported
                .as_ref()
                .unwrap()
                .meta()
                .editors
                .len(),
            1
        );
        assert_eq!(mills.listing.kind, Some(Kind::MastersThesis));
        assert_eq!(mills.at.first, 4);
    }

    #[test]
    fn tables_of_excel_and_of_databases() {
        let semicolons = "sep=;\nTitel;Title;Authors;Year;Page start;Page end\nx;On Looms;Sample A, Doe BC;2019;1;9\n";
        let list = read(semicolons).unwrap();
        assert_eq!(authors(&list, 0), ["A. Sample", "B. C. Doe"]);
        assert_eq!(list.entries[0].at.first, 3);
        let tabs = "Authors\tArticle Title\tSource Title\tPublication Year\nSample, A; Doe, B\tOn Looms\tCR\t2019\n";
        assert_eq!(authors(&read(tabs).unwrap(), 0), ["A Sample", "B Doe"]);
        let scopus = "Authors,Author full names,Title,Year,Source title\n\"Sample A.; Doe B.\",\
            \"Sample, Ada (57200000000); Doe, Bob (57200000001)\",On Looms,2019,CR\n";
        assert_eq!(
            authors(&read(scopus).unwrap(), 0),
            ["Ada Sample", "Bob Doe"]
        );
    }

    #[test]
    fn broken_rows_cost_only_themselves() {
        let text = "Authors,Title,Year\n\"Doe, B\",Looms,2001\n\"Doe, B\",\"Not closed,2002\n\"Doe, B\",Mills,2003\n\
            Doe, B,Too many,2004\n\"Doe, B\",Short\n\"Doe, B\",\"Open to the end,2005\nRoe,Cranes,2006\n";
        let list = read(text).unwrap();
        let titles: Vec<&str> = list
            .entries
            .iter()
            .map(|entry| entry.listing.title.as_str())
            .collect();
        assert_eq!(titles, ["Looms", "Mills", "Short", "Cranes"]);
        let lines: Vec<usize> = list.warnings.iter().map(|wrong| wrong.line).collect();
        assert_eq!(lines, [3, 5, 7], "{:?}", list.warnings);
    }

    #[test]
    fn columns_must_be_named() {
        assert_eq!(read("Doe,Looms,2001\n"), Err(Refused::NoColumns));
        assert_eq!(read(""), Err(Refused::NoColumns));
        assert!(!is_table(
            "Title, authors, year: that is how I list them\nOne line.\n"
        ));
    }
}
