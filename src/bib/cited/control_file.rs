//! Citations in a `.bcf` file.

use quick_xml::{Reader, events::Event};

use thiserror::Error;

use super::citations::Citations;

/// A `.bcf` file that is no XML.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("not the XML that biblatex writes: {0}")]
pub struct BrokenControlFile(String);

/// Reads the elements `bcf:citekey`.
pub(super) fn citations(text: &str) -> Result<Citations, BrokenControlFile> {
    let broken = |why: &dyn std::fmt::Display| BrokenControlFile(why.to_string());
    let mut out = Citations::default();
    let mut reader = Reader::from_str(text);
    let mut is_key = false;
    let mut is_control_file = false;
    loop {
        match reader.read_event().map_err(|error| broken(&error))? {
            Event::Start(start) => {
                is_control_file |= start.local_name().as_ref() == "controlfile";
                is_key = start.local_name().as_ref() == "citekey";
            }
            Event::Text(key) if is_key => {
                out.cite(&key);
            }
            Event::End(_) => is_key = false,
            Event::Eof if is_control_file => return Ok(out),
            Event::Eof => return Err(broken(&"it has no element bcf:controlfile")),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
        <bcf:controlfile version=\"3.9\" xmlns:bcf=\"https://sourceforge.net/projects/biblatex\">\n";

    #[test]
    fn keys_of_all_sections_are_read() {
        let text = format!(
            "{HEAD}<bcf:section number=\"0\">\n<bcf:citekey order=\"1\" intorder=\"1\">doe2023</bcf:citekey>\n\
             <bcf:citekey order=\"2\">roe2024</bcf:citekey></bcf:section>\n<bcf:section number=\"1\">\
             <bcf:citekey order=\"1\" nocite=\"1\">lee2020</bcf:citekey></bcf:section>\n</bcf:controlfile>\n"
        );
        let found = citations(&text).unwrap();
        let keys: Vec<&str> = found.keys.iter().map(String::as_str).collect();
        assert_eq!(keys, ["doe2023", "lee2020", "roe2024"]);
    }

    #[test]
    fn a_star_means_every_entry() {
        let text = format!("{HEAD}<bcf:citekey order=\"0\">*</bcf:citekey></bcf:controlfile>");
        assert!(citations(&text).unwrap().all);
    }

    #[test]
    fn other_files_are_refused() {
        assert!(citations("\\citation{doe2023}").is_err());
        assert!(citations(&HEAD.replace("controlfile", "other")).is_err());
        assert!(citations("<a><b></a>").is_err());
    }
}
