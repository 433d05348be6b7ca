//! Reads two formats of tagged lines: `EndNote`'s (`%A Sample, Ada`, of the program refer, as Google
//! Scholar exports it) and MEDLINE's (`AU  - Sample A`, the `.nbib` files of PubMed).

use super::{
    ImportedList,
    named_fields::{NamedFields, bounded, kind_named, thesis},
    names::inverted,
    pinned_keys::{PinnedKeys, is_citable},
    refused::Refused,
};
use crate::model::{Field, Kind};

/// Whether a text is in `EndNote`'s format: its first line is a type or a field, and a title follows.
pub(super) fn is_endnote(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.next().is_some_and(|line| percent(line).is_some())
        && lines.take(30).any(|line| line.starts_with("%T "))
}

/// Whether a text is in MEDLINE's format, by its first line.
pub(super) fn is_medline(text: &str) -> bool {
    let first = text.lines().find(|line| !line.trim().is_empty());
    first.is_some_and(|line| dashed(line).is_some_and(|(tag, _)| tag == "PMID"))
}

/// Reads `EndNote`'s tagged lines. A blank line or another `%0` ends a record.
pub(super) fn endnote(text: &str) -> Result<ImportedList, Refused> {
    read(text, percent, "0", |record, tag, value| {
        let field = match tag {
            "T" => Field::Title,
            "J" | "B" => Field::Venue,
            "D" | "8" => Field::Date,
            "V" => Field::Volume,
            "N" => Field::Number,
            "P" => Field::Pages,
            "I" => Field::Publisher,
            "C" => Field::Address,
            "S" => Field::Series,
            "7" => Field::Edition,
            "R" => Field::Doi,
            "@" => Field::Isbn,
            "U" => Field::Url,
            tag => {
                match tag {
                    "0" => record.kind = kind_named(value),
                    "A" => record.author(value),
                    "E" => record.editor(value),
                    "F" => record.key = Some(value.to_owned()).filter(|key| is_citable(key)),
                    "9" => record.kind = record.kind.map(|kind| thesis(kind, value)),
                    _ => {}
                }
                return None;
            }
        };
        record.add(field, value);
        Some(field)
    })
}

/// Reads MEDLINE's lines. Full names (`FAU`) count before abbreviated ones (`AU`).
pub(super) fn medline(text: &str) -> Result<ImportedList, Refused> {
    let mut has_full = false;
    read(text, dashed, "PMID", |record, tag, value| {
        match tag {
            "PMID" => {
                has_full = false;
                record.add(Field::Pmid, value);
            }
            "FAU" => {
                has_full = true;
                record.author(value);
            }
            // `FAU` precedes the `AU` of the same person.
            "AU" if !has_full => record.author(&inverted(value)),
            "CN" => record.author(&format!("{{{value}}}")),
            "FED" => record.editor(value),
            "PT" => {
                let kind = match value {
                    "Preprint" => Some(Kind::Preprint),
                    "Book" | "Monograph" => Some(Kind::Book),
                    "Academic Dissertation" => Some(Kind::PhdThesis),
                    "Technical Report" => Some(Kind::Report),
                    "Dataset" => Some(Kind::Dataset),
                    _ => None,
                };
                record.kind = kind.or(record.kind).or(Some(Kind::Journal));
            }
            "LID" | "AID" => {
                if let Some(doi) = value.strip_suffix("[doi]") {
                    record.add(Field::Doi, doi);
                }
            }
            tag => {
                let field = match tag {
                    "TI" | "BTI" => Field::Title,
                    "JT" => Field::Venue,
                    "TA" => Field::VenueShort,
                    "DP" => Field::Date,
                    "VI" => Field::Volume,
                    "IP" => Field::Number,
                    "PG" => Field::Pages,
                    "PB" => Field::Publisher,
                    "PL" => Field::Address,
                    "ISBN" => Field::Isbn,
                    _ => return None,
                };
                record.add(field, value);
                return Some(field);
            }
        }
        None
    })
}

/// Reads records of tagged lines, of which each tag gives its field to a record. A record begins with
/// the tag `first`, or after a blank line.
fn read(
    text: &str,
    tag_of: fn(&str) -> Option<(&str, &str)>,
    first: &str,
    mut take: impl FnMut(&mut NamedFields, &str, &str) -> Option<Field>,
) -> Result<ImportedList, Refused> {
    let mut import = ImportedList::default();
    let mut keys = PinnedKeys::default();
    let mut record: Option<NamedFields> = None;
    let mut is_after_blank = true;
    let mut open = None;
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() {
            is_after_blank = true;
            continue;
        }
        let Some((tag, value)) = tag_of(line) else {
            // A value goes on; that of a field that is not read goes on without being read.
            if let (Some(record), Some(field)) = (&mut record, open) {
                record.go_on(field, line);
                record.at.1 = number;
            }
            is_after_blank = false;
            continue;
        };
        if tag == first || is_after_blank {
            bounded(&import)?;
            if let Some(record) = record.take() {
                finish(record, &mut keys, &mut import);
            }
        }
        is_after_blank = false;
        let record = record.get_or_insert_with(|| NamedFields::from_line(number));
        if record.begins.is_empty() {
            line.trim().clone_into(&mut record.begins);
        }
        record.at.1 = number;
        open = take(record, tag, value);
    }
    if let Some(record) = record {
        finish(record, &mut keys, &mut import);
    }
    Ok(import)
}

