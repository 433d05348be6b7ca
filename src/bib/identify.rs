use crate::model::{ArxivId, DblpKey, Doi, Ids};

use super::read::Entry;

/// What an entry's fields say about its identity.
#[derive(Debug, Default)]
pub(super) struct Identity {
    pub(super) ids: Ids,
    pub(super) arxiv_class: Option<String>,
    /// An address that is none of the identifiers.
    pub(super) url: Option<String>,
}

/// Gathers the identifiers from the fields made for them, then from addresses and remarks.
pub(super) fn identify(entry: &Entry) -> Identity {
    let field = |name: &str| entry.field(name).map(verbatim);
    let mut found = Identity::default();
    found.take_dblp(entry);
    if let Some(doi) = field("doi").and_then(|doi| Doi::parse(&doi).ok()) {
        found.take_doi(doi);
    }
    if is_arxiv(entry) {
        let id = field("eprint").and_then(|id| ArxivId::parse(without_class(&id)).ok());
        found.ids.arxiv = found.ids.arxiv.or(id);
    } else if entry
        .field("eprinttype")
        .or(entry.field("archiveprefix"))
        .is_none()
    {
        // Without a word about the archive only an id in one of arXiv's two forms is believed.
        let id = field("eprint").and_then(|id| ArxivId::parse(&id).ok());
        found.ids.arxiv = found.ids.arxiv.or(id);
    }
    for name in [
        "url",
        "ee",
        "link",
        "howpublished",
        "pdf",
        "note",
        "volume",
        "journal",
        "journaltitle",
        "booktitle",
        "number",
        "pages",
        "eid",
    ] {
        if let Some(value) = field(name) {
            found.take_text(name, &value);
        }
    }
    let class = field("primaryclass").or_else(|| field("eprintclass"));
    found.arxiv_class = class.or(found.arxiv_class);
    found
}

/// Whether the entry says that its eprint is one of arXiv.
fn is_arxiv(entry: &Entry) -> bool {
    ["archiveprefix", "eprinttype"]
        .iter()
        .filter_map(|name| entry.field(name))
        .any(|archive| archive.to_lowercase().contains("arxiv"))
}

impl Identity {
    fn take_doi(&mut self, doi: Doi) {
        if let Some(arxiv) = doi.arxiv() {
            self.ids.arxiv.get_or_insert(arxiv);
        } else {
            self.ids.doi.get_or_insert(doi);
        }
    }

    /// DBLP's key stands in the citation key of its exports and in `biburl`, whose form has
    /// changed over the years: `rec/bib/conf/..`, `rec/conf/...bib`.
    fn take_dblp(&mut self, entry: &Entry) {
        let key = entry.key.strip_prefix("DBLP:").or_else(|| {
            let sections = [
                "conf/",
                "journals/",
                "books/",
                "series/",
                "phd/",
                "reference/",
            ];
            let is_bare = sections
                .iter()
                .any(|section| entry.key.starts_with(section));
            is_bare.then_some(entry.key.as_str())
        });
        let biburl = entry.field("biburl").map(verbatim);
        self.ids.dblp = key
            .and_then(|key| DblpKey::parse(key).ok())
            .or_else(|| dblp_key(&biburl?));
    }

    fn take_text(&mut self, name: &str, value: &str) {
        let is_address_field = matches!(name, "url" | "ee" | "link" | "pdf" | "howpublished");
        for word in value.split(|c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | '|')) {
            let word = word.trim_end_matches([',', ';']);
            let lower = word.to_lowercase();
            if lower.contains("arxiv.org/") || lower.contains("arxiv:") || is_abs(name, &lower) {
                if let Some(id) = arxiv_id(&lower) {
                    self.ids.arxiv.get_or_insert(id);
                    continue;
                }
            } else if lower.contains("doi.org/") || lower.starts_with("doi:10.") {
                let address = word
                    .trim_start_matches(['(', '['])
                    .trim_end_matches([')', ']']);
                if let Ok(doi) = Doi::parse(&without_query(address)) {
                    self.take_doi(doi);
                    continue;
                }
            } else if lower.contains("dblp.")
                && let Some(key) = dblp_key(word)
            {
                self.ids.dblp.get_or_insert(key);
                continue;
            }
            if is_address_field && lower.contains("://") && self.url.is_none() {
                self.url = Some(word.to_owned());
            }
        }
        let lower = value.to_lowercase();
        if lower.contains("arxiv") {
            if self.arxiv_class.is_none() {
                self.arxiv_class = bracketed_class(value);
            }
            // Google Scholar writes `pages = {arXiv--1706}` and the year's digits only; an id in
            // full may also stand alone after the word.
            if self.ids.arxiv.is_none() {
                self.ids.arxiv = value
                    .split(|c: char| c.is_whitespace() || matches!(c, ',' | '(' | ')' | '[' | ']'))
                    .find_map(|word| ArxivId::parse(word).ok());
            }
        }
    }
}

