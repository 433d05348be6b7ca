//! The table of rules.

/// A rule of clean BibTeX.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// Its code: a letter for its subject, and a number.
    pub code: &'static str,
    /// The fault that it reports, in a few words.
    pub title: &'static str,
}

const fn of(code: &'static str, title: &'static str) -> Rule {
    Rule { code, title }
}

/// Returns the rule with this code.
#[must_use]
pub fn rule(code: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.code == code)
}

/// All rules, sorted by code. A: names, D: DOIs, E: eprints, F: the file, L: labels, M: dates,
/// N: titles, P: pages, S: structure, T: text, U: URLs, V: volumes.
pub const RULES: [Rule; 88] = [
    of("A01", "number for namesakes in a name"),
    of("A02", "too many commas in a name"),
    of("A03", "empty name, or superfluous `and`"),
    of("A04", "semicolon between names"),
    of("A05", "`et al.` among names"),
    of(
        "A06",
        "organisation or single name without braces of its own",
    ),
    of("A07", "initials without blanks"),
    of("A08", "name not in the form `Last, First`"),
    of("A09", "name in capitals"),
    of("A11", "`others` before the end of the names"),
    of("A12", "digit in a name"),
    of("A13", "suffix in the wrong part of a name"),
    of("A14", "academic title or mark in a name"),
    of("D01", "DOI with a prefix or resolver"),
    of("D02", "not a DOI"),
    of("D03", "address that repeats the DOI"),
    of("D04", "TeX in a field that is read verbatim"),
    of("D05", "percent-encoded DOI"),
    of("D06", "two entries with one DOI"),
    of("D07", "DOI given only as an address"),
    of("E01", "eprint without the name of its archive"),
    of("E02", "eprint with a prefix"),
    of("E03", "arXiv paper disguised as a journal article"),
    of("E04", "eprint that most styles don't print"),
    of("F01", "byte order mark"),
    of("F02", "bytes that are not UTF-8"),
    of("F03", "carriage returns"),
    of("F04", "not exactly one line end at the end"),
    of("F05", "tab"),
    of("F06", "blanks at the end of a line"),
    of("F07", "very long line"),
    of("L01", "more entries of one author and year than labels"),
    of("M01", "month that is not a macro"),
    of("M02", "year that is not four digits"),
    of("M03", "date that is not ISO 8601"),
    of("M04", "concatenated months"),
    of("M05", "date and year both"),
    of("N01", "period at the end of a title"),
    of("N02", "braces around a whole title"),
    of("N03", "title in capitals"),
    of("N04", "capitals that styles lower-case"),
    of("N05", "formula that styles lower-case"),
    of("N07", "brace before a command, which exposes its text"),
    of("N08", "sentence inside a title whose capital is lost"),
    of("N10", "colon inside braces, after which a capital is lost"),
    of("N11", "title whose first capital is lost"),
    of("P01", "page range without `--`"),
    of("P02", "typographic dash in pages"),
    of("P03", "`pp.` in pages"),
    of("P04", "blanks around the dash of pages"),
    of("P05", "page range that runs backwards"),
    of("P06", "range of one page"),
    of("P07", "placeholder for pages"),
    of("S01", "broken syntax"),
    of("S02", "key given twice"),
    of("S03", "key with characters that break programs"),
    of("S04", "field given twice"),
    of("S05", "empty field"),
    of("S06", "text outside entries"),
    of("S07", "undefined macro"),
    of("S08", "parent missing, or before its child"),
    of("S10", "unknown entry type"),
    of("S11", "required field missing"),
    of("S12", "field that only programs need"),
    of("S13", "field of the other dialect"),
    of("S14", "entry inside a comment, which BibTeX reads"),
    of("S15", "entry in parentheses"),
    of("S16", "entry after a percent sign, which BibTeX reads"),
    of("T01", "characters that classic BibTeX can't handle"),
    of("T02", "invisible character or pictograph"),
    of("T03", "letters not composed (NFC)"),
    of("T04", "HTML entity"),
    of("T05", "HTML or XML markup"),
    of("T06", "character with a meaning in TeX"),
    of("T07", "odd number of dollar signs"),
    of("T09", "TeX that was escaped twice"),
    of("T10", "command that plain LaTeX does not know"),
    of("T11", "UTF-8 that was read as something else"),
    of("T12", "typographic dash in an ASCII file"),
    of("T13", "straight quotation mark"),
    of("T14", "accent without braces of its own"),
    of("T16", "superfluous blanks"),
    of("U01", "blank in an address"),
    of("U02", "address without its scheme"),
    of("U03", "address that repeats the eprint"),
    of("U04", "address of an index, not of the work"),
    of("V01", "range without `--`"),
    of("V02", "label in a volume or number"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_sorted_and_unique() {
        let codes = RULES.map(|rule| rule.code);
        assert!(codes.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(
            rule("N04"),
            Some(&RULES[codes.iter().position(|c| *c == "N04").unwrap()])
        );
        assert_eq!(rule("Q99"), None);
    }
}
