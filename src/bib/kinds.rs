use crate::model::Kind;

use super::read::BibEntry;

/// Returns the kind that an entry's type stands for, before the test for preprints.
///
/// Knows the types of BibTeX (1988) and biblatex 3.19, and those that `JabRef`, Zotero and others
/// add. An unknown type is [`Kind::Other`].
pub(super) fn kind(entry: &BibEntry) -> Kind {
    let venue = |names: &[&str]| {
        names
            .iter()
            .find_map(|name| entry.field(name))
            .unwrap_or_default()
            .to_lowercase()
    };
    match entry.kind.as_str() {
        "article" | "suppperiodical" | "review" => {
            let journal = venue(&["journal", "journaltitle"]);
            if journal.is_empty() && entry.field("booktitle").is_some() || is_meeting(&journal) {
                Kind::Conference
            } else {
                Kind::Journal
            }
        }
        "inproceedings" | "conference" | "inproceeding" | "paper" => Kind::Conference,
        "book" | "mvbook" | "collection" | "mvcollection" | "booklet" | "reference"
        | "mvreference" => Kind::Book,
        "inbook" | "suppbook" | "bookinbook" | "suppcollection" | "inreference" | "inbooklet" => {
            Kind::Chapter
        }
        "incollection" => {
            if is_meeting(&venue(&["booktitle"])) {
                Kind::Conference
            } else {
                Kind::Chapter
            }
        }
        "proceedings" | "mvproceedings" => Kind::Proceedings,
        "phdthesis" | "mastersthesis" | "thesis" | "mathesis" | "dissertation" => thesis(entry),
        "techreport" | "report" => Kind::Report,
        "patent" => Kind::Patent,
        "dataset" | "data" => Kind::Dataset,
        "software" | "program" | "softwareversion" => Kind::Software,
        "online" | "electronic" | "www" | "webpage" | "website" | "internet" => Kind::Web,
        "misc" | "unpublished" | "manual" => kind_by_fields(entry),
        _ => Kind::Other,
    }
}

/// Returns whether a title names a meeting; `Proceedings of the VLDB Endowment` and `Proceedings of
/// the ACM on ...` are journals.
fn is_meeting(title: &str) -> bool {
    [
        "conference",
        "symposium",
        "workshop",
        "advances in neural information processing",
    ]
    .iter()
    .any(|word| title.contains(word))
}

fn thesis(entry: &BibEntry) -> Kind {
    let named = entry.field("type").unwrap_or_default().to_lowercase();
    let is = |words: &[&str]| words.iter().any(|word| named.contains(word));
    if is(&[
        "master",
        "mathesis",
        "bathesis",
        "bachelor",
        "diplom",
        "msc",
        "m.sc",
        "licentiate",
    ]) {
        Kind::MastersThesis
    } else if is(&["phd", "ph.d", "doctor", "habil", "dphil"]) {
        Kind::PhdThesis
    } else if entry.kind.starts_with('m') {
        Kind::MastersThesis
    } else {
        Kind::PhdThesis
    }
}

/// Returns the kind of an entry of an unspecific type (`misc`) from its fields.
fn kind_by_fields(entry: &BibEntry) -> Kind {
    let has = |name: &str| entry.field(name).is_some();
    let howpublished = entry
        .field("howpublished")
        .unwrap_or_default()
        .to_lowercase();
    let is_address = howpublished.contains("http") || howpublished.contains("\\url");
    if has("booktitle") {
        Kind::Conference
    } else if has("journal") || has("journaltitle") {
        Kind::Journal
    } else if entry.kind == "misc"
        && !has("doi")
        && (is_address || howpublished.is_empty() && has("url"))
    {
        Kind::Web
    } else {
        Kind::Other
    }
}