fn finish(record: NamedFields, keys: &mut PinnedKeys, import: &mut ImportedList) {
    if !record.is_empty() {
        record.finish(keys, import);
    }
}

/// Returns the tag and the value of `%A Sample, Ada`.
fn percent(line: &str) -> Option<(&str, &str)> {
    let rest = line.strip_prefix('%')?;
    let sign = rest.chars().next().filter(char::is_ascii_graphic)?;
    let value = &rest[sign.len_utf8()..];
    let is_tag = sign != '%' && (value.is_empty() || value.starts_with([' ', '\t']));
    is_tag.then(|| (&rest[..1], value.trim()))
}

/// Returns the tag and the value of `AU  - Sample A`.
fn dashed(line: &str) -> Option<(&str, &str)> {
    let (tag, value) = line.split_at_checked(4)?;
    let tag = tag.trim_end();
    let value = value.strip_prefix('-')?;
    let is_tag = tag.len() >= 2
        && tag
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    (is_tag && (value.is_empty() || value.starts_with(' '))).then(|| (tag, value.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::named_fields::authors;

    #[test]
    fn records_of_endnote() {
        let text = "%0 Journal Article\n%A Sample, Ada\n%A Doe, Bob\n%T On Looms\nand Mills\n%J Cloth Review\n\
            %V 7\n%N 2\n%P 12-19\n%D 2019\n%8 April 2019\n%R 10.1145/1.2\n%F sample2019looms\n%X An abstract\n\n\
            that goes on.\n%I Loom & Sons\n\n%0 Thesis\n%T Mills\n%A Roe, Eve\n%9 Master's thesis\n%I ETH\n%D 2001\n\n\
            %0 Book\n%A Nobody\n";
        assert!(is_endnote(text) && !is_medline(text));
        assert!(!is_endnote("% T is not a tag\n%T\n"));
        let list = endnote(text).unwrap();
        let [looms, mills] = list.entries.as_slice() else {
            panic!("{list:?}");
        };
        assert_eq!(looms.listing.title, "On Looms and Mills");
        assert_eq!(authors(&list, 0), ["Ada Sample", "Bob Doe"]);
        assert_eq!(looms.listing.venue.as_deref(), Some("Cloth Review"));
        assert_eq!(
            (looms.listing.year, looms.listing.month),
            (Some(2019), Some(4))
        );
        assert_eq!(looms.listing.key.as_deref(), Some("sample2019looms"));
        assert_eq!((looms.at.first, looms.at.last), (1, 17));
        let told = looms.listing.imported.as_ref().unwrap().meta();
        assert_eq!(told.publisher.as_deref(), Some("Loom & Sons"));
        assert_eq!(
            told.pages.as_ref().map(ToString::to_string).as_deref(),
            Some("12--19")
        );
        assert_eq!(
            (told.volume.as_deref(), told.number.as_deref()),
            (Some("7"), Some("2"))
        );
        assert_eq!(mills.listing.kind, Some(Kind::MastersThesis));
        assert_eq!(mills.listing.venue.as_deref(), Some("ETH"));
        assert_eq!(list.left_out.len(), 1);
        assert_eq!(list.left_out[0].at.first, 26);
    }

    #[test]
    fn records_of_pubmed() {
        let text = "\nPMID- 31452104\nOWN - NLM\nDP  - 2019 Apr 1\nTI  - Weaving on looms with two\n      \
            shafts.\nPG  - 1203-10\nLID - S0140(19)1 [pii]\nLID - 10.1016/S0140(19)1 [doi]\nAB  - A study.\n      \
            TI  - is no title here.\nFAU - Sample, Ada B\nAU  - Sample AB\nFAU - van der Roe, Eve\nAU  - van der Roe E\n\
            CN  - Loom Study Group\nPT  - Journal Article\nTA  - Cloth Rev\nJT  - Cloth review\nVI  - 7\nIP  - 2\n\n\
            PMID- 2\nTI  - [Mills].\nAU  - Doe BC\nAU  - de la Roe J Jr\nPT  - Preprint\nDP  - 2021 Spring\n";
        assert!(is_medline(text) && !is_endnote(text));
        let list = medline(text).unwrap();
        let [looms, mills] = list.entries.as_slice() else {
            panic!("{list:?}");
        };
        assert_eq!(looms.listing.title, "Weaving on looms with two shafts");
        assert_eq!(
            authors(&list, 0),
            ["Ada B Sample", "Eve van der Roe", "Loom Study Group"]
        );
        assert_eq!(
            (looms.listing.year, looms.listing.month),
            (Some(2019), Some(4))
        );
        assert_eq!(
            looms.listing.doi.as_ref().unwrap().as_str(),
            "10.1016/s0140(19)1"
        );
        let told = looms.listing.imported.as_ref().unwrap().meta();
        assert_eq!(
            told.pages.as_ref().map(ToString::to_string).as_deref(),
            Some("1203--1210")
        );
        assert_eq!(told.venue_short.as_deref(), Some("Cloth Rev"));
        assert_eq!(mills.listing.title, "Mills");
        assert_eq!(authors(&list, 1), ["B. C. Doe", "J. de la Roe, Jr"]);
        assert_eq!(mills.listing.year, Some(2021));
        assert!(list.warnings.is_empty() && list.left_out.is_empty());
    }
}
