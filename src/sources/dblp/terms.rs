//! Words, literals and IRIs as SPARQL and DBLP write them.

use unicode_normalization::UnicodeNormalization as _;

use crate::model::{ArxivId, DblpKey, DblpPid, Doi, Orcid};

const RECORD: &str = "https://dblp.org/rec/";
const PERSON: &str = "https://dblp.org/pid/";

/// A string literal with its quotes.
pub(super) fn literal(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// The words of a text as the text index of the endpoint has them: runs of letters and digits in
/// lower case, with accents.
pub(super) fn words(text: &str) -> Vec<String> {
    let text: String = text.nfkc().collect::<String>().to_lowercase();
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

pub(super) fn record_iri(key: &DblpKey) -> String {
    format!("<{RECORD}{key}>")
}

pub(super) fn person_iri(pid: &DblpPid) -> String {
    format!("<{PERSON}{pid}>")
}

pub(super) fn orcid_iri(orcid: &Orcid) -> String {
    format!("<https://orcid.org/{orcid}>")
}

/// The IRI that DBLP gives a DOI: the DOI in upper case (another case finds nothing), with the
/// characters percent-encoded that the path of an IRI may not contain.
pub(super) fn doi_iri(doi: &Doi) -> String {
    let mut out = String::from("<https://doi.org/");
    for c in doi.as_str().to_uppercase().chars() {
        if c.is_ascii_alphanumeric() || "/:-._~()!*'@;=+,&$".contains(c) {
            out.push(c);
        } else {
            let mut buffer = [0; 4];
            for byte in c.encode_utf8(&mut buffer).bytes() {
                out.push_str(&percent(byte));
            }
        }
    }
    out.push('>');
    out
}

fn percent(byte: u8) -> String {
    format!("%{byte:02X}")
}

/// The DOIs under which DataCite, and with it DBLP, may have an arXiv paper: an older id is
/// registered without the class after its archive (`math/0309136`, not `math.gt/0309136`).
pub(super) fn dois_of_arxiv(id: &ArxivId) -> Vec<Doi> {
    let mut dois = vec![Doi::of_arxiv(id)];
    if let Some((archive, number)) = id.as_str().split_once('/')
        && let Some((archive, _)) = archive.split_once('.')
        && let Ok(doi) = Doi::parse(&format!("10.48550/arxiv.{archive}/{number}"))
    {
        dois.push(doi);
    }
    dois
}

pub(super) fn key_of(iri: &str) -> Option<DblpKey> {
    iri.strip_prefix(RECORD)
        .and_then(|key| DblpKey::parse(key).ok())
}

pub(super) fn pid_of(iri: &str) -> Option<DblpPid> {
    iri.strip_prefix(PERSON)
        .and_then(|pid| DblpPid::parse(pid).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doi_iri_is_upper_case_and_encoded() {
        let iri = |text| doi_iri(&Doi::parse(text).unwrap());
        assert_eq!(
            iri("10.1109/cvpr.2016.90"),
            "<https://doi.org/10.1109/CVPR.2016.90>"
        );
        assert_eq!(
            iri("10.1002/(sici)1097(1998)17:15<1661::aid-sim968>3.0.co;2-2"),
            "<https://doi.org/10.1002/(SICI)1097(1998)17:15%3C1661::AID-SIM968%3E3.0.CO;2-2>"
        );
    }

    #[test]
    fn literal_is_escaped() {
        assert_eq!(literal("a \"b\" \\ c\n"), r#""a \"b\" \\ c\n""#);
    }

    #[test]
    fn words_keep_their_accents() {
        assert_eq!(
            words("Shuﬄe-Müller’s O(n)"),
            ["shuffle", "müller", "s", "o", "n"]
        );
    }

    #[test]
    fn old_arxiv_ids_have_two_dois() {
        let dois = dois_of_arxiv(&ArxivId::parse("math.GT/0309136").unwrap());
        assert_eq!(dois[1].as_str(), "10.48550/arxiv.math/0309136");
        assert_eq!(
            dois_of_arxiv(&ArxivId::parse("2309.13254").unwrap()).len(),
            1
        );
    }
}