/// `abs/2309.13254`, as DBLP writes the volume of an article in `CoRR`.
fn is_abs(name: &str, lower: &str) -> bool {
    matches!(name, "volume" | "journal" | "journaltitle") && lower.starts_with("abs/")
}

/// The arXiv id in a word that holds `arxiv.org/`, `arxiv:` or `abs/`.
fn arxiv_id(lower: &str) -> Option<ArxivId> {
    let start = ["arxiv.org/", "arxiv:"]
        .iter()
        .filter_map(|mark| lower.rfind(mark).map(|at| at + mark.len()))
        .max()
        .unwrap_or(0);
    let rest = lower[start..]
        .trim_start_matches("abs/")
        .trim_start_matches("pdf/")
        .trim_start_matches("html/");
    let end = rest
        .find(['?', '#', '[', ']', '(', ')', ',', '}'])
        .unwrap_or(rest.len());
    ArxivId::parse(rest[..end].trim_end_matches(['.', ';'])).ok()
}

fn without_query(address: &str) -> String {
    // A DOI may hold `?` or `#`, a link to one hardly ever does; `#` begins a place in the page.
    address.split('#').next().unwrap_or(address).to_owned()
}

fn without_class(id: &str) -> &str {
    id.split_whitespace().next().unwrap_or(id)
}

fn dblp_key(address: &str) -> Option<DblpKey> {
    let (_, mut path) = address.split_once("/rec/")?;
    for form in [
        "bibtex/", "bibtex0/", "bibtex1/", "bibtex2/", "bib/", "bib0/", "bib1/", "bib2/", "html/",
        "xml/",
    ] {
        path = path.strip_prefix(form).unwrap_or(path);
    }
    let path = path
        .trim_end_matches(".bib")
        .trim_end_matches(".html")
        .trim_end_matches(".xml");
    DblpKey::parse(path).ok()
}

/// The class in `arXiv:1706.03762 [cs.CL]`.
fn bracketed_class(text: &str) -> Option<String> {
    let (_, rest) = text.split_once('[')?;
    let (class, _) = rest.split_once(']')?;
    let archive = class.split('.').next()?;
    let sound = (2..=8).contains(&archive.len())
        && class.len() <= 18
        && class
            .chars()
            .all(|c| c.is_ascii_alphabetic() || c == '.' || c == '-')
        && archive.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    sound.then(|| class.to_owned())
}

/// The value of an address or identifier, without LaTeX's dress: `\_`, `\%`, `\url{..}`,
/// `{\textasciitilde}`, `\href{..}{..}`.
pub(super) fn verbatim(value: &str) -> String {
    let mut text = value.trim().to_owned();
    for (dress, bare) in [
        ("{\\textasciitilde}", "~"),
        ("\\textasciitilde{}", "~"),
        ("\\textasciitilde", "~"),
        ("{\\~{}}", "~"),
        ("\\~{}", "~"),
        ("{\\textunderscore}", "_"),
        ("\\textunderscore", "_"),
        ("$\\sim$", "~"),
        ("{\\_}", "_"),
        ("\\_", "_"),
        ("\\%", "%"),
        ("\\&", "&"),
        ("\\#", "#"),
        ("\\~", "~"),
        ("\\$", "$"),
        ("\\url", " "),
        ("\\href", " "),
        ("\\path", " "),
        ("\\nolinkurl", " "),
    ] {
        if text.contains('\\') {
            text = text.replace(dress, bare);
        }
    }
    let text = text.replace("}{", " ").replace(['{', '}'], "");
    text.trim().to_owned()
}
